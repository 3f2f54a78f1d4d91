/*
 * Saboteur, 3-10 players: adit(6), rules SAB.
 *
 * (S1) There is one start card, at 0,0, face up, and at most SEEN_MAX goals.
 * (S2) Every seat has the role of a digger (miner, saboteur, or selfish with its option); so has
 * the role left over, if it is known.
 * (S3) Nuggets are gold cards. Those of all seats, pile and draft together fit into one seat.
 * (S4) Nuggets are on offer exactly in PHASE_DRAFT, by falling value, and the seat to move takes
 * part.
 * (S5) last_path and last_play are seats or SEAT_NONE.
 */
#include <assert.h>
#include <string.h>

#include "games/mine/mine.h"
#include "core/pack.h"
#include "games/saboteur/saboteur.h"

/* [SAB 2.A.1-4] */
const struct card_def sab_card[SAB_CARDS] = {
	SAB_MINE_CARDS(3),
	[SAB_GOLD_1] = { .class = CARD_GOLD, .copies = 16, .value = 1 },
	[SAB_GOLD_2] = { .class = CARD_GOLD, .copies = 8, .value = 2 },
	[SAB_GOLD_3] = { .class = CARD_GOLD, .copies = 4, .value = 3 },
	[SAB_MINER] = { .class = CARD_ROLE, .copies = 7, .role = ROLE_MINER },
	[SAB_SABOTEUR] = { .class = CARD_ROLE, .copies = 4, .role = ROLE_SABOTEUR },
	[SAB_SELFISH] = { .class = CARD_ROLE, .role = ROLE_SELFISH },
};

enum { NUGGET_VALUE_MAX = 3, GOLD_PLAYERS_MAX = 9, SELFISH_GOLD = 4 };

/* [SAB 2.A.1] By number of players; there is one dwarf more than players. */
const uint8_t sab_saboteurs_for[SAB_SEATS_MAX + 1] = {
	[3] = 1, [4] = 1, [5] = 2, [6] = 2, [7] = 3, [8] = 3, [9] = 3, [10] = 4
};

/* [SAB 2.A.3] */
static const uint8_t hand_for[SAB_SEATS_MAX + 1] = {
	[3] = 6, [4] = 6, [5] = 6, [6] = 5, [7] = 5, [8] = 4, [9] = 4, [10] = 4
};

/* [SAB 2.F.24] Nuggets for each saboteur, by the number of saboteurs among the players. */
static const uint8_t share_for[] = { 0, 4, 3, 3, 2 };
enum { SHARES = sizeof share_for / sizeof share_for[0] };

static bool
has_role(const struct game *g, uint8_t seat, enum role role)
{
	return game_card(g, g->seat[seat].role)->role == role;
}

/* True if the seat is known to be a saboteur. */
static bool
is_saboteur(const struct game *g, uint8_t seat)
{
	card_id role = g->seat[seat].role;

	return role < g->rules->n_cards && game_card(g, role)->role == ROLE_SABOTEUR;
}

/* ---- deal ---- */

/* [SAB 2.A.5, Q-SAB-1] in round 1; [SAB 2.G.28, Q-SAB-3] later. */
static uint8_t
first_seat(const struct game *g, struct rng *rng)
{
	const struct sab_state *sab = sab_own(g);
	bool by_path = sab->last_path != SEAT_NONE && !g->options.at[SAB_NEXT_LAST_CARD];
	uint8_t last = by_path ? sab->last_path : sab->last_play;

	if (g->round > 1 && last != SEAT_NONE)
		return (uint8_t)((last + 1) % g->n_seats);
	/* nobody played a card because all have resigned: the seat is irrelevant */
	if (g->round > 1)
		return 0;
	if (g->options.at[OPTION_FIRST] > 0)
		return (uint8_t)(g->options.at[OPTION_FIRST] - 1);
	rng_open(rng, g->round, RNG_FIRST);
	return (uint8_t)rng_draw(rng, g->n_seats);
}

static unsigned
add_roles(const struct game *g, enum role which, unsigned copies, card_id *role, unsigned n)
{
	for (card_id c = 0; c < g->rules->n_cards && copies > 0; c++)
		for (; game_card(g, c)->role == which && copies > 0; copies--)
			role[n++] = c;
	return n;
}

void
sab_role_counts(const struct game *g, uint8_t n[static ROLE_COUNT])
{
	uint8_t cards = (uint8_t)(g->n_seats + !g->options.at[SAB_NO_SPARE]);

	memset(n, 0, ROLE_COUNT);
	n[ROLE_SELFISH] = g->options.at[SAB_SELFISH_DWARF];
	n[ROLE_SABOTEUR] = sab_saboteurs_for[g->n_seats];
	n[ROLE_MINER] = (uint8_t)(cards - n[ROLE_SABOTEUR] - n[ROLE_SELFISH]);
}

unsigned
sab_role_cards(const struct game *g, card_id role[static SAB_SEATS_MAX + 1])
{
	static const enum role order[] = { ROLE_MINER, ROLE_SABOTEUR, ROLE_SELFISH };
	uint8_t count[ROLE_COUNT];
	unsigned n = 0;

	sab_role_counts(g, count);
	for (unsigned i = 0; i < sizeof order / sizeof order[0]; i++)
		n = add_roles(g, order[i], count[order[i]], role, n);
	return n;
}

/*
 * [SAB 2.A.1] Shuffles miners and saboteurs: index i is dealt to seat i. If there is one card more
 * than seats, the last is left over [Q-SAB-21]. [Q-SAB-23] The selfish miner replaces one miner: it
 * goes to a random seat, and the card there moves to the last seat.
 */
static void
deal_roles(struct game *g, struct rng *rng, struct events *ev)
{
	card_id role[SAB_SEATS_MAX + 1] = { 0 };
	bool selfish = g->options.at[SAB_SELFISH_DWARF], spare = !g->options.at[SAB_NO_SPARE];
	unsigned cards = sab_role_cards(g, role), n = cards - selfish;
	card_id own = role[n % (SAB_SEATS_MAX + 1)];

	assert(cards == g->n_seats + (unsigned)spare);
	rng_open(rng, g->round, RNG_ROLES);
	rng_shuffle(rng, role, n);
	if (selfish) {
		unsigned last = g->n_seats - 1u, at = rng_draw(rng, g->n_seats);

		/* the card after those of the seats is left over, if there is one */
		role[n] = role[last];
		role[last] = role[at];
		role[at] = own;
		rng_shuffled(rng, role, cards);
	}
	for (uint8_t s = 0; s < g->n_seats; s++)
		game_give_role(g, s, role[s], s, ev);
	sab_own(g)->role_left = spare ? role[g->n_seats] : CARD_NONE;
}

/*
 * [SAB 2.A.4, 2.G.27] Shuffles the nuggets in the pile again for each round, starting from card
 * list order; pile[0] is the top. After round 1 these are the nuggets left in the pile, also of a
 * position that was set up.
 */
static void
shuffle_nuggets(struct game *g, struct rng *rng)
{
	struct sab_state *sab = sab_own(g);
	card_id left[NUGGETS_MAX];
	uint8_t of[UINT8_MAX + 1] = { 0 };
	unsigned n = 0;

	if (g->round == 1)
		sab->n_pile = (uint8_t)mine_copies(
		    g->rules, MINE_CLASS(CARD_GOLD), sab->pile, NUGGETS_MAX);
	for (unsigned i = 0; i < sab->n_pile; i++)
		of[sab->pile[i]]++;
	for (card_id c = 0; c < g->rules->n_cards; c++)
		for (; of[c] > 0; of[c]--)
			left[n++] = c;
	memcpy(sab->pile, left, n);
	rng_open(rng, g->round, RNG_GOLD);
	rng_shuffle(rng, sab->pile, sab->n_pile);
}

/*
 * Deals round g->round. Each pile has its own stream. Hands come from the top of the deck in seat
 * order. So card i of seat s is number s * hand + i of the pile, while nobody has resigned.
 */
void
sab_deal(struct game *g, struct rng *rng, struct events *ev)
{
	uint8_t first = first_seat(g, rng);

	event_add_public(ev, EVENT_ROUND, SEAT_NONE, g->round);
	event_add_public(ev, EVENT_FIRST, first, 0);
	g->phase = PHASE_PLAY;
	g->n_discard = 0;
	sab_own(g)->n_draft = 0;
	sab_own(g)->last_path = sab_own(g)->last_play = SEAT_NONE;
	for (unsigned s = 0; s < g->n_seats; s++) {
		g->seat[s].broken = 0;
		g->seat[s].n_seen = 0;
	}
	deal_roles(g, rng, ev);
	game_shuffle_deck(g, rng);
	mine_deal_hands(g, hand_for[g->n_seats], ev);
	mine_lay_table(g, rng);
	shuffle_nuggets(g, rng);
	g->to_move = mine_next_seat(g, (uint8_t)((first + g->n_seats - 1) % g->n_seats), ev);
}

/* ---- legal orders ---- */

/* [SAB 2.C.9] */
static enum verdict
may_build(const struct game *g, uint8_t seat)
{
	return g->seat[seat].broken != 0 ? VERDICT_TOOL_BROKEN : VERDICT_OK;
}

static const struct mine_rules mine_rules = {
	.action = { [ACTION_BREAK] = &mine_break,
	    [ACTION_REPAIR] = &mine_repair,
	    [ACTION_ROCKFALL] = &mine_rockfall,
	    [ACTION_MAP] = &mine_map },
	.may_build = may_build,
};

bool
sab_round_is_over(const struct game *g)
{
	uint8_t able[2] = { 0, CARD_NONE };

	return mine_round_is_over(&mine_rules, g, able);
}

/* [SAB 2.B.6, Q-SAB-19] Always legal, with exactly one card. */
static enum verdict
check_discard(const struct game *g, const struct order *o)
{
	if (!game_has_cards(g, o))
		return VERDICT_NOT_IN_HAND;
	if (o->n_card != 1)
		return VERDICT_DISCARD_COUNT;
	return order_has_shape(o, 1, 0, false) && o->what == 0 ? VERDICT_OK : VERDICT_BAD_TARGET;
}

static unsigned
find_on_offer(const struct game *g, uint8_t value)
{
	unsigned i = 0;

	while (i < sab_own(g)->n_draft && game_card(g, sab_own(g)->draft[i])->value != value)
		i++;
	return i;
}

static enum verdict
check_take(const struct game *g, const struct order *o)
{
	if (!order_has_shape(o, 0, 0, false))
		return VERDICT_BAD_TARGET;
	return find_on_offer(g, o->what) < sab_own(g)->n_draft ? VERDICT_OK : VERDICT_NOT_ON_OFFER;
}

static enum verdict
check_place(const struct game *g, const struct order *o)
{
	return mine_check_path(&mine_rules, g, o);
}

static enum verdict
check_act(const struct game *g, const struct order *o)
{
	return mine_check_act(&mine_rules, g, o);
}

/* Lists a last take without a choice too, so that every nugget has its order. Only the view of the
 * seat to move knows the values. */
static void
list_takes(const struct game *g, struct order_list *list)
{
	const struct sab_state *sab = sab_own(g);

	for (unsigned i = 0; i < sab->n_draft && sab->draft[i] != CARD_HIDDEN; i++) {
		struct order o = { .kind = ORDER_TAKE,
			.seat = g->to_move,
			.to = SEAT_NONE,
			.what = game_card(g, sab->draft[i])->value };

		if (find_on_offer(g, o.what) == i)
			order_list_add(list, &o);
	}
}

size_t
sab_plays(const struct game *g, struct order *out, size_t max)
{
	struct order_list list = { out, 0, max };

	if (g->phase != PHASE_DRAFT)
		return mine_plays(&mine_rules, g, out, max);
	list_takes(g, &list);
	return list.n;
}

bool
sab_pick(const struct game *g, struct move_picker *who, struct order *room, struct order *o)
{
	size_t n, k;

	if (g->phase != PHASE_DRAFT)
		return mine_pick(&mine_rules, g, who, o);
	n = sab_plays(g, room, LEGAL_MAX);
	k = who->which(who, n);
	if (k < n)
		*o = room[k];
	return k < n;
}

bool
sab_pick_discard(const struct game *g, struct move_picker *who, struct order *room, struct order *o)
{
	card_id kind[HAND_MAX];
	const size_t n = game_hand_kinds(g, g->to_move, kind), k = who->which(who, n);

	(void)room;
	if (k < n)
		*o = order_of_card(ORDER_DISCARD, g->to_move, kind[k]);
	return k < n;
}

/* ---- gold ---- */

static card_id
remove_at(card_id *p, uint8_t *n, unsigned i)
{
	card_id removed = p[i];

	(*n)--;
	memmove(p + i, p + i + 1, (*n - i) * sizeof *p);
	return removed;
}

/* [SAB 2.F.23] A miner takes part, but not the selfish one; [SAB 2.F.25, option
 * broken-tool-share=no] only with whole tools. A player who has resigned keeps their share. */
static bool
takes_part(const struct game *g, uint8_t seat)
{
	return has_role(g, seat, ROLE_MINER) &&
	    !(g->options.at[SAB_BROKEN_NO_SHARE] && g->seat[seat].broken != 0);
}

/* Returns the next seat that takes part, counter-clockwise from `from`, which may be that seat.
 * SEAT_NONE if nobody takes part. */
static uint8_t
next_taker(const struct game *g, unsigned from)
{
	for (unsigned i = 0; i < g->n_seats; i++) {
		uint8_t s = (uint8_t)((from + g->n_seats - i) % g->n_seats);

		if (takes_part(g, s))
			return s;
	}
	return SEAT_NONE;
}

static void
take_nugget(struct game *g, uint8_t seat, unsigned i, struct events *ev)
{
	struct event e = event_make(EVENT_NUGGET, seat, CARD_NONE);
	card_id nugget = remove_at(sab_own(g)->draft, &sab_own(g)->n_draft, i);

	game_add_gold_card(g, seat, nugget);
	e.value = game_card(g, nugget)->value;
	e.seen_by = SEEN_BY(seat);
	event_add(ev, e);
}

/*
 * Hands the nuggets on offer around, starting at `taker`, until none is left or a player has to
 * choose (then PHASE_DRAFT). [Q-SAB-12] A seat that does not choose takes the highest; so does one
 * that has resigned.
 */
static void
hand_out_draft(struct game *g, uint8_t taker, struct events *ev)
{
	g->phase = PHASE_PLAY;
	while (sab_own(g)->n_draft > 0) {
		if (g->options.at[SAB_DRAFT_ASK] && !g->seat[taker].resigned) {
			g->phase = PHASE_DRAFT;
			g->to_move = taker;
			event_add_public(ev, EVENT_DRAFT, taker, 0);
			return;
		}
		take_nugget(g, taker, 0, ev);
		taker = next_taker(g, taker + g->n_seats - 1u);
	}
}

/* [SAB 2.F.23, Q-SAB-2, Q-SAB-10] Takes nuggets from the top of the pile, as many as miners take
 * part, or as players (9 with 10). Takes none if nobody takes part. */
static void
pay_miners(struct game *g, uint8_t reached_by, struct events *ev)
{
	struct sab_state *sab = sab_own(g);
	uint8_t taker = next_taker(g, reached_by);
	unsigned n = 0;

	if (taker == SEAT_NONE)
		return;
	for (uint8_t s = 0; s < g->n_seats; s++)
		n += takes_part(g, s);
	if (g->options.at[SAB_GOLD_PLAYERS]) {
		n = g->n_seats < GOLD_PLAYERS_MAX ? g->n_seats : GOLD_PLAYERS_MAX;
		n -= g->options.at[SAB_SELFISH_DWARF];
	}
	for (; n > 0 && sab->n_pile > 0; n--) {
		card_id nugget = remove_at(sab->pile, &sab->n_pile, 0);
		unsigned i = sab->n_draft++;

		for (;
		     i > 0 && game_card(g, sab->draft[i - 1])->value < game_card(g, nugget)->value;
		     i--)
			sab->draft[i] = sab->draft[i - 1];
		sab->draft[i] = nugget;
	}
	hand_out_draft(g, taker, ev);
}

/* [Q-SAB-11] Finds the number of cards of each value that make up `value`, the largest first.
 * False: impossible. */
static bool
make_up(
    const unsigned have[NUGGET_VALUE_MAX + 1], unsigned value, unsigned use[NUGGET_VALUE_MAX + 1])
{
	for (use[3] = value / 3 + 1; use[3]-- > 0;) {
		if (use[3] > have[3])
			continue;
		for (use[2] = (value - 3 * use[3]) / 2 + 1; use[2]-- > 0;) {
			use[1] = value - 3 * use[3] - 2 * use[2];
			if (use[2] <= have[2] && use[1] <= have[1])
				return true;
		}
	}
	return false;
}

/* Pays exactly this value to one player. Of equal cards it takes the one nearest the top. */
static void
pay_exactly(struct game *g, uint8_t seat, unsigned value, struct events *ev)
{
	struct sab_state *sab = sab_own(g);
	unsigned have[NUGGET_VALUE_MAX + 1] = { 0 }, use[NUGGET_VALUE_MAX + 1] = { 0 };

	for (unsigned i = 0; i < sab->n_pile; i++)
		have[game_card(g, sab->pile[i])->value]++;
	/* Sixteen nuggets of value 1 always suffice; only a position set up by hand can lack
	 * them. */
	if (!make_up(have, value, use))
		return;
	for (unsigned v = NUGGET_VALUE_MAX; v > 0; v--) {
		for (unsigned i = 0; use[v] > 0; i++) {
			if (game_card(g, sab->pile[i])->value != v)
				continue;
			game_add_gold_card(g, seat, remove_at(sab->pile, &sab->n_pile, i--));
			use[v]--;
		}
	}
	event_add_public(ev, EVENT_GOLD, seat, value);
}

/* [SAB 2.F.24] */
static void
pay_saboteurs(struct game *g, struct events *ev)
{
	unsigned n = 0;

	for (uint8_t s = 0; s < g->n_seats; s++)
		n += is_saboteur(g, s);
	for (uint8_t s = 0; s < g->n_seats; s++)
		if (is_saboteur(g, s))
			pay_exactly(g, s, share_for[n < SHARES ? n : SHARES - 1], ev);
}

/* ---- the end of a round ---- */

/* [SAB 2.F.22] Shows all roles, then the one left over. */
static void
show_roles(const struct game *g, struct events *ev)
{
	for (uint8_t s = 0; s <= g->n_seats; s++) {
		card_id role = s < g->n_seats ? g->seat[s].role : sab_own(g)->role_left;

		if (role != CARD_NONE)
			event_add(
			    ev, event_make(EVENT_SHOWN, s < g->n_seats ? s : SEAT_NONE, role));
	}
}

static void
end_round(struct game *g, enum outcome outcome, uint8_t reached_by, struct events *ev)
{
	if (outcome == OUTCOME_GOLD && has_role(g, reached_by, ROLE_SELFISH))
		outcome = OUTCOME_SELFISH;
	event_add_public(ev, EVENT_ROUND_END, reached_by, outcome);
	game_show_goals(g, ev);
	show_roles(g, ev);
	if (outcome == OUTCOME_SELFISH) /* [Q-SAB-23] */
		pay_exactly(g, reached_by, SELFISH_GOLD, ev);
	else if (outcome == OUTCOME_GOLD)
		pay_miners(g, reached_by, ev);
	else
		pay_saboteurs(g, ev);
}

/* Puts the nuggets on offer below the pile: nobody gets them. */
void
sab_stop(struct game *g, struct events *ev)
{
	struct sab_state *sab = sab_own(g);

	if (g->phase != PHASE_DRAFT)
		show_roles(g, ev);
	while (sab->n_draft > 0)
		sab->pile[sab->n_pile++] = remove_at(sab->draft, &sab->n_draft, 0);
}

/*
 * Starts the next round, or ends the game. If all players have resigned, each round ends as soon as
 * it is dealt.
 */
static void
next_round(struct game *g, struct rng *rng, struct events *ev)
{
	while (g->round < game_rounds(g)) {
		g->round++;
		sab_deal(g, rng, ev);
		if (g->to_move != SEAT_NONE)
			return;
		end_round(g, OUTCOME_NO_GOLD, SEAT_NONE, ev);
	}
	game_end(g, ev);
}

/* ---- play ---- */

/* Finishes a turn in which a card was played or discarded. A player who reached the treasure draws
 * no card [Q-SAB-17]. */
static void
finish_turn(struct game *g, uint8_t seat, bool treasure, struct rng *rng, struct events *ev)
{
	sab_own(g)->last_play = seat;
	if (treasure) {
		end_round(g, OUTCOME_GOLD, seat, ev);
	} else {
		(void)game_draw(g, seat, ev); /* [SAB 2.B.7] draws if the pile has a card */
		if (!mine_round_is_over(&mine_rules, g, sab_own(g)->able)) {
			g->to_move = mine_next_seat(g, seat, ev);
			return;
		}
		end_round(g, OUTCOME_NO_GOLD, SEAT_NONE, ev);
	}
	if (g->phase != PHASE_DRAFT)
		next_round(g, rng, ev);
}

static void
play_take(struct game *g, const struct order *o, struct rng *rng, struct events *ev)
{
	g->turn++;
	take_nugget(g, o->seat, find_on_offer(g, o->what), ev);
	hand_out_draft(g, next_taker(g, o->seat + g->n_seats - 1u), ev);
	if (g->phase != PHASE_DRAFT)
		next_round(g, rng, ev);
}

/*
 * Resigns. The dwarf keeps its role and its share; the seat is skipped like one without cards. This
 * may end the round, even in the turn of another seat.
 */
static void
play_resign(struct game *g, const struct order *o, struct rng *rng, struct events *ev)
{
	bool was_to_move = g->to_move == o->seat;

	game_resign(g, o->seat, ev);
	if (was_to_move)
		g->turn++;
	if (g->phase == PHASE_DRAFT) {
		if (!was_to_move)
			return;
		hand_out_draft(g, o->seat, ev);
	} else if (!sab_round_is_over(g)) {
		if (was_to_move)
			g->to_move = mine_next_seat(g, o->seat, ev);
		return;
	} else {
		end_round(g, OUTCOME_NO_GOLD, SEAT_NONE, ev);
	}
	if (g->phase != PHASE_DRAFT)
		next_round(g, rng, ev);
}

static void
play_place(struct game *g, const struct order *o, struct rng *rng, struct events *ev)
{
	bool treasure;

	g->turn++;
	sab_own(g)->last_path = o->seat;
	treasure = mine_place(g, o, ev);
	finish_turn(g, o->seat, treasure, rng, ev);
}

static void
play_act(struct game *g, const struct order *o, struct rng *rng, struct events *ev)
{
	g->turn++;
	mine_play_act(&mine_rules, g, o, ev);
	finish_turn(g, o->seat, false, rng, ev);
}

static void
play_discard(struct game *g, const struct order *o, struct rng *rng, struct events *ev)
{
	g->turn++;
	mine_play_discards(g, o, ev);
	finish_turn(g, o->seat, false, rng, ev);
}

/* Turns are numbered over the whole game. A skipped seat has no turn number; taking a nugget has
 * one. */
const struct order_rule sab_order[ORDER_KIND_COUNT] = {
	[ORDER_PLACE] = { PHASE_PLAY, check_place, play_place },
	[ORDER_ACT] = { PHASE_PLAY, check_act, play_act },
	[ORDER_DISCARD] = { PHASE_PLAY, check_discard, play_discard },
	[ORDER_TAKE] = { PHASE_DRAFT, check_take, play_take },
	[ORDER_RESIGN] = { 0, game_check_no_args, play_resign },
};

/* ---- view, score, invariants, packed bytes ---- */

/* [Q-SAB-22] Returns the other saboteurs. The public does not know whether there are any. */
uint16_t
sab_mates(const struct game *g, uint8_t seat)
{
	unsigned mates = 0, others = sab_saboteurs_for[g->n_seats] - 1u;

	if (!g->options.at[SAB_KNOWN])
		return 0;
	if (seat == SEAT_NONE)
		return (uint16_t)((1u << others) - 1);
	if (!is_saboteur(g, seat))
		return 0;
	for (uint8_t s = 0; s < g->n_seats; s++)
		if (s != seat && is_saboteur(g, s))
			mates |= SEEN_BY(s);
	return (uint16_t)mates;
}

/* [SAB 2.H] */
void
sab_view(const struct game *g, uint8_t seat, struct game *known)
{
	const struct sab_state *sab = sab_own(g);
	struct sab_state *k = sab_own(known);
	bool shown = g->phase == PHASE_DRAFT || g->phase == PHASE_OVER;

	known->board.frontier = g->board.frontier;
	k->last_path = sab->last_path;
	k->last_play = sab->last_play;
	k->n_pile = sab->n_pile;
	k->n_draft = sab->n_draft;
	k->role_left = g->options.at[SAB_NO_SPARE] ? CARD_NONE : CARD_HIDDEN;
	memset(k->pile, CARD_HIDDEN, sab->n_pile);
	memset(k->draft, CARD_HIDDEN, sab->n_draft);
	if (g->phase == PHASE_DRAFT && seat == g->to_move)
		memcpy(k->draft, sab->draft, sab->n_draft);
	if (shown) { /* [SAB 2.F.22] roles are open at the end of a round */
		k->role_left = sab->role_left;
		for (unsigned s = 0; s < g->n_seats; s++)
			known->seat[s].role = g->seat[s].role;
	}
	for (unsigned s = 0; s < g->n_seats && g->phase == PHASE_OVER; s++) /* [Q-SAB-14] */
		memcpy(known->seat[s].gold_card, g->seat[s].gold_card, g->seat[s].n_gold);
}

void
sab_score(const struct game *g, uint16_t gold[static SEATS_MAX])
{
	for (unsigned s = 0; s < g->n_seats; s++)
		for (unsigned i = 0; i < g->seat[s].n_gold; i++)
			if (g->seat[s].gold_card[i] < g->rules->n_cards) /* a view may hide it */
				gold[s] = (uint16_t)(gold[s] +
				    game_card(g, g->seat[s].gold_card[i])->value);
}

static bool
is_nuggets(const struct game *g, const card_id *p, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		if (p[i] >= g->rules->n_cards || game_card(g, p[i])->class != CARD_GOLD ||
		    game_card(g, p[i])->value < 1 || game_card(g, p[i])->value > NUGGET_VALUE_MAX)
			return false;
	return true;
}

static bool
is_digger(const struct game *g, card_id role)
{
	enum role is = role < g->rules->n_cards ? (enum role)game_card(g, role)->role : ROLE_NONE;

	return is == ROLE_MINER || is == ROLE_SABOTEUR ||
	    (is == ROLE_SELFISH && g->options.at[SAB_SELFISH_DWARF]);
}

int
sab_is_ok(const struct game *g)
{
	const struct sab_state *sab = sab_own(g);
	unsigned nuggets = sab->n_pile + sab->n_draft;

	if (!mine_table_is_ok(g) || sab->n_pile > NUGGETS_MAX || sab->n_draft > NUGGETS_MAX ||
	    !is_nuggets(g, sab->pile, sab->n_pile) || !is_nuggets(g, sab->draft, sab->n_draft))
		return 0;
	for (uint8_t s = 0; s < g->n_seats; s++) {
		if (!is_digger(g, g->seat[s].role) ||
		    !is_nuggets(g, g->seat[s].gold_card, g->seat[s].n_gold))
			return 0;
		nuggets += g->seat[s].n_gold;
	}
	if (nuggets > GOLD_MAX || (sab->role_left != CARD_NONE && !is_digger(g, sab->role_left)))
		return 0;
	if (!game_is_seat_or_none(g, sab->last_path) || !game_is_seat_or_none(g, sab->last_play))
		return 0;
	for (unsigned i = 1; i < sab->n_draft; i++)
		if (game_card(g, sab->draft[i - 1])->value < game_card(g, sab->draft[i])->value)
			return 0;
	if (g->phase == PHASE_DRAFT)
		return sab->n_draft > 0 && takes_part(g, g->to_move) &&
		    !g->seat[g->to_move].resigned;
	return g->phase != PHASE_WALK && sab->n_draft == 0;
}

void
sab_pack(struct pack *k, struct game *g)
{
	struct sab_state *sab = sab_own(g);

	pack_u8(k, &sab->role_left);
	pack_u8(k, &sab->last_path);
	pack_u8(k, &sab->last_play);
	pack_list(k, &sab->n_pile, sab->pile, NUGGETS_MAX);
	pack_list(k, &sab->n_draft, sab->draft, NUGGETS_MAX);
}
