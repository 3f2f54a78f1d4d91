/*
 * The order language, read and written.
 *
 * (O1) orderline_parse(orderline_text(o)) is o, if o is what a parse can give.
 * (O2) orderline_text(orderline_parse(s)) is canonical: parsing it again gives the same order.
 * (O3) A word of the input goes into a message only if it is clean and short.
 * (O4) What stands behind a verb or an action card is a row of pieces, and reading a piece stands
 *      beside writing it.
 */
#include "text/orderline.h"

#include <string.h>

#include "text/words.h"
#include "util/mem.h"
#include "util/utf8.h"
#include "util/word.h"

enum { WORDS_MAX = ORDERLINE_MAX / 2 + 1, STEAL_MAX = ORDER_SPOTS * 3 };

/* A line being read. */
struct line {
	const struct rules *rules;
	const struct names *names;
	unsigned n_word, at; /* words there are; the next one to read */
	struct word word[WORDS_MAX];
	struct err *err;
};

/* A line being written. */
struct writer {
	const struct rules *rules;
	const struct names *names;
	struct buf *out;
};

/* ---- words ------------------------------------------------------------------------------- */

void
orderline_squeeze(const char *s, size_t n, struct buf *out)
{
	size_t start = out->n;
	bool blank = false;

	for (size_t i = 0; i < n; i++) {
		char c = s[i];

		if (is_blank(c)) {
			blank = true;
			continue;
		}
		if (blank && c != ',' && out->n > start && out->p[out->n - 1] != ',')
			buf_chr(out, ' ');
		blank = false;
		buf_chr(out, c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c);
	}
}

static bool
has_more(const struct line *l)
{
	return l->at < l->n_word;
}

static bool
is_next(const struct line *l, const char *word)
{
	return has_more(l) && is_word(word, l->word[l->at].s, l->word[l->at].n);
}

/* Read the next word if it is this one. */
static bool
take_word(struct line *l, const char *word)
{
	bool is = is_next(l, word);

	l->at += is;
	return is;
}

/* The next word in quotes, for a message (O3). */
struct shown {
	char text[48];
};

static struct shown
show(struct word w)
{
	struct shown shown;

	if (w.n > 40 || !utf8_is_clean(w.s, w.n))
		(void)snprintf(shown.text, sizeof shown.text, "that word");
	else
		(void)snprintf(shown.text, sizeof shown.text, "\"%.*s\"", (int)w.n, w.s);
	return shown;
}

/* The next word is not `what`, or there is none. */
static int
expected(struct line *l, const char *what)
{
	if (!has_more(l)) {
		struct shown last = show(l->word[l->at - 1]);
		return err_set(l->err, ERR_SYNTAX, "behind %s %s is missing", last.text, what);
	}
	struct shown shown = show(l->word[l->at]);
	return err_set(l->err, ERR_SYNTAX, "%s stands where %s is expected", shown.text, what);
}

/* ---- the nearest word ------------------------------------------------------------------- */

enum { NEAR_MAX = 24, NEAR_ENOUGH = 2 };

struct nearest {
	struct word to;
	unsigned distance;
	char word[CARD_NAME_MAX];
};

static void
nearest_try(struct nearest *near, const char *word)
{
	unsigned d = near->to.n > NEAR_MAX || strlen(word) > NEAR_MAX ?
	    NEAR_MAX :
	    word_edits(near->to.s, near->to.n, word);

	/* Of a short word nothing must be left over by the changes. */
	if (d >= near->distance || d >= strlen(word))
		return;
	near->distance = d;
	(void)snprintf(near->word, sizeof near->word, "%s", word);
}

static void
nearest_try_cards(struct nearest *near, const struct rules *rules, bool verbs)
{
	for (unsigned i = 0; i < rules->n_cards; i++) {
		char name[CARD_NAME_MAX];
		uint8_t class = rules->card[i].class;

		if (class != CARD_ACTION && (verbs || class != CARD_PATH))
			continue;
		card_name(rules, (card_id)i, name);
		nearest_try(near, name);
	}
}

/* Hint at the nearest word if it is near enough.  Always returns -1. */
static int
nearest_hint(const struct nearest *near, struct err *err)
{
	if (near->word[0] == '\0')
		return -1;
	return err_hint(err, "did you mean \"%s\"?", near->word);
}

static struct nearest
nearest_to(const struct line *l)
{
	return (struct nearest){ .to = l->word[l->at], .distance = NEAR_ENOUGH + 1 };
}

/* ---- pieces: what stands behind a verb -------------------------------------------------- */

/* A path card whose edges are named in another order: wsen. */
static card_id
find_by_edges(const struct rules *rules, struct word w)
{
	static const char edges[] = "nesw";
	char name[sizeof edges];
	size_t n = 0;

	for (size_t e = 0; e < sizeof edges - 1; e++)
		if (w.n > 0 && memchr(w.s, edges[e], w.n) != NULL)
			name[n++] = edges[e];
	return n == w.n ? card_find(rules, name, n) : CARD_NONE;
}

static int
parse_card(struct line *l, const char *what, card_id *card)
{
	if (!has_more(l))
		return expected(l, what);
	struct word w = l->word[l->at];
	*card = card_find(l->rules, w.s, w.n);
	if (*card == CARD_NONE)
		*card = find_by_edges(l->rules, w);
	if (*card == CARD_NONE) {
		struct nearest near = nearest_to(l);
		struct shown shown = show(w);

		(void)err_set(
		    l->err, ERR_SYNTAX, "%s is no card of %s", shown.text, l->rules->name);
		nearest_try_cards(&near, l->rules, false);
		return nearest_hint(&near, l->err);
	}
	l->at++;
	return 0;
}

static int
parse_seat_word(struct line *l, struct word w, uint8_t *seat)
{
	*seat = names_find(l->names, w.s, w.n);
	if (*seat != SEAT_NONE)
		return 0;

	struct nearest near = nearest_to(l);
	struct shown shown = show(w);

	near.to = w;
	(void)err_set(l->err, ERR_SYNTAX, "nobody here is called %s", shown.text);
	for (unsigned i = 0; i < l->names->n; i++)
		nearest_try(&near, l->names->seat[i]);
	return nearest_hint(&near, l->err);
}

/* Two whole numbers and a comma, too large for any table? */
static bool
is_beyond(struct word w)
{
	size_t i = 0;

	while (i < w.n && (is_digit(w.s[i]) || w.s[i] == '-' || w.s[i] == ','))
		i++;
	return i == w.n && w.n > 3 && is_digit(w.s[w.n - 1]) && memchr(w.s, ',', w.n) != NULL;
}

/* One more entry of at[]: a place with the parts that are allowed there. */
static int
parse_spot(struct line *l, struct order *o, unsigned part_min, unsigned part_max, const char *what)
{
	struct spot spot;

	if (!has_more(l))
		return expected(l, what);
	struct word w = l->word[l->at];
	if (spot_parse(w.s, w.n, &spot) < 0 && is_beyond(w))
		return err_set(l->err, ERR_SYNTAX,
		    "%s is out of range: x and y go from -%d to %d, without leading zeros",
		    show(w).text, COORD_MAX, COORD_MAX);
	if (spot_parse(w.s, w.n, &spot) < 0 || spot.part < part_min || spot.part > part_max)
		return expected(l, what);
	if (o->n_at >= ORDER_SPOTS)
		return err_set(l->err, ERR_SYNTAX, "more than %d places in one order", ORDER_SPOTS);
	o->at[o->n_at++] = spot;
	l->at++;
	return 0;
}

static int
parse_end(struct line *l)
{
	if (!has_more(l))
		return 0;
	struct shown shown = show(l->word[l->at]);
	struct shown last = show(l->word[l->at - 1]);
	return err_set(
	    l->err, ERR_SYNTAX, "%s is too much: the order ends behind %s", shown.text, last.text);
}

static bool
is_spot_next(const struct line *l)
{
	struct spot spot;

	return has_more(l) && spot_parse(l->word[l->at].s, l->word[l->at].n, &spot) == 0;
}

static void
write_card(const struct writer *w, card_id card)
{
	char name[CARD_NAME_MAX];

	card_name(w->rules, card, name);
	buf_str(w->out, name);
}

static void
write_cards(const struct writer *w, const struct order *o)
{
	for (unsigned i = 0; i < o->n_card && i < ORDER_CARDS; i++) {
		buf_chr(w->out, ' ');
		write_card(w, o->card[i]);
	}
}

/* The places from the one with index `from` on, before index `to`. */
static void
write_some_spots(const struct writer *w, const struct order *o, unsigned from, unsigned to)
{
	for (unsigned i = from; i < to && i < o->n_at && i < ORDER_SPOTS; i++) {
		buf_str(w->out, o->at[i].part & SPOT_CUT ? " cut " : " ");
		spot_text(o->at[i], w->out);
	}
}

static void
write_spots(const struct writer *w, const struct order *o)
{
	write_some_spots(w, o, 0, ORDER_SPOTS);
}

static int
read_place(struct line *l, struct order *o)
{
	return parse_spot(l, o, PART_WHOLE, PART_WHOLE, "a place x,y");
}

static int
read_edge(struct line *l, struct order *o)
{
	return parse_spot(l, o, PART_N, PART_W, "an edge x,y/n (or e, s, w)");
}

static int
read_space(struct line *l, struct order *o)
{
	return parse_spot(
	    l, o, PART_WHOLE, PART_T, "a space (x,y, or x,y/n, /e, /s, /w, /c, /c2, /t)");
}

static int
read_spaces(struct line *l, struct order *o)
{
	do {
		if (read_space(l, o) < 0)
			return -1;
	} while (has_more(l));
	return 0;
}

static int
read_seat(struct line *l, struct order *o)
{
	if (!has_more(l))
		return expected(l, "a seat's name");
	if (parse_seat_word(l, l->word[l->at], &o->to) < 0)
		return -1;
	l->at++;
	return 0;
}

static void
write_seat(const struct writer *w, const struct order *o)
{
	buf_fmt(w->out, " %s", names_seat(w->names, o->to));
}

/* goal X,Y, or a seat */
static int
read_goal_or_seat(struct line *l, struct order *o)
{
	return take_word(l, "goal") ? read_place(l, o) : read_seat(l, o);
}

static void
write_goal_or_seat(const struct writer *w, const struct order *o)
{
	if (o->to != SEAT_NONE) {
		write_seat(w, o);
		return;
	}
	buf_str(w->out, " goal");
	write_spots(w, o);
}

/* Only a card of two tools leaves open which it repairs. */
static int
read_tool(struct line *l, struct order *o)
{
	unsigned tools = l->rules->card[o->card[0]].tools;
	bool is_double = (tools & (tools - 1)) != 0;

	if (!has_more(l))
		return 0;
	unsigned tool = tool_find(l->word[l->at].s, l->word[l->at].n);
	if (tool == 0)
		return is_double ? expected(l, "a tool (pickaxe, lamp or cart)") : parse_end(l);
	if (!is_double && tool != tools)
		return expected(l, tool_name(tools));
	o->what = is_double ? (uint8_t)tool : 0;
	l->at++;
	return 0;
}

static void
write_tool(const struct writer *w, const struct order *o)
{
	if (o->what != 0)
		buf_fmt(w->out, " %s", tool_name(o->what));
}

/* CARD at X,Y [flipped] */
static int
read_placed(struct line *l, struct order *o)
{
	if (parse_card(l, "the kind of a path card", &o->card[0]) < 0)
		return -1;
	o->n_card = 1;
	if (!take_word(l, "at"))
		return expected(l, "\"at\"");
	if (read_place(l, o) < 0)
		return -1;
	if (take_word(l, "flipped"))
		o->flags |= ORDER_FLIPPED;
	return 0;
}

static void
write_placed(const struct writer *w, const struct order *o)
{
	write_cards(w, o);
	buf_str(w->out, " at ");
	spot_text(o->at[0], w->out);
	if (o->flags & ORDER_FLIPPED)
		buf_str(w->out, " flipped");
}

static void
write_door(const struct writer *w, const struct order *o)
{
	write_some_spots(w, o, 0, 1);
}

/* Words behind another, each a flag. */
struct flag_words {
	const char *lead;     /* NULL: one of the words must be there */
	const char *expected; /* behind it */
	struct {
		const char *word;
		uint8_t flag;
	} one[4];
};

static const struct flag_words turn_words = { "turn", "keep or flip",
	{ { "keep", ORDER_TURN_KEEP }, { "flip", ORDER_TURN_FLIP } } },
			       turn_best_words = { "turn", "keep, flip or best",
				       { { "keep", ORDER_TURN_KEEP }, { "flip", ORDER_TURN_FLIP },
					   { "best", ORDER_TURN_BEST } } },
			       may_axe_words = { "axe", "yes or no",
				       { { "yes", ORDER_AXE_YES }, { "no", ORDER_AXE_NO } } },
			       axe_words = { NULL, "use or keep",
				       { { "use", ORDER_AXE_YES }, { "keep", ORDER_AXE_NO } } };

static int
read_flag(struct line *l, struct order *o, const struct flag_words *words)
{
	if (words->lead != NULL && !take_word(l, words->lead))
		return 0;
	for (unsigned i = 0; words->one[i].word != NULL; i++) {
		if (take_word(l, words->one[i].word)) {
			o->flags |= words->one[i].flag;
			return 0;
		}
	}
	return expected(l, words->expected);
}

static void
write_flags(const struct writer *w, const struct order *o, const struct flag_words *words)
{
	for (unsigned i = 0; words->one[i].word != NULL; i++) {
		if ((o->flags & words->one[i].flag) != 0)
			buf_fmt(w->out, "%s%s %s", words->lead != NULL ? " " : "",
			    words->lead != NULL ? words->lead : "", words->one[i].word);
	}
}

/* pay X,Y ... */
static int
read_pay(struct line *l, struct order *o)
{
	if (!take_word(l, "pay"))
		return 0;
	do {
		if (read_place(l, o) < 0)
			return -1;
	} while (is_spot_next(l));
	return 0;
}

/* pay and turn, in this order or the other */
static int
read_pay_and_turn(struct line *l, struct order *o)
{
	unsigned n_at = o->n_at;

	if (!l->rules->words->pays)
		return 0;
	if (read_pay(l, o) < 0 || read_flag(l, o, &turn_best_words) < 0)
		return -1;
	return o->n_at == n_at ? read_pay(l, o) : 0;
}

static void
write_pay_and_turn(const struct writer *w, const struct order *o)
{
	if (o->n_at > 1)
		buf_str(w->out, " pay");
	write_some_spots(w, o, 1, ORDER_SPOTS);
	write_flags(w, o, &turn_best_words);
}

/* A number: the line that stands for several discards. */
static bool
is_number_next(const struct line *l)
{
	int64_t value;

	return has_more(l) &&
	    number_parse(l->word[l->at].s, l->word[l->at].n, UINT8_MAX, &value) == 0;
}

/* CARD ... [to remove CARD] */
static int
read_discarded(struct line *l, struct order *o)
{
	if (is_number_next(l)) {
		(void)err_set(l->err, ERR_SYNTAX, "that line stands for several orders");
		return err_hint(l->err, "name the cards to discard: discard map");
	}
	do {
		if (o->n_card >= ORDER_CARDS)
			return err_set(
			    l->err, ERR_SYNTAX, "more than %d cards to discard", ORDER_CARDS);
		if (parse_card(l, "the kind of a card", &o->card[o->n_card]) < 0)
			return -1;
		o->n_card++;
	} while (has_more(l) && !is_next(l, "to"));
	if (!take_word(l, "to"))
		return 0;

	if ((l->rules->words->orders & ORDER_BIT(ORDER_CLEAR)) == 0)
		return err_set(l->err, ERR_SYNTAX, "in %s nothing can be removed by discarding",
		    l->rules->name);
	if (!take_word(l, "remove"))
		return expected(l, "\"remove\"");
	if (o->n_card != 2)
		return err_set(
		    l->err, ERR_SYNTAX, "to remove a card exactly two must be discarded");
	o->kind = ORDER_CLEAR;
	return parse_card(l, "the kind of the card to remove", &o->what);
}

static void
write_discarded(const struct writer *w, const struct order *o)
{
	write_cards(w, o);
	if (o->kind == ORDER_CLEAR) {
		buf_str(w->out, " to remove ");
		write_card(w, o->what);
	}
}

static int
read_nugget(struct line *l, struct order *o)
{
	int64_t value;

	if (!has_more(l) || number_parse(l->word[l->at].s, l->word[l->at].n, UINT8_MAX, &value) < 0)
		return expected(l, "the value of a nugget (1, 2 or 3)");
	o->what = (uint8_t)value;
	l->at++;
	return 0;
}

static void
write_nugget(const struct writer *w, const struct order *o)
{
	buf_fmt(w->out, " %u", (unsigned)o->what);
}

static int
read_names(struct line *l, struct order *o)
{
	if (take_word(l, "none"))
		return 0;
	if (!has_more(l))
		return expected(l, "\"none\" or names joined by commas");

	struct word rest = l->word[l->at];
	for (;;) {
		const char *comma = memchr(rest.s, ',', rest.n);
		struct word one = { rest.s, comma != NULL ? (size_t)(comma - rest.s) : rest.n };

		if (o->n_at >= STEAL_MAX)
			return err_set(
			    l->err, ERR_SYNTAX, "more than %d names to steal from", STEAL_MAX);
		if (parse_seat_word(l, one, &o->to_seat[o->n_at]) < 0)
			return -1;
		o->n_at++;
		if (comma == NULL)
			break;
		rest = (struct word){ comma + 1, rest.n - one.n - 1 };
	}
	l->at++;
	return 0;
}

static void
write_names(const struct writer *w, const struct order *o)
{
	if (o->n_at == 0)
		buf_str(w->out, " none");
	for (unsigned i = 0; i < o->n_at && i < STEAL_MAX; i++) {
		buf_chr(w->out, i == 0 ? ' ' : ',');
		buf_str(w->out, names_seat(w->names, o->to_seat[i]));
	}
}

static int
parse_cut(struct line *l, struct order *o)
{
	if (read_edge(l, o) < 0)
		return -1;
	o->at[o->n_at - 1].part |= SPOT_CUT;
	return 0;
}

/* to SPACE, or spaces and cut EDGE in walking order; then what the walk may say of a creature and of
 * a goal it meets */
static int
read_walk(struct line *l, struct order *o)
{
	if (take_word(l, "to")) {
		o->kind = ORDER_WALK_TO;
		if (read_space(l, o) < 0)
			return -1;
	} else {
		do {
			if (take_word(l, "cut") ? parse_cut(l, o) < 0 : read_space(l, o) < 0)
				return -1;
		} while (is_spot_next(l) || is_next(l, "cut"));
	}
	return read_flag(l, o, &may_axe_words) < 0 ? -1 : read_flag(l, o, &turn_words);
}

static void
write_walk(const struct writer *w, const struct order *o)
{
	if (o->kind == ORDER_WALK_TO) {
		buf_str(w->out, " to ");
		spot_text(o->at[0], w->out);
	} else {
		write_spots(w, o);
	}
	write_flags(w, o, &may_axe_words);
	write_flags(w, o, &turn_best_words);
}

static int
read_cuts(struct line *l, struct order *o)
{
	while (take_word(l, "cut")) {
		if (parse_cut(l, o) < 0)
			return -1;
	}
	return 0;
}

static const struct {
	const char *word;
	uint8_t action;
} creature[] = {
	{ "rat", ACTION_RAT },
	{ "lindworm", ACTION_LINDWORM },
	{ "goblin", ACTION_GOBLIN },
	{ "all", ACTION_NONE },
};

enum { N_CREATURES = sizeof creature / sizeof creature[0] };

/* a creature or all, use|keep */
static int
read_axe(struct line *l, struct order *o)
{
	size_t i = 0;

	while (i < N_CREATURES && !take_word(l, creature[i].word))
		i++;
	if (i == N_CREATURES)
		return expected(l, "rat, lindworm, goblin or all");
	o->what = creature[i].action;
	return read_flag(l, o, &axe_words);
}

static void
write_axe(const struct writer *w, const struct order *o)
{
	for (size_t i = 0; i < N_CREATURES; i++) {
		if (creature[i].action == o->what)
			buf_fmt(w->out, " %s", creature[i].word);
	}
	write_flags(w, o, &axe_words);
}

/* ---- verbs ------------------------------------------------------------------------------- */

struct piece {
	int (*read)(struct line *l, struct order *o);
	void (*write)(const struct writer *w, const struct order *o);
};

static const struct piece placed = { read_placed, write_placed },
			  discarded = { read_discarded, write_discarded },
			  nugget = { read_nugget, write_nugget },
			  robbed = { read_names, write_names }, walk = { read_walk, write_walk },
			  cuts = { read_cuts, write_spots }, axe = { read_axe, write_axe },
			  pay_and_turn = { read_pay_and_turn, write_pay_and_turn },
			  target = { read_seat, write_seat }, tool = { read_tool, write_tool },
			  place = { read_place, write_spots }, door = { read_place, write_door },
			  goal_or_seat = { read_goal_or_seat, write_goal_or_seat },
			  edge = { read_edge, write_spots }, spaces = { read_spaces, write_spots };

enum { PIECES_MAX = 2 };
#define PIECES const struct piece *piece[PIECES_MAX + 1] /* up to NULL */

/* The verbs that are not cards.  A verb of two kinds becomes the second as it is read. */
static const struct verb {
	const char *word;
	enum order_kind kind;
	PIECES;
} verb[] = {
	{ "place", ORDER_PLACE, { &placed, &pay_and_turn } },
	{ "discard", ORDER_DISCARD, { &discarded } },
	{ "discard", ORDER_CLEAR, { &discarded } },
	{ "take", ORDER_TAKE, { &nugget } },
	{ "steal", ORDER_STEAL, { &robbed } },
	{ "walk", ORDER_WALK, { &walk } },
	{ "walk", ORDER_WALK_TO, { &walk } },
	{ "stay", ORDER_STAY, { &cuts } },
	{ "cut", ORDER_CUT, { &edge } },
	{ "axe", ORDER_AXE, { &axe } },
	{ "agree", ORDER_AGREE, { NULL } },
	{ "disagree", ORDER_DISAGREE, { NULL } },
	{ "resign", ORDER_RESIGN, { NULL } },
};

enum { N_VERBS = sizeof verb / sizeof verb[0] };

/* An action card is a verb of its own. */
static const struct {
	PIECES;
} asked[] = {
	[ASKS_NOTHING] = { { NULL } },
	[ASKS_SEAT] = { { &target } },
	[ASKS_SEAT_TOOL] = { { &target, &tool } },
	[ASKS_PLACE] = { { &place } },
	[ASKS_DOOR] = { { &door, &pay_and_turn } },
	[ASKS_GOAL_OR_SEAT] = { { &goal_or_seat } },
	[ASKS_EDGE] = { { &edge } },
	[ASKS_SPACES] = { { &spaces } },
};

static const enum action_asks asks[ACTION_COUNT] = {
	[ACTION_BREAK] = ASKS_SEAT,
	[ACTION_REPAIR] = ASKS_SEAT_TOOL,
	[ACTION_ROCKFALL] = ASKS_PLACE,
	[ACTION_MAP] = ASKS_PLACE,
	[ACTION_THEFT] = ASKS_NOTHING,
	[ACTION_HANDS_OFF] = ASKS_SEAT,
	[ACTION_SWAP_HANDS] = ASKS_SEAT,
	[ACTION_INSPECTION] = ASKS_SEAT,
	[ACTION_SWAP_HATS] = ASKS_SEAT,
	[ACTION_TRAPPED] = ASKS_SEAT,
	[ACTION_FREE] = ASKS_SEAT,
	[ACTION_KEY] = ASKS_DOOR,
	[ACTION_INFORMATION] = ASKS_GOAL_OR_SEAT,
	[ACTION_SWAP_CARDS] = ASKS_SEAT,
	[ACTION_SPIDERWEB] = ASKS_EDGE,
	[ACTION_BOOTS] = ASKS_SEAT,
	[ACTION_BATTLE_AXE] = ASKS_SEAT,
	[ACTION_RAT] = ASKS_SPACES,
	[ACTION_LINDWORM] = ASKS_SPACES,
	[ACTION_GOBLIN] = ASKS_SPACES,
};

enum action_asks
action_asks(enum action action)
{
	return action < ACTION_COUNT ? asks[action] : ASKS_NOTHING;
}

static int
read_pieces(struct line *l, struct order *o, const struct piece *const *piece)
{
	l->at++;
	for (; *piece != NULL; piece++) {
		if ((*piece)->read(l, o) < 0)
			return -1;
	}
	return 0;
}

/* What people try, and what does it. */
static const struct {
	const char *word;
	enum order_kind by;
	const char *hint;
} tried[] = {
	{ "pass", ORDER_DISCARD, "to pass, discard: discard nsw" },
	{ "flip", ORDER_PLACE, "flipped stands behind the place: place nsw at 3,-1 flipped" },
	{ "flipped", ORDER_PLACE, "flipped stands behind the place: place nsw at 3,-1 flipped" },
	{ "remove", ORDER_CLEAR,
	    "to remove a card, discard two: discard nsw map to remove break-lamp" },
	{ "play", ORDER_ACT, "an action card is a verb of its own: map 8,0" },
	{ "move", ORDER_WALK, "to move a dwarf: walk 1,0 2,0, or walk to 2,0" },
};

/* The first word is neither a verb of these rules nor one of their action cards. */
static int
no_verb(struct line *l, struct word w, card_id card)
{
	struct nearest near = nearest_to(l);
	struct shown shown = show(w);

	if (card != CARD_NONE) {
		(void)err_set(l->err, ERR_SYNTAX, "%s is a card, not an order", shown.text);
		return l->rules->card[card].class == CARD_PATH ?
		    err_hint(l->err, "place %.*s at x,y, or discard %.*s", (int)w.n, w.s, (int)w.n,
			w.s) :
		    -1;
	}
	(void)err_set(l->err, ERR_SYNTAX, "%s is no order of %s", shown.text, l->rules->name);
	for (size_t i = 0; i < sizeof tried / sizeof tried[0]; i++)
		if (is_word(tried[i].word, w.s, w.n) &&
		    (l->rules->words->orders & ORDER_BIT(tried[i].by)) != 0)
			return err_hint(l->err, "%s", tried[i].hint);
	for (size_t i = 0; i < N_VERBS; i++) {
		if ((l->rules->words->orders & ORDER_BIT(verb[i].kind)) != 0)
			nearest_try(&near, verb[i].word);
	}
	nearest_try_cards(&near, l->rules, true);
	return nearest_hint(&near, l->err);
}

static int
parse_verb(struct line *l, struct order *o)
{
	struct word w = l->word[l->at];

	for (size_t i = 0; i < N_VERBS; i++) {
		if ((l->rules->words->orders & ORDER_BIT(verb[i].kind)) == 0 ||
		    !is_next(l, verb[i].word))
			continue;
		o->kind = (uint8_t)verb[i].kind;
		return read_pieces(l, o, verb[i].piece);
	}
	card_id card = card_find(l->rules, w.s, w.n);
	if (card == CARD_NONE || l->rules->card[card].class != CARD_ACTION)
		return no_verb(l, w, card);
	o->kind = ORDER_ACT;
	o->n_card = 1;
	o->card[0] = card;
	return read_pieces(
	    l, o, asked[action_asks((enum action)l->rules->card[card].action)].piece);
}

static int
parse_words(struct line *l, const struct buf *text, struct order *o)
{
	const char *p = text->p, *end = p + text->n;

	while (p < end) {
		const char *blank = memchr(p, ' ', (size_t)(end - p));
		const char *stop = blank != NULL ? blank : end;

		if (l->n_word >= WORDS_MAX)
			BUG("more words than the line has room for");
		l->word[l->n_word++] = (struct word){ p, (size_t)(stop - p) };
		p = stop + (blank != NULL);
	}
	if (parse_verb(l, o) < 0)
		return -1;
	return parse_end(l);
}

int
orderline_parse(const struct rules *rules, const struct names *names, uint8_t seat, const char *s,
    size_t n, struct order *out, struct err *err)
{
	struct order o = { .seat = seat, .to = SEAT_NONE };
	struct line l = { .rules = rules, .names = names, .err = err };
	struct buf text = BUF_INIT;
	int result;

	if (n > 4 * ORDERLINE_MAX)
		return err_set(
		    err, ERR_SYNTAX, "an order of more than %d characters", ORDERLINE_MAX);
	orderline_squeeze(s, n, &text);
	if (text.n == 0) {
		(void)err_set(err, ERR_SYNTAX, "an empty order");
		result = err_hint(err, "an order is a verb and its words: place nsw at 3,-1");
	} else if (memchr(text.p, '|', text.n) != NULL) {
		(void)err_set(err, ERR_SYNTAX, "that line stands for several orders");
		result = err_hint(err,
		    "give one of them: what is behind | stands in place of "
		    "what is before it");
	} else if (text.n > ORDERLINE_MAX) {
		result = err_set(
		    err, ERR_SYNTAX, "an order of more than %d characters", ORDERLINE_MAX);
	} else {
		result = parse_words(&l, &text, &o);
	}
	buf_release(&text);
	if (result == 0)
		*out = o;
	return result;
}

void
orderline_text(
    const struct rules *rules, const struct names *names, const struct order *o, struct buf *out)
{
	struct writer w = { rules, names, out };
	const struct piece *const *piece = NULL;

	if (o->kind == ORDER_ACT) {
		card_id card = o->card[0];
		unsigned action = card < rules->n_cards ? rules->card[card].action : ACTION_NONE;

		write_card(&w, card);
		piece = asked[action_asks((enum action)action)].piece;
	}
	for (size_t i = 0; i < N_VERBS && piece == NULL; i++) {
		if (verb[i].kind == o->kind) {
			buf_str(out, verb[i].word);
			piece = verb[i].piece;
		}
	}
	if (piece == NULL)
		BUG("no such kind of order");
	while (*piece != NULL)
		(*piece++)->write(&w, o);
}

/* Trolls to be paid, behind the first place, by x, then y. */
static void
sort_trolls(struct order *o)
{
	for (unsigned i = 2; i < o->n_at && i < ORDER_SPOTS; i++) {
		struct spot at = o->at[i];
		unsigned j = i;

		for (; j > 1; j--) {
			const struct spot *before = &o->at[j - 1];

			if (before->x < at.x || (before->x == at.x && before->y <= at.y))
				break;
			o->at[j] = *before;
		}
		o->at[j] = at;
	}
}

void
orderline_sort(const struct rules *rules, struct order *o)
{
	if (rules->words->pays && (o->kind == ORDER_PLACE || o->kind == ORDER_ACT))
		sort_trolls(o);
	if (o->kind != ORDER_DISCARD && o->kind != ORDER_CLEAR)
		return;
	for (unsigned i = 1; i < o->n_card && i < ORDER_CARDS; i++) {
		for (unsigned j = i; j > 0; j--) {
			char before[CARD_NAME_MAX], after[CARD_NAME_MAX];
			card_id card = o->card[j];

			card_name(rules, o->card[j - 1], before);
			card_name(rules, card, after);
			if (strcmp(before, after) <= 0)
				break;
			o->card[j] = o->card[j - 1];
			o->card[j - 1] = card;
		}
	}
}
