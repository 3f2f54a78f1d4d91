/*
 * The greedy policy of Saboteur 2: gives points to every legal order from the view of its seat, and
 * plays an order with the most points.
 *
 * It evaluates the tunnels (games/mine/eval.h). To a digger the doors of the other team are walls,
 * so it prefers its own route. Diggers, boss and geologists prefer tunnels near the goals,
 * saboteurs do not, and a profiteer varies. Revision 1 has no memory between turns except what the
 * board shows. From revision 3 on, a geologist does not help to end the round.
 */
#include "core/bot.h"
#include "core/unset.h"
#include "games/mine/bot.h"
#include "games/saboteur2/saboteur2.h"

enum {
	DIGS = 70,   /* per cent of a profiteer's turns */
	HASTY = 12,  /* per cent of a digger's turns in which it ignores doors, until revision 2 */
	DELAYS = 80, /* per cent of a geologist's turns without visible harm, from revision 3 on */
	THEFT_FIRST = 110, /* before a goal that may be the gold */
	NEVER = -5000,
	POINTS_MIN = -10000
};

/* Evaluation of a position for one seat. */
struct evaluation {
	struct mine_bot b;
	enum role role;
	int card_points[UINT8_MAX + 1]; /* by card: higher for a card that the hand needs less */
};

/* ---- path cards ---- */

/* True if the seat wants more crystals before the round ends. */
static bool
delays(const struct evaluation *o)
{
	return o->role == ROLE_GEOLOGIST && o->b.revision > BOT_GREEDY2;
}

/* Points for doors and crystals, in addition to the tunnels. */
static int
feature_points(const struct evaluation *o, const struct card_def *def)
{
	bool door = (def->feature & (FEATURE_DOOR_BLUE | FEATURE_DOOR_GREEN)) != 0;

	if ((def->feature & FEATURE_CRYSTAL) != 0)
		return o->role == ROLE_GEOLOGIST ? 25 : 0;
	if (!door)
		return 0;
	if ((def->feature & o->b.l.closed) != 0)
		return -15; /* helps only the others */
	return o->b.l.closed != 0 ? 15 : -3;
}

/* ---- action cards ---- */

/* True if the seat may be a saboteur: by its role if known, else by its tools. */
static bool
is_suspect(const struct evaluation *o, uint8_t seat)
{
	const struct game *g = o->b.l.g;
	card_id role = g->seat[seat].role;

	if (role != CARD_HIDDEN)
		return game_card(g, role)->role == ROLE_SABOTEUR;
	return mine_bot_suspects(&o->b, seat);
}

/* Points to break a tool of another player or to trap them. */
static int
block_points(const struct evaluation *o, const struct order *order)
{
	if (o->b.l.g->seat[order->to].resigned || order->to == o->b.me)
		return NEVER;
	return mine_bot_block_points(&o->b, order, is_suspect(o, order->to));
}

/* Points to repair a tool or to free a player. */
static int
help_points(const struct evaluation *o, const struct order *order, bool frees)
{
	uint8_t broken = o->b.l.g->seat[order->to].broken;
	bool last_one = (broken & (broken - 1)) == 0;

	if (o->b.l.g->seat[order->to].resigned)
		return NEVER;
	if (order->to == o->b.me)
		return frees ? 80 : o->b.digs ? (last_one ? 70 : 50) : 10;
	if (!o->b.digs || is_suspect(o, order->to))
		return -10;
	return !last_one ? 12 : o->b.belief != NULL ? 40 : 24;
}

/* Points to swap the hat of a suspected saboteur, or one's own hat if the gold is near and the seat
 * is a saboteur. */
static int
hat_points(const struct evaluation *o, const struct order *order)
{
	if (order->to == o->b.me)
		return o->role == ROLE_SABOTEUR && o->b.l.far <= 1 ? 20 : -30;
	return o->b.digs && is_suspect(o, order->to) ? 25 : -8;
}

static int
act_points(const struct evaluation *o, const struct order *order)
{
	switch ((enum action)game_card(o->b.l.g, order->card[0])->action) {
	case ACTION_BREAK:
	case ACTION_TRAPPED:
		return block_points(o, order);
	case ACTION_REPAIR:
		return help_points(o, order, false);
	case ACTION_FREE:
		return help_points(o, order, true);
	case ACTION_ROCKFALL:
		return mine_bot_rockfall_points(&o->b, order);
	case ACTION_MAP:
		return mine_bot_map_points(&o->b, order);
	case ACTION_THEFT:
		return sb2_is_trapped(o->b.l.g, o->b.me) ? 0 :
		    o->b.revision > BOT_GREEDY2          ? THEFT_FIRST :
							   45;
	case ACTION_HANDS_OFF:
		return order->to == o->b.me ? NEVER : 18;
	case ACTION_SWAP_HANDS:
		return 3 + o->b.l.g->seat[order->to].n_hand - o->b.l.g->seat[o->b.me].n_hand;
	case ACTION_INSPECTION:
		return o->b.l.g->seat[order->to].role == CARD_HIDDEN ? 15 : -20;
	case ACTION_SWAP_HATS:
		return hat_points(o, order);
	case ACTION_NONE:
	case ACTION_KEY:
	case ACTION_INFORMATION:
	case ACTION_SWAP_CARDS:
	case ACTION_SPIDERWEB:
	case ACTION_BOOTS:
	case ACTION_BATTLE_AXE:
	case ACTION_RAT:
	case ACTION_LINDWORM:
	case ACTION_GOBLIN:
	case ACTION_COUNT:
		break;
	}
	return 0;
}

/* ---- discards ---- */

/* Higher for a card that the hand needs less: break cards for a digger, good path cards for a
 * saboteur. */
static int
card_points(const struct evaluation *o, card_id card)
{
	const struct card_def *def = game_card(o->b.l.g, card);
	const int ways = mine_bot_path_worth(def);

	if (def->class == CARD_PATH)
		return o->b.digs ? 8 - 3 * ways - feature_points(o, def) / 5 : 2 * ways;
	if (def->action == ACTION_BREAK || def->action == ACTION_TRAPPED)
		return o->b.digs ? 6 : -4;
	if (def->action == ACTION_REPAIR)
		return o->b.digs ? -1 : 7;
	if (def->action == ACTION_MAP)
		return o->b.l.gold_known ? 7 : 0;
	return def->action == ACTION_ROCKFALL && !o->b.digs ? -6 : 1;
}

static int
discard_points(const struct evaluation *o, const struct order *order)
{
	int sum = 0, best = POINTS_MIN;

	for (unsigned i = 0; i < order->n_card; i++) {
		int p = o->card_points[order->card[i]];

		sum += p;
		best = p > best ? p : best;
	}
	return best + sum / 4;
}

/* Points to discard two cards in order to remove one. */
static int
clear_points(const struct evaluation *o, const struct order *order)
{
	enum action action = (enum action)game_card(o->b.l.g, order->what)->action;

	if (action == ACTION_THEFT)
		return NEVER;
	return discard_points(o, order) + (action == ACTION_TRAPPED ? 40 : o->b.digs ? 20 : -20);
}

static int
points(struct evaluation *o, const struct order *order)
{
	if (order->kind == ORDER_PLACE)
		return mine_bot_place_points(
		    &o->b, order, feature_points(o, game_card(o->b.l.g, order->card[0])));
	if (order->kind == ORDER_ACT)
		return act_points(o, order);
	return order->kind == ORDER_CLEAR ? clear_points(o, order) : discard_points(o, order);
}

/* True if the seat tries to reach the gold in this turn. mood: uniform below 100. */
static bool
digs(const struct evaluation *o, uint32_t mood)
{
	return o->role == ROLE_PROFITEER ? mood < DIGS : o->role != ROLE_SABOTEUR && !delays(o);
}

/* The member `greedy`. */
static size_t
greedy(const struct view *v, unsigned revision, const struct bot_belief *belief,
    const struct order *legal, size_t n, struct rng *rng)
{
	static const uint16_t closed[ROLE_COUNT] = {
		[ROLE_BLUE] = FEATURE_DOOR_GREEN, [ROLE_GREEN] = FEATURE_DOOR_BLUE
	};
	UNSET struct evaluation o; /* mine_eval_init() sets what is read */
	UNSET struct bot_best best;
	uint32_t mood;

	bot_best_start(&best, POINTS_MIN);
	o.b.me = v->seat;
	o.b.revision = revision;
	o.role = (enum role)game_card(&v->known, v->known.seat[o.b.me].role)->role;
	/* To these two a belief brings nothing. */
	o.b.belief = revision < BOT_GREEDY2 || o.role == ROLE_PROFITEER ||
		o.role == ROLE_GEOLOGIST ?
	    NULL :
	    belief;
	mood = rng_draw(rng, 100);
	mine_eval_init(
	    &o.b.l, &v->known, revision <= BOT_GREEDY2 && mood < HASTY ? 0 : closed[o.role]);
	o.b.digs = digs(&o, mood);
	o.b.hides = !o.b.digs && (delays(&o) ? mood < DELAYS : mine_bot_hides(&o.b, mood));
	for (unsigned i = 0; i < v->known.seat[o.b.me].n_hand; i++) {
		const card_id c = v->known.seat[o.b.me].hand[i];

		o.card_points[c] = card_points(&o, c);
	}
	for (size_t i = 0; i < n; i++)
		bot_best_add(&best, i, points(&o, &legal[i]));
	return bot_best_draw(&best, legal, 0, rng);
}

enum { PIECE = 150 }; /* worth of a piece of gold */

/* The gold of the round, less a share of what the others get. */
static int
result_worth(const struct game *g, const struct events *ev, const struct game *from, uint8_t seat,
    unsigned revision)
{
	int sum = 0;

	(void)ev, (void)revision;
	for (unsigned s = 0; s < g->n_seats; s++) {
		const int more = PIECE * (g->seat[s].gold - from->seat[s].gold);

		sum += s == seat ? more : -more / (2 * g->n_seats);
	}
	return sum > BOT_WORTH_MAX ? BOT_WORTH_MAX : sum < -BOT_WORTH_MAX ? -BOT_WORTH_MAX : sum;
}

/* ---- simulations ---------------------------------------------------------------------------- */

/* [SB2 3.E.23] Counters: who reached the gold, by which routes, and who won. */
enum { GOLD, NO_GOLD, WAYS, GOLD_BY = WAYS + 4, WON_BY = GOLD_BY + ROLE_COUNT };

#define GOLD_BY_ROLE(role)                                                               \
	{                                                                                \
		GOLD_BY + role, BOT_STAT_OF_ROUNDS, BOT_STAT_IN_ENDS, role, "    by a ", \
		    "gold_by_"                                                           \
	}
#define WON_BY_ROLE(role)                                                                    \
	{                                                                                    \
		WON_BY + role, BOT_STAT_OF_ROUNDS, BOT_STAT_IN_WINS, role, "  won by a ", "" \
	}

static const struct bot_stat tally[] = {
	{ GOLD, BOT_STAT_OF_ROUNDS, BOT_STAT_IN_ENDS, ROLE_NONE, "  gold reached", NULL },
	GOLD_BY_ROLE(ROLE_GREEN),
	GOLD_BY_ROLE(ROLE_BLUE),
	GOLD_BY_ROLE(ROLE_BOSS),
	GOLD_BY_ROLE(ROLE_PROFITEER),
	GOLD_BY_ROLE(ROLE_GEOLOGIST),
	GOLD_BY_ROLE(ROLE_SABOTEUR),
	{ NO_GOLD, BOT_STAT_OF_ROUNDS, BOT_STAT_IN_ENDS, ROLE_NONE, NULL, "no_gold" },
	{ WAYS, BOT_STAT_OF_ROUNDS, BOT_STAT_IN_ENDS, ROLE_NONE, "    open for none", "ways_none" },
	{ WAYS + WAY_BLUE, BOT_STAT_OF_ROUNDS, BOT_STAT_IN_ENDS, ROLE_NONE, "    open for blue",
	    "ways_blue" },
	{ WAYS + WAY_GREEN, BOT_STAT_OF_ROUNDS, BOT_STAT_IN_ENDS, ROLE_NONE, "    open for green",
	    "ways_green" },
	{ WAYS + (WAY_BLUE | WAY_GREEN), BOT_STAT_OF_ROUNDS, BOT_STAT_IN_ENDS, ROLE_NONE,
	    "    open for both", "ways_both" },
	{ NO_GOLD, BOT_STAT_OF_ROUNDS, BOT_STAT_IN_ENDS, ROLE_NONE, "  gold not reached", NULL },
	WON_BY_ROLE(ROLE_GREEN),
	WON_BY_ROLE(ROLE_BLUE),
	WON_BY_ROLE(ROLE_BOSS),
	WON_BY_ROLE(ROLE_PROFITEER),
	WON_BY_ROLE(ROLE_GEOLOGIST),
	WON_BY_ROLE(ROLE_SABOTEUR),
	{ .label = NULL },
};

static void
count(const struct game *g, const struct events *ev, uint64_t counter[static BOT_COUNTERS_MAX])
{
	struct mine_round_result end = mine_round_result_of(g->rules, ev);

	counter[end.gold ? GOLD : NO_GOLD]++;
	counter[GOLD_BY + end.by] += end.gold;
	for (unsigned role = 0; role < ROLE_COUNT; role++)
		counter[WON_BY + role] += end.winners >> role & 1u;
	for (uint32_t i = 0; i < ev->n; i++)
		if (ev->at[i].kind == EVENT_WAYS)
			counter[WAYS + ev->at[i].value % 4]++;
}

const struct bot sb2_bot = { .revision = 1,
	.newest = 3,
	.greedy = greedy,
	.infer = mine_bot_infer,
	.suspected = 1 << ROLE_SABOTEUR,
	.worth = result_worth,
	.search_revision = 2,
	.improves = 3,
	.rollouts = 1,
	.count = count,
	.tally = tally };
