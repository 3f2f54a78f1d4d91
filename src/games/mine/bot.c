/*
 * The mine: points for orders of the greedy policies.
 */
#include "games/mine/bot.h"

#include <string.h>

enum {
	STRIKE_AT = 3, /* distance to a goal within which saboteurs strike more often */
	STRIKE_WITH_BELIEF_AT = 4,
	DIG_BEYOND = 5,    /* a hiding saboteur with a belief digs beyond this distance ... */
	DIG_LESS = 25,     /* ... if it gains less than this */
	SUSPECTED = 12,    /* the least lean of a suspect: eight times as likely as before */
	HARM_BY_CARD = 16, /* points to harm the tunnels by a path card ... */
	HARM_BY_FALL = 20, /* ... by a rockfall ... */
	HARM_LATER = 5,    /* ... and in revision 3, by both */
	HIDES_FAR = 90,
	HIDES_NEAR = 60 /* per cent of their turns */
};

bool
mine_bot_hides(const struct mine_bot *o, unsigned draw)
{
	if (o->belief != NULL)
		return o->l.far > STRIKE_WITH_BELIEF_AT;
	return draw < (o->l.far > STRIKE_AT ? HIDES_FAR : HIDES_NEAR);
}

/* Returns the points for an order that makes the evaluation worse, in addition to how much. Few of
 * them leave more turns to break tools. */
static int
harm_points(const struct mine_bot *o, int by_revision_1)
{
	return o->revision > BOT_GREEDY2 ? HARM_LATER : by_revision_1;
}

bool
mine_bot_suspects(const struct mine_bot *o, uint8_t seat)
{
	const struct game *g = o->l.g;
	unsigned broken = 0;

	if (o->belief != NULL)
		return o->belief->lean[seat] >= SUSPECTED;
	for (unsigned s = 0; s < g->n_seats; s++)
		broken += g->seat[s].broken != 0;
	return g->seat[seat].broken == 0 && 2 * broken > g->n_seats;
}

int
mine_bot_place_points(struct mine_bot *o, const struct order *order, int extra)
{
	bool reaches;
	int better = mine_gain(o->l.prospect,
	    o->belief != NULL ? mine_eval_joining(&o->l, order, &reaches) :
				mine_eval_with(&o->l, order, &reaches));

	if (o->digs && reaches)
		return o->l.gold_known ? 1000 : 100;
	if (o->digs)
		return extra + (better > 0 ? 20 + better : better);
	/* A saboteur pretends to dig for a goal that may be a stone. */
	if (reaches)
		return o->l.gold_known ? -1000 : o->l.n_targets > 2 ? 12 : -100;
	if (o->hides &&
	    o->belief != NULL) /* digs a little; most miners discard without better cards */
		return o->l.far > DIG_BEYOND && better > 0 && better < DIG_LESS ? 10 + better / 8 :
										  -100;
	if (o->hides)
		return extra + 6 - (better > 0 ? better : -better) / 4;
	return better < 0 ? harm_points(o, HARM_BY_CARD) - better : -better;
}

int
mine_bot_rockfall_points(const struct mine_bot *o, const struct order *order)
{
	int better;

	if (!o->digs && o->hides)
		return -10;
	if (o->digs && !mine_eval_may_exceed(&o->l, order, MINE_GAIN_MAX / 4))
		return -20;
	better = mine_gain(o->l.prospect, mine_eval_without(&o->l, order));
	if (o->digs)
		return better > MINE_GAIN_MAX / 4 ? 20 + better : -20;
	return better < 0 ? harm_points(o, HARM_BY_FALL) - better : -10;
}

int
mine_bot_map_points(const struct mine_bot *o, const struct order *order)
{
	unsigned i = board_find(&o->l.g->board, order->at[0].x, order->at[0].y);

	if (o->l.gold_known || o->l.g->board.cell[i].card != CARD_HIDDEN)
		return o->digs ? -5 : 4;
	if (o->digs && o->belief != NULL)
		return 60;
	return o->digs ? 34 : 26;
}

int
mine_bot_block_points(const struct mine_bot *o, const struct order *order, bool suspect)
{
	int next = (order->to + o->l.g->n_seats - o->me) % o->l.g->n_seats;

	if (o->digs)
		return suspect ? 16 : -20;
	if (o->hides)
		return -10;
	/* prefer a seat without broken tools that moves soon */
	return o->l.g->seat[order->to].broken != 0 ? 2 : 40 - next;
}

int
mine_bot_path_worth(const struct card_def *def)
{
	int ways = 0;

	for (unsigned e = 0; e < EDGES; e++)
		ways += tunnel_side(def->tunnel, e) != 0 && tunnel_side(def->tunnel, e) != 3;
	return ways;
}

/* ---- belief ---------------------------------------------------------------------------------- */

static enum mine_act
act_of_card(const struct bot_belief *b, const struct rules *rules, const struct event *e, int gain)
{
	const bool other = e->to < SEATS_MAX && e->to != e->seat;

	switch ((int)rules->card[e->card].action) {
	case ACTION_ROCKFALL:
		return gain > 0 ? MINE_ACT_HELPS : MINE_ACT_FALLS;
	case ACTION_BREAK:
	case ACTION_TRAPPED:
		return !other          ? MINE_ACT_OTHER :
		    b->lean[e->to] > 0 ? MINE_ACT_ACCUSES :
					 MINE_ACT_BREAKS;
	case ACTION_REPAIR:
	case ACTION_FREE:
		return other ? MINE_ACT_MENDS : MINE_ACT_OTHER;
	}
	return MINE_ACT_OTHER;
}

enum mine_act
mine_bot_act(const struct bot_belief *b, const struct rules *rules, const struct events *ev,
    int before, int now, uint8_t *seat)
{
	const int gain = mine_gain(before, now);

	for (uint32_t i = 0; i < ev->n; i++) {
		const struct event *e = &ev->at[i];

		*seat = e->seat;
		if (e->seat >= SEATS_MAX)
			continue;
		if (e->kind == EVENT_PLACED)
			return gain > 0 ? MINE_ACT_HELPS :
			    gain == 0   ? MINE_ACT_IDLE :
					  MINE_ACT_HARMS;
		if (e->kind == EVENT_PLAYED && e->card < rules->n_cards)
			return act_of_card(b, rules, e, gain);
		if (e->kind == EVENT_DISCARDED)
			return MINE_ACT_ASIDE;
	}
	*seat = SEAT_NONE;
	return MINE_ACT_OTHER;
}

/* Roles are new in a new round, and a swapped hat makes one unknown. */
static void
forget(struct bot_belief *b, const struct rules *rules, const struct events *ev)
{
	for (uint32_t i = 0; i < ev->n; i++) {
		const struct event *e = &ev->at[i];

		if (e->kind == EVENT_ROUND)
			memset(b->lean, 0, sizeof b->lean);
		if (e->kind == EVENT_PLAYED && e->to < SEATS_MAX && e->card < rules->n_cards &&
		    rules->card[e->card].action == ACTION_SWAP_HATS)
			b->lean[e->to] = 0;
	}
}

/* True if the evaluation may be another one after these events, as it is not after a discard. */
static bool
changes_tunnels(const struct events *ev)
{
	const uint64_t kinds = UINT64_C(1) << EVENT_ROUND | UINT64_C(1) << EVENT_PLACED |
	    UINT64_C(1) << EVENT_REMOVED | UINT64_C(1) << EVENT_TURNED_UP |
	    UINT64_C(1) << EVENT_SAW_GOAL;

	for (uint32_t i = 0; i < ev->n; i++)
		if (ev->at[i].kind <= EVENT_SAW_GOAL && (kinds >> ev->at[i].kind & 1) != 0)
			return true;
	return false;
}

/* Returns the evaluation of the tunnels. */
static int
worth_of(const struct game *g, struct bot_board *last)
{
	const struct board *b = &g->board;
	const size_t size = b->n * sizeof b->cell[0];

	if (last->n != b->n || memcmp(last->cell, b->cell, size) != 0) {
		last->worth = mine_eval_tunnels(g);
		last->n = b->n;
		memcpy(last->cell, b->cell, size);
	}
	return last->worth;
}

void
mine_bot_infer(
    struct bot_belief *b, const struct view *after, const struct events *ev, struct bot_board *last)
{
	/* 4 * log2 of how often greedy saboteurs act so, to how often others do (bench/bot-belief.c) */
	static const int8_t lean[MINE_ACTS] = {
		[MINE_ACT_HELPS] = -12,
		[MINE_ACT_IDLE] = 17,
		[MINE_ACT_HARMS] = 8,
		[MINE_ACT_FALLS] = 20,
		[MINE_ACT_BREAKS] = 24,
		[MINE_ACT_ACCUSES] = 8,
		[MINE_ACT_MENDS] = -24,
		[MINE_ACT_ASIDE] = 1,
		[MINE_ACT_OTHER] = -1,
	};
	const struct game *g = &after->known;
	const int before = b->worth;
	enum mine_act act;
	uint8_t seat;

	if (before == 0 || changes_tunnels(ev))
		b->worth = worth_of(g, last);
	act = mine_bot_act(b, g->rules, ev, before, b->worth, &seat);
	if (seat < g->n_seats && seat != after->seat) {
		const int sum = b->lean[seat] + lean[act];

		b->lean[seat] = (int16_t)(sum > BOT_LEAN_MAX ? BOT_LEAN_MAX :
			sum < -BOT_LEAN_MAX                  ? -BOT_LEAN_MAX :
							       sum);
	}
	forget(b, g->rules, ev);
}
