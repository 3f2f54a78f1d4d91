/* The rules set Saboteur 2. */
#include "games/games.h"

#include "games/mine/mine.h"
#include "games/saboteur2/saboteur2.h"
#include "text/options.h"

static const struct option_row option[] = {
	{ "rounds", OPTION_ROUNDS, .word = { "3", "2", "1" } },
	{ .name = NULL },
};

const struct rules rules_saboteur2 = {
	.name = "saboteur2",
	.id = 2,
	.revision = 1,
	.seats_min = 2,
	.seats_max = SEATS_MAX,
	.rounds = 3,
	.n_cards = SB2_CARDS,
	.card = sb2_card,
	.gold_in_pieces = true,
	.ext_size = sizeof(struct sb2_state),
	.deal = sb2_deal,
	.order = sb2_order,
	.plays = sb2_plays,
	.discards = sb2_discards,
	.pick = sb2_pick,
	.stop = sb2_stop,
	.view = sb2_view,
	.score = sb2_score,
	.goal_index = mine_goal_index,
	.role_pile = sb2_role_pile,
	.guess = sb2_guess,
	.settle = sb2_settle,
	.is_ok = sb2_is_ok,
	.pack = sb2_pack,
	.bot = &sb2_bot,
	.know = &sb2_know,
	.words = &sb2_words,
	.picture = &sb2_picture,
	.options = option,
	.position = &sb2_position,
	.sample = &sb2_sample,
};
