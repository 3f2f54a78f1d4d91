#include <criterion/criterion.h>

#include "golden/compare.h"
#include "text/catalogues.h"
#include "text/decks.h"
#include "text/orderline.h"
#include "text/verdict.h"

enum { ANNA, BOB, CARL };

struct fixture {
	struct card_def card[CARDS_MAX];
	struct rules rules;
	struct names names;
	struct view v;
};

static card_id
find(const struct fixture *f, const char *name)
{
	card_id card = card_find(&f->rules, name, strlen(name));

	cr_assert_neq(card, CARD_NONE, "%s", name);
	return card;
}

static void
put(struct fixture *f, int x, int y, const char *card, unsigned flags)
{
	cr_assert_neq(CELL_NONE,
	    board_put(&f->v.known.board,
		(struct cell){ (int8_t)x, (int8_t)y, card == NULL ? CARD_HIDDEN : find(f, card),
		    (uint8_t)flags }));
}

/* The start, a straight way east to 2,0, a goal face down at 8,0 and one face up at 8,2. */
static void
fixture_init(struct fixture *f, unsigned deck)
{
	static const char *const seat[] = { "anna", "bob", "carl" };
	struct err err = ERR_INIT;

	*f = (struct fixture){ .v = { .seat = ANNA } };
	f->rules = deck_rules(&deck_all[deck], f->card);
	for (int i = 0; i < 3; i++)
		cr_assert_eq(names_add(&f->names, seat[i], strlen(seat[i]), &err), 0);
	f->v.known.rules = &f->rules;
	f->v.known.n_seats = 3;
	f->v.known.phase = PHASE_PLAY;
	f->v.known.to_move = BOB;
	f->v.known.seat[ANNA].broken = TOOL_CART | TOOL_LAMP;
	if (deck != DECK_SABOTEUR)
		return;
	f->v.known.seat[ANNA].n_hand = 1;
	f->v.known.seat[ANNA].hand[0] = find(f, "nsw");
	put(f, 0, 0, "start", 0);
	put(f, 1, 0, "ew", 0);
	put(f, 2, 0, "ne", CELL_FLIPPED); /* shows s and w */
	put(f, 8, 0, NULL, CELL_DOWN);
	put(f, 8, 2, "goal-stone-ne", 0);
}

static const struct {
	unsigned deck;
	enum verdict verdict;
	const char *order, *want;
} row[] = {
	{ DECK_SABOTEUR, VERDICT_GAME_OVER, "resign", "the game is over" },
	{ DECK_SABOTEUR, VERDICT_NOT_YOUR_TURN, "discard map",
	    "it is not your turn: bob is to move" },
	{ DECK_SABOTEUR, VERDICT_WRONG_PHASE, "take 2", "no nuggets are on offer now" },
	{ DECK_SABOTEUR2, VERDICT_NOT_IN_RULES, "discard map map", "saboteur2 has no such order" },
	{ DECK_SABOTEUR, VERDICT_NOT_IN_HAND, "place new at 1,0", "you hold no new" },
	{ DECK_SABOTEUR, VERDICT_NOT_IN_HAND, "discard nsw nsw", "you hold only 1 nsw" },
	{ DECK_SABOTEUR, VERDICT_NOT_A_PATH, "place map at 1,0",
	    "map is not a path card: only those are placed" },
	{ DECK_SABOTEUR, VERDICT_TOOL_BROKEN, "place nsw at 1,0",
	    "your cart and lamp are broken: no path card until they are repaired" },
	{ DECK_SABOTEUR2, VERDICT_TRAPPED, "place nsw at 1,0",
	    "you are trapped: no path card until you are freed" },
	{ DECK_SABOTEUR, VERDICT_SPACE_TAKEN, "place nsw at 1,0",
	    "there lies a card at 1,0 already" },
	{ DECK_SABOTEUR, VERDICT_OUT_OF_RANGE, "map 100,0",
	    "100,0 is too far away: places go from -100 to 100" },
	{ DECK_SABOTEUR, VERDICT_EDGES_CLASH, "place nsw at 3,0",
	    "the tunnel on the west side of 3,0 does not meet the wall of 2,0"
	    " (flipped, the edges would fit)" },
	{ DECK_SABOTEUR, VERDICT_EDGES_CLASH, "place ew at -1,0 flipped",
	    "the tunnels do not fit there" },
	{ DECK_SABOTEUR, VERDICT_EDGES_CLASH, "place ns at -1,0",
	    "the wall on the east side of -1,0 does not meet the tunnel of 0,0" },
	{ DECK_SABOTEUR, VERDICT_EDGES_CLASH, "place ne at 0,-1",
	    "the wall on the south side of 0,-1 does not meet the tunnel of 0,0"
	    " (flipped, the edges would fit)" },
	{ DECK_SABOTEUR, VERDICT_EDGES_CLASH, "place nesw at 8,3",
	    "the tunnel on the north side of 8,3 does not meet the wall of 8,2" },
	{ DECK_SABOTEUR, VERDICT_NOT_CONNECTED, "place nsw at 5,5",
	    "no tunnel of nsw at 5,5 meets one that leads back to the start" },
	{ DECK_DUEL, VERDICT_NOT_CONNECTED, "place ns at 5,5",
	    "no tunnel of ns at 5,5 meets one that leads back to your start" },
	{ DECK_DARK_CAVE, VERDICT_NOT_CONNECTED, "place 1/ns at 5,5",
	    "no tunnel of 1/ns at 5,5 meets a tunnel of a card on the table" },
	{ DECK_SABOTEUR, VERDICT_TOOL_ALREADY_BROKEN, "break-lamp bob",
	    "bob's lamp is broken already" },
	{ DECK_SABOTEUR, VERDICT_TOOL_NOT_BROKEN, "repair-pickaxe-lamp anna pickaxe",
	    "your pickaxe is not broken" },
	{ DECK_SABOTEUR, VERDICT_WRONG_TOOL, "repair-pickaxe-lamp bob cart",
	    "repair-pickaxe-lamp is for lamp or pickaxe, not for cart" },
	{ DECK_SABOTEUR, VERDICT_NAME_A_TOOL, "repair-lamp-cart bob",
	    "repair-lamp-cart repairs one tool: name cart or lamp after the seat" },
	{ DECK_SABOTEUR, VERDICT_NO_CARD_THERE, "rockfall 5,5", "there is no card at 5,5" },
	{ DECK_SABOTEUR, VERDICT_NOT_A_GOAL, "map 1,0", "the card at 1,0 is not a goal" },
	{ DECK_SABOTEUR, VERDICT_GOAL_IS_UP, "map 8,2", "the goal at 8,2 is face up already" },
	{ DECK_SABOTEUR, VERDICT_ROCKFALL_START, "rockfall 0,0",
	    "rockfall cannot remove a start card" },
	{ DECK_SABOTEUR, VERDICT_ROCKFALL_GOAL, "rockfall 8,2",
	    "rockfall cannot remove a goal, as at 8,2" },
	{ DECK_SABOTEUR2, VERDICT_BAD_TARGET, "place n:ladder at 8,1",
	    "a ladder may not lie next to a goal" },
	{ DECK_SABOTEUR2, VERDICT_BAD_TARGET, "trapped anna",
	    "trapped cannot be used on yourself" },
	{ DECK_SABOTEUR2, VERDICT_BAD_TARGET, "trapped bob", "trapped cannot be used on bob" },
	{ DECK_SABOTEUR, VERDICT_DISCARD_COUNT, "discard map map",
	    "pass by discarding exactly one card" },
	{ DECK_DUEL, VERDICT_DISCARD_COUNT, "discard map map map",
	    "pass by discarding one or two cards" },
	{ DECK_SABOTEUR, VERDICT_NOT_ON_OFFER, "take 3", "no nugget worth 3 is on offer" },
	{ DECK_SABOTEUR, VERDICT_RESIGNED, "resign", "you have resigned" },
};

Test(verdict, each_refusal_in_its_words)
{
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct fixture f;
		struct order o;
		struct err err = ERR_INIT;
		struct buf out = BUF_INIT;

		fixture_init(&f, row[i].deck);
		cr_assert_eq(orderline_parse(&f.rules, &f.names, ANNA, row[i].order,
				 strlen(row[i].order), &o, &err),
		    0, "%s: %s", row[i].order, err.msg);
		verdict_text(NULL, &f.v, &f.names, &o, row[i].verdict, &out);
		cr_expect_str_eq(
		    buf_cstr(&out), row[i].want, "%s: %s", row[i].order, buf_cstr(&out));
		buf_release(&out);
	}
}

/* The same refusals in English and in each language, for people who read it: tests/golden/refusals-LL.txt. */
Test(gold, refusals_in_every_language)
{
	for (const struct catalogue *c = catalogues; c->code != NULL; c++) {
		struct language lang;
		struct buf all = BUF_INIT, name = BUF_INIT;

		cr_assert(language_open_own(&lang, c), "%s", c->code);
		for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
			struct fixture f;
			struct order o;
			struct err err = ERR_INIT;

			fixture_init(&f, row[i].deck);
			cr_assert_eq(orderline_parse(&f.rules, &f.names, ANNA, row[i].order,
					 strlen(row[i].order), &o, &err),
			    0, "%s: %s", row[i].order, err.msg);
			buf_fmt(&all, "%s%s\n    ", i > 0 ? "\n" : "", row[i].want);
			verdict_text(&lang, &f.v, &f.names, &o, row[i].verdict, &all);
			buf_chr(&all, '\n');
		}
		buf_fmt(&name, "refusals-%s", c->code);
		golden_compare(name.p, &all);
		buf_release(&name);
		buf_release(&all);
	}
}

/* For any bytes in an order, the text is one short line, and no buffer overflows. */
Test(verdict, any_order_any_verdict)
{
	struct rng_fast r;

	rng_fast_init(&r, (const uint8_t[32]){ 8 }, 0);
	for (unsigned d = 0; d < N_DECKS; d++) {
		struct fixture f;

		fixture_init(&f, d);
		for (int i = 0; i < 3000; i++) {
			struct order o;
			unsigned char *p = (unsigned char *)&o;
			enum verdict verdict = (enum verdict)rng_draw(&r.rng, VERDICT_COUNT);
			struct buf out = BUF_INIT;

			for (size_t k = 0; k < sizeof o; k++)
				p[k] = (unsigned char)(rng_draw(&r.rng, 2) == 0 ?
					rng_draw(&r.rng, 4) :
					rng_draw(&r.rng, 256));
			verdict_text(NULL, &f.v, &f.names, &o, verdict, &out);
			cr_expect_gt(out.n, 5, "%s: nothing said", verdict_name(verdict));
			cr_expect_leq(out.n, VERDICT_TEXT_MAX, "%s", out.p);
			cr_expect_null(strchr(buf_cstr(&out), '\n'), "%s", out.p);
			buf_release(&out);
		}
	}
}

Test(verdict, every_verdict_has_its_own_word)
{
	for (unsigned v = 0; v < VERDICT_COUNT; v++) {
		cr_assert_not_null(verdict_name((enum verdict)v), "verdict %u", v);
		for (unsigned w = 0; w < v; w++)
			cr_expect_str_neq(
			    verdict_name((enum verdict)v), verdict_name((enum verdict)w));
	}
}
