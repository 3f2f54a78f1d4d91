/*
 * Whole files.
 *
 * (F1) file_write never writes into the existing file: after a crash, a reader sees all of the old
 * bytes or all of the new ones.
 * (F2) A writer locks its temporary file until the file is renamed. An unlocked temporary file
 * belongs to a dead process and is removed.
 */
#include "util/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/mem.h"
#include "util/platform.h"
#include "util/slice.h"

enum { CHUNK = 65536, CHUNK_MIN = 4096, TMP_TRIES = 100, TARGET_MAX = 256 };

enum err_code
file_err_code(int error, enum err_code path)
{
	switch (error) {
	case ENOENT:
	case ENOTDIR:
	case EISDIR:
	case EEXIST:
	case ENOTEMPTY:
	case ELOOP:
	case ENAMETOOLONG:
	case ENXIO: /* a socket */
		return path;
	default:
		return ERR_BUSY;
	}
}

/* Returns the number of bytes to read at a time. A small file is read at once into little memory,
 * which may have to be wiped. */
static size_t
chunk_of(int fd)
{
	struct stat st;

	if (fstat(fd, &st) < 0 || !S_ISREG(st.st_mode) || st.st_size >= CHUNK)
		return CHUNK;
	return st.st_size < CHUNK_MIN ? CHUNK_MIN : (size_t)st.st_size + 1;
}

int
file_get(int fd, size_t limit, struct buf *out)
{
	const size_t chunk = chunk_of(fd), start = out->n;
	size_t end = out->n + limit + 1; /* one more, to detect a longer file */

	while (out->n < end) {
		size_t room = out->n > start ? out->cap - out->n - 1 : 0;
		size_t want = room > 0 ? room :
					 chunk; /* usually the end is found within the room left */

		want = end - out->n < want ? end - out->n : want;
		buf_reserve(out, want);

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

/* Reads all of an open file. Messages call it `name`. */
static int
read_open_file(int fd, const char *name, size_t limit, struct buf *out, struct err *err)
{
	size_t start = out->n;
	int got = file_get(fd, limit, out);

	if (got == 0)
		return 0;
	if (got < 0)
		err_set(err, file_err_code(errno, ERR_SYNTAX), "cannot read %s: %s", name,
		    strerror(errno));
	else
		err_set(err, ERR_SYNTAX, "%s is too large: more than %zu bytes", name, limit);
	out->n = start;
	out->p[start] = '\0'; /* file_get has allocated */
	return -1;
}

/* A step of walk_path: the last one may be a file. */
static int
check_step(const char *path, bool is_last, mode_t mode, struct err *err)
{
	char to[TARGET_MAX];
	struct stat st;
	ssize_t n;

	(void)mode;
	if (stat(path, &st) == 0)
		return is_last || S_ISDIR(st.st_mode) ?
		    0 :
		    err_set(err, ERR_CORRUPT, "%s is not a folder", path);
	n = errno == ENOENT ? readlink(path, to, sizeof to - 1) : -1;
	if (n < 0)
		return 0;
	to[n] = '\0';
	return err_set(err, ERR_CORRUPT, "%s is a link to %s, which does not exist", path, to);
}

/* Calls `step` for each folder on the way to a path, and then for the path, until one fails. */
static int
walk_path(const char *path,
    int (*step)(const char *part, bool is_last, mode_t mode, struct err *err), mode_t mode,
    struct err *err)
{
	char *part = mem_dup(path);
	int result = 0;

	for (char *slash = strchr(part, '/'); slash != NULL && result == 0;
	     slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		if (part[0] != '\0')
			result = step(part, false, mode, err);
		*slash = '/';
	}
	if (result == 0)
		result = step(part, true, mode, err);
	free(part);
	return result;
}

int
file_check_way(const char *path, struct err *err)
{
	return walk_path(path, check_step, 0, err);
}

int
file_check_missing(const char *path, struct err *err)
{
	if (file_check_way(path, err) == 0)
		return 0;
	err->code = ERR_NOT_FOUND;
	return -1;
}

static int
cannot_open(const char *name, struct err *err)
{
	const int error = errno;
	const bool missing = error == ENOENT || error == ENOTDIR;

	if (missing && file_check_missing(name, err) < 0)
		return err_wrap(err, "cannot open %s", name);
	return err_set(err, missing ? ERR_NOT_FOUND : file_err_code(error, ERR_SYNTAX),
	    "cannot open %s: %s", name, strerror(error));
}

int
file_read(const char *path, size_t limit, struct buf *out, struct err *err)
{
	int fd, result;

	if (strcmp(path, "-") == 0)
		return read_open_file(STDIN_FILENO, "standard input", limit, out, err);
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
	if (fd < 0)
		return cannot_open(path, err);
	result = read_open_file(fd, path, limit, out, err);
	(void)close(fd); /* only read */
	return result;
}

/* Reports what is there instead of a regular file. */
static int
refuse_kind(const char *shown, mode_t mode, struct err *err)
{
	const char *what = S_ISLNK(mode) ? "symbolic link" :
	    S_ISDIR(mode)                ? "folder" :
	    S_ISFIFO(mode)               ? "FIFO" :
	    S_ISSOCK(mode)               ? "socket" :
					   "device";

	err_set(err, ERR_CORRUPT, "%s is a %s, not a file", shown, what);
	return err_hint(err, "take it away from there");
}

int
file_check_kind(const char *path, struct err *err)
{
	struct stat st;

	return lstat(path, &st) == 0 && !S_ISREG(st.st_mode) ? refuse_kind(path, st.st_mode, err) :
							       0;
}

int
file_read_at(
    int at, const char *name, const char *shown, size_t limit, struct buf *out, struct err *err)
{
	int fd = openat(at, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
	int result, error = errno;
	struct stat st;

	if (fd < 0) {
		/* A link or a socket; ELOOP may also come from the folders before it. */
		if (fstatat(at, name, &st, AT_SYMLINK_NOFOLLOW) == 0 && !S_ISREG(st.st_mode) &&
		    !S_ISDIR(st.st_mode))
			return refuse_kind(shown, st.st_mode, err);
		errno = error;
		return cannot_open(shown, err);
	}
	if (fstat(fd, &st) < 0)
		result = err_set(err, file_err_code(errno, ERR_SYNTAX), "cannot look at %s: %s",
		    shown, strerror(errno));
	else if (!S_ISREG(st.st_mode))
		result = refuse_kind(shown, st.st_mode, err);
	else
		result = read_open_file(fd, shown, limit, out, err);
	(void)close(fd); /* only read */
	return result;
}

int
file_read_nofollow(const char *path, size_t limit, struct buf *out, struct err *err)
{
	return file_read_at(AT_FDCWD, path, path, limit, out, err);
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

int
file_open_log(const char *path)
{
	return open(path, O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK | O_CLOEXEC, 0600);
}

/* (F2) Locks a new temporary file. Returns false if another process has removed it. */
static bool
lock_temp(int fd)
{
	struct stat st;

	if (platform_lock(fd, false) < 0)
		return errno !=
		    EWOULDBLOCK; /* or locks are not supported; then nothing is removed either */
	return fstat(fd, &st) == 0 && st.st_nlink > 0;
}

int
file_temp_open(int at, const char *name, struct buf *tmp)
{
	for (int i = 0; i < TMP_TRIES; i++) {
		buf_clear(tmp);
		buf_fmt(tmp, "%s.%ld.%d.tmp", name, (long)getpid(), i);

		int fd = openat(
		    at, tmp->p, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);

		if (fd < 0 && errno != EEXIST)
			return -1;
		if (fd >= 0 && lock_temp(fd))
			return fd;
		if (fd >= 0)
			(void)close(fd); /* removed by another process: try again */
	}
	return -1;
}

static const char *
skip_number(const char *s)
{
	size_t n = s[0] == '.' ? strspn(s + 1, "0123456789") : 0;

	return n > 0 ? s + 1 + n : NULL;
}

/* True if `found` is a name that file_temp_open uses for `name`, or for a name that differs only in
 * digits. */
static bool
is_temp_name(const char *name, const char *found)
{
	const char *end;

	for (; *name != '\0'; name++, found++) {
		if (*found != *name && !(ascii_is_digit(*found) && ascii_is_digit(*name)))
			return false;
	}
	end = skip_number(found);
	end = end != NULL ? skip_number(end) : NULL;
	return end != NULL && strcmp(end, ".tmp") == 0;
}

/* (F2) Removes one temporary file unless it is locked. */
static void
remove_one(int folder, const char *name)
{
	int fd = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	struct stat st;

	if (fd < 0)
		return;
	if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_uid == geteuid() &&
	    platform_lock(fd, false) == 0)
		(void)unlinkat(folder, name, 0); /* best effort */
	(void)close(fd);                         /* only read */
}

struct dirent *
file_next(DIR *d)
{
	errno = 0;
	return readdir(d);
}

/* Removes temporary files of dead processes beside `name`. */
static void
remove_stale(int at, const char *name)
{
	const char *slash = strrchr(name, '/');
	char *folder = file_folder(name);
	int fd = openat(at, folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *d = fd >= 0 ? fdopendir(fd) : NULL;

	free(folder);
	if (d == NULL) {
		if (fd >= 0)
			(void)close(fd); /* nothing was read */
		return;
	}
	for (struct dirent *e = readdir(d); e != NULL; e = readdir(d)) {
		if (is_temp_name(slash != NULL ? slash + 1 : name, e->d_name))
			remove_one(dirfd(d), e->d_name);
	}
	(void)closedir(d); /* only read */
}

void
file_remove_stale(const char *path)
{
	remove_stale(AT_FDCWD, path);
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

/* Syncs the folder of path. */
static int
sync_name(const char *path)
{
	char *folder = file_folder(path);
	int result = file_sync_folder(folder);

	free(folder);
	/* EACCES: a folder that is writable but not readable */
	return result < 0 && errno != EACCES ? -1 : 0;
}

/* Writes the bytes to fd, and syncs it if `sync`. */
static int
write_and_sync(int fd, const void *p, size_t n, const mode_t *mode, bool sync)
{
	int copy;

	if (mode != NULL && fchmod(fd, *mode & 07777) < 0)
		return -1;
	if (file_put(fd, p, n) < 0 || (sync && fsync(fd) < 0))
		return -1;
	/* close reports errors of network file systems; fd itself keeps the lock. */
	copy = dup(fd);
	return copy < 0 || close(copy) < 0 ? -1 : 0;
}

int
file_temp_commit(int at, const char *name, const struct buf *tmp)
{
	if (renameat(at, tmp->p, at, name) < 0)
		return -1;
	remove_stale(at, name);
	return 0;
}

/* Replaces a file. mode: of the new file; NULL: as before. */
static int
replace_file(int at, const char *name, const char *shown, const void *p, size_t n,
    const mode_t *mode, bool sync, struct err *err)
{
	struct stat was;
	struct buf tmp = BUF_INIT;
	bool exists = fstatat(at, name, &was, mode != NULL ? AT_SYMLINK_NOFOLLOW : 0) == 0;

	/* A rename would replace a device or a pipe by a regular file. */
	if (exists && !S_ISREG(was.st_mode))
		return err_set(err, ERR_CREATE, "cannot write %s: not a regular file", shown);

	int fd = file_temp_open(at, name, &tmp);

	if (fd < 0) {
		err_set(err, file_err_code(errno, ERR_CREATE), "cannot create %s: %s", shown,
		    strerror(errno));
		buf_release(&tmp);
		return -1;
	}
	if (mode == NULL && exists)
		mode = &was.st_mode;
	if (write_and_sync(fd, p, n, mode, sync) < 0 || file_temp_commit(at, name, &tmp) < 0) {
		err_set(err, file_err_code(errno, ERR_CREATE), "cannot write %s: %s", shown,
		    strerror(errno));
		(void)unlinkat(at, tmp.p, 0); /* report the failure above */
		(void)close(fd);
		buf_release(&tmp);
		return -1;
	}
	(void)close(fd); /* fill has checked for errors */
	buf_release(&tmp);
	return 0;
}

int
file_write(const char *path, const void *p, size_t n, struct err *err)
{
	if (replace_file(AT_FDCWD, path, path, p, n, NULL, true, err) < 0)
		return -1;
	if (sync_name(path) < 0)
		return err_set(err, file_err_code(errno, ERR_CREATE),
		    "cannot sync the folder of %s: %s", path, strerror(errno));
	return 0;
}

int
file_write_at(int at, const char *name, const char *shown, const void *p, size_t n, struct err *err)
{
	if (replace_file(at, name, shown, p, n, NULL, true, err) < 0)
		return -1;
	if (fsync(at) < 0 && errno != EINVAL)
		return err_set(err, file_err_code(errno, ERR_CREATE),
		    "cannot sync the folder of %s: %s", shown, strerror(errno));
	return 0;
}

int
file_append(const char *path, size_t was, const void *p, size_t n, struct err *err)
{
	int fd = open(path, O_WRONLY | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
	struct stat st;
	int result = 1;

	if (fd < 0)
		return 1;
	if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && (size_t)st.st_size == was) {
		result = file_put(fd, p, n) < 0 || fsync(fd) < 0 ? -1 : 0;
		if (result < 0)
			err_set(err, ERR_BUSY, "cannot write %s: %s", path, strerror(errno));
	}
	if (close(fd) < 0 && result == 0)
		result = err_set(err, ERR_BUSY, "cannot write %s: %s", path, strerror(errno));
	return result;
}

int
file_write_nosync(
    int at, const char *name, const char *shown, const void *p, size_t n, struct err *err)
{
	return replace_file(at, name, shown, p, n, NULL, false, err);
}

int
file_write_private(
    int at, const char *name, const char *shown, const void *p, size_t n, struct err *err)
{
	static const mode_t mode = 0600;

	return replace_file(at, name, shown, p, n, &mode, true, err);
}

int
file_is_folder(const char *path, struct err *err)
{
	struct stat st;

	if (stat(path, &st) == 0)
		return S_ISDIR(st.st_mode) ? 1 : 0;
	if (file_err_code(errno, ERR_NOT_FOUND) == ERR_NOT_FOUND)
		return 0;
	return err_set(err, ERR_BUSY, "cannot look at %s: %s", path, strerror(errno));
}

/* A new folder is synced into the one that contains it: what is synced below is lost without it. */
static int
make_one(const char *path, bool is_last, mode_t mode, struct err *err)
{
	struct stat st;
	const bool is_new = mkdir(path, mode) == 0;
	int error = errno;

	(void)is_last;
	if (is_new) {
		if (sync_name(path) == 0)
			return 0;
		error = errno;
		(void)rmdir(path); /* the next run makes and syncs it */
	} else if (stat(path, &st) < 0) {
		error = error == EEXIST ? errno : error;
	} else if (S_ISDIR(st.st_mode)) {
		return 0;
	}
	if (file_err_code(error, ERR_CREATE) == ERR_CREATE &&
	    check_step(path, false, mode, err) < 0) {
		err->code = ERR_CREATE;
		return err_wrap(err, "cannot make folder %s", path);
	}
	return err_set(err, file_err_code(error, ERR_CREATE), "cannot make folder %s: %s", path,
	    strerror(error));
}

int
file_mkdirs(const char *path, int private_dir, struct err *err)
{
	struct stat st;

	if (stat(path, &st) == 0 && S_ISDIR(st.st_mode))
		return 0;
	return walk_path(path, make_one, private_dir ? 0700 : 0777, err);
}

bool
file_is_in_repository(const char *dir)
{
	char *at = realpath(dir, NULL);
	bool found = false;

	while (at != NULL && at[0] != '\0' && !found) {
		struct buf git = BUF_INIT;

		buf_fmt(&git, "%s/.git", at);
		found = access(git.p, F_OK) == 0;
		buf_clear(&git);
		buf_fmt(&git, "%s/HEAD", at);
		found = found || access(git.p, F_OK) == 0;
		buf_release(&git);
		*strrchr(at, '/') = '\0';
	}
	free(at);
	return found;
}
