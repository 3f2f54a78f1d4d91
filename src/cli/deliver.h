#ifndef ADIT_CLI_DELIVER_H
#define ADIT_CLI_DELIVER_H

#include "cli/cmd.h"

/* What the verbs that make digests share.  dir: the folder of --out, or NULL for standard output. */

/* Up to which digest is delivery certain?  *n, -1 for none: what dir holds; else the digest of this
 * hash (NULL: unknown), since somebody has read it. */
int deliver_find(struct ctx *ctx, const char *dir, const unsigned char *head, int64_t *n,
    struct err *err);

/* Write the digests just made, and with a folder those that an earlier run left.  done: what stays
 * done if that fails. */
int deliver(struct ctx *ctx, const char *dir, const struct host_result *r, const char *done,
    struct err *err);

/* Is ctx->key the one that the game is hosted with?  Another would sign a digest that no player takes,
 * and the game would be stuck.  ERR_AUTH. */
int deliver_check_key(const struct ctx *ctx, struct err *err);

#endif
