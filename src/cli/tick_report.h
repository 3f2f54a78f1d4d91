#ifndef ADIT_CLI_TICK_REPORT_H
#define ADIT_CLI_TICK_REPORT_H

#include "cli/cmd.h"
#include "host/tick.h"

/* What the clock asked for at a table, a line each, for people.  where: the file, or NULL for a line that
 * everybody may read. */

void tick_report_reminder(
    const struct ctx *ctx, const char *where, const struct tick_plan *t, bool mailed);
void tick_report_waiting(const struct ctx *ctx, const char *where, const struct tick_plan *t);

/* r: what was made; NULL: what would be. */
void tick_report_played(const struct ctx *ctx, const char *where, const struct tick_plan *t,
    const struct host_result *r);

/* ERR_BUSY: the last run is so long ago that the clock may be wrong. */
int tick_check_lost(const struct tick_plan *t, struct err *err);

#endif
