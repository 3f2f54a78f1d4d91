#include "record.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum { PATH = 4096, IOVS = 64 };

/* Reads memory of the process; returns the number of bytes. */
static size_t
peek(const struct call *c, uint64_t at, void *to, size_t n)
{
	const struct iovec local = { to, n }, remote = { (void *)(uintptr_t)at, n };
	const ssize_t got = process_vm_readv(c->pid, &local, 1, &remote, 1, 0);

	return got < 0 ? 0 : (size_t)got;
}

/* Reads a string byte for byte at the end of a page, which may be the last one. */
static void
peek_string(const struct call *c, uint64_t at, char *to)
{
	size_t n = 0;

	while (n < PATH - 1) {
		const size_t want = 256 - (at + n) % 256;
		const size_t room = PATH - 1 - n < want ? PATH - 1 - n : want;
		const size_t got = peek(c, at + n, to + n, room);

		if (got == 0 || memchr(to + n, '\0', got) != NULL)
			break;
		n += got;
	}
	to[PATH - 1] = '\0';
}

/* Reads a link of /proc. fd -1: the folder of the process. */
static void
path_of_fd(const struct call *c, int fd, char *to)
{
	char link[64];
	ssize_t n;

	if (fd == -1 || fd == AT_FDCWD)
		(void)snprintf(link, sizeof link, "/proc/%d/cwd", (int)c->pid);
	else
		(void)snprintf(link, sizeof link, "/proc/%d/fd/%d", (int)c->pid, fd);
	n = readlink(link, to, PATH - 1);
	to[n < 0 ? 0 : n] = '\0';
}

static void
resolve(const struct call *c, uint64_t fd, uint64_t name, char *to)
{
	char folder[PATH], path[PATH];

	memset(path, 0, sizeof path);
	peek_string(c, name, path);
	if (path[0] == '/') {
		memcpy(to, path, PATH);
		return;
	}
	path_of_fd(c, (int)fd, folder);
	const size_t n = strlen(folder), m = strlen(path);

	if (n + m + 2 > PATH)
		abort(); /* no test has such names */
	memcpy(to, folder, n);
	to[n] = '/';
	memcpy(to + n + (m > 0), path, m + 1);
}

static uint64_t
inode_of(const char *path)
{
	struct stat st;

	return lstat(path, &st) == 0 ? (uint64_t)st.st_ino : 0;
}

static bool
inode_of_fd(const struct call *c, int fd, struct stat *st)
{
	char link[64];

	(void)snprintf(link, sizeof link, "/proc/%d/fd/%d", (int)c->pid, fd);
	return stat(link, st) == 0;
}

static bool
is_below(const char *path, const char *root)
{
	return strncmp(path, root, strlen(root)) == 0 && path[strlen(root)] == '/';
}

/* Calls that have names: which argument is a folder (-1: none) and a name. */
static const struct named {
	long nr;
	enum { CREATE, MKDIR, RENAME, LINK, UNLINK, TRUNCATE } what;
	int at[2], name[2];
} named[] = {
	{ SYS_openat, CREATE, { 0, -1 }, { 1, -1 } },
	{ SYS_mkdirat, MKDIR, { 0, -1 }, { 1, -1 } },
	{ SYS_renameat2, RENAME, { 0, 2 }, { 1, 3 } },
	{ SYS_linkat, LINK, { 0, 2 }, { 1, 3 } },
	{ SYS_unlinkat, UNLINK, { 0, -1 }, { 1, -1 } },
	{ SYS_truncate, TRUNCATE, { -1, -1 }, { 0, -1 } },
#ifdef SYS_renameat
	{ SYS_renameat, RENAME, { 0, 2 }, { 1, 3 } },
#endif
#ifdef SYS_open
	{ SYS_open, CREATE, { -1, -1 }, { 0, -1 } },
	{ SYS_mkdir, MKDIR, { -1, -1 }, { 0, -1 } },
	{ SYS_rename, RENAME, { -1, -1 }, { 0, 1 } },
	{ SYS_link, LINK, { -1, -1 }, { 0, 1 } },
	{ SYS_unlink, UNLINK, { -1, -1 }, { 0, -1 } },
	{ SYS_rmdir, UNLINK, { -1, -1 }, { 0, -1 } },
#endif
};

static const struct named *
named_of(const struct call *c)
{
	for (size_t i = 0; i < sizeof named / sizeof named[0]; i++)
		if (named[i].nr == c->nr)
			return &named[i];
	return NULL;
}

void
record_before(const struct call *c, const char *root, struct change *change)
{
	const struct named *n = named_of(c);

	(void)root;
	change->path[0][0] = change->path[1][0] = '\0';
	change->file = 0;
	if (n == NULL)
		return;
	for (int i = 0; i < 2 && n->name[i] >= 0; i++)
		resolve(c, n->at[i] < 0 ? (uint64_t)-1 : c->arg[n->at[i]], c->arg[n->name[i]],
		    change->path[i]);
	change->file = inode_of(change->path[0]);
}

static void
put_hex(FILE *to, const unsigned char *p, size_t n)
{
	static const char digit[] = "0123456789abcdef";

	for (size_t i = 0; i < n; i++) {
		(void)putc(digit[p[i] >> 4], to);
		(void)putc(digit[p[i] & 15], to);
	}
}

/* Records bytes of the process that went to fd. offset -1: where the file is now. */
static void
put_bytes(FILE *to, const struct call *c, const char *root, uint64_t at, size_t n, int64_t offset)
{
	const int fd = (int)c->arg[0];
	unsigned char *p = malloc(n + 1);
	char path[PATH];
	struct stat st;

	path_of_fd(c, fd, path);
	if (p == NULL || !inode_of_fd(c, fd, &st) || peek(c, at, p, n) != n)
		abort();
	if (!S_ISREG(st.st_mode) || !is_below(path, root))
		(void)fprintf(to, "out\t%d\t%d\t", (int)c->pid, fd);
	else
		(void)fprintf(
		    to, "write\t%llu\t%lld\t", (unsigned long long)st.st_ino, (long long)offset);
	put_hex(to, p, n);
	(void)fputc('\n', to);
	free(p);
}

/* Returns where the next byte of fd goes. */
static int64_t
position(const struct call *c, int fd)
{
	return (int64_t)call_fd_info(c, fd, "pos", 10);
}

static void
put_vector(FILE *to, const struct call *c, const char *root, int64_t n)
{
	struct iovec part[IOVS];
	const size_t parts = c->arg[2] < IOVS ? (size_t)c->arg[2] : IOVS;
	int64_t at = position(c, (int)c->arg[0]) - n;

	if (peek(c, c->arg[1], part, parts * sizeof part[0]) != parts * sizeof part[0])
		abort();
	for (size_t i = 0; i < parts && n > 0; i++) {
		const size_t some = part[i].iov_len < (size_t)n ? part[i].iov_len : (size_t)n;

		put_bytes(to, c, root, (uintptr_t)part[i].iov_base, some, at);
		at += (int64_t)some;
		n -= (int64_t)some;
	}
}

/* Records what the kernel copied into a file. */
static void
put_copied(FILE *to, const struct call *c, const char *root, int fd, int64_t n)
{
	const int64_t at = position(c, fd) - n;
	char link[64], path[PATH];
	unsigned char *p = malloc((size_t)n + 1);
	struct stat st;
	int file;

	(void)snprintf(link, sizeof link, "/proc/%d/fd/%d", (int)c->pid, fd);
	path_of_fd(c, fd, path);
	file = open(link, O_RDONLY | O_CLOEXEC);
	if (p != NULL && inode_of_fd(c, fd, &st) && is_below(path, root) && file >= 0 &&
	    pread(file, p, (size_t)n, at) == n) {
		(void)fprintf(
		    to, "write\t%llu\t%lld\t", (unsigned long long)st.st_ino, (long long)at);
		put_hex(to, p, (size_t)n);
		(void)fputc('\n', to);
	}
	if (file >= 0)
		(void)close(file);
	free(p);
}

/* "WORD INODE [NUMBER]" about a descriptor, if it is below the folder. */
static void
put_fd(FILE *to, const struct call *c, const char *root, int fd, const char *word, int64_t number)
{
	char path[PATH];
	struct stat st;

	path_of_fd(c, fd, path);
	if ((!is_below(path, root) && strcmp(path, root) != 0) || !inode_of_fd(c, fd, &st))
		return;
	(void)fprintf(to, "%s\t%llu", word, (unsigned long long)st.st_ino);
	if (number >= 0)
		(void)fprintf(to, "\t%lld", (long long)number);
	(void)fputc('\n', to);
}

static void
put_open(FILE *to, const struct call *c, const char *root, int64_t fd, const struct change *change)
{
	const bool is_at = c->nr == SYS_openat;
	const uint64_t flags = c->arg[is_at ? 2 : 1];
	struct stat st;

	if ((flags & O_TMPFILE) == O_TMPFILE)
		put_fd(to, c, root, (int)fd, "create\t-", -1);
	else if ((flags & O_CREAT) != 0 && change->file == 0 && is_below(change->path[0], root) &&
	    inode_of_fd(c, (int)fd, &st))
		(void)fprintf(
		    to, "create\t%s\t%llu\n", change->path[0], (unsigned long long)st.st_ino);
	else if ((flags & O_TRUNC) != 0)
		put_fd(to, c, root, (int)fd, "size", 0);
}

static void
put_named(FILE *to, const struct call *c, const struct named *n, const char *root, int64_t result,
    const struct change *change)
{
	static const char *const word[] = { "create", "mkdir", "rename", "link", "unlink", "size" };
	const bool two = n->name[1] >= 0;

	if (n->what == CREATE) {
		put_open(to, c, root, result, change);
		return;
	}
	if (!is_below(change->path[0], root) && !(two && is_below(change->path[1], root)))
		return;
	if (n->what == TRUNCATE) {
		(void)fprintf(to, "size\t%llu\t%lld\n", (unsigned long long)change->file,
		    (long long)c->arg[1]);
		return;
	}
	(void)fprintf(to, "%s\t%s\t", word[n->what], change->path[0]);
	if (two)
		(void)fprintf(to, "%s\t", change->path[1]);
	(void)fprintf(to, "%llu\n",
	    (unsigned long long)(n->what == UNLINK ? change->file : inode_of(change->path[two])));
}

static void
put_plain(FILE *to, const struct call *c, const char *root, int64_t result)
{
	const int fd = (int)c->arg[0];

	switch (c->nr) {
	case SYS_write:
		if (result > 0)
			put_bytes(to, c, root, c->arg[1], (size_t)result, position(c, fd) - result);
		break;
	case SYS_pwrite64:
		if (result > 0)
			put_bytes(to, c, root, c->arg[1], (size_t)result, (int64_t)c->arg[3]);
		break;
	case SYS_writev:
		put_vector(to, c, root, result);
		break;
	case SYS_copy_file_range:
		put_copied(to, c, root, (int)c->arg[2], result);
		break;
	case SYS_sendfile:
		put_copied(to, c, root, fd, result);
		break;
	case SYS_ftruncate:
		put_fd(to, c, root, fd, "size", (int64_t)c->arg[1]);
		break;
	case SYS_fallocate:
		put_fd(to, c, root, fd, "size", (int64_t)(c->arg[2] + c->arg[3]));
		break;
	case SYS_fsync:
	case SYS_fdatasync:
		put_fd(to, c, root, fd, "sync", -1);
		break;
	case SYS_sync:
	case SYS_syncfs:
		(void)fputs("syncall\n", to);
		break;
	case SYS_mmap:
		if ((c->arg[3] & MAP_SHARED) != 0 && (c->arg[2] & PROT_WRITE) != 0)
			put_fd(to, c, root, (int)c->arg[4], "mapped", -1);
		break;
	default:
		break;
	}
}

void
record_after(
    FILE *to, const struct call *c, const char *root, int64_t result, const struct change *change)
{
	const struct named *n = named_of(c);

	if (n != NULL)
		put_named(to, c, n, root, result, change);
	else
		put_plain(to, c, root, result);
}
