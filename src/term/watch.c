/* Watches folders with inotify. */
#include "config.h"

#include "term/watch.h"

#include <unistd.h>
#ifdef HAVE_SYS_INOTIFY_H
#include <sys/inotify.h>
#endif

int
watch_open(const char *const *folder, size_t n)
{
#ifdef HAVE_SYS_INOTIFY_H
	const int fd = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);

	for (size_t i = 0; fd >= 0 && i < n; i++)
		if (inotify_add_watch(fd, folder[i], IN_CLOSE_WRITE | IN_MOVED_TO | IN_ONLYDIR) <
		    0) {
			(void)close(fd);
			return -1;
		}
	return fd;
#else
	(void)folder, (void)n;
	return -1;
#endif
}

void
watch_clear(int fd)
{
	char events[4096];

	while (fd >= 0 && read(fd, events, sizeof events) > 0)
		;
}
