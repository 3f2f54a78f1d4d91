#ifndef ADIT_WIRE_HOST_ACTION_H
#define ADIT_WIRE_HOST_ACTION_H

#include "wire/digest.h"
#include "wire/reason.h"

/* Host actions: changes that the host makes without an order. The action is public, in the host:
 * section of its digest; re-execution reads it from there. */
enum host_action_kind {
	HOST_ACTION_UNDO,
	HOST_ACTION_ASK,
	HOST_ACTION_WITHDRAW,
	HOST_ACTION_REPLACE,
	HOST_ACTION_RESTART,
	HOST_ACTION_LATE, /* plays one step for a late seat */
	HOST_ACTION_AWAY, /* plays one step for an away seat */
	HOST_ACTION_SKIP, /* plays one step for a seat that the seats voted to skip */
	HOST_ACTION_EXTEND,
	HOST_ACTION_END,
	HOST_ACTION_STANDBY,    /* a person joins the waiting list */
	HOST_ACTION_STANDBY_NO, /* a person leaves the waiting list */
	HOST_ACTION_DROP,       /* the host removes a person from the waiting list */
	HOST_ACTION_REFUSE,     /* the time to vote on an undo request has ended */
	HOST_ACTION_LOST        /* a published digest that the game file lacks is given up */
};
#define HOST_ACTION_TABLE "table"

struct host_action {
	enum host_action_kind kind;
	/* HOST_ACTION_EXTEND: seconds. HOST_ACTION_LOST: the lost digest. Off the waiting list: the
	 * digest in which the person joined it. Undo and its requests: the digest to go back to. */
	int64_t to;
	unsigned char lost[32]; /* HOST_ACTION_LOST: its hash */
	int64_t epoch;          /* HOST_ACTION_UNDO: the epoch after a shuffle; 0: no shuffle */
	/* HOST_ACTION_RESTART, HOST_ACTION_REPLACE: the attempt that begins; 0: none */
	int64_t attempt;
	/* HOST_ACTION_REPLACE: the seat that gets the keys; LATE, AWAY, SKIP: the seat played
	 * for */
	char seat[NAME_MAX_LEN + 1];
	bool custody; /* HOST_ACTION_REPLACE: the host keeps these keys (wire/custody.h) */
	/* keys of the seat or of the standby */
	char sign[SIGN_TEXT + 1], age[AGE_TEXT + 1];
	unsigned char proof[MINISIGN_BYTES]; /* of a standby: to join or leave the list */
	/* With an attempt: the seats that had confirmed; "-": none. */
	char confirmed[SEATS_MAX * (NAME_MAX_LEN + 1) + 1];
	int64_t turn; /* turn that is played or extended; else 0 */
	/* The late policy of digest 0; HOST_ACTION_TABLE if the table decided, or if
	 * HOST_ACTION_REPLACE seats a standby; else "". */
	char by[TIME_LATE_MAX + 1];
	/* may be "" for WITHDRAW and LOST; always "" for REFUSE and with a `by` */
	char reason[REASON_MAX + 1];
};

/* Appends the lines of the section. */
void host_action_text(const struct host_action *a, struct buf *out);

/* True if the action plays for a seat. */
static inline bool
host_action_plays(const struct host_action *a)
{
	return a->kind == HOST_ACTION_LATE || a->kind == HOST_ACTION_AWAY ||
	    a->kind == HOST_ACTION_SKIP;
}

/* True if the action changes the board or the game, so that the digest has events. */
static inline bool
host_action_has_events(const struct host_action *a)
{
	return host_action_plays(a) || a->kind == HOST_ACTION_END;
}

/* Returns the enum note_kind of an action that plays. */
static inline uint8_t
host_action_note(enum host_action_kind kind)
{
	return kind == HOST_ACTION_SKIP ? NOTE_SKIPPED :
	    kind == HOST_ACTION_LATE    ? NOTE_LATE :
					  NOTE_AWAY;
}

/* Returns the seats, as bits, that had confirmed the attempt which the action ends. */
unsigned host_action_confirmed(const struct host_action *a, const struct names *names);

/* True if the action executes a proposal of the seats; *vote is the subject. */
bool host_action_vote(const struct host_action *a, const struct names *names, struct vote *vote);
/* Returns the seat that gets new keys by the action, or SEAT_NONE. */
uint8_t host_action_replaces(const struct host_action *a, const struct names *names);

/* Reads the host action of a digest with a valid signature. Returns 1, 0 if there is none, or
 * -1. */
int host_action_find(
    const char *s, const struct digest_layout *t, struct host_action *a, struct err *err);

/* Checks the host action of digest *d against the public rules of undo requests. `before` is the
 * undo request of the previous digest. Returns what the host may not do, or NULL. */
const char *host_action_check(const char *s, const struct digest_layout *t, const struct digest *d,
    const struct undo_request *before);

#endif
