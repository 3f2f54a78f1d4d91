/*
 * The order language, read.  An order in words: orderline_text.c.
 *
 * (O1) orderline_parse(orderline_text(o)) is o, if o is what a parse can give.
 * (O2) orderline_text(orderline_parse(s)) is canonical: parsing it again gives the same order.
 * (O3) A word of the input goes into a message only if it is clean and short.
 */
#include "text/orderline.h"

#include <string.h>

#include "text/orderword.h"
#include "util/mem.h"
#include "util/utf8.h"
#include "util/word.h"

enum { WORDS_MAX = ORDERLINE_MAX / 2 + 1 };

/* A line being read. */
struct line {
	const struct rules *rules;
	const struct names *names;
	unsigned n_word, at; /* words there are; the next one to read */
	struct word word[WORDS_MAX];
	struct err *err;
};

struct verb {
	const char *word;
	unsigned rules; /* RULES_BIT of each rules set that has it */
	enum order_kind kind;
	int (*parse)(struct line *l, struct order *o);
};

static int parse_place(struct line *l, struct order *o);
static int parse_discard(struct line *l, struct order *o);
static int parse_walk(struct line *l, struct order *o);
static int parse_stay(struct line *l, struct order *o);
static int parse_take(struct line *l, struct order *o);
static int parse_steal(struct line *l, struct order *o);
static int parse_axe(struct line *l, struct order *o);
static int parse_nothing(struct line *l, struct order *o);

/* The verbs that are not cards.  An action card is a verb of its own in rules sets that have it. */
static const struct verb verb[] = {
	{ "place", RULES_ALL, ORDER_PLACE, parse_place },
	{ "discard", RULES_ALL, ORDER_DISCARD, parse_discard },
	{ "take", RULES_BIT(RULES_SABOTEUR), ORDER_TAKE, parse_take },
	{ "steal", RULES_BIT(RULES_SABOTEUR2), ORDER_STEAL, parse_steal },
	{ "walk", RULES_BIT(RULES_DARK_CAVE), ORDER_WALK, parse_walk },
	{ "stay", RULES_BIT(RULES_DARK_CAVE), ORDER_STAY, parse_stay },
	{ "axe", RULES_BIT(RULES_DARK_CAVE), ORDER_AXE, parse_axe },
	{ "agree", RULES_BIT(RULES_DARK_CAVE), ORDER_AGREE, parse_nothing },
	{ "disagree", RULES_BIT(RULES_DARK_CAVE), ORDER_DISAGREE, parse_nothing },
	{ "resign", RULES_ALL, ORDER_RESIGN, parse_nothing },
};

enum { N_VERBS = sizeof verb / sizeof verb[0] };

/* Rules sets in which ORDER_CLEAR ("discard ... to remove ...") exists. */
static const unsigned rules_clear = RULES_BIT(RULES_SABOTEUR2) | RULES_BIT(RULES_DUEL);

static bool
has_bit(const struct rules *rules, unsigned bits)
{
	return (bits & RULES_BIT(rules->id)) != 0;
}

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

/* ---- pieces of an order ------------------------------------------------------------------ */

static int
parse_card(struct line *l, const char *what, card_id *card)
{
	if (!has_more(l))
		return expected(l, what);
	struct word w = l->word[l->at];
	*card = card_find(l->rules, w.s, w.n);
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

static int
parse_seat(struct line *l, uint8_t *seat)
{
	if (!has_more(l))
		return expected(l, "a seat's name");
	if (parse_seat_word(l, l->word[l->at], seat) < 0)
		return -1;
	l->at++;
	return 0;
}

/* One more entry of at[]: a place with the parts that are allowed there. */
static int
parse_spot(struct line *l, struct order *o, unsigned part_min, unsigned part_max, const char *what)
{
	struct spot spot;

	if (!has_more(l))
		return expected(l, what);
	struct word w = l->word[l->at];
	if (spot_parse(w.s, w.n, &spot) < 0 || spot.part < part_min || spot.part > part_max)
		return expected(l, what);
	if (o->n_at >= ORDER_SPOTS)
		return err_set(l->err, ERR_SYNTAX, "more than %d places in one order", ORDER_SPOTS);
	o->at[o->n_at++] = spot;
	l->at++;
	return 0;
}

static int
parse_at(struct line *l, struct order *o)
{
	return parse_spot(l, o, PART_WHOLE, PART_WHOLE, "a place x,y");
}

static int
parse_edge(struct line *l, struct order *o)
{
	return parse_spot(l, o, PART_N, PART_W, "an edge x,y/n (or e, s, w)");
}

static int
parse_space(struct line *l, struct order *o)
{
	return parse_spot(
	    l, o, PART_WHOLE, PART_T, "a space (x,y, or x,y/n, /e, /s, /w, /c, /c2, /t)");
}

static bool
is_spot_next(const struct line *l)
{
	struct spot spot;

	return has_more(l) && spot_parse(l->word[l->at].s, l->word[l->at].n, &spot) == 0;
}

/* pay X,Y ... */
static int
parse_pay(struct line *l, struct order *o)
{
	if (l->rules->id != RULES_DUEL || !take_word(l, "pay"))
		return 0;
	do {
		if (parse_at(l, o) < 0)
			return -1;
	} while (is_spot_next(l));
	return 0;
}

/* turn keep|flip|best */
static int
parse_turn(struct line *l, struct order *o)
{
	if (!take_word(l, "turn"))
		return 0;
	for (size_t i = 0; i < N_TURN_WORDS; i++) {
		if (has_bit(l->rules, order_turn_word[i].rules) &&
		    take_word(l, order_turn_word[i].word)) {
			o->flags |= order_turn_word[i].value;
			return 0;
		}
	}
	return expected(l, l->rules->id == RULES_DUEL ? "keep, flip or best" : "keep or flip");
}

/* The Duel: what may stand behind place and key, in this order or the other. */
static int
parse_pay_and_turn(struct line *l, struct order *o)
{
	unsigned n_at = o->n_at;

	if (parse_pay(l, o) < 0 || parse_turn(l, o) < 0)
		return -1;
	return o->n_at == n_at ? parse_pay(l, o) : 0;
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

/* ---- verbs ------------------------------------------------------------------------------- */

static int
parse_nothing(struct line *l, struct order *o)
{
	(void)l;
	(void)o;
	return 0;
}

static int
parse_place(struct line *l, struct order *o)
{
	if (parse_card(l, "the kind of a path card", &o->card[0]) < 0)
		return -1;
	o->n_card = 1;
	if (!take_word(l, "at"))
		return expected(l, "\"at\"");
	if (parse_at(l, o) < 0)
		return -1;
	if (take_word(l, "flipped"))
		o->flags |= ORDER_FLIPPED;
	if (l->rules->id != RULES_DUEL)
		return 0;
	return parse_pay_and_turn(l, o);
}

static int
parse_discard(struct line *l, struct order *o)
{
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

	if (!has_bit(l->rules, rules_clear))
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

static int
parse_take(struct line *l, struct order *o)
{
	int64_t value;

	if (!has_more(l) || number_parse(l->word[l->at].s, l->word[l->at].n, UINT8_MAX, &value) < 0)
		return expected(l, "the value of a nugget (1, 2 or 3)");
	o->what = (uint8_t)value;
	l->at++;
	return 0;
}

static int
parse_steal(struct line *l, struct order *o)
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

static int
parse_cut(struct line *l, struct order *o)
{
	if (parse_edge(l, o) < 0)
		return -1;
	o->at[o->n_at - 1].part |= SPOT_CUT;
	return 0;
}

/* axe yes|no, turn keep|flip: what a walk may say of a creature and of a goal it meets */
static int
parse_walk_end(struct line *l, struct order *o)
{
	if (take_word(l, "axe")) {
		if (take_word(l, "yes"))
			o->flags |= ORDER_AXE_YES;
		else if (take_word(l, "no"))
			o->flags |= ORDER_AXE_NO;
		else
			return expected(l, "yes or no");
	}
	return parse_turn(l, o);
}

static int
parse_walk(struct line *l, struct order *o)
{
	if (take_word(l, "to")) {
		o->kind = ORDER_WALK_TO;
		return parse_space(l, o) < 0 ? -1 : parse_walk_end(l, o);
	}
	do {
		if (take_word(l, "cut") ? parse_cut(l, o) < 0 : parse_space(l, o) < 0)
			return -1;
	} while (is_spot_next(l) || is_next(l, "cut"));
	return parse_walk_end(l, o);
}

static int
parse_stay(struct line *l, struct order *o)
{
	while (take_word(l, "cut")) {
		if (parse_cut(l, o) < 0)
			return -1;
	}
	return 0;
}

static int
parse_axe(struct line *l, struct order *o)
{
	bool found = false;

	for (size_t i = 0; i < N_CREATURE_WORDS && !found; i++) {
		found = take_word(l, order_creature_word[i].word);
		if (found)
			o->what = order_creature_word[i].value;
	}
	if (!found)
		return expected(l, "rat, lindworm, goblin or all");
	if (take_word(l, "use"))
		o->flags |= ORDER_AXE_YES;
	else if (take_word(l, "keep"))
		o->flags |= ORDER_AXE_NO;
	else
		return expected(l, "use or keep");
	return 0;
}

/* Only a card of two tools leaves open which it repairs. */
static int
parse_tool(struct line *l, struct order *o)
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

static int
parse_act(struct line *l, struct order *o)
{
	switch (action_asks((enum action)l->rules->card[o->card[0]].action)) {
	case ASKS_NOTHING:
		return 0;
	case ASKS_SEAT:
		return parse_seat(l, &o->to);
	case ASKS_SEAT_TOOL:
		return parse_seat(l, &o->to) < 0 ? -1 : parse_tool(l, o);
	case ASKS_PLACE:
		return parse_at(l, o);
	case ASKS_DOOR:
		return parse_at(l, o) < 0 ? -1 : parse_pay_and_turn(l, o);
	case ASKS_GOAL_OR_SEAT:
		if (take_word(l, "goal"))
			return parse_at(l, o);
		return parse_seat(l, &o->to);
	case ASKS_EDGE:
		return parse_edge(l, o);
	case ASKS_SPACES:
		do {
			if (parse_space(l, o) < 0)
				return -1;
		} while (has_more(l));
		return 0;
	}
	BUG("an action that asks for nothing known");
}

/* The first word: a verb of these rules, or one of their action cards. */
static int
parse_verb(struct line *l, struct order *o)
{
	struct word w = l->word[l->at];

	for (size_t i = 0; i < N_VERBS; i++) {
		if (!has_bit(l->rules, verb[i].rules) || !is_word(verb[i].word, w.s, w.n))
			continue;
		o->kind = (uint8_t)verb[i].kind;
		l->at++;
		return verb[i].parse(l, o);
	}
	card_id card = card_find(l->rules, w.s, w.n);
	if (card != CARD_NONE && l->rules->card[card].class == CARD_ACTION) {
		o->kind = ORDER_ACT;
		o->n_card = 1;
		o->card[0] = card;
		l->at++;
		return parse_act(l, o);
	}

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
	for (size_t i = 0; i < N_VERBS; i++) {
		if (has_bit(l->rules, verb[i].rules))
			nearest_try(&near, verb[i].word);
	}
	nearest_try_cards(&near, l->rules, true);
	return nearest_hint(&near, l->err);
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
