#ifndef ADIT_WIRE_ASKED_H
#define ADIT_WIRE_ASKED_H

#include "text/names.h"
#include "util/span.h"
#include "wire/reason.h"

/*
 * A request of the host to go back to an earlier digest, where that would shuffle: the seats vote, and
 * nothing is played before it has ended.  The asked: section of every digest from the one that asked to
 * the one in which it ended (adit(5), "Taking back").  A value.
 */
enum asked_is { ASKED_OPEN, ASKED_CARRIED, ASKED_REFUSED, ASKED_WITHDRAWN };

struct asked {
	int64_t n;  /* the digest that asked; 0: none did */
	int64_t to; /* go back to the state after this one */
	enum asked_is is;
	int64_t until; /* refused from this time on, if it is still open then */
	unsigned need; /* this number of votes for it carries it */
	uint16_t
	    none; /* bits of seats that count, but have no vote: their keys are newer than digest `to` */
	uint16_t yes, no; /* bits of seats */
	char reason[REASON_MAX + 1];
};

/* Nothing is played: it is open, or carried and not done yet. */
bool asked_holds(const struct asked *a);

/* Those who have not resigned, bits of seats; more than half of so many; those who can still vote. */
uint16_t asked_seats(const struct game *g);
unsigned asked_need(uint16_t seats);
uint16_t asked_awaited(const struct asked *a, const struct game *g);

/* One that is open: what becomes of it with its votes? */
enum asked_is asked_count(const struct asked *a, uint16_t seats);

/* The time from which a request that a digest of this time opens is refused: one limit later, without absences. */
enum { ASKED_SPAN = 7 * 86400 /* where the table has no limit */ };
struct clock;
int64_t asked_until(const struct clock *c, int64_t time);
/* Is it open, and has its time come? */
bool asked_is_over(const struct asked *a, int64_t time);

/* The seats that got their keys from the host or as substitutes after digest `to`; given: by seat, the digest in
 * which they did, or 0. */
uint16_t asked_given(const int64_t given[static SEATS_MAX], int64_t to);

/* Append the lines of the section; how it stands, as a sentence for people. */
void asked_text(const struct asked *a, const struct names *names, struct buf *out);
void asked_words(const struct asked *a, struct buf *out);

/* The section of a digest between from and to: 1, or 0 (*a is zero): there is none, or -1 ERR_SYNTAX. */
int asked_find(const char *s, size_t from, size_t to, const struct names *names, struct asked *a,
    struct err *err);

/*
 * Can a digest with section *now follow one with section *before, as far as everybody sees?  NULL: it
 * can; else what the host does that it may not.
 */
struct asked_step {
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
const char *asked_lie(
    const struct asked *before, const struct asked *now, const struct asked_step *step);

/* Votes as lines "  vote: SEAT yes", each once, in turn order: bits of seats, who voted yes and who no. */
void votes_text(uint16_t yes, uint16_t no, const struct names *names, struct buf *out);
int votes_read(
    struct lines *l, const struct names *names, uint16_t *yes, uint16_t *no, struct err *err);

/* How many are these, bits of seats? */
unsigned asked_number(uint16_t bits);

#endif
