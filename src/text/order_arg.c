#include "text/order_arg.h"

#include <string.h>

#include "text/text_rules.h"
#include "util/mem.h"

enum { STEAL_MAX = ORDER_SPOTS * 3 };

static void
write_card(const struct order_writer *w, card_id card)
{
	char name[CARD_NAME_MAX];

	card_name(w->rules, card, name);
	buf_str(w->out, name);
}

static void
write_cards(const struct order_writer *w, const struct order *o)
{
	for (unsigned i = 0; i < o->n_card && i < ORDER_CARDS; i++) {
		buf_chr(w->out, ' ');
		write_card(w, o->card[i]);
	}
}

/* Writes the places with indexes `from` to `to` - 1. */
static void
write_some_spots(const struct order_writer *w, const struct order *o, unsigned from, unsigned to)
{
	for (unsigned i = from; i < to && i < o->n_at && i < ORDER_SPOTS; i++) {
		buf_str(w->out, o->at[i].part & SPOT_CUT ? " cut " : " ");
		spot_text(o->at[i], w->out);
	}
}

static void
write_spots(const struct order_writer *w, const struct order *o)
{
	write_some_spots(w, o, 0, ORDER_SPOTS);
}

static int
read_place(struct order_reader *l, struct order *o)
{
	return order_reader_spot(l, o, PART_WHOLE, PART_WHOLE, "a place x,y");
}

static int
read_edge(struct order_reader *l, struct order *o)
{
	return order_reader_spot(l, o, PART_N, PART_W, "an edge x,y/n (or e, s, w)");
}

static int
read_space(struct order_reader *l, struct order *o)
{
	return order_reader_spot(
	    l, o, PART_WHOLE, PART_T, "a space (x,y, or x,y/n, /e, /s, /w, /c, /c2, /t)");
}

static int
read_spaces(struct order_reader *l, struct order *o)
{
	do {
		if (read_space(l, o) < 0)
			return -1;
	} while (order_reader_has_more(l));
	return 0;
}

static int
read_seat(struct order_reader *l, struct order *o)
{
	if (!order_reader_has_more(l))
		return order_reader_expected(l, "a seat's name");
	if (order_reader_seat(l, l->word[l->at], &o->to) < 0)
		return -1;
	l->at++;
	return 0;
}

static void
write_seat(const struct order_writer *w, const struct order *o)
{
	buf_fmt(w->out, " %s", names_seat(w->names, o->to));
}

/* goal X,Y, or a seat */
static int
read_goal_or_seat(struct order_reader *l, struct order *o)
{
	return order_reader_take(l, "goal") ? read_place(l, o) : read_seat(l, o);
}

static void
write_goal_or_seat(const struct order_writer *w, const struct order *o)
{
	if (o->to != SEAT_NONE) {
		write_seat(w, o);
		return;
	}
	buf_str(w->out, " goal");
	write_spots(w, o);
}

/* Only a card of two tools needs the name of a tool. */
static int
read_tool(struct order_reader *l, struct order *o)
{
	unsigned tools = l->rules->card[o->card[0]].tools;
	bool is_double = (tools & (tools - 1)) != 0;

	if (!order_reader_has_more(l))
		return 0;
	unsigned tool = tool_find(l->word[l->at].s, l->word[l->at].n);
	if (tool == 0)
		return is_double ? order_reader_expected(l, "a tool (pickaxe, lamp or cart)") :
				   order_reader_end(l);
	if (!is_double && tool != tools)
		return order_reader_expected(l, tool_name(tools));
	o->what = is_double ? (uint8_t)tool : 0;
	l->at++;
	return 0;
}

static void
write_tool(const struct order_writer *w, const struct order *o)
{
	if (o->what != 0)
		buf_fmt(w->out, " %s", tool_name(o->what));
}

/* CARD at X,Y [flipped] */
static int
read_placed(struct order_reader *l, struct order *o)
{
	if (order_reader_card(l, "the kind of a path card", &o->card[0]) < 0)
		return -1;
	o->n_card = 1;
	if (!order_reader_take(l, "at"))
		return order_reader_expected(l, "\"at\"");
	if (read_place(l, o) < 0)
		return -1;
	if (order_reader_take(l, "flipped"))
		o->flags |= ORDER_FLIPPED;
	return 0;
}

static void
write_placed(const struct order_writer *w, const struct order *o)
{
	write_cards(w, o);
	buf_str(w->out, " at ");
	spot_text(o->at[0], w->out);
	if (o->flags & ORDER_FLIPPED)
		buf_str(w->out, " flipped");
}

static void
write_door(const struct order_writer *w, const struct order *o)
{
	write_some_spots(w, o, 0, 1);
}

/* Words after another word, each a flag. */
struct flag_words {
	const char *lead;     /* NULL: one of the words must be present */
	const char *expected; /* after `lead` */
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
read_flag(struct order_reader *l, struct order *o, const struct flag_words *words)
{
	if (words->lead != NULL && !order_reader_take(l, words->lead))
		return 0;
	for (unsigned i = 0; words->one[i].word != NULL; i++) {
		if (order_reader_take(l, words->one[i].word)) {
			o->flags |= words->one[i].flag;
			return 0;
		}
	}
	return order_reader_expected(l, words->expected);
}

static void
write_flags(const struct order_writer *w, const struct order *o, const struct flag_words *words)
{
	for (unsigned i = 0; words->one[i].word != NULL; i++) {
		if ((o->flags & words->one[i].flag) != 0)
			buf_fmt(w->out, "%s%s %s", words->lead != NULL ? " " : "",
			    words->lead != NULL ? words->lead : "", words->one[i].word);
	}
}

/* pay X,Y ... */
static int
read_pay(struct order_reader *l, struct order *o)
{
	if (!order_reader_take(l, "pay"))
		return 0;
	do {
		if (read_place(l, o) < 0)
			return -1;
	} while (order_reader_is_spot_next(l));
	return 0;
}

/* pay and turn, in this order or the other */
static int
read_pay_and_turn(struct order_reader *l, struct order *o)
{
	unsigned n_at = o->n_at;

	if (!l->rules->words->pays)
		return 0;
	if (read_pay(l, o) < 0 || read_flag(l, o, &turn_best_words) < 0)
		return -1;
	return o->n_at == n_at ? read_pay(l, o) : 0;
}

static void
write_pay_and_turn(const struct order_writer *w, const struct order *o)
{
	if (o->n_at > 1)
		buf_str(w->out, " pay");
	write_some_spots(w, o, 1, ORDER_SPOTS);
	write_flags(w, o, &turn_best_words);
}

/* True if a number follows: a line that stands for several discards. */
static bool
is_number_next(const struct order_reader *l)
{
	int64_t value;

	return order_reader_has_more(l) &&
	    number_parse(l->word[l->at].s, l->word[l->at].n, UINT8_MAX, &value) == 0;
}

/* CARD ... [to remove CARD] */
static int
read_discarded(struct order_reader *l, struct order *o)
{
	if (is_number_next(l)) {
		(void)err_set(l->err, ERR_SYNTAX, "that line stands for several orders");
		return err_hint(l->err, "name the cards to discard: discard map");
	}
	do {
		if (o->n_card >= ORDER_CARDS)
			return err_set(
			    l->err, ERR_SYNTAX, "more than %d cards to discard", ORDER_CARDS);
		if (order_reader_card(l, "the kind of a card", &o->card[o->n_card]) < 0)
			return -1;
		o->n_card++;
	} while (order_reader_has_more(l) && !order_reader_is_next(l, "to"));
	if (!order_reader_take(l, "to"))
		return 0;

	if ((l->rules->words->orders & ORDER_BIT(ORDER_CLEAR)) == 0)
		return err_set(l->err, ERR_SYNTAX, "in %s nothing can be removed by discarding",
		    l->rules->name);
	if (!order_reader_take(l, "remove"))
		return order_reader_expected(l, "\"remove\"");
	if (o->n_card != 2)
		return err_set(
		    l->err, ERR_SYNTAX, "to remove a card exactly two must be discarded");
	o->kind = ORDER_CLEAR;
	return order_reader_card(l, "the kind of the card to remove", &o->what);
}

static void
write_discarded(const struct order_writer *w, const struct order *o)
{
	write_cards(w, o);
	if (o->kind == ORDER_CLEAR) {
		buf_str(w->out, " to remove ");
		write_card(w, o->what);
	}
}

static int
read_nugget(struct order_reader *l, struct order *o)
{
	int64_t value;

	if (!order_reader_has_more(l) ||
	    number_parse(l->word[l->at].s, l->word[l->at].n, UINT8_MAX, &value) < 0)
		return order_reader_expected(l, "the value of a nugget (1, 2 or 3)");
	o->what = (uint8_t)value;
	l->at++;
	return 0;
}

static void
write_nugget(const struct order_writer *w, const struct order *o)
{
	buf_fmt(w->out, " %u", (unsigned)o->what);
}

static int
read_names(struct order_reader *l, struct order *o)
{
	if (order_reader_take(l, "none"))
		return 0;
	if (!order_reader_has_more(l))
		return order_reader_expected(l, "\"none\" or names joined by commas");

	struct slice rest = l->word[l->at];
	for (;;) {
		const char *comma = memchr(rest.s, ',', rest.n);
		struct slice one = { rest.s, comma != NULL ? (size_t)(comma - rest.s) : rest.n };

		if (o->n_at >= STEAL_MAX)
			return err_set(
			    l->err, ERR_SYNTAX, "more than %d names to steal from", STEAL_MAX);
		if (order_reader_seat(l, one, &o->to_seat[o->n_at]) < 0)
			return -1;
		o->n_at++;
		if (comma == NULL)
			break;
		rest = (struct slice){ comma + 1, rest.n - one.n - 1 };
	}
	l->at++;
	return 0;
}

static void
write_names(const struct order_writer *w, const struct order *o)
{
	if (o->n_at == 0)
		buf_str(w->out, " none");
	for (unsigned i = 0; i < o->n_at && i < STEAL_MAX; i++) {
		buf_chr(w->out, i == 0 ? ' ' : ',');
		buf_str(w->out, names_seat(w->names, o->to_seat[i]));
	}
}

static int
parse_cut(struct order_reader *l, struct order *o)
{
	if (read_edge(l, o) < 0)
		return -1;
	o->at[o->n_at - 1].part |= SPOT_CUT;
	return 0;
}

/* to SPACE, or spaces and cut EDGE in walking order; then flags for a creature and for a goal on
 * the way */
static int
read_walk(struct order_reader *l, struct order *o)
{
	if (order_reader_take(l, "to")) {
		o->kind = ORDER_WALK_TO;
		if (read_space(l, o) < 0)
			return -1;
	} else {
		do {
			if (order_reader_take(l, "cut") ? parse_cut(l, o) < 0 :
							  read_space(l, o) < 0)
				return -1;
		} while (order_reader_is_spot_next(l) || order_reader_is_next(l, "cut"));
	}
	return read_flag(l, o, &may_axe_words) < 0 ? -1 : read_flag(l, o, &turn_words);
}

static void
write_walk(const struct order_writer *w, const struct order *o)
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
read_cuts(struct order_reader *l, struct order *o)
{
	while (order_reader_take(l, "cut")) {
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
read_axe(struct order_reader *l, struct order *o)
{
	size_t i = 0;

	while (i < N_CREATURES && !order_reader_take(l, creature[i].word))
		i++;
	if (i == N_CREATURES)
		return order_reader_expected(l, "rat, lindworm, goblin or all");
	o->what = creature[i].action;
	return read_flag(l, o, &axe_words);
}

static void
write_axe(const struct order_writer *w, const struct order *o)
{
	for (size_t i = 0; i < N_CREATURES; i++) {
		if (creature[i].action == o->what)
			buf_fmt(w->out, " %s", creature[i].word);
	}
	write_flags(w, o, &axe_words);
}

const struct order_arg piece_placed = { read_placed, write_placed },
		       piece_discarded = { read_discarded, write_discarded },
		       piece_nugget = { read_nugget, write_nugget },
		       piece_robbed = { read_names, write_names },
		       piece_walk = { read_walk, write_walk },
		       piece_cuts = { read_cuts, write_spots }, piece_axe = { read_axe, write_axe },
		       piece_pay_and_turn = { read_pay_and_turn, write_pay_and_turn },
		       piece_target = { read_seat, write_seat },
		       piece_tool = { read_tool, write_tool },
		       piece_place = { read_place, write_spots },
		       piece_door = { read_place, write_door },
		       piece_goal_or_seat = { read_goal_or_seat, write_goal_or_seat },
		       piece_edge = { read_edge, write_spots },
		       piece_spaces = { read_spaces, write_spots };
