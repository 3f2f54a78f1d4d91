#ifndef ADIT_HOST_ABSENT_H
#define ADIT_HOST_ABSENT_H

#include "host/command.h"

/*
 * Accepts an absence (do: absent DAY to DAY). The limit of the seat's turns does not run from
 * the begin of the first day, but not before the time of this digest (wire/time_control.h).
 * Signature, head and seq must have been checked. ERR_SYNTAX; ERR_STALE: past, or the game is
 * over; ERR_RULE: see time_control_check_absence.
 */
int absence_accept(
    struct command *w, const struct order_block *b, struct digest_cause *cause, struct err *err);

#endif
