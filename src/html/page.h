#ifndef ADIT_HTML_PAGE_H
#define ADIT_HTML_PAGE_H

#include "html/frame.h"
#include "wire/digest.h"
#include "wire/private_view.h"

/*
 * A table as a page, in the order in which one wants to know: whose turn, how does it look, what happened, who
 * plays, what do I have, what can I do, whom do I trust.  It takes views, so it cannot show what a seat may not
 * know, and is complete without its script.
 */

/* Lines as html_lines takes them, which others have made for the terminal, too; n 0: nothing of it is shown. */
struct html_block {
	const char *title;
	struct buf lines;
	bool drawn; /* a drawing of signs, to stand as it does */
};
enum { HTML_TOLD = 14 };

struct html_page {
	const struct digest *d;
	const struct names *names; /* with display names, as far as they are known */
	const struct view *view;   /* the own one, or everybody's */
	const char *fingerprint, *head;
	const char *wrong;   /* what the host did that it may not; "" for nothing */
	const char *missing; /* a sentence on digests that are not there; "" for none */
	unsigned n_told;
	struct html_block told[HTML_TOLD];
	void (*hash)(const char *s, size_t n, struct buf *out);

	/* Of a private page: the own view (its view is .view), and how an order is signed: "adit sign -k anna". */
	const struct private_view *own;
	const char *sign;
};

/* The page, appended. */
void html_page(const struct html_page *p, struct buf *out);

/* A page that says what is wrong, in red, and nothing else. */
struct html_error {
	const char *what, *hint; /* sentences; hint: or "" */
	void (*hash)(const char *s, size_t n, struct buf *out);
};
void html_error_page(const struct html_error *w, struct buf *out);

#endif
