#ifndef ADIT_CLI_MAIL_FLUSH_H
#define ADIT_CLI_MAIL_FLUSH_H

#include "cli/cmd.h"

/* Sends the mail queue, for `adit mail`. */

/* Returns the default program to send mail: $ADIT_SENDMAIL, else the usual one. Never NULL; may
 * point into the environment. */
const char *sendmail_program(void);

struct mail_flush {
	const char *sendmail, *maildir; /* NULL, NULL: use sendmail_program */
	bool to_stdout, no_html;
	int log; /* a descriptor that gets a line of JSON per mail, or -1 */
	/* report failed mail even if ctx->quiet; a mail server does not forward such reports */
	bool is_heard;
};

/* Returns a descriptor that becomes readable after `seconds`, or -1: never. */
int mail_flush_timer(int seconds);

/* Sends the queue of the open game, which must have passed rollback_check. Starts nothing after
 * `timer` is readable; -1: no limit. */
int mail_flush_send(
    struct ctx *ctx, const struct mail_flush *o, int timer, bool *over, struct err *err);

/* Sends the queue of a game file, or of each in a folder. A failing table does not stop the
 * others. It is reported, and the result is ERR_BUSY. */
int mail_flush_run(struct ctx *ctx, const struct mail_flush *o, const char *where, struct err *err);

#endif
