/* adit log: the history of a game. */
#include "cli/cmd.h"
#include "wire/report.h"

static int
put_line(void *arg, const struct host_log *l, struct err *err)
{
	const struct ctx *ctx = arg;
	const struct report_log line = { .n = l->n,
		.time = l->time,
		.turn = l->turn,
		.seat = l->seat,
		.head = l->head,
		.order = l->order[0] != '\0' ? l->order : NULL,
		.d = l->d,
		.told = l->told };

	(void)err;
	report_log(&line, l->since, l->since_n, ctx->print);
	ctx_flush(ctx);
	return 0;
}

static int
run(struct ctx *ctx, int argc, char **argv, struct err *err)
{
	(void)argc, (void)argv;
	return host_log_each(ctx->host, put_line, ctx, err);
}

const struct cmd cmd_log = {
	.name = "log",
	.synopsis = "GAME.db",
	.summary = "tell the history of a game",
	.group = GROUP_HOST,
	.need = NEED_STORE_READ,
	.args_min = 1,
	.args_max = 1,
	.run = run,
};
