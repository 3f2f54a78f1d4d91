#ifndef ADIT_UTIL_NAME_MATCH_H
#define ADIT_UTIL_NAME_MATCH_H

#include <stdbool.h>

#include "util/buf.h"
#include "util/err.h"

/*
 * Finds a name among many by the name itself, or by a unique prefix. Start with name_match_of,
 * call name_match_try for each name, end with name_match_found. `what` is the value of the
 * name.
 */
struct name_match {
	const char *typed;
	size_t n;
	const char *lead; /* printed before each name in messages: "--" */
	const void *found;
	bool whole;
	unsigned n_found, edits;
	const char *near;
	struct buf names;
};
struct name_match name_match_of(const char *typed, size_t n, const char *lead);
void name_match_try(struct name_match *p, const char *name, const void *what);

/*
 * Returns 1 and sets p->found; -1 with ERR_USAGE if the prefix is ambiguous; 0 if nothing
 * matches. With 0, *err is unchanged and p->near is a similar name or NULL. `quote` is put
 * around the word in the message.
 */
int name_match_found(struct name_match *p, const char *quote, struct err *err);

#endif
