/* Finds a catalogue among those of the program. */
#include <string.h>

#include "text/catalogues.h"

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
