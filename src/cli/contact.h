#ifndef ADIT_CLI_CONTACT_H
#define ADIT_CLI_CONTACT_H

#include "cli/cmd.h"
#include "player/player.h"

/*
 * The host of a game that this home has not seen before: its key is remembered, and believed from then on, so the
 * player is to compare its fingerprint with their host's.
 */

/* Is the argument of --host a fingerprint, not a file? */
bool contact_is_fingerprint(const char *host);

/*
 * Of digests that were verified, before anything is remembered: is it the host of --host (NULL: not given)?  A host
 * that is not known yet and not named is shown, and on a terminal its player is asked.  A session (ctx->in_session)
 * shows it by itself.  ERR_AUTH: it is another host, or the player says no.
 */
int contact_check(const struct ctx *ctx, const struct player_read *r, const char *host,
    bool is_known, struct err *err);

/* "the host of game cave has the fingerprint ...", appended. */
void contact_words(const struct player_read *r, struct buf *out);

#endif
