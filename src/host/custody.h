#ifndef ADIT_HOST_CUSTODY_H
#define ADIT_HOST_CUSTODY_H

#include "host/command.h"

/* Seats in custody (wire/custody.h): the host derives their keys from its own (seal/custody.h). */

/*
 * Joins and confirms for seats in custody, each in a digest of its own, as far as it is their turn.
 * The host knows these shares. So they are published before anybody else's: joins directly after
 * the digest that opened the attempt, confirmations directly after the last join.
 */
int custody_share(struct command *w, struct err *err);

/* Sets the keys that a seat gets by this action, which gives it into custody, unless it has them.
 * ERR_RULE: it is in custody already, and no bot, or no other seat would have a share that the host does not
 * know. */
int custody_begin(const struct command *w, uint8_t seat, struct host_action *act, struct err *err);

static inline bool
custody_has(const struct host_state *hs, uint8_t seat)
{
	return ((unsigned)hs->custody >> seat & 1u) != 0;
}

/* Returns the seats that count as in custody in votes: new_keys_custody. */
uint16_t custody_agreed(const struct host_state *hs);

/* Makes the joins and confirmations that a rebuilt file lacks: the digests of one command, of which
 * not all were found. No argument. */
command_fn custody_exec_share;
/* True if there are such. */
bool custody_is_due(const struct command *w);

/* The host has changed the keys of the seat. A vote that it gave in custody ends, since it must not
 * become one of a seat with keys of its own; and one that it gave before. */
void custody_note(struct host_state *hs, uint8_t seat, bool custody);

#endif
