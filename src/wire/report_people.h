#ifndef ADIT_WIRE_REPORT_PEOPLE_H
#define ADIT_WIRE_REPORT_PEOPLE_H

#include "wire/digest.h"
#include "wire/printer.h"

/* Seats, bits of them, as a list of names; with words, for people too: these before the first, and a comma before
 * each other. */
void report_seats(
    struct printer *p, const char *key, const char *words, const struct digest *d, uint16_t bits);

/* For programs: "people", who has missed turns, who is absent when, what the seats vote on; nothing where the
 * digest has no such section. */
void report_people(struct printer *p, const struct digest *d);

/* Likewise "summary", what the game came to. */
void report_summary(struct printer *p, const struct digest *d);

#endif
