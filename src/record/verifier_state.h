#ifndef ADIT_RECORD_VERIFIER_STATE_H
#define ADIT_RECORD_VERIFIER_STATE_H

#include "core/transition.h"
#include "record/transcript.h"

struct host_action;

/*
 * Checks of a digest that need no secret: it is consistent, and its events explain the changes
 * since the previous digest. A digest that fails convicts its host, who signed it: alone, or
 * together with the previous one.
 *
 * A verifier gets the digests of one game in order; some may be missing.
 */
struct verifier {
	bool has_last; /* the members below are of the last digest checked */
	int64_t n, time;
	enum digest_dealing dealing;
	unsigned attempt;
	char host_age[AGE_TEXT + 1];
	struct names names;
	struct game pub;
	struct house_deck house; /* pub.rules may point to it */
	int64_t due;             /* -1: none */
	struct undo_request undo_request;
	struct new_keys new_keys;
	/* newest digest so far that gave the seat keys not signed by itself; 0: none */
	int64_t given[SEATS_MAX];
	int64_t first;              /* every digest from this one to n was checked */
	uint16_t joined, confirmed; /* bits of seats, while dealing is open */
	uint16_t custody, bots;     /* bits of seats */
	bool has_clock;             /* digest 0 was checked; this is its time control: */
	struct time_control clock;
	bool has_people;
	struct people people;
	int64_t late_turn; /* turn of which the host has played a step; 0: none */
	uint8_t late_kind; /* by such an action (enum host_action_kind) */
	/* The newest digests so far that showed something hidden, and in which a round began or ended. */
	int64_t shown_n, round_n;
	int64_t epoch;   /* of the newest shuffle so far */
	int64_t undo_n;  /* newest digest so far that went back; 0: none */
	unsigned n_undo; /* those so far: digest n went back to digest `to` */
	struct {
		int64_t n, to;
	} undo[UNDO_REQUEST_UNDOS_MAX];
	unsigned n_away; /* such turns of away seats up to this digest, at its time */
	/* Open orders (record/verifier_open.h), in digests without a gap. */
	struct verifier_open {
		int64_t from;                        /* the first of these digests */
		unsigned char prev[32];              /* hash of the digest before it */
		char sign[SEATS_MAX][SIGN_TEXT + 1]; /* signing keys of seats; "": unknown */
		int64_t seq[SEATS_MAX];              /* highest seq of those printed so far */
	} open;
	int64_t back_n;         /* digest of the record that the last undo may lead to, */
	unsigned char back[32]; /* and its hash */
	bool unchecked; /* the signature of an open order in the last digest is not verified */
	/* Set by the caller after verifier_init: a record to look up older digests, or NULL; a
	 * buffer to append those that were used, or NULL. */
	const char *dir;
	struct buf *past;
	/* ERR_BUSY: the record cannot be read now, and fewer checks were made */
	struct err trouble;
};

#endif
