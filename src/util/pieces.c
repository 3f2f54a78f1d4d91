/* The values of a format as texts. */
#include "util/pieces.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "util/mem.h"
#include "util/utf8.h"

/* A conversion: "%-*s", "%05u", "%zu", "%2$s". */
struct conversion {
	const char *end;      /* after it */
	unsigned position;    /* "%2$s": 2; 0: none */
	bool left, zeros;     /* flags */
	int width, precision; /* -1: none; FROM_ARGUMENT: '*' */
	char length;          /* 'h', 'l', 'L' (ll), 'z', 'j'; 0: none */
	char type;
};
enum { FROM_ARGUMENT = -2, DIGITS_MAX = 3 };

/* Reads up to three digits; -1: none. */
static int
read_digits(const char **p)
{
	int number = -1;

	for (unsigned i = 0; i < DIGITS_MAX && **p >= '0' && **p <= '9'; i++, ++*p)
		number = (number < 0 ? 0 : number * 10) + (**p - '0');
	return number;
}

static int
read_size(const char **p)
{
	if (**p != '*')
		return read_digits(p);
	++*p;
	return FROM_ARGUMENT;
}

/* Reads the conversion after a '%'. */
static struct conversion
read_conversion(const char *p)
{
	struct conversion c = { .width = -1, .precision = -1 };
	const char *at = p;
	const int position = read_digits(&at);

	if (position > 0 && *at == '$') {
		c.position = (unsigned)position;
		p = at + 1;
	}
	for (; *p == '-' || *p == '0'; p++)
		*(*p == '-' ? &c.left : &c.zeros) = true;
	c.width = read_size(&p);
	if (*p == '.') {
		p++;
		c.precision = read_size(&p);
	}
	for (; *p != '\0' && strchr("hlzj", *p) != NULL; p++)
		c.length = *p == 'l' && c.length == 'l' ? 'L' : *p;
	c.type = *p;
	c.end = *p != '\0' ? p + 1 : p;
	return c;
}

static long long
take_signed(char length, struct piece_reader *r)
{
	switch (length) {
	case 'L':
		return va_arg(r->ap, long long);
	case 'l':
		return va_arg(r->ap, long);
	case 'z':
		return (long long)va_arg(r->ap, size_t);
	case 'j':
		return va_arg(r->ap, intmax_t);
	default:
		return va_arg(r->ap, int);
	}
}

static unsigned long long
take_unsigned(char length, struct piece_reader *r)
{
	switch (length) {
	case 'L':
		return va_arg(r->ap, unsigned long long);
	case 'l':
		return va_arg(r->ap, unsigned long);
	case 'z':
		return va_arg(r->ap, size_t);
	case 'j':
		return va_arg(r->ap, uintmax_t);
	default:
		return va_arg(r->ap, unsigned);
	}
}

static void
take_string(const struct conversion *c, struct piece_reader *r, struct piece *out)
{
	const char *s = va_arg(r->ap, const char *);
	const char *end = c->precision >= 0 ? memchr(s, '\0', (size_t)c->precision) : NULL;

	out->p = s;
	out->n = c->precision < 0 ? strlen(s) :
	    end != NULL           ? (size_t)(end - s) :
				    (size_t)c->precision;
}

static void
take_value(struct conversion *c, struct piece_reader *r, struct piece *out)
{
	int n;

	if (c->width == FROM_ARGUMENT)
		c->width = va_arg(r->ap, int);
	if (c->width < -1) {
		c->left = true;
		c->width = -c->width;
	}
	if (c->precision == FROM_ARGUMENT)
		c->precision = va_arg(r->ap, int);
	out->p = out->made;
	switch (c->type) {
	case 's':
		take_string(c, r, out);
		return;
	case 'c':
		out->made[0] = (char)va_arg(r->ap, int);
		n = 1;
		break;
	case 'd':
	case 'i':
		n = snprintf(out->made, sizeof out->made, "%lld", take_signed(c->length, r));
		break;
	case 'u':
		n = snprintf(out->made, sizeof out->made, "%llu", take_unsigned(c->length, r));
		break;
	case 'x':
		n = snprintf(out->made, sizeof out->made, "%llx", take_unsigned(c->length, r));
		break;
	case 'o':
		n = snprintf(out->made, sizeof out->made, "%llo", take_unsigned(c->length, r));
		break;
	default:
		BUG("a conversion that messages do not have");
	}
	out->n = (size_t)n;
}

void
piece_reader_begin(struct piece_reader *r, const char *fmt, va_list ap)
{
	r->fmt = fmt;
	va_copy(r->ap, ap);
}

void
piece_reader_end(struct piece_reader *r)
{
	va_end(r->ap);
}

bool
piece_reader_next(struct piece_reader *r, struct piece *out)
{
	struct conversion c;

	out->blanks = 0;
	out->is_value = false;
	if (r->fmt[0] == '\0')
		return false;
	out->p = r->fmt;
	if (r->fmt[0] != '%') {
		out->n = strcspn(r->fmt, "%");
		r->fmt += out->n;
		return true;
	}
	c = read_conversion(r->fmt + 1);
	r->fmt = c.end;
	if (c.type == '%') {
		out->n = 1;
		return true;
	}
	out->is_value = true;
	take_value(&c, r, out);
	out->is_left = c.left;
	out->has_zeros = c.zeros;
	if (c.width > 0) {
		const size_t columns = utf8_width(out->p, out->n);

		out->blanks = (size_t)c.width > columns ? (size_t)c.width - columns : 0;
	}
	return true;
}

void
pieces_make(struct pieces *out, const char *fmt, va_list ap)
{
	struct piece_reader r;
	struct piece piece;

	*out = (struct pieces){ .text = BUF_INIT };
	piece_reader_begin(&r, fmt, ap);
	while (piece_reader_next(&r, &piece)) {
		if (!piece.is_value)
			continue;
		if (out->n == PIECES_MAX)
			BUG("too many values for a message");
		if (!piece.is_left)
			buf_fill(&out->text, piece.has_zeros ? '0' : ' ', piece.blanks);
		buf_add(&out->text, piece.p, piece.n);
		if (piece.is_left)
			buf_fill(&out->text, ' ', piece.blanks);
		out->end[out->n++] = out->text.n;
	}
	piece_reader_end(&r);
}

void
pieces_release(struct pieces *p)
{
	buf_wipe(&p->text);
}

bool
pieces_fill(const struct pieces *p, const char *fmt, struct buf *out)
{
	const size_t before = out->n;
	unsigned next = 0;

	while (*fmt != '\0') {
		const size_t plain = strcspn(fmt, "%");
		struct conversion c;
		unsigned i;

		buf_add(out, fmt, plain);
		fmt += plain;
		if (*fmt == '\0')
			break;
		c = read_conversion(fmt + 1);
		fmt = c.end;
		if (c.type == '%') {
			buf_chr(out, '%');
			continue;
		}
		i = c.position > 0 ? c.position - 1 : next++;
		if (c.type == '\0' || strchr("scdiuxo", c.type) == NULL || i >= p->n) {
			out->n = before;
			if (out->p != NULL)
				out->p[before] = '\0';
			return false;
		}
		buf_add(out, p->text.p + (i > 0 ? p->end[i - 1] : 0),
		    p->end[i] - (i > 0 ? p->end[i - 1] : 0));
	}
	return true;
}
