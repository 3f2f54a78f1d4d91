/*
 * Re-serializes a digest from its parsed content, for comparison.
 *
 * (A1) A copied section is one that a digest can have, at most once, and is at the place where the
 *      writer puts it. Anything else appears as a difference.
 */

#include "wire/host_action.h"

/* Copied sections. */
enum {
	COPY_SINCE,
	COPY_ENDED,
	COPY_TABLE,
	COPY_BOARD,
	COPY_ACTION,
	COPY_KEYS,
	COPY_LEAVES,
	COPY_REVEAL,
	COPIES
};

struct copied {
	struct buf text[COPIES];
	struct buf keep;
};

static const char *
copy_section(struct copied *k, unsigned which, const char *s, struct span sp)
{
	if (sp.n == 0)
		return NULL;
	buf_add(&k->text[which], s + sp.at, sp.n);
	return buf_cstr(&k->text[which]);
}

/* Removes line ends and indentation from base64. */
static void
copy_keep(const char *s, struct span sp, struct buf *out)
{
	for (size_t i = 0; i < sp.n; i++)
		if (s[sp.at + i] != ' ' && s[sp.at + i] != '\n')
			buf_chr(out, s[sp.at + i]);
}

/* ---- words ---- */

/* ended: is copied, because it needs the board before the round ended (record/verifier.h). */
static void
copy_words(const char *s, const struct digest_layout *t, const struct digest *d,
    const struct events *ev, struct copied *k, struct digest_content *news)
{
	struct digest_drawings sp;

	digest_find_drawings(s, t, &sp);
	if (events_end_round(ev))
		news->ended = copy_section(k, COPY_ENDED, s, sp.ended);
	if (d->text == DIGEST_WORDING)
		return;
	news->since = copy_section(k, COPY_SINCE, s, sp.since);
	news->table = copy_section(k, COPY_TABLE, s, sp.table);
	news->board = copy_section(k, COPY_BOARD, s, sp.board);
}

int
digest_parse_events(const char *s, const struct digest_layout *t, const struct digest *d,
    struct digest_events *events, struct err *err)
{
	return digest_events_read(
	    s, t->events, d->pub.known.rules, &d->names, SEAT_NONE, events, err);
}

int
digest_rewrite(const char *s, const struct digest_layout *t, const struct digest *d,
    struct digest_events *events, struct buf *out, struct err *err)
{
	struct host_action act = { .reason = "" };
	struct digest_content news = {
		.ev = &events->ev, .notes = &events->notes, .reason = act.reason
	};
	struct copied k = { .keep = BUF_INIT };
	int acts = host_action_find(s, t, &act, err);

	if (acts < 0 || digest_parse_events(s, t, d, events, err) < 0)
		return -1;
	copy_words(s, t, d, &events->ev, &k, &news);
	if (acts > 0)
		host_action_text(&act, &k.text[COPY_ACTION]);
	news.act = k.text[COPY_ACTION].p;
	news.keys = copy_section(&k, COPY_KEYS, s, t->keys);
	news.leaves = copy_section(&k, COPY_LEAVES, s, t->leaves);
	news.reveal = copy_section(&k, COPY_REVEAL, s, t->reveal);
	copy_keep(s, t->keep, &k.keep);
	news.keep = buf_cstr(&k.keep);
	digest_body_text(d, &news, out);
	digest_views_text(d, out);
	for (unsigned i = 0; i < COPIES; i++)
		buf_release(&k.text[i]);
	buf_release(&k.keep);
	return 0;
}
