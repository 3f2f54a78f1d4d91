#ifndef ADIT_SHOW_HTML_FRAME_H
#define ADIT_SHOW_HTML_FRAME_H

#include "show/html.h"

/* A self-contained page: it loads nothing. Its content security policy allows only its own
 * style and script, each by hash. */
enum html_script {
	HTML_STILL,   /* no script */
	HTML_MARK,    /* mark the places of events on the board; the next ones do so, too */
	HTML_COMPOSE, /* compose orders by clicks: show/html_orders.h */
	HTML_STEP     /* step through states: show/html_replay.h */
};

struct html_frame {
	const char *title;
	const struct language *lang;
	const char *kind; /* class of the body element, a word */
	/* What the page is about, a sentence; NULL: not stated. For previews of links. */
	const char *description;
	const char *const *style; /* lines after html_style, or NULL; they contain no input */
	enum html_script script;
	/* Appends 'sha256-...' of the bytes in the form of a content security policy. */
	void (*hash)(const char *s, size_t n, struct buf *out);
};

/* Append everything before the header of the page, its footer with a sentence (html_sentence), and
 * everything after that. */
void html_begin(const struct html_frame *f, struct buf *out);
void html_footer(const struct buf *sentence, struct buf *out);
void html_end(const struct html_frame *f, struct buf *out);

/* NULL-terminated lists of lines, in files of their names: the style of all pages, of tables, of
 * replays, of sites, and on paper (html_style.c); scripts that mark, compose and step. */
extern const char *const *const html_style, *const *const html_table_style,
						*const *const html_replay_style,
						    *const *const html_site_style,
							*const *const html_print_style;
extern const char *const *const html_mark_script, *const *const html_order_script,
						      *const *const html_replay_script;

#endif
