#ifndef ADIT_HTML_REPLAY_H
#define ADIT_HTML_REPLAY_H

#include "html/frame.h"
#include "wire/digest.h"

/*
 * A whole game as one page: each digest a state, which a link shows (#17), so that it works without a script; with it
 * there are a slider and arrow keys.  What is hidden comes in only as it was revealed, and is seen only when a
 * switch is on.
 */
struct html_replay;

/* At most so many states: of a longer game the newest. */
enum { HTML_STATES = 2000 };

struct html_replay_info {
	const struct names *names; /* with display names; borrowed until html_replay_put */
	const char *fingerprint, *head;
	void (*hash)(const char *s, size_t n, struct buf *out);
};
struct html_replay *html_replay_new(const struct html_replay_info *story);
void html_replay_free(struct html_replay *r); /* NULL is fine */

/* First all, so that the tables of a round are drawn alike; then each again, in the same order.  news: what happened,
 * as html_lines takes it; shown: the table as it was, if that is revealed by now, else NULL. */
void html_replay_measure(struct html_replay *r, const struct digest *d);
void html_replay_add(struct html_replay *r, const struct digest *d, const struct buf *news,
    const struct game *shown);

/* The page, appended.  more: digests before the first state, which are left out. */
void html_replay_put(struct html_replay *r, int64_t more, struct buf *out);

#endif
