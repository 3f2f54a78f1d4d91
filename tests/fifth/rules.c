#include "fifth/cairn.h"

static int
row_end(const struct game *g, uint8_t seat)
{
	int x = 0;

	while (board_find(&g->board, x, 2 * seat) != CELL_NONE)
		x += 2;
	return x;
}

void
cairn_deal(struct game *g, struct rng *rng, struct events *ev)
{
	for (card_id c = 0; c < g->rules->n_cards; c++)
		for (unsigned i = 0; i < g->rules->card[c].copies; i++)
			g->deck[g->n_deck++] = c;
	rng_open(rng, 1, RNG_DECK);
	rng_shuffle(rng, g->deck, g->n_deck);
	g->phase = PHASE_PLAY;
	g->to_move = 0;
	event_add_public(ev, EVENT_ROUND, SEAT_NONE, g->round);
	for (uint8_t s = 0; s < g->n_seats; s++) {
		cairn_own(g)->left[s] = CAIRN_TURNS;
		(void)game_draw(g, s, ev);
	}
}

static enum verdict
check_card(const struct game *g, const struct order *o)
{
	if (o->n_card != 1 || o->to != SEAT_NONE || o->what + o->flags != 0 ||
	    o->n_at != (o->kind == ORDER_PLACE))
		return VERDICT_BAD_TARGET;
	return game_has_cards(g, o) ? VERDICT_OK : VERDICT_NOT_IN_HAND;
}

static enum verdict
check_place(const struct game *g, const struct order *o)
{
	enum verdict v = check_card(g, o);
	struct spot at = o->at[0];

	return v != VERDICT_OK ||
		(at.x == row_end(g, o->seat) && at.y == 2 * o->seat && at.part == 0) ?
	    v :
	    VERDICT_OUT_OF_RANGE;
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
		game_discard(g, o->card[0]);
		event_add_private(ev, EVENT_DISCARDED, o->seat, o->card[0], 0);
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

const struct order_rule cairn_order[ORDER_KIND_COUNT] = {
	[ORDER_PLACE] = { PHASE_PLAY, check_place, play },
	[ORDER_DISCARD] = { PHASE_PLAY, check_card, play },
};

size_t
cairn_discards(const struct game *g, struct order *out, size_t max)
{
	card_id card = g->seat[g->to_move].hand[0];

	if (max == 0 || card == CARD_HIDDEN)
		return 0;
	*out = (struct order){ ORDER_DISCARD, g->to_move, 1, { card }, .to = SEAT_NONE };
	return 1;
}

size_t
cairn_plays(const struct game *g, struct order *out, size_t max)
{
	size_t n = cairn_discards(g, out, max);

	if (n == 0)
		return 0;
	out->kind = ORDER_PLACE;
	out->n_at = 1;
	out->at[0] = (struct spot){ (int8_t)row_end(g, out->seat), (int8_t)(2 * out->seat), 0 };
	return n;
}

void
cairn_view(const struct game *g, uint8_t seat, struct game *known)
{
	(void)seat;
	*cairn_own(known) = *cairn_own(g);
}

void
cairn_score(const struct game *g, uint16_t gold[static SEATS_MAX])
{
	for (const struct cell *c = g->board.cell; c < g->board.cell + g->board.n; c++)
		gold[c->y / 2] = (uint16_t)(gold[c->y / 2] + game_card(g, c->card)->value);
}

int
cairn_is_ok(const struct game *g)
{
	unsigned laid = 0;

	for (uint8_t s = 0; s < g->n_seats; s++) {
		unsigned row = (unsigned)row_end(g, s) / 2, left = cairn_own(g)->left[s];

		laid += row;
		if (row + left > CAIRN_TURNS || g->seat[s].n_hand > (left > 0))
			return 0;
	}
	return laid == g->board.n;
}

void
cairn_pack(struct pack *k, struct game *g)
{
	for (unsigned s = 0; s < g->n_seats; s++)
		pack_u8(k, &cairn_own(g)->left[s]);
}
