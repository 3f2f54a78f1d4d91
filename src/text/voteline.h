#ifndef ADIT_TEXT_VOTELINE_H
#define ADIT_TEXT_VOTELINE_H

#include "text/names.h"

/*
 * A vote as a line of do: "vote NAME yes" on the keys that the host gave a seat; "vote WHAT no" on
 * a proposal. WHAT is "undo 17", "end", "replace bob", "skip bob" or "extend 2d". It is not an
 * order of any rules set.
 */
enum vote_kind {
	VOTE_KEYS,
	VOTE_UNDO, /* proposals carried together are executed in this order */
	VOTE_END,
	VOTE_REPLACE,
	VOTE_SKIP,
	VOTE_EXTEND,
	VOTE_KINDS
};
struct vote {
	enum vote_kind kind;
	bool yes;
	uint8_t seat; /* seat of the keys; seat to replace or skip; else SEAT_NONE */
	int64_t n;    /* back to digest n; extend by n seconds; else 0 */
};

/* vote_on_text appends WHAT, such as "skip bob". vote_on_parse reads it, without `yes`. ERR_SYNTAX:
 * not a vote; ERR_NOT_FOUND: no such seat. */
void vote_on_text(const struct names *names, const struct vote *v, struct buf *out);
int vote_on_parse(
    const struct names *names, const char *s, size_t n, struct vote *v, struct err *err);

/* True if both votes have the same kind and object. */
static inline bool
vote_same_subject(const struct vote *a, const struct vote *b)
{
	return a->kind == b->kind && a->seat == b->seat && a->n == b->n;
}

/* True if a line in normal form is a vote, valid or not. */
bool vote_is_line(const char *line);

/* Parses a vote line; errors as for vote_on_parse. If a seat is named like a word of votes, a vote
 * with this single word is on its keys. */
int vote_parse(const struct names *names, const char *line, struct vote *v, struct err *err);

/* True if a word of votes has this name, so that a new table must not use it for a seat. */
bool vote_is_word(const char *name);

#endif
