/* What a lesson says at each turn. */
#include "session/lesson.h"

#include <string.h>

static const char *const drawn[] = {
	[LESSON_CARDS_NONE] = "",
	[LESSON_CARDS_ASCII] = "    #|#       #|#       #|#\n"
			       "   ##|##     --+##     ##x--\n"
			       "    #|#       #|#       ###\n"
			       "    ns        nsw       n+e\n",
	[LESSON_CARDS_UTF8] = "    ░│░       ░│░       ░│░\n"
			      "   ░░│░░     ──┤░░     ░░╳──\n"
			      "    ░│░       ░│░       ░░░\n"
			      "    ns        nsw       n+e\n",
};
static const char codes[] = MSG("lesson",
    "The name of a path card lists its open edges: n, e, s and w are north, east, south and west. "
    "Edges in one word are joined, and + separates tunnels that do not meet: n+e has two dead "
    "ends.\n");

static bool
is_on_line(const struct lesson_run *run)
{
	return run->n == run->n_right && !run->has_other;
}

void
lesson_take(struct lesson_run *run, const char *order)
{
	const struct lesson *l = run->lesson;

	if (order == NULL) {
		run->has_other = true;
		run->other_n = run->n;
		return;
	}
	if (is_on_line(run) && run->n < l->n_steps && strcmp(l->step[run->n].order, order) == 0)
		run->n_right++;
	run->n++;
	buf_fmt(&run->orders, "%s\n", order);
}

bool
lesson_back(struct lesson_run *run)
{
	const bool only_other = run->has_other && run->other_n == run->n;

	run->has_other = false; /* only orders are played again */
	if (only_other || run->n == 0)
		return only_other;
	do
		run->orders.n--;
	while (run->orders.n > 0 && run->orders.p[run->orders.n - 1] != '\n');
	run->orders.p[run->orders.n] = '\0';
	run->n--;
	if (run->n_right > run->n)
		run->n_right = run->n;
	return true;
}

/* After an order that was not proposed. */
static void
put_left(const struct language *lang, const struct lesson_run *run, struct buf *out)
{
	const struct lesson_step *s = &run->lesson->step[run->n_right];
	const char *line = buf_cstr(&run->orders);
	const unsigned back = run->n - run->n_right;

	for (unsigned i = 0; i < run->n_right; i++)
		line = strchr(line, '\n') + 1;
	if (back == 1 && run->n_right < run->lesson->n_steps)
		language_fmt(lang, out,
		    MSG("lesson",
			"You gave the order \"%.*s\", which is allowed. The lesson proposed "
			"\"%s\": %s\n"),
		    (int)strcspn(line, "\n"), line, s->order, language_text(lang, s->why));
	if (back > 1)
		language_fmt_n(lang, out, back,
		    MSG_N("lesson",
			"You play as you like since step %u: `suggest` proposes an order. `undo` "
			"takes your last order back; %u time `undo` leads back to the lesson.\n",
			"You play as you like since step %u: `suggest` proposes an order. `undo` "
			"takes your last order back; %u times `undo` lead back to the lesson.\n"),
		    run->n_right + 1, back);
	else
		language_fmt(lang, out,
		    MSG("lesson",
			"You play as you like since step %u: `suggest` proposes an order. `undo` "
			"takes your last order back and leads back to the lesson.\n"),
		    run->n_right + 1);
}

void
lesson_note(const struct language *lang, const struct lesson_run *run, bool refused, bool over,
    enum lesson_cards cards, struct buf *out)
{
	const struct lesson *l = run->lesson;
	const struct lesson_step *s = &l->step[run->n];

	if (over || (is_on_line(run) && run->n >= l->n_steps)) {
		buf_str(out,
		    language_text(
			lang, is_on_line(run) ? l->end : MSG("lesson", "The game is over.")));
		buf_fmt(out, "\n%s",
		    language_text(lang,
			over ? MSG("lesson",
				   "`undo` goes back, `new` deals another game, `quit` leaves.\n") :
			       MSG("lesson",
				   "Play on: `suggest` proposes an order, `undo` takes one back, "
				   "`quit` leaves.\n")));
	} else if (!is_on_line(run)) {
		if (refused)
			buf_str(out,
			    language_text(lang,
				MSG("lesson", "That was refused, and nothing has changed. ")));
		put_left(lang, run, out);
	} else if (refused) {
		language_fmt(lang, out,
		    MSG("lesson",
			"That was refused, for the reason above, and nothing has changed. Instead: "
			"%s\nType: %s\n"),
		    language_text(lang, s->why), s->order);
	} else {
		if (run->n == 0)
			buf_fmt(out, "%s%s", drawn[cards], language_text(lang, codes));
		language_fmt(lang, out, MSG("lesson", "Lesson, step %u of %u. %s %s\nType: %s\n"),
		    run->n + 1, l->n_steps, language_text(lang, s->text),
		    language_text(lang, s->why), s->order);
	}
}
