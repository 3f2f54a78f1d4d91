/* The catalogues of the program. */
#include <string.h>

#include "text/catalogues.h"
#include "util/inflate.h"

const char *
catalogue_text(const struct catalogue *c, uint32_t i, size_t *n)
{
	const uint32_t start = c->at[catalogue_packed], size = c->at[catalogue_messages] - start;

	*n = c->at[i + 1] - c->at[i] - 1;
	if (i < catalogue_packed)
		return (const char *)c->text + c->at[i];
	if (c->rest[size] == 0)
		c->rest[size] = inflate_gzip(c->packed, c->packed_n, c->rest, size);
	if (c->rest[size] == 0)
		*n = 0; /* as if there were none */
	return (const char *)c->rest + (c->at[i] - start);
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
