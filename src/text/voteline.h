#ifndef ADIT_TEXT_VOTELINE_H
#define ADIT_TEXT_VOTELINE_H

#include "text/names.h"

/*
 * A vote, as a line of do: "vote NAME yes" on the keys that the host gave a seat; "vote WHAT no" on what the
 * table does.  WHAT is "undo 17", "end", "replace bob", "skip bob" or "extend 2d".  No rules set has such an
 * order.
 */
enum vote_kind {
	VOTE_KEYS,
	VOTE_UNDO, /* what is carried at once is done in this order */
	VOTE_END,
	VOTE_REPLACE,
	VOTE_SKIP,
	VOTE_EXTEND,
	VOTE_KINDS
};
struct vote {
	enum vote_kind kind;
	bool yes;
	uint8_t seat; /* whose keys; who is replaced or skipped; else SEAT_NONE */
	int64_t n;    /* back to digest n; extend by n seconds; else 0 */
};

/* "skip bob": WHAT, appended; read back, all but yes: ERR_SYNTAX: what a vote looks like, ERR_NOT_FOUND: no such
 * seat. */
void vote_on_text(const struct names *names, const struct vote *v, struct buf *out);
int vote_on_parse(
    const struct names *names, const char *s, size_t n, struct vote *v, struct err *err);

/* The same word and object? */
static inline bool
vote_same_subject(const struct vote *a, const struct vote *b)
{
	return a->kind == b->kind && a->seat == b->seat && a->n == b->n;
}

/* Is a line in normal form a vote, well made or not? */
bool vote_is_line(const char *line);

/* As vote_on_parse.  A seat that has the name of such a word: with one word, the vote is on its keys. */
int vote_parse(const struct names *names, const char *line, struct vote *v, struct err *err);

/* Is it one of these words, so that a new table names no seat so? */
bool vote_is_word(const char *name);

#endif
