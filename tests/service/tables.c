/* A folder of tables: which files are visited, in which order, and what is reported. */
#include <criterion/criterion.h>
#include <sys/stat.h>
#include <unistd.h>

#include "record/rollback.h"
#include "service/aid.h"
#include "service/rollback_check.h"
#include "service/tables.h"

static struct service s;
static struct buf visited; /* names of the visited files, a line each */

static int
visit(struct table_run *run, void *arg, struct table_index_found *found, struct err *err)
{
	(void)found;
	buf_fmt(&visited, "%s\n", strrchr(run->path, '/') + 1);
	return arg != NULL ? err_set(err, ERR_RULE, "refused %s", run->path) : 0;
}

static const struct tables_verb verb = { .each = visit };
static const struct tables_verb any = { .each = visit, .any_name = true };

static int
each(const char *where, const struct tables_verb *of, void *arg, struct err *err)
{
	struct table_run run = s.run;

	*err = (struct err)ERR_INIT;
	run.host = NULL;
	buf_clear(&visited);
	return tables_each(&run, where, of, arg, err);
}

/* What may be in a folder besides a table. */
enum kind { NOTHING, COPY, GARBAGE, EMPTY, CUT, FOLDER, LINK, DANGLING, LOOP, PIPE };

static void
make(enum kind kind, const char *path)
{
	struct stat st;

	switch (kind) {
	case NOTHING:
		break;
	case COPY:
		service_copy(s.t.path, path);
		break;
	case GARBAGE:
		service_put(path, "no game\n", 8);
		break;
	case EMPTY:
		service_put(path, "", 0);
		break;
	case CUT:
		service_copy(s.t.path, path);
		cr_assert_eq(stat(path, &st), 0);
		cr_assert_eq(truncate(path, st.st_size / 2), 0);
		break;
	case FOLDER:
		cr_assert_eq(mkdir(path, 0700), 0);
		break;
	case LINK:
		cr_assert_eq(symlink(s.t.path, path), 0);
		break;
	case DANGLING:
		cr_assert_eq(symlink("nowhere.db", path), 0);
		break;
	case LOOP:
		cr_assert_eq(symlink(path, path), 0);
		break;
	case PIPE:
		cr_assert_eq(mkfifo(path, 0600), 0);
		break;
	}
}

/* The table of the game is in the folder, too: nothing beside it may hide it. */
Test(tables, a_bad_file_does_not_stop_the_pass)
{
	static const struct {
		const char *name, *file;
		enum kind kind;
		bool visited, failed;
		const char *says; /* a message, or the error */
	} row[] = {
		{ "the table alone", "-", NOTHING, false, false, NULL },
		{ "a copy", "copy.db", COPY, false, false,
		    "copy.db has game k7q2m4xw, whose file in this folder is k7q2m4xw.db: "
		    "skipped" },
		{ "a copy after it", "z.db", COPY, false, false, "skipped" },
		{ "a name that continues that of the game", "k7q2m4xw2.db", COPY, false, false,
		    "skipped" },
		{ "a hidden copy", ".k7q2m4xw.db", COPY, false, false, NULL },
		{ "another suffix", "k7q2m4xw.db.old", COPY, false, false, NULL },
		{ "the suffix alone", ".db", COPY, false, false, NULL },
		{ "garbage", "a.db", GARBAGE, false, true, "a.db" },
		{ "garbage after it", "z.db", GARBAGE, false, true, "z.db" },
		{ "an empty file", "a.db", EMPTY, false, true, "a.db" },
		{ "a file that was cut", "a.db", CUT, false, true, "a.db" },
		{ "a folder", "a.db", FOLDER, false, true, "a.db" },
		{ "a link to a table", "a.db", LINK, false, false, "skipped" },
		{ "a link to nothing", "a.db", DANGLING, false, true, "a.db" },
		{ "a link to itself", "a.db", LOOP, false, true, "a.db" },
		{ "a pipe", "a.db", PIPE, false, true, "a.db" },
	};

	service_open(&s);
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		char dir[TEST_FOLDER];
		struct err err;
		int result;

		test_folder(dir);
		service_copy(s.t.path, service_path(dir, "k7q2m4xw.db"));
		make(row[i].kind, service_path(dir, row[i].file));
		result = each(dir, &verb, NULL, &err);
		cr_expect_eq(result, row[i].failed ? -1 : 0, "%s: %s", row[i].name, err.msg);
		cr_expect_str_eq(buf_cstr(&visited), "k7q2m4xw.db\n", "%s", row[i].name);
		if (row[i].failed)
			cr_expect_not_null(
			    strstr(err.msg, row[i].says), "%s: %s", row[i].name, err.msg);
		if (row[i].failed || row[i].says == NULL)
			cr_expect_eq(s.user.said.n, 0, "%s: %s", row[i].name, s.user.said.p);
		else
			cr_expect(test_user_heard(&s.user, row[i].says), "%s", row[i].name);
		buf_clear(&s.user.said);
	}
	service_close(&s);
}

/* The first failure is the result; the others are reported, also if the verb is quiet. */
Test(tables, each_failure_is_reported_once)
{
	struct err err;

	service_open(&s);
	make(GARBAGE, service_path(s.dir, "a.db"));
	make(DANGLING, service_path(s.dir, "b.db"));
	make(COPY, service_path(s.dir, "k7q2m4xw.db"));
	s.user.out.quiet = true;
	cr_expect_eq(each(s.dir, &verb, &s, &err), -1);
	cr_expect_not_null(strstr(err.msg, "a.db"), "%s", err.msg);
	cr_expect_null(strstr(buf_cstr(&s.user.said), "a.db"), "%s", s.user.said.p);
	cr_expect_not_null(strstr(buf_cstr(&s.user.said), "b.db"), "%s", s.user.said.p);
	cr_expect_not_null(strstr(buf_cstr(&s.user.said), "refused "), "%s", s.user.said.p);
	cr_expect(s.user.out.quiet);
	service_close(&s);
}

Test(tables, a_folder_without_tables)
{
	struct err err;

	service_open(&s);
	service_put(service_path(s.dir, "notes.txt"), "x", 1);
	cr_expect_eq(each(s.dir, &verb, NULL, &err), 0, "%s", err.msg);
	cr_expect(test_user_heard(&s.user, "no table in "));
	cr_expect_eq(each(s.dir, &any, NULL, &err), 0, "%s", err.msg);
	cr_expect_eq(s.user.said.n, 0);
	cr_expect_eq(each(service_path(s.dir, "none"), &verb, NULL, &err), -1);
	cr_expect_eq(err.code, ERR_NOT_FOUND, "%s", err.msg);
	service_close(&s);
}

/* A single file may have any name. */
Test(tables, a_file)
{
	struct err err;

	service_open(&s);
	cr_expect_eq(each(s.t.path, &verb, NULL, &err), 0, "%s", err.msg);
	cr_expect_str_eq(buf_cstr(&visited), "game.db\n");
	cr_expect_eq(s.user.said.n, 0);
	service_close(&s);
}

/* ---- one game in a folder ---------------------------------------------------------------------- */

Test(tables, find)
{
	static const struct {
		const char *name, *game;
		bool noted; /* this home has hosted the game */
		enum kind first, second;
		const char *found;
		int result;
	} row[] = {
		{ "a copy", "k7q2m4xw", true, COPY, NOTHING, "a.db", 0 },
		{ "the first of two", "k7q2m4xw", true, COPY, COPY, "a.db", 0 },
		{ "after garbage", "k7q2m4xw", true, GARBAGE, COPY, "b.db", 0 },
		{ "after a file that was cut", "k7q2m4xw", true, CUT, COPY, "b.db", 0 },
		{ "a link", "k7q2m4xw", true, LINK, NOTHING, "a.db", 0 },
		{ "a game of another home", "k7q2m4xw", false, COPY, NOTHING, NULL, 0 },
		{ "another game", "k7q2m4xx", true, COPY, NOTHING, NULL, 0 },
		{ "no game", "../x", true, COPY, NOTHING, NULL, 0 },
		{ "nothing", "k7q2m4xw", true, NOTHING, NOTHING, NULL, 0 },
		{ "garbage alone", "k7q2m4xw", true, GARBAGE, NOTHING, NULL, 0 },
	};

	service_open(&s);
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct table_run run = s.run;
		char dir[TEST_FOLDER], home[TEST_FOLDER];
		struct buf path = BUF_INIT;
		struct err err = ERR_INIT;

		test_folder(dir);
		test_folder(home);
		s.user.u.home = home;
		if (row[i].noted)
			rollback_check_note_new(&run, &s.t.digest);
		make(row[i].first, service_path(dir, "a.db"));
		make(row[i].second, service_path(dir, "b.db"));
		cr_expect_eq(tables_find(&run, dir, row[i].game, &path, &err), row[i].result,
		    "%s: %s", row[i].name, err.msg);
		cr_expect_str_eq(buf_cstr(&path),
		    row[i].found != NULL ? service_path(dir, row[i].found) : "", "%s", row[i].name);
		cr_expect_eq(s.user.said.n, 0, "%s: %s", row[i].name, buf_cstr(&s.user.said));
		cr_expect_eq(run.host, s.run.host, "%s", row[i].name);
		buf_release(&path);
	}
	service_close(&s);
}
