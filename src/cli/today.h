#ifndef ADIT_CLI_TODAY_H
#define ADIT_CLI_TODAY_H

#include "cli/cmd.h"

/*
 * Against a clock that is far ahead: what it dates cannot be dated earlier any more.  The present time counts if it is
 * at most TODAY_AHEAD_S after the newest of the last digest, the last run of tick, and the last change of the game
 * file; or with --catch-up; or if the game is over.
 */
enum { TODAY_AHEAD_S = 30 * 86400 };

/* Open ctx->host of ctx->path, and note when the file was last changed: opening may finish or undo a change. */
int today_open(struct ctx *ctx, bool writes, struct err *err);

/*
 * Before anything is signed or noted: does the present time count?  Then this run is one, too: the file gets it as its
 * time, once a day, unless it was given with --now.  ERR_BUSY if not.
 */
int today_check(struct ctx *ctx, struct err *err);

/* After a change of the game file that no clock was asked for: the file keeps its time. */
void today_keep(const struct ctx *ctx);

#endif
