/* The intake of orders. */
#include "host/intake.h"

#include <stdlib.h>
#include <string.h>

#include "host/join.h"
#include "host/mail_order.h"
#include "host/rows.h"
#include "util/mem.h"
#include "wire/report.h"

const char *
order_outcome_name(enum order_outcome_kind what)
{
	static const char *const name[] = {
		[ORDER_OUTCOME_NOTHING] = "nothing",
		[ORDER_OUTCOME_REPEATED] = "repeated",
		[ORDER_OUTCOME_REFUSED] = "refused",
		[ORDER_OUTCOME_HELD] = "held",
		[ORDER_OUTCOME_QUEUED] = "kept",
		[ORDER_OUTCOME_TAKEN] = "taken",
	};

	return name[what];
}

bool
intake_is_machine(enum err_code code)
{
	return code == ERR_BUSY || code == ERR_CORRUPT || code == ERR_IO || code == ERR_CREATE;
}

/* Sets the result of a failure. Returns -1 with *err for one of the machine. */
static int
refuse(struct order_outcome *out, struct err *err)
{
	if (intake_is_machine(out->why.code)) {
		*err = out->why;
		return -1;
	}
	out->is = ORDER_OUTCOME_REFUSED;
	return 0;
}

static int
take_mail_order(struct host *h, const struct seckey *key, const struct parsed_order *order,
    int64_t now, const struct host_mail_origin *came, struct order_outcome *out, struct err *err)
{
	bool repeated;

	if (mail_order_take(h, order, now, came, &repeated, &out->why) < 0) {
		if (out->why.code == ERR_AUTH || out->why.code == ERR_STALE)
			host_check_lost(h, key, order, now, &out->why);
		return refuse(out, err);
	}
	out->is = repeated ? ORDER_OUTCOME_REPEATED : ORDER_OUTCOME_TAKEN;
	return 0;
}

int
intake_take(struct host *h, const struct seckey *key, const struct parsed_order *order, int64_t now,
    int64_t delivered, const struct host_mail_origin *came, struct order_outcome *out,
    struct host_result *r, struct err *err)
{
	struct report_stop stop;
	int stopped;

	*out = (struct order_outcome){ .n = -1, .why = ERR_INIT };
	*r = (struct host_result){ .n = -1 };
	if (order_is_mail(&order->o.b))
		return take_mail_order(h, key, order, now, came, out, err);
	if (host_apply(h, key, order, now, delivered, came, r, &out->why) < 0)
		return refuse(out, err);
	out->n = r->own_n;
	if (r->held) {
		out->is = ORDER_OUTCOME_HELD;
		stopped = host_stopped(h, &stop, err);
		if (stopped < 0) {
			host_result_release(r);
			return -1;
		}
		if (stopped > 0) /* else it goes on since */
			(void)host_stop_fail(&stop, &out->why);
		out->why.code = ERR_PENDING;
		return 0;
	}
	out->is = r->repeated ? ORDER_OUTCOME_REPEATED :
	    r->queued         ? ORDER_OUTCOME_QUEUED :
				ORDER_OUTCOME_TAKEN;
	return 0;
}

/* The sort key of orders that wait. Orders bound to a turn have a separate sequence of seq for each
 * turn. */
static int64_t
key_of(const struct order_block *b)
{
	const int64_t most = (int64_t)1 << 40; /* greater than any seq or turn */

	if (b->turn > 0)
		return most + (b->turn < most ? b->turn : most);
	return b->seq < most ? b->seq : most;
}

void
intake_put_off(struct intake_input *in, const struct parsed_order *order)
{
	const int64_t key = key_of(&order->o.b);

	if (!in->waits || key < in->key)
		in->key = key;
	in->waits = true;
}

/* Returns 1 if an order of the seat is missing before this one, 0, or -1. */
static int
lacks_earlier(struct host *h, const struct order_block *b, struct err *err)
{
	struct table *t = mem_zero(1, sizeof *t);
	struct host_state *hs = mem_zero(1, sizeof *hs);
	int result = table_load(t, h, err);
	uint8_t seat = result == 0 ? names_find(&t->names, b->seat, strlen(b->seat)) : SEAT_NONE;

	if (seat != SEAT_NONE && (result = rows_get_state(h, t->rules, hs, err)) == 0)
		result = b->seq > (order_is_open(b) ? hs->seq_open[seat] : hs->seq_any[seat]) + 1;
	table_wipe(t);
	seal_wipe(hs, sizeof *hs);
	free(t);
	free(hs);
	return result;
}

int
intake_waits(
    struct intake_input *in, struct host *h, const struct parsed_order *order, struct err *err)
{
	const struct order_block *b = &order->o.b;
	int64_t n;
	int known = 1, result = 0;

	if (!in->may_wait)
		return 0;
	if (b->has_head_sig)
		known = host_find(h, b->head, &n, err);
	if (known <= 0)
		result = known < 0 ? -1 : 1;
	else if (b->turn <= 0 && b->seq >= 2 && !join_is_share(b) && !order_is_mail(b))
		result = lacks_earlier(h, b, err);
	if (result > 0)
		intake_put_off(in, order);
	return result;
}

bool
intake_may_come(
    struct intake_input *in, const struct parsed_order *order, const struct order_outcome *x)
{
	if (!in->may_wait || x->is >= ORDER_OUTCOME_QUEUED || x->is == ORDER_OUTCOME_REPEATED ||
	    (x->why.code != ERR_STALE && x->why.code != ERR_AUTH))
		return false;
	intake_put_off(in, order);
	return true;
}
