#ifndef ADIT_SERVICE_REBUILD_H
#define ADIT_SERVICE_REBUILD_H

#include "audit/game_file.h"
#include "service/table_run.h"

/* A lost game file, made again from its digests. */

/* Loads the key of -k, or that of the game file at `path`, if there is one, or the only key.
 * `name` must stay valid while the key is used. */
int rebuild_load_key(struct table_run *run, const char *path, struct buf *name, struct err *err);

/* Makes the game file from the texts of its digests, completely or not at all, and records that
 * the game was rebuilt. ERR_CREATE: the file exists. Also the errors of audit_rebuild. */
int rebuild_make(struct table_run *run, const char *path, const struct buf *digests,
    struct audit_rebuilt *out, struct err *err);

#endif
