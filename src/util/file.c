/*
 * Whole files.
 *
 * (F1) file_write never writes into the file that is there: a reader, or a crash, sees all of the
 *      old bytes or all of the new ones.
 */
#include "util/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/mem.h"

enum { CHUNK = 65536, TMP_TRIES = 100 };

/* What the caller can do about errno: usual, unless waiting or freeing something helps. */
static enum err_code
code_of(int error, enum err_code usual)
{
	switch (error) {
	case ENOSPC:
	case EDQUOT:
	case ENOMEM:
	case EMFILE:
	case ENFILE:
	case EAGAIN:
		return ERR_BUSY;
	default:
		return usual;
	}
}

int
file_get(int fd, size_t limit, struct buf *out)
{
	size_t end = out->n + limit + 1; /* one more, to see that there is more */

	while (out->n < end) {
		size_t want = end - out->n < CHUNK ? end - out->n : CHUNK;

		buf_need(out, want);

		ssize_t n = read(fd, out->p + out->n, want);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return (int)n;
		out->n += (size_t)n;
		out->p[out->n] = '\0';
	}
	return 1;
}

int
file_read(const char *path, size_t limit, struct buf *out, struct err *err)
{
	bool is_stdin = strcmp(path, "-") == 0;
	const char *name = is_stdin ? "standard input" : path;
	int fd = is_stdin ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);

	if (fd < 0) {
		bool missing = errno == ENOENT || errno == ENOTDIR;

		return err_set(err, missing ? ERR_NOT_FOUND : code_of(errno, ERR_IO),
		    "cannot open %s: %s", name, strerror(errno));
	}

	size_t start = out->n;
	int got = file_get(fd, limit, out);

	if (got != 0) {
		if (got < 0)
			err_set(err, code_of(errno, ERR_IO), "cannot read %s: %s", name,
			    strerror(errno));
		else
			err_set(
			    err, ERR_SYNTAX, "%s is too large: more than %zu bytes", name, limit);
		out->n = start;
		out->p[start] = '\0'; /* file_get made room */
	}
	if (!is_stdin)
		(void)close(fd); /* only read from */
	return got == 0 ? 0 : -1;
}

int
file_put(int fd, const void *p, size_t n)
{
	const char *at = p;

	while (n > 0) {
		ssize_t put = write(fd, at, n);

		if (put < 0 && errno == EINTR)
			continue;
		if (put <= 0)
			return -1;
		at += put;
		n -= (size_t)put;
	}
	return 0;
}

/* Create a file beside path under a name that nobody uses; its name goes to tmp. */
static int
open_beside(const char *path, struct buf *tmp)
{
	for (int i = 0; i < TMP_TRIES; i++) {
		buf_clear(tmp);
		buf_fmt(tmp, "%s.%ld.%d.tmp", path, (long)getpid(), i);

		int fd = open(tmp->p, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);

		if (fd >= 0 || errno != EEXIST)
			return fd;
	}
	return -1;
}

char *
file_folder(const char *path)
{
	const char *slash = strrchr(path, '/');

	if (slash == NULL)
		return mem_dup(".");
	return mem_dupn(path, slash == path ? 1 : (size_t)(slash - path));
}

int
file_sync_folder(const char *folder)
{
	int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	int result = 0;

	if (fd < 0)
		return -1;
	if (fsync(fd) < 0 && errno != EINVAL)
		result = -1;
	(void)close(fd); /* only synced */
	return result;
}

/* Make the new name in path's folder last. */
static int
sync_name(const char *path)
{
	char *folder = file_folder(path);
	int result = file_sync_folder(folder);

	free(folder);
	return result < 0 && errno != EACCES ? -1 : 0; /* a folder one may write but not list */
}

/* Fill fd, which it closes, and make it last if `sync`. */
static int
fill(int fd, const void *p, size_t n, const mode_t *mode, bool sync)
{
	int result = 0;

	if (mode != NULL && fchmod(fd, *mode & 07777) < 0)
		result = -1;
	if (result == 0 && (file_put(fd, p, n) < 0 || (sync && fsync(fd) < 0)))
		result = -1;

	int error = errno;

	if (close(fd) < 0 && result == 0)
		return -1;
	errno = error;
	return result;
}

static int
replace(const char *path, const void *p, size_t n, bool sync, struct err *err)
{
	struct stat was;
	struct buf tmp = BUF_INIT;
	bool exists = stat(path, &was) == 0;

	/* A rename would put a plain file in the place of a device or a pipe. */
	if (exists && !S_ISREG(was.st_mode))
		return err_set(err, ERR_CREATE, "cannot write %s: not a regular file", path);

	int fd = open_beside(path, &tmp);

	if (fd < 0) {
		err_set(
		    err, code_of(errno, ERR_CREATE), "cannot create %s: %s", path, strerror(errno));
		buf_release(&tmp);
		return -1;
	}
	if (fill(fd, p, n, exists ? &was.st_mode : NULL, sync) < 0 || rename(tmp.p, path) < 0) {
		err_set(err, code_of(errno, ERR_IO), "cannot write %s: %s", path, strerror(errno));
		(void)unlink(tmp.p); /* the failure above is the one to report */
		buf_release(&tmp);
		return -1;
	}
	buf_release(&tmp);
	if (sync && sync_name(path) < 0)
		return err_set(err, code_of(errno, ERR_IO), "cannot sync the folder of %s: %s",
		    path, strerror(errno));
	return 0;
}

int
file_write(const char *path, const void *p, size_t n, struct err *err)
{
	return replace(path, p, n, true, err);
}

int
file_write_again(const char *path, const void *p, size_t n, struct err *err)
{
	return replace(path, p, n, false, err);
}

static int
make_one(const char *path, mode_t mode, struct err *err)
{
	struct stat st;

	if (mkdir(path, mode) == 0)
		return 0;

	int error = errno;

	if (stat(path, &st) == 0 && S_ISDIR(st.st_mode))
		return 0;
	return err_set(
	    err, code_of(error, ERR_CREATE), "cannot make folder %s: %s", path, strerror(error));
}

int
file_mkdirs(const char *path, int private_dir, struct err *err)
{
	mode_t mode = private_dir ? 0700 : 0777;
	char *part = mem_dup(path);
	int result = 0;

	for (char *slash = strchr(part, '/'); slash != NULL && result == 0;
	     slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		if (part[0] != '\0')
			result = make_one(part, mode, err);
		*slash = '/';
	}
	if (result == 0)
		result = make_one(part, mode, err);
	free(part);
	return result;
}
