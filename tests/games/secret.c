#include <criterion/criterion.h>

#include "draw/svg.h"
#include "games/table.h"

/* Nothing leaks: everything hidden from a seat is exchanged, and neither its view nor its events
 * may change by a byte. */

static void
sort_gold(struct seat *s)
{
	for (unsigned i = 1; i < s->n_gold; i++)
		for (unsigned j = i; j > 0 && s->gold_card[j - 1] > s->gold_card[j]; j--) {
			card_id low = s->gold_card[j];

			s->gold_card[j] = s->gold_card[j - 1];
			s->gold_card[j - 1] = low;
		}
}

/* Exchanges everything that `viewer` may not know in a game in play. */
static void
exchange_hidden(struct game *g, uint8_t viewer, struct rng *rng)
{
	card_id *at[DECK_MAX + SEATS_MAX * HAND_MAX];
	unsigned n = 0;

	for (unsigned i = g->deck_top; i < g->n_deck; i++)
		at[n++] = &g->deck[i];
	for (unsigned i = 0; i < g->n_discard; i++)
		at[n++] = &g->discard[i];
	for (unsigned s = 0; s < g->n_seats; s++)
		for (unsigned i = 0; i < g->seat[s].n_hand && s != viewer; i++)
			at[n++] = &g->seat[s].hand[i];
	table_shuffle(at, n, rng);
	n = 0;
	at[n++] = &sab_own(g)->role_left;
	for (unsigned s = 0; s < g->n_seats; s++)
		if (s != viewer)
			at[n++] = &g->seat[s].role;
	table_shuffle(at, n, rng);
	n = 0;
	n += table_hidden_cells(g, viewer, at + n);
	table_shuffle(at, n, rng);
	n = 0;
	for (unsigned i = 0; i < sab_own(g)->n_pile; i++)
		at[n++] = &sab_own(g)->pile[i];
	for (unsigned s = 0; s < g->n_seats; s++)
		for (unsigned i = 0; i < g->seat[s].n_gold && s != viewer; i++)
			at[n++] = &g->seat[s].gold_card[i];
	table_shuffle(at, n, rng);
	for (unsigned s = 0; s < g->n_seats; s++)
		sort_gold(&g->seat[s]);
}

/* Drawings must not change either. */
static bool
same_drawing(const struct game *a, const struct game *b, uint8_t seat)
{
	static const struct svg_options look = { .is_for = SVG_INLINE, .targets = true };
	struct buf drawn[2] = { BUF_INIT, BUF_INIT };
	static struct view v;
	bool same;

	game_view(a, seat, &v);
	svg_board(&v, NULL, &look, &drawn[0]);
	game_view(b, seat, &v);
	svg_board(&v, NULL, &look, &drawn[1]);
	same = strcmp(drawn[0].p, drawn[1].p) == 0;
	buf_release(&drawn[0]);
	buf_release(&drawn[1]);
	return same;
}

/* Both games get an order of the seat to move: it discards its first card, or maps a goal. */
static void
check_events(struct game a, struct game b, uint8_t viewer, bool map, const char *where)
{
	static struct events ea, eb;
	struct order o, p;
	unsigned goal = a.board.n;

	while (goal-- > 0 && (a.board.cell[goal].flags & CELL_DOWN) == 0)
		;
	if (map && goal < a.board.n)
		a.seat[a.to_move].hand[0] = b.seat[b.to_move].hand[0] = SAB_MAP;
	o = order_discard(a.to_move, a.seat[a.to_move].hand[0]);
	p = order_discard(b.to_move, b.seat[b.to_move].hand[0]);
	if (map && goal < a.board.n)
		o = p = order_at(a.to_move, SAB_MAP, a.board.cell[goal].x, a.board.cell[goal].y);
	table_play(&a, o, &ea);
	table_play(&b, p, &eb);
	/* The end of a round depends on hands and shows roles. */
	if (event_count(&ea, EVENT_ROUND_END) + event_count(&eb, EVENT_ROUND_END) > 0)
		return;
	cr_assert_eq(ea.n, eb.n, "%s: another number of events", where);
	for (unsigned i = 0; i < ea.n; i++) {
		struct event e = event_redact(&ea.at[i], viewer),
			     f = event_redact(&eb.at[i], viewer);

		cr_assert(same_event(&e, &f), "%s: event %u differs", where, e.kind);
	}
	cr_assert(same_to(&a, &b, viewer), "%s: view after the turn", where);
}

Test(secret, nothing_hidden_is_seen)
{
	const struct options options = { 0 };
	struct rng_fast rng;

	rng_fast_init(&rng, table_seed, 7);
	rng_open(&rng.rng, 1, RNG_LOSS);
	for (unsigned i = 0; i < 240; i++) {
		uint8_t seats = (uint8_t)(3 + i % 8);
		struct game g;

		table_played(&g, seats, &options, i, 7 * i % 180);
		if (g.phase != PHASE_PLAY)
			continue;
		for (unsigned s = 0; s <= seats; s++) {
			uint8_t viewer = s < seats ? (uint8_t)s : SEAT_NONE;
			struct game other = g;
			char where[64];

			(void)snprintf(where, sizeof where, "game %u, viewer %u", i, viewer);
			exchange_hidden(&other, viewer, &rng.rng);
			cr_assert(game_is_ok(&other), "%s: exchange", where);
			cr_assert(same_to(&g, &other, viewer), "%s: view", where);
			cr_assert(same_drawing(&g, &other, viewer), "%s: drawing", where);
			if (viewer == g.to_move)
				continue;
			check_events(g, other, viewer, false, where);
			check_events(g, other, viewer, true, where);
		}
	}
}

Test(secret, own_view_is_enough_to_play)
{
	static struct order legal[LEGAL_MAX], known[LEGAL_MAX];
	struct options options = { .at[SAB_DRAFT_ASK] = 1 };
	unsigned drafts = 0;

	for (unsigned i = 0; i < 300; i++) {
		static struct view v;
		struct game g;
		size_t n, m;

		table_played(&g, (uint8_t)(3 + i % 8), &options, i, i);
		if (g.phase == PHASE_OVER)
			continue;
		drafts += g.phase == PHASE_DRAFT;
		game_view(&g, g.to_move, &v);
		n = game_legal(&g, legal, LEGAL_MAX);
		m = game_legal(&v.known, known, LEGAL_MAX);
		cr_assert_eq(n, m, "C8 game %u: %zu orders, %zu in the view", i, n, m);
		for (size_t k = 0; k < n; k++) {
			cr_assert(same_order(&legal[k], &known[k]), "C8 game %u: order %zu", i, k);
			cr_assert_eq(
			    game_check(&v.known, &legal[k]), VERDICT_OK, "C8 game %u: check", i);
		}
	}
	cr_expect_gt(drafts, 0, "no draft was met");
}

/* [SAB 2.H] facts that a seat knows, and those it learns at the end */
Test(secret, what_is_known)
{
	static struct view v;
	struct events ev;
	struct game g;

	table_init(&g, 3);
	for (uint8_t s = 0; s < 3; s++) {
		table_give(&g, s, SAB_MAP);
		table_own(&g, s, SAB_GOLD_2);
	}
	table_stack(&g, SAB_NS);
	table_pile(&g, SAB_GOLD_3);
	g.seat[1].role = SAB_SABOTEUR;
	table_play(&g, order_at(0, SAB_MAP, 8, 0), &ev);
	game_view(&g, 0, &v);
	cr_expect_eq(v.known.seat[0].role, SAB_MINER, "SAB 2.H the own role");
	cr_expect_eq(v.known.seat[1].role, CARD_HIDDEN, "SAB 2.H no other");
	cr_expect_eq(sab_own(&v.known)->role_left, CARD_HIDDEN, "SAB 2.H not the one left over");
	cr_expect_eq(v.known.seat[0].hand[0], SAB_NS, "SAB 2.H the own hand");
	cr_expect(v.known.seat[1].n_hand == 1 && v.known.seat[1].hand[0] == CARD_HIDDEN,
	    "C11 the size of other hands");
	cr_expect_eq(v.known.board.cell[board_find(&g.board, 8, 0)].card, SAB_GOAL_GOLD,
	    "SAB 2.D.16 the goal looked at");
	cr_expect_eq(v.known.board.cell[board_find(&g.board, 8, 2)].card, CARD_HIDDEN,
	    "SAB 2.D.16 no other goal");
	cr_expect_eq(v.known.seat[0].gold_card[0], SAB_GOLD_2, "Q-SAB-14 the own gold");
	cr_expect_eq(v.known.seat[1].gold_card[0], CARD_HIDDEN, "SAB 2.F.26 no other's");
	cr_expect_eq(v.known.discard[0], CARD_HIDDEN, "C10 discards are face down");
	game_view(&g, 1, &v);
	cr_expect_eq(v.known.seat[0].n_seen, 1, "SAB 2.D.16 which goal was looked at is public");
	cr_expect_eq(v.known.board.cell[board_find(&g.board, 8, 0)].card, CARD_HIDDEN,
	    "SAB 2.D.16 what it is is not");
	game_view(&g, SEAT_OMNISCIENT, &v);
	cr_expect(same_game(&g, &v.known), "the referee knows all");
	g.round = 3;
	g.seat[0].n_hand = g.seat[2].n_hand = 0;
	table_play(&g, order_discard(1, SAB_MAP), &ev);
	cr_assert_eq(g.phase, PHASE_OVER);
	game_view(&g, SEAT_NONE, &v);
	cr_expect_eq(v.known.seat[1].role, SAB_SABOTEUR, "SAB 2.F.22 roles are shown");
	cr_expect_eq(sab_own(&v.known)->role_left, SAB_MINER, "SAB 2.F.22 with the one left over");
	cr_expect_eq(v.known.seat[2].gold_card[0], SAB_GOLD_2, "Q-SAB-14 all gold at the end");
}
