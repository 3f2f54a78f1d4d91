#ifndef ADIT_MAIL_WATCH_H
#define ADIT_MAIL_WATCH_H

#include "mail/reply.h"

/*
 * Watchers who subscribe by mail, where the host allows it (struct host_remote). An address that
 * asks gets one mail, without a word of the message; an answer to it with "yes" from that address
 * subscribes. A mail whose subject has the token of a watcher ends the subscription.
 */
enum { WATCH_ASKED_SECONDS = 7 * 86400 }; /* a question can be answered for this time */

/* Sets *may to true if the sender of the message may be asked: watchers are open, there is room, and
 * the table has no such address yet. */
int watch_may_ask(const struct mail_reply *a, bool *may, struct err *err);

/* Queues the question to the sender unless one was queued in the last WATCH_ASKED_SECONDS. */
int watch_ask(const struct mail_reply *a, struct err *err);

/* Subscribes the sender if the message answers a question that was mailed to them. *done is true if
 * it does. */
int watch_confirm(const struct mail_reply *a, bool *done, struct err *err);

/* Ends the subscription of the watcher with this token, if there is one. */
int watch_end(const struct mail_reply *a, const char *token, struct err *err);

#endif
