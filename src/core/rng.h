#ifndef ADIT_CORE_RNG_H
#define ADIT_CORE_RNG_H

#include <stddef.h>
#include <stdint.h>

/*
 * Core has no random source. The caller passes a `struct rng` to functions that need one, such as
 * game_deal, game_apply_all and game_play.
 *
 * A user of an rng first selects a stream: rng_open(round, purpose) goes to the beginning of the
 * stream, then rng_draw takes numbers from it. The same stream opened twice gives the same numbers.
 * RNG_LOSS has one stream for each step of a turn, see rng_open_loss. So only the turn determines
 * random losses, not messages or the transport of orders. Write one draw per statement: C does not
 * order the arguments of a call.
 */
enum rng_purpose {     /* the protocol uses these numbers: never change them */
	RNG_DECK = 1,  /* the deck; The Dark Cave: deck I */
	RNG_SALTS = 2, /* not drawn from; used for the salts of the leaves */
	RNG_ROLES = 3,
	RNG_GOALS = 4,
	RNG_FIRST = 5, /* the seat that begins; always round 1 */
	RNG_GOLD = 6,
	RNG_LOSS = 7, /* random losses during play */
	RNG_DECK_II = 8,
	RNG_DECK_III = 9,
	RNG_PURPOSES
};

enum { ROUNDS_MAX = 4 };

struct rng {
	uint32_t turn; /* for open(RNG_LOSS): the turn of the losses */
	uint8_t step;
	void (*open)(struct rng *self, unsigned round, enum rng_purpose purpose);
	/* returns 0 .. below-1, uniform; below > 0 */
	uint32_t (*draw)(struct rng *self, uint32_t below);
	/* Called after each shuffle with the shuffled list. May be NULL. */
	void (*shuffled)(struct rng *self, const uint8_t *p, unsigned n);
};

static inline void
rng_open(struct rng *rng, unsigned round, enum rng_purpose purpose)
{
	rng->open(rng, round, purpose);
}

/* Opens the stream for losses of a turn: step 0 is the card, step 1 the walk. Open it once per
 * step, for the one order of the step that can cause losses: all draws of a step are
 * consecutive. */
static inline void
rng_open_loss(struct rng *rng, unsigned round, uint32_t turn, uint8_t step)
{
	rng->turn = turn;
	rng->step = step;
	rng->open(rng, round, RNG_LOSS);
}

static inline uint32_t
rng_draw(struct rng *rng, uint32_t below)
{
	return rng->draw(rng, below);
}

/* Reports a new order of a shuffled list. For callers that change a list after the shuffle. */
static inline void
rng_shuffled(struct rng *rng, const uint8_t *p, unsigned n)
{
	if (rng->shuffled != NULL)
		rng->shuffled(rng, p, n);
}

/* Shuffles n bytes with the protocol's shuffle: Fisher-Yates from i = n-1 down to 1, one
 * rng_draw(i+1) each. */
void rng_shuffle(struct rng *rng, uint8_t *p, unsigned n);

/*
 * A fast reproducible source for simulations and puzzles, equal on every machine (xoshiro128**
 * seeded by SplitMix64). Games between people use seal/derive.h instead.
 */
struct rng_fast {
	struct rng rng; /* first: a struct rng_fast is a struct rng */
	struct {
		uint64_t seed;
		/* not adjacent: vectorized code would make each draw wait for the previous one */
		uint32_t s;
	} word[4];
};

/* Seeds from 32 bytes and a number, such as the number of the game. Different numbers give
 * unrelated streams. */
void rng_fast_init(struct rng_fast *r, const uint8_t seed[static 32], uint64_t number);

#endif
