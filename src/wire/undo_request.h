#ifndef ADIT_WIRE_UNDO_REQUEST_H
#define ADIT_WIRE_UNDO_REQUEST_H

#include "text/language.h"
#include "text/names.h"
#include "util/span.h"
#include "wire/reason.h"

/*
 * Undo request: the host requests to go back to an earlier digest, which would reshuffle. The
 * seats vote, and nothing is played until the request ends. The section asked: is in every
 * digest from the one with the request to the one that ends it (adit(5), "Taking back"). Plain
 * data.
 */
enum undo_request_state {
	UNDO_REQUEST_OPEN,
	UNDO_REQUEST_CARRIED,
	UNDO_REQUEST_REFUSED,
	UNDO_REQUEST_WITHDRAWN
};

enum { UNDO_REQUEST_UNDOS_MAX = 64 /* digests of a game that go back */ };

struct undo_request {
	int64_t n;  /* the digest with the request; 0: none */
	int64_t to; /* go back to the state after this digest */
	enum undo_request_state is;
	int64_t until; /* refused from this time on, if still open */
	unsigned need; /* votes that carry it */
	unsigned own;  /* of them by seats with keys of their own (wire/custody.h) */
	/* seats that count but have no vote, as bits: their keys are newer than digest `to` */
	uint16_t none;
	uint16_t yes, no; /* bits of seats */
	char reason[REASON_MAX + 1];
};

/* True if nothing is played: the request is open, or carried and not executed yet. */
bool undo_request_blocks_play(const struct undo_request *a);

/* undo_request_seats: the seats that have not resigned and are no bots, as bits. undo_request_need: more than
 * half of them. undo_request_awaited: the seats that can still vote. */
uint16_t undo_request_seats(const struct game *g, uint16_t bots);
unsigned undo_request_need(uint16_t seats);
uint16_t undo_request_awaited(const struct undo_request *a, const struct game *g, uint16_t bots);

/* Returns the new state of an open request, from its votes. custody: seats in custody. */
enum undo_request_state undo_request_count(
    const struct undo_request *a, uint16_t seats, uint16_t custody);

/* Returns the time from which a request opened at `time` is refused: one limit later, without
 * absences. */
enum { UNDO_REQUEST_SPAN = 7 * 86400 /* if the table has no limit */ };
struct time_control;
int64_t undo_request_until(const struct time_control *c, int64_t time);
/* True if the request is open and its time has come. */
bool undo_request_is_over(const struct undo_request *a, int64_t time);

/* Returns the seats, as bits, that got keys from the host or as substitutes after digest `to`.
 * `given` has the digest of that for each seat, or 0. */
uint16_t undo_request_given(const int64_t given[static SEATS_MAX], int64_t to);

/* undo_request_text appends the lines of the section, undo_request_words its status as a
 * sentence. */
void undo_request_text(const struct undo_request *a, const struct names *names, struct buf *out);
void undo_request_words(
    const struct language *lang, const struct undo_request *a, uint16_t custody, struct buf *out);

/* Reads the section of a digest between `from` and `to`. Returns 1; 0 if there is none (*a is
 * zero); -1 with ERR_SYNTAX. */
int undo_request_find(const char *s, size_t from, size_t to, const struct names *names,
    struct undo_request *a, struct err *err);

/* Checks, by public facts, that a digest with section *now may follow one with section *before.
 * Returns NULL, or what the host may not do. */
struct undo_request_step {
	int64_t n, time;      /* of the digest */
	const struct game *g; /* public view of the game after the digest */
	bool has_order;       /* an order caused the digest */
	bool has_events;      /* something was played */
	bool asks, withdraws; /* the host requests an undo to digest `to`; withdraws the request */
	bool refuses;         /* the host ends the request because its time is over */
	bool goes_back;       /* the host goes back */
	bool shuffles;        /* with a shuffle */
	uint8_t replaced;     /* the seat that got new keys from the host; else SEAT_NONE */
	uint16_t custody;     /* new_keys_custody after the digest */
	uint16_t bots;        /* bits of seats that have no vote */
	int64_t to;
	const char *reason;
};
const char *undo_request_check(const struct undo_request *before, const struct undo_request *now,
    const struct undo_request_step *step);

#endif
