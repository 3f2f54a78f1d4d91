/* Restricts a process that parses mail. */
#include "config.h"

#include "mailparse/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#ifdef ADIT_LINUX
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif
#if defined ADIT_LINUX && defined HAVE_LINUX_LANDLOCK_H
#include <dlfcn.h>
#include <linux/landlock.h>

#include "util/buf.h"
#endif
#ifdef HAVE_SECCOMP
#include <seccomp.h>
#endif

/* Sanitizers reserve more memory, make other system calls and read /proc. */
#ifdef __SANITIZE_ADDRESS__
enum { SANITIZED = 1 };
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
enum { SANITIZED = 1 };
#else
enum { SANITIZED = 0 };
#endif
#else
enum { SANITIZED = 0 };
#endif

enum { FIRST_OTHER = 3, DESCRIPTORS = 16, CPU_SECONDS = 5, MEMORY = 512 << 20 };

#ifdef __GLIBC__
typedef __rlimit_resource_t resource_kind;
#else
typedef int resource_kind;
#endif

static void
limit(resource_kind resource, rlim_t value, rlim_t hard)
{
	struct rlimit is, want = { value, hard };

	/* A lower limit stays. */
	if (getrlimit(resource, &is) == 0) {
		want.rlim_max = is.rlim_max < hard ? is.rlim_max : hard;
		want.rlim_cur = want.rlim_max < value ? want.rlim_max : value;
	}
	(void)setrlimit(resource, &want); /* fails if the limit is lower */
}

static void
set_limits(void)
{
	limit(RLIMIT_CPU, CPU_SECONDS, CPU_SECONDS + 1);
	limit(RLIMIT_FSIZE, 0, 0);
	limit(RLIMIT_CORE, 0, 0);
	limit(RLIMIT_NOFILE, DESCRIPTORS, DESCRIPTORS);
	if (!SANITIZED)
		limit(RLIMIT_AS, MEMORY, MEMORY);
}

static void
close_others(void)
{
#if defined ADIT_LINUX && defined SYS_close_range
	if (syscall(SYS_close_range, FIRST_OTHER, ~0U, 0) == 0)
		return;
#endif
	for (int fd = FIRST_OTHER; fd < DESCRIPTORS; fd++)
		(void)close(fd); /* most are not open */
}

/* ---- Landlock ------------------------------------------------------------------------------------ */

#if defined ADIT_LINUX && defined HAVE_LINUX_LANDLOCK_H
/* Opens the folder of the C library's charset files. */
static int
open_charsets(void)
{
	struct buf path = BUF_INIT;
	const char *slash;
	Dl_info libc;
	int fd = -1;

	if (dladdr((void *)(uintptr_t)&dladdr, &libc) != 0 && libc.dli_fname != NULL &&
	    (slash = strrchr(libc.dli_fname, '/')) != NULL) {
		buf_fmt(&path, "%.*s/gconv", (int)(slash - libc.dli_fname), libc.dli_fname);
		fd = open(path.p, O_PATH | O_DIRECTORY | O_CLOEXEC);
	}
	buf_release(&path);
	return fd;
}

static void
lock_files(void)
{
	/* All rights of the first version of Landlock. */
	const struct landlock_ruleset_attr all = {
		.handled_access_fs = LANDLOCK_ACCESS_FS_MAKE_SYM | (LANDLOCK_ACCESS_FS_MAKE_SYM - 1)
	};
	struct landlock_path_beneath_attr read_charsets = {
		.allowed_access = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR,
		.parent_fd = open_charsets(),
	};
	int rules = (int)syscall(SYS_landlock_create_ruleset, &all, sizeof all, 0);

	if (rules >= 0 && read_charsets.parent_fd >= 0)
		(void)syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH,
		    &read_charsets, 0); /* on failure only UTF-8 and a few others work */
	if (rules >= 0) {
		/* fails if the kernel has no Landlock */
		(void)syscall(SYS_landlock_restrict_self, rules, 0);
		(void)close(rules);
	}
	if (read_charsets.parent_fd >= 0)
		(void)close(read_charsets.parent_fd); /* only a path descriptor */
}
#else
static void
lock_files(void)
{
}
#endif

/* ---- seccomp ------------------------------------------------------------------------------------- */

#ifdef HAVE_SECCOMP
/* Memory, open descriptors, exit. */
static const int allowed[] = {
	SCMP_SYS(read),
	SCMP_SYS(pread64),
	SCMP_SYS(lseek),
	SCMP_SYS(close),
	SCMP_SYS(fstat),
	SCMP_SYS(newfstatat),
	SCMP_SYS(stat),
	SCMP_SYS(statx),
	SCMP_SYS(brk),
	SCMP_SYS(mmap),
	SCMP_SYS(mmap2),
	SCMP_SYS(munmap),
	SCMP_SYS(mremap),
	SCMP_SYS(mprotect),
	SCMP_SYS(madvise),
	SCMP_SYS(futex),
	SCMP_SYS(rt_sigaction),
	SCMP_SYS(rt_sigprocmask),
	SCMP_SYS(rt_sigreturn),
	SCMP_SYS(getpid),
	SCMP_SYS(gettid),
	SCMP_SYS(tgkill), /* for abort */
	SCMP_SYS(clock_gettime),
	SCMP_SYS(gettimeofday),
	SCMP_SYS(getrandom),
	SCMP_SYS(prlimit64),
	SCMP_SYS(sched_getaffinity),
	SCMP_SYS(exit),
	SCMP_SYS(exit_group),
};

static int
allow(scmp_filter_ctx filter)
{
	int result = 0;

	for (size_t i = 0; i < sizeof allowed / sizeof allowed[0] && result == 0; i++)
		result = seccomp_rule_add(filter, SCMP_ACT_ALLOW, allowed[i], 0);
	for (unsigned fd = STDOUT_FILENO; fd <= STDERR_FILENO && result == 0; fd++)
		result = seccomp_rule_add(
		    filter, SCMP_ACT_ALLOW, SCMP_SYS(write), 1, SCMP_A0(SCMP_CMP_EQ, fd, 0));
	/* Landlock restricts the files: read only. */
	if (result == 0)
		result = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(openat), 1,
		    SCMP_A2(SCMP_CMP_MASKED_EQ, O_ACCMODE | O_CREAT | O_TRUNC, O_RDONLY));
	return result;
}

/* Other system calls fail with ENOSYS; the C library then uses alternatives. */
static void
lock_calls(void)
{
	scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(ENOSYS));

	if (filter == NULL)
		return;
	if (allow(filter) == 0)
		(void)seccomp_load(filter); /* fails if the kernel has no seccomp */
	seccomp_release(filter);
}
#else
static void
lock_calls(void)
{
}
#endif

void
sandbox_enter(void)
{
	close_others();
	set_limits();
#ifdef ADIT_LINUX
	/* required by both; nothing is executed here */
	(void)prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
#endif
	if (!SANITIZED) {
		lock_files();
		lock_calls();
	}
}
