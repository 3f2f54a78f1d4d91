#ifndef ADIT_REPO_RESTORE_H
#define ADIT_REPO_RESTORE_H

#include <stdio.h>

#include "repo/digest_filter.h"
#include "service/table_run.h"

/*
 * A game file and the digests of a repository, brought to the same state: `adit rebuild --keep`.
 *
 * (B1) Input from a pipe is untrusted. Only what the key has signed counts; other input cannot hide
 *      it.
 * (B2) The existing file is moved aside, complete, and only after the new file is complete. If its
 *      digests contradict the others, the run fails and changes nothing.
 * (B3) If a digest after a gap is there, the digests in the gap exist, too: they are not made a
 *      second time.
 *
 * The host's key is loaded.
 */
struct restore {
	const char *game; /* of several games in the input; NULL: as digest_filter_pick */
	FILE *batch;      /* output of git cat-file --batch; NULL: digests on standard input */
	bool is_placed;   /* its names of objects say where a file was found (digest_filter_read) */
	bool imports;     /* print the commit that restores main after these */
	const char *on;   /* the parent of that commit, or NULL */
};

/* Makes the game file at `path`, or continues it, if the digests have more. *end is its newest
 * digest. ERR_AUTH: a fork. ERR_NOT_FOUND: digest 0 is missing, or the file is of another game.
 * ERR_PENDING: a gap. Also the errors of rebuild_make. */
int restore_run(struct table_run *run, const char *path, const struct restore *how, int64_t *end,
    struct err *err);

/* (B1) Prints each digest 0 that is in the output of git cat-file --batch, for a caller that decides
 * where else to search. */
int restore_print_first(const struct user *u, FILE *batch, struct err *err);

/* (B1) Appends the digests of a game on standard input. `game` as in struct restore. */
int restore_collect(const struct user *u, const char *game, struct buf *out, struct err *err);

#endif
