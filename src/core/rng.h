#ifndef ADIT_CORE_RNG_H
#define ADIT_CORE_RNG_H

#include <stddef.h>
#include <stdint.h>

/*
 * Chance is lent.  Core never makes a number up: an rng comes in as a parameter, at two
 * doors only, game_deal and game_apply_all/game_play.
 *
 * Every use of chance names its stream first: rng_open(round, purpose) goes to the beginning
 * of that round's stream, then rng_draw takes numbers from it.  The same stream opened twice
 * gives the same numbers.  RNG_LOSS has one for each step of a turn, see rng_open_loss: so
 * nothing but the turn decides about losses, neither what is said nor how orders are sent.
 * One draw a statement: C does not order the arguments of a call.
 */
enum rng_purpose {     /* numbers are the protocol's: never change them */
	RNG_DECK = 1,  /* the deck; The Dark Cave: deck I */
	RNG_SALTS = 2, /* not drawn from: salts of the leaves */
	RNG_ROLES = 3,
	RNG_GOALS = 4,
	RNG_FIRST = 5, /* who begins; always round 1 */
	RNG_GOLD = 6,
	RNG_LOSS = 7, /* losses at random during play */
	RNG_DECK_II = 8,
	RNG_DECK_III = 9,
	RNG_PURPOSES
};

enum { ROUNDS_MAX = 4 };

struct rng {
	uint32_t turn; /* for open(RNG_LOSS): whose losses */
	uint8_t step;
	void (*open)(struct rng *self, unsigned round, enum rng_purpose purpose);
	uint32_t (*draw)(struct rng *self, uint32_t below); /* 0 .. below-1, uniform; below > 0 */
	/* Told of every shuffle, when it is done; NULL: nobody asks. */
	void (*shuffled)(struct rng *self, const uint8_t *p, unsigned n);
};

static inline void
rng_open(struct rng *rng, unsigned round, enum rng_purpose purpose)
{
	rng->open(rng, round, purpose);
}

/* The losses of a turn: step 0 is the card, 1 the walk.  All draws of a step follow each other, so it is
 * opened once for the one order of a step that can lose anything. */
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

/* For whoever changes what was shuffled: it lies so now. */
static inline void
rng_shuffled(struct rng *rng, const uint8_t *p, unsigned n)
{
	if (rng->shuffled != NULL)
		rng->shuffled(rng, p, n);
}

/* Fisher-Yates from i = n-1 down to 1, one rng_draw(i+1) each: the protocol's shuffle. */
void rng_shuffle(struct rng *rng, uint8_t *p, unsigned n);

/*
 * A fast reproducible source for simulation and puzzles, the same on every machine
 * (xoshiro128** seeded by SplitMix64).  Not for a game that people play: those use seal/dice.
 */
struct rng_fast {
	struct rng rng; /* first: a struct rng_fast is a struct rng */
	struct {
		uint64_t seed;
		uint32_t
		    s; /* not side by side: compilers that pack the four make each draw wait for the last */
	} word[4];
};

/* Seed from 32 bytes and a number (of the game, say): other numbers, unrelated streams. */
void rng_fast_init(struct rng_fast *r, const uint8_t seed[static 32], uint64_t number);

#endif
