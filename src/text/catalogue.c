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
