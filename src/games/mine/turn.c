/*
 * The mine: a turn and the end of a round, as far as Saboteur and Saboteur 2 are equal.
 */
#include "games/mine/mine.h"

enum verdict
mine_check_path(const struct mine_rules *rules, const struct game *g, const struct order *o)
{
	enum verdict v;

	if (o->n_card != 1 || !game_has_cards(g, o))
		return VERDICT_NOT_IN_HAND;
	if (game_card(g, o->card[0])->class != CARD_PATH)
		return VERDICT_NOT_A_PATH;
	v = rules->may_build(g, o->seat);
	if (v != VERDICT_OK)
		return v;
	if (!order_has_shape(o, 1, 1, false) || o->what != 0)
		return VERDICT_BAD_TARGET;
	return mine_check_place(g, o);
}

enum verdict
mine_check_act(const struct mine_rules *rules, const struct game *g, const struct order *o)
{
	const struct card_def *def;

	if (o->n_card != 1 || !game_has_cards(g, o))
		return VERDICT_NOT_IN_HAND;
	def = game_card(g, o->card[0]);
	if (def->class != CARD_ACTION)
		return VERDICT_NOT_AN_ACTION;
	return rules->action[def->action]->check(g, o);
}

void
mine_play_act(
    const struct mine_rules *rules, struct game *g, const struct order *o, struct events *ev)
{
	game_remove_card(g, o->seat, o->card[0]);
	rules->action[game_card(g, o->card[0])->action]->play(g, o, ev);
}

void
mine_play_discards(struct game *g, const struct order *o, struct events *ev)
{
	for (unsigned i = 0; i < o->n_card; i++) {
		game_remove_card(g, o->seat, o->card[i]);
		game_discard_face_down(g, o->seat, o->card[i], ev); /* [C10] */
	}
}

bool
mine_round_is_over(const struct mine_rules *rules, const struct game *g, uint8_t able[static 2])
{
	bool cards = false;

	for (unsigned s = 0; s < g->n_seats && !cards; s++)
		cards = g->seat[s].n_hand > 0;
	return !cards || (game_deck_left(g) == 0 && !mine_anyone_can_play(rules, g, able));
}

bool
mine_table_is_ok(const struct game *g)
{
	unsigned goals = 0, starts = 0, at = board_find(&g->board, 0, 0);

	for (unsigned i = 0; i < g->board.n; i++) {
		goals += game_card(g, g->board.cell[i].card)->class == CARD_GOAL;
		starts += game_card(g, g->board.cell[i].card)->class == CARD_START;
	}
	return starts == 1 && at != CELL_NONE &&
	    game_card(g, g->board.cell[at].card)->class == CARD_START && goals <= SEEN_MAX &&
	    mine_frontier_is_ok(g);
}

uint8_t
mine_next_seat(const struct game *g, uint8_t seat, struct events *ev)
{
	const unsigned n = g->n_seats, behind = seat + 1u < n ? seat + 1u : 0;
	unsigned next = behind;

	while (g->seat[next].n_hand == 0 &&
	    next != seat) /* continues around the table, at most back to the seat itself */
		next = next + 1 < n ? next + 1 : 0;
	if (g->seat[next].n_hand == 0)
		return SEAT_NONE;
	for (unsigned s = behind; s != next; s = s + 1 < n ? s + 1 : 0)
		event_add_public(ev, EVENT_SKIPPED, (uint8_t)s, 0);
	return (uint8_t)next;
}
