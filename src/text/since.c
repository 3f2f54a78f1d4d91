/* Events and notes as the lines of a since: section. */

#include "text/since.h"

#include "text/eventline.h"
#include "util/lines.h"
#include "util/wrap.h"

void
since_line(const char *sentence, struct buf *out)
{
	wrap_text(sentence, strlen(sentence), "  ", "    ", WRAP_COLUMNS, out);
}

void
since_quote(const char *text, size_t n, struct buf *out)
{
	struct buf copy = BUF_INIT;

	buf_add(&copy, text, n);
	wrap_words(buf_cstr(&copy), SINCE_MARK, SINCE_MARK " ", WRAP_COLUMNS, out);
	buf_release(&copy);
}

static bool
is_quote(const char *line, size_t n)
{
	return n >= sizeof SINCE_MARK - 1 && memcmp(line, SINCE_MARK, sizeof SINCE_MARK - 1) == 0;
}

bool
since_next(const char *s, size_t n, size_t *at, bool *theirs, struct buf *out)
{
	struct lines l = { s, n, *at, 1 };
	const char *line;
	size_t len;

	buf_clear(out);
	while (lines_peek(&l, &line, &len)) {
		bool quote = is_quote(line, len), first = out->n == 0;
		size_t in = quote ? sizeof SINCE_MARK - 1 : 0;

		if (!first &&
		    (*theirs != quote || (!quote && (len < 4 || memcmp(line, "    ", 4) != 0))))
			break;
		(void)lines_next(&l, &line, &len);
		*at = l.at;
		*theirs = quote;
		for (; in < len && line[in] == ' '; in++)
			;
		if (quote && !first && out->p[out->n - 1] == '=')
			out->n--;
		else if (!first)
			buf_chr(out, ' ');
		buf_add(out, line + in, len - in);
	}
	return out->n > 0;
}

static void
put_times(const struct language *lang, const char *sentence, unsigned times, struct buf *out)
{
	struct buf line = BUF_INIT;

	if (times > 1)
		language_fmt_n(lang, &line, times, MSG_N("event", "%s, %u time", "%s, %u times"),
		    sentence, times);
	if (times > 0)
		since_line(times > 1 ? line.p : sentence, out);
	buf_wipe(&line);
}

/* True if this seat knows more of a public event. */
static bool
is_hidden_from_others(const struct event *e, uint8_t seat)
{
	return (e->card == CARD_HIDDEN || event_hides_value((enum event_kind)e->kind)) &&
	    (e->seat == seat || (e->kind == EVENT_RECEIVED && e->to == seat));
}

static void
put_events(const struct language *lang, const struct rules *rules, const struct names *names,
    const struct events *ev, uint8_t you, bool seen, struct buf *out)
{
	struct buf last = BUF_INIT, line = BUF_INIT;
	unsigned times = 0;

	for (uint32_t i = 0; i < ev->n; i++) {
		struct event e = event_redact(&ev->at[i], you);

		buf_clear(&line);
		if ((seen && is_hidden_from_others(&e, you)) ||
		    (!seen && you != SEAT_NONE && !event_is_private(&ev->at[i], you)) ||
		    !event_sentence(lang, rules, names, &e, you, &line))
			continue;
		if (times > 0 && strcmp(line.p, last.p) == 0) {
			times++;
			continue;
		}
		put_times(lang, buf_cstr(&last), times, out);
		buf_clear(&last);
		buf_add(&last, line.p, line.n);
		times = 1;
	}
	put_times(lang, buf_cstr(&last), times, out);
	buf_wipe(&last);
	buf_wipe(&line);
}

void
since_text(const struct language *lang, const struct rules *rules, const struct names *names,
    const struct events *ev, uint8_t you, struct buf *out)
{
	put_events(lang, rules, names, ev, you, false, out);
}

void
since_notes(const struct language *lang, const struct names *names, const struct notes *notes,
    const char *reason, bool you, struct buf *out)
{
	struct buf line = BUF_INIT;

	for (unsigned i = 0; i < notes->n; i++) {
		const char *why = i == 0 ? reason : "";
		struct slice theirs = note_quote(&notes->at[i], why);

		buf_clear(&line);
		note_sentence(lang, names, &notes->at[i], why, you, &line);
		since_line(line.p, out);
		if (theirs.n > 0)
			since_quote(theirs.s, theirs.n, out);
	}
	buf_release(&line);
}

/* Returns the notes that are reasons, or the others. */
static struct notes
pick_notes(const struct notes *notes, bool causes)
{
	struct notes out = { .n = 0 };

	for (unsigned i = 0; i < notes->n; i++)
		if (note_is_cause((enum note_kind)notes->at[i].kind) == causes)
			note_add(&out, notes->at[i]);
	return out;
}

void
since_for_reader(const struct language *lang, const struct rules *rules, const struct names *names,
    const struct events *ev, const struct notes *notes, const char *reason, uint8_t you,
    struct buf *out)
{
	struct notes causes = pick_notes(notes, true), others = pick_notes(notes, false);

	since_notes(lang, names, &causes, "", causes.n > 0 && causes.at[0].seat == you, out);
	put_events(lang, rules, names, ev, you, you != SEAT_NONE, out);
	since_notes(lang, names, &others, reason, false, out);
}
