#include "store/help.h"

#include <criterion/criterion.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "store/cksum_vfs.h"
#include "util/file.h"

enum { NOBODY = 65534, TIME_0 = 1795283534 };

static char folder[] = "/tmp/adit-test-XXXXXX";

void
help_enter(void)
{
	cr_assert_not_null(mkdtemp(folder));
	cr_assert_eq(chdir(folder), 0);
	cr_assert_eq(chmod(folder, 0777), 0);
	umask(022);
}

void
help_leave(void)
{
	char rm[] = "rm", rf[] = "-rf";
	char *argv[] = { rm, rf, folder, NULL };
	uid_t real, now, saved;
	pid_t pid;

	if (getresuid(&real, &now, &saved) == 0 && now != saved)
		cr_assert(seteuid(saved) == 0 && setegid(0) == 0);
	(void)chmod("d", 0700); /* a test may have made it inaccessible */
	pid = fork();
	if (pid == 0) {
		execvp(rm, argv);
		_exit(127);
	}
	waitpid(pid, NULL, 0);
}

struct store_digest
help_digest(int64_t n)
{
	struct store_digest d = { .n = n, .time = TIME_0 + n, .turn = n + 1 };

	memset(d.hash, (int)n, sizeof d.hash);
	d.hash[31] = 0xdd;
	/* As long as a digest with the views of five seats, so that it needs separate pages. */
	buf_fmt(&d.text, "adit-digest v2\nn: %lld\n", (long long)n);
	buf_fill(&d.text, (char)('a' + n % 26), 9000);
	buf_fmt(&d.events, "event %lld", (long long)n);
	return d;
}

struct store_order
help_order(int64_t n, int64_t turn, int64_t seq)
{
	struct store_order o = { .n = n, .seat = 0, .turn = turn, .seq = seq };

	memset(o.hash, (int)n, sizeof o.hash);
	o.hash[31] = 0x0d;
	memset(o.sig, (int)(n + 1), sizeof o.sig);
	buf_fmt(&o.text, "adit-order v1\nturn: %lld\n", (long long)turn);
	return o;
}

static void
put_game(struct store *st, const char *path)
{
	struct store_game g = { BUF_INIT, BUF_INIT, BUF_INIT, BUF_INIT, BUF_INIT };
	struct err err = ERR_INIT;

	buf_str(&g.id, strcmp(path, "other") == 0 ? "otherone" : "k7q2m4xw");
	buf_str(&g.rules, "saboteur");
	buf_add(&g.config, "first=anna\0x", 12);
	buf_fill(&g.secret, 's', 32);
	buf_str(&g.host_key, "host");
	cr_assert_eq(store_put_game(st, &g, &err), 0, "%s", err.msg);
	store_game_release(&g);
	cr_assert_eq(store_put_seat(st, 0, "anna", "anna's keys", &err), 0, "%s", err.msg);
	cr_assert_eq(store_put_seat(st, 1, "bob", "bob's keys", &err), 0, "%s", err.msg);
}

int
help_put_turn(struct store *st, int64_t n, struct err *err)
{
	struct store_digest d = help_digest(n);
	struct store_order o = help_order(n, n, 1);
	struct store_state state = { .n = n };
	int rc;

	memset(state.hash, (int)n, sizeof state.hash);
	buf_fill(&state.bytes, (char)n, 900);
	rc = store_put_digest(st, &d, err);
	if (rc == 0 && n > 0)
		rc = store_put_order(st, &o, err);
	if (rc == 0)
		rc = store_put_state(st, &state, err);
	if (rc == 0)
		rc = n % 2 == 0 ? store_put_queued(st, STORE_QUEUE_NEXT, &o, err) :
				  store_drop_queued(st, STORE_QUEUE_NEXT, 0, err);
	if (rc == 0 && n > 0)
		rc = store_outbox_drop(st, n - 1, err);
	store_state_release(&state);
	store_digest_release(&d);
	store_order_release(&o);
	return rc;
}

void
help_make_game(const char *path, int64_t last)
{
	struct err err = ERR_INIT;
	struct store *st;

	cr_assert_eq(store_create(&st, path, &err), 0, "%s", err.msg);
	for (int64_t n = 0; n <= last; n++) {
		cr_assert_eq(store_begin(st, &err), 0, "%s", err.msg);
		if (n == 0)
			put_game(st, path);
		cr_assert_eq(help_put_turn(st, n, &err), 0, "%s", err.msg);
		cr_assert_eq(store_commit(st, &err), 0, "%s", err.msg);
	}
	store_close(st);
}

int
help_apply(const char *path, int64_t n, struct err *err)
{
	struct store *st;
	int rc;

	if (store_open(&st, path, STORE_WRITE, false, err) < 0)
		return -1;
	rc = store_begin(st, err);
	if (rc == 0)
		rc = help_put_turn(st, n, err);
	if (rc == 0)
		rc = store_commit(st, err);
	store_close(st);
	return rc;
}

static int
keep_n(void *arg, int64_t n, struct err *err)
{
	(void)err;
	*(int64_t *)arg = n;
	return 0;
}

int64_t
help_last(const char *path, const char *name)
{
	struct err err = ERR_INIT;
	struct store_digest d = { .text = BUF_INIT };
	struct store_order o = { .text = BUF_INIT };
	struct store_state state = { .n = -1 };
	struct store *st;
	int64_t n = -1, undelivered = -1;

	cr_assert_eq(store_open(&st, path, STORE_READ, true, &err), 0, "%s: %s", name, err.msg);
	cr_assert_eq(store_begin(st, &err), 0, "%s: %s", name, err.msg);
	cr_expect_eq(store_check(st, &err), 0, "%s: %s", name, err.msg);
	cr_assert_eq(store_get_digest(st, -1, &d, &err), 0, "%s: %s", name, err.msg);

	struct store_digest want = help_digest(d.n);

	cr_expect_eq(d.text.n, want.text.n, "%s: text of digest %lld", name, (long long)d.n);
	cr_expect_str_eq(buf_cstr(&d.text), buf_cstr(&want.text), "%s: text", name);
	cr_expect_eq(store_get_state(st, &state, &err), 0, "%s: %s", name, err.msg);
	cr_expect_eq(state.n, d.n, "%s: state after %lld, last digest %lld", name,
	    (long long)state.n, (long long)d.n);
	cr_expect_eq(state.hash[31], (unsigned char)d.n, "%s: hash of the state", name);
	cr_expect(state.bytes.n == 900 && state.bytes.p[899] == (char)d.n, "%s: bytes of the state",
	    name);
	cr_expect_eq(store_find_queued(st, STORE_QUEUE_NEXT, 0, &o, &err), d.n % 2 == 0 ? 1 : 0,
	    "%s: waiting order after %lld", name, (long long)d.n);
	store_order_release(&o);
	if (d.n > 0) {
		cr_expect_eq(store_find_cause(st, d.n, &o, &err), 1, "%s: %s", name, err.msg);
		store_order_release(&o);
	}
	cr_expect_eq(store_outbox_each(st, keep_n, &undelivered, &err), 0, "%s: %s", name, err.msg);
	cr_expect_eq(undelivered, d.n, "%s: outbox ends with %lld", name, (long long)undelivered);
	cr_expect_eq(store_commit(st, &err), 0, "%s: %s", name, err.msg);

	n = d.n;
	store_digest_release(&d);
	store_digest_release(&want);
	store_state_release(&state);
	store_close(st);
	return n;
}

static void
run_sql(const char *path, const char *vfs, const char *sql)
{
	sqlite3 *db;
	char *msg = NULL;

	cr_assert_eq(
	    sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, vfs), SQLITE_OK);
	cr_assert_eq(sqlite3_exec(db, sql, NULL, NULL, &msg), SQLITE_OK, "%s: %s", sql, msg);
	sqlite3_close(db);
}

void
help_sql(const char *path, const char *sql)
{
	run_sql(path, NULL, sql);
}

void
help_sql_summed(const char *path, const char *sql)
{
	run_sql(path, sums_vfs, sql);
}

struct buf
help_bytes(const char *path)
{
	struct buf b = BUF_INIT;
	struct err err = ERR_INIT;

	cr_assert_eq(file_read(path, 1 << 24, &b, &err), 0, "%s", err.msg);
	return b;
}

void
help_drop_root(void)
{
	if (geteuid() != 0)
		return;
	cr_assert_eq(setegid(NOBODY), 0);
	cr_assert_eq(seteuid(NOBODY), 0);
}

struct store *help_store;

void
help_enter_game(void)
{
	struct err err = ERR_INIT;

	help_enter();
	help_make_game("g", 1);
	cr_assert_eq(store_open(&help_store, "g", STORE_WRITE, false, &err), 0, "%s", err.msg);
	cr_assert_eq(store_begin(help_store, &err), 0, "%s", err.msg);
}

void
help_leave_game(void)
{
	store_close(help_store);
	help_leave();
}
