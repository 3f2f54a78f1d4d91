#ifndef ADIT_RECORD_VERIFIER_H
#define ADIT_RECORD_VERIFIER_H

#include "core/transition.h"
#include "record/transcript.h"

struct host_action;

/*
 * What everybody can check of a digest without a secret: that it says the same wherever it says something
 * twice, and that it tells what has changed since the digest before it.  A digest that fails convicts its
 * host, who has signed it: by itself, or together with the one before.
 *
 * One judge hears the digests of one game in order; it need not hear all of them.
 */
struct verifier {
	bool has_last; /* the rest is of the digest heard last */
	int64_t n, time;
	enum dealing dealing;
	unsigned attempt;
	char host_age[AGE_TEXT + 1];
	struct names names;
	struct game pub;
	struct house_deck house; /* pub.rules may point to it */
	int64_t due;             /* -1: nothing */
	struct undo_request asked;
	struct new_keys new_keys;
	int64_t given
	    [SEATS_MAX]; /* the newest digest heard that gave the seat keys without its own signature; 0: none */
	int64_t first;              /* every digest from this one to n was heard */
	uint16_t joined, confirmed; /* bits of seats, while dealing is open */
	bool has_clock;             /* digest 0 was heard, whose this is: */
	struct time_control clock;
	bool has_people;
	struct people people;
	int64_t late_turn; /* of which the host has played a step for its seat; 0: it has not */
	uint8_t late_kind; /* ... by such an act (enum host_action_kind) */
	unsigned n_away;   /* turns of such seats up to this digest, at its time */
	/* Open orders (record/verifier_open.h), in digests that were heard without a gap. */
	struct verifier_open {
		int64_t from;                        /* the first of these digests, */
		unsigned char prev[32];              /* and the hash of the one before it */
		char sign[SEATS_MAX][SIGN_TEXT + 1]; /* the signing keys of seats; "": not known */
		int64_t seq[SEATS_MAX]; /* the highest seq of those that any digest has printed */
	} open;
	bool
	    unchecked; /* the signature of an open order in the digest heard last is not verified */
	/* What verifier_init leaves to the caller: a record in which older digests are looked for, or NULL;
	 * those that were used, appended, or NULL. */
	const char *dir;
	struct buf *past;
	struct err
	    trouble; /* ERR_BUSY: the record cannot be read now, and less was checked than can be */
};

void verifier_init(struct verifier *j);

/* Before copy c of tr is heard, where that does not continue the digest heard last: hear of the one before
 * it, if the record has it. */
void verifier_recall(
    struct verifier *j, const struct transcript *tr, const struct transcript_copy *c);

/*
 * Digest d, parsed of the copy c of tr, whose signature holds.  FAULT_SELF, FAULT_TIME, FAULT_CHANGE, and
 * in what: ERR_AUTH.  It has been heard, whatever the result.
 */
enum transcript_fault verifier_check_digest(struct verifier *j, const struct transcript *tr,
    const struct transcript_copy *c, const struct digest *d, struct err *why);

/* Only remember it, for the next. */
void verifier_skip_digest(struct verifier *j, const struct transcript *tr,
    const struct transcript_copy *c, const struct digest *d);

#endif
