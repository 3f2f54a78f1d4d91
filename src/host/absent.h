#ifndef ADIT_HOST_ABSENT_H
#define ADIT_HOST_ABSENT_H

#include "host/command.h"

/* A player says when he is absent (do: absent DAY to DAY): from the day's beginning, but not before the time of
 * this digest, the limit of his turns does not run (wire/time_control.h).  Its signature, head and seq have been checked.
 * ERR_SYNTAX; ERR_STALE: past, or the game is over; ERR_RULE: what time_control_check_absence says. */
int absence_accept(
    struct command *w, const struct order_block *b, struct digest_cause *cause, struct err *err);

#endif
