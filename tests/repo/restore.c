/* A game file and the digests of a repository, brought to the same state. */
#include <criterion/criterion.h>
#include <unistd.h>

#include "repo/restore.h"
#include "service/aid.h"

enum { DIGESTS = 4 };

static struct service s;
static struct buf digest[DIGESTS];
static struct err err;
static const char *file; /* the game file at work */

/* A table with digests 0 to 3; copies of its file when it had 1 and all of them. */
static void
begin(void)
{
	struct digest_layout t;
	size_t at = 0;

	service_open(&s);
	service_play(&s, 1);
	service_copy(s.t.path, service_path(s.dir, "old.db"));
	service_play(&s, 2);
	for (size_t i = 0; i < DIGESTS; i++) {
		cr_assert_eq(digest_next(s.t.all.p, s.t.all.n, &at, &t, &err), 1, "%s", err.msg);
		buf_add(&digest[i], s.t.all.p + t.whole.at, t.whole.n);
	}
	file = service_path(s.dir, "game.db");
}

static void
end(void)
{
	for (size_t i = 0; i < DIGESTS; i++)
		buf_release(&digest[i]);
	service_close(&s);
}

/* Opens the output of git cat-file --batch: a letter for the place (main, past, other), then the
 * number of the digest that is there. */
static FILE *
batch(const char *recipe)
{
	FILE *f = tmpfile();

	cr_assert_not_null(f);
	for (const char *c = recipe; *c != '\0'; c += 2) {
		const struct buf *text = &digest[c[1] - '0'];

		(void)fprintf(f, "%s blob %zu\n%s\n",
		    c[0] == 'm'     ? "main" :
			c[0] == 'p' ? "past" :
				      "other",
		    text->n, buf_cstr(text));
	}
	(void)fputs("end missing\n", f);
	rewind(f);
	return f;
}

static int
run(const char *recipe, const char *game, bool imports, int64_t *newest)
{
	struct restore how = {
		.game = game, .batch = batch(recipe), .is_placed = true, .imports = imports
	};
	int result;

	s.run.host = NULL;
	err = (struct err)ERR_INIT;
	result = restore_run(&s.run, file, &how, newest, &err);
	(void)fclose(how.batch);
	return result;
}

/* Returns the number of the newest digest of a game file. */
static int64_t
newest_of(const char *path)
{
	struct buf text = BUF_INIT;
	struct host *h;
	int64_t n = -1;

	cr_assert_eq(host_open(&h, path, false, rules_all, &err), 0, "%s", err.msg);
	cr_assert_eq(host_text(h, &n, &text, &err), 0, "%s", err.msg);
	host_close(h);
	buf_release(&text);
	return n;
}

Test(restore, a_lost_file_is_made_again)
{
	int64_t newest;

	begin();
	cr_assert_eq(run("m0m1p2o3", NULL, false, &newest), 0, "%s", err.msg);
	cr_expect_eq(newest, 3);
	cr_expect_eq(newest_of(file), 3);
	cr_expect_neq(access(service_path(s.dir, "game.db.1"), F_OK), 0, "nothing was there");
	end();
}

Test(restore, an_old_file_is_moved_aside)
{
	int64_t newest;

	begin();
	service_copy(service_path(s.dir, "old.db"), file);
	cr_assert_eq(run("m0m1m2m3", NULL, false, &newest), 0, "%s", err.msg);
	cr_expect_eq(newest, 3);
	cr_expect_eq(newest_of(file), 3);
	cr_expect_eq(newest_of(service_path(s.dir, "game.db.1")), 1);
	cr_expect(test_user_heard(
	    &s.user, "ended at digest 1, main at 3: made again; the old one is game.db.1"));
	end();
}

Test(restore, the_newest_file_stays)
{
	int64_t newest;

	begin();
	service_copy(s.t.path, file);
	cr_assert_eq(run("m0m1", NULL, true, &newest), 0, "%s", err.msg);
	cr_expect_eq(newest, 3);
	cr_expect_neq(access(service_path(s.dir, "game.db.1"), F_OK), 0);
	cr_expect(test_user_heard(&s.user, "main lacks digests 2 to 3"));
	cr_expect_not_null(strstr(buf_cstr(&s.user.text), "# seats p1 p2 p3\n"));
	end();
}

Test(restore, what_changes_nothing)
{
	static const struct {
		const char *recipe, *game;
		enum err_code code;
		const char *words;
	} row[] = {
		{ "m1m2", NULL, ERR_NOT_FOUND, "digest 0" },
		{ "m0m1m3", NULL, ERR_PENDING, "digest 2 is missing, but digest 3 is there" },
		{ "m0m1m2", "another", ERR_AUTH, "another" },
		{ "", NULL, ERR_NOT_FOUND, "no digest" },
	};
	int64_t newest;

	begin();
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		cr_expect_eq(run(row[i].recipe, row[i].game, false, &newest), -1, "%zu", i);
		cr_expect_eq(err.code, row[i].code, "%zu: %s", i, err.msg);
		cr_expect_not_null(strstr(err.msg, row[i].words), "%zu: %s", i, err.msg);
		cr_expect_neq(access(file, F_OK), 0, "%zu", i);
	}
	end();
}

/* The same orders on another file of the same keys make other digests with the same numbers. */
Test(restore, a_fork_changes_nothing)
{
	struct test_table other;
	int64_t newest;

	begin();
	table_open_again(&other, &s.t, 52);
	service_copy(other.path, file);
	cr_expect_eq(run("m0m1m2m3", NULL, false, &newest), -1);
	cr_expect_eq(err.code, ERR_AUTH, "%s", err.msg);
	cr_expect_eq(newest_of(file), 0);
	table_close(&other);
	end();
}

Test(restore, the_first_digest_alone)
{
	FILE *in;

	begin();
	in = batch("m0m1o0");
	cr_expect_eq(restore_print_first(&s.user.u, in, &err), 0, "%s", err.msg);
	cr_expect_eq(strncmp(buf_cstr(&s.user.text), digest[0].p, s.user.text.n), 0);
	cr_expect_gt(s.user.text.n, 0);
	cr_expect_null(strstr(buf_cstr(&s.user.text), "\nn: 1\n"));
	(void)fclose(in);
	end();
}
