/* The tables that messages name: which are opened, how often, and what stays closed. */
#include <criterion/criterion.h>

#include "service/aid.h"
#include "service/mail_tables.h"

static struct service s;
static struct mail_tables m;
static struct err err;
static const struct mail_flush how = { .log = -1 };

static void
begin(const char *where, bool is_folder)
{
	s.run.host = NULL;
	s.run.path = NULL;
	m = (struct mail_tables){
		.run = &s.run, .where = where, .is_folder = is_folder, .how = &how, .timer = -1
	};
}

static int
find(const char *game, bool opens, struct host **out)
{
	err = (struct err)ERR_INIT;
	m.is_closed = false;
	return mail_tables_find(&m, game, opens, out, &err);
}

Test(mail_tables, a_game_file_is_the_table_of_every_name)
{
	struct host *a, *b;

	service_open(&s);
	begin(s.t.path, false);
	cr_expect_eq(find("k7q2m4xw", false, &a), 0);
	cr_expect_null(a, "it is not open yet");
	cr_expect_eq(find("k7q2m4xw", true, &a), 0, "%s", err.msg);
	cr_assert_not_null(a);
	cr_expect_eq(find("other", false, &b), 0, "%s", err.msg);
	cr_expect_eq(a, b);
	cr_expect_eq(s.run.host, a);
	cr_expect_str_eq(s.run.path, s.t.path);
	mail_tables_close(&m);
	cr_expect_null(s.run.host);
	service_close(&s);
}

Test(mail_tables, in_a_folder_a_table_has_the_name_of_its_game)
{
	struct host *a, *b;

	service_open(&s);
	service_copy(s.t.path, service_path(s.dir, "k7q2m4xw.db"));
	service_copy(s.t.path, service_path(s.dir, "abcdefgh.db"));
	begin(s.dir, true);
	cr_expect_eq(find("k7q2m4xw", true, &a), 0, "%s", err.msg);
	cr_assert_not_null(a);
	cr_expect_eq(find("k7q2m4xw", true, &b), 0, "%s", err.msg);
	cr_expect_eq(a, b, "it is opened once");
	cr_expect_eq(m.n_open, 1);
	cr_expect_eq(find("../k7q2m4xw", true, &b), 0, "not a name of a game: %s", err.msg);
	cr_expect_null(b);
	cr_expect_eq(find("zzzzzzzz", true, &b), 0, "no such table: %s", err.msg);
	cr_expect_null(b);
	cr_expect_not(m.is_closed);
	/* a file with the name of another game stays closed, with the same reason */
	for (int i = 0; i < 2; i++) {
		cr_expect_eq(find("abcdefgh", true, &b), -1);
		cr_expect_eq(err.code, ERR_BUSY);
		cr_expect_not_null(strstr(err.msg, "k7q2m4xw.db"), "%s", err.msg);
		cr_expect(m.is_closed);
		cr_expect_eq(m.n_closed, 1);
	}
	mail_tables_close(&m);
	service_close(&s);
}

Test(mail_tables, a_table_that_could_not_be_opened_is_not_tried_again)
{
	const char *path;
	struct host *a;

	service_open(&s);
	path = service_path(s.dir, "k7q2m4xw.db");
	service_put(path, "no game\n", 8);
	begin(s.dir, true);
	cr_expect_eq(find("k7q2m4xw", true, &a), -1);
	cr_expect(m.is_closed);
	service_copy(s.t.path, path);
	cr_expect_eq(find("k7q2m4xw", true, &a), -1, "the same run");
	mail_tables_close(&m);
	begin(s.dir, true);
	cr_expect_eq(find("k7q2m4xw", true, &a), 0, "the next run: %s", err.msg);
	cr_expect_not_null(a);
	mail_tables_close(&m);
	service_close(&s);
}
