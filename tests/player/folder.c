/* A folder of digests, in which others may have put anything (src/record/folder.h). */
#include <criterion/criterion.h>

#include <sys/stat.h>
#include <unistd.h>

#include "host/aid.h"
#include "record/folder.h"
#include "util/file.h"

enum { N = 2 };

static struct test_table t, fork_;
static char dir[TEST_FOLDER];
static struct err err;
static struct folder folder;
static struct buf file, said;

static void
hear(void *arg, const char *line)
{
	(void)arg;
	buf_fmt(&said, "%s\n", line);
}

static void
set_up(void)
{
	table_open(&t, 3, 51);
	cr_assert_eq(table_play(&t, N, 1), N);
	table_open_again(&fork_, &t, 51);
	cr_assert_eq(table_play(&fork_, N, 77), N);
	test_folder(dir);
	cr_assert_eq(folder_of(&folder, dir, t.digest.p, t.digest.n, &err), 0, "%s", err.msg);
	folder.report = hear;
	folder_file(dir, N, &file);
}

static int
write_it(void)
{
	err = (struct err)ERR_INIT;
	buf_clear(&said);
	return folder_write(&folder, N, t.digest.p, t.digest.n, &err);
}

static enum folder_found
probe(const struct buf *text)
{
	enum folder_found found;

	cr_assert_eq(folder_probe(&folder, N, text != NULL ? text->p : NULL,
			 text != NULL ? text->n : 0, &found, &err),
	    0, "%s", err.msg);
	return found;
}

static void
expect_file(const char *name, const char *text, size_t n)
{
	struct buf is = BUF_INIT;

	cr_assert_eq(file_read(name, 1 << 20, &is, &err), 0, "%s", err.msg);
	cr_expect(is.n == n && memcmp(is.p, text, n) == 0, "%s is another file", name);
	buf_release(&is);
}

/* The file that was in the place of a digest is where the message says. */
static void
expect_aside(const struct buf *text)
{
	char *aside = strstr(said.p, "it is now ") + strlen("it is now ");
	struct buf where = BUF_INIT;

	aside[strcspn(aside, "\n")] = '\0';
	buf_fmt(&where, "%s%s", strchr(aside, '/') != NULL ? "" : dir,
	    strchr(aside, '/') != NULL ? "" : "/turns/");
	buf_str(&where, aside);
	expect_file(where.p, text->p, text->n);
	buf_release(&where);
}

/* A file that is not a digest of this game is moved, not lost; a digest of it stays. */
Test(folder, what_is_in_the_place_of_a_digest)
{
	struct buf crlf = BUF_INIT, half = BUF_INIT, garbage = BUF_INIT, nothing = BUF_INIT,
		   zeros = BUF_INIT;
	const struct {
		const char *name;
		const struct buf *is;
		enum folder_found found;
		bool moves;
	} row[] = {
		{ "nothing", NULL, FOLDER_MISSING, false },
		{ "an empty file", &nothing, FOLDER_MISSING, false },
		{ "the digest", &t.digest, FOLDER_SAME, false },
		{ "with CR", &crlf, FOLDER_SAME, false },
		{ "a half, after a power cut", &half, FOLDER_MISSING, false },
		{ "a half and zeros", &zeros, FOLDER_MISSING, false },
		{ "garbage", &garbage, FOLDER_FOREIGN, true },
		{ "another digest of the host", &fork_.digest, FOLDER_OTHER, false },
	};

	set_up();
	for (size_t i = 0; i < t.digest.n; i++) {
		if (t.digest.p[i] == '\n')
			buf_chr(&crlf, '\r');
		buf_chr(&crlf, t.digest.p[i]);
	}
	buf_add(&half, t.digest.p, t.digest.n / 2);
	buf_add(&zeros, half.p, half.n);
	buf_fill(&zeros, '\0', 100);
	buf_str(&garbage, "mine\n");
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		const bool is_other = row[i].found == FOLDER_OTHER;

		cr_assert_eq(folder_make(dir, &err), 0, "%s", err.msg);
		(void)unlink(file.p);
		if (row[i].is != NULL)
			cr_assert_eq(file_write(file.p, row[i].is->n > 0 ? row[i].is->p : "",
					 row[i].is->n, &err),
			    0, "%s", err.msg);
		cr_expect_eq(probe(&t.digest), row[i].found, "%s", row[i].name);
		cr_expect_eq(write_it(), is_other ? -1 : 0, "%s: %s", row[i].name, err.msg);
		cr_expect_eq(err.code, is_other ? ERR_CORRUPT : ERR_NONE, "%s", row[i].name);
		if (is_other)
			cr_expect_not_null(strstr(err.msg, "you have signed it"), "%s", err.msg);
		cr_expect_eq(said.n > 0, row[i].moves, "%s", row[i].name);
		if (row[i].moves)
			expect_aside(row[i].is);
		if (is_other)
			expect_file(file.p, fork_.digest.p, fork_.digest.n);
		else if (row[i].found != FOLDER_SAME)
			expect_file(file.p, t.digest.p, t.digest.n);
		cr_expect(probe(NULL) == FOLDER_OTHER, "%s: it is of the host", row[i].name);
	}
	buf_release(&crlf);
	buf_release(&half);
	buf_release(&zeros);
	buf_release(&garbage);
	table_close(&fork_);
	table_close(&t);
}

/* No link is followed, and a FIFO does not block. */
Test(folder, what_is_no_file)
{
	struct buf elsewhere = BUF_INIT, turns = BUF_INIT;
	struct stat st;
	int64_t n;

	set_up();
	buf_fmt(&turns, "%s/turns", dir);
	buf_fmt(&elsewhere, "%s/elsewhere", dir);
	cr_assert_eq(folder_make(dir, &err), 0, "%s", err.msg);
	cr_assert_eq(mkfifo(file.p, 0600), 0);
	cr_expect_eq(probe(&t.digest), FOLDER_FOREIGN, "a FIFO");
	cr_expect_eq(write_it(), 0, "%s", err.msg);
	expect_file(file.p, t.digest.p, t.digest.n);
	cr_assert_eq(unlink(file.p), 0);
	cr_assert_eq(mkdir(file.p, 0700), 0);
	cr_expect_eq(write_it(), 0, "a folder: %s", err.msg);
	cr_expect_neq(said.n, 0, "it was moved");
	cr_assert_eq(unlink(file.p), 0);
	cr_assert_eq(file_write(elsewhere.p, "mine\n", 5, &err), 0, "%s", err.msg);
	cr_assert_eq(symlink(elsewhere.p, file.p), 0);
	cr_expect_eq(write_it(), 0, "a link: %s", err.msg);
	cr_expect(lstat(file.p, &st) == 0 && S_ISREG(st.st_mode), "it was replaced");
	expect_file(elsewhere.p, "mine\n", 5);
	cr_expect_eq(folder_newest(&folder, -1, &n, &err), 0, "%s", err.msg);
	cr_expect_eq(n, N);
	cr_expect_eq(folder_newest(&folder, N, &n, &err), 0, "%s", err.msg);
	cr_expect_eq(n, -1, "none above it");
	/* The folder itself may be something else. */
	test_folder(dir);
	buf_clear(&turns);
	buf_fmt(&turns, "%s/turns", dir);
	cr_assert_eq(symlink("/", turns.p), 0);
	cr_expect_eq(write_it(), -1, "turns is a link");
	cr_expect_eq(err.code, ERR_CREATE, "%s", err.msg);
	cr_expect_not_null(strstr(err.msg, "is a link or a file, not a folder"), "%s", err.msg);
	cr_assert_eq(unlink(turns.p), 0);
	cr_assert_eq(file_write(turns.p, "mine\n", 5, &err), 0, "%s", err.msg);
	cr_expect_eq(write_it(), -1, "turns is a file");
	cr_expect_eq(err.code, ERR_CREATE, "%s", err.msg);
	expect_file(turns.p, "mine\n", 5);
	buf_release(&elsewhere);
	buf_release(&turns);
	table_close(&fork_);
	table_close(&t);
}

Test(folder, of_no_digest)
{
	struct folder f;
	struct buf nameless = BUF_INIT;

	set_up();
	cr_expect_eq(folder_of(&f, dir, "garbage\n", 8, &err), -1);
	cr_expect_eq(err.code, ERR_CORRUPT, "%s", err.msg);
	cr_expect_eq(folder_of(&f, dir, t.digest.p, t.digest.n / 2, &err), -1);
	cr_expect_eq(err.code, ERR_CORRUPT, "%s", err.msg);
	buf_add(&nameless, t.digest.p, t.digest.n);
	*(strstr(nameless.p, "\ngame: ") + 1) = 'n';
	cr_expect_eq(folder_of(&f, dir, nameless.p, nameless.n, &err), -1, "no game");
	cr_expect_eq(err.code, ERR_CORRUPT, "%s", err.msg);
	buf_release(&nameless);
	table_close(&fork_);
	table_close(&t);
}

/* ---- reading ----------------------------------------------------------------------------------- */

/* Nothing is there, and the folder cannot be one: what is looked for is missing, or the error says why. */
Test(folder, where_there_is_no_folder)
{
	static const struct {
		const char *name, *below; /* of the folder of the test */
		bool long_name;
		enum err_code code, read; /* to look for a digest, to read all */
	} row[] = {
		{ "no folder", "/none", false, ERR_NONE, ERR_NOT_FOUND },
		{ "a file", "/file", false, ERR_CORRUPT, ERR_CORRUPT },
		{ "a folder without digests", "", false, ERR_NONE, ERR_NOT_FOUND },
		{ "a name that is too long", "/", true, ERR_CORRUPT, ERR_CORRUPT },
	};

	set_up();
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct buf path = BUF_INIT, out = BUF_INIT;
		struct folder_numbers numbers;
		enum folder_found found = FOLDER_SAME;
		int64_t n = 0;

		buf_fmt(&path, "%s/file", dir);
		cr_assert_eq(file_write(path.p, "mine\n", 5, &err), 0, "%s", err.msg);
		buf_clear(&path);
		buf_fmt(&path, "%s%s", dir, row[i].below);
		if (row[i].long_name)
			buf_fill(&path, 'a', 300);
		folder.dir = buf_cstr(&path);
		for (unsigned k = 0; k < 3; k++) {
			const int result = k == 0 ?
			    folder_probe(&folder, N, t.digest.p, t.digest.n, &found, &err) :
			    k == 1 ? folder_newest(&folder, -1, &n, &err) :
				     folder_add(path.p, false, &out, &err);
			const enum err_code want = k < 2 ? row[i].code : row[i].read;

			cr_expect_eq(result, want == ERR_NONE ? 0 : -1, "%s, %u: %s", row[i].name,
			    k, err.msg);
			cr_expect_eq(err.code, want, "%s, %u: %s", row[i].name, k, err.msg);
			err = (struct err)ERR_INIT;
		}
		cr_expect(found == FOLDER_MISSING && n == -1 && out.n == 0, "%s", row[i].name);
		cr_expect_eq(folder_numbers(path.p, &numbers, &err), 0, "%s", row[i].name);
		cr_expect_eq(numbers.n, 0, "%s", row[i].name);
		buf_release(&path);
	}
	table_close(&fork_);
	table_close(&t);
}

/* Digests in DIR/turns or in DIR, in the order of their numbers; the newest is one that begins a digest. */
Test(folder, what_is_read)
{
	static const char *const names[] = { "/turns/000001.txt", "/turns/000002.txt",
		"/turns/000003.txt", "/000001.txt" };
	static const struct {
		const char *name;
		const char *is[4]; /* of each of these files; "D": the digest, without its end */
		const char *all, *newest;
	} row[] = {
		{ "none", { NULL }, NULL, NULL },
		{ "in the folder itself", { NULL, NULL, NULL, "D" }, "D\n", "D\n" },
		{ "in both", { "D", NULL, NULL, "a\n" }, "D\n", "D\n" },
		{ "one is empty", { "D", "" }, "D\n", "D\n" },
		{ "the newest is none", { "a", "D", "b\n" }, "a\nD\nb\n", "D\n" },
		{ "no digest at all", { "a", "b", "c" }, "a\nb\nc\n", "a\n" },
	};

	set_up();
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		cr_assert_eq(folder_make(dir, &err), 0, "%s", err.msg);
		for (unsigned k = 0; k < 4; k++) {
			struct buf path = BUF_INIT;
			const char *is = row[i].is[k];

			buf_fmt(&path, "%s%s", dir, names[k]);
			(void)unlink(path.p);
			if (is != NULL)
				cr_assert_eq(file_write(path.p, is[0] == 'D' ? t.digest.p : is,
						 is[0] == 'D' ? t.digest.n - 1 : strlen(is), &err),
				    0, "%s", err.msg);
			buf_release(&path);
		}
		for (int newest = 0; newest < 2; newest++) {
			const char *const pattern = newest ? row[i].newest : row[i].all;
			struct buf out = BUF_INIT, want = BUF_INIT;

			for (const char *p = pattern; p != NULL && *p != '\0'; p++)
				if (*p == 'D')
					buf_add(&want, t.digest.p, t.digest.n - 1);
				else
					buf_chr(&want, *p);
			cr_expect_eq(folder_add(dir, newest == 1, &out, &err),
			    pattern == NULL ? -1 : 0, "%s: %s", row[i].name, err.msg);
			cr_expect_eq(err.code, pattern == NULL ? ERR_NOT_FOUND : ERR_NONE, "%s",
			    row[i].name);
			cr_expect_str_eq(buf_cstr(&out), buf_cstr(&want), "%s", row[i].name);
			err = (struct err)ERR_INIT;
			buf_release(&out);
			buf_release(&want);
		}
	}
	table_close(&fork_);
	table_close(&t);
}

/* One file of digests, wherever it is. */
Test(folder, one_file)
{
	struct buf out = BUF_INIT;

	set_up();
	cr_expect_eq(folder_add_file(file.p, &out, &err), -1, "no file");
	cr_expect_eq(err.code, ERR_NOT_FOUND, "%s", err.msg);
	err = (struct err)ERR_INIT;
	folder.report = NULL;
	cr_assert_eq(folder_make(dir, &err), 0, "%s", err.msg);
	cr_assert_eq(file_write(file.p, "mine", 4, &err), 0, "%s", err.msg);
	cr_expect_eq(folder_add_file(file.p, &out, &err), 0, "%s", err.msg);
	cr_expect_str_eq(buf_cstr(&out), "mine\n");
	cr_expect_eq(write_it(), 0, "%s", err.msg);
	cr_expect_eq(said.n, 0, "nobody hears that it was moved");
	expect_file(file.p, t.digest.p, t.digest.n);
	buf_release(&out);
	table_close(&fork_);
	table_close(&t);
}
