#ifndef ADIT_BOT_POLICY_H
#define ADIT_BOT_POLICY_H

#include "bot/search.h"

/*
 * Policies of programs. A policy picks one of the legal orders of the seat to move from the view of
 * that seat, and perhaps its memory.
 *
 * random: if an order other than a discard is legal, picks uniformly among those with
 * probability 7/8. Else picks uniformly among the discards (ORDER_DISCARD and ORDER_CLEAR).
 * greedy: maximizes the evaluation of the rules set for its side.
 * search: the policy of bot/search.h, with n iterations.
 *
 * `rng` belongs to the policies, is separate from that of the game, and must be open. Policies
 * only draw from it.
 */
enum policy { POLICY_RANDOM, POLICY_GREEDY, POLICY_SEARCH, POLICY_COUNT };

/* As a revision of greedy: the newest one of the rules set, as "greedy:2" means. */
enum { BOT_NEWEST = UINT16_MAX };

struct bot_policy {
	uint8_t kind;      /* enum policy */
	uint16_t revision; /* of greedy: 0 or 1 is the first; of a search: 0 is the newest */
	uint32_t n;        /* iterations of a search, else 0 */
};

/* True if the policy reads the memory of the seat. */
bool bot_policy_remembers(struct bot_policy policy);

/* Space to learn in. It holds secrets of the seats afterwards. */
struct bot_learning {
	struct events told; /* as far as told.n */
	struct view v;
	struct bot_board last;
};

/* Lets each seat learn, from its view of a game and of the events that led to it, what its policy
 * reads. n: number of the digest. */
void bot_policy_learn(const struct bot_policy policy[static SEATS_MAX],
    struct bot_memory memory[static SEATS_MAX], const struct game *g, const struct events *ev,
    int64_t n, struct bot_learning *room);

/* Returns an index into legal[0..n-1]; n > 0. policy: not POLICY_SEARCH. */
size_t policy_choose(
    enum policy policy, const struct view *v, const struct order *legal, size_t n, struct rng *rng);

/* Adds legal details that the list never contains (the orientation of a goal). */
void policy_complete(enum policy policy, const struct view *v, struct order *o);

/* Parses "random", "greedy", "greedy:2" or "search:N", with N from 1 to BOT_SEARCH_MAX. Returns 0,
 * or -1. */
int bot_policy_parse(const char *s, size_t n, struct bot_policy *policy);

/* Returns the complete order of a policy, for the seat to move. memory: NULL unless the policy
 * searches; room: scratch space, and the result of a search. */
struct order policy_order(struct bot_policy policy, const struct view *v,
    const struct bot_memory *memory, struct rng *rng, struct bot_search *room);

/* The random policy on a list made by game_legal. It needs no view. */
size_t policy_random(const struct order *legal, size_t n, struct rng *rng);
/*
 * Makes the same choice with the same draws, in a game with a seat to move. `legal` is scratch
 * space. Faster: lists discards only if one is chosen, and plays only if the rules set has no
 * game_pick_play.
 */
struct order policy_random_pick(
    const struct game *g, struct order legal[static LEGAL_MAX], struct rng *rng);

#endif
