/*
 * The player verifies what the host shows: every card, role, goal and nugget against the leaves
 * that were published with the deal of the round.
 *
 * (O1) For everything that the public part shows to this seat the view has an opening, in the same
 *      order.
 * (O2) Each opening matches its leaf.
 * (O3) The view shows what was opened.
 * (O4) Everything else that the view shows and that is not public was opened, too.
 * (O5) Cards are drawn from the top of the pile.
 */

#include "player/player.h"

#include <limits.h>

#include "record/opening.h"
#include "text/eventline.h"
#include "util/lines.h"
#include "util/mem.h"

/* One thing that the public part shows to this seat, and its opening. */
struct shown_card {
	enum event_kind kind;
	int x, y; /* of a goal */
	const struct leaf_opening *open;
	unsigned draw; /* cards drawn from the pile of the round before it, in this digest */
};

struct check {
	const struct player_read *r;
	const char *me;
	struct leaf_openings open;
	unsigned n;
	struct shown_card shown[OPENINGS_MAX];
	bool stale_hand; /* the hand changed again after the last card drawn */
	unsigned draws;  /* by all seats, in the current round */
};

static int
report_cheat(
    const struct player_read *r, struct err *err, const char *what, const struct leaf_opening *o)
{
	char card[CARD_NAME_MAX] = "";

	if (o != NULL)
		card_name(r->d.pub.known.rules, o->card, card);
	return err_set(err, ERR_AUTH, "%s%s%s", what, o != NULL ? ": " : "", card);
}

/* Reads the next word of a line at *p that ends at `end`. Returns false at the end. */
static bool
next_word(const char **p, const char *end, const char **from, size_t *n)
{
	while (*p < end && **p == ' ')
		(*p)++;
	*from = *p;
	while (*p < end && **p != ' ')
		(*p)++;
	*n = (size_t)(*p - *from);
	return *n > 0;
}

/* Parses "8,-2". */
static bool
read_place(const char *s, size_t n, int *x, int *y)
{
	const char *comma = memchr(s, ',', n);
	size_t left = comma != NULL ? (size_t)(comma - s) : 0;
	int64_t a, b;

	if (comma == NULL || number_parse_range(s, left, INT_MIN, INT_MAX, &a) < 0 ||
	    number_parse_range(comma + 1, n - left - 1, INT_MIN, INT_MAX, &b) < 0)
		return false;
	*x = (int)a;
	*y = (int)b;
	return true;
}

/* Parses one line of events: "drew anna ?", "saw-goal anna ? 8,2". */
static int
take_line(struct check *c, const char *p, const char *end, struct err *err)
{
	struct shown_card s = { .kind = EVENT_KIND_COUNT };
	const char *at;
	size_t n;

	if (!next_word(&p, end, &at, &n))
		return 0;
	s.kind = event_find(at, n);
	if (s.kind == EVENT_ROUND) {
		c->stale_hand = true;
		c->draws = 0;
	}
	if (s.kind == EVENT_DREW)
		s.draw = c->draws++;
	if (s.kind == EVENT_KIND_COUNT || !next_word(&p, end, &at, &n) || strlen(c->me) != n ||
	    memcmp(at, c->me, n) != 0)
		return 0;
	c->stale_hand = s.kind != EVENT_DREW && s.kind != EVENT_RECEIVED;
	if (opening_pile(s.kind) == PILES)
		return 0;
	while (s.kind == EVENT_SAW_GOAL && next_word(&p, end, &at, &n))
		if (read_place(at, n, &s.x, &s.y))
			break;
	if (c->n == c->open.n)
		return report_cheat(
		    c->r, err, "the private view does not open everything it shows", NULL);
	s.open = &c->open.at[c->n];
	if (s.open->pile != opening_pile(s.kind))
		return report_cheat(c->r, err, "what is opened is not what was shown", s.open);
	c->shown[c->n++] = s;
	return 0;
}

/* (O1) */
static int
read_events(struct check *c, struct err *err)
{
	const struct span *sp = &c->r->t.events;
	struct lines l = { c->r->tr.text.p, sp->at + sp->n, sp->at, 1 };
	const char *p;
	size_t n;

	while (lines_next(&l, &p, &n)) {
		/* A line with deeper indentation continues the line before it. These events are
		 * never that long. */
		if (n > 2 && p[2] != ' ' && take_line(c, p, p + n, err) < 0)
			return -1;
	}
	return 0;
}

/* True if the leaves of digest n would be known here if it had published them. */
static bool
was_read(const struct player_read *r, int64_t n)
{
	if (n >= r->first_n && n <= r->d.n && !r->has_gap)
		return true;
	for (size_t i = 0; i < r->leaves.n; i++)
		if (r->leaves.at[i].n == n)
			return true;
	return false;
}

static bool
is_same(const struct leaf_opening *a, const struct leaf_opening *b)
{
	return a->round == b->round && a->pile == b->pile && a->index == b->index;
}

/* (O2) */
static int
check_leaves(struct player_read *r, const struct leaf_openings *open, struct err *err)
{
	for (unsigned i = 0; i < open->n; i++) {
		const struct leaf_opening *o = &open->at[i];
		const struct leaf *leaf = leaves_find(
		    &r->leaves, o->n, o->round, o->pile, o->index);
		const struct leaf *newest = leaves_newest(
		    &r->leaves, r->d.n, o->round, o->pile, o->index);

		if (o->n > r->d.n || (newest != NULL && newest->n > o->n))
			return report_cheat(
			    r, err, "this was shuffled again since it was committed to", o);
		if (leaf == NULL && !was_read(r, o->n)) {
			r->unproven++;
			continue;
		}
		if (leaf == NULL || !opening_fits(r->d.game, r->d.pub.known.rules, o, leaf))
			return report_cheat(
			    r, err, "this is not what it committed to when it dealt", o);
		r->opened++;
	}
	return 0;
}

/* Cards of one kind may have several rows in the card list, for example in several decks. An
 * opening names only the kind. */
static bool
same_kind(const struct rules *rules, card_id a, card_id b)
{
	char one[CARD_NAME_MAX], other[CARD_NAME_MAX];

	card_name(rules, a, one);
	card_name(rules, b, other);
	return strcmp(one, other) == 0;
}

/* ---- content of the view --------------------------------------------------------------------- */

/* Counts distinct openings of this pile and kind. round 0: any round. */
static unsigned
count_openings(const struct check *c, enum pile pile, unsigned round, card_id kind)
{
	const struct rules *rules = c->r->d.pub.known.rules;
	unsigned found = 0;

	for (unsigned i = 0; i < c->open.n; i++) {
		const struct leaf_opening *o = &c->open.at[i];

		bool again = false;

		for (unsigned k = 0; k < i; k++)
			again = again || is_same(o, &c->open.at[k]);
		found += !again && o->pile == pile && (round == 0 || o->round == round) &&
		    same_kind(rules, o->card, kind);
	}
	return found;
}

/* Counts cards of one kind in a list. */
static unsigned
count_cards(const struct rules *rules, const card_id *card, unsigned n, card_id kind)
{
	unsigned found = 0;

	for (unsigned i = 0; i < n; i++)
		found += same_kind(rules, card[i], kind);
	return found;
}

/* (O3) for c->shown[k]. */
static bool
is_in_view(const struct check *c, unsigned k)
{
	const struct shown_card *s = &c->shown[k];
	const struct game *g = &c->r->v.view.known;
	const struct seat *me = &g->seat[c->r->seat];
	unsigned same = 0, cell;

	if (s->open->round != g->round)
		return true; /* that round is over: its audit checks it */
	switch (opening_pile(s->kind)) {
	case PILE_DECK:
		for (unsigned i = 0; i < c->n; i++)
			same += c->shown[i].open->pile == PILE_DECK &&
			    c->shown[i].open->round == g->round &&
			    c->shown[i].open->card == s->open->card;
		return c->stale_hand ||
		    count_cards(g->rules, me->hand, me->n_hand, s->open->card) >= same;
	case PILE_ROLES:
		for (unsigned i = k + 1; i < c->n; i++)
			if (c->shown[i].kind == EVENT_ROLE)
				return true;
		return s->kind != EVENT_ROLE || same_kind(g->rules, me->role, s->open->card);
	case PILE_GOALS:
		cell = board_find(&g->board, s->x, s->y);
		return cell != CELL_NONE &&
		    same_kind(g->rules, g->board.cell[cell].card, s->open->card) &&
		    g->rules->goal_index(g, s->x, s->y) == s->open->index;
	case PILE_GOLD:
		return count_cards(g->rules, me->gold_card, me->n_gold, s->open->card) > 0;
	case PILES:
		break;
	}
	return true;
}

static int
not_opened(const struct check *c, const char *what, card_id card, struct err *err)
{
	const struct leaf_opening o = { .card = card };

	return report_cheat(c->r, err, what, &o);
}

/* (O4) The hand, and its length. */
static int
check_hand(const struct check *c, struct err *err)
{
	const struct game *g = &c->r->v.view.known;
	const struct seat *me = &g->seat[c->r->seat];

	if (me->n_hand != c->r->d.pub.known.seat[c->r->seat].n_hand)
		return report_cheat(c->r, err,
		    "the private view shows another number of cards than the table", NULL);
	for (unsigned i = 0; i < me->n_hand; i++)
		if (me->hand[i] == CARD_HIDDEN ||
		    count_openings(c, PILE_DECK, g->round, me->hand[i]) <
			count_cards(g->rules, me->hand, me->n_hand, me->hand[i]))
			return not_opened(c, "a card in hand that is not opened", me->hand[i], err);
	return 0;
}

/* (O4) Roles known to the seat but not public. */
static int
check_roles(const struct check *c, struct err *err)
{
	const struct game *g = &c->r->v.view.known, *pub = &c->r->d.pub.known;

	for (unsigned s = 0; s < g->n_seats; s++) {
		card_id role = g->seat[s].role;

		if (role == CARD_NONE || role == CARD_HIDDEN || pub->seat[s].role == role)
			continue;
		if (count_openings(c, PILE_ROLES, g->round, role) == 0)
			return not_opened(c, "a role that is not opened", role, err);
	}
	return 0;
}

/* (O4) Goals at their places. */
static int
check_goals(const struct check *c, struct err *err)
{
	const struct game *g = &c->r->v.view.known, *pub = &c->r->d.pub.known;

	for (unsigned i = 0; i < g->board.n; i++) {
		const struct cell *cell = &g->board.cell[i];
		unsigned same = board_find(&pub->board, cell->x, cell->y), index;
		bool found = false;

		if (cell->card == CARD_HIDDEN || same == CELL_NONE ||
		    pub->board.cell[same].card != CARD_HIDDEN)
			continue;
		index = g->rules->goal_index(g, cell->x, cell->y);
		for (unsigned k = 0; k < c->open.n; k++) {
			const struct leaf_opening *o = &c->open.at[k];

			found = found ||
			    (o->pile == PILE_GOALS && o->round == g->round && o->index == index &&
				same_kind(g->rules, o->card, cell->card));
		}
		if (!found)
			return not_opened(c, "a goal that is not opened", cell->card, err);
	}
	return 0;
}

/* (O3) Nuggets. The seat may have more gold, since gold of saboteurs is paid in public. */
static int
check_gold(const struct check *c, struct err *err)
{
	const struct rules *rules = c->r->v.view.known.rules;
	const struct seat *me = &c->r->v.view.known.seat[c->r->seat];

	for (unsigned i = 0; i < c->open.n; i++) {
		const struct leaf_opening *o = &c->open.at[i];

		if (o->pile == PILE_GOLD &&
		    count_openings(c, PILE_GOLD, 0, o->card) >
			count_cards(rules, me->gold_card, me->n_gold, o->card))
			return report_cheat(
			    c->r, err, "the private view shows less gold than it opens", o);
	}
	return 0;
}

/* (O5) Every card drawn was the next one. The size of the pile now gives its index. */
static int
check_draws(const struct check *c, struct err *err)
{
	const struct player_read *r = c->r;
	const struct game *g = &r->d.pub.known;
	unsigned total = 0, next;

	for (size_t i = 0; i < r->leaves.n; i++) {
		const struct leaf *l = &r->leaves.at[i];

		if (l->n <= r->d.n && l->round == g->round && l->pile == PILE_DECK &&
		    l->index >= total)
			total = l->index + 1u;
	}
	if (total < game_deck_left(g) + c->draws)
		return 0; /* the digest of the deal was not read, so the openings stay unproven */
	next = total - game_deck_left(g) - c->draws;
	for (unsigned i = 0; i < c->n; i++) {
		const struct shown_card *s = &c->shown[i];

		if (s->kind == EVENT_DREW && s->open->round == g->round &&
		    s->open->index != next + s->draw)
			return report_cheat(
			    r, err, "a card that was not the next one of the pile", s->open);
	}
	return 0;
}

int
player_check_openings(struct player_read *r, struct err *err)
{
	struct check *c;
	int result;

	r->opened = r->unproven = 0;
	if (r->d.dealing != DIGEST_DEALING_AUDITED)
		return 0;
	c = mem_zero(1, sizeof *c);
	c->r = r;
	c->me = r->v.seat;
	result = openings_parse(r->plain.p, r->sp.open, r->d.pub.known.rules, &c->open, err);
	if (result == 0)
		result = read_events(c, err);
	if (result == 0)
		result = check_leaves(r, &c->open, err);
	for (unsigned i = 0; i < c->n && result == 0; i++)
		if (!is_in_view(c, i))
			result = report_cheat(r, err,
			    "the private view shows something else than it opens",
			    c->shown[i].open);
	if (result == 0 &&
	    (check_hand(c, err) < 0 || check_roles(c, err) < 0 || check_goals(c, err) < 0 ||
		check_gold(c, err) < 0 || check_draws(c, err) < 0))
		result = -1;
	seal_wipe(c, sizeof *c);
	free(c);
	return result;
}
