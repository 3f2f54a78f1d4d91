#ifndef ADIT_CLI_PAGE_H
#define ADIT_CLI_PAGE_H

#include "cli/cmd.h"

/*
 * A table for everybody, on the front page of a repository: README.md in Markdown, the drawing that it shows, and the
 * message of the commit that brings a digest.  All are functions of the public digests from 0 on, the style and this version of adit
 * alone.
 */
enum {
	PAGE_MAX = 64 << 10, /* bytes; what happened longest ago is left out first */
	PAGE_TOLD = 24       /* digests whose story may be told */
};

/* What the digests have told so far. */
struct page;
struct page *page_new(unsigned style); /* DRAW_ASCII or 0 */
void page_free(struct page *p);        /* NULL is fine */

/* The next digest: verified, with what happened in it; reason: of the host, "" for none.  *d is borrowed until
 * the next one, as what it points to is. */
struct digest_events;
void page_add(struct page *p, const struct digest *d, const struct digest_events *told,
    const char *reason, const struct hash *head);

/* As the table stands after the last one, appended.  The board is the file PAGE_BOARD, in SVG; false: nothing is dealt
 * yet, and README.md shows none. */
#define PAGE_BOARD "board.svg"
bool page_board(const struct page *p, struct buf *out);
void page_readme(const struct page *p, struct buf *out);
void page_message(const struct page *p, struct buf *out);
void page_svg(const struct page *p, struct buf *out); /* the board alone, a file */

#endif
