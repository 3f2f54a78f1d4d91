#ifndef ADIT_RECORD_TRANSCRIPT_H
#define ADIT_RECORD_TRANSCRIPT_H

#include "record/given_up.h"
#include "seal/key.h"
#include "seal/seal.h"
#include "wire/digest.h"

/* H("adit/digest", signed part): what prev: and head: hold.  One view's: H("adit/view", age file
 * without its armor). */
struct hash digest_hash(const char *signed_part, size_t n);
struct hash view_hash(const void *age_file, size_t n);

/* Is it signed with this key, as digest n of this game, of the table that its line zero: names, and is its line
 * head: true?  ERR_AUTH if not. */
int digest_verify(const char *s, const struct digest_layout *t, const struct pubkey *host,
    const char *game, int64_t n, struct err *err);

/* The fingerprint of its host; "": it names no keys. */
void digest_fingerprint(const struct digest *d, char out[static FINGERPRINT_TEXT + 1]);

/* Does the text begin with a digest that is signed by the host it names?  Then that, its host, game and
 * number. */
bool digest_is_self_signed(const struct buf *text, struct digest_layout *t,
    char host_sign[static SIGN_TEXT + 1], char game[static ORDER_BLOCK_GAME_MAX + 1], int64_t *n);

/*
 * What can be wrong with a digest.  That is found in one place and is data: which of it is fatal, and with
 * what words, whoever reads digests decides for himself.
 */
enum transcript_fault {
	FAULT_NONE,
	/* In itself; a digest can have several of these. */
	FAULT_HOST,      /* the first one's host key is no key: nothing behind it was read */
	FAULT_GAME,      /* it is of another game than the first */
	FAULT_WANT,      /* it names another host key than the one asked for */
	FAULT_KEY,       /* it names another host key than the first */
	FAULT_SIGNATURE, /* not signed with the first one's host key, or with false lines behind it */
	FAULT_ZERO,      /* signed, of a table with another digest 0 */
	FAULT_HEADER,    /* signed, but no digest */
	/* Next to the one before it. */
	FAULT_AGAIN,  /* the very same: no fault */
	FAULT_TWO,    /* another of the same number: two histories */
	FAULT_GAP,    /* some are missing between them, or before the first */
	FAULT_BROKEN, /* it does not continue that one */
	/* What it says (record/verifier.h). */
	FAULT_SELF,   /* it contradicts itself */
	FAULT_TIME,   /* it is before the one before it */
	FAULT_CHANGE, /* what is different from the one before it is not what it tells */
	FAULTS
};
#define FAULT_BIT(fault) (1u << (fault))

/* The digests of one game as a text has them. */
struct transcript {
	const struct rules *const *games;
	struct buf text; /* cleaned: all spans point into it */
	char game[ORDER_BLOCK_GAME_MAX + 1];
	char host_sign[SIGN_TEXT + 1];
	struct pubkey host; /* that of the first digest; transcript_read: with its age key */
	bool has_zero;      /* of the first digest that is signed: */
	int64_t zero_n;     /* its number, */
	struct hash zero;   /* and what it says of digest 0 */
	size_t n_copy;
	struct transcript_copy {
		int64_t n, time, text;
		struct digest_layout t;
		unsigned fault;   /* FAULT_BITs */
		struct hash hash; /* with FAULT_SIGNATURE none of these is set */
		struct hash zero; /* of digest 0, as is signed; of digest 0 its own */
		unsigned char prev[32];
		struct given_up gives;  /* it gives up that one; n 0: none */
		uint32_t opens;         /* the attempt at dealing that begins with it; 0: none */
		const struct digest *d; /* lent by who has parsed it already, or NULL */
	} * copy; /* there may be several of a digest, with other private views in each */
	size_t
	    n_lost; /* digests that were there, and that others of them give up: they are no copies */
	struct given_up *lost;
	struct err end; /* why the rest of the text was not read; ERR_NONE: all of it was */
	bool is_cut;    /* ... because it cannot be told where that digest ends */
	int64_t n;      /* transcript_number: digests 0 .. n-1 are there */
	size_t *first;  /* and copy[first[n]] is the first copy of digest n */
};

/*
 * Find all digests in a text, which is taken and emptied, and verify each: host, game, signature.  What came through a
 * mail is mended (record/mail_recover.h).  want: the host's signing key that is asked for, or NULL; it was parsed, so
 * the same key in a digest is not parsed again.  Copies stand in the order of the text.  What is wrong is
 * in tr->copy[].fault and tr->end; always transcript_release.
 */
void transcript_load(struct transcript *tr, const struct rules *const *games, struct buf *text,
    const struct pubkey *want);
void transcript_release(struct transcript *tr);

/* A transcript of one copy of tr alone, as it was verified there. */
void transcript_one(
    struct transcript *one, const struct transcript *tr, const struct transcript_copy *c);

/* Does the digest continue the one before it, of no higher number?  last: NULL: it is the first. */
enum transcript_fault transcript_link(
    const struct transcript_copy *last, const struct transcript_copy *c);

/* One copy of tr, parsed.  Errors as those of digest_parse. */
int transcript_digest(const struct transcript *tr, const struct transcript_copy *c,
    struct digest *d, struct err *err);

/* By number; then: number those that follow each other from 0 on. */
void transcript_sort(struct transcript *tr);
void transcript_number(struct transcript *tr);

/*
 * The words of one reader, words[FAULTS]; ERR_NONE: this is nothing to him.  In text and only there {n} is
 * the number of the digest, {last} that of the one before, {missing} the first between them, {game} the
 * game of the record and {other} its own, {zero} the first digest that says which digest 0 it is of.  FAULT_SIGNATURE, FAULT_HEADER: text says where, the reason
 * follows.
 */
struct fault_words {
	enum err_code code;
	const char *text, *hint;
};
void transcript_fault_text(const struct transcript *tr, const char *pattern,
    const struct transcript_copy *c, const struct transcript_copy *last, struct buf *out);
/* -1: it has such a fault: *err; which is looked for first among those in itself, or is known. */
int transcript_check(const struct transcript *tr, const struct fault_words *words,
    const struct transcript_copy *c, const struct transcript_copy *last, struct err *err);
int transcript_fail(const struct transcript *tr, enum transcript_fault fault,
    const struct fault_words *words, const struct transcript_copy *c,
    const struct transcript_copy *last, struct err *err);

/* The host's signature says who wrote it, not that it may go to a terminal: may this part of digest n?
 * ERR_SYNTAX and the line, if not. */
int transcript_check_printable(const char *text, const struct span *sp, int64_t n, struct err *err);

/*
 * One whole history: 0 to the newest without a gap, each signed by the one host and continuing the one
 * before it.  want: the host to insist on, or NULL.  ERR_AUTH: what does not hold, and in which digest;
 * ERR_NOT_FOUND: a digest is missing; ERR_SYNTAX: digests of two games, or what is no digest.  *tr is empty
 * after a failure.
 */
int transcript_read(struct transcript *tr, const struct rules *const *games, const char *text,
    size_t n, const struct pubkey *want, struct err *err);

/* The first copy of digest n; n < tr->n. */
const struct digest_layout *transcript_at(const struct transcript *tr, int64_t n);
int transcript_parse(const struct transcript *tr, int64_t n, struct digest *d, struct err *err);

int64_t transcript_time(const struct transcript *tr, int64_t n);

/* What a replay without the host's key takes from digest d->n: the hashes of the views into d, ERR_AUTH
 * if a view that is there is another; appended to out, what stands behind the signed part.
 * ERR_NOT_FOUND: there is no such digest. */
int transcript_views(const struct transcript *tr, struct digest *d, struct err *err);
void transcript_rest(const struct transcript *tr, int64_t n, struct buf *out);

/* What a replay takes from it that does not know the host's secret: the host's box as base64, appended;
 * the lines of a section, appended (nothing if it is empty). */
void transcript_keep(const struct transcript *tr, int64_t n, struct buf *out);
void transcript_section(const struct transcript *tr, struct span sp, struct buf *out);

/* Does a line of the section begin with this, behind its indentation? */
bool transcript_has_line(const struct transcript *tr, struct span sp, const char *begin);

/* The first line of the signed part that a replay makes otherwise. */
enum { DIFFERENCE_TEXT = 80 };
struct transcript_difference {
	unsigned line;                                           /* from 1; 0: there is none */
	char section[16];                                        /* "header" before the first one */
	char is[DIFFERENCE_TEXT + 1], want[DIFFERENCE_TEXT + 1]; /* may be cut off */
};

/* The first line that differs, and the section that it is in. */
void transcript_difference_find(
    const char *is, size_t is_n, const char *want, size_t want_n, struct transcript_difference *d);

/*
 * Is this text, digest n as a replay makes it, the same as every copy of it?  ERR_CORRUPT naming the
 * first line that differs, also in *d; ERR_AUTH the first private view that is not the one its digest
 * names.  Private views that a copy lacks are not missed.
 */
int transcript_compare(const struct transcript *tr, int64_t n, const char *text, size_t len,
    struct transcript_difference *d, struct err *err);

#endif
