#include <criterion/criterion.h>

#include "games/saboteur2/sb2.h"
#include "games/games.h"

/* The move generator uses bit sets in words of 16 orientations and of 64 cells
 * (games/mine/movegen.h). These hands and boards need more than one word, which is rare in play. */

/* Always returns the same number. */
struct always {
	struct move_picker chooser;
	size_t wanted, asked, n;
};

static bool
passes(struct move_picker *self)
{
	(void)self;
	return false;
}

static size_t
which(struct move_picker *self, size_t n)
{
	struct always *a = (struct always *)self;

	a->asked++;
	a->n = n;
	return a->wanted;
}

/* Each number must pick the order at that index of the list; NONE picks none. */
static void
check_picks(const struct game *g, const struct order *legal, size_t n, const char *name)
{
	static struct order room[LEGAL_MAX];

	for (size_t k = 0; k <= n; k++) {
		struct always who = { { passes, which }, k, 0, 0 };
		struct order o;
		bool picked = game_pick_play(g, &who.chooser, room, &o);

		cr_assert_eq(picked, k < n, "%s: number %zu", name, k);
		cr_assert(who.asked == 1 && who.n == n, "%s: %zu of %zu", name, who.n, n);
		cr_assert(!picked || same_order(&o, &legal[k]), "%s: number %zu", name, k);
	}
}

/* Counts the orders with one card that pass the check, without equivalent ones. */
static size_t
count_lawful(const struct game *g, card_id card)
{
	const struct card_def *def = &g->rules->card[card];
	bool path = def->class == CARD_PATH;
	size_t n = 0;

	for (int x = -30; x <= 30; x++)
		for (int y = -30; y <= 30; y++) {
			struct order o = path ? order_place(g->to_move, card, x, y, false) :
						order_at(g->to_move, card, x, y);

			n += game_check(g, &o) == VERDICT_OK;
			o.flags = ORDER_FLIPPED;
			n += path && !card_is_symmetric(def) && game_check(g, &o) == VERDICT_OK;
		}
	for (uint8_t to = 0; to < g->n_seats; to++)
		for (unsigned tool = 1; tool <= def->tools; tool *= 2) {
			struct order o = order_to(g->to_move, card, to, (uint8_t)tool);

			n += (def->tools & tool) != 0 && game_check(g, &o) == VERDICT_OK;
		}
	return n;
}

static void
check_menu(const struct game *g, size_t at_least, const char *name)
{
	static struct order legal[LEGAL_MAX];
	size_t n = game_legal_plays(g, legal, LEGAL_MAX), want = 0;
	card_id kind[HAND_MAX];

	for (unsigned i = game_hand_kinds(g, g->to_move, kind); i > 0; i--)
		want += count_lawful(g, kind[i - 1]);
	cr_assert_eq(n, want, "%s: %zu orders, %zu are lawful", name, n, want);
	cr_assert_geq(n, at_least, "%s: %zu orders", name, n);
	for (size_t i = 0; i < n; i++) {
		cr_assert_eq(game_check(g, &legal[i]), VERDICT_OK, "%s: order %zu", name, i);
		for (size_t k = 0; k < i; k++)
			cr_assert(!same_order(&legal[i], &legal[k]), "%s: %zu twice", name, i);
	}
	check_picks(g, legal, n, name);
	/* Without the cache a search gives the same list. */
	if (g->board.frontier.known) {
		struct game searched = *g;

		searched.board.frontier.known = false;
		check_picks(&searched, legal, n, name);
	}
}

/* Crosses at each even place of a square, with tunnels between them in every second row. */
static void
make_wide(struct game *g, int side)
{
	for (int y = -side; y <= side; y++)
		for (int x = -side; x <= side; x++)
			if (y % 2 == 0 && (x != 0 || y != 0))
				table_put(g,
				    (struct cell){ .x = (int8_t)(x - side - 1),
					.y = (int8_t)y,
					.card = SAB_NESW });
	for (int x = 1; x <= side + 1; x++)
		table_put(g, (struct cell){ .x = (int8_t)-x, .card = SAB_NESW });
}

Test(menu, of_hands_with_more_ways_than_a_word_has)
{
	static const card_id two_ways[HAND_MAX] = { SAB_NSW, SAB_NEW, SAB_NE, SAB_NW, SAB_BLIND_NSW,
		SAB_BLIND_NEW, SAB_BLIND_NE, SAB_BLIND_NW, SAB_BLIND_N, SAB_BLIND_E, SAB_NESW,
		SAB_NS, SAB_EW, SAB_BLIND_NESW, SAB_ROCKFALL, SAB_MAP };
	struct game g;

	for (unsigned n = 1; n <= HAND_MAX; n++) {
		char name[32];

		table_init(&g, 5);
		table_tunnel(&g, 3);
		for (unsigned i = 0; i < n; i++)
			table_give(&g, 0, two_ways[(i + n) % HAND_MAX]);
		(void)snprintf(name, sizeof name, "%u kinds", n);
		check_menu(&g, n == HAND_MAX ? 60 : 1, name);
	}
}

Test(menu, of_ladders_in_two_words)
{
	static const card_id kinds[HAND_MAX] = { SB2_LADDER_N, SAB_NSW, SAB_NEW, SB2_LADDER_E,
		SAB_NE, SAB_NW, SAB_BLIND_NSW, SAB_BLIND_NEW, SB2_LADDER_NE, SAB_BLIND_NE,
		SAB_BLIND_NW, SAB_BLIND_N, SAB_BLIND_E, SB2_LADDER_NW, SB2_NE_S, SB2_NW_S };
	struct game g;

	sb2_init(&g, 4);
	table_tunnel(&g, 4);
	for (unsigned i = 0; i < HAND_MAX; i++)
		table_give(&g, 0, kinds[i]);
	check_menu(&g, 60, "ladders");
}

Test(menu, of_tables_with_more_cards_than_a_word_has)
{
	struct game g;

	table_init(&g, 10);
	make_wide(&g, 4);
	cr_assert_gt(g.board.n, 48);
	make_wide(&g, 6);
	cr_assert_gt(g.board.n, 64 + 16);
	table_give(&g, 0, SAB_ROCKFALL);
	table_give(&g, 0, SAB_NESW);
	table_give(&g, 0, SAB_MAP);
	table_give(&g, 0, SAB_REPAIR_LAMP_CART);
	for (unsigned s = 1; s < 10; s++)
		g.seat[s].broken = (uint8_t)(s % 8);
	check_menu(&g, 80, "a wide table");
}
