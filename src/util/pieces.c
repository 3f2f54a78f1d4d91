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

struct arguments {
	va_list ap;
};

static long long
take_signed(char length, struct arguments *args)
{
	switch (length) {
	case 'L':
		return va_arg(args->ap, long long);
	case 'l':
		return va_arg(args->ap, long);
	case 'z':
		return (long long)va_arg(args->ap, size_t);
	case 'j':
		return va_arg(args->ap, intmax_t);
	default:
		return va_arg(args->ap, int);
	}
}

static unsigned long long
take_unsigned(char length, struct arguments *args)
{
	switch (length) {
	case 'L':
		return va_arg(args->ap, unsigned long long);
	case 'l':
		return va_arg(args->ap, unsigned long);
	case 'z':
		return va_arg(args->ap, size_t);
	case 'j':
		return va_arg(args->ap, uintmax_t);
	default:
		return va_arg(args->ap, unsigned);
	}
}

static void
put_padded(const struct conversion *c, const char *text, size_t n, struct buf *out)
{
	const size_t columns = utf8_width(text, n);
	const size_t blanks = c->width > 0 && (size_t)c->width > columns ?
	    (size_t)c->width - columns :
	    0;

	if (!c->left)
		buf_fill(out, c->zeros ? '0' : ' ', blanks);
	buf_add(out, text, n);
	if (c->left)
		buf_fill(out, ' ', blanks);
}

static void
put_string(const struct conversion *c, struct arguments *args, struct buf *out)
{
	const char *s = va_arg(args->ap, const char *);
	const char *end = c->precision >= 0 ? memchr(s, '\0', (size_t)c->precision) : NULL;

	put_padded(c, s,
	    c->precision < 0 ? strlen(s) :
		end != NULL  ? (size_t)(end - s) :
			       (size_t)c->precision,
	    out);
}

static void
put_value(struct conversion *c, struct arguments *args, struct buf *out)
{
	char text[32];
	int n;

	if (c->width == FROM_ARGUMENT)
		c->width = va_arg(args->ap, int);
	if (c->width < -1) {
		c->left = true;
		c->width = -c->width;
	}
	if (c->precision == FROM_ARGUMENT)
		c->precision = va_arg(args->ap, int);
	switch (c->type) {
	case 's':
		put_string(c, args, out);
		return;
	case 'c':
		text[0] = (char)va_arg(args->ap, int);
		n = 1;
		break;
	case 'd':
	case 'i':
		n = snprintf(text, sizeof text, "%lld", take_signed(c->length, args));
		break;
	case 'u':
		n = snprintf(text, sizeof text, "%llu", take_unsigned(c->length, args));
		break;
	case 'x':
		n = snprintf(text, sizeof text, "%llx", take_unsigned(c->length, args));
		break;
	default:
		BUG("a conversion that messages do not have");
	}
	put_padded(c, text, (size_t)n, out);
}

void
pieces_make(struct pieces *out, const char *fmt, va_list ap)
{
	struct arguments args;

	*out = (struct pieces){ .text = BUF_INIT };
	va_copy(args.ap, ap);
	for (const char *p = strchr(fmt, '%'); p != NULL; p = strchr(p, '%')) {
		struct conversion c = read_conversion(p + 1);

		p = c.end;
		if (c.type == '%')
			continue;
		if (out->n == PIECES_MAX)
			BUG("too many values for a message");
		put_value(&c, &args, &out->text);
		out->end[out->n++] = out->text.n;
	}
	va_end(args.ap);
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
		if (c.type == '\0' || strchr("scdiux", c.type) == NULL || i >= p->n) {
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
