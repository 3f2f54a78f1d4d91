#ifndef ADIT_WIRE_LATE_H
#define ADIT_WIRE_LATE_H

#include "core/late_policy.h"
#include "wire/time_control.h"

/* What digest 0 lays down for players who are late, and who of them is away (adit(5), "The clock"). */

enum { AWAY_TURNS_MAX = 64 }; /* played at once, in one command of the host's */

/* The policy of the line late: "discard" or "suggest greedy REVISION".  0, or -1 ERR_PENDING: nobody here can
 * play that. */
int late_policy_of(const struct time_control *c, const struct rules *rules,
    enum late_policy *policy, struct err *err);

/* Has the seat missed so many turns that it is away? */
bool late_is_away(const struct time_control *c, const struct people *p, uint8_t seat);

/* Is the turn that p and g come to one of a seat that is away, so that it is played at once?  Never where all
 * who still play are away. */
bool late_plays_at_once(const struct time_control *c, const struct people *p, const struct game *g);

#endif
