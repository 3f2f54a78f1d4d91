#ifndef ADIT_SERVICE_MAIL_INTAKE_H
#define ADIT_SERVICE_MAIL_INTAKE_H

#include "service/mail_flush.h"

/*
 * Takes messages: applies their orders to the tables that they name, queues at most one answer for
 * each, counts returned mails, then sends the queues of these tables. The result of each message is
 * reported and logged.
 *
 * `where` is a game file, or a folder of game files. `boxes` are as for mailbox_each
 * (mail/mailbox.h); NULL: one message from standard input, whose sender waits, so sending ends
 * after MAIL_SEND_SECONDS. run->user->key is loaded if it is needed: before the messages in a
 * folder, since some are sealed.
 *
 * Returns -1 with *err only for failures of the machine or of a table, whatever a message contains.
 * A failing box does not stop the others or the sending.
 */
int mail_intake_run(struct table_run *run, const struct mail_flush *how, const char *where,
    char *const *boxes, struct err *err);

#endif
