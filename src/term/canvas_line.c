/* The line being typed on a canvas: the keys of a shell, history and completion. */
#include <string.h>

#include "term/canvas_internal.h"
#include "util/mem.h"
#include "util/utf8.h"

const struct buf *
canvas_line_text(const struct canvas *c, size_t *cursor)
{
	*cursor = c->t->cursor;
	return &c->t->text;
}

void
canvas_line_words(const struct canvas *c, term_add *add, void *to)
{
	if (c->t->each != NULL)
		c->t->each(c->t->each_arg, "", add, to);
}

void
canvas_line_clear(struct canvas *c)
{
	line_forget(c->t);
}

void
canvas_line_take(struct canvas *c, struct buf *out)
{
	c->t->alone = false;
	line_take(c->t, out);
}

/* Returns where the character before byte `at`, with its combining marks, begins. */
static size_t
before(const struct term *t, size_t at)
{
	size_t n = at;

	while (n > 0) {
		do
			n--;
		while (n > 0 && ((unsigned char)t->text.p[n] & 0xc0) == 0x80);
		if (utf8_width(t->text.p + n, at - n) > 0)
			break;
	}
	return n;
}

/* Returns where the character at byte `at`, with its combining marks, ends. */
static size_t
after(const struct term *t, size_t at)
{
	size_t n = at;

	while (n < t->text.n && before(t, n) < at)
		n++;
	while (
	    n < t->text.n && (((unsigned char)t->text.p[n] & 0xc0) == 0x80 || before(t, n + 1) < n))
		n++;
	return n;
}

static size_t
word_before(const struct term *t)
{
	size_t n = t->cursor;

	while (n > 0 && t->text.p[n - 1] == ' ')
		n--;
	while (n > 0 && t->text.p[n - 1] != ' ')
		n--;
	return n;
}

/* Removes the bytes from..to; the cursor moves to `from`. */
static void
cut(struct term *t, size_t from, size_t to)
{
	const size_t n = t->text.n - (to - from);

	if (from == to)
		return;
	memmove(t->text.p + from, t->text.p + to, t->text.n - to);
	mem_wipe(t->text.p + n, to - from);
	t->text.n = n;
	t->text.p[n] = '\0';
	t->cursor = from;
}

static bool
control(struct term *t, char key)
{
	switch (key) {
	case 'A':
		t->cursor = 0;
		return true;
	case 'B':
		t->cursor = before(t, t->cursor);
		return true;
	case 'E':
		t->cursor = t->text.n;
		return true;
	case 'F':
		t->cursor = after(t, t->cursor);
		return true;
	case 'D':
		cut(t, t->cursor, after(t, t->cursor));
		return true;
	case 'K':
		cut(t, t->cursor, t->text.n);
		return true;
	case 'U':
		cut(t, 0, t->cursor);
		return true;
	case 'W':
		cut(t, word_before(t), t->cursor);
		return true;
	case 'P':
	case 'N':
		return line_history(t, key == 'P' ? -1 : 1);
	}
	return false;
}

static void
complete(struct term *t, struct buf *list)
{
	struct buf insert = BUF_INIT;

	t->alone = false;
	line_complete(t, &insert, list);
	for (size_t i = 0, k; i < insert.n; i += k) {
		uint32_t code = 0;

		k = utf8_next(insert.p + i, insert.n - i, &code);
		if (k == 0 || !line_insert(t, (int)code))
			break;
	}
	buf_wipe(&insert);
}

bool
canvas_line_key(struct canvas *c, const struct canvas_input *input, struct buf *list)
{
	/* The control character that does the same as a key. */
	static const struct {
		int key;
		char control;
	} same[] = { { CANVAS_KEY_LEFT, 'B' }, { CANVAS_KEY_RIGHT, 'F' }, { CANVAS_KEY_HOME, 'A' },
		{ CANVAS_KEY_END, 'E' }, { CANVAS_KEY_DELETE, 'D' }, { CANVAS_KEY_UP, 'P' },
		{ CANVAS_KEY_DOWN, 'N' } };
	struct term *t = c->t;

	if (input->key >= ' ' && input->key < CANVAS_KEY_UP) {
		if (!line_insert(t, input->key) && !input->pasted)
			canvas_bell(c);
		return true;
	}
	if (input->key == CANVAS_KEY_TAB) {
		complete(t, list);
		return true;
	}
	if (input->key == CANVAS_KEY_BACKSPACE) {
		cut(t, before(t, t->cursor), t->cursor);
		return true;
	}
	for (size_t i = 0; i < sizeof same / sizeof same[0]; i++)
		if (same[i].key == input->key)
			return control(t, same[i].control);
	return input->key == CANVAS_KEY_OTHER && control(t, input->control);
}
