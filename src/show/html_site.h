#ifndef ADIT_SHOW_HTML_SITE_H
#define ADIT_SHOW_HTML_SITE_H

#include "show/html_frame.h"
#include "wire/digest.h"

/* The front page of several tables, and an Atom feed of their news. */
struct html_site_table {
	const char *folder;     /* of its pages, a word; "": it has no pages */
	const char *name;       /* shown if d is NULL */
	const struct digest *d; /* the newest digest; NULL: the table cannot be shown */
	/* why it cannot be shown, or what the host did against the rules; or "" */
	const char *wrong;
};
struct html_site {
	const struct html_site_table *table;
	size_t n;
	const struct language *lang;
	const char *player;          /* address of the browser file, or NULL */
	const char *feed;            /* address of the feed */
	const struct buf *languages; /* links to this page in other languages (html_languages) */
	void (*hash)(const char *s, size_t n, struct buf *out);
};
/* Appends the front page. */
void html_tables(const struct html_site *site, struct buf *out);

/*
 * Appends links to a page in the other languages of a site; nothing if there is one language. The
 * pages of lang[0] are in the folder of the site, those of others in folders of their codes there.
 * own: index of the language of this page. folder: "", or of the table with a slash; page: a file.
 */
void html_languages(const struct language *const *lang, size_t n, size_t own, const char *folder,
    const char *page, struct buf *out);
/* Returns the code of a language: "en" for NULL. */
const char *html_language_code(const struct language *lang);

/* An entry of the feed: the news of one digest. */
struct html_entry {
	int64_t time, n;
	char game[ORDER_BLOCK_GAME_MAX + 1];
	const struct rules *rules;
	const char *head; /* of the digest; the permanent id of the entry */
	const char *folder;
	const char *name;        /* title of the game, or "" */
	const struct buf *title; /* "17: anna is to move" */
	const struct buf *news;  /* in the format of html_lines */
};
/* Appends the feed. The caller sorts the entries, newest first. `id` is that of the feed, a
 * word. */
void html_feed(const struct language *lang, const struct html_entry *entry, size_t n,
    const char *id, struct buf *out);

/* Appends who is to move after this digest, or how the game ended: "anna is to move", "over,
 * won by bob". */
void html_next(const struct language *lang, const struct digest *d, struct buf *out);

#endif
