#ifndef ADIT_TEXT_ABSENCE_LINE_H
#define ADIT_TEXT_ABSENCE_LINE_H

#include <stdbool.h>
#include <stdint.h>

#include "util/err.h"

/* An absence, as a line of do: "absent 2026-12-24 to 2027-01-01", both days in it: days of the table's zone,
 * as numbers since 1970-01-01.  No rules set has such an order. */
struct absence_days {
	int64_t first, last;
};

/* Is a line in normal form an absence, well made or not? */
bool absence_is_line(const char *line);

/* ERR_SYNTAX: what an absence looks like, or that it ends before it begins. */
int absence_parse(const char *line, struct absence_days *out, struct err *err);

/* Is it "leave" or "leave no": the seat goes to whoever waits for one, or stays?  Of no rules set, either. */
bool leave_is_line(const char *line);

#endif
