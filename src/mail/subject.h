#ifndef ADIT_MAIL_SUBJECT_H
#define ADIT_MAIL_SUBJECT_H

#include "mail/compose.h"
#include "text/language.h"

/* The field Subject of a mail, which says what the mail wants of its reader. */

/* The message at the beginning of answers to a plain seat from which no order was taken. */
extern const char subject_refusal[];

/* What a seat has to do after a digest. NOTHING for all who have no seat. */
enum subject_wish { SUBJECT_NOTHING, SUBJECT_JOIN, SUBJECT_CONFIRM, SUBJECT_PLAY, SUBJECT_VOTE };
enum subject_wish subject_wish_of(const struct digest *d, unsigned seat);

/* True if the seat's command needs all digests: it has to join or to confirm. */
bool subject_needs_all(const struct digest *d, unsigned seat);

/* True if the mail invites its reader: it has digest 0, or is the first mail to a seat that has to
 * join. */
bool subject_invites(const struct compose *c);

/* True of a receipt for an order that was applied before. */
bool subject_is_repeated(const struct compose *c);

/* True if an answer to a plain seat is a question: it has "resign yes" or "leave yes" as a paragraph of
 * its own, in every language. */
bool subject_is_question(const char *answer);

/* Returns the title of the game, or its name if it has none. */
const char *subject_title(const struct digest *d);

/*
 * Appends a blank and the title, for a header field: in quotation marks if `quoted`, or else as it
 * is. If it is not ASCII, or could be read as something else, it becomes encoded words (RFC
 * 2047), on a new line if words precede it in the field. Returns true then; the rest of the field
 * has to be on a new line.
 */
bool subject_put_title(const struct digest *d, bool quoted, bool words_precede, struct buf *out);

/* Appends the field with its line end. Within a round it changes only in what precedes the title,
 * since some programs find the mails of a thread by subject; a game that is over has no round. */
void subject_put(const struct compose *c, struct buf *out);

#endif
