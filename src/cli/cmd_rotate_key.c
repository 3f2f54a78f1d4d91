/* adit rotate-key: an order by which a seat changes its keys. */
#include <string.h>

#include "cli/cmd.h"
#include "cli/keys.h"
#include "cli/turns.h"

struct rotate_opt {
	const char *to, *digest, *host;
	struct opt_number seq;
	bool clear;
};

#define AT(member) offsetof(struct rotate_opt, member)

static const struct opt opt[] = {
	{ "new", 0, OPT_TEXT, AT(to), "KEY", "the key that the seat is to have from now on", 0, 0 },
	{ "digest", 'd', OPT_TEXT, AT(digest), "DIGEST",
	    "the digest acted on: a file, - or a folder with digests, of which the newest is "
	    "taken; "
	    "default: the folder turns/ here",
	    0, 0 },
	{ "seq", 0, OPT_NUMBER, AT(seq), "N", "replaces orders with lower numbers", 1, INT32_MAX },
	{ "clear", 0, OPT_FLAG, AT(clear), NULL, "do not seal it: everybody can read it", 0, 0 },
	{ "host", 0, OPT_TEXT, AT(host), "FILE", "insist on the host of this public card", 0, 0 },
	{ .name = NULL },
};

static struct secret *
load_new(const struct ctx *ctx, const char *key, struct err *err)
{
	struct buf path = BUF_INIT, name = BUF_INIT;
	struct secret *secret = NULL;

	if (keys_path(key, &path, &name, err) == 0)
		secret = keys_load(buf_cstr(&path), buf_cstr(&name), ctx->passphrase_fd, err);
	buf_release(&path);
	buf_release(&name);
	return secret;
}

static int
run(struct ctx *ctx, int argc, char **argv, struct err *err)
{
	const struct rotate_opt *o = ctx->opt;
	struct secret *to = NULL;
	struct buf text = BUF_INIT;
	struct player_read r;
	struct block b;
	int result = 0;

	(void)argc;
	(void)argv;
	memset(&r, 0, sizeof r);
	if (o->to == NULL) {
		err_set(err, ERR_USAGE, "which key instead? --new KEY is missing");
		return err_hint(err, "\"adit keygen\" makes one");
	}
	to = load_new(ctx, o->to, err);
	if (to == NULL)
		return -1;
	result = turns_acted_on(o->digest, &text, err);
	if (result == 0)
		result = turns_verify(ctx, &text, o->host, ctx->key, NULL, &r, err);
	if (result == 0)
		result = player_rotate(&r, ctx->key, to, o->seq.value, &b, err);
	if (result == 0)
		result = turns_put_order(ctx, &r, &b, o->clear, err);
	player_read_release(&r);
	buf_release(&text);
	secret_free(to);
	return result;
}

const struct cmd cmd_rotate_key = {
	.name = "rotate-key",
	.synopsis = "-k OLD --new=NEW [-d DIGEST] [--seq=N] [--clear] [--host=FILE]",
	.summary = "make an order that gives your seat another key",
	.text = "Both keys sign it: the old one that the seat wants this, the new one that "
		"somebody holds "
		"it.  Once the host has applied it, orders are signed and views opened with the "
		"new key.  Keep "
		"the old one: it opens the older digests.",
	.group = GROUP_PLAYER,
	.need = NEED_KEY,
	.opt = opt,
	.opt_size = sizeof(struct rotate_opt),
	.args_max = 0,
	.run = run,
};
