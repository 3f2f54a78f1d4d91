#ifndef ADIT_SERVICE_MAIL_FLUSH_H
#define ADIT_SERVICE_MAIL_FLUSH_H

#include <stdio.h>

#include "service/table_run.h"

/* Sends the mail queue of a table, or those of a folder of tables. */

struct mail_flush {
	const char *sendmail, *maildir; /* NULL, NULL: use user->sendmail */
	FILE *print;                    /* print the mails there, or NULL */
	bool no_html;
	int log; /* a descriptor that gets a line of JSON per mail, or -1 */
	/* report failed mail even if user->out->quiet; a mail server does not forward such reports */
	bool is_heard;
};

/* Sends the queue of the open game, which must have passed rollback_check. Starts nothing after
 * `timer` is readable; -1: no limit. */
int mail_flush_send(
    struct table_run *run, const struct mail_flush *o, int timer, bool *over, struct err *err);

/* Sends the queue of a game file, or of each in a folder. A failing table does not stop the
 * others. It is reported, and the result is ERR_BUSY. */
int mail_flush_run(
    struct table_run *run, const struct mail_flush *o, const char *where, struct err *err);

#endif
