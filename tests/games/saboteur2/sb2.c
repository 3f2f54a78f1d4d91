#include <criterion/criterion.h>

#include "games/saboteur2/sb2.h"
#include "games/games.h"

void
sb2_init(struct game *g, uint8_t n_seats)
{
	const struct options options = { 0 };

	game_init(g, &rules_saboteur2, n_seats, &options);
	g->phase = PHASE_PLAY;
	g->round = 1;
	g->turn = 1;
	g->to_move = 0;
	sb2_own(g)->last_play = SEAT_NONE;
	for (unsigned s = 0; s < n_seats; s++) {
		g->seat[s].role = SB2_GEOLOGIST;
		sb2_own(g)->n_steal[s] = STEAL_DEFAULT;
	}
	for (unsigned i = 0; i < 3; i++)
		sb2_own(g)->pile[sb2_own(g)->n_pile++] = SB2_BLUE;
	table_put(g, (struct cell){ 0, 0, SAB_START, 0 });
	table_put(g, (struct cell){ 8, -2, SAB_GOAL_NE, CELL_DOWN });
	table_put(g, (struct cell){ 8, 0, SAB_GOAL_GOLD, CELL_DOWN });
	table_put(g, (struct cell){ 8, 2, SAB_GOAL_NW, CELL_DOWN });
}

void
sb2_thief(struct game *g, uint8_t seat)
{
	sb2_own(g)->thief[sb2_own(g)->n_thieves++] = seat;
}

void
sb2_set_trap(struct game *g, uint8_t seat)
{
	u16_set(&sb2_own(g)->trapped, u16_get(&sb2_own(g)->trapped) | SEEN_BY(seat));
}

struct order
sb2_act(uint8_t seat, card_id card)
{
	return order_to(seat, card, SEAT_NONE, 0);
}

struct order
sb2_discard(uint8_t seat, unsigned n, card_id a, card_id b, card_id c)
{
	return (struct order){ .kind = ORDER_DISCARD,
		.seat = seat,
		.n_card = (uint8_t)n,
		.card = { a, b, c },
		.to = SEAT_NONE };
}

struct order
sb2_clear(uint8_t seat, card_id a, card_id b, card_id what)
{
	return (struct order){ .kind = ORDER_CLEAR,
		.seat = seat,
		.n_card = 2,
		.card = { a, b },
		.to = SEAT_NONE,
		.what = what };
}

struct order
sb2_steal(uint8_t seat, unsigned n, uint8_t a, uint8_t b, uint8_t c)
{
	return (struct order){ .kind = ORDER_STEAL,
		.seat = seat,
		.to = SEAT_NONE,
		.n_at = (uint8_t)n,
		.to_seat = { a, b, c } };
}
