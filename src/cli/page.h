#ifndef ADIT_CLI_PAGE_H
#define ADIT_CLI_PAGE_H

#include "seal/key.h"
#include "wire/digest.h"


/*
 * The front page of a repository, for everybody: README.md in Markdown, its drawing, and the
 * message of each commit. They depend only on the public digests from 0 on, the style and this
 * version of adit.
 */
enum {
	PAGE_MAX = 64 << 10,   /* bytes; the oldest news are left out first */
	PAGE_NEWS_DIGESTS = 24 /* maximum number of digests with news */
};

/* State of the page after the digests added so far. */
struct page;
struct page *page_new(unsigned style); /* DRAW_ASCII or 0 */
void page_free(struct page *p);        /* p may be NULL */

/* Adds the next digest, which must be verified. `events` has its events. `reason` is the host's,
 * or "". *d and what it points to must stay valid until the next call. */
struct digest_events;
void page_add(struct page *p, const struct digest *d, const struct digest_events *events,
    const char *reason, const struct hash *head);

/* Append the parts of the page after the last digest. page_board appends the file PAGE_BOARD in
 * SVG; false: nothing is dealt yet, and README.md shows no board. */
#define PAGE_BOARD "board.svg"
bool page_board(const struct page *p, struct buf *out);
void page_readme(const struct page *p, struct buf *out);
void page_message(const struct page *p, struct buf *out);
void page_svg(const struct page *p, struct buf *out); /* the board alone, as a file */

#endif
