#ifndef ADIT_AUDIT_INTERNAL_H
#define ADIT_AUDIT_INTERNAL_H

#include "audit/audit.h"
#include "audit/replay.h"

/* Inside of the audit: what audit.c has collected, and play.c plays again. */

struct audit_item {
	int64_t n;
	struct digest_layout t;
	struct digest *d;
	bool is_parsed;  /* else only the header of d is, since the rest cannot be */
	bool ends_round; /* it reveals keys */
	size_t n_shown;  /* views in clear, which somebody shows as a proof */
	struct span *shown;
	struct buf view;   /* what the own view in it must say; empty: not known */
	uint8_t view_seat; /* ... of this seat */
	uint16_t checked;  /* bit s: the view of seat s holds */
};

struct audit_order {
	int64_t n, revealed; /* the digest it caused, as said in digest `revealed` */
	struct parsed_order in;
};

struct audit_context {
	struct audit *out;
	const struct rules *const *games;
	struct transcript tr; /* the copies of the items alone, each with the index of its item */
	size_t n_found;       /* so many were there */
	const struct seckey *me;
	uint8_t my_seat; /* whose view it opened last */
	size_t n_item;
	struct audit_item *item; /* signed and readable, ascending, each n once */
	size_t n_order;
	struct audit_order *order;
	struct table t; /* seats as they come; s as revealed */
	struct leaves leaves;
	struct subkeys commit, keys;   /* by id: hashes published; keys revealed */
	bool is_whole;                 /* no digest is missing, as far as it goes */
	bool has_secret, secret_holds; /* secret_holds: everything can be made from t.s */
	int64_t secret_n;
	/* Hears of each state that was played again; or NULL. */
	void (*each)(void *arg, int64_t n, const struct game *g);
	void *arg;
};

/* Note a result; fmt NULL: no detail. */
void audit_note(struct audit_context *w, int64_t n, enum audit_check check,
    enum audit_result result, const char *fmt, ...) __attribute__((format(printf, 5, 6)));

/* Of several notes of one check on one digest the worst is enough, and each failure; sorted. */
void audit_tidy(struct audit *a);

/* Is what is over revealed, the keys of rounds, the secret?  AUDIT_KEYS, AUDIT_SECRET. */
void audit_check_reveals(struct audit_context *w);

/* Play everything again as far as it is revealed: AUDIT_REPLAY, AUDIT_LEAVES, AUDIT_VIEW.  ERR_BUSY:
 * this machine failed, which says nothing of the host. */
int audit_play(struct audit_context *w, struct err *err);

/* Has the host played what it kept for the seat of w->me, by the orders that are in this home?  AUDIT_QUEUED, of
 * digests that `adit read` takes.  The last of an audit: w->tr is gone. */
int audit_check_queued(struct audit_context *w, const char *home, struct err *err);

/* Are the private views in digest m->d->n, all of which open with the host's secret, what is made here, for this sheet? */
void audit_check_views(
    struct audit_context *w, const struct digest_draft *m, const struct digest_parts *s);

/* Is the own private view of this digest as it should be?  exact: item->view says what it must say, or
 * that there must be none for this key.  And those that somebody shows; then whose views hold. */
void audit_view(struct audit_context *w, struct audit_item *item, bool exact);

#endif
