/* Which faults a system call can have. */
#include "calls.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>

const char *const fault_name[FAULT_COUNT] = { "EIO", "ENOSPC", "EMFILE", "ENOMEM", "EINTR",
	"EAGAIN", "short", "before", "after" };
const int fault_errno[FAULT_COUNT] = { EIO, ENOSPC, EMFILE, ENOMEM, EINTR, EAGAIN, 0, 0, 0 };

enum {
	IO = 1 << FAULT_EIO,
	NOSPC = 1 << FAULT_ENOSPC,
	MFILE = 1 << FAULT_EMFILE,
	NOMEM = 1 << FAULT_ENOMEM,
	INTR = 1 << FAULT_EINTR,
	AGAIN = 1 << FAULT_EAGAIN,
	SHORT = 1 << FAULT_SHORT,
	ENDS = 1 << FAULT_BEFORE | 1 << FAULT_AFTER,
	NAMES = IO | NOSPC | NOMEM | ENDS,
};

/* Looks at the arguments for more faults, or for fewer. */
typedef unsigned look(const struct call *c, unsigned faults);

/* Returns the kind of file of a descriptor; 0: unknown. */
static mode_t
kind_of(const struct call *c, uint64_t fd)
{
	char path[64];
	struct stat st;

	(void)snprintf(path, sizeof path, "/proc/%d/fd/%d", (int)c->pid, (int)fd);
	return stat(path, &st) == 0 ? st.st_mode & S_IFMT : 0;
}

uint64_t
call_fd_info(const struct call *c, int fd, const char *word, int base)
{
	char path[64], line[128];
	const size_t n = strlen(word);
	uint64_t value = 0;
	FILE *f;

	(void)snprintf(path, sizeof path, "/proc/%d/fdinfo/%d", (int)c->pid, fd);
	f = fopen(path, "r");
	while (f != NULL && fgets(line, sizeof line, f) != NULL)
		if (strncmp(line, word, n) == 0 && line[n] == ':')
			value = strtoull(line + n + 1, NULL, base);
	if (f != NULL)
		(void)fclose(f);
	return value;
}

/* A pipe or a terminal can be interrupted, but is never full; a file is the other way round. */
static unsigned
look_at_data(const struct call *c, unsigned faults)
{
	const mode_t kind = kind_of(c, c->arg[0]);

	if (c->arg[2] <= 1)
		faults &= ~(unsigned)SHORT;
	if (kind == S_IFREG || kind == S_IFDIR || kind == 0)
		return faults;
	faults = (faults & ~(unsigned)NOSPC) | INTR;
	if ((call_fd_info(c, (int)c->arg[0], "flags", 8) & O_NONBLOCK) != 0)
		faults |= AGAIN;
	return faults;
}

static unsigned
look_at_open(const struct call *c, unsigned faults)
{
#ifdef SYS_open
	const uint64_t flags = c->nr == SYS_open ? c->arg[1] : c->arg[2];
#else
	const uint64_t flags = c->arg[2];
#endif

	return (flags & (O_CREAT | O_TRUNC)) != 0 ? faults | NOSPC | ENDS : faults;
}

static unsigned
look_at_fcntl(const struct call *c, unsigned faults)
{
	switch (c->arg[1]) {
	case F_DUPFD:
	case F_DUPFD_CLOEXEC:
		return MFILE;
	case F_SETLK:
		return ((faults | AGAIN) & ~(unsigned)INTR);
	case F_SETLKW:
		return INTR;
	default:
		return 0;
	}
}

static unsigned
look_at_flock(const struct call *c, unsigned faults)
{
	if ((c->arg[1] & LOCK_UN) != 0)
		return 0;
	return (c->arg[1] & LOCK_NB) != 0 ? faults | AGAIN : faults | INTR;
}

/* Memory that is needed; what is given back always can be. */
static unsigned
look_at_brk(const struct call *c, unsigned faults)
{
	return c->arg[0] == 0 ? 0 : faults;
}

struct row {
	long nr;
	const char *name;
	unsigned faults;
	enum call_kind kind;
	look *look;
};

#define ROW(name, ...)                         \
	{                                      \
		SYS_##name, #name, __VA_ARGS__ \
	}

static const struct row rows[] = {
	ROW(openat, IO | MFILE | NOMEM, CALL_OTHER, look_at_open),
	ROW(read, IO | SHORT, CALL_DATA, look_at_data),
	ROW(pread64, IO | SHORT, CALL_DATA, look_at_data),
	ROW(write, IO | NOSPC | SHORT | ENDS, CALL_DATA, look_at_data),
	ROW(pwrite64, IO | NOSPC | SHORT | ENDS, CALL_DATA, look_at_data),
	ROW(readv, IO, CALL_OTHER, NULL),
	ROW(writev, IO | ENDS, CALL_OTHER, NULL),
	ROW(close, IO, CALL_CLOSE, NULL),
	ROW(brk, NOMEM, CALL_BRK, look_at_brk),
	ROW(mmap, NOMEM, CALL_OTHER, NULL),
	ROW(mremap, NOMEM, CALL_OTHER, NULL),
	ROW(mprotect, NOMEM, CALL_OTHER, NULL),
	ROW(mlock, NOMEM | AGAIN, CALL_OTHER, NULL),
	ROW(madvise, NOMEM | AGAIN, CALL_OTHER, NULL),
	ROW(fsync, IO | NOSPC | INTR | ENDS, CALL_OTHER, NULL),
	ROW(fdatasync, IO | NOSPC | INTR | ENDS, CALL_OTHER, NULL),
	ROW(ftruncate, IO | INTR | ENDS, CALL_OTHER, NULL),
	ROW(fallocate, IO | NOSPC | INTR | ENDS, CALL_OTHER, NULL),
	ROW(fcntl, 0, CALL_OTHER, look_at_fcntl),
	ROW(flock, 0, CALL_OTHER, look_at_flock),
	ROW(dup, MFILE, CALL_OTHER, NULL),
	ROW(dup3, MFILE, CALL_OTHER, NULL),
	ROW(pipe2, MFILE, CALL_OTHER, NULL),
	ROW(getdents64, IO | NOMEM, CALL_OTHER, NULL),
	ROW(fstat, IO | NOMEM, CALL_OTHER, NULL),
	ROW(newfstatat, IO | NOMEM, CALL_OTHER, NULL),
	ROW(statx, IO | NOMEM, CALL_OTHER, NULL),
	ROW(faccessat, IO | NOMEM, CALL_OTHER, NULL),
	ROW(readlinkat, IO | NOMEM, CALL_OTHER, NULL),
	ROW(getcwd, NOMEM, CALL_OTHER, NULL),
	ROW(chdir, IO | NOMEM, CALL_OTHER, NULL),
	ROW(fchmod, IO, CALL_OTHER, NULL),
	ROW(fchmodat, IO | NOMEM, CALL_OTHER, NULL),
	ROW(utimensat, IO | NOMEM, CALL_OTHER, NULL),
	ROW(renameat2, NAMES, CALL_OTHER, NULL),
	ROW(linkat, NAMES, CALL_OTHER, NULL),
	ROW(symlinkat, NAMES, CALL_OTHER, NULL),
	ROW(unlinkat, IO | NOMEM | ENDS, CALL_OTHER, NULL),
	ROW(mkdirat, NAMES, CALL_OTHER, NULL),
	ROW(clone, AGAIN | NOMEM | ENDS, CALL_OTHER, NULL),
	ROW(execve, IO | NOMEM | ENDS, CALL_OTHER, NULL),
	ROW(wait4, INTR | ENDS, CALL_OTHER, NULL),
	ROW(waitid, INTR | ENDS, CALL_OTHER, NULL),
	ROW(ppoll, INTR | NOMEM, CALL_OTHER, NULL),
	ROW(clock_nanosleep, INTR, CALL_OTHER, NULL),
	ROW(socket, MFILE | NOMEM, CALL_OTHER, NULL),
	ROW(inotify_init1, MFILE | NOMEM, CALL_OTHER, NULL),
	ROW(inotify_add_watch, NOSPC | NOMEM, CALL_OTHER, NULL),
	ROW(timerfd_create, MFILE | NOMEM, CALL_OTHER, NULL),
#ifdef SYS_clone3
	ROW(clone3, AGAIN | NOMEM | ENDS, CALL_OTHER, NULL),
#endif
#ifdef SYS_renameat
	ROW(renameat, NAMES, CALL_OTHER, NULL),
#endif
#ifdef SYS_faccessat2
	ROW(faccessat2, IO | NOMEM, CALL_OTHER, NULL),
#endif
#ifdef SYS_open /* the older calls, which newer kinds of machines do not have */
	ROW(open, IO | MFILE | NOMEM, CALL_OTHER, look_at_open),
	ROW(stat, IO | NOMEM, CALL_OTHER, NULL),
	ROW(lstat, IO | NOMEM, CALL_OTHER, NULL),
	ROW(access, IO | NOMEM, CALL_OTHER, NULL),
	ROW(readlink, IO | NOMEM, CALL_OTHER, NULL),
	ROW(dup2, MFILE, CALL_OTHER, NULL),
	ROW(pipe, MFILE, CALL_OTHER, NULL),
	ROW(rename, NAMES, CALL_OTHER, NULL),
	ROW(link, NAMES, CALL_OTHER, NULL),
	ROW(unlink, IO | NOMEM | ENDS, CALL_OTHER, NULL),
	ROW(mkdir, NAMES, CALL_OTHER, NULL),
	ROW(rmdir, IO | NOMEM | ENDS, CALL_OTHER, NULL),
	ROW(fork, AGAIN | NOMEM | ENDS, CALL_OTHER, NULL),
	ROW(vfork, AGAIN | NOMEM | ENDS, CALL_OTHER, NULL),
	ROW(poll, INTR | NOMEM, CALL_OTHER, NULL),
	ROW(chmod, IO | NOMEM, CALL_OTHER, NULL),
#endif
};

static const struct row *
row_of(const struct call *c)
{
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
		if (rows[i].nr == c->nr)
			return &rows[i];
	return NULL;
}

const char *
call_name(const struct call *c)
{
	const struct row *row = row_of(c);

	return row != NULL ? row->name : NULL;
}

enum call_kind
call_kind(const struct call *c)
{
	const struct row *row = row_of(c);

	return row != NULL ? row->kind : CALL_OTHER;
}

unsigned
call_faults(const struct call *c)
{
	const struct row *row = row_of(c);

	if (row == NULL)
		return 0;
	return row->look != NULL ? row->look(c, row->faults) : row->faults;
}
