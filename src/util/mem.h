#ifndef ADIT_UTIL_MEM_H
#define ADIT_UTIL_MEM_H

#include <stddef.h>

/* Allocation that never returns NULL: out of memory ends the program with status 75. */
void *mem_new(size_t n);
void *mem_zero(size_t n, size_t size); /* n * size zero bytes; checks overflow */
void *mem_grow(void *p, size_t n);

/* Makes room for one element after the n elements of an array that starts as NULL. Doubles the
 * array when it is full. The capacity follows from n, so the array must not grow in any other
 * way. */
void *mem_grow_array(void *p, size_t n, size_t size);
#define GROW(array, n) ((array) = mem_grow_array((array), (n), sizeof *(array)))

char *mem_dup(const char *s);
char *mem_dupn(const char *s, size_t n); /* n bytes and a NUL */

/* Wipes memory; the compiler does not remove it (explicit_bzero). For key material use
 * libsodium. */
void mem_wipe(void *p, size_t n);

/* Reports an internal error with its place and aborts. Input must never cause it. */
_Noreturn void mem_bug(const char *file, int line, const char *what);
#define BUG(what) mem_bug(__FILE__, __LINE__, what)

#endif
