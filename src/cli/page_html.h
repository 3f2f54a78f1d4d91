#ifndef ADIT_CLI_PAGE_HTML_H
#define ADIT_CLI_PAGE_HTML_H

#include "cli/cmd.h"
#include "player/player.h"

/* A table as a page in HTML (html/page.h, html/replay.h), out of digests that are verified first. */

/* -k: the private page of that seat.  out: the file, or NULL.  ERR_AUTH: the host cheats; the page says so, too. */
int page_html(struct ctx *ctx, int argc, char **argv, const char *out, struct err *err);
int page_replay(struct ctx *ctx, const char *table, const char *out, struct err *err);

/* A folder of pages: each table's page and replay, the list of them, what is new.  What would be the same is not written
 * again.  A table that cannot be shown is told and listed, and does not keep the others: -1 then, *err is the first. */
int page_site(struct ctx *ctx, int argc, char **argv, const char *out, struct err *err);

/* Of digests that were verified: the page, private if a view is open; for everybody (page_make_public before) it is made of the
 * digests alone.  wrong: what the host did; ERR_BUSY: there is no page.  The replay of a whole history; ERR_AUTH, ERR_SYNTAX: it cannot be shown. */
void page_make(
    const struct ctx *ctx, const struct player_read *r, struct buf *page, struct err *wrong);
void page_make_public(struct player_read *r);
int page_replay_make(
    const struct ctx *ctx, const struct player_read *r, struct buf *page, struct err *err);

/* What happened in digest n of a whole history, as lines of since: appended; the digest itself to *d. */
struct digest_events;
int page_news(const struct transcript *tr, int64_t n, struct digest *d, struct digest_events *told,
    struct buf *news, struct err *err);

/* For all: a hash as policies have it; digest 0's names, if it is there.  ERR_BUSY. */
void page_hash(const char *s, size_t n, struct buf *out);
int page_names(const struct transcript *tr, const char *dir, struct names *names, struct err *err);

/* Nothing but what *err says. */
void page_wrong(const struct err *err, struct buf *out);

/* To the file, or to standard output, if there is a page; then fail as *wrong says, if it does. */
struct page_file;
int page_put(const struct ctx *ctx, const struct page_file *f, const struct buf *page,
    const struct err *wrong, struct err *err);

#endif
