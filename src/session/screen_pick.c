/* Legal orders arranged by card, target and variant. */
#include "session/screen_pick.h"

#include <stdlib.h>
#include <string.h>

#include "text/orderline.h"
#include "util/mem.h"

/* ---- items ----------------------------------------------------------------------------------- */

/* Returns the item of a card; adds it if there is none. Cards with one name are equal: several decks
 * may have them. */
static unsigned
card_item(struct picks *p, const struct rules *rules, card_id card)
{
	struct pick_item item = { .is_card = true, .card = card };
	unsigned k = 0;

	card_name(rules, card, item.word);
	while (k < p->n_items && (!p->item[k].is_card || strcmp(p->item[k].word, item.word) != 0))
		k++;
	if (k == p->n_items && k < PICK_ITEMS_MAX)
		p->item[p->n_items++] = item;
	return k;
}

static void
add_hand(struct picks *p, const struct view *v, const bool *is_new)
{
	const struct seat *me = &v->known.seat[v->seat];

	for (unsigned i = 0; i < me->n_hand; i++) {
		const unsigned k = card_item(p, v->known.rules, me->hand[i]);

		p->item[k].copies++;
		p->item[k].is_new = p->item[k].is_new || (is_new != NULL && is_new[i]);
	}
}

/* Returns the item with this verb; adds it if there is room. */
static unsigned
verb_item(struct picks *p, const char *word, size_t n)
{
	for (unsigned i = 0; i < p->n_items; i++)
		if (!p->item[i].is_card && strlen(p->item[i].word) == n &&
		    memcmp(p->item[i].word, word, n) == 0)
			return i;
	if (p->n_items == PICK_ITEMS_MAX || n >= sizeof p->item[0].word)
		return PICK_ITEMS_MAX;
	p->item[p->n_items] = (struct pick_item){ .card = CARD_NONE };
	memcpy(p->item[p->n_items].word, word, n);
	return p->n_items++;
}

static unsigned
item_of(
    struct picks *p, const struct rules *rules, const struct names *names, const struct order *o)
{
	struct buf text = BUF_INIT;
	unsigned item;

	if (o->kind == ORDER_PLACE || o->kind == ORDER_ACT)
		return card_item(p, rules, o->card[0]);
	orderline_text(rules, names, o, &text);
	item = verb_item(p, buf_cstr(&text), strcspn(buf_cstr(&text), " "));
	buf_wipe(&text);
	return item;
}

/* ---- targets --------------------------------------------------------------------------------- */

static struct pick_target
target_of(const struct order *o)
{
	struct pick_target t = { .kind = PICK_NOTHING, .seat = SEAT_NONE };
	const unsigned last = o->kind == ORDER_WALK && o->n_at > 0 ? o->n_at - 1u : 0;

	if (o->kind != ORDER_STEAL && o->n_at > 0) {
		t.kind = PICK_PLACE;
		t.at = (struct place){ o->at[last].x, o->at[last].y };
	} else if (o->to != SEAT_NONE) {
		t.kind = PICK_SEAT;
		t.seat = o->to;
	}
	return t;
}

struct sorted {
	unsigned item;
	struct pick_target target;
	size_t order; /* as listed */
};

static int
compare(const void *a, const void *b)
{
	const struct sorted *x = a, *y = b;
	const struct pick_target *s = &x->target, *t = &y->target;

	if (x->item != y->item)
		return x->item < y->item ? -1 : 1;
	if (s->kind != t->kind)
		return s->kind < t->kind ? -1 : 1;
	if (place_rank(s->at.x, s->at.y) != place_rank(t->at.x, t->at.y))
		return place_is_before(s->at, t->at) ? -1 : 1;
	if (s->seat != t->seat)
		return s->seat < t->seat ? -1 : 1;
	return x->order < y->order ? -1 : 1;
}

static bool
is_same_target(const struct pick_target *a, const struct pick_target *b)
{
	return a->kind == b->kind && a->at.x == b->at.x && a->at.y == b->at.y && a->seat == b->seat;
}

/* Arranges the orders by item and target. */
static void
arrange(struct picks *p, const struct order *legal, const struct sorted *sorted, size_t n)
{
	p->order = mem_zero(n + 1, sizeof *p->order);
	p->target = mem_zero(n + 1, sizeof *p->target);
	for (size_t i = 0; i < n; i++) {
		struct pick_item *item = &p->item[sorted[i].item];
		struct pick_target *last = item->n > 0 ? &p->target[p->n_targets - 1] : NULL;

		if (last == NULL || !is_same_target(last, &sorted[i].target)) {
			if (item->n++ == 0)
				item->first = p->n_targets;
			last = &p->target[p->n_targets++];
			*last = sorted[i].target;
			last->first = p->n_orders;
		}
		last->n++;
		p->order[p->n_orders++] = legal[sorted[i].order];
	}
}

static void
add_orders(struct picks *p, const struct view *v, const struct names *names)
{
	struct order *legal = mem_new(LEGAL_MAX * sizeof *legal);
	const size_t plays = game_legal_plays(&v->known, legal, LEGAL_MAX);
	struct sorted *sorted = mem_zero(plays + 1, sizeof *sorted);
	size_t n = 0;

	for (size_t i = 0; i < plays; i++) {
		const unsigned item = item_of(p, v->known.rules, names, &legal[i]);

		if (item < PICK_ITEMS_MAX)
			sorted[n++] = (struct sorted){ item, target_of(&legal[i]), i };
	}
	qsort(sorted, n, sizeof *sorted, compare);
	arrange(p, legal, sorted, n);
	p->n_discards = game_legal_discards(&v->known, legal, LEGAL_MAX);
	p->discard = mem_zero(p->n_discards + 1, sizeof *p->discard);
	memcpy(p->discard, legal, p->n_discards * sizeof *legal);
	if (p->n_discards > 0) {
		const unsigned item = verb_item(p, "discard", strlen("discard"));

		if (item < PICK_ITEMS_MAX)
			p->item[item].is_discard = true;
	}
	mem_wipe(legal, (plays > p->n_discards ? plays : p->n_discards) * sizeof *legal);
	free(legal);
	free(sorted);
}

void
picks_make(struct picks *p, const struct view *v, bool legal, const bool *is_new,
    const struct names *names)
{
	memset(p, 0, sizeof *p);
	if (v->seat == SEAT_NONE)
		return;
	add_hand(p, v, is_new);
	if (legal && v->known.to_move == v->seat)
		add_orders(p, v, names);
}

void
picks_release(struct picks *p)
{
	if (p->order != NULL)
		mem_wipe(p->order, p->n_orders * sizeof *p->order);
	if (p->discard != NULL)
		mem_wipe(p->discard, p->n_discards * sizeof *p->discard);
	free(p->order);
	free(p->target);
	free(p->discard);
	mem_wipe(p, sizeof *p);
}

/* ---- moving ------------------------------------------------------------------------------------ */

/* A position of a target on a plane: seats are to the right of all places, one below the other. */
static struct place
position(const struct pick_target *t)
{
	if (t->kind == PICK_SEAT)
		return (struct place){ COORD_MAX + 1, (int8_t)(t->seat - SEATS_MAX / 2) };
	return t->at;
}

size_t
picks_step(const struct picks *p, const struct pick_item *item, size_t from, int dx, int dy)
{
	const struct place here = position(&p->target[from]);
	size_t best = from;
	int least = INT32_MAX;

	for (size_t i = item->first; i < item->first + item->n; i++) {
		const struct place there = position(&p->target[i]);
		const int x = there.x - here.x, y = there.y - here.y;
		const int along = dx != 0 ? x * dx : y * dy, across = dx != 0 ? y : x;
		const int cost = along + 3 * (across < 0 ? -across : across);

		if (along > 0 && cost < least) {
			least = cost;
			best = i;
		}
	}
	return best;
}

/* ---- discards ------------------------------------------------------------------------------------ */

static bool
is_discard_of(struct picks *p, const struct rules *rules, const struct order *o,
    const unsigned marked[static PICK_ITEMS_MAX])
{
	unsigned named[PICK_ITEMS_MAX + 1] = { 0 };

	for (unsigned k = 0; k < o->n_card; k++)
		named[card_item(p, rules, o->card[k])]++;
	return memcmp(named, marked, PICK_ITEMS_MAX * sizeof named[0]) == 0;
}

size_t
picks_discards(struct picks *p, const struct rules *rules,
    const unsigned marked[static PICK_ITEMS_MAX], const struct order **out, size_t max)
{
	size_t n = 0;

	for (size_t i = 0; i < p->n_discards; i++)
		if (is_discard_of(p, rules, &p->discard[i], marked) && n < max)
			out[n++] = &p->discard[i];
	return n;
}
