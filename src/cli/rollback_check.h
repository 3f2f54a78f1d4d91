#ifndef ADIT_CLI_ROLLBACK_CHECK_H
#define ADIT_CLI_ROLLBACK_CHECK_H

#include "cli/cmd.h"
#include "seal/seal.h"

/* Against a second history: a game file that is an older copy, and does not know it. */

/* Before anything is signed: does the game file hold what went out, as this home has noted it and as dir/turns
 * (dir not NULL) shows it?  ERR_CORRUPT if not.  held: the newest digest, if it is there, else -1. */
int rollback_check(struct ctx *ctx, struct err *err);
int rollback_check_check_folder(struct ctx *ctx, const char *dir, int64_t *held, struct err *err);

/* Note that a digest is going out: before it does, so that what is out is noted.  Of the game at hand digest
 * n, its hash as text; of a new game this digest 0.  Trouble is told, and stops nothing. */
void rollback_check_note_made(const struct ctx *ctx, int64_t n, const char *head);
void rollback_check_note_new(const struct ctx *ctx, const struct buf *digest);

/* The game was made anew and ends with digest n, whatever was noted before; told, if that was more. */
void rollback_check_note_rewritten(const struct ctx *ctx, const char *game,
    const struct hash *table, int64_t n, const struct hash *head);

#endif
