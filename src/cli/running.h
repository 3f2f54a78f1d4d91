#ifndef ADIT_CLI_RUNNING_H
#define ADIT_CLI_RUNNING_H

#include "cli/cmd.h"

/* The games that this home has digests of (record/kept.h). */

/* Append the folder of the one that is meant: that of -g, else the only one that is running, else the only
 * one.  -1: there is none (ERR_USAGE, ERR_NOT_FOUND); 1: there are several, *err asks which. */
int running_pick(const struct ctx *ctx, struct buf *dir, struct err *err);

/* Print them all, a line each: how far they are and whose turn it is. */
int running_list(struct ctx *ctx, struct err *err);

#endif
