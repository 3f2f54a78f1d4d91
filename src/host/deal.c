/*
 * Piles, leaves and openings, the same for every rules set.
 *
 * (E1) Index i of a pile is its i-th card after the shuffle; for the deck, in drawing order.
 * (E2) An event that shows a hidden card to a seat names its index. If equal cards are
 *      interchangeable (nuggets), it is the first of its value that was not opened yet.
 * (E3) A view first opens what the events of its digest show, in their order, then everything else
 *      that the seat knows and the public does not. So only digests with leaves are needed to check
 *      it.
 */
#include "host/deal.h"

#include "record/opening.h"
#include "util/mem.h"

/* ---- recording a deal ------------------------------------------------------------------------- */

static void
record_open(struct rng *self, unsigned round, enum rng_purpose purpose)
{
	struct deal_recorder *r = (struct deal_recorder *)self;

	r->round = round;
	r->purpose = purpose;
	if (purpose == RNG_LOSS)
		rng_open_loss(r->chance, round, self->turn, self->step);
	else
		rng_open(r->chance, round, purpose);
}

static uint32_t
record_draw(struct rng *self, uint32_t below)
{
	struct deal_recorder *r = (struct deal_recorder *)self;

	return rng_draw(r->chance, below);
}

/* Returns the pile of a shuffle; PILES: none. */
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
	struct deal_recorder *r = (struct deal_recorder *)self;
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
deal_recorder_init(struct deal_recorder *r, struct rng *chance, struct deal_record *dealt)
{
	*r = (struct deal_recorder){
		.rng = { .open = record_open, .draw = record_draw, .shuffled = record_shuffled },
		.chance = chance,
		.dealt = dealt,
	};
	memset(dealt, 0, sizeof *dealt);
}

void
deal_record_finish(struct deal_record *dealt, const struct deal_recorder *r, const struct game *g,
    const struct events *ev)
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

void
deal_keys(const struct table *t, const struct host_state *hs, struct buf *out)
{
	for (unsigned r = hs->g.round; r <= game_rounds(&hs->g); r++) {
		for (unsigned p = 1; p < RNG_PURPOSES; p++) {
			uint32_t id = derive_key_id(hs->epoch, r, p);
			unsigned char key[SUBKEY_BYTES];

			derive_key(t->master, id, key);
			deal_key_text(id, derive_key_commit(t->game, id, key).b, out);
			seal_wipe(key, sizeof key);
		}
	}
}

/* Adds a leaf of digest n. salts: key of its salts. */
static void
add_leaf(const struct table *t, const unsigned char salts[static SUBKEY_BYTES], int64_t n,
    unsigned round, unsigned pile, unsigned index, card_id card, struct leaves *leaves)
{
	struct leaf leaf = {
		.n = n, .round = (uint8_t)round, .pile = (uint8_t)pile, .index = (uint8_t)index
	};
	struct hash salt = derive_salt(salts, pile_name((enum pile)pile), index), hash;
	char name[CARD_NAME_MAX];

	card_name(t->rules, card, name);
	hash = derive_leaf(t->game, round, pile_name((enum pile)pile), index, name, &salt);
	memcpy(leaf.hash, hash.b, sizeof leaf.hash);
	leaves_add(leaves, &leaf);
	seal_wipe(&salt, sizeof salt);
}

void
deal_leaves(const struct table *t, const struct host_state *hs, const struct deal_record *dealt,
    struct leaves *leaves)
{
	for (unsigned r = 1; r <= ROUNDS_MAX; r++) {
		unsigned char salts[SUBKEY_BYTES];

		if (!dealt->has[r - 1])
			continue;
		derive_key(t->master, derive_key_id(hs->epoch, r, RNG_SALTS), salts);
		for (unsigned p = 0; p < PILES; p++)
			for (unsigned i = 0; i < dealt->n[r - 1][p]; i++)
				add_leaf(
				    t, salts, hs->n + 1, r, p, i, dealt->card[r - 1][p][i], leaves);
		seal_wipe(salts, sizeof salts);
	}
}

void
deal_leaves_again(const struct table *t, const struct host_state *hs, struct leaves *leaves)
{
	struct hidden_piles unseen;
	unsigned char salts[SUBKEY_BYTES];

	game_hidden_piles(&hs->g, &unseen);
	derive_key(t->master, derive_key_id(hs->epoch, hs->g.round, RNG_SALTS), salts);
	for (unsigned i = 0; i < unseen.n; i++)
		add_leaf(t, salts, hs->n + 1, hs->g.round,
		    pile_of((enum rng_purpose)unseen.at[i].pile), unseen.at[i].index,
		    unseen.at[i].card, leaves);
	seal_wipe(salts, sizeof salts);
	seal_wipe(&unseen, sizeof unseen);
}

/* ---- openings --------------------------------------------------------------------------------- */

/* Sets the piles of a new round, whose leaves are in the digest being made. */
static void
deal_round(struct host_state *hs, const struct deal_record *dealt, unsigned round)
{
	struct table_round_piles *p = &hs->piles;
	struct table_round_gold *gold;

	memset(p, 0, sizeof *p);
	hs->n_leaf_set = 1;
	hs->leaf_set[0] = (struct table_leaf_set){
		.n = hs->n + 1, .epoch = hs->epoch, .goals = UINT32_MAX
	};
	p->round = (uint8_t)round;
	memset(p->holder, SEAT_NONE, sizeof p->holder);
	memset(p->role, TABLE_ROLE_UNKNOWN, sizeof p->role);
	p->left_seat = SEAT_NONE;
	if (round < 1 || round > ROUNDS_MAX || !dealt->has[round - 1])
		return;
	p->n_deck = dealt->n[round - 1][PILE_DECK];
	memcpy(p->deck, dealt->card[round - 1][PILE_DECK], p->n_deck);
	gold = &hs->gold[round - 1];
	*gold = (struct table_round_gold){ .n = hs->n + 1, .epoch = hs->epoch };
	gold->n_gold = dealt->n[round - 1][PILE_GOLD];
	if (gold->n_gold > NUGGETS_MAX)
		gold->n_gold = NUGGETS_MAX;
	memcpy(gold->card, dealt->card[round - 1][PILE_GOLD], gold->n_gold);
	memset(gold->owner, SEAT_NONE, sizeof gold->owner);
}

/* Returns the newest leaves of the round that include this card. */
static const struct table_leaf_set *
set_of(const struct host_state *hs, enum pile pile, unsigned index)
{
	unsigned i = hs->n_leaf_set;

	if (i == 0)
		BUG("cards are shown, and no event reports that a round begins");
	while (--i > 0) {
		const struct table_leaf_set *set = &hs->leaf_set[i];

		if ((pile == PILE_DECK && index >= set->deck) ||
		    (pile == PILE_ROLES && index >= set->roles) ||
		    (pile == PILE_GOALS && (set->goals >> index & 1u) != 0))
			break;
	}
	return &hs->leaf_set[i];
}

/* A card that is known and already opened in this view is not opened twice. */
static void
add_opening(
    const struct table *t, unsigned epoch, struct leaf_opening o, struct leaf_openings *open)
{
	unsigned char key[SUBKEY_BYTES];
	struct hash salt;

	for (unsigned i = 0; i < open->n && open->holds; i++)
		if (open->at[i].round == o.round && open->at[i].pile == o.pile &&
		    open->at[i].index == o.index)
			return;
	if (open->n == OPENINGS_MAX)
		BUG("more shown at once than there are cards");
	derive_key(t->master, derive_key_id(epoch, o.round, RNG_SALTS), key);
	salt = derive_salt(key, pile_name((enum pile)o.pile), o.index);
	memcpy(o.salt, salt.b, sizeof o.salt);
	open->at[open->n++] = o;
	seal_wipe(key, sizeof key);
	seal_wipe(&salt, sizeof salt);
}

/* Opens a card of the round's piles, except a nugget. */
static void
open_thing(const struct table *t, const struct host_state *hs, enum pile pile, unsigned index,
    card_id card, struct leaf_openings *open)
{
	const struct table_leaf_set *set = set_of(hs, pile, index);

	add_opening(t, set->epoch,
	    (struct leaf_opening){ .n = set->n,
		.round = hs->piles.round,
		.pile = (uint8_t)pile,
		.index = (uint8_t)index,
		.card = card },
	    open);
}

static void
open_gold(const struct table *t, const struct host_state *hs, unsigned round, unsigned i,
    struct leaf_openings *open)
{
	const struct table_round_gold *gold = &hs->gold[round - 1];

	add_opening(t, gold->epoch,
	    (struct leaf_opening){ .n = gold->n,
		.round = (uint8_t)round,
		.pile = PILE_GOLD,
		.index = (uint8_t)i,
		.card = gold->card[i] },
	    open);
}

/* Opens the first nugget of this value that has no owner. */
static void
open_nugget(
    const struct table *t, struct host_state *hs, const struct event *e, struct leaf_openings *open)
{
	struct table_round_gold *gold;

	if (hs->piles.round < 1)
		return;
	gold = &hs->gold[hs->piles.round - 1];
	for (unsigned i = 0; i < gold->n_gold; i++) {
		if (gold->owner[i] != SEAT_NONE || t->rules->card[gold->card[i]].value != e->value)
			continue;
		gold->owner[i] = e->seat;
		open_gold(t, hs, hs->piles.round, i, open);
		return;
	}
}

/* Hands are swapped: the card comes from another hand. It is marked until the swap is done, so
 * that it is not moved back at once. */
enum { JUST_MOVED = 0x80 };

static void
open_received(
    const struct table *t, struct host_state *hs, const struct event *e, struct leaf_openings *open)
{
	struct table_round_piles *p = &hs->piles;

	for (unsigned i = 0; i < p->n_deck; i++) {
		if (p->holder[i] != e->to || p->deck[i] != e->card)
			continue;
		p->holder[i] = (uint8_t)(e->seat | JUST_MOVED);
		open_thing(t, hs, PILE_DECK, i, e->card, open);
		return;
	}
}

static void
end_swap(struct table_round_piles *p)
{
	for (unsigned i = 0; i < p->n_deck; i++)
		if (p->holder[i] != SEAT_NONE)
			p->holder[i] = (uint8_t)(p->holder[i] & ~(unsigned)JUST_MOVED);
}

/* A card leaves a hand: one card of its kind loses its holder. */
static void
clear_holder(struct table_round_piles *p, const struct event *e)
{
	for (unsigned i = 0; i < p->n_deck; i++) {
		if (p->holder[i] == e->seat && p->deck[i] == e->card) {
			p->holder[i] = SEAT_NONE;
			return;
		}
	}
}

static bool
leaves_hand(const struct event *e)
{
	return e->kind == EVENT_PLACED || e->kind == EVENT_PLAYED || e->kind == EVENT_DISCARDED ||
	    e->kind == EVENT_LOST;
}

/* Updates the piles by an event. */
static void
move_cards(struct host_state *hs, const struct deal_record *dealt, const struct event *e)
{
	struct table_round_piles *p = &hs->piles;

	if (e->kind == EVENT_ROUND)
		deal_round(hs, dealt, e->value);
	else if (leaves_hand(e))
		clear_holder(p, e);
	else if (e->kind == EVENT_DREW)
		p->holder[e->index] = e->seat;
	else if (e->kind == EVENT_ROLE)
		p->role[e->seat] = e->index;
	else if (e->kind == EVENT_SAW_LEFT && p->n_left < ROLES_MAX) {
		p->left_seat = e->seat;
		p->left[p->n_left] = e->index;
		p->left_card[p->n_left++] = e->card;
	}
}

static void
open_event(
    const struct table *t, struct host_state *hs, const struct event *e, struct leaf_openings *open)
{
	enum pile pile = opening_pile((enum event_kind)e->kind);

	if (pile == PILES || e->seat >= t->names.n)
		return;
	if (e->kind == EVENT_RECEIVED)
		open_received(t, hs, e, &open[e->seat]);
	else if (e->kind == EVENT_NUGGET)
		open_nugget(t, hs, e, &open[e->seat]);
	else
		open_thing(t, hs, pile, e->index, e->card, &open[e->seat]);
}

/* Opens the cards in hand; each one was drawn. */
static void
open_hand(
    const struct table *t, const struct host_state *hs, uint8_t seat, struct leaf_openings *open)
{
	const struct seat *s = &hs->g.seat[seat];
	bool used[DECK_MAX] = { false };

	for (unsigned i = 0; i < s->n_hand; i++) {
		unsigned k = 0;

		while (k < hs->piles.n_deck &&
		    (used[k] || hs->piles.holder[k] != seat || hs->piles.deck[k] != s->hand[i]))
			k++;
		if (k == hs->piles.n_deck)
			continue; /* only if the file was manipulated */
		used[k] = true;
		open_thing(t, hs, PILE_DECK, k, s->hand[i], open);
	}
}

static void
open_owned_gold(
    const struct table *t, const struct host_state *hs, uint8_t seat, struct leaf_openings *open)
{
	for (unsigned r = 1; r <= ROUNDS_MAX; r++)
		for (unsigned i = 0; i < hs->gold[r - 1].n_gold; i++)
			if (hs->gold[r - 1].owner[i] == seat)
				open_gold(t, hs, r, i, open);
}

/* Opens everything that the seat knows and the public does not. */
static void
open_known(
    const struct table *t, const struct host_state *hs, uint8_t seat, struct leaf_openings *open)
{
	const struct game *g = &hs->g;
	const struct seat *s = &g->seat[seat];
	const struct table_round_piles *p = &hs->piles;
	uint16_t knows = game_knows_roles(g, seat);

	open_hand(t, hs, seat, open);
	for (uint8_t i = 0; i < g->n_seats; i++)
		if (p->role[i] != TABLE_ROLE_UNKNOWN && (i == seat || (knows & SEEN_BY(i)) != 0))
			open_thing(t, hs, PILE_ROLES, p->role[i], g->seat[i].role, open);
	for (unsigned i = 0; i < p->n_left && p->left_seat == seat; i++)
		open_thing(t, hs, PILE_ROLES, p->left[i], p->left_card[i], open);
	for (unsigned i = 0; i < s->n_seen; i++) {
		unsigned cell = board_find(&g->board, s->seen[i].x, s->seen[i].y);

		if (cell != CELL_NONE && (g->board.cell[cell].flags & CELL_DOWN) != 0)
			open_thing(t, hs, PILE_GOALS,
			    g->rules->goal_index(g, s->seen[i].x, s->seen[i].y),
			    g->board.cell[cell].card, open);
	}
	open_owned_gold(t, hs, seat, open);
}

static unsigned
number_of(unsigned bits)
{
	unsigned n = 0;

	for (; bits != 0; bits &= bits - 1)
		n++;
	return n;
}

/* Computes the possible number of openings of each pile by public facts: cards held, and cards
 * that events showed and took away again. */
static void
count_most(
    const struct host_state *hs, uint8_t seat, const struct events *ev, unsigned out[static PILES])
{
	const struct game *g = &hs->g;
	const struct seat *s = &g->seat[seat];
	unsigned shown[PILES] = { 0 };

	out[PILE_DECK] = s->n_hand;
	out[PILE_ROLES] = (s->role != CARD_NONE) + number_of(s->knows) +
	    number_of(g->rules->mates != NULL ? g->rules->mates(g, SEAT_NONE) : 0) +
	    (hs->piles.left_seat == seat ? hs->piles.n_left : 0u);
	out[PILE_GOALS] = s->n_seen;
	out[PILE_GOLD] = s->n_gold;
	for (uint32_t i = 0; i < ev->n; i++) {
		const struct event *e = &ev->at[i];
		enum pile pile = opening_pile((enum event_kind)e->kind);

		if (e->seat == seat && pile != PILES && pile != PILE_GOLD)
			shown[pile]++;
		else if (e->seat == seat && leaves_hand(e) && shown[PILE_DECK] > 0)
			shown[PILE_DECK]--, out[PILE_DECK]++;
		if (e->kind != EVENT_ROUND && e->kind != EVENT_ROUND_END &&
		    (e->kind != EVENT_RESIGNED || e->seat != seat))
			continue;
		for (pile = PILE_DECK; pile < PILES; pile++) {
			out[pile] += shown[pile];
			shown[pile] = 0;
		}
	}
}

void
deal_open_shown(const struct table *t, struct host_state *hs, const struct deal_record *dealt,
    const struct events *ev, struct leaf_openings *open)
{
	for (uint32_t i = 0; i < ev->n; i++) {
		if (ev->at[i].kind != EVENT_RECEIVED)
			end_swap(&hs->piles);
		move_cards(hs, dealt, &ev->at[i]);
		open_event(t, hs, &ev->at[i], open);
	}
	end_swap(&hs->piles);
	for (uint8_t s = 0; s < t->names.n; s++)
		count_most(hs, s, ev, open[s].most);
}

void
deal_open_known(const struct table *t, const struct host_state *hs, struct leaf_openings *open)
{
	for (uint8_t s = 0; s < t->names.n; s++) {
		open[s].holds = true;
		open_known(t, hs, s, &open[s]);
	}
}

void
deal_shuffled(struct host_state *hs)
{
	struct table_leaf_set *set = &hs->leaf_set[hs->n_leaf_set++];
	struct hidden_piles unseen;

	*set = (struct table_leaf_set){
		.n = hs->n + 1, .epoch = hs->epoch, .deck = DECK_MAX, .roles = DECK_MAX
	};
	game_hidden_piles(&hs->g, &unseen);
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
