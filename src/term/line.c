/* Line operations of the editor: length limit, history, completion. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "term/internal.h"
#include "util/mem.h"
#include "util/utf8.h"

enum { WORDS_MAX = 1000 };

bool
line_insert(struct term *t, int key)
{
	struct buf c = BUF_INIT;
	bool fits;

	utf8_add((uint32_t)key, &c);
	fits = t->text.n + c.n <= TERM_LINE_MAX;
	if (fits) {
		const size_t tail = t->text.n - t->cursor;

		buf_reserve(&t->text, c.n);
		memmove(t->text.p + t->cursor + c.n, t->text.p + t->cursor, tail + 1);
		memcpy(t->text.p + t->cursor, c.p, c.n);
		t->text.n += c.n;
		t->cursor += c.n;
	}
	buf_release(&c);
	return fits;
}

bool
line_history(struct term *t, int step)
{
	if (t->alone || (step < 0 && t->at_history == 0) ||
	    (step > 0 && t->at_history >= t->n_history))
		return false;
	t->at_history = step < 0 ? t->at_history - 1 : t->at_history + 1;
	buf_clear(&t->text);
	if (t->at_history < t->n_history)
		buf_str(&t->text, t->history[t->at_history]);
	t->cursor = t->text.n;
	return true;
}

static void
wipe(char *s)
{
	mem_wipe(s, strlen(s));
	free(s);
}

static void
add_history(struct term *t)
{
	const char *line = buf_cstr(&t->text);

	if (t->alone || *line == '\0' ||
	    (t->n_history > 0 && strcmp(t->history[t->n_history - 1], line) == 0))
		return;
	if (t->n_history == HISTORY_MAX) {
		wipe(t->history[0]);
		memmove(t->history, t->history + 1, (HISTORY_MAX - 1) * sizeof *t->history);
		t->n_history--;
	}
	t->history[t->n_history++] = mem_dup(line);
}

void
line_forget(struct term *t)
{
	mem_wipe(t->text.p, t->text.n);
	buf_clear(&t->text);
	t->cursor = 0;
	t->pasted = false;
	t->at_history = t->n_history;
}

void
line_take(struct term *t, struct buf *out)
{
	add_history(t);
	buf_clear(out);
	buf_add(out, buf_cstr(&t->text), t->text.n);
	line_forget(t);
}

/* ---- completion --------------------------------------------------------------------- */

struct found {
	const char *begun; /* the typed part of the word */
	char *word[WORDS_MAX];
	size_t n;
};

static void
add(void *to, const char *word)
{
	struct found *f = to;

	if (f->n == WORDS_MAX || *word == '\0' || strchr(word, ' ') != NULL ||
	    !utf8_is_clean(word, strlen(word)) || strncmp(word, f->begun, strlen(f->begun)) != 0)
		return;
	for (size_t i = 0; i < f->n; i++)
		if (strcmp(f->word[i], word) == 0)
			return;
	f->word[f->n++] = mem_dup(word);
}

/* Returns the length of the longest common prefix in bytes, without splitting a character. */
static size_t
in_common(const struct found *f)
{
	size_t n = strlen(f->word[0]);

	for (size_t i = 1; i < f->n; i++) {
		size_t k = 0;

		while (k < n && f->word[i][k] == f->word[0][k])
			k++;
		n = k;
	}
	while (n > 0 && ((unsigned char)f->word[0][n] & 0xc0) == 0x80)
		n--;
	return n;
}

void
line_complete(struct term *t, struct buf *insert, struct buf *list)
{
	struct found f = { .n = 0 };
	char *before;
	size_t at = t->cursor, begun, common;

	if (t->alone || t->each == NULL)
		return;
	while (at > 0 && t->text.p[at - 1] != ' ')
		at--;
	begun = t->cursor - at;
	before = mem_dupn(buf_cstr(&t->text), at);
	char *word = mem_dupn(buf_cstr(&t->text) + at, begun);
	f.begun = word;
	t->each(t->each_arg, before, add, &f);
	common = f.n > 0 ? in_common(&f) : 0;
	if (common > begun)
		buf_add(insert, f.word[0] + begun, common - begun);
	if (f.n == 1)
		buf_chr(insert, ' ');
	for (size_t i = 0; i < f.n; i++) {
		if (f.n > 1 && common <= begun)
			buf_fmt(list, "%s\n", f.word[i]);
		free(f.word[i]);
	}
	free(word);
	free(before);
}
