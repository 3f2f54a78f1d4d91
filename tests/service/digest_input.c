/* Digests that a command names, or that are found without a name. */
#include <criterion/criterion.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "service/aid.h"
#include "service/digest_input.h"

enum { DIGESTS = 3 };

static struct service s;
static struct err err;
static struct buf out;
static unsigned n_verified;

/* A table with digests 0 to 2, in `turns` of the working directory. Standard input is a device. */
static void
begin(void)
{
	struct digest_layout t;
	size_t at = 0;
	int null = open("/dev/null", O_RDONLY | O_CLOEXEC);

	cr_assert_eq(dup2(null, STDIN_FILENO), STDIN_FILENO);
	service_open(&s);
	service_play(&s, DIGESTS - 1);
	cr_assert_eq(chdir(s.dir), 0);
	cr_assert_eq(mkdir("turns", 0700), 0);
	for (int i = 0; i < DIGESTS; i++) {
		char name[32];

		(void)snprintf(name, sizeof name, "turns/%06d.txt", i);
		cr_assert_eq(digest_next(s.t.all.p, s.t.all.n, &at, &t, &err), 1, "%s", err.msg);
		service_put(name, s.t.all.p + t.whole.at, t.whole.n);
	}
}

static void
end(void)
{
	cr_assert_eq(chdir("/"), 0);
	buf_release(&out);
	service_close(&s);
}

/* Returns how many digests were found; forgets them. */
static unsigned
found(void)
{
	struct digest_layout t;
	struct err none = ERR_INIT;
	size_t at = 0;
	unsigned n = 0;

	while (digest_next(buf_cstr(&out), out.n, &at, &t, &none) == 1)
		n++;
	buf_clear(&out);
	return n;
}

Test(digest_input, a_table)
{
	const struct user *u = &s.user.u;
	static const char *const place[] = { ".", "turns", "turns/000001.txt" };
	static const unsigned n[] = { DIGESTS, DIGESTS, 1 };

	begin();
	for (size_t i = 0; i < 3; i++) {
		cr_expect_eq(digest_input_of_table(u, place[i], &out, &err), 0, "%s", err.msg);
		cr_expect_eq(found(), n[i], "%s", place[i]);
	}
	cr_expect_eq(digest_input_of_table(u, s.t.path, &out, &err), 0, "%s", err.msg);
	cr_expect_eq(found(), DIGESTS, "the game file");
	cr_expect_eq(digest_input_of_table(u, "none", &out, &err), -1);
	cr_expect_eq(err.code, ERR_NOT_FOUND, "%s", err.msg);
	end();
}

/* Finds a digest that is older than one that was read; meanwhile the file `arg` is removed. */
static int
find_older(void *arg, const struct buf *text, struct player_read *r, struct err *why)
{
	(void)text, (void)why;
	r->seen_n = r->d.n + 1;
	(void)unlink(arg);
	n_verified++;
	return 0;
}

/* Returns how often the digests of a source are verified. */
static unsigned
verified(const struct digest_source *source, char *removed)
{
	struct player_read r;

	memset(&r, 0, sizeof r);
	n_verified = 0;
	cr_expect_eq(
	    digest_input_verify(&s.user.u, source, &out, find_older, removed, &r, &err), 0);
	player_read_release(&r);
	return n_verified;
}

Test(digest_input, operands_and_none)
{
	static char one[] = "turns/000000.txt", two[] = "turns/000002.txt";
	char *both[] = { one, two };
	struct user *u = &s.user.u;
	struct digest_source source;

	begin();
	cr_expect_eq(digest_input_collect(u, 2, both, &out, &err), 0, "%s", err.msg);
	cr_expect_eq(found(), 2);
	cr_expect_eq(digest_input_collect(u, 0, NULL, &out, &err), 0, "%s", err.msg);
	cr_expect_eq(found(), DIGESTS, "the folder turns/ here");
	cr_expect_eq(digest_input_acted_on(u, NULL, true, &source, &out, &err), 0, "%s", err.msg);
	cr_expect_eq(verified(&source, two), 2, "another digest is the newest of the folder");
	cr_expect_eq(found(), 1, "the newest");
	cr_expect_eq(digest_input_acted_on(u, one, true, &source, &out, &err), 0, "%s", err.msg);
	cr_expect_eq(verified(&source, one), 1, "a file is not read again");
	cr_expect_eq(found(), 1);
	u->game = s.t.game;
	cr_expect_eq(digest_input_collect(u, 2, both, &out, &err), -1);
	cr_expect_eq(err.code, ERR_USAGE, "%s", err.msg);
	end();
}

Test(digest_input, which_file_is_a_game)
{
	begin();
	service_copy(s.t.path, "game");
	service_put("empty.db", "", 0);
	cr_expect(digest_input_is_game_file("game"), "by its first bytes");
	cr_expect(digest_input_is_game_file("empty.db"), "by its name");
	cr_expect(digest_input_is_game_file("none.db"), "by its name");
	cr_expect_not(digest_input_is_game_file("turns/000000.txt"));
	cr_expect_not(digest_input_is_game_file("none"));
	end();
}

Test(digest_input, the_bad_one_of_several_is_named)
{
	static char good[] = "turns/000000.txt", bad[] = "turns/000002.txt";
	char *both[] = { good, bad };

	begin();
	service_put(bad, "adit-digest v3\n", 15);
	(void)err_set(&err, ERR_SYNTAX, "it is cut off");
	cr_expect_eq(digest_input_blame(&s.user.u, 2, both, &err), -1);
	cr_expect_str_eq(err.msg, "turns/000002.txt: it is cut off");
	end();
}
