#ifndef ADIT_SERVICE_OPERATOR_H
#define ADIT_SERVICE_OPERATOR_H

#include "host/intake.h"
#include "host/operator.h"
#include "service/table_run.h"

/* Commands of the operator (host/operator.h, text/commandline.h). */

/* True if this is a command, not an order of a seat. */
static inline bool
operator_is_command(const struct parsed_order *order)
{
	return order->o.b.turn == TURN_COMMAND;
}

/*
 * Executes a command at the open table, as the verbs of the host do, and sets *out as intake_take
 * does; NOTHING: it is not signed by the operator of this table. out->n and r->n are -1 if there is
 * no digest. Appends what to answer, for people: what became of it, and the state of the table,
 * without addresses and reasons that players may not know. The caller releases *r after every
 * result. Returns -1 with *err only if the machine or the game file fails.
 */
int operator_command(struct table_run *run, const struct parsed_order *command,
    struct order_outcome *out, struct host_result *r, struct buf *answer, struct err *err);

#endif
