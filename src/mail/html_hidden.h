#ifndef ADIT_MAIL_HTML_HIDDEN_H
#define ADIT_MAIL_HTML_HIDDEN_H

#include <stdbool.h>

#include "util/buf.h"
#include "util/slice.h"

enum { HTML_HIDDEN_NAMES = 32, HTML_HIDDEN_NO_COLOUR = -1 };

/* What the style sheets of an HTML text hide: ".class", "#id" and elements; borrowed from it. */
struct html_hidden {
	struct slice name[HTML_HIDDEN_NAMES]; /* with its "." or "#" */
	unsigned n;
	bool all; /* too many, or not to be told by name: hides each tag with an attribute */
};

/* Adds the names of rules that hide something: no display, no size, or the colour of the paper. */
void html_hidden_sheet(struct html_hidden *h, const char *p, size_t n);

/* True if a style sheet or its own attributes hide an element. In doubt it is hidden. `name` is in
 * lower case, `attributes` is what follows it in its tag. *paper is the background around it, and
 * becomes its own, if it has one; 0xRRGGBB or HTML_HIDDEN_NO_COLOUR. */
bool html_hidden_tag(
    const struct html_hidden *h, const char *name, struct slice attributes, int *paper);

/* Sets *value to the value of the attribute in lower case, with its entities decoded and one blank
 * between its words; "" if it has none. False: the tag does not have it. */
bool html_hidden_attribute(struct slice attributes, const char *name, struct buf *value);

#endif
