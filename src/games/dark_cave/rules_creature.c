/*
 * Rat, lindworm and goblin; their effects on dwarves, and battle-axes against them [CAVE 5.F.31-32,
 * CAVE 5.G.33-37].
 *
 * (K1) A creature on the board has exactly one owner, whose seat has its card.
 * (K2) No creature is in an exit or on a face-down goal.
 */
#include <assert.h>
#include <string.h>

#include "games/dark_cave/cave.h"
#include "core/unset.h"

enum { RAT, LINDWORM, GOBLIN };

const uint8_t cave_creature_action[CAVE_CREATURES] = {
	[RAT] = ACTION_RAT, [LINDWORM] = ACTION_LINDWORM, [GOBLIN] = ACTION_GOBLIN
};

/* [CAVE 5.F.32] */
static const uint8_t steps_of[CAVE_CREATURES] = { [RAT] = 3, [LINDWORM] = 4, [GOBLIN] = 5 };

unsigned
cave_creature_of(unsigned action)
{
	static const uint8_t next_index[ACTION_COUNT] = { [ACTION_RAT] = RAT + 1,
		[ACTION_LINDWORM] = LINDWORM + 1,
		[ACTION_GOBLIN] = GOBLIN + 1 };
	const unsigned k = action < ACTION_COUNT ? next_index[action] : 0u;

	return k > 0 ? k - 1 : (unsigned)CAVE_CREATURES;
}

static card_id
card_of(const struct game *g, unsigned k)
{
	return cave_action_card(g, (enum action)cave_creature_action[k]);
}

/* ---- attacks ---- */

unsigned
cave_axes(const struct game *g, uint8_t seat)
{
	return (unsigned)(cave_own(g)->seat[seat].axes - cave_own(g)->seat[seat].fresh);
}

struct cave_dwarf_resources
cave_resources(const struct game *g, uint8_t seat)
{
	return (struct cave_dwarf_resources){ .cards = g->seat[seat].n_hand,
		.gold = g->seat[seat].gold,
		.axes = cave_axes(g, seat),
		.lying = cave_own(g)->seat[seat].lying != 0 };
}

/* True if the seat, with that resources, would use an axe on creature k [Q-CAVE-10]. */
static bool
would_drive(const struct game *g, uint8_t seat, unsigned k, unsigned flags,
    const struct cave_dwarf_resources *resources)
{
	unsigned standing = cave_own(g)->seat[seat].axe[k];

	if (resources->axes == 0)
		return false;
	if ((flags & (ORDER_AXE_YES | ORDER_AXE_NO)) != 0)
		return (flags & ORDER_AXE_YES) != 0;
	if (standing != 0)
		return standing == ORDER_AXE_YES;
	switch (k) {
	case RAT:
		return resources->cards > 0;
	case GOBLIN:
		return resources->gold > 0;
	default:
		return !resources->lying;
	}
}

void
cave_pay(struct cave_dwarf_resources *resources, struct cave_step_cost cost)
{
	resources->cards -= resources->cards > 0 ? cost.cards : 0;
	resources->gold -= resources->gold > 0 ? cost.gold : 0;
}

void
cave_predict_encounters(const struct game *g, uint8_t seat, struct spot at, unsigned flags,
    struct cave_dwarf_resources *resources)
{
	for (unsigned k = 0; k < CAVE_CREATURES; k++) {
		const struct cave_creature *c = &cave_own(g)->creature[k];

		if (c->owner == SEAT_NONE || !cave_spot_same(c->at, at))
			continue;
		if (would_drive(g, seat, k, flags, resources))
			resources->axes--;
		else if (k == RAT)
			resources->cards -= resources->cards > 0;
		else if (k == GOBLIN)
			resources->gold -= resources->gold > 0;
		else
			resources->lying = true;
	}
}

void
cave_creature_remove(struct cave_play *p, unsigned k)
{
	struct cave_creature *c = &cave_own(p->g)->creature[k];

	cave_emit(p, EVENT_VANISHED, c->owner, card_of(p->g, k));
	*c = (struct cave_creature){ .owner = SEAT_NONE };
	game_discard(p->g, card_of(p->g, k));
}

/* [CAVE 5.F.31] */
static void
drive_off(struct cave_play *p, uint8_t seat, unsigned k)
{
	cave_own(p->g)->seat[seat].axes--;
	game_discard(p->g, cave_action_card(p->g, ACTION_BATTLE_AXE));
	cave_emit(p, EVENT_DROVE_OFF, seat, card_of(p->g, k));
	cave_creature_remove(p, k);
}

/* [CAVE 5.G.36] */
static void
attack(struct cave_play *p, uint8_t seat, unsigned k)
{
	struct cave_seat *victim = &cave_own(p->g)->seat[seat];

	cave_emit(p, EVENT_ATTACKED, seat, card_of(p->g, k));
	switch (k) {
	case RAT:
		cave_lose_card(p, seat);
		break;
	case GOBLIN:
		cave_lose_gold(p, seat);
		break;
	default:
		if (!victim->lying) {
			victim->lying = 1;
			victim->fell = seat == p->g->to_move;
			cave_emit(p, EVENT_FELL, seat, CARD_NONE);
		}
		break;
	}
}

static bool
is_willing(const struct game *g, uint8_t seat, unsigned k, unsigned flags)
{
	struct cave_dwarf_resources resources = cave_resources(g, seat);

	return would_drive(g, seat, k, flags, &resources);
}

/* Handles the encounters after creature k has moved into its space [CAVE 5.G.34]. */
static void
cave_creature_enters(struct cave_play *p, unsigned k)
{
	struct game *g = p->g;
	struct spot at = cave_own(g)->creature[k].at;

	/* Q-CAVE-10, Q-CAVE-31: clockwise from the active player. */
	for (unsigned i = 0; i < g->n_seats; i++) {
		uint8_t s = (uint8_t)((g->to_move + i) % g->n_seats);
		const struct cave_seat *seat = &cave_own(g)->seat[s];

		if (!seat->out && cave_spot_same(seat->at, at) && is_willing(g, s, k, 0)) {
			drive_off(p, s, k);
			return;
		}
	}
	for (unsigned i = 0; i < g->n_seats; i++) {
		uint8_t s = (uint8_t)((g->to_move + i) % g->n_seats);

		if (!cave_own(g)->seat[s].out && cave_spot_same(cave_own(g)->seat[s].at, at))
			attack(p, s, k);
	}
}

void
cave_dwarf_enters(struct cave_play *p, uint8_t seat, unsigned flags)
{
	struct cave_state *cave = cave_own(p->g);

	for (unsigned k = 0; k < CAVE_CREATURES; k++) {
		if (cave->creature[k].owner == SEAT_NONE ||
		    !cave_spot_same(cave->creature[k].at, cave->seat[seat].at))
			continue;
		if (is_willing(p->g, seat, k, flags))
			drive_off(p, seat, k);
		else
			attack(p, seat, k);
	}
}

/* ---- the cards ---- */

static unsigned
kind_of(const struct game *g, const struct order *o)
{
	return cave_creature_of(game_card(g, o->card[0])->action);
}

/* Checks the start: the creature's own space or, if it is not on the board, a dark hole [CAVE
 * 5.F.32]. */
static enum verdict
check_start(struct cave_map *m, const struct order *o, struct cave_space *at)
{
	const struct cave_creature *c = &cave_own(m->g)->creature[kind_of(m->g, o)];

	if (!cave_find(m, o->at[0], at))
		return VERDICT_NO_SUCH_SPACE;
	if (c->owner != SEAT_NONE)
		return cave_spot_same(c->at, cave_spot(m, *at)) ? VERDICT_OK :
								  VERDICT_CREATURE_ELSEWHERE;
	return (cave_has(m, *at) & FEATURE_HOLE) != 0 ? VERDICT_OK : VERDICT_NOT_A_HOLE;
}

static enum verdict
creature_check(struct cave_map *m, const struct order *o)
{
	unsigned k = kind_of(m->g, o);
	struct cave_stop_mask stops;
	struct cave_space at;
	enum verdict v;
	bool over = false;

	if (o->n_at == 0 || o->to != SEAT_NONE || o->what != 0 || o->flags != 0)
		return VERDICT_BAD_TARGET;
	v = check_start(m, o, &at);
	if (v != VERDICT_OK)
		return v;
	if (o->n_at - 1u > steps_of[k])
		return VERDICT_TOO_FAR;
	cave_stops_make(&stops, m, false);
	for (unsigned i = 1; i < o->n_at; i++) {
		struct cave_space to;

		if (!cave_find(m, o->at[i], &to))
			return VERDICT_NO_SUCH_SPACE;
		if (over)
			return VERDICT_WALK_IS_OVER;
		if (!cave_is_step(m, at, to) || (m->card[to.cell].ends >> to.part & 1) != 0)
			return VERDICT_NO_STEP;
		over = cave_stops(&stops, to);
		at = to;
	}
	return VERDICT_OK;
}

static void
creature_play(struct cave_play *p, const struct order *o)
{
	unsigned k = kind_of(p->g, o);
	struct cave_creature *c = &cave_own(p->g)->creature[k];
	struct spot at = o->at[o->n_at - 1];
	uint16_t has = 0;

	(void)cave_name(p->g, &at, &has);
	cave_emit_at(p, EVENT_PLAYED, o->seat, o->card[0], at, 0);
	/* Q-CAVE-23 */
	if (c->owner != SEAT_NONE)
		game_discard(p->g, card_of(p->g, k));
	c->owner = o->seat;
	c->at = o->at[0];
	(void)cave_name(p->g, &c->at, &has);
	if (o->n_at == 1) /* Q-CAVE-19: being placed is not entering */
		return;
	for (unsigned i = 1; i < o->n_at; i++) {
		c->at = o->at[i];
		(void)cave_name(p->g, &c->at, &has);
		cave_emit_at(p, EVENT_CREPT, SEAT_NONE, o->card[0], c->at, 0);
	}
	cave_creature_enters(p, k);
}

/* Lists the dark holes of the board, by name. Returns their number. */
static unsigned
find_holes(struct cave_map *m, struct cave_space hole[static CELLS_MAX])
{
	unsigned n = 0;

	for (unsigned i = 0; i < m->g->board.n; i++) {
		const struct cave_space here = { (uint8_t)i, m->card[i].home };
		unsigned at = n;

		if (!cave_card_has(&m->card[i], FEATURE_HOLE))
			continue;
		for (; at > 0 &&
		     cave_spot_compare(cave_spot(m, hole[at - 1]), cave_spot(m, here)) > 0;
		     at--)
			hole[at] = hole[at - 1];
		hole[at] = here;
		n++;
	}
	return n;
}

/*
 * The orders with a creature's card. For each start: the creature is placed only, then it goes by
 * one way to every other space that is not listed yet.
 */
struct ways {
	unsigned n, steps;
	struct cave_space start[CELLS_MAX]; /* spaces where the creature can start */
	struct cave_flood flood;            /* the ends are its new entries */
};

static void
begin_ways(struct ways *w, struct cave_map *m, const struct order *blank)
{
	const unsigned k = kind_of(m->g, blank);
	const struct cave_creature *c = &cave_own(m->g)->creature[k];

	w->steps = steps_of[k];
	w->n = c->owner == SEAT_NONE ? find_holes(m, w->start) : cave_find(m, c->at, &w->start[0]);
	cave_flood_for(&w->flood, m, false);
}

/* Finds the ends from a start. Returns their number. */
static unsigned
find_ends(struct ways *w, unsigned start)
{
	unsigned n = 0;

	cave_flood(&w->flood, w->start[start], w->steps);
	for (unsigned i = 0; i < w->flood.n; i++)
		n += w->flood.is_new[i];
	return n;
}

/* Writes the order from the start of the flood to entry i. */
static void
write_way(const struct cave_flood *f, unsigned i, struct order *o)
{
	struct spot way[ORDER_SPOTS];
	const unsigned n = cave_flood_way(f, SEAT_NONE, 0, cave_flood_at(f, i), way);

	o->at[0] = cave_spot(f->map, cave_flood_at(f, 0));
	for (unsigned step = 0; step < n; step++)
		o->at[step + 1] = way[step];
	o->n_at = (uint8_t)(n + 1);
}

static void
creature_list(struct cave_map *m, const struct order *blank, struct order_list *list)
{
	struct order o = *blank;
	UNSET struct ways w;

	begin_ways(&w, m, blank);
	for (unsigned start = 0; start < w.n; start++) {
		(void)find_ends(&w, start);
		for (unsigned i = 0; i < w.flood.n; i++) {
			if (!w.flood.is_new[i])
				continue;
			write_way(&w.flood, i, &o);
			order_list_add(list, &o);
		}
	}
}

static size_t
creature_count(struct cave_map *m, const struct order *blank)
{
	UNSET struct ways w;
	size_t n = 0;

	begin_ways(&w, m, blank);
	for (unsigned i = 0; i < w.n; i++)
		n += find_ends(&w, i);
	return n;
}

static void
creature_write(struct cave_map *m, size_t k, struct order *o)
{
	UNSET struct ways w;
	unsigned start = 0, n, i = 0;

	begin_ways(&w, m, o);
	for (n = find_ends(&w, 0); k >= n; n = find_ends(&w, ++start))
		k -= n;
	for (; k > 0 || !w.flood.is_new[i]; i++)
		k -= w.flood.is_new[i];
	write_way(&w.flood, i, o);
}

const struct cave_action cave_creature = { creature_check, creature_play, creature_list,
	creature_count, creature_write };
