#ifndef ADIT_HOST_DIGEST_BACKEND_H
#define ADIT_HOST_DIGEST_BACKEND_H

#include "host/table.h"
#include "wire/host_action.h"

/*
 * Callbacks to make a digest from a state: DRBG, sealed views, signatures, the host's box,
 * commitments and revealed values. The live host has its secret and its key
 * (host/transaction.c). Re-execution has less, and takes the rest from existing digests
 * (audit/). The code that plays does not know its backend.
 */

struct command;

/* The reason for a digest. */
struct digest_cause {
	bool has_order;
	struct hash order;
	const char *keep; /* plaintext of the host's own box */
	size_t keep_n;
	struct notes notes;                  /* notes for the table */
	const struct host_action *act;       /* host action, or NULL */
	uint8_t own_note[SEATS_MAX];         /* enum note_kind, private to a seat, or NOTE_NONE */
	struct hash queued_next[SEATS_MAX];  /* hash of each queued order, */
	struct hash queued_every[SEATS_MAX]; /* and of each recurring order */
	uint16_t plays_every;                /* bit s: it plays the recurring order of seat s */
	unsigned round;                      /* in which the events begin */
	bool deals;                          /* begins the first round: seats: lists all shares */
	const struct game *before;           /* game before the events, or NULL */
	bool shuffles;                       /* unseen cards were reshuffled */
	const char *keys, *leaves, *reveal;  /* lines of these sections, or NULL */
	const struct leaf_openings *open;    /* by seat; NULL: none */
};

/* A digest being made: hs is already changed by the events, before digest hs->n + 1. */
struct digest_draft {
	const struct table *t;
	struct host_state *hs;
	const struct events *ev;
	const struct digest_cause *cause;
	int64_t now;
	struct digest *d; /* filled in step by step */
};

/* Parts that a backend supplies for one digest. Release all buffers. */
struct digest_parts {
	struct json_t *position;      /* public; digest_position_release */
	struct buf keep;              /* the host's box, as base64 */
	struct buf sealed[SEATS_MAX]; /* private views; may be empty */
	struct buf taken[3];          /* keys, leaves, reveal, unless made here */
	struct buf drawn[4];          /* since, table, board, ended, unless made here */
};

/* A backend with more data embeds this as its first member. */
struct digest_backend {
	struct pubkey host;       /* the host of the game */
	const struct seckey *key; /* for digest_backend_views and digest_backend_close, or NULL */
	bool opens;               /* private views are made: follow their openings */
	/* dice: returns the DRBG of this epoch (drbg_wipe). thrown: the DRBG was used for digest
	 * n (or NULL). */
	void (*dice)(
	    struct digest_backend *p, const struct table *t, unsigned epoch, struct drbg *dice);
	void (*thrown)(struct digest_backend *p, const struct drbg *dice, int64_t n);
	/* Makes digest hs->n + 1: appends its text, updates hs->n and hs->head. Usually
	 * digest_make. */
	int (*print)(struct digest_backend *p, const struct digest_draft *m, struct buf *text,
	    struct err *err);
	/* For digest_make: sets words and drawings of another version in *news, and m->d->text
	 * (or NULL). */
	void (*drawn)(struct digest_backend *p, const struct digest_draft *m,
	    struct digest_parts *s, struct digest_content *news);
	/*
	 * views: makes the private views and sets their hashes in m->d. box: makes the host's
	 * box. secrets: replaces the lines of keys:, leaves: and reveal: in *news (or NULL).
	 * close: appends signatures and views after the signed part.
	 */
	int (*views)(struct digest_backend *p, const struct digest_draft *m, struct digest_parts *s,
	    struct err *err);
	int (*box)(struct digest_backend *p, const struct digest_draft *m, struct digest_parts *s,
	    struct err *err);
	int (*secrets)(struct digest_backend *p, const struct digest_draft *m,
	    struct digest_parts *s, struct digest_content *news, struct err *err);
	void (*close)(struct digest_backend *p, const struct digest_draft *m,
	    const struct digest_parts *s, const struct buf *body, struct buf *out);
	/* Sets text and events of *row, which the game file stores beside the hash. */
	void (*file)(struct digest_backend *p, const struct digest_draft *m, const struct buf *text,
	    struct store_digest *row);
	/* Called with the state after each digest hs->n (or NULL). */
	void (*made)(struct digest_backend *p, const struct host_state *hs);
	/* Returns the state after digest `to`, which is not the newest. What bots have seen is that
	 * of then. */
	int (*back)(struct digest_backend *p, int64_t to, struct host_state *then, struct err *err);
	/* Plays the turn of a bot if it is due (or NULL: bots have played). Returns 1 if it did, 0,
	 * or -1. */
	int (*bot)(struct digest_backend *p, struct command *w, struct err *err);
};

/* Makes a digest with the callbacks of the backend. */
int digest_make(
    struct digest_backend *p, const struct digest_draft *m, struct buf *out, struct err *err);

/* Appends one seat's view without its signature; m->d and the position of s must be filled in.
 * It is a secret: buf_wipe. Returns the length of the complete view. */
size_t digest_view(
    const struct digest_draft *m, const struct digest_parts *s, uint8_t seat, struct buf *out);

/* Default callbacks for backends that know the host secret (`m->t->s`). digest_backend_nothing
 * stores no text and no events. */
void digest_backend_dice(
    struct digest_backend *p, const struct table *t, unsigned epoch, struct drbg *dice);
int digest_backend_box(struct digest_backend *p, const struct digest_draft *m,
    struct digest_parts *s, struct err *err);
void digest_backend_file(struct digest_backend *p, const struct digest_draft *m,
    const struct buf *text, struct store_digest *row);

void digest_backend_nothing(struct digest_backend *p, const struct digest_draft *m,
    const struct buf *text, struct store_digest *row);

/* Default callbacks for backends that also have the host's key. */
int digest_backend_views(struct digest_backend *p, const struct digest_draft *m,
    struct digest_parts *s, struct err *err);
void digest_backend_close(struct digest_backend *p, const struct digest_draft *m,
    const struct digest_parts *s, const struct buf *body, struct buf *out);

#endif
