/* The section events:. */

#include "wire/digest_events.h"

#include <string.h>

#include "core/changes.h"
#include "text/eventline.h"
#include "text/voteline.h"
#include "util/lines.h"
#include "util/wrap.h"

void
digest_events_text(const struct rules *rules, const struct names *names, const struct events *ev,
    const struct notes *notes, uint8_t you, struct buf *out)
{
	struct buf line = BUF_INIT;

	for (uint32_t i = 0; i < ev->n; i++) {
		struct event e = event_redact(&ev->at[i], you);

		if (you != SEAT_NONE && !event_is_private(&ev->at[i], you))
			continue;
		buf_clear(&line);
		eventline_text(rules, names, &e, &line);
		wrap_words(buf_cstr(&line), " ", "    ", WRAP_COLUMNS, out);
	}
	for (unsigned i = 0; i < notes->n; i++) {
		buf_clear(&line);
		noteline_text(names, &notes->at[i], &line);
		wrap_words(buf_cstr(&line), " ", "    ", WRAP_COLUMNS, out);
	}
	buf_wipe(&line);
}

/* ---- reading ---- */

/* Reads a line and its continuation lines. */
static bool
next_line(struct lines *l, struct buf *line)
{
	const char *p;
	size_t n;

	buf_clear(line);
	while (lines_peek(l, &p, &n) && n > 2 && memcmp(p, "  ", 2) == 0) {
		bool goes_on = n > 4 && memcmp(p, "    ", 4) == 0;

		if (goes_on != (line->n > 0))
			break;
		(void)lines_next(l, &p, &n);
		if (goes_on && line->p[line->n - 1] == '=')
			line->n--;
		else if (goes_on)
			buf_chr(line, ' ');
		buf_add(line, p + (goes_on ? 4 : 2), n - (goes_on ? 4u : 2u));
	}
	return line->n > 0;
}

/* Stores untrusted text only if an order could contain it. */
static bool
store_said(struct digest_events *events, struct note *note)
{
	struct order_block b = { .turn = TURN_ANY };
	struct err none = ERR_INIT;

	if (note->text.n >= sizeof b.say || memchr(note->text.s, '\0', note->text.n) != NULL)
		return false;
	memcpy(b.say, note->text.s, note->text.n);
	if (order_block_normalize(&b, &none) < 0 || strlen(b.say) != note->text.n ||
	    memcmp(b.say, note->text.s, note->text.n) != 0)
		return false;
	memcpy(events->said, b.say, sizeof events->said);
	note->text.s = events->said;
	return true;
}

/* Stores the subject of a vote, if it is written canonically. */
static bool
store_voted(const struct names *names, struct digest_events *events, struct note *note)
{
	struct buf text = BUF_INIT;
	struct err none = ERR_INIT;
	struct vote on;
	bool same = note->text.n < sizeof events->voted &&
	    vote_on_parse(names, note->text.s, note->text.n, &on, &none) == 0;

	if (same)
		vote_on_text(names, &on, &text);
	same = same && text.n == note->text.n && memcmp(text.p, note->text.s, text.n) == 0;
	if (same)
		memcpy(events->voted, text.p, text.n);
	note->text.s = events->voted;
	buf_release(&text);
	return same;
}

static bool
read_note(const struct names *names, const struct buf *line, struct digest_events *events)
{
	struct note note;

	if (events->notes.n == NOTES_MAX || noteline_parse(names, line->p, line->n, &note) < 0 ||
	    (note.kind == NOTE_SAID &&
		(note_find(&events->notes, NOTE_SAID) != NULL || !store_said(events, &note))) ||
	    (note.kind == NOTE_VOTED &&
		(note_find(&events->notes, NOTE_VOTED) != NULL ||
		    !store_voted(names, events, &note))))
		return false;
	note_add(&events->notes, note);
	return true;
}

static bool
read_event(const struct rules *rules, const struct names *names, uint8_t you,
    const struct buf *line, struct digest_events *events)
{
	struct event *e = &events->ev.at[events->ev.n];

	if (events->ev.n == EVENTS_MAX || events->notes.n > 0 ||
	    eventline_parse(rules, names, line->p, line->n, e) < 0)
		return false;
	if (you != SEAT_NONE)
		e->seen_by = SEEN_BY(you);
	events->ev.n++;
	return true;
}

int
digest_events_read(const char *s, struct span sp, const struct rules *rules,
    const struct names *names, uint8_t you, struct digest_events *out, struct err *err)
{
	struct lines l = { s, sp.at + sp.n, sp.at, 1 };
	struct buf line = BUF_INIT;
	unsigned n = 0;
	bool good = true;

	out->ev.n = 0;
	out->notes.n = 0;
	for (; good && next_line(&l, &line); n++)
		good = noteline_is_one(line.p, line.n) ? read_note(names, &line, out) :
							 read_event(rules, names, you, &line, out);
	buf_wipe(&line);
	return good ? 0 : err_set(err, ERR_SYNTAX, "line %u of its events is none", n);
}

void
digest_events_changes(
    struct changes *c, const struct rules *rules, const struct digest_events *events)
{
	for (unsigned i = 0; i < events->notes.n; i++)
		if (events->notes.at[i].kind == NOTE_UNDONE)
			*c = (struct changes){ .n = 0 };
	changes_take(c, rules, &events->ev);
}
