/* adit status: one line a game. */
#include <stdlib.h>

#include "cli/cmd.h"
#include "wire/report.h"
#include "util/mem.h"

static int
put_status(const struct ctx *ctx, const char *file, struct err *err)
{
	struct host_status *now = mem_new(sizeof *now);
	struct report_status s = { .file = file, .d = &now->d, .now = ctx->now, .head = now->head };
	struct host *host = NULL;
	int result = host_open(&host, file, false, ctx->games, err);

	if (result == 0)
		result = host_status(host, now, err);
	if (result == 0) {
		s.undelivered = now->undelivered;
		report_status(&s, ctx->print);
		ctx_flush(ctx);
	}
	host_close(host);
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
