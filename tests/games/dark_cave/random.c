#include <criterion/criterion.h>

#include "few.h"
#include "games/dark_cave/cave.h"
#include "games/dark_cave/cards.h"
#include "games/table.h"
#include "games/games.h"

/* The Dark Cave: properties of every game, over random and greedy play of every number of
 * players. Walks, placements and reach are computed a second time, slowly. */

enum { TURNS_MAX = 67, MUTATIONS = 10, SPACES_MAX = 512 };

/* ---- cards ---- */

static void
count_cards(const struct game *g, unsigned count[DARK_CAVE_CARDS])
{
	const struct cave_state *cave = cave_own(g);

	memset(count, 0, DARK_CAVE_CARDS * sizeof count[0]);
	for (unsigned i = g->deck_top; i < g->n_deck; i++)
		count[g->deck[i]]++;
	for (unsigned i = 0; i < g->n_discard; i++)
		count[g->discard[i]]++;
	for (unsigned i = 0; i < g->n_aside; i++)
		count[g->aside[i]]++;
	for (unsigned i = 0; i < g->board.n; i++)
		count[g->board.cell[i].card]++;
	for (unsigned s = 0; s < g->n_seats; s++) {
		for (unsigned i = 0; i < g->seat[s].n_hand; i++)
			count[g->seat[s].hand[i]]++;
		count[DARK_CAVE_1_BOOTS] += cave->seat[s].boots;
		count[DARK_CAVE_1_BATTLE_AXE] += cave->seat[s].axes;
	}
	count[DARK_CAVE_1_SPIDERWEB] += cave->n_web;
	for (unsigned k = 0; k < CAVE_CREATURES; k++)
		count[cave_action_card(g, (enum action)cave_creature_action[k])] +=
		    cave->creature[k].owner != SEAT_NONE;
}

/* Every card is in exactly one place. Action cards are compared by kind, since their deck is not
 * recorded on the board. */
static void
check_conserved(const struct game *g, const char *where)
{
	unsigned count[DARK_CAVE_CARDS], gold = u16_get(&cave_own(g)->pool);

	count_cards(g, count);
	for (card_id c = 0; c < DARK_CAVE_CARDS; c++) {
		unsigned have = 0, want = 0;

		if (dark_cave_card[c].class == CARD_ROLE)
			continue;
		for (card_id d = 0; d < DARK_CAVE_CARDS; d++) {
			have += cave_same_kind(g, c, d) ? count[d] : 0;
			want += cave_same_kind(g, c, d) ? dark_cave_card[d].copies : 0;
		}
		cr_assert_eq(have, want, "%s: card %u: %u, not %u", where, c, have, want);
	}
	for (unsigned s = 0; s < g->n_seats; s++)
		gold += g->seat[s].gold;
	for (unsigned i = 0; i < g->board.n; i++)
		gold += (g->board.cell[i].flags & CELL_VEIN) != 0;
	cr_assert_eq(gold, 46, "%s: %u gold", where, gold);
}

/* ---- the space model, second implementation -------------------------------------------------- */

struct space {
	int x, y;
	unsigned part, group, edges, has; /* group: EDGE_BITs; 0: the tunnel */
	bool middle;
};

struct cave {
	const struct game *g;
	unsigned n;
	struct space at[SPACES_MAX];
};

static void
add_space(struct cave *c, const struct cell *cell, unsigned part, unsigned group, unsigned edges,
    bool middle)
{
	cr_assert_lt(c->n, SPACES_MAX);
	c->at[c->n++] = (struct space){ cell->x, cell->y, part, group, edges, 0, middle };
}

static unsigned
size_of(unsigned edges)
{
	unsigned n = 0;

	for (unsigned e = 0; e < EDGES; e++)
		n += edges >> e & 1u;
	return n;
}

static void
add_features(
    struct cave *c, unsigned from, const struct card_def *def, unsigned level, bool flipped)
{
	unsigned home = 0;

	while (tunnel_side(def->tunnel, home) == 0)
		home++;
	home ^= flipped ? 2u : 0u;
	for (unsigned i = from; i < c->n; i++) {
		struct space *s = &c->at[i];
		bool mine = (s->group >> home & 1u) != 0 &&
		    (level == 1 || (level == 3 ? s->middle : s->part == PART_N + home));

		if (mine)
			s->has |= def->feature &
			    (FEATURE_LADDER | FEATURE_HOLE | FEATURE_VEIN | FEATURE_EXIT);
		if ((s->group & EDGE_BIT(EDGE_N)) != 0)
			s->has |= def->feature & FEATURE_BRIDGE;
		if (s->group == 0)
			s->has |= FEATURE_TUNNEL;
	}
}

static void
add_card(struct cave *c, const struct cell *cell)
{
	const struct card_def *def = &dark_cave_card[cell->card];
	uint8_t tunnel = (cell->flags & CELL_FLIPPED) != 0 ? tunnel_rotated(def->tunnel) :
							     def->tunnel;
	unsigned level = def->class == CARD_GOAL ? 3 : def->class == CARD_START ? 1 : def->deck;
	unsigned from = c->n, done = 0, centres = 0;
	bool single = (def->feature &
			  (FEATURE_LADDER | FEATURE_HOLE | FEATURE_VEIN | FEATURE_EXIT)) != 0;

	for (unsigned e = 0; e < EDGES; e++) {
		unsigned side = tunnel_side(tunnel, e), group = 0;

		if (side == 0 || (done >> e & 1u) != 0)
			continue;
		for (unsigned f = e; f < EDGES; f++)
			if (f == e || (side != 3 && tunnel_side(tunnel, f) == side))
				group |= EDGE_BIT(f);
		done |= group;
		if (level == 1) {
			add_space(c, cell, group == tunnel_open(tunnel) ? PART_WHOLE : PART_N + e,
			    group, group, true);
			continue;
		}
		for (unsigned f = 0; f < EDGES; f++)
			if ((group >> f & 1u) != 0)
				add_space(c, cell, PART_N + f, group, EDGE_BIT(f), false);
		if (level == 3 && (size_of(group) > 1 || single))
			add_space(c, cell, centres++ == 0 ? PART_C : PART_C2, group, 0, true);
	}
	if ((def->feature & FEATURE_TUNNEL) != 0)
		add_space(c, cell, PART_T, 0, 0, false);
	add_features(c, from, def, level, (cell->flags & CELL_FLIPPED) != 0);
}

static void
make_cave(struct cave *c, const struct game *g)
{
	c->g = g;
	c->n = 0;
	for (unsigned i = 0; i < g->board.n; i++)
		if ((g->board.cell[i].flags & CELL_DOWN) == 0)
			add_card(c, &g->board.cell[i]);
}

static unsigned
level_at(const struct game *g, int x, int y)
{
	const struct card_def *def =
	    &dark_cave_card[g->board.cell[board_find(&g->board, x, y)].card];

	return def->class == CARD_GOAL ? 3 : def->class == CARD_START ? 1 : def->deck;
}

static bool
has_web(const struct game *g, int x, int y, unsigned e)
{
	for (unsigned i = 0; i < cave_own(g)->n_web; i++) {
		const struct cave_web *w = &cave_own(g)->web[i];

		if ((w->x == x && w->y == y && w->edge == e) ||
		    (w->x + edge_dx[w->edge] == x && w->y + edge_dy[w->edge] == y &&
			(w->edge ^ 2u) == e))
			return true;
	}
	return false;
}

static bool
is_linked(const struct cave *c, const struct space *a, const struct space *b)
{
	if (a == b)
		return false;
	if ((a->has & b->has & FEATURE_LADDER) != 0)
		return true;
	if (a->x == b->x && a->y == b->y) {
		unsigned level = level_at(c->g, a->x, a->y);

		if (a->group == 0 || b->group == 0)
			return level == 2 || a->middle || b->middle;
		if (a->group != b->group)
			return false;
		return level == 2 || a->middle != b->middle;
	}
	for (unsigned e = 0; e < EDGES; e++)
		if ((a->edges >> e & 1u) != 0 && a->x + edge_dx[e] == b->x &&
		    a->y + edge_dy[e] == b->y && (b->edges >> (e ^ 2u) & 1u) != 0 &&
		    !has_web(c->g, a->x, a->y, e))
			return true;
	return false;
}

/* The spaces of a card must match the model: parts, openings, features and links. */
static void
check_card(const struct game *g, const char *where)
{
	static struct cave c;
	struct cave_card made;
	unsigned parts = 0;

	make_cave(&c, g);
	cave_card_make(&made, g->rules, &g->board.cell[0]);
	for (unsigned i = 0; i < c.n; i++) {
		const struct space *s = &c.at[i];
		unsigned link = 0;

		parts |= CAVE_PART_BIT(s->part);
		for (unsigned j = 0; j < c.n; j++)
			if (is_linked(&c, s, &c.at[j]))
				link |= CAVE_PART_BIT(c.at[j].part);
		cr_expect_eq(made.link[s->part], link, "%s: part %u leads to %x, not %x", where,
		    s->part, made.link[s->part], link);
		cr_expect_eq(made.edges[s->part], s->edges, "%s: part %u opens to %x, not %x",
		    where, s->part, made.edges[s->part], s->edges);
		cr_expect_eq(cave_card_has_at(&made, s->part), s->has, "%s: part %u has %x, not %x",
		    where, s->part, cave_card_has_at(&made, s->part), s->has);
		for (unsigned e = 0; e < EDGES; e++)
			if ((s->edges >> e & 1u) != 0)
				cr_expect_eq(made.at_edge[e], s->part, "%s: edge %u", where, e);
	}
	cr_expect_eq(made.parts, parts, "%s: parts %x, not %x", where, made.parts, parts);
}

/* [CAVE 5.C.12-14] */
Test(cave_space, every_card_as_printed_and_turned)
{
	const struct options options = { 0 };
	struct game g;

	game_init(&g, &rules_dark_cave, 2, &options);
	for (card_id card = 0; card < DARK_CAVE_CARDS; card++) {
		for (unsigned flip = 0; flip < 2 && dark_cave_card[card].tunnel != 0; flip++) {
			char where[40];

			(void)snprintf(where, sizeof where, "card %u, flip %u", card, flip);
			g.board.n = 0;
			cr_assert_neq(CELL_NONE,
			    board_put(&g.board,
				(struct cell){ .card = card, .flags = flip ? CELL_FLIPPED : 0 }));
			check_card(&g, where);
		}
	}
}

static bool
is_at(const struct space *s, struct spot at)
{
	return s->x == at.x && s->y == at.y && s->part == at.part;
}

/* True if a movement stops in this space. */
static bool
stops(const struct cave *c, const struct space *s, bool dwarf)
{
	const struct cave_state *cave = cave_own(c->g);

	for (unsigned k = 0; k < CAVE_CREATURES && dwarf; k++)
		if (cave->creature[k].owner != SEAT_NONE && is_at(s, cave->creature[k].at))
			return true;
	for (unsigned i = 0; i < c->g->n_seats && !dwarf; i++)
		if (!cave->seat[i].out && is_at(s, cave->seat[i].at))
			return true;
	return (s->has & FEATURE_EXIT) != 0;
}

/* near[i]: fewest steps from `at`, by relaxing all pairs. */
static void
find_near(
    const struct cave *c, struct spot at, unsigned steps, bool dwarf, unsigned near[SPACES_MAX])
{
	for (unsigned i = 0; i < c->n; i++)
		near[i] = is_at(&c->at[i], at) ? 0 : 99;
	for (unsigned d = 0; d < steps; d++)
		for (unsigned i = 0; i < c->n; i++)
			for (unsigned j = 0; j < c->n && near[i] == d; j++)
				if (near[j] == 99 && (d == 0 || !stops(c, &c->at[i], dwarf)) &&
				    is_linked(c, &c->at[i], &c->at[j]) &&
				    (dwarf || (c->at[j].has & FEATURE_EXIT) == 0))
					near[j] = d + 1;
}

static bool
walks_to(const struct order *legal, size_t n, struct spot to)
{
	for (size_t i = 0; i < n; i++)
		if (legal[i].kind == ORDER_WALK_TO && cave_spot_same(legal[i].at[0], to))
			return true;
	return false;
}

/* `legal` during a walk: stay, every space in range, every face-down goal beside one. */
static void
check_walks(const struct game *g, const struct order *legal, size_t n, const char *where)
{
	const struct cave_seat *me = &cave_own(g)->seat[g->to_move];
	static struct cave c;
	static unsigned near[SPACES_MAX];
	unsigned steps = me->boots ? 4 : 3;
	bool goal[CELLS_MAX][EDGES] = { { false } };
	size_t want = 1;

	make_cave(&c, g);
	find_near(&c, me->at, steps, true, near);
	for (unsigned i = 0; i < c.n; i++) {
		const struct space *s = &c.at[i];
		bool is_near = near[i] > 0 && near[i] <= steps;

		want += is_near;
		cr_assert_eq(walks_to(legal, n,
				 (struct spot){ (int8_t)s->x, (int8_t)s->y, (uint8_t)s->part }),
		    is_near, "%s: turn %u: %d,%d part %u: %u steps", where, g->turn, s->x, s->y,
		    s->part, near[i]);
		for (unsigned e = 0; e < EDGES && near[i] < steps; e++) {
			unsigned j = board_find(&g->board, s->x + edge_dx[e], s->y + edge_dy[e]);

			if ((s->edges >> e & 1u) != 0 && j != CELL_NONE &&
			    !has_web(g, s->x, s->y, e) &&
			    (g->board.cell[j].flags & CELL_DOWN) != 0 &&
			    (near[i] == 0 || !stops(&c, s, true)))
				goal[j][e ^ 2u] = true;
		}
	}
	for (unsigned j = 0; j < g->board.n; j++) {
		for (unsigned e = 0; e < EDGES; e++) {
			want += goal[j][e];
			cr_assert(!goal[j][e] ||
				walks_to(legal, n,
				    (struct spot){ g->board.cell[j].x, g->board.cell[j].y,
					(uint8_t)(PART_N + e) }),
			    "%s: goal", where);
		}
	}
	cr_assert_eq(n, want, "%s: turn %u: %zu walks, not %zu", where, g->turn, n, want);
}

/* Every creature order ends in range of its start, and every space in range is the end of one. */
static void
check_creatures(const struct game *g, const struct order *legal, size_t n, const char *where)
{
	static const unsigned steps_of[CAVE_CREATURES] = { 3, 4, 5 };
	static struct cave c;
	static unsigned near[SPACES_MAX];

	make_cave(&c, g);
	for (unsigned k = 0; k < CAVE_CREATURES; k++) {
		const struct cave_creature *cr = &cave_own(g)->creature[k];
		bool reached[SPACES_MAX] = { false };
		size_t ends = 0, holes = 0, within = 0, alone = 0;
		bool held = false;

		for (unsigned i = 0; i < g->seat[g->to_move].n_hand; i++)
			held |= game_card(g, g->seat[g->to_move].hand[i])->action ==
			    cave_creature_action[k];
		for (unsigned i = 0; i < c.n && held; i++) {
			struct spot at = { (int8_t)c.at[i].x, (int8_t)c.at[i].y,
				(uint8_t)c.at[i].part };

			if (cr->owner != SEAT_NONE ? !is_at(&c.at[i], cr->at) :
						     (c.at[i].has & FEATURE_HOLE) == 0)
				continue;
			holes++;
			find_near(&c, at, steps_of[k], false, near);
			for (unsigned j = 0; j < c.n; j++)
				reached[j] |= near[j] <= steps_of[k];
		}
		for (unsigned j = 0; j < c.n; j++)
			within += reached[j];
		for (size_t i = 0; i < n; i++) {
			if (legal[i].kind != ORDER_ACT ||
			    game_card(g, legal[i].card[0])->action != cave_creature_action[k])
				continue;
			ends++;
			alone += legal[i].n_at == 1;
			for (unsigned j = 0; j < c.n; j++)
				if (is_at(&c.at[j], legal[i].at[legal[i].n_at - 1]))
					cr_assert(
					    reached[j], "%s: a creature beyond its reach", where);
		}
		cr_assert_eq(alone, holes, "%s: %zu creatures put, not %zu", where, alone, holes);
		/* A hole may be the end of a way from another one, and also be listed alone. */
		cr_assert(ends >= within && ends <= within + holes, "%s: %zu ends, %zu spaces",
		    where, ends, within);
	}
}

static uint8_t
side_at(const struct game *g, int x, int y, unsigned e)
{
	unsigned i = board_find(&g->board, x, y);

	if (i == CELL_NONE || (g->board.cell[i].flags & CELL_DOWN) != 0)
		return 9; /* no constraint */
	return tunnel_side(cell_tunnel(g->rules->card, &g->board.cell[i]), e) != 0;
}

/* Path cards: tries every place in the neighbourhood. */
static void
check_places(const struct game *g, const struct order *legal, size_t n, const char *where)
{
	size_t listed = 0, want = 0;
	bool tried[DARK_CAVE_CARDS] = { false };

	for (size_t i = 0; i < n; i++)
		listed += legal[i].kind == ORDER_PLACE;
	for (unsigned h = 0; h < g->seat[g->to_move].n_hand; h++) {
		card_id card = g->seat[g->to_move].hand[h];
		const struct card_def *def = game_card(g, card);

		for (int at = 0; at < 41 * 41 * 2 && def->class == CARD_PATH && !tried[card];
		     at++) {
			int x = at / 2 % 41 - 20, y = at / 82 - 20;
			bool flip = at % 2 != 0, fits = board_find(&g->board, x, y) == CELL_NONE,
			     joins = false;
			uint8_t tunnel = flip ? tunnel_rotated(def->tunnel) : def->tunnel;

			for (unsigned e = 0; e < EDGES; e++) {
				unsigned theirs = side_at(
				    g, x + edge_dx[e], y + edge_dy[e], e ^ 2u);

				fits &= theirs == 9 || theirs == (tunnel_side(tunnel, e) != 0);
				joins |= theirs == 1 && tunnel_side(tunnel, e) != 0;
			}
			want += fits && joins && !(flip && card_is_symmetric(def));
		}
		tried[card] = true;
	}
	cr_assert_eq(
	    listed, want, "%s: turn %u: %zu places, not %zu", where, g->turn, listed, want);
}

/* ---- secrets ---- */

static void
swap(card_id *a, card_id *b)
{
	card_id c = *a;

	*a = *b;
	*b = c;
}

/* Changes what `seat` cannot know: other hands and the pile among cards of one back, goals not
 * seen, unknown clan cards of one colour. */
static void
change_hidden(struct game *g, uint8_t seat)
{
	card_id *last[4] = { NULL, NULL, NULL, NULL };

	for (unsigned i = g->deck_top; i < g->n_deck; i++) {
		card_id **other = &last[game_card(g, g->deck[i])->deck];

		if (*other != NULL)
			swap(*other, &g->deck[i]);
		*other = &g->deck[i];
	}
	for (unsigned s = 0; s < g->n_seats; s++) {
		for (unsigned i = 0; i < g->seat[s].n_hand && s != seat; i++) {
			card_id **other = &last[game_card(g, g->seat[s].hand[i])->deck];

			if (*other != NULL)
				swap(*other, &g->seat[s].hand[i]);
			*other = &g->seat[s].hand[i];
		}
		if (s != seat)
			cave_own(g)->seat[s].axe[s % CAVE_CREATURES] ^= ORDER_AXE_YES;
	}
	for (unsigned s = 0; s < g->n_seats; s++)
		for (unsigned t = 0; t < s; t++)
			if (s != seat && t != seat && !cave_own(g)->seat[s].revealed &&
			    !cave_own(g)->seat[t].revealed &&
			    (g->seat[seat].knows & (SEEN_BY(s) | SEEN_BY(t))) == 0 &&
			    cave_clan(g, (uint8_t)s) == cave_clan(g, (uint8_t)t))
				swap(&g->seat[s].role, &g->seat[t].role);
	for (unsigned i = 1; i < g->n_discard; i++)
		swap(&g->discard[i - 1], &g->discard[i]);
	for (unsigned i = 1; i < g->n_aside; i++)
		swap(&g->aside[i - 1], &g->aside[i]);
}

static void
check_no_leak(const struct game *g, const char *where)
{
	static struct order before[LEGAL_MAX], after[LEGAL_MAX];

	for (uint8_t s = 0; s < g->n_seats && g->phase != PHASE_OVER; s++) {
		struct game other = *g;
		struct view v, w;

		change_hidden(&other, s);
		game_view(g, s, &v);
		game_view(&other, s, &w);
		cr_assert_eq(
		    memcmp(&v, &w, sizeof v), 0, "%s: seat %u sees what is hidden", where, s);
		if (s == g->to_move) {
			size_t n = game_legal(g, before, LEGAL_MAX),
			       m = game_legal(&v.known, after, LEGAL_MAX);

			cr_assert_eq(
			    n, m, "%s: its view allows %zu orders, the game %zu", where, m, n);
			for (size_t i = 0; i < n; i++)
				cr_assert(
				    same_order(&before[i], &after[i]), "%s: other orders", where);
		}
	}
}

/* ---- play ---- */

static void
mutate(struct order *o, struct rng *rng)
{
	uint8_t v = (uint8_t)rng_draw(rng, rng_draw(rng, 4) == 0 ? 256 : 12);

	switch (rng_draw(rng, 9)) {
	case 0:
		o->kind = v;
		break;
	case 1:
		o->seat = v;
		break;
	case 2:
		o->card[0] = v % 2 ? v : (uint8_t)(v % DARK_CAVE_CARDS);
		break;
	case 3:
		o->n_card = v;
		break;
	case 4:
		o->to = v;
		break;
	case 5:
		o->what = v;
		break;
	case 6:
		o->flags ^= (uint8_t)(1u << v % 8);
		break;
	case 7:
		o->n_at = v;
		break;
	default:
		o->at[v % ORDER_SPOTS] = (struct spot){ (int8_t)((int)rng_draw(rng, 7) - 3),
			(int8_t)((int)rng_draw(rng, 7) - 3), (uint8_t)(v % 10) };
		break;
	}
}

/* A refusal changes nothing; an accepted order can be played. */
static void
check_mutations(
    struct game *g, const struct order *legal, size_t n, struct rng *rng, const char *where)
{
	for (unsigned i = 0; i < MUTATIONS; i++) {
		struct order o = legal[rng_draw(rng, (uint32_t)n)];
		static struct events ev;
		struct game before = *g;

		mutate(&o, rng);
		ev.n = 0;
		if (game_check(g, &o) == VERDICT_OK) {
			(void)game_apply_all(&before, &o, 1, rng, &ev, &(unsigned){ 0 });
			continue;
		}
		cr_assert_neq(game_apply_all(g, &o, 1, rng, &ev, &(unsigned){ 0 }), VERDICT_OK,
		    "%s: apply", where);
		cr_assert(
		    same_game(g, &before) && ev.n == 0, "%s: a refusal changed something", where);
	}
}

/* [CAVE 5.F.31] Before the card, a web may be cut exactly if a dwarf with an axe is beside it.
 * Half of the times it is cut. */
static void
choose_cut(const struct game *g, struct rng *chance, struct order *o, const char *where)
{
	const struct cave_state *cave = cave_own(g);
	struct order cut = { .kind = ORDER_CUT, .seat = g->to_move, .to = SEAT_NONE, .n_at = 1 };
	bool can = false;

	for (unsigned i = 0; i < cave->n_web; i++) {
		(void)cave_edge_name(g, cave->web[i], &cut.at[0]);
		if (game_check(g, &cut) != VERDICT_OK)
			continue;
		can = true;
		if (rng_draw(chance, 2) == 0)
			*o = cut;
	}
	cr_assert_eq(can, cave_can_cut(g, g->to_move), "%s: to cut or not", where);
}

static void
play_through(struct game *g, uint64_t number, unsigned resign_in, const char *where)
{
	static struct order legal[LEGAL_MAX];
	static struct events ev;
	struct rng_fast rng, choice;

	rng_fast_init(&rng, table_seed, number);
	rng_fast_init(&choice, table_seed, ~number);
	rng_open(&choice.rng, 1, RNG_FIRST);
	game_deal(g, &rng.rng, NULL);
	while (g->phase != PHASE_OVER) {
		size_t n = game_legal(g, legal, LEGAL_MAX);
		struct order o;

		cr_assert_leq(g->turn, TURNS_MAX, "%s: no end", where);
		cr_assert(game_is_ok(g), "%s: not ok", where);
		cr_assert(n > 0, "%s: nothing lawful", where);
		for (size_t i = 0; i < n; i++)
			cr_assert_eq(
			    game_check(g, &legal[i]), VERDICT_OK, "%s: listed, refused", where);
		check_conserved(g, where);
		table_check_packing(g, where);
		check_no_leak(g, where);
		if (g->phase == PHASE_WALK)
			check_walks(g, legal, n, where);
		else
			check_places(g, legal, n, where);
		if (g->phase == PHASE_PLAY)
			check_creatures(g, legal, n, where);
		check_mutations(g, legal, n, &choice.rng, where);
		o = table_choice(g, legal, n, number, &choice.rng);
		if (g->phase == PHASE_PLAY)
			choose_cut(g, &choice.rng, &o, where);
		if (resign_in > 0 && rng_draw(&choice.rng, resign_in) == 0)
			o = order_resign((uint8_t)rng_draw(&choice.rng, g->n_seats));
		if (game_check(g, &o) == VERDICT_RESIGNED)
			continue;
		ev.n = 0;
		cr_assert_eq(game_apply_all(g, &o, 1, &rng.rng, &ev, &(unsigned){ 0 }), VERDICT_OK,
		    "%s: apply", where);
	}
	check_conserved(g, where);
	table_check_packing(g, where);
	cr_assert_neq(game_winners(g), 0, "%s: nobody won", where);
	cr_assert_leq(g->turn, TURNS_MAX + 1, "%s: too long", where);
}

Test(cave_random, every_game)
{
	for (unsigned i = 0; i < 7 * 6; i += is_few() ? 8 : 1) {
		uint8_t seats = (uint8_t)(2 + i % 7);
		struct options options = { .at[OPTION_FIRST] = (uint8_t)(i % 3),
			.at[CAVE_OPTION_CLAN] = i / 7 & 1 };
		unsigned resign_in = i % 5 == 0 ? 40 : 0;
		char where[80];
		struct game g;

		(void)snprintf(
		    where, sizeof where, "game %u, %u seats, resign %u", i, seats, resign_in);
		game_init(&g, &rules_dark_cave, seats, &options);
		play_through(&g, i + i / 7, resign_in, where);
	}
}

/* [CAVE 5.D.16] A card is legal at no other place than those that are listed, however far. */
Test(cave_random, every_place)
{
	static struct order legal[LEGAL_MAX];
	const struct options options = { 0 };
	struct rng_fast rng;
	struct game g;
	struct order o;
	size_t n, first = 0, listed = 0, taken = 0;

	rng_fast_init(&rng, table_seed, 1);
	game_init(&g, &rules_dark_cave, 5, &options);
	game_deal(&g, &rng.rng, NULL);
	n = game_legal(&g, legal, LEGAL_MAX);
	while (first < n && legal[first].kind != ORDER_PLACE)
		first++;
	cr_assert_lt(first, n);
	o = legal[first];
	for (size_t i = 0; i < n; i++)
		listed += legal[i].kind == ORDER_PLACE && legal[i].card[0] == o.card[0] &&
		    legal[i].flags == o.flags;
	for (int x = -COORD_MAX; x <= COORD_MAX; x++) {
		for (int y = -COORD_MAX; y <= COORD_MAX; y++) {
			o.at[0] = (struct spot){ (int8_t)x, (int8_t)y, PART_WHOLE };
			taken += game_check(&g, &o) == VERDICT_OK;
		}
	}
	cr_expect_eq(taken, listed, "%zu places are legal, %zu listed", taken, listed);
}

/* [CAVE 5.A.1-6] by number of players */
Test(cave_random, the_deal)
{
	static const struct {
		uint8_t n, i, ii, left, far;
	} row[] = { { 2, 5, 0, 0, 4 }, { 3, 5, 0, 1, 4 }, { 4, 5, 0, 0, 4 }, { 5, 4, 1, 3, 4 },
		{ 6, 4, 1, 2, 3 }, { 7, 3, 2, 1, 3 }, { 8, 3, 2, 0, 3 } };

	for (size_t k = 0; k < sizeof row / sizeof row[0]; k++) {
		struct options options = { .at[CAVE_OPTION_CLAN] = 1 };
		struct rng_fast rng;
		struct game g;
		unsigned last = 1;

		rng_fast_init(&rng, table_seed, k);
		game_init(&g, &rules_dark_cave, row[k].n, &options);
		game_deal(&g, &rng.rng, NULL);
		cr_expect_eq(g.n_aside, 15, "CAVE 5 boxed, %u seats", row[k].n);
		cr_expect_eq(g.n_deck, 67, "CAVE 5 hands and pile, %u seats", row[k].n);
		cr_expect_eq(
		    cave_own(&g)->n_left, row[k].left, "CAVE 2 left over, %u seats", row[k].n);
		cr_expect_eq(u16_get(&cave_own(&g)->pool), 46 - 3 * row[k].n,
		    "CAVE 6 pool, %u seats", row[k].n);
		for (unsigned i = g.deck_top; i < g.n_deck; i++) {
			cr_expect_geq(
			    game_card(&g, g.deck[i])->deck, last, "CAVE 5 I on II on III");
			last = game_card(&g, g.deck[i])->deck;
		}
		for (uint8_t s = 0; s < g.n_seats; s++) {
			unsigned n[4] = { 0 };

			for (unsigned i = 0; i < g.seat[s].n_hand; i++)
				n[cave_back(&g, s, i)]++;
			cr_expect(n[1] == row[k].i && n[2] == row[k].ii && n[3] == 0,
			    "CAVE 5 hand, %u seats", row[k].n);
			cr_expect(
			    row[k].n < 3 || row[k].n > 4 || cave_clan(&g, s) == CAVE_CLAN_BLUE,
			    "Q-CAVE-3 one clan, the one asked for");
		}
		cr_expect_eq(g.board.n, 5);
		cr_expect_eq(g.board.cell[0].x, -row[k].far, "CAVE 1 goals, %u seats", row[k].n);
	}
}

/* The greedy policy leaves the cave in most games, uses every action card and reaches every end
 * that normal play can reach. */
Test(cave_random, greedy_sees_everything)
{
	static struct order legal[LEGAL_MAX];
	static struct events ev;
	unsigned played[ACTION_COUNT] = { 0 }, ends[8] = { 0 }, won[CAVE_CLANS] = { 0 }, left = 0,
		 games = 210;

	for (unsigned i = 0; i < games; i++) {
		const struct options options = { 0 };
		struct rng_fast rng, choice;
		struct game g;

		rng_fast_init(&rng, table_seed, i);
		rng_fast_init(&choice, table_seed, ~(uint64_t)i);
		rng_open(&choice.rng, 1, RNG_FIRST);
		game_init(&g, &rules_dark_cave, (uint8_t)(2 + i % 7), &options);
		game_deal(&g, &rng.rng, NULL);
		while (g.phase != PHASE_OVER) {
			size_t n = game_legal(&g, legal, LEGAL_MAX);
			struct view v;

			game_view(&g, g.to_move, &v);
			ev.n = 0;
			game_play(&g,
			    &legal[policy_choose(POLICY_GREEDY, &v, legal, n, &choice.rng)],
			    &rng.rng, &ev);
			for (uint32_t k = 0; k < ev.n; k++) {
				if (ev.at[k].kind == EVENT_PLAYED)
					played[game_card(&g, ev.at[k].card)->action]++;
				if (ev.at[k].kind == EVENT_ROUND_END)
					ends[ev.at[k].value]++;
			}
		}
		won[cave_winner(&g)]++;
		left += cave_own(&g)->first_out != SEAT_NONE;
	}
	for (unsigned a = ACTION_INFORMATION; a <= ACTION_GOBLIN; a++)
		cr_expect_gt(played[a], 0, "action %u is never played", a);
	cr_expect_gt(played[ACTION_ROCKFALL], 0, "no rockfall");
	cr_expect(ends[OUTCOME_CLAN_OUT] > 0 && ends[OUTCOME_CARDS_OUT] > 0, "an end is missing");
	cr_expect(won[CAVE_CLAN_YELLOW] > 0 && won[CAVE_CLAN_BLUE] > 0 && won[CAVE_CLAN_NONE] > 0,
	    "a winner is missing");
	cr_expect_gt(2 * left, games, "somebody gets out in %u of %u games", left, games);
}
