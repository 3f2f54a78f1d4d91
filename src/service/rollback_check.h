#ifndef ADIT_SERVICE_ROLLBACK_CHECK_H
#define ADIT_SERVICE_ROLLBACK_CHECK_H

#include "service/table_run.h"
#include "seal/seal.h"

/* Prevents forks by rollback: detects that a game file is an older copy. */

/*
 * Call before anything is signed. Checks that the game file contains the digests that were
 * delivered, by the notes of this home and by dir/turns (if `dir` is not NULL). ERR_CORRUPT if
 * not. *held is the newest digest if it is in dir/turns, else -1.
 */
int rollback_check(struct table_run *run, struct err *err);
int rollback_check_folder(struct table_run *run, const char *dir, int64_t *held, struct err *err);

/* Record a digest before it is delivered: digest n of the open game with its hash as text, or
 * the digests of a new game. A failure is reported and has no other effect. */
void rollback_check_note_made(const struct table_run *run, int64_t n, const char *head);
void rollback_check_note_new(const struct table_run *run, const struct buf *digests);

/* Records that the game was rebuilt and ends with digest n, whatever was recorded before.
 * Prints a message if that was more. */
void rollback_check_note_rewritten(const struct table_run *run, const char *game,
    const struct hash *table, int64_t n, const struct hash *head);

#endif
