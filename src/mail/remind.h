#ifndef ADIT_MAIL_REMIND_H
#define ADIT_MAIL_REMIND_H

#include "host/tick.h"

/*
 * What tick_plan_make finds is noted, and the reminder queued, if the seat can get mail: all in one transaction, so
 * that of two runs at once one does it.  *t is what was found there; *mailed: the reminder waits to be sent.
 */
int remind_note(struct host *h, const struct tick_options *how, struct tick_plan *t, bool *mailed,
    struct err *err);

#endif
