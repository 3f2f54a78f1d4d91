#ifndef ADIT_UTIL_MEM_H
#define ADIT_UTIL_MEM_H

#include <stddef.h>

/* malloc & co. that never return NULL: out of memory ends the program with status 75. */
void *mem_new(size_t n);
void *mem_zero(size_t n, size_t size); /* n * size zero bytes; overflow checked */
void *mem_grow(void *p, size_t n);

/* Room for one more behind the n elements of an array that starts as NULL: twice as much each time
 * it is full.  Needs no capacity beside n, so the array must grow in no other way. */
void *mem_grow_array(void *p, size_t n, size_t size);
#define GROW(array, n) ((array) = mem_grow_array((array), (n), sizeof *(array)))

char *mem_dup(const char *s);
char *mem_dupn(const char *s, size_t n); /* n bytes and a NUL */

/* A plain wipe that the compiler keeps (explicit_bzero); core secrets use libsodium's. */
void mem_wipe(void *p, size_t n);

/* A bug in adit itself: says where, aborts.  Nothing from outside may reach it. */
_Noreturn void mem_bug(const char *file, int line, const char *what);
#define BUG(what) mem_bug(__FILE__, __LINE__, what)

#endif
