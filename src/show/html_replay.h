#ifndef ADIT_SHOW_HTML_REPLAY_H
#define ADIT_SHOW_HTML_REPLAY_H

#include "show/html_frame.h"
#include "wire/digest.h"

/*
 * A whole game as one page. Each digest is a state with a link (#17), so the page works without
 * its script. The script adds a slider and arrow keys. Hidden information is included only if
 * it was revealed, and shown only if a switch is on.
 */
struct html_replay;

/* Maximum number of states; of a longer game only the newest are included. */
enum { HTML_STATES = 2000 };

struct html_replay_info {
	const struct names *names; /* with title and display names; valid until html_replay_put */
	const char *fingerprint, *head;
	void (*hash)(const char *s, size_t n, struct buf *out);
	const struct language *lang;
	const struct buf
	    *languages; /* links to the replay in other languages (html_languages), or NULL */
};
struct html_replay *html_replay_new(const struct html_replay_info *story);
void html_replay_free(struct html_replay *r); /* r may be NULL */

/*
 * First call html_replay_measure for all digests, so that all boards of a round have one size.
 * Then call html_replay_add for each digest, in the same order. `news` is in the format of
 * html_lines, `events` those of the digest. `shown` is the full game at that time if it is
 * revealed by now, else NULL.
 */
void html_replay_measure(struct html_replay *r, const struct digest *d);
void html_replay_add(struct html_replay *r, const struct digest *d,
    const struct digest_events *events, const struct buf *news, const struct game *shown);

/* Appends the page. `more` is the number of digests before the first state, which are left out. */
void html_replay_put(struct html_replay *r, int64_t more, struct buf *out);

#endif
