/*
 * Piles, leaves and openings, the same for every rules set.
 *
 * (E1) index i of a pile is its i-th card after the shuffle; of the deck, in the order it is drawn in
 * (E2) an event that shows a hidden thing to a seat says which by its index, or, where equal things are
 *      as good as each other (nuggets), the first of its value that was not opened yet
 */
#include "host/deal.h"

#include "util/mem.h"

/* ---- listening to a deal ---------------------------------------------------------------------- */

static void
record_open(struct rng *self, unsigned round, enum rng_purpose purpose)
{
	struct recorder *r = (struct recorder *)self;

	r->round = round;
	r->purpose = purpose;
	rng_open(r->chance, round, purpose);
}

static uint32_t
record_draw(struct rng *self, uint32_t below)
{
	struct recorder *r = (struct recorder *)self;

	return rng_draw(r->chance, below);
}

/* PILES: no pile of its own. */
static enum pile
pile_of(enum rng_purpose purpose)
{
	static const uint8_t pile[RNG_PURPOSES] = {
		[0] = PILES,
		[RNG_DECK] = PILE_DECK,
		[RNG_SALTS] = PILES,
		[RNG_ROLES] = PILE_ROLES,
		[RNG_GOALS] = PILE_GOALS,
		[RNG_FIRST] = PILES,
		[RNG_GOLD] = PILE_GOLD,
		[RNG_LOSS] = PILES,
		[RNG_DECK_II] = PILE_DECK,
		[RNG_DECK_III] = PILE_DECK,
	};

	return (enum pile)pile[purpose];
}

static void
record_shuffled(struct rng *self, const uint8_t *p, unsigned n)
{
	struct recorder *r = (struct recorder *)self;
	enum pile pile = pile_of(r->purpose);

	if (pile == PILES)
		return;
	if (r->round < 1 || r->round > ROUNDS_MAX || n > DECK_MAX)
		BUG("a shuffle that no round has");
	if (r->purpose == RNG_DECK_II || r->purpose == RNG_DECK_III)
		r->composed = true;
	r->dealt->has[r->round - 1] = true;
	r->dealt->n[r->round - 1][pile] = (uint8_t)n;
	memcpy(r->dealt->card[r->round - 1][pile], p, n);
}

void
recorder_init(struct recorder *r, struct rng *chance, struct dealt *dealt)
{
	*r = (struct recorder){
		.rng = { .open = record_open, .draw = record_draw, .shuffled = record_shuffled },
		.chance = chance,
		.dealt = dealt,
	};
	memset(dealt, 0, sizeof *dealt);
}

void
dealt_finish(
    struct dealt *dealt, const struct recorder *r, const struct game *g, const struct events *ev)
{
	unsigned round = g->round;
	card_id *deck;

	if (round < 1 || round > ROUNDS_MAX || !dealt->has[round - 1])
		return;
	deck = dealt->card[round - 1][PILE_DECK];
	if (r->composed) {
		dealt->n[round - 1][PILE_DECK] = g->n_deck;
		memcpy(deck, g->deck, g->n_deck);
	}
	round = 0;
	for (uint32_t i = 0; i < ev->n; i++) {
		const struct event *e = &ev->at[i];

		if (e->kind == EVENT_ROUND)
			round = e->value;
		if (e->kind != EVENT_DREW || round != g->round)
			continue;
		if (r->composed)
			deck[e->index] = e->card;
		else if (deck[e->index] != e->card)
			BUG("a card drawn that is not where the shuffle put it");
	}
}

/* ---- commitments ------------------------------------------------------------------------------ */

bool
deal_is_kept(const struct game *g, unsigned purpose)
{
	return purpose == RNG_GOLD || purpose == RNG_SALTS ||
	    (purpose == RNG_GOALS && g->options.goals_box);
}

void
deal_commit_keys(const char *game, const struct rules *rules,
    const unsigned char master[static SECRET_BYTES], struct rng_keys *commit)
{
	memset(commit, 0, sizeof *commit);
	for (unsigned r = 1; r <= rules->rounds; r++) {
		for (unsigned p = 1; p < RNG_PURPOSES; p++) {
			uint32_t id = derive_key_id(0, r, p);
			unsigned char key[SUBKEY_BYTES];
			struct hash h;

			derive_key(master, id, key);
			h = derive_key_commit(game, id, key);
			seal_wipe(key, sizeof key);
			commit->has[r - 1][p] = 1;
			memcpy(commit->at[r - 1][p], h.b, HASH_BYTES);
		}
	}
}

void
deal_leaves(const char *game, const struct rules *rules, const struct dealt *dealt, unsigned round,
    const unsigned char salts_key[static SUBKEY_BYTES], struct leaves *leaves)
{
	for (unsigned p = 0; p < PILES; p++) {
		unsigned n = dealt->n[round - 1][p];

		leaves->n[round - 1][p] = (uint8_t)n;
		for (unsigned i = 0; i < n; i++) {
			struct hash salt = derive_salt(salts_key, pile_name((enum pile)p), i), leaf;
			char card[CARD_NAME_MAX];

			card_name(rules, dealt->card[round - 1][p][i], card);
			leaf = derive_leaf(game, round, pile_name((enum pile)p), i, card, &salt);
			memcpy(leaves->hash[round - 1][p][i], leaf.b, HASH_BYTES);
			seal_wipe(&salt, sizeof salt);
		}
	}
}

bool
deal_opens(const char *game, const struct rules *rules, const struct leaf_opening *o,
    const struct leaves *leaves)
{
	struct hash salt, leaf;
	char card[CARD_NAME_MAX];

	if (o->round < 1 || o->round > ROUNDS_MAX || o->index >= leaves->n[o->round - 1][o->pile])
		return false;
	memcpy(salt.b, o->salt, HASH_BYTES);
	card_name(rules, o->card, card);
	leaf = derive_leaf(game, o->round, pile_name((enum pile)o->pile), o->index, card, &salt);
	return seal_equal(leaf.b, leaves->hash[o->round - 1][o->pile][o->index], HASH_BYTES) != 0;
}

/* ---- openings --------------------------------------------------------------------------------- */

/* A round begins: its piles. */
static void
take_piles(struct round_piles *p, const struct dealt *dealt, unsigned round)
{
	memset(p, 0, sizeof *p);
	p->round = (uint8_t)round;
	memset(p->holder, SEAT_NONE, sizeof p->holder);
	if (round < 1 || round > ROUNDS_MAX || !dealt->has[round - 1])
		return;
	p->n_deck = dealt->n[round - 1][PILE_DECK];
	memcpy(p->deck, dealt->card[round - 1][PILE_DECK], p->n_deck);
	p->n_gold = dealt->n[round - 1][PILE_GOLD];
	if (p->n_gold > NUGGETS_MAX)
		p->n_gold = NUGGETS_MAX;
	memcpy(p->gold, dealt->card[round - 1][PILE_GOLD], p->n_gold);
}

static void
add_opening(const struct table *t, const struct round_piles *p, enum pile pile, unsigned index,
    card_id card, struct leaf_openings *open)
{
	struct leaf_opening o = {
		.round = p->round, .pile = (uint8_t)pile, .index = (uint8_t)index, .card = card
	};
	unsigned char key[SUBKEY_BYTES];
	struct hash salt;

	if (open->n == OPENINGS_MAX)
		BUG("more shown at once than there are cards");
	derive_key(t->master, derive_key_id(0, p->round, RNG_SALTS), key);
	salt = derive_salt(key, pile_name(pile), index);
	memcpy(o.salt, salt.b, sizeof o.salt);
	open->at[open->n++] = o;
	seal_wipe(key, sizeof key);
	seal_wipe(&salt, sizeof salt);
}

/* The first nugget of this value that nobody got yet. */
static void
open_nugget(
    const struct table *t, struct round_piles *p, const struct event *e, struct leaf_openings *open)
{
	for (unsigned i = 0; i < p->n_gold; i++) {
		if (p->gold_taken[i] || t->rules->card[p->gold[i]].value != e->value)
			continue;
		p->gold_taken[i] = 1;
		add_opening(t, p, PILE_GOLD, i, p->gold[i], open);
		return;
	}
}

/* Hands change owners: the card comes from another's hand.  It is marked until the swap is done, so
 * that it does not go back at once. */
enum { JUST_MOVED = 0x80 };

static void
open_received(
    const struct table *t, struct round_piles *p, const struct event *e, struct leaf_openings *open)
{
	for (unsigned i = 0; i < p->n_deck; i++) {
		if (p->holder[i] != e->to || p->deck[i] != e->card)
			continue;
		p->holder[i] = (uint8_t)(e->seat | JUST_MOVED);
		add_opening(t, p, PILE_DECK, i, e->card, open);
		return;
	}
}

static void
settle(struct round_piles *p)
{
	for (unsigned i = 0; i < p->n_deck; i++)
		if (p->holder[i] != SEAT_NONE)
			p->holder[i] = (uint8_t)(p->holder[i] & ~(unsigned)JUST_MOVED);
}

/* A card leaves a hand: one of its kind is with nobody any more. */
static void
let_go(struct round_piles *p, const struct event *e)
{
	for (unsigned i = 0; i < p->n_deck; i++) {
		if (p->holder[i] == e->seat && p->deck[i] == e->card) {
			p->holder[i] = SEAT_NONE;
			return;
		}
	}
}

enum pile
deal_pile_shown(enum event_kind kind)
{
	/* Most kinds show nothing that was committed to. */
	if (kind == EVENT_DREW || kind == EVENT_RECEIVED)
		return PILE_DECK;
	if (kind == EVENT_ROLE || kind == EVENT_SAW_ROLE || kind == EVENT_SAW_LEFT)
		return PILE_ROLES;
	if (kind == EVENT_SAW_GOAL)
		return PILE_GOALS;
	return kind == EVENT_NUGGET ? PILE_GOLD : PILES;
}

static void
follow(const struct table *t, struct host_state *hs, const struct dealt *dealt,
    const struct event *e, struct leaf_openings open[static SEATS_MAX])
{
	struct round_piles *p = &hs->piles;

	enum pile pile = deal_pile_shown((enum event_kind)e->kind);

	if (e->kind == EVENT_ROUND)
		take_piles(p, dealt, e->value);
	else if (e->kind == EVENT_PLACED || e->kind == EVENT_PLAYED || e->kind == EVENT_DISCARDED ||
	    e->kind == EVENT_LOST)
		let_go(p, e);
	if (pile == PILES || e->seat >= SEATS_MAX)
		return;
	if (e->kind == EVENT_DREW)
		p->holder[e->index] = e->seat;
	if (e->kind == EVENT_RECEIVED)
		open_received(t, p, e, &open[e->seat]);
	else if (e->kind == EVENT_NUGGET)
		open_nugget(t, p, e, &open[e->seat]);
	else
		add_opening(t, p, pile, e->index, e->card, &open[e->seat]);
}

void
deal_follow(const struct table *t, struct host_state *hs, const struct dealt *dealt,
    const struct events *ev, struct leaf_openings open[static SEATS_MAX])
{
	for (uint32_t i = 0; i < ev->n; i++) {
		if (ev->at[i].kind != EVENT_RECEIVED)
			settle(&hs->piles);
		follow(t, hs, dealt, &ev->at[i], open);
	}
	settle(&hs->piles);
}
