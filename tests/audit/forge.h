#ifndef ADIT_TESTS_AUDIT_FORGE_H
#define ADIT_TESTS_AUDIT_FORGE_H

#include "host/aid.h"

/*
 * A dishonest host, which can sign anything with its key. Each function changes a transcript (the
 * texts of digests 0, 1, 2 ...) and signs it again from the changed digest on, so that chain and
 * signatures are valid. A missing string fails the test.
 */

/* In the signed part of digest n, replaces the first `from` after `after` (NULL: the beginning)
 * by `to`. */
void forge_public(struct buf *all, const struct seckey *host, int64_t n, const char *after,
    const char *from, const char *to);

/* Does the same in the private view of digest n for the holder of `key`. */
void forge_view(struct buf *all, const struct seckey *host, const struct seckey *key, int64_t n,
    const char *after, const char *from, const char *to);

/* Seals that view to another key, with the text `tail` after it. */
void forge_seal(struct buf *all, const struct seckey *host, const struct seckey *key, int64_t n,
    const struct seckey *other, const char *tail);

/* Appends the text of digest n. */
void forge_take(const struct buf *all, int64_t n, struct buf *out);

/* Sets `out` (200 bytes) to the value of the line that begins with `key`, after `after`, in
 * digest n. */
void forge_value(const struct buf *all, int64_t n, const char *after, const char *key, char *out);

/* Reads everything up to digest n without a key. `says`: part of the error; NULL: no error is
 * expected. */
void forge_reads(const char *lie, const struct buf *all, int64_t n, const char *says);

/* A public lie: in digest n, with the error of the reader. */
struct forge_lie {
	const char *name;
	int64_t n;
	const char *from, *to, *says;
};
/* Expects that the lie is found. `in_scene` expands the strings `from` and `to`. */
void forge_is_found(const struct buf *all, const struct seckey *host, const struct forge_lie *lie,
    void (*in_scene)(const char *pattern, struct buf *out));

#endif
