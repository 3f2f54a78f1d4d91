/* What a verb takes from the environment and from the terminal: home, programs, answers. */
#include "config.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include "cli/cmd.h"
#include "text/language_choice.h"
#include "util/file.h"
#include "util/platform.h"
#include "util/slice.h"

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

	if (own != NULL) {
		buf_dir(out, own);
		out->n -= out->n > 1; /* without that slash */
		out->p[out->n] = '\0';
	}
	/* the XDG specification ignores relative paths */
	else if (config != NULL && config[0] == '/')
		buf_fmt(out, "%s/adit", config);
	else if (home != NULL)
		buf_fmt(out, "%s/.config/adit", home);
}

/* A passphrase program that waits for its prompt. */
struct asker {
	pid_t pid;
	int prompt, answer; /* pipes to it and from it */
};

static struct asker waiting; /* pid 0: none */

/* In the child: waits for the prompt, then becomes the program. */
static void
become_askpass(const char *program, int prompt, int answer)
{
	char text[256];
	const ssize_t n = read(prompt, text, sizeof text - 1);

	if (n <= 0) /* it is not needed */
		_exit(0);
	text[n] = '\0';
	if (dup2(answer, STDOUT_FILENO) == STDOUT_FILENO)
		(void)execlp(program, program, text, (char *)NULL);
	_exit(127);
}

/* Starts the program as far as that it waits for its prompt. Returns -1 with errno. */
static int
start_askpass(const char *program, struct asker *a)
{
	int prompt[2], answer[2];

	if (platform_pipe(prompt, false) < 0)
		return -1;
	if (platform_pipe(answer, false) < 0) {
		(void)close(prompt[0]);
		(void)close(prompt[1]);
		return -1;
	}
	a->pid = fork();
	if (a->pid == 0) {
		(void)close(prompt[1]);
		become_askpass(program, prompt[0], answer[1]);
	}
	(void)close(prompt[0]);
	a->prompt = prompt[1];
	a->answer = answer[0];
	(void)close(answer[1]);
	return a->pid < 0 ? -1 : 0;
}

void
ctx_prepare_askpass(const struct ctx *ctx)
{
	const struct user *u = &ctx->user;
	const bool is_open = u->key != NULL && u->key->locked == 0;

	if (u->askpass != NULL && u->passphrase_fd < 0 && !is_open &&
	    start_askpass(u->askpass_program, &waiting) < 0)
		waiting.pid = 0; /* reported when it is needed */
}

static int
askpass(const struct user *u, const char *prompt, struct buf *out, struct err *err)
{
	const char *program = u->askpass_program;
	const size_t n = strlen(prompt);
	struct asker a = waiting;
	int status = -1, result;

	if (a.pid == 0 && start_askpass(program, &a) < 0)
		return err_set(err, ERR_BUSY, "cannot run %s: %s", program, strerror(errno));
	waiting.pid = 0;
	result = write(a.prompt, prompt, n) == (ssize_t)n ? /* it is short */
	    passphrase_read(a.answer, prompt, false, out, err) :
	    -1;
	(void)close(a.prompt);
	(void)close(a.answer); /* only the first line counts */
	while (waitpid(a.pid, &status, 0) < 0 && errno == EINTR)
		;
	if (result == 0 && status == 0)
		return 0;
	(void)err_set(err, ERR_USAGE, "%s gives no passphrase", program);
	return err_hint(err, "it is to be a program that prints one line and ends with status 0");
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

const char *
ctx_find_player(void)
{
	const char *own = variable("ADIT_PLAYER_FILE");

	return own != NULL ? own : ADIT_PLAYER_PATH;
}

void
ctx_init_user(struct ctx *ctx, struct buf *home)
{
	find_home(home);
	ctx->user.out = &ctx->out;
	ctx->user.home = home->n > 0 ? home->p : NULL;
	ctx->user.letter = ctx_find_letter();
	ctx->user.login_home = getenv("HOME");
	ctx->user.passphrase_fd = -1;
	if (isatty(STDIN_FILENO) && isatty(STDERR_FILENO))
		ctx->user.confirms = confirms;
	ctx->run.user = &ctx->user;
}

const char *
ctx_setting(const struct ctx *ctx, enum home_setting s, const char **from)
{
	static const char *const name[HOME_SETTINGS] = { [HOME_SENDMAIL] = "ADIT_SENDMAIL",
		[HOME_ASKPASS] = "ADIT_ASKPASS",
		[HOME_COLOR] = "NO_COLOR" };
	static const char *const usual[HOME_SETTINGS] = {
		[HOME_SENDMAIL] = "/usr/sbin/sendmail", [HOME_COLOR] = "auto", [HOME_ASCII] = "no"
	};
	const char *value = name[s] != NULL ? variable(name[s]) : NULL;

	*from = "environment";
	if (value != NULL)
		return s == HOME_COLOR ? "never" : value;
	*from = "file";
	value = home_config_get(&ctx->config, s);
	if (value != NULL)
		return value;
	*from = "default";
	return usual[s];
}

const char *
ctx_catalogues(void)
{
	return variable("ADIT_CATALOGUES");
}

static bool
open_language(void *arg, const char *code)
{
	return languages_read(ctx_catalogues(), code, arg);
}

int
ctx_choose_language(struct ctx *ctx, const char *option, struct err *err)
{
	const bool is_list = option != NULL && ctx->cmd != NULL &&
	    (ctx->cmd->need & NEED_LANGUAGES) != 0;
	struct buf first = BUF_INIT;
	struct language_wish wish = { .option = option,
		.setting = home_config_get(&ctx->config, HOME_LANG),
		.adit_lang = variable("ADIT_LANG"),
		.lc_all = variable("LC_ALL"),
		.lc_messages = variable("LC_MESSAGES"),
		.lang = variable("LANG"),
		.language = variable("LANGUAGE") };
	char code[LANGUAGE_CODE_MAX + 1];
	int result = 0;

	if (is_list) {
		buf_add(&first, option, strcspn(option, ","));
		wish.option = buf_cstr(&first);
	}
	if (!language_choose(&wish, open_language, &ctx->language, code)) {
		result = languages_refuse(wish.option, err);
		wish.option = NULL;
		(void)language_choose(
		    &wish, open_language, &ctx->language, code); /* for this error */
	}
	buf_release(&first);
	ctx->user.lang = code[0] != '\0' && !ctx->out.json ? &ctx->language.lang : NULL;
	ctx->out.lang = ctx->cmd != NULL && ctx->cmd->is_service ? NULL : ctx->user.lang;
	return result;
}

static void
say_damage(void *arg, const char *line)
{
	output_say(arg, "%s", line);
}

void
ctx_read_config(struct ctx *ctx)
{
	struct user *u = &ctx->user;
	const char *from;

	if (u->home != NULL &&
	    home_config_load(u->home, &ctx->config, say_damage, &ctx->out, &ctx->config_err) < 0)
		output_say_why(&ctx->out, &ctx->config_err);
	u->key_default = ctx_setting(ctx, HOME_KEY, &from);
	u->sendmail = ctx_setting(ctx, HOME_SENDMAIL, &from);
	u->askpass_program = ctx_setting(ctx, HOME_ASKPASS, &from);
	if (u->askpass_program != NULL)
		u->askpass = askpass;
	ctx->out.ascii = ctx->out.ascii || strcmp(ctx_setting(ctx, HOME_ASCII, &from), "yes") == 0;
}
