/*
 * The Duel: what the gold of a round will be.
 */
#include "games/duel/estimate.h"

#include <string.h>

#include "core/bits.h"

enum {
	FRONT_MAX = 8, /* more places to build on do not count */
	LATE = 20      /* cards in pile and hands */
};

/* Adds n times the weight with this index. */
static void
add(struct estimate *e, unsigned index, int n)
{
	e->sum += n * e->weight[index];
	if (e->count != NULL)
		e->count[index] = (int16_t)(e->count[index] + n);
}

/* ---- the board ---- */

/* Returns which pair of distances a place has. */
static unsigned
pair(const struct estimate *e, const struct survey *s, int16_t x, int16_t y, uint32_t touched)
{
	const enum side side[2] = { e->board.mine, e->board.theirs };
	unsigned index = 0;

	for (unsigned i = 0; i < 2; i++) {
		int d = survey_distance(&s->front[side[i]], x, y);

		if ((s->touched[side[i]] & touched) != 0)
			d = 0;
		else if (d == SURVEY_FAR)
			d = ESTIMATE_EACH + 1;
		else if (d > ESTIMATE_EACH)
			d = ESTIMATE_EACH;
		index = index * ESTIMATE_DISTANCES + (unsigned)d;
	}
	return index;
}

/* Returns the stage of the round. All orders of a turn are compared in the same stage. */
static unsigned
stage(const struct game *g)
{
	return game_deck_left(g) + g->seat[0].n_hand + g->seat[1].n_hand <= LATE;
}

/* Adds what is on the board. */
static void
add_board(struct estimate *e, const struct survey *s)
{
	const struct survey_board *b = &e->board;
	const struct board *board = &b->g.board;
	const enum side side[2] = { b->mine, b->theirs };
	const unsigned goal = ESTIMATE_GOAL + stage(b->known) * ESTIMATE_PAIRS;

	add(e, ESTIMATE_CLAIMS, s->claims);
	for (unsigned i = 0; i < 2; i++) {
		const size_t n = s->front[side[i]].n;

		add(e, ESTIMATE_FRONT + i, n < FRONT_MAX ? (int)n : FRONT_MAX);
	}
	for (unsigned k = 0; k < b->n_hidden; k++)
		add(e, goal + pair(e, s, b->hidden[k].x, b->hidden[k].y, 1u << k), 1);
	for (unsigned k = 0; k < s->n_gold; k++) {
		const struct survey_gold *gold = &s->gold[k];
		const unsigned cell = board_find(board, gold->x, gold->y);
		const bool down = cell != CELL_NONE && (board->cell[cell].flags & CELL_DOWN) != 0;

		add(e, (down ? ESTIMATE_SEEN : ESTIMATE_OPEN) + pair(e, s, gold->x, gold->y, 0),
		    gold->value);
	}
}

/* ---- tools and cards ---- */

static enum estimate_class
path_class(const struct card_def *def, enum side mine)
{
	const bool green = mine == SIDE_GREEN;

	if ((def->feature & FEATURE_LADDER) != 0)
		return (def->feature & (green ? FEATURE_LADDER_GREEN : FEATURE_LADDER_BLUE)) != 0 ?
		    ESTIMATE_OWN_LADDER :
		    ESTIMATE_LADDER;
	if ((def->feature & FEATURE_TROLL) != 0)
		return ESTIMATE_TROLL;
	if ((def->feature & FEATURE_GOLD) != 0)
		return ESTIMATE_GOLD;
	if ((def->feature & (FEATURE_DOOR_GREEN | FEATURE_DOOR_BLUE)) != 0)
		return (def->feature & (green ? FEATURE_DOOR_GREEN : FEATURE_DOOR_BLUE)) != 0 ?
		    ESTIMATE_OWN_DOOR :
		    ESTIMATE_DOOR;
	for (unsigned e = 0; e < EDGES; e++)
		if (tunnel_side(def->tunnel, e) == 3)
			return ESTIMATE_BLIND;
	return bits_count(tunnel_open(def->tunnel)) > 2 ? ESTIMATE_FORK : ESTIMATE_PATH;
}

static enum estimate_class
hand_class(const struct card_def *def, enum side mine, uint8_t broken)
{
	static const uint8_t of[ACTION_COUNT] = {
		[ACTION_BREAK] = ESTIMATE_BREAK,
		[ACTION_MAP] = ESTIMATE_MAP,
		[ACTION_KEY] = ESTIMATE_KEY,
		[ACTION_ROCKFALL] = ESTIMATE_ROCKFALL,
	};

	if (def->action == ACTION_NONE)
		return path_class(def, mine);
	if (def->action == ACTION_REPAIR)
		return (def->tools & broken) != 0 ? ESTIMATE_REPAIR : ESTIMATE_SPARE;
	return (enum estimate_class)of[def->action];
}

/* Adds the own hand without the cards of the order. */
static void
add_hand(struct estimate *e, const struct seat *me, const struct order *order, uint8_t broken)
{
	const struct survey_board *b = &e->board;
	unsigned left = order->n_card;
	card_id played[ORDER_CARDS];

	memcpy(played, order->card, sizeof played);
	for (unsigned i = 0; i < me->n_hand; i++) {
		const card_id card = me->hand[i];
		unsigned k = 0;

		while (k < left && played[k] != card)
			k++;
		if (k < left)
			played[k] = played[--left];
		else if (card != CARD_HIDDEN) /* in a position that was set up */
			add(e,
			    ESTIMATE_HAND + hand_class(game_card(b->known, card), b->mine, broken),
			    1);
	}
}

/* Returns the tools that an order repairs or breaks. */
static uint8_t
tools(const struct game *g, const struct order *o)
{
	if (o->kind == ORDER_CLEAR)
		return game_card(g, o->what)->tools;
	return o->what != 0 ? o->what : game_card(g, o->card[0])->tools;
}

void
estimate_start(struct estimate *e, const struct game *known, uint8_t seat)
{
	survey_start(&e->board, known, seat);
	e->weight = estimate_weight;
	e->count = NULL;
	e->has_before = false;
}

int
estimate_after(struct estimate *e, const struct order *order)
{
	const struct game *g = e->board.known;
	const struct seat *me = &g->seat[order->seat], *other = &g->seat[1 - order->seat];
	const enum action action = order->kind == ORDER_ACT ? game_card(g, order->card[0])->action :
							      ACTION_NONE;
	uint8_t broken = me->broken, theirs = other->broken;

	e->sum = 0;
	if (!e->board.is_made)
		survey_make(&e->board);
	if (order->kind == ORDER_PLACE || action == ACTION_KEY || action == ACTION_ROCKFALL) {
		survey_play(&e->board, order);
		add_board(e, &e->board.after);
	} else if (e->count != NULL || !e->has_before) {
		add_board(e, &e->board.before);
		e->before = e->sum;
		e->has_before = true;
	} else {
		e->sum = e->before; /* (P1) */
	}
	if (action == ACTION_BREAK)
		theirs |= tools(g, order);
	else if (action == ACTION_REPAIR || order->kind == ORDER_CLEAR)
		broken &= (uint8_t)~tools(g, order);
	else if (action == ACTION_MAP)
		add(e, ESTIMATE_LOOK,
		    g->board.cell[board_find(&g->board, order->at[0].x, order->at[0].y)].card ==
			CARD_HIDDEN);
	add(e, ESTIMATE_BROKEN + bits_count(broken), 1);
	add(e, ESTIMATE_BROKEN + 4 + bits_count(theirs), 1);
	add(e, ESTIMATE_TWO, order->kind == ORDER_DISCARD && order->n_card == 2);
	add_hand(e, me, order, broken);
	return e->sum;
}
