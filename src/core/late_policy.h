#ifndef ADIT_CORE_LATE_POLICY_H
#define ADIT_CORE_LATE_POLICY_H

#include "core/game.h"

/*
 * What is done for a player who is late.  A policy plays one step of a turn: a function of what the seat
 * that is to move sees, v->seat, and of the numbers of RNG_LOSS for this very step.  So nobody can choose
 * the result, and whoever plays the game again gets it, too.
 *
 * discard: PHASE_PLAY: one card, by one draw among those of the hand in the order in which they came [C13];
 * PHASE_DRAFT: the nugget worth most [C14]; PHASE_WALK: stay [C15].
 * suggest: what the greedy player of the rules set (core/bot.h) would order [C16].
 */
enum late_policy { LATE_WAIT, LATE_DISCARD, LATE_SUGGEST };

/* Can it be played here?  revision: of the greedy player; of no other policy. */
bool late_policy_is_supported(
    const struct rules *rules, enum late_policy policy, unsigned revision);

/* What it orders, which is legal.  policy: not LATE_WAIT, one that late_policy_is_supported; legal: room to work in. */
struct order late_policy_order(enum late_policy policy, const struct view *v,
    struct order legal[static LEGAL_MAX], struct rng *rng);

#endif
