#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

/*
 * For tests/mutants.py: records which basic blocks of the layers ran. The layers are compiled with
 * -fsanitize-coverage=trace-pc, so each block begins with a call of __sanitizer_cov_trace_pc. The
 * byte of the file $ADIT_TRACE at the offset of the block in the library becomes 1. The file is
 * mapped, so nothing is lost if the process is killed.
 */

enum { TRACE_SIZE = 1 << 24 }; /* bytes: the largest library */

extern const unsigned char __ehdr_start[] __attribute__((visibility("hidden")));
static unsigned char *seen;

__attribute__((constructor)) static void
trace_open(void)
{
	const char *name = getenv("ADIT_TRACE");
	int fd = name != NULL ? open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0600) : -1;
	void *map;

	if (fd < 0)
		return;
	if (ftruncate(fd, TRACE_SIZE) == 0) {
		map = mmap(NULL, TRACE_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
		if (map != MAP_FAILED)
			seen = map;
	}
	(void)close(fd);
}

void __sanitizer_cov_trace_pc(void);

void
__sanitizer_cov_trace_pc(void)
{
	uintptr_t at = (uintptr_t)__builtin_return_address(0) - (uintptr_t)__ehdr_start;

	if (seen != NULL && at < TRACE_SIZE)
		seen[at] = 1;
}
