/* The rules set The Dark Cave. */
#include "games/games.h"

#include "games/dark_cave/cards.h"
#include "games/dark_cave/cave.h"
#include "text/options.h"

static const struct option_row option[] = {
	{ "clan", CAVE_OPTION_CLAN, .word = { "yellow", "blue" } },
	{ .name = NULL },
};

const struct rules rules_dark_cave = {
	.name = "dark-cave",
	.id = 4,
	.revision = 2,
	.seats_min = 2,
	.seats_max = CAVE_SEATS_MAX,
	.rounds = 1,
	.n_cards = DARK_CAVE_CARDS,
	.card = dark_cave_card,
	.gold_in_pieces = true,
	.few_action = ACTION_SPIDERWEB,
	.ext_size = sizeof(struct cave_state),
	.deal = cave_deal,
	.order = cave_order,
	.may_join = cave_may_join,
	.plays = cave_plays,
	.pick = cave_pick,
	.pick_discard = cave_pick_discard,
	.discards = cave_discards,
	.stop = cave_stop,
	.view = cave_view,
	.score = cave_score,
	.goal_index = cave_goal_index,
	.guess = cave_guess,
	.settle = cave_settle,
	.winners = cave_winners,
	.is_ok = cave_is_ok,
	.pack = cave_pack,
	.bot = &cave_bot,
	.know = &cave_know,
	.words = &cave_words,
	.picture = &cave_picture,
	.options = option,
	.position = &cave_position,
	.sample = &cave_sample,
};
