#ifndef ADIT_MAIL_INVITATION_H
#define ADIT_MAIL_INVITATION_H

#include "wire/digest.h"

/* The words that invite a player to a table, for people who do not know adit. */
struct invitation {
	const struct language *lang; /* NULL: English */
	const struct digest *d;      /* of the table, with its title */
	uint8_t seat;
	const char *host; /* name of the host's key, or "" */
	int64_t limit_s;  /* time for a turn in seconds; -1: no limit */
	const char *file; /* in which the player has the digests */
};

/* Sets `name` to the last part of a key's name or path: "host" of "/home/dora/keys/host". A path is
 * nobody's business. */
void invitation_host(const char *key, struct buf *name);

/* Appends a line: who invites, and to what. */
void invitation_lead(const struct invitation *v, struct buf *out);

/* Appends paragraphs: the game, its time, adit, and the fingerprint of the host. */
void invitation_words(const struct invitation *v, struct buf *out);
/* The same for a player who has only a mail program. */
void invitation_plain(const struct invitation *v, struct buf *out);

/* Appends how to take a seat of an open deal. save, send: as below. */
void invitation_join(
    const struct invitation *v, const char *save, const char *send, struct buf *out);

/* Appends how to take the seat, and how to play, with commands to type. save, send: how the player
 * gets the file and how the host gets the answer, in the language; lines with LF. */
void invitation_commands(
    const struct invitation *v, const char *save, const char *send, struct buf *out);

#endif
