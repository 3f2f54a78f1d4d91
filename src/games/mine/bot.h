#ifndef ADIT_GAMES_MINE_BOT_H
#define ADIT_GAMES_MINE_BOT_H

#include "core/bot.h"
#include "games/mine/eval.h"

/*
 * The common part of the greedy policies of Saboteur and Saboteur 2: points for orders that both
 * rules sets have.
 */
struct mine_bot {
	struct mine_eval l;
	uint8_t me;
	unsigned revision;
	const struct bot_belief *belief; /* of the seat; NULL: none */
	bool digs;                       /* tries to reach the gold in this turn */
	bool hides; /* a seat that does not dig and does no visible harm in this turn */
};

/* True if a saboteur hides in this turn: usually while the goals are far, and often even when the
 * tunnels come near. With a belief: as long as they are far. `draw`: uniform below 100. */
bool mine_bot_hides(const struct mine_bot *o, unsigned draw);

/* True if the seat may be a saboteur: by the belief; without one, its tools are whole while most
 * others have broken tools. */
bool mine_bot_suspects(const struct mine_bot *o, uint8_t seat);

/* Returns the points of a path card, of a rockfall and of a map. extra: points for other features
 * of the path card. */
int mine_bot_place_points(struct mine_bot *o, const struct order *order, int extra);
int mine_bot_rockfall_points(const struct mine_bot *o, const struct order *order);
int mine_bot_map_points(const struct mine_bot *o, const struct order *order);

/* Returns the points to break a tool of another player, or to trap them. suspect: they may be a
 * saboteur. */
int mine_bot_block_points(const struct mine_bot *o, const struct order *order, bool suspect);

/* Kinds of acts that tell saboteurs from others. */
enum mine_act {
	MINE_ACT_HELPS,   /* a path card or a rockfall brings the tunnels nearer to a goal */
	MINE_ACT_IDLE,    /* a path card changes nothing */
	MINE_ACT_HARMS,   /* a path card makes the way longer */
	MINE_ACT_FALLS,   /* a rockfall makes it longer or changes nothing */
	MINE_ACT_BREAKS,  /* breaks a tool of a player, or traps them */
	MINE_ACT_ACCUSES, /* the same, of a player who is believed to be a saboteur */
	MINE_ACT_MENDS,   /* mends a tool of another player, or frees them */
	MINE_ACT_ASIDE,   /* discards cards */
	MINE_ACT_OTHER,
	MINE_ACTS
};

/* Returns the kind of the act in the events. *seat is who did it, SEAT_NONE if nobody acted.
 * before, now: the evaluation before and after it. */
enum mine_act mine_bot_act(const struct bot_belief *b, const struct rules *rules,
    const struct events *ev, int before, int now, uint8_t *seat);

/* The member `infer` of both rules sets. */
void mine_bot_infer(struct bot_belief *b, const struct view *after, const struct events *ev,
    struct bot_board *last);

/* Returns the number of edges that lead through a path card. */
int mine_bot_path_worth(const struct card_def *def);

#endif
