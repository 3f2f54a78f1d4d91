/* Votes as words. */

#include "text/voteline.h"

#include "util/word.h"

static const char vote[] = "vote ";
static const char undo[] = "undo ";

bool
vote_is_line(const char *line)
{
	return strncmp(line, vote, sizeof vote - 1) == 0;
}

/* Does "yes" or "no" end the line?  It is taken off. */
static bool
take_answer(struct word *w, bool *yes)
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
	struct word on = { line + sizeof vote - 1, strlen(line) - (sizeof vote - 1) };
	bool answered = take_answer(&on, &v->yes);

	v->undo = word_starts(on, undo);
	v->seat = SEAT_NONE;
	v->to = -1;
	if (v->undo)
		answered = answered &&
		    number_parse(on.s + sizeof undo - 1, on.n - (sizeof undo - 1), INT64_C(1) << 40,
			&v->to) == 0;
	if (!answered || (!v->undo && (memchr(on.s, ' ', on.n) != NULL || word_is(on, "undo"))))
		return err_set(err, ERR_SYNTAX,
		    "\"%s\": a vote is: vote NAME yes|no, or: vote undo NUMBER yes|no", line);
	if (!v->undo)
		v->seat = names_find(names, on.s, on.n);
	if (!v->undo && v->seat == SEAT_NONE)
		return err_set(err, ERR_NOT_FOUND, "\"%s\": no seat has that name", line);
	return 0;
}
