/*
 * The Dark Cave: guesses clan cards, axes, cards and ways that agree with the events
 * (core/transition.h).
 */
#include <string.h>

#include "core/transition.h"
#include "games/dark_cave/cave.h"

enum { DECKS = 3 };

/* ---- hidden information ---- */

/* Returns some card with that back. */
static card_id
card_of_deck(const struct rules *rules, unsigned deck)
{
	for (card_id c = 0; c < rules->n_cards; c++)
		if ((rules->card[c].class == CARD_PATH || rules->card[c].class == CARD_ACTION) &&
		    rules->card[c].deck == deck && !game_is_few(rules, c))
			return c;
	return game_any_card(rules, 1u << CARD_PATH | 1u << CARD_ACTION);
}

static void
guess_cards(const struct game *known, struct game *g)
{
	const struct cave_state *cave = cave_own(known);
	unsigned at = g->deck_top;

	for (unsigned s = 0; s < g->n_seats; s++)
		for (unsigned i = 0; i < g->seat[s].n_hand; i++)
			if (known->seat[s].hand[i] == CARD_HIDDEN)
				g->seat[s].hand[i] = card_of_deck(g->rules, cave->back[s][i]);
	for (unsigned d = 1; d <= DECKS; d++)
		for (unsigned i = 0; i < cave->pile[d] && at < g->n_deck; i++)
			g->deck[at++] = card_of_deck(g->rules, d);
	memset(cave_own(g)->back, 0, sizeof cave->back);
	memset(cave_own(g)->pile, 0, sizeof cave->pile);
}

/* Guesses a clan card of this clan that works for `wanted` (CAVE_CLAN_NONE: either). */
static void
guess_role(struct game *g, uint8_t s, unsigned clan, unsigned wanted)
{
	for (card_id c = 0; c < g->rules->n_cards; c++) {
		if (game_card(g, c)->class != CARD_ROLE)
			continue;
		g->seat[s].role = c;
		if (cave_clan(g, s) == clan &&
		    (wanted == CAVE_CLAN_NONE || cave_works_for(g, s) == wanted))
			return;
	}
}

/*
 * Guesses hidden roles. Shown roles are filled in already. All seats with hidden roles are in the
 * cave. While the game goes on, each clan that has a seat out also has one in the cave. If no known
 * role is such, one of the hidden ones is [CAVE 5.I.38].
 */
static void
guess_roles(struct transition *f)
{
	struct game *g = &f->guess;
	bool is_hidden[CAVE_SEATS_MAX], out[CAVE_CLANS] = { false }, in[CAVE_CLANS] = { false };

	for (uint8_t s = 0; s < g->n_seats; s++) {
		bool left = cave_own(g)->seat[s].out != 0 ||
		    transition_find(f, EVENT_LEFT, s, 0) != NULL;

		is_hidden[s] = f->before->seat[s].role == CARD_HIDDEN &&
		    transition_find(f, EVENT_SHOWN, s, 0) == NULL;
		if (!is_hidden[s])
			*(left ? &out[cave_works_for(g, s)] : &in[cave_works_for(g, s)]) = true;
	}
	for (uint8_t s = 0; s < g->n_seats; s++) {
		unsigned wanted = CAVE_CLAN_YELLOW;

		while (wanted < CAVE_CLANS && (in[wanted] || !out[wanted]))
			wanted++;
		if (!is_hidden[s])
			continue;
		guess_role(g, s, cave_own(g)->clan[s], wanted % CAVE_CLANS);
		in[cave_works_for(g, s)] = true;
	}
}

static void
guess_clans(struct transition *f)
{
	struct game *g = &f->guess;
	struct cave_state *cave = cave_own(g);
	const struct event *e;
	unsigned n = 0;

	guess_roles(f);
	memset(cave->clan, 0, sizeof cave->clan);
	for (unsigned i = 0; (e = transition_find(f, EVENT_SHOWN, SEAT_NONE, i)) != NULL; i++)
		if (e->seat == SEAT_NONE && e->card < g->rules->n_cards && n < cave->n_left)
			transition_fill(&cave->left[n++], 1, e->card);
	transition_fill(cave->left, cave->n_left, game_any_card(g->rules, 1u << CARD_ROLE));
}

/* True if this is the seat's own view. */
static bool
is_own_view(const struct game *known, unsigned s)
{
	return known->seat[s].n_hand > 0 && known->seat[s].hand[0] != CARD_HIDDEN;
}

/* Guesses standing orders: a seat that drove a creature off wanted to, a seat that was attacked did
 * not. */
static void
guess_axes(struct transition *f)
{
	struct cave_state *cave = cave_own(&f->guess);

	for (unsigned s = 0; s < f->guess.n_seats; s++)
		if (!is_own_view(f->before, s)) /* else its standing orders are known too */
			memset(cave->seat[s].axe, ORDER_AXE_NO, sizeof cave->seat[s].axe);
	for (uint32_t i = f->ev->n; i-- > 0;) { /* of several events the first one counts */
		const struct event *e = &f->ev->at[i];
		unsigned k = e->card < f->guess.rules->n_cards ?
		    cave_creature_of(game_card(&f->guess, e->card)->action) :
		    (unsigned)CAVE_CREATURES;

		if (k == CAVE_CREATURES || e->seat >= f->guess.n_seats)
			continue;
		if (e->kind == EVENT_DROVE_OFF || e->kind == EVENT_ATTACKED)
			cave->seat[e->seat].axe[k] = e->kind == EVENT_DROVE_OFF ? ORDER_AXE_YES :
										  ORDER_AXE_NO;
	}
}

/* ---- orders in the events ---- */

/* Finds the hole that a creature can have come from, and writes it to at[0]. */
static void
find_hole(struct transition *f, struct order *o)
{
	const struct board *b = &f->guess.board;
	struct cave_map m;

	cave_map_make(&m, &f->guess);
	for (unsigned i = 0; i < b->n; i++) {
		const struct cave_card *c = &m.card[i];

		if (!cave_card_has(c, FEATURE_HOLE))
			continue;
		o->at[0] = (struct spot){ b->cell[i].x, b->cell[i].y, c->home };
		if (cave_creature.check(&m, o) == VERDICT_OK)
			return;
	}
}

/* Reads the way of a creature from the events after the played card. */
static void
order_creature(struct transition *f, uint32_t from, struct order *o)
{
	unsigned k = o->kind == ORDER_ACT ?
	    cave_creature_of(game_card(&f->guess, o->card[0])->action) :
	    (unsigned)CAVE_CREATURES;
	const struct cave_creature *c;

	if (k == CAVE_CREATURES)
		return;
	c = &cave_own(&f->guess)->creature[k];
	o->n_at = 1;
	for (uint32_t i = from + 1; i < f->ev->n && f->ev->at[i].kind == EVENT_CREPT; i++) {
		const struct event *e = &f->ev->at[i];

		if (o->n_at < ORDER_SPOTS)
			o->at[o->n_at++] = (struct spot){ e->x, e->y, e->part };
	}
	if (c->owner != SEAT_NONE)
		o->at[0] = c->at;
	else if (o->n_at > 1)
		find_hole(f, o);
}

/* Returns the edge by which a face-down goal was entered. */
static uint8_t
entered_by(const struct event *goal, struct spot from)
{
	for (unsigned e = 0; e < EDGES; e++)
		if (goal->x + edge_dx[e] == from.x && goal->y + edge_dy[e] == from.y)
			return (uint8_t)(PART_N + e);
	return PART_WHOLE;
}

/* Reads steps and cuts from event `from` on. Returns their number. */
static unsigned
order_walk(const struct transition *f, uint32_t from, struct order *o)
{
	struct spot here = cave_own(f->before)->seat[f->before->to_move].at;

	*o = (struct order){ .kind = ORDER_STAY, .seat = f->before->to_move, .to = SEAT_NONE };
	for (uint32_t i = from; i < f->ev->n && o->n_at < ORDER_SPOTS; i++) {
		const struct event *e = &f->ev->at[i];
		struct spot at = { e->x, e->y, e->part };

		if (e->kind == EVENT_CUT) {
			at.part |= SPOT_CUT;
			o->at[o->n_at++] = at;
		}
		if (e->kind != EVENT_WALKED)
			continue;
		if (i > 0 && e[-1].kind == EVENT_TURNED_UP)
			at.part = entered_by(&e[-1], here);
		o->at[o->n_at++] = at;
		o->kind = ORDER_WALK;
		here = (struct spot){ e->x, e->y, e->part };
	}
	return o->n_at;
}

/* Reads cuts before step one, and step one if it occurs. Returns the first event after it. */
static uint32_t
order_step_one(struct transition *f)
{
	uint32_t i = 0;

	for (f->n_orders = 0; i < f->ev->n && f->n_orders < TRANSITION_STEPS - 2; i++) {
		const struct event *e = &f->ev->at[i];

		if (e->kind == EVENT_CUT)
			f->order[f->n_orders++] = (struct order){ .kind = ORDER_CUT,
				.seat = e->seat,
				.to = SEAT_NONE,
				.n_at = 1,
				.at = { { e->x, e->y, e->part } } };
		else if (e->kind != EVENT_WEB)
			break;
	}
	if (!transition_order(f, i, &f->order[f->n_orders]))
		return f->ev->n;
	order_creature(f, i, &f->order[f->n_orders++]);
	return i + 1;
}

/*
 * Guesses step two: the way in the events, with or without axe flags and either way to turn a goal,
 * because the order may say so. Without a way: no step two, then staying. Returns false if there is
 * no such guess.
 */
static bool
guess_walk(struct transition *f, uint32_t from)
{
	static const uint8_t axe[] = { 0, ORDER_AXE_YES, ORDER_AXE_NO };
	static const uint8_t turn[] = { 0, ORDER_TURN_KEEP, ORDER_TURN_FLIP };
	bool is_first = f->before->phase == PHASE_WALK && f->n_orders == 0;
	unsigned kind = f->n_orders > 0 ? f->order[f->n_orders - 1].kind :
					  (unsigned)ORDER_KIND_COUNT;
	struct order *o = &f->order[f->n_orders];

	if (!is_first && kind != ORDER_PLACE && kind != ORDER_ACT && kind != ORDER_DISCARD)
		return f->attempt == 0;
	if (order_walk(f, from, o) == 0 && f->attempt == 0)
		return true;
	f->n_orders++;
	if (o->kind == ORDER_STAY)
		return f->attempt <= 1;
	o->flags = (uint8_t)(axe[f->attempt % 3] | turn[f->attempt / 3 % 3]);
	return f->attempt < 9;
}

bool
cave_guess(struct transition *f)
{
	uint32_t from = 0;

	guess_cards(f->before, &f->guess);
	guess_clans(f);
	guess_axes(f);
	if (f->before->to_move == SEAT_NONE)
		return f->attempt == 0;
	if (f->before->phase == PHASE_PLAY)
		from = order_step_one(f);
	return guess_walk(f, from);
}

/* ---- settling ---- */

/* The backs of a hand. */
struct backs {
	unsigned n;
	uint8_t deck[2 * HAND_MAX];
};

static void
swap_backs(struct backs *a, struct backs *b)
{
	struct backs was = *a;

	*a = *b;
	*b = was;
}

/* Computes the backs of the hands before, swapped, with drawn cards. */
static void
find_backs(const struct transition *f, struct backs hand[static CAVE_SEATS_MAX])
{
	const struct cave_state *known = cave_own(f->before);
	unsigned left[DECKS + 1], deck = 1;

	memcpy(
	    left, (unsigned[]){ 0, known->pile[1], known->pile[2], known->pile[3] }, sizeof left);
	for (unsigned s = 0; s < f->before->n_seats; s++) {
		hand[s].n = f->before->seat[s].n_hand;
		memcpy(hand[s].deck, known->back[s], hand[s].n);
	}
	for (uint32_t i = 0; i < f->ev->n; i++) {
		const struct event *e = &f->ev->at[i];

		if (e->seat >= f->before->n_seats)
			continue;
		if (e->kind == EVENT_PLAYED && e->to < f->before->n_seats &&
		    e->card < f->before->rules->n_cards &&
		    game_card(f->before, e->card)->action == ACTION_SWAP_CARDS)
			swap_backs(&hand[e->seat], &hand[e->to]);
		while (deck <= DECKS && left[deck] == 0)
			deck++;
		if (e->kind != EVENT_DREW || deck > DECKS || hand[e->seat].n >= 2 * HAND_MAX)
			continue;
		left[deck]--;
		hand[e->seat].deck[hand[e->seat].n++] = (uint8_t)deck;
	}
}

/*
 * Takes the backs of the remaining cards from f->after if they are possible. They do not follow
 * from the events after a card was lost at random or an action card was named: any such card may
 * have left.
 */
static void
settle_backs(struct transition *f)
{
	struct backs hand[CAVE_SEATS_MAX];
	struct game *g = &f->guess;

	find_backs(f, hand);
	for (unsigned s = 0; s < g->n_seats; s++) {
		const uint8_t *now = cave_own(f->after)->back[s];
		unsigned n = f->after->seat[s].n_hand, found = 0;

		for (unsigned i = 0; i < hand[s].n && found < n; i++)
			found += hand[s].deck[i] == now[found];
		if (found < n || n != g->seat[s].n_hand)
			continue;
		memset(g->seat[s].hand, CARD_HIDDEN, n);
		memcpy(cave_own(g)->back[s], now, n);
	}
}

/* If there are two clans, the clans of the seats are known only after the deal. */
static void
settle_clans(struct transition *f)
{
	struct game *g = &f->guess;
	bool one = true;

	for (uint8_t s = 1; s < g->n_seats; s++)
		one = one && cave_clan(g, s) == cave_clan(g, 0);
	for (unsigned s = 0; s < g->n_seats && !one; s++) {
		g->seat[s].role = CARD_HIDDEN;
		cave_own(g)->clan[s] = cave_own(f->after)->clan[s];
	}
}

void
cave_settle(struct transition *f)
{
	if (f->before->phase == PHASE_SETUP)
		settle_clans(f);
	else if (f->n_orders > 0)
		settle_backs(f);
	/* A position has `fell` only for a dwarf that is to walk. */
	for (unsigned s = 0; s < f->guess.n_seats; s++)
		if (f->after->phase != PHASE_WALK || f->after->to_move != s)
			cave_own(&f->guess)->seat[s].fell = cave_own(f->after)->seat[s].fell;
}
