#ifndef ADIT_CORE_LATE_POLICY_H
#define ADIT_CORE_LATE_POLICY_H

#include "core/game.h"

/*
 * Policies for late seats. A policy plays one step of a turn. It is a function of the view of the
 * seat to move, v->seat, and of the numbers of RNG_LOSS for this step. So nobody can influence the
 * result, and re-execution gets the same result.
 *
 * - discard: PHASE_PLAY: one card of the hand, by one draw over the hand in order of arrival [C13];
 *   PHASE_DRAFT: the nugget of the highest value [C14]; PHASE_WALK: stay [C15].
 * - suggest: the order of the greedy policy of the rules set (core/bot.h) [C16].
 */
enum late_policy { LATE_WAIT, LATE_DISCARD, LATE_SUGGEST };

/* True if this program can play the policy. revision: of the greedy policy; 0 for any other. */
bool late_policy_is_supported(
    const struct rules *rules, enum late_policy policy, unsigned revision);

/* Returns the order of the policy, which is legal. policy: not LATE_WAIT, and
 * late_policy_is_supported; legal: scratch space. */
struct order late_policy_order(enum late_policy policy, const struct view *v,
    struct order legal[static LEGAL_MAX], struct rng *rng);

#endif
