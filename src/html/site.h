#ifndef ADIT_HTML_SITE_H
#define ADIT_HTML_SITE_H

#include "html/frame.h"
#include "wire/digest.h"

/*
 * The front page of several tables, and what is new at them as an Atom feed.
 */
struct html_table {
	const char *folder;     /* where its pages are, a word; "": it has none */
	const char *name;       /* what it is called, if d is NULL */
	const struct digest *d; /* its newest; NULL: it cannot be shown */
	const char *wrong;      /* why not, or what the host did; "" */
};
void html_tables(const struct html_table *table, size_t n,
    void (*hash)(const char *s, size_t n, struct buf *out), struct buf *out);

/* What a digest tells. */
struct html_entry {
	int64_t time, n;
	char game[ORDER_BLOCK_GAME_MAX + 1];
	const struct rules *rules;
	const char *head; /* of the digest, which is its id for ever */
	const char *folder;
	const struct buf *title; /* "17: anna is to move" */
	const struct buf *news;  /* as html_lines takes them */
};
/* Sorted by who calls, the newest first; id: of the feed, a word. */
void html_feed(const struct html_entry *entry, size_t n, const char *id, struct buf *out);

/* "anna is to move", "over, won by bob": whose turn it is after this digest, appended. */
void html_next(const struct digest *d, struct buf *out);

#endif
