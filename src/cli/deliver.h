#ifndef ADIT_CLI_DELIVER_H
#define ADIT_CLI_DELIVER_H

#include "cli/cmd.h"

/* What a verb that makes digests does with them: store first, then print or write to files. */

/* Up to which digest is delivery certain, by what the folder `dir` (or NULL) holds or by the digest that
 * the order b answers?  -1: none. */
int deliver_known(
    struct ctx *ctx, const char *dir, const struct block *b, int64_t *n, struct err *err);

/* Print the digests, or write them to dir/turns with whatever an earlier run has left. */
int deliver_result(struct ctx *ctx, const char *dir, const struct host_result *r, struct err *err);

/* Is this the key that the game is hosted with?  Another would sign a digest that no player takes, and
 * the game would be stuck. */
int deliver_check_key(const struct ctx *ctx, struct err *err);

#endif
