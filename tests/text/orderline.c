#include <criterion/criterion.h>

#include "core/rng.h"
#include "text/decks.h"
#include "text/orderline.h"

struct table {
	struct card_def card[CARDS_MAX];
	struct rules rules;
	struct names names;
};

static void
table_init(struct table *t, unsigned deck)
{
	static const char *const seat[] = { "anna", "bob", "carl", "dora-2", "p5" };
	struct err err = ERR_INIT;

	*t = (struct table){ .names = { 0 } };
	t->rules = deck_rules(&deck_all[deck], t->card);
	for (size_t i = 0; i < sizeof seat / sizeof seat[0]; i++)
		cr_assert_eq(names_add(&t->names, seat[i], strlen(seat[i]), &err), 0);
}

/* Each line is canonical: it parses, and prints the same. */
static const struct {
	unsigned deck;
	const char *line;
	uint8_t kind;
} canonical[] = {
	{ DECK_SABOTEUR, "place nsw at 3,-1", ORDER_PLACE },
	{ DECK_SABOTEUR, "place nsw at 3,-1 flipped", ORDER_PLACE },
	{ DECK_SABOTEUR, "place n+e+s+w at -100,100", ORDER_PLACE },
	{ DECK_SABOTEUR, "discard map", ORDER_DISCARD },
	{ DECK_SABOTEUR, "discard map nesw map", ORDER_DISCARD },
	{ DECK_SABOTEUR, "break-lamp bob", ORDER_ACT },
	{ DECK_SABOTEUR, "repair-lamp bob", ORDER_ACT },
	{ DECK_SABOTEUR, "repair-pickaxe-lamp bob lamp", ORDER_ACT },
	{ DECK_SABOTEUR, "repair-lamp-cart dora-2 cart", ORDER_ACT },
	{ DECK_SABOTEUR, "repair-lamp-cart dora-2", ORDER_ACT },
	{ DECK_SABOTEUR, "rockfall 2,0", ORDER_ACT },
	{ DECK_SABOTEUR, "map 8,-2", ORDER_ACT },
	{ DECK_SABOTEUR, "take 3", ORDER_TAKE },
	{ DECK_SABOTEUR, "resign", ORDER_RESIGN },
	{ DECK_SABOTEUR2, "theft", ORDER_ACT },
	{ DECK_SABOTEUR2, "hands-off bob", ORDER_ACT },
	{ DECK_SABOTEUR2, "swap-hands bob", ORDER_ACT },
	{ DECK_SABOTEUR2, "inspection bob", ORDER_ACT },
	{ DECK_SABOTEUR2, "swap-hats bob", ORDER_ACT },
	{ DECK_SABOTEUR2, "trapped bob", ORDER_ACT },
	{ DECK_SABOTEUR2, "free-at-last bob", ORDER_ACT },
	{ DECK_SABOTEUR2, "place ns+e:door-green at 1,0 flipped", ORDER_PLACE },
	{ DECK_SABOTEUR2, "discard map nsw to remove break-lamp", ORDER_CLEAR },
	{ DECK_SABOTEUR2, "discard map nsw to remove trapped", ORDER_CLEAR },
	{ DECK_SABOTEUR2, "steal anna,bob", ORDER_STEAL },
	{ DECK_SABOTEUR2, "steal none", ORDER_STEAL },
	{ DECK_DUEL, "key 4,0", ORDER_ACT },
	{ DECK_DUEL, "key 4,0 pay 3,0 2,1 turn best", ORDER_ACT },
	{ DECK_DUEL, "place nsw+e:gold@e at 2,-3 flipped pay 1,0 turn keep", ORDER_PLACE },
	{ DECK_DUEL, "place ns at 2,-3 turn flip", ORDER_PLACE },
	{ DECK_DUEL, "discard map ns to remove break-cart", ORDER_CLEAR },
	{ DECK_DARK_CAVE, "place 1/ns at 0,-1", ORDER_PLACE },
	{ DECK_DARK_CAVE, "secret-information goal 4,-4", ORDER_ACT },
	{ DECK_DARK_CAVE, "secret-information bob", ORDER_ACT },
	{ DECK_DARK_CAVE, "rockfall 1,0", ORDER_ACT },
	{ DECK_DARK_CAVE, "swap-cards bob", ORDER_ACT },
	{ DECK_DARK_CAVE, "spiderweb 2,0/n", ORDER_ACT },
	{ DECK_DARK_CAVE, "boots bob", ORDER_ACT },
	{ DECK_DARK_CAVE, "battle-axe bob", ORDER_ACT },
	{ DECK_DARK_CAVE, "rat 2,0/c", ORDER_ACT },
	{ DECK_DARK_CAVE, "goblin 2,0 2,1/n 2,1/c2 2,2/t 3,2 4,2/w", ORDER_ACT },
	{ DECK_DARK_CAVE, "walk 0,-1", ORDER_WALK },
	{ DECK_DARK_CAVE, "walk 0,-1 0,-2/s 0,-2/c", ORDER_WALK },
	{ DECK_DARK_CAVE, "walk 0,-1 cut 0,-1/n 0,-2 axe no turn flip", ORDER_WALK },
	{ DECK_DARK_CAVE, "walk cut 0,0/n 0,-1 cut 0,-1/n", ORDER_WALK },
	{ DECK_DARK_CAVE, "walk to 0,-3/c", ORDER_WALK_TO },
	{ DECK_DARK_CAVE, "walk to 0,-3 axe yes turn keep", ORDER_WALK_TO },
	{ DECK_DARK_CAVE, "stay", ORDER_STAY },
	{ DECK_DARK_CAVE, "stay cut 0,0/w", ORDER_STAY },
	{ DECK_DARK_CAVE, "cut 0,0/w", ORDER_CUT },
	{ DECK_DARK_CAVE, "axe rat use", ORDER_AXE },
	{ DECK_DARK_CAVE, "axe lindworm keep", ORDER_AXE },
	{ DECK_DARK_CAVE, "axe goblin use", ORDER_AXE },
	{ DECK_DARK_CAVE, "axe all keep", ORDER_AXE },
	{ DECK_DARK_CAVE, "agree", ORDER_AGREE },
	{ DECK_DARK_CAVE, "disagree", ORDER_DISAGREE },
};

enum { N_CANONICAL = sizeof canonical / sizeof canonical[0] };

static bool
same_order(const struct order *a, const struct order *b)
{
	return memcmp(a, b, sizeof *a) == 0; /* bytes only, no padding */
}

_Static_assert(sizeof(struct order) == 10 + sizeof(struct spot) * ORDER_SPOTS,
    "struct order has no padding: memcmp compares orders");

Test(orderline, every_form_there_and_back)
{
	for (size_t i = 0; i < N_CANONICAL; i++) {
		struct table t;
		struct order o;
		struct err err = ERR_INIT;
		struct buf text = BUF_INIT;
		const char *line = canonical[i].line;

		table_init(&t, canonical[i].deck);
		cr_assert_eq(orderline_parse(&t.rules, &t.names, 2, line, strlen(line), &o, &err),
		    0, "%s: %s", line, err.msg);
		cr_expect_eq(o.kind, canonical[i].kind, "%s", line);
		cr_expect_eq(o.seat, 2, "%s", line);
		orderline_text(&t.rules, &t.names, &o, &text);
		cr_expect_str_eq(buf_cstr(&text), line);
		buf_release(&text);
	}
}

/* Tolerated variants. */
Test(orderline, taken_as_meant)
{
	static const struct {
		const char *line, *as;
	} row[] = {
		{ "place wsen at 1,0", "place nesw at 1,0" },
		{ "place sn at 0,1", "place ns at 0,1" },
		{ "discard wn", "discard nw" },
	};
	struct table t;

	table_init(&t, DECK_SABOTEUR);
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct order o;
		struct err err = ERR_INIT;
		struct buf text = BUF_INIT;
		const char *line = row[i].line;

		cr_assert_eq(orderline_parse(&t.rules, &t.names, 1, line, strlen(line), &o, &err),
		    0, "%s: %s", line, err.msg);
		orderline_text(&t.rules, &t.names, &o, &text);
		cr_expect_str_eq(buf_cstr(&text), row[i].as);
		buf_release(&text);
	}
}

Test(orderline, what_the_fields_hold)
{
	struct table t;
	struct order o;
	struct err err = ERR_INIT;
	const char *line = "place nsw at 3,-1 flipped";

	table_init(&t, DECK_SABOTEUR);
	cr_assert_eq(orderline_parse(&t.rules, &t.names, 1, line, strlen(line), &o, &err), 0);
	cr_expect(o.n_card == 1 && o.card[0] == card_find(&t.rules, "nsw", 3));
	cr_expect(o.n_at == 1 && o.at[0].x == 3 && o.at[0].y == -1 && o.at[0].part == PART_WHOLE);
	cr_expect(o.flags == ORDER_FLIPPED && o.to == SEAT_NONE && o.what == 0);

	line = "repair-pickaxe-lamp bob lamp";
	cr_assert_eq(orderline_parse(&t.rules, &t.names, 1, line, strlen(line), &o, &err), 0);
	cr_expect(o.to == 1 && o.what == TOOL_LAMP && o.n_at == 0);
	line = "repair-lamp bob lamp";
	cr_assert_eq(orderline_parse(&t.rules, &t.names, 1, line, strlen(line), &o, &err), 0);
	cr_expect_eq(o.what, 0, "a card of one tool leaves nothing to name");

	table_init(&t, DECK_SABOTEUR2);
	line = "discard map nsw to remove trapped";
	cr_assert_eq(orderline_parse(&t.rules, &t.names, 1, line, strlen(line), &o, &err), 0);
	cr_expect(o.n_card == 2 && o.what == card_find(&t.rules, "trapped", 7));
	line = "steal carl,anna";
	cr_assert_eq(orderline_parse(&t.rules, &t.names, 1, line, strlen(line), &o, &err), 0);
	cr_expect(o.n_at == 2 && o.to_seat[0] == 2 && o.to_seat[1] == 0, "in that order");

	table_init(&t, DECK_DARK_CAVE);
	line = "walk cut 0,0/w 0,-1/t";
	cr_assert_eq(orderline_parse(&t.rules, &t.names, 1, line, strlen(line), &o, &err), 0);
	cr_expect(o.n_at == 2 && o.at[0].part == (SPOT_CUT | PART_W) && o.at[1].part == PART_T);
	line = "axe rat keep";
	cr_assert_eq(orderline_parse(&t.rules, &t.names, 1, line, strlen(line), &o, &err), 0);
	cr_expect(o.what == ACTION_RAT && o.flags == ORDER_AXE_NO);
}

Test(orderline, blanks_and_case_are_forgiven)
{
	static const struct {
		unsigned deck;
		const char *said, *want;
	} row[] = {
		{ DECK_SABOTEUR, "  place   NSW\tat 3,-1   Flipped \r",
		    "place nsw at 3,-1 flipped" },
		{ DECK_SABOTEUR, "Place nsw at 3, -1", "place nsw at 3,-1" },
		{ DECK_SABOTEUR, "place nsw at 3 ,-1", "place nsw at 3,-1" },
		{ DECK_SABOTEUR2, "STEAL Anna , bob,carl", "steal anna,bob,carl" },
		{ DECK_SABOTEUR, "repair-lamp bob lamp", "repair-lamp bob" },
		{ DECK_DUEL, "key 4,0 turn flip pay 3,0", "key 4,0 pay 3,0 turn flip" },
	};

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct table t;
		struct order o;
		struct err err = ERR_INIT;
		struct buf text = BUF_INIT;

		table_init(&t, row[i].deck);
		cr_assert_eq(orderline_parse(
				 &t.rules, &t.names, 0, row[i].said, strlen(row[i].said), &o, &err),
		    0, "%s: %s", row[i].said, err.msg);
		orderline_text(&t.rules, &t.names, &o, &text);
		cr_expect_str_eq(buf_cstr(&text), row[i].want);
		buf_release(&text);
	}
}

static const struct {
	unsigned deck;
	const char *line, *message, *hint;
} bad[] = {
	{ DECK_SABOTEUR, "", "empty", "verb" },
	{ DECK_SABOTEUR, "   ", "empty", "" },
	{ DECK_SABOTEUR, "palce nsw at 1,0", "\"palce\" is no order of saboteur", "\"place\"" },
	{ DECK_SABOTEUR, "place nswx at 1,0", "\"nswx\" is no card of saboteur", "\"nsw\"" },
	{ DECK_SABOTEUR, "place nsw on 1,0", "\"on\" stands where \"at\"", "" },
	{ DECK_SABOTEUR, "place nsw at", "after \"at\" a place x,y is missing", "" },
	{ DECK_SABOTEUR, "place nsw at 01,0", "\"01,0\"", "" },
	{ DECK_SABOTEUR, "place nsw at +1,0", "\"+1,0\"", "" },
	{ DECK_SABOTEUR, "place nsw at 101,0", "\"101,0\" is out of range", "" },
	{ DECK_SABOTEUR, "place nsw at 1,-101", "\"1,-101\" is out of range", "" },
	{ DECK_SABOTEUR, "pass", "no order of saboteur", "discard" },
	{ DECK_SABOTEUR, "flip", "no order of saboteur", "flipped comes after" },
	{ DECK_SABOTEUR2, "remove pickaxe", "no order of saboteur2", "discard two" },
	{ DECK_DARK_CAVE, "move 1,0", "no order of dark-cave", "walk to" },
	{ DECK_SABOTEUR, "place nsw at 1,0 | 2,0", "stands for several orders", "one of" },
	{ DECK_SABOTEUR, "break-lamp anna | bob", "stands for several orders", "one of" },
	{ DECK_SABOTEUR, "discard 1 of map ns", "stands for several orders", "name the" },
	{ DECK_SABOTEUR2, "discard 1 to 3 of map ns", "several orders", "name the" },
	{ DECK_SABOTEUR, "place nn at 1,0", "\"nn\" is no card", "" },
	{ DECK_SABOTEUR, "place nsw at 1,0/n", "\"1,0/n\"", "" },
	{ DECK_SABOTEUR, "place nsw at 1,0 fliped", "\"fliped\" is too much", "" },
	{ DECK_SABOTEUR, "place nsw at 1,0 pay 2,0", "\"pay\" is too much", "" },
	{ DECK_SABOTEUR, "nsw 1,0", "is a card, not an order", "place nsw at" },
	{ DECK_SABOTEUR, "miner", "is a card, not an order", "" },
	{ DECK_SABOTEUR, "break-lamp bpb", "nobody here is called \"bpb\"", "\"bob\"" },
	{ DECK_SABOTEUR, "break-lamp", "after \"break-lamp\" a seat's name", "" },
	{ DECK_SABOTEUR, "break-lmap bob", "no order of saboteur", "\"break-lamp\"" },
	{ DECK_SABOTEUR, "repair-pickaxe-lamp bob spade", "a tool", "" },
	{ DECK_SABOTEUR, "repair-lamp bob cart", "\"cart\" stands where lamp", "" },
	{ DECK_SABOTEUR, "discard", "kind of a card", "" },
	{ DECK_SABOTEUR, "discard map map map map", "more than 3", "" },
	{ DECK_SABOTEUR, "discard map map to remove break-lamp", "in saboteur nothing", "" },
	{ DECK_SABOTEUR, "suggest", "\"suggest\" is no order of saboteur", "--turn every" },
	{ DECK_SABOTEUR, "cancel", "\"cancel\" is no order of saboteur", "--turn next" },
	{ DECK_SABOTEUR, "absent 2026-12-24 to 2026-12-25", "\"absent\" is no order of saboteur",
	    "by itself" },
	{ DECK_SABOTEUR, "theft", "\"theft\" is no order of saboteur", "" },
	{ DECK_SABOTEUR, "walk to 1,0", "\"walk\" is no order of saboteur", "" },
	{ DECK_SABOTEUR, "steal none", "no order", "" },
	{ DECK_SABOTEUR, "take", "value of a nugget", "" },
	{ DECK_SABOTEUR, "take 300", "\"300\" stands", "" },
	{ DECK_SABOTEUR, "resign now", "\"now\" is too much", "" },
	{ DECK_SABOTEUR, "\033[2J", "that word is no order", "" },
	{ DECK_SABOTEUR2, "take 1", "no order", "" },
	{ DECK_SABOTEUR2, "discard map to remove trapped", "exactly two", "" },
	{ DECK_SABOTEUR2, "discard map map map to remove trapped", "exactly two", "" },
	{ DECK_SABOTEUR2, "discard map map to trapped", "\"remove\"", "" },
	{ DECK_SABOTEUR2, "steal", "names joined by commas", "" },
	{ DECK_SABOTEUR2, "steal anna,,bob", "nobody here is called", "" },
	{ DECK_SABOTEUR2, "steal anna,", "nobody here is called", "" },
	{ DECK_SABOTEUR2, "steal anna bob", "\"bob\" is too much", "" },
	{ DECK_DUEL, "key 1,0 pay", "a place x,y is missing", "" },
	{ DECK_DUEL, "key 1,0 turn round", "keep, flip or best", "" },
	{ DECK_DUEL, "key 1,0 pay 1,0 2,0 3,0 4,0 5,0 6,0 7,0 8,0", "more than 8 places", "" },
	{ DECK_DARK_CAVE, "walk", "a space", "" },
	{ DECK_DARK_CAVE, "walk to", "a space", "" },
	{ DECK_DARK_CAVE, "walk 1,0 turn best", "keep or flip", "" },
	{ DECK_DARK_CAVE, "walk 1,0 axe maybe", "yes or no", "" },
	{ DECK_DARK_CAVE, "walk cut 1,0", "an edge", "" },
	{ DECK_DARK_CAVE, "stay 1,0", "\"1,0\" is too much", "" },
	{ DECK_DARK_CAVE, "axe mouse use", "rat, lindworm, goblin or all", "" },
	{ DECK_DARK_CAVE, "axe rat", "use or keep", "" },
	{ DECK_DARK_CAVE, "spiderweb 1,0", "an edge", "" },
	{ DECK_DARK_CAVE, "secret-information goal", "a place", "" },
	{ DECK_DARK_CAVE, "rat", "a space", "" },
	{ DECK_DARK_CAVE, "stay; stay", "no order", "\"stay\"" },
};

Test(orderline, errors_name_the_word)
{
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
		struct table t;
		struct order o = { .kind = ORDER_RESIGN, .seat = 77 }, before = o;
		struct err err = ERR_INIT;

		table_init(&t, bad[i].deck);
		cr_assert_eq(orderline_parse(
				 &t.rules, &t.names, 0, bad[i].line, strlen(bad[i].line), &o, &err),
		    -1, "\"%s\" is accepted", bad[i].line);
		cr_expect_eq(err.code, ERR_SYNTAX, "%s", bad[i].line);
		cr_expect_not_null(strstr(err.msg, bad[i].message),
		    "%s: \"%s\" does not say \"%s\"", bad[i].line, err.msg, bad[i].message);
		cr_expect_not_null(strstr(err.hint, bad[i].hint),
		    "%s: hint \"%s\" does not say \"%s\"", bad[i].line, err.hint, bad[i].hint);
		cr_expect(same_order(&o, &before), "%s: the order was touched", bad[i].line);
	}
}

Test(orderline, size_is_limited)
{
	struct table t;
	struct order o;
	struct err err = ERR_INIT;
	struct buf s = BUF_INIT;

	table_init(&t, DECK_SABOTEUR);
	buf_str(&s, "discard map");
	buf_fill(&s, ' ', 1000);
	cr_expect_eq(
	    orderline_parse(&t.rules, &t.names, 0, s.p, s.n, &o, &err), 0, "blanks are squeezed");
	buf_fill(&s, ' ', 1000);
	cr_expect_eq(orderline_parse(&t.rules, &t.names, 0, s.p, s.n, &o, &err), -1);
	buf_clear(&s);
	for (int i = 0; i < 300; i++)
		buf_str(&s, "a ");
	cr_expect_eq(orderline_parse(&t.rules, &t.names, 0, s.p, s.n, &o, &err), -1);
	buf_clear(&s);
	for (int i = 0; i < 200; i++)
		buf_str(&s, "a ");
	cr_expect_eq(orderline_parse(&t.rules, &t.names, 0, s.p, s.n, &o, &err), -1);
	buf_release(&s);
}

Test(orderline, discards_sort_by_name)
{
	struct table t;
	struct order o;
	struct err err = ERR_INIT;
	struct buf text = BUF_INIT;
	const char *line = "discard nsw map e+w";

	table_init(&t, DECK_SABOTEUR2);
	cr_assert_eq(orderline_parse(&t.rules, &t.names, 0, line, strlen(line), &o, &err), 0);
	orderline_sort(&t.rules, &o);
	orderline_text(&t.rules, &t.names, &o, &text);
	cr_expect_str_eq(buf_cstr(&text), "discard e+w map nsw");

	line = "discard nsw map to remove break-lamp";
	cr_assert_eq(orderline_parse(&t.rules, &t.names, 0, line, strlen(line), &o, &err), 0);
	orderline_sort(&t.rules, &o);
	buf_clear(&text);
	orderline_text(&t.rules, &t.names, &o, &text);
	cr_expect_str_eq(buf_cstr(&text), "discard map nsw to remove break-lamp");
	buf_release(&text);
}

/* ---- random orders ----------------------------------------------------------------------- */

static uint32_t
below(struct rng_fast *r, uint32_t n)
{
	return rng_draw(&r->rng, n);
}

/* Returns the first card of a random name, as the parser does: an action card, or of any class. */
static card_id
some_card(struct rng_fast *r, const struct table *t, bool is_action)
{
	for (;;) {
		card_id card = (card_id)below(r, t->rules.n_cards);
		char name[CARD_NAME_MAX];

		if (is_action && t->card[card].class != CARD_ACTION)
			continue;
		card_name(&t->rules, card, name);
		return card_find(&t->rules, name, strlen(name));
	}
}

static struct spot
some_spot(struct rng_fast *r, unsigned part_min, unsigned part_max)
{
	struct spot spot;

	spot.x = (int8_t)((int)below(r, 2 * COORD_MAX + 1) - COORD_MAX);
	spot.y = (int8_t)((int)below(r, 2 * COORD_MAX + 1) - COORD_MAX);
	spot.part = (uint8_t)(part_min + below(r, part_max - part_min + 1));
	return spot;
}

static void
add_spots(struct rng_fast *r, struct order *o, unsigned n, unsigned part_min, unsigned part_max)
{
	for (unsigned i = 0; i < n; i++)
		o->at[o->n_at++] = some_spot(r, part_min, part_max);
}

static uint8_t
some_turn(struct rng_fast *r, const struct table *t)
{
	static const uint8_t flag[] = { 0, ORDER_TURN_KEEP, ORDER_TURN_FLIP, ORDER_TURN_BEST };

	return flag[below(r, t->rules.id == RULES_DUEL ? 4 : 3)];
}

static void
fill_act(struct rng_fast *r, const struct table *t, struct order *o)
{
	o->card[0] = some_card(r, t, true);
	o->n_card = 1;
	switch (action_args_of((enum action)t->card[o->card[0]].action)) {
	case ARGS_NOTHING:
		break;
	case ARGS_SEAT_TOOL:
		if ((t->card[o->card[0]].tools & (t->card[o->card[0]].tools - 1)) != 0)
			o->what = (uint8_t)((1u << below(r, 4)) & 7u);
		o->to = (uint8_t)below(r, t->names.n);
		break;
	case ARGS_SEAT:
		o->to = (uint8_t)below(r, t->names.n);
		break;
	case ARGS_PLACE:
		add_spots(r, o, 1, PART_WHOLE, PART_WHOLE);
		break;
	case ARGS_DOOR:
		add_spots(r, o, 1 + below(r, ORDER_SPOTS), PART_WHOLE, PART_WHOLE);
		o->flags = some_turn(r, t);
		break;
	case ARGS_GOAL_OR_SEAT:
		if (below(r, 2) == 0)
			o->to = (uint8_t)below(r, t->names.n);
		else
			add_spots(r, o, 1, PART_WHOLE, PART_WHOLE);
		break;
	case ARGS_EDGE:
		add_spots(r, o, 1, PART_N, PART_W);
		break;
	case ARGS_SPACES:
		add_spots(r, o, 1 + below(r, ORDER_SPOTS), PART_WHOLE, PART_T);
		break;
	}
}

static void
fill_walk(struct rng_fast *r, const struct table *t, struct order *o)
{
	static const uint8_t axe[] = { 0, ORDER_AXE_YES, ORDER_AXE_NO };
	unsigned n = 1 + below(r, ORDER_SPOTS);

	for (unsigned i = 0; i < n; i++) {
		if (below(r, 3) == 0) {
			add_spots(r, o, 1, PART_N, PART_W);
			o->at[o->n_at - 1].part |= SPOT_CUT;
		} else {
			add_spots(r, o, 1, PART_WHOLE, PART_T);
		}
	}
	o->flags = axe[below(r, 3)];
	o->flags |= some_turn(r, t);
}

static void
fill_discard(struct rng_fast *r, const struct table *t, struct order *o)
{
	o->n_card = o->kind == ORDER_CLEAR ? 2 : (uint8_t)(1 + below(r, ORDER_CARDS));
	for (unsigned i = 0; i < o->n_card; i++)
		o->card[i] = some_card(r, t, false);
	if (o->kind == ORDER_CLEAR)
		o->what = some_card(r, t, false);
}

static void
fill_steal(struct rng_fast *r, const struct table *t, struct order *o)
{
	o->n_at = (uint8_t)below(r, sizeof o->to_seat + 1);
	for (unsigned i = 0; i < o->n_at; i++)
		o->to_seat[i] = (uint8_t)below(r, t->names.n);
}

/* Returns a random order that the parser could return, of a kind that the rules set has. */
static struct order
some_order(struct rng_fast *r, const struct table *t)
{
	static const uint8_t kinds[][8] = {
		[RULES_SABOTEUR] = { ORDER_TAKE, ORDER_TAKE, ORDER_RESIGN },
		[RULES_SABOTEUR2] = { ORDER_STEAL, ORDER_CLEAR, ORDER_STEAL },
		[RULES_DUEL] = { ORDER_CLEAR, ORDER_CLEAR, ORDER_RESIGN },
		[RULES_DARK_CAVE] = { ORDER_WALK, ORDER_WALK_TO, ORDER_AXE },
	};
	static const uint8_t creature[] = { ACTION_NONE, ACTION_RAT, ACTION_LINDWORM,
		ACTION_GOBLIN };
	struct order o = { .seat = (uint8_t)below(r, t->names.n), .to = SEAT_NONE };
	unsigned dice = below(r, 6);

	o.kind = dice < 3 ? (uint8_t)(ORDER_PLACE + dice) : kinds[t->rules.id][dice - 3];
	switch ((enum order_kind)o.kind) {
	case ORDER_PLACE:
		o.card[0] = some_card(r, t, false);
		o.n_card = 1;
		add_spots(r, &o, t->rules.id == RULES_DUEL ? 1 + below(r, ORDER_SPOTS) : 1, 0, 0);
		o.flags = below(r, 2) == 0 ? 0 : ORDER_FLIPPED;
		if (t->rules.id == RULES_DUEL)
			o.flags |= some_turn(r, t);
		break;
	case ORDER_ACT:
		fill_act(r, t, &o);
		break;
	case ORDER_DISCARD:
	case ORDER_CLEAR:
		fill_discard(r, t, &o);
		break;
	case ORDER_WALK:
		fill_walk(r, t, &o);
		break;
	case ORDER_WALK_TO:
		add_spots(r, &o, 1, PART_WHOLE, PART_T);
		o.flags = some_turn(r, t);
		break;
	case ORDER_TAKE:
		o.what = (uint8_t)below(r, 256);
		break;
	case ORDER_STEAL:
		fill_steal(r, t, &o);
		break;
	case ORDER_AXE:
		o.what = creature[below(r, 4)];
		o.flags = below(r, 2) == 0 ? ORDER_AXE_YES : ORDER_AXE_NO;
		break;
	case ORDER_CUT:
		add_spots(r, &o, 1, PART_N, PART_W);
		break;
	case ORDER_STAY:
	case ORDER_AGREE:
	case ORDER_DISAGREE:
	case ORDER_RESIGN:
	case ORDER_KIND_COUNT:
		break;
	}
	return o;
}

Test(orderline, random_orders_there_and_back)
{
	struct rng_fast r;

	rng_fast_init(&r, (const uint8_t[32]){ 1 }, 0);
	for (unsigned d = 0; d < N_DECKS; d++) {
		struct table t;

		table_init(&t, d);
		for (int i = 0; i < 3000; i++) {
			struct order o = some_order(&r, &t), again;
			struct err err = ERR_INIT;
			struct buf text = BUF_INIT;

			orderline_text(&t.rules, &t.names, &o, &text);
			cr_assert_leq(text.n, ORDERLINE_MAX, "%s", text.p);
			cr_assert_eq(orderline_parse(
					 &t.rules, &t.names, o.seat, text.p, text.n, &again, &err),
			    0, "%s: %s", text.p, err.msg);
			cr_assert(same_order(&o, &again), "%s: another order", text.p);
			buf_release(&text);
		}
	}
}

Test(orderline, damaged_lines_give_a_canonical_order_or_an_error)
{
	static const char noise[] = " ,-/+019abcnesw@:\n\t\r\"?\x7f\x80\xff";
	struct rng_fast r;

	rng_fast_init(&r, (const uint8_t[32]){ 2 }, 0);
	for (int i = 0; i < 20000; i++) {
		struct table t;
		size_t k = below(&r, N_CANONICAL);
		struct order o, again;
		struct err err = ERR_INIT;
		struct buf line = BUF_INIT, text = BUF_INIT;

		table_init(&t, canonical[k].deck);
		buf_str(&line, canonical[k].line);
		line.p[below(&r, (uint32_t)line.n)] = noise[below(&r, sizeof noise - 1)];
		if (orderline_parse(&t.rules, &t.names, 0, line.p, line.n, &o, &err) == 0) {
			orderline_text(&t.rules, &t.names, &o, &text);
			cr_assert_eq(
			    orderline_parse(&t.rules, &t.names, 0, text.p, text.n, &again, &err), 0,
			    "%s -> %s: %s", line.p, text.p, err.msg);
			cr_assert(same_order(&o, &again), "%s -> %s", line.p, text.p);
		} else {
			cr_assert_eq(err.code, ERR_SYNTAX, "%s", line.p);
			for (const char *p = err.msg; *p != '\0'; p++)
				cr_assert_geq(
				    (unsigned char)*p, ' ', "%s: control in the message", line.p);
		}
		buf_release(&line);
		buf_release(&text);
	}
}
