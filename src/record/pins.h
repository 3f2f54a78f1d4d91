#ifndef ADIT_RECORD_PINS_H
#define ADIT_RECORD_PINS_H

#include "record/transcript.h"
#include "wire/deal.h"

/*
 * What this home remembers of a game: the host's key as first seen, and the hash of every digest
 * seen.  A host that later signs with another key, or shows somebody another history, is found
 * out by it.  Kept in the game's folder (record/home.h): `pins`, one line a fact, and `leaves`, those of
 * its deals, by which later private views are checked.
 */
struct pin {
	int64_t n;
	struct hash hash;
	unsigned char prev[HASH_BYTES]; /* of the digest before, as it says; n 0: zeros */
	struct hash zero;               /* of digest 0, as it says; not kept in the file */
	uint32_t opens;                 /* the attempt at dealing that began with it; 0: none */
};
struct pin pin_of(const struct transcript_copy *c);

/* The share of the seat at an attempt was revealed in answer to digest `head`. */
struct pinned_share {
	char seat[NAME_MAX_LEN + 1];
	struct hash opener, head;
};

struct pins {
	struct buf folder; /* where they are kept; empty: nowhere */
	char game[BLOCK_GAME_MAX + 1];
	bool has_host;
	char host_sign[SIGN_TEXT + 1]; /* the host's key, as first seen */
	size_t n;
	struct pin *at; /* in the order they were seen */
	size_t n_lost;
	struct given_up *lost; /* what the host has given up, as far as that is known */
	size_t n_share;
	struct pinned_share *share;
	bool is_new;          /* something was noted that is not in the file yet */
	struct leaves leaves; /* what the host committed to in digests seen */
	size_t leaves_kept;   /* so many of them are in the file already */
	bool has_new_leaves;
};

/* Load what is known of this game, nothing if it is new, or home is NULL: there is nowhere to keep any.
 * ERR_CORRUPT: the file is damaged.  Whatever happens, pins_release. */
int pins_load(struct pins *pins, const char *home, const char *game, struct err *err);
void pins_release(struct pins *pins);

/*
 * Take over what these digests give up: what was seen of that branch is seen no more (lost), and neither are its
 * leaves.  Before anything is held against them.  How many that was for the first time.
 */
size_t pins_give_up(struct pins *pins, const struct transcript *tr);

/* Is this digest of another history than the one that was seen? */
bool pins_contradict(const struct pins *pins, const struct transcript_copy *c);

/* Note the host's key line.  ERR_AUTH: another one is known. */
int pins_note_host(struct pins *pins, const char *host_sign, struct err *err);

/*
 * Note the digests of a record that was verified, and what a reading of it knows of the leaves.  ERR_AUTH: another host, or another digest of a number has been seen; ERR_SYNTAX:
 * one of them may not be shown on a terminal.
 */
int pins_note_all(
    struct pins *pins, const struct transcript *tr, const struct leaves *leaves, struct err *err);

/* Note that the seat's share was revealed; what was noted of it before, or NULL. */
void pins_note_share(struct pins *pins, const struct pinned_share *share);
const struct pinned_share *pins_share(
    const struct pins *pins, const char *seat, const struct hash *opener);

/* Write what is new into the home they were loaded from, which is held (home_hold) since before that: all
 * or nothing. */
int pins_save(struct pins *pins, struct err *err);

#endif
