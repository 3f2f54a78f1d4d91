#ifndef ADIT_RECORD_TRANSCRIPT_H
#define ADIT_RECORD_TRANSCRIPT_H

#include "seal/key.h"
#include "seal/seal.h"
#include "wire/digest.h"

/* H("adit/digest", signed part): what prev: and head: hold.  One view's: H("adit/view", age file
 * without its armor). */
struct hash digest_hash(const char *signed_part, size_t n);
struct hash view_hash(const void *age_file, size_t n);

/*
 * The digests of one game, 0 to the newest without a gap, each signed by the one host and continuing
 * the one before it.  There may be several copies of a digest, with other private views in each.
 */
struct transcript {
	struct buf text; /* cleaned: all spans point into it */
	char game[BLOCK_GAME_MAX + 1];
	struct pubkey host;
	int64_t n; /* digests 0 .. n-1 */
	size_t n_copy;
	struct transcript_copy {
		int64_t n, time;
		struct digest_text t;
	} * copy;      /* by n */
	size_t *first; /* copy[first[n]] is the first copy of digest n */
};

/*
 * Read and verify signatures and chain.  want: the host to
 * insist on, or NULL.  ERR_AUTH: what does not hold, and in which digest; ERR_NOT_FOUND: a digest is
 * missing; ERR_SYNTAX: digests of two games, or what is no digest.  *tr is empty after a failure.
 */
int transcript_read(
    struct transcript *tr, const char *text, size_t n, const struct pubkey *want, struct err *err);
void transcript_release(struct transcript *tr);

/* The first copy of digest n; n < tr->n. */
const struct digest_text *transcript_at(const struct transcript *tr, int64_t n);
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

/* The first line of the signed part that a replay makes otherwise. */
enum { DIFFERENCE_TEXT = 80 };
struct transcript_difference {
	unsigned line;                                           /* from 1; 0: there is none */
	char section[16];                                        /* "header" before the first one */
	char is[DIFFERENCE_TEXT + 1], want[DIFFERENCE_TEXT + 1]; /* may be cut off */
};

/*
 * Is this text, digest n as a replay makes it, the same as every copy of it?  ERR_CORRUPT naming the
 * first line that differs, also in *d; ERR_AUTH the first private view that is not the one its digest
 * names.  Private views that a copy lacks are not missed.
 */
int transcript_compare(const struct transcript *tr, int64_t n, const char *text, size_t len,
    struct transcript_difference *d, struct err *err);

#endif
