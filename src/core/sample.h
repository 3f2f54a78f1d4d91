#ifndef ADIT_CORE_SAMPLE_H
#define ADIT_CORE_SAMPLE_H

#include <string.h>

#include "core/knowledge.h"

/*
 * Samples a determinization: a full state consistent with what a seat, or the public, can know. For
 * search and evaluation without access to hidden information.
 *
 * `seen` is the result of knowledge_learn for the round so far, for the seat of the view. The view
 * is the newest that `seen` has learned from. The sampled state passes game_is_ok, and its view for
 * that seat equals v byte for byte. Every card that was seen to be played, laid down or handed over
 * is where it was seen to go.
 *
 * The distribution is uniform over all deals of individual cards that are consistent with v and
 * `seen`. For hands, piles, roles and goals every state consists of the same number of deals, so
 * states are uniform too. Conventions beyond that:
 *
 * - The order of discards and of cards out of play is unspecified, because no rule depends on it.
 * - Cards that must be in a swapped hand get random positions in it; then all others are dealt.
 * - If a round goes on without a pile, some player has a playable card. If The Dark Cave goes on,
 *   no clan has left.
 * - Standing orders of others are unknown: none is set.
 * - Gold: in Saboteur the nuggets of each seat are dealt like cards, even if some were paid openly.
 *   In Saboteur 2 gold is what was paid openly. If `seen` lacks the first round, each seat with
 *   gold gets 1 to SAMPLE_GOLD_MAX, uniformly.
 * - The Dark Cave: the deck of an action card that left a hand openly is not remembered, so it is
 *   dealt too. Where that needs numbers above 2^32, the distribution has the precision of a double.
 */
enum { SAMPLE_GOLD_MAX = 8 };

/* Samples one state. Returns false if no state fits or `seen` is empty; then *out is
 * unspecified. rng: with an open stream; the function only draws. A view of SEAT_OMNISCIENT
 * gives its own state. */
bool game_sample(
    const struct view *v, const struct knowledge *seen, struct rng *rng, struct game *out);

/* ---- supplied by the rules set --------------------------------------------------------------- */

/* Hidden cards, in any order. */
enum { SAMPLE_POOL_MAX = 248, SAMPLE_POOL_ROOM = SAMPLE_POOL_MAX + HAND_MAX };
struct sample_pool {
	unsigned n;
	card_id card[SAMPLE_POOL_ROOM];
};

/* Counts by kind (knowledge_kind): hidden cards, cards that have left hands, and how many of the
 * latter are certainly discards. */
struct sample_kinds {
	uint8_t hidden[CARDS_MAX], spent[CARDS_MAX], discards[CARDS_MAX];
};

struct sample {
	const struct view *v;
	const struct knowledge *seen;
	struct rng *rng;
	struct game *g; /* starts as v->known and becomes the state */
	struct sample_kinds kinds;
	struct sample_pool cards; /* the hidden cards; empty if the rules set deals */
	/* hidden goals of the box; in random order when `fill` is called */
	struct sample_pool goals;
	unsigned n_goals;    /* number of hidden goals on the board */
	unsigned n_discards; /* number of known discards in g; the others are hidden */
	unsigned n_held;     /* number of cards that must be in hands of others because of swaps */
};

/* Samples many states of one view and computes their common part once. v and seen must stay valid.
 * Both functions return false if no state fits. */
struct sampler {
	struct sample sample;
	struct game known;
};
bool sampler_init(struct sampler *p, const struct view *v, const struct knowledge *seen);
bool sampler_draw(const struct sampler *p, struct rng *rng, struct game *out);

/* Each member may be NULL. */
struct sample_rules {
	/* Counts by kind the open cards in front of seats of s->v. */
	void (*front)(const struct sample *s, uint8_t open[static CARDS_MAX]);
	/* Counts by kind the cards that must have been played because their effects are on the
	 * board. */
	void (*spent)(const struct sample *s, uint8_t spent[static CARDS_MAX]);
	/* Deals the hidden cards to the pile, the hands, `aside` and the discards. NULL: core
	 * deals. */
	bool (*deal)(struct sample *s);
	/* Called after cards and goals are dealt. Fills all other hidden state and removes what
	 * only a view has. Returns false if that is impossible; then all is dealt again. */
	bool (*fill)(struct sample *s);
	/* True if the state is possible. If false, all is dealt again. */
	bool (*fits)(const struct game *g);
	bool aside_is_goals; /* the cards set aside are goals */
};

/* Makes the last n cards of the pool a uniform random selection in random order, so that the caller
 * takes them without a draw. Returns false if the pool has fewer than n cards. */
bool sample_shuffle(struct sample *s, struct sample_pool *p, unsigned n);

/* Shuffles the whole pool. Fast if most cards equal the first. */
void sample_mix(struct sample *s, struct sample_pool *p);

/* Moves the last n cards of the pool to `to`. Returns false if the pool has fewer. */
bool sample_take(struct sample_pool *p, card_id *to, unsigned n);

/* Writes n copies of a card. Writes at least 8 entries; the first n are valid. The fixed-size write
 * avoids a branch on n, which is usually below 8 and unpredictable. */
static inline void
sample_fill_cards(card_id *to, card_id card, unsigned n)
{
	memset(to, card, 8);
	if (n > 8)
		memset(to + 8, card, n - 8);
}

/* Appends n copies to the pool. Returns false if the pool has no room. */
static inline bool
sample_add(struct sample_pool *p, card_id card, unsigned n)
{
	const unsigned at = p->n;

	if (at + n > SAMPLE_POOL_MAX)
		return false;
	sample_fill_cards(p->card + at, card, n);
	p->n = at + n;
	return true;
}

/* Lists the cards that must be in the swapped hand of another seat, by kind. Returns their number,
 * which may exceed HAND_MAX; only the first HAND_MAX are listed. */
unsigned sample_must_hold(const struct sample *s, uint8_t seat, card_id card[static HAND_MAX]);

/* Work on the cards of one class, counted by row. sample_remaining counts all copies.
 * sample_subtract removes n cards, and returns false if there are too few. sample_fill puts the
 * rest into the empty pool, and returns false if it has no room. */
void sample_remaining(
    const struct sample *s, enum card_class class, uint8_t left[static CARDS_MAX]);
bool sample_subtract(uint8_t left[static CARDS_MAX], const card_id *card, unsigned n);
bool sample_fill(const struct sample *s, enum card_class class,
    const uint8_t left[static CARDS_MAX], struct sample_pool *p);

#endif
