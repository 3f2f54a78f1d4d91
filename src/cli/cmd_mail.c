/*
 * adit mail: apply incoming mail and send the queue; check the set-up.
 *
 * (I1) The status is 0 whatever a message contains. For any other status except 75 a mail server
 *      would send a bounce to the sender, who may be forged. 75 is for failures of the machine; the
 *      message is then delivered again.
 * (I2) Messages are not printed where a mail server would forward them: only with -v or to a
 *      terminal. --flush is not run by a mail server, so it reports mails given up and tables that
 *      cannot send.
 */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "cli/cmd.h"
#include "mail/address.h"
#include "mail/message.h"
#include "service/mail_check.h"
#include "service/mail_intake.h"
#include "util/file.h"
#include "util/platform.h"

struct mail_opt {
	const char *sendmail, *maildir, *log, *html;
	bool to_stdout, flush, verbose, check;
	struct opt_number wait;
};

#define AT(member) offsetof(struct mail_opt, member)

static const struct opt opt[] = {
	CMD_OPTION("flush", 0, OPT_FLAG, AT(flush), NULL, "only send waiting mail, for cron"),
	CMD_OPTION("check", 0, OPT_FLAG, AT(check), NULL,
	    "send one mail to the table, and report what is wrong with the set-up"),
	{ "wait", 0, OPT_NUMBER, AT(wait), "SECONDS", HELP("wait for that mail; default: 900"), 1,
	    MAIL_CHECK_SECONDS_MAX },
	CMD_OPTION("sendmail", 0, OPT_TEXT, AT(sendmail), "PATH",
	    "send with this program instead of /usr/sbin/sendmail"),
	CMD_OPTION("maildir", 0, OPT_TEXT, AT(maildir), "DIR", "put mails into Maildirs, DIR/SEAT"),
	CMD_OPTION("stdout", 0, OPT_FLAG, AT(to_stdout), NULL, "print mails as a mail box"),
	CMD_OPTION("mail-html", 0, OPT_TEXT, AT(html), "yes|no",
	    "send the words of a mail also as HTML, with a board in colors; default: yes"),
	CMD_OPTION("log", 0, OPT_TEXT, AT(log), "FILE",
	    "append a line of JSON for each mail received and each mail sent"),
	CMD_OPTION("verbose", 'v', OPT_FLAG, AT(verbose), NULL,
	    "report the result of each mail received and sent"),
	{ .name = NULL },
};

static const struct opt_rule opt_rule[] = {
	{ "sendmail", "maildir stdout", NULL },
	{ "maildir", "stdout", NULL },
	{ "stdout", "json", NULL },
	{ "check", "flush maildir stdout mail-html verbose passphrase-fd", NULL },
	{ "wait", NULL, "check" },
	{ .name = NULL },
};

static int
open_log(int *log, const char *path, struct err *err)
{
	*log = path == NULL ? -1 : file_open_log(path);
	return path == NULL || *log >= 0 ?
	    0 :
	    err_set(err, ERR_BUSY, "the log %s: %s", path, strerror(errno));
}

/* Sends the queue. ERR_NOT_FOUND: the folder or game file is missing. That is reported by status
 * and message, since a timer runs this. */
static int
flush(struct ctx *ctx, const struct mail_flush *how, const char *where, struct err *err)
{
	int result;

	if (access(where, F_OK) < 0 && (errno == ENOENT || errno == ENOTDIR)) {
		ctx->is_timer_run = true;
		result = file_check_missing(where, err) < 0 ?
		    err_wrap(err, "%s", where) :
		    err_set(err, ERR_NOT_FOUND, "%s: no such game file or folder", where);
	} else {
		result = mail_flush_run(&ctx->run, how, where, err);
	}
	ctx->out.quiet = ctx->out.quiet && result == 0;
	return result;
}

/* ---- the check ------------------------------------------------------------------------------- */

static void
print_found(void *arg, const char *where, const char *result, const char *check, const char *text)
{
	const struct output *out = arg;

	print_open(out->print, NULL);
	print_text(out->print, "where", "%: ", where);
	print_text(out->print, "result", "%: ", result);
	print_text(out->print, "check", "%: ", check);
	print_text(out->print, "text", "%\n", text);
	print_close(out->print);
	(void)output_sync(out); /* each line when it is known; finish() reports a failure */
}

static int
check(struct ctx *ctx, int argc, char **argv, struct err *err)
{
	const struct mail_opt *o = ctx->opt;
	const struct mail_check c = { .run = &ctx->run,
		.where = argv[0],
		.sendmail = o->sendmail,
		.log = o->log,
		.path = getenv("PATH"),
		.address = argc > 1 ? argv[1] : NULL,
		.seconds = o->wait.given ? (int)o->wait.value : MAIL_CHECK_SECONDS,
		.found = print_found,
		.arg = &ctx->out };
	int result;

	ctx->out.quiet = false;
	if (argc != 2)
		return err_set(
		    err, ERR_USAGE, "--check takes GAME.db or DIR, and the ADDRESS of the table");
	if (address_check(argv[1], err) < 0)
		return -1;
	result = mail_check_run(&c, err);
	if (result <= 0)
		return result;
	ctx->is_timer_run = true; /* not by a mail server */
	err->code = ERR_AUTH;
	return -1; /* the lines say what is wrong */
}

/* Returns 1 if standard input is the mail of a check, which is answered. It comes first, since it
 * has to report what would end this run. Else the message is standard input again. */
static int
take_check(struct ctx *ctx, const char *where, struct err *err)
{
	const struct mail_opt *o = ctx->opt;
	const struct mail_check c = { .run = &ctx->run,
		.where = where,
		.sendmail = o->sendmail,
		.log = o->log,
		.path = getenv("PATH") };
	struct buf text = BUF_INIT;
	int result = mail_message_get(STDIN_FILENO, &text, err), fd = -1;

	if (result == 0)
		result = mail_check_answer(&c, &text);
	if (result == 0 &&
	    ((fd = platform_memory_file()) < 0 || file_put(fd, text.p, text.n) < 0 ||
		lseek(fd, 0, SEEK_SET) < 0 || dup2(fd, STDIN_FILENO) < 0))
		result = err_set(err, ERR_BUSY, "cannot keep a mail: %s", strerror(errno));
	if (fd >= 0)
		(void)close(fd);
	buf_release(&text);
	return result;
}

static int
run(struct ctx *ctx, int argc, char **argv, struct err *err)
{
	const struct mail_opt *o = ctx->opt;
	struct mail_flush how = { .sendmail = o->sendmail,
		.maildir = o->maildir,
		.print = o->to_stdout ? stdout : NULL,
		.is_heard = o->flush };
	int result;

	ctx->out.quiet = !o->verbose && !isatty(STDERR_FILENO);
	(void)signal(SIGPIPE, SIG_IGN);
	if (o->flush && argc > 1)
		return err_set(err, ERR_USAGE, "--flush conflicts with MAIL");
	if (o->maildir != NULL && o->maildir[0] == '\0')
		return err_set(err, ERR_USAGE, "--maildir takes a folder, not \"\"");
	if (opt_parse_no("mail-html", o->html, &how.no_html, err) < 0)
		return -1;
	if (o->check)
		return check(ctx, argc, argv, err);
	if (!o->flush && argc == 1 && (result = take_check(ctx, argv[0], err)) != 0)
		return result < 0 ? -1 : 0;
	result = open_log(&how.log, o->log, err);
	if (result == 0)
		result = o->flush ?
		    flush(ctx, &how, argv[0], err) :
		    mail_intake_run(&ctx->run, &how, argv[0], argc > 1 ? argv + 1 : NULL, err);
	if (how.log >= 0)
		(void)close(how.log);
	return result;
}

const struct cmd cmd_mail = {
	.name = "mail",
	.synopsis = "[-k HOST] [OPTION]... GAME.db|DIR [MAIL...]\n"
		    "--flush [OPTION]... GAME.db|DIR\n"
		    "--check [-k HOST] [OPTION]... GAME.db|DIR ADDRESS",
	.summary = HELP("apply the orders in mails, and send waiting mail"),
	.text = HELP(
	    "Reads one message from standard input, as a mail server passes it, or each MAIL: "
	    "a message, an mbox, or a Maildir, whose messages are moved to cur/ when done.  "
	    "DIR is a folder of tables, DIR/GAME.db; an order is applied to the game that it "
	    "names.\n\nThe status is 0 whatever a mail contains, and 75 if this machine "
	    "failed; then deliver the mail again.  --flush ends with 5 if the folder does not "
	    "exist, --check with 1 if something is wrong.  Prints messages only with -v or if "
	    "standard error is a terminal."),
	.is_service = true,
	.group = GROUP_HOST,
	.need = NEED_KEY_LATER | NEED_NOW | NEED_CATCH_UP,
	.for_mta = true,
	.opt = opt,
	.opt_size = sizeof(struct mail_opt),
	.opt_rule = opt_rule,
	.args_min = 1,
	.args_max = ARGS_ANY,
	.run = run,
};
