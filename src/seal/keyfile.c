/*
 * Key files on disk.
 *
 * (F1) A new file is complete and synced, or does not exist. An existing file is never changed.
 * (F2) A secret is read from a regular file of the caller that nobody else may read. The checks use
 * the open descriptor, not the name, whose meaning could change.
 */
#include "seal/key.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/file.h"

enum { SECRET_FILE_MIN = 4096, SECRET_FILE_MAX = 65536 };

static int
write_failed(const char *path, struct err *err)
{
	return err_set(
	    err, file_err_code(errno, ERR_CREATE), "writing %s: %s", path, strerror(errno));
}

int
keyfile_create(const char *path, const void *p, size_t n, bool is_public, struct err *err)
{
	mode_t mode = is_public ? 0644 : 0600;
	int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);

	if (fd < 0 && errno == EEXIST)
		return err_set(err, ERR_CREATE, "%s is there already and is not overwritten", path);
	if (fd < 0)
		return err_set(err, file_err_code(errno, ERR_CREATE), "creating %s: %s", path,
		    strerror(errno));
	if (file_put(fd, p, n) < 0 || fsync(fd) < 0) {
		(void)write_failed(path, err);
		(void)close(fd); /* report the first failure */
		goto undo;
	}
	if (close(fd) < 0) {
		(void)write_failed(path, err);
		goto undo;
	}

	/* The entry of a new file is in its folder, which must be synced too. */
	char *folder = file_folder(path);
	int synced = file_sync_folder(folder);

	if (synced < 0)
		(void)write_failed(folder, err);
	free(folder);
	if (synced == 0)
		return 0;
undo:
	(void)unlink(path); /* best effort: report the first failure */
	return -1;
}

/* Checks a secret file. *room: number of bytes to read at most; all of them are wiped later. */
static int
check_secret_file(int fd, const char *path, size_t *room, struct err *err)
{
	struct stat st;

	*room = SECRET_FILE_MIN;
	if (fstat(fd, &st) < 0)
		return err_set(err, ERR_BUSY, "%s: %s", path, strerror(errno));
	if (!S_ISREG(st.st_mode))
		return err_set(err, ERR_AUTH, "%s is no regular file", path);
	if (st.st_uid != geteuid())
		return err_set(err, ERR_AUTH, "%s belongs to somebody else", path);
	if ((st.st_mode & 077) != 0) {
		(void)err_set(err, ERR_AUTH, "%s is a secret and open to others (mode %04o)", path,
		    (unsigned)(st.st_mode & 07777));
		return err_hint(err, "chmod 600 %s", path);
	}
	if (st.st_size > SECRET_FILE_MIN)
		*room = st.st_size < SECRET_FILE_MAX ? (size_t)st.st_size : SECRET_FILE_MAX;
	return 0;
}

int
keyfile_read_secret(const char *path, struct buf *out, struct err *err)
{
	/* O_NONBLOCK: do not wait for the writer of a FIFO. */
	int fd = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	const size_t start = out->n;
	size_t room;
	int ret = -1;

	if (fd < 0 && errno == ENOENT)
		return err_set(err, ERR_NOT_FOUND, "no file %s", path);
	if (fd < 0 && errno == ELOOP)
		return err_set(
		    err, ERR_AUTH, "%s is a symbolic link, expected the file itself", path);
	if (fd < 0)
		return err_set(
		    err, file_err_code(errno, ERR_AUTH), "opening %s: %s", path, strerror(errno));
	if (check_secret_file(fd, path, &room, err) < 0)
		goto done;
	buf_grow_secret(out, room + 1); /* so that file_get does not move the buffer */
	int got = file_get(fd, room, out);
	if (got < 0) {
		(void)err_set(
		    err, file_err_code(errno, ERR_AUTH), "reading %s: %s", path, strerror(errno));
		goto done;
	}
	if (got > 0) {
		(void)err_set(err, ERR_SYNTAX, "%s is larger than a key file", path);
		goto done;
	}
	ret = 0;
done:
	(void)close(fd); /* only read: nothing can be lost */
	if (ret < 0 && out->p != NULL) {
		seal_wipe(out->p + start, out->n - start);
		out->n = start;
	}
	if (out->p != NULL)
		out->p[out->n] = '\0';
	return ret;
}
