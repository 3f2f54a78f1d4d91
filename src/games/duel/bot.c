/*
 * The greedy policies of The Duel. Revision 1 plays every order on a copy of the view, evaluates the
 * board after it, and plays an order with the most points. Revision 2 plays an order with the
 * highest estimate of games/duel/estimate.h.
 *
 * The evaluation adds the claimed gold of both sides and the prospects: how near the tunnels of
 * each side are to goals that may have gold, and to open gold. A hidden goal stays face down;
 * reaching it has the value of an average goal.
 *
 * (P1) The board is evaluated only if an order changes it. The prospects of a side are kept if all
 *      that they depend on is the same.
 */
#include "core/bot.h"
#include "core/unset.h"
#include "games/duel/estimate.h"

enum {
	GOAL = 50,        /* points for reaching a hidden goal */
	NEAR = 96,        /* weight of a goal, divided by its distance */
	FRONT_COUNTS = 6, /* at most this many edges to empty places count, one point each */
	KEPT = 4,         /* value of keeping a key or a rockfall for later */
	POINTS_MIN = -100000
};

enum { HORIZON = 10 }; /* turns of a rollout */

struct evaluation {
	struct survey_board board;
	int prospects[SIDES], worth; /* before the order; set with board.before */
};

/* ---- prospects ---- */

/* Returns the points for the tunnels of a side: edges to empty places, and goals and open gold,
 * weighted by distance. */
static int
prospects(const struct survey_board *b, const struct survey *s, enum side side)
{
	const struct survey_front *f = &s->front[side];
	int points = (int)(f->n < FRONT_COUNTS ? f->n : (size_t)FRONT_COUNTS);

	for (unsigned k = 0; k < b->n_hidden; k++)
		points += (s->touched[side] >> k & 1) != 0 ?
		    (int)GOAL :
		    NEAR / 2 / (1 + survey_distance(f, b->hidden[k].x, b->hidden[k].y));
	for (unsigned k = 0; k < s->n_gold; k++)
		points += NEAR / 4 * s->gold[k].value /
		    (1 + survey_distance(f, s->gold[k].x, s->gold[k].y));
	return points;
}

/* (P1) Returns the prospects after an order. */
static int
prospects_after(const struct evaluation *o, enum side side)
{
	return survey_is_same(&o->board, side) ? o->prospects[side] :
						 prospects(&o->board, &o->board.after, side);
}

static void
evaluation_make(struct evaluation *o)
{
	const struct survey_board *b = &o->board;

	survey_make(&o->board);
	for (enum side side = SIDE_GREEN; side < SIDES; side++)
		o->prospects[side] = prospects(b, &b->before, side);
	o->worth = b->before.claims + o->prospects[b->mine] - o->prospects[b->theirs] / 2;
}

static int
worth_after(struct evaluation *o, const struct order *order)
{
	const struct survey_board *b = &o->board;

	if (!b->is_made)
		evaluation_make(o);
	survey_play(&o->board, order);
	return b->after.claims + prospects_after(o, b->mine) - prospects_after(o, b->theirs) / 2;
}

/* Returns the points that an order adds to the board. */
static int
points_added(struct evaluation *o, const struct order *order)
{
	const int after = worth_after(o, order);

	return after - o->worth;
}

/* ---- points for an order ---- */

static int
act_points(struct evaluation *o, const struct order *order)
{
	const struct card_def *def = game_card(o->board.known, order->card[0]);
	const unsigned broken = order->to == SEAT_NONE ? 0 : o->board.known->seat[order->to].broken;
	unsigned cell;

	if (def->action == ACTION_BREAK)
		return broken == 0 ? 18 : 3;
	if (def->action == ACTION_REPAIR)
		return (broken & (broken - 1)) == 0 ? 30 : 20;
	if (def->action == ACTION_MAP) {
		cell = board_find(&o->board.known->board, order->at[0].x, order->at[0].y);
		return o->board.known->board.cell[cell].card == CARD_HIDDEN ? 14 : -5;
	}
	return points_added(o, order) - KEPT;
}

/* Returns a higher number for a card that is needed less. */
static int
card_points(const struct evaluation *o, card_id card)
{
	static const int value[ACTION_COUNT] = {
		[ACTION_MAP] = 3,
		[ACTION_BREAK] = -2,
		[ACTION_ROCKFALL] = -2,
		[ACTION_KEY] = -2,
	};
	const struct card_def *def = game_card(o->board.known, card);

	if (def->action == ACTION_NONE)
		return tunnel_joined(def->tunnel, EDGE_N) == EDGE_BIT(EDGE_N) ? 4 : 2;
	return value[def->action];
}

static int
points(struct evaluation *o, const struct order *order)
{
	int missed = 0;

	if (order->kind == ORDER_PLACE)
		return points_added(o, order);
	if (order->kind == ORDER_ACT)
		return act_points(o, order);
	for (unsigned i = 0; i < order->n_card; i++)
		missed += card_points(o, order->card[i]) - 2;
	return order->kind == ORDER_CLEAR ? 12 + missed : missed;
}

static size_t
choose_by_survey(const struct view *v, const struct order *legal, size_t n, struct rng *rng)
{
	UNSET struct evaluation o;
	UNSET struct bot_best best;

	bot_best_start(&best, POINTS_MIN);
	survey_start(&o.board, &v->known, v->seat);
	for (size_t i = 0; i < n; i++)
		bot_best_add(&best, i, points(&o, &legal[i]));
	return bot_best_draw(&best, legal, 0, rng);
}

/* The member `greedy`. */
static size_t
greedy(const struct view *v, unsigned revision, const struct bot_belief *belief,
    const struct order *legal, size_t n, struct rng *rng)
{
	UNSET struct estimate e;
	UNSET struct bot_best best;

	(void)belief; /* there are no roles: infer is NULL */
	if (revision < BOT_GREEDY2)
		return choose_by_survey(v, legal, n, rng);
	bot_best_start(&best, INT32_MIN);
	estimate_start(&e, &v->known, v->seat);
	for (size_t i = 0; i < n; i++)
		bot_best_add(&best, i, estimate_after(&e, &legal[i]));
	return bot_best_draw(&best, legal, 0, rng);
}

/* Adds the better way to turn up a goal that the seat has seen and would reach. */
static void
complete(const struct view *v, struct order *o)
{
	UNSET struct evaluation ahead;
	struct order keep = *o, flip = *o;
	int more;

	if (o->kind != ORDER_PLACE &&
	    (o->kind != ORDER_ACT || game_card(&v->known, o->card[0])->action != ACTION_KEY))
		return;
	if (v->known.seat[v->seat].n_seen == 0)
		return;
	survey_start(&ahead.board, &v->known, v->seat);
	keep.flags |= ORDER_TURN_KEEP;
	flip.flags |= ORDER_TURN_FLIP;
	more = worth_after(&ahead, &flip) - worth_after(&ahead, &keep);
	if (more != 0)
		o->flags |= more > 0 ? ORDER_TURN_FLIP : ORDER_TURN_KEEP;
}

/* The gold of this seat less that of the other, and what is expected of the board unless the round
 * is over. */
static int
result_worth(const struct game *g, const struct events *ev, const struct game *from, uint8_t seat,
    unsigned revision)
{
	int sum = SURVEY_GOLD * ((int)duel_gold(g, seat) - (int)duel_gold(g, 1 - seat));
	UNSET struct evaluation now;
	struct survey_board *b = &now.board;

	(void)from, (void)revision;
	if (!events_end_round(ev) && g->phase == PHASE_PLAY) {
		survey_start(b, g, seat);
		evaluation_make(&now);
		sum += b->before.claims + now.prospects[b->mine] - now.prospects[b->theirs];
	}
	return sum > BOT_WORTH_MAX ? BOT_WORTH_MAX : sum < -BOT_WORTH_MAX ? -BOT_WORTH_MAX : sum;
}

/* ---- simulations ---------------------------------------------------------------------------- */

/* [DUEL 4.F.18] Counters: what ended the rounds, by outcome, then who won the games. */
enum { WON = OUTCOME_COUNT, WON_BOTH = WON + SIDES };

static const struct bot_stat tally[] = {
	{ OUTCOME_GOALS, BOT_STAT_OF_ROUNDS, BOT_STAT_IN_ENDS, ROLE_NONE, "  all goals face up",
	    "goals" },
	{ OUTCOME_TOKENS, BOT_STAT_OF_ROUNDS, BOT_STAT_IN_ENDS, ROLE_NONE,
	    "  all tokens on the table", "tokens" },
	{ OUTCOME_CARDS, BOT_STAT_OF_ROUNDS, BOT_STAT_IN_ENDS, ROLE_NONE, "  no cards left",
	    "cards" },
	/* In the JSON output for compatibility; always 0. */
	{ OUTCOME_CLAN_OUT, BOT_STAT_OF_ROUNDS, BOT_STAT_IN_ENDS, ROLE_NONE, NULL, "clan-out" },
	{ OUTCOME_CARDS_OUT, BOT_STAT_OF_ROUNDS, BOT_STAT_IN_ENDS, ROLE_NONE, NULL, "cards-out" },
	{ OUTCOME_AGREED, BOT_STAT_OF_ROUNDS, BOT_STAT_IN_ENDS, ROLE_NONE, NULL, "agreed" },
	{ WON + SIDE_GREEN, BOT_STAT_OF_GAMES, BOT_STAT_IN_WINS, ROLE_NONE, "games won by green",
	    "green" },
	{ WON + SIDE_BLUE, BOT_STAT_OF_GAMES, BOT_STAT_IN_WINS, ROLE_NONE, "games won by blue",
	    "blue" },
	{ WON_BOTH, BOT_STAT_OF_GAMES, BOT_STAT_IN_WINS, ROLE_NONE, "games won by both", "both" },
	{ .label = NULL },
};

static void
count(const struct game *g, const struct events *ev, uint64_t counter[static BOT_COUNTERS_MAX])
{
	uint16_t winners = game_winners(g);

	for (uint32_t i = 0; i < ev->n; i++)
		if (ev->at[i].kind == EVENT_ROUND_END)
			counter[ev->at[i].value % OUTCOME_COUNT]++;
	if (winners == (SEEN_BY(0) | SEEN_BY(1)))
		counter[WON_BOTH]++;
	else if (winners != 0)
		counter[WON + (unsigned)duel_side(g, winners == SEEN_BY(0) ? 0 : 1)]++;
}

const struct bot duel_bot = {
	.revision = 1,
	.newest = BOT_GREEDY2,
	.greedy = greedy,
	.complete = complete,
	.worth = result_worth,
	.search_revision = 2,
	.improves = BOT_GREEDY2,
	.rollouts = BOT_GREEDY2,
	.horizon = HORIZON,
	.count = count,
	.tally = tally,
};
