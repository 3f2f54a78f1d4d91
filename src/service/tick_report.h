#ifndef ADIT_SERVICE_TICK_REPORT_H
#define ADIT_SERVICE_TICK_REPORT_H

#include "service/table_run.h"
#include "host/tick.h"

/* Print what time requires at a table, a line each, for people. `where` is the file, or NULL
 * for a public line. */

void tick_report_reminder(
    const struct table_run *run, const char *where, const struct tick_plan *t, bool mailed);
void tick_report_waiting(const struct table_run *run, const char *where, const struct tick_plan *t);

/* r: the digests made; NULL: dry run. */
void tick_report_played(const struct table_run *run, const char *where, const struct tick_plan *t,
    const struct host_result *r);

/*
 * Plays for the late seat of the open table with host_late. Returns 1 if digests were made: the
 * caller releases *r. 0: another run did it. -1 with *err.
 */
int tick_play(
    const struct table_run *run, int64_t delivered, struct host_result *r, struct err *err);

/* ERR_BUSY: the last run is so long ago that the clock may be wrong. */
int tick_check_lost(const struct tick_plan *t, struct err *err);

#endif
