/*
 * Faults that the flags of the build must stop, for tests/house/hardened.t. It is built with the same
 * flags as adit.
 *
 *	zero	prints the bytes of an automatic variable that nobody set: 0 or not
 *	heap	writes one byte too many on the heap; only level 3 of the libc's checks knows that size
 *	stack	writes too many bytes into a buffer on the stack
 *	code	calls bytes on the stack
 *	none	nothing wrong
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef ROOM
#define ROOM 64
#endif
typedef void taker(unsigned char *p);

/* The compiler cannot know these. */
static volatile size_t room = ROOM, more = ROOM + 1, far = ROOM + 32;
static unsigned char *volatile at;
static unsigned char sum, kept[ROOM];

static void
fill(unsigned char *p)
{
	for (size_t i = 0; i < room; i++)
		p[i] = 0x5a;
}

static void
add(unsigned char *p)
{
	for (size_t i = 0; i < room; i++)
		sum |= p[i];
}

static void
overflow(unsigned char *p)
{
	for (size_t i = 0; i < far; i++)
		p[i] = 0x5a;
}

static void
code(unsigned char *p)
{
#ifdef __x86_64__
	p[0] = 0xc3; /* ret */
#endif
	((void (*)(void))(uintptr_t)p)();
}

/* Hands a buffer of the stack to a function, without a value in it. */
__attribute__((noinline)) static void
with_buffer(taker *volatile take)
{
	unsigned char buffer[ROOM];

	take(buffer);
}

int
main(int argc, char **argv)
{
	const char *what = argc == 2 ? argv[1] : "";

	if (strcmp(what, "zero") == 0) {
		with_buffer(fill);
		with_buffer(add);
		printf("%d\n", sum);
	} else if (strcmp(what, "heap") == 0) {
		unsigned char *heap = malloc(room);

		if (heap != NULL)
			memset(heap, 1, more);
		at = heap;
		free(at);
	} else if (strcmp(what, "stack") == 0) {
		with_buffer(overflow);
	} else if (strcmp(what, "code") == 0) {
		with_buffer(code);
	} else {
		memset(kept, 1, room);
	}
	return 0;
}
