/* Opening and creating: refusals, their messages, and that the file is unchanged. */
#include <criterion/criterion.h>
#include <fcntl.h>
#include <signal.h>
#include <sqlite3.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/mail_setting.h"
#include "store/remote.h"
#include "store/help.h"

TestSuite(open, .init = help_enter, .fini = help_leave);

/* Truncates the last n bytes. */
static void
cut(const char *path, off_t n)
{
	struct stat st;

	cr_assert_eq(stat(path, &st), 0);
	cr_assert_eq(truncate(path, st.st_size - n), 0);
}

static void
write_over(const char *path, off_t at, const char *bytes, size_t n)
{
	int fd = open(path, O_WRONLY | O_CREAT, 0600);

	cr_assert(fd >= 0);
	cr_assert_eq(pwrite(fd, bytes, n, at), (ssize_t)n);
	close(fd);
}

static void
make_text(void)
{
	write_over("g", 0,
	    "Dear Anna, this is no game file, but it is long enough to be one.\n"
	    "It has a hundred bytes, and so SQLite reads its header.\n",
	    123);
}

static void
make_short(void)
{
	write_over("g", 0, "hello\n", 6);
}

static void
make_empty(void)
{
	write_over("g", 0, "", 0);
}

static void
make_folder(void)
{
	cr_assert_eq(mkdir("g", 0777), 0);
}

static void
make_pipe(void)
{
	cr_assert_eq(mkfifo("g", 0666), 0);
}

static void
make_link(void)
{
	cr_assert_eq(symlink("gone/g", "g"), 0);
}

static void
make_nothing(void)
{
}

static void
make_foreign(void)
{
	help_sql("g", "CREATE TABLE t(a); INSERT INTO t VALUES (1)");
}

static void
make_foreign_wal(void)
{
	help_sql("g", "PRAGMA journal_mode = WAL; CREATE TABLE t(a); INSERT INTO t VALUES (1)");
}

static void
make_changed_elsewhere(void)
{
	help_make_game("g", 1);
	help_sql("g", "UPDATE seat SET card = 'somebody else' WHERE seat = 1");
}

static void
make_wal(void)
{
	help_make_game("g", 1);
	help_sql("g", "PRAGMA journal_mode = WAL");
}

static void
make_newer(void)
{
	help_make_game("g", 1);
	help_sql_summed("g", "PRAGMA user_version = 9");
}

static void
make_version_0(void)
{
	help_make_game("g", 1);
	help_sql_summed("g", "PRAGMA user_version = 0");
}

static void
make_version_1(void)
{
	help_make_game("g", 1);
	help_sql_summed("g", "PRAGMA user_version = 1");
}

static void
make_extra_trigger(void)
{
	help_make_game("g", 1);
	help_sql_summed(
	    "g", "CREATE TRIGGER spy AFTER INSERT ON digest BEGIN DELETE FROM outbox; END");
}

static void
make_changed_trigger(void)
{
	help_make_game("g", 1);
	help_sql_summed("g",
	    "DROP TRIGGER digest_delete; CREATE TRIGGER digest_delete"
	    " BEFORE DELETE ON digest BEGIN SELECT 1; END");
}

static void
make_missing_trigger(void)
{
	help_make_game("g", 1);
	help_sql_summed("g", "DROP TRIGGER digest_delete");
}

static void
make_missing_table(void)
{
	help_make_game("g", 1);
	help_sql_summed("g", "DROP TABLE outbox; DROP TABLE waiting");
}

static void
make_cut_by_pages(void)
{
	help_make_game("g", 3);
	cut("g", 8192);
}

static void
make_cut_by_bytes(void)
{
	help_make_game("g", 3);
	cut("g", 100);
}

static void
make_cut_to_header(void)
{
	help_make_game("g", 3);
	cr_assert_eq(truncate("g", 200), 0);
}

/* Page 2 is the table of the game row: overwrites its header. */
static void
make_damaged_page(void)
{
	help_make_game("g", 3);
	write_over("g", 4096, "\xff\xff\xff\xff\xff\xff\xff\xff", 8);
}

static void
make_damaged_schema(void)
{
	help_make_game("g", 3);
	write_over("g", 100, "\xff\xff\xff\xff\xff\xff\xff\xff", 8);
}

struct row {
	const char *name;
	void (*make)(void);
	enum err_code code;
	const char *msg;
};

static const struct row refused[] = {
	{ "missing", make_nothing, ERR_NOT_FOUND, "g: no such game file" },
	{ "a link that leads nowhere", make_link, ERR_NOT_FOUND,
	    "g: g is a link to gone/g, which does not exist" },
	{ "empty", make_empty, ERR_CORRUPT, "g: an empty file, not a game" },
	{ "folder", make_folder, ERR_CORRUPT, "g: a folder, not a game file" },
	{ "pipe", make_pipe, ERR_CORRUPT, "g: not a regular file, not a game file" },
	{ "text", make_text, ERR_CORRUPT, "g: not an SQLite file" },
	{ "a few bytes", make_short, ERR_CORRUPT, "g: not an SQLite file" },
	{ "SQLite, not ours", make_foreign, ERR_CORRUPT,
	    "g: an SQLite file, but not a game of adit" },
	{ "SQLite in WAL mode, not ours", make_foreign_wal, ERR_CORRUPT,
	    "g: an SQLite file, but not a game of adit" },
	{ "newer version names both numbers", make_newer, ERR_CORRUPT,
	    "g: format version 9, but this adit knows only up to version 8" },
	{ "version 1", make_version_1, ERR_CORRUPT,
	    "g: a game begun in format version 1, this adit plays version 8" },
	{ "version 0", make_version_0, ERR_CORRUPT,
	    "g: a game begun in format version 0, this adit plays version 8" },
	{ "foreign trigger", make_extra_trigger, ERR_CORRUPT,
	    "g: trigger \"spy\" is not what adit has written" },
	{ "changed trigger", make_changed_trigger, ERR_CORRUPT,
	    "g: trigger \"digest_delete\" is not what adit has written" },
	{ "missing trigger", make_missing_trigger, ERR_CORRUPT,
	    "g: 1 of its 28 tables and triggers are missing" },
	{ "missing tables", make_missing_table, ERR_CORRUPT,
	    "g: 2 of its 28 tables and triggers are missing" },
	{ "whole pages cut off", make_cut_by_pages, ERR_CORRUPT, "g: it is damaged" },
	{ "part of a page cut off", make_cut_by_bytes, ERR_CORRUPT, "g: it is damaged" },
	{ "cut off behind the header", make_cut_to_header, ERR_CORRUPT, "g: it is damaged" },
	{ "damaged schema", make_damaged_schema, ERR_CORRUPT, "g: it is damaged" },
	{ "changed by another program", make_changed_elsewhere, ERR_CORRUPT,
	    "g: it is damaged, or another program has written to it" },
	{ "in WAL mode", make_wal, ERR_CORRUPT,
	    "g: it is damaged, or another program has written to it" },
};

/* Returns the bytes of the file, or none. */
static struct buf
bytes_if_any(void)
{
	struct stat st;

	if (stat("g", &st) < 0 || !S_ISREG(st.st_mode))
		return (struct buf)BUF_INIT;
	return help_bytes("g");
}

static void
expect_refused(const struct row *row, enum store_mode mode, bool quick_check)
{
	struct err err = ERR_INIT;
	struct store *st = NULL;
	struct buf was = bytes_if_any();

	cr_expect_eq(store_open(&st, "g", mode, quick_check, &err), -1, "%s: opened", row->name);
	cr_expect_null(st, "%s", row->name);
	cr_expect_eq(err.code, row->code, "%s: code %d", row->name, (int)err.code);
	cr_expect_eq(strncmp(err.msg, row->msg, strlen(row->msg)), 0, "%s: %s", row->name, err.msg);
	cr_expect_str_neq(err.hint, "", "%s: no advice", row->name);

	struct buf now = bytes_if_any();

	cr_expect(was.n == now.n && memcmp(buf_cstr(&was), buf_cstr(&now), was.n) == 0,
	    "%s: the file has changed", row->name);
	buf_release(&was);
	buf_release(&now);
}

Test(open, refuses)
{
	for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
		refused[i].make();
		expect_refused(&refused[i], STORE_READ, false);
		expect_refused(&refused[i], STORE_WRITE, true);
		if (unlink("g") < 0)
			rmdir("g");
	}
}

Test(open, damaged_page_is_found_by_quick_check)
{
	static const struct row row = { "damaged page", make_damaged_page, ERR_CORRUPT,
		"g: it is damaged" };

	row.make();
	expect_refused(&row, STORE_READ, true);
}

Test(open, file_from_elsewhere_is_checked_by_itself)
{
	static const struct row row = { "damaged copy", make_damaged_page, ERR_CORRUPT,
		"g: it is damaged" };
	struct err err = ERR_INIT;
	struct store *st;

	/* On the machine that wrote it, damage in an unused page is not noticed. */
	row.make();
	cr_assert_eq(store_open(&st, "g", STORE_READ, false, &err), 0, "%s", err.msg);
	store_close(st);

	/* A copy is checked completely. */
	struct buf bytes = help_bytes("g");

	cr_assert_eq(rename("g", "old"), 0);
	write_over("g", 0, bytes.p, bytes.n);
	expect_refused(&row, STORE_READ, false);
	buf_release(&bytes);
}

Test(open, copy_is_at_home_after_the_first_write)
{
	struct err err = ERR_INIT;
	struct store *st;

	help_make_game("old", 2);
	struct buf bytes = help_bytes("old");

	write_over("g", 0, bytes.p, bytes.n);
	buf_release(&bytes);
	cr_assert_eq(help_apply("g", 3, &err), 0, "%s", err.msg);
	/* If it still counted as a copy, this damage would be found. */
	write_over("g", 4096, "\xff\xff\xff\xff\xff\xff\xff\xff", 8);
	cr_expect_eq(store_open(&st, "g", STORE_READ, false, &err), 0, "%s", err.msg);
	store_close(st);
}

static int
see_seat(void *arg, unsigned seat, const char *name, const char *card, struct err *err)
{
	(void)err;
	buf_fmt(arg, "%u %s %s\n", seat, name, card);
	return 0;
}

static int
see_n(void *arg, int64_t n, struct err *err)
{
	(void)err;
	buf_fmt(arg, "%lld\n", (long long)n);
	return 0;
}

enum { QUESTIONS = 8 };

static int
see_digest(struct store *st, struct buf *out, struct err *err)
{
	struct store_digest d = { .text = BUF_INIT };
	int result = store_get_digest(st, -1, &d, err);

	buf_fmt(out, "%lld %lld %lld", (long long)d.n, (long long)d.time, (long long)d.turn);
	buf_add(out, d.hash, sizeof d.hash);
	buf_add(out, d.text.p, d.text.n);
	buf_add(out, d.events.p, d.events.n);
	store_digest_release(&d);
	return result;
}

static int
see_order(struct store *st, struct buf *out, struct err *err)
{
	struct store_order want = help_order(2, 2, 1), o = { .text = BUF_INIT };
	int found = store_find_order(st, want.hash, &o, err);

	buf_fmt(out, "%lld %u %lld", (long long)o.n, o.seat, (long long)o.seq);
	buf_add(out, o.sig, sizeof o.sig);
	buf_add(out, o.text.p, o.text.n);
	store_order_release(&want);
	store_order_release(&o);
	return found < 0 ? -1 : 0;
}

/* Reads everything: answers, and errors for damaged parts. */
static void
ask(struct buf answer[static QUESTIONS], int rc[static QUESTIONS], struct err err[static QUESTIONS])
{
	struct store_game g = { BUF_INIT, BUF_INIT, BUF_INIT, BUF_INIT, BUF_INIT };
	struct store_state state = { .n = 0 };
	struct store *st;

	rc[0] = store_open(&st, "g", STORE_READ, false, &err[0]);
	for (int i = 1; i < QUESTIONS; i++)
		rc[i] = -2; /* not queried */
	if (rc[0] < 0)
		return;
	rc[1] = store_get_game(st, &g, &err[1]);
	buf_add(&answer[1], g.secret.p, g.secret.n);
	rc[2] = store_each_seat(st, see_seat, &answer[2], &err[2]);
	rc[3] = see_digest(st, &answer[3], &err[3]);
	rc[4] = see_order(st, &answer[4], &err[4]);
	rc[5] = store_get_state(st, &state, &err[5]);
	buf_add(&answer[5], state.bytes.p, state.bytes.n);
	rc[6] = store_outbox_each(st, see_n, &answer[6], &err[6]);
	rc[7] = store_check(st, &err[7]);
	store_game_release(&g);
	store_state_release(&state);
	store_close(st);
}

/* Damage is reported, and undamaged parts are unchanged. */
static void
expect_truth(const struct buf was[static QUESTIONS], const char *name)
{
	struct buf answer[QUESTIONS] = { BUF_INIT };
	struct err err[QUESTIONS];
	int rc[QUESTIONS];

	ask(answer, rc, err);
	for (int i = 0; i < QUESTIONS; i++) {
		if (rc[i] == -1)
			cr_expect_eq(err[i].code, ERR_CORRUPT, "%s, question %d: code %d, %s", name,
			    i, (int)err[i].code, err[i].msg);
		if (rc[i] == 0)
			cr_expect(answer[i].n == was[i].n &&
				memcmp(buf_cstr(&answer[i]), buf_cstr(&was[i]), was[i].n) == 0,
			    "%s, question %d: another answer", name, i);
		buf_release(&answer[i]);
	}
	cr_expect(rc[0] < 0 || rc[7] < 0, "%s: nobody has seen it", name);
}

Test(open, any_damaged_bit)
{
	struct buf was[QUESTIONS] = { BUF_INIT }, bytes;
	struct err err[QUESTIONS];
	int rc[QUESTIONS];

	help_make_game("g", 2);
	ask(was, rc, err);
	bytes = help_bytes("g");
	/* Each byte of the file header, then some of each page: its header, cell pointers and
	 * newest cells. */
	for (size_t i = 0; i < bytes.n; i += i < 200 ? 1 : i % 4096 < 16 ? 3 : 331) {
		char name[40], byte = (char)(bytes.p[i] ^ 1 << i % 8);

		snprintf(name, sizeof name, "byte %zu", i);
		write_over("g", (off_t)i, &byte, 1);
		expect_truth(was, name);
		write_over("g", 0, bytes.p, bytes.n);
	}
	cr_expect_eq(help_last("g", "repaired"), 2);
	buf_release(&bytes);
	for (int i = 0; i < QUESTIONS; i++)
		buf_release(&was[i]);
}

Test(open, names_that_sqlite_takes_for_something_else)
{
	static const char *const path[] = { ":memory:", "file:g?mode=memory", "file:g", "a b%20c" };
	struct err err = ERR_INIT;

	for (size_t i = 0; i < sizeof path / sizeof path[0]; i++) {
		help_make_game(path[i], 0);
		cr_expect_eq(access(path[i], F_OK), 0, "%s: no file of this name", path[i]);
		cr_expect_eq(help_last(path[i], path[i]), 0);
		cr_expect_eq(help_apply(path[i], 1, &err), 0, "%s: %s", path[i], err.msg);
	}
}

Test(open, symbolic_link_is_followed)
{
	struct err err = ERR_INIT;

	cr_assert_eq(mkdir("there", 0777), 0);
	help_make_game("there/g", 0);
	cr_assert_eq(symlink("there/g", "link"), 0);
	cr_expect_eq(help_apply("link", 1, &err), 0, "%s", err.msg);
	cr_expect_eq(help_last("there/g", "through the link"), 1);
}

/* ---- permissions ------------------------------------------------------------------------ */

/* Gives the test game to user nobody and becomes that user. */
static void
be_nobody_with_game(mode_t file, mode_t folder)
{
	cr_assert_eq(mkdir("d", 0777), 0);
	help_make_game("d/g", 1);
	if (geteuid() == 0) {
		cr_assert_eq(chown("d", 65534, 65534), 0);
		cr_assert_eq(chown("d/g", 65534, 65534), 0);
	}
	cr_assert_eq(chmod("d/g", file), 0);
	cr_assert_eq(chmod("d", folder), 0);
	help_drop_root();
}

static void
expect_unchanged(const struct buf *was)
{
	struct buf now = help_bytes("d/g");

	cr_expect(was->n == now.n && memcmp(was->p, now.p, now.n) == 0, "the file has changed");
	buf_release(&now);
}

Test(open, read_only_file)
{
	struct err err = ERR_INIT;
	struct store *st;

	be_nobody_with_game(0400, 0700);
	struct buf was = help_bytes("d/g");

	cr_expect_eq(help_last("d/g", "can be read"), 1);
	cr_expect_eq(store_open(&st, "d/g", STORE_WRITE, false, &err), -1);
	cr_expect_eq(err.code, ERR_BUSY);
	cr_expect_str_eq(err.msg, "d/g: it is read-only", "%s", err.msg);
	cr_expect_str_eq(err.hint, "make it writable or work on a copy");
	expect_unchanged(&was);
	buf_release(&was);
}

Test(open, read_only_folder)
{
	struct err err = ERR_INIT;

	be_nobody_with_game(0600, 0500);
	struct buf was = help_bytes("d/g");

	cr_expect_eq(help_last("d/g", "can be read"), 1);
	cr_expect_eq(help_apply("d/g", 2, &err), -1);
	cr_expect_eq(err.code, ERR_BUSY);
	cr_expect_str_eq(err.msg, "d/g: its folder is read-only", "%s", err.msg);
	cr_expect_str_neq(err.hint, "");
	expect_unchanged(&was);
	buf_release(&was);
}

Test(open, unreadable_file)
{
	struct err err = ERR_INIT;
	struct store *st;

	be_nobody_with_game(0000, 0700);
	cr_expect_eq(store_open(&st, "d/g", STORE_READ, false, &err), -1);
	cr_expect_eq(err.code, ERR_BUSY);
	cr_expect_not_null(strstr(err.msg, "d/g: "), "%s", err.msg);
	cr_expect_not_null(strstr(err.msg, "Permission denied"), "%s", err.msg);
	cr_expect_str_neq(err.hint, "");
}

Test(open, unreadable_folder)
{
	struct err err = ERR_INIT;
	struct store *st;

	be_nobody_with_game(0600, 0000);
	cr_expect_eq(store_open(&st, "d/g", STORE_READ, false, &err), -1);
	cr_expect_eq(err.code, ERR_BUSY);
	cr_expect_str_eq(err.msg, "d/g: Permission denied", "%s", err.msg);
	cr_assert_eq(chmod("d", 0700), 0);
}

/* ---- creating --------------------------------------------------------------------------- */

Test(open, new_file_is_private_whatever_the_umask)
{
	static const mode_t mask[] = { 0000, 0022, 0077, 0777 };

	for (size_t i = 0; i < sizeof mask / sizeof mask[0]; i++) {
		struct stat st;

		umask(mask[i]);
		help_make_game("g", 0);
		cr_expect_eq(stat("g", &st), 0);
		cr_expect_eq(
		    st.st_mode & 07777, 0600, "umask %03o: mode %04o", mask[i], st.st_mode & 07777);
		unlink("g");
	}
}

static void
make_dangling_link(void)
{
	cr_assert_eq(symlink("nowhere", "g"), 0);
}

Test(open, create_never_overwrites)
{
	static const struct row row[] = {
		{ "game", make_newer, ERR_CREATE, "g: exists already" },
		{ "empty file", make_empty, ERR_CREATE, "g: exists already" },
		{ "folder", make_folder, ERR_CREATE, "g: exists already" },
		{ "link to nothing", make_dangling_link, ERR_CREATE, "g: exists already" },
	};

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct err err = ERR_INIT;
		struct store *st;

		row[i].make();
		struct buf was = bytes_if_any();

		cr_expect_eq(store_create(&st, "g", &err), -1, "%s: created", row[i].name);
		cr_expect_eq(err.code, row[i].code, "%s: code %d", row[i].name, (int)err.code);
		cr_expect_str_eq(err.msg, row[i].msg, "%s: %s", row[i].name, err.msg);
		cr_expect_str_neq(err.hint, "", "%s", row[i].name);

		struct buf now = bytes_if_any();

		cr_expect(was.n == now.n && memcmp(buf_cstr(&was), buf_cstr(&now), was.n) == 0,
		    "%s: the file has changed", row[i].name);
		buf_release(&was);
		buf_release(&now);
		if (unlink("g") < 0)
			rmdir("g");
	}
	cr_expect_eq(access("nowhere", F_OK), -1, "created through a link");
}

Test(open, create_without_folder)
{
	struct err err = ERR_INIT;
	struct store *st;

	cr_expect_eq(store_create(&st, "no/g", &err), -1);
	cr_expect_eq(err.code, ERR_CREATE);
	cr_expect_str_eq(err.msg, "no/g: cannot be created: No such file or directory");
}

Test(open, create_in_a_read_only_folder)
{
	struct err err = ERR_INIT;
	struct store *st;

	be_nobody_with_game(0600, 0500);
	cr_expect_eq(store_create(&st, "d/new", &err), -1);
	cr_expect_eq(err.code, ERR_BUSY);
	cr_expect_str_eq(err.msg, "d/new: cannot be created: Permission denied");
}

Test(open, unfinished_creation_leaves_nothing)
{
	struct err err = ERR_INIT;
	struct store *st;

	cr_assert_eq(store_create(&st, "g", &err), 0, "%s", err.msg);
	store_close(st);
	cr_expect_eq(access("g", F_OK), -1, "closed at once");
	cr_assert_eq(store_create(&st, "g", &err), 0, "%s", err.msg);
	cr_assert_eq(store_begin(st, &err), 0, "%s", err.msg);
	cr_assert_eq(store_put_seat(st, 0, "anna", "", &err), 0, "%s", err.msg);
	store_rollback(st);
	/* The same store can retry. */
	cr_assert_eq(store_begin(st, &err), 0, "%s", err.msg);
	cr_assert_eq(store_put_seat(st, 0, "anna", "", &err), 0, "%s", err.msg);
	store_close(st);
	cr_expect_eq(access("g", F_OK), -1, "closed inside the transaction");
	cr_expect_eq(access("g-journal", F_OK), -1);
}

/* ---- statements that fail -------------------------------------------------------------------- */

static struct {
	int at, n; /* pragmas and steps of transactions, counted from 0 */
} fault = { -1, 0 };

static int
authorize(void *arg, int action, const char *what, const char *b, const char *c, const char *d)
{
	(void)arg, (void)b, (void)c, (void)d;
	if (action != SQLITE_PRAGMA &&
	    (action != SQLITE_TRANSACTION || strcmp(what, "ROLLBACK") == 0))
		return SQLITE_OK;
	return fault.n++ == fault.at ? SQLITE_DENY : SQLITE_OK;
}

/* Called for each new connection. */
static int
connected(sqlite3 *db, char **why, const struct sqlite3_api_routines *api)
{
	(void)why, (void)api;
	return sqlite3_set_authorizer(db, authorize, NULL);
}

static int
open_and_check(enum store_mode mode, struct err *err)
{
	struct store *st;
	int result;

	if (store_open(&st, "g", mode, true, err) < 0)
		return -1;
	result = mode == STORE_READ ? store_begin_read(st, err) : store_begin(st, err);
	if (result == 0)
		result = store_commit(st, err);
	store_close(st);
	return result;
}

static int
to_read(struct err *err)
{
	return open_and_check(STORE_READ, err);
}

static int
to_write(struct err *err)
{
	return open_and_check(STORE_WRITE, err);
}

static int
to_check(struct err *err)
{
	struct store *st;
	int result;

	if (store_open(&st, "g", STORE_READ, false, err) < 0)
		return -1;
	result = store_check(st, err);
	store_close(st);
	return result;
}

static int
to_create(struct err *err)
{
	struct store *st;
	int result;

	(void)unlink("new");
	if (store_create(&st, "new", err) < 0)
		return -1;
	result = store_begin(st, err);
	if (result == 0)
		result = store_commit(st, err);
	store_close(st);
	return result;
}

static int
in_memory(struct err *err)
{
	struct store *st;

	if (store_open_memory(&st, err) < 0)
		return -1;
	store_close(st);
	return 0;
}

Test(open, statements_that_fail)
{
	static const struct {
		const char *name;
		int (*run)(struct err *err);
		int least; /* statements */
	} row[] = {
		{ "to read", to_read, 10 },
		{ "to write", to_write, 10 },
		{ "to check", to_check, 10 },
		{ "to create", to_create, 8 },
		{ "in memory", in_memory, 5 },
	};

	help_make_game("g", 1);
	cr_assert_eq(sqlite3_auto_extension((void (*)(void))connected), SQLITE_OK);
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		int failed = 0;

		for (fault.at = 0;; fault.at++) {
			struct err err = ERR_INIT;

			fault.n = 0;
			if (row[i].run(&err) == 0)
				break;
			failed++;
			cr_expect_neq(err.code, ERR_NONE, "%s: %d", row[i].name, fault.at);
			cr_expect_neq(access("new", F_OK), 0, "%s: %d", row[i].name, fault.at);
		}
		cr_expect_eq(
		    failed, fault.n, "%s: %d of %d were reported", row[i].name, failed, fault.n);
		cr_expect_geq(failed, row[i].least, "%s: %d", row[i].name, failed);
		(void)unlink("new");
	}
}

Test(open, file_size_limit)
{
	struct err err = ERR_INIT;
	struct rlimit limit = { 0, RLIM_INFINITY };

	help_make_game("g", 2);
	struct buf was = help_bytes("g");

	/* Space for the journal, but not for a longer file. */
	limit.rlim_cur = was.n;
	signal(SIGXFSZ, SIG_IGN);
	cr_assert_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
	cr_expect_eq(help_apply("g", 3, &err), -1);
	cr_expect_eq(err.code, ERR_BUSY, "code %d", (int)err.code);
	cr_expect_str_eq(err.msg, "g: reading or writing it failed: File too large", "%s", err.msg);

	struct buf now = help_bytes("g");

	cr_expect(was.n == now.n && memcmp(was.p, now.p, now.n) == 0, "the file has changed");
	buf_release(&was);
	buf_release(&now);
	limit.rlim_cur = RLIM_INFINITY;
	cr_assert_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
	cr_expect_eq(help_last("g", "after the limit"), 2);
}

/* Makes a file of the version before. */
static const char version_7[] =
    "DROP TABLE mailing;"
    "CREATE TABLE mailing(\n"
    "  seat INTEGER PRIMARY KEY REFERENCES seat DEFERRABLE INITIALLY DEFERRED,\n"
    "  which TEXT NOT NULL CHECK (which IN ('all', 'mine', 'daily')),\n"
    "  narrow INTEGER NOT NULL CHECK (narrow BETWEEN 0 AND 1),\n"
    "  seq INTEGER NOT NULL CHECK (seq >= 0),\n"
    "  asked TEXT NOT NULL CHECK (length(asked) <= 254\n"
    "    AND asked NOT GLOB '*[^!-~]*' AND asked NOT GLOB '-*'),\n"
    "  ask_new INTEGER NOT NULL CHECK (ask_new >= 0),\n"
    "  ask_old INTEGER NOT NULL CHECK (ask_old >= 0)\n"
    ") STRICT;"
    "PRAGMA user_version = 7;";

Test(open, version_before_gets_what_is_new)
{
	struct err err = ERR_INIT;
	struct store *st;
	struct store_mail_setting set;

	help_make_game("g", 2);
	help_sql_summed("g", version_7);
	help_sql_summed("g", "INSERT INTO mailing VALUES(1, 'daily', 1, 9, 'a@b', 3, 4)");
	cr_assert_eq(store_open(&st, "g", STORE_READ, true, &err), 0, "%s", err.msg);
	cr_assert_eq(store_get_mail_setting(st, 1, &set, &err), 0, "%s", err.msg);
	cr_expect_str_eq(set.which, "daily");
	cr_expect(set.narrow);
	cr_expect_eq(set.seq, 9);
	cr_expect_str_eq(buf_cstr(&set.asked), "a@b");
	cr_expect_eq(set.ask_new, 3);
	cr_expect_eq(set.ask_old, 4);
	cr_expect_str_eq(set.lang, "");
	store_mail_setting_release(&set);
	store_close(st);
	cr_assert_eq(store_open(&st, "g", STORE_WRITE, true, &err), 0, "%s", err.msg);
	store_close(st);
	cr_expect_eq(help_apply("g", 3, &err), 0, "%s", err.msg);
	cr_expect_eq(help_last("g", "after the change"), 3);
}

Test(open, new_table_in_a_file_of_the_version_before)
{
	struct err err = ERR_INIT;
	struct store *st;

	help_make_game("g", 2);
	help_sql_summed("g", "PRAGMA user_version = 7");
	cr_expect_eq(store_open(&st, "g", STORE_READ, true, &err), -1);
	cr_expect_eq(err.code, ERR_CORRUPT, "%s", err.msg);
}

Test(open, version_before_is_not_changed_if_it_is_damaged)
{
	struct err err = ERR_INIT;
	struct store *st;

	help_make_game("g", 2);
	help_sql_summed("g", version_7);
	help_sql_summed("g", "DROP TRIGGER digest_delete");
	struct buf was = help_bytes("g");

	cr_expect_eq(store_open(&st, "g", STORE_WRITE, true, &err), -1);
	cr_expect_eq(err.code, ERR_CORRUPT, "%s", err.msg);
	struct buf now = help_bytes("g");

	cr_expect(was.n == now.n && memcmp(was.p, now.p, now.n) == 0, "the file has changed");
	buf_release(&was);
	buf_release(&now);
}
