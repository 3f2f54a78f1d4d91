/*
 * Checks public events against public views.
 *
 * (F1) A guess passes game_is_ok before an order is played on it, and an order passes its check. So
 * no outside data reaches an assertion of the rules.
 * (F2) Both sides of a comparison are public views, so a guessed card is never compared.
 */
#include <string.h>

#include "core/pack.h"
#include "core/transition.h"

enum { ATTEMPTS_MAX = CARDS_MAX + 1 };

/* ---- queries on the events ---- */

const struct event *
transition_find(const struct transition *f, enum event_kind kind, uint8_t seat, unsigned i)
{
	for (uint32_t k = 0; k < f->ev->n; k++) {
		const struct event *e = &f->ev->at[k];

		if (e->kind == kind && (seat == SEAT_NONE || e->seat == seat) && i-- == 0)
			return e;
	}
	return NULL;
}

static bool
same_event(const struct event *a, const struct event *b)
{
	return a->kind == b->kind && a->seat == b->seat && a->to == b->to && a->card == b->card &&
	    a->x == b->x && a->y == b->y && a->part == b->part && a->value == b->value;
}

/* ---- guesses ---- */

void
transition_fill(card_id *card, unsigned n, card_id with)
{
	for (unsigned i = 0; i < n; i++)
		if (card[i] == CARD_HIDDEN)
			card[i] = with;
}

void
transition_fill_rest(struct game *g)
{
	const card_id goal = game_any_card(g->rules, 1u << CARD_GOAL);
	const card_id role = game_any_card(g->rules, 1u << CARD_ROLE);
	const card_id gold = game_any_card(g->rules, 1u << CARD_GOLD);
	const card_id any = game_any_card(g->rules, 1u << CARD_PATH | 1u << CARD_ACTION);

	transition_fill(g->deck + g->deck_top, game_deck_left(g), any);
	transition_fill(g->discard, g->n_discard, any);
	transition_fill(g->aside, g->n_aside, any);
	for (unsigned s = 0; s < g->n_seats; s++) {
		transition_fill(g->seat[s].hand, g->seat[s].n_hand, any);
		transition_fill(&g->seat[s].role, 1, role);
		transition_fill(g->seat[s].gold_card, g->seat[s].n_gold, gold);
	}
	for (unsigned i = 0; i < g->board.n; i++)
		transition_fill(&g->board.cell[i].card, 1, goal);
}

/* Fills in cards that the events turn up or show. */
static void
fill_revealed(const struct transition *f, struct game *g)
{
	for (uint32_t i = 0; i < f->ev->n; i++) {
		const struct event *e = &f->ev->at[i];
		bool is_goal = e->kind == EVENT_TURNED_UP || e->kind == EVENT_GOAL_WAS;
		unsigned cell = is_goal ? board_find(&g->board, e->x, e->y) : (unsigned)CELL_NONE;

		if (e->card >= g->rules->n_cards)
			continue;
		if (cell != CELL_NONE && g->board.cell[cell].card == CARD_HIDDEN)
			g->board.cell[cell].card = e->card;
		if (e->kind == EVENT_SHOWN && e->seat < g->n_seats)
			transition_fill(&g->seat[e->seat].role, 1, e->card);
	}
}

/* ---- orders in the events ---- */

static void
order_discards(const struct transition *f, const struct event *e, struct order *o)
{
	const struct event *end = f->ev->at + f->ev->n;

	o->kind = ORDER_DISCARD;
	for (; e < end && e->kind == EVENT_DISCARDED && e->seat == o->seat; e++)
		o->n_card = (uint8_t)(o->n_card + (o->n_card < ORDER_CARDS));
	if (e == end || e->kind != EVENT_CLEARED)
		return;
	o->kind = ORDER_CLEAR;
	o->what = e->card;
}

/* Adds the place of the event, then the trolls paid in the following events. */
static void
order_places(const struct transition *f, const struct event *first, struct order *o)
{
	o->at[o->n_at++] = (struct spot){ first->x, first->y, first->part };
	for (const struct event *e = first; e < f->ev->at + f->ev->n && o->n_at < ORDER_SPOTS;
	     e++) {
		if (e->kind == EVENT_PAID)
			o->at[o->n_at++] = (struct spot){ e->x, e->y, PART_WHOLE };
	}
}

static void
order_act(const struct transition *f, const struct event *e, struct order *o)
{
	const struct card_def *def;

	if (e->card >= f->before->rules->n_cards)
		return;
	def = game_card(f->before, e->card);
	o->kind = ORDER_ACT;
	o->to = e->to;
	if ((def->tools & (def->tools - 1)) != 0)
		o->what = (uint8_t)e->value;
	if (e->to == SEAT_NONE && def->action != ACTION_THEFT)
		order_places(f, e, o);
}

bool
transition_order(const struct transition *f, uint32_t from, struct order *o)
{
	const struct event *e = &f->ev->at[from];

	*o = (struct order){ .kind = ORDER_KIND_COUNT, .to = SEAT_NONE };
	if (from >= f->ev->n)
		return false;
	o->seat = e->seat;
	switch (e->kind) {
	case EVENT_PLACED:
		o->kind = ORDER_PLACE;
		o->flags = e->value != 0 ? ORDER_FLIPPED : 0;
		order_places(f, e, o);
		break;
	case EVENT_PLAYED:
		order_act(f, e, o);
		break;
	case EVENT_DISCARDED:
		order_discards(f, e, o);
		return true;
	case EVENT_NUGGET:
		o->kind = ORDER_TAKE;
		return true;
	case EVENT_RESIGNED:
	case EVENT_AGREED:
	case EVENT_DISAGREED:
		o->kind = e->kind == EVENT_RESIGNED ? ORDER_RESIGN :
		    e->kind == EVENT_AGREED         ? ORDER_AGREE :
						      ORDER_DISAGREE;
		return true;
	default: /* an order that only the rules set knows, or not an order */
		return false;
	}
	o->n_card = 1;
	o->card[0] = e->card;
	return true;
}

/* Makes the hand contain the cards that the order names. A discard names cards of the hand
 * instead. */
static bool
set_order_cards(struct transition *f, struct order *o)
{
	struct game *g = &f->guess;
	struct seat *me;

	if (o->n_card == 0)
		return true;
	if (o->seat >= g->n_seats || g->seat[o->seat].n_hand < o->n_card)
		return false;
	me = &g->seat[o->seat];
	for (unsigned i = 0; i < o->n_card; i++) {
		if (o->kind == ORDER_DISCARD || o->kind == ORDER_CLEAR)
			o->card[i] = me->hand[i];
		else
			me->hand[i] = o->card[i];
	}
	return true;
}

/* Fills the hands and the pile with f->hold. */
static void
fill_hands(struct transition *f)
{
	struct game *g = &f->guess;

	if (f->hold == CARD_NONE)
		return;
	memset(g->deck + g->deck_top, f->hold, game_deck_left(g));
	for (unsigned s = 0; s < g->n_seats; s++)
		memset(g->seat[s].hand, f->hold, g->seat[s].n_hand);
}

/* Makes guess number f->attempt. Returns false if there is none. */
static bool
make_guess(struct transition *f)
{
	const struct rules *rules = f->before->rules;

	f->guess = *f->before;
	f->hold = CARD_NONE;
	f->n_orders = 0;
	if (f->before->phase == PHASE_SETUP) {
		f->guess.options = f->after->options;
		return f->attempt == 0;
	}
	fill_revealed(f, &f->guess);
	transition_fill_rest(&f->guess);
	f->n_orders = transition_order(f, 0, &f->order[0]);
	return rules->guess != NULL ? rules->guess(f) : f->attempt == 0;
}

/* ---- play ---- */

/* An rng for the guess: the seat that begins is known from the events; other draws are not visible
 * and return 0. */
struct guess_rng {
	struct rng rng; /* first member */
	uint8_t first;
	bool is_first;
};

static void
guess_open(struct rng *self, unsigned round, enum rng_purpose purpose)
{
	(void)round;
	((struct guess_rng *)self)->is_first = purpose == RNG_FIRST;
}

static uint32_t
guess_draw(struct rng *self, uint32_t below)
{
	const struct guess_rng *t = (const struct guess_rng *)self;

	return t->is_first && t->first < below ? t->first : 0;
}

static bool
play_guess(struct transition *f, struct events *made)
{
	struct guess_rng source = { .rng = { .open = guess_open, .draw = guess_draw } };
	const struct event *first = transition_find(f, EVENT_FIRST, SEAT_NONE, 0);

	source.first = first != NULL ? first->seat : 0;
	made->n = 0;
	if (f->before->phase == PHASE_SETUP) {
		if (f->after->phase != PHASE_SETUP)
			game_deal(&f->guess, &source.rng, made);
		return true;
	}
	if (f->n_orders == 0 && !f->stops)
		return true;
	if (!game_is_ok(&f->guess))
		return false;
	if (f->stops) {
		if (f->guess.phase != PHASE_OVER)
			game_abort(&f->guess, made);
		return true;
	}
	fill_hands(f);
	for (unsigned i = 0; i < f->n_orders; i++)
		if (!set_order_cards(f, &f->order[i]))
			return false;
	for (unsigned i = 0; i < f->n_orders; i++) {
		if (game_check(&f->guess, &f->order[i]) != VERDICT_OK)
			return false;
		game_play(&f->guess, &f->order[i], &source.rng, made);
	}
	return true;
}

/* Ends the game again: scores may depend on gold that `settle` has copied. */
static void
end_again(struct transition *f, struct events *made)
{
	if (f->guess.phase != PHASE_OVER || f->before->phase == PHASE_OVER)
		return;
	while (made->n > 0 && made->at[made->n - 1].kind != EVENT_GAME_OVER)
		made->n--;
	made->n -= made->n > 0;
	game_end(&f->guess, made);
}

/* ---- comparison ---- */

/* (F2) Makes the public view, with the pile in a normal form. */
static void
public_view(const struct game *g, struct game *out)
{
	struct view v;

	game_view(g, SEAT_NONE, &v);
	*out = v.known;
	out->n_deck = (uint8_t)game_deck_left(out);
	out->deck_top = 0;
	memset(out->deck, CARD_HIDDEN, out->n_deck);
}

static bool
same_cards(const struct game *a, const struct game *b)
{
	for (unsigned s = 0; s < a->n_seats; s++)
		if (a->seat[s].n_hand != b->seat[s].n_hand)
			return false;
	return a->n_deck == b->n_deck && a->n_discard == b->n_discard && a->n_aside == b->n_aside;
}

static bool
same_board(const struct board *a, const struct board *b)
{
	for (unsigned i = 0; i < a->n && a->n == b->n; i++) {
		const struct cell *c = &a->cell[i], *d = &b->cell[i];

		if (c->x != d->x || c->y != d->y || c->card != d->card || c->flags != d->flags)
			return false;
	}
	return a->n == b->n;
}

static bool
same_bytes(const struct game *a, const struct game *b)
{
	uint8_t x[PACK_MAX], y[PACK_MAX];
	size_t n = game_pack(a, x);

	return n == game_pack(b, y) && memcmp(x, y, n) == 0;
}

bool
transition_same_public(const struct game *a, const struct game *b, enum transition_part *what)
{
	struct game x, y;

	if (a->n_seats != b->n_seats || a->rules != b->rules) {
		*what = TRANSITION_SEATS;
		return false;
	}
	if (a->phase == PHASE_SETUP && b->phase == PHASE_SETUP)
		return true;
	public_view(a, &x);
	public_view(b, &y);
	if (x.round != y.round || x.turn != y.turn || x.phase != y.phase || x.to_move != y.to_move)
		*what = TRANSITION_TURN;
	else if (!same_board(&x.board, &y.board))
		*what = TRANSITION_BOARD;
	else if (!same_cards(&x, &y))
		*what = TRANSITION_CARDS;
	else if (memcmp(x.ext, y.ext, sizeof x.ext) != 0)
		*what = TRANSITION_EXT;
	else if (!same_bytes(&x, &y))
		*what = TRANSITION_SEATS;
	else
		return true;
	return false;
}

/* Plays the current guess and compares the result. */
static struct transition_reason
try_guess(struct transition *f)
{
	struct transition_reason why = { .fault = TRANSITION_ORDER };
	const struct rules *rules = f->before->rules;
	struct events made;

	if (!play_guess(f, &made))
		return why;
	if (f->n_orders == 0 && f->ev->n == 1 && f->ev->at[0].kind == EVENT_STANDING)
		made.at[made.n++] = f->ev->at[0]; /* it changes nothing public */
	if (rules->settle != NULL)
		rules->settle(f);
	end_again(f, &made);
	why.fault = TRANSITION_EVENT;
	for (; why.event < made.n && why.event < f->ev->n; why.event++) {
		struct event e = event_redact(&made.at[why.event], SEAT_NONE);

		if (!same_event(&e, &f->ev->at[why.event]))
			return why;
	}
	if (made.n != f->ev->n)
		return why;
	why.fault = transition_same_public(&f->guess, f->after, &why.what) ? TRANSITION_OK :
									     TRANSITION_CHANGE;
	return why;
}

/*
 * True if the last active seat resigns before the last round. Then the other rounds are dealt and
 * end at once. The roles in them cannot be known before, and a lie about them has no effect.
 */
static bool
all_resign(const struct transition *f)
{
	if (f->ev->n == 0 || f->ev->at[0].kind != EVENT_RESIGNED ||
	    transition_find(f, EVENT_SHOWN, SEAT_NONE, 0) == NULL ||
	    f->before->round == game_rounds(f->before))
		return false;
	for (unsigned s = 0; s < f->before->n_seats; s++)
		if (!f->before->seat[s].resigned && f->ev->at[0].seat != s)
			return false;
	return true;
}

bool
transition_check(struct transition *f, struct transition_reason *why)
{
	*why = (struct transition_reason){ .fault = all_resign(f) ? TRANSITION_OK :
								    TRANSITION_ORDER };
	for (f->attempt = 0; f->attempt < ATTEMPTS_MAX && why->fault != TRANSITION_OK;
	     f->attempt++) {
		struct transition_reason now;

		if (!make_guess(f))
			break;
		now = try_guess(f);
		/* Of several failed guesses, report the one with the longest matching prefix. */
		if (f->attempt == 0 || now.fault == TRANSITION_OK ||
		    (now.fault != TRANSITION_ORDER && now.event > why->event))
			*why = now;
	}
	return why->fault == TRANSITION_OK;
}
