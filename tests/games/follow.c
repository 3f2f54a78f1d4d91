#include <criterion/criterion.h>
#include <stdlib.h>

#include "core/transition.h"
#include "few.h"
#include "games/games.h"
#include "games/table.h"
#include "text/options.h"

/* Public knowledge from one command to the next: the transitions of an honest game are always
 * possible; those with a changed position or changed events are not. */

struct step {
	struct game before, after;
	struct events ev;
};

static void
look(const struct game *g, struct game *known)
{
	static struct view v;

	if (g->phase == PHASE_SETUP) {
		*known = *g;
		return;
	}
	game_view(g, SEAT_NONE, &v);
	*known = v.known;
}

static bool
follows(const struct step *s, struct transition_reason *why)
{
	static struct transition f;

	f = (struct transition){ .before = &s->before, .after = &s->after, .ev = &s->ev };
	return transition_check(&f, why);
}

static void
check_honest(const struct step *s, const char *where)
{
	struct transition_reason why;

	cr_expect(follows(s, &why), "%s, turn %u: fault %d, event %u of %u (kind %d), what %d",
	    where, s->before.turn, (int)why.fault, why.event, s->ev.n,
	    why.event < s->ev.n ? s->ev.at[why.event].kind : -1, (int)why.what);
}

/* ---- games ---- */

enum { STEPS = 3 };

struct course {
	const struct rules *rules;
	uint64_t number;
	struct game g;
	struct rng_fast rng, choice;
	struct step step;
	char where[80];
};

static void
begin(struct course *c, const struct rules *rules, uint64_t number)
{
	struct options options = { .at[OPTION_FIRST] = 0 };
	unsigned seats = rules->seats_min +
	    (unsigned)(number % (rules->seats_max - rules->seats_min + 1u));

	*c = (struct course){ .rules = rules, .number = number };
	(void)snprintf(c->where, sizeof c->where, "%s %llu, %u seats", rules->name,
	    (unsigned long long)number, seats);
	rng_fast_init(&c->rng, table_seed, number);
	rng_fast_init(&c->choice, table_seed, ~number);
	for (const struct option_row *row = rules->options; row != NULL && row->name != NULL; row++)
		options.at[row->at] = (uint8_t)rng_draw(
		    &c->choice.rng, row->word[0] != NULL && row->word[2] != NULL ? 3 : 2);
	options.at[OPTION_FIRST] = (uint8_t)(number % 4 == 0 ? 1 + number % seats : 0);
	game_init(&c->g, rules, (uint8_t)seats, &options);
	look(&c->g, &c->step.before);
	game_deal(&c->g, &c->rng.rng, &c->step.ev);
	look(&c->g, &c->step.after);
	events_told(&c->step.ev, SEAT_NONE, &c->step.ev);
}

/* An out-of-turn order at times. Returns false for none. */
static bool
choose_standing(struct course *c, struct order *o)
{
	static const uint8_t kind[] = { ORDER_RESIGN, ORDER_STEAL, ORDER_AXE, ORDER_AGREE,
		ORDER_DISAGREE, ORDER_STEAL, ORDER_AXE };
	unsigned often = c->number % 5 == 0 ? 30 : 100;

	if (rng_draw(&c->choice.rng, often) >= sizeof kind)
		return false;
	*o = (struct order){ .kind = kind[rng_draw(&c->choice.rng, sizeof kind)],
		.seat = (uint8_t)rng_draw(&c->choice.rng, c->g.n_seats),
		.to = SEAT_NONE };
	if (o->kind == ORDER_STEAL && rng_draw(&c->choice.rng, 2) == 0) {
		o->n_at = 1;
		o->to_seat[0] = (uint8_t)rng_draw(&c->choice.rng, c->g.n_seats);
	}
	if (o->kind == ORDER_AXE)
		o->flags = rng_draw(&c->choice.rng, 2) == 0 ? ORDER_AXE_YES : ORDER_AXE_NO;
	return game_check(&c->g, o) == VERDICT_OK;
}

/* A web that can be cut before the card, which is never listed. */
static bool
choose_cut(struct course *c, struct order *o)
{
	for (unsigned i = 0; i < c->g.board.n && c->g.phase == PHASE_PLAY; i++) {
		const struct cell *cell = &c->g.board.cell[i];

		*o = (struct order){
			.kind = ORDER_CUT, .seat = c->g.to_move, .to = SEAT_NONE, .n_at = 1
		};
		for (uint8_t part = PART_N; part <= PART_W; part++) {
			o->at[0] = (struct spot){ cell->x, cell->y, part };
			if (game_check(&c->g, o) == VERDICT_OK)
				return rng_draw(&c->choice.rng, 2) == 0;
		}
	}
	return false;
}

/* The order of a policy; for a turn of two steps, sometimes both at once. */
static unsigned
choose(struct course *c, struct order o[static 2])
{
	static struct order legal[LEGAL_MAX];
	size_t n;
	struct game then = c->g;

	if (choose_standing(c, &o[0]) || choose_cut(c, &o[0]))
		return 1;
	n = game_legal(&c->g, legal, LEGAL_MAX);
	o[0] = table_choice(&c->g, legal, n, c->number / 2, &c->choice.rng);
	if (c->number % 3 == 0 && rng_draw(&c->choice.rng, 4) == 0 &&
	    (o[0].kind == ORDER_WALK || o[0].kind == ORDER_WALK_TO))
		o[0].flags |= rng_draw(&c->choice.rng, 2) == 0 ? ORDER_AXE_YES : ORDER_AXE_NO;
	if (!game_may_combine(&c->g, &o[0]) || c->g.phase != PHASE_PLAY ||
	    rng_draw(&c->choice.rng, 2) == 0)
		return 1;
	game_play(&then, &o[0], &c->choice.rng, NULL);
	if (then.phase != PHASE_WALK)
		return 1;
	n = game_legal(&then, legal, LEGAL_MAX);
	o[1] = table_choice(&then, legal, n, c->number / 2, &c->choice.rng);
	return 2;
}

/* Returns false when the game is over. */
static bool
go_on(struct course *c)
{
	struct order o[STEPS];
	unsigned n, refused;

	if (c->g.phase == PHASE_OVER)
		return false;
	c->step.before = c->step.after;
	c->step.ev.n = 0;
	n = choose(c, o);
	if (o[0].kind == ORDER_CUT &&
	    rng_draw(&c->choice.rng, 2) == 0) { /* with the rest of the turn */
		struct game now = c->g;

		game_play(&c->g, &o[0], &c->choice.rng, NULL);
		n += choose(c, o + 1);
		c->g = now;
		if (n == STEPS + 1 || order_is_out_of_turn((enum order_kind)o[1].kind))
			n = 1;
	}
	if (game_apply_all(&c->g, o, n, &c->rng.rng, &c->step.ev, &refused) != VERDICT_OK)
		cr_assert_eq(game_apply_all(&c->g, o, 1, &c->rng.rng, &c->step.ev, &refused),
		    VERDICT_OK, "%s: refused", c->where);
	look(&c->g, &c->step.after);
	events_told(&c->step.ev, SEAT_NONE, &c->step.ev);
	return true;
}

static uint64_t
games_asked(void)
{
	const char *s = getenv("ADIT_FOLLOW");

	return s != NULL ? strtoull(s, NULL, 10) : few(60);
}

/* The table ends the game here: nobody is paid, and the transition must be possible. */
static void
stop(const struct course *c, unsigned stopped[static PHASE_OVER])
{
	static struct step s;
	struct game g = c->g;
	uint16_t before[SEATS_MAX], after[SEATS_MAX];
	struct transition_reason why;
	static struct transition f;

	stopped[g.phase]++;
	s = (struct step){ .before = c->step.after };
	game_score(&g, before);
	game_abort(&g, &s.ev);
	game_score(&g, after);
	cr_assert(game_is_ok(&g), "%s: not ok", c->where);
	cr_assert_eq(g.phase, PHASE_OVER);
	cr_assert_neq(game_winners(&g), 0, "%s: nobody has won", c->where);
	cr_assert_arr_eq(before, after, sizeof before, "%s: paid", c->where);
	look(&g, &s.after);
	for (unsigned i = 0; i < g.n_seats; i++)
		cr_assert(g.seat[i].role == CARD_NONE || s.after.seat[i].role == g.seat[i].role,
		    "%s: a role stays hidden", c->where);
	events_told(&s.ev, SEAT_NONE, &s.ev);
	for (uint32_t i = 0; i < s.ev.n; i++)
		cr_assert_neq(s.ev.at[i].kind, EVENT_ROUND_WINNER, "%s: a winner", c->where);
	f = (struct transition){
		.before = &s.before, .after = &s.after, .ev = &s.ev, .stops = true
	};
	cr_expect(transition_check(&f, &why), "%s, turn %u: fault %d, event %u (kind %d), what %d",
	    c->where, s.before.turn, (int)why.fault, why.event, s.ev.at[why.event].kind,
	    (int)why.what);
	f.stops = false;
	cr_expect_not(transition_check(&f, &why), "%s: without a vote", c->where);
}

Test(follow, honest_games)
{
	static struct course c;
	unsigned stopped[PHASE_OVER] = { 0 };

	for (unsigned r = 0; rules_all[r] != NULL; r++) {
		unsigned long steps = 0;

		for (uint64_t i = 0; i < games_asked(); i++) {
			begin(&c, rules_all[r], i);
			do {
				check_honest(&c.step, c.where);
				if (c.g.phase != PHASE_OVER && (c.g.turn + i) % 16 == 1)
					stop(&c, stopped);
				steps++;
			} while (go_on(&c));
		}
		cr_expect_gt(steps, games_asked());
	}
	if (few_step() == 1)
		cr_expect(
		    stopped[PHASE_PLAY] > 0 && stopped[PHASE_WALK] > 0 && stopped[PHASE_DRAFT] > 0);
}

/* ---- lies ---- */

static unsigned
some(struct rng *rng, unsigned n)
{
	return n == 0 ? 0 : rng_draw(rng, n);
}

static void
lie_turn(struct step *s, struct rng *rng)
{
	(void)rng;
	s->after.turn++;
}

static void
lie_round(struct step *s, struct rng *rng)
{
	(void)rng;
	s->after.round++;
}

static void
lie_mover(struct step *s, struct rng *rng)
{
	s->after.to_move = (uint8_t)some(rng, s->after.n_seats);
}

static void
lie_hand(struct step *s, struct rng *rng)
{
	struct seat *seat = &s->after.seat[some(rng, s->after.n_seats)];

	if (seat->n_hand > 0)
		seat->n_hand--;
}

static void
lie_deck(struct step *s, struct rng *rng)
{
	(void)rng;
	if (game_deck_left(&s->after) > 0)
		s->after.n_deck--;
}

static void
lie_discard(struct step *s, struct rng *rng)
{
	(void)rng;
	s->after.discard[s->after.n_discard++] = CARD_HIDDEN;
}

static void
lie_aside(struct step *s, struct rng *rng)
{
	(void)rng;
	if (s->after.n_aside > 0)
		s->after.n_aside--;
}

static void
lie_cell_gone(struct step *s, struct rng *rng)
{
	board_remove(&s->after.board, some(rng, s->after.board.n));
}

static void
lie_cell_moved(struct step *s, struct rng *rng)
{
	(void)rng;
	s->after.board.cell[s->after.board.n - 1].y++;
}

static void
lie_cell_more(struct step *s, struct rng *rng)
{
	(void)board_put(&s->after.board,
	    (struct cell){
		.x = -90, .y = (int8_t)some(rng, 9), .card = s->after.board.cell[0].card });
}

static void
lie_cell_card(struct step *s, struct rng *rng)
{
	struct cell *c = &s->after.board.cell[some(rng, s->after.board.n)];

	c->card = (card_id)some(rng, s->after.rules->n_cards);
	c->flags &= (uint8_t)~CELL_DOWN;
}

static void
lie_cell_flipped(struct step *s, struct rng *rng)
{
	s->after.board.cell[some(rng, s->after.board.n)].flags ^= CELL_FLIPPED;
}

static void
lie_cell_mark(struct step *s, struct rng *rng)
{
	s->after.board.cell[some(rng, s->after.board.n)].flags ^= (uint8_t)(CELL_TOKEN_GREEN
	    << some(rng, 4));
}

static void
lie_tools(struct step *s, struct rng *rng)
{
	s->after.seat[some(rng, s->after.n_seats)].broken ^= (uint8_t)(1u << some(rng, 3));
}

static void
lie_resigned(struct step *s, struct rng *rng)
{
	s->after.seat[some(rng, s->after.n_seats)].resigned ^= 1;
}

static void
lie_seen(struct step *s, struct rng *rng)
{
	struct seat *seat = &s->after.seat[some(rng, s->after.n_seats)];

	if (seat->n_seen > 0)
		seat->n_seen--;
}

static void
lie_option(struct step *s, struct rng *rng)
{
	(void)rng;
	if (s->before.phase != PHASE_SETUP)
		s->after.options.at[OPTION_FIRST] ^= 1;
}

static void
lie_event_gone(struct step *s, struct rng *rng)
{
	unsigned i = some(rng, s->ev.n);

	if (s->ev.n == 0 || s->ev.at[i].kind == EVENT_STANDING)
		return;
	s->ev.n--;
	memmove(&s->ev.at[i], &s->ev.at[i + 1], (s->ev.n - i) * sizeof s->ev.at[0]);
}

static void
lie_event_twice(struct step *s, struct rng *rng)
{
	if (s->ev.n > 0 && s->ev.n < EVENTS_MAX) {
		s->ev.at[s->ev.n] = s->ev.at[some(rng, s->ev.n)];
		s->ev.n++;
	}
}

static struct event *
some_event(struct step *s, struct rng *rng)
{
	static struct event none;

	return s->ev.n > 0 ? &s->ev.at[some(rng, s->ev.n)] : &none;
}

static void
lie_event_seat(struct step *s, struct rng *rng)
{
	struct event *e = some_event(s, rng);

	if (e->seat < s->after.n_seats)
		e->seat = (uint8_t)some(rng, s->after.n_seats);
}

static void
lie_event_to(struct step *s, struct rng *rng)
{
	struct event *e = some_event(s, rng);

	if (e->to < s->after.n_seats)
		e->to = (uint8_t)some(rng, s->after.n_seats);
}

static void
lie_event_card(struct step *s, struct rng *rng)
{
	struct event *e = some_event(s, rng);

	if (e->card < s->after.rules->n_cards)
		e->card = (card_id)some(rng, s->after.rules->n_cards);
}

static void
lie_event_place(struct step *s, struct rng *rng)
{
	struct event *e = some_event(s, rng);

	if (e->x != 0 || e->y != 0)
		e->x = (int8_t)(e->x + (rng_draw(rng, 2) == 0 ? 1 : -1));
}

static void
lie_event_row(struct step *s, struct rng *rng)
{
	struct event *e = some_event(s, rng);

	if (e->x != 0 || e->y != 0)
		e->y = (int8_t)(e->y + 1);
}

static void
lie_event_part(struct step *s, struct rng *rng)
{
	struct event *e = some_event(s, rng);

	if (e->kind == EVENT_WALKED || e->kind == EVENT_CREPT || e->kind == EVENT_PLACED)
		e->part ^= 1;
}

static void
lie_event_hidden(struct step *s, struct rng *rng)
{
	struct event *e = some_event(s, rng);

	if (e->card < s->after.rules->n_cards)
		e->card = CARD_HIDDEN;
}

static void
lie_event_value(struct step *s, struct rng *rng)
{
	struct event *e = some_event(s, rng);

	if (e->value > 0)
		e->value = (uint16_t)(e->value + 1);
}

static void
lie_event_kind(struct step *s, struct rng *rng)
{
	struct event *e = some_event(s, rng);

	if (e->kind != EVENT_STANDING)
		e->kind = (uint8_t)some(rng, EVENT_KIND_COUNT);
}

static const struct lie {
	const char *name;
	void (*tell)(struct step *s, struct rng *rng);
	unsigned missed; /* of 1000, at most: lies that depend on hidden information */
} lie[] = {
	{ "turn", lie_turn, 0 },
	{ "round", lie_round, 0 },
	{ "who is to move", lie_mover, 0 },
	{ "a card out of a hand", lie_hand, 0 },
	{ "a card out of the pile", lie_deck, 0 },
	{ "a card more discarded", lie_discard, 0 },
	{ "a card out of the box", lie_aside, 0 },
	{ "a card off the table", lie_cell_gone, 0 },
	{ "a card at another place", lie_cell_moved, 0 },
	{ "a card more on the table", lie_cell_more, 0 },
	{ "another card on the table", lie_cell_card, 0 },
	{ "a card turned", lie_cell_flipped, 0 },
	{ "a mark on a card", lie_cell_mark, 0 },
	{ "a tool", lie_tools, 0 },
	{ "resigned", lie_resigned, 0 },
	{ "a goal seen", lie_seen, 0 },
	{ "an option", lie_option, 0 },
	{ "event left out", lie_event_gone, 20 },
	{ "event twice", lie_event_twice, 0 },
	{ "event of another seat", lie_event_seat, 15 },
	{ "event on another seat", lie_event_to, 10 },
	{ "event with another card", lie_event_card, 15 },
	{ "event at another place", lie_event_place, 0 },
	{ "event in another row", lie_event_row, 0 },
	{ "event in another space", lie_event_part, 0 },
	{ "event with a hidden card", lie_event_hidden, 15 },
	{ "event with another value", lie_event_value, 0 },
	{ "event of another kind", lie_event_kind, 2 },
};
enum { LIES = sizeof lie / sizeof lie[0] };

static bool
same_events(const struct events *a, const struct events *b)
{
	for (uint32_t i = 0; i < a->n && a->n == b->n; i++) {
		const struct event *e = &a->at[i], *f = &b->at[i];

		if (e->kind != f->kind || e->seat != f->seat || e->to != f->to ||
		    e->card != f->card || e->x != f->x || e->y != f->y || e->part != f->part ||
		    e->value != f->value)
			return false;
	}
	return a->n == b->n;
}

static void
tell_lies(const struct course *c, unsigned told[static LIES], unsigned missed[static LIES])
{
	static struct step s;
	struct rng_fast rng;

	if (c->step.ev.n > 0 && c->step.ev.at[0].kind == EVENT_RESIGNED &&
	    event_count(&c->step.ev, EVENT_ROUND_END) > 1)
		return; /* all have resigned: see core/transition.c */
	rng_fast_init(&rng, table_seed, c->number * 1000 + c->g.turn);
	for (unsigned i = 0; i < LIES; i++) {
		enum transition_part what;
		struct transition_reason why;

		s = c->step;
		lie[i].tell(&s, &rng.rng);
		if (same_events(&s.ev, &c->step.ev) &&
		    (s.after.phase == PHASE_SETUP ||
			transition_same_public(&s.after, &c->step.after, &what)))
			continue; /* the change had no effect */
		told[i]++;
		if (!follows(&s, &why))
			continue;
		missed[i]++;
		if (getenv("ADIT_FOLLOW") != NULL)
			printf("# %s, turn %u of phase %u: %s is believed (first event %d of %d)\n",
			    c->where, c->step.before.turn, c->step.before.phase, lie[i].name,
			    s.ev.n > 0 ? s.ev.at[0].kind : -1, (int)s.ev.n);
	}
}

Test(follow, lies)
{
	static struct course c;

	for (unsigned r = 0; rules_all[r] != NULL; r++) {
		unsigned told[LIES] = { 0 }, missed[LIES] = { 0 };

		for (uint64_t i = 0; i < (games_asked() + 2) / 3; i++) {
			begin(&c, rules_all[r], i);
			do
				tell_lies(&c, told, missed);
			while (go_on(&c));
		}
		for (unsigned i = 0; i < LIES; i++)
			/* Of few lies, a part of one more. */
			cr_expect_lt(missed[i] * 1000, told[i] * lie[i].missed + 1000,
			    "%s, %s: %u of %u are believed", rules_all[r]->name, lie[i].name,
			    missed[i], told[i]);
	}
}

/* Views that no table can have had before, and views of different tables. */
Test(follow, what_cannot_be)
{
	static struct transition f;
	static struct course c;
	static struct step s;
	enum transition_part what;
	struct transition_reason why;

	for (unsigned r = 0; rules_all[r] != NULL; r++) {
		begin(&c, rules_all[r], 1);
		s = c.step;
		s.before.n_seats++;
		cr_expect_not(transition_same_public(&s.before, &c.step.before, &what));
		s = c.step;
		s.before.rules = rules_all[r == 0];
		cr_expect_not(transition_same_public(&s.before, &c.step.before, &what));
		cr_expect(transition_same_public(&c.step.before, &c.step.before, &what));
		cr_expect_not(transition_same_public(&c.step.before, &c.step.after, &what));
		cr_expect_not(transition_same_public(&c.step.after, &c.step.before, &what));
		for (uint32_t i = 0; i < s.ev.n; i++)
			if (s.ev.at[i].kind == EVENT_FIRST)
				s.ev.at[i].seat = SEATS_MAX;
		s.before = c.step.before;
		cr_expect_not(follows(&s, &why), "%s: first is no seat", rules_all[r]->name);
		do
			cr_assert(go_on(&c));
		while (c.step.ev.n == 0 || c.step.ev.at[0].kind != EVENT_DISCARDED);
		s = c.step;
		cr_expect(follows(&s, &why), "%s", rules_all[r]->name);
		s.before.seat[s.ev.at[0].seat].n_hand = 0;
		cr_expect_not(follows(&s, &why), "%s: an empty hand", rules_all[r]->name);
		s = c.step;
		s.ev.at[0].seat = SEATS_MAX;
		cr_expect_not(follows(&s, &why), "%s: no seat", rules_all[r]->name);
		while (go_on(&c))
			continue;
		s = c.step;
		s.before = s.after;
		s.ev.n = 0;
		f = (struct transition){
			.before = &s.before, .after = &s.after, .ev = &s.ev, .stops = true
		};
		cr_expect(transition_check(&f, &why), "%s: stopped when over", rules_all[r]->name);
	}
}
