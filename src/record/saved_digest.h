#ifndef ADIT_RECORD_SAVED_DIGEST_H
#define ADIT_RECORD_SAVED_DIGEST_H

#include "record/folder.h"
#include "record/transcript.h"

/*
 * The digests that a home keeps of a game: its folder is one as others are (record/folder.h), and they are
 * read from it as a stranger's.  A private view stays sealed as it came: only its key shows more than the
 * host has told everybody.
 */

/* No seat's view is to be kept. */
enum { SAVED_DIGEST_NONE = SEAT_NONE };

/*
 * Keep digest c of the transcript, whose signature holds, with the private view of this seat, if it is there
 * and the one that the digest names; views kept before stay if it names them.  The game is held (record/home.h).
 * ERR_AUTH: another digest of this number, signed by the same host, was kept before; proof: both are appended, or NULL.
 */
int saved_digest_add(const char *dir, const struct transcript *tr, const struct transcript_copy *c,
    uint8_t seat, struct buf *proof, struct err *err);

/*
 * Append what is kept of a game, each digest verified: all digests, or only the newest.  A file that is damaged, or what
 * is no view of it, is left out, and tell hears so, a line without its end; NULL: nobody does.  Errors as those of
 * folder_add; ERR_CORRUPT also if all files are damaged.
 */
int saved_digest_collect(const char *dir, const struct rules *const *games, bool newest,
    void (*tell)(void *arg, const char *line), void *arg, struct buf *out, struct err *err);

/* Append the digest, which is at t in text s, without its private views. */
void saved_digest_put(const char *s, const struct digest_layout *t, struct buf *out);

/* Append digest n; 1: it is not there, or is no such file; ERR_BUSY. */
int saved_digest_text(const char *dir, int64_t n, struct buf *out, struct err *err);

/* Append which digests are missing between those that are there, "digests 5, 6 and 8 to 10"; 1: none; ERR_BUSY. */
int saved_digest_missing(const char *dir, struct buf *out, struct err *err);

/* Give the digests that the host has given up another name, N.txt.lost: they are kept, and read no more. */
void saved_digest_set_aside(const char *dir, const struct given_up *lost, size_t n);
/* Is this digest n one of those? */
bool saved_digest_is_aside(const char *dir, int64_t n, const struct hash *hash);

#endif
