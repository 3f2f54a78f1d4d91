#ifndef ADIT_WIRE_STANDBY_H
#define ADIT_WIRE_STANDBY_H

#include "text/language.h"
#include "text/noteline.h"
#include "wire/host_action.h"
#include "wire/people.h"

/* The waiting list, and which seat is free for it. Used by the host to make digests, and by
 * readers to check them (adit(5), "Substitutes"). */

/* Checks whether a person with these keys may join the list, by digest 0 and the current list.
 * Returns NULL, or why not. */
const char *standby_check(
    const struct time_control *c, const struct people *p, const char *sign, const char *age);

/* True if digest 0 names this pair of keys for the list. */
bool standby_is_named(const struct time_control *c, const char *sign, const char *age);

/* Returns the index of the person with one of these keys, from 0; -1 if there is none. */
int standby_find(const struct people *p, const char *sign, const char *age);

/* Like standby_find, but both keys must match and the person must be on the list since digest n. */
int standby_since(const struct people *p, const char *sign, const char *age, int64_t n);

/*
 * The seat that a standby's proof names (record/order.h): STANDBY_SEAT to join the list, n 0; to
 * leave it, also the number of the digest in which they joined, so that the proof is good for
 * nothing else.
 */
enum { STANDBY_PROOF_MAX = 32 };
void standby_proof_seat(int64_t n, char seat[static STANDBY_PROOF_MAX]);

/* Returns the free seat at `time`, if the list is not empty: the first seat that announced it
 * leaves; else the seat that is away longest, if long enough; else SEAT_NONE. */
uint8_t standby_free_seat(
    const struct time_control *c, const struct people *p, const struct game *g, int64_t time);

/* Returns when the seat that is away longest becomes free for the list; -1 if never. */
int64_t standby_free_from(
    const struct time_control *c, const struct people *p, const struct game *g);

/* Checks whether a vote may give `seat` to a standby at `time`. Returns NULL, or why not, as
 * words. */
const char *standby_check_vote(const struct time_control *c, const struct people *p,
    const struct game *g, uint8_t seat, int64_t time);

/* True if every other seat leaves or has resigned; then this seat cannot leave. */
bool standby_is_last(const struct people *p, const struct game *g, uint8_t seat);

/* Appends who leaves and how many wait, as lines of since:. */
void standby_words(const struct language *lang, const struct people *p, const struct names *names,
    struct buf *out);

/* Updates the waiting list and the seats that leave or are away, for digest n. p->missed must be
 * updated before. */
struct standby_step {
	int64_t n, time;
	const struct game *now; /* public view of the game after the digest */
	const struct time_control *clock;
	const struct host_action *act; /* host action, or NULL */
	uint8_t replaced;              /* the seat that gets keys from the action; else SEAT_NONE */
	const struct note *say;        /* note of a seat that leaves or stays, or NULL */
};
void standby_update(struct people *p, const struct standby_step *step);

#endif
