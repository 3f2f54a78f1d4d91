#include <criterion/criterion.h>

#include "core/transition.h"
#include "games/games.h"
#include "games/table.h"
#include "player/preview.h"

/* Previews of orders. Played on the view alone, the result must equal that of the game wherever
 * hidden information has no influence, and must show nothing that the seat cannot know. */

enum { GAMES = 4 }; /* for each number of seats */

struct tried { /* counters, so that no test is empty */
	unsigned same, turned, ended, lost, drawn, hidden;
};

static unsigned
count_of(const struct events *ev, enum event_kind kind, uint8_t seat)
{
	unsigned n = 0;

	for (uint32_t i = 0; i < ev->n; i++)
		n += ev->at[i].kind == kind && (seat == SEAT_NONE || ev->at[i].seat == seat);
	return n;
}

/* Goals that were turned up and unknown to the seat. */
static unsigned
surprises(const struct view *v, const struct events *ev)
{
	unsigned n = 0;

	for (uint32_t i = 0; i < ev->n; i++) {
		unsigned cell = board_find(&v->known.board, ev->at[i].x, ev->at[i].y);

		n += ev->at[i].kind == EVENT_TURNED_UP && cell != CELL_NONE &&
		    v->known.board.cell[cell].card == CARD_HIDDEN;
	}
	return n;
}

/* Cards hidden in the view before must stay hidden, and new cards are hidden. */
static void
check_hides(const struct view *v, const struct view *after, const struct events *ev, bool may_end,
    const char *where, struct tried *tried)
{
	const struct seat *me = &after->known.seat[v->seat];
	unsigned hidden = 0;

	for (unsigned i = 0; i < me->n_hand; i++)
		hidden += me->hand[i] == CARD_HIDDEN;
	if (!may_end && count_of(ev, EVENT_RECEIVED, v->seat) == 0)
		cr_assert_eq(hidden, count_of(ev, EVENT_DREW, v->seat), "%s: a card drawn", where);
	tried->drawn += hidden;
	for (unsigned i = 0; i < v->known.board.n; i++) {
		const struct cell *c = &v->known.board.cell[i];
		unsigned at = board_find(&after->known.board, c->x, c->y);

		if (c->card != CARD_HIDDEN)
			continue;
		tried->hidden++;
		cr_assert(at != CELL_NONE && after->known.board.cell[at].card == CARD_HIDDEN &&
			(after->known.board.cell[at].flags & CELL_DOWN) != 0,
		    "%s: goal at %d,%d", where, c->x, c->y);
	}
	for (unsigned s = 0; s < v->known.n_seats; s++)
		if (v->known.seat[s].role == CARD_HIDDEN &&
		    count_of(ev, EVENT_SHOWN, (uint8_t)s) == 0)
			cr_assert_eq(
			    after->known.seat[s].role, CARD_HIDDEN, "%s: role of %u", where, s);
}

static void
check_words(
    const struct buf *words, const struct view *v, const struct events *ev, const char *where)
{
	const struct {
		unsigned n;
		const char *word;
	} row[] = {
		{ surprises(v, ev), "turned up" },
		{ count_of(ev, EVENT_LOST, v->seat), "at random" },
		{ count_of(ev, EVENT_SAW_GOAL, v->seat), "what the goal is" },
		{ count_of(ev, EVENT_SAW_ROLE, v->seat), "see the role" },
		{ count_of(ev, EVENT_RECEIVED, v->seat), "get a hand" },
		{ count_of(ev, EVENT_ROLE, v->seat), "another role" },
	};

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++)
		if (row[i].n > 0)
			cr_assert(words->n > 0 && strstr(words->p, row[i].word) != NULL,
			    "%s: \"%s\" is not said", where, row[i].word);
}

/* Exchanges everything hidden: the preview must not change. */
static void
check_secret(const struct game *g, const struct order *o, const struct view *after,
    const struct buf *words, uint64_t number, const char *where)
{
	static struct view v, other;
	uint8_t a[PACK_MAX], b[PACK_MAX];
	struct game shuffled = *g;
	struct buf said = BUF_INIT;
	struct rng_fast rng;
	size_t n;

	rng_fast_init(&rng, table_seed, number + 77);
	game_reshuffle(&shuffled, &rng.rng);
	game_view(&shuffled, o->seat, &v);
	cr_assert(preview(&v, o, 1, &other, &said), "%s", where);
	n = game_pack(&after->known, a);
	cr_assert_eq(game_pack(&other.known, b), n, "%s", where);
	cr_assert_arr_eq(a, b, n, "%s: the preview hangs on what is hidden", where);
	cr_assert_str_eq(buf_cstr(&said), buf_cstr(words), "%s", where);
	buf_release(&said);
}

static void
check_order(const struct game *g, const struct order *o, uint64_t number, const char *where,
    struct tried *tried)
{
	static struct view v, after;
	static struct events ev;
	struct buf words = BUF_INIT;
	struct game next = *g;
	struct rng_fast rng;
	enum transition_part what = TRANSITION_TURN;
	bool shown;

	rng_fast_init(&rng, table_seed, number);
	game_view(g, o->seat, &v);
	ev.n = 0;
	game_play(&next, o, &rng.rng, &ev);
	for (uint32_t i = 0; i < ev.n; i++) /* what is dealt then belongs to the next round */
		if (ev.at[i].kind == EVENT_ROUND)
			ev.n = i;
	memset(&after, 0xa5, sizeof after);
	shown = preview(&v, o, 1, &after, &words);
	cr_assert_eq(shown, o->kind != ORDER_TAKE && o->kind != ORDER_STEAL && o->kind != ORDER_AXE,
	    "%s", where);
	if (shown) {
		bool ended = count_of(&ev, EVENT_ROUND_END, SEAT_NONE) > 0;
		bool lost = count_of(&ev, EVENT_LOST, SEAT_NONE) > 0;

		bool may_end = ended || strstr(buf_cstr(&words), " could end") != NULL;

		check_hides(&v, &after, &ev, may_end, where, tried);
		check_words(&words, &v, &ev, where);
		check_secret(g, o, &after, &words, number, where);
		tried->ended += ended;
		tried->lost += lost;
		tried->turned += surprises(&v, &ev) > 0;
		if (!may_end && !lost && surprises(&v, &ev) == 0 &&
		    (g->rules->may_join == NULL || game_may_combine(&v.known, o))) {
			tried->same++;
			cr_assert(transition_same_public(&after.known, &next, &what),
			    "%s: order %u, card %u: other than the next view in %u", where, o->kind,
			    o->card[0], what);
		}
	}
	buf_release(&words);
}

static void
play_through(const struct rules *rules, uint8_t seats, uint64_t number, struct tried *tried)
{
	static struct order legal[LEGAL_MAX];
	const struct options options = { .at[OPTION_FIRST] = 0 };
	struct rng_fast rng, choice;
	char where[80];
	struct game g;

	rng_fast_init(&rng, table_seed, number);
	rng_fast_init(&choice, table_seed, ~number);
	rng_open(&choice.rng, 1, RNG_LOSS);
	game_init(&g, rules, seats, &options);
	game_deal(&g, &rng.rng, NULL);
	for (unsigned turns = 0; g.phase != PHASE_OVER; turns++) {
		size_t n = game_legal(&g, legal, LEGAL_MAX);
		struct order o = table_choice(&g, legal, n, number, &choice.rng);

		(void)snprintf(where, sizeof where, "%s, %u seats, game %u, turn %u", rules->name,
		    seats, (unsigned)number, turns);
		check_order(&g, &legal[rng_draw(&choice.rng, (uint32_t)n)], number, where, tried);
		check_order(&g, &o, number, where, tried);
		rng_open(&choice.rng, turns + 2, RNG_LOSS);
		game_play(&g, &o, &rng.rng, NULL);
	}
}

Test(preview, is_the_next_view_where_nothing_hidden_decides)
{
	for (const struct rules *const *rules = rules_all; *rules != NULL; rules++) {
		struct tried tried = { 0 };

		for (uint8_t seats = (*rules)->seats_min; seats <= (*rules)->seats_max; seats++)
			for (unsigned i = 0; i < GAMES; i++)
				play_through(*rules, seats, i, &tried);
		cr_expect_gt(tried.same, 100, "%s", (*rules)->name);
		cr_expect_gt(tried.turned, 0, "%s: no goal turned up", (*rules)->name);
		cr_expect_gt(tried.ended, 0, "%s", (*rules)->name);
		cr_expect_gt(tried.drawn, 100, "%s", (*rules)->name);
		cr_expect_gt(tried.hidden, 100, "%s", (*rules)->name);
		if (*rules == &rules_dark_cave)
			cr_expect_gt(tried.lost, 0, "no card was lost");
	}
}
