/*
 * Step two: a dwarf walks [CAVE 5.E.19-25, CAVE 5.F.31, Q-CAVE-6, Q-CAVE-12].
 *
 * (W1) A walk depends only on the view of its player: a face-down goal is entered only as the last
 * step.
 * (W2) Check and play follow the same steps; check works on a copy of what changes on the way.
 */
#include <assert.h>
#include <string.h>

#include "games/dark_cave/cave.h"
#include "core/unset.h"

/* [CAVE 5.B.10, CAVE 5.F.30] */
static unsigned
steps_for(const struct game *g, uint8_t seat)
{
	return cave_own(g)->seat[seat].boots ? 4 : 3;
}

/* ---- check ---- */

/* State of a walk that is being checked. */
struct walk {
	struct cave_map *m;
	struct game *g; /* a copy in which webs are used up */
	const struct order *o;
	struct cave_stop_mask stops;
	struct cave_space at;
	struct cave_dwarf_resources resources;
	unsigned steps;
	bool over; /* the movement has ended */
	bool gone; /* out of the cave, or on a goal that was face down: nothing to cut there */
};

/* True if the dwarf's space is next to that edge point [CAVE 5.F.31]. */
static bool
is_beside(struct walk *w, struct cave_web edge)
{
	const struct cell *c = &w->m->g->board.cell[w->at.cell];
	unsigned edges = cave_edges(w->m, w->at);

	for (unsigned e = 0; e < EDGES; e++) {
		struct cave_web mine = cave_edge(c->x, c->y, e);

		if ((edges & EDGE_BIT(e)) != 0 && mine.x == edge.x && mine.y == edge.y &&
		    mine.edge == edge.edge)
			return true;
	}
	return false;
}

/* Checks a cut. It is legal at any point of the turn, even after a creature has ended the movement,
 * and while knocked down [CAVE 5.F.31]. */
static enum verdict
check_cut(struct walk *w, struct spot spot)
{
	struct cave_state *cave = cave_own(w->g);
	unsigned e, web;

	spot.part &= (uint8_t)~SPOT_CUT;
	if (spot.part < PART_N || spot.part > PART_W)
		return VERDICT_BAD_TARGET;
	if (w->gone)
		return VERDICT_WALK_IS_OVER;
	e = spot.part - (unsigned)PART_N;
	if (!place_in_range(spot.x, spot.y))
		return VERDICT_OUT_OF_RANGE;
	web = cave_web_at(w->g, spot.x, spot.y, e);
	if (web == CAVE_WEB_NONE)
		return VERDICT_NO_WEB;
	if (!is_beside(w, cave_edge(spot.x, spot.y, e)))
		return VERDICT_NO_STEP;
	if (w->resources.axes == 0)
		return VERDICT_NO_AXE;
	w->resources.axes--;
	if (--cave->web[web].count == 0)
		cave->web[web] = cave->web[--cave->n_web];
	return VERDICT_OK;
}

static bool
is_space(const struct game *g, struct spot s)
{
	unsigned i = cave_at(g, s.x, s.y);
	uint16_t has;

	if (i != CELL_NONE && (g->board.cell[i].flags & CELL_DOWN) != 0)
		return s.part >= PART_N && s.part <= PART_W;
	return cave_name(g, &s, &has);
}

/* Returns the space with that name, also on a face-down goal, which is named by its edge. Its cell
 * is CELL_NONE if there is no card. */
static struct cave_space
target_of(const struct cave_map *m, struct spot to)
{
	struct cave_space at;

	if (!cave_find(m, to, &at))
		at = (struct cave_space){ (uint8_t)cave_at(m->g, to.x, to.y), to.part };
	return at;
}

static enum verdict
check_step(struct walk *w, struct spot spot)
{
	const struct cave_space from = w->at, to = target_of(w->m, spot);

	if (!is_space(w->g, spot))
		return VERDICT_NO_SUCH_SPACE;
	if (w->over)
		return VERDICT_WALK_IS_OVER;
	if (w->steps == steps_for(w->g, w->o->seat))
		return VERDICT_TOO_FAR;
	if (!cave_is_step(w->m, from, to))
		return VERDICT_NO_STEP;
	w->steps++;
	w->over = cave_stops(&w->stops, to);
	w->at = to;
	w->gone = w->m->card[to.cell].parts == 0 || (cave_has(w->m, to) & FEATURE_EXIT) != 0;
	cave_pay(&w->resources, cave_step_cost(w->m, from, to));
	if (!w->gone)
		cave_predict_encounters(
		    w->g, w->o->seat, cave_spot(w->m, to), w->o->flags, &w->resources);
	return VERDICT_OK;
}

bool
cave_can_cut(const struct game *g, uint8_t seat)
{
	const struct cave_state *cave = cave_own(g);
	UNSET struct cave_map m;
	struct walk w = { .m = &m };
	bool beside = false;

	if (cave_axes(g, seat) == 0 || cave->seat[seat].out)
		return false;
	cave_map_make(&m, g);
	if (!cave_find(&m, cave->seat[seat].at, &w.at))
		assert(0 && "(C2)");
	for (unsigned i = 0; i < cave->n_web; i++)
		beside |= is_beside(&w, cave->web[i]);
	return beside;
}

/* Checks a walk space by space, or no step at all. */
static enum verdict
check_steps(struct cave_map *m, const struct order *o)
{
	struct game copy = *m->g;
	UNSET struct cave_map on;
	struct walk w = {
		.m = &on, .g = &copy, .o = o, .resources = cave_resources(m->g, o->seat)
	};
	bool stays = o->kind == ORDER_STAY || o->kind == ORDER_CUT;
	unsigned n_steps = 0;

	cave_map_make(&on, &copy);
	cave_stops_make(&w.stops, &on, true);
	if (!cave_find(&on, cave_own(&copy)->seat[o->seat].at, &w.at))
		assert(0 && "(C2)");
	for (unsigned i = 0; i < o->n_at; i++) {
		bool cut = (o->at[i].part & SPOT_CUT) != 0;
		enum verdict v = cut ? check_cut(&w, o->at[i]) :
		    stays            ? VERDICT_BAD_TARGET :
				       check_step(&w, o->at[i]);

		if (v != VERDICT_OK)
			return v;
		n_steps += !cut;
	}
	return n_steps > 0 || stays ? VERDICT_OK : VERDICT_BAD_TARGET;
}

static enum verdict
check_walk_to(struct cave_map *m, const struct order *o)
{
	UNSET struct cave_flood f;
	struct cave_space from;
	unsigned steps;

	if (o->n_at != 1 || (o->at[0].part & SPOT_CUT) != 0 || o->at[0].part >= CAVE_PARTS)
		return VERDICT_BAD_TARGET;
	if (!is_space(m->g, o->at[0]))
		return VERDICT_NO_SUCH_SPACE;
	if (!cave_find(m, cave_own(m->g)->seat[o->seat].at, &from))
		assert(0 && "(C2)");
	cave_flood_for(&f, m, true);
	cave_flood(&f, from, steps_for(m->g, o->seat));
	steps = cave_flood_steps(&f, target_of(m, o->at[0]));
	/* The order `stay` is for the dwarf's own space. */
	return steps == CAVE_FAR ? VERDICT_TOO_FAR : steps == 0 ? VERDICT_NO_STEP : VERDICT_OK;
}

enum verdict
cave_check_walk(struct cave_map *m, const struct order *o)
{
	const unsigned axe = ORDER_AXE_YES | ORDER_AXE_NO, turn = ORDER_TURN_KEEP | ORDER_TURN_FLIP;
	unsigned flags = o->kind == ORDER_STAY ? 0 : axe | turn;

	if (o->n_card != 0 || o->to != SEAT_NONE || o->what != 0 || (o->flags & ~flags) != 0 ||
	    (o->flags & axe) == axe || (o->flags & turn) == turn)
		return VERDICT_BAD_TARGET;
	if (cave_own(m->g)->seat[o->seat].lying && o->kind != ORDER_STAY)
		return VERDICT_NO_WALK;
	return o->kind == ORDER_WALK_TO ? check_walk_to(m, o) : check_steps(m, o);
}

enum verdict
cave_check_cut(struct cave_map *m, const struct order *o)
{
	struct order cut = *o;

	if (o->n_card != 0 || !cave_has_shape(o, 1, false, 0))
		return VERDICT_BAD_TARGET;
	if (cave_own(m->g)->seat[o->seat].out)
		return VERDICT_NO_WALK;
	cut.at[0].part |= SPOT_CUT;
	return check_steps(m, &cut);
}

/* ---- list ---- */

void
cave_find_walks(const struct game *g, struct cave_walk_moves *w)
{
	const struct cave_seat *me = &cave_own(g)->seat[g->to_move];
	struct cave_space from;

	w->g = g;
	w->n = 1;
	if (me->lying)
		return;
	cave_map_make(&w->map, g);
	if (!cave_find(&w->map, me->at, &from))
		assert(0 && "(C2)");
	cave_flood_for(&w->flood, &w->map, true);
	cave_flood(&w->flood, from, steps_for(g, g->to_move));
	w->n = w->flood.n;
}

void
cave_write_walk(struct cave_walk_moves *w, unsigned i, struct order *o)
{
	*o = (struct order){ .kind = ORDER_STAY, .seat = w->g->to_move, .to = SEAT_NONE };
	if (i == 0)
		return;
	o->kind = ORDER_WALK_TO;
	o->n_at = 1;
	o->at[0] = cave_spot(&w->map, cave_flood_at(&w->flood, i));
}

/* ---- play ---- */

unsigned
cave_walk_way(const struct game *g, uint8_t seat, unsigned flags, struct spot to,
    struct spot way[static ORDER_SPOTS])
{
	UNSET struct cave_map m;
	struct cave_space from = { 0, 0 };
	UNSET struct cave_flood f;
	bool found;

	cave_map_make(&m, g);
	found = cave_find(&m, cave_own(g)->seat[seat].at, &from);
	assert(found);
	(void)found;
	cave_flood_for(&f, &m, true);
	cave_flood(&f, from, steps_for(g, seat));
	return cave_flood_way(&f, seat, flags, target_of(&m, to), way);
}

/* Converts ORDER_WALK_TO to ORDER_WALK, space by space. */
static void
spell_out(const struct game *g, const struct order *o, struct order *walk)
{
	*walk = *o;
	walk->kind = ORDER_WALK;
	walk->n_at = (uint8_t)cave_walk_way(g, o->seat, o->flags, o->at[0], walk->at);
}

/* True if the edges of this tunnel match all face-up neighbours. */
static bool
matches(const struct game *g, const struct cell *c, uint8_t tunnel)
{
	for (unsigned e = 0; e < EDGES; e++) {
		unsigned j = cave_at(g, c->x + edge_dx[e], c->y + edge_dy[e]);

		if (j == CELL_NONE || (g->board.cell[j].flags & CELL_DOWN) != 0)
			continue;
		if ((tunnel_side(tunnel, e) != 0) !=
		    (tunnel_side(cell_tunnel(g->rules->card, &g->board.cell[j]), e ^ 2u) != 0))
			return false;
	}
	return true;
}

/* [CAVE 5.E.24, Q-CAVE-8] The goal is placed open at the entry; then matching all neighbours, if
 * possible; then as the order says. */
static bool
is_laid_flipped(const struct game *g, const struct cell *c, unsigned entry, unsigned flags)
{
	uint8_t keep = game_card(g, c->card)->tunnel, flip = tunnel_rotated(keep);
	bool keep_open = tunnel_side(keep, entry) != 0, flip_open = tunnel_side(flip, entry) != 0;
	bool keep_fits, flip_fits;

	if (card_is_symmetric(game_card(g, c->card)))
		return false;
	if (keep_open != flip_open)
		return flip_open;
	keep_fits = matches(g, c, keep);
	flip_fits = matches(g, c, flip);
	if (keep_fits != flip_fits)
		return flip_fits;
	return (flags & ORDER_TURN_FLIP) != 0;
}

static void
turn_up(struct cave_play *p, unsigned cell, unsigned entry, unsigned flags)
{
	struct cell c = p->g->board.cell[cell];
	bool flip = is_laid_flipped(p->g, &c, entry, flags);

	c.flags = flip ? CELL_FLIPPED : 0;
	cave_emit_at(
	    p, EVENT_TURNED_UP, SEAT_NONE, c.card, (struct spot){ c.x, c.y, PART_WHOLE }, flip);
	cave_remove(p->g, cell);
	cave_lay(p, c);
}

/* [CAVE 5.E.25] */
static void
leave(struct cave_play *p, uint8_t seat)
{
	struct cave_state *cave = cave_own(p->g);
	struct spot at = cave->seat[seat].at;

	cave->seat[seat].at = (struct spot){ 0, 0, PART_WHOLE };
	cave->seat[seat].out = 1;
	cave->seat[seat].lying = 0;
	cave_emit_at(p, EVENT_LEFT, seat, CARD_NONE, at, p->g->seat[seat].gold);
	cave_reveal(p, seat);
	if (cave->first_out != SEAT_NONE)
		return;
	cave->first_out = seat;
	for (unsigned i = 0; i < cave->n_left; i++)
		event_add_private(p->ev, EVENT_SAW_LEFT, seat, cave->left[i], p->g->n_seats + i);
}

/* [CAVE 5.E.23, Q-CAVE-7] Takes gold if the movement has ended on a vein. */
static void
dig(struct cave_play *p, uint8_t seat, uint16_t has)
{
	const struct spot at = cave_own(p->g)->seat[seat].at;
	unsigned i = cave_at(p->g, at.x, at.y);

	if ((has & FEATURE_VEIN) == 0 || (p->g->board.cell[i].flags & CELL_VEIN) == 0)
		return;
	p->g->board.cell[i].flags &= (uint8_t)~CELL_VEIN;
	p->g->seat[seat].gold++;
	cave_emit_value(p, EVENT_GOLD, seat, 1);
	cave_reveal(p, seat);
}

static void
play_cut(struct cave_play *p, uint8_t seat, struct spot at)
{
	struct game *g = p->g;

	at.part &= (uint8_t)~SPOT_CUT;
	cave_emit_at(p, EVENT_CUT, seat, CARD_NONE, at, 0);
	cave_own(g)->seat[seat].axes--;
	game_discard(g, cave_action_card(g, ACTION_BATTLE_AXE));
	cave_web_decrement(p, cave_web_at(g, at.x, at.y, at.part - (unsigned)PART_N));
}

/* Plays one step. Returns the features of the new space. */
static uint16_t
play_step(struct cave_play *p, uint8_t seat, struct spot to, unsigned flags)
{
	struct cave_state *cave = cave_own(p->g);
	unsigned cell = cave_at(p->g, to.x, to.y);
	struct spot from = cave->seat[seat].at;
	uint16_t has = 0, had = 0;

	if ((p->g->board.cell[cell].flags & CELL_DOWN) != 0)
		turn_up(p, cell, to.part - (unsigned)PART_N, flags);
	(void)cave_name(p->g, &to, &has);
	cave->seat[seat].at = to;
	cave_emit_at(p, EVENT_WALKED, seat, CARD_NONE, to, 0);
	if ((has & FEATURE_BRIDGE) != 0)
		(void)cave_name(p->g, &from, &had);
	if ((has & FEATURE_BRIDGE) != 0 &&
	    !((had & FEATURE_BRIDGE) != 0 && from.x == to.x && from.y == to.y))
		cave_lose_card(p, seat);
	if ((has & FEATURE_TUNNEL) != 0)
		cave_lose_gold(p, seat);
	/* Within a step the cost comes before the attack. */
	cave_dwarf_enters(p, seat, flags);
	if ((has & FEATURE_EXIT) != 0)
		leave(p, seat);
	return has;
}

void
cave_play_walk(struct cave_play *p, const struct order *order)
{
	struct order o;
	uint16_t has = 0;
	bool moved = false;

	if (order->kind == ORDER_WALK_TO)
		spell_out(p->g, order, &o);
	else
		o = *order;
	for (unsigned i = 0; i < o.n_at; i++) {
		if (o.kind == ORDER_CUT || (o.at[i].part & SPOT_CUT) != 0) {
			play_cut(p, o.seat, o.at[i]);
			continue;
		}
		has = play_step(p, o.seat, o.at[i], o.flags);
		moved = true;
	}
	if (moved && !cave_own(p->g)->seat[o.seat].out)
		dig(p, o.seat, has);
}
