#ifndef ADIT_HOST_AUDIT_OWN_H
#define ADIT_HOST_AUDIT_OWN_H

#include "host/audit.h"
#include "host/table.h"

/* Inside of the audit: what audit.c has collected, and audit_play.c plays again. */

struct audit_item {
	int64_t n;
	struct digest_text t;
	struct digest d;
	struct hash hash;
};

struct audit_order {
	int64_t n, revealed;                    /* the digest it caused, as said in digest `revealed` */
	struct hash hash;
	bool used;
	struct block b;
};

struct audit_work {
	struct audit *out;
	struct buf text;                        /* cleaned: all spans point into it */
	const struct secret *me;
	struct card host;
	size_t n_item;
	struct audit_item *item;                /* signed and readable, ascending, each n once */
	size_t n_order;
	struct audit_order *order;
	struct table t;                         /* of digest 0; seats as they come */
	struct leaves *leaves;
	int64_t leaves_n[ROUNDS_MAX];           /* the digest that published a round's; -1: none */
	struct rng_keys commit, keys;           /* keys: as revealed */
	bool has_secret;
	int64_t secret_n;
};

/* Note a result; fmt NULL: no detail. */
void audit_note(struct audit_work *w, int64_t n, enum audit_check check, enum audit_result result,
    const char *fmt, ...) __attribute__((format(printf, 5, 6)));

/* The digest of this hash, or NULL. */
const struct audit_item *audit_find(const struct audit_work *w, const unsigned char hash[static 32]);

/* Play everything again as far as it is revealed: AUDIT_REPLAY, AUDIT_LEAVES, AUDIT_VIEW. */
void audit_play(struct audit_work *w);

/* Is the own private view of this digest as it should be?  g: the game after it, or NULL: not known. */
void audit_view(struct audit_work *w, const struct audit_item *item, const struct game *g);

#endif
