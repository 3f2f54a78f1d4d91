/*
 * Inference of roles.
 *
 * (W1) The role cards of the round, less those that are seen, are in front of seats with hidden
 * roles or in front of no seat. A fact follows if every such deal has it. All deals are tried, as
 * perfect matchings of cards and places.
 */
#include "core/knowledge.h"

#include <string.h>

struct hidden {
	unsigned n;                  /* number of cards, and of places */
	card_id card[ROLES_MAX];     /* in any order */
	uint8_t place[ROLES_MAX];    /* a seat, or SEAT_NONE: in front of no seat */
	uint16_t allowed[ROLES_MAX]; /* for each place: bits of the cards that are possible there */
};

/* ---- matching -------------------------------------------------------------------------------- */

enum { FREE = 0xff };

/* Finds a card for the place and moves other cards if needed. */
static bool
match_role(const uint16_t *allowed, unsigned n, unsigned place, uint16_t *tried, uint8_t *at)
{
	for (unsigned c = 0; c < n; c++) {
		if ((allowed[place] & 1u << c) == 0 || (*tried & 1u << c) != 0)
			continue;
		*tried = (uint16_t)(*tried | 1u << c);
		if (at[c] == FREE || match_role(allowed, n, at[c], tried, at)) {
			at[c] = (uint8_t)place;
			return true;
		}
	}
	return false;
}

/* True if all cards can be assigned. */
static bool
has_assignment(const uint16_t *allowed, unsigned n)
{
	uint8_t at[ROLES_MAX];

	memset(at, FREE, sizeof at);
	for (unsigned i = 0; i < n; i++) {
		uint16_t tried = 0;

		if (!match_role(allowed, n, i, &tried, at))
			return false;
	}
	return true;
}

/* ---- the cards ------------------------------------------------------------------------------- */

static bool
remove_card(struct hidden *h, card_id card)
{
	for (unsigned i = 0; i < h->n; i++) {
		if (h->card[i] == card) {
			h->card[i] = h->card[--h->n];
			return true;
		}
	}
	return false;
}

/* (W1) Collects hidden cards and places. Returns false if the seen cards contradict the cards of
 * the game. */
static bool
find_hidden(const struct knowledge *k, const struct view *v, struct hidden *h)
{
	const struct game *g = &v->known;
	const struct knowledge_rules *own = g->rules->know;
	unsigned n = 0;

	h->n = own->roles(g, h->card);
	for (unsigned i = 0; i < k->n_hat; i++)
		if (!remove_card(h, k->hat[i]))
			return false;
	for (uint8_t s = 0; s < g->n_seats; s++) {
		if (g->seat[s].role == CARD_HIDDEN && n < ROLES_MAX)
			h->place[n++] = s;
		else if (g->seat[s].role < g->rules->n_cards && !remove_card(h, g->seat[s].role))
			return false;
	}
	if (n > h->n)
		return false;
	memset(h->place + n, SEAT_NONE, ROLES_MAX - n);
	for (unsigned i = 0; i < h->n; i++) {
		h->allowed[i] = 0;
		for (unsigned c = 0; c < h->n; c++)
			if (own->may_be == NULL || own->may_be(v, h->place[i], h->card[c]))
				h->allowed[i] = (uint16_t)(h->allowed[i] | 1u << c);
	}
	return has_assignment(h->allowed, h->n);
}

/* Returns the bits of the cards equal to `card`. */
static uint16_t
cards_of(const struct hidden *h, card_id card)
{
	unsigned bits = 0;

	for (unsigned c = 0; c < h->n; c++)
		if (h->card[c] == card)
			bits |= 1u << c;
	return (uint16_t)bits;
}

/* True if exactly `count` of these equal cards can be in front of seats. */
static bool
can_count(const struct hidden *h, uint16_t cards, unsigned count)
{
	uint16_t allowed[ROLES_MAX];
	unsigned before = 0;

	for (unsigned c = 0; c < h->n && count > 0; c++) {
		if ((cards & 1u << c) == 0)
			continue;
		before |= 1u << c;
		count--;
	}
	for (unsigned i = 0; i < h->n; i++)
		allowed[i] = (uint16_t)(h->allowed[i] &
		    ~(h->place[i] == SEAT_NONE ? before : cards & ~before));
	return count == 0 && has_assignment(allowed, h->n);
}

/* ---- results --------------------------------------------------------------------------------- */

/* Returns the only role that this place can have, or CARD_HIDDEN. */
static card_id
only_role(const struct hidden *h, unsigned place)
{
	uint16_t allowed[ROLES_MAX];
	card_id only = CARD_HIDDEN;

	for (unsigned c = 0; c < h->n; c++) {
		memcpy(allowed, h->allowed, sizeof allowed);
		allowed[place] = (uint16_t)(h->allowed[place] & 1u << c);
		if (h->card[c] == only || !has_assignment(allowed, h->n))
			continue;
		if (only != CARD_HIDDEN)
			return CARD_HIDDEN;
		only = h->card[c];
	}
	return only;
}

static void
count_kinds(const struct hidden *h, const struct rules *rules, struct knowledge_roles *out)
{
	for (unsigned r = 0; r < rules->n_cards; r++) {
		uint16_t cards = cards_of(h, (card_id)r);
		unsigned min = 0, max = 0;

		for (unsigned n = h->n + 1; n-- > 0 && cards != 0;) {
			if (!can_count(h, cards, n))
				continue;
			min = n;
			max = n > max ? n : max;
		}
		if (max == 0)
			continue;
		out->kind[out->n_kinds].role = (card_id)r;
		out->kind[out->n_kinds].min = (uint8_t)min;
		out->kind[out->n_kinds++].max = (uint8_t)max;
	}
}

/* Adds the bounds of the number of members: seen roles, and the bounds of each hidden kind. */
static void
count_side(const struct game *g, const struct knowledge_roles *roles, struct knowledge_side *side)
{
	const struct card_def *card = g->rules->card;

	for (unsigned s = 0; s < g->n_seats; s++) {
		card_id role = g->seat[s].role;
		bool is = role < g->rules->n_cards && (side->roles & 1u << card[role].role) != 0;

		side->min = (uint8_t)(side->min + is);
		side->max = (uint8_t)(side->max + is);
	}
	for (unsigned i = 0; i < roles->n_kinds; i++) {
		if ((side->roles & 1u << card[roles->kind[i].role].role) == 0)
			continue;
		side->min = (uint8_t)(side->min + roles->kind[i].min);
		side->max = (uint8_t)(side->max + roles->kind[i].max);
	}
}

void
knowledge_roles(const struct knowledge *k, const struct view *v, struct knowledge_roles *out)
{
	const struct game *g = &v->known;
	const struct knowledge_rules *own = g->rules->know;
	struct hidden h = { .n = 0 };
	bool fits = g->phase != PHASE_SETUP && own != NULL && own->roles != NULL &&
	    find_hidden(k, v, &h);

	memset(out, 0, sizeof *out);
	for (unsigned s = 0; s < g->n_seats; s++) {
		out->role[s] = g->seat[s].role;
		out->hidden = (uint16_t)(out->hidden |
		    (unsigned)(out->role[s] == CARD_HIDDEN) << s);
	}
	if (!fits)
		return;
	for (unsigned i = 0; i < h.n && h.place[i] != SEAT_NONE; i++)
		out->role[h.place[i]] = only_role(&h, i);
	count_kinds(&h, g->rules, out);
	if (own->sides != NULL)
		out->n_sides = own->sides(g, out->side);
	for (unsigned i = 0; i < out->n_sides; i++)
		count_side(g, out, &out->side[i]);
}
