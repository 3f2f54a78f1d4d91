/*
 * Growing text or bytes.
 *
 * (B1) p is NULL and n = cap = 0, or p has cap bytes, n < cap and p[n] is NUL.
 */
#include "util/buf.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/mem.h"

enum { CAP_FIRST = 64 };

/* Returns a capacity for `more` bytes and a NUL after those in b. At least doubled, so that adding
 * n single bytes takes O(n). */
static size_t
cap_for(const struct buf *b, size_t more)
{
	if (more >= SIZE_MAX / 2 - b->n)
		BUG("buffer too large");
	size_t want = b->n + more + 1;
	size_t cap = b->cap < CAP_FIRST ? CAP_FIRST : b->cap * 2;
	return cap < want ? want : cap;
}

static int
has_room(const struct buf *b, size_t more)
{
	return b->p != NULL && more < b->cap - b->n;
}

void
buf_release(struct buf *b)
{
	free(b->p);
	*b = (struct buf)BUF_INIT;
}

void
buf_wipe(struct buf *b)
{
	mem_wipe(b->p, b->cap);
	buf_release(b);
}

void
buf_clear(struct buf *b)
{
	b->n = 0;
	if (b->p != NULL)
		b->p[0] = '\0';
}

void
buf_reserve(struct buf *b, size_t more)
{
	if (has_room(b, more))
		return;
	size_t cap = cap_for(b, more);
	b->p = mem_grow(b->p, cap);
	b->cap = cap;
	b->p[b->n] = '\0';
}

void
buf_grow_secret(struct buf *b, size_t more)
{
	if (has_room(b, more))
		return;
	size_t cap = cap_for(b, more);
	char *p = mem_new(cap);
	size_t n = b->n;
	if (n > 0)
		memcpy(p, b->p, n);
	p[n] = '\0';
	buf_wipe(b);
	*b = (struct buf){ p, n, cap };
}

void
buf_add(struct buf *b, const void *p, size_t n)
{
	buf_reserve(b, n);
	if (n > 0)
		memcpy(b->p + b->n, p, n);
	b->n += n;
	b->p[b->n] = '\0';
}

void
buf_move(struct buf *b, struct buf *from)
{
	if (b->p == NULL) {
		*b = *from;
		*from = (struct buf)BUF_INIT;
		return;
	}
	buf_add(b, from->p, from->n);
	buf_release(from);
}

void
buf_str(struct buf *b, const char *s)
{
	buf_add(b, s, strlen(s));
}

void
buf_chr(struct buf *b, char c)
{
	buf_reserve(b, 1);
	b->p[b->n++] = c;
	b->p[b->n] = '\0';
}

void
buf_dir(struct buf *b, const char *dir)
{
	size_t n = strlen(dir);

	while (n > 0 && dir[n - 1] == '/')
		n--;
	buf_add(b, dir, n);
	buf_chr(b, '/');
}

void
buf_int(struct buf *b, long long n)
{
	char text[24], *p = text + sizeof text;
	unsigned long long left = n < 0 ? -(unsigned long long)n : (unsigned long long)n;

	for (; left > 9; left /= 10)
		*--p = (char)('0' + left % 10);
	*--p = (char)('0' + left);
	if (n < 0)
		*--p = '-';
	buf_add(b, p, (size_t)(text + sizeof text - p));
}

void
buf_fill(struct buf *b, char c, size_t n)
{
	buf_reserve(b, n);
	memset(b->p + b->n, c, n);
	b->n += n;
	b->p[b->n] = '\0';
}

void
buf_fmt(struct buf *b, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	buf_vfmt(b, fmt, ap);
	va_end(ap);
}

void
buf_vfmt(struct buf *b, const char *fmt, va_list ap)
{
	va_list again;

	va_copy(again, ap);
	buf_reserve(b, 0);
	int n = vsnprintf(b->p + b->n, b->cap - b->n, fmt, ap);
	if (n < 0)
		BUG("bad format");
	if ((size_t)n >= b->cap - b->n) {
		buf_reserve(b, (size_t)n);
		/* Fits: measured above. */
		(void)vsnprintf(b->p + b->n, b->cap - b->n, fmt, again);
	}
	va_end(again);
	b->n += (size_t)n;
}

const char *
buf_cstr(const struct buf *b)
{
	return b->p != NULL ? b->p : "";
}
