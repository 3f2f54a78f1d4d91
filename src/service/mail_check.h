#ifndef ADIT_SERVICE_MAIL_CHECK_H
#define ADIT_SERVICE_MAIL_CHECK_H

#include "service/mail_flush.h"

/* Whether a table can answer its mail: adit(1), "The check". */

enum { MAIL_CHECK_SECONDS = 900, MAIL_CHECK_SECONDS_MAX = 3600 };

struct mail_check {
	struct table_run *run;
	const char *where;    /* a game file, or a folder of game files */
	const char *sendmail; /* NULL: user->sendmail */
	const char *log;      /* the name of the log, or NULL */
	const char *path;     /* PATH of the environment, or NULL */
	/* Only for mail_check_run: */
	const char *address; /* that all tables must have */
	int seconds;         /* to wait for the mail */
	/* Gets a result: "here" or "pipe"; "ok", "wrong" or "unknown"; a word for what was checked;
	 * a printable line. */
	void (*found)(
	    void *arg, const char *where, const char *result, const char *check, const char *text);
	void *arg;
};

/*
 * Checks what this process can, sends a mail to the address, and waits until a run of
 * mail_check_answer reports. Nothing is sent if something is wrong here. Returns 0; 1 if something
 * is wrong; -1 with ERR_BUSY: no socket or process.
 */
int mail_check_run(const struct mail_check *c, struct err *err);

/* Call with the bytes of each message that a mail server passes, before anything else. If it is the
 * mail of a check that waits on this machine, reports to that process and returns true: the message
 * is done. */
bool mail_check_answer(const struct mail_check *c, const struct buf *message);

#endif
