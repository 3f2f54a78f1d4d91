/* The state of a table, for its host. */
#include "service/table_status.h"

#include "host/operator.h"

/* Converts to the form of the report. Texts are borrowed from `from`. */
static struct report_mail
mail_of(const struct mail_queue_info *from)
{
	struct report_mail mail = { .waiting = from->waiting,
		.oldest = from->oldest,
		.failed = from->failed,
		.error = from->error };

	for (size_t i = 0; i < SEATS_MAX; i++)
		mail.seat[i] = (struct report_address){ from->seat[i].addr, from->seat[i].bounce,
			from->seat[i].is_dead, from->seat[i].is_unconfirmed };
	return mail;
}

int
table_status_read(const struct table_run *run, struct table_status *s, struct err *err)
{
	struct host_remote remote;
	int stopped;

	if (host_status(run->host, &s->now, err) < 0 ||
	    host_get_remote(run->host, &remote, err) < 0 ||
	    mail_queue_status(run->host, &s->queue, err) < 0)
		return -1;
	stopped = host_stopped(run->host, &s->stop, err);
	if (stopped < 0)
		return -1;
	s->mail = mail_of(&s->queue);
	pubkey_fingerprint(&remote.operator_key, s->operator_key);
	s->report = (struct report_status){ .d = &s->now.d,
		.head = s->now.head,
		.now = run->user->now,
		.undelivered = s->now.undelivered,
		.overdue = s->now.overdue,
		.mail = s->queue.has_table ? &s->mail : NULL,
		.stop = stopped > 0 ? &s->stop : NULL,
		.paused = remote.paused,
		.operator_key = remote.has_operator ? s->operator_key : NULL,
		.watchers_open = remote.watchers_open };
	return 0;
}
