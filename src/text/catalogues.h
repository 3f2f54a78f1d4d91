#ifndef ADIT_TEXT_CATALOGUES_H
#define ADIT_TEXT_CATALOGUES_H

#include <stddef.h>

/* The catalogues that are part of the program (catalogues.sh makes them from po/). The last has no
 * code. */
struct catalogue {
	const char *code;
	const unsigned char *file;
	size_t size;
};
extern const struct catalogue catalogues[];

/* Returns the catalogue of a language, or NULL. */
const struct catalogue *catalogue_find(const char *code);

#endif
