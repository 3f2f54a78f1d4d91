/* adit status: print one line per game. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cmd.h"
#include "service/rollback_check.h"
#include "service/table_status.h"
#include "service/tables.h"
#include "text/language_choice.h"
#include "util/mem.h"
#include "util/number.h"
#include "util/timestamp.h"

/* Reports an older copy. Returns 1 if the file is one. */
static int
check_copy(struct ctx *ctx, struct err *err)
{
	struct err why = ERR_INIT;

	if (rollback_check(&ctx->run, &why) == 0)
		return 0;
	if (why.code == ERR_BUSY) {
		*err = why;
		return -1;
	}
	output_say(&ctx->out, "%s; %s", why.msg, why.hint);
	return 1;
}

/* ---- index entries: GAME, state used by check_copy, due, due in local time, the line --------- */

static void
key_text(const struct ctx *ctx, const char *game, int64_t due, struct buf *out)
{
	struct buf path = BUF_INIT;
	char local[PRINTER_TIME] = "-";
	struct stat st;

	if (due >= 0)
		timestamp_local(due, local);
	if (ctx->user.home != NULL)
		buf_fmt(&path, "%s/hosted/%s", ctx->user.home, game);
	buf_fmt(out, "%s\t", game);
	if (stat(buf_cstr(&path), &st) == 0)
		buf_fmt(out, "%ju %jd.%09ld", (uintmax_t)st.st_ino, (intmax_t)st.st_ctim.tv_sec,
		    st.st_ctim.tv_nsec);
	buf_fmt(out, "\t%" PRId64 "\t%s\t", due, local);
	buf_release(&path);
}

static bool
known(struct table_run *run, void *arg, const struct buf *text)
{
	const struct ctx *ctx = arg;
	const char *s = buf_cstr(text), *tab = strchr(s, '\t'), *end = tab;
	struct buf key = BUF_INIT, line = BUF_INIT;
	char game[ORDER_BLOCK_GAME_MAX + 1];
	int64_t due = -1;
	bool is;

	(void)run;
	for (unsigned i = 0; i < 3 && end != NULL; i++) {
		const char *next = strchr(end + 1, '\t');

		if (i == 1 && next != NULL &&
		    number_parse_range(end + 1, (size_t)(next - end) - 1, -1, INT64_MAX, &due) < 0)
			next = NULL;
		end = next;
	}
	if (end == NULL || (size_t)(tab - s) > ORDER_BLOCK_GAME_MAX)
		return false;
	memcpy(game, s, (size_t)(tab - s));
	game[tab - s] = '\0';
	key_text(ctx, game, due, &key);
	is = key.n == (size_t)(end + 1 - s) && memcmp(key.p, s, key.n) == 0;
	if (is) {
		buf_str(&line, end + 1);
		report_status_of(ctx->run.path, &line, ctx->out.print);
		output_flush(&ctx->out);
	}
	buf_release(&key);
	buf_release(&line);
	return is;
}

/* Sets the validity of the entry: the line changes when the game becomes late, and the clock may
 * be slow. No entry while mails wait, since their times change. */
static void
keep(const struct ctx *ctx, const struct report_status *s, const struct buf *key,
    const struct buf *line, struct table_index_found *found)
{
	const struct digest *d = s->d;

	if (report_clock_is_behind(d, ctx->user.now) || s->stop != NULL ||
	    (s->mail != NULL && s->mail->waiting > 0) || s->paused > ctx->user.now)
		return;
	found->from = d->time - DAY_S;
	found->until = INT64_MAX;
	if (d->due >= 0 && d->pub.known.phase != PHASE_OVER) {
		if (ctx->user.now > d->due)
			found->from = d->due + 1;
		else
			found->until = d->due + 1;
	}
	buf_add(&found->text, buf_cstr(key), key->n);
	buf_add(&found->text, line->p, line->n);
}

static int
put_line(struct ctx *ctx, const struct report_status *s, struct table_index_found *found,
    struct err *err)
{
	struct buf key = BUF_INIT, line = BUF_INIT;
	struct printer to = *ctx->out.print;
	int result;

	to.out = &line;
	key_text(ctx, s->d->game, s->d->due, &key);
	report_status(s, &to);
	line.n--; /* remove the line end */
	report_status_of(ctx->run.path, &line, ctx->out.print);
	output_flush(&ctx->out);
	result = check_copy(ctx, err);
	if (result == 0 && found != NULL)
		keep(ctx, s, &key, &line, found);
	buf_release(&key);
	buf_release(&line);
	return result < 0 ? -1 : 0;
}

static int
put_status(struct table_run *run, void *arg, struct table_index_found *found, struct err *err)
{
	struct ctx *ctx = arg;
	struct table_status *s = mem_new(sizeof *s);
	struct err why = ERR_INIT;
	int result = table_status_read(run, s, err);

	s->report.lang = ctx->user.lang;
	if (result == 0) {
		result = put_line(ctx, &s->report, found, err);
		if (s->report.stop != NULL && host_stop_fail(s->report.stop, &why) < 0)
			output_say(&ctx->out, "%s: %s; %s", run->path, why.msg, why.hint);
	}
	free(s);
	return result;
}

/* ---- several games --------------------------------------------------------------------------- */

struct file {
	const char *name;
	int64_t due; /* INT64_MAX: none, or unreadable, which put_status reports */
	int at;      /* position of the operand */
};

static int64_t
due_of(struct ctx *ctx, const char *name)
{
	struct host_status *now = mem_new(sizeof *now);
	struct host *host = NULL;
	struct err none = ERR_INIT;
	int64_t due = INT64_MAX;

	if (host_open(&host, name, false, ctx->user.games, &none) == 0 &&
	    host_status(host, now, &none) == 0 && now->d.due >= 0)
		due = now->d.due;
	host_close(host);
	free(now);
	return due;
}

static int
by_due(const void *a, const void *b)
{
	const struct file *x = a, *y = b;

	if (x->due != y->due)
		return x->due < y->due ? -1 : 1;
	return x->at < y->at ? -1 : 1;
}

/* Handles an operand: a game file, or a folder. */
static int
put_operand(struct ctx *ctx, const char *name, struct err *err)
{
	char kind[sizeof "status-" + LANGUAGE_CODE_MAX];
	const struct tables_verb each = { .each = put_status, .kind = kind, .known = known };

	/* A line in another language is another entry. */
	(void)snprintf(kind, sizeof kind, "%s%s%s", ctx->out.json ? "json" : "status",
	    ctx->user.lang != NULL ? "-" : "", ctx->user.lang != NULL ? ctx->user.lang->code : "");
	return tables_each(&ctx->run, name, &each, ctx, err);
}

static int
run(struct ctx *ctx, int argc, char **argv, struct err *err)
{
	struct file *file = mem_zero((size_t)argc, sizeof *file);
	int failed = 0;

	for (int i = 0; i < argc; i++)
		file[i] = (struct file){ argv[i], argc > 1 ? due_of(ctx, argv[i]) : 0, i };
	qsort(file, (size_t)argc, sizeof *file, by_due);
	/* A failing file does not stop the others. The status is that of the first failure. */
	for (int i = 0; i < argc; i++) {
		struct err why = ERR_INIT;
		int result = put_operand(ctx, file[i].name, &why);

		if (result < 0 && failed++ == 0)
			*err = why;
		else if (result < 0)
			output_say_why(&ctx->out, &why);
	}
	free(file);
	return failed > 0 ? -1 : 0;
}

const struct cmd cmd_status = {
	.name = "status",
	.synopsis = "GAME.db|DIR...",
	.summary = HELP("list games, one line each, by deadline"),
	.group = GROUP_HOST,
	.need = NEED_NOW,
	.args_min = 1,
	.args_max = ARGS_ANY,
	.run = run,
};
