/* The rules set Saboteur. */
#include "games/games.h"

#include "games/mine/mine.h"
#include "games/saboteur/saboteur.h"
#include "text/options.h"

static const struct option_row option[] = {
	{ "gold", SAB_GOLD_PLAYERS, .word = { "miners", "players" } },
	{ "broken-tool-share", SAB_BROKEN_NO_SHARE, .word = { "yes", "no" } },
	{ "draft", SAB_DRAFT_ASK, .word = { "auto", "ask" } },
	{ "next", SAB_NEXT_LAST_CARD, .word = { "last-path", "last-card" } },
	{ "roles", SAB_NO_SPARE, .word = { "spare", "no-spare" } },
	{ "saboteurs", SAB_KNOWN, .word = { "secret", "known" } },
	{ "dwarf", SAB_SELFISH_DWARF, .word = { "plain", "selfish" } },
	{ "rounds", OPTION_ROUNDS, .word = { "3", "2", "1" } },
	{ .name = NULL },
};

const struct rules rules_saboteur = {
	.name = "saboteur",
	.id = 1,
	.revision = 1,
	.seats_min = 3,
	.seats_max = SAB_SEATS_MAX,
	.rounds = 3,
	.n_cards = SAB_CARDS,
	.card = sab_card,
	.ext_size = sizeof(struct sab_state),
	.deal = sab_deal,
	.order = sab_order,
	.plays = sab_plays,
	.pick = sab_pick,
	.pick_discard = sab_pick_discard,
	.stop = sab_stop,
	.view = sab_view,
	.mates = sab_mates,
	.score = sab_score,
	.goal_index = mine_goal_index,
	.guess = sab_guess,
	.settle = sab_settle,
	.is_ok = sab_is_ok,
	.pack = sab_pack,
	.bot = &sab_bot,
	.know = &sab_know,
	.words = &sab_words,
	.options = option,
	.position = &sab_position,
	.sample = &sab_sample,
};
