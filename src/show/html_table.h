#ifndef ADIT_SHOW_HTML_TABLE_H
#define ADIT_SHOW_HTML_TABLE_H

#include "show/html.h"
#include "text/names.h"

/* Board and seats of one view, as parts of a page. `names` has display names where known. */

/* Appends the board as a picture, with a description for screen readers. Appends nothing before
 * the deal. For `targets` see struct svg_options. */
void html_board(const struct view *v, const struct names *names, bool targets, struct buf *out);

/* Appends the table of seats and the sizes of the piles. */
void html_seats(const struct view *v, const struct names *names, struct buf *out);

#endif
