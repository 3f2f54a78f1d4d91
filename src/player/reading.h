#ifndef ADIT_PLAYER_READING_H
#define ADIT_PLAYER_READING_H

#include "record/user.h"
#include "player/history.h"
#include "record/withheld.h"

/* Output of verified digests (verify_digests), shared by adit read and sessions. */

/* What the record knows of the time before the digest. */
struct reading {
	struct history story;
	struct knowledge know;
	struct changes changes; /* of the newest move */
	struct buf dir;
};

/* ERR_BUSY: the record cannot be read now. Call reading_end after every result; it
 * wipes *p. */
int reading_begin(
    struct reading *p, const struct user *u, const struct player_read *r, struct err *err);

/* Returns the last digest that this reader read before r, for history_make. `dir` is the folder
 * of the record. */
int64_t reading_since(const struct user *u, const struct player_read *r, const char *dir);

/* Record that r was read, unless digests before it are missing. Call them after all news were
 * shown. reading_done first flushes u->out, and records nothing after a failed write; reading_shown
 * does not flush. */
void reading_done(const struct user *u, const struct player_read *r, const struct history *story);
void reading_shown(const struct user *u, const struct player_read *r, const struct history *story);
void reading_end(struct reading *p);

/* Prints warnings about r. Sets r->next_line and r->every_line to the queued orders found in the
 * own record by their hash. */
void reading_complete(const struct user *u, struct player_read *r);

/* Like verify_withheld, if the joint deal is open or its end is news. */
int reading_withheld(const struct user *u, const struct player_read *r, const struct history *story,
    struct withheld *out, struct buf *proof, struct err *err);

/* Appends every legal order, one a line. Prints the reason as a message if there is none. */
void reading_moves(const struct user *u, const struct player_read *r, struct buf *out);

#endif
