/* adit log: the history of a game. */
#include <inttypes.h>

#include "cli/cmd.h"
#include "util/when.h"
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
		.order = l->order[0] != '\0' ? l->order : NULL };
	struct buf out = BUF_INIT;

	(void)err;
	if (ctx->json) {
		report_log_json(&line, l->since, l->since_n, &out);
	} else {
		char when[WHEN_LEN + 1];

		when_text(l->time, when);
		buf_fmt(&out, "%" PRId64 "  %s  %s\n", l->n, when,
		    l->seat != NULL ? l->seat :
			l->n == 0   ? "deal" :
				      "host");
		buf_add(&out, l->since, l->since_n);
	}
	ctx_put(ctx, out.p, out.n);
	buf_release(&out);
	return 0;
}

static int
run(struct ctx *ctx, int argc, char **argv, struct err *err)
{
	(void)argc;
	(void)argv;
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
