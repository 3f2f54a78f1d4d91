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

static int
run(struct ctx *ctx, int argc, char **argv, struct err *err)
{
	int failed = 0;

	/* One bad file must not hide the others; the status is that of the first bad one. */
	for (int i = 0; i < argc; i++) {
		struct err why = ERR_INIT;
		int result = put_status(ctx, argv[i], &why);

		if (result < 0 && failed++ == 0)
			*err = why;
		else if (result < 0)
			ctx_say(ctx, "%s", why.msg);
	}
	return failed > 0 ? -1 : 0;
}

const struct cmd cmd_status = {
	.name = "status",
	.synopsis = "GAME.db...",
	.summary = "tell where games stand, one line a game",
	.group = GROUP_HOST,
	.need = NEED_NOW,
	.args_min = 1,
	.args_max = ARGS_ANY,
	.run = run,
};
