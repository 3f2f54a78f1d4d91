#ifndef ADIT_PLAYER_CONTACT_H
#define ADIT_PLAYER_CONTACT_H

#include "record/user.h"
#include "player/player.h"

/* Trust on first use. The key of an unknown host is pinned. So the player should compare its
 * fingerprint with the one that the host publishes. */

/* True if the argument of --host is a fingerprint rather than a file. */
bool contact_is_fingerprint(const char *host);

/*
 * Checks the host of verified digests before anything is remembered. `host` is the argument of
 * --host or NULL. An unknown host that was not named is shown; on a terminal the player is
 * asked. A session (u->in_session) shows it itself. ERR_AUTH: another host, or the player
 * says no.
 */
int contact_check(const struct user *u, const struct player_read *r, const char *host,
    bool is_known, struct err *err);

/* Appends "the host of game cave has the fingerprint ...". */
void contact_words(const struct language *lang, const struct player_read *r, struct buf *out);

#endif
