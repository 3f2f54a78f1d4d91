/*
 * Memory that never fails: out of memory ends the program with status 75 (try again). The store
 * rolls back an unfinished transaction at the next opening, so nothing is lost.
 */
#include "util/mem.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/platform.h"

enum { EXIT_TRY_AGAIN = 75 };

static void *
or_end(void *p)
{
	if (p == NULL) {
		fputs("adit: out of memory\n", stderr);
		_Exit(EXIT_TRY_AGAIN);
	}
	return p;
}

void *
mem_new(size_t n)
{
	return or_end(malloc(n > 0 ? n : 1));
}

void *
mem_zero(size_t n, size_t size)
{
	if (n == 0 || size == 0)
		n = size = 1;
	return or_end(calloc(n, size));
}

void *
mem_grow(void *p, size_t n)
{
	return or_end(realloc(p, n > 0 ? n : 1));
}

void *
mem_grow_array(void *p, size_t n, size_t size)
{
	if ((n & (n - 1)) != 0) /* full at 0 and at every power of two */
		return p;
	if (n > SIZE_MAX / 2 / size)
		BUG("length overflow");
	return mem_grow(p, (n > 0 ? 2 * n : 1) * size);
}

char *
mem_dup(const char *s)
{
	return mem_dupn(s, strlen(s));
}

char *
mem_dupn(const char *s, size_t n)
{
	if (n == SIZE_MAX)
		BUG("length overflow");
	char *copy = mem_new(n + 1);
	if (n > 0)
		memcpy(copy, s, n);
	copy[n] = '\0';
	return copy;
}

void
mem_wipe(void *p, size_t n)
{
	if (p != NULL && n > 0)
		platform_wipe(p, n);
}

void
mem_bug(const char *file, int line, const char *what)
{
	fprintf(stderr, "adit: bug at %s:%d: %s\n", file, line, what);
	abort();
}
