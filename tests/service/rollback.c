/* An older copy of a game file must not sign another history (adit(1), "Backups"). */
#include <criterion/criterion.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "record/rollback.h"
#include "service/aid.h"
#include "service/deliver.h"
#include "service/rollback_check.h"
#include "util/file.h"

static struct service s;

/* Reopens the game file after a change of its bytes. */
static void
reopen(const char *path)
{
	struct err err = ERR_INIT;

	host_close(s.t.file);
	cr_assert_eq(host_open(&s.t.file, path, true, rules_all, &err), 0, "%s", err.msg);
	s.run.host = s.t.file;
	s.run.path = path;
}

static int
check(const char *dir, int64_t *held, struct err *err)
{
	*err = (struct err)ERR_INIT;
	return rollback_check_folder(&s.run, dir, held, err);
}

static void
note_newest(void)
{
	struct hash hash;
	struct digest_layout t;
	struct err err = ERR_INIT;
	char head[HASH_TEXT + 1];
	size_t at = 0;

	cr_assert_eq(digest_next(s.t.digest.p, s.t.digest.n, &at, &t, &err), 1);
	hash = digest_hash(s.t.digest.p + t.signed_part.at, t.signed_part.n);
	hash_text(&hash, head);
	rollback_check_note_made(&s.run, table_n(&s.t), head);
}

enum noted { NOT_NOTED, NOTED, NOTED_ELSEWHERE };
enum copied { SAME_FILE, OLDER, OTHER_FORK };

struct rollback_row {
	const char *name;
	enum noted noted;
	bool in_folder;
	enum copied copied;
	int result;
	const char *says;
	int64_t held;
};

static void
try_file(const struct rollback_row *x)
{
	char other[TEST_FOLDER];
	const char *copy;
	struct err err;
	int64_t held = 7;

	service_open(&s);
	test_folder(other);
	copy = service_path(other, "copy.db");
	service_play(&s, 1);
	service_copy(s.t.path, copy);
	service_play(&s, 2);
	if (x->noted == NOTED_ELSEWHERE)
		s.user.u.home = other;
	if (x->noted != NOT_NOTED)
		note_newest();
	s.user.u.home = s.home;
	if (x->in_folder) {
		char none[TEST_FOLDER];

		test_folder(none);
		s.user.u.home = none;
		cr_assert_eq(deliver_left(&s.run, s.dir, &err), 0, "%s", err.msg);
		s.user.u.home = s.home;
	}
	if (x->copied != SAME_FILE)
		reopen(copy);
	if (x->copied == OTHER_FORK) {
		/* other orders, at other times */
		int64_t n = -1;

		buf_clear(&s.t.digest);
		cr_assert_eq(host_text(s.t.file, &n, &s.t.digest, &err), 0);
		s.t.now += 100;
		cr_assert_eq(table_play(&s.t, 2, 99), 2);
	}
	cr_expect_eq(
	    check(x->in_folder ? s.dir : NULL, &held, &err), x->result, "%s: %s", x->name, err.msg);
	cr_expect_eq(held, x->held, "%s: %d", x->name, (int)held);
	if (x->result < 0) {
		cr_expect_eq(err.code, ERR_CORRUPT, "%s", x->name);
		cr_expect_not_null(strstr(err.msg, x->says), "%s: %s", x->name, err.msg);
		cr_expect_not_null(strstr(err.hint, "adit rebuild"), "%s", err.hint);
	}
	service_close(&s);
}

/* The file as of digest 1 is copied; digest 3 goes out; then the copy is used. */
Test(rollback, which_file_may_sign)
{
	static const struct rollback_row row[] = {
		{ "nothing known", NOT_NOTED, false, OLDER, 0, NULL, -1 },
		{ "the file itself, noted", NOTED, false, SAME_FILE, 0, NULL, -1 },
		{ "the file itself, in the folder", NOT_NOTED, true, SAME_FILE, 0, NULL, 3 },
		{ "the file itself, both", NOTED, true, SAME_FILE, 0, NULL, 3 },
		{ "an older copy, noted", NOTED, false, OLDER, -1,
		    "ends with digest 1, but digest 3 of game k7q2m4xw went out", -1 },
		{ "an older copy, in the folder", NOT_NOTED, true, OLDER, -1,
		    "digest 3 of game k7q2m4xw is in the folder: it is an older copy", 1 },
		{ "an older copy, both", NOTED, true, OLDER, -1, "went out", -1 },
		{ "an older copy, noted by another home", NOTED_ELSEWHERE, false, OLDER, 0, NULL,
		    -1 },
		{ "another fork, noted", NOTED, false, OTHER_FORK, -1,
		    "holds another digest 3 of game k7q2m4xw than the one that went out", -1 },
		{ "another fork, in the folder", NOT_NOTED, true, OTHER_FORK, -1,
		    "holds another digest 3 of game k7q2m4xw than the one that is in the folder",
		    -1 },
	};

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++)
		try_file(&row[i]);
}

/* What the home has noted is damaged: a byte of the file is another, or its end is cut off. An older copy
 * must not sign. */
Test(rollback, what_is_noted_is_damaged)
{
	static const struct {
		const char *name;
		int at; /* in the line of the table; -1: in the first line */
		char is;
		size_t left; /* of the line; 0: all */
		int result;
	} row[] = {
		{ "the first line", -1, 'x', 0, -1 },
		{ "the hash of the table", 3, '!', 0, -1 },
		{ "the blank after it", HASH_TEXT, '-', 0, -1 },
		{ "the number", HASH_TEXT + 1, 'x', 0, -1 },
		{ "the blank after the number", HASH_TEXT + 2, '0', 0, -1 },
		{ "the hash of the digest", HASH_TEXT + 5, '!', 0, -1 },
		{ "the line is short", 0, '\0', HASH_TEXT - 1, -1 },
		{ "there is no hash", 0, '\0', HASH_TEXT + 3, -1 },
		{ "nothing", 0, '\0', 0, 0 },
	};
	struct buf path = BUF_INIT, text = BUF_INIT, bad = BUF_INIT;
	struct err err = ERR_INIT;
	size_t line;

	service_open(&s);
	service_play(&s, 3);
	note_newest();
	buf_fmt(&path, "%s/hosted/%s", s.home, s.t.game);
	cr_assert_eq(file_read(path.p, 1 << 20, &text, &err), 0, "%s", err.msg);
	line = strcspn(text.p, "\n") + 1;
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		buf_clear(&bad);
		buf_add(&bad, text.p, row[i].left > 0 ? line + row[i].left : text.n);
		if (row[i].left > 0)
			buf_str(&bad, "\n");
		if (row[i].is != '\0')
			bad.p[row[i].at < 0 ? 0 : line + (size_t)row[i].at] = row[i].is;
		cr_assert_eq(file_write(path.p, bad.p, bad.n, &err), 0, "%s", err.msg);
		err = (struct err)ERR_INIT;
		cr_expect_eq(
		    rollback_check(&s.run, &err), row[i].result, "%s: %s", row[i].name, err.msg);
		if (row[i].result < 0)
			cr_expect_not_null(strstr(err.msg, "is noted, is damaged"), "%s: %s",
			    row[i].name, err.msg);
	}
	buf_release(&path);
	buf_release(&text);
	buf_release(&bad);
	service_close(&s);
}

/* A digest that cannot be looked for is not taken for one of another copy. */
Test(rollback, a_search_that_fails)
{
	struct err err = ERR_INIT;

	service_open(&s);
	service_play(&s, 1);
	note_newest();
	service_play(&s, 2);
	table_fault_each(s.t.file, "WHERE hash = ");
	cr_expect_eq(rollback_check(&s.run, &err), -1);
	cr_expect_not_null(strstr(err.msg, "interrupted"), "%s", err.msg);
	(void)table_fault(s.t.file, -1);
	err = (struct err)ERR_INIT;
	cr_expect_eq(rollback_check(&s.run, &err), 0, "%s", err.msg);
	service_close(&s);
}

/* A note of the last digest that a crash cut: no digest went out after it. */
Test(rollback, damaged_notes)
{
	static const struct {
		const char *name, *text;
		int result;
	} row[] = {
		{ "garbage", "garbage\n", -1 },
		{ "an empty file", "", 0 },
		{ "a heading", "adit-hosted v1\n", 0 },
		{ "a heading of another version", "adit-hosted v9\n", -1 },
		{ "a line that a power cut left", "adit-hosted v1\nabcdefgh", 0 },
	};

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct err err = ERR_INIT;

		service_open(&s);
		cr_assert_eq(mkdir(service_path(s.home, "hosted"), 0700), 0);
		service_put(
		    service_path(s.home, "hosted/k7q2m4xw"), row[i].text, strlen(row[i].text));
		cr_expect_eq(
		    rollback_check(&s.run, &err), row[i].result, "%s: %s", row[i].name, err.msg);
		if (row[i].result < 0)
			cr_expect_eq(err.code, ERR_CORRUPT, "%s: %s", row[i].name, err.msg);
		note_newest();
		cr_expect_eq(
		    test_user_heard(&s.user, "warning: it is not noted that digest 0 went out"),
		    row[i].result < 0, "%s", row[i].name);
		service_close(&s);
	}
}

/* A rebuild sets the mark whatever it was, and says if that was more. */
Test(rollback, a_rebuild_sets_the_mark)
{
	struct err err = ERR_INIT;
	char game[ORDER_BLOCK_GAME_MAX + 1];
	struct hash first;

	service_open(&s);
	service_play(&s, 3);
	cr_assert_eq(host_identity(s.t.file, game, &first, &err), 0);
	note_newest();
	cr_expect_eq(s.user.said.n, 0, "%s", s.user.said.p);
	rollback_check_note_rewritten(&s.run, game, &first, 0, &first);
	cr_expect(test_user_heard(
	    &s.user, "digests up to 3 were published, and this has digests up to 0"));
	cr_expect_eq(rollback_check(&s.run, &err), 0, "%s", err.msg);
	rollback_check_note_rewritten(&s.run, game, &first, 0, &first);
	cr_expect_eq(s.user.said.n, 0, "%s", s.user.said.p);
	service_close(&s);
}

/* Without HOME the notes are missing; that is reported once per digest, and stops nothing. */
Test(rollback, no_home)
{
	struct err err = ERR_INIT;

	service_open(&s);
	s.user.u.home = NULL;
	cr_expect_eq(rollback_check(&s.run, &err), 0, "%s", err.msg);
	note_newest();
	cr_expect(test_user_heard(&s.user, "HOME is not set"));
	rollback_check_note_new(&s.run, &s.t.digest);
	cr_expect(test_user_heard(&s.user, "HOME is not set"));
	service_close(&s);
}

/* Notes every PROCESSES-th digest. What is noted never gets older. */
static bool
note_some(int64_t first, int64_t processes)
{
	static const struct hash table = { .b = { 7 } };
	struct rollback_mark now = { .is_known = false };
	struct err err = ERR_INIT;

	for (int64_t n = first; n <= 200; n += processes) {
		const struct rollback_mark mark = { .is_known = true, .n = n };
		const int64_t was = now.n;

		if (rollback_note(s.home, "k7q2m4xw", &table, &mark, &err) < 0 ||
		    rollback_load(s.home, "k7q2m4xw", &table, &now, &err) < 0 || now.n < n ||
		    now.n < was)
			return false;
	}
	return true;
}

Test(rollback, processes_note_at_the_same_time)
{
	enum { PROCESSES = 4 };

	service_open(&s);
	for (int64_t first = 1; first <= PROCESSES; first++) {
		pid_t pid = fork();

		cr_assert_geq(pid, 0);
		if (pid == 0)
			_exit(note_some(first, PROCESSES) ? 0 : 1);
	}
	for (int i = 0; i < PROCESSES; i++) {
		int status;

		cr_assert_gt(wait(&status), 0);
		cr_expect_eq(status, 0);
	}
	service_close(&s);
}
