#include <criterion/criterion.h>

#include "draw/draw.h"
#include "games/dark_cave/cave.h"
#include "games/games.h"
#include "text/since.h"
#include "wire/digest.h"

/*
 * The number `text:` of a digest names the version of its sentences and drawings. These are samples
 * of all of them. If a hash differs, a sentence or drawing differs from published digests. Then
 * raise DIGEST_WORDING (once between two releases is enough), and write the new hashes here.
 */
static const struct sample {
	const struct rules *rules;
	uint64_t hash;
} sample[] = {
	{ &rules_saboteur, 0x197a5792346d2485 },
	{ &rules_saboteur2, 0xf28cf99bb3a2f33c },
	{ &rules_duel, 0xe07040407efa30b8 },
	{ &rules_dark_cave, 0x818bdbd56158dde1 },
};
enum { OF_TEXT = 3, VALUES = 10 };

/* FNV-1a */
static uint64_t
hash_bytes(const struct buf *b)
{
	uint64_t h = UINT64_C(0xcbf29ce484222325);

	for (size_t i = 0; i < b->n; i++)
		h = (h ^ (unsigned char)b->p[i]) * UINT64_C(0x100000001b3);
	return h;
}

static void
say_event(const struct rules *rules, const struct names *names, struct event e, struct buf *out)
{
	struct events ev = { .n = 1, .at = { e } };

	since_text(NULL, rules, names, &ev, SEAT_NONE, out);
}

/* Writes every note, with and without optional parts. */
static void
tell_everything(const struct names *names, struct buf *out)
{
	for (unsigned kind = NOTE_NONE + 1; kind < NOTE_KINDS; kind++) {
		/* These were added later and change no published text. tests/text/noteline.c tests
		 * their sentences. */
		static const bool is_new[NOTE_KINDS] = { [NOTE_LATE] = true,
			[NOTE_AWAY] = true,
			[NOTE_VOTED] = true,
			[NOTE_VOTED_BACK] = true,
			[NOTE_SKIPPED] = true,
			[NOTE_EXTENDED] = true,
			[NOTE_VOTED_END] = true,
			[NOTE_STANDBY] = true,
			[NOTE_STANDBY_NO] = true,
			[NOTE_STANDBY_DROPPED] = true,
			[NOTE_UNDO_REFUSED] = true,
			[NOTE_LEAVES] = true,
			[NOTE_STAYS] = true,
			[NOTE_SEATED] = true,
			[NOTE_LOST] = true };
		const struct notes notes = { .n = 2,
			.at = { { .kind = (uint8_t)kind,
				    .seat = 0,
				    .of = 1,
				    .n = 7,
				    .to = 7,
				    .text = { "a nice game", 11 } },
			    { .kind = (uint8_t)kind, .yes = true, .n = 7, .to = 9 } } };

		if (is_new[kind])
			continue;
		since_notes(NULL, names, &notes, "a slip", false, out);
		since_notes(NULL, names, &notes, "", true, out);
	}
}

/* Writes every kind of event, with and without optional parts, and every played card. */
static void
say_everything(const struct rules *rules, const struct names *names, struct buf *out)
{
	for (unsigned kind = 0; kind < EVENT_KIND_COUNT; kind++) {
		for (uint16_t value = 0; value <= VALUES; value++) {
			struct event e = event_make_at((enum event_kind)kind, 0, 1, 2, -1);

			/* Values that are not an outcome, and outcomes added later. */
			if (kind == EVENT_ROUND_END &&
			    value > OUTCOME_AGREED + (rules == &rules_saboteur))
				continue;
			e.to = 1;
			e.value = value;
			e.part = value < 2 ? PART_WHOLE : PART_S;
			if (kind != EVENT_PLAYED)
				say_event(rules, names, e, out);
			e.seat = SEAT_NONE;
			if (kind == EVENT_SHOWN || kind == EVENT_ROUND_END)
				say_event(rules, names, e, out);
			e.seat = e.to = 0;
			e.card = CARD_HIDDEN;
			if (kind != EVENT_PLAYED)
				say_event(rules, names, e, out);
		}
	}
	tell_everything(names, out);
	for (card_id c = 0; c < rules->n_cards; c++) {
		struct event e = event_make_at(EVENT_PLAYED, 0, c, 2, -1);
		unsigned tools = rules->card[c].tools;

		e.value = (uint16_t)(tools & (~tools + 1));
		say_event(rules, names, e, out);
		e.to = 1;
		say_event(rules, names, e, out);
	}
}

/* Lays every card that can be on the board, both ways, and every mark. */
static void
lay_everything(struct game *g)
{
	static const uint8_t mark[] = { CELL_TOKEN_GREEN, CELL_TOKEN_BLUE, CELL_KEY, CELL_VEIN };
	int x = 0;

	for (card_id c = 0; c < g->rules->n_cards; c++) {
		unsigned class = game_card(g, c)->class;

		if (class != CARD_START && class != CARD_GOAL && class != CARD_PATH)
			continue;
		(void)board_put(&g->board, (struct cell){ .x = (int8_t)x, .y = 0, .card = c });
		x += 1 + (class != CARD_PATH);
	}
	for (unsigned i = 0; i < 3; i++)
		(void)board_put(&g->board,
		    (struct cell){ .x = (int8_t)(2 * i),
			.y = 2,
			.card = g->board.cell[2].card,
			.flags = i == 0 ? CELL_DOWN : CELL_FLIPPED });
	for (unsigned i = 4; i < g->board.n; i += 5)
		g->board.cell[i].flags |= mark[i / 5 % sizeof mark];
}

static void
set_everything(struct game *g)
{
	g->phase = PHASE_PLAY;
	g->round = 1;
	g->turn = 17;
	g->to_move = 1;
	g->n_deck = 20;
	g->n_discard = 5;
	g->n_aside = 3;
	for (uint8_t s = 0; s < g->n_seats; s++) {
		struct seat *seat = &g->seat[s];

		seat->n_hand = (uint8_t)(s + 1u);
		seat->broken = s == 0 ? TOOL_CART | TOOL_LAMP | TOOL_PICKAXE : 0;
		seat->resigned = s == 2;
		seat->gold = s;
		seat->n_gold = s == 1 ? 2 : 0;
		seat->role = 0;
		while (
		    seat->role < g->rules->n_cards && game_card(g, seat->role)->class != CARD_ROLE)
			seat->role++;
		if (seat->role == g->rules->n_cards)
			seat->role = CARD_NONE;
	}
}

static void
set_cave(struct game *g)
{
	struct cave_state *cave = cave_own(g);

	cave->n_web = 1;
	cave->web[0] = (struct cave_web){ .x = 0, .y = 0, .edge = EDGE_E, .count = 2, .owner = 1 };
	for (unsigned k = 0; k < CAVE_CREATURES; k++)
		cave->creature[k] = (struct cave_creature){ .owner = k == 2 ? SEAT_NONE : 0 };
	cave->seat[0].lying = 1;
	cave->seat[1].boots = 1;
	cave->seat[1].axes = 2;
	cave->first_out = cave->draw_to = SEAT_NONE;
}

/* Makes all gold public. */
static void
open_gold(struct game *g)
{
	card_id gold = 0;

	while (gold < g->rules->n_cards && game_card(g, gold)->class != CARD_GOLD)
		gold++;
	for (uint8_t s = 0; s < g->n_seats; s++)
		if (gold < g->rules->n_cards)
			memset(g->seat[s].gold_card, gold, g->seat[s].n_gold);
}

/* Draws the end of a round, also of the last one, with public gold and (as no host has it) with
 * hidden gold. */
static void
end_everything(struct view *v, const struct names *names, struct buf *out)
{
	struct events ev = { .n = 0 };
	struct view after = *v;

	event_add_public(&ev, EVENT_ROUND_END, SEAT_NONE, OUTCOME_NO_GOLD);
	event_add_public(&ev, EVENT_GOLD, 0, 3);
	event_add_public(&ev, EVENT_NUGGET, 0, 0);
	draw_round_end(NULL, v, &after, &ev, names, 0, DRAW_COLUMNS, out);
	after.known.phase = PHASE_OVER;
	draw_round_end(NULL, v, &after, &ev, names, 0, DRAW_COLUMNS, out);
	open_gold(&after.known);
	draw_round_end(NULL, v, &after, &ev, names, 0, DRAW_COLUMNS, out);
}

static uint64_t
hash_of_text(const struct rules *rules)
{
	static const char *const name[] = { "anna", "bob", "carl" };
	static struct view v;
	struct names names = { .n = 0 };
	struct options options = { .at = { 0 } };
	struct err err = ERR_INIT;
	struct buf out = BUF_INIT;
	struct game g;
	uint64_t h;

	game_init(&g, rules, rules->seats_max < 3 ? 2 : 3, &options);
	for (unsigned i = 0; i < g.n_seats; i++)
		cr_assert_eq(names_add(&names, name[i], strlen(name[i]), &err), 0);
	lay_everything(&g);
	set_everything(&g);
	if (rules == &rules_dark_cave)
		set_cave(&g);
	game_view(&g, SEAT_NONE, &v);
	say_everything(rules, &names, &out);
	draw_seats(NULL, &v, &names, 0, &out);
	draw_board(NULL, &v, &names, &(struct draw_board_options){ .columns = DRAW_COLUMNS }, &out);
	end_everything(&v, &names, &out);
	h = hash_bytes(&out);
	buf_release(&out);
	return h;
}

Test(text, words_and_drawings_are_those_of_their_number)
{
	cr_expect_eq(
	    (int)DIGEST_WORDING, (int)OF_TEXT, "the samples are of text: %d", (int)OF_TEXT);
	for (size_t i = 0; i < sizeof sample / sizeof sample[0]; i++) {
		uint64_t h = hash_of_text(sample[i].rules);

		cr_expect_eq(h, sample[i].hash, "%s: is it said or drawn otherwise?  0x%016llx",
		    sample[i].rules->name, (unsigned long long)h);
	}
}
