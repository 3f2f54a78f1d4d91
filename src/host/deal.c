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
deal_keys(const struct table *t, unsigned epoch, unsigned round, struct buf *out)
{
	for (unsigned r = round; r <= t->rules->rounds; r++) {
		for (unsigned p = 1; p < RNG_PURPOSES; p++) {
			uint32_t id = derive_key_id(epoch, r, p);
			unsigned char key[SUBKEY_BYTES];

			derive_key(t->master, id, key);
			deal_key_text(id, derive_key_commit(t->game, id, key).b, out);
			seal_wipe(key, sizeof key);
		}
	}
}

/* One more leaf, of digest n; salts: the key of its salts. */
static void
add_leaf(const struct table *t, const unsigned char salts[static SUBKEY_BYTES], int64_t n, unsigned round,
    unsigned pile, unsigned index, card_id card, struct leaves *leaves)
{
	struct leaf leaf = { .n = n, .round = (uint8_t)round, .pile = (uint8_t)pile, .index = (uint8_t)index };
	struct hash salt = derive_salt(salts, pile_name((enum pile)pile), index), hash;
	char name[CARD_NAME_MAX];

	card_name(t->rules, card, name);
	hash = derive_leaf(t->game, round, pile_name((enum pile)pile), index, name, &salt);
	memcpy(leaf.hash, hash.b, sizeof leaf.hash);
	leaves_add(leaves, &leaf);
	seal_wipe(&salt, sizeof salt);
}

void
deal_leaves(const struct table *t, const struct host_state *hs, const struct dealt *dealt,
    struct leaves *leaves)
{
	for (unsigned r = 1; r <= ROUNDS_MAX; r++) {
		unsigned char salts[SUBKEY_BYTES];

		if (!dealt->has[r - 1])
			continue;
		derive_key(t->master, derive_key_id(hs->epoch, r, RNG_SALTS), salts);
		for (unsigned p = 0; p < PILES; p++)
			for (unsigned i = 0; i < dealt->n[r - 1][p]; i++)
				add_leaf(t, salts, hs->n + 1, r, p, i, dealt->card[r - 1][p][i], leaves);
		seal_wipe(salts, sizeof salts);
	}
}

void
deal_leaves_again(const struct table *t, const struct host_state *hs, struct leaves *leaves)
{
	struct unseen unseen;
	unsigned char salts[SUBKEY_BYTES];

	game_unseen(&hs->g, &unseen);
	derive_key(t->master, derive_key_id(hs->epoch, hs->g.round, RNG_SALTS), salts);
	for (unsigned i = 0; i < unseen.n; i++)
		add_leaf(t, salts, hs->n + 1, hs->g.round, pile_of((enum rng_purpose)unseen.at[i].pile),
		    unseen.at[i].index, unseen.at[i].card, leaves);
	seal_wipe(salts, sizeof salts);
	seal_wipe(&unseen, sizeof unseen);
}

bool
deal_opens(const char *game, const struct rules *rules, const struct leaf_opening *o,
    const struct leaf *leaf)
{
	struct hash salt, hash;
	char card[CARD_NAME_MAX];

	memcpy(salt.b, o->salt, HASH_BYTES);
	card_name(rules, o->card, card);
	hash = derive_leaf(game, o->round, pile_name((enum pile)o->pile), o->index, card, &salt);
	return seal_equal(hash.b, leaf->hash, HASH_BYTES) != 0;
}

/* ---- openings --------------------------------------------------------------------------------- */

/* A round begins: its piles, whose leaves are in the digest that is being made. */
static void
take_piles(struct host_state *hs, const struct dealt *dealt, unsigned round)
{
	struct round_piles *p = &hs->piles;

	memset(p, 0, sizeof *p);
	hs->n_leaf_set = 1;
	hs->leaf_set[0] = (struct leaf_set){ .n = hs->n + 1, .epoch = hs->epoch, .goals = UINT32_MAX, .gold = 1 };
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

/* Has this set of leaves one of the thing? */
static bool
covers(const struct leaf_set *set, enum pile pile, unsigned index)
{
	switch (pile) {
	case PILE_DECK:
		return index >= set->deck;
	case PILE_ROLES:
		return index >= set->roles;
	case PILE_GOALS:
		return (set->goals >> index & 1u) != 0;
	case PILE_GOLD:
		return set->gold != 0;
	case PILES:
		break;
	}
	return false;
}

static void
add_opening(const struct table *t, const struct host_state *hs, enum pile pile, unsigned index,
    card_id card, struct leaf_openings *open)
{
	const struct round_piles *p = &hs->piles;
	const struct leaf_set *set = &hs->leaf_set[hs->n_leaf_set - 1];
	struct leaf_opening o = {
		.round = p->round, .pile = (uint8_t)pile, .index = (uint8_t)index, .card = card
	};
	unsigned char key[SUBKEY_BYTES];
	struct hash salt;

	if (open->n == OPENINGS_MAX)
		BUG("more shown at once than there are cards");
	while (set > hs->leaf_set && !covers(set, pile, index))
		set--;
	o.n = set->n;
	derive_key(t->master, derive_key_id(set->epoch, p->round, RNG_SALTS), key);
	salt = derive_salt(key, pile_name(pile), index);
	memcpy(o.salt, salt.b, sizeof o.salt);
	open->at[open->n++] = o;
	seal_wipe(key, sizeof key);
	seal_wipe(&salt, sizeof salt);
}

/* The first nugget of this value that nobody got yet. */
static void
open_nugget(
    const struct table *t, struct host_state *hs, const struct event *e, struct leaf_openings *open)
{
	struct round_piles *p = &hs->piles;

	for (unsigned i = 0; i < p->n_gold; i++) {
		if (p->gold_taken[i] || t->rules->card[p->gold[i]].value != e->value)
			continue;
		p->gold_taken[i] = 1;
		add_opening(t, hs, PILE_GOLD, i, p->gold[i], open);
		return;
	}
}

/* Hands change owners: the card comes from another's hand.  It is marked until the swap is done, so
 * that it does not go back at once. */
enum { JUST_MOVED = 0x80 };

static void
open_received(
    const struct table *t, struct host_state *hs, const struct event *e, struct leaf_openings *open)
{
	struct round_piles *p = &hs->piles;

	for (unsigned i = 0; i < p->n_deck; i++) {
		if (p->holder[i] != e->to || p->deck[i] != e->card)
			continue;
		p->holder[i] = (uint8_t)(e->seat | JUST_MOVED);
		add_opening(t, hs, PILE_DECK, i, e->card, open);
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
		take_piles(hs, dealt, e->value);
	else if (e->kind == EVENT_PLACED || e->kind == EVENT_PLAYED || e->kind == EVENT_DISCARDED ||
	    e->kind == EVENT_LOST)
		let_go(p, e);
	if (pile == PILES || e->seat >= SEATS_MAX)
		return;
	if (e->kind == EVENT_DREW)
		p->holder[e->index] = e->seat;
	if (e->kind == EVENT_RECEIVED)
		open_received(t, hs, e, &open[e->seat]);
	else if (e->kind == EVENT_NUGGET)
		open_nugget(t, hs, e, &open[e->seat]);
	else
		add_opening(t, hs, pile, e->index, e->card, &open[e->seat]);
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

void
deal_shuffled(struct host_state *hs)
{
	struct leaf_set *set = &hs->leaf_set[hs->n_leaf_set++];
	struct unseen unseen;

	*set = (struct leaf_set){ .n = hs->n + 1, .epoch = hs->epoch, .deck = DECK_MAX, .roles = DECK_MAX };
	game_unseen(&hs->g, &unseen);
	for (unsigned i = 0; i < unseen.n; i++) {
		uint8_t index = unseen.at[i].index;

		if (unseen.at[i].pile == RNG_DECK)
			hs->piles.deck[index] = unseen.at[i].card;
		if (unseen.at[i].pile == RNG_DECK && index < set->deck)
			set->deck = index;
		if (unseen.at[i].pile == RNG_ROLES && index < set->roles)
			set->roles = index;
		if (unseen.at[i].pile == RNG_GOALS)
			set->goals |= 1u << index;
	}
	seal_wipe(&unseen, sizeof unseen);
}
