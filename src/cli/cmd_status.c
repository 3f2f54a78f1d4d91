/* adit status: one line a game. */
#include <stdlib.h>

#include "cli/cmd.h"
#include "cli/guard.h"
#include "post/send.h"
#include "wire/report.h"
#include "util/mem.h"

/* As it is told; the texts stay those of `from`. */
static struct report_mail
mail_of(const struct post_status *from)
{
	struct report_mail mail = { .waiting = from->waiting,
		.oldest = from->oldest,
		.failed = from->failed,
		.error = from->error };

	for (size_t i = 0; i < SEATS_MAX; i++)
		mail.seat[i] = (struct report_address){ from->seat[i].addr, from->seat[i].bounce,
			from->seat[i].is_dead, from->seat[i].is_unconfirmed };
	return mail;
}

/* A copy that is older than what went out is told of, too. */
static void
check_copy(struct ctx *ctx)
{
	struct err why = ERR_INIT;

	if (guard_check(ctx, NULL, &why) < 0)
		ctx_say(ctx, "%s; %s", why.msg, why.hint);
}

static int
put_status(struct ctx *ctx, const char *file, struct err *err)
{
	struct host_status *now = mem_new(sizeof *now);
	struct report_status s = { .file = file, .d = &now->d, .now = ctx->now, .head = now->head };
	struct post_status post = { .has_table = false };
	struct report_mail mail;
	int result = host_open(&ctx->host, file, false, ctx->games, err);

	ctx->path = file;
	if (result == 0)
		result = host_status(ctx->host, now, err);
	if (result == 0)
		result = post_look(ctx->host, &post, err);
	if (result == 0) {
		mail = mail_of(&post);
		s.mail = post.has_table ? &mail : NULL;
		s.undelivered = now->undelivered;
		report_status(&s, ctx->print);
		ctx_flush(ctx);
		check_copy(ctx);
	}
	host_close(ctx->host);
	ctx->host = NULL;
	ctx->path = NULL;
	free(now);
	return result;
}

struct file {
	const char *name;
	int64_t due; /* INT64_MAX: nothing, or it cannot be read, which put_status tells */
	int at;      /* as it was given */
};

static int64_t
due_of(struct ctx *ctx, const char *name)
{
	struct host_status *now = mem_new(sizeof *now);
	struct host *host = NULL;
	struct err none = ERR_INIT;
	int64_t due = INT64_MAX;

	if (host_open(&host, name, false, ctx->games, &none) == 0 &&
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

static int
run(struct ctx *ctx, int argc, char **argv, struct err *err)
{
	struct file *file = mem_zero((size_t)argc, sizeof *file);
	int failed = 0;

	for (int i = 0; i < argc; i++)
		file[i] = (struct file){ argv[i], argc > 1 ? due_of(ctx, argv[i]) : 0, i };
	qsort(file, (size_t)argc, sizeof *file, by_due);
	/* One bad file must not hide the others; the status is that of the first bad one. */
	for (int i = 0; i < argc; i++) {
		struct err why = ERR_INIT;
		int result = put_status(ctx, file[i].name, &why);

		if (result < 0 && failed++ == 0)
			*err = why;
		else if (result < 0)
			ctx_say(ctx, "%s", why.msg);
	}
	free(file);
	return failed > 0 ? -1 : 0;
}

const struct cmd cmd_status = {
	.name = "status",
	.synopsis = "GAME.db...",
	.summary = "tell where games stand, one line a game, by when they are due",
	.group = GROUP_HOST,
	.need = NEED_NOW,
	.args_min = 1,
	.args_max = ARGS_ANY,
	.run = run,
};
