/* The catalogues of the program. */
#include <string.h>

#include "text/catalogues.h"
#include "util/inflate.h"

/* Unpacks a block. Returns false if it is damaged. */
static bool
unpack(const struct catalogue *c, uint32_t b)
{
	const struct catalogue_block from = c->block[b], to = c->block[b + 1];
	unsigned char *at = c->text + from.text, *stop = c->text + to.text;

	if (!inflate_gzip(
		c->packed + from.packed, to.packed - from.packed, at, to.text - from.text))
		return false;
	for (uint32_t i = catalogue_first[b]; i < catalogue_first[b + 1]; i++) {
		unsigned char *last = memchr(at, 1, (size_t)(stop - at));

		if (last == NULL)
			return false;
		*last = '\0';
		at = last + 1;
		c->end[i] = (uint32_t)(at - c->text);
	}
	return true;
}

const char *
catalogue_text(const struct catalogue *c, uint32_t i, size_t *n)
{
	uint32_t b = 0, start;

	while (catalogue_first[b + 1] <= i)
		b++;
	*n = 0;
	if (c->end[i] == 0 && !unpack(c, b))
		return "";
	start = i > catalogue_first[b] ? c->end[i - 1] : c->block[b].text;
	*n = c->end[i] - start - 1;
	return (const char *)c->text + start;
}

const struct catalogue *
catalogue_find(const char *code)
{
	const struct catalogue *c = catalogues;

	while (c->code != NULL && strcmp(c->code, code) != 0)
		c++;
	return c->code != NULL ? c : NULL;
}

bool
catalogue_has(const char *code)
{
	return strcmp(code, "en") == 0 || (code[0] != '\0' && catalogue_find(code) != NULL);
}

const struct language *
catalogue_open(const char *code, struct language *room)
{
	const struct catalogue *c = code[0] != '\0' ? catalogue_find(code) : NULL;

	return c != NULL && language_open_own(room, c) ? room : NULL;
}

void
catalogues_list(struct buf *out)
{
	buf_str(out, "en");
	for (const struct catalogue *c = catalogues; c->code != NULL; c++)
		buf_fmt(out, ", %s", c->code);
}
