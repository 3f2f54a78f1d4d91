#ifndef ADIT_WIRE_REPORT_PEOPLE_H
#define ADIT_WIRE_REPORT_PEOPLE_H

#include "wire/digest.h"
#include "wire/printer.h"

/* Seats, bits of them, as a list of names; with words, for people too: these before the first, and a comma before
 * each other. */
void report_seats(
    struct printer *p, const char *key, const char *words, const struct digest *d, uint16_t bits);

/* What people want to know of a player who is not there, each piece behind a comma and a blank: ", has missed 2 turns
 * in a row, leaves".  put_time: how times are written. */
void report_away(const struct digest *d, unsigned seat,
    void (*put_time)(int64_t t, struct buf *out), struct buf *out);

/* For programs: "people", who has missed turns, who is absent when, what the seats vote on; nothing where the
 * digest has no such section. */
void report_people(struct printer *p, const struct digest *d);

/* Likewise "summary", what the game came to. */
void report_summary(struct printer *p, const struct digest *d);

#endif
