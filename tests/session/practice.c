/* The folder of a practice game: one session at a time, and nothing of the player is removed. */
#include <criterion/criterion.h>
#include <sys/stat.h>
#include <unistd.h>

#include "service/aid.h"
#include "session/practice.h"

static char dir[TEST_FOLDER];

static void
put(const char *name)
{
	service_put(service_path(dir, name), "x\n", 2);
}

static bool
is_there(const char *path)
{
	return access(path, F_OK) == 0;
}

Test(practice, a_temporary_folder)
{
	struct practice_folder f;
	struct err err = ERR_INIT;
	char path[160];

	test_folder(dir);
	cr_assert_eq(practice_open(&f, NULL, dir, &err), 0, "%s", err.msg);
	(void)snprintf(path, sizeof path, "%s", f.path.p);
	cr_expect_eq(strncmp(path, dir, strlen(dir)), 0, "%s", path);
	cr_assert_eq(mkdir(service_path(path, "home"), 0700), 0);
	service_put(service_path(path, "home/secret"), "x", 1);
	practice_close(&f);
	cr_expect_not(is_there(path));
}

/* Only folders that a dead session left are removed: not those of a running one, and nothing
 * else that has the name. */
Test(practice, what_dead_sessions_left)
{
	struct practice_folder f, running;
	struct err err = ERR_INIT;

	test_folder(dir);
	cr_assert_eq(practice_open(&running, NULL, dir, &err), 0, "%s", err.msg);
	cr_assert_eq(mkdir(service_path(dir, "adit-practice-dead01"), 0700), 0);
	put("adit-practice-dead01/lock");
	put("adit-practice-dead01/game.db");
	cr_assert_eq(mkdir(service_path(dir, "adit-practice-mine01"), 0700), 0);
	put("adit-practice-mine01/photo.jpg");
	put("adit-practice-file01");
	cr_assert_eq(mkdir(service_path(dir, "target"), 0700), 0);
	put("target/lock");
	cr_assert_eq(
	    symlink(service_path(dir, "target"), service_path(dir, "adit-practice-link01")), 0);
	cr_assert_eq(practice_open(&f, NULL, dir, &err), 0, "%s", err.msg);
	cr_expect_not(is_there(service_path(dir, "adit-practice-dead01")));
	cr_expect(is_there(service_path(dir, "adit-practice-mine01/photo.jpg")));
	cr_expect(is_there(service_path(dir, "adit-practice-file01")));
	cr_expect(is_there(service_path(dir, "target/lock")));
	cr_expect(is_there(running.path.p));
	practice_close(&f);
	practice_close(&running);
}

Test(practice, a_kept_folder)
{
	struct practice_folder f, other;
	struct err err = ERR_INIT;
	char keep[160];

	test_folder(dir);
	(void)snprintf(keep, sizeof keep, "%s", service_path(dir, "a/b"));
	cr_assert_eq(practice_open(&f, keep, NULL, &err), 0, "%s", err.msg);
	cr_expect_eq(practice_open(&other, keep, NULL, &err), -1);
	cr_expect_eq(err.code, ERR_BUSY, "%s", err.msg);
	practice_close(&other);
	practice_close(&f);
	cr_expect(is_there(keep));
	cr_expect_eq(practice_open(&f, keep, NULL, &err), 0, "%s", err.msg);
	practice_close(&f);
	put("note.txt");
	cr_expect_eq(practice_open(&f, dir, NULL, &err), -1, "a folder of the player");
	cr_expect_eq(err.code, ERR_CREATE, "%s", err.msg);
	practice_close(&f);
	cr_expect(is_there(service_path(dir, "note.txt")));
	cr_expect_not(is_there(service_path(dir, "lock")));
	cr_expect_eq(practice_open(&f, service_path(dir, "note.txt"), NULL, &err), -1, "a file");
	practice_close(&f);
}

Test(practice, note)
{
	static const char game[] = "rules saboteur\nagainst greedy\n";
	static const struct {
		const char *name, *text; /* NULL: none yet */
		const char *seed;        /* as given, or "" */
		int result;
		const char *then; /* the seed; NULL: any */
	} row[] = {
		{ "new", NULL, "", 0, NULL },
		{ "new, with a seed", NULL, "0abc", 0, "0abc" },
		{ "the same", "rules saboteur\nagainst greedy\nseed 12\n", "", 0, "12" },
		{ "the same seed", "rules saboteur\nagainst greedy\nseed 12\n", "12", 0, "12" },
		{ "another seed", "rules saboteur\nagainst greedy\nseed 12\n", "13", -1, "13" },
		{ "the beginning of the seed", "rules saboteur\nagainst greedy\nseed 12\n", "1", -1,
		    "1" },
		{ "another game", "rules duel\nagainst greedy\nseed 12\n", "", -1, "" },
		{ "more options", "rules saboteur\nagainst greedy\noption x\nseed 12\n", "", -1,
		    "" },
		{ "an empty file", "", "", -1, "" },
		{ "a cut file", "rules saboteur\nagainst greedy\nse", "", -1, "" },
		{ "a cut seed", "rules saboteur\nagainst greedy\nseed 1", "", -1, "" },
	};

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct practice_folder f;
		struct buf seed = BUF_INIT, again = BUF_INIT;
		struct err err = ERR_INIT;

		test_folder(dir);
		cr_assert_eq(practice_open(&f, dir, NULL, &err), 0, "%s", err.msg);
		if (row[i].text != NULL)
			service_put(
			    service_path(dir, "practice"), row[i].text, strlen(row[i].text));
		buf_str(&seed, row[i].seed);
		cr_expect_eq(practice_note(&f, game, &seed, &err), row[i].result, "%s: %s",
		    row[i].name, err.msg);
		cr_expect_eq(err.code, row[i].result < 0 ? ERR_USAGE : ERR_NONE, "%s", row[i].name);
		if (row[i].then != NULL)
			cr_expect_str_eq(buf_cstr(&seed), row[i].then, "%s", row[i].name);
		if (row[i].result == 0) {
			cr_expect_eq(practice_note(&f, game, &again, &err), 0, "%s", err.msg);
			cr_expect_str_eq(buf_cstr(&again), seed.p, "%s", row[i].name);
		}
		practice_close(&f);
		buf_release(&seed);
		buf_release(&again);
	}
}
