#ifndef ADIT_SERVICE_TABLE_STATUS_H
#define ADIT_SERVICE_TABLE_STATUS_H

#include "mail/send.h"
#include "service/table_run.h"
#include "wire/report.h"

/* The state of a table, for its host. */
struct table_status {
	struct host_status now;
	struct mail_queue_info queue;
	struct report_mail mail;
	struct report_stop stop;
	char operator_key[FINGERPRINT_TEXT + 1];
	struct report_status report; /* borrows from the other members */
};

/* Reads the open game file. *s must not move afterwards. */
int table_status_read(const struct table_run *run, struct table_status *s, struct err *err);

#endif
