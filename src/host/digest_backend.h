#ifndef ADIT_HOST_DIGEST_BACKEND_H
#define ADIT_HOST_DIGEST_BACKEND_H

#include "host/table.h"
#include "wire/host_action.h"

/*
 * What makes a digest out of a state, and who lends it what it cannot know by itself: dice, sealed
 * views, signatures, the host's box, what is committed to and revealed.  The live host has its secret
 * and its key (host/transaction.c); whoever plays a game again has less, and takes the rest from the digests
 * that are there (audit/).  The code that plays does not know for whom it does.
 */

/* Why a digest is made. */
struct digest_cause {
	bool has_order;
	struct hash order;
	const char *keep; /* plaintext for the host's own box */
	size_t keep_n;
	struct notes notes;                 /* what happened beside the game */
	const struct host_action *act;      /* what the host does, or NULL */
	uint8_t own_note[SEATS_MAX];        /* enum note_kind, for one seat, or NOTE_NONE */
	struct hash waiting[SEATS_MAX];     /* stored orders, where there are such, */
	struct hash every[SEATS_MAX];       /* and those for every turn */
	uint16_t repeats;                   /* bit s: it plays that of seat s */
	unsigned round;                     /* where the events begin */
	bool deals;                         /* the first round: seats: shows all shares once more */
	const struct game *before;          /* what was played on, or NULL */
	bool shuffles;                      /* what nobody has seen was shuffled again */
	const char *keys, *leaves, *reveal; /* lines of these sections, or NULL */
	const struct leaf_openings *open;   /* by seat; NULL: none */
};

/* A digest in the making: hs, already changed by the events, before digest hs->n + 1. */
struct digest_draft {
	const struct table *t;
	struct host_state *hs;
	const struct events *ev;
	const struct digest_cause *cause;
	int64_t now;
	struct digest *d; /* filled in on the way */
};

/* What is lent to one digest, and made once for it; buf_release all. */
struct digest_parts {
	struct json_t *position;      /* everybody's; digest_position_release */
	struct buf keep;              /* the host's box, as base64 */
	struct buf sealed[SEATS_MAX]; /* private views, or empty */
	struct buf taken[3];          /* keys, leaves, reveal, if not the ones made here */
	struct buf drawn[4];          /* since, table, board, ended, likewise */
};

/* Whoever has more to say embeds it as a first member. */
struct digest_backend {
	struct pubkey host;       /* whose game it is */
	const struct seckey *key; /* for digest_backend_views and digest_backend_close, or NULL */
	bool opens;               /* private views are written: what they open is to be followed */
	/* The dice of this epoch (drbg_wipe); they were thrown for digest n (or NULL). */
	void (*dice)(
	    struct digest_backend *p, const struct table *t, unsigned epoch, struct drbg *dice);
	void (*thrown)(struct digest_backend *p, const struct drbg *dice, int64_t n);
	/* Make digest hs->n + 1: text appended, hs->n and hs->head moved on.  digest_make, but for a fold. */
	int (*print)(struct digest_backend *p, const struct digest_draft *m, struct buf *text,
	    struct err *err);
	/* For digest_make: words and drawings that are not those of today, into *news, and m->d->text (or
	 * NULL). */
	void (*drawn)(struct digest_backend *p, const struct digest_draft *m,
	    struct digest_parts *s, struct digest_content *news);
	/* The private views and their hashes in m->d; the host's box; other lines of keys:,
	 * leaves: and reveal: than those in *news (or NULL); behind the signed part signatures and views. */
	int (*views)(struct digest_backend *p, const struct digest_draft *m, struct digest_parts *s,
	    struct err *err);
	int (*box)(struct digest_backend *p, const struct digest_draft *m, struct digest_parts *s,
	    struct err *err);
	int (*secrets)(struct digest_backend *p, const struct digest_draft *m,
	    struct digest_parts *s, struct digest_content *news, struct err *err);
	void (*close)(struct digest_backend *p, const struct digest_draft *m,
	    const struct digest_parts *s, const struct buf *body, struct buf *out);
	/* What the game file keeps of a digest beside its hash: text and events of *row. */
	void (*file)(struct digest_backend *p, const struct digest_draft *m, const struct buf *text,
	    struct store_digest *row);
	/* The state after digest hs->n is this (or NULL). */
	void (*made)(struct digest_backend *p, const struct host_state *hs);
	/* The state after digest `to`, which is not the newest. */
	int (*back)(struct digest_backend *p, int64_t to, struct host_state *then, struct err *err);
};

/* Print it, with what the press lends. */
int digest_make(
    struct digest_backend *p, const struct digest_draft *m, struct buf *out, struct err *err);

/* The text of one seat's view up to its signature; m->d and the position of s are filled in.  A secret: buf_wipe.
 * The length of that view, sealed. */
size_t digest_view(
    const struct digest_draft *m, const struct digest_parts *s, uint8_t seat, struct buf *out);

/* Of use to presses that know the host's secret, m->t->s: its dice, its box; text and events for the
 * game file, or nothing. */
void digest_backend_dice(
    struct digest_backend *p, const struct table *t, unsigned epoch, struct drbg *dice);
int digest_backend_box(struct digest_backend *p, const struct digest_draft *m,
    struct digest_parts *s, struct err *err);
void digest_backend_file(struct digest_backend *p, const struct digest_draft *m,
    const struct buf *text, struct store_digest *row);

void digest_backend_nothing(struct digest_backend *p, const struct digest_draft *m,
    const struct buf *text, struct store_digest *row);

/* And with its key: views sealed and signed, the digest signed. */
int digest_backend_views(struct digest_backend *p, const struct digest_draft *m,
    struct digest_parts *s, struct err *err);
void digest_backend_close(struct digest_backend *p, const struct digest_draft *m,
    const struct digest_parts *s, const struct buf *body, struct buf *out);

#endif
