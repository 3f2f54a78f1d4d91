/*
 * The mine: points for orders of the greedy policies.
 */
#include "games/mine/bot.h"

enum {
	STRIKE_AT = 3, /* distance to a goal within which saboteurs strike more often */
	HIDES_FAR = 90,
	HIDES_NEAR = 60 /* per cent of their turns */
};

bool
mine_bot_hides(const struct mine_eval *l, unsigned draw)
{
	return draw < (l->far > STRIKE_AT ? HIDES_FAR : HIDES_NEAR);
}

bool
mine_bot_suspects(const struct game *g, uint8_t seat)
{
	unsigned broken = 0;

	for (unsigned s = 0; s < g->n_seats; s++)
		broken += g->seat[s].broken != 0;
	return g->seat[seat].broken == 0 && 2 * broken > g->n_seats;
}

int
mine_bot_place_points(struct mine_bot *o, const struct order *order, int extra)
{
	bool reaches;
	int better = mine_gain(o->l.prospect, mine_eval_with(&o->l, order, &reaches));

	if (o->digs && reaches)
		return o->l.gold_known ? 1000 : 100;
	if (o->digs)
		return extra + (better > 0 ? 20 + better : better);
	/* A saboteur pretends to dig for a goal that may be a stone. */
	if (reaches)
		return o->l.gold_known ? -1000 : o->l.n_targets > 2 ? 12 : -100;
	if (o->hides)
		return extra + 6 - (better > 0 ? better : -better) / 4;
	return better < 0 ? 16 - better : -better;
}

int
mine_bot_rockfall_points(const struct mine_bot *o, const struct order *order)
{
	int better;

	if (!o->digs && o->hides)
		return -10;
	if (o->digs && !mine_eval_may_exceed(&o->l, order, MINE_GAIN_MAX / 4))
		return -20;
	better = mine_gain(o->l.prospect, mine_eval_without(&o->l, order));
	if (o->digs)
		return better > MINE_GAIN_MAX / 4 ? 20 + better : -20;
	return better < 0 ? 20 - better : -10;
}

int
mine_bot_map_points(const struct mine_bot *o, const struct order *order)
{
	unsigned i = board_find(&o->l.g->board, order->at[0].x, order->at[0].y);

	if (o->l.gold_known || o->l.g->board.cell[i].card != CARD_HIDDEN)
		return o->digs ? -5 : 4;
	return o->digs ? 34 : 26;
}

int
mine_bot_block_points(const struct mine_bot *o, const struct order *order, bool suspect)
{
	int next = (order->to + o->l.g->n_seats - o->me) % o->l.g->n_seats;

	if (o->digs)
		return suspect ? 16 : -20;
	if (o->hides)
		return -10;
	/* prefer a seat without broken tools that moves soon */
	return o->l.g->seat[order->to].broken != 0 ? 2 : 40 - next;
}

int
mine_bot_path_worth(const struct card_def *def)
{
	int ways = 0;

	for (unsigned e = 0; e < EDGES; e++)
		ways += tunnel_side(def->tunnel, e) != 0 && tunnel_side(def->tunnel, e) != 3;
	return ways;
}
