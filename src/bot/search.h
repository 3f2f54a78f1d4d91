#ifndef ADIT_BOT_SEARCH_H
#define ADIT_BOT_SEARCH_H

#include "bot/memory.h"

/*
 * The policy `search`: greedy rollouts over sampled states.
 *
 * Each iteration plays one legal order in a state that the seat may be in (struct bot_sampler),
 * then lets all seats play greedily until the round ends, or for `horizon` turns. All orders are
 * tried in the same states with the same draws. Sequential halving spends the iterations: after
 * each stage the worse half of the orders is given up. The order of greedy is tried in every state.
 * It is replaced only by an order whose worth is greater by more than 1.5 standard errors, or 0.5
 * (core/bot.h, search_bold).
 *
 * The result is a function of the view, the memory, the number of iterations and the seed alone.
 */
enum { BOT_SEARCH_MAX = 100000 };

struct bot_candidate {
	uint16_t order;       /* index into legal[] */
	uint32_t n;           /* states in which it was tried */
	int64_t sum;          /* worth of all of them */
	int64_t more, square; /* differences to greedy's order, and their squares */
};

/* Room for a search, and its result. Large: allocate it once. */
struct bot_search {
	/* The result: the legal orders, and the tried ones from the best. candidate[0] is the
	 * chosen order. */
	struct order legal[LEGAL_MAX];
	size_t n_legal;
	unsigned n_candidates;
	struct bot_candidate candidate[LEGAL_MAX];
	/* scratch space */
	struct order reply[LEGAL_MAX];
	struct bot_sampler sampler;
	struct game state, g;
	struct view view;
	struct events ev;
	uint8_t seed[32], seat;
	unsigned revision;
	unsigned tried; /* states so far */
};

/* Chooses an order for the seat to move, v->seat, which has legal orders; revision: 1 or
 * search_revision of the rules set; n: 1 to BOT_SEARCH_MAX. Returns it complete. If no state fits the
 * view, it is greedy's order, and no candidate has been tried. */
struct order bot_search_choose(struct bot_search *s, const struct view *v,
    const struct bot_memory *m, unsigned revision, unsigned n, const uint8_t seed[static 32]);

#endif
