/*
 * Step one: the action cards without a file of their own [CAVE 5.F.26-28, CAVE 5.F.30, CAVE
 * 5.F.31].
 *
 * (A1) An order is listed exactly if it passes its check and has its one form.
 * (A2) No hidden card decides what is legal.
 */
#include <assert.h>
#include <string.h>

#include "games/dark_cave/cave.h"

static bool
is_whole(const struct order *o)
{
	return o->at[0].part == PART_WHOLE;
}

/* ---- secret information [CAVE 5.F.26, Q-CAVE-27] ---- */

static enum verdict
information_check(struct cave_map *m, const struct order *o)
{
	unsigned i;

	if (o->to != SEAT_NONE) {
		if (!cave_has_shape(o, 0, true, 0) || o->to == o->seat)
			return VERDICT_BAD_TARGET;
		return cave_own(m->g)->seat[o->to].revealed ? VERDICT_IS_SHOWN : VERDICT_OK;
	}
	if (!cave_has_shape(o, 1, false, 0) || !is_whole(o))
		return VERDICT_BAD_TARGET;
	i = cave_at(m->g, o->at[0].x, o->at[0].y);
	if (i == CELL_NONE)
		return VERDICT_NO_CARD_THERE;
	if ((m->g->board.cell[i].flags & CELL_DOWN) != 0)
		return VERDICT_OK;
	return game_card(m->g, m->g->board.cell[i].card)->class == CARD_GOAL ? VERDICT_GOAL_IS_UP :
									       VERDICT_NOT_A_GOAL;
}

static bool
is_goal(const struct game *g, const struct cell *c)
{
	/* A card that a view hides is a face-down goal. */
	return (c->flags & CELL_DOWN) != 0 || game_card(g, c->card)->class == CARD_GOAL;
}

/* [CAVE 5.A.1] Goals are dealt to the corners in board order. */
uint8_t
cave_goal_index(const struct game *g, int x, int y)
{
	const unsigned at = board_find(&g->board, x, y);
	uint8_t index = 0;

	assert(at != CELL_NONE);
	for (unsigned i = 0; i < at; i++)
		index = (uint8_t)(index + is_goal(g, &g->board.cell[i]));
	return index;
}

static void
information_play(struct cave_play *p, const struct order *o)
{
	struct game *g = p->g;
	struct seat *me = &g->seat[o->seat];
	struct event e = event_make(EVENT_PLAYED, o->seat, o->card[0]);

	e.to = o->to;
	if (o->to == SEAT_NONE) {
		e.x = o->at[0].x;
		e.y = o->at[0].y;
	}
	event_add(p->ev, e);
	game_discard(g, o->card[0]);
	e.seen_by = SEEN_BY(o->seat);
	if (o->to != SEAT_NONE) {
		me->knows |= SEEN_BY(o->to);
		e.kind = EVENT_SAW_ROLE;
		e.card = g->seat[o->to].role;
		e.index = o->to;
	} else {
		unsigned i = cave_at(g, e.x, e.y);

		game_record_seen_goal(g, o->seat, (struct place){ e.x, e.y });
		e.kind = EVENT_SAW_GOAL;
		e.card = g->board.cell[i].card;
		e.index = cave_goal_index(g, e.x, e.y);
	}
	event_add(p->ev, e);
}

static void
information_list(struct cave_map *m, const struct order *blank, struct order_list *list)
{
	struct order o = *blank;

	for (uint8_t s = 0; s < m->g->n_seats; s++) {
		o.to = s;
		if (s != o.seat && !cave_own(m->g)->seat[s].revealed)
			order_list_add(list, &o);
	}
	o.to = SEAT_NONE;
	o.n_at = 1;
	for (unsigned i = 0; i < m->g->board.n; i++) {
		const struct cell *c = &m->g->board.cell[i];

		o.at[0] = (struct spot){ c->x, c->y, PART_WHOLE };
		if ((c->flags & CELL_DOWN) != 0)
			order_list_add(list, &o);
	}
}

const struct cave_action cave_information = { information_check, information_play, information_list,
	NULL, NULL };

/* ---- rockfall [CAVE 5.F.27] ---- */

static bool
is_occupied(const struct game *g, int x, int y)
{
	const struct cave_state *cave = cave_own(g);

	for (unsigned s = 0; s < g->n_seats; s++)
		if (!cave->seat[s].out && cave->seat[s].at.x == x && cave->seat[s].at.y == y)
			return true;
	for (unsigned k = 0; k < CAVE_CREATURES; k++)
		if (cave->creature[k].owner != SEAT_NONE && cave->creature[k].at.x == x &&
		    cave->creature[k].at.y == y)
			return true;
	return false;
}

static enum verdict
rockfall_on(const struct game *g, unsigned i)
{
	const struct cell *c;

	if (i == CELL_NONE)
		return VERDICT_NO_CARD_THERE;
	c = &g->board.cell[i];
	if ((c->flags & CELL_DOWN) != 0 || game_card(g, c->card)->class == CARD_GOAL)
		return VERDICT_ROCKFALL_GOAL;
	if (game_card(g, c->card)->class == CARD_START)
		return VERDICT_ROCKFALL_START;
	return is_occupied(g, c->x, c->y) ? VERDICT_OCCUPIED : VERDICT_OK;
}

static enum verdict
rockfall_check(struct cave_map *m, const struct order *o)
{
	if (!cave_has_shape(o, 1, false, 0) || !is_whole(o))
		return VERDICT_BAD_TARGET;
	return rockfall_on(m->g, cave_at(m->g, o->at[0].x, o->at[0].y));
}

static void
rockfall_play(struct cave_play *p, const struct order *o)
{
	struct game *g = p->g;
	unsigned i = cave_at(g, o->at[0].x, o->at[0].y);
	struct cell c = g->board.cell[i];

	cave_emit_at(p, EVENT_PLAYED, o->seat, o->card[0], o->at[0], 0);
	game_discard(g, o->card[0]);
	cave_remove(g, i);
	cave_emit_at(p, EVENT_REMOVED, SEAT_NONE, c.card, o->at[0], 0);
	game_discard(g, c.card);
	if ((c.flags & CELL_VEIN) != 0)
		cave_pool_add(g);
	cave_webs_prune(p);
}

static void
rockfall_list(struct cave_map *m, const struct order *blank, struct order_list *list)
{
	struct order o = *blank;

	o.n_at = 1;
	for (unsigned i = 0; i < m->g->board.n; i++) {
		const struct cell *c = &m->g->board.cell[i];

		o.at[0] = (struct spot){ c->x, c->y, PART_WHOLE };
		if (rockfall_on(m->g, i) == VERDICT_OK)
			order_list_add(list, &o);
	}
}

const struct cave_action cave_rockfall = { rockfall_check, rockfall_play, rockfall_list, NULL,
	NULL };

/* ---- cards on a seat ---- */

static void
add_played_on(const struct cave_play *p, const struct order *o)
{
	struct event e = event_make(EVENT_PLAYED, o->seat, o->card[0]);

	e.to = o->to;
	event_add(p->ev, e);
}

/* Lists the card on every seat that `on` allows. */
static void
list_on_seats(const struct cave_map *m, const struct order *blank,
    enum verdict (*on)(const struct game *g, uint8_t seat, uint8_t to), struct order_list *list)
{
	struct order o = *blank;

	for (uint8_t s = 0; s < m->g->n_seats; s++) {
		o.to = s;
		if (on(m->g, o.seat, s) == VERDICT_OK)
			order_list_add(list, &o);
	}
}

/* [CAVE 5.F.28, Q-CAVE-28] A player who has resigned has no hand to swap. */
static enum verdict
swap_on(const struct game *g, uint8_t seat, uint8_t to)
{
	return to == seat || g->seat[to].resigned ? VERDICT_BAD_TARGET : VERDICT_OK;
}

static enum verdict
swap_check(struct cave_map *m, const struct order *o)
{
	return cave_has_shape(o, 0, true, 0) ? swap_on(m->g, o->seat, o->to) : VERDICT_BAD_TARGET;
}

static void
swap_play(struct cave_play *p, const struct order *o)
{
	add_played_on(p, o);
	game_discard(p->g, o->card[0]);
	game_swap_hands(p->g, o->seat, o->to, p->ev);
}

static void
swap_list(struct cave_map *m, const struct order *blank, struct order_list *list)
{
	list_on_seats(m, blank, swap_on, list);
}

const struct cave_action cave_swap = { swap_check, swap_play, swap_list, NULL, NULL };

/* [CAVE 5.F.30] */
static enum verdict
boots_on(const struct game *g, uint8_t seat, uint8_t to)
{
	(void)seat;
	return cave_own(g)->seat[to].boots ? VERDICT_HAS_BOOTS : VERDICT_OK;
}

static enum verdict
boots_check(struct cave_map *m, const struct order *o)
{
	return cave_has_shape(o, 0, true, 0) ? boots_on(m->g, o->seat, o->to) : VERDICT_BAD_TARGET;
}

static void
boots_play(struct cave_play *p, const struct order *o)
{
	add_played_on(p, o);
	cave_own(p->g)->seat[o->to].boots = 1;
}

static void
boots_list(struct cave_map *m, const struct order *blank, struct order_list *list)
{
	list_on_seats(m, blank, boots_on, list);
}

const struct cave_action cave_boots = { boots_check, boots_play, boots_list, NULL, NULL };

/* [CAVE 5.F.31, Q-CAVE-11, Q-CAVE-13] */
static enum verdict
axe_on(const struct game *g, uint8_t seat, uint8_t to)
{
	(void)g, (void)seat, (void)to;
	return VERDICT_OK;
}

static enum verdict
axe_check(struct cave_map *m, const struct order *o)
{
	(void)m;
	return cave_has_shape(o, 0, true, 0) ? VERDICT_OK : VERDICT_BAD_TARGET;
}

static void
axe_play(struct cave_play *p, const struct order *o)
{
	struct cave_seat *to = &cave_own(p->g)->seat[o->to];

	add_played_on(p, o);
	to->axes++;
	to->fresh++;
}

static void
axe_list(struct cave_map *m, const struct order *blank, struct order_list *list)
{
	list_on_seats(m, blank, axe_on, list);
}

const struct cave_action cave_battle_axe = { axe_check, axe_play, axe_list, NULL, NULL };
