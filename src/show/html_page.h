#ifndef ADIT_SHOW_HTML_PAGE_H
#define ADIT_SHOW_HTML_PAGE_H

#include "core/changes.h"
#include "show/html_frame.h"
#include "wire/digest.h"
#include "wire/private_view.h"

/*
 * A table as a page. Its sections answer, in this order: who is to move, the board, the news,
 * the seats, the own hand, the own orders, the trust in the host. It is made from views, so it
 * cannot reveal hidden information. It is complete without its script.
 */

enum html_block_kind {
	HTML_BLOCK_LINES, /* lines as for html_lines, shared with the terminal output */
	HTML_BLOCK_PAST,  /* the same; its places may be those of an earlier round */
	HTML_BLOCK_NEWS,  /* the same; all but the newest are folded up */
	HTML_BLOCK_MARKUP /* elements of the page */
};
/* The block is left out if it is empty. */
struct html_block {
	const char *title;
	struct buf lines;
	uint8_t kind; /* enum html_block_kind */
};
enum { HTML_BLOCKS_MAX = 14 };

struct html_page {
	const struct language *lang;
	const struct digest *d;
	const struct names *names;     /* with title and display names where known */
	const struct view *view;       /* the own view, or the public one */
	const struct changes *changes; /* of the newest move; NULL: not marked */
	const char *fingerprint, *head;
	const char *wrong;   /* what the host did against the rules, or "" */
	const char *missing; /* a sentence about missing digests, or "" */
	const char *player;  /* address of the browser file; NULL: that of digest 0, if any */
	const struct buf
	    *languages; /* links to the page in other languages (html_languages), or NULL */
	unsigned n_blocks;
	struct html_block blocks[HTML_BLOCKS_MAX];
	void (*hash)(const char *s, size_t n, struct buf *out);

	/* Private page only: the own private view (`view` points into it) and the command to
	 * sign an order: "adit sign -k anna". */
	const struct private_view *own;
	const char *sign;
};

/* Appends the page. */
void html_page(const struct html_page *p, struct buf *out);

/* A page with an error message only. */
struct html_error {
	const struct language *lang;
	const char *what, *hint; /* sentences; hint may be "" */
	void (*hash)(const char *s, size_t n, struct buf *out);
};
void html_error_page(const struct html_error *w, struct buf *out);

#endif
