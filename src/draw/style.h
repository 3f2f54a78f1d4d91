#ifndef ADIT_DRAW_STYLE_H
#define ADIT_DRAW_STYLE_H

#include "util/wrap.h"

enum { DRAW_COLUMNS = WRAP_COLUMNS };

enum {                       /* style bits */
	DRAW_ASCII = 1 << 0, /* 7-bit */
	DRAW_COLOR = 1 << 1, /* SGR colours; never in digests */
	DRAW_PLAIN = 1 << 2, /* no drawings: equivalent sentences (plain.h) */
	DRAW_HTML = 1 << 3,  /* content of a <pre>: colours as spans, glyphs as page text */
	DRAW_BRIEF = 1 << 4  /* hands in low pictures, without the flipped cards */
};

#endif
