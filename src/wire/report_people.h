#ifndef ADIT_WIRE_REPORT_PEOPLE_H
#define ADIT_WIRE_REPORT_PEOPLE_H

#include "text/language.h"
#include "wire/digest.h"
#include "wire/printer.h"

/* For programs: seats, given as bits, as a list of names. */
void report_seats(struct printer *p, const char *key, const struct digest *d, uint16_t bits);

/* Returns how far a seat is before the deal: "has confirmed", "has joined", "is expected" (its key
 * is known) or "is free". */
const char *report_joined(const struct language *lang, const struct digest *d, unsigned seat);

/* Appends what people need to know about an absent player, each piece after a comma and a blank:
 * ", has missed 2 turns in a row, leaves". put_time formats times. */
void report_away(const struct language *lang, const struct digest *d, unsigned seat,
    void (*put_time)(int64_t t, struct buf *out), struct buf *out);

/* For programs: "people": missed turns, absences, proposals. Prints nothing if the digest has no
 * such section. */
void report_people(struct printer *p, const struct digest *d);

/* For programs: "summary", the final result. Prints nothing if the digest has no such section. */
void report_summary(struct printer *p, const struct digest *d);

#endif
