#ifndef ADIT_RECORD_PINS_H
#define ADIT_RECORD_PINS_H

#include "record/transcript.h"
#include "seal/minisign.h"
#include "wire/deal.h"

/*
 * Pins of a game: the host's key at first sight (trust on first use), and hash and signature of
 * every digest seen. They detect a host that signs with another key later, or a fork. Files in the
 * game's folder (record/home.h): `pins`, one fact a line, and `leaves`, the leaves of its deals, to
 * check later private views.
 *
 * Each line has a checksum (record/checked.h). A line with a wrong checksum is not used; its fact
 * is taken from the digests of the record (record/pins_mend.h) or from those read next. The
 * signature in a line proves that the host signed a digest of this number and hash. A line without
 * a valid signature is not used against a digest.
 */
struct pin {
	int64_t n;
	struct hash hash;
	unsigned char prev[HASH_BYTES]; /* hash of the digest before, as it says; n 0: zeros */
	struct hash zero;               /* hash of digest 0, as it says; n 0: its own */
	uint32_t opens;                 /* attempt that began with it; 0: none */
	struct minisign_sig sig;        /* the host's signature of the digest */
	int line;                       /* line in the file; 0: not written yet */
	bool is_kept;                   /* pins_mend found the digest in the record */
};
struct pin pin_of(const struct transcript_copy *c);

/* The share of the seat in an attempt was revealed in an order that answers digest `head`. */
struct pinned_share {
	char seat[NAME_MAX_LEN + 1];
	struct hash opener, head;
};

/* Damaged lines of a file. */
struct pins_damage {
	unsigned lines; /* number; for `pins` including lines missing at the end */
	int first;      /* the first, from 1; 0: only the end is missing */
};

struct pins {
	struct buf folder; /* empty: nothing is stored */
	char game[ORDER_BLOCK_GAME_MAX + 1];
	struct pins_damage damage, leaves_damage;
	size_t facts;      /* number of facts that `pins` should have; 0: unknown */
	int foreign;       /* an unused line that its host has not signed; 0: none */
	bool is_host_lost; /* the line of the host's key is damaged, and the key is unknown */
	bool has_host;
	char host_sign[SIGN_TEXT + 1]; /* host's key at first sight */
	size_t n;
	struct pin *at; /* in the order of first sight */
	size_t n_lost;
	struct given_up *lost; /* what the host has given up, as far as known */
	size_t n_share;
	struct pinned_share *share;
	bool is_new;          /* has facts that are not in the file yet */
	struct leaves leaves; /* commitments of the host in digests seen */
	size_t leaves_kept;   /* number of them in the file */
	bool has_new_leaves;
};

/*
 * Loads the pins of this game; none if it is new or home is NULL. games: to parse the digests of
 * the record, which are read if the files are damaged. ERR_CORRUPT: the file is of another
 * version, or cannot be read. Always call pins_release.
 */
int pins_load(struct pins *pins, const char *home, const char *game,
    const struct rules *const *games, struct err *err);
void pins_release(struct pins *pins);

/*
 * Records what these digests give up: removes the pins and leaves of that branch. Call it before
 * the digests are checked against the pins. Returns the number of digests that are given up for
 * the first time.
 */
size_t pins_give_up(struct pins *pins, const struct transcript *tr);

/* If the files are damaged, appends which file and line. Says what to do if facts are lost that
 * these digests (NULL: none) do not contain. */
void pins_damage_text(const struct pins *pins, const struct transcript *tr, struct buf *out);

/* Adds a digest. Returns false if it is known or contradicts a pin. */
bool pins_add(struct pins *pins, const struct transcript_copy *c);

/* Adds a digest that the host has given up. Returns false if it is known. */
bool pins_add_lost(struct pins *pins, int64_t n, const struct hash *hash);

/* True if the pinned host has signed that this digest exists. */
bool pins_attested(const struct pins *pins, const struct pin *pin);

/* True if this digest and the pins are a fork. */
bool pins_contradict(struct pins *pins, const struct transcript_copy *c);

/* Pins the host's key. If its line is damaged, the key is the one that signed all pinned
 * digests. ERR_AUTH: another key is pinned; ERR_CORRUPT: the pinned key cannot be determined. */
int pins_note_host(struct pins *pins, const char *host_sign, struct err *err);

/*
 * Pins the digests of a verified transcript, and leaves that the reader knows. ERR_AUTH: another
 * host, or another digest of a number, is pinned; then the two signatures that prove it are
 * appended to proof (may be NULL). ERR_SYNTAX: one of them is not printable.
 */
int pins_note_all(struct pins *pins, const struct transcript *tr, const struct leaves *leaves,
    struct buf *proof, struct err *err);

/* pins_note_share records that the seat's share was revealed. pins_share returns what was
 * recorded, or NULL. */
void pins_note_share(struct pins *pins, const struct pinned_share *share);
const struct pinned_share *pins_share(
    const struct pins *pins, const char *seat, const struct hash *opener);

/* Writes the new facts to the home that they were loaded from, atomically. The caller must hold
 * home_lock since before pins_load. */
int pins_save(struct pins *pins, struct err *err);

#endif
