#ifndef ADIT_TESTS_AUDIT_FORGE_H
#define ADIT_TESTS_AUDIT_FORGE_H

#include "host/aid.h"

/*
 * A dishonest host: it has its key, so it can sign whatever it likes.  Each function changes a
 * transcript (the texts of digests 0, 1, 2 ...) and signs it anew from the changed digest on, so that
 * chain and signatures hold.  Strings that are not there fail the test.
 */

/* In the signed part of digest n, the first `from` behind `after` (NULL: the beginning) becomes `to`. */
void forge_public(struct buf *all, const struct seckey *host, int64_t n, const char *after,
    const char *from, const char *to);

/* The same in the private view that the holder of `key` opens in digest n. */
void forge_view(struct buf *all, const struct seckey *host, const struct seckey *key, int64_t n,
    const char *after, const char *from, const char *to);

/* That view, sealed to another key; with the text `tail` behind it. */
void forge_seal(struct buf *all, const struct seckey *host, const struct seckey *key, int64_t n,
    const struct seckey *other, const char *tail);

/* The text of digest n alone, appended. */
void forge_take(const struct buf *all, int64_t n, struct buf *out);

/* The value of the line that begins with `key` behind `after` in digest n; in a buffer of 200 bytes. */
void forge_value(const struct buf *all, int64_t n, const char *after, const char *key, char *out);

/* What everybody reads up to digest n; says: what its refusal tells of the host, NULL: it is believed. */
void forge_reads(const char *lie, const struct buf *all, int64_t n, const char *says);

/* A lie in what everybody is told: in digest n, and what the reader says to it. */
struct forge_lie {
	const char *name;
	int64_t n;
	const char *from, *to, *says;
};
/* Is it found?  in_scene: makes the two strings out of from and to. */
void forge_is_found(const struct buf *all, const struct seckey *host, const struct forge_lie *lie,
    void (*in_scene)(const char *pattern, struct buf *out));

#endif
