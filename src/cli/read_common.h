#ifndef ADIT_CLI_READ_COMMON_H
#define ADIT_CLI_READ_COMMON_H

#include "cli/cmd.h"
#include "player/history.h"
#include "record/withheld.h"

/* What was read and verified (digest_input_verify), for whoever shows it: adit read, and a session. */

/* What the record tells of what was before. */
struct read_context {
	struct history story;
	struct knowledge know;
	struct buf dir;
};

/* ERR_BUSY: the record cannot be read now.  Always read_context_release, which wipes. */
int read_context_make(
    struct read_context *p, const struct ctx *ctx, const struct player_read *r, struct err *err);

/* After which digest is r news to its reader?  dir: the record's folder.  For history_make. */
int64_t reading_since(const struct ctx *ctx, const struct player_read *r, const char *dir);

/* All that is news in r was shown: remember that r was read, unless digests before it are missing.  reading_done: it is
 * appended to ctx->print, and is written first. */
void reading_done(const struct ctx *ctx, const struct player_read *r, const struct history *story);
void reading_shown(const struct ctx *ctx, const struct player_read *r, const struct history *story);
void read_context_release(struct read_context *p);

/* Warn of what is odd about it, and find the orders that wait with the host, which its view names by their hash, in the
 * own record. */
void reading_complete(const struct ctx *ctx, struct player_read *r);

/* As digest_input_withheld, where the deal is open or its end is news. */
int reading_withheld(const struct ctx *ctx, const struct player_read *r,
    const struct history *story, struct withheld *out, struct buf *proof, struct err *err);

/* Append every order that can be given, a line each; or say why there is none. */
void reading_moves(const struct ctx *ctx, const struct player_read *r, struct buf *out);

/* How wide boards and lists on standard output may be. */
unsigned reading_columns(void);

#endif
