#include "core/bot.h"
#include "fifth/cairn.h"

static struct spot
row_end(const struct game *g, uint8_t seat)
{
	struct spot at = { 0, (int8_t)(2 * seat), PART_WHOLE };

	while (board_find(&g->board, at.x, at.y) != CELL_NONE)
		at.x = (int8_t)(at.x + 2);
	return at;
}

static void
deal(struct game *g, struct rng *rng, struct events *ev)
{
	game_shuffle_deck(g, rng);
	g->phase = PHASE_PLAY;
	g->to_move = 0;
	event_add_public(ev, EVENT_ROUND, SEAT_NONE, g->round);
	for (uint8_t s = 0; s < g->n_seats; s++) {
		cairn_own(g)->left[s] = CAIRN_TURNS;
		(void)game_draw(g, s, ev);
	}
}

static enum verdict
check(const struct game *g, const struct order *o)
{
	const bool lays = o->kind == ORDER_PLACE;
	const struct spot end = row_end(g, o->seat);

	if (!order_has_shape(o, 1, lays, false) || o->what + o->flags != 0)
		return VERDICT_BAD_TARGET;
	if (!game_has_cards(g, o))
		return VERDICT_NOT_IN_HAND;
	return lays && (o->at[0].x != end.x || o->at[0].y != end.y) ? VERDICT_OUT_OF_RANGE :
								      VERDICT_OK;
}

static void
play(struct game *g, const struct order *o, struct rng *rng, struct events *ev)
{
	struct spot at = o->at[0];

	(void)rng;
	game_remove_card(g, o->seat, o->card[0]);
	if (o->kind == ORDER_PLACE) {
		(void)board_put(&g->board, (struct cell){ at.x, at.y, o->card[0], 0 });
		event_add(ev, event_make_at(EVENT_PLACED, o->seat, o->card[0], at.x, at.y));
	} else {
		game_discard_face_down(g, o->seat, o->card[0], ev);
	}
	if (--cairn_own(g)->left[o->seat] > 0)
		(void)game_draw(g, o->seat, ev);
	g->turn++;
	g->to_move = (uint8_t)((o->seat + 1u) % g->n_seats);
	if (g->seat[g->to_move].n_hand > 0)
		return;
	event_add_public(ev, EVENT_ROUND_END, SEAT_NONE, OUTCOME_CARDS);
	game_end(g, ev);
}

static const struct order_rule order[ORDER_KIND_COUNT] = {
	[ORDER_PLACE] = { PHASE_PLAY, check, play },
	[ORDER_DISCARD] = { PHASE_PLAY, check, play },
};

static size_t
plays(const struct game *g, struct order *out, size_t max)
{
	const card_id card = g->seat[g->to_move].hand[0];

	if (max == 0 || card == CARD_HIDDEN)
		return 0;
	*out = order_of_card(ORDER_PLACE, g->to_move, card);
	out->n_at = 1;
	out->at[0] = row_end(g, out->seat);
	return 1;
}

static void
score(const struct game *g, uint16_t gold[static SEATS_MAX])
{
	for (const struct cell *c = g->board.cell; c < g->board.cell + g->board.n; c++)
		gold[c->y / 2] = (uint16_t)(gold[c->y / 2] + game_card(g, c->card)->value);
}

static int
is_ok(const struct game *g)
{
	unsigned laid = 0;

	for (uint8_t s = 0; s < SEATS_MAX; s++) {
		unsigned row = (unsigned)row_end(g, s).x / 2, left = cairn_own(g)->left[s];

		laid += row;
		if (row + left > (s < g->n_seats ? CAIRN_TURNS : 0) ||
		    g->seat[s].n_hand > (left > 0))
			return 0;
	}
	return laid == g->board.n;
}

static size_t
greedy(const struct view *v, unsigned revision, const struct bot_belief *belief,
    const struct order *legal, size_t n, struct rng *rng)
{
	(void)revision, (void)belief, (void)rng;
	return game_card(&v->known, legal[0].card[0])->value > 1 ? 0 : n - 1;
}

static const struct bot bot = { .revision = 1, .newest = 1, .greedy = greedy };

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
	.deal = deal,
	.order = order,
	.plays = plays,
	.score = score,
	.is_ok = is_ok,
	.bot = &bot,
	.words = &cairn_words,
	.picture = &cairn_picture,
	.position = &cairn_position,
};
