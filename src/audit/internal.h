#ifndef ADIT_AUDIT_INTERNAL_H
#define ADIT_AUDIT_INTERNAL_H

#include "audit/audit.h"
#include "audit/replay.h"

/* Declarations shared by the audit: audit.c collects the digests, play.c re-executes them. */

struct audit_item {
	int64_t n;
	struct digest_layout t;
	struct digest *d;
	bool is_parsed;  /* if false, only the header of d is set */
	bool ends_round; /* it reveals keys */
	size_t n_shown;  /* views in clear, which a player shows as a proof */
	struct span *shown;
	struct buf view;   /* expected content of the own view; empty: unknown */
	uint8_t view_seat; /* seat of `view` */
	uint16_t checked;  /* bit s: the view of seat s is correct */
};

struct audit_order {
	int64_t n, revealed; /* the digest it caused, and the digest that reveals it */
	struct parsed_order in;
};

struct audit_context {
	struct audit *out;
	const struct rules *const *games;
	/* only the copies used by the items, each with the index of its item */
	struct transcript tr;
	size_t n_found; /* copies of digests found */
	const struct seckey *me;
	bool bots;       /* repeat the choices of bots */
	uint8_t my_seat; /* seat of the last view that was opened */
	size_t n_item;
	struct audit_item *item; /* signed and parsed, ascending by n, unique */
	size_t n_order;
	struct audit_order *order;
	struct table t; /* seats so far; s if revealed */
	struct leaves leaves;
	struct subkeys commit, keys;   /* by id: published hashes; revealed keys */
	bool is_whole;                 /* no digest is missing up to the newest */
	bool has_secret, secret_holds; /* secret_holds: t.s suffices to make everything */
	int64_t secret_n;
	/* Called for each state that was re-executed; or NULL. */
	void (*each)(void *arg, int64_t n, const struct game *g);
	void *arg;
};

/* Adds a result; fmt NULL: no detail. */
void audit_note(struct audit_context *w, int64_t n, enum audit_check check,
    enum audit_result result, const char *fmt, ...) __attribute__((format(printf, 5, 6)));

/* Sorts the results. For each (digest, check) keeps all failures, or else the single worst
 * result. */
void audit_tidy(struct audit *a);

/* Checks that the keys of finished rounds and the secret are revealed: AUDIT_KEYS, AUDIT_SECRET. */
void audit_check_reveals(struct audit_context *w);

/* Re-executes everything that is revealed: AUDIT_REPLAY, AUDIT_LEAVES, AUDIT_VIEW. ERR_BUSY:
 * this machine failed, which proves nothing about the host. */
int audit_play(struct audit_context *w, struct err *err);

/*
 * Checks that the host played the queued orders of the seat of w->me that this home has:
 * AUDIT_QUEUED. Covers digests that `adit read` accepts. Must be the last check: it empties
 * w->tr.
 */
int audit_check_queued(struct audit_context *w, const char *home, struct err *err);

/* Compares the private views in digest m->d->n, which open with the host's secret, with those
 * that re-execution makes. */
void audit_check_views(
    struct audit_context *w, const struct digest_draft *m, const struct digest_parts *s);

/*
 * Checks the own private view of this digest. If `exact`, item->view has its expected content,
 * or is empty if this key must have no view. Then checks the views that players show, and sets
 * item->checked.
 */
void audit_view(struct audit_context *w, struct audit_item *item, bool exact);

#endif
