/*
 * The two printers.
 *
 * (J1) A description is exactly one line of JSON, for any bytes in its values: in text that is not
 *      UTF-8 (a file name, say), each invalid byte is replaced by '?'.
 */
#include "wire/printer.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

#include "util/lines.h"
#include "util/mem.h"
#include "util/timestamp.h"
#include "util/utf8.h"

/* ---- JSON ----------------------------------------------------------------------------------- */

/* Writes the comma and key before a value; false: programs do not get this value. Keys are
 * constants that need no escapes. */
static bool
json_key(struct printer *p, const char *key)
{
	if (key == NULL && p->depth > 0 && (p->lists >> p->depth & 1u) == 0)
		return false;
	if (p->more)
		buf_chr(p->out, ',');
	if (key != NULL)
		buf_fmt(p->out, "\"%s\":", key);
	p->more = true;
	return true;
}

static void
json_open(struct printer *p, const char *key, bool list)
{
	(void)json_key(p, key);
	buf_chr(p->out, list ? '[' : '{');
	p->depth++;
	p->lists = (p->lists & ~(UINT32_C(1) << p->depth)) | (uint32_t)list << p->depth;
	p->more = false;
}

static void
json_close(struct printer *p)
{
	buf_chr(p->out, p->lists >> p->depth & 1u ? ']' : '}');
	p->depth--;
	p->more = p->depth > 0;
	if (p->depth == 0)
		buf_chr(p->out, '\n');
}

static int
append(const char *p, size_t n, void *out)
{
	buf_add(out, p, n);
	return 0;
}

/* Steals the reference. */
static void
dump(json_t *json, struct buf *out)
{
	if (json_dump_callback(json, append, out, JSON_COMPACT | JSON_ENCODE_ANY) < 0)
		BUG("a report that is no JSON");
	json_decref(json);
}

/* (J1) */
static void
dump_text(const char *s, size_t n, struct buf *out)
{
	struct buf clean = BUF_INIT;

	while (n > 0) {
		uint32_t c = 0;
		size_t len = utf8_next(s, n, &c);

		if (len > 0 && c != 0)
			buf_add(&clean, s, len);
		else
			buf_chr(&clean, '?');
		s += len > 0 ? len : 1;
		n -= len > 0 ? len : 1;
	}
	dump(json_stringn(buf_cstr(&clean), clean.n), out);
	buf_release(&clean);
}

static void
json_value(struct printer *p, const char *key, const char *words, const char *s, size_t n,
    const char *json)
{
	(void)words;
	if (!json_key(p, key))
		return;
	if (json != NULL)
		buf_str(p->out, json);
	else
		dump_text(s, n, p->out);
}

static const struct printer_format form_json = { json_open, json_close, json_value, false };

struct printer
printer_json(struct buf *out)
{
	return (struct printer){ .form = &form_json, .out = out };
}

/* ---- words ---------------------------------------------------------------------------------- */

static void
words_open(struct printer *p, const char *key, bool list)
{
	(void)p, (void)key, (void)list;
}

static void
words_close(struct printer *p)
{
	(void)p;
}

static void
words_value(struct printer *p, const char *key, const char *words, const char *s, size_t n,
    const char *json)
{
	size_t before;

	(void)key, (void)json;
	if (words == NULL || s == NULL)
		return;
	before = strcspn(words, "%");
	buf_add(p->out, words, before);
	utf8_add_printable(s, n, p->out);
	buf_str(p->out, words[before] != '\0' ? words + before + 1 : "");
}

static const struct printer_format form_words = { words_open, words_close, words_value, true };

struct printer
printer_words(struct buf *out)
{
	return (struct printer){ .form = &form_words, .out = out };
}

/* ---- for both ------------------------------------------------------------------------------- */

void
print_open(struct printer *p, const char *key)
{
	p->form->open(p, key, false);
}

void
print_open_list(struct printer *p, const char *key)
{
	p->form->open(p, key, true);
}

void
print_close(struct printer *p)
{
	p->form->close(p);
}

void
print_text(struct printer *p, const char *key, const char *words, const char *s)
{
	p->form->value(p, key, words, s, s != NULL ? strlen(s) : 0, s != NULL ? NULL : "null");
}

void
print_number(struct printer *p, const char *key, const char *words, int64_t n)
{
	char s[24];
	int len = snprintf(s, sizeof s, "%" PRId64, n);

	p->form->value(p, key, words, s, (size_t)len, s);
}

void
print_time_text(const struct printer *p, int64_t t, char out[static PRINTER_TIME])
{
	if (p->local != NULL && p->form->for_people)
		p->local(t, out);
	else
		timestamp_text(t, out);
}

void
print_time(struct printer *p, const char *key, const char *words, int64_t t)
{
	char text[PRINTER_TIME];

	if (t >= 0)
		print_time_text(p, t, text);
	print_text(p, key, words, t >= 0 ? text : NULL);
}

void
print_bool(struct printer *p, const char *key, const char *yes, const char *no, bool is)
{
	p->form->value(p, key, is ? yes : no, "", 0, is ? "true" : "false");
}

void
print_lines(struct printer *p, const char *key, const char *s, size_t n)
{
	struct lines l = { s, n, 0, 1 };
	const char *line;
	size_t len;

	if (p->form->for_people) {
		buf_add(p->out, s, n);
		return;
	}
	print_open_list(p, key);
	while (lines_next(&l, &line, &len)) {
		while (len > 0 && *line == ' ') {
			line++;
			len--;
		}
		if (len > 0)
			p->form->value(p, NULL, NULL, line, len, NULL);
	}
	print_close(p);
}

void
print_json(struct printer *p, const char *key, json_t *value)
{
	struct buf json = BUF_INIT;

	dump(value, &json);
	p->form->value(p, key, NULL, NULL, 0, buf_cstr(&json));
	buf_release(&json);
}

void
print_human(struct printer *p, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	if (p->form->for_people)
		buf_vfmt(p->out, fmt, ap);
	va_end(ap);
}

struct buf *
print_human_buf(struct printer *p)
{
	return p->form->for_people ? p->out : NULL;
}
