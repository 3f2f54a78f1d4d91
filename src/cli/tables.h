#ifndef ADIT_CLI_TABLES_H
#define ADIT_CLI_TABLES_H

#include "cli/cmd.h"

/*
 * A game file, or each in a folder: the files *.db, in order of their names.  `each` gets ctx->path, and opens
 * ctx->host, which is closed behind it.  One that fails does not hide the others: the first failure is the
 * result, the rest are told.
 */
int tables_each(struct ctx *ctx, const char *where,
    int (*each)(struct ctx *ctx, const char *path, void *arg, struct err *err), void *arg,
    struct err *err);

/* Is it a folder? */
bool tables_is_folder(const char *where);

#endif
