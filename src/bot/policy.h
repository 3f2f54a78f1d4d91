#ifndef ADIT_BOT_POLICY_H
#define ADIT_BOT_POLICY_H

#include "core/game.h"

/*
 * Players for `adit simulate`.  A policy picks one of the legal orders of the seat to move
 * from that seat's own view.
 *
 * random: where something other than a discard is legal, with 7 chances in 8 uniformly among
 * those, else uniformly among the discards (ORDER_DISCARD and ORDER_CLEAR).
 * greedy: plays towards what its side wants (each rules set has its own).
 *
 * The rng is one of the policies' own, not that of the game, and open: they only draw from it.
 */
enum policy { POLICY_RANDOM, POLICY_GREEDY, POLICY_COUNT };

/* Index into legal[0..n-1], n > 0. */
size_t policy_choose(
    enum policy policy, const struct view *v, const struct order *legal, size_t n, struct rng *rng);

/* Add to the chosen order what is lawful but never listed (which way a goal is turned up). */
void policy_complete(enum policy policy, const struct view *v, struct order *o);

/* The random policy needs no view, only the list as game_legal makes it: */
size_t policy_random(const struct order *legal, size_t n, struct rng *rng);
/* The same choice by the same draws, in a game in which a seat is to move; `legal` is room to work in.
 * Quicker: discards are listed only where one is wanted, and plays only where the rules set cannot pick one
 * (game_pick_play). */
struct order policy_random_pick(
    const struct game *g, struct order legal[static LEGAL_MAX], struct rng *rng);

#endif
