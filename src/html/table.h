#ifndef ADIT_HTML_TABLE_H
#define ADIT_HTML_TABLE_H

#include "html/html.h"
#include "text/names.h"

/* What lies and who sits at the table, of one view: pieces of pages.  names: with display names, if they are known. */

/* The board as a picture, and in words for those who hear it; before the deal nothing.  targets: as in struct
 * svg_options. */
void html_board(const struct view *v, const struct names *names, bool targets, struct buf *out);

/* The seats as a table, and how many cards the piles have. */
void html_seats(const struct view *v, const struct names *names, struct buf *out);

#endif
