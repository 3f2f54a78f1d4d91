#ifndef ADIT_RECORD_SAVED_DIGEST_H
#define ADIT_RECORD_SAVED_DIGEST_H

#include "record/folder.h"
#include "record/transcript.h"

/*
 * The digests that a home stores for a game. Its folder has the usual form (record/folder.h) and
 * is read as untrusted. Private views stay encrypted: without the key they show only public
 * facts.
 */

/* Store no seat's view. */
enum { SAVED_DIGEST_NONE = SEAT_NONE };

/*
 * Stores copy c of the transcript, whose signature must be valid. Includes the private view of
 * this seat, if the digest names its hash. Views stored before stay if the digest names their
 * hashes. Call home_lock before. ERR_AUTH: another digest of this number, signed by the same
 * host, is stored; both are appended to proof (may be NULL). Returns 1 if something was written:
 * then call saved_digest_sync after the last one.
 */
int saved_digest_add(const char *dir, const struct transcript *tr, const struct transcript_copy *c,
    uint8_t seat, struct buf *proof, struct err *err);

/* Makes the stored digests survive a power cut. */
int saved_digest_sync(const char *dir, struct err *err);

/*
 * Appends the stored digests of a game, each verified: all, or only the newest. Skips damaged
 * files and invalid views, and calls report (may be NULL) with a line without its end. Errors as
 * folder_add; ERR_CORRUPT also if all files are damaged.
 */
int saved_digest_collect(const char *dir, const struct rules *const *games, bool newest,
    void (*report)(void *arg, const char *line), void *arg, struct buf *out, struct err *err);

/* Sets *tr to the newest of these, with all private views in its file: they are not verified.
 * Errors and `report` as for saved_digest_collect. Call transcript_release after every result. */
int saved_digest_newest(const char *dir, const struct rules *const *games,
    void (*report)(void *arg, const char *line), void *arg, struct transcript *tr, struct err *err);

/* Appends the digest at t in text s, without private views. */
void saved_digest_put(const char *s, const struct digest_layout *t, struct buf *out);

/* Appends digest n. Returns 0; 1 if it is missing or not such a file; -1 with ERR_BUSY. */
int saved_digest_text(const char *dir, int64_t n, struct buf *out, struct err *err);

/* True if digest n is stored with this signed part and, if `seat` is not NULL, with the view of that
 * seat. */
bool saved_digest_has(
    const char *dir, int64_t n, const char *signed_part, size_t len, const char *seat);

/* Takes title and display names from digest 0. Takes nothing if it is missing, or not of the game and
 * host of the digests in tr. */
void saved_digest_names(const char *dir, const struct transcript *tr, struct names *names);

/* Appends which digests are missing between the stored ones, "5, 6 and 8 to 10", and sets *missing to
 * their number. Returns 0, or -1 with ERR_BUSY. */
int saved_digest_missing(const struct language *lang, const char *dir, struct buf *out,
    int64_t *missing, struct err *err);

/* Renames the digests that the host has given up to N.txt.lost. They are not read any more. */
void saved_digest_set_aside(const char *dir, const struct given_up *lost, size_t n);
/* True if this digest n is one of those. */
bool saved_digest_is_aside(const char *dir, int64_t n, const struct hash *hash);

#endif
