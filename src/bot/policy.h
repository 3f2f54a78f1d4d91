#ifndef ADIT_BOT_POLICY_H
#define ADIT_BOT_POLICY_H

#include "core/game.h"

/*
 * Policies for `adit simulate`. A policy picks one of the legal orders of the seat to move from
 * the view of that seat.
 *
 * random: if an order other than a discard is legal, picks uniformly among those with
 * probability 7/8. Else picks uniformly among the discards (ORDER_DISCARD and ORDER_CLEAR).
 * greedy: maximizes the evaluation of the rules set for its side.
 *
 * `rng` belongs to the policies, is separate from that of the game, and must be open. Policies
 * only draw from it.
 */
enum policy { POLICY_RANDOM, POLICY_GREEDY, POLICY_COUNT };

/* Returns an index into legal[0..n-1]; n > 0. */
size_t policy_choose(
    enum policy policy, const struct view *v, const struct order *legal, size_t n, struct rng *rng);

/* Adds legal details that the list never contains (the orientation of a goal). */
void policy_complete(enum policy policy, const struct view *v, struct order *o);

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
