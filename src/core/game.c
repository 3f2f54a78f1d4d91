/*
 * The part of a game that all rules sets share. Every reachable position and every position that
 * may be set up has these invariants:
 *
 * (G1) Seats, phase, round and options are within the bounds of the rules. to_move is a seat
 * exactly while the game goes on.
 * (G2) Every card is a row of the card list, of a class that is allowed where it is.
 * (G3) No list is longer than its array. Gold cards ascend by value, then id.
 * (G4) Cells ascend by (x, y) and are within COORD_MAX. Only goals are face down, and then not
 * flipped. A symmetric card is never flipped.
 * (G5) All cards that can get onto the board or the discard pile fit there: they are at most
 * CELLS_MAX and DECK_MAX. So play never checks for room.
 * (G6) Goals looked at ascend by (x, y), each once. Each is a goal on the board.
 */
#include <assert.h>
#include <string.h>

#include "core/game.h"
#include "core/unset.h"

enum { TOOLS_ALL = TOOL_CART | TOOL_LAMP | TOOL_PICKAXE };

void
game_init(struct game *g, const struct rules *rules, uint8_t n_seats, const struct options *options)
{
	assert(n_seats >= rules->seats_min && n_seats <= rules->seats_max);
	memset(g, 0, sizeof *g);
	g->rules = rules;
	g->phase = PHASE_SETUP;
	g->n_seats = n_seats;
	g->to_move = SEAT_NONE;
	g->options = *options;
	for (unsigned s = 0; s < SEATS_MAX; s++)
		g->seat[s].role = CARD_NONE;
}

void
game_deal(struct game *g, struct rng *rng, struct events *ev)
{
	assert(g->phase == PHASE_SETUP);
	g->round = 1;
	g->turn = 1;
	g->rules->deal(g, rng, ev);
	assert(game_is_ok(g));
}

void
game_copy(struct game *to, const struct game *from)
{
	memcpy(to, from, offsetof(struct game, board.frontier));
	to->board.frontier.known = from->board.frontier.known;
	if (from->board.frontier.known)
		to->board.frontier = from->board.frontier;
	memcpy(to->ext, from->ext, from->rules->ext_size);
}

/* Checks that every field is in range, so that the rules may use it as an index. */
static enum verdict
check_bounds(const struct game *g, const struct order *o)
{
	unsigned n_at_max = o->kind == ORDER_STEAL ? ORDER_SPOTS * 3 : ORDER_SPOTS;

	if (o->kind >= ORDER_KIND_COUNT)
		return VERDICT_NOT_IN_RULES;
	if (o->seat >= g->n_seats || (o->to != SEAT_NONE && o->to >= g->n_seats))
		return VERDICT_NO_SUCH_SEAT;
	if (o->n_card > ORDER_CARDS)
		return VERDICT_DISCARD_COUNT;
	for (unsigned i = 0; i < o->n_card; i++)
		if (o->card[i] >= g->rules->n_cards)
			return VERDICT_NOT_IN_HAND;
	if (o->n_at > n_at_max)
		return VERDICT_BAD_TARGET;
	for (unsigned i = 0; o->kind == ORDER_STEAL && i < o->n_at; i++)
		if (o->to_seat[i] >= g->n_seats)
			return VERDICT_NO_SUCH_SEAT;
	return VERDICT_OK;
}

enum verdict
game_check(const struct game *g, const struct order *o)
{
	enum verdict v = check_bounds(g, o);
	const struct order_rule *rule;

	if (v != VERDICT_OK)
		return v;
	if (g->phase == PHASE_OVER)
		return VERDICT_GAME_OVER;
	if (g->phase == PHASE_SETUP)
		return VERDICT_WRONG_PHASE;
	if (order_is_out_of_turn((enum order_kind)o->kind)) {
		if (g->seat[o->seat].resigned)
			return VERDICT_RESIGNED;
	} else if (o->seat != g->to_move) {
		return VERDICT_NOT_YOUR_TURN;
	}
	rule = &g->rules->order[o->kind];
	if (rule->check == NULL)
		return VERDICT_NOT_IN_RULES;
	return rule->phase != 0 && g->phase != rule->phase ? VERDICT_WRONG_PHASE :
							     rule->check(g, o);
}

void
game_play(struct game *g, const struct order *o, struct rng *rng, struct events *ev)
{
	g->rules->order[o->kind].play(g, o, rng, ev);
}

bool
game_may_combine(const struct game *g, const struct order *o)
{
	return g->rules->may_join != NULL && g->rules->may_join(g, o);
}

enum verdict
game_check_all(struct game *g, const struct order *o, unsigned n, struct rng *rng,
    struct events *ev, unsigned *refused)
{
	for (unsigned i = 0; i < n; i++) {
		enum verdict v = game_check(g, &o[i]);

		if (i > 0 && o[i - 1].kind != ORDER_CUT &&
		    (v == VERDICT_NOT_YOUR_TURN || v == VERDICT_GAME_OVER ||
			v == VERDICT_WRONG_PHASE))
			v = VERDICT_NO_WALK;
		if (v == VERDICT_OK && i + 1 < n && !game_may_combine(g, &o[i]))
			v = VERDICT_NOT_JOINED;
		if (v != VERDICT_OK) {
			*refused = i;
			return v;
		}
		if (i + 1 < n)
			game_play(g, &o[i], rng, ev);
	}
	return VERDICT_OK;
}

enum verdict
game_apply_all(struct game *g, const struct order *o, unsigned n, struct rng *rng,
    struct events *ev, unsigned *refused)
{
	uint32_t n_before = ev != NULL ? ev->n : 0;
	UNSET struct game copy;
	enum verdict v;

	game_copy(&copy, g);
	v = game_check_all(&copy, o, n, rng, ev, refused);
	if (v != VERDICT_OK) {
		if (ev != NULL)
			ev->n = n_before;
		return v;
	}
	game_play(&copy, &o[n - 1], rng, ev);
	assert(game_is_ok(&copy));
	game_copy(g, &copy);
	return VERDICT_OK;
}

size_t
game_legal_plays(const struct game *g, struct order *out, size_t max)
{
	return g->phase == PHASE_SETUP || g->phase == PHASE_OVER ? 0 : g->rules->plays(g, out, max);
}

/* Lists a discard of each kind in the hand. */
static size_t
discard_each(const struct game *g, struct order *out, size_t max)
{
	struct order_list list = { out, 0, max };
	card_id kind[HAND_MAX];
	const unsigned n_kinds = game_hand_kinds(g, g->to_move, kind);

	for (unsigned i = 0; i < n_kinds; i++) {
		const struct order o = order_of_card(ORDER_DISCARD, g->to_move, kind[i]);

		order_list_add(&list, &o);
	}
	return list.n;
}

size_t
game_legal_discards(const struct game *g, struct order *out, size_t max)
{
	if (g->phase != PHASE_PLAY)
		return 0;
	return (g->rules->discards != NULL ? g->rules->discards : discard_each)(g, out, max);
}

size_t
game_legal(const struct game *g, struct order *out, size_t max)
{
	size_t n = game_legal_plays(g, out, max);

	return n + game_legal_discards(g, out + n, max - n);
}

bool
game_pick_play(const struct game *g, struct move_picker *who, struct order room[static LEGAL_MAX],
    struct order *o)
{
	size_t n, k;

	if (g->rules->pick != NULL && g->phase != PHASE_SETUP && g->phase != PHASE_OVER)
		return g->rules->pick(g, who, room, o);
	n = game_legal_plays(g, room, LEGAL_MAX);
	k = who->which(who, n);
	if (k < n)
		*o = room[k];
	return k < n;
}

bool
game_pick_discard(const struct game *g, struct move_picker *who,
    struct order room[static LEGAL_MAX], struct order *o)
{
	size_t n, k;

	if (g->rules->pick_discard != NULL && g->phase == PHASE_PLAY)
		return g->rules->pick_discard(g, who, room, o);
	n = game_legal_discards(g, room, LEGAL_MAX);
	k = who->which(who, n);
	if (k < n)
		*o = room[k];
	return k < n;
}

void
game_score(const struct game *g, uint16_t gold[static SEATS_MAX])
{
	memset(gold, 0, SEATS_MAX * sizeof gold[0]);
	g->rules->score(g, gold);
}

uint16_t
game_winners(const struct game *g)
{
	uint16_t gold[SEATS_MAX], best = 0, winners = 0;

	if (g->phase != PHASE_OVER)
		return 0;
	if (g->rules->winners != NULL)
		return g->rules->winners(g);
	game_score(g, gold);
	for (unsigned s = 0; s < g->n_seats; s++)
		best = gold[s] > best ? gold[s] : best;
	for (unsigned s = 0; s < g->n_seats; s++)
		if (gold[s] == best)
			winners = (uint16_t)(winners | SEEN_BY(s));
	return winners;
}

/* True if goals are not shown. If all players have resigned, rounds are dealt and end at once, and
 * nobody looks. */
static bool
goals_stay_hidden(const struct game *g)
{
	unsigned n = 0;

	for (unsigned s = 0; s < g->n_seats; s++)
		n += g->seat[s].resigned != 0;
	return n == g->n_seats || (g->rules->goals_last != NULL && g->rules->goals_last(g));
}

void
game_show_goals(const struct game *g, struct events *ev)
{
	const bool hidden = goals_stay_hidden(g);

	for (unsigned i = 0; i < g->board.n && !hidden; i++) {
		const struct cell *c = &g->board.cell[i];

		if ((c->flags & CELL_DOWN) != 0)
			event_add(
			    ev, event_make_at(EVENT_GOAL_WAS, SEAT_NONE, c->card, c->x, c->y));
	}
}

void
game_end(struct game *g, struct events *ev)
{
	uint16_t gold[SEATS_MAX], winners;

	g->phase = PHASE_OVER;
	g->to_move = SEAT_NONE;
	event_add_public(ev, EVENT_GAME_OVER, SEAT_NONE, 0);
	game_score(g, gold);
	for (uint8_t s = 0; s < g->n_seats; s++)
		event_add_public(ev, EVENT_SCORE, s, gold[s]);
	winners = game_winners(g);
	for (uint8_t s = 0; s < g->n_seats; s++)
		if ((winners & SEEN_BY(s)) != 0)
			event_add_public(ev, EVENT_WINNER, s, 0);
}

void
game_abort(struct game *g, struct events *ev)
{
	assert(g->phase != PHASE_SETUP && g->phase != PHASE_OVER);
	if (g->phase != PHASE_DRAFT) {
		event_add_public(ev, EVENT_ROUND_END, SEAT_NONE, OUTCOME_STOPPED);
		game_show_goals(g, ev);
	}
	if (g->rules->stop != NULL)
		g->rules->stop(g, ev);
	game_end(g, ev);
	assert(game_is_ok(g));
}

/* ---- hands and piles ---- */

static unsigned
count_in(const card_id *card, unsigned n, card_id which)
{
	unsigned count = 0;

	for (unsigned i = 0; i < n; i++)
		count += card[i] == which;
	return count;
}

bool
game_has_cards(const struct game *g, const struct order *o)
{
	const struct seat *me = &g->seat[o->seat];

	for (unsigned i = 0; i < o->n_card; i++)
		if (count_in(me->hand, me->n_hand, o->card[i]) <
		    count_in(o->card, o->n_card, o->card[i]))
			return false;
	return true;
}

enum verdict
game_check_no_args(const struct game *g, const struct order *o)
{
	(void)g;
	return order_has_no_args(o) ? VERDICT_OK : VERDICT_BAD_TARGET;
}

void
game_shuffle_deck(struct game *g, struct rng *rng)
{
	g->deck_top = g->n_deck = 0;
	for (card_id c = 0; c < g->rules->n_cards; c++) {
		const struct card_def *def = game_card(g, c);

		if (def->class == CARD_PATH || def->class == CARD_ACTION)
			for (unsigned i = 0; i < def->copies && g->n_deck < DECK_MAX; i++)
				g->deck[g->n_deck++] = c;
	}
	rng_open(rng, g->round, RNG_DECK);
	rng_shuffle(rng, g->deck, g->n_deck);
}

void
game_remove_card(struct game *g, uint8_t seat, card_id card)
{
	struct seat *me = &g->seat[seat];
	unsigned n = me->n_hand - 1u, found = 0;

	/* The position is unpredictable, so all cards that may follow it are moved without a
	 * branch. */
	for (unsigned i = 0; i < n; i++) {
		found |= me->hand[i] == card;
		me->hand[i] = me->hand[i + found];
	}
	assert(found || me->hand[n] == card);
	me->n_hand = (uint8_t)n;
}

void
game_discard(struct game *g, card_id card)
{
	assert(g->n_discard < DECK_MAX);
	g->discard[g->n_discard++] = card;
}

void
game_discard_face_down(struct game *g, uint8_t seat, card_id card, struct events *ev)
{
	game_discard(g, card);
	event_add_private(ev, EVENT_DISCARDED, seat, card, 0);
}

void
game_give_role(struct game *g, uint8_t seat, card_id role, unsigned index, struct events *ev)
{
	g->seat[seat].role = role;
	event_add_private(ev, EVENT_ROLE, seat, role, index);
}

static void
add_received_events(const struct game *g, uint8_t seat, uint8_t from, struct events *ev)
{
	struct event e = event_make(EVENT_RECEIVED, seat, CARD_NONE);

	e.to = from;
	e.seen_by = SEEN_BY(seat);
	for (unsigned i = 0; i < g->seat[seat].n_hand; i++) {
		e.card = g->seat[seat].hand[i];
		event_add(ev, e);
	}
}

void
game_swap_hands(struct game *g, uint8_t a, uint8_t b, struct events *ev)
{
	struct seat *one = &g->seat[a], *other = &g->seat[b];
	const struct seat was = *one;

	memcpy(one->hand, other->hand, sizeof one->hand);
	memcpy(other->hand, was.hand, sizeof other->hand);
	one->n_hand = other->n_hand;
	other->n_hand = was.n_hand;
	add_received_events(g, a, b, ev);
	add_received_events(g, b, a, ev);
}

bool
game_draw(struct game *g, uint8_t seat, struct events *ev)
{
	struct seat *me = &g->seat[seat];
	card_id card;

	if (g->deck_top >= g->n_deck)
		return false;
	assert(me->n_hand < HAND_MAX);
	card = g->deck[g->deck_top];
	g->deck[g->deck_top] = CARD_NONE;
	me->hand[me->n_hand++] = card;
	event_add_private(ev, EVENT_DREW, seat, card, g->deck_top++);
	return true;
}

void
game_add_gold_card(struct game *g, uint8_t seat, card_id card)
{
	struct seat *me = &g->seat[seat];
	unsigned i = me->n_gold;

	assert(me->n_gold < GOLD_MAX); /* ensured by the rules set */
	for (; i > 0; i--) {
		card_id below = me->gold_card[i - 1];

		if (game_card(g, below)->value < game_card(g, card)->value ||
		    (game_card(g, below)->value == game_card(g, card)->value && below <= card))
			break;
		me->gold_card[i] = below;
	}
	me->gold_card[i] = card;
	me->n_gold++;
}

static bool
has_seen(const struct seat *s, int x, int y)
{
	for (unsigned i = 0; i < s->n_seen; i++)
		if (s->seen[i].x == x && s->seen[i].y == y)
			return true;
	return false;
}

void
game_record_seen_goal(struct game *g, uint8_t seat, struct place p)
{
	struct seat *me = &g->seat[seat];
	unsigned i = me->n_seen;

	if (has_seen(me, p.x, p.y))
		return;
	assert(me->n_seen < SEEN_MAX); /* SEEN_MAX is the maximum number of goals */
	for (; i > 0 && place_is_before(p, me->seen[i - 1]); i--)
		me->seen[i] = me->seen[i - 1];
	me->seen[i] = p;
	me->n_seen++;
}

void
game_shuffle_again(struct rng *rng, card_id *card, unsigned n)
{
	for (unsigned i = 1; i < n; i++) {
		card_id c = card[i];
		unsigned k = i;

		for (; k > 0 && card[k - 1] > c; k--)
			card[k] = card[k - 1];
		card[k] = c;
	}
	rng_shuffle(rng, card, n);
}

/* True if the cell has a goal that no seat has seen. */
static bool
is_unseen_goal(const struct game *g, const struct cell *c)
{
	if ((c->flags & CELL_DOWN) == 0)
		return false;
	for (unsigned s = 0; s < g->n_seats; s++)
		if (has_seen(&g->seat[s], c->x, c->y))
			return false;
	return true;
}

/* If the pile is several decks on top of each other, their backs differ: shuffles each deck by
 * itself. */
static void
reshuffle_pile(struct game *g, struct rng *rng)
{
	static const enum rng_purpose stream[] = { RNG_DECK, RNG_DECK, RNG_DECK_II, RNG_DECK_III };

	for (unsigned from = g->deck_top, to; from < g->n_deck; from = to) {
		unsigned deck = game_card(g, g->deck[from])->deck;

		for (to = from; to < g->n_deck && game_card(g, g->deck[to])->deck == deck; to++)
			continue;
		rng_open(rng, g->round, stream[deck & 3]);
		game_shuffle_again(rng, g->deck + from, to - from);
	}
}

void
game_reshuffle(struct game *g, struct rng *rng)
{
	card_id goal[CELLS_MAX];
	unsigned n = 0;

	reshuffle_pile(g, rng);
	for (unsigned i = 0; i < g->board.n; i++)
		if (is_unseen_goal(g, &g->board.cell[i]))
			goal[n++] = g->board.cell[i].card;
	rng_open(rng, g->round, RNG_GOALS);
	game_shuffle_again(rng, goal, n);
	n = 0;
	for (unsigned i = 0; i < g->board.n; i++)
		if (is_unseen_goal(g, &g->board.cell[i]))
			g->board.cell[i].card = goal[n++];
	if (g->rules->role_pile != NULL) {
		unsigned first;
		card_id *role = g->rules->role_pile(g, &n, &first);

		rng_open(rng, g->round, RNG_ROLES);
		game_shuffle_again(rng, role, n);
	}
}

static void
add_hidden(struct hidden_piles *out, enum rng_purpose pile, unsigned index, card_id card)
{
	assert(out->n < UNSEEN_MAX);
	out->at[out->n].pile = (uint8_t)pile;
	out->at[out->n].index = (uint8_t)index;
	out->at[out->n++].card = card;
}

void
game_hidden_piles(const struct game *g, struct hidden_piles *out)
{
	struct game copy = *g;

	out->n = 0;
	for (unsigned i = g->deck_top; i < g->n_deck; i++)
		add_hidden(out, RNG_DECK, i, g->deck[i]);
	for (unsigned i = 0; i < g->board.n; i++) {
		const struct cell *c = &g->board.cell[i];

		if (is_unseen_goal(g, c))
			add_hidden(out, RNG_GOALS, g->rules->goal_index(g, c->x, c->y), c->card);
	}
	if (g->rules->role_pile != NULL) {
		unsigned n, first;
		const card_id *role = g->rules->role_pile(&copy, &n, &first);

		for (unsigned i = 0; i < n; i++)
			add_hidden(out, RNG_ROLES, first + i, role[i]);
	}
}

unsigned
game_hand_kinds(const struct game *g, uint8_t seat, card_id kind[static HAND_MAX])
{
	const struct seat *me = &g->seat[seat];
	const unsigned n_hand = me->n_hand;
	struct kinds_seen seen = KINDS_SEEN_NONE;
	unsigned n = 0;

	for (unsigned i = 0; i < n_hand; i++) {
		kind[n] = me->hand[i]; /* n <= i; overwritten later unless the kind is new */
		n += kind_is_new(&seen, me->hand[i]);
	}
	return n;
}

void
game_resign(struct game *g, uint8_t seat, struct events *ev)
{
	struct seat *me = &g->seat[seat];

	event_add_public(ev, EVENT_RESIGNED, seat, 0);
	for (unsigned i = 0; i < me->n_hand; i++)
		game_discard_face_down(g, seat, me->hand[i], ev);
	me->n_hand = 0;
	me->resigned = 1;
}

/* ---- views ---- */

static void
fill_cards(card_id *card, unsigned n, card_id with)
{
	memset(card, with, n * sizeof card[0]);
}

uint16_t
game_knows_roles(const struct game *g, uint8_t seat)
{
	unsigned mates = g->rules->mates != NULL ? g->rules->mates(g, seat) : 0;

	return (uint16_t)(g->seat[seat].knows | mates);
}

/* Fills in what `viewer` may know of seat s. `roles` are the seats whose role the viewer knows;
 * viewer is SEAT_NONE for the public. */
static void
view_seat(const struct game *g, uint8_t viewer, uint16_t roles, uint8_t s, struct seat *known)
{
	const struct seat *of = &g->seat[s];
	bool own = viewer == s;

	known->n_hand = of->n_hand;
	known->n_gold = of->n_gold;
	known->broken = of->broken;
	known->resigned = of->resigned;
	known->n_seen = of->n_seen;
	memcpy(known->seen, of->seen, of->n_seen * sizeof of->seen[0]);
	known->role = of->role == CARD_NONE ? CARD_NONE : CARD_HIDDEN;
	fill_cards(known->hand, of->n_hand, CARD_HIDDEN);
	fill_cards(known->gold_card, of->n_gold, CARD_HIDDEN);
	if (own || (roles & SEEN_BY(s)) != 0)
		known->role = of->role;
	if (!own)
		return;
	memcpy(known->hand, of->hand, of->n_hand);
	memcpy(known->gold_card, of->gold_card, of->n_gold);
	known->gold = of->gold;
	known->knows = of->knows;
}

void
game_view_board(const struct game *g, uint8_t seat, struct board *known)
{
	const bool shown = (g->phase == PHASE_DRAFT || g->phase == PHASE_OVER) &&
	    !goals_stay_hidden(g);

	known->n = g->board.n;
	for (unsigned i = 0; i < g->board.n; i++) {
		const struct cell *c = &g->board.cell[i];

		known->cell[i] = *c;
		if ((c->flags & CELL_DOWN) != 0 && !shown &&
		    (seat == SEAT_NONE || !has_seen(&g->seat[seat], c->x, c->y)))
			known->cell[i].card = CARD_HIDDEN;
	}
}

void
game_view(const struct game *g, uint8_t seat, struct view *v)
{
	struct game *known = &v->known;
	uint16_t roles;

	memset(v, 0, sizeof *v);
	v->seat = seat;
	if (seat == SEAT_OMNISCIENT) {
		*known = *g;
		return;
	}
	if (seat >= g->n_seats)
		v->seat = seat = SEAT_NONE;
	roles = seat != SEAT_NONE ? game_knows_roles(g, seat) : 0;
	known->rules = g->rules;
	known->phase = g->phase;
	known->n_seats = g->n_seats;
	known->round = g->round;
	known->to_move = g->to_move;
	known->turn = g->turn;
	known->options = g->options;
	known->deck_top = g->deck_top;
	known->n_deck = g->n_deck;
	known->n_discard = g->n_discard;
	known->n_aside = g->n_aside;
	fill_cards(known->deck, g->deck_top, CARD_NONE);
	fill_cards(known->deck + g->deck_top, game_deck_left(g), CARD_HIDDEN);
	fill_cards(known->discard, g->n_discard, CARD_HIDDEN);
	fill_cards(known->aside, g->n_aside, CARD_HIDDEN);
	for (uint8_t s = 0; s < g->n_seats; s++)
		view_seat(g, seat, roles, s, &known->seat[s]);
	for (unsigned s = g->n_seats; s < SEATS_MAX; s++)
		known->seat[s].role = CARD_NONE;
	game_view_board(g, seat, &known->board);
	if (g->rules->view != NULL)
		g->rules->view(g, seat, known);
	else
		memcpy(known->ext, g->ext, g->rules->ext_size);
}

/* ---- invariants ---- */

enum { CLASSES_DECK = 1 << CARD_PATH | 1 << CARD_ACTION };

/* (G2) */
static bool
are_of(const struct game *g, const card_id *card, unsigned n, unsigned classes)
{
	for (unsigned i = 0; i < n; i++)
		if (card[i] >= g->rules->n_cards ||
		    (classes >> game_card(g, card[i])->class & 1u) == 0)
			return false;
	return true;
}

/* (G4) */
static bool
board_is_ok(const struct game *g)
{
	const struct board *b = &g->board;

	for (unsigned i = 0; i < b->n; i++) {
		const struct cell *c = &b->cell[i];
		const struct card_def *def;

		if (c->card >= g->rules->n_cards)
			return false;
		def = game_card(g, c->card);
		if (def->class != CARD_START && def->class != CARD_GOAL && def->class != CARD_PATH)
			return false;
		if (!place_in_range(c->x, c->y))
			return false;
		if (i > 0 &&
		    !place_is_before(
			(struct place){ c[-1].x, c[-1].y }, (struct place){ c->x, c->y }))
			return false;
		if ((c->flags & CELL_DOWN) != 0 &&
		    (def->class != CARD_GOAL || (c->flags & CELL_FLIPPED) != 0))
			return false;
		if ((c->flags & CELL_FLIPPED) != 0 && card_is_symmetric(def))
			return false;
	}
	return true;
}

/* (G3) */
static bool
gold_is_ok(const struct game *g, const struct seat *s)
{
	for (unsigned i = 0; i < s->n_gold; i++) {
		unsigned prev = i > 0 ? s->gold_card[i - 1] : 0, card = s->gold_card[i];

		if (card >= g->rules->n_cards)
			return false;
		if (i > 0 &&
		    g->rules->card[prev].value * 256u + prev >
			g->rules->card[card].value * 256u + card)
			return false;
	}
	return true;
}

/* (G6) */
static bool
seen_is_ok(const struct game *g, const struct seat *s)
{
	for (unsigned i = 0; i < s->n_seen; i++) {
		const struct place *p = &s->seen[i];
		unsigned at = board_find(&g->board, p->x, p->y);

		if (at == CELL_NONE || game_card(g, g->board.cell[at].card)->class != CARD_GOAL)
			return false;
		if (i > 0 && !place_is_before(p[-1], p[0]))
			return false;
	}
	return true;
}

static bool
seat_is_ok(const struct game *g, const struct seat *s)
{
	if (!are_of(g, s->hand, s->n_hand, CLASSES_DECK) || (s->broken & ~TOOLS_ALL) != 0)
		return false;
	if (s->resigned > 1 || (s->resigned && s->n_hand > 0))
		return false;
	if (s->role != CARD_NONE && !are_of(g, &s->role, 1, 1 << CARD_ROLE))
		return false;
	return gold_is_ok(g, s) && seen_is_ok(g, s);
}

bool
game_is_few(const struct rules *rules, card_id card)
{
	const struct card_def *def = &rules->card[card];

	return (def->class == CARD_PATH && (def->feature & rules->few_feature) != 0) ||
	    (def->class == CARD_ACTION && rules->few_action != ACTION_NONE &&
		def->action == rules->few_action);
}

card_id
game_any_card(const struct rules *rules, unsigned classes)
{
	card_id found = CARD_NONE;

	for (card_id c = 0; c < rules->n_cards; c++) {
		if ((classes >> rules->card[c].class & 1u) == 0 || game_is_few(rules, c))
			continue;
		if (rules->card[c].class == CARD_ACTION)
			return c;
		if (found == CARD_NONE)
			found = c;
	}
	return found;
}

/* (G5) A broken tool counts because a repair will put its card on the discard pile. */
unsigned
game_cards_out(const struct game *g)
{
	unsigned n = game_deck_left(g) + g->n_discard + g->n_aside + g->board.n;

	for (unsigned s = 0; s < g->n_seats; s++) {
		n += g->seat[s].n_hand;
		for (unsigned tools = g->seat[s].broken; tools != 0; tools &= tools - 1)
			n++;
	}
	_Static_assert((int)CELLS_MAX == (int)DECK_MAX, "table and discard pile hold as much");
	return n;
}

/* (G1) After the setup. */
static bool
course_is_ok(const struct game *g)
{
	if (g->options.at[OPTION_ROUNDS] >= g->rules->rounds || g->round < 1 ||
	    g->round > game_rounds(g))
		return false;
	for (unsigned i = 0; i < OPTIONS_MAX; i++)
		if (g->options.at[i] > g->n_seats)
			return false;
	return true;
}

/* (G3) Checked before any list is read. */
static bool
lists_fit(const struct game *g)
{
	for (unsigned s = 0; s < g->n_seats; s++)
		if (g->seat[s].n_hand > HAND_MAX || g->seat[s].n_gold > GOLD_MAX ||
		    g->seat[s].n_seen > SEEN_MAX)
			return false;
	return g->n_deck <= DECK_MAX && g->deck_top <= g->n_deck && g->n_discard <= DECK_MAX &&
	    g->n_aside <= ASIDE_MAX && g->board.n <= CELLS_MAX;
}

bool
game_is_ok(const struct game *g)
{
	bool is_running = g->phase == PHASE_PLAY || g->phase == PHASE_WALK ||
	    g->phase == PHASE_DRAFT;

	/* (G1) */
	if (g->phase > PHASE_OVER || g->n_seats < g->rules->seats_min ||
	    g->n_seats > g->rules->seats_max)
		return false;
	if (is_running ? g->to_move >= g->n_seats : g->to_move != SEAT_NONE)
		return false;
	if (g->phase == PHASE_SETUP)
		return true;
	if (!course_is_ok(g) || !lists_fit(g))
		return false;
	if (!are_of(g, g->deck + g->deck_top, game_deck_left(g), CLASSES_DECK) ||
	    !are_of(g, g->discard, g->n_discard, CLASSES_DECK) ||
	    !are_of(g, g->aside, g->n_aside, CLASSES_DECK | 1 << CARD_GOAL) || !board_is_ok(g))
		return false;
	for (unsigned s = 0; s < g->n_seats; s++)
		if (!seat_is_ok(g, &g->seat[s]))
			return false;
	return game_cards_out(g) <= DECK_MAX && g->rules->is_ok(g) != 0;
}
