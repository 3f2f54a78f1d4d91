#ifndef ADIT_UTIL_BUF_H
#define ADIT_UTIL_BUF_H

#include <stdarg.h>
#include <stddef.h>

/*
 * Growing text or bytes.  `p` is NUL-terminated whenever it is not NULL; `n` does
 * not count that NUL.  Running out of memory ends the program (util/mem.c).
 * Whoever declares a struct buf calls buf_release.
 */
struct buf {
	char *p;
	size_t n, cap;
};

#define BUF_INIT           \
	{                  \
		NULL, 0, 0 \
	}

void buf_release(struct buf *b);              /* free; b is empty and usable again */
void buf_wipe(struct buf *b);                 /* overwrite, then free: for secrets */
void buf_clear(struct buf *b);                /* keep the memory, forget the bytes */
void buf_reserve(struct buf *b, size_t more); /* room for `more` bytes and a NUL */
void buf_add(struct buf *b, const void *p, size_t n);
void buf_move(
    struct buf *b, struct buf *from); /* add all of it; what has no memory takes over its */
void buf_str(struct buf *b, const char *s);
void buf_chr(struct buf *b, char c);
void buf_int(struct buf *b, long long n);
void buf_fill(struct buf *b, char c, size_t n); /* n times c */
void buf_fmt(struct buf *b, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void buf_vfmt(struct buf *b, const char *fmt, va_list ap) __attribute__((format(printf, 2, 0)));
const char *buf_cstr(const struct buf *b); /* never NULL; borrowed until b changes */

/*
 * A buffer that will hold a secret must never be moved by realloc (which would
 * leave a copy behind): buf_reserve it once, large enough; buf_grow_secret moves by
 * copying and wiping.
 */
void buf_grow_secret(struct buf *b, size_t more);

#endif
