#ifndef ADIT_SERVICE_TODAY_H
#define ADIT_SERVICE_TODAY_H

#include "service/table_run.h"

/*
 * Protects against a clock that is far ahead, since a digest must not be older than the one
 * before. The present time is accepted if it is at most TODAY_AHEAD_S after the latest of: the
 * last digest, the last run of tick, and the last change of the game file. It is also accepted
 * if run->catch_up is set or the game is over.
 */
enum { TODAY_AHEAD_S = 30 * 86400 };

/* Opens run->host on run->path. Records the time of the last change before, because opening may
 * roll a journal back. */
int today_open(struct table_run *run, bool writes, struct err *err);

/* Call before anything is signed or recorded. ERR_BUSY if the present time is not accepted.
 * Else records this run as the last one, at most once a day. If run->is_given_now is set, it does so
 * only with run->catch_up. */
int today_check(struct table_run *run, struct err *err);

/* After a change of the game file that does not depend on the clock: restores the file's mtime. */
void today_keep(const struct table_run *run);

#endif
