/*
 * Executes commands of the operator.
 *
 * (E1) A command does what the verb of the host does, by the same functions.
 * (E2) A stopped table does nothing, and sends no answer.
 */
#include "service/operator.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "mail/address.h"
#include "mail/remind.h"
#include "service/table_status.h"
#include "service/tick_report.h"
#include "text/commandline.h"
#include "util/mem.h"

struct operation {
	struct table_run *run;
	const struct parsed_order *command;
	struct commandline line;
	struct host_result *r;
	struct buf *words; /* what was done, if no digest says it */
};

/* Records a command that makes no digest. */
static int
done(struct operation *op, const int64_t *pause, struct err *err)
{
	return host_command_done(op->run->host, op->command, pause, op->run->user->now, err);
}

static int
tick(struct operation *op, struct err *err)
{
	struct table_run *run = op->run;
	const struct tick_options how = { run->user->now, false, run->catch_up };
	struct tick_plan t;
	bool mailed = false;
	int played = 0;

	if (host_tick(run->host, &how, &t, err) < 0)
		return -1;
	if (tick_check_lost(&t, err) < 0) {
		err->code = ERR_STALE; /* it is the same after any wait */
		return -1;
	}
	if (remind_note(run->host, &how, &t, &mailed, err) < 0)
		return -1;
	if (t.plays)
		played = tick_play(run, -1, op->r, err);
	if (played != 0)
		return played < 0 ? -1 : 0;
	*op->r = (struct host_result){ .n = -1, .first_n = -1, .own_n = -1 };
	if (t.paused > run->user->now)
		buf_str(op->words, "The timers of the table rest.");
	else if (mailed)
		buf_fmt(op->words, "A reminder goes to %s.", t.name);
	else
		buf_str(op->words, "Nothing is due.");
	return done(op, NULL, err);
}

static int
undo(struct operation *op, const char *reason, struct err *err)
{
	struct table_run *run = op->run;

	return host_undo(
	    run->host, run->user->key, op->line.n, reason, run->user->now, -1, op->r, err);
}

static int
seat(struct operation *op, const char *reason, struct err *err)
{
	const struct order_block *b = &op->command->o.b;
	struct table_run *run = op->run;
	struct pubkey key;

	if (op->line.address[0] != '\0') {
		if (address_check(op->line.address, err) < 0)
			return -1;
		return host_give_custody(run->host, run->user->key, op->line.seat, op->line.address,
		    reason, run->user->now, -1, op->r, err);
	}
	if (pubkey_sign_parse(b->sign, strlen(b->sign), &key) < 0 ||
	    pubkey_box_parse(b->age, strlen(b->age), &key) < 0)
		return err_set(
		    err, ERR_USAGE, "seat %s gets neither keys nor an address", op->line.seat);
	return host_replace(
	    run->host, run->user->key, op->line.seat, &key, reason, run->user->now, -1, op->r, err);
}

static int
execute(struct operation *op, struct err *err)
{
	const struct order_block *b = &op->command->o.b;

	if (commandline_parse(b->doing[0], &op->line, err) < 0)
		return -1;
	switch (op->line.kind) {
	case COMMANDLINE_TICK:
		return tick(op, err);
	case COMMANDLINE_PAUSE:
		return done(op, &op->line.n, err);
	case COMMANDLINE_UNDO:
		return undo(op, b->say, err);
	case COMMANDLINE_SEAT:
		return seat(op, b->say, err);
	case COMMANDLINE_STATUS:
	case COMMANDLINE_KINDS:
		break;
	}
	return done(op, NULL, err);
}

/* Appends the line of `adit status`, without addresses. */
static int
add_status(const struct table_run *run, struct buf *out, struct err *err)
{
	struct table_status *s = mem_new(sizeof *s);
	struct buf line = BUF_INIT;
	struct printer p = printer_words(&line);
	int result = table_status_read(run, s, err);

	if (result == 0) {
		s->report.mail = NULL;
		report_status(&s->report, &p);
		buf_fmt(out, "\n%s", buf_cstr(&line));
		buf_fmt(out, "Mails that wait: %" PRId64 "; that failed: %" PRId64 ".",
		    s->queue.waiting, s->queue.failed);
	}
	buf_release(&line);
	free(s);
	return result;
}

static int
add_answer(
    const struct operation *op, const struct order_outcome *x, struct buf *out, struct err *err)
{
	static const char *const became[] = { [ORDER_OUTCOME_REFUSED] = "refused",
		[ORDER_OUTCOME_REPEATED] = "taken before",
		[ORDER_OUTCOME_TAKEN] = "taken" };

	buf_fmt(out, "Your command was %s: %s\n", became[x->is], op->command->o.b.doing[0]);
	if (x->is == ORDER_OUTCOME_REFUSED)
		buf_fmt(out, "%s\n", x->why.msg);
	if (x->is == ORDER_OUTCOME_REFUSED && x->why.hint[0] != '\0')
		buf_fmt(out, "%s\n", x->why.hint);
	if (op->words->n > 0)
		buf_fmt(out, "%s\n", op->words->p);
	return add_status(op->run, out, err);
}

static enum order_outcome_kind
outcome_of(int result, enum err_code code)
{
	if (result == 0)
		return ORDER_OUTCOME_TAKEN;
	if (result > 0)
		return ORDER_OUTCOME_REPEATED;
	return code == ERR_AUTH || code == ERR_NOT_FOUND ? ORDER_OUTCOME_NOTHING :
							   ORDER_OUTCOME_REFUSED;
}

int
operator_command(struct table_run *run, const struct parsed_order *command,
    struct order_outcome *out, struct host_result *r, struct buf *answer, struct err *err)
{
	struct buf words = BUF_INIT;
	struct operation op = { .run = run, .command = command, .r = r, .words = &words };
	struct report_stop stop;
	int stopped = host_stopped(run->host, &stop, err);
	int result;

	*out = (struct order_outcome){ .n = -1, .why = ERR_INIT };
	*r = (struct host_result){ .n = -1, .first_n = -1, .own_n = -1 };
	if (stopped < 0)
		return -1;
	if (stopped > 0) { /* (E2) */
		(void)host_stop_fail(&stop, &out->why);
		out->is = ORDER_OUTCOME_REFUSED;
		out->why.code = ERR_PENDING;
		return 0;
	}
	result = host_command_check(run->host, command, run->user->now, &out->why);
	out->is = outcome_of(result, out->why.code);
	if (result == 0) {
		host_command_begin(run->host, command);
		result = execute(&op, &out->why);
		host_command_end(run->host);
		out->is = result < 0 ? ORDER_OUTCOME_REFUSED : ORDER_OUTCOME_TAKEN;
		out->n = result == 0 ? r->n : -1;
	}
	if (result < 0)
		*r = (struct host_result){ .n = -1, .first_n = -1, .own_n = -1 };
	if (result < 0 && out->why.code == ERR_STALE)
		host_check_lost(run->host, run->user->key, command, run->user->now, &out->why);
	if (result < 0 && intake_is_machine(out->why.code)) {
		*err = out->why;
		result = -1;
	} else {
		result = out->is == ORDER_OUTCOME_NOTHING ? 0 : add_answer(&op, out, answer, err);
	}
	buf_release(&words);
	return result;
}
