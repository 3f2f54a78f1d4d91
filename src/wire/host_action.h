#ifndef ADIT_WIRE_HOST_ACTION_H
#define ADIT_WIRE_HOST_ACTION_H

#include "wire/digest.h"
#include "wire/reason.h"

/*
 * What the host does to a game beyond taking orders.  It stands in the host: section of the digest it
 * makes, for everybody to see, and a replay takes it from there.
 */
enum host_action_kind {
	HOST_ACTION_UNDO,
	HOST_ACTION_ASK,
	HOST_ACTION_WITHDRAW,
	HOST_ACTION_REPLACE,
	HOST_ACTION_RESTART,
	HOST_ACTION_LATE, /* it plays for a seat that is late, */
	HOST_ACTION_AWAY, /* ... or away: one step of a turn, */
	HOST_ACTION_SKIP, /* ... or one that the seats have voted to skip */
	HOST_ACTION_EXTEND,
	HOST_ACTION_END,
	HOST_ACTION_STANDBY,    /* somebody waits for a seat from now on, */
	HOST_ACTION_STANDBY_NO, /* ... or no more */
	HOST_ACTION_DROP,       /* ... since the host takes that player off the list */
	HOST_ACTION_REFUSE,     /* the time to vote on going back is over */
	HOST_ACTION_LOST /* a digest that went out is given up, since the game file lacks it */
};
#define HOST_ACTION_TABLE "table"

struct host_action {
	enum host_action_kind kind;
	int64_t
	    to; /* HOST_ACTION_UNDO, HOST_ACTION_ASK, HOST_ACTION_WITHDRAW, HOST_ACTION_REFUSE: back to the state after it; HOST_ACTION_EXTEND: seconds;
		 * HOST_ACTION_STANDBY_NO, HOST_ACTION_DROP: the digest since which; HOST_ACTION_LOST: which, */
	unsigned char lost[32]; /* ... and its hash */
	int64_t epoch;          /* HOST_ACTION_UNDO: shuffled with the keys of this epoch; 0: not */
	int64_t attempt;        /* HOST_ACTION_RESTART: the attempt at dealing that begins */
	/* HOST_ACTION_REPLACE: the same, or 0 */
	char seat[NAME_MAX_LEN +
	    1]; /* HOST_ACTION_REPLACE: it gets these keys; whose turn it plays */
	char sign[SIGN_TEXT + 1], age[AGE_TEXT + 1]; /* ... and of who waits, with the proof: */
	unsigned char proof[MINISIGN_BYTES]; /* HOST_ACTION_STANDBY, HOST_ACTION_STANDBY_NO */
	/* HOST_ACTION_RESTART, and HOST_ACTION_REPLACE where it starts over: who had confirmed, "-" for nobody. */
	char confirmed[SEATS_MAX * (NAME_MAX_LEN + 1) + 1];
	int64_t turn; /* that it plays for somebody, or extends; else 0 */
	/* the policy that digest 0 names, or HOST_ACTION_TABLE, so that HOST_ACTION_REPLACE seats who waits; else "" */
	char by[LATE_MAX + 1];
	char reason[REASON_MAX +
	    1]; /* HOST_ACTION_WITHDRAW, HOST_ACTION_LOST: may be "", for none; HOST_ACTION_REFUSE, what has a `by`: "" */
};

/* Append the lines of the section. */
void host_action_text(const struct host_action *a, struct buf *out);

/* Does it play? */
static inline bool
host_action_plays(const struct host_action *a)
{
	return a->kind == HOST_ACTION_LATE || a->kind == HOST_ACTION_AWAY ||
	    a->kind == HOST_ACTION_SKIP;
}

/* Does it change the table, so that there are events? */
static inline bool
host_action_has_events(const struct host_action *a)
{
	return host_action_plays(a) || a->kind == HOST_ACTION_END;
}

/* What is told of one that plays: an enum note_kind. */
static inline uint8_t
host_action_note(enum host_action_kind kind)
{
	return kind == HOST_ACTION_SKIP ? NOTE_SKIPPED :
	    kind == HOST_ACTION_LATE    ? NOTE_LATE :
					  NOTE_AWAY;
}

/* Who had confirmed an attempt that it ends, as bits of seats. */
unsigned host_action_confirmed(const struct host_action *a, const struct names *names);

/* Does it what the seats have voted for?  What, into *vote. */
bool host_action_vote(const struct host_action *a, const struct names *names, struct vote *vote);
/* Which seat gets new keys by it?  SEAT_NONE: none. */
uint8_t host_action_replaces(const struct host_action *a, const struct names *names);

/* The act of a digest whose signature holds: 1, or 0 if it has none, or -1. */
int host_action_find(
    const char *s, const struct digest_layout *t, struct host_action *a, struct err *err);

/* What the host does in digest *d that it may not, as far as everybody sees, about a vote on taking back:
 * before is that section of the digest before it.  NULL: nothing. */
const char *host_action_check(const char *s, const struct digest_layout *t, const struct digest *d,
    const struct undo_request *before);

#endif
