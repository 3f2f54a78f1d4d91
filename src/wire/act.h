#ifndef ADIT_WIRE_ACT_H
#define ADIT_WIRE_ACT_H

#include "wire/digest.h"

/*
 * What the host does to a game beyond taking orders.  It stands in the host: section of the digest it
 * makes, for everybody to see, and a replay takes it from there.
 */
enum {
	ACT_REASON_MAX = 200, /* bytes */
	ACT_WORD_MAX = 40     /* of one word: it must fit into a line */
};

enum act_kind { ACT_UNDO, ACT_REPLACE, ACT_RESTART };

struct act {
	enum act_kind kind;
	int64_t to;      /* ACT_UNDO: back to the state after digest `to` */
	int64_t epoch;   /* ... shuffled with the keys of this epoch; 0: not */
	int64_t attempt; /* ACT_RESTART: the attempt at dealing that begins */
	/* ACT_REPLACE: the same, or 0 */
	char seat[NAME_MAX_LEN + 1]; /* ACT_REPLACE: it gets these keys */
	char sign[SIGN_TEXT + 1], age[AGE_TEXT + 1];
	char reason[ACT_REASON_MAX + 1]; /* normal form of say: (wire/block.h) */
};

/* Bring a reason into its normal form.  ERR_USAGE: empty, too long, or not to be shown. */
int act_reason(const char *s, char out[static ACT_REASON_MAX + 1], struct err *err);

/* Append the lines of the section. */
void act_text(const struct act *a, struct buf *out);

/* The act of a digest whose signature holds: 1, or 0 if it has none, or -1. */
int act_find(const char *s, const struct digest_text *t, struct act *a, struct err *err);

#endif
