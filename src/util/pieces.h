#ifndef ADIT_UTIL_PIECES_H
#define ADIT_UTIL_PIECES_H

#include <stdarg.h>
#include <stdbool.h>

#include "util/buf.h"

/*
 * The values of a format of printf as texts, so that another format, of a translation, can have
 * them in another order. Conversions: %s %c %d %i %u %x %o with the flags - and 0, a width, a
 * precision of %s, each also as *, and the lengths h l ll z j; and %%. A width of %s counts columns
 * of a terminal.
 */
enum { PIECES_MAX = 12 };

struct pieces {
	unsigned n;
	struct buf text; /* all values, without separators */
	size_t end[PIECES_MAX];
};

/* Makes the pieces. fmt must be such a format, else the program ends. The caller calls
 * pieces_release. */
void pieces_make(struct pieces *out, const char *fmt, va_list ap)
    __attribute__((format(printf, 2, 0)));
void pieces_release(struct pieces *p);

/*
 * Appends a format with the pieces in place of its conversions: the first conversion is the first
 * piece, "%2$s" the second; other flags are ignored. The format may be any text. Returns false, and
 * appends nothing, if it has a conversion for which there is no piece or which is malformed.
 */
bool pieces_fill(const struct pieces *p, const char *fmt, struct buf *out);

/* One piece of a filled format: text between two conversions, or a value. */
struct piece {
	const char *p; /* a part of the format, an argument, or `made` */
	size_t n;
	bool is_value;
	bool is_left, has_zeros; /* of a value: blanks (or zeros) come after, before it */
	size_t blanks;
	char made[24];
};

/* Reads a format piece by piece, without heap. The caller calls piece_reader_end. */
struct piece_reader {
	const char *fmt; /* what is left */
	va_list ap;
};
void piece_reader_begin(struct piece_reader *r, const char *fmt, va_list ap)
    __attribute__((format(printf, 2, 0)));
void piece_reader_end(struct piece_reader *r);
/* Returns false after the last piece. */
bool piece_reader_next(struct piece_reader *r, struct piece *out);

#endif
