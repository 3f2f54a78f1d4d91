/* A lock between processes. */
#include "util/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "util/file.h"
#include "util/platform.h"

enum { FD_MIN = 40, TRIES_A_SECOND = 20 };

/* Opens the file, which others cannot replace by a link. Returns -1 with errno. A shell that is
 * executed next uses lower numbers. */
static int
open_lock(const char *path)
{
	int fd = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0600), high;

	if (fd < 0)
		return -1;
	high = fcntl(fd, F_DUPFD, FD_MIN); /* before it is locked: close would free it */
	(void)close(fd);
	return high;
}

int
lock_take(const char *path, int64_t seconds, struct err *err)
{
	static const struct timespec pause = { 0, 1000000000 / TRIES_A_SECOND };
	struct flock whole = { .l_type = F_WRLCK, .l_whence = SEEK_SET };
	int64_t tries = seconds * TRIES_A_SECOND;
	int fd = open_lock(path);

	if (fd < 0)
		return err_set(err, file_err_code(errno, ERR_CREATE), "cannot open the lock: %s",
		    strerror(errno));
	while (fcntl(fd, F_SETLK, &whole) < 0) {
		const int error = errno;

		if (error == EACCES || error == EAGAIN || error == EINTR) {
			if (tries-- > 0) {
				(void)nanosleep(&pause, NULL);
				continue;
			}
			(void)err_set(err, ERR_BUSY, "another run has the lock; try again");
		} else {
			(void)err_set(err, ERR_BUSY, "cannot lock: %s", strerror(error));
		}
		(void)close(fd);
		return -1;
	}
	return fd;
}

int
lock_folder(const char *path)
{
	int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	if (fd >= 0)
		(void)platform_lock(fd, true);
	return fd;
}

void
lock_free(int fd)
{
	if (fd >= 0)
		(void)close(fd); /* frees it */
}
