#ifndef ADIT_CLI_DIGEST_INPUT_H
#define ADIT_CLI_DIGEST_INPUT_H

#include "cli/cmd.h"
#include "player/player.h"
#include "record/folder.h"
#include "record/withheld.h"

/*
 * Append the text of the digests named: files, "-", folders (their turns/ or they themselves, all
 * numbered .txt files in order of their numbers).  No argument: standard input, if it is a file or a pipe
 * and not empty; else the folder turns/ here; else the record of the game of -g or of the only one that is
 * running.
 */
int digest_input_collect(
    const struct ctx *ctx, int argc, char **argv, struct buf *out, struct err *err);

/* The same for whoever wants to see the newest: of the record no more than that.  1: several games are
 * running, *err asks which. */
int digest_input_read(
    const struct ctx *ctx, int argc, char **argv, struct buf *out, struct err *err);

/* Append the digest that an order answers: that of a file, of standard input, the newest of a folder or, if
 * not `newest`, all of it; NULL: as digest_input_collect, but never standard input.  ERR_USAGE: there is none. */
int digest_input_acted_on(
    const struct ctx *ctx, const char *digest, bool newest, struct buf *out, struct err *err);

/*
 * Read and verify digests as player_read does, remember what was seen (record/pins.h) and, unless
 * --no-record, keep the digests (record/saved_digest.h).  host_file: insist on the host of that card or fingerprint;
 * NULL: on the one known, and show one that is not (cli/contact.h).  me: NULL for the public part.  proof: if the
 * host is caught, what proves it; or NULL.  Always player_read_release.
 */
int digest_input_verify(const struct ctx *ctx, const struct buf *text, const char *host_file,
    const struct seckey *me, struct buf *proof, struct player_read *r, struct err *err);

/* Append what the record `dir` of a game has: all digests, or the newest.  What is damaged in it is left out, and said.
 * Errors as those of saved_digest_collect (record/saved_digest.h). */
int digest_input_kept(
    const struct ctx *ctx, const char *dir, bool newest, struct buf *out, struct err *err);

/* Is this a game file, by its name or its first bytes? */
bool digest_input_is_game_file(const char *path);

/* Append all digests of a table: a game file, a folder, a file, or "-". */
int digest_input_of_table(
    const struct ctx *ctx, const char *path, struct buf *out, struct err *err);

/* Verify digests as digest_input_verify does for everybody, by what this home knows, and note nothing.  Always
 * player_read_release. */
int digest_input_look(
    const struct ctx *ctx, const struct buf *text, struct player_read *r, struct err *err);

/* Verify the whole public history as digest_input_verify does, by what this home knows, and note nothing.  r->tr is
 * numbered.  ERR_NOT_FOUND: a digest is missing.  Always player_read_release. */
int digest_input_check(
    const struct ctx *ctx, const struct buf *text, struct player_read *r, struct err *err);

/* Say which digests of this game the record lacks. */
void digest_input_report_missing(const struct ctx *ctx, const char *game);

/* Before a join or a confirmation goes out, made from what digest_input_verify has read: a share that was revealed
 * is not given again to what may be another table (ERR_AUTH).  That this one is revealed is remembered. */
int digest_input_share(const struct ctx *ctx, const struct player_read *r,
    const struct order_block *b, struct err *err);

/* The confirmations that were signed here and that the host says had not come.  As withheld_find. */
int digest_input_withheld(const struct ctx *ctx, const struct player_read *r, struct withheld *out,
    struct buf *proof, struct err *err);

#endif
