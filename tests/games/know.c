#include <criterion/criterion.h>

#include "core/knowledge.h"
#include "few.h"
#include "games/duel/duel.h"
#include "games/games.h"
#include "games/saboteur/saboteur.h"
#include "games/table.h"

/* Knowledge must be true: random play of every game, for every seat and for the public. */

enum { GAMES = 40, ORDERS_MAX = 1200 };

struct found {
	unsigned seen, follows;  /* goals known by looking, and by elimination */
	unsigned held, must_be;  /* cards known in other hands, roles that follow */
	unsigned hats, narrowed; /* roles that no seat has any more; sides and kinds excluded */
};

/* Positions of cards that no player knows. */
struct truth {
	unsigned down[SEATS_MAX][CARDS_MAX]; /* discarded face down from a hand in this round */
};

/* Knowledge of a seat, the last of the public: from the start, and from a later digest of the
 * round. */
struct eyes {
	struct knowledge whole, late;
};

/* seat SEAT_NONE: the public */
static void
check_eyes(const struct game *g, uint8_t seat, struct found *found, const char *where)
{
	static struct view v;
	struct knowledge_goal goal[KNOWLEDGE_GOALS_MAX];
	unsigned n, down = 0;

	game_view(g, seat, &v);
	n = knowledge_goals(&v.known, goal);
	for (unsigned i = 0; i < g->board.n; i++)
		down += (g->board.cell[i].flags & CELL_DOWN) != 0;
	cr_assert_eq(n, down, "%s: %u goals, not %u", where, n, down);
	for (unsigned i = 0; i < n; i++) {
		unsigned c = board_find(&g->board, goal[i].at.x, goal[i].at.y);
		bool mine = seat != SEAT_NONE && (goal[i].looked >> seat & 1u) != 0;

		cr_assert_neq(c, CELL_NONE, "%s", where);
		cr_assert(!mine || goal[i].is_seen, "%s: looked at and not known", where);
		if (goal[i].card == CARD_HIDDEN)
			continue;
		cr_assert_eq(goal[i].card, g->board.cell[c].card,
		    "%s, seat %u: %d,%d is no such goal", where, seat, goal[i].at.x, goal[i].at.y);
		found->seen += goal[i].is_seen;
		found->follows += !goal[i].is_seen;
	}
}

static void
note_down(struct truth *t, const struct rules *rules, const struct events *ev)
{
	for (uint32_t i = 0; i < ev->n; i++) {
		const struct event *e = &ev->at[i];

		if (e->kind == EVENT_ROUND)
			memset(t, 0, sizeof *t);
		else if (e->kind == EVENT_DISCARDED || e->kind == EVENT_LOST)
			t->down[e->seat][knowledge_kind(rules, e->card)]++;
	}
}

static unsigned
in_hand(const struct game *g, unsigned seat, card_id kind)
{
	unsigned n = 0;

	for (unsigned i = 0; i < g->seat[seat].n_hand; i++)
		n += knowledge_kind(g->rules, g->seat[seat].hand[i]) == kind;
	return n;
}

/* Counts the cards of the kind that the seat cannot see. */
static unsigned
count_unseen(const struct game *g, const struct truth *t, uint8_t seat, card_id kind)
{
	unsigned n = 0;

	for (unsigned i = g->deck_top; i < g->n_deck; i++)
		n += knowledge_kind(g->rules, g->deck[i]) == kind;
	for (unsigned i = 0; i < g->n_aside; i++)
		n += knowledge_kind(g->rules, g->aside[i]) == kind;
	for (unsigned s = 0; s < g->n_seats; s++)
		n += s == seat ? 0 : in_hand(g, s, kind) + t->down[s][kind];
	return n;
}

static void
check_cards(const struct game *g, const struct truth *t, const struct knowledge *k,
    const struct view *v, struct found *found, const char *where)
{
	for (unsigned c = 0; c < g->rules->n_cards; c++) {
		unsigned is, told = knowledge_unseen(k, v, (card_id)c);
		enum card_class class = (enum card_class)game_card(g, (card_id)c)->class;

		if ((class != CARD_PATH && class != CARD_ACTION) ||
		    knowledge_kind(g->rules, (card_id)c) != c)
			continue;
		is = count_unseen(g, t, v->seat, (card_id)c);
		/* At the end of The Duel its gold leaves the table. */
		cr_assert(k->whole && (g->phase != PHASE_OVER || g->rules != &rules_duel) ?
			told == is :
			told >= is || g->phase == PHASE_OVER,
		    "%s, seat %u, card %u: %u are unseen, not %u", where, v->seat, c, is, told);
		for (unsigned s = 0; s < g->n_seats; s++) {
			cr_assert_leq(k->held[s][c], in_hand(g, s, (card_id)c),
			    "%s, seat %u: card %u is not in the hand of %u", where, v->seat, c, s);
			found->held += s != v->seat && k->held[s][c] > 0;
		}
	}
}

/* Checks that the rows of each class are the stated ones. */
static void
check_rows(const struct game *g, const struct knowledge *k, const char *where)
{
	for (unsigned c = 0; c < g->rules->n_cards; c++) {
		const struct knowledge_rows *rows = &k->rows[g->rules->card[c].class];

		cr_assert(rows->from <= c && c < rows->to, "%s: row %u", where, c);
	}
}

/* Every goal that the seat cannot see must be among those left. */
static void
check_goals_left(const struct game *g, const struct view *v, const char *where)
{
	uint8_t left[CARDS_MAX];

	knowledge_goals_left(&v->known, left);
	for (unsigned i = 0; i < g->board.n; i++) {
		if (v->known.board.cell[i].card != CARD_HIDDEN)
			continue;
		cr_assert_gt(
		    left[g->board.cell[i].card], 0, "%s, seat %u: goal %u", where, v->seat, i);
		left[g->board.cell[i].card]--;
	}
}

static void
check_roles(const struct game *g, const struct knowledge *k, const struct view *v,
    struct found *found, const char *where)
{
	static struct knowledge_roles roles;

	knowledge_roles(k, v, &roles);
	for (unsigned s = 0; s < g->n_seats; s++) {
		if (roles.role[s] == CARD_HIDDEN)
			continue;
		cr_assert_eq(
		    roles.role[s], g->seat[s].role, "%s, seat %u: role of %u", where, v->seat, s);
		found->must_be += (roles.hidden >> s & 1u) != 0;
	}
	cr_assert(roles.hidden == 0 || roles.n_kinds > 0, "%s: no roles", where);
	for (unsigned i = 0; i < roles.n_kinds; i++) {
		unsigned n = 0;

		for (unsigned s = 0; s < g->n_seats; s++)
			n += (roles.hidden >> s & 1u) != 0 && g->seat[s].role == roles.kind[i].role;
		cr_assert(n >= roles.kind[i].min && n <= roles.kind[i].max,
		    "%s, seat %u: %u of role %u, not %u to %u", where, v->seat, n,
		    roles.kind[i].role, roles.kind[i].min, roles.kind[i].max);
		found->narrowed += roles.kind[i].min > 0;
	}
	for (unsigned i = 0; i < roles.n_sides; i++) {
		unsigned n = 0;

		for (unsigned s = 0; s < g->n_seats; s++)
			n += roles.side[i].roles >> game_card(g, g->seat[s].role)->role & 1u;
		cr_assert(n >= roles.side[i].min && n <= roles.side[i].max,
		    "%s, seat %u: side %u has %u", where, v->seat, i, n);
	}
	found->hats += k->n_hat;
}

/* Passes the events to the knowledge of each seat. */
static void
check_round(const struct game *g, const struct truth *t, const struct events *ev, int64_t n,
    struct eyes *eyes, struct found *found, const char *where)
{
	static struct events mine;
	static struct view v;

	for (uint8_t i = 0; i <= g->n_seats; i++) {
		uint8_t seat = i < g->n_seats ? i : SEAT_NONE;

		events_told(ev, seat, &mine);
		game_view(g, seat, &v);
		knowledge_learn(&eyes[i].whole, &v, &mine, n);
		if ((n + i) % 5 == 0 || g->phase == PHASE_OVER) {
			check_rows(g, &eyes[i].whole, where);
			check_cards(g, t, &eyes[i].whole, &v, found, where);
			check_roles(g, &eyes[i].whole, &v, found, where);
			check_goals_left(g, &v, where);
		}
		if (n % 7 == 3)
			eyes[i].late = (struct knowledge){ .begun = false };
		if (n < 3)
			continue;
		knowledge_learn(&eyes[i].late, &v, &mine, n);
		if ((n + i) % 5 == 1) {
			check_cards(g, t, &eyes[i].late, &v, found, where);
			check_roles(g, &eyes[i].late, &v, found, where);
		}
	}
}

/* All combinations of options, by number. */
static struct options
options_of(const struct rules *rules, uint64_t number)
{
	struct options o = { .at[OPTION_FIRST] = 0 };

	if (rules == &rules_saboteur) {
		o.at[SAB_NO_SPARE] = number >> 1 & 1u;
		o.at[SAB_KNOWN] = number >> 2 & 1u;
		o.at[SAB_SELFISH_DWARF] = number >> 3 & 1u;
	} else if (rules == &rules_duel) {
		o.at[DUEL_GOALS_BOX] = number & 1u;
	}
	return o;
}

static void
play(const struct rules *rules, uint64_t number, struct found *found)
{
	static struct eyes eyes[SEATS_MAX + 1];
	static struct truth truth;
	static struct order legal[LEGAL_MAX];
	static struct events ev;
	struct options options = options_of(rules, number);
	unsigned seats = rules->seats_min +
	    (unsigned)(number % (rules->seats_max - rules->seats_min + 1u));
	struct rng_fast rng, choice;
	struct game g;
	char where[80];

	rng_fast_init(&rng, table_seed, number);
	rng_fast_init(&choice, table_seed, ~number);
	game_init(&g, rules, (uint8_t)seats, &options);
	memset(eyes, 0, sizeof eyes);
	ev.n = 0;
	game_deal(&g, &rng.rng, &ev);
	note_down(&truth, rules, &ev);
	check_round(&g, &truth, &ev, 0, eyes, found, rules->name);
	for (unsigned turns = 0; g.phase != PHASE_OVER && turns < ORDERS_MAX; turns++) {
		size_t n = game_legal(&g, legal, LEGAL_MAX);
		struct order o = legal[rng_draw(&choice.rng, (uint32_t)n)];

		(void)snprintf(where, sizeof where, "%s %llu, turn %u", rules->name,
		    (unsigned long long)number, turns);
		/* Seats look whenever they can, since little else reveals information. */
		for (size_t i = 0; i < n; i++) {
			unsigned action = legal[i].kind == ORDER_ACT ?
			    game_card(&g, legal[i].card[0])->action :
			    ACTION_NONE;

			if ((action == ACTION_MAP || action == ACTION_INFORMATION ||
				action == ACTION_SWAP_HANDS || action == ACTION_SWAP_CARDS ||
				action == ACTION_INSPECTION || action == ACTION_SWAP_HATS) &&
			    rng_draw(&choice.rng, 2) == 0)
				o = legal[i];
		}
		ev.n = 0;
		cr_assert_eq(game_apply_all(&g, &o, 1, &rng.rng, &ev, &(unsigned){ 0 }), VERDICT_OK,
		    "%s", where);
		for (uint8_t s = 0; s < seats; s++)
			check_eyes(&g, s, found, where);
		check_eyes(&g, SEAT_NONE, found, where);
		note_down(&truth, rules, &ev);
		check_round(&g, &truth, &ev, 1 + (int64_t)turns, eyes, found, where);
	}
}

Test(know, what_must_be_is)
{
	for (size_t i = 0; rules_all[i] != NULL; i++) {
		bool roles = rules_all[i] != &rules_duel;
		struct found found = { .seen = 0 };

		for (uint64_t number = 0; number < (is_few() ? GAMES / 8 : few(GAMES)); number++)
			play(rules_all[i], number, &found);
		if (is_few())
			continue;
		cr_expect_gt(found.seen, 0, "%s: nobody looked", rules_all[i]->name);
		cr_expect(found.follows > 0 || rules_all[i] == &rules_duel,
		    "%s: nothing ever followed", rules_all[i]->name);
		cr_expect_eq(found.narrowed > 0, roles, "%s: roles", rules_all[i]->name);
		cr_expect_eq(found.must_be > 0, roles && rules_all[i] != &rules_saboteur2,
		    "%s: roles that follow", rules_all[i]->name);
		cr_expect_eq(found.held > 0,
		    rules_all[i] == &rules_saboteur2 || rules_all[i] == &rules_dark_cave,
		    "%s: hands", rules_all[i]->name);
		cr_expect_eq(found.hats > 0, rules_all[i] == &rules_saboteur2, "%s: hats",
		    rules_all[i]->name);
	}
}

/* ---- what a host may report ------------------------------------------------------------------ */

/* Events of any kind, about seats and cards that there are or not. */
static void
make_up(struct events *ev, const struct rules *rules, bool round, struct rng *rng)
{
	ev->n = 1 + rng_draw(rng, 20);
	for (uint32_t i = 0; i < ev->n; i++) {
		struct event *e = &ev->at[i];

		*e = event_make((enum event_kind)rng_draw(rng, EVENT_KIND_COUNT),
		    (uint8_t)rng_draw(rng, 5), (card_id)rng_draw(rng, rules->n_cards));
		e->to = (uint8_t)rng_draw(rng, 5);
		e->seat = e->seat == 4 ? SEAT_NONE : e->seat;
		e->to = e->to == 4 ? SEAT_NONE : e->to;
		e->card = rng_draw(rng, 6) == 0 ? CARD_HIDDEN : e->card;
		if (e->kind == EVENT_ROUND && !round)
			e->kind = EVENT_SAW_GOAL;
		e->value = (uint16_t)rng_draw(rng, 3);
	}
}

/* Lists stay within their bounds, and counts are of this seat's view, whatever was told. */
Test(know, of_any_events)
{
	for (size_t r = 0; rules_all[r] != NULL; r++) {
		const uint8_t seats = rules_all[r]->seats_max < 4 ? rules_all[r]->seats_max : 4;
		const struct options options = { .at[OPTION_FIRST] = 1 };
		static struct knowledge k;
		static struct events ev;
		static struct view v;
		struct rng_fast rng;
		struct game g;

		memset(&k, 0, sizeof k);
		rng_fast_init(&rng, table_seed, r);
		game_init(&g, rules_all[r], seats, &options);
		for (int n = 0; n < 400; n++) {
			make_up(&ev, rules_all[r], n % 200 == 199, &rng.rng);
			if (n == 1)
				game_deal(&g, &rng.rng, NULL);
			game_view(&g, n % 50 == 49 ? SEAT_NONE : 0, &v);
			if (n % 7 == 6)
				v.known.seat[0].hand[0] = CARD_HIDDEN;
			knowledge_learn(&k, &v, &ev, n);
			cr_assert_eq(k.begun, n > 0);
			cr_assert(k.n_look <= KNOWLEDGE_LOOKS_MAX && k.n_hat <= ROLES_MAX);
			for (unsigned c = 0; n > 0 && v.seat == 0 && c < rules_all[r]->n_cards; c++)
				cr_assert_leq(k.held[0][c], in_hand(&g, 0, (card_id)c));
		}
	}
}
