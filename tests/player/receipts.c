/* A folder of receipts (src/record/receipt_folder.h). */
#include <criterion/criterion.h>

#include <sys/stat.h>
#include <unistd.h>

#include "host/aid.h"
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
