/*
 * Delivering digests.
 *
 * (D1) A digest is delivered after it is stored.  What a run could not deliver stays in the
 *      outbox and goes out with a later one: with a folder what it does not hold, else what no order
 *      has named as its head.
 */
#include "cli/deliver.h"

#include <inttypes.h>
#include <string.h>

#include "cli/turns.h"

struct outbox {
	struct ctx *ctx;
	const char *dir;
	int64_t delivered; /* up to this n DIR holds what the outbox lists */
	bool gap;
};

static int
check_delivered(void *arg, int64_t n, const struct buf *text, struct err *err)
{
	struct outbox *box = arg;

	(void)err;
	if (!box->gap && folder_has(box->dir, n, text->p, text->n))
		box->delivered = n;
	else
		box->gap = true;
	return 0;
}

int
deliver_known(struct ctx *ctx, const char *dir, const struct block *b, int64_t *n, struct err *err)
{
	struct outbox box = { .ctx = ctx, .dir = dir, .delivered = -1 };
	struct err none = ERR_INIT;

	*n = -1;
	if (dir == NULL) {
		(void)host_find(ctx->host, b->head, n, &none);
		return 0;
	}
	if (host_each_undelivered(ctx->host, check_delivered, &box, err) < 0)
		return -1;
	*n = box.delivered;
	return 0;
}

static int
write_one(const struct outbox *box, int64_t n, const struct buf *text, struct err *err)
{
	int result = folder_write(box->dir, n, text->p, text->n, err);

	if (result == 0 && !box->ctx->json) {
		struct buf file = BUF_INIT;

		folder_file(box->dir, n, &file);
		buf_chr(&file, '\n');
		ctx_put(box->ctx, file.p, file.n);
		buf_release(&file);
	}
	return result;
}

/* What an earlier run left; the digests of this run (from `delivered` on) come by themselves. */
static int
write_older(void *arg, int64_t n, const struct buf *text, struct err *err)
{
	const struct outbox *box = arg;

	if (n >= box->delivered || folder_has(box->dir, n, text->p, text->n))
		return 0;
	return write_one(box, n, text, err);
}

/* One that this run has made. */
static int
write_new(const struct outbox *box, int64_t n, struct err *err)
{
	struct buf text = BUF_INIT;
	int result = host_text(box->ctx->host, &n, &text, err);

	if (result == 0)
		result = write_one(box, n, &text, err);
	buf_release(&text);
	return result;
}

int
deliver_result(struct ctx *ctx, const char *dir, const struct host_result *r, struct err *err)
{
	struct outbox box = { .ctx = ctx, .dir = dir, .delivered = r->first_n };
	int result = 0;

	if (dir != NULL) {
		result = host_each_undelivered(ctx->host, write_older, &box, err);
		for (int64_t n = r->first_n; n <= r->n && result == 0; n++)
			result = write_new(&box, n, err);
		if (result < 0) {
			(void)err_wrap(err, "it is done, but not every digest is delivered");
			err_hint(
			    err, "adit digest %s --undelivered --out DIR writes them", ctx->path);
		}
	}
	if (ctx->json)
		ctx_put(ctx, r->json.p, r->json.n);
	else if (dir == NULL)
		ctx_put(ctx, r->digest.p, r->digest.n);
	return result;
}

int
deliver_check_key(const struct ctx *ctx, struct err *err)
{
	struct buf text = BUF_INIT;
	struct digest_text t;
	char host[SIGN_TEXT + 1], mine[SIGN_TEXT + 1], game[BLOCK_GAME_MAX + 1];
	int64_t n = -1;
	size_t at = 0;
	int result = -1;

	if (host_text(ctx->host, &n, &text, err) < 0)
		return -1;
	if (digest_next(buf_cstr(&text), text.n, &at, &t, err) < 1 ||
	    digest_host(text.p, &t, host, game, &n, err) < 0) {
		result = err_set(
		    err, ERR_CORRUPT, "%s: its newest digest cannot be read", ctx->path);
	} else {
		pubkey_sign_text(&ctx->key->pub, mine);
		result = strcmp(host, mine) == 0 ?
		    0 :
		    err_set(err, ERR_AUTH, "key %s is not the one that game %s is hosted with",
			buf_cstr(&ctx->key_name), game);
	}
	buf_release(&text);
	return result;
}
