/*
 * Confines the process that reads what strangers have made.
 *
 * (F1) Landlock: only what was allowed is opened, made or removed, and nothing is executed. Nothing
 *      that the next run trusts can be written: no setting of the home, no key, and no link, which
 *      that run would follow.
 * (F2) seccomp: the calls of `denied` fail with EPERM. It is a list of what no reader needs, not of
 *      what it needs, which differs between versions of the C library. Newer calls than those of
 *      Linux 5.1 have the same numbers everywhere; they fail with ENOSYS as on an older kernel.
 * (F3) What fails here restricts less, silently: the read itself must not fail on an old kernel.
 */
#include "config.h"

#include "service/confine.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#ifdef WITH_CONFINE
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

#include "util/file.h"

/* Rights of Landlock. Some are newer than the headers of some systems. */
enum {
	WRITE_FILE = 1 << 1,
	READ_FILE = 1 << 2,
	READ_DIR = 1 << 3,
	REMOVE_DIR = 1 << 4,
	REMOVE_FILE = 1 << 5,
	MAKE_DIR = 1 << 7,
	MAKE_REG = 1 << 8,
	TRUNCATE = 1 << 14,
	IOCTL_DEV = 1 << 15,
	READS = READ_FILE | READ_DIR,
	MAKES = READ_DIR | WRITE_FILE | REMOVE_DIR | REMOVE_FILE | MAKE_DIR | MAKE_REG | TRUNCATE,
	OF_FILE = READ_FILE | WRITE_FILE | TRUNCATE |
	    IOCTL_DEV /* what a rule for a file may name */
};

#ifdef WITH_CONFINE

/* ---- files ----------------------------------------------------------------------------------- */

enum { VERSION_NET = 4, VERSION_SCOPED = 6, NET_ALL = 3, SCOPED_ALL = 3 };

struct rules_attr {
	uint64_t fs, net, scoped;
};

static long
landlock_version(void)
{
	return syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
}

void
confine_begin(struct confine *c)
{
	/* The number of rights on files that each version has. */
	static const unsigned rights[] = { 0, 13, 14, 15, 15, 16 };
	const long known = sizeof rights / sizeof rights[0], version = landlock_version();
	struct rules_attr attr = { .net = NET_ALL, .scoped = SCOPED_ALL };
	const size_t size = version >= VERSION_SCOPED ? sizeof attr :
	    version >= VERSION_NET                    ? offsetof(struct rules_attr, scoped) :
							offsetof(struct rules_attr, net);

	*c = (struct confine){ .rules = -1 };
	if (version < 1)
		return;
	c->known = attr.fs = (UINT64_C(1) << rights[version < known ? version : known - 1]) - 1;
	c->rules = (int)syscall(SYS_landlock_create_ruleset, &attr, size, 0);
}

static void
allow(const struct confine *c, const char *path, unsigned rights)
{
	struct landlock_path_beneath_attr rule = { .allowed_access = rights & c->known };
	struct stat st;
	const int fd = c->rules >= 0 && path != NULL ? open(path, O_PATH | O_CLOEXEC) : -1;

	if (fd < 0)
		return;
	rule.parent_fd = fd;
	if (fstat(fd, &st) == 0 && !S_ISDIR(st.st_mode))
		rule.allowed_access &= OF_FILE;
	/* (F3) */
	(void)syscall(SYS_landlock_add_rule, c->rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
	(void)close(fd); /* only a path descriptor */
}

/* ---- system calls ---------------------------------------------------------------------------- */

#if defined __x86_64__ && defined __LP64__
#define MACHINE AUDIT_ARCH_X86_64
#elif defined __aarch64__
#define MACHINE AUDIT_ARCH_AARCH64
#endif

#ifdef MACHINE
/* (F2) Programs, sockets, other processes, owners and modes of files, the kernel. */
static const unsigned denied[] = {
#ifdef SYS_fork
	SYS_fork, SYS_vfork, SYS_mknod, SYS_chmod, SYS_chown, SYS_lchown, SYS_utime, SYS_utimes,
	SYS_futimesat,
#endif
	SYS_execve, SYS_execveat, SYS_clone, SYS_socket, SYS_socketpair, SYS_connect, SYS_bind,
	SYS_listen, SYS_accept, SYS_accept4, SYS_sendto, SYS_sendmsg, SYS_sendmmsg, SYS_ptrace,
	SYS_process_vm_readv, SYS_process_vm_writev, SYS_kill, SYS_tkill, SYS_rt_sigqueueinfo,
	SYS_rt_tgsigqueueinfo, SYS_kcmp, SYS_prlimit64, SYS_setpriority, SYS_sched_setaffinity,
	SYS_sched_setscheduler, SYS_sched_setparam, SYS_sched_setattr, SYS_ioprio_set,
	SYS_migrate_pages, SYS_move_pages, SYS_shmget, SYS_shmat, SYS_semget, SYS_msgget,
	SYS_mq_open, SYS_mq_unlink, SYS_keyctl, SYS_add_key, SYS_request_key, SYS_fchmodat,
	SYS_fchownat, SYS_utimensat, SYS_truncate, SYS_setxattr, SYS_lsetxattr, SYS_removexattr,
	SYS_lremovexattr, SYS_mknodat, SYS_name_to_handle_at, SYS_open_by_handle_at, SYS_bpf,
	SYS_perf_event_open, SYS_userfaultfd, SYS_mount, SYS_umount2, SYS_pivot_root, SYS_chroot,
	SYS_unshare, SYS_setns, SYS_init_module, SYS_finit_module, SYS_delete_module,
	SYS_kexec_load, SYS_kexec_file_load, SYS_reboot, SYS_swapon, SYS_swapoff, SYS_acct,
	SYS_settimeofday, SYS_clock_settime, SYS_sethostname, SYS_setdomainname, SYS_personality,
	SYS_quotactl, SYS_fanotify_init, SYS_vhangup
};

/* The first of the newer calls, and those of them that are no danger. Numbers of x32 are higher. */
enum { NEWER = 424, CLOSE_RANGE = 436, OPENAT2 = 437, FACCESSAT2 = 439 };
enum { N_DENIED = sizeof denied / sizeof denied[0], HEAD = 4, TAIL = 16 };

#define LOAD(member)         BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, member))
#define IF(how, value, a, b) BPF_JUMP(BPF_JMP | (how) | BPF_K, value, a, b)
#define END(how)             BPF_STMT(BPF_RET | BPF_K, how)

static void
deny_calls(void)
{
	const unsigned refuse = SECCOMP_RET_ERRNO | EPERM, absent = SECCOMP_RET_ERRNO | ENOSYS;
	const struct sock_filter head[HEAD] = { LOAD(arch), IF(BPF_JEQ, MACHINE, 1, 0), END(refuse),
		LOAD(nr) };
	/* A signal may go only to this process, as by abort. Ioctls that type for a terminal. */
	const struct sock_filter tail[TAIL] = {
		IF(BPF_JGE, NEWER, 0, 4),
		IF(BPF_JEQ, CLOSE_RANGE, 13, 0),
		IF(BPF_JEQ, OPENAT2, 12, 0),
		IF(BPF_JEQ, FACCESSAT2, 11, 0),
		END(absent),
		IF(BPF_JEQ, SYS_tgkill, 0, 3),
		LOAD(args[0]),
		IF(BPF_JEQ, (unsigned)getpid(), 7, 0),
		END(refuse),
		IF(BPF_JEQ, SYS_ioctl, 0, 5),
		LOAD(args[1]),
		IF(BPF_JEQ, TIOCSTI, 2, 0),
		IF(BPF_JEQ, TIOCLINUX, 1, 0),
		IF(BPF_JEQ, TIOCSETD, 0, 1),
		END(refuse),
		END(SECCOMP_RET_ALLOW),
	};
	struct sock_filter code[HEAD + 2 * N_DENIED + TAIL];
	const struct sock_fprog program = { .len = sizeof code / sizeof code[0], .filter = code };

	memcpy(code, head, sizeof head);
	for (size_t i = 0; i < N_DENIED; i++) {
		code[HEAD + 2 * i] = (struct sock_filter)IF(BPF_JEQ, denied[i], 0, 1);
		code[HEAD + 2 * i + 1] = (struct sock_filter)END(refuse);
	}
	memcpy(code + HEAD + 2 * N_DENIED, tail, sizeof tail);
	(void)prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0); /* (F3) */
}
#else
static void
deny_calls(void)
{
}
#endif

/* From here on the rules hold. */
static void
restrict_self(const struct confine *c)
{
	/* required by both; nothing is executed here */
	(void)prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	if (c->rules >= 0)
		(void)syscall(SYS_landlock_restrict_self, c->rules, 0); /* (F3) */
	deny_calls();
}

void
confine_words(struct buf *out)
{
	const long version = landlock_version();
	bool has_filters = false;

#ifdef MACHINE
	has_filters = prctl(PR_GET_SECCOMP, 0, 0, 0, 0) >= 0;
#endif
	if (version >= 1)
		buf_fmt(out, "files (Landlock %ld)%s", version, has_filters ? ", " : "");
	if (has_filters)
		buf_str(out, "system calls (seccomp)");
	if (version < 1 && !has_filters)
		buf_str(out, "nothing: the kernel has neither Landlock nor seccomp");
}
#else
void
confine_begin(struct confine *c)
{
	c->rules = -1;
}

static void
allow(const struct confine *c, const char *path, unsigned rights)
{
	(void)c, (void)path, (void)rights;
}

static void
restrict_self(const struct confine *c)
{
	(void)c;
}

void
confine_words(struct buf *out)
{
	buf_str(out, "nothing: built without it");
}
#endif

/* ---- what is allowed ------------------------------------------------------------------------- */

void
confine_read(const struct confine *c, const char *path)
{
	allow(c, path, READS);
}

void
confine_write(const struct confine *c, const char *path)
{
	allow(c, path, READS | MAKES);
}

static bool
is_folder(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

void
confine_output(const struct confine *c, const char *path)
{
	char *at, *up;

	if (c->rules < 0 || path == NULL)
		return;
	if (is_folder(path)) {
		confine_write(c, path);
		return;
	}
	file_remove_stale(path); /* later they cannot be read */
	at = file_folder(path);
	while (!is_folder(at) && strcmp(at, ".") != 0 && strcmp(at, "/") != 0) {
		up = file_folder(at);
		free(at);
		at = up;
	}
	allow(c, at, MAKES);
	free(at);
}

/* Allows what symbolic links in the folder lead to. */
static void
allow_links(const struct confine *c, const char *folder, unsigned rights)
{
	DIR *dir = opendir(folder);

	for (struct dirent *d = dir != NULL ? file_next(dir) : NULL; d != NULL;
	     d = file_next(dir)) {
		struct buf path = BUF_INIT;
		struct stat st;

		buf_fmt(&path, "%s/%s", folder, d->d_name);
		if (lstat(path.p, &st) == 0 && S_ISLNK(st.st_mode))
			allow(c, path.p, rights);
		buf_release(&path);
	}
	if (dir != NULL)
		(void)closedir(dir); /* only read */
}

/* Allows to read a key that is named by its path. */
static void
allow_key(const struct confine *c, const char *key)
{
	static const char *const suffix[] = { ".pub", ".key", ".age" };

	for (size_t i = 0; i < 3 && key != NULL && strchr(key, '/') != NULL; i++) {
		struct buf path = BUF_INIT;

		buf_fmt(&path, "%s%s", key, suffix[i]);
		confine_read(c, path.p);
		buf_release(&path);
	}
}

void
confine_home(const struct confine *c, const struct user *u, bool writes)
{
	struct buf games = BUF_INIT;
	struct err none = ERR_INIT; /* what needs the folder reports why there is none */
	const unsigned rights = writes ? READS | MAKES : READS;

	allow_key(c, u->key_arg);
	allow_key(c, u->key_default);
	if (c->rules < 0 || u->home == NULL)
		return;
	buf_fmt(&games, "%s/games", u->home);
	if (writes)
		(void)file_mkdirs(games.p, 1, &none);
	confine_read(c, u->home);
	allow(c, games.p, rights);
	allow_links(c, games.p, rights);
	buf_release(&games);
}

void
confine_end(struct confine *c)
{
	confine_read(c, "/usr/share/zoneinfo");
	confine_read(c, "/etc/localtime");
	confine_read(c, "/dev/urandom");
	allow(c, "/dev/null", OF_FILE);
	allow(c, "/dev/tty", OF_FILE);
	tzset(); /* reads the file that TZ names */
	restrict_self(c);
	if (c->rules >= 0)
		(void)close(c->rules); /* nothing was written */
	c->rules = -1;
}
