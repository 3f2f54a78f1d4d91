#ifndef ADIT_RECORD_TRANSCRIPT_H
#define ADIT_RECORD_TRANSCRIPT_H

#include "record/given_up.h"
#include "seal/key.h"
#include "seal/seal.h"
#include "text/language.h"
#include "wire/digest.h"

/* digest_hash: H("adit/digest", signed part), the value of prev: and head:. view_hash:
 * H("adit/view", age file without its armor). */
struct hash digest_hash(const char *signed_part, size_t n);
struct hash view_hash(const void *age_file, size_t n);

/* Verifies that the digest is signed with this key, as digest n of this game and of the table
 * that its line zero: names, and that its line head: is true. Returns 0, or -1 with ERR_AUTH. */
int digest_verify(const char *s, const struct digest_layout *t, const struct pubkey *host,
    const char *game, int64_t n, struct err *err);

/* Returns the fingerprint of its host; "": it names no keys. */
void digest_fingerprint(const struct digest *d, char out[static FINGERPRINT_TEXT + 1]);

/* True if the text begins with a digest that is signed by the host it names. Returns its layout,
 * host, game and number. */
bool digest_is_self_signed(const struct buf *text, struct digest_layout *t,
    char host_sign[static SIGN_TEXT + 1], char game[static ORDER_BLOCK_GAME_MAX + 1], int64_t *n);

/* Faults of a digest. They are found in one place and returned as data. Each reader decides
 * which are fatal, and with which message. */
enum transcript_fault {
	FAULT_NONE,
	/* Of one digest, which can have several of these. */
	/* the host key of the first digest is not valid: nothing after it was read */
	FAULT_HOST,
	FAULT_GAME, /* it belongs to another game than the first */
	FAULT_WANT, /* it names another host key than the one required */
	FAULT_KEY,  /* it names another host key than the first */
	/* not signed with the host key of the first, or names none, or with wrong lines after it */
	FAULT_SIGNATURE,
	FAULT_ZERO,   /* signed, for a table with another digest 0 */
	FAULT_HEADER, /* signed, but not a digest */
	/* Compared with the previous digest. */
	FAULT_AGAIN,  /* the same digest: not a fault */
	FAULT_TWO,    /* another digest of the same number: a fork */
	FAULT_GAP,    /* digests are missing between them, or before the first */
	FAULT_BROKEN, /* it does not continue that digest */
	/* Of its content (record/verifier.h). */
	FAULT_SELF,   /* it contradicts itself */
	FAULT_TIME,   /* its time is before that of the previous digest */
	FAULT_CHANGE, /* the differences from the previous digest do not follow from its events */
	FAULTS
};
#define FAULT_BIT(fault) (1u << (fault))

/* The digests of one game in a text. */
struct transcript {
	const struct rules *const *games;
	const struct hash *named; /* see transcript_load_named; NULL after it */
	struct buf text;          /* cleaned: all spans point into it */
	char game[ORDER_BLOCK_GAME_MAX + 1];
	char host_sign[SIGN_TEXT + 1];
	struct pubkey host; /* of the first digest; transcript_read: with its age key */
	bool has_zero;      /* the first signed digest: */
	int64_t zero_n;     /* its number */
	struct hash zero;   /* and its hash of digest 0 */
	size_t n_copy;
	struct transcript_copy {
		int64_t n, time, text;
		struct digest_layout t;
		unsigned fault;   /* FAULT_BITs */
		struct hash hash; /* with FAULT_SIGNATURE none of these is set */
		struct hash zero; /* signed hash of digest 0; of digest 0 its own */
		unsigned char prev[32];
		struct given_up gives;  /* the digest that it gives up; n 0: none */
		uint32_t opens;         /* attempt that begins with it; 0: none */
		const struct digest *d; /* parsed, borrowed; or NULL */
	} * copy;      /* a digest may have several copies, with different private views */
	size_t n_lost; /* digests in the text that others in it give up: they are not copies */
	struct given_up *lost;
	struct err end; /* why the rest of the text was not read; ERR_NONE: all was read */
	bool is_cut;    /* true if the end of that digest is unknown */
	int64_t n;      /* transcript_number: digests 0 .. n-1 are present */
	size_t *first;  /* and copy[first[n]] is the first copy of digest n */
};

/*
 * Finds all digests in a text, which is moved and left empty, and verifies each: host, game,
 * signature. Recovers those changed by mail (record/mail_recover.h). want: the required signing
 * key of the host, or NULL; it is parsed, so the same key in a digest is not parsed again.
 * Copies are in the order of the text. Faults are in tr->copy[].fault and tr->end. Always call
 * transcript_release.
 */
void transcript_load(struct transcript *tr, const struct rules *const *games, struct buf *text,
    const struct pubkey *want);
/* Like transcript_load for digests that a verified digest names by this hash. The hash is checked
 * instead of the signature, which takes more time than everything else. */
void transcript_load_named(struct transcript *tr, const struct rules *const *games,
    struct buf *text, const struct pubkey *want, const struct hash *named);
void transcript_release(struct transcript *tr);

/* Sets *one to a transcript with only this verified copy of tr. */
void transcript_one(
    struct transcript *one, const struct transcript *tr, const struct transcript_copy *c);

/* Checks that c continues `last`, whose number is not higher. last NULL: c is the first. */
enum transcript_fault transcript_link(
    const struct transcript_copy *last, const struct transcript_copy *c);

/* Parses one copy of tr. Errors as digest_parse. */
int transcript_digest(const struct transcript *tr, const struct transcript_copy *c,
    struct digest *d, struct err *err);

/* transcript_sort sorts by number. transcript_number then numbers those that follow each other
 * from 0 on. */
void transcript_sort(struct transcript *tr);
void transcript_number(struct transcript *tr);

/*
 * The messages of one reader, words[FAULTS]; ERR_NONE: not an error for it. In `text` only: {n}
 * the number of the digest, {last} that of the one before, {missing} the first missing one,
 * {game} the game of the transcript, {other} that of the digest, {zero} the first digest that
 * names digest 0. For FAULT_SIGNATURE and FAULT_HEADER, `text` says where; the reason follows.
 */
struct fault_words {
	enum err_code code;
	const char *text, *hint;
};
/* The hint for text that differs from what was signed: often a mail program has wrapped it. */
#define TRANSCRIPT_AGAIN MSG_PLAIN("get the file again: a mail program may have changed its text")
void transcript_fault_text(const struct transcript *tr, const char *pattern,
    const struct transcript_copy *c, const struct transcript_copy *last, struct buf *out);
/* Return -1 with *err if the digest has such a fault. transcript_check looks for the first fault
 * of c by itself; transcript_fail gets it. */
int transcript_check(const struct transcript *tr, const struct fault_words *words,
    const struct transcript_copy *c, const struct transcript_copy *last, struct err *err);
int transcript_fail(const struct transcript *tr, enum transcript_fault fault,
    const struct fault_words *words, const struct transcript_copy *c,
    const struct transcript_copy *last, struct err *err);

/* Checks that this part of digest n may be printed on a terminal; the host's signature does not
 * say that. ERR_SYNTAX with the line if not. */
int transcript_check_printable(const char *text, const struct span *sp, int64_t n, struct err *err);

/*
 * Reads one complete transcript: 0 to the newest without a gap, all signed by one host, each
 * continuing the one before. want: the required host, or NULL. ERR_AUTH: what is not valid, and
 * in which digest; ERR_NOT_FOUND: a digest is missing; ERR_SYNTAX: digests of two games, or not
 * a digest. *tr is empty after a failure.
 */
int transcript_read(struct transcript *tr, const struct rules *const *games, const char *text,
    size_t n, const struct pubkey *want, struct err *err);

/* Returns the first copy of digest n that has no fault; NULL if there is none. */
const struct transcript_copy *transcript_find(const struct transcript *tr, int64_t n);

/* Return the first copy of digest n; n < tr->n. */
const struct digest_layout *transcript_at(const struct transcript *tr, int64_t n);
int transcript_parse(const struct transcript *tr, int64_t n, struct digest *d, struct err *err);

int64_t transcript_time(const struct transcript *tr, int64_t n);

/*
 * For a re-execution without the host's key. transcript_views sets the hashes of the views in d;
 * ERR_AUTH if an available view has another one, ERR_NOT_FOUND if there is no digest d->n.
 * transcript_rest appends what follows the signed part.
 */
int transcript_views(const struct transcript *tr, struct digest *d, struct err *err);
void transcript_rest(const struct transcript *tr, int64_t n, struct buf *out);

/* For a re-execution without the host secret. transcript_keep appends the host's box as base64.
 * transcript_section appends the lines of a section, which may be empty. */
void transcript_keep(const struct transcript *tr, int64_t n, struct buf *out);
void transcript_section(const struct transcript *tr, struct span sp, struct buf *out);

/* True if a line of the section begins with `begin`, after its indentation. */
bool transcript_has_line(const struct transcript *tr, struct span sp, const char *begin);

/* The first line of the signed part that a re-execution makes differently. */
enum { DIFFERENCE_TEXT = 80 };
struct transcript_difference {
	unsigned line; /* from 1; 0: none */
	/* "header" before the first section */
	char section[16];
	char is[DIFFERENCE_TEXT + 1], want[DIFFERENCE_TEXT + 1]; /* may be truncated */
};

/* Finds the first line that differs, and its section. */
void transcript_difference_find(
    const char *is, size_t is_n, const char *want, size_t want_n, struct transcript_difference *d);

/*
 * Compares digest n as re-executed with every copy of it. ERR_CORRUPT names the first line that
 * differs, also in *d; ERR_AUTH the first private view whose hash is not the one in its digest.
 * Private views may be missing in a copy.
 */
int transcript_compare(const struct transcript *tr, int64_t n, const char *text, size_t len,
    struct transcript_difference *d, struct err *err);

#endif
