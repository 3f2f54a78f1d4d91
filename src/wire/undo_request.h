#ifndef ADIT_WIRE_UNDO_REQUEST_H
#define ADIT_WIRE_UNDO_REQUEST_H

#include "text/names.h"
#include "util/span.h"
#include "wire/reason.h"

/*
 * A request of the host to go back to an earlier digest, where that would shuffle: the seats vote, and
 * nothing is played before it has ended.  The asked: section of every digest from the one that asked to
 * the one in which it ended (adit(5), "Taking back").  A value.
 */
enum undo_request_state {
	UNDO_REQUEST_OPEN,
	UNDO_REQUEST_CARRIED,
	UNDO_REQUEST_REFUSED,
	UNDO_REQUEST_WITHDRAWN
};

struct undo_request {
	int64_t n;  /* the digest that asked; 0: none did */
	int64_t to; /* go back to the state after this one */
	enum undo_request_state is;
	int64_t until; /* refused from this time on, if it is still open then */
	unsigned need; /* this number of votes for it carries it */
	uint16_t
	    none; /* bits of seats that count, but have no vote: their keys are newer than digest `to` */
	uint16_t yes, no; /* bits of seats */
	char reason[REASON_MAX + 1];
};

/* Nothing is played: it is open, or carried and not done yet. */
bool undo_request_blocks_play(const struct undo_request *a);

/* Those who have not resigned, bits of seats; more than half of so many; those who can still vote. */
uint16_t undo_request_seats(const struct game *g);
unsigned undo_request_need(uint16_t seats);
uint16_t undo_request_awaited(const struct undo_request *a, const struct game *g);

/* One that is open: what becomes of it with its votes? */
enum undo_request_state undo_request_count(const struct undo_request *a, uint16_t seats);

/* The time from which a request that a digest of this time opens is refused: one limit later, without absences. */
enum { UNDO_REQUEST_SPAN = 7 * 86400 /* where the table has no limit */ };
struct time_control;
int64_t undo_request_until(const struct time_control *c, int64_t time);
/* Is it open, and has its time come? */
bool undo_request_is_over(const struct undo_request *a, int64_t time);

/* The seats that got their keys from the host or as substitutes after digest `to`; given: by seat, the digest in
 * which they did, or 0. */
uint16_t undo_request_given(const int64_t given[static SEATS_MAX], int64_t to);

/* Append the lines of the section; how it stands, as a sentence for people. */
void undo_request_text(const struct undo_request *a, const struct names *names, struct buf *out);
void undo_request_words(const struct undo_request *a, struct buf *out);

/* The section of a digest between from and to: 1, or 0 (*a is zero): there is none, or -1 ERR_SYNTAX. */
int undo_request_find(const char *s, size_t from, size_t to, const struct names *names,
    struct undo_request *a, struct err *err);

/*
 * Can a digest with section *now follow one with section *before, as far as everybody sees?  NULL: it
 * can; else what the host does that it may not.
 */
struct undo_request_step {
	int64_t n, time;      /* of the digest */
	const struct game *g; /* as everybody knows it, after the digest */
	bool has_order;       /* an order caused it, */
	bool has_events;      /* in which something was played */
	bool asks, withdraws; /* or the host, who asks to go back to digest `to`, withdraws that, */
	bool refuses;         /* ends that because its time is over, */
	bool goes_back;       /* goes back there, */
	bool shuffles;        /* with a shuffle, */
	uint8_t replaced;     /* or gave this seat new keys; else SEAT_NONE */
	int64_t to;
	const char *reason;
};
const char *undo_request_check(const struct undo_request *before, const struct undo_request *now,
    const struct undo_request_step *step);

/* Votes as lines "  vote: SEAT yes", each once, in turn order: bits of seats, who voted yes and who no. */
void seat_votes_text(uint16_t yes, uint16_t no, const struct names *names, struct buf *out);
int seat_votes_read(
    struct lines *l, const struct names *names, uint16_t *yes, uint16_t *no, struct err *err);

/* How many are these, bits of seats? */
unsigned undo_request_number(uint16_t bits);

#endif
