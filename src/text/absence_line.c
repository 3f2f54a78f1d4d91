/* Absences as words. */

#include "text/absence_line.h"

#include <string.h>

#include "util/timestamp.h"

static const char absent[] = "absent";
static const char to[] = " to ";

bool
absence_is_line(const char *line)
{
	const size_t n = sizeof absent - 1;

	return strncmp(line, absent, n) == 0 && (line[n] == ' ' || line[n] == '\0');
}

bool
leave_is_line(const char *line)
{
	return strcmp(line, "leave") == 0 || strcmp(line, "leave no") == 0;
}

int
absence_parse(const char *line, struct absence_days *out, struct err *err)
{
	const char *first = line + sizeof absent - 1 + (line[sizeof absent - 1] == ' ');
	const char *last = strstr(first, to);
	/* The day after the last one must begin before TIMESTAMP_MAX in every zone. */
	const int64_t end = TIMESTAMP_MAX / (24 * 60 * 60) - 30;

	if (last == NULL || timestamp_date_parse(first, (size_t)(last - first), &out->first) < 0 ||
	    timestamp_date_parse(last + sizeof to - 1, strlen(last + sizeof to - 1), &out->last) <
		0 ||
	    out->last > end) {
		(void)err_set(err, ERR_SYNTAX,
		    "\"%s\": an absence is two days of the calendar: absent 2026-12-24 to "
		    "2027-01-01",
		    line);
		return -1;
	}
	if (out->last < out->first)
		return err_set(err, ERR_SYNTAX, "\"%s\": it ends before it begins", line);
	return 0;
}
