#ifndef ADIT_WIRE_STANDBY_H
#define ADIT_WIRE_STANDBY_H

#include "text/noteline.h"
#include "wire/host_action.h"
#include "wire/people.h"

/*
 * Who waits for a seat, and which seat is free for him: for the host who makes a digest, and for whoever checks it
 * (adit(5), "Substitutes").
 */

/* May somebody with these keys wait, as far as digest 0 and those who wait already tell?  NULL, or why not. */
const char *standby_check(
    const struct time_control *c, const struct people *p, const char *sign, const char *age);

/* Does digest 0 name this pair of keys as one that may wait? */
bool standby_is_named(const struct time_control *c, const char *sign, const char *age);

/* Who waits with one of these keys: 0 is the first; -1: nobody. */
int standby_find(const struct people *p, const char *sign, const char *age);

/* Who waits with both of these keys since digest n, as standby_find says it. */
int standby_since(const struct people *p, const char *sign, const char *age, int64_t n);

/* The seat that his proof names (record/order.h): STANDBY_SEAT of who comes to wait, n 0; and of who waits no more since
 * which digest he did, so that it proves nothing else. */
enum { STANDBY_PROOF_MAX = 32 };
void standby_proof_seat(int64_t n, char seat[static STANDBY_PROOF_MAX]);

/* The seat that is free at this time, while somebody waits: the first that has said so, else the one that is away
 * longest, if that is long enough; SEAT_NONE: none. */
uint8_t standby_free_seat(
    const struct time_control *c, const struct people *p, const struct game *g, int64_t time);

/* When the seat that is away longest is free for who waits; -1: never, as things are. */
int64_t standby_free_from(
    const struct time_control *c, const struct people *p, const struct game *g);

/* May seat be given to who waits by a vote at this time?  NULL, or why not, as words. */
const char *standby_check_vote(const struct time_control *c, const struct people *p,
    const struct game *g, uint8_t seat, int64_t time);

/* Is there no other seat that neither leaves nor has resigned?  Then this one cannot leave. */
bool standby_is_last(const struct people *p, const struct game *g, uint8_t seat);

/* Who leaves and how many wait, as sentences: lines of since:, appended. */
void standby_words(const struct people *p, const struct names *names, struct buf *out);

/* What becomes of those who wait, leave and are away for long, in digest n; p->missed is as it will say. */
struct standby_step {
	int64_t n, time;
	const struct game *now; /* as everybody knows it, after the digest */
	const struct time_control *clock;
	const struct host_action *act; /* of the host, or NULL */
	uint8_t replaced;              /* the seat to which it gives keys; else SEAT_NONE */
	const struct note *say;        /* of a seat that leaves or stays, or NULL */
};
void standby_update(struct people *p, const struct standby_step *step);

#endif
