/*
 * The greedy policy of Saboteur: gives points to every legal order from the view of its seat, and
 * plays an order with the most points.
 *
 * It evaluates the tunnels (games/mine/eval.h). A miner prefers a higher evaluation, a saboteur a
 * lower one. It has no memory between turns. It infers suspects from the board, because mostly
 * saboteurs break tools.
 */
#include "core/bot.h"
#include "core/unset.h"
#include "games/mine/bot.h"
#include "games/saboteur/saboteur.h"

enum { POINTS_MIN = -10000 };

/* True if a saboteur knows that this seat is another saboteur [Q-SAB-22]. */
static bool
is_mate(const struct mine_bot *o, uint8_t seat)
{
	card_id role = o->l.g->seat[seat].role;

	return !o->digs && seat != o->me && role != CARD_HIDDEN &&
	    game_card(o->l.g, role)->role == ROLE_SABOTEUR;
}

static int
tool_points(const struct mine_bot *o, const struct order *order, bool breaks)
{
	uint8_t broken = o->l.g->seat[order->to].broken;
	bool last_one = (broken & (broken - 1)) == 0;
	bool own = order->to == o->me;

	if (o->l.g->seat[order->to].resigned)
		return POINTS_MIN / 2;
	if (breaks && (own || is_mate(o, order->to)))
		return POINTS_MIN / 2;
	if (breaks)
		return mine_bot_block_points(
		    o, order, order->to != o->me && mine_bot_suspects(o, order->to));
	if (own || is_mate(o, order->to))
		return o->digs ? (last_one ? 70 : 50) : 10;
	if (o->belief != NULL && o->digs)
		return mine_bot_suspects(o, order->to) ? -10 : last_one ? 40 : 12;
	return o->digs ? (last_one ? 24 : 12) : -10;
}

static int
act_points(const struct mine_bot *o, const struct order *order)
{
	enum action action = (enum action)game_card(o->l.g, order->card[0])->action;

	if (action == ACTION_BREAK || action == ACTION_REPAIR)
		return tool_points(o, order, action == ACTION_BREAK);
	return action == ACTION_ROCKFALL ? mine_bot_rockfall_points(o, order) :
					   mine_bot_map_points(o, order);
}

/* Higher for a card that the hand needs less: break cards for a miner, good path cards for a
 * saboteur. */
static int
discard_points(const struct mine_bot *o, card_id card)
{
	const struct card_def *def = game_card(o->l.g, card);

	if (def->class == CARD_PATH)
		return o->digs ? 8 - 3 * mine_bot_path_worth(def) : 2 * mine_bot_path_worth(def);
	if (def->action == ACTION_BREAK)
		return o->digs ? 6 : -4;
	if (def->action == ACTION_REPAIR)
		return o->digs ? -1 : 7;
	if (def->action == ACTION_MAP)
		return o->l.gold_known ? 7 : 0;
	return o->digs ? 1 : -6;
}

static int
points(struct mine_bot *o, const struct order *order)
{
	if (order->kind == ORDER_TAKE)
		return order->what;
	if (order->kind == ORDER_PLACE)
		return mine_bot_place_points(o, order, 0);
	return order->kind == ORDER_ACT ? act_points(o, order) : discard_points(o, order->card[0]);
}

/* The member `greedy`. */
static size_t
greedy(const struct view *v, unsigned revision, const struct bot_belief *belief,
    const struct order *legal, size_t n, struct rng *rng)
{
	UNSET struct mine_bot o; /* mine_eval_init() sets what is read */
	UNSET struct bot_best best;

	bot_best_start(&best, POINTS_MIN);
	o.me = v->seat;
	o.revision = revision;
	o.belief = revision < BOT_GREEDY2 ? NULL : belief;
	mine_eval_init(&o.l, &v->known, 0);
	o.digs = game_card(&v->known, v->known.seat[o.me].role)->role != ROLE_SABOTEUR;
	o.hides = mine_bot_hides(&o, rng_draw(rng, 100));
	for (size_t i = 0; i < n; i++)
		bot_best_add(&best, i, points(&o, &legal[i]));
	return bot_best_draw(&best, legal, 0, rng);
}

/* The round is worth all or nothing to a side. */
static int
result_worth(const struct game *g, const struct events *ev, const struct game *from, uint8_t seat,
    unsigned revision)
{
	const enum role role = (enum role)game_card(from, from->seat[seat].role)->role;

	(void)g, (void)revision;
	for (uint32_t i = 0; i < ev->n; i++) {
		if (ev->at[i].kind != EVENT_ROUND_END)
			continue;
		if (ev->at[i].value == OUTCOME_SELFISH)
			return ev->at[i].seat == seat ? BOT_WORTH_MAX : 0;
		if (ev->at[i].value == OUTCOME_GOLD)
			return role == ROLE_MINER ? BOT_WORTH_MAX : 0;
		return role == ROLE_SABOTEUR ? BOT_WORTH_MAX : 0;
	}
	return 0;
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

const struct bot sab_bot = { .revision = 1,
	.newest = BOT_GREEDY2,
	.greedy = greedy,
	.infer = mine_bot_infer,
	.suspected = 1 << ROLE_SABOTEUR,
	.worth = result_worth,
	.search_revision = 3,
	.improves = BOT_GREEDY2,
	.search_bold = 3,
	.rollouts = 1,
	.count = count,
	.tally = tally };
