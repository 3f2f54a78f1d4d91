#include <criterion/criterion.h>

#include "text/decks.h"
#include "text/eventline.h"

enum { ANNA, BOB, CARL, NOBODY = SEAT_NONE };

struct fixture {
	struct card_def card[CARDS_MAX];
	struct rules rules;
	struct names names;
};

static void
fixture_init(struct fixture *f, unsigned deck)
{
	struct err err = ERR_INIT;

	*f = (struct fixture){ .names = { 0 } };
	f->rules = deck_rules(&deck_all[deck], f->card);
	cr_assert_eq(names_add(&f->names, "anna", 4, &err), 0);
	cr_assert_eq(names_add(&f->names, "bob", 3, &err), 0);
	cr_assert_eq(names_add(&f->names, "carl", 4, &err), 0);
}

static const struct row {
	unsigned deck;
	uint8_t kind, seat, to;
	const char *card; /* NULL: none; "?": hidden */
	int8_t x, y;
	uint8_t part;
	uint16_t value;
	uint8_t you;
	const char *line, *sentence; /* sentence NULL: no words */
} row[] = {
	{ 0, EVENT_ROUND, NOBODY, NOBODY, NULL, 0, 0, 0, 2, NOBODY, "round 2", "round 2 begins" },
	{ 0, EVENT_FIRST, ANNA, NOBODY, NULL, 0, 0, 0, 0, NOBODY, "first anna", "anna begins" },
	{ 0, EVENT_FIRST, ANNA, NOBODY, NULL, 0, 0, 0, 0, ANNA, "first anna", "you begin" },
	{ 0, EVENT_ROLE, ANNA, NOBODY, "?", 0, 0, 0, 0, BOB, "role anna ?", NULL },
	{ 0, EVENT_ROLE, ANNA, NOBODY, "miner", 0, 0, 0, 0, ANNA, "role anna miner",
	    "your role is miner" },
	{ 0, EVENT_DREW, ANNA, NOBODY, "?", 0, 0, 0, 0, NOBODY, "drew anna ?",
	    "anna draws a card" },
	{ 0, EVENT_DREW, ANNA, NOBODY, "rockfall", 0, 0, 0, 0, ANNA, "drew anna rockfall",
	    "you draw rockfall" },
	{ 0, EVENT_PLACED, ANNA, NOBODY, "nsw", 3, -1, 0, 1, BOB, "placed anna nsw 3,-1 flipped",
	    "anna lays nsw at 3,-1, flipped" },
	{ 0, EVENT_PLACED, ANNA, NOBODY, "nsw", 3, -1, 0, 0, ANNA, "placed anna nsw 3,-1",
	    "you lay nsw at 3,-1" },
	{ 0, EVENT_PLAYED, BOB, CARL, "break-lamp", 0, 0, 0, TOOL_LAMP, NOBODY,
	    "played bob break-lamp carl lamp", "bob breaks carl's lamp" },
	{ 0, EVENT_PLAYED, BOB, CARL, "break-lamp", 0, 0, 0, TOOL_LAMP, CARL,
	    "played bob break-lamp carl lamp", "bob breaks your lamp" },
	{ 0, EVENT_PLAYED, CARL, ANNA, "repair-lamp-cart", 0, 0, 0, TOOL_CART, NOBODY,
	    "played carl repair-lamp-cart anna cart",
	    "carl repairs anna's cart with repair-lamp-cart" },
	{ 0, EVENT_PLAYED, CARL, CARL, "repair-cart", 0, 0, 0, TOOL_CART, NOBODY,
	    "played carl repair-cart carl cart", "carl repairs their own cart" },
	{ 0, EVENT_PLAYED, CARL, CARL, "repair-cart", 0, 0, 0, TOOL_CART, CARL,
	    "played carl repair-cart carl cart", "you repair your own cart" },
	{ 0, EVENT_PLAYED, ANNA, NOBODY, "rockfall", 2, 0, 0, 0, NOBODY, "played anna rockfall 2,0",
	    "anna brings down the card at 2,0" },
	{ 0, EVENT_PLAYED, BOB, NOBODY, "map", 8, 0, 0, 0, NOBODY, "played bob map 8,0",
	    "bob looks at the goal at 8,0" },
	{ 0, EVENT_DISCARDED, CARL, NOBODY, "?", 0, 0, 0, 0, NOBODY, "discarded carl ?",
	    "carl discards a card" },
	{ 0, EVENT_DISCARDED, CARL, NOBODY, "map", 0, 0, 0, 0, CARL, "discarded carl map",
	    "you discard map" },
	{ 0, EVENT_REMOVED, NOBODY, NOBODY, "ns", 2, 0, 0, 0, NOBODY, "removed ns 2,0",
	    "ns leaves 2,0" },
	{ 0, EVENT_TURNED_UP, NOBODY, NOBODY, "goal-stone-ne", 8, 2, 0, 1, NOBODY,
	    "turned-up goal-stone-ne 8,2 flipped",
	    "the goal at 8,2 is turned up: goal-stone-ne, flipped" },
	{ 0, EVENT_SAW_GOAL, BOB, NOBODY, "?", 8, 0, 0, 0, ANNA, "saw-goal bob ? 8,0", NULL },
	{ 0, EVENT_SAW_GOAL, BOB, NOBODY, "goal-gold", 8, 0, 0, 0, BOB,
	    "saw-goal bob goal-gold 8,0", "you see goal-gold at 8,0" },
	{ 0, EVENT_SKIPPED, BOB, NOBODY, NULL, 0, 0, 0, 0, BOB, "skipped bob",
	    "you have no cards and are skipped" },
	{ 0, EVENT_ROUND_END, BOB, NOBODY, NULL, 0, 0, 0, OUTCOME_GOLD, NOBODY,
	    "round-end bob gold", "bob reaches the gold: the miners win the round" },
	{ 0, EVENT_ROUND_END, NOBODY, NOBODY, NULL, 0, 0, 0, OUTCOME_NO_GOLD, NOBODY,
	    "round-end no-gold", "the gold is not reached: the round goes to the saboteurs" },
	{ 0, EVENT_SHOWN, BOB, NOBODY, "saboteur", 0, 0, 0, 0, NOBODY, "shown bob saboteur",
	    "bob was a saboteur" },
	{ 0, EVENT_SHOWN, NOBODY, NOBODY, "miner", 0, 0, 0, 0, NOBODY, "shown miner",
	    "the role nobody held was miner" },
	{ 0, EVENT_NUGGET, BOB, NOBODY, NULL, 0, 0, 0, 0, ANNA, "nugget bob",
	    "bob takes a nugget" },
	{ 0, EVENT_NUGGET, BOB, NOBODY, NULL, 0, 0, 0, 3, BOB, "nugget bob 3",
	    "you take a nugget worth 3" },
	{ 0, EVENT_GOLD, BOB, NOBODY, NULL, 0, 0, 0, 4, NOBODY, "gold bob 4", "bob gets 4 gold" },
	{ 0, EVENT_DRAFT, BOB, NOBODY, NULL, 0, 0, 0, 0, BOB, "draft bob",
	    "you are to choose a nugget" },
	{ 0, EVENT_GAME_OVER, NOBODY, NOBODY, NULL, 0, 0, 0, 0, NOBODY, "game-over",
	    "the game is over" },
	{ 0, EVENT_SCORE, BOB, NOBODY, NULL, 0, 0, 0, 0, NOBODY, "score bob 0", "bob has 0 gold" },
	{ 0, EVENT_WINNER, BOB, NOBODY, NULL, 0, 0, 0, 0, BOB, "winner bob", "you win" },
	{ 0, EVENT_RESIGNED, BOB, NOBODY, NULL, 0, 0, 0, 0, NOBODY, "resigned bob", "bob resigns" },
	{ 1, EVENT_PLAYED, BOB, NOBODY, "theft", 0, 0, 0, 0, NOBODY, "played bob theft",
	    "bob lays a theft card in front of themselves" },
	{ 1, EVENT_PLAYED, BOB, ANNA, "swap-hands", 0, 0, 0, 0, ANNA, "played bob swap-hands anna",
	    "bob swaps hands with you" },
	{ 1, EVENT_PLAYED, BOB, BOB, "free-at-last", 0, 0, 0, 0, NOBODY,
	    "played bob free-at-last bob", "bob frees themselves" },
	{ 1, EVENT_SAW_ROLE, BOB, ANNA, "boss", 0, 0, 0, 0, BOB, "saw-role bob boss anna",
	    "you see anna's role: boss" },
	{ 1, EVENT_SAW_ROLE, BOB, ANNA, "?", 0, 0, 0, 0, ANNA, "saw-role bob ? anna", NULL },
	{ 1, EVENT_ROUND_END, BOB, NOBODY, NULL, 0, 0, 0, OUTCOME_GOLD, NOBODY,
	    "round-end bob gold", "bob reaches the gold: the round is over" },
	{ 2, EVENT_PLAYED, BOB, NOBODY, "key", 4, 0, 0, 0, NOBODY, "played bob key 4,0",
	    "bob unlocks the door at 4,0" },
	{ 3, EVENT_PLAYED, BOB, NOBODY, "secret-information", 4, 4, 0, 0, NOBODY,
	    "played bob secret-information 4,4", "bob looks at the goal at 4,4" },
	{ 3, EVENT_PLAYED, BOB, ANNA, "secret-information", 0, 0, 0, 0, ANNA,
	    "played bob secret-information anna", "bob looks at your clan card" },
	{ 3, EVENT_PLAYED, BOB, BOB, "boots", 0, 0, 0, 0, NOBODY, "played bob boots bob",
	    "bob puts on boots" },
	{ 3, EVENT_PLAYED, BOB, BOB, "boots", 0, 0, 0, 0, BOB, "played bob boots bob",
	    "you put on boots" },
	{ 3, EVENT_PLAYED, BOB, ANNA, "boots", 0, 0, 0, 0, ANNA, "played bob boots anna",
	    "bob gives boots to you" },
	{ 3, EVENT_PLAYED, BOB, BOB, "battle-axe", 0, 0, 0, 0, NOBODY, "played bob battle-axe bob",
	    "bob takes a battle-axe" },
	{ 3, EVENT_PLAYED, BOB, ANNA, "battle-axe", 0, 0, 0, 0, NOBODY,
	    "played bob battle-axe anna", "bob gives a battle-axe to anna" },
	{ 3, EVENT_PLAYED, BOB, NOBODY, "spiderweb", 2, 0, PART_N, 0, NOBODY,
	    "played bob spiderweb 2,0/n", "bob lays a web at 2,0/n" },
	{ 3, EVENT_PLAYED, BOB, NOBODY, "goblin", 2, 0, PART_C, 0, NOBODY,
	    "played bob goblin 2,0/c", "bob sends the goblin to 2,0/c" },
};

Test(eventline, lines_and_sentences)
{
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		const struct row *t = &row[i];
		struct fixture f;
		struct buf out = BUF_INIT;

		fixture_init(&f, t->deck);
		card_id card = t->card == NULL ? CARD_NONE :
		    t->card[0] == '?'          ? CARD_HIDDEN :
						 card_find(&f.rules, t->card, strlen(t->card));
		struct event e = { .kind = t->kind,
			.seat = t->seat,
			.to = t->to,
			.card = card,
			.x = t->x,
			.y = t->y,
			.part = t->part,
			.value = t->value,
			.seen_by = SEEN_ALL };

		cr_assert(t->card == NULL || card != CARD_NONE, "row %zu: no card %s", i, t->card);
		eventline_text(&f.rules, &f.names, &e, &out);
		cr_expect_str_eq(
		    buf_cstr(&out), t->line, "want \"%s\", got \"%s\"", t->line, buf_cstr(&out));
		buf_clear(&out);
		cr_expect_eq(eventline_parse(&f.rules, &f.names, t->line, strlen(t->line), &e), 0,
		    "%s", t->line);
		cr_expect_eq(event_sentence(NULL, &f.rules, &f.names, &e, t->you, &out),
		    t->sentence != NULL, "%s", t->line);
		cr_expect_str_eq(buf_cstr(&out), t->sentence == NULL ? "" : t->sentence,
		    "%s: got \"%s\"", t->line, buf_cstr(&out));
		buf_release(&out);
	}
}

Test(eventline, every_kind_has_a_name_and_every_action_a_sentence)
{
	for (unsigned kind = 0; kind < EVENT_KIND_COUNT; kind++) {
		cr_assert_not_null(event_name((enum event_kind)kind), "kind %u", kind);
		for (unsigned other = 0; other < kind; other++)
			cr_expect_str_neq(
			    event_name((enum event_kind)kind), event_name((enum event_kind)other));
	}
	for (unsigned d = 0; d < N_DECKS; d++) {
		struct fixture f;

		fixture_init(&f, d);
		for (unsigned c = 0; c < f.rules.n_cards; c++) {
			struct event e = { .kind = EVENT_PLAYED,
				.seat = ANNA,
				.to = BOB,
				.card = (card_id)c,
				.value = (uint16_t)(f.card[c].tools & (0u - f.card[c].tools)),
				.seen_by = SEEN_ALL };
			struct buf out = BUF_INIT;

			cr_expect_eq(event_sentence(NULL, &f.rules, &f.names, &e, NOBODY, &out),
			    f.card[c].class == CARD_ACTION, "%s: %s", deck_all[d].rules,
			    deck_all[d].kind[c].name);
			cr_expect_null(strchr(buf_cstr(&out), '@'), "%s", buf_cstr(&out));
			cr_expect_null(strchr(buf_cstr(&out), '?'), "%s", buf_cstr(&out));
			buf_release(&out);
		}
	}
}

Test(eventline, no_words_for_what_one_may_not_know)
{
	struct fixture f;

	fixture_init(&f, DECK_SABOTEUR);
	for (unsigned kind = 0; kind < EVENT_KIND_COUNT; kind++) {
		struct event e = { .kind = (uint8_t)kind,
			.seat = ANNA,
			.to = BOB,
			.card = 12,
			.value = 2,
			.seen_by = SEEN_BY(ANNA) };
		struct event known = event_redact(&e, CARL);
		struct buf out = BUF_INIT;

		known.kind = (uint8_t)kind;
		eventline_text(&f.rules, &f.names, &known, &out);
		buf_chr(&out, '\n');
		(void)event_sentence(NULL, &f.rules, &f.names, &known, CARL, &out);
		cr_expect_null(strstr(out.p, deck_all[DECK_SABOTEUR].kind[12].name), "%s", out.p);
		buf_release(&out);
	}
}

Test(eventline, what_is_no_event)
{
	static const char *const line[] = { "", " ", "placed", "placed anna", "placed anna nsw",
		"placed anna nsw 3,-1 ", "placed anna nsw 3,-1 turned", "placed dora nsw 3,-1",
		"placed anna nsx 3,-1", "placed anna nsw 3,-01", "Placed anna nsw 3,-1",
		"drew anna", "drew anna ? ?", "round", "round two", "score anna 70000",
		"round-end anna won", "standing anna", "eats anna" };
	struct fixture f;

	fixture_init(&f, DECK_SABOTEUR);
	for (size_t i = 0; i < sizeof line / sizeof line[0]; i++) {
		struct event e;

		cr_expect_eq(eventline_parse(&f.rules, &f.names, line[i], strlen(line[i]), &e), -1,
		    "\"%s\"", line[i]);
	}
}
