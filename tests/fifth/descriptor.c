#include "fifth/cairn.h"
#include "games/games.h"

static const struct card_def stone[] = {
	{ .class = CARD_PATH, .copies = 6, .tunnel = TUNNEL(1, 0, 1, 0), .value = 1 },
	{ .class = CARD_PATH, .copies = 4, .tunnel = TUNNEL(0, 1, 0, 1), .value = 2 },
	{ .class = CARD_PATH, .copies = 4, .tunnel = TUNNEL(1, 1, 1, 1), .value = 4 },
};

const struct rules rules_cairn = {
	.name = "cairn",
	.id = 99,
	.revision = 1,
	.seats_min = 2,
	.seats_max = 4,
	.rounds = 1,
	.n_cards = sizeof stone / sizeof stone[0],
	.card = stone,
	.ext_size = sizeof(struct cairn_state),
	.deal = cairn_deal,
	.order = cairn_order,
	.plays = cairn_plays,
	.discards = cairn_discards,
	.view = cairn_view,
	.score = cairn_score,
	.is_ok = cairn_is_ok,
	.pack = cairn_pack,
	.bot = &cairn_bot,
	.words = &cairn_words,
	.picture = &cairn_picture,
	.position = &cairn_position,
};

const struct rules *const rules_all[] = { &rules_cairn, NULL };
