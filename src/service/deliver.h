#ifndef ADIT_SERVICE_DELIVER_H
#define ADIT_SERVICE_DELIVER_H

#include "host/intake.h"
#include "service/table_run.h"

/*
 * Delivery by verbs that make digests. Digests are stored first, then printed. If `dir` is not
 * NULL, they are written to files in dir/turns instead, together with those that an earlier run
 * left undelivered.
 */

/* Writes a digest to dir/turns as folder_write does. Prints the file name for people, and a
 * message about a file that was moved aside. */
int deliver_file(
    struct table_run *run, const char *dir, int64_t n, const struct buf *text, struct err *err);

/* Callback that makes digests with a host_ function. `delivered`: digests up to this one are
 * known to be delivered. */
typedef int deliver_make(struct table_run *run, const void *arg, int64_t delivered,
    struct host_result *r, struct err *err);

/* Checks that the game file is not an older copy (service/rollback_check.h) and that `dir` exists.
 * Writes the digests that an earlier run left undelivered to `dir`. */
int deliver_left(struct table_run *run, const char *dir, struct err *err);

/* Checks that the key is the host's, then calls deliver_left. Call before making a digest. */
int deliver_begin(struct table_run *run, const char *dir, struct err *err);

/* Applies an order as intake_take does. The digest that the order names counts as delivered, or
 * with `dir` those that this run found there; with `hold` none. */
int deliver_take(struct table_run *run, const char *dir, bool hold,
    const struct parsed_order *order, struct order_outcome *x, struct host_result *r,
    struct err *err);

/* Delivers the digests made, except for the JSON. `hold`: do not record the delivery. The caller
 * releases *r. */
int deliver_made(struct table_run *run, const char *dir, bool hold, const struct host_result *r,
    struct err *err);

/* Makes and delivers the digests of a host action. */
int deliver_act(
    struct table_run *run, const char *dir, deliver_make *make, const void *arg, struct err *err);

#endif
