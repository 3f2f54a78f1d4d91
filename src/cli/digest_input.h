#ifndef ADIT_CLI_DIGEST_INPUT_H
#define ADIT_CLI_DIGEST_INPUT_H

#include "cli/cmd.h"
#include "player/player.h"
#include "record/folder.h"
#include "record/withheld.h"

/*
 * Appends the digests of the arguments: files, "-", or folders (all numbered .txt files of
 * their turns/, or of the folder itself, by number). Without arguments it reads standard input,
 * if that is a nonempty file or pipe; else the folder turns/ of the working directory; else the
 * record of the game of -g or of the only running game.
 */
int digest_input_collect(
    const struct ctx *ctx, int argc, char **argv, struct buf *out, struct err *err);

/* Like digest_input_collect, for the newest digest: reads only that one from a record. Returns
 * 1 if several games are running; *err lists them. */
int digest_input_read(
    const struct ctx *ctx, int argc, char **argv, struct buf *out, struct err *err);

/*
 * Appends the digest that an order answers: from a file, standard input, or a folder (the
 * newest, or all if not `newest`). NULL: as digest_input_collect without standard input.
 * ERR_USAGE: no digest.
 */
int digest_input_acted_on(
    const struct ctx *ctx, const char *digest, bool newest, struct buf *out, struct err *err);

/*
 * Reads and verifies digests as player_read does, updates the pins (record/pins.h) and, without
 * --no-record, saves the digests (record/saved_digest.h). `host_file` is a public key file or a
 * fingerprint that the host must have. NULL: accept the pinned host, and show an unknown one
 * (cli/contact.h). me: NULL for the public part. `proof` gets the proof if the host cheats; or
 * NULL. Call player_read_release after every result.
 */
int digest_input_verify(const struct ctx *ctx, const struct buf *text, const char *host_file,
    const struct seckey *me, struct buf *proof, struct player_read *r, struct err *err);

/* Appends all digests, or the newest, of the record `dir`. Damaged ones are skipped with a
 * message. Errors as saved_digest_collect (record/saved_digest.h). */
int digest_input_kept(
    const struct ctx *ctx, const char *dir, bool newest, struct buf *out, struct err *err);

/* True if this is a game file, by its name or its first bytes. */
bool digest_input_is_game_file(const char *path);

/* Appends all digests of a table: a game file, a folder, a file, or "-". */
int digest_input_of_table(
    const struct ctx *ctx, const char *path, struct buf *out, struct err *err);

/* Verifies the public part as digest_input_verify does, with the pins of this home, but records
 * nothing. Call player_read_release after every result. */
int digest_input_look(
    const struct ctx *ctx, const struct buf *text, struct player_read *r, struct err *err);

/* Verifies all digests from 0 on as digest_input_look does. r->tr is sorted by number.
 * ERR_NOT_FOUND: a digest is missing. Call player_read_release after every result. */
int digest_input_check(
    const struct ctx *ctx, const struct buf *text, struct player_read *r, struct err *err);

/* Prints which digests of this game are missing in the record. */
void digest_input_report_missing(const struct ctx *ctx, const char *game);

/*
 * Call before a join or a confirmation is printed, with the result of digest_input_verify.
 * ERR_AUTH if its share was already revealed and this may be another table. Records that the
 * share is revealed now.
 */
int digest_input_share(const struct ctx *ctx, const struct player_read *r,
    const struct order_block *b, struct err *err);

/* Finds confirmations that were signed in this home and that the host reports as missing. As
 * withheld_find. */
int digest_input_withheld(const struct ctx *ctx, const struct player_read *r, struct withheld *out,
    struct buf *proof, struct err *err);

#endif
