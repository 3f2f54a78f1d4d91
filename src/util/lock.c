/* A lock between processes. */
#include "util/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

int
lock_take(const char *path, int seconds, struct err *err)
{
	const struct timespec step = { 0, 50000000 };
	struct flock all = { .l_type = F_WRLCK, .l_whence = SEEK_SET };
	int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
	int64_t left = (int64_t)seconds * 20;

	if (fd < 0)
		return err_set(err, ERR_BUSY, "%s: %s", path, strerror(errno));
	while (fcntl(fd, F_SETLK, &all) < 0) {
		const int error = errno;

		if (error != EACCES && error != EAGAIN && error != EINTR) {
			(void)close(fd);
			return err_set(err, ERR_BUSY, "%s: %s", path, strerror(error));
		}
		if (left-- <= 0) {
			(void)close(fd);
			return err_set(err, ERR_BUSY,
			    "another run has had the lock for %d seconds; try again", seconds);
		}
		(void)nanosleep(&step, NULL);
	}
	return fd;
}

void
lock_free(int fd)
{
	if (fd >= 0)
		(void)close(fd); /* frees it */
}
