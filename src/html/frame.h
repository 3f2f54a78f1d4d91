#ifndef ADIT_HTML_FRAME_H
#define ADIT_HTML_FRAME_H

#include "html/html.h"

/*
 * A page in one file, which loads nothing: its policy forbids everything but the one style and the one script that
 * stand in it, each by its hash.
 */
enum html_script {
	HTML_STILL,   /* none */
	HTML_COMPOSE, /* orders by clicks: html/orders.h */
	HTML_STEP     /* from state to state: html/replay.h */
};

struct html_frame {
	const char *title;
	const char *kind; /* what the page is: class of its body, a word */
	enum html_script script;
	/* Append 'sha256-...' of these bytes, as a policy has it. */
	void (*hash)(const char *s, size_t n, struct buf *out);
};

/* Everything before the header of the page, and behind its footer. */
void html_begin(const struct html_frame *f, struct buf *out);
void html_end(const struct html_frame *f, struct buf *out);

/* Lines up to NULL: html/style.c, html/order_script.c, html/replay_script.c. */
extern const char *const *const html_style, *const *const html_compose, *const *const html_step;

#endif
