/* The process is stopped at every step by which a transaction changes files. Afterwards the game
 * must be the old or the new one, complete. */
#include <criterion/criterion.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <sys/wait.h>
#include <unistd.h>

#include "few.h"
#include "store/help.h"
#include "store/shim.h"

TestSuite(crash, .init = help_enter, .fini = help_leave);

enum { OLD = 2, NEW = 3, STEPS_MAX = 500 };

struct mode {
	const char *name;
	enum shim_stop stop;
};

static const struct mode mode[] = {
	{ "killed before the step", SHIM_BEFORE },
	{ "killed in the middle of a write", SHIM_TORN },
	{ "power cut, unsynced writes lost", SHIM_LOSE_ALL },
	{ "power cut, unsynced writes of the file lost", SHIM_LOSE_FILE },
	{ "power cut, unsynced writes of the journal lost", SHIM_LOSE_JOURNAL },
};

/* Runs `work` in a child that is stopped at step k. Returns 0 if it ended before, 1 if it was
 * stopped. */
static int
run_stopped(int (*work)(void), enum shim_stop stop, int k, const char *name)
{
	int status;
	pid_t pid = fork();

	cr_assert(pid >= 0);
	if (pid == 0) {
		shim_install(stop, k);
		int rc = work();

		shim_end();
		_exit(rc < 0 ? 1 : 0);
	}
	cr_assert_eq(waitpid(pid, &status, 0), pid);
	cr_assert(WIFEXITED(status), "%s, step %d: died of %d", name, k, WTERMSIG(status));
	cr_assert(WEXITSTATUS(status) == 0 || WEXITSTATUS(status) == SHIM_STATUS,
	    "%s, step %d: status %d", name, k, WEXITSTATUS(status));
	return WEXITSTATUS(status) == SHIM_STATUS;
}

static int
apply_new(void)
{
	struct err err = ERR_INIT;

	return help_apply("g", NEW, &err);
}

/* Writes to the same inode, since a moved file would be checked completely. */
static void
put_back(const struct buf *bytes)
{
	int fd = open("g", O_WRONLY | O_TRUNC);

	unlink("g-journal");
	cr_assert_eq(write(fd, bytes->p, bytes->n), (ssize_t)bytes->n);
	close(fd);
}

/* The next turn of game "g", which ends with digest OLD. */
static void
stop_at_every_step(void)
{
	struct buf old;

	old = help_bytes("g");
	for (size_t i = 0; i < sizeof mode / sizeof mode[0]; i++) {
		int n_old = 0, n_new = 0, k = 1;

		for (; k<STEPS_MAX; k += few_step()> 1 ? 3 : 1) {
			char name[80];

			put_back(&old);
			snprintf(name, sizeof name, "%s %d", mode[i].name, k);
			int stopped = run_stopped(apply_new, mode[i].stop, k, mode[i].name);
			int64_t last = help_last("g", name);

			cr_expect(last == OLD || last == NEW, "%s: %lld", name, (long long)last);
			n_old += last == OLD;
			n_new += last == NEW;
			/* The next process continues from there. */
			if (last == OLD) {
				struct err err = ERR_INIT;

				cr_expect_eq(
				    help_apply("g", NEW, &err), 0, "%s: %s", name, err.msg);
				cr_expect_eq(help_last("g", name), NEW, "%s", name);
			}
			if (stopped)
				continue;
			cr_expect_eq(last, NEW, "%s: committed, and lost all the same", name);
			break;
		}
		cr_expect_lt(k, STEPS_MAX, "%s: never came to the end", mode[i].name);
		cr_expect_gt(n_old, 10, "%s: stopped only %d times", mode[i].name, n_old);
		cr_expect_gt(n_new, 0, "%s: never committed", mode[i].name);
	}
	buf_release(&old);
}

Test(crash, every_step_of_a_turn)
{
	shim_install(SHIM_NEVER, 0);
	help_make_game("g", OLD);
	stop_at_every_step();
}

/* Copies what is beside "g" beside another game, and opens that. Returns whether it was refused. */
static bool
is_refused(const char *suffix)
{
	struct buf before = help_bytes("other"), after;
	struct err err = ERR_INIT;
	struct store *st;
	char command[80], name[20];

	snprintf(command, sizeof command, "cp g%s other%s", suffix, suffix);
	snprintf(name, sizeof name, "/other%s: ", suffix);
	cr_assert_eq(system(command), 0);
	const bool refused = store_open(&st, "other", STORE_WRITE, true, &err) < 0;

	if (refused) {
		cr_expect_eq(err.code, ERR_CORRUPT);
		cr_expect_not_null(strstr(err.msg, name), "%s", err.msg);
		cr_expect_str_eq(err.hint, "move it away from there; it would destroy other");
		cr_assert_eq(
		    unlink(strcmp(suffix, "-wal") == 0 ? "other-wal" : "other-journal"), 0);
	} else {
		store_close(st);
	}
	after = help_bytes("other");
	cr_expect(
	    before.n == after.n && memcmp(before.p, after.p, before.n) == 0, "other has changed");
	buf_release(&before);
	buf_release(&after);
	cr_expect_eq(help_last("other", suffix), OLD);
	return refused;
}

Test(crash, journals_of_other_games_are_refused)
{
	struct buf old;
	int n_hot = 0;

	shim_install(SHIM_NEVER, 0);
	help_make_game("other", OLD);
	help_make_game("g", OLD);
	old = help_bytes("g");
	for (int k = 1; run_stopped(apply_new, SHIM_BEFORE, k, "another game") != 0; k++) {
		if (access("g-journal", F_OK) == 0) {
			n_hot += is_refused("-journal");
			cr_assert_eq(system("cp g moved && cp g-journal moved-journal"), 0);
			cr_expect_eq(help_last("moved", "copied with its journal"), OLD);
		}
		put_back(&old);
	}
	cr_expect_gt(n_hot, 10, "refused only %d times", n_hot);
	buf_release(&old);
}

Test(crash, logs_of_other_programs_are_refused)
{
	sqlite3 *db;

	help_make_game("other", OLD);
	cr_assert_eq(sqlite3_open("g", &db), SQLITE_OK);
	cr_assert_eq(
	    sqlite3_exec(db, "PRAGMA journal_mode = WAL; CREATE TABLE t(a)", NULL, NULL, NULL),
	    SQLITE_OK);
	cr_expect(is_refused("-wal"));
	cr_assert_eq(sqlite3_close(db), SQLITE_OK);
}

static int
create_new(void)
{
	help_make_game("n", 0);
	return 0;
}

Test(crash, every_step_of_creation)
{
	int n_none = 0, n_whole = 0;

	for (int k = 1; k < STEPS_MAX; k++) {
		struct err err = ERR_INIT;
		struct store *st;
		int stopped = run_stopped(create_new, SHIM_BEFORE, k, "creation");

		if (store_open(&st, "n", STORE_READ, true, &err) < 0) {
			cr_expect_eq(err.code, ERR_CORRUPT, "step %d: %s", k, err.msg);
			cr_expect_str_eq(
			    err.msg, "n: an empty file, not a game", "step %d: %s", k, err.msg);
			n_none++;
		} else {
			store_close(st);
			cr_expect_eq(help_last("n", "creation"), 0, "step %d", k);
			n_whole++;
		}
		unlink("n");
		unlink("n-journal");
		if (!stopped)
			break;
	}
	cr_expect_gt(n_none, 5);
	cr_expect_gt(n_whole, 0);
}

/* If even overwriting needs space, the change cannot be rolled back at once: the journal stays,
 * and the next open rolls it back. */
Test(crash, full_disk_that_copies_on_write)
{
	int n_failed = 0, k = 1;

	help_make_game("g", OLD);
	for (; k < STEPS_MAX; k++) {
		struct err err = ERR_INIT;

		shim_install(SHIM_FULL_COPY, k);
		int rc = help_apply("g", NEW, &err);
		shim_install(SHIM_NEVER, 0);

		if (rc == 0)
			break;
		n_failed++;
		cr_expect_eq(err.code, ERR_BUSY, "step %d: code %d", k, (int)err.code);
		cr_expect_str_eq(err.msg, "g: the disk is full", "step %d: %s", k, err.msg);
		cr_expect_eq(help_last("g", "there is space again"), OLD, "step %d", k);
	}
	cr_expect_gt(n_failed, 10, "failed only %d times", n_failed);
	cr_expect_eq(help_last("g", "there is space again"), NEW);
}

Test(crash, disk_full_at_every_step)
{
	int n_failed = 0;

	help_make_game("g", OLD);
	struct buf old = help_bytes("g");

	for (int k = 1; k < STEPS_MAX; k++) {
		struct err err = ERR_INIT;

		shim_install(SHIM_FULL, k);
		int rc = help_apply("g", NEW, &err);
		shim_install(SHIM_NEVER, 0);

		if (rc == 0)
			break;
		n_failed++;
		cr_expect_eq(err.code, ERR_BUSY, "step %d: code %d", k, (int)err.code);
		cr_expect_str_eq(err.msg, "g: the disk is full", "step %d: %s", k, err.msg);
		cr_expect_str_neq(err.hint, "", "step %d", k);

		struct buf now = help_bytes("g");

		cr_expect(now.n == old.n && memcmp(now.p, old.p, old.n) == 0,
		    "step %d: the file has changed", k);
		cr_expect_eq(access("g-journal", F_OK), -1, "step %d: a journal is left", k);
		buf_release(&now);
	}
	cr_expect_gt(n_failed, 5, "failed only %d times", n_failed);
	cr_expect_eq(help_last("g", "there is space again"), NEW);
	buf_release(&old);
}

Test(crash, creation_on_a_full_disk_leaves_nothing)
{
	struct err err = ERR_INIT;
	struct store *st;

	shim_install(SHIM_FULL, 1);
	cr_assert_eq(store_create(&st, "n", &err), 0, "%s", err.msg);
	int rc = store_begin(st, &err);

	if (rc == 0)
		rc = store_commit(st, &err);
	cr_expect_eq(rc, -1);
	cr_expect_eq(err.code, ERR_BUSY);
	store_close(st);
	cr_expect_eq(access("n", F_OK), -1, "the file is left");
	cr_expect_eq(access("n-journal", F_OK), -1, "a journal is left");
}

/* ---- two processes ---------------------------------------------------------------------- */

static struct {
	int64_t slept;            /* microseconds that SQLite would have slept */
	int to_other, from_other; /* pipes to the process with the lock */
} wait_for;

static void
count_sleep(int microseconds)
{
	wait_for.slept += microseconds;
}

/* Holds the write lock in a child until it gets a byte. Sets the pipes in wait_for. */
static pid_t
lock_in_child(void)
{
	int down[2], up[2];
	char c;

	cr_assert_eq(pipe(down), 0);
	cr_assert_eq(pipe(up), 0);
	pid_t pid = fork();

	cr_assert(pid >= 0);
	if (pid == 0) {
		struct err err = ERR_INIT;
		struct store *st;

		close(down[1]);
		close(up[0]);
		if (store_open(&st, "g", STORE_WRITE, false, &err) < 0 ||
		    store_begin(st, &err) < 0 || help_put_turn(st, NEW, &err) < 0 ||
		    write(up[1], "b", 1) != 1)
			_exit(1);
		if (read(down[0], &c, 1) != 1)
			_exit(0);
		if (store_commit(st, &err) < 0 || write(up[1], "c", 1) != 1)
			_exit(1);
		_exit(0);
	}
	close(down[0]);
	close(up[1]);
	wait_for.to_other = down[1];
	wait_for.from_other = up[0];
	cr_assert_eq(read(up[0], &c, 1), 1);
	return pid;
}

static void
release_other(int microseconds)
{
	char c;

	wait_for.slept += microseconds;
	if (wait_for.slept != microseconds)
		return;
	/* only the first time */
	if (write(wait_for.to_other, "g", 1) != 1 || read(wait_for.from_other, &c, 1) != 1)
		abort();
}

Test(crash, second_writer_waits_and_sees_what_the_first_wrote)
{
	struct err err = ERR_INIT;
	struct store_digest d = { .text = BUF_INIT };
	struct store *st;

	help_make_game("g", OLD);
	pid_t pid = lock_in_child();

	shim_install(SHIM_NEVER, 0);
	shim_on_sleep(release_other);
	cr_assert_eq(store_open(&st, "g", STORE_WRITE, false, &err), 0, "%s", err.msg);
	cr_assert_eq(store_begin(st, &err), 0, "%s", err.msg);
	cr_expect_gt(wait_for.slept, 0, "it did not wait");
	cr_assert_eq(store_get_digest(st, -1, &d, &err), 0, "%s", err.msg);
	cr_expect_eq(d.n, NEW, "it sees digest %lld", (long long)d.n);
	store_digest_release(&d);
	cr_expect_eq(help_put_turn(st, NEW + 1, &err), 0, "%s", err.msg);
	cr_expect_eq(store_commit(st, &err), 0, "%s", err.msg);
	store_close(st);
	waitpid(pid, NULL, 0);
	cr_expect_eq(help_last("g", "after both"), NEW + 1);
}

Test(crash, locked_too_long_is_try_again)
{
	struct err err = ERR_INIT;
	struct store *st;

	help_make_game("g", OLD);
	pid_t pid = lock_in_child();

	shim_install(SHIM_NEVER, 0);
	shim_on_sleep(count_sleep);
	cr_assert_eq(store_open(&st, "g", STORE_WRITE, false, &err), 0, "%s", err.msg);
	cr_expect_eq(store_begin(st, &err), -1);
	cr_expect_eq(err.code, ERR_BUSY);
	cr_expect_str_eq(err.msg, "g: another process keeps it locked", "%s", err.msg);
	cr_expect_str_eq(err.hint, "try again later");
	cr_expect_geq(wait_for.slept, 3000000, "waited only %lld us", (long long)wait_for.slept);
	store_close(st);

	/* A reader does not block an uncommitted writer, nor vice versa. */
	cr_expect_eq(help_last("g", "reader beside a writer"), OLD);
	close(wait_for.to_other);
	waitpid(pid, NULL, 0);
	cr_expect_eq(help_last("g", "the other gave up"), OLD);
}

Test(crash, reader_waits_for_a_writer_that_commits)
{
	struct err err = ERR_INIT;
	struct store *st;
	sqlite3 *db;

	help_make_game("g", OLD);
	shim_install(SHIM_NEVER, 0);
	shim_on_sleep(count_sleep);
	cr_assert_eq(sqlite3_open("g", &db), SQLITE_OK);
	cr_assert_eq(sqlite3_exec(db, "BEGIN EXCLUSIVE", NULL, NULL, NULL), SQLITE_OK);
	cr_expect_eq(store_open(&st, "g", STORE_READ, false, &err), -1);
	cr_expect_eq(err.code, ERR_BUSY);
	cr_expect_str_eq(err.msg, "g: another process keeps it locked", "%s", err.msg);
	cr_expect_geq(wait_for.slept, 3000000, "waited only %lld us", (long long)wait_for.slept);
	sqlite3_close(db);
}
