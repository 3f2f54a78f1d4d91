/* Votes as words. */

#include "text/voteline.h"

#include "text/language.h"
#include "util/slice.h"
#include "util/timestamp.h"

static const char vote[] = "vote ";
static const char vote_is[] = MSG_PLAIN("a vote is: vote WHAT yes|no; WHAT is NAME, skip NAME, "
					"replace NAME, extend 2d, undo NUMBER, end");

enum takes { TAKES_NOTHING, TAKES_SEAT, TAKES_DIGEST, TAKES_SPAN };
static const struct row {
	const char *word;
	enum takes takes;
} row[VOTE_KINDS] = {
	[VOTE_KEYS] = { "", TAKES_SEAT },
	[VOTE_UNDO] = { "undo", TAKES_DIGEST },
	[VOTE_END] = { "end", TAKES_NOTHING },
	[VOTE_REPLACE] = { "replace", TAKES_SEAT },
	[VOTE_SKIP] = { "skip", TAKES_SEAT },
	[VOTE_EXTEND] = { "extend", TAKES_SPAN },
};

bool
vote_is_line(const char *line)
{
	return strncmp(line, vote, sizeof vote - 1) == 0;
}

bool
vote_is_word(const char *name)
{
	for (unsigned kind = VOTE_KEYS + 1; kind < VOTE_KINDS; kind++)
		if (strcmp(row[kind].word, name) == 0)
			return true;
	return false;
}

void
vote_on_text(const struct names *names, const struct vote *v, struct buf *out)
{
	char span[TIMESTAMP_SPAN_LEN + 1];

	buf_str(out, row[v->kind].word);
	switch (row[v->kind].takes) {
	case TAKES_NOTHING:
		break;
	case TAKES_SEAT:
		buf_fmt(out, "%s%s", v->kind == VOTE_KEYS ? "" : " ", names_seat(names, v->seat));
		break;
	case TAKES_DIGEST:
		buf_fmt(out, " %lld", (long long)v->n);
		break;
	case TAKES_SPAN:
		timestamp_span_text(v->n, span);
		buf_fmt(out, " %s", span);
		break;
	}
}

/* Reads the object after the word. Returns 0, or -1 if it cannot follow the word. */
static int
read_object(const struct names *names, struct slice w, struct vote *v)
{
	char span[TIMESTAMP_SPAN_LEN + 1];

	switch (row[v->kind].takes) {
	case TAKES_NOTHING:
		return w.n == 0 ? 0 : -1;
	case TAKES_SEAT:
		v->seat = names_find(names, w.s, w.n);
		return w.n > 0 && memchr(w.s, ' ', w.n) == NULL ? 0 : -1;
	case TAKES_DIGEST:
		return number_parse(w.s, w.n, INT64_C(1) << 40, &v->n);
	case TAKES_SPAN:
		if (w.n >= sizeof span)
			return -1;
		memcpy(span, w.s, w.n);
		span[w.n] = '\0';
		return timestamp_span(span, &v->n);
	}
	return -1;
}

/* Hints at the seat that may be meant. Always returns -1. */
static int
near_seat(const struct names *names, struct slice w, struct err *err)
{
	unsigned best = 3;
	const char *near = NULL;

	for (unsigned i = 0; i < names->n; i++) {
		const unsigned edits = slice_edit_distance(w.s, w.n, names->seat[i]);

		if (edits < best && edits < strlen(names->seat[i])) {
			best = edits;
			near = names->seat[i];
		}
	}
	return near != NULL ? err_hint(err, "did you mean \"%s\"?", near) : -1;
}

int
vote_on_parse(const struct names *names, const char *s, size_t n, struct vote *v, struct err *err)
{
	const char *blank = n > 0 ? memchr(s, ' ', n) : NULL;
	struct slice word = { s, blank != NULL ? (size_t)(blank - s) : n };
	struct slice rest = { s + n, 0 };

	if (blank != NULL)
		rest = (struct slice){ blank + 1, n - word.n - 1 };
	*v = (struct vote){ .kind = VOTE_KEYS, .seat = SEAT_NONE };
	for (unsigned kind = VOTE_KEYS + 1; kind < VOTE_KINDS; kind++)
		if (slice_is(word, row[kind].word))
			v->kind = (enum vote_kind)kind;
	if (blank == NULL && names_find(names, s, n) != SEAT_NONE)
		v->kind = VOTE_KEYS;
	if (v->kind == VOTE_KEYS)
		rest = (struct slice){ s, n };
	if (read_object(names, rest, v) < 0) {
		(void)err_set(
		    err, ERR_SYNTAX, "\"%.*s\" is nothing to vote on", n < 60 ? (int)n : 60, s);
		return err_hint(err, "%s", vote_is);
	}
	if (row[v->kind].takes == TAKES_SEAT && v->seat == SEAT_NONE) {
		(void)err_set(
		    err, ERR_NOT_FOUND, "\"%.*s\": no seat has that name", n < 60 ? (int)n : 60, s);
		return near_seat(names, rest, err);
	}
	return 0;
}

/* Removes a final "yes" or "no". Returns false if there is none. */
static bool
take_answer(struct slice *w, bool *yes)
{
	static const char *const answer[] = { " no", " yes" };

	for (unsigned i = 0; i < 2; i++) {
		size_t n = strlen(answer[i]);

		if (w->n < n || memcmp(w->s + w->n - n, answer[i], n) != 0)
			continue;
		w->n -= n;
		*yes = i == 1;
		return true;
	}
	return false;
}

int
vote_parse(const struct names *names, const char *line, struct vote *v, struct err *err)
{
	struct slice on = { line + sizeof vote - 1, strlen(line) - (sizeof vote - 1) };
	bool yes;

	if (!take_answer(&on, &yes)) {
		(void)err_set(err, ERR_SYNTAX, "%s", vote_is);
		return err_wrap(err, "\"%s\"", line);
	}
	if (vote_on_parse(names, on.s, on.n, v, err) < 0)
		return -1;
	v->yes = yes;
	return 0;
}
