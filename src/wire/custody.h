#ifndef ADIT_WIRE_CUSTODY_H
#define ADIT_WIRE_CUSTODY_H

#include "text/language.h"
#include "text/names.h"

/*
 * Seats in custody: the host keeps their keys and signs for their players, who have only a mail
 * program (adit(5), "Plain seats"). The header of every digest has a line "custody: SEAT" for each
 * of them. Sets of seats are bits.
 *
 * A host must not decide a vote with seats whose keys it keeps. So a vote needs two majorities: of
 * all seats that count, and of those among them that have keys of their own. A seat whose custody
 * the others have not confirmed yet counts among these (wire/new_keys.h).
 */

/* Returns how many yes votes of seats with keys of their own carry a vote, where `seats` count. 0:
 * the majority of all suffices, since none of `seats` is in custody, or all of `table` are. */
unsigned custody_own_need(uint16_t seats, uint16_t custody, uint16_t table);

/* True if `yes` has `need` votes, and `own` of seats that are not in custody. */
bool custody_carries(uint16_t yes, uint16_t custody, unsigned need, unsigned own);

/* Appends the lines of the header, also those of bots (wire/bots.h). custody_find reads them
 * between `from` and `to`, where the names are known; ERR_SYNTAX: no seat has such a name. */
void custody_text(uint16_t custody, uint16_t bots, const struct names *names, struct buf *out);
int custody_find(const char *s, size_t from, size_t to, const struct names *names,
    uint16_t *custody, uint16_t *bots, struct err *err);

struct lines;
/* Reads the optional line "KEY: N" of a vote; *own is not changed if it is absent. */
int custody_read_own(struct lines *l, const char *key, int64_t *own, struct err *err);

/* Moves past these lines. */
void custody_skip(struct lines *l);

/* Appends how many of the `own` votes of seats with keys of their own there are; nothing if none is
 * needed. */
void custody_own_words(
    const struct language *lang, uint16_t yes, uint16_t custody, unsigned own, struct buf *out);

/* Appends ", custody: dora, erik"; nothing if there is none. */
void custody_words(
    const struct language *lang, uint16_t custody, const struct names *names, struct buf *out);

#endif
