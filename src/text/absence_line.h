#ifndef ADIT_TEXT_ABSENCE_LINE_H
#define ADIT_TEXT_ABSENCE_LINE_H

#include <stdbool.h>
#include <stdint.h>

#include "util/err.h"

/* An absence as a line of do: "absent 2026-12-24 to 2027-01-01". Both days are included; they are
 * days of the table's zone, as numbers since 1970-01-01. It is not an order of any rules set. */
struct absence_days {
	int64_t first, last;
};

/* True if a line in normal form is an absence, valid or not. */
bool absence_is_line(const char *line);

/* Parses an absence. ERR_SYNTAX: not the form of an absence, or it ends before it begins. */
int absence_parse(const char *line, struct absence_days *out, struct err *err);

/* True for "leave" (the seat goes to the next standby) or "leave no" (the player stays). Not an
 * order of any rules set. */
bool leave_is_line(const char *line);

#endif
