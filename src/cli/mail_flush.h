#ifndef ADIT_CLI_MAIL_FLUSH_H
#define ADIT_CLI_MAIL_FLUSH_H

#include "cli/cmd.h"

/* Sending what waits, for `adit mail`. */

/* By what mail leaves, where no option says so: $ADIT_SENDMAIL, else the usual one.  Never NULL; of the environment. */
const char *sendmail_program(void);

struct mail_flush {
	const char *sendmail, *maildir; /* NULL, NULL: sendmail_program */
	bool to_stdout, no_html;
	int log; /* a descriptor for a line of JSON a mail, or -1 */
	bool
	    is_heard; /* what is given up is told whatever ctx->quiet says: no mail server sends that on */
};

/* A descriptor that is readable after so many seconds; -1: never. */
int mail_flush_timer(int seconds);

/* What waits in the game at hand, which rollback_check knows.  timer: nothing is begun after it; -1: no limit. */
int mail_flush_send(
    struct ctx *ctx, const struct mail_flush *o, int timer, bool *over, struct err *err);

/* The same of a game file, or of each in a folder.  A table that cannot be sent for does not hide the others;
 * ERR_BUSY, and the others are told, if there is such a one. */
int mail_flush_run(struct ctx *ctx, const struct mail_flush *o, const char *where, struct err *err);

#endif
