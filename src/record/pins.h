#ifndef ADIT_RECORD_PINS_H
#define ADIT_RECORD_PINS_H

#include "record/transcript.h"
#include "seal/minisign.h"
#include "wire/deal.h"

/*
 * What this home remembers of a game: the host's key as first seen, and hash and signature of every digest
 * seen.  A host that later signs with another key, or shows somebody another history, is found
 * out by it.  Kept in the game's folder (record/home.h): `pins`, one line a fact, and `leaves`, those of
 * its deals, by which later private views are checked.
 *
 * Each line of these files has a checksum (record/checked.h).  A line whose checksum is wrong is damage: it is not
 * used, and what it said is taken from the digests of the record (record/pins_mend.h) or from those that are read next.
 * The signature of a line proves that the host has signed a digest of this number and hash.  A line that is not attested
 * so is held against nobody.
 */
struct pin {
	int64_t n;
	struct hash hash;
	unsigned char prev[HASH_BYTES]; /* of the digest before, as it says; n 0: zeros */
	struct hash zero;               /* of digest 0, as it says; n 0: its own */
	uint32_t opens;                 /* the attempt at dealing that began with it; 0: none */
	struct minisig sig;             /* the host's, of that digest */
	int line;                       /* of the file; 0: it is not there yet */
	bool is_kept;                   /* pins_mend has found the digest in the record */
};
struct pin pin_of(const struct transcript_copy *c);

/* The share of the seat at an attempt was revealed in answer to digest `head`. */
struct pinned_share {
	char seat[NAME_MAX_LEN + 1];
	struct hash opener, head;
};

/* Lines of a file that are damaged. */
struct pins_damage {
	unsigned lines; /* so many; of `pins` also those that are missing at its end */
	int first;      /* the first of them, from 1; 0: only its end is missing */
};

struct pins {
	struct buf folder; /* where they are kept; empty: nowhere */
	char game[ORDER_BLOCK_GAME_MAX + 1];
	struct pins_damage damage, leaves_damage;
	size_t facts; /* what `pins` should say: digests, shares and lost digests; 0: not known */
	int foreign;  /* a line that its host has not signed, and that is not used; 0: none */
	bool
	    is_host_lost; /* the line of the host's key is damaged, and nothing else says which it is */
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

/*
 * Load what is known of this game, nothing if it is new, or home is NULL: there is nowhere to keep any.  games: for the
 * digests of the record, which are read if the files are damaged.  ERR_CORRUPT: the file is of another version, or
 * cannot be read.  Whatever happens, pins_release.
 */
int pins_load(struct pins *pins, const char *home, const char *game,
    const struct rules *const *games, struct err *err);
void pins_release(struct pins *pins);

/*
 * Take over what these digests give up: what was seen of that branch is seen no more (lost), and neither are its
 * leaves.  Before anything is held against them.  How many that was for the first time.
 */
size_t pins_give_up(struct pins *pins, const struct transcript *tr);

/* If the files are damaged: append which of them, in which line, and what to do, if anything is not known any more that
 * these digests (NULL: none) do not say. */
void pins_damage_text(const struct pins *pins, const struct transcript *tr, struct buf *out);

/* Add a digest, unless it is known already or goes not with what is known: false. */
bool pins_add(struct pins *pins, const struct transcript_copy *c);

/* Add a digest that the host has given up.  false: it is known. */
bool pins_add_lost(struct pins *pins, int64_t n, const struct hash *hash);

/* Has the host whose key is known signed that there is such a digest? */
bool pins_attested(const struct pins *pins, const struct pin *pin);

/* Is this digest of another history than the one that was seen? */
bool pins_contradict(struct pins *pins, const struct transcript_copy *c);

/* Note the host's key line.  If that of the file is damaged, it is the one that has signed all digests noted there.
 * ERR_AUTH: another one is known; ERR_CORRUPT: which one was known cannot be found out. */
int pins_note_host(struct pins *pins, const char *host_sign, struct err *err);

/*
 * Note the digests of a record that was verified, and what a reading of it knows of the leaves.  ERR_AUTH: another host,
 * or another digest of a number has been seen: then the two signatures that prove it are appended to proof (NULL:
 * nobody asks); ERR_SYNTAX: one of them may not be shown on a terminal.
 */
int pins_note_all(struct pins *pins, const struct transcript *tr, const struct leaves *leaves,
    struct buf *proof, struct err *err);

/* Note that the seat's share was revealed; what was noted of it before, or NULL. */
void pins_note_share(struct pins *pins, const struct pinned_share *share);
const struct pinned_share *pins_share(
    const struct pins *pins, const char *seat, const struct hash *opener);

/* Write what is new into the home they were loaded from, which is held (home_lock) since before that: all
 * or nothing. */
int pins_save(struct pins *pins, struct err *err);

#endif
