/* Random numbers of the system, in a file of its own: the library (src/adit.h) must not contain it. */
#include "util/platform.h"

#include <errno.h>
#include <sys/random.h>
#include <unistd.h>

#ifdef ADIT_LINUX

int
platform_random(void *p, size_t n)
{
	char *at = p;

	while (n > 0) {
		const ssize_t got = getrandom(at, n, 0);

		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			return -1;
		at += got;
		n -= (size_t)got;
	}
	return 0;
}

#else

int
platform_random(void *p, size_t n)
{
	enum { ENTROPY_MAX = 256 }; /* of one call of getentropy */
	char *at = p;

	while (n > 0) {
		const size_t part = n < ENTROPY_MAX ? n : ENTROPY_MAX;

		if (getentropy(at, part) < 0)
			return -1;
		at += part;
		n -= part;
	}
	return 0;
}

#endif
