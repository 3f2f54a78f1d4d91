/*
 * adit apply: take orders, one transaction each, and deliver the digests they make.
 *
 * (D1) A digest is delivered after it is stored.  What a run could not deliver stays in the
 *      outbox and goes out with a later one: with --out what DIR does not hold, else what no order
 *      has named as its head.
 */
#include <inttypes.h>
#include <string.h>

#include "cli/cmd.h"
#include "cli/inbox.h"
#include "cli/turns.h"
#include "util/file.h"

struct apply_opt { const char *out, *sig; };

static const struct opt opt[] = {
	{ "out", 0, OPT_TEXT, offsetof(struct apply_opt, out), "DIR",
	    "write digests to DIR/turns/NNNNNN.txt and print their names", 0, 0 },
	{ "sig", 0, OPT_TEXT, offsetof(struct apply_opt, sig), "FILE",
	    "the signature that stock minisign made of a canonical order", 0, 0 },
	{ .name = NULL },
};

/* ---- delivering ----------------------------------------------------------------------------- */

struct outbox {
	struct ctx *ctx;
	const char *dir;
	int64_t delivered;              /* up to this n DIR holds what the outbox lists */
	bool gap;
};

static int
check_delivered(void *arg, int64_t n, struct err *err)
{
	struct outbox *box = arg;
	struct store_digest row = { .n = 0 };

	if (box->gap)
		return 0;
	if (store_get_digest(box->ctx->store, n, &row, err) < 0)
		return -1;
	if (turns_has(box->dir, n, row.text.p, row.text.n))
		box->delivered = n;
	else
		box->gap = true;
	store_digest_release(&row);
	return 0;
}

/* Up to which digest is delivery certain? */
static int
find_delivered(struct ctx *ctx, const struct block *b, int64_t *n, struct err *err)
{
	const struct apply_opt *o = ctx->opt;
	struct outbox box = { .ctx = ctx, .dir = o->out, .delivered = -1 };
	struct store_digest head = { .n = 0 };
	struct err none = ERR_INIT;

	*n = -1;
	if (o->out != NULL) {
		if (store_outbox_each(ctx->store, check_delivered, &box, err) < 0)
			return -1;
		*n = box.delivered;
	} else if (store_find_digest(ctx->store, b->head, &head, &none) == 0) {
		*n = head.n;
		store_digest_release(&head);
	}
	return 0;
}

static int
write_one(void *arg, int64_t n, struct err *err)
{
	struct outbox *box = arg;
	struct store_digest row = { .n = 0 };
	int result = store_get_digest(box->ctx->store, n, &row, err);

	if (result == 0)
		result = turns_write(box->dir, n, row.text.p, row.text.n, err);
	store_digest_release(&row);
	if (result == 0 && !box->ctx->json) {
		struct buf file = BUF_INIT;

		turns_file(box->dir, n, &file);
		buf_chr(&file, '\n');
		ctx_put(box->ctx, file.p, file.n);
		buf_release(&file);
	}
	return result;
}

/* What an earlier run left; the digests of this run (from `delivered` on) come by themselves. */
static int
write_older(void *arg, int64_t n, struct err *err)
{
	const struct outbox *box = arg;
	struct store_digest row = { .n = 0 };
	bool has;

	if (n >= box->delivered)
		return 0;
	if (store_get_digest(box->ctx->store, n, &row, err) < 0)
		return -1;
	has = turns_has(box->dir, n, row.text.p, row.text.n);
	store_digest_release(&row);
	return has ? 0 : write_one(arg, n, err);
}

static int
deliver(struct ctx *ctx, const struct host_result *r, struct err *err)
{
	const struct apply_opt *o = ctx->opt;
	struct outbox box = { .ctx = ctx, .dir = o->out, .delivered = r->first_n };
	int result = 0;

	if (o->out != NULL) {
		result = store_outbox_each(ctx->store, write_older, &box, err);
		for (int64_t n = r->first_n; n <= r->n && result == 0; n++)
			result = write_one(&box, n, err);
		if (result < 0) {
			(void)err_wrap(err, "the order is applied, but not every digest is delivered");
			err_hint(err, "adit digest %s --undelivered --out DIR writes them", ctx->path);
		}
	}
	if (ctx->json)
		ctx_put(ctx, r->json.p, r->json.n);
	else if (o->out == NULL)
		ctx_put(ctx, r->digest.p, r->digest.n);
	return result;
}

/* ---- orders --------------------------------------------------------------------------------- */

static int
apply_one(void *arg, const struct block *b, struct err *err)
{
	struct ctx *ctx = arg;
	struct host_result r;
	int64_t delivered = -1;
	int result;

	if (find_delivered(ctx, b, &delivered, err) < 0)
		return -1;
	if (host_apply(ctx->store, ctx->key, b, ctx->now, delivered, &r, err) < 0)
		return -1;
	if (r.repeated)
		ctx_say(ctx, "this order was applied before: nothing changed");
	result = deliver(ctx, &r, err);
	host_result_release(&r);
	return result;
}

/* A signature beside the order, as minisign names it. */
static int
read_sig(const char *file, const char *named, struct buf *out, struct err *err)
{
	struct buf beside = BUF_INIT;
	struct err why = ERR_INIT;
	int result = 0;

	if (named != NULL)
		return file_read(named, BLOCK_INPUT_MAX, out, err);
	if (strcmp(file, "-") == 0)
		return 0;
	buf_fmt(&beside, "%s.minisig", file);
	if (file_read(beside.p, BLOCK_INPUT_MAX, out, &why) < 0 && why.code != ERR_NOT_FOUND) {
		*err = why;
		result = -1;
	}
	buf_release(&beside);
	return result;
}

static int
apply_file(struct ctx *ctx, const char *file, struct err *err)
{
	const struct apply_opt *o = ctx->opt;
	struct buf text = BUF_INIT, sig = BUF_INIT;
	struct inbox in = {
		.name = strcmp(file, "-") == 0 ? "standard input" : file,
		.key = ctx->key, .each = apply_one, .arg = ctx,
	};
	int result = file_read(file, BLOCK_INPUT_MAX, &text, err);

	if (result == 0)
		result = read_sig(file, o->sig, &sig, err);
	if (result == 0) {
		if (sig.n > 0) {
			in.sig = sig.p;
			in.sig_n = sig.n;
		}
		result = inbox_read(&in, buf_cstr(&text), text.n, err);
	}
	if (result < 0 && in.n > 1)
		(void)err_wrap(err, "order %u of %s (those before it are applied)", in.n, in.name);
	buf_release(&sig);
	buf_wipe(&text);
	return result;
}

/* Another key would sign a digest that no player takes, and the game would be stuck. */
static int
check_key(const struct ctx *ctx, struct err *err)
{
	struct store_digest row = { .n = 0 };
	struct digest_text t;
	char host[SIGN_TEXT + 1], mine[SIGN_PK_TEXT + 1], game[BLOCK_GAME_MAX + 1];
	int64_t n;
	size_t at = 0;
	int result = -1;

	if (store_get_digest(ctx->store, -1, &row, err) < 0)
		return -1;
	if (digest_next(buf_cstr(&row.text), row.text.n, &at, &t, err) < 1 ||
	    digest_host(row.text.p, &t, host, game, &n, err) < 0) {
		result = err_set(err, ERR_CORRUPT, "%s: its newest digest cannot be read", ctx->path);
	} else {
		card_sign_text(&ctx->key->card, mine);
		result = strcmp(host, mine) == 0 ? 0 : err_set(err, ERR_AUTH,
		    "key %s is not the one that game %s is hosted with", buf_cstr(&ctx->key_name), game);
	}
	store_digest_release(&row);
	return result;
}

static int
run(struct ctx *ctx, int argc, char **argv, struct err *err)
{
	const struct apply_opt *o = ctx->opt;
	static char standard_input[] = "-";
	char *only[] = { standard_input };

	if (argc == 0) {
		argc = 1;
		argv = only;
	}
	if (o->sig != NULL && argc > 1)
		return err_set(err, ERR_USAGE, "--sig goes with one order, not with %d files", argc);
	if (check_key(ctx, err) < 0)
		return -1;
	/* A folder that cannot be written to is better known before than after. */
	if (o->out != NULL && turns_folder(o->out, err) < 0)
		return -1;
	for (int i = 0; i < argc; i++) {
		if (apply_file(ctx, argv[i], err) < 0)
			return -1;
	}
	return 0;
}

const struct cmd cmd_apply = {
	.name = "apply",
	.synopsis = "[-k HOST] [--out=DIR] [--sig=FILE] GAME.db [FILE...|-]",
	.summary = "take orders of players and print the digests they make",
	.text = "Each FILE, or standard input, is a message with one or more orders, sealed or in clear, "
	    "as it came by mail; or a canonical order text with FILE.minisig beside it.  Orders are "
	    "taken in turn, each whole or not at all; the first that fails ends the run.  The same order "
	    "again prints the same digest and changes nothing.\n"
	    "\n"
	    "With --out, digests that an earlier run could not deliver are written, too.",
	.group = GROUP_HOST,
	.need = NEED_STORE_WRITE | NEED_KEY_OF_GAME | NEED_NOW,
	.opt = opt,
	.opt_size = sizeof(struct apply_opt),
	.args_min = 1,
	.args_max = ARGS_ANY,
	.run = run,
};
