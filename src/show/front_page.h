#ifndef ADIT_SHOW_FRONT_PAGE_H
#define ADIT_SHOW_FRONT_PAGE_H

#include "seal/key.h"
#include "wire/digest.h"

/*
 * The front page of a repository, for everybody: README.md in Markdown, its drawings, and the
 * message of each commit. They depend only on the public digests from 0 on, the style, the language and
 * this version of adit. A page with a language has no messages of commits, which are in English.
 */
enum {
	FRONT_PAGE_MAX = 64 << 10, /* bytes; the oldest news are left out first */
	FRONT_PAGE_NEWS = 5        /* digests with news */
};

/* State of the page after the digests added so far. */
struct front_page;
/* style: DRAW_ASCII or 0. */
struct front_page *front_page_new(const struct language *lang, unsigned style);
void front_page_free(struct front_page *p); /* p may be NULL */

/* Adds the next digest, which must be verified; `text` and t are what digest_next found. */
int front_page_add(struct front_page *p, const struct rules *const *games, const char *text,
    const struct digest_layout *t, const struct hash *head, struct err *err);

/* Returns the digest added last, valid until two more are added; NULL: none. */
const struct digest *front_page_last(const struct front_page *p);

/* Append the parts of the page after the last digest. front_page_board appends the file
 * FRONT_PAGE_BOARD in SVG; false: nothing is dealt yet, and README.md shows no board. */
#define FRONT_PAGE_BOARD "board.svg"
bool front_page_board(const struct front_page *p, struct buf *out);
/* Passes the small pictures that README.md refers to, each file with its path. They are the same
 * for all tables of a rules set. */
#define FRONT_PAGE_PICTURES "pictures"
void front_page_pictures(const struct front_page *p,
    void (*put)(void *arg, const char *path, const struct buf *text), void *arg);
void front_page_readme(const struct front_page *p, struct buf *out);
void front_page_message(const struct front_page *p, struct buf *out);
void front_page_svg(const struct front_page *p, struct buf *out); /* the board alone, as a file */

#endif
