#ifndef ADIT_WIRE_VOTES_H
#define ADIT_WIRE_VOTES_H

#include "wire/time_control.h"

/* Updates the open proposals for a digest. Used by the host to make digests, and by readers to
 * check them (adit(5), "Votes of the table"). */
struct proposals_step {
	int64_t n, time;                  /* of the digest */
	const struct game *now;           /* public view of the game after the digest */
	const struct time_control *clock; /* of digest 0 */
	const struct people *people;      /* of the digest, except the proposals */
	/* by seat: the digest in which the host or the table gave its keys; 0: none */
	const int64_t *given;
	bool limit_restarts; /* the limit begins again, or does not run */
	/* the digest is an undo; a round begins or ends, or the game is over */
	bool undoes, ends_round;
	uint8_t replaced;        /* the seat that got new keys from the host; else SEAT_NONE */
	const struct vote *done; /* subject of the proposal that the digest executes, or NULL */
	const struct vote *vote; /* vote of its order, or NULL */
	uint8_t by;              /* seat of that order */
	uint16_t custody;        /* new_keys_custody after the digest */
	uint16_t bots;           /* bits of seats that have no vote */
};
void proposals_update(struct proposals *b, const struct proposals_step *step);

/* Returns the next carried proposal to execute, or NULL. custody: seats in custody. */
const struct proposal *proposals_next_carried(const struct proposals *b, uint16_t custody);
/* Returns the proposal with the subject of this vote, or NULL. */
const struct proposal *proposals_find(const struct proposals *b, const struct vote *vote);

/* Returns the open proposal that prevents this seat from opening one by this vote: its own of
 * the same kind. NULL if there is none. */
const struct proposal *votes_second(const struct proposals *b, const struct vote *vote, uint8_t by);

#endif
