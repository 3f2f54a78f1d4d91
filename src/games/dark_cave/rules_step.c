/*
 * Common functions of cards, creatures, webs and walks: events, cards and gold, placing a card.
 */
#include <assert.h>

#include "games/dark_cave/cave.h"

/* ---- events ---- */

void
cave_emit_at(const struct cave_play *p, enum event_kind kind, uint8_t seat, card_id card,
    struct spot at, unsigned value)
{
	struct events *ev = p->ev;

	if (ev == NULL)
		return;
	assert(ev->n < EVENTS_MAX);
	ev->at[ev->n++] = (struct event){ .kind = (uint8_t)kind,
		.seat = seat,
		.to = SEAT_NONE,
		.card = card,
		.x = at.x,
		.y = at.y,
		.part = at.part,
		.value = (uint16_t)value,
		.seen_by = SEEN_ALL };
}

void
cave_emit(const struct cave_play *p, enum event_kind kind, uint8_t seat, card_id card)
{
	cave_emit_at(p, kind, seat, card, (struct spot){ 0, 0, PART_WHOLE }, 0);
}

void
cave_emit_value(const struct cave_play *p, enum event_kind kind, uint8_t seat, unsigned value)
{
	cave_emit_at(p, kind, seat, CARD_NONE, (struct spot){ 0, 0, PART_WHOLE }, value);
}

/* ---- cards ---- */

card_id
cave_action_card(const struct game *g, enum action action)
{
	const struct card_def *def = g->rules->card;

	while (def->action != action)
		def++;
	assert(def < g->rules->card + g->rules->n_cards);
	return (card_id)(def - g->rules->card);
}

card_id
cave_take_from_hand(struct game *g, uint8_t seat, card_id kind)
{
	const struct seat *me = &g->seat[seat];
	const unsigned wanted = cave_kind(g, kind);
	unsigned first = me->n_hand;
	card_id card;

	/* branch-free: the branch would be mispredicted */
	for (unsigned i = me->n_hand; i-- > 0;) {
		const unsigned is = 0u - (cave_kind(g, me->hand[i]) == wanted);

		first = (i & is) | (first & ~is);
	}
	assert(first < me->n_hand);
	card = me->hand[first];
	game_remove_card(g, seat, card);
	return card;
}

void
cave_lose_card(struct cave_play *p, uint8_t seat)
{
	struct seat *me = &p->g->seat[seat];
	card_id card;
	unsigned i;

	if (me->n_hand == 0)
		return;
	if (!p->lossy) {
		rng_open_loss(p->rng, p->g->round, p->g->turn, p->g->phase == PHASE_WALK ? 1 : 0);
		p->lossy = true;
	}
	i = rng_draw(p->rng, me->n_hand); /* Q-CAVE-30 */
	card = cave_take_from_hand(p->g, seat, me->hand[i]);
	game_discard(p->g, card);
	event_add_private(p->ev, EVENT_LOST, seat, card, 0);
}

void
cave_lose_gold(struct cave_play *p, uint8_t seat)
{
	if (p->g->seat[seat].gold == 0)
		return;
	p->g->seat[seat].gold--;
	cave_pool_add(p->g);
	cave_emit_value(p, EVENT_LOST_GOLD, seat, 1);
}

void
cave_reveal(struct cave_play *p, uint8_t seat)
{
	if (cave_own(p->g)->seat[seat].revealed)
		return;
	cave_own(p->g)->seat[seat].revealed = 1;
	cave_emit(p, EVENT_SHOWN, seat, p->g->seat[seat].role);
}

unsigned
cave_back(const struct game *g, uint8_t seat, unsigned i)
{
	card_id card = g->seat[seat].hand[i];

	return card < g->rules->n_cards ? game_card(g, card)->deck : cave_own(g)->back[seat][i];
}

/* ---- orders and the board ---- */

bool
cave_has_shape(const struct order *o, unsigned n_at, bool to, unsigned flags)
{
	return o->n_at == n_at && (o->to != SEAT_NONE) == to && o->what == 0 &&
	    (o->flags & ~flags) == 0;
}

void
cave_lay(struct cave_play *p, struct cell cell)
{
	struct cave_state *cave = cave_own(p->g);

	/* [CAVE 5.D.18]; the pool of a real game is never empty [CAVE 5.A.6]. */
	if ((game_card(p->g, cell.card)->feature & FEATURE_VEIN) != 0 && u16_get(&cave->pool) > 0) {
		cell.flags |= CELL_VEIN;
		u16_set(&cave->pool, u16_get(&cave->pool) - 1u);
	}
	cave_put(p->g, cell);
}
