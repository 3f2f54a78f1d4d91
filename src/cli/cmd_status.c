/* adit status: one line a game. */
#include <string.h>

#include "cli/cmd.h"
#include "wire/report.h"
#include "util/mem.h"

static int
count_one(void *arg, int64_t n, struct err *err)
{
	int64_t *count = arg;

	(void)n;
	(void)err;
	(*count)++;
	return 0;
}

static int
put_status(const struct ctx *ctx, struct store *store, const char *file, struct err *err)
{
	struct digest *d = mem_new(sizeof *d);
	struct report_status s = { .file = file, .d = d, .now = ctx->now };
	struct buf text = BUF_INIT, out = BUF_INIT;
	struct hash head;
	char head_text[HASH_TEXT + 1];
	int result = host_digest(store, -1, d, &text, &head, err);

	if (result == 0)
		result = store_outbox_each(store, count_one, &s.undelivered, err);
	if (result == 0) {
		hash_text(&head, head_text);
		s.head = head_text;
		if (ctx->json)
			report_status_json(&s, &out);
		else
			report_status_line(&s, &out);
		ctx_put(ctx, out.p, out.n);
	}
	buf_release(&text);
	buf_release(&out);
	free(d);
	return result;
}

static int
run(struct ctx *ctx, int argc, char **argv, struct err *err)
{
	int failed = 0;

	/* One bad file must not hide the others; the status is that of the first bad one. */
	for (int i = 0; i < argc; i++) {
		struct store *store = NULL;
		struct err why = ERR_INIT;
		int result = store_open(&store, argv[i], STORE_READ, false, &why);

		if (result == 0)
			result = put_status(ctx, store, argv[i], &why);
		store_close(store);
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
