/* The rules set The Duel. */
#include "games/games.h"

#include "games/duel/duel.h"
#include "text/options.h"

static const struct option_row option[] = {
	{ "goals", DUEL_GOALS_BOX, .word = { "reshuffle", "box" } },
	{ "least", DUEL_LEAST_ROUND, .word = { "total", "round" } },
	{ "green", DUEL_GREEN, .begins = true },
	{ "rounds", OPTION_ROUNDS, .word = { "3", "2", "1" } },
	{ .name = NULL },
};

const struct rules rules_duel = {
	.name = "duel",
	.id = 3,
	.revision = 1,
	.seats_min = 2,
	.seats_max = 2,
	.rounds = 3,
	.n_cards = DUEL_CARDS,
	.card = duel_card,
	.few_feature = FEATURE_TROLL,
	.few_action = ACTION_KEY,
	.ext_size = sizeof(struct duel_state),
	.deal = duel_deal,
	.order = duel_order,
	.plays = duel_plays,
	.pick = duel_pick,
	.discards = duel_discards,
	.view = duel_view,
	.score = duel_score,
	.goal_index = duel_goal_index,
	.goals_last = duel_goals_last,
	.guess = duel_guess,
	.is_ok = duel_is_ok,
	.pack = duel_pack,
	.bot = &duel_bot,
	.know = &duel_know,
	.words = &duel_words,
	.picture = &duel_picture,
	.options = option,
	.position = &duel_position,
	.sample = &duel_sample,
};
