/*
 * The plain prompt edits only at the end of the line. It is for terminals that cannot move their
 * cursor, and for builds without libedit.
 *
 * (P1) It writes only characters, blanks, \r, \n, \b and \a, which every terminal can show.
 * (P2) A line wider than the screen is never removed from the screen. It is written again below.
 */
#include <stdint.h>
#include <string.h>

#include "term/internal.h"
#include "util/utf8.h"

static size_t
width(const struct term *t, size_t n)
{
	return utf8_width(t->prompt, strlen(t->prompt)) + utf8_width(buf_cstr(&t->text), n);
}

static void
say(struct term *t, const char *s)
{
	tty_write(t, s, strlen(s));
}

/* Removes prompt and text from the screen. */
static void
erase_line(struct term *t)
{
	const size_t columns = width(t, t->shown);
	struct buf out = BUF_INIT;

	if (columns < term_columns(t)) {
		buf_chr(&out, '\r');
		buf_fill(&out, ' ', columns);
		buf_chr(&out, '\r');
	} else {
		buf_chr(&out, '\n');
	}
	tty_write(t, out.p, out.n);
	buf_release(&out);
	t->shown = 0;
}

static void
show(struct term *t)
{
	say(t, t->prompt);
	tty_write(t, buf_cstr(&t->text), t->text.n);
	t->shown = t->text.n;
	t->dirty = false;
}

/* Draws the text added at the end. */
static void
show_more(struct term *t)
{
	tty_write(t, buf_cstr(&t->text) + t->shown, t->text.n - t->shown);
	t->shown = t->text.n;
	t->dirty = false;
}

static void
cut(struct term *t, size_t n)
{
	erase_line(t);
	t->text.n = t->cursor = n;
	if (t->text.p != NULL)
		t->text.p[n] = '\0';
	show(t);
}

/* Returns where the last character, with its combining marks, begins. */
static size_t
last(const struct term *t)
{
	size_t n = t->text.n;

	do {
		do
			n--;
		while (n > 0 && ((unsigned char)t->text.p[n] & 0xc0) == 0x80);
	} while (n > 0 && utf8_width(t->text.p + n, t->text.n - n) == 0);
	return n;
}

static void
backspace(struct term *t)
{
	const size_t n = last(t), columns = utf8_width(t->text.p + n, t->text.n - n);

	if (width(t, t->text.n) >= term_columns(t)) {
		cut(t, n);
		return;
	}
	for (size_t i = 0; i < columns; i++)
		say(t, "\b \b");
	t->text.n = t->shown = t->cursor = n;
	t->text.p[n] = '\0';
}

static void
kill_word(struct term *t)
{
	size_t n = t->text.n;

	while (n > 0 && t->text.p[n - 1] == ' ')
		n--;
	while (n > 0 && t->text.p[n - 1] != ' ')
		n--;
	cut(t, n);
}

static void
complete(struct term *t)
{
	struct buf insert = BUF_INIT, list = BUF_INIT;

	line_complete(t, &insert, &list);
	if (list.n > 0) {
		say(t, "\n");
		term_put(t, list.p, list.n);
		show(t);
	} else if (insert.n == 0 || t->text.n + insert.n > TERM_LINE_MAX) {
		term_bell(t);
	} else {
		buf_add(&t->text, insert.p, insert.n);
		t->cursor = t->text.n;
		show_more(t);
	}
	buf_release(&insert);
	buf_release(&list);
}

/* Handles a key that is not a character. EDIT_STOP_KEY: continue. */
static enum edit_stop
control(struct term *t, int key)
{
	if (t->dirty)
		show_more(t);
	if (key == TERM_KEY_ENTER) {
		say(t, "\n");
		return EDIT_STOP_LINE;
	}
	if (key == TERM_KEY_INTERRUPT)
		return EDIT_STOP_INTERRUPT;
	if (key == TERM_KEY_EOF && t->text.n == 0)
		return EDIT_STOP_END;
	if (key == TERM_KEY_BACKSPACE && t->text.n > 0)
		backspace(t);
	else if (key == TERM_KEY_KILL_LINE && t->text.n > 0)
		cut(t, 0);
	else if (key == TERM_KEY_KILL_WORD && t->text.n > 0)
		kill_word(t);
	else if (key == TERM_KEY_TAB)
		complete(t);
	else if (key == TERM_KEY_PREVIOUS || key == TERM_KEY_NEXT) {
		erase_line(t);
		if (!line_history(t, key == TERM_KEY_PREVIOUS ? -1 : 1))
			term_bell(t);
		show(t);
	} else {
		term_bell(t);
	}
	return EDIT_STOP_KEY;
}

enum edit_stop
plain_edit(struct term *t)
{
	enum edit_stop why = EDIT_STOP_KEY;
	int key;

	tty_raw(t);
	t->cursor = t->text.n;
	show(t);
	while (why == EDIT_STOP_KEY || why == EDIT_STOP_IDLE) {
		why = tty_wait(t, &key);
		if (why == EDIT_STOP_IDLE) {
			show_more(t);
		} else if (why == EDIT_STOP_KEY && key >= ' ') {
			t->pasted = t->pasted || t->keys.pasted;
			t->dirty = line_insert(t, key) || t->dirty;
		} else if (why == EDIT_STOP_KEY) {
			why = control(t, key);
		}
	}
	if (why == EDIT_STOP_INTERRUPT || why == EDIT_STOP_END)
		say(t, why == EDIT_STOP_INTERRUPT ? "^C\n" : "\n");
	else if (why != EDIT_STOP_LINE)
		erase_line(t);
	return why;
}
