#ifndef ADIT_WIRE_ACT_H
#define ADIT_WIRE_ACT_H

#include "wire/digest.h"
#include "wire/reason.h"

/*
 * What the host does to a game beyond taking orders.  It stands in the host: section of the digest it
 * makes, for everybody to see, and a replay takes it from there.
 */
enum act_kind {
	ACT_UNDO,
	ACT_ASK,
	ACT_WITHDRAW,
	ACT_REPLACE,
	ACT_RESTART,
	ACT_LATE, /* it plays for a seat that is late, */
	ACT_AWAY, /* ... or away: one step of a turn, */
	ACT_SKIP, /* ... or one that the seats have voted to skip */
	ACT_EXTEND,
	ACT_END,
	ACT_STANDBY,    /* somebody waits for a seat from now on, */
	ACT_STANDBY_NO, /* ... or no more */
	ACT_DROP,       /* ... since the host takes that player off the list */
	ACT_REFUSE,     /* the time to vote on going back is over */
	ACT_LOST        /* a digest that went out is given up, since the game file lacks it */
};
#define ACT_TABLE "table"

struct act {
	enum act_kind kind;
	int64_t
	    to; /* ACT_UNDO, ACT_ASK, ACT_WITHDRAW, ACT_REFUSE: back to the state after it; ACT_EXTEND: seconds;
		 * ACT_STANDBY_NO, ACT_DROP: the digest since which; ACT_LOST: which, */
	unsigned char lost[32]; /* ... and its hash */
	int64_t epoch;          /* ACT_UNDO: shuffled with the keys of this epoch; 0: not */
	int64_t attempt;        /* ACT_RESTART: the attempt at dealing that begins */
	/* ACT_REPLACE: the same, or 0 */
	char seat[NAME_MAX_LEN + 1]; /* ACT_REPLACE: it gets these keys; whose turn it plays */
	char sign[SIGN_TEXT + 1], age[AGE_TEXT + 1]; /* ... and of who waits, with the proof: */
	unsigned char proof[MINISIGN_BYTES];         /* ACT_STANDBY, ACT_STANDBY_NO */
	/* ACT_RESTART, and ACT_REPLACE where it starts over: who had confirmed, "-" for nobody. */
	char confirmed[SEATS_MAX * (NAME_MAX_LEN + 1) + 1];
	int64_t turn; /* that it plays for somebody, or extends; else 0 */
	/* the policy that digest 0 names, or ACT_TABLE, so that ACT_REPLACE seats who waits; else "" */
	char by[LATE_MAX + 1];
	char reason[REASON_MAX +
	    1]; /* ACT_WITHDRAW, ACT_LOST: may be "", for none; ACT_REFUSE, what has a `by`: "" */
};

/* Append the lines of the section. */
void act_text(const struct act *a, struct buf *out);

/* Does it play? */
static inline bool
act_plays(const struct act *a)
{
	return a->kind == ACT_LATE || a->kind == ACT_AWAY || a->kind == ACT_SKIP;
}

/* Does it change the table, so that there are events? */
static inline bool
act_has_events(const struct act *a)
{
	return act_plays(a) || a->kind == ACT_END;
}

/* What is told of one that plays: an enum note_kind. */
static inline uint8_t
act_note(enum act_kind kind)
{
	return kind == ACT_SKIP ? NOTE_SKIPPED : kind == ACT_LATE ? NOTE_LATE : NOTE_AWAY;
}

/* Who had confirmed an attempt that it ends, as bits of seats. */
unsigned act_confirmed(const struct act *a, const struct names *names);

/* Does it what the seats have voted for?  What, into *vote. */
bool act_vote(const struct act *a, const struct names *names, struct vote *vote);
/* Which seat gets new keys by it?  SEAT_NONE: none. */
uint8_t act_replaces(const struct act *a, const struct names *names);

/* The act of a digest whose signature holds: 1, or 0 if it has none, or -1. */
int act_find(const char *s, const struct digest_text *t, struct act *a, struct err *err);

/* What the host does in digest *d that it may not, as far as everybody sees, about a vote on taking back:
 * before is that section of the digest before it.  NULL: nothing. */
const char *act_lie(
    const char *s, const struct digest_text *t, const struct digest *d, const struct asked *before);

#endif
