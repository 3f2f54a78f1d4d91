/* adit log: list the digests of a game, from the game file or from digests. */
#include <stdlib.h>
#include <string.h>

#include "player/verify.h"
#include "cli/cmd.h"
#include "service/digest_input.h"
#include "util/mem.h"
#include "wire/host_action.h"
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
		.events = l->events,
		.lang = ctx->user.lang };

	struct buf since = BUF_INIT;

	(void)err;
	if (l->d != NULL)
		digest_words(ctx->user.lang, l->d, &l->events->ev, &l->events->notes, l->reason,
		    SEAT_NONE, &since);
	report_log(&line, &since, ctx->out.print);
	output_flush(&ctx->out);
	buf_release(&since);
	return 0;
}

static int
log_file(struct ctx *ctx, const char *path, struct err *err)
{
	ctx->run.path = path;
	if (host_open(&ctx->run.host, path, false, ctx->user.games, err) < 0)
		return -1;
	return host_log_each(ctx->run.host, put_line, ctx, err);
}

/* ---- digests -------------------------------------------------------------------------------- */

/* Returns the seat of the order, as far as it is public: the sender of an out-of-turn or queued
 * order, else the seat to move. before: the digest before, or NULL. */
static uint8_t
whose(const struct digest *before, const struct digest *d, const struct digest_events *events)
{
	unsigned kind = events->ev.n > 0 ? events->ev.at[0].kind : EVENT_KIND_COUNT;

	if (!d->has_order)
		return SEAT_NONE;
	if (events->notes.n > 0 && events->ev.n == 0)
		return events->notes.at[0].seat;
	if (kind == EVENT_STANDING || kind == EVENT_AGREED || kind == EVENT_DISAGREED ||
	    kind == EVENT_RESIGNED)
		return events->ev.at[0].seat;
	return before != NULL && before->n == d->n - 1 ? before->pub.known.to_move : SEAT_NONE;
}

static void
log_digest(struct ctx *ctx, const struct transcript *tr, const struct transcript_copy *c,
    const struct digest *before, const struct digest *d)
{
	struct digest_events *events = mem_new(sizeof *events);
	struct host_action act = { .reason = "" };
	struct buf since = BUF_INIT;
	struct err none = ERR_INIT; /* cannot fail: parsed before */
	char head[HASH_TEXT + 1], order[HASH_TEXT + 1];
	struct hash cause;
	uint8_t seat;

	(void)digest_parse_events(tr->text.p, &c->t, d, events, &none);
	(void)host_action_find(tr->text.p, &c->t, &act, &none);
	digest_words(ctx->user.lang, d, &events->ev, &events->notes, act.reason, SEAT_NONE, &since);
	seat = whose(before, d, events);
	memcpy(cause.b, d->order, sizeof cause.b);
	hash_text(&c->hash, head);
	hash_text(&cause, order);
	report_log(&(struct report_log){ .n = d->n,
		       .time = d->time,
		       .turn = d->pub.known.turn,
		       .seat = seat < d->names.n ? d->names.seat[seat] : NULL,
		       .head = head,
		       .order = d->has_order ? order : NULL,
		       .d = d,
		       .events = events,
		       .lang = ctx->user.lang },
	    &since, ctx->out.print);
	output_flush(&ctx->out);
	buf_release(&since);
	free(events);
}

/* Verifies digests as `adit read` does, then lists them. */
static int
log_digests(struct ctx *ctx, int argc, char **argv, struct err *err)
{
	struct digest *d[2] = { mem_new(sizeof *d[0]), mem_new(sizeof *d[0]) };
	struct buf text = BUF_INIT;
	struct player_read r;
	int result = digest_input_collect(&ctx->user, argc, argv, &text, err);

	memset(&r, 0, sizeof r);
	if (result == 0)
		result = verify_digests(&ctx->user, &text, NULL, NULL, NULL, &r, err);
	for (size_t i = 0, count = 0; i < r.tr.n_copy && result == 0; i++) {
		const struct transcript_copy *c = &r.tr.copy[i];
		struct digest *now = d[count % 2];

		if (i > 0 && c->n == c[-1].n)
			continue;
		result = digest_parse(ctx->user.games, r.tr.text.p, &c->t, now, err);
		if (result == 0)
			log_digest(ctx, &r.tr, c, count > 0 ? d[(count + 1) % 2] : NULL, now);
		count++;
	}
	if (result == 0)
		verify_report_missing(&ctx->user, r.d.game);
	player_read_release(&r);
	buf_release(&text);
	free(d[0]);
	free(d[1]);
	return result < 0 ? digest_input_blame(&ctx->user, argc, argv, err) : 0;
}

static int
run(struct ctx *ctx, int argc, char **argv, struct err *err)
{
	if (argc == 1 && ctx->user.game == NULL && digest_input_is_game_file(argv[0]))
		return log_file(ctx, argv[0], err);
	return log_digests(ctx, argc, argv, err);
}

const struct cmd cmd_log = {
	.name = "log",
	.synopsis = "[GAME.db]\n[-g GAME] [DIGEST...|DIR|-]",
	.summary = HELP("list the digests of a game"),
	.text = HELP(
	    "Reads a game file, or digests, which are verified as by `adit read`.  Without an "
	    "argument: standard input if it is a file or a pipe and not empty, else the folder "
	    "turns/ here, else the digests read here."),
	.group = GROUP_ALL,
	.need = NEED_KEEPING,
	.args_max = ARGS_ANY,
	.run = run,
};
