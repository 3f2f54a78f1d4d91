#ifndef ADIT_SHOW_PAGE_H
#define ADIT_SHOW_PAGE_H

#include "record/user.h"
#include "player/player.h"

/* Pages of a table in HTML (show/html_page.h, show/html_replay.h), made from verified digests. */

/* The tables of a site. `read` appends the digests of one of them, which are verified here. */
struct page_site {
	char **table;
	int n;
	int (*read)(const void *arg, const char *table, struct buf *out, struct err *err);
	const void *arg;
	const char *player; /* the browser file adit-site.html; NULL: the site has none */
	/* The pages of lang[0] are in the folder, those of each other language in a folder of its
	 * code there. */
	const struct language *const *lang;
	size_t n_lang;
};

/*
 * Writes a folder of pages: page and replay of each table and the list of tables, in each language,
 * and the feed. With a browser file: also that as adit.html, the digests, and their index digests.txt; ERR_NOT_FOUND,
 * ERR_SYNTAX: it is missing, or something else, and nothing is written.
 * Unchanged files are not rewritten. A table that cannot be shown is reported and listed, and
 * the others are written. Then the result is -1 and *err is the first error.
 */
int page_site(const struct user *u, const struct page_site *site, const char *out, struct err *err);

/* What a page shows besides the table. */
struct page_where {
	const struct language *lang;
	const char *player; /* address of the browser file; NULL: that of digest 0, if any */
	const struct buf
	    *languages; /* links to the page in other languages (html_languages), or NULL */
};

/*
 * page_make appends the page of verified digests, private if a view is open. *wrong is what the host did
 * against the rules; ERR_BUSY: no page. Call page_make_public before it for a reading
 * without a view: then the page does not depend on what was read here before. page_replay_make
 * appends the replay of a complete transcript; ERR_AUTH, ERR_SYNTAX: it cannot be shown.
 */
void page_make(const struct user *u, const struct page_where *where, const struct player_read *r,
    struct buf *page, struct err *wrong);
void page_make_public(struct player_read *r);
int page_replay_make(const struct user *u, const struct page_where *where,
    const struct player_read *r, struct buf *page, struct err *err);

/* Appends the news of digest n of a complete transcript, as lines of since:. Sets *d to the
 * digest. */
struct digest_events;
int page_news(const struct language *lang, const struct transcript *tr, int64_t n, struct digest *d,
    struct digest_events *events, struct buf *news, struct err *err);

/* page_hash appends a hash in the form of a content security policy. page_names sets the names
 * of digest 0 if present. ERR_BUSY. */
void page_hash(const char *s, size_t n, struct buf *out);
int page_names(const struct transcript *tr, const char *dir, struct names *names, struct err *err);

/* Appends a page that shows only *err. */
void page_wrong(const struct language *lang, const struct err *err, struct buf *out);

#endif
