/*
 * Upper bound of the length of a private view.
 *
 * (R1) Only public facts are used, so that the length reveals nothing.
 * (R2) The bound has the sections that wire/private_view.c writes, with the longest possible words
 *      for hidden facts. tests/wire/room.c searches for longer views.
 */

#include <stdlib.h>

#include "draw/draw.h"
#include "text/eventline.h"
#include "text/orderlist.h"
#include "util/base32.h"
#include "util/mem.h"
#include "util/wrap.h"
#include "wire/position_rules.h"
#include "wire/private_view.h"

enum { NUMBER = 13 /* digits of a seq */ };

/* ---- hidden words --------------------------------------------------------------------------- */

static int
larger_first(const void *a, const void *b)
{
	size_t x = *(const size_t *)a, y = *(const size_t *)b;

	return (x < y) - (x > y);
}

/* The names of all cards that a hand can hold, one entry a copy, longest first. */
struct longest {
	const struct rules *rules;
	unsigned n;
	card_id card[DECK_MAX];
	size_t length[DECK_MAX];
};

static size_t
name_length(const struct rules *rules, card_id card)
{
	char name[CARD_NAME_MAX];

	card_name(rules, card, name);
	return strlen(name);
}

static void
longest_init(struct longest *l, const struct rules *rules)
{
	size_t length[CARDS_MAX] = { 0 }, most = 0;

	l->rules = rules;
	l->n = 0;
	for (card_id c = 0; c < rules->n_cards; c++) {
		if (rules->card[c].class == CARD_PATH || rules->card[c].class == CARD_ACTION)
			length[c] = name_length(rules, c);
		most = length[c] > most ? length[c] : most;
	}
	for (; most > 0; most--)
		for (card_id c = 0; c < rules->n_cards; c++)
			for (unsigned i = 0;
			     length[c] == most && i < rules->card[c].copies && l->n < DECK_MAX;
			     i++) {
				l->length[l->n] = most;
				l->card[l->n++] = c;
			}
}

/* Returns the total length of the n longest. */
static size_t
longest_sum(const struct longest *l, unsigned n)
{
	size_t sum = 0;

	for (unsigned i = 0; i < n && i < l->n; i++)
		sum += l->length[i];
	return sum;
}

/* Returns the card of this class with the longest name; CARD_NONE: there is none. */
static card_id
longest_of(const struct rules *rules, enum card_class class)
{
	card_id result = CARD_NONE;
	size_t most = 0;

	for (card_id c = 0; c < rules->n_cards; c++) {
		size_t length = rules->card[c].class == class ? name_length(rules, c) : 0;

		if (length > most) {
			most = length;
			result = c;
		}
	}
	return result;
}

size_t
private_view_len_name(const struct rules *rules, enum card_class class)
{
	card_id card = longest_of(rules, class);

	return card == CARD_NONE ? 0 : name_length(rules, card);
}

/* Returns the bytes added when n bytes of words are wrapped. A line and the word after it do not
 * fit on one line, so at least half of a line is used. */
static size_t
breaks(size_t n)
{
	enum { A_BREAK = sizeof "\n  " - 1, USED = (DRAW_COLUMNS - sizeof "hand:  ") / 2 };

	return (n / USED + 1) * A_BREAK;
}

static size_t
private_view_len_names(const struct rules *rules, unsigned n)
{
	struct longest l;

	longest_init(&l, rules);
	return longest_sum(&l, n);
}

/* ---- orders --------------------------------------------------------------------------------- */

static void
add_length(void *arg, const char *line)
{
	size_t *room = arg;

	*room += strlen("  \n") + strlen(line);
}

size_t
private_view_len_orders(const struct view *v, const struct names *names)
{
	size_t room = 0;

	(void)orders_of(v, names, true, add_length, &room);
	return room;
}

size_t
private_view_len_discards(const struct rules *rules, unsigned n, unsigned front)
{
	enum {
		A_LINE = sizeof "  discard 1 to 3 of\n" - 1,
		A_REMOVAL = sizeof " to remove break-pickaxe" - 1
	};
	size_t cards = A_LINE + private_view_len_names(rules, n) + n; /* with a blank before each */

	return front > 0 ? 2 * cards + front * A_REMOVAL : cards;
}

/* Returns an upper bound of the list can: for a hand of n cards: computes the list for each kind
 * alone, and adds up the n longest. */
static size_t
room_can(const struct view *pub, const struct names *names, uint8_t seat)
{
	struct view v = { .seat = seat, .known = pub->known };
	struct seat *mover = &v.known.seat[seat];
	size_t size[CARDS_MAX] = { 0 };
	size_t sum = 0;

	for (unsigned kind = 0; kind < v.known.rules->n_cards; kind++) {
		enum card_class class = (enum card_class)v.known.rules->card[kind].class;

		if (class != CARD_PATH && class != CARD_ACTION)
			continue;
		mover->hand[0] = (card_id)kind;
		mover->n_hand = 1;
		size[kind] = private_view_len_orders(&v, names);
	}
	qsort(size, CARDS_MAX, sizeof size[0], larger_first);
	for (unsigned i = 0; i < pub->known.seat[seat].n_hand && i < CARDS_MAX; i++)
		sum += size[i];
	return sum;
}

/* ---- sections ------------------------------------------------------------------------------- */

/* Room for a line every: and the longest note is always reserved, so that the length does not
 * reveal a recurring order. */
static const char kept_lines[] = "every: \n  note unplayable\n";

static size_t
room_header(const struct private_view_public *p)
{
	const struct digest *d = p->d;

	return strlen(VIEW_HEADING "\ngame: \nn: \nprev: \nseat: \nto: \nseq: \nseq-any: "
				   "\nseq-open: \nwaiting: \n") +
	    strlen(d->game) + (size_t)snprintf(NULL, 0, "%lld", (long long)d->n) + BASE32_HASH +
	    strlen(names_seat(&d->names, p->seat)) + AGE_TEXT + 3 * NUMBER + BASE32_HASH;
}

/* role: to seen:, except the cards in hand. */
static size_t
room_mine(const struct private_view_public *p)
{
	const struct game *g = &p->d->pub.known;
	const struct seat *me = &g->seat[p->seat];
	size_t goal = private_view_len_name(g->rules, CARD_GOAL);
	size_t n = strlen("hand: -\ngold: 999\n");

	if (me->role != CARD_NONE)
		n += strlen("role: \n") + private_view_len_name(g->rules, CARD_ROLE);
	for (unsigned i = 0; i < me->n_seen; i++)
		n += goal +
		    (size_t)snprintf(NULL, 0, "seen: %d,%d  (digest %lld)\n", me->seen[i].x,
			me->seen[i].y, (long long)p->d->n);
	return n;
}

/* Returns the class of the card that an event hides; CARD_PATH: any card that a hand can hold. */
static enum card_class
class_of(enum event_kind kind)
{
	if (kind == EVENT_ROLE || kind == EVENT_SAW_ROLE || kind == EVENT_SAW_LEFT)
		return CARD_ROLE;
	return kind == EVENT_SAW_GOAL ? CARD_GOAL : CARD_PATH;
}

/* events:, with the longest values for what is hidden from the public and shown to this seat. */
static size_t
room_events(const struct private_view_public *p, const struct longest *l)
{
	const struct rules *rules = p->d->pub.known.rules;
	struct buf lines = BUF_INIT, line = BUF_INIT;
	unsigned hands = 0;
	size_t n;

	for (uint32_t i = 0; p->ev != NULL && i < p->ev->n; i++) {
		struct event e = event_redact(&p->ev->at[i], SEAT_NONE);
		enum card_class class = class_of((enum event_kind)e.kind);

		if (e.seat != p->seat)
			continue;
		if (event_hides_value((enum event_kind)e.kind) && e.value == 0)
			e.value = 9;
		else if (e.card != CARD_HIDDEN)
			continue;
		else if (class == CARD_PATH)
			e.card = l->card[hands++ % l->n];
		else
			e.card = longest_of(rules, class);
		buf_clear(&line);
		eventline_text(rules, &p->d->names, &e, &line);
		wrap_words(buf_cstr(&line), " ", "    ", WRAP_COLUMNS, &lines);
	}
	n = lines.n;
	buf_release(&line);
	buf_release(&lines);
	return n;
}

static size_t
room_open(const struct private_view_public *p, const struct longest *l)
{
	const struct rules *rules = p->d->pub.known.rules;
	static const enum card_class class[PILES] = {
		[PILE_ROLES] = CARD_ROLE, [PILE_GOALS] = CARD_GOAL, [PILE_GOLD] = CARD_GOLD
	};
	size_t n = 0;

	for (unsigned pile = 0; p->open != NULL && pile < PILES; pile++) {
		size_t line = BASE32_HASH +
		    (size_t)snprintf(NULL, 0, "  %lld 1 %s 999 \n    \n", (long long)p->d->n,
			pile_name((enum pile)pile));

		n += p->open[pile] * line;
		n += pile == PILE_DECK ? longest_sum(l, p->open[pile]) :
					 p->open[pile] * private_view_len_name(rules, class[pile]);
	}
	return n;
}

/* position:, except what only some rules sets have. hand: length of the names in hand. */
static size_t
room_position(const struct private_view_public *p, size_t hand)
{
	const struct game *g = &p->d->pub.known;
	const struct seat *me = &g->seat[p->seat];
	size_t role = private_view_len_name(g->rules, CARD_ROLE),
	       goal = private_view_len_name(g->rules, CARD_GOAL);
	unsigned mates = g->rules->mates != NULL ? g->rules->mates(g, SEAT_NONE) : 0;
	size_t n = strlen("{\"seats\":{\"10\":{\"hand\":{\"=\":[]},\"role\":{\"=\":\"\"},"
			  "\"gold\":{\"=\":999}}},\"board\":{}}\n") +
	    hand + me->n_hand * strlen("\"\",") + role;

	for (unsigned bits = p->roles; bits != 0; bits &= bits - 1)
		n += strlen("\"10\":{\"role\":{\"=\":\"\"}},") + role;
	for (; mates != 0; mates &= mates - 1)
		n += strlen("\"10\":{\"role\":{\"=\":\"\"}},") + role;
	return n + me->n_seen * (strlen("\"999\":{\"kind\":{\"=\":\"\"}},") + goal);
}

size_t
private_view_max_len(const struct private_view_public *p)
{
	static const char titles[] = "\nevents:\n\nopen:\n\nposition:\n\ncan:\n\n";
	const struct game *g = &p->d->pub.known;
	struct longest *l = mem_new(sizeof *l);
	unsigned n_hand = g->seat[p->seat].n_hand;
	size_t hand, position, room;

	longest_init(l, g->rules);
	hand = longest_sum(l, n_hand);
	position = room_position(p, hand);
	room = room_header(p) + room_mine(p) + hand + n_hand + breaks(hand + n_hand) +
	    room_events(p, l) + strlen(kept_lines) + BASE32_HASH + room_open(p, l) + position +
	    breaks(position) + strlen(titles) + DIGEST_SIG_TEXT;
	if (g->to_move == p->seat && g->phase == PHASE_PLAY)
		room += room_can(&p->d->pub, &p->d->names, p->seat);
	if (g->rules->position->room != NULL)
		room += g->rules->position->room(&p->d->pub, &p->d->names, p->seat);
	free(l);
	return (room + VIEW_UNIT - 1) / VIEW_UNIT * VIEW_UNIT;
}
