/*
 * adit tick: at each table, do what is due.
 *
 * (J1) Most runs find nothing to do. They only read the table and need no key.
 * (J2) The plan is checked again in the transaction, so only one of two concurrent runs acts.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cmd.h"
#include "host/operator.h"
#include "service/deliver.h"
#include "record/keys.h"
#include "service/tables.h"
#include "service/tick_report.h"
#include "service/today.h"
#include "mail/remind.h"
#include "util/mem.h"
#include "util/timestamp.h"
#include "wire/report.h"

struct tick_opt {
	const char *out, *pause;
	bool dry_run, all_taken, hold, next;
};

#define AT(member) offsetof(struct tick_opt, member)

static const struct opt opt[] = {
	CMD_OPTION("dry-run", 'n', OPT_FLAG, AT(dry_run), NULL, "dry run: print what is due"),
	CMD_OPTION("all-taken", 0, OPT_FLAG, AT(all_taken), NULL,
	    "all orders that came are applied: do not wait for them"),
	CMD_OPTION("hold", 0, OPT_FLAG, AT(hold), NULL,
	    "nothing counts as delivered, until digest --delivered says that it is"),
	CMD_OPTION("next", 0, OPT_FLAG, AT(next), NULL,
	    "print, and no digest, when something is to be done next"),
	CMD_OPTION("pause", 0, OPT_TEXT, AT(pause), "DATE",
	    "do nothing for this table until the end of this day (in UTC) or this time; off: go "
	    "on"),
	CMD_OPTION("out", 0, OPT_TEXT, AT(out), "DIR",
	    "write digests to DIR/turns/NNNNNN.txt and print their names"),
	{ .name = NULL },
};

static const struct opt_rule opt_rule[] = {
	{ "dry-run", "hold out next", NULL },
	{ "next", "json out", "hold" },
	{ "pause", "dry-run all-taken hold next out", NULL },
	{ .name = NULL },
};

struct tick_run {
	struct ctx *ctx;
	struct tick_options how;
	struct buf key; /* name of the loaded key */
};

/* ---- output ---------------------------------------------------------------------------------- */

static void
print_json_plan(
    const struct ctx *ctx, const struct tick_plan *t, const char *result, const struct buf *made)
{
	const struct tick_opt *o = ctx->opt;
	struct err file = ERR_INIT;
	struct buf json = BUF_INIT;

	(void)err_set(&file, ERR_NONE, "%s", ctx->run.path); /* replaces controls */
	if (made != NULL)
		buf_add(&json, made->p, made->n);
	else
		buf_fmt(&json, "{\"game\":\"%s\",\"turn\":%" PRId64 "}", t->game, t->turn);
	report_outcome(
	    &(struct report_outcome){
		.json = json.p,
		.json_n = json.n,
		.seat = t->name,
		.result = result,
		.code = err_code_name(ERR_NONE),
		.file = file.msg,
		.answers = -1,
		.due = made == NULL ? t->due : 0,
		.acts = made == NULL ? t->acts : 0,
		.dry = o->dry_run,
	    },
	    ctx->out.print->out);
	output_flush(&ctx->out);
	buf_release(&json);
}

static void
report_one_reminder(const struct ctx *ctx, const struct tick_plan *t, bool mailed)
{
	if (ctx->out.json)
		print_json_plan(ctx, t, mailed ? "mailed" : "reminded", NULL);
	else
		tick_report_reminder(&ctx->run, ctx->run.path, t, mailed);
}

static void
report_one_waiting(const struct ctx *ctx, const struct tick_plan *t)
{
	if (ctx->out.json)
		print_json_plan(ctx, t, "waits", NULL);
	else
		tick_report_waiting(&ctx->run, ctx->run.path, t);
}

static void
report_one_played(const struct ctx *ctx, const struct tick_plan *t, const struct host_result *r)
{
	if (ctx->out.json)
		print_json_plan(ctx, t,
		    t->ends      ? "ended" :
			t->gives ? "seated" :
				   "played",
		    r != NULL ? &r->json : NULL);
	else
		tick_report_played(&ctx->run, ctx->run.path, t, r);
}

/* ---- actions --------------------------------------------------------------------------------- */

/* Loads the host's key, which several tables may share. */
static int
load_key(struct ctx *ctx, struct tick_run *run, struct err *err)
{
	struct buf name = BUF_INIT;
	bool same;

	if (host_key_name(ctx->run.host, &name, err) < 0)
		return -1;
	same = ctx->user.key != NULL &&
	    (ctx->user.key_arg != NULL || strcmp(buf_cstr(&name), buf_cstr(&run->key)) == 0);
	buf_release(&run->key);
	run->key = name;
	if (same)
		return 0;
	keys_free(ctx->user.key);
	ctx->user.key = NULL;
	return table_run_load_key(&ctx->run, err);
}

static int
play(struct ctx *ctx, const struct tick_plan *t, struct err *err)
{
	const struct tick_opt *o = ctx->opt;
	struct host_result r;
	const int64_t known = o->hold ? -1 : ctx->run.delivered;
	const int played = tick_play(&ctx->run, known, &r, err); /* (J2) */
	int result = 0;

	if (played <= 0)
		return played;
	if (!o->next)
		result = deliver_made(&ctx->run, o->out, o->hold, &r, err);
	report_one_played(ctx, t, &r);
	host_result_release(&r);
	return result;
}

static int
act(struct ctx *ctx, struct tick_run *run, struct tick_plan *t, struct err *err)
{
	const struct tick_opt *o = ctx->opt;
	bool mailed;

	if (t->plays) {
		if (load_key(ctx, run, err) < 0 || deliver_begin(&ctx->run, o->out, err) < 0)
			return -1;
	} else if (deliver_left(&ctx->run, o->out, err) < 0) {
		return -1;
	}
	if (remind_note(ctx->run.host, &run->how, t, &mailed, err) < 0)
		return -1;
	if (t->reminds)
		report_one_reminder(ctx, t, mailed);
	if (t->waits)
		report_one_waiting(ctx, t);
	return t->plays && ctx->user.key != NULL ? play(ctx, t, err) : 0;
}

static void
report_dry_run(const struct ctx *ctx, const struct tick_plan *t)
{
	if (t->reminds)
		report_one_reminder(ctx, t, false);
	if (t->waits)
		report_one_waiting(ctx, t);
	if (t->plays)
		report_one_played(ctx, t, NULL);
}

/* Prints the time at which the next run will find something if no order comes, or nothing if
 * never. */
static int
print_next_time(struct ctx *ctx, const struct tick_run *run, struct err *err)
{
	const struct tick_opt *o = ctx->opt;
	char text[TIMESTAMP_LEN + 1];
	struct tick_plan t;

	if (!o->next)
		return 0;
	if (host_tick(ctx->run.host, &run->how, &t, err) < 0)
		return -1;
	if (t.again >= 0) {
		timestamp_text(t.again, text);
		buf_fmt(ctx->out.print->out, "%s\n", text);
	}
	return 0;
}

/* (J1) */
static int
tick_table(struct ctx *ctx, struct tick_run *run, struct table_index_found *found, struct err *err)
{
	const struct tick_opt *o = ctx->opt;
	struct tick_plan t;

	/* Also if the table is stopped, since continuing it requires the same check. */
	if (ctx->run.catch_up && today_check(&ctx->run, err) < 0)
		return -1;
	if (host_go_on(ctx->run.host, err) < 0 ||
	    host_tick(ctx->run.host, &run->how, &t, err) < 0 || tick_check_lost(&t, err) < 0)
		return -1;
	if (!t.notes && !t.plays) {
		if (found != NULL) {
			found->from = t.quiet_from;
			found->until = t.quiet_until;
		}
		return o->out != NULL ? deliver_left(&ctx->run, o->out, err) :
					print_next_time(ctx, run, err);
	}
	if (today_check(&ctx->run, err) < 0)
		return -1;
	if (o->dry_run) {
		report_dry_run(ctx, &t);
		return 0;
	}
	if (tables_write(&ctx->run, err) < 0)
		return -1;
	return act(ctx, run, &t, err) < 0 ? -1 : print_next_time(ctx, run, err);
}

static int
tick_one(struct table_run *run, void *arg, struct table_index_found *found, struct err *err)
{
	struct tick_run *t = arg;

	if (tick_table(t->ctx, t, found, err) == 0)
		return 0;
	return strstr(err->msg, run->path) != NULL ? -1 : err_wrap(err, "%s", run->path);
}

static const struct tables_verb each = {
	.each = tick_one, .kind = "tick", .known = tables_nothing_to_do
};

static int
set_pause(struct ctx *ctx, const char *path, struct err *err)
{
	const struct tick_opt *o = ctx->opt;
	struct host_remote_change change = { .sets_pause = true };

	if (strcmp(o->pause, "off") != 0 && timestamp_until_parse(o->pause, &change.paused) < 0)
		return err_set(
		    err, ERR_USAGE, "--pause takes a day, a time or off, not \"%.40s\"", o->pause);
	ctx->run.path = path;
	if (today_open(&ctx->run, true, err) < 0 || today_check(&ctx->run, err) < 0)
		return -1;
	return host_set_remote(ctx->run.host, &change, ctx->user.now, err);
}

static int
run(struct ctx *ctx, int argc, char **argv, struct err *err)
{
	const struct tick_opt *o = ctx->opt;
	struct tick_run run = { .ctx = ctx,
		.how = { ctx->user.now, o->all_taken, ctx->run.catch_up } };
	int result;

	(void)argc;
	if ((o->out != NULL || o->next || o->pause != NULL) && tables_is_folder(argv[0]))
		return err_set(err, ERR_USAGE, "--%s goes with one table, not with a folder",
		    o->next              ? "next" :
			o->pause != NULL ? "pause" :
					   "out");
	if (o->pause != NULL)
		return set_pause(ctx, argv[0], err);
	result = tables_each(&ctx->run, argv[0], &each, &run, err);
	buf_release(&run.key);
	return result;
}

const struct cmd cmd_tick = {
	.name = "tick",
	.synopsis = "[-k HOST] [OPTION]... GAME.db|DIR\n--pause=DATE|off GAME.db",
	.summary = HELP("send reminders and play for late players"),
	.text = HELP(
	    "For cron or a timer: run it as often as you like.  DIR is a folder of tables, "
	    "DIR/*.db; if one cannot be read, the others are still handled.\n\nA player is "
	    "reminded when a quarter of the limit is left, at the deadline, and on each of the "
	    "five days after it: by mail, if the table sends mail, else a line tells you to remind "
	    "them.  After limit and grace period, the policy of `adit new --late` plays, one turn "
	    "per table and run.\n\nApply waiting orders before you run it.  If nothing ran since "
	    "the deadline, it waits a grace period, and an hour at least, unless --all-taken.\n\nA "
	    "vote on an undo request whose time is over is ended.\n\nOne command plays at most 64 "
	    "turns of orders for every turn.  If some are left, tick continues with them at once."),
	.is_service = true,
	.group = GROUP_HOST,
	.need = NEED_KEY_LATER | NEED_KEY_OF_GAME | NEED_NOW | NEED_CATCH_UP,
	.opt = opt,
	.opt_size = sizeof(struct tick_opt),
	.opt_rule = opt_rule,
	.args_min = 1,
	.args_max = 1,
	.run = run,
};
