/* The Duel: its row. */
#include "games/games.h"

#include "games/duel/duel.h"

const struct rules rules_duel = {
	.name = "duel",
	.id = 3,
	.revision = 1,
	.seats_min = 2,
	.seats_max = 2,
	.rounds = 3,
	.n_cards = DUEL_CARDS,
	.card = duel_card,
	.deal = duel_deal,
	.check = duel_check,
	.play = duel_play,
	.plays = duel_plays,
	.discards = duel_discards,
	.view = duel_view,
	.score = duel_score,
	.goal_index = duel_goal_index,
	.is_ok = duel_is_ok,
	.pack = duel_pack,
	.bot = &duel_bot,
	.picture = &duel_picture,
	.position = &duel_position,
};
