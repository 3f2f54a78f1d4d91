/*
 * A digest written again from what it says, for comparison.
 *
 * (A1) a section that is taken as it stands is one of those that a digest can have, each once, and stands
 *      where the writer puts it: whatever else there is shows as a difference
 */

#include "wire/digest.h"

#include "text/eventline.h"
#include "text/since.h"
#include "util/lines.h"

/* Sections taken as they stand. */
enum {
	TAKE_SINCE,
	TAKE_ENDED,
	TAKE_TABLE,
	TAKE_BOARD,
	TAKE_ACT,
	TAKE_NEW_KEYS,
	TAKE_KEYS,
	TAKE_LEAVES,
	TAKE_REVEAL,
	TAKES
};

struct taken {
	struct buf text[TAKES];
	struct buf keep;
};

static const char *
take(struct taken *k, unsigned which, const char *s, struct span sp)
{
	if (sp.n == 0)
		return NULL;
	buf_add(&k->text[which], s + sp.at, sp.n);
	return buf_cstr(&k->text[which]);
}

/* Lines of base64 lose their ends and their indentation. */
static void
take_keep(const char *s, struct span sp, struct buf *out)
{
	for (size_t i = 0; i < sp.n; i++)
		if (s[sp.at + i] != ' ' && s[sp.at + i] != '\n')
			buf_chr(out, s[sp.at + i]);
}

/* ---- events ---- */

/* A line, and those that go on with it. */
static bool
next_event(struct lines *l, struct buf *line)
{
	const char *p;
	size_t n;

	buf_clear(line);
	while (lines_peek(l, &p, &n) && n > 2 && memcmp(p, "  ", 2) == 0) {
		bool goes_on = n > 4 && memcmp(p, "    ", 4) == 0;

		if (goes_on != (line->n > 0))
			break;
		(void)lines_next(l, &p, &n);
		if (goes_on)
			buf_chr(line, ' ');
		buf_add(line, p + (goes_on ? 4 : 2), n - (goes_on ? 4u : 2u));
	}
	return line->n > 0;
}

int
digest_events(
    const char *s, struct span sp, const struct digest *d, struct events *ev, struct err *err)
{
	struct lines l = { s, sp.at + sp.n, sp.at, 1 };
	struct buf line = BUF_INIT;
	int result = 0;

	for (ev->n = 0; result == 0 && next_event(&l, &line); ev->n++) {
		if (ev->n == EVENTS_MAX ||
		    eventline_parse(
			d->pub.known.rules, &d->names, buf_cstr(&line), line.n, &ev->at[ev->n]) < 0)
			result = err_set(err, ERR_SYNTAX, "line %lu of its events is none",
			    (unsigned long)ev->n + 1);
	}
	buf_release(&line);
	return result;
}

/* ---- words ---- */

static bool
ends_a_round(const struct events *ev)
{
	for (uint32_t i = 0; i < ev->n; i++)
		if (ev->at[i].kind == EVENT_ROUND_END)
			return true;
	return false;
}

/* Behind the sentences of the events stands what was said, and what the host notes: that is taken; and the
 * table before a round ended, which is not in this digest (record/judge.h). */
static void
take_words(const char *s, const struct digest_text *t, const struct digest *d,
    const struct events *ev, struct taken *k, struct digest_news *news)
{
	struct digest_spans sp;
	struct buf words = BUF_INIT;

	digest_drawn(s, t, &sp);
	if (ends_a_round(ev))
		news->ended = take(k, TAKE_ENDED, s, sp.ended);
	if (d->text != DIGEST_TEXT) {
		news->since = take(k, TAKE_SINCE, s, sp.since);
		news->table = take(k, TAKE_TABLE, s, sp.table);
		news->board = take(k, TAKE_BOARD, s, sp.board);
		return;
	}
	since_text(d->pub.known.rules, &d->names, ev, SEAT_NONE, &words);
	if (sp.since.n >= words.n && memcmp(s + sp.since.at, buf_cstr(&words), words.n) == 0)
		(void)take(k, TAKE_SINCE, s, sp.since);
	else
		buf_add(&k->text[TAKE_SINCE], words.p, words.n);
	news->since = buf_cstr(&k->text[TAKE_SINCE]);
	buf_release(&words);
}

int
digest_again(const char *s, const struct digest_text *t, const struct digest *d, struct events *ev,
    struct buf *out, struct err *err)
{
	size_t from = t->signed_part.at, to = t->position.at;
	struct digest_news news = { .ev = ev, .said_by = SEAT_NONE };
	struct taken k = { .keep = BUF_INIT };

	if (digest_events(s, t->events, d, ev, err) < 0)
		return -1;
	take_words(s, t, d, ev, &k, &news);
	news.act = take(&k, TAKE_ACT, s, lines_section(s, from, to, "host:"));
	news.new_keys = take(&k, TAKE_NEW_KEYS, s, lines_section(s, from, to, "new-keys:"));
	news.keys = take(&k, TAKE_KEYS, s, t->keys);
	news.leaves = take(&k, TAKE_LEAVES, s, t->leaves);
	news.reveal = take(&k, TAKE_REVEAL, s, t->reveal);
	take_keep(s, t->keep, &k.keep);
	news.keep = buf_cstr(&k.keep);
	digest_body_text(d, &news, out);
	digest_views_text(d, out);
	for (unsigned i = 0; i < TAKES; i++)
		buf_release(&k.text[i]);
	buf_release(&k.keep);
	return 0;
}
