/* Orders in files: which wait for others, what is reported, and when a run fails. */
#include <criterion/criterion.h>

#include "record/order.h"
#include "service/aid.h"
#include "service/apply.h"
#include "util/file.h"

static struct service s;
static struct err err;

/* Returns the path of a file in s.dir, which is valid until the fourth next call. */
static char *
path_of(const char *name)
{
	static char path[4][160];
	static unsigned n;

	n = (n + 1) % 4;
	(void)snprintf(path[n], sizeof path[n], "%s", service_path(s.dir, name));
	return path[n];
}

/* Writes the order of a seat on the newest digest, and returns the name of the file. */
static char *
order(const char *name, unsigned seat, const char *line, int64_t turn, int64_t seq)
{
	char *path = path_of(name);
	struct buf text = BUF_INIT;
	struct order_block b;

	table_sign(&s.t, seat, line, turn, seq, &b);
	order_block_text(&b, &text);
	service_put(path, text.p, text.n);
	buf_release(&text);
	return path;
}

static char *
text(const char *name, const char *content)
{
	char *path = path_of(name);

	service_put(path, content, strlen(content));
	return path;
}

static int
apply(struct apply *how, char *const *file, int n)
{
	err = (struct err)ERR_INIT;
	buf_clear(&s.user.said);
	buf_clear(&s.user.text);
	buf_clear(&s.user.printed);
	return apply_files(&s.run, how, file, n, NULL, &err);
}

/* True if the messages contain `a`, and later `b`. */
static bool
heard_in_order(const char *a, const char *b)
{
	const char *first = strstr(buf_cstr(&s.user.said), a);

	return first != NULL && strstr(first, b) != NULL;
}

Test(apply, with_hold_an_order_waits_for_the_seq_before)
{
	struct apply how = { .hold = true };

	service_open(&s);
	{
		char *file[] = { order("two", 0, NULL, TURN_ANY, 2),
			order("one", 0, NULL, TURN_ANY, 1) };

		cr_expect_eq(apply(&how, file, 2), 0, "%s", err.msg);
		cr_expect(heard_in_order("one: order of p1 taken", "two: order of p1 taken"), "%s",
		    buf_cstr(&s.user.said));
	}
	{
		char *file[] = { order("five", 1, NULL, TURN_ANY, 5),
			order("first", 2, NULL, TURN_ANY, 1) };

		cr_expect_eq(apply(&how, file, 2), 0, "%s", err.msg);
		cr_expect(heard_in_order("first: order of p3 taken", "five: order of p2 taken"),
		    "the others never come: %s", buf_cstr(&s.user.said));
	}
	service_close(&s);
}

Test(apply, without_hold_no_order_waits)
{
	struct apply how = { .hold = false };
	char *file[2];

	service_open(&s);
	file[0] = order("two", 0, NULL, TURN_ANY, 2);
	file[1] = order("one", 0, NULL, TURN_ANY, 1);
	cr_expect_eq(apply(&how, file, 2), 0, "one order was taken: %s", err.msg);
	cr_expect(heard_in_order("two: order of p1 taken", "one: order of p1 refused"), "%s",
	    buf_cstr(&s.user.said));
	service_close(&s);
}

Test(apply, only_without_hold_a_refused_order_makes_a_run_fail)
{
	struct apply hold = { .hold = true }, plain = { .hold = false };
	char *file[2];

	service_open(&s);
	file[0] = order("early", 0, NULL, TURN_ANY, 1);
	cr_assert_eq(apply(&plain, file, 1), 0, "%s", err.msg);
	file[0] = order("again", 0, NULL, TURN_ANY, 1);
	file[1] = text("noise", "no order\n");
	cr_expect_eq(apply(&hold, file, 2), 0, "%s", err.msg);
	cr_expect(heard_in_order("noise: nothing", "again: order of p1 refused"), "%s",
	    buf_cstr(&s.user.said));
	cr_expect_eq(apply(&plain, file, 2), -1);
	cr_expect_eq(err.code, ERR_STALE);
	cr_expect_str_eq(err.msg, "", "it was reported");
	file[0] = path_of("missing");
	cr_expect_eq(apply(&hold, file, 1), -1, "the machine's fault");
	cr_expect_eq(err.code, ERR_NOT_FOUND);
	service_close(&s);
}

/* A refused order gets its receipt, and an accepted one its digest, whichever statement failed
 * before: the run that met it fails. */
Test(apply, each_statement_fails_once)
{
	char folder[TEST_FOLDER + 16];
	struct apply how[] = { { .hold = true, .receipts = folder }, { .hold = false } };
	struct buf receipt = BUF_INIT;
	char *file[1];

	service_open(&s);
	(void)snprintf(folder, sizeof folder, "%s/receipts", s.dir);
	for (unsigned i = 0; i < 2; i++) {
		int at = 0, all = 0, result = -1;

		file[0] = order("words", i, NULL, TURN_ANY, i == 0 ? 0 : 1);
		if (i == 0)
			cr_assert_eq(table_order(&s.t, 0, NULL, TURN_ANY, &err), 0, "%s", err.msg);
		for (; result < 0; at++) {
			(void)table_fault(s.t.file, at);
			result = apply(&how[i], file, 1);
			all = table_fault(s.t.file, -1);
			cr_assert(result == 0 || strstr(err.msg, "interrupted") != NULL,
			    "statement %d: %s", at, err.msg);
		}
		cr_expect_eq(
		    all, at - 1, "%u: statement %d failed, and nobody reports it", i, at - 1);
	}
	cr_expect_eq(file_read(service_path(s.dir, "receipts/p1.txt"), 1 << 16, &receipt, &err), 0,
	    "%s", err.msg);
	buf_release(&receipt);
	service_close(&s);
}

Test(apply, receipts_are_kept_and_the_output_is_public)
{
	char folder[TEST_FOLDER + 16];
	struct apply how = { .hold = true, .receipts = folder };
	struct buf receipt = BUF_INIT;
	char *file[2];

	service_open(&s);
	(void)snprintf(folder, sizeof folder, "%s/receipts", s.dir);
	file[0] = order("one", 0, NULL, TURN_ANY, 1);
	cr_expect_eq(apply(&how, file, 1), 0, "%s", err.msg);
	cr_expect_not_null(strstr(buf_cstr(&s.user.printed), "order of p1: taken as digest 1\n"),
	    "%s", buf_cstr(&s.user.printed));
	file[0] = order("again", 0, NULL, TURN_ANY, 1);
	file[1] = text("noise", "no order\n");
	cr_expect_eq(apply(&how, file, 2), 0, "%s", err.msg);
	cr_expect_str_eq(buf_cstr(&s.user.printed), "order of p1: refused\n");
	cr_expect_eq(s.user.said.n, 0, "%s", buf_cstr(&s.user.said));
	cr_expect_eq(file_read(service_path(s.dir, "receipts/p1.txt"), 1 << 16, &receipt, &err), 0,
	    "%s", err.msg);
	cr_expect_not_null(strstr(buf_cstr(&receipt),
			       "\ncode: stale\nwhy: seq 1 of p1 was used already\n"
			       "hint: sign again with --seq 2 or more\nsig:\n"),
	    "%s", buf_cstr(&receipt));
	cr_expect_not(how.is_lacking);
	file[0] = path_of("missing");
	cr_expect_eq(apply(&how, file, 1), 0, "%s", err.msg);
	buf_release(&receipt);
	service_close(&s);
}
