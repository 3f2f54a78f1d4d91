/* The games of a home (src/record/active_games.h): which one is meant, and which are listed. */
#include <criterion/criterion.h>
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "games/games.h"
#include "host/aid.h"
#include "host/user.h"
#include "record/active_games.h"
#include "record/folder.h"
#include "record/home.h"
#include "record/saved_digest.h"

static char home[TEST_FOLDER];
static struct test_user user;
static struct err err;

/* Stores the newest digest of a new table, of which all seats have resigned if `over`. */
static void
put_game(const char *name, bool over)
{
	struct host_table_params a = {
		.rules = rules_all[0], .clock = { .limit_s = -1 }, .seated = 7
	};
	struct buf text = BUF_INIT, dir = BUF_INIT;
	struct home_hold hold;
	struct transcript tr;
	struct test_table t;

	(void)snprintf(a.game, sizeof a.game, "%s", name);
	table_open_as(&t, &a, 3, "p");
	for (unsigned s = 0; over && s < 3; s++)
		cr_assert_eq(table_order(&t, s, "resign", TURN_ANY, &err), 0, "%s", err.msg);
	buf_add(&text, t.digest.p, t.digest.n);
	transcript_load(&tr, rules_all, &text, NULL);
	cr_assert_eq(home_lock(home, name, &hold, &err), 0, "%s", err.msg);
	cr_assert_eq(home_folder(home, name, &dir, &err), 0, "%s", err.msg);
	cr_assert_eq(folder_make(dir.p, &err), 0, "%s", err.msg);
	cr_assert_geq(saved_digest_add(dir.p, &tr, &tr.copy[0], SAVED_DIGEST_NONE, NULL, &err), 0,
	    "%s", err.msg);
	home_unlock(&hold);
	transcript_release(&tr);
	buf_release(&dir);
	table_close(&t);
}

/* Expects this result of active_games_pick, and that the folder or the message ends in `says`. */
static void
expect_pick(int result, const char *says)
{
	struct buf dir = BUF_INIT;
	const char *text;

	err = (struct err)ERR_INIT;
	cr_expect_eq(active_games_pick(&user.u, &dir, &err), result, "%s", err.msg);
	text = result == 0 ? buf_cstr(&dir) : err.msg;
	cr_expect(
	    strlen(text) >= strlen(says) && strcmp(text + strlen(text) - strlen(says), says) == 0,
	    "%s: not %s", text, says);
	buf_release(&dir);
}

static void
count(void *arg, const struct active_game *g)
{
	cr_expect_eq(g->d->pub.known.phase, PHASE_PLAY);
	++*(unsigned *)arg;
}

Test(active, the_running_game_is_meant)
{
	unsigned n = 0;

	test_folder(home);
	test_user_open(&user, home);
	expect_pick(-1, "no digest given");
	put_game("over2345", true);
	expect_pick(0, "over2345");
	put_game("runs2345", false);
	expect_pick(0, "runs2345");
	cr_expect_eq(active_games_each(&user.u, count, &n, &err), 0, "%s", err.msg);
	cr_expect_eq(n, 1);
	cr_expect_eq(active_games_list(&user.u, TABLE_NOW, &err), 0, "%s", err.msg);
	cr_expect(strstr(buf_cstr(&user.text), "over2345") != NULL &&
		strstr(user.text.p, "runs2345") != NULL,
	    "both are listed: %s", user.text.p);
	user.u.game = "over2345";
	expect_pick(0, "over2345");
	user.u.game = "other";
	expect_pick(-1, "no digest of game other was read here yet");
	test_user_close(&user);
}

Test(active, two_that_run_are_named)
{
	test_folder(home);
	test_user_open(&user, home);
	put_game("two23456", false);
	put_game("one23456", false);
	expect_pick(1, "there are: one23456, two23456");
	test_user_close(&user);
}

/* Overwrites the digests of a game. */
static void
damage(const char *name)
{
	struct buf dir = BUF_INIT;
	struct dirent *e;
	DIR *d;

	cr_assert_eq(home_folder(home, name, &dir, &err), 0, "%s", err.msg);
	buf_str(&dir, "/turns");
	d = opendir(dir.p);
	cr_assert_not_null(d);
	while ((e = readdir(d)) != NULL) {
		int fd = openat(dirfd(d), e->d_name, O_WRONLY | O_TRUNC);

		if (fd >= 0)
			cr_assert(write(fd, "damaged\n", 8) == 8 && close(fd) == 0);
	}
	cr_assert_eq(closedir(d), 0);
	buf_release(&dir);
}

/* A game whose newest digest cannot be read may be running, so it is meant and listed. */
Test(active, one_that_cannot_be_read_may_be_running)
{
	struct buf from = BUF_INIT, to = BUF_INIT;
	unsigned n = 0;

	test_folder(home);
	test_user_open(&user, home);
	put_game("over2345", true);
	put_game("bad23456", false);
	damage("bad23456");
	expect_pick(0, "bad23456");
	cr_expect_eq(active_games_each(&user.u, count, &n, &err), 0, "%s", err.msg);
	cr_expect_eq(n, 0, "what cannot be read is not called for");
	cr_expect_eq(active_games_list(&user.u, TABLE_NOW, &err), 0, "%s", err.msg);
	cr_expect(test_user_heard(&user, "bad23456"), "%s", buf_cstr(&user.said));
	/* The folder of another game, renamed. */
	put_game("runs2345", false);
	cr_assert(home_folder(home, "runs2345", &from, &err) == 0 &&
	    home_folder(home, "else2345", &to, &err) == 0);
	cr_assert_eq(rename(from.p, to.p), 0);
	cr_expect_eq(active_games_list(&user.u, TABLE_NOW, &err), 0, "%s", err.msg);
	cr_expect(test_user_heard(&user, "newest digest of game else2345 cannot be read"), "%s",
	    buf_cstr(&user.said));
	expect_pick(1, "there are: bad23456, else2345");
	buf_release(&from);
	buf_release(&to);
	test_user_close(&user);
}
