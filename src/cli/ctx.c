/* The context of a verb: messages, output, key. */
#include "config.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "cli/cmd.h"
#include "record/keys.h"
#include "record/folder.h"
#include "wire/report.h"
#include "draw/draw.h"
#include "util/slice.h"
#include "util/timestamp.h"

/* Prints "adit: VERB: line 3: what is wrong; what to do", or a JSON object. */
void
show_error(const char *verb, bool json, const struct err *err)
{
	struct buf out = BUF_INIT;
	struct printer p = json ? printer_json(&out) : printer_words(&out);

	report_error(verb, exit_name(err->code), err, &p);
	(void)fwrite(buf_cstr(&out), 1, out.n, stderr);
	buf_release(&out);
}

/* Write errors stay in ferror(stdout), which finish() checks. */
static bool
flush(void *arg, bool syncs)
{
	struct buf *out = ((struct ctx *)arg)->out.print->out;

	if (out->n > 0)
		(void)fwrite(out->p, 1, out->n, stdout);
	buf_clear(out);
	return (!syncs || fflush(stdout) == 0) && !ferror(stdout);
}

static void
say(void *arg, const char *line)
{
	const struct ctx *ctx = arg;

	fprintf(stderr, "adit: %s: %s\n", ctx->cmd->name, line);
}

static void
fail(void *arg, const struct err *err)
{
	const struct ctx *ctx = arg;

	(void)fflush(stdout);
	show_error(ctx->cmd->name, false, err);
}

static unsigned
find_columns(void)
{
	struct winsize size;

	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col >= DRAW_COLUMNS_MIN)
		return size.ws_col < 200 ? size.ws_col : 200;
	return DRAW_COLUMNS;
}

void
ctx_init_output(struct ctx *ctx)
{
	ctx->out.columns = find_columns();
	ctx->out.terminal = getenv("TERM");
	ctx->out.arg = ctx;
	ctx->out.flush = flush;
	ctx->out.say = say;
	ctx->out.fail = fail;
}

/* Input typed before the question is not an answer. */
static bool
confirms(const char *question)
{
	char line[64];
	struct slice w;
	ssize_t n;

	(void)tcflush(STDIN_FILENO, TCIFLUSH);
	(void)fprintf(stderr, "%s [y/n] ", question);
	(void)fflush(stderr);
	do
		n = read(STDIN_FILENO, line, sizeof line);
	while (n < 0 && errno == EINTR);
	if (n <= 0)
		(void)fputc('\n', stderr);
	w = slice_trim((struct slice){ line, n > 0 && line[n - 1] == '\n' ? (size_t)n - 1 : 0 });
	return slice_is(w, "y") || slice_is(w, "yes");
}

/* Returns the variable, or NULL if it is unset or empty. */
static const char *
variable(const char *name)
{
	const char *value = getenv(name);

	return value != NULL && value[0] != '\0' ? value : NULL;
}

/* The folder is $ADIT_HOME, else $XDG_CONFIG_HOME/adit, else ~/.config/adit. */
static void
find_home(struct buf *out)
{
	const char *own = variable("ADIT_HOME"), *config = variable("XDG_CONFIG_HOME");
	const char *home = variable("HOME");

	if (own != NULL)
		buf_str(out, own);
	/* the XDG specification ignores relative paths */
	else if (config != NULL && config[0] == '/')
		buf_fmt(out, "%s/adit", config);
	else if (home != NULL)
		buf_fmt(out, "%s/.config/adit", home);
}

const char *
ctx_find_letter(void)
{
	const char *own = variable("ADIT_LETTER");

#ifdef WITH_MAIL
	return own != NULL ? own : ADIT_LETTER_PATH;
#else
	return own;
#endif
}

void
ctx_init_user(struct ctx *ctx, struct buf *home)
{
	find_home(home);
	ctx->user.out = &ctx->out;
	ctx->user.home = home->n > 0 ? home->p : NULL;
	ctx->user.askpass = variable("ADIT_ASKPASS");
	ctx->user.letter = ctx_find_letter();
	ctx->user.sendmail = variable("ADIT_SENDMAIL");
	if (ctx->user.sendmail == NULL)
		ctx->user.sendmail = "/usr/sbin/sendmail";
	ctx->user.login_home = getenv("HOME");
	ctx->user.passphrase_fd = -1;
	if (isatty(STDIN_FILENO) && isatty(STDERR_FILENO))
		ctx->user.confirms = confirms;
	ctx->run.user = &ctx->user;
}

int
ctx_load_key(struct ctx *ctx, struct err *err)
{
	struct user *u = &ctx->user;
	struct buf name = BUF_INIT;
	int result = 0;

	if (u->key_arg != NULL) {
		buf_str(&name, u->key_arg);
	} else if (ctx->cmd->need & NEED_KEY_OF_GAME) {
		result = host_key_name(ctx->run.host, &name, err);
	} else {
		result = keys_only(u, &name, err);
	}
	if (result == 0)
		result = keys_path(u, buf_cstr(&name), &u->key_path, &u->key_name, err);
	buf_release(&name);
	if (result < 0)
		return -1;
	u->key = keys_load(u, buf_cstr(&u->key_path), buf_cstr(&u->key_name), err);
	return u->key == NULL ? -1 : 0;
}
