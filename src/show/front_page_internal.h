#ifndef ADIT_SHOW_FRONT_PAGE_INTERNAL_H
#define ADIT_SHOW_FRONT_PAGE_INTERNAL_H

#include "core/changes.h"
#include "show/description.h"
#include "show/front_page.h"

/* Shared by front_page*.c: the digest that a page shows, and parts of the page. */
struct front_page {
	const struct language *lang; /* of README.md and drawings; commits are in English */
	unsigned style;
	struct digest *d;             /* the last one, or NULL */
	struct digest *two[2];        /* d alternates between these */
	struct digest_events *events; /* of the last one */
	struct hash head;
	struct names names;     /* with title and display names, which only digest 0 has */
	int64_t since;          /* first digest of the turn */
	struct changes changes; /* of the newest move */
	unsigned ended_round;
	struct buf ended; /* drawing of its end */
	struct buf whole; /* summary of the game */
	struct buf all;   /* all of the newest digest, as lines of since: */
	/* News of digest n: news[n % FRONT_PAGE_NEWS]. */
	struct buf news[FRONT_PAGE_NEWS];
};

bool front_page_is_ascii(const struct front_page *p);
struct description front_page_describe(const struct front_page *p);

/* Reads the next sentence or quotation of news (text/since.h). */
bool front_page_next_piece(const struct buf *lines, size_t *at, bool *theirs, struct buf *out);

/* Appends a heading of this level ("##"). */
void front_page_put_heading(
    const struct front_page *p, const char *level, const char *message, struct buf *out);

/* Append the sections about taking part, and about the trust in the host. */
void front_page_put_how(const struct front_page *p, struct buf *out);
void front_page_put_trust(const struct front_page *p, struct buf *out);

#endif
