/*
 * Applies orders of files, and reports what became of them.
 *
 * (Y1) A message that is invalid, refused or cannot be read does not stop the run. A failure while
 *      an order is applied, its digest is written or its receipt is made does.
 * (Y2) With `hold` no content of a message makes the run fail.
 * (Y3) With `receipts` the output is public. For a refused order it names only the seat, and only
 *      if the seat signed the order. The reason is in the receipt, which is sealed.
 */
#include "service/apply.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "mail/rawmail.h"
#include "record/receipt.h"
#include "record/receipt_folder.h"
#include "service/deliver.h"
#include "service/operator.h"
#include "util/lines.h"
#include "util/slice.h"
#include "util/mem.h"
#include "util/retry.h"
#include "wire/report.h"

static bool
is_machine(enum err_code code)
{
	return code == ERR_BUSY;
}

/* The newest receipt for a seat in this run. */
struct answered {
	char seat[NAME_MAX_LEN + 1];
	struct buf receipt, name; /* name: of the input */
	int64_t n;                /* the digest named by the order, or -1 */
};

/* An input with an order that waits, to be taken again. */
struct late_input {
	char *name;
	struct buf text; /* empty: read the file again */
};

struct applying {
	struct table_run *run;
	struct apply *how;
	struct answered answered[SEATS_MAX];
	unsigned n_answered;
	struct retry late; /* of struct late_input */
	bool is_taken;     /* an order of the current input was accepted: others may be legal */
	bool is_again;     /* not the first round */
	struct intake_input wait; /* of the current input */
	struct order_scan in;
	struct hash sealed; /* the open age file */
	struct err name;    /* msg: name of the current input, without controls */
	bool is_done;       /* an order was accepted or queued, now or before */
	int result;         /* of the run so far; -1: the machine or the game file failed */
	struct err *err;    /* of the run */
	struct err refused; /* the first refusal */
	struct err empty;   /* the first input without an order */
	struct err unread;  /* the first input that this machine could not read */
	struct buf shown;   /* byte n: digest n was printed or written in this run */
};

/* ---- results --------------------------------------------------------------------------------- */

/* Makes the receipt and finds the digest named by the order (-1: unknown). Without a receipt the
 * order is refused anyway, but the run ends if the game file could not be read. */
static void
answer(struct applying *a, const struct parsed_order *order, const struct err *why,
    struct buf *receipt, int64_t *n)
{
	const struct hash *sealed = a->in.is_sealed ? &a->sealed : NULL;

	*n = -1;
	if (order != NULL &&
	    (host_find(a->run->host, order->o.b.head, n, a->err) < 0 ||
		host_receipt(a->run->host, a->run->user->key, order, sealed, why, a->run->user->now,
		    receipt, a->err) < 0))
		a->result = -1;
}

/* (Y3) Prints a public line to standard output, or to standard error if git reads standard
 *      output. */
static void
print_public_line(const struct applying *a, const char *seat, const char *what, int64_t n)
{
	struct buf line = BUF_INIT;

	buf_fmt(&line, seat != NULL ? "order of %s: " : "%s", seat != NULL ? seat : "");
	buf_str(&line, what);
	if (n >= 0)
		buf_fmt(&line, " as digest %" PRId64, n);
	if (a->how->is_stream)
		output_say(a->run->user->out, "%s", line.p);
	else
		buf_fmt(a->run->user->out->print->out, "%s\n", line.p);
	buf_release(&line);
}

/* Adds a line about an order of that input. */
static void
add_answer(const struct applying *a, const char *name, const char *word, int64_t n, bool is_new)
{
	struct buf *out = a->how->answers;

	if (out == NULL)
		return;
	buf_fmt(out, "%s %s ", name, word);
	if (n >= 0)
		buf_fmt(out, "%" PRId64, n);
	else
		buf_chr(out, '-');
	buf_str(out, is_new ? " new\n" : " again\n");
}

/* Keeps the receipt of a seat if its order names a digest at least as new as those before. */
static void
keep_newest(struct applying *a, const char *seat, const struct buf *receipt, int64_t n)
{
	struct answered *at = a->answered;
	unsigned i = 0;

	while (i < a->n_answered && strcmp(at[i].seat, seat) != 0)
		i++;
	if (i == a->n_answered && i < SEATS_MAX) {
		at[a->n_answered++] = (struct answered){ .n = -1 };
		(void)snprintf(at[i].seat, sizeof at[i].seat, "%s", seat);
	}
	if (i < a->n_answered && n >= at[i].n) {
		buf_clear(&at[i].receipt);
		buf_add(&at[i].receipt, receipt->p, receipt->n);
		buf_clear(&at[i].name);
		buf_str(&at[i].name, a->name.msg);
		at[i].n = n;
	}
}

/* Prints what the caller sets in `o`, as JSON. */
static void
put_json(const struct applying *a, const char *seat, enum err_code code, struct report_outcome o)
{
	if (o.json == NULL)
		o.json = "";
	o.seat = seat;
	o.code = err_code_name(code);
	o.file = a->name.msg;
	report_outcome(&o, a->run->user->out->print->out);
}

/* Reports with a receipt: in public, or as JSON. */
static void
report_answer(
    struct applying *a, const struct parsed_order *order, const char *result, const struct err *why)
{
	const char *seat = order != NULL ? order->o.b.seat : NULL;
	struct buf receipt = BUF_INIT;
	int64_t n;

	answer(a, order, why, &receipt, &n);
	if (a->how->receipts == NULL) {
		put_json(a, seat, why->code,
		    (struct report_outcome){ .result = result,
			.why = why,
			.answers = n,
			.receipt = receipt.n > 0 ? receipt.p : NULL });
	} else if (receipt.n > 0) {
		print_public_line(a, seat, "refused", -1);
		add_answer(a, a->name.msg, "refused", -1, false);
		keep_newest(a, seat, &receipt, n);
	} else if (is_machine(why->code)) {
		a->how->is_lacking = true;
		print_public_line(
		    a, NULL, "a file that this machine could not read: try again", -1);
	}
	buf_release(&receipt);
	output_flush(a->run->user->out);
}

/* order: NULL if it cannot be parsed */
static void
report_refused(
    struct applying *a, const struct parsed_order *order, const char *result, const struct err *why)
{
	const struct output *out = a->run->user->out;
	const char *seat = order != NULL ? order->o.b.seat : NULL;
	struct err e = *why;
	char line[32] = "";

	if (a->how->receipts != NULL || out->json) {
		report_answer(a, order, result, why);
		return;
	}
	if (e.line > 0)
		(void)snprintf(line, sizeof line, ", line %d", e.line);
	e.line = 0;
	(void)err_wrap(&e, "%s%s: %s%s%s%s", a->name.msg, line, seat != NULL ? "order of " : "",
	    seat != NULL ? seat : "", seat != NULL ? " " : "", result);
	output_fail(out, &e);
}

static void
refuse(struct applying *a, const struct parsed_order *order, struct err *why)
{
	if (order != NULL && a->wait.may_wait)
		intake_put_off(&a->wait, order);
	else if (order != NULL || !a->is_again)
		report_refused(a, order, "refused", why);
	if (a->refused.code == ERR_NONE || (is_machine(why->code) && !is_machine(a->refused.code)))
		a->refused = *why;
	*why = (struct err)ERR_INIT;
}

/* Reports that the order is stored because the table is stopped. */
static void
report_held(struct applying *a, const char *seat, const struct err *why)
{
	const struct output *out = a->run->user->out;

	add_answer(a, a->name.msg, "queued", -1, true);
	if (out->json)
		put_json(a, seat, ERR_PENDING,
		    (struct report_outcome){ .result = "held", .why = why, .answers = -1 });
	else if (a->how->receipts != NULL)
		print_public_line(a, seat, "held: the table is stopped", -1);
	else
		output_say(
		    out, "%s: order of %s held: %s; %s", a->name.msg, seat, why->msg, why->hint);
}

static void
report_made(struct applying *a, const char *seat, const struct order_outcome *x,
    const struct host_result *r)
{
	const struct output *out = a->run->user->out;
	const bool repeated = x->is == ORDER_OUTCOME_REPEATED;
	const char *result = order_outcome_name(x->is);

	a->is_taken = a->is_taken || !repeated;
	if (!repeated || !a->is_again)
		add_answer(a, a->name.msg,
		    repeated                          ? "repeated" :
			x->is == ORDER_OUTCOME_QUEUED ? "queued" :
							"taken",
		    x->n, !repeated);
	if (repeated && (a->is_again || a->how->receipts != NULL))
		return; /* reported before */
	if (a->how->receipts != NULL)
		print_public_line(a, seat, result, x->n);
	else if (x->n < 0 && !out->json)
		output_say(out, "%s: order of %s %s: it is about mail", a->name.msg, seat, result);
	else if (out->json)
		put_json(a, seat, ERR_NONE,
		    (struct report_outcome){
			.json = r->json.p, .json_n = r->json.n, .result = result, .answers = -1 });
	else if (r->n < 0)
		output_say(out, "%s: order of %s %s", a->name.msg, seat, result);
	else
		output_say(out, "%s: order of %s %s: %s %" PRId64, a->name.msg, seat, result,
		    repeated              ? "it was applied before, as digest" :
			r->n > r->first_n ? "digests up to" :
					    "digest",
		    r->n);
}

/* True if this run delivers digest n for the first time. */
static bool
is_new(struct applying *a, int64_t n)
{
	bool was;

	while (a->shown.n <= (size_t)n)
		buf_chr(&a->shown, 0);
	was = a->shown.p[n] != 0;
	a->shown.p[n] = 1;
	return !was;
}

/* ---- orders ----------------------------------------------------------------------------------- */

static bool
note_sealed(void *arg, const void *file, size_t n)
{
	struct applying *a = arg;

	a->sealed = receipt_sealed_hash(file, n);
	return true;
}

/* Prints what a command of the operator did. */
static void
print_said(const struct applying *a, struct buf *said)
{
	struct lines l = { buf_cstr(said), said->n, 0, 1 };
	struct slice line;

	while (a->how->receipts == NULL && lines_next(&l, &line.s, &line.n))
		if (line.n > 0)
			output_say(a->run->user->out, "%.*s", (int)line.n, line.s);
	buf_release(said);
}

static int
apply_one(void *arg, const struct parsed_order *order, struct err *err)
{
	struct applying *a = arg;
	struct table_run *run = a->run;
	struct order_outcome x;
	struct host_result r;
	struct buf said = BUF_INIT;
	int waits;

	if (order == NULL) {
		refuse(a, NULL, err);
		return 0;
	}
	waits = intake_waits(&a->wait, run->host, order, err);
	if (waits > 0)
		return 0;
	if (waits < 0)
		a->result = -1;
	else if (operator_is_command(order))
		a->result = operator_command(run, order, &x, &r, &said, err);
	else
		a->result = deliver_take(run, a->how->out, a->how->hold, order, &x, &r, err);
	print_said(a, &said);
	if (a->result < 0) /* (Y1) */
		return err_wrap(err, "%s: order of %s", a->name.msg, order->o.b.seat);
	if (x.is == ORDER_OUTCOME_NOTHING || x.is == ORDER_OUTCOME_REFUSED) {
		refuse(a, order, &x.why);
		return a->result;
	}
	a->is_done = true;
	if (x.is == ORDER_OUTCOME_HELD) {
		report_held(a, order->o.b.seat, &x.why);
	} else {
		if (a->how->receipts == NULL && r.n >= 0 && is_new(a, r.n))
			a->result = deliver_made(run, a->how->out, a->how->hold, &r, err);
		for (int64_t n = r.first_n; n < r.n; n++)
			(void)is_new(a, n);
		report_made(a, order->o.b.seat, &x, &r);
	}
	output_flush(run->user->out);
	host_result_release(&r);
	return a->result;
}

/* Puts the current input off. */
static void
add_late(struct applying *a, const char *file, const struct buf *text)
{
	struct late_input *x = mem_zero(1, sizeof *x);

	x->name = mem_dup(file);
	if (text != NULL)
		buf_add(&x->text, text->p, text->n);
	retry_add(&a->late, x, a->wait.key);
}

/* text NULL: read the file. a->wait.waits: an order of the input waits. */
static int
apply_input(
    struct applying *a, const char *file, const struct buf *text, bool is_last, struct err *err)
{
	bool is_stdin = text == NULL && strcmp(file, "-") == 0;
	int result;

	(void)err_set(&a->name, ERR_NONE, "%s", is_stdin ? "standard input" : file);
	a->wait = (struct intake_input){ .may_wait = a->how->hold && !is_last && !is_stdin };
	a->is_taken = false;
	a->in.name = file;
	result = text != NULL ?
	    rawmail_orders_of(a->run->user->letter, &a->in, text, err) :
	    rawmail_orders(a->run->user->letter, &a->in, file, a->how->sig, err);
	if (result == 0 || a->result < 0)
		return result;
	if (result > 0) {
		report_refused(a, NULL, "nothing", err);
		if (a->empty.code == ERR_NONE)
			a->empty = *err;
	} else {
		if (err->code != ERR_SYNTAX && a->unread.code == ERR_NONE &&
		    a->how->receipts == NULL)
			a->unread = *err;
		refuse(a, NULL, err);
	}
	*err = (struct err)ERR_INIT;
	return 0;
}

static int
apply_new(struct applying *a, const char *file, const struct buf *text, struct err *err)
{
	int result = apply_input(a, file, text, false, err);

	if (a->wait.waits)
		add_late(a, file, text);
	return result;
}

static int
apply_blob(void *arg, const char *name, const struct buf *text, struct err *err)
{
	return apply_new(arg, name, text, err);
}

/* Applies an input again, since the digests that others made may make its orders legal. */
static enum retry_result
apply_again(void *arg, void *item, int64_t *key)
{
	struct applying *a = arg;
	struct late_input *x = item;

	a->is_again = true;
	a->wait.waits = false;
	if (a->result == 0)
		a->result = apply_input(
		    a, x->name, x->text.n > 0 ? &x->text : NULL, key == NULL, a->err);
	if (a->wait.waits && a->result == 0) {
		*key = a->wait.key;
		return a->is_taken ? RETRY_MOVED : RETRY_WAITS;
	}
	free(x->name);
	buf_wipe(&x->text);
	free(x);
	return RETRY_DONE;
}

/* Removes old receipts before the run. */
static int
clean_receipts(const struct applying *a, struct err *err)
{
	char game[ORDER_BLOCK_GAME_MAX + 1];
	struct hash first;

	if (host_identity(a->run->host, game, &first, err) < 0)
		return -1;
	return receipts_clean(a->how->receipts, game, &a->run->user->key->pub, err);
}

/* Writes new receipts after the run. */
static int
keep_receipts(struct applying *a, int result, struct err *err)
{
	for (unsigned i = 0; i < a->n_answered; i++) {
		struct answered *at = &a->answered[i];

		if (result == 0)
			result = receipts_keep(a->how->receipts, &at->receipt, at->n, err);
		if (result > 0) {
			add_answer(a, buf_cstr(&at->name), "refused", -1, true);
			result = 0;
		}
		buf_release(&at->receipt);
		buf_release(&at->name);
	}
	return result;
}

/* Sets the result of the run after all inputs. */
static int
verdict(struct applying *a, struct err *err)
{
	if (a->how->hold ? a->unread.code == ERR_NONE : a->is_done && !is_machine(a->refused.code))
		return 0; /* (Y2) */
	*err = a->how->hold ? a->unread : a->refused.code != ERR_NONE ? a->refused : a->empty;
	if (!a->run->user->out->json)
		err->msg[0] = '\0'; /* reported before */
	return -1;
}

int
apply_files(struct table_run *run, struct apply *how, char *const *file, int n, FILE *batch,
    struct err *err)
{
	struct applying a = { .run = run,
		.how = how,
		.err = err,
		.name = ERR_INIT,
		.refused = ERR_INIT,
		.empty = ERR_INIT,
		.unread = ERR_INIT };
	int result = deliver_begin(run, how->out, err);

	/* (Y2) With a locked key, undecryptable messages would look invalid. */
	if (result == 0 && how->hold)
		result = seckey_unlock(run->user->key, SECRET_SIGN | SECRET_BOX, err);
	a.in = (struct order_scan){
		.key = run->user->key, .opens = note_sealed, .each = apply_one, .arg = &a
	};
	if (result == 0 && how->receipts != NULL)
		result = clean_receipts(&a, err);
	for (int i = 0; i < n && result == 0; i++)
		result = apply_new(&a, file[i], NULL, err);
	if (result == 0 && batch != NULL)
		result = rawmail_each_blob(batch, how->is_stream, apply_blob, &a, err);
	a.result = result;
	retry_run(&a.late, apply_again, &a);
	result = keep_receipts(&a, a.result, err);
	if (result == 0)
		result = verdict(&a, err);
	buf_release(&a.shown);
	return result;
}
