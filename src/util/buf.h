#ifndef ADIT_UTIL_BUF_H
#define ADIT_UTIL_BUF_H

#include <stdarg.h>
#include <stddef.h>

/*
 * Growing text or bytes. `p` is NUL-terminated unless it is NULL; `n` does not count the NUL. Out
 * of memory ends the program (util/mem.c). The owner of a struct buf must call buf_release.
 */
struct buf {
	char *p;
	size_t n, cap;
};

#define BUF_INIT           \
	{                  \
		NULL, 0, 0 \
	}

void buf_release(struct buf *b);              /* frees; b is empty and usable again */
void buf_wipe(struct buf *b);                 /* overwrites, then frees: for secrets */
void buf_clear(struct buf *b);                /* empties b and keeps its memory */
void buf_reserve(struct buf *b, size_t more); /* makes room for `more` bytes and a NUL */
void buf_add(struct buf *b, const void *p, size_t n);
/* appends `from` and empties it; an unused b takes over its memory */
void buf_move(struct buf *b, struct buf *from);
void buf_str(struct buf *b, const char *s);
void buf_chr(struct buf *b, char c);
void buf_dir(struct buf *b, const char *dir); /* appends a folder and one slash */
void buf_int(struct buf *b, long long n);
void buf_fill(struct buf *b, char c, size_t n); /* appends n times c */
void buf_fmt(struct buf *b, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void buf_vfmt(struct buf *b, const char *fmt, va_list ap) __attribute__((format(printf, 2, 0)));
const char *buf_cstr(const struct buf *b); /* never NULL; valid until b changes */

/*
 * realloc must never move a buffer with a secret, because it would leave a copy. Call buf_reserve
 * once with enough room, or grow it with buf_grow_secret, which copies and wipes.
 */
void buf_grow_secret(struct buf *b, size_t more);

#endif
