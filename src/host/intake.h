#ifndef ADIT_HOST_INTAKE_H
#define ADIT_HOST_INTAKE_H

#include "host/host.h"
#include "host/table.h"

/*
 * The intake of orders, the same for operands and blobs of `apply`, for messages of `mail` and for
 * held orders. Callers differ in where orders come from and where answers go.
 */

enum order_outcome_kind {
	ORDER_OUTCOME_NOTHING, /* not an order of a seat of this table */
	ORDER_OUTCOME_REPEATED,
	ORDER_OUTCOME_REFUSED,
	ORDER_OUTCOME_HELD, /* the table is stopped (host/lost.h) */
	ORDER_OUTCOME_QUEUED,
	ORDER_OUTCOME_TAKEN
};
const char *order_outcome_name(enum order_outcome_kind what);

/* The result of an order. */
struct order_outcome {
	enum order_outcome_kind is;
	/* the digest, if the order is accepted, now or before; -1: it is about mail and has none */
	int64_t n;
	struct err why; /* reason, if it is not accepted */
};

/* True if the machine or the game file failed, so that the order can be taken later. */
bool intake_is_machine(enum err_code code);

/*
 * Applies an order with host_apply, or mail_order_take, and sets *out. Returns -1 only if the
 * machine or the game file fails; then *err is set. `delivered` and `came` are as for host_apply.
 * The caller releases *r after every result; it has digests if the outcome is ORDER_OUTCOME_QUEUED,
 * _TAKEN or _REPEATED and out->n >= 0.
 */
int intake_take(struct host *h, const struct seckey *key, const struct parsed_order *order,
    int64_t now, int64_t delivered, const struct host_mail_origin *came, struct order_outcome *out,
    struct host_result *r, struct err *err);

/* An input with orders that may depend on orders of later inputs. */
struct intake_input {
	bool may_wait; /* the caller can take the input again, after the others */
	bool waits;    /* an order was put off */
	int64_t key;   /* if it waits: inputs with lower keys are taken first */
};

/* Puts an order of the input off. */
void intake_put_off(struct intake_input *in, const struct parsed_order *order);

/*
 * Before an order is applied: puts it off if the input may wait and the order may depend on one
 * that comes later: its seq shows that an order of the seat is missing, or it acts on a digest that
 * does not exist yet. Returns 1 if it was put off, else 0, or -1 with *err.
 */
int intake_waits(
    struct intake_input *in, struct host *h, const struct parsed_order *order, struct err *err);

/* After an order was judged: puts it off if the input may wait, and the order was refused but the
 * digest that it answers or the key that signed it may still come. True if it was put off. */
bool intake_may_come(
    struct intake_input *in, const struct parsed_order *order, const struct order_outcome *x);

#endif
