/*
 * The greedy policy of Saboteur: gives points to every legal order from the view of its seat, and
 * plays an order with the most points.
 *
 * It evaluates the tunnels (games/mine/eval.h). A miner prefers a higher evaluation, a saboteur a
 * lower one. It has no memory between turns. It infers suspects from the board, because mostly
 * saboteurs break tools.
 */
#include "core/bot.h"
#include "games/mine/eval.h"
#include "games/saboteur/saboteur.h"

enum {
	STRIKE_AT = 3, /* distance to a goal within which saboteurs strike more often */
	HIDES_FAR = 90,
	HIDES_NEAR = 60, /* per cent of their turns */
	POINTS_MIN = -10000
};

/* Evaluation of a position for one seat. */
struct evaluation {
	struct mine_eval l;
	uint8_t me;
	bool miner;
	bool hides; /* a saboteur who does no visible harm in this turn */
};

/* Returns the number of edges that lead through a path card. */
static int
path_worth(const struct card_def *def)
{
	int ways = 0;

	for (unsigned e = 0; e < EDGES; e++)
		ways += tunnel_side(def->tunnel, e) != 0 && tunnel_side(def->tunnel, e) != 3;
	return ways;
}

static int
place_points(struct evaluation *o, const struct order *order)
{
	bool reaches;
	int better = mine_gain(o->l.prospect, mine_eval_with(&o->l, order, &reaches));

	if (o->miner && reaches)
		return o->l.gold_known ? 1000 : 100;
	if (o->miner)
		return better > 0 ? 20 + better : better;
	/* A saboteur pretends to dig for a goal that may be a stone. */
	if (reaches)
		return o->l.gold_known ? -1000 : o->l.n_targets > 2 ? 12 : -100;
	if (o->hides)
		return 6 - (better > 0 ? better : -better) / 4;
	return better < 0 ? 16 - better : -better;
}

/* True if the seat may be a saboteur: its tools are whole while most others have broken tools. */
static bool
is_suspect(const struct evaluation *o, uint8_t seat)
{
	unsigned broken = 0;

	for (unsigned s = 0; s < o->l.g->n_seats; s++)
		broken += o->l.g->seat[s].broken != 0;
	return seat != o->me && o->l.g->seat[seat].broken == 0 && 2 * broken > o->l.g->n_seats;
}

/* True if a saboteur knows that this seat is another saboteur [Q-SAB-22]. */
static bool
is_mate(const struct evaluation *o, uint8_t seat)
{
	card_id role = o->l.g->seat[seat].role;

	return !o->miner && seat != o->me && role != CARD_HIDDEN &&
	    game_card(o->l.g, role)->role == ROLE_SABOTEUR;
}

static int
tool_points(const struct evaluation *o, const struct order *order, bool breaks)
{
	uint8_t broken = o->l.g->seat[order->to].broken;
	bool last_one = (broken & (broken - 1)) == 0;
	bool own = order->to == o->me;

	if (o->l.g->seat[order->to].resigned)
		return POINTS_MIN / 2;
	if (breaks && (own || is_mate(o, order->to)))
		return POINTS_MIN / 2;
	if (breaks && o->miner)
		return is_suspect(o, order->to) ? 16 : -20;
	if (breaks && o->hides)
		return -10;
	if (breaks) /* prefer a seat without broken tools that moves soon */
		return broken != 0 ? 2 :
				     40 - (order->to + o->l.g->n_seats - o->me) % o->l.g->n_seats;
	if (own || is_mate(o, order->to))
		return o->miner ? (last_one ? 70 : 50) : 10;
	return o->miner ? (last_one ? 24 : 12) : -10;
}

static int
rockfall_points(const struct evaluation *o, const struct order *order)
{
	int better;

	if (!o->miner && o->hides)
		return -10;
	if (o->miner && !mine_eval_may_exceed(&o->l, order, MINE_GAIN_MAX / 4))
		return -20;
	better = mine_gain(o->l.prospect, mine_eval_without(&o->l, order));
	if (o->miner)
		return better > MINE_GAIN_MAX / 4 ? 20 + better : -20;
	return better < 0 ? 20 - better : -10;
}

static int
map_points(const struct evaluation *o, const struct order *order)
{
	unsigned i = board_find(&o->l.g->board, order->at[0].x, order->at[0].y);

	if (o->l.gold_known || o->l.g->board.cell[i].card != CARD_HIDDEN)
		return o->miner ? -5 : 4;
	return o->miner ? 34 : 26;
}

static int
act_points(const struct evaluation *o, const struct order *order)
{
	enum action action = (enum action)game_card(o->l.g, order->card[0])->action;

	if (action == ACTION_BREAK || action == ACTION_REPAIR)
		return tool_points(o, order, action == ACTION_BREAK);
	return action == ACTION_ROCKFALL ? rockfall_points(o, order) : map_points(o, order);
}

/* Higher for a card that the hand needs less: break cards for a miner, good path cards for a
 * saboteur. */
static int
discard_points(const struct evaluation *o, card_id card)
{
	const struct card_def *def = game_card(o->l.g, card);

	if (def->class == CARD_PATH)
		return o->miner ? 8 - 3 * path_worth(def) : 2 * path_worth(def);
	if (def->action == ACTION_BREAK)
		return o->miner ? 6 : -4;
	if (def->action == ACTION_REPAIR)
		return o->miner ? -1 : 7;
	if (def->action == ACTION_MAP)
		return o->l.gold_known ? 7 : 0;
	return o->miner ? 1 : -6;
}

static int
points(struct evaluation *o, const struct order *order)
{
	if (order->kind == ORDER_TAKE)
		return order->what;
	if (order->kind == ORDER_PLACE)
		return place_points(o, order);
	return order->kind == ORDER_ACT ? act_points(o, order) : discard_points(o, order->card[0]);
}

static size_t
greedy(const struct view *v, const struct order *legal, size_t n, struct rng *rng)
{
	struct evaluation o; /* too large to clear first: mine_eval_init() sets what is read */
	struct bot_best best;

	bot_best_start(&best, POINTS_MIN);
	o.me = v->seat;
	mine_eval_init(&o.l, &v->known, 0);
	o.miner = game_card(&v->known, v->known.seat[o.me].role)->role != ROLE_SABOTEUR;
	/* A saboteur usually hides while the goals are far, and often even when the tunnels come
	 * near. */
	o.hides = rng_draw(rng, 100) < (o.l.far > STRIKE_AT ? HIDES_FAR : HIDES_NEAR);
	for (size_t i = 0; i < n; i++)
		bot_best_add(&best, i, points(&o, &legal[i]));
	return bot_best_draw(&best, legal, 0, rng);
}

/* ---- simulations ---------------------------------------------------------------------------- */

enum { GOLD, GOLD_BY_MINER, GOLD_BY_SABOTEUR, SABOTEURS, NOBODY, NO_GOLD };

static const struct bot_stat tally[] = {
	{ GOLD, BOT_STAT_OF_ROUNDS, BOT_STAT_IN_WINS, ROLE_NONE, "  won by the miners", "miners" },
	{ GOLD_BY_MINER, BOT_STAT_OF_ROUNDS, BOT_STAT_IN_ENDS, ROLE_MINER, "    gold by a ",
	    "gold_by_" },
	{ GOLD_BY_SABOTEUR, BOT_STAT_OF_ROUNDS, BOT_STAT_IN_ENDS, ROLE_SABOTEUR, "    gold by a ",
	    "gold_by_" },
	{ SABOTEURS, BOT_STAT_OF_ROUNDS, BOT_STAT_IN_WINS, ROLE_NONE, "  won by the saboteurs",
	    "saboteurs" },
	{ NOBODY, BOT_STAT_OF_ROUNDS, BOT_STAT_IN_WINS, ROLE_NONE, "  won by nobody", "nobody" },
	{ NO_GOLD, BOT_STAT_OF_ROUNDS, BOT_STAT_IN_ENDS, ROLE_NONE, NULL, "no_gold" },
	{ .label = NULL },
};

/* Without gold the saboteurs win, if there are any [SAB 2.F.24]. */
static void
count(const struct game *g, const struct events *ev, uint64_t counter[static BOT_COUNTERS_MAX])
{
	struct mine_round_result end = mine_round_result_of(g->rules, ev);
	bool saboteurs = (end.shown >> ROLE_SABOTEUR & 1u) != 0;

	counter[end.gold ? GOLD : NO_GOLD]++;
	if (!end.gold)
		counter[saboteurs ? SABOTEURS : NOBODY]++;
	else if (end.by != ROLE_NONE)
		counter[end.by == ROLE_SABOTEUR ? GOLD_BY_SABOTEUR : GOLD_BY_MINER]++;
}

const struct bot sab_bot = { .revision = 1, .greedy = greedy, .count = count, .tally = tally };
