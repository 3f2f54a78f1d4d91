/*
 * Catalogues of gettext.
 *
 * (L1) language_open checks the bounds of the tables and of every text, so that a look-up reads
 * nothing outside the file.
 * (L2) A look-up that finds nothing, and a translation that cannot be filled in, give English.
 */
#include "text/language.h"

#include <string.h>

#include "text/catalogues.h"
#include "text/language_plural.h"
#include "util/pieces.h"
#include "util/utf8.h"

#define MAGIC UINT32_C(0x950412de)

enum {
	HEAD_BYTES = 28,
	ROW_BYTES = 8, /* of a table: length and offset of a text */
	MESSAGES_MAX = 1 << 16
};

static uint32_t
number_at(const struct language *l, size_t at)
{
	const unsigned char *p = l->file + at;

	return l->swapped ?
	    (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3] :
	    (uint32_t)p[3] << 24 | (uint32_t)p[2] << 16 | (uint32_t)p[1] << 8 | p[0];
}

/* Returns the i-th text of a table. */
static const char *
text_at(const struct language *l, uint32_t table, uint32_t i, size_t *n)
{
	const size_t row = table + (size_t)i * ROW_BYTES;

	*n = number_at(l, row);
	return (const char *)l->file + number_at(l, row + 4);
}

/* True if a table and its texts lie in the file, and each text has its NUL. */
static bool
is_table_whole(const struct language *l, uint32_t table)
{
	if (table > l->size || (l->size - table) / ROW_BYTES < l->count)
		return false;
	for (uint32_t i = 0; i < l->count; i++) {
		const size_t row = table + (size_t)i * ROW_BYTES;
		const size_t n = number_at(l, row), at = number_at(l, row + 4);

		if (at >= l->size || n >= l->size - at || l->file[at + n] != '\0')
			return false;
	}
	return true;
}

/* Returns the i-th English text. */
static const char *
english_at(const struct language *l, uint32_t i)
{
	size_t n;

	return l->own != NULL ? catalogue_english[i] : text_at(l, l->original, i, &n);
}

/* Returns the i-th translation and its length. */
static const char *
other_at(const struct language *l, uint32_t i, size_t *n)
{
	return l->own != NULL ? catalogue_text(l->own, i, n) : text_at(l, l->other, i, n);
}

/* Returns the translation of this text and its length, or NULL. */
static const char *
find_text(const struct language *l, const char *english, size_t *n)
{
	uint32_t low = 0, high = l->count;

	if (l->own != NULL && english[0] != '\0' && strchr(english, '\004') == NULL)
		low = catalogue_plain;
	else if (l->own != NULL)
		high = catalogue_plain;
	while (low < high) {
		const uint32_t middle = low + (high - low) / 2;
		/* Of a message with a plural the text is "one\0several": strcmp sees the first. */
		const int order = strcmp(english, english_at(l, middle));

		if (order == 0)
			return other_at(l, middle, n);
		if (order < 0)
			high = middle;
		else
			low = middle + 1;
	}
	return NULL;
}

/* Reads "Plural-Forms: nplurals=3; plural=EXPRESSION;" in the head of the catalogue. */
static bool
read_plural(struct language *l)
{
	static const char name[] = "\nPlural-Forms: nplurals=", rule[] = "; plural=";
	size_t n;
	const char *head = find_text(l, "", &n);
	const char *at = head != NULL ? strstr(head, name) : NULL;

	if (at == NULL)
		return false;
	at += strlen(name);
	l->plural_forms = (unsigned)(*at - '0');
	if (*at < '1' || *at > '9' || strncmp(at + 1, rule, strlen(rule)) != 0)
		return false;
	l->plural = at + 1 + strlen(rule);
	return plural_is_rule(l->plural, l->plural_forms);
}

bool
language_open(struct language *out, const char *code, const void *file, size_t size)
{
	struct language l = { .file = file, .size = size };

	if (size < HEAD_BYTES || strlen(code) >= sizeof l.code)
		return false;
	memcpy(l.code, code, strlen(code) + 1);
	l.swapped = number_at(&l, 0) != MAGIC;
	if (number_at(&l, 0) != MAGIC || number_at(&l, 4) >> 16 > 1)
		return false;
	l.count = number_at(&l, 8);
	l.original = number_at(&l, 12);
	l.other = number_at(&l, 16);
	if (l.count > MESSAGES_MAX || !is_table_whole(&l, l.original) ||
	    !is_table_whole(&l, l.other) || !read_plural(&l))
		return false;
	*out = l;
	return true;
}

bool
language_open_own(struct language *out, const struct catalogue *own)
{
	struct language l = { .own = own, .count = catalogue_messages };

	if (strlen(own->code) >= sizeof l.code)
		return false;
	memcpy(l.code, own->code, strlen(own->code) + 1);
	if (!read_plural(&l))
		return false;
	*out = l;
	return true;
}

const char *
language_english(const char *message)
{
	const char *end = strchr(message, '\004');

	return end != NULL ? end + 1 : message;
}

/* Returns a form of a translation, or NULL. */
static const char *
find_form(const struct language *lang, const char *message, unsigned form)
{
	size_t n = 0;
	const char *text = lang != NULL ? find_text(lang, message, &n) : NULL, *end;

	if (text == NULL || n == 0)
		return NULL;
	for (end = text + n; form > 0 && text < end; form--)
		text += strlen(text) + 1;
	return text < end && *text != '\0' ? text : NULL;
}

const char *
language_text(const struct language *lang, const char *message)
{
	const char *text = find_form(lang, message, 0);

	return text != NULL ? text : language_english(message);
}

unsigned
language_plural(const struct language *lang, uint64_t n)
{
	unsigned form = n != 1;

	if (lang != NULL)
		(void)plural_form(lang->plural, lang->plural_forms, n, &form);
	return form;
}

/* ---- formats --------------------------------------------------------------------------------- */

/* Appends the form of a translation, or English. */
static void __attribute__((format(printf, 2, 0)))
put_format(const char *translation, const char *english, va_list ap, struct buf *out)
{
	struct pieces pieces;

	if (translation == NULL) {
		buf_vfmt(out, english, ap);
		return;
	}
	pieces_make(&pieces, english, ap);
	if (!pieces_fill(&pieces, translation, out))
		(void)pieces_fill(&pieces, english, out);
	pieces_release(&pieces);
}

void
language_vfmt(const struct language *lang, struct buf *out, const char *message, va_list ap)
{
	put_format(find_form(lang, message, 0), language_english(message), ap, out);
}

void
language_fmt(const struct language *lang, struct buf *out, const char *message, ...)
{
	va_list ap;

	va_start(ap, message);
	language_vfmt(lang, out, message, ap);
	va_end(ap);
}

void
language_fmt_n(const struct language *lang, struct buf *out, uint64_t n, const char *one,
    const char *several, ...)
{
	va_list ap;

	va_start(ap, several);
	put_format(find_form(lang, one, language_plural(lang, n)),
	    language_english(n == 1 ? one : several), ap, out);
	va_end(ap);
}

void
language_pad(const char *text, size_t columns, struct buf *out)
{
	const size_t n = strlen(text), width = utf8_width(text, n);

	buf_add(out, text, n);
	buf_fill(out, ' ', width < columns ? columns - width : 0);
}
