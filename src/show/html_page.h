#ifndef ADIT_SHOW_HTML_PAGE_H
#define ADIT_SHOW_HTML_PAGE_H

#include "show/html_frame.h"
#include "wire/digest.h"
#include "wire/private_view.h"

/*
 * A table as a page. Its sections answer, in this order: who is to move, the board, the news,
 * the seats, the own hand, the own orders, the trust in the host. It is made from views, so it
 * cannot reveal hidden information. It is complete without its script.
 */

/* Lines as for html_lines, shared with the terminal output. The block is left out if n is 0. */
struct html_block {
	const char *title;
	struct buf lines;
	bool drawn; /* a drawing with fixed-width characters */
};
enum { HTML_BLOCKS_MAX = 14 };

struct html_page {
	const struct digest *d;
	const struct names *names; /* with title and display names where known */
	const struct view *view;   /* the own view, or the public one */
	const char *fingerprint, *head;
	const char *wrong;   /* what the host did against the rules, or "" */
	const char *missing; /* a sentence about missing digests, or "" */
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
	const char *what, *hint; /* sentences; hint may be "" */
	void (*hash)(const char *s, size_t n, struct buf *out);
};
void html_error_page(const struct html_error *w, struct buf *out);

#endif
