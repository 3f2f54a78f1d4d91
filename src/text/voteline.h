#ifndef ADIT_TEXT_VOTELINE_H
#define ADIT_TEXT_VOTELINE_H

#include "text/names.h"

/* A vote, as a line of do: "vote NAME yes" on the keys that the host gave a seat, "vote undo TO no" on
 * its wish to go back to digest TO.  No rules set has such an order. */
struct vote {
	bool yes;
	bool undo;    /* go back to digest `to`, or else */
	uint8_t seat; /* the keys of this seat */
	int64_t to;
};

/* Is a line in normal form a vote, well made or not? */
bool vote_is_line(const char *line);

/* ERR_SYNTAX: what a vote looks like; ERR_NOT_FOUND: no such seat. */
int vote_parse(const struct names *names, const char *line, struct vote *v, struct err *err);

#endif
