/*
 * Delivery of digests.
 *
 * (D1) A digest is stored, then delivered. If delivery fails, it stays in the outbox and a later
 *      run delivers it: with a folder the digests missing there, else those that no order has named
 *      as its head.
 */
#include "cli/deliver.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/rollback_check.h"
#include "record/folder.h"
#include "wire/report.h"
#include "util/mem.h"

struct outbox {
	struct ctx *ctx;
	const char *dir;
	int64_t held; /* `dir` contains this digest, or -1: unknown */
};

static void
report_line(void *arg, const char *line)
{
	output_say(&((struct ctx *)arg)->out, "%s", line);
}

/* Sets *f to the folder for digests of this game. */
static int
folder_for(
    struct ctx *ctx, const char *dir, const struct buf *text, struct folder *f, struct err *err)
{
	if (folder_of(f, dir, buf_cstr(text), text->n, err) < 0)
		return err_wrap(err, "%s", ctx->run.path != NULL ? ctx->run.path : dir);
	f->tell = report_line;
	f->arg = ctx;
	return 0;
}

int
deliver_file(struct ctx *ctx, const char *dir, int64_t n, const struct buf *text, struct err *err)
{
	struct folder f;

	if (folder_for(ctx, dir, text, &f, err) < 0 ||
	    folder_write(&f, n, text->p, text->n, err) < 0)
		return -1;
	ctx_name_file(ctx, dir, n);
	return 0;
}

/* Returns 1 if the folder contains digest n, 0 if not, or -1. */
static int
has(const struct outbox *box, int64_t n, const struct buf *text, struct err *err)
{
	enum folder_found found;
	struct folder f;

	if (folder_for(box->ctx, box->dir, text, &f, err) < 0 ||
	    folder_probe(&f, n, text->p, text->n, &found, err) < 0)
		return -1;
	return found == FOLDER_SAME;
}

/* Writes a digest that an earlier run left. */
static int
write_older(void *arg, int64_t n, struct err *err)
{
	const struct outbox *box = arg;
	struct buf text = BUF_INIT;
	int there = 1, result = 0;

	if (n != box->held) {
		result = host_text(box->ctx->run.host, &n, &text, err);
		there = result < 0 ? -1 : has(box, n, &text, err);
	}
	if (there == 0)
		result = deliver_file(box->ctx, box->dir, n, &text, err);
	buf_release(&text);
	if (result < 0 || there < 0)
		return -1;
	box->ctx->run.delivered = n;
	return 0;
}

/* Writes digest n, made by this run. */
static int
write_new(struct ctx *ctx, const char *dir, int64_t n, const struct host_result *r, struct err *err)
{
	struct buf text = BUF_INIT;
	int result;

	if (r->first_n == r->n)
		return deliver_file(ctx, dir, n, &r->digest, err);
	result = host_text(ctx->run.host, &n, &text, err);
	if (result == 0)
		result = deliver_file(ctx, dir, n, &text, err);
	buf_release(&text);
	return result;
}

int
deliver_made(
    struct ctx *ctx, const char *dir, bool hold, const struct host_result *r, struct err *err)
{
	int result = 0;

	if (!hold)
		rollback_check_note_made(ctx, r->n, r->head);
	if (r->note.n > 0)
		output_say(&ctx->out, "%s", r->note.p);
	if (dir != NULL) {
		for (int64_t n = r->first_n; n <= r->n && result == 0; n++)
			result = write_new(ctx, dir, n, r, err);
		if (result == 0 && !hold)
			ctx->run.delivered = r->n;
		if (result < 0) {
			(void)err_wrap(err, "it is done, but not every digest is delivered");
			err->code = ERR_BUSY;
			err_hint(err,
			    "the next run with --out %s delivers, or: adit digest %s "
			    "--undelivered --out %s",
			    dir, ctx->run.path, dir);
		}
	} else if (!ctx->out.json) {
		buf_add(ctx->out.print->out, r->digest.p, r->digest.n);
	}
	output_flush(&ctx->out);
	return result;
}

/* Checks that the key is the host's and that the time is accepted. Players would refuse digests
 * of another key, and the game would be stuck. */
static int
check_key(const struct ctx *ctx, struct err *err)
{
	struct buf text = BUF_INIT;
	struct digest_layout t;
	struct digest *d = mem_new(sizeof *d);
	char host[SIGN_TEXT + 1], mine[SIGN_TEXT + 1], game[ORDER_BLOCK_GAME_MAX + 1];
	struct hash hash;
	int64_t n = -1;
	int result = -1;

	if (host_digest_parts(ctx->run.host, &n, &text, &t, &hash, err) < 0) {
		result = -1;
	} else if (digest_host(text.p, &t, host, game, &n, err) < 0 ||
	    digest_parse_header(ctx->user.games, text.p, &t, d, err) < 0) {
		result = err_set(
		    err, ERR_CORRUPT, "%s: its newest digest cannot be read", ctx->run.path);
	} else {
		pubkey_sign_text(&ctx->user.key->pub, mine);
		result = strcmp(host, mine) == 0 ?
		    0 :
		    err_set(err, ERR_AUTH, "key %s is not the host's key of game %s",
			buf_cstr(&ctx->user.key_name), game);
	}
	if (result == 0 && report_clock_is_behind(d, ctx->user.now))
		output_say(&ctx->out,
		    "warning: the clock is %" PRId64 " days before digest %" PRId64
		    ", whose time the next one gets",
		    (d->time - ctx->user.now) / DAY_S, n);
	buf_release(&text);
	free(d);
	return result;
}

static int
begin(struct ctx *ctx, bool makes, const char *dir, struct err *err)
{
	struct outbox box = { .ctx = ctx, .dir = dir, .held = -1 };

	ctx->run.delivered = -1;
	if ((makes && (check_key(ctx, err) < 0 || host_read_keys(ctx->run.host, err) < 0)) ||
	    (dir != NULL && folder_make(dir, err) < 0) ||
	    rollback_check_folder(ctx, dir, &box.held, err) < 0)
		return -1;
	return dir != NULL ? host_each_undelivered(ctx->run.host, write_older, &box, err) : 0;
}

/* Runs begin() in one read transaction. */
static int
begin_at_once(struct ctx *ctx, bool makes, const char *dir, struct err *err)
{
	int result = host_read_begin(ctx->run.host, err);

	if (result == 0) {
		result = begin(ctx, makes, dir, err);
		host_read_end(ctx->run.host);
	}
	return result;
}

int
deliver_left(struct ctx *ctx, const char *dir, struct err *err)
{
	return begin_at_once(ctx, false, dir, err);
}

int
deliver_begin(struct ctx *ctx, const char *dir, struct err *err)
{
	return begin_at_once(ctx, true, dir, err);
}

int
deliver_make_for(struct ctx *ctx, const char *dir, const struct order_block *b, deliver_make *make,
    const void *arg, struct host_result *r, struct err *err)
{
	int64_t delivered = ctx->run.delivered;
	struct err none = ERR_INIT;

	if (dir == NULL && b != NULL)
		(void)host_find(ctx->run.host, b->head, &delivered, &none);
	return make(ctx, arg, delivered, r, err);
}

int
deliver_act(struct ctx *ctx, const char *dir, deliver_make *make, const void *arg, struct err *err)
{
	struct host_result r;
	int result;

	if (deliver_begin(ctx, dir, err) < 0 ||
	    deliver_make_for(ctx, dir, NULL, make, arg, &r, err) < 0)
		return -1;
	result = deliver_made(ctx, dir, false, &r, err);
	if (ctx->out.json)
		buf_add(ctx->out.print->out, r.json.p, r.json.n);
	host_result_release(&r);
	return result;
}
