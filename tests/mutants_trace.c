#include <criterion/criterion.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

/*
 * For tests/mutants.py: records which basic blocks of the layers ran in each test of a program. The
 * layers are compiled with -fsanitize-coverage=trace-pc, so each block begins with a call of
 * __sanitizer_cov_trace_pc. The byte at the offset of the block in the library becomes 1 in the file
 * $ADIT_TRACE/SUITE+TEST, or in $ADIT_TRACE_FILE, which programs inherit that a test starts. The
 * file is mapped, so nothing is lost if the process is killed.
 */

enum { TRACE_SIZE = 1 << 24 }; /* bytes: the largest library */

/* Criterion sets both in the process of a test. Programs without Criterion have neither. */
#pragma weak criterion_current_test
#pragma weak criterion_current_suite

extern const unsigned char __ehdr_start[] __attribute__((visibility("hidden")));
static unsigned char *seen;
static const char *folder;

static void
trace_map(const char *name)
{
	int fd = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
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

__attribute__((constructor)) static void
trace_open(void)
{
	const char *name = getenv("ADIT_TRACE_FILE");

	folder = getenv("ADIT_TRACE");
	if (name != NULL)
		trace_map(name);
}

/* Opens the file of the test that runs, if one does. */
static void
trace_test(void)
{
	char name[4096];

	if (folder == NULL || &criterion_current_test == NULL || criterion_current_test == NULL)
		return;
	(void)snprintf(name, sizeof name, "%s/%s+%s", folder, criterion_current_suite->name,
	    criterion_current_test->name);
	folder = NULL;
	(void)setenv("ADIT_TRACE_FILE", name, 1);
	trace_map(name);
}

void __sanitizer_cov_trace_pc(void);

void
__sanitizer_cov_trace_pc(void)
{
	uintptr_t at = (uintptr_t)__builtin_return_address(0) - (uintptr_t)__ehdr_start;

	if (seen == NULL && folder != NULL)
		trace_test();
	if (seen != NULL && at < TRACE_SIZE)
		seen[at] = 1;
}
