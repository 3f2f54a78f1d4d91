/* adit config: what people would repeat with every command. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/cmd.h"
#include "record/keys.h"
#include "text/catalogues.h"

struct config_opt {
	const char *unset;
};

static const struct opt opt[] = {
	CMD_OPTION("unset", 0, OPT_TEXT, offsetof(struct config_opt, unset), "NAME",
	    "remove this setting"),
	{ .name = NULL },
};

static void
print_row(const struct ctx *ctx, enum home_setting s)
{
	struct printer *p = ctx->out.print;
	const char *from, *value = ctx_setting(ctx, s, &from);

	print_open(p, NULL);
	print_text(p, "name", "%", home_config_name(s));
	print_text(p, "value", " %", value);
	print_text(p, "from", " (%)\n", from);
	print_close(p);
}

/* The value must be of use now: a typing error would show only much later. */
static int
check_exists(const struct ctx *ctx, enum home_setting s, const char *value, struct err *err)
{
	struct buf path = BUF_INIT, name = BUF_INIT;
	struct stat st;
	int result = 0;

	if (s == HOME_KEY) {
		result = keys_path(&ctx->user, value, &path, &name, err);
		buf_str(&path, ".key");
		if (result == 0 && access(path.p, F_OK) != 0) {
			(void)err_set(err, ERR_NOT_FOUND, "there is no key %s", value);
			result = err_hint(err, "`adit keygen %s` makes it", value);
		}
	} else if ((s == HOME_SENDMAIL || s == HOME_ASKPASS) &&
	    (stat(value, &st) != 0 || !S_ISREG(st.st_mode) || access(value, X_OK) != 0)) {
		result = err_set(err, ERR_NOT_FOUND, "%s is no program that can be run", value);
	} else if (s == HOME_LANG && !catalogue_has(value)) {
		catalogues_list(&name);
		(void)err_set(err, ERR_NOT_FOUND, "there is no language \"%s\"", value);
		result = err_hint(err, "there are: %s", name.p);
	}
	buf_release(&path);
	buf_release(&name);
	return result;
}

static int
change(struct ctx *ctx, const char *name, const char *value, struct err *err)
{
	const int s = home_config_find(name, err);
	struct buf home = BUF_INIT, key = BUF_INIT;
	int result = s < 0 ? -1 : user_home(&ctx->user, &home, err);

	if (result == 0 && s == HOME_KEY && value != NULL) {
		result = keys_stable(value, &key, err);
		value = buf_cstr(&key);
	}
	if (result == 0)
		result = home_config_set(&ctx->config, (enum home_setting)s, value, err);
	if (result == 0 && value != NULL)
		result = check_exists(ctx, (enum home_setting)s, value, err);
	if (result == 0)
		result = home_config_save(home.p, (enum home_setting)s, value, err);
	buf_release(&home);
	buf_release(&key);
	return result;
}

static int
run(struct ctx *ctx, int argc, char **argv, struct err *err)
{
	const struct config_opt *o = ctx->opt;
	int s = -1;

	if (o->unset != NULL && argc > 0)
		return err_set(
		    err, ERR_USAGE, "--unset takes one name: \"%s\" is too much", argv[0]);
	if (o->unset != NULL || argc == 2) {
		if (ctx->config_err.code != ERR_NONE) {
			err->code = ctx->config_err.code; /* it was shown */
			return -1;
		}
		return change(
		    ctx, o->unset != NULL ? o->unset : argv[0], argc == 2 ? argv[1] : NULL, err);
	}
	if (argc == 1 && (s = home_config_find(argv[0], err)) < 0)
		return -1;
	for (int i = 0; i < HOME_SETTINGS; i++)
		if (s < 0 || s == i)
			print_row(ctx, (enum home_setting)i);
	return 0;
}

const struct cmd cmd_config = {
	.name = "config",
	.synopsis = "[NAME [VALUE]]\n--unset NAME",
	.summary = HELP("show or change your settings: key, sendmail, askpass, color, ascii, lang"),
	.text = HELP(
	    "Without VALUE prints the settings and where each comes from: the file "
	    "$ADIT_HOME/config, the environment, or the default.  With VALUE writes it to the "
	    "file.  Options come before the environment, the environment before the "
	    "file.\n\nkey: the key to use in doubt.  sendmail, askpass: the absolute path of a "
	    "program that sends mail, or prints a passphrase.  color: auto, always or never.  "
	    "ascii: yes or no.  lang: the language of what you read: de, en, es, ru or uk."),
	.group = GROUP_ALL,
	.opt = opt,
	.opt_size = sizeof(struct config_opt),
	.args_max = 2,
	.run = run,
};
