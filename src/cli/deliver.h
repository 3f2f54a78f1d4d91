#ifndef ADIT_CLI_DELIVER_H
#define ADIT_CLI_DELIVER_H

#include "cli/cmd.h"

/* What verbs that make digests do with them: store first, then print, or write to files in dir/turns (dir
 * not NULL) with whatever an earlier run has left. */

/* Write a digest to dir/turns, as folder_write does, and name the file for people; what is set aside is
 * told. */
int deliver_file(
    struct ctx *ctx, const char *dir, int64_t n, const struct buf *text, struct err *err);

/* What makes them: a host_ function.  delivered: digests up to this n are known to be delivered. */
typedef int deliver_make(
    struct ctx *ctx, const void *arg, int64_t delivered, struct host_result *r, struct err *err);

/* Is the game file no older copy (cli/rollback_check.h), and is there a folder to write to?  What an earlier run left
 * is written there. */
int deliver_left(struct ctx *ctx, const char *dir, struct err *err);

/* Before anything is made: is it the host's key? then that. */
int deliver_begin(struct ctx *ctx, const char *dir, struct err *err);

/* Make digests, because of the order b or (NULL) because the host wants it; then deliver them, but for the
 * JSON.  hold: it is not noted that they went out.  Caller releases *r. */
int deliver_make_for(struct ctx *ctx, const char *dir, const struct order_block *b,
    deliver_make *make, const void *arg, struct host_result *r, struct err *err);
int deliver_made(
    struct ctx *ctx, const char *dir, bool hold, const struct host_result *r, struct err *err);

/* All of it, for an act of the host. */
int deliver_act(
    struct ctx *ctx, const char *dir, deliver_make *make, const void *arg, struct err *err);

#endif
