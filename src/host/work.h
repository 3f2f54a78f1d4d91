#ifndef ADIT_HOST_WORK_H
#define ADIT_HOST_WORK_H

#include "host/deal.h"
#include "wire/act.h"

/*
 * What one change of a game works on, and the steps that all changes share.  The caller has opened the
 * transaction and ends it.
 */
struct work {
	struct host *h;
	const struct secret *host; /* NULL only in a replay */
	struct replay *replay;     /* or NULL */
	struct table t;
	struct host_state hs;
	int64_t now;
	uint8_t seat; /* of the order */
	struct buf canonical;
	struct hash order;
	const struct hash *next; /* the stored order to be played next, or NULL */
	struct dealt *dealt;     /* rounds dealt by the command at hand, or NULL */
	struct host_result *r;
};

/* A work on the heap: work_free wipes it.  *r is emptied. */
struct work *work_new(struct host *h, const struct secret *host, struct replay *replay, int64_t now,
    struct host_result *r);
void work_free(struct work *w);

/* Table and state out of the store. */
int work_load(struct work *w, struct err *err);

bool work_is_waiting(const struct work *w, unsigned seat);

/* The stored order of a seat that has one. */
int work_get_waiting(const struct work *w, unsigned seat, struct block *b, struct err *err);

/* The public card of a seat, in w->t, into the store; NULL: nobody's. */
int work_put_card(struct work *w, unsigned seat, const struct pubkey *card, struct err *err);

/* Digest hs.n + 1 of the state as it is now, stored, and noted in w->r.  One without events. */
int work_add_digest(struct work *w, const struct events *ev, struct cause *cause, struct err *err);
int work_add_quiet(struct work *w, struct cause *cause, struct err *err);

/* Take digests up to `delivered` out of the outbox (-1: none). */
int work_drop_delivered(struct work *w, int64_t delivered, struct err *err);

/* The state into the store. */
int work_store_state(struct work *w, struct err *err);

/* A change is over: commit it if it succeeded, else roll it back.  *r is empty after a failure. */
int work_end(struct host *h, int result, struct host_result *r, struct err *err);

/*
 * Take back everything behind digest act->to; then: the state after it.  In a replay act->epoch is
 * ignored: what comes of it is compared.  As host_undo.
 */
int undo_in(struct host *h, const struct secret *host, struct replay *replay,
    const struct host_state *then, const struct act *act, int64_t now, int64_t delivered,
    struct host_result *r, struct err *err);

/* Start over before the deal, in w alone; the whole command, as host_restart. */
int restart_now(struct work *w, struct err *err);
int restart_in(struct host *h, const struct secret *host, struct replay *replay,
    const struct act *act, int64_t now, int64_t delivered, struct host_result *r, struct err *err);

/* Give a seat new keys.  As host_replace. */
int replace_in(struct host *h, const struct secret *host, struct replay *replay,
    const struct act *act, int64_t now, int64_t delivered, struct host_result *r, struct err *err);

#endif
