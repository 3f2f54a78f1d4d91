#include <errno.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "seal/aid.h"

/* Every test has its own working folder. */
static char folder[] = "/tmp/adit-keyfile.XXXXXX";

static void
enter(void)
{
	aid_init();
	cr_assert_not_null(mkdtemp(folder));
	cr_assert_eq(chdir(folder), 0);
}

static void
leave(void)
{
	cr_assert_eq(chdir("/"), 0);
	cr_assert_eq(rmdir(folder), 0, "something was left behind: %s", strerror(errno));
}

TestSuite(keyfile, .init = enter, .fini = leave);

static unsigned
mode_of(const char *path)
{
	struct stat st;

	cr_assert_eq(lstat(path, &st), 0, "%s: %s", path, strerror(errno));
	return st.st_mode & 07777;
}

static int
reads(const char *path, const char *want, struct err *err)
{
	struct buf out = BUF_INIT;

	buf_str(&out, "kept ");
	*err = (struct err)ERR_INIT;
	int ret = keyfile_read_secret(path, &out, err);
	cr_expect_eq(memcmp(out.p, "kept ", 5), 0);
	if (ret == 0)
		cr_expect_str_eq(out.p + 5, want, "%s", path);
	else
		cr_expect_eq(out.n, 5, "%s: something was added", path);
	buf_wipe(&out);
	return ret;
}

Test(keyfile, made_for_its_owner_only)
{
	struct err err = ERR_INIT;

	umask(0);
	cr_assert_eq(keyfile_create("a.key", "secret\n", 7, false, &err), 0, "%s", err.msg);
	cr_expect_eq(mode_of("a.key"), 0600);
	cr_expect_eq(reads("a.key", "secret\n", &err), 0, "%s", err.msg);
	cr_assert_eq(keyfile_create("a.pub", "public\n", 7, true, &err), 0, "%s", err.msg);
	cr_expect_eq(mode_of("a.pub"), 0644);
	cr_expect_eq(unlink("a.key"), 0);
	cr_expect_eq(unlink("a.pub"), 0);
}

Test(keyfile, nothing_is_overwritten)
{
	struct err err = ERR_INIT;

	cr_assert_eq(keyfile_create("a.key", "first", 5, false, &err), 0, "%s", err.msg);
	cr_expect_eq(keyfile_create("a.key", "second", 6, false, &err), -1);
	cr_expect_eq(err.code, ERR_CREATE, "%s", err.msg);
	cr_expect_str_eq(err.msg, "a.key is there already and is not overwritten");
	cr_expect_eq(reads("a.key", "first", &err), 0, "%s", err.msg);

	cr_assert_eq(symlink("elsewhere", "link"), 0);
	cr_expect_eq(keyfile_create("link", "x", 1, false, &err), -1, "through a dangling link");
	cr_expect_eq(err.code, ERR_CREATE, "%s", err.msg);
	cr_expect_eq(access("elsewhere", F_OK), -1);
	cr_expect_eq(keyfile_create("no/such/folder", "x", 1, false, &err), -1);
	cr_expect_eq(err.code, ERR_CREATE, "%s", err.msg);
	cr_expect_eq(unlink("a.key"), 0);
	cr_expect_eq(unlink("link"), 0);
}

Test(keyfile, partly_written_is_removed)
{
	struct rlimit old;
	struct err err = ERR_INIT;

	cr_assert_eq(getrlimit(RLIMIT_FSIZE, &old), 0);
	const struct rlimit four_bytes = { 4, old.rlim_max };
	(void)signal(SIGXFSZ, SIG_IGN);
	cr_assert_eq(setrlimit(RLIMIT_FSIZE, &four_bytes), 0);
	int got = keyfile_create("a.key", "secret\n", 7, false, &err);
	cr_assert_eq(setrlimit(RLIMIT_FSIZE, &old), 0);
	cr_expect_eq(got, -1);
	cr_expect_eq(err.code, ERR_BUSY, "%s", err.msg);
	cr_expect_eq(access("a.key", F_OK), -1, "four bytes of a key are there");
}

Test(keyfile, open_to_others_is_refused)
{
	static const mode_t bad[] = { 0640, 0604, 0620, 0602, 0610, 0601, 0777 };
	static const mode_t good[] = { 0600, 0400, 0700 };
	struct err err = ERR_INIT;

	cr_assert_eq(keyfile_create("a.key", "x", 1, false, &err), 0, "%s", err.msg);
	for (size_t i = 0; i < COUNT(bad); i++) {
		cr_assert_eq(chmod("a.key", bad[i]), 0);
		cr_expect_eq(reads("a.key", "", &err), -1, "mode %o", (unsigned)bad[i]);
		cr_expect_eq(err.code, ERR_AUTH, "mode %o", (unsigned)bad[i]);
		cr_expect_str_eq(err.hint, "chmod 600 a.key", "mode %o", (unsigned)bad[i]);
	}
	for (size_t i = 0; i < COUNT(good); i++) {
		cr_assert_eq(chmod("a.key", good[i]), 0);
		cr_expect_eq(
		    reads("a.key", "x", &err), 0, "mode %o: %s", (unsigned)good[i], err.msg);
	}
	cr_expect_eq(unlink("a.key"), 0);
}

Test(keyfile, only_plain_files_are_read)
{
	struct err err = ERR_INIT;

	cr_expect_eq(reads("none", "", &err), -1);
	cr_expect_eq(err.code, ERR_NOT_FOUND, "%s", err.msg);

	cr_assert_eq(keyfile_create("a.key", "x", 1, false, &err), 0, "%s", err.msg);
	cr_assert_eq(symlink("a.key", "link"), 0);
	cr_expect_eq(reads("link", "", &err), -1, "symbolic link");
	cr_expect_eq(err.code, ERR_AUTH, "%s", err.msg);

	cr_expect_eq(reads("a.key/b", "", &err), -1, "below a file");
	cr_expect_eq(err.code, ERR_AUTH, "%s", err.msg);
	if (geteuid() == 0) {
		cr_assert_eq(lchown("a.key", 1, 1), 0);
		cr_expect_eq(reads("a.key", "", &err), -1, "a file of another user");
		cr_expect_str_eq(err.msg, "a.key belongs to somebody else");
	}

	cr_assert_eq(mkfifo("fifo", 0600), 0);
	cr_expect_eq(reads("fifo", "", &err), -1, "FIFO");
	cr_expect_eq(err.code, ERR_AUTH, "%s", err.msg);

	cr_assert_eq(mkdir("folder", 0700), 0);
	cr_expect_eq(reads("folder", "", &err), -1, "folder");
	cr_expect_eq(err.code, ERR_AUTH, "%s", err.msg);
	cr_expect_eq(reads("/dev/null", "", &err), -1, "device");
	cr_expect_eq(err.code, ERR_AUTH, "%s", err.msg);
	cr_expect_eq(unlink("a.key"), 0);
	cr_expect_eq(unlink("link"), 0);
	cr_expect_eq(unlink("fifo"), 0);
	cr_expect_eq(rmdir("folder"), 0);
}

Test(keyfile, size_has_a_limit)
{
	struct buf big = BUF_INIT;
	struct err err = ERR_INIT;

	buf_fill(&big, 'x', 65537);
	cr_assert_eq(keyfile_create("big", big.p, 65537, false, &err), 0, "%s", err.msg);
	cr_expect_eq(reads("big", "", &err), -1);
	cr_expect_eq(err.code, ERR_SYNTAX, "%s", err.msg);
	cr_assert_eq(truncate("big", 65536), 0);
	big.p[65536] = '\0';
	cr_expect_eq(reads("big", big.p, &err), 0, "%s", err.msg);
	cr_assert_eq(truncate("big", 5000), 0);
	big.p[5000] = '\0';
	cr_expect_eq(reads("big", big.p, &err), 0, "%s", err.msg);
	cr_assert_eq(truncate("big", 0), 0);
	cr_expect_eq(reads("big", "", &err), 0, "empty: %s", err.msg);
	buf_release(&big);
	cr_expect_eq(unlink("big"), 0);
}
