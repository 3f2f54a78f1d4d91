/* The message of the commit with a table: its subject and its body. */
#include "show/front_page_internal.h"

#include <inttypes.h>
#include <string.h>

#include "text/markdown.h"
#include "text/since.h"
#include "util/utf8.h"
#include "wire/report.h"

enum {
	SUBJECT_MAX = 72, /* columns */
	SAID_MIN = 24     /* of them at least for what a player says, if that is as long */
};

/* Appends the words that fit into `columns`, and closes an open quotation. */
static void
put_cut(const struct buf *s, size_t columns, struct buf *out)
{
	size_t end = 0;

	if (utf8_width(buf_cstr(s), s->n) <= columns) {
		buf_add(out, buf_cstr(s), s->n);
		return;
	}
	for (size_t i = 0; i < s->n; i++)
		if (s->p[i] == ' ' && utf8_width(s->p, i) + sizeof " ...\"" - 1 <= columns)
			end = i;
	if (end > 0)
		buf_fmt(
		    out, "%.*s ...%s", (int)end, s->p, memchr(s->p, '"', end) != NULL ? "\"" : "");
}

/* Appends how many seats have joined or confirmed. */
static void
put_joined(const struct digest *d, struct buf *out)
{
	unsigned joined = 0, confirmed = 0, n = d->names.n;

	for (unsigned i = 0; i < n; i++) {
		joined += d->has_commit[i];
		confirmed += d->has_reveal[i];
	}
	buf_fmt(out, "%u of %u have %s", joined < n ? joined : confirmed, n,
	    joined < n ? "joined" : "confirmed");
}

static void
put_next(const struct front_page *p, struct buf *out)
{
	const struct game *g = &p->d->pub.known;

	buf_str(out, "; ");
	if (g->phase == PHASE_SETUP)
		put_joined(p->d, out);
	else if (g->phase == PHASE_OVER)
		report_next_words(NULL, p->d, out);
	else if (undo_request_blocks_play(&p->d->undo_request))
		buf_str(out, "the seats vote");
	else
		buf_fmt(out, "%s is to move", names_seat(&p->d->names, g->to_move));
}

/* Removes the end of a sentence that introduces words of players: "anna says:". */
static void
cut_lead(struct buf *sentence)
{
	static const char lead[] = ", for this reason:";
	size_t n = sizeof lead - 1;

	if (sentence->n >= n && memcmp(sentence->p + sentence->n - n, lead, n) == 0)
		sentence->n -= n;
	else if (sentence->p[sentence->n - 1] == ':')
		sentence->n--;
}

/* Appends a blank and as much as fits of what a player says, in quotation marks. */
static void
put_said(const struct front_page *p, const struct buf *words, size_t columns, struct buf *out)
{
	struct buf said = BUF_INIT, cut = BUF_INIT;

	buf_chr(&said, '"');
	markdown_words(buf_cstr(words), words->n, front_page_is_ascii(p), &said);
	buf_chr(&said, '"');
	put_cut(&said, columns, &cut);
	buf_fmt(out, "%s%s", cut.n > 0 ? " " : "", buf_cstr(&cut));
	buf_release(&said);
	buf_release(&cut);
}

/* Finds the sentence that introduces the first words of a player, and the columns for both. Returns
 * SIZE_MAX if nobody says anything. */
static size_t
find_said(const struct buf *news, size_t *columns)
{
	struct buf piece = BUF_INIT;
	size_t at = 0, i = 0, n = SIZE_MAX, width;
	bool theirs = false;

	*columns = 0;
	for (; n == SIZE_MAX && front_page_next_piece(news, &at, &theirs, &piece); i++) {
		width = utf8_width(piece.p, piece.n);
		if (theirs) {
			n = i - 1;
			*columns += 3 + (width < SAID_MIN ? width : SAID_MIN);
		} else {
			*columns = 2 + width;
		}
	}
	if (n == SIZE_MAX)
		*columns = 0;
	buf_release(&piece);
	return n;
}

/* Appends a sentence of the subject, after others if `any`, if it fits; the first one is cut. */
static bool
put_event(struct buf *piece, bool any, size_t columns, struct buf *out)
{
	struct buf cut = BUF_INIT;
	bool fits;

	cut_lead(piece);
	if (!any || utf8_width(piece->p, piece->n) <= columns)
		put_cut(piece, columns, &cut);
	fits = cut.n > 0;
	if (fits)
		buf_fmt(out, "%s%s", any ? ", " : " ", cut.p);
	buf_release(&cut);
	return fits;
}

/* Appends the news that fit beside the number: with words of players, or else with the next seat. */
static void
put_subject(const struct front_page *p, struct buf *out)
{
	const struct buf *news = &p->news[p->d->n % FRONT_PAGE_NEWS];
	struct buf piece = BUF_INIT, tail = BUF_INIT;
	size_t from = out->n, at = 0, room, lead = find_said(news, &room);
	bool any = false, theirs = false, fits = true;

	if (lead == SIZE_MAX)
		put_next(p, &tail);
	buf_fmt(out, "%" PRId64 ":", p->d->n);
	for (size_t i = 0; !theirs && front_page_next_piece(news, &at, &theirs, &piece); i++) {
		size_t used = utf8_width(out->p + from, out->n - from) + 2 + tail.n +
		    (i < lead ? room : 0);
		size_t left = used < SUBJECT_MAX ? SUBJECT_MAX - used : 0;

		if (theirs)
			put_said(p, &piece, left + 1, out);
		else if (fits || i == lead)
			fits = put_event(&piece, any, left + !any, out);
		any |= fits;
	}
	buf_add(out, tail.p + (any ? 0 : 1), tail.n > 0 ? tail.n - (any ? 0 : 1) : 0);
	buf_chr(out, '\n');
	buf_release(&tail);
	buf_release(&piece);
}

void
front_page_message(const struct front_page *p, struct buf *out)
{
	const struct game *g = &p->d->pub.known;
	struct buf piece = BUF_INIT, words = BUF_INIT;
	char head[HASH_TEXT + 1];
	size_t at = 0;
	bool theirs = false;

	put_subject(p, out);
	buf_chr(out, '\n');
	while (front_page_next_piece(&p->all, &at, &theirs, &piece)) {
		buf_clear(&words);
		if (theirs) {
			markdown_words(piece.p, piece.n, front_page_is_ascii(p), &words);
			since_quote(buf_cstr(&words), words.n, out);
		} else {
			since_line(piece.p, out);
		}
	}
	hash_text(&p->head, head);
	buf_chr(out, '\n');
	description_where(NULL, g, out);
	buf_str(out, g->phase != PHASE_SETUP ? ".\n" : "");
	buf_fmt(out, "Digest %s\n", head);
	buf_release(&words);
	buf_release(&piece);
}
