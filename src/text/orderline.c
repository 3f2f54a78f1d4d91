/*
 * The order language, read and written.
 *
 * (O1) orderline_parse(orderline_text(o)) is o, if o is a possible result of orderline_parse.
 * (O2) orderline_text(orderline_parse(s)) is canonical: parsing it again gives the same order.
 * (O3) A word of the input goes into a message only if it is clean and short (text/order_reader.h).
 * (O4) After a verb or an action card follows a row of arguments (text/order_arg.h).
 */
#include "text/orderline.h"

#include <string.h>

#include "text/order_arg.h"
#include "text/text_rules.h"
#include "text/language.h"
#include "util/mem.h"

void
orderline_squeeze(const char *s, size_t n, struct buf *out)
{
	size_t start = out->n;
	bool blank = false;

	for (size_t i = 0; i < n; i++) {
		char c = s[i];

		if (ascii_is_blank(c)) {
			blank = true;
			continue;
		}
		if (blank && c != ',' && out->n > start && out->p[out->n - 1] != ',')
			buf_chr(out, ' ');
		blank = false;
		buf_chr(out, c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c);
	}
}

/* ---- verbs ------------------------------------------------------------------------------- */

enum { PIECES_MAX = 2 };
#define PIECES const struct order_arg *piece[PIECES_MAX + 1] /* ends with NULL */

/* The verbs that are not cards. A verb with two kinds becomes the second while it is read. */
static const struct verb {
	const char *word;
	enum order_kind kind;
	PIECES;
} verb[] = {
	{ "place", ORDER_PLACE, { &piece_placed, &piece_pay_and_turn } },
	{ "discard", ORDER_DISCARD, { &piece_discarded } },
	{ "discard", ORDER_CLEAR, { &piece_discarded } },
	{ "take", ORDER_TAKE, { &piece_nugget } },
	{ "steal", ORDER_STEAL, { &piece_robbed } },
	{ "walk", ORDER_WALK, { &piece_walk } },
	{ "walk", ORDER_WALK_TO, { &piece_walk } },
	{ "stay", ORDER_STAY, { &piece_cuts } },
	{ "cut", ORDER_CUT, { &piece_edge } },
	{ "axe", ORDER_AXE, { &piece_axe } },
	{ "agree", ORDER_AGREE, { NULL } },
	{ "disagree", ORDER_DISAGREE, { NULL } },
	{ "resign", ORDER_RESIGN, { NULL } },
};

enum { N_VERBS = sizeof verb / sizeof verb[0] };

/* The arguments of an action card, which is itself a verb. */
static const struct {
	PIECES;
} args_of[] = {
	[ARGS_NOTHING] = { { NULL } },
	[ARGS_SEAT] = { { &piece_target } },
	[ARGS_SEAT_TOOL] = { { &piece_target, &piece_tool } },
	[ARGS_PLACE] = { { &piece_place } },
	[ARGS_DOOR] = { { &piece_door, &piece_pay_and_turn } },
	[ARGS_GOAL_OR_SEAT] = { { &piece_goal_or_seat } },
	[ARGS_EDGE] = { { &piece_edge } },
	[ARGS_SPACES] = { { &piece_spaces } },
};

static const enum action_args asks[ACTION_COUNT] = {
	[ACTION_BREAK] = ARGS_SEAT,
	[ACTION_REPAIR] = ARGS_SEAT_TOOL,
	[ACTION_ROCKFALL] = ARGS_PLACE,
	[ACTION_MAP] = ARGS_PLACE,
	[ACTION_THEFT] = ARGS_NOTHING,
	[ACTION_HANDS_OFF] = ARGS_SEAT,
	[ACTION_SWAP_HANDS] = ARGS_SEAT,
	[ACTION_INSPECTION] = ARGS_SEAT,
	[ACTION_SWAP_HATS] = ARGS_SEAT,
	[ACTION_TRAPPED] = ARGS_SEAT,
	[ACTION_FREE] = ARGS_SEAT,
	[ACTION_KEY] = ARGS_DOOR,
	[ACTION_INFORMATION] = ARGS_GOAL_OR_SEAT,
	[ACTION_SWAP_CARDS] = ARGS_SEAT,
	[ACTION_SPIDERWEB] = ARGS_EDGE,
	[ACTION_BOOTS] = ARGS_SEAT,
	[ACTION_BATTLE_AXE] = ARGS_SEAT,
	[ACTION_RAT] = ARGS_SPACES,
	[ACTION_LINDWORM] = ARGS_SPACES,
	[ACTION_GOBLIN] = ARGS_SPACES,
};

enum action_args
action_args_of(enum action action)
{
	return action < ACTION_COUNT ? asks[action] : ARGS_NOTHING;
}

static int
read_pieces(struct order_reader *l, struct order *o, const struct order_arg *const *piece)
{
	l->at++;
	for (; *piece != NULL; piece++) {
		if ((*piece)->read(l, o) < 0)
			return -1;
	}
	return 0;
}

/* Words that people try, and the order to use instead. */
static const struct {
	const char *word;
	enum order_kind by;
	const char *hint;
} tried[] = {
	{ "pass", ORDER_DISCARD, MSG_PLAIN("to pass, discard: discard nsw") },
	{ "flip", ORDER_PLACE,
	    MSG_PLAIN("flipped comes after the place: place nsw at 3,-1 flipped") },
	{ "flipped", ORDER_PLACE,
	    MSG_PLAIN("flipped comes after the place: place nsw at 3,-1 flipped") },
	{ "remove", ORDER_CLEAR,
	    MSG_PLAIN("to remove a card, discard two: discard nsw map to remove break-lamp") },
	{ "play", ORDER_ACT, MSG_PLAIN("an action card is a verb of its own: map 8,0") },
	{ "suggest", ORDER_DISCARD,
	    MSG_PLAIN("it stands in orders for every turn, --turn every; for this one: suggest in "
		      "adit play, "
		      "or adit read --suggest") },
	{ "cancel", ORDER_DISCARD,
	    MSG_PLAIN(
		"cancel and cancel every are alone: with --turn next, in adit play as commands") },
	{ "absent", ORDER_DISCARD, MSG_PLAIN("absent belongs to no turn: sign it by itself") },
	{ "leave", ORDER_DISCARD, MSG_PLAIN("leave belongs to no turn: sign it by itself") },
	{ "vote", ORDER_DISCARD,
	    MSG_PLAIN("vote skip bob yes; vote end no: adit(5) has all of them") },
	{ "move", ORDER_WALK, MSG_PLAIN("to move a dwarf: walk 1,0 2,0, or walk to 2,0") },
};

/* "break pickaxe anna" */
static void
try_joined(struct suggestion *near, const struct order_reader *l)
{
	const struct slice a = l->word[l->at], b = l->word[l->at + 1];
	char joined[2 * CARD_NAME_MAX];

	if (a.n > CARD_NAME_MAX - 1 || b.n > CARD_NAME_MAX - 1)
		return;
	(void)snprintf(joined, sizeof joined, "%.*s-%.*s", (int)a.n, a.s, (int)b.n, b.s);
	near->to = (struct slice){ joined, strlen(joined) };
	suggestion_try_cards(near, l->rules, true);
}

/* Sets the error for a first word that is neither a verb of these rules nor one of their action
 * cards. */
static int
no_verb(struct order_reader *l, struct slice w, card_id card)
{
	struct suggestion near = suggestion_to(l);
	struct quoted_word shown = quoted_word_make(w);

	if (card != CARD_NONE) {
		(void)err_set(l->err, ERR_SYNTAX, "%s is a card, not an order", shown.text);
		return l->rules->card[card].class == CARD_PATH ?
		    err_hint(l->err, "place %.*s at x,y, or discard %.*s", (int)w.n, w.s, (int)w.n,
			w.s) :
		    -1;
	}
	(void)err_set(l->err, ERR_SYNTAX, "%s is no order of %s", shown.text, l->rules->name);
	for (size_t i = 0; i < sizeof tried / sizeof tried[0]; i++)
		if (slice_equals(tried[i].word, w.s, w.n) &&
		    (l->rules->words->orders & ORDER_BIT(tried[i].by)) != 0)
			return err_hint(l->err, "%s", tried[i].hint);
	for (size_t i = 0; i < N_VERBS; i++) {
		if ((l->rules->words->orders & ORDER_BIT(verb[i].kind)) != 0)
			suggestion_try(&near, verb[i].word);
	}
	suggestion_try_cards(&near, l->rules, true);
	if (near.word[0] == '\0' && l->at + 1 < l->n_word)
		try_joined(&near, l);
	return suggestion_hint(&near, l->err);
}

unsigned
orderline_verb_distance(const struct rules *rules, const char *s, size_t n)
{
	unsigned least = SLICE_UNLIKE;

	for (size_t i = 0; i < N_VERBS + (size_t)rules->n_cards; i++) {
		char name[CARD_NAME_MAX];
		const char *word = name;
		unsigned d;

		if (i < N_VERBS && (rules->words->orders & ORDER_BIT(verb[i].kind)) == 0)
			continue;
		if (i >= N_VERBS && rules->card[i - N_VERBS].class != CARD_ACTION)
			continue;
		if (i < N_VERBS)
			word = verb[i].word;
		else
			card_name(rules, (card_id)(i - N_VERBS), name);
		d = slice_edit_distance(s, n, word);
		least = d < least ? d : least;
	}
	return least;
}

static int
parse_verb(struct order_reader *l, struct order *o)
{
	struct slice w = l->word[l->at];

	for (size_t i = 0; i < N_VERBS; i++) {
		if ((l->rules->words->orders & ORDER_BIT(verb[i].kind)) == 0 ||
		    !order_reader_is_next(l, verb[i].word))
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
	    l, o, args_of[action_args_of((enum action)l->rules->card[card].action)].piece);
}

bool
orderline_is_verb(const struct rules *rules, const char *s, size_t n)
{
	card_id card = card_find(rules, s, n);

	for (size_t i = 0; i < N_VERBS; i++)
		if ((rules->words->orders & ORDER_BIT(verb[i].kind)) != 0 &&
		    slice_equals(verb[i].word, s, n))
			return true;
	return card != CARD_NONE && rules->card[card].class == CARD_ACTION;
}

static int
parse_words(struct order_reader *l, const struct buf *text, struct order *o)
{
	const char *p = text->p, *end = p + text->n;

	while (p < end) {
		const char *blank = memchr(p, ' ', (size_t)(end - p));
		const char *stop = blank != NULL ? blank : end;

		if (l->n_word >= ORDERWORDS_MAX)
			BUG("more words than the line has room for");
		l->word[l->n_word++] = (struct slice){ p, (size_t)(stop - p) };
		p = stop + (blank != NULL);
	}
	if (parse_verb(l, o) < 0)
		return -1;
	return order_reader_end(l);
}

int
orderline_parse(const struct rules *rules, const struct names *names, uint8_t seat, const char *s,
    size_t n, struct order *out, struct err *err)
{
	struct order o = { .seat = seat, .to = SEAT_NONE };
	struct order_reader l = { .rules = rules, .names = names, .err = err };
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
		    "give one of them: what follows | is in place of "
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
	struct order_writer w = { rules, names, out };
	const struct order_arg *const *piece = NULL;

	if (o->kind == ORDER_ACT) {
		char name[CARD_NAME_MAX];
		card_id card = o->card[0];
		unsigned action = card < rules->n_cards ? rules->card[card].action : ACTION_NONE;

		card_name(rules, card, name);
		buf_str(out, name);
		piece = args_of[action_args_of((enum action)action)].piece;
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

/* Sorts the trolls to be paid, after the first place, by x, then y. */
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
