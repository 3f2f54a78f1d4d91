#ifndef ADIT_GAMES_MINE_BOT_H
#define ADIT_GAMES_MINE_BOT_H

#include "games/mine/eval.h"

/*
 * The common part of the greedy policies of Saboteur and Saboteur 2: points for orders that both
 * rules sets have.
 */
struct mine_bot {
	struct mine_eval l;
	uint8_t me;
	bool digs;  /* tries to reach the gold in this turn */
	bool hides; /* a seat that does not dig and does no visible harm in this turn */
};

/* True if a saboteur hides in this turn: usually while the goals are far, and often even when the
 * tunnels come near. `draw`: uniform below 100. */
bool mine_bot_hides(const struct mine_eval *l, unsigned draw);

/* True if the seat may be a saboteur: its tools are whole while most others have broken tools. */
bool mine_bot_suspects(const struct game *g, uint8_t seat);

/* Returns the points of a path card, of a rockfall and of a map. extra: points for other features
 * of the path card. */
int mine_bot_place_points(struct mine_bot *o, const struct order *order, int extra);
int mine_bot_rockfall_points(const struct mine_bot *o, const struct order *order);
int mine_bot_map_points(const struct mine_bot *o, const struct order *order);

/* Returns the points to break a tool of another player, or to trap them. suspect: they may be a
 * saboteur. */
int mine_bot_block_points(const struct mine_bot *o, const struct order *order, bool suspect);

/* Returns the number of edges that lead through a path card. */
int mine_bot_path_worth(const struct card_def *def);

#endif
