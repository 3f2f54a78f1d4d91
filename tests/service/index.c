/* The index of a folder (adit(5), ".adit-index"): an entry is used only for the file, the verb, the
 * time and the home that it was written for. Made-up stats make the tests independent of the clock
 * of the file system. */
#include <criterion/criterion.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/aid.h"
#include "service/table_index.h"
#include "util/file.h"

static char dir[TEST_FOLDER], home[TEST_FOLDER], path[TEST_FOLDER + 16];
static int folder;

static const struct stat was = {
	.st_dev = 1, .st_ino = 2, .st_size = 3, .st_mtim = { 1000, 7 }, .st_ctim = { 1000, 8 }
};

static void
begin(void)
{
	test_folder(dir);
	test_folder(home);
	(void)snprintf(path, sizeof path, "%s/.adit-index", dir);
	folder = open(dir, O_RDONLY | O_DIRECTORY);
	cr_assert_geq(folder, 0);
}

/* Looks up one name. Returns true if an entry is used; stores `text` if not and `stores`. */
static bool
look(struct table_index *x, const char *name, const struct stat *st, int64_t now, const char *text)
{
	const struct buf *got = table_index_find(x, name, st, now);
	struct table_index_found found = { .from = 100, .until = 200 };
	bool is = got != NULL;

	if (is && text != NULL)
		cr_expect_str_eq(buf_cstr(got), text);
	if (is || text == NULL)
		return is;
	table_index_reading(x);
	buf_str(&found.text, text);
	table_index_put(x, st, &found);
	buf_release(&found.text);
	return false;
}

/* One run of a verb over a folder with the tables a.db and b.db. */
static unsigned
run(const char *of, const char *kind, int64_t now, bool *has_a, bool *has_b)
{
	struct table_index *x = table_index_open(folder, of, kind);

	*has_a = look(x, "a.db", &was, now, "of a");
	*has_b = look(x, "b.db", &was, now, "of b");
	return table_index_close(x);
}

static void
store(void)
{
	bool a, b;

	cr_assert_eq(run(home, "tick", 150, &a, &b), 0);
	cr_assert_not(a || b);
	cr_assert_eq(run(home, "tick", 150, &a, &b), 0);
	cr_assert(a && b);
}

Test(table_index, an_entry_is_of_one_file)
{
	static const struct {
		const char *name;
		struct stat change; /* added to each field */
		int64_t now;
		bool used;
	} row[] = {
		{ "unchanged", { .st_size = 0 }, 150, true },
		{ "the first second", { .st_size = 0 }, 100, true },
		{ "the last second", { .st_size = 0 }, 199, true },
		{ "too early", { .st_size = 0 }, 99, false },
		{ "too late", { .st_size = 0 }, 200, false },
		{ "another device", { .st_dev = 1 }, 150, false },
		{ "another inode", { .st_ino = 1 }, 150, false },
		{ "another size", { .st_size = 1 }, 150, false },
		{ "another mtime", { .st_mtim.tv_sec = -1 }, 150, false },
		{ "another fraction of mtime", { .st_mtim.tv_nsec = 1 }, 150, false },
		{ "another ctime", { .st_ctim.tv_sec = 1 }, 150, false },
		{ "another fraction of ctime", { .st_ctim.tv_nsec = 1 }, 150, false },
	};

	begin();
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		const struct stat *change = &row[i].change;
		struct stat st = was;
		struct table_index *x;

		(void)unlink(path);
		store();
		st.st_dev += change->st_dev;
		st.st_ino += change->st_ino;
		st.st_size += change->st_size;
		st.st_mtim.tv_sec += change->st_mtim.tv_sec;
		st.st_mtim.tv_nsec += change->st_mtim.tv_nsec;
		st.st_ctim.tv_sec += change->st_ctim.tv_sec;
		st.st_ctim.tv_nsec += change->st_ctim.tv_nsec;
		x = table_index_open(folder, home, "tick");
		cr_expect_eq(
		    look(x, "a.db", &st, row[i].now, NULL), row[i].used, "%s", row[i].name);
		cr_expect(look(x, "b.db", &was, 150, NULL), "%s: the other table", row[i].name);
		cr_expect_eq(table_index_close(x), 0, "%s", row[i].name);
	}
	(void)close(folder);
}

Test(table_index, a_link_or_a_file_with_a_journal_has_no_entry)
{
	struct table_index *x;
	bool a, b;

	begin();
	store();
	x = table_index_open(folder, home, "tick");
	cr_expect_null(table_index_find(x, "a.db", NULL, 150));
	cr_expect_eq(table_index_close(x), 0);
	cr_expect_eq(run(home, "tick", 150, &a, &b), 0);
	cr_expect_not(a, "the entry is removed");
	cr_expect_not(b, "b.db was not looked up: its file is gone");
	(void)close(folder);
}

/* What is in the place of the index, after a crash, a copy, or by another user of the folder. */
enum damage {
	NO_DAMAGE,
	OTHER_TEXT,   /* a byte of the last entry */
	OTHER_SEAL,   /* a byte of the seal of the last entry */
	NO_LINE_END,  /* the last line is cut */
	OTHER_HEAD,   /* a byte of the first line */
	GARBAGE_LINE, /* a line that is no entry, at the end */
	NO_TEXT,
	ONLY_NULS,
	DOUBLED, /* all entries twice */
	MISSING,
	IS_LINK, /* to the index elsewhere */
	IS_PIPE,
	IS_FOLDER
};

static void
double_entries(struct buf *text)
{
	const size_t head = strcspn(text->p, "\n") + 1, n = text->n;
	struct buf twice = BUF_INIT;

	buf_add(&twice, text->p, n);
	buf_add(&twice, text->p + head, n - head);
	buf_release(text);
	*text = twice;
}

static void
damage(enum damage how)
{
	struct buf text = BUF_INIT;
	struct err err = ERR_INIT;
	char *last, other[TEST_FOLDER + 16];

	cr_assert_eq(file_read(path, 1 << 20, &text, &err), 0, "%s", err.msg);
	last = memrchr(text.p, '\n', text.n - 1);
	cr_assert_not_null(last);
	switch (how) {
	case OTHER_TEXT:
		text.p[text.n - 2] ^= 1;
		break;
	case OTHER_SEAL:
		last[5] = last[5] == 'a' ? 'b' : 'a';
		break;
	case NO_LINE_END:
		text.n -= 3;
		break;
	case OTHER_HEAD:
		text.p[3] ^= 1;
		break;
	case GARBAGE_LINE:
		buf_str(&text, "garbage\n");
		break;
	case NO_TEXT:
		buf_clear(&text);
		break;
	case ONLY_NULS:
		memset(text.p, 0, text.n);
		break;
	case DOUBLED:
		double_entries(&text);
		break;
	case NO_DAMAGE:
	case MISSING:
	case IS_LINK:
	case IS_PIPE:
	case IS_FOLDER:
		break;
	}
	(void)unlink(path);
	(void)snprintf(other, sizeof other, "%s/elsewhere", dir);
	if (how <= DOUBLED || how == IS_LINK)
		cr_assert_eq(
		    file_write(how == IS_LINK ? other : path, buf_cstr(&text), text.n, &err), 0,
		    "%s", err.msg);
	if (how == IS_LINK)
		cr_assert_eq(symlink(other, path), 0);
	if (how == IS_PIPE)
		cr_assert_eq(mkfifo(path, 0600), 0);
	if (how == IS_FOLDER)
		cr_assert_eq(mkdir(path, 0700), 0);
	buf_release(&text);
}

Test(table_index, damage)
{
	static const struct {
		const char *name;
		bool a, b;        /* the entry is used */
		unsigned n_false; /* lines that are reported */
		bool mends;       /* the next run has both */
	} row[] = {
		[NO_DAMAGE] = { "none", true, true, 0, true },
		[OTHER_TEXT] = { "another text", true, false, 1, true },
		[OTHER_SEAL] = { "another seal", true, false, 1, true },
		[NO_LINE_END] = { "a cut line", true, false, 0, true },
		[OTHER_HEAD] = { "another heading", false, false, 0, true },
		[GARBAGE_LINE] = { "a line more", true, true, 1, true },
		[NO_TEXT] = { "an empty file", false, false, 0, true },
		[ONLY_NULS] = { "NULs, as after a power cut", false, false, 0, true },
		[DOUBLED] = { "all lines twice", true, true, 0, true },
		[MISSING] = { "no file", false, false, 0, true },
		[IS_LINK] = { "a link", false, false, 0, true },
		[IS_PIPE] = { "a pipe", false, false, 0, true },
		[IS_FOLDER] = { "a folder", false, false, 0, false },
	};

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		bool a, b;

		begin();
		store();
		damage((enum damage)i);
		cr_expect_eq(run(home, "tick", 150, &a, &b), row[i].n_false, "%s", row[i].name);
		cr_expect_eq(a, row[i].a, "%s", row[i].name);
		cr_expect_eq(b, row[i].b, "%s", row[i].name);
		cr_expect_eq(run(home, "tick", 150, &a, &b), 0, "%s", row[i].name);
		cr_expect_eq(a && b, row[i].mends, "%s", row[i].name);
		(void)close(folder);
	}
}

/* Another home, and another verb, do not see the entries; another verb keeps them. */
Test(table_index, of_one_home_and_one_verb)
{
	char other[TEST_FOLDER];
	bool a, b;

	begin();
	store();
	cr_expect_eq(run(home, "mail", 150, &a, &b), 0);
	cr_expect_not(a || b, "another verb");
	cr_expect_eq(run(home, "mail", 150, &a, &b), 0);
	cr_expect(a && b);
	cr_expect_eq(run(home, "tick", 150, &a, &b), 0);
	cr_expect(a && b, "the entries of the first verb are kept");
	test_folder(other);
	cr_expect_eq(run(other, "tick", 150, &a, &b), 0);
	cr_expect_not(a || b, "another home");
	(void)close(folder);
}

Test(table_index, without_a_home)
{
	bool a, b;

	begin();
	cr_expect_eq(run(NULL, "tick", 150, &a, &b), 0);
	cr_expect_eq(run(NULL, "tick", 150, &a, &b), 0);
	cr_expect_not(a || b);
	cr_expect_neq(access(path, F_OK), 0);
	(void)close(folder);
}

/* Texts that are not stored, and stats of a file that may still change. */
Test(table_index, what_is_not_stored)
{
	static char long_text[TABLE_INDEX_TEXT_MAX + 2];
	static const struct {
		const char *name, *text, *file;
		int64_t changed;
		bool stored;
	} row[] = {
		{ "a text", "x y", "a.db", 1000, true },
		{ "an empty text", "", "a.db", 1000, true },
		{ "two lines", "x\ny", "a.db", 1000, false },
		{ "the longest text", long_text + 1, "a.db", 1000, true },
		{ "a longer text", long_text, "a.db", 1000, false },
		{ "a file that has just changed", "x", "a.db", INT64_C(1) << 40, false },
		{ "a name with a blank", "x", "a b.db", 1000, false },
		{ "a name with a line end", "x", "a\nb.db", 1000, false },
	};

	memset(long_text, 'x', sizeof long_text - 1);
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct stat st = was;
		struct table_index *x;

		begin();
		st.st_ctim.tv_sec = (time_t)row[i].changed;
		x = table_index_open(folder, home, "tick");
		cr_expect_not(look(x, row[i].file, &st, 150, row[i].text), "%s", row[i].name);
		cr_expect_eq(table_index_close(x), 0, "%s", row[i].name);
		x = table_index_open(folder, home, "tick");
		cr_expect_eq(look(x, row[i].file, &st, 150, row[i].stored ? row[i].text : NULL),
		    row[i].stored, "%s", row[i].name);
		cr_expect_eq(table_index_close(x), 0, "%s", row[i].name);
		(void)close(folder);
	}
}
