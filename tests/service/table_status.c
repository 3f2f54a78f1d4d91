/* The state of a table, for its host. */
#include <criterion/criterion.h>

#include "mail/address.h"
#include "service/aid.h"
#include "service/table_status.h"

Test(table_status, a_table)
{
	static const struct address addr[] = {
		{ .addr = "table@example.org", .how = "host" },
		{ .seat = "p2", .addr = "p2@example.org", .how = "host" },
	};
	static struct service s;
	static struct table_status now;
	struct err err = ERR_INIT;

	service_open(&s);
	service_play(&s, 2);
	cr_assert_eq(table_status_read(&s.run, &now, &err), 0, "%s", err.msg);
	cr_expect_eq(now.report.d->n, 2);
	cr_expect_eq(now.report.now, TABLE_NOW);
	cr_expect_eq(now.report.undelivered, now.now.undelivered);
	cr_expect_null(now.report.mail, "the table has no address");
	cr_expect_null(now.report.stop);
	cr_expect_null(now.report.operator_key);
	cr_assert_eq(address_set(s.t.file, addr, 2, TABLE_NOW, &err), 0, "%s", err.msg);
	cr_assert_eq(table_status_read(&s.run, &now, &err), 0, "%s", err.msg);
	cr_assert_not_null(now.report.mail);
	cr_expect_str_eq(now.report.mail->seat[1].addr, "p2@example.org");
	cr_expect_str_empty(now.report.mail->seat[0].addr);
	cr_expect_eq(now.report.mail->waiting, 1, "the newest digest is queued for p2");
	service_close(&s);
}
