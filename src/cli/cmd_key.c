/* adit key: show public keys. */
#include <string.h>
#include <unistd.h>

#include "cli/cmd.h"
#include "record/keys.h"

/* True if s is a file rather than the name of a key. */
static bool
is_file(const char *s)
{
	size_t n = strlen(s);

	return strcmp(s, "-") == 0 || (n > 4 && strcmp(s + n - 4, ".pub") == 0);
}

/* True if path with ".key" exists. */
static bool
has_secret(const struct buf *path)
{
	struct buf file = BUF_INIT;
	bool has;

	buf_fmt(&file, "%s.key", buf_cstr(path));
	has = access(file.p, F_OK) == 0;
	buf_release(&file);
	return has;
}

/* Appends the path of the public key file. */
static int
card_of(const struct ctx *ctx, const char *key, struct buf *path, struct buf *name,
    struct buf *file, struct err *err)
{
	if (keys_path(&ctx->user, key, path, name, err) < 0)
		return -1;
	buf_fmt(file, "%s.pub", path->p);
	return 0;
}

/* Shows one key; its output is a valid public key file. */
static int
show(const struct ctx *ctx, const char *which, struct err *err)
{
	struct buf path = BUF_INIT, name = BUF_INIT, file = BUF_INIT;
	struct pubkey card;
	char fingerprint[FINGERPRINT_TEXT + 1];
	int result = 0;

	if (is_file(which)) {
		buf_str(&file, which);
	} else {
		result = card_of(ctx, which, &path, &name, &file, err);
	}
	if (result == 0)
		result = path.n > 0 ? keys_card_own(file.p, &card, err) :
				      keys_read_pubkey(file.p, &card, err);
	if (result == 0 && ctx->out.json) {
		keys_report(name.n > 0 ? name.p : NULL, &card, name.n > 0 && has_secret(&path),
		    ctx->out.print);
	} else if (result == 0) {
		pubkey_fingerprint(&card, fingerprint);
		pubkey_text(&card, name.n > 0 ? name.p : "card", ctx->out.print->out);
		print_human(ctx->out.print, "# fingerprint %s\n", fingerprint);
	}
	buf_release(&path);
	buf_release(&name);
	buf_release(&file);
	return result;
}

/* Prints one line of the list. An unreadable key is reported and does not hide the others.
 * ERR_BUSY: the first such error. */
static int
list_one(const struct ctx *ctx, const struct keys_entry *key, struct err *err)
{
	struct buf path = BUF_INIT, name = BUF_INIT, file = BUF_INIT;
	struct err why = ERR_INIT;
	struct pubkey card;

	if (card_of(ctx, key->name, &path, &name, &file, &why) < 0 ||
	    keys_card_own(file.p, &card, &why) < 0) {
		(void)err_wrap(&why, "%s", key->name);
		if (why.code == ERR_BUSY && err->code == ERR_NONE)
			*err = why;
		else
			output_say_why(&ctx->out, &why);
	} else {
		keys_report(key->name, &card, key->secret, ctx->out.print);
	}
	output_flush(&ctx->out);
	buf_release(&path);
	buf_release(&name);
	buf_release(&file);
	return err->code == ERR_NONE ? 0 : -1;
}

static int
run(struct ctx *ctx, int argc, char **argv, struct err *err)
{
	struct keys_list list;
	int result = 0;

	if (argc > 0)
		return show(ctx, argv[0], err);
	if (keys_list(&ctx->user, &list, err) < 0)
		return -1;
	if (list.n == 0)
		output_say(&ctx->out, "no keys; make some with: adit keygen NAME");
	for (size_t i = 0; i < list.n; i++)
		result = list_one(ctx, &list.at[i], err);
	keys_list_release(&list);
	return result;
}

const struct cmd cmd_key = {
	.name = "key",
	.synopsis = "[NAME|FILE.pub|-]",
	.summary = HELP("show a public key and its fingerprint"),
	.text = HELP(
	    "Without NAME: list all keys, each with its fingerprint and whether its secret half is "
	    "here.  Compare fingerprints over another channel than the one by which the key came."),
	.group = GROUP_ALL,
	.args_max = 1,
	.run = run,
};
