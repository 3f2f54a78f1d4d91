/*
 * The Duel: deal and end of a round.
 */
#include <assert.h>
#include <string.h>

#include "games/duel/duel.h"

enum { TOKENS = CELL_TOKEN_GREEN | CELL_TOKEN_BLUE, HAND = 6, N_CELLS = 6 };

/* [DUEL 4.A.1] index: among the shuffled goals */
static const struct place goal_place[N_CELLS] = { { 5, -2 }, { 5, 0 }, { 5, 2 }, { 7, -1 },
	{ 7, 1 }, { 9, 0 } };
const struct place duel_start_place[SIDES] = { [SIDE_GREEN] = { 0, 1 }, [SIDE_BLUE] = { 0, -1 } };

uint8_t
duel_goal_index(const struct game *g, int x, int y)
{
	uint8_t i = N_CELLS;

	(void)g;
	while (i-- > 1)
		if (goal_place[i].x == x && goal_place[i].y == y)
			return i;
	return 0;
}

/* ---- deal ---- */

/*
 * [DUEL 4.A.3, Q-DUEL-19] Uses option green=NAME; else the seat that is set to begin, since green
 * begins; else a draw.
 */
static uint8_t
choose_green(const struct game *g, struct rng *rng)
{
	if (g->options.at[DUEL_GREEN] > 0)
		return (uint8_t)(g->options.at[DUEL_GREEN] - 1);
	if (g->options.at[OPTION_FIRST] > 0)
		return (uint8_t)(g->options.at[OPTION_FIRST] - 1);
	rng_open(rng, 1, RNG_FIRST);
	return (uint8_t)rng_draw(rng, g->n_seats);
}

/*
 * Lays the board. The 18 goals in round 1, later the goals left, are shuffled from the order of the
 * card list. Index i goes to place i of rule 1 [DUEL 4.A.1, 4.F.20]; the others stay aside.
 */
static void
lay_table(struct game *g, struct rng *rng)
{
	struct duel_state *duel = duel_own(g);
	unsigned n = duel->n_goals < N_CELLS ? duel->n_goals : (unsigned)N_CELLS;

	g->board.n = 0;
	for (card_id c = 0; c < g->rules->n_cards; c++) {
		struct place p =
		    duel_start_place[(game_card(g, c)->feature & FEATURE_GREEN) != 0 ? SIDE_GREEN :
										       SIDE_BLUE];

		if (game_card(g, c)->class == CARD_START) /* the empty board has room */
			(void)board_put(&g->board, (struct cell){ .x = p.x, .y = p.y, .card = c });
	}
	rng_open(rng, g->round, RNG_GOALS);
	game_shuffle_again(rng, duel->goals, duel->n_goals);
	for (unsigned i = 0; i < n; i++)
		(void)board_put(&g->board,
		    (struct cell){ .x = goal_place[i].x,
			.y = goal_place[i].y,
			.card = duel->goals[i],
			.flags = CELL_DOWN });
	duel->n_goals = (uint8_t)(duel->n_goals - n);
	memmove(duel->goals, duel->goals + n, duel->n_goals);
}

bool
duel_goals_last(const struct game *g)
{
	return g->options.at[DUEL_GOALS_BOX] != 0;
}

unsigned
duel_count(const card_id *p, unsigned n, card_id which)
{
	unsigned count = 0;

	for (unsigned i = 0; i < n; i++)
		count += p[i] == which;
	return count;
}

/* [DUEL 4.F.20] Shuffles the path and action cards in the order of the card list, without those
 * that a seat owns or that are out of the game. */
static void
shuffle_deck(struct game *g, struct rng *rng)
{
	const struct duel_state *duel = duel_own(g);
	uint8_t gone[UINT8_MAX + 1] = { 0 };

	for (unsigned i = 0; i < duel->n_out; i++)
		gone[duel->out[i]]++;
	for (unsigned s = 0; s < g->n_seats; s++)
		for (unsigned i = 0; i < g->seat[s].n_gold; i++)
			gone[g->seat[s].gold_card[i]]++;
	g->deck_top = g->n_deck = 0;
	for (card_id c = 0; c < g->rules->n_cards; c++) {
		if (game_card(g, c)->class != CARD_PATH && game_card(g, c)->class != CARD_ACTION)
			continue;
		for (unsigned i = gone[c]; i < game_card(g, c)->copies; i++)
			g->deck[g->n_deck++] = c;
	}
	rng_open(rng, g->round, RNG_DECK);
	rng_shuffle(rng, g->deck, g->n_deck);
}

/* Deals round g->round; `first` begins. Seat s gets cards s * 6 .. s * 6 + 5 of the pile, while
 * nobody has resigned. */
static void
deal_round(struct game *g, uint8_t first, struct rng *rng, struct events *ev)
{
	g->phase = PHASE_PLAY;
	g->n_discard = 0;
	duel_own(g)->tokens = DUEL_TOKENS;
	for (unsigned s = 0; s < g->n_seats; s++) {
		g->seat[s].broken = 0;
		g->seat[s].n_seen = 0;
	}
	event_add_public(ev, EVENT_FIRST, first, 0);
	shuffle_deck(g, rng);
	mine_deal_hands(g, HAND, ev);
	lay_table(g, rng);
	duel_search_reach(g);
	g->to_move = mine_next_seat(g, (uint8_t)(1 - first), ev);
}

void
duel_deal(struct game *g, struct rng *rng, struct events *ev)
{
	struct duel_state *duel = duel_own(g);

	duel->green = choose_green(g, rng);
	duel->n_goals = (uint8_t)mine_copies(
	    g->rules, MINE_CLASS(CARD_GOAL), duel->goals, DUEL_GOALS_MAX);
	duel->n_out = 0;
	event_add_public(ev, EVENT_ROUND, SEAT_NONE, g->round);
	for (uint8_t s = 0; s < g->n_seats; s++)
		event_add_public(ev, EVENT_SIDE, s, duel_side(g, s));
	/* [DUEL 4.A.3] */
	deal_round(g,
	    g->options.at[OPTION_FIRST] > 0 ? (uint8_t)(g->options.at[OPTION_FIRST] - 1) :
					      duel->green,
	    rng, ev);
}

/* ---- the end of a round ---- */

unsigned
duel_gold(const struct game *g, uint8_t seat)
{
	unsigned gold = 0;

	for (unsigned i = 0; i < g->seat[seat].n_gold; i++)
		if (g->seat[seat].gold_card[i] < g->rules->n_cards) /* a view may hide it */
			gold += game_card(g, g->seat[seat].gold_card[i])->value;
	return gold;
}

static void
leave_game(struct game *g, card_id c)
{
	assert(duel_own(g)->n_out < DUEL_OUT_MAX); /* (D4) */
	duel_own(g)->out[duel_own(g)->n_out++] = c;
}

/* Returns the seat whose token is there, or SEAT_NONE. */
static uint8_t
token_of(const struct game *g, const struct cell *c)
{
	if ((c->flags & TOKENS) == 0)
		return SEAT_NONE;
	return (c->flags & CELL_TOKEN_GREEN) != 0 ? duel_own(g)->green :
						    (uint8_t)(1 - duel_own(g)->green);
}

/* Removes a goal from those seen, because seen goals must be on the board (G6). */
static void
forget_goal(struct seat *s, const struct cell *c)
{
	unsigned kept = 0;

	for (unsigned i = 0; i < s->n_seen; i++)
		if (s->seen[i].x != c->x || s->seen[i].y != c->y)
			s->seen[kept++] = s->seen[i];
	s->n_seen = (uint8_t)kept;
}

/* [DUEL 4.F.19] Gives claimed gold to its owner, by x, then y, and returns the token to the
 * supply. */
static void
take_gold(struct game *g, struct events *ev)
{
	for (unsigned i = 0; i < g->board.n;) {
		const struct cell c = g->board.cell[i];
		uint8_t owner = token_of(g, &c);

		if (owner == SEAT_NONE || duel_is_troll_card(g, &c)) {
			i++;
			continue;
		}
		board_remove(&g->board, i);
		duel_own(g)->tokens++;
		game_add_gold_card(g, owner, c.card);
		forget_goal(&g->seat[0], &c);
		forget_goal(&g->seat[1], &c);
		event_add(ev, duel_event_at(EVENT_TOOK, owner, &c));
	}
}

/*
 * [DUEL 4.F.19, Q-DUEL-10] Chooses the number of cards of each value that pay `due`: the smallest
 * sufficient sum, with the fewest cards, then with the largest card. All cards if they do not
 * suffice.
 */
static void
choose_payment(const unsigned have[DUEL_GOLD_VALUE_MAX + 1], unsigned due,
    unsigned pay[DUEL_GOLD_VALUE_MAX + 1])
{
	unsigned best_sum = 0, best_n = 0;

	for (unsigned v = 1; v <= DUEL_GOLD_VALUE_MAX; v++) {
		pay[v] = have[v];
		best_sum += v * have[v];
		best_n += have[v];
	}
	if (best_sum < due)
		return;
	/* Largest cards first: of equal sums and numbers the first one wins. */
	for (unsigned n3 = have[3] + 1; n3-- > 0;) {
		for (unsigned n2 = have[2] + 1; n2-- > 0;) {
			for (unsigned n1 = have[1] + 1; n1-- > 0;) {
				unsigned sum = 3 * n3 + 2 * n2 + n1, n = n3 + n2 + n1;

				if (sum < due || sum > best_sum || (sum == best_sum && n >= best_n))
					continue;
				best_sum = sum;
				best_n = n;
				pay[3] = n3;
				pay[2] = n2;
				pay[1] = n1;
			}
		}
	}
}

/* Pays for the trolls. Of equal cards, the first of the card list leave the game. */
static void
pay_toll(struct game *g, uint8_t seat, struct events *ev)
{
	unsigned have[DUEL_GOLD_VALUE_MAX + 1] = { 0 }, pay[DUEL_GOLD_VALUE_MAX + 1], due = 0,
					    kept = 0;
	struct seat *me = &g->seat[seat];

	for (unsigned i = 0; i < g->board.n; i++)
		due += duel_is_troll_card(g, &g->board.cell[i]) &&
		    token_of(g, &g->board.cell[i]) == seat;
	if (due == 0)
		return;
	for (unsigned i = 0; i < me->n_gold; i++)
		have[game_card(g, me->gold_card[i])->value]++;
	choose_payment(have, due, pay);
	for (unsigned i = 0; i < me->n_gold; i++) {
		struct event e = event_make(EVENT_TOLL, seat, me->gold_card[i]);

		if (pay[game_card(g, e.card)->value] == 0) {
			me->gold_card[kept++] = e.card;
			continue;
		}
		pay[game_card(g, e.card)->value]--;
		leave_game(g, e.card);
		event_add(ev, e);
	}
	me->n_gold = (uint8_t)kept;
}

/* [DUEL 4.F.20, Q-DUEL-8] Clears goals without owner, by x, then y. Face-up goals leave the game.
 * Face-down goals return to the goals left or, with goals=box, into the box unseen. */
static void
clear_goals(struct game *g, struct events *ev)
{
	struct duel_state *duel = duel_own(g);

	for (unsigned i = 0; i < g->board.n; i++) {
		const struct cell *c = &g->board.cell[i];

		if (game_card(g, c->card)->class != CARD_GOAL)
			continue;
		if ((c->flags & CELL_DOWN) == 0) {
			leave_game(g, c->card);
			event_add(ev, duel_event_at(EVENT_BOXED, SEAT_NONE, c));
		} else if (!duel_goals_last(g)) {
			duel->goals[duel->n_goals++] = c->card;
		} else {
			assert(g->n_aside < ASIDE_MAX); /* two rounds leave fewer */
			g->aside[g->n_aside++] = c->card;
		}
	}
}

/* What has ended the round, if anything [DUEL 4.F.18]. */
enum outcome
duel_outcome(const struct game *g)
{
	const struct board *b = &g->board;
	unsigned goals = 0, down = 0;

	for (unsigned i = 0; i < b->n && down == 0; i++)
		down += (b->cell[i].flags & CELL_DOWN) != 0;
	for (unsigned i = 0; i < b->n && down == 0; i++)
		goals += game_card(g, b->cell[i].card)->class == CARD_GOAL;
	if (goals > 0)
		return OUTCOME_GOALS;
	return duel_own(g)->tokens == 0 ? OUTCOME_TOKENS : OUTCOME_NONE;
}

/* [DUEL 4.F.18] */
bool
duel_has_cards(const struct game *g)
{
	return g->seat[0].n_hand > 0 || g->seat[1].n_hand > 0;
}

/*
 * Pays the gold of the round, then starts the next round or ends the game. If both players have
 * resigned, each round ends as soon as it is dealt.
 */
void
duel_end_round(struct game *g, enum outcome outcome, struct rng *rng, struct events *ev)
{
	const uint8_t green = duel_own(g)->green, blue = (uint8_t)(1 - green);

	for (;;) {
		int won[2] = { 0, 0 };

		/* [DUEL 4.F.21, Q-DUEL-9] gold in total, or gold of this round */
		for (uint8_t s = 0; s < 2 && g->options.at[DUEL_LEAST_ROUND]; s++)
			won[s] = -(int)duel_gold(g, s);
		event_add_public(ev, EVENT_ROUND_END, SEAT_NONE, outcome);
		game_show_goals(g, ev);
		take_gold(g, ev);
		pay_toll(g, 0, ev);
		pay_toll(g, 1, ev);
		if (g->round >= game_rounds(g))
			break;
		clear_goals(g, ev);
		for (uint8_t s = 0; s < 2; s++)
			won[s] += (int)duel_gold(g, s);
		g->round++;
		event_add_public(ev, EVENT_ROUND, SEAT_NONE, g->round);
		deal_round(g, won[green] < won[blue] ? green : blue, rng, ev);
		if (g->to_move != SEAT_NONE)
			return;
		outcome = OUTCOME_CARDS;
	}
	/* [DUEL 4.F.22] The board stays as it is, without the gold that was taken. */
	game_end(g, ev);
}
