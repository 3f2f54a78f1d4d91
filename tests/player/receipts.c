/* A folder of receipts (src/record/receipt_folder.h). */
#include <criterion/criterion.h>

#include <sys/stat.h>
#include <unistd.h>

#include "host/aid.h"
#include "record/receipt.h"
#include "record/receipt_folder.h"
#include "util/file.h"

static char folder[TEST_FOLDER];
static struct err err;
static struct buf heard;

static void
put_file(const char *name, const char *text)
{
	struct buf path = BUF_INIT;

	buf_fmt(&path, "%s/%s", folder, name);
	cr_assert_eq(file_write(path.p, text, strlen(text), &err), 0, "%s", err.msg);
	buf_release(&path);
}

/* Fails at the receipt of the seat in arg. */
static int
hear(void *arg, const char *name, const struct buf *text, struct err *e)
{
	buf_fmt(&heard, "%s=%s;", name, buf_cstr(text));
	return arg != NULL && strcmp(arg, name) == 0 ? err_set(e, ERR_RULE, "no more") : 0;
}

Test(receipts, each_is_read_by_name_until_one_fails)
{
	struct buf link = BUF_INIT, missing = BUF_INIT;
	char stop[] = "p1.txt";

	test_folder(folder);
	put_file("p2.txt", "two");
	put_file("p1.txt", "one");
	put_file("p1.n", "7");
	put_file("branch", "all");
	cr_expect_eq(receipts_each(folder, hear, NULL, &err), 0, "%s", err.msg);
	cr_expect_str_eq(buf_cstr(&heard), "p1.txt=one;p2.txt=two;");
	buf_clear(&heard);
	cr_expect_eq(receipts_each(folder, hear, stop, &err), -1);
	cr_expect_eq(err.code, ERR_RULE, "%s", err.msg);
	cr_expect_str_eq(buf_cstr(&heard), "p1.txt=one;");
	buf_clear(&heard);
	buf_fmt(&link, "%s/p0.txt", folder);
	cr_assert_eq(symlink("p1.txt", link.p), 0);
	cr_expect_eq(receipts_each(folder, hear, NULL, &err), -1, "a link is not followed");
	cr_expect_eq(heard.n, 0);
	buf_fmt(&missing, "%s/none", folder);
	cr_expect_eq(receipts_each(missing.p, hear, NULL, &err), -1);
	cr_expect_eq(err.code, ERR_NOT_FOUND, "%s", err.msg);
	buf_release(&link);
	buf_release(&missing);
}

Test(receipts, another_text_in_the_folder_stays)
{
	struct buf own = BUF_INIT;
	struct test_table t;

	table_open(&t, 3, 44);
	test_folder(folder);
	table_receipt(&t, t.game, t.host, &own);
	put_file("notes.txt", "buy a lamp\n");
	put_file("p2.txt", own.p);
	cr_expect_eq(receipts_clean(folder, t.game, &t.host->pub, &err), -1);
	cr_expect_eq(err.code, ERR_CREATE, "%s", err.msg);
	buf_clear(&heard);
	err = (struct err)ERR_INIT;
	cr_expect_eq(receipts_each(folder, hear, NULL, &err), 0, "%s", err.msg);
	cr_expect_not_null(strstr(buf_cstr(&heard), "notes.txt=buy a lamp\n;"));
	buf_release(&own);
	table_close(&t);
}

/* Only what this host has signed, for this game and seat, is published. */
Test(receipts, what_is_no_receipt_of_the_seat_is_removed)
{
	struct buf own = BUF_INIT, foreign = BUF_INIT, other = BUF_INIT, changed = BUF_INIT,
		   branch = BUF_INIT, empty = BUF_INIT;
	struct test_table t;
	const struct {
		const char *name, *file;
		const struct buf *text;
		bool stays;
	} row[] = {
		{ "a receipt", "p1.txt", &own, true },
		{ "that of another seat", "p2.txt", &own, false },
		{ "signed by another", "p1.txt", &foreign, false },
		{ "of another game", "p1.txt", &other, false },
		{ "changed", "p1.txt", &changed, false },
		{ "empty", "p1.txt", &empty, false },
	};

	table_open(&t, 3, 44);
	test_folder(folder);
	table_receipt(&t, t.game, t.host, &own);
	table_receipt(&t, t.game, t.key[1], &foreign);
	table_receipt(&t, "other234", t.host, &other);
	buf_add(&changed, own.p, own.n);
	*strstr(changed.p, "not your turn") = 'N';
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		put_file(row[i].file, buf_cstr(row[i].text));
		err = (struct err)ERR_INIT;
		cr_expect_eq(receipts_clean(folder, t.game, &t.host->pub, &err), 0, "%s: %s",
		    row[i].name, err.msg);
		buf_clear(&heard);
		cr_expect_eq(receipts_each(folder, hear, NULL, &err), 0, "%s", err.msg);
		cr_expect_eq(heard.n > 0, row[i].stays, "%s", row[i].name);
		test_folder(folder);
	}
	/* The branch has one of ours between others. */
	buf_add(&branch, foreign.p, foreign.n);
	buf_str(&branch, "text between\n");
	buf_add(&branch, own.p, own.n);
	buf_add(&branch, changed.p, changed.n);
	put_file(RECEIPTS_BRANCH, branch.p);
	cr_expect_eq(receipts_clean(folder, t.game, &t.host->pub, &err), 0, "%s", err.msg);
	buf_clear(&heard);
	cr_expect_eq(receipts_each(folder, hear, NULL, &err), 0, "%s", err.msg);
	cr_expect_not_null(strstr(buf_cstr(&heard), own.p), "%s", buf_cstr(&heard));
	cr_expect_eq(receipts_keep(folder, &own, 1, &err), 0, "it is there already");
	buf_clear(&branch);
	buf_str(&branch, "nothing\n");
	cr_expect_eq(receipts_keep(folder, &branch, 1, &err), -1);
	cr_expect_eq(err.code, ERR_SYNTAX, "%s", err.msg);
	buf_release(&own);
	buf_release(&foreign);
	buf_release(&other);
	buf_release(&changed);
	buf_release(&branch);
	table_close(&t);
}
