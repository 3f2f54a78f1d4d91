#ifndef ADIT_TERM_CANVAS_INTERNAL_H
#define ADIT_TERM_CANVAS_INTERNAL_H

#include <locale.h>

#include "term/canvas.h"
#include "term/internal.h"

/* Declarations shared by canvas.c and canvas_line.c. The types of ncurses are named by their tags:
 * its header defines macros such as `clear` and `timeout`. */

struct canvas {
	struct term *t;
	FILE *in, *out;
	struct screen *screen; /* SCREEN of ncurses */
	struct _win_st *keys;  /* WINDOW from which keys are read */
	locale_t locale, old_locale;
	unsigned rows, columns;
	bool colour;
	short pair[256], n_pairs;
	bool is_deferred; /* what changed is not drawn yet */
	bool pasting;     /* inside a paste */
	bool closing;     /* the end mark was read, but more may follow without a pause */
	bool blank;       /* the last character of the paste was a newline */
	char bytes[4];
	size_t n_bytes; /* of an incomplete character */
};

/* Adapts the screen to the size of the terminal, and draws all of it the next time. */
void canvas_resize(struct canvas *c);

#endif
