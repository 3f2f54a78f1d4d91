/* adit keygen: create two key pairs. */
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "cli/cmd.h"
#include "record/keys.h"
#include "util/file.h"

/* scrypt work factor of the secret files: 16 takes a quarter of the time of 18, the default of
 * age. */
enum { WORK = 16, WORK_MIN = 10, WORK_MAX = 20 };

struct keygen_opt {
	bool no_passphrase;
	struct opt_number passphrase_fd, work;
};

static const struct opt opt[] = {
	{ "no-passphrase", 0, OPT_FLAG, offsetof(struct keygen_opt, no_passphrase), NULL,
	    "write the secret keys without a passphrase: anybody who can read the files can play "
	    "for you",
	    0, 0 },
	{ "passphrase-fd", 0, OPT_NUMBER, offsetof(struct keygen_opt, passphrase_fd), "N",
	    "read the passphrase from file descriptor N instead of the terminal", 0, 1023 },
	{ "work", 0, OPT_NUMBER, offsetof(struct keygen_opt, work), "N",
	    "cost of a guess at the passphrase: scrypt with N = 2^N and 2^N KiB, 10 to 20; "
	    "default: 16",
	    WORK_MIN, WORK_MAX },
	{ .name = NULL },
};

static const struct opt_rule opt_rule[] = {
	{ "no-passphrase", "passphrase-fd work", NULL },
	{ .name = NULL },
};

enum { FILES = 3 };
static const char *const suffix[FILES] = { ".key", ".age", ".pub" };

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
	buf_fmt(&prompt, "new passphrase for %s: ", name);
	if (o->passphrase_fd.given)
		user.passphrase_fd = (int)o->passphrase_fd.value;
	result = keys_passphrase(&user, buf_cstr(&prompt), true, pass, err);
	buf_release(&prompt);
	return result;
}

/* Fails before the passphrase is requested. keyfile_create is what prevents overwriting. */
static int
check_absent(const char *path, struct err *err)
{
	int result = 0;

	for (int i = 0; i < FILES && result == 0; i++) {
		struct buf file = BUF_INIT;

		buf_fmt(&file, "%s%s", path, suffix[i]);
		if (faccessat(AT_FDCWD, file.p, F_OK, AT_SYMLINK_NOFOLLOW) == 0)
			result = err_set(
			    err, ERR_CREATE, "%s is there already and is not overwritten", file.p);
		buf_release(&file);
	}
	return result;
}

/* Writes all three files or none. */
static int
write_files(const char *path, const struct buf text[static FILES], struct err *err)
{
	struct buf file[FILES] = { BUF_INIT, BUF_INIT, BUF_INIT };
	int result = 0, made = 0;

	for (int i = 0; i < FILES; i++)
		buf_fmt(&file[i], "%s%s", path, suffix[i]);
	for (; made < FILES && result == 0; made++)
		result = keyfile_create(
		    file[made].p, text[made].p, text[made].n, made == FILES - 1, err);
	if (result < 0) {
		/* The last file counted failed and has removed itself. */
		for (int i = 0; i < made - 1; i++)
			(void)unlink(file[i].p); /* the first error is reported */
	}
	for (int i = 0; i < FILES; i++)
		buf_release(&file[i]);
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

/* Makes the folder of the key. */
static int
make_folder(const char *path, struct err *err)
{
	struct buf folder = BUF_INIT;
	const char *slash = strrchr(path, '/');
	int result = 0;

	if (slash != NULL && slash != path) {
		buf_add(&folder, path, (size_t)(slash - path));
		result = file_mkdirs(folder.p, 1, err);
	}
	buf_release(&folder);
	return result;
}

static int
run(struct ctx *ctx, int argc, char **argv, struct err *err)
{
	const struct keygen_opt *o = ctx->opt;
	struct buf path = BUF_INIT, name = BUF_INIT, pass = BUF_INIT;
	struct buf text[FILES] = { BUF_INIT, BUF_INIT, BUF_INIT };
	struct seckey *s = NULL;
	int result = -1;

	(void)argc;
	if (keys_path(&ctx->user, argv[0], &path, &name, err) < 0 || check_absent(path.p, err) < 0)
		goto done;
	if (get_passphrase(ctx, name.p, &pass, err) < 0)
		goto done;
	s = seckey_new(err);
	if (s == NULL || seckey_make(s, err) < 0)
		goto done;

	const char *p = o->no_passphrase ? NULL : buf_cstr(&pass);
	unsigned work = o->work.given ? (unsigned)o->work.value : WORK;

	if (seckey_sign_text(s, p, pass.n, work, &text[0], err) < 0 ||
	    seckey_box_text(s, p, pass.n, work, &text[1], err) < 0)
		goto done;
	pubkey_text(&s->pub, name.p, &text[2]);
	if (make_folder(path.p, err) < 0 || write_files(path.p, text, err) < 0)
		goto done;
	report_new_key(ctx, path.p, name.p, &s->pub);
	result = 0;
done:
	for (int i = 0; i < FILES; i++)
		buf_wipe(&text[i]);
	seckey_free(s);
	buf_wipe(&pass);
	buf_release(&name);
	buf_release(&path);
	return result;
}

const struct cmd cmd_keygen = {
	.name = "keygen",
	.synopsis = "[--no-passphrase|--passphrase-fd=N] [--work=N] NAME",
	.summary = "make the keys to play with",
	.text = "Makes NAME.pub, the public key file to hand out, and the secret files NAME.key "
		"(for signing, in minisign's format) and NAME.age (for decryption, in age's "
		"format) in $ADIT_HOME, else $XDG_CONFIG_HOME/adit, else ~/.config/adit.  Existing "
		"files are not overwritten.  A NAME with a / in it is a path.\n\nOn a terminal it "
		"asks twice for a passphrase that protects both files.",
	.group = GROUP_ALL,
	.opt = opt,
	.opt_size = sizeof(struct keygen_opt),
	.opt_rule = opt_rule,
	.args_min = 1,
	.args_max = 1,
	.run = run,
};
