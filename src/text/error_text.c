/*
 * Errors in the language of the reader.
 *
 * A message of err_set has no context: its format is what the catalogue has.
 */
#include "text/error_text.h"

#include <string.h>

#include "util/pieces.h"
#include "util/slice.h"
#include "util/utf8.h"

/* Values that are words of the system (strerror), of util/file.c or of text/order_arg.c, or sentences of
 * wire/standby.c. */
static const char *const word[] = {
	MSG("expected", "\"none\" or names joined by commas"),
	MSG("expected", "a place x,y"),
	MSG("expected", "a seat's name"),
	MSG("expected", "a tool (pickaxe, lamp or cart)"),
	MSG("expected", "keep or flip"),
	MSG("expected", "keep, flip or best"),
	MSG("expected", "rat, lindworm, goblin or all"),
	MSG("expected", "that word"),
	MSG("expected", "the kind of a card"),
	MSG("expected", "the kind of a path card"),
	MSG("expected", "the kind of the card to remove"),
	MSG("expected", "the value of a nugget (1, 2 or 3)"),
	MSG("expected", "use or keep"),
	MSG("expected", "yes or no"),
	MSG("file", "device"),
	MSG("file", "folder"),
	MSG("file", "socket"),
	MSG("file", "symbolic link"),
	MSG("system", "Broken pipe"),
	MSG("system", "Directory not empty"),
	MSG("system", "Disk quota exceeded"),
	MSG("system", "File exists"),
	MSG("system", "File name too long"),
	MSG("system", "File too large"),
	MSG("system", "Input/output error"),
	MSG("system", "Is a directory"),
	MSG("system", "No such file or directory"),
	MSG("system", "No space left on device"),
	MSG("system", "Not a directory"),
	MSG("system", "Operation not permitted"),
	MSG("system", "Permission denied"),
	MSG("system", "Read-only file system"),
	MSG("system", "Too many levels of symbolic links"),
	MSG("system", "Too many open files"),
	MSG_PLAIN("nobody waits for a seat: adit join --standby"),
	MSG_PLAIN("that seat does not play any more"),
	MSG_PLAIN("that seat is neither late nor away"),
};

static void
add_value(const struct language *lang, const char *value, size_t n, struct buf *out)
{
	for (size_t i = 0; i < sizeof word / sizeof word[0]; i++) {
		if (slice_equals(language_english(word[i]), value, n)) {
			buf_str(out, language_text(lang, word[i]));
			return;
		}
	}
	buf_add(out, value, n);
}

/* Appends a sentence; "%s" stands for one that is a value. Its values are those from number `first`. */
static void
add_sentence(const struct language *lang, const char *text, const struct err_made *made, unsigned i,
    unsigned first, struct buf *out)
{
	struct pieces p = { .n = made->n_values[i], .text = BUF_INIT };
	const bool is_value = strcmp(made->fmt[i], "%s") == 0;

	for (unsigned k = 0; k < p.n; k++) {
		const unsigned v = first + k;

		add_value(
		    lang, text + made->begin[v], (size_t)made->end[v] - made->begin[v], &p.text);
		p.end[k] = p.text.n;
	}
	if (is_value && p.text.n > 0)
		buf_str(out, language_text(lang, p.text.p));
	else if (!pieces_fill(&p, language_text(lang, made->fmt[i]), out))
		(void)pieces_fill(&p, made->fmt[i], out);
	pieces_release(&p);
}

void
error_text_line(const struct buf *text, struct buf *out)
{
	const size_t before = out->n;

	utf8_add_printable(buf_cstr(text), text->n, out);
	for (size_t i = before; i < out->n; i++)
		if (out->p[i] == '\n')
			out->p[i] = '?';
}

static void
add_text(
    const struct language *lang, const char *text, const struct err_made *made, struct buf *out)
{
	struct buf whole = BUF_INIT;
	unsigned first = 0;

	if (lang == NULL || made->n == 0 || text[0] == '\0') {
		buf_str(out, text);
		return;
	}
	for (unsigned i = 0; i < made->n; i++) {
		if (i > 0)
			buf_str(&whole, ": ");
		add_sentence(lang, text, made, i, first, &whole);
		first += made->n_values[i];
	}
	error_text_line(&whole, out);
	buf_release(&whole);
}

void
error_text_message(const struct language *lang, const struct err *err, struct buf *out)
{
	add_text(lang, err->msg, &err->made_msg, out);
}

void
error_text_hint(const struct language *lang, const struct err *err, struct buf *out)
{
	add_text(lang, err->hint, &err->made_hint, out);
}
