#ifndef ADIT_SERVICE_DIGEST_INPUT_H
#define ADIT_SERVICE_DIGEST_INPUT_H

#include "player/player.h"
#include "record/user.h"

/* Digests that a command names, or that are found without a name. */

/*
 * Appends the digests of the arguments: files, "-", or folders (all numbered .txt files of
 * their turns/, or of the folder itself, by number). Without arguments it reads standard input,
 * if that is a nonempty file or pipe; else the folder turns/ of the working directory; else the
 * record of the game of u->game or of the only running game.
 */
int digest_input_collect(
    const struct user *u, int argc, char **argv, struct buf *out, struct err *err);

/* After a failure of one of several files: puts the first that is not valid by itself before the
 * message. Returns -1. */
int digest_input_blame(const struct user *u, int argc, char **argv, struct err *err);

/* Where digests were found, for digest_input_verify. */
struct digest_source {
	bool is_lasting;               /* one folder or a record, not files or standard input */
	const char *folder;            /* borrowed; NULL: turns/ here, or a record */
	bool newest, newest_of_record; /* only the newest of a folder, of a record */
};

/* Like digest_input_collect, for the newest digest: reads only that one from a record. Sets end[i]
 * to where the text of argument i ends, and *source, unless these are NULL. Returns 1 if several
 * games are running; *err lists them. */
int digest_input_read(const struct user *u, int argc, char **argv, size_t *end,
    struct digest_source *source, struct buf *out, struct err *err);

/* As digest_input_blame, for what a successful digest_input_read has read. */
void digest_input_blame_part(const struct user *u, int argc, char **argv, const struct buf *text,
    const size_t *end, struct err *err);

/*
 * Appends the digest that an order answers: from a file, standard input, or a folder (the
 * newest, or all if not `newest`). NULL: as digest_input_collect without standard input. Sets
 * *source. ERR_USAGE: no digest.
 */
int digest_input_acted_on(const struct user *u, const char *digest, bool newest,
    struct digest_source *source, struct buf *out, struct err *err);

/* Verifies digests, and reads the newest one. */
typedef int digest_verifier(
    void *arg, const struct buf *text, struct player_read *r, struct err *err);

/*
 * Verifies the digests of a source. If they are older than one that this home has read, another
 * process, as adit play, may have read that one here after *text was read: then it reads the source
 * again, and replaces *text if something new is there. Returns what `verify` returns; the caller
 * releases *r.
 */
int digest_input_verify(const struct user *u, const struct digest_source *source, struct buf *text,
    digest_verifier *verify, void *arg, struct player_read *r, struct err *err);

/* True if this is a game file, by its name or its first bytes. */
bool digest_input_is_game_file(const char *path);

/* Appends all digests of a table: a game file, a folder, a file, or "-". */
int digest_input_of_table(const struct user *u, const char *path, struct buf *out, struct err *err);

#endif
