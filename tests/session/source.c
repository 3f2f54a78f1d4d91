/* Where a session looks for digests: a folder or a Maildir, into which others write. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/aid.h"
#include "service/aid.h"
#include "session/play.h"
#include "util/file.h"

static char dir[TEST_FOLDER];
static struct digest_source source;
static struct buf got;

static void
put(const char *name, const char *text)
{
	service_put(service_path(dir, name), text, strlen(text));
}

static void
begin(const char *const *folders)
{
	struct err err = ERR_INIT;

	test_folder(dir);
	for (; *folders != NULL; folders++)
		cr_assert_eq(mkdir(service_path(dir, *folders), 0700), 0);
	cr_assert_eq(digest_source_open(&source, NULL, dir, &err), 0, "%s", err.msg);
}

static int
look(struct err *err)
{
	*err = (struct err)ERR_INIT;
	buf_clear(&got);
	return source.read(source.arg, false, &got, err);
}

/* Looks once. The lines that came must be these. */
static void
gives(const char *want, const char *when)
{
	struct err err;
	struct buf lines = BUF_INIT;

	cr_expect_eq(look(&err), 0, "%s: %s", when, err.msg);
	for (const char *p = buf_cstr(&got); *p != '\0'; p++)
		if (p[0] != '\n' || lines.n == 0 || lines.p[lines.n - 1] != '\n')
			buf_chr(&lines, *p);
	cr_expect_str_eq(buf_cstr(&lines), want, "%s: %s", when, buf_cstr(&lines));
	buf_release(&lines);
}

static void
end(void)
{
	source.release(source.arg);
	buf_release(&got);
}

static const char *const plain[] = { NULL }, *const turns[] = { "turns", NULL },
			 *const maildir[] = { "cur", "new", "tmp", NULL };

Test(source, a_folder)
{
	begin(turns);
	put("turns/000000.txt", "zero\n");
	put("turns/000001.txt", "one\n");
	put("other.txt", "not in turns\n");
	gives("zero\none\n", "at first");
	gives("", "nothing has changed");
	put("turns/000002.txt", "two\n");
	gives("two\n", "a new file");
	put("turns/000001.txt", "one again\n");
	gives("one again\n", "a file that has changed");
	cr_assert_eq(unlink(service_path(dir, "turns/000001.txt")), 0);
	gives("", "a file is gone");
	put("turns/000001.txt", "one\n");
	gives("one\n", "it comes back");
	end();
}

/* Files are untrusted: none blocks, and no link is followed. */
Test(source, what_is_no_file)
{
	begin(plain);
	put("a.txt", "a\n");
	put(".hidden", "hidden\n");
	put("empty", "");
	put("elsewhere.txt", "elsewhere\n");
	cr_assert_eq(mkdir(service_path(dir, "folder"), 0700), 0);
	put("folder/inside.txt", "inside\n");
	cr_assert_eq(mkfifo(service_path(dir, "pipe"), 0600), 0);
	cr_assert_eq(symlink("a.txt", service_path(dir, "link")), 0);
	cr_assert_eq(symlink("nowhere", service_path(dir, "dangling")), 0);
	gives("a\nelsewhere\n", "at first");
	gives("", "again");
	end();
}

/* A folder that is missing for a while, as on a network, is not an error. */
Test(source, a_folder_that_goes_and_comes_back)
{
	begin(turns);
	put("turns/000000.txt", "zero\n");
	gives("zero\n", "at first");
	cr_assert_eq(rename(service_path(dir, "turns"), service_path(dir, "away")), 0);
	gives("", "it is away");
	cr_assert_eq(rename(service_path(dir, "away"), service_path(dir, "turns")), 0);
	gives("zero\n", "it is back");
	end();
}

static unsigned
count(void)
{
	unsigned n = 0;

	for (size_t i = 0; i < got.n; i++)
		n += got.p[i] == 'x';
	return n;
}

static void
put_many(unsigned from, unsigned to)
{
	for (unsigned i = from; i < to; i++) {
		char name[32];

		(void)snprintf(name, sizeof name, "turns/%06u.txt", i);
		put(name, "x\n");
	}
}

/* At first the newest 64 files; later every file, at most 256 at once. */
Test(source, many_files)
{
	struct err err;

	begin(turns);
	put_many(0, 100);
	cr_expect_eq(look(&err), 0);
	cr_expect_eq(count(), 64, "%u", count());
	cr_expect_eq(look(&err), 0);
	cr_expect_eq(count(), 0);
	put_many(100, 400);
	cr_expect_eq(look(&err), 0);
	cr_expect_eq(count(), 256, "%u", count());
	cr_expect_eq(look(&err), 0);
	cr_expect_eq(count(), 44, "%u", count());
	end();
}

Test(source, no_folder)
{
	struct err err = ERR_INIT;

	test_folder(dir);
	put("file", "x\n");
	cr_expect_eq(digest_source_open(&source, NULL, service_path(dir, "none"), &err), -1);
	cr_expect_eq(err.code, ERR_NOT_FOUND, "%s", err.msg);
	cr_expect_eq(digest_source_open(&source, NULL, service_path(dir, "file"), &err), -1);
	cr_expect_eq(err.code, ERR_NOT_FOUND, "%s", err.msg);
}

/* ---- a Maildir --------------------------------------------------------------------------------- */

/* A message that is no mail is read as it is; this one only adit-letter can read. */
#define ENCODED                                                                             \
	"From: a@example.org\nSubject: s\nMessage-ID: <1@example.org>\nMIME-Version: 1.0\n" \
	"Content-Type: text/plain\nContent-Transfer-Encoding: base64\n\naGVsbG8K\n"

static bool
has(const char *text)
{
	return strstr(buf_cstr(&got), text) != NULL;
}

Test(source, a_maildir)
{
	struct err err;

	begin(maildir);
	put("new/1", "first\n");
	put("cur/0:2,S", "older\n");
	put("tmp/2", "incomplete\n");
	cr_expect_eq(look(&err), 0, "%s", err.msg);
	cr_expect(has("first"));
	cr_expect_not(has("older"), "%s", got.p);
	cr_expect_not(has("incomplete"));
	/* a mail program shows the mail, then marks it as answered */
	cr_assert_eq(rename(service_path(dir, "new/1"), service_path(dir, "cur/1:2,S")), 0);
	gives("", "a mail was read elsewhere");
	cr_assert_eq(rename(service_path(dir, "cur/1:2,S"), service_path(dir, "cur/1:2,RS")), 0);
	gives("", "a mail was answered elsewhere");
	put("cur/3:2,S", "third\n");
	cr_expect_eq(look(&err), 0, "%s", err.msg);
	cr_expect(has("third"), "a mail program was faster");
	cr_expect_eq(access(service_path(dir, "cur/3:2,S"), F_OK), 0, "nothing is moved");
	end();
}

Test(source, letters_are_read_again)
{
	struct err err = ERR_INIT;

	begin(maildir);
	put("new/1", "first\n");
	put("cur/0:2,S", "older\n");
	cr_expect_eq(digest_source_letters(NULL, dir, &got, &err), 0, "%s", err.msg);
	cr_expect(has("first") && has("older"), "%s", got.p);
	end();
}

/* A mail that cannot be read now (adit-letter does not start) is tried again three times. That
 * must not use up the tries of others. */
Test(source, mails_that_cannot_be_read_now)
{
	struct err err;

	begin(maildir);
	for (unsigned i = 0; i < 5; i++) {
		const char name[] = { 'n', 'e', 'w', '/', (char)('1' + i), '\0' };

		put(name, ENCODED);
	}
	cr_expect_eq(look(&err), -1);
	cr_expect_eq(err.code, ERR_BUSY, "%s", err.msg);
	for (unsigned i = 0; i < 4; i++) {
		const char name[] = { 'n', 'e', 'w', '/', (char)('1' + i), '\0' };

		cr_assert_eq(unlink(service_path(dir, name)), 0);
	}
	put("new/6", "sixth\n");
	cr_expect_eq(look(&err), -1, "the fifth is tried again");
	cr_expect(has("sixth"));
	cr_expect_eq(look(&err), -1, "and again");
	cr_expect_eq(look(&err), 0, "and given up");
	put("new/7", ENCODED);
	cr_expect_eq(look(&err), -1, "a later one is tried again");
	end();
}
