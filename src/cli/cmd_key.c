/* adit key: show public cards. */
#include <string.h>
#include <unistd.h>

#include "cli/cmd.h"
#include "cli/keys.h"
#include "wire/report.h"

/* Is it a file rather than the name of a key? */
static bool
is_file(const char *s)
{
	size_t n = strlen(s);

	return strcmp(s, "-") == 0 || (n > 4 && strcmp(s + n - 4, ".pub") == 0);
}

/* Append ".key" to path: is there such a file? */
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

static void
put_json(const struct ctx *ctx, const char *name, const struct pubkey *card, bool secret)
{
	struct buf out = BUF_INIT;
	char sign[SIGN_TEXT + 1], box[AGE_TEXT + 1], fingerprint[FINGERPRINT_TEXT + 1];

	pubkey_sign_text(card, sign);
	pubkey_box_text(card, box);
	pubkey_fingerprint(card, fingerprint);
	report_key_json(name, sign, box, fingerprint, secret, &out);
	ctx_put(ctx, out.p, out.n);
	buf_release(&out);
}

/* One key in full: its card as a file again, so that it can be redirected into one. */
static int
show(const struct ctx *ctx, const char *which, struct err *err)
{
	struct buf path = BUF_INIT, name = BUF_INIT, file = BUF_INIT;
	struct pubkey card;
	int result = 0;

	if (is_file(which)) {
		buf_str(&file, which);
	} else {
		result = keys_path(which, &path, &name, err);
		if (result == 0)
			buf_fmt(&file, "%s.pub", path.p);
	}
	if (result == 0)
		result = keys_card(file.p, &card, err);
	if (result == 0 && ctx->json) {
		put_json(ctx, name.n > 0 ? name.p : NULL, &card, name.n > 0 && has_secret(&path));
	} else if (result == 0) {
		char fingerprint[FINGERPRINT_TEXT + 1];
		struct buf out = BUF_INIT;

		pubkey_fingerprint(&card, fingerprint);
		pubkey_text(&card, name.n > 0 ? name.p : "card", &out);
		buf_fmt(&out, "# fingerprint %s\n", fingerprint);
		ctx_put(ctx, out.p, out.n);
		buf_release(&out);
	}
	buf_release(&path);
	buf_release(&name);
	buf_release(&file);
	return result;
}

/* One line of the list; a card that cannot be read does not hide the others. */
static void
list_one(const struct ctx *ctx, const struct keys_entry *key)
{
	struct buf path = BUF_INIT, name = BUF_INIT, file = BUF_INIT;
	struct err why = ERR_INIT;
	struct pubkey card;

	if (keys_path(key->name, &path, &name, &why) == 0) {
		buf_fmt(&file, "%s.pub", path.p);
		(void)keys_card(file.p, &card, &why);
	}
	if (why.code != ERR_NONE) {
		ctx_say(ctx, "%s: %s", key->name, why.msg);
	} else if (ctx->json) {
		put_json(ctx, key->name, &card, key->secret);
	} else {
		char fingerprint[FINGERPRINT_TEXT + 1];
		struct buf out = BUF_INIT;

		pubkey_fingerprint(&card, fingerprint);
		buf_fmt(&out, "%-*s  %s  %s\n", NAME_MAX_LEN, key->name, fingerprint,
		    key->secret ? "secret" : "public");
		ctx_put(ctx, out.p, out.n);
		buf_release(&out);
	}
	buf_release(&path);
	buf_release(&name);
	buf_release(&file);
}

static int
run(struct ctx *ctx, int argc, char **argv, struct err *err)
{
	struct keys_list list;

	if (argc > 0)
		return show(ctx, argv[0], err);
	if (keys_list(&list, err) < 0)
		return -1;
	if (list.n == 0)
		ctx_say(ctx, "there is no key yet; make one with: adit keygen NAME");
	for (size_t i = 0; i < list.n; i++)
		list_one(ctx, &list.at[i]);
	keys_list_release(&list);
	return 0;
}

const struct cmd cmd_key = {
	.name = "key",
	.synopsis = "[NAME|FILE.pub|-]",
	.summary = "show a public card and its fingerprint",
	.text = "Without NAME: list the keys there are, each with its fingerprint and whether its "
		"secret half is here.  Compare fingerprints over another way than the one the card "
		"came "
		"on.",
	.group = GROUP_ALL,
	.args_max = 1,
	.run = run,
};
