#ifndef ADIT_MAIL_REMIND_H
#define ADIT_MAIL_REMIND_H

#include "host/tick.h"

/*
 * Records what tick_plan_make finds and queues the reminder if the seat can get mail. One
 * transaction covers both, so only one of two concurrent runs does it. *t is set to the plan
 * found; *mailed is true if the reminder is queued.
 */
int remind_note(struct host *h, const struct tick_options *how, struct tick_plan *t, bool *mailed,
    struct err *err);

#endif
