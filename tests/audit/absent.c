#include <criterion/criterion.h>

#include "audit/forge.h"
#include "few.h"
#include "games/saboteur/saboteur.h"

/* Absences: days that do not count, refused announcements, and hosts that lie about them. */

static const char kyiv[] = "EET-2EEST,M3.5.0/3,M10.5.0/4";

static void
open_table(struct test_table *t, int64_t days)
{
	struct host_table_params a = { .rules = &rules_saboteur,
		.clock = { .limit_s = 3 * 86400, .absence_s = days * 86400 },
		.seated = 7 };

	if (days > 0)
		memcpy(a.clock.zone, kyiv, sizeof kyiv);
	table_open_as(t, &a, 3, "p");
}

static bool
says(const struct test_table *t, const char *text)
{
	return strstr(t->digest.p, text) != NULL;
}

static enum audit_result
audited(const struct buf *all, char why[static 300])
{
	struct audit a;
	struct err err = ERR_INIT;
	enum audit_result worst;

	cr_assert_eq(audit_text(&a, all->p, all->n, NULL, &err), 0, "%s", err.msg);
	worst = a.worst;
	why[0] = '\0';
	for (size_t i = 0; i < a.n && why[0] == '\0'; i++)
		if (a.at[i].result == worst)
			(void)snprintf(why, 300, "digest %d: %s", (int)a.at[i].n, a.at[i].detail);
	audit_release(&a);
	return worst;
}

Test(absent, the_limit_does_not_run)
{
	struct test_table t;
	struct audit_checked c;
	struct audit_rebuilt made;
	struct host *again;
	struct err err = ERR_INIT;
	unsigned me;
	char why[300], path[96];

	if (is_few())
		return;
	open_table(&t, 14);
	me = table_to_move(&t);
	cr_expect(says(&t, "\ndue: 2026-01-04T00:00:00Z\n"));
	table_must_order(&t, me, "absent 2026-01-02 to 2026-01-03", TURN_ANY);
	cr_expect(says(&t, "\ndue: 2026-01-06T00:00:00Z\n"), "%s", t.digest.p);
	cr_expect(says(&t, " 2026-01-01T22:00:00Z 2026-01-03T22:00:00Z\n"));
	/* An absence begins now at the earliest. Absences may be announced in any order of time. */
	table_must_order(&t, (me + 1) % 3, "absent 2026-03-01 to 2026-03-02", TURN_ANY);
	table_must_order(&t, (me + 1) % 3, "absent 2026-01-01 to 2026-01-01", TURN_ANY);
	cr_expect(says(&t, "Z 2026-01-01T22:00:00Z\n"));
	cr_expect(says(&t, "\ndue: 2026-01-06T00:00:00Z\n"), "only of the seat to move");
	/* 14 days, one of which has 25 hours. */
	table_must_order(&t, (me + 2) % 3, "absent 2026-10-20 to 2026-11-02", TURN_ANY);
	cr_expect_leq(audited(&t.all, why), AUDIT_PENDING, "%s", why);
	cr_assert_eq(table_undo(&t, 0, "all of it", &err), 0, "%s", err.msg);
	cr_expect(says(&t, " 2026-01-01T22:00:00Z 2026-01-03T22:00:00Z\n"), "it was said");
	(void)table_play(&t, 500, 1);
	cr_expect_eq(audited(&t.all, why), AUDIT_PASS, "%s", why);
	cr_expect_eq(audit_fsck(t.file, t.host, &c, &err), 0, "%s", err.msg);
	(void)snprintf(path, sizeof path, "%s/again.db", t.folder);
	cr_assert_eq(host_create(&again, path, rules_all, &err), 0, "%s", err.msg);
	cr_expect_eq(
	    audit_rebuild(again, t.host, "host", t.all.p, t.all.n, &made, &err), 0, "%s", err.msg);
	host_close(again);
	(void)remove(path);
	table_close(&t);
}

static const struct {
	const char *line, *says;
	enum err_code code;
	int64_t days, turn;
} refused[] = {
	{ "absent 2026-02-29 to 2026-03-02", "two days of the calendar", ERR_SYNTAX, 20, TURN_ANY },
	{ "absent tomorrow", "two days of the calendar", ERR_SYNTAX, 20, TURN_ANY },
	{ "absent 2026-02-01", "two days of the calendar", ERR_SYNTAX, 20, TURN_ANY },
	{ "absent 2026-02-01 to 2026-02-02 please", "two days", ERR_SYNTAX, 20, TURN_ANY },
	{ "absent 9999-12-31 to 9999-12-31", "two days", ERR_SYNTAX, 20, TURN_ANY },
	{ "absent 2026-02-02 to 2026-02-01", "ends before it begins", ERR_SYNTAX, 20, TURN_ANY },
	{ "absent 2025-12-01 to 2025-12-31", "past", ERR_STALE, 20, TURN_ANY },
	{ "absent 1969-12-01 to 1969-12-31", "two days", ERR_SYNTAX, 20, TURN_ANY },
	{ "absent 2026-02-01 to 2026-02-21", "longer, in all", ERR_RULE, 20, TURN_ANY },
	{ "absent 2026-02-01 to 2026-02-02", "lets nobody be absent", ERR_RULE, 0, TURN_ANY },
	{ "absent 2026-02-01 to 2026-02-02", "turn: any", ERR_SYNTAX, 20, 1 },
	{ "absent 2026-02-01 to 2026-02-02", "absent", ERR_SYNTAX, 20, TURN_EVERY },
};

Test(absent, refusals)
{
	struct err err = ERR_INIT;
	struct test_table t;
	char line[64];

	for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
		struct order_block b;
		struct host_result r;
		int64_t n;

		open_table(&t, refused[i].days);
		n = table_n(&t);
		table_sign(&t, table_to_move(&t), refused[i].line, TURN_ANY, 0, &b);
		if (refused[i].turn != TURN_ANY) {
			struct parsed_order in;

			b.turn = refused[i].turn;
			cr_assert_eq(order_sign(&in, &b, t.key[table_to_move(&t)], &err), 0);
			b = in.o.b;
		}
		err = (struct err)ERR_INIT;
		cr_expect_eq(table_apply(&t, &b, &r, &err), -1, "%s", refused[i].line);
		cr_expect(err.code == refused[i].code && strstr(err.msg, refused[i].says) != NULL,
		    "%s: %d %s", refused[i].line, err.code, err.msg);
		cr_expect_eq(table_n(&t), n);
		table_close(&t);
	}
	open_table(&t, 20);
	table_must_order(&t, 0, "absent 2026-02-02 to 2026-02-03", TURN_ANY);
	cr_expect_eq(table_order(&t, 0, "absent 2026-02-03 to 2026-02-04", TURN_ANY, &err), -1);
	cr_expect(strstr(err.msg, "already") != NULL, "%s", err.msg);
	for (unsigned i = 0; i < 15; i++) {
		(void)snprintf(
		    line, sizeof line, "absent 2026-03-%02u to 2026-03-%02u", i + 1, i + 1);
		table_must_order(&t, 0, line, TURN_ANY);
	}
	cr_expect_eq(table_order(&t, 0, "absent 2026-04-01 to 2026-04-01", TURN_ANY, &err), -1);
	cr_expect(strstr(err.msg, "more than 16") != NULL, "%s", err.msg);
	table_must_order(&t, 1, "absent 2026-04-01 to 2026-04-01", TURN_ANY);
	table_close(&t);
}

/* ---- hosts that lie -------------------------------------------------------------------------- */

/* Digest 1 has the absence of the seat to move, digest 2 that of another seat. */
static const struct {
	const char *name;
	int64_t n;
	const char *after, *from, *to, *says;
} lie[] = {
	{ "the turn is due as before", 1, NULL, "due: 2026-01-06T", "due: 2026-01-04T",
	    "an order is due at a time that is not due" },
	{ "people: says another", 2, "2026-01-01T22:00:00Z 2026-01-03T22:00:00Z\n  absent:",
	    "2026-02-03T22:00:00Z", "2026-02-02T22:00:00Z", "has not said so" },
	{ "it ends at noon", 2, "\nevents:\n", "2026-02-03T22:00:00Z", "2026-02-03T10:00:00Z",
	    "when it cannot be" },
	{ "more of it than there may be", 2, "\nevents:\n", "2026-02-03T22:00:00Z",
	    "2026-03-03T22:00:00Z", "when it cannot be" },
	{ "it began before", 2, "\nevents:\n", "2026-02-01T22:00:00Z", "2025-12-31T22:00:00Z",
	    "when it cannot be" },
};

Test(absent, hosts_that_lie)
{
	struct test_table t;
	int64_t first;

	open_table(&t, 14);
	/* In turn order, so that the lines of people: have the order of the digests. */
	while (table_to_move(&t) != 0)
		(void)table_play(&t, 1, 1);
	first = table_n(&t);
	table_must_order(&t, 0, "absent 2026-01-02 to 2026-01-03", TURN_ANY);
	table_must_order(&t, 1, "absent 2026-02-02 to 2026-02-03", TURN_ANY);
	for (size_t i = 0; i < sizeof lie / sizeof lie[0]; i++) {
		struct buf all = BUF_INIT;
		int64_t n = first + lie[i].n;
		char why[300];

		buf_add(&all, t.all.p, t.all.n);
		forge_public(&all, t.host, n, lie[i].after, lie[i].from, lie[i].to);
		/* Changed consistently in all sections. */
		if (lie[i].after != NULL && strcmp(lie[i].after, "\nevents:\n") == 0) {
			forge_public(&all, t.host, n, "\nsince:\n", lie[i].from, lie[i].to);
			forge_public(&all, t.host, n, "\npeople:\n", lie[i].from, lie[i].to);
		}
		cr_expect_eq(audited(&all, why), AUDIT_FAIL, "%s: %s", lie[i].name, why);
		cr_expect_not_null(strstr(why, lie[i].says), "%s: %s", lie[i].name, why);
		buf_release(&all);
	}
	table_close(&t);
}

/* Changes the value of a key in digest n; value NULL: one second later. */
static void
forge_time(
    struct buf *all, const struct seckey *host, int64_t n, const char *key, const char *value)
{
	struct buf from = BUF_INIT, to = BUF_INIT;
	char was[200], is[200];

	forge_value(all, n, "", key, was);
	memcpy(is, was, sizeof is);
	if (value == NULL)
		is[strlen(is) - 2]++;
	buf_fmt(&from, "%s%s\n", key, was);
	buf_fmt(&to, "%s%s\n", key, value != NULL ? value : is);
	forge_public(all, host, n, NULL, from.p, to.p);
	buf_release(&from);
	buf_release(&to);
}

/* Removes a section of digest n. */
static void
forge_without(struct buf *all, const struct seckey *host, int64_t n, const char *heading)
{
	struct buf one = BUF_INIT, from = BUF_INIT;
	const char *at;

	forge_take(all, n, &one);
	at = strstr(one.p, heading);
	buf_add(&from, at, (size_t)(strstr(at, "\n\n") + 1 - at));
	forge_public(all, host, n, NULL, from.p, "");
	buf_release(&one);
	buf_release(&from);
}

/* Who lacks digest 0 does not know the time control, and still finds these with one or two digests. */
Test(absent, hosts_that_lie_to_who_lacks_digest_0)
{
	static const char due[] = "an order is due at a time that is not due";
	static const struct {
		const char *name;
		bool alone;
		const char *key, *value; /* NULL: one second later */
		const char *says;
	} row[] = {
		{ "nothing", false, NULL, NULL, NULL },
		{ "due later", false, "\ndue: ", NULL, due },
		{ "due never", false, "\ndue: ", "-", due },
		{ "due never, alone", true, "\ndue: ", "-", due },
		{ "begun to come, alone", true, "\n  began: ", "2027-01-01T00:00:00Z", due },
		{ "not begun, alone", true, "\n  began: ", "-", due },
		{ "begun earlier", false, "\n  began: ", "2025-12-31T23:00:00Z", due },
		{ "no section", true, "\npeople:\n", NULL, "a seat is absent when it cannot be" },
		{ "no section, and before", false, "\npeople:\n", NULL,
		    "the section people: is there or not against digest 0" },
	};
	struct test_table t;
	int64_t n;

	open_table(&t, 14);
	while (table_to_move(&t) != 0)
		(void)table_play(&t, 1, 1);
	table_must_order(&t, 0, "absent 2026-01-02 to 2026-01-03", TURN_ANY);
	table_must_order(&t, 1, "absent 2026-02-02 to 2026-02-03", TURN_ANY);
	n = table_n(&t);
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct buf all = BUF_INIT, some = BUF_INIT;
		struct player_read r;
		struct err err = ERR_INIT;

		buf_add(&all, t.all.p, t.all.n);
		if (row[i].key != NULL && strcmp(row[i].key, "\npeople:\n") == 0)
			forge_without(&all, t.host, n, row[i].key);
		else if (row[i].key != NULL)
			forge_time(&all, t.host, n, row[i].key, row[i].value);
		if (!row[i].alone)
			forge_take(&all, n - 1, &some);
		forge_take(&all, n, &some);
		cr_expect_eq(player_read(&r, rules_all, some.p, some.n, NULL, NULL, &err),
		    row[i].says == NULL ? 0 : -1, "%s: %s", row[i].name, err.msg);
		if (row[i].says == NULL)
			player_read_release(&r);
		else
			cr_expect_not_null(
			    strstr(err.msg, row[i].says), "%s: %s", row[i].name, err.msg);
		buf_release(&all);
		buf_release(&some);
	}
	table_close(&t);
}
