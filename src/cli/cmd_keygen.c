/* adit keygen: create two key pairs. */
#include <unistd.h>

#include "cli/cmd.h"
#include "record/key_make.h"
#include "record/keys.h"
#include "text/language.h"

enum { WORK_MIN = 10, WORK_MAX = 20 };

struct keygen_opt {
	bool no_passphrase;
	struct opt_number passphrase_fd, work;
};

static const struct opt opt[] = {
	CMD_OPTION("no-passphrase", 0, OPT_FLAG, offsetof(struct keygen_opt, no_passphrase), NULL,
	    "write the secret keys without a passphrase: anybody who can read the files can play "
	    "for you"),
	{ "passphrase-fd", 0, OPT_NUMBER, offsetof(struct keygen_opt, passphrase_fd), "N",
	    HELP("read the passphrase from file descriptor N instead of the terminal"), 0, 1023 },
	{ "work", 0, OPT_NUMBER, offsetof(struct keygen_opt, work), "N",
	    HELP("cost of a guess at the passphrase: scrypt with N = 2^N and 2^N KiB, 10 to 20; "
		 "default: 16"),
	    WORK_MIN, WORK_MAX },
	{ .name = NULL },
};

static const struct opt_rule opt_rule[] = {
	{ "no-passphrase", "passphrase-fd work", NULL },
	{ .name = NULL },
};

static int
get_passphrase(const struct ctx *ctx, const char *name, struct buf *pass, struct err *err)
{
	const struct keygen_opt *o = ctx->opt;
	struct user user = ctx->user;
	struct buf prompt = BUF_INIT;
	int result;

	if (o->no_passphrase)
		return 0;
	if (!o->passphrase_fd.given && user.askpass == NULL && !isatty(STDIN_FILENO) &&
	    !isatty(STDERR_FILENO)) {
		err_set(err, ERR_USAGE, "no terminal to ask for a passphrase");
		return err_hint(err, "give --passphrase-fd N, ADIT_ASKPASS, or --no-passphrase");
	}
	language_fmt(ctx->user.lang, &prompt, MSG("ask", "new passphrase for %s: "), name);
	if (o->passphrase_fd.given)
		user.passphrase_fd = (int)o->passphrase_fd.value;
	result = keys_passphrase(&user, buf_cstr(&prompt), true, pass, err);
	buf_release(&prompt);
	return result;
}

static void
report_new_key(const struct ctx *ctx, const char *path, const char *name, const struct pubkey *card)
{
	char fingerprint[FINGERPRINT_TEXT + 1];

	pubkey_fingerprint(card, fingerprint);
	if (ctx->out.json)
		keys_report(name, card, true, ctx->out.print);
	else
		output_say(&ctx->out, "made key %s, fingerprint %s; give %s.pub to others", name,
		    fingerprint, path);
}

static int
run(struct ctx *ctx, int argc, char **argv, struct err *err)
{
	const struct keygen_opt *o = ctx->opt;
	const unsigned work = o->work.given ? (unsigned)o->work.value : KEY_MAKE_WORK;
	struct buf path = BUF_INIT, name = BUF_INIT, pass = BUF_INIT;
	struct pubkey card;
	int result = keys_path(&ctx->user, argv[0], &path, &name, err);

	(void)argc;
	if (result == 0)
		result = key_make_check(path.p, err);
	if (result == 0)
		result = get_passphrase(ctx, name.p, &pass, err);
	if (result == 0)
		result = key_make(
		    path.p, name.p, o->no_passphrase ? NULL : &pass, work, &card, err);
	if (result == 0)
		report_new_key(ctx, path.p, name.p, &card);
	buf_wipe(&pass);
	buf_release(&name);
	buf_release(&path);
	return result;
}

const struct cmd cmd_keygen = {
	.name = "keygen",
	.synopsis = "[--no-passphrase|--passphrase-fd=N] [--work=N] NAME",
	.summary = HELP("make the keys to play with"),
	.text = HELP(
	    "Makes NAME.pub, the public key file to hand out, and the secret files NAME.key "
	    "(for signing, in minisign's format) and NAME.age (for decryption, in age's "
	    "format) in $ADIT_HOME, else $XDG_CONFIG_HOME/adit, else ~/.config/adit.  Existing "
	    "files are not overwritten.  A NAME with a / in it is a path.\n\nOn a terminal it "
	    "asks twice for a passphrase that protects both files."),
	.group = GROUP_ALL,
	.opt = opt,
	.opt_size = sizeof(struct keygen_opt),
	.opt_rule = opt_rule,
	.args_min = 1,
	.args_max = 1,
	.run = run,
};
