/* The words of a line in lower case, and what is polite or a mark around them. */
#include "mail/plain_words_internal.h"

#include <string.h>

#include "util/utf8.h"

struct phrase {
	const char *text;
	bool is_weak; /* may be a part of a sentence: not with an order of one word or a number */
};

static const struct phrase before[] = {
	{ "please", false },
	{ "pls", false },
	{ "plz", false },
	{ "my move is", false },
	{ "my move", false },
	{ "my order is", false },
	{ "my order", false },
	{ "my turn", false },
	{ "my choice is", false },
	{ "my choice", false },
	{ "order:", false },
	{ "move:", false },
	{ "do:", false },
	{ "either", false },
	{ "i would like to", true },
	{ "i'd like to", true },
	{ "i want to", true },
	{ "i will", true },
	{ "i'll", true },
	{ "let me", true },
	{ "let's", true },
	{ "i", true },
	{ "ok", true },
	{ "okay", true },
	{ "so", true },
	{ "well", true },
	{ "now", true },
	{ "then", true },
	{ "and", true },
	{ "hi", true },
	{ "hello", true },
};

static const struct phrase after[] = {
	{ "please", false },
	{ "pls", false },
	{ "plz", false },
	{ "thanks a lot", false },
	{ "many thanks", false },
	{ "thank you very much", false },
	{ "thank you", false },
	{ "thanks", false },
	{ "thx", false },
	{ "cheers", false },
	{ ":)", false },
	{ ":-)", false },
	{ ";)", false },
	{ ";-)", false },
	{ "now", true },
};

bool
plain_is_mark(char c)
{
	return c != '\0' && strchr(" \t\r,.!:;'\"`", c) != NULL;
}

/* Removes an emoji at the end: a character that no word has. */
static bool
trim_symbol(struct slice *w)
{
	size_t n = 1;
	uint32_t c;

	while (n < w->n && n < 4 && (w->s[w->n - n] & 0xc0) == 0x80)
		n++;
	if (n > w->n || utf8_next(w->s + w->n - n, n, &c) != n)
		return false;
	if (!(c >= 0x2190 && c <= 0x2bff) && c != 0xfe0f && !(c >= 0x1f000 && c <= 0x1ffff))
		return false;
	w->n -= n;
	return true;
}

struct slice
plain_trim_marks(struct slice w)
{
	if (w.n > 1 && (w.s[0] == '-' || w.s[0] == '*') && ascii_is_blank(w.s[1]))
		w = (struct slice){ w.s + 1, w.n - 1 };
	while (w.n > 0 && plain_is_mark(w.s[0]))
		w = (struct slice){ w.s + 1, w.n - 1 };
	while (w.n > 0) {
		if (plain_is_mark(w.s[w.n - 1]))
			w.n--;
		else if (!trim_symbol(&w))
			break;
	}
	return w;
}

/* True if the phrase is at the begin, or at the end, of w and is not a part of a longer word. */
static bool
has_phrase(struct slice w, const char *phrase, bool at_end)
{
	const size_t n = strlen(phrase);
	const char *p;

	if (w.n < n)
		return false;
	p = at_end ? w.s + w.n - n : w.s;
	if (memcmp(p, phrase, n) != 0)
		return false;
	if (w.n == n || (!at_end && phrase[n - 1] == ':'))
		return true;
	return at_end ? plain_is_mark(p[-1]) || ascii_is_digit(p[-1]) : plain_is_mark(p[n]);
}

/* Removes the first of n phrases that w has at the begin, or at the end. False: it has none. */
static bool
cut_phrase(const struct phrase *phrase, size_t n, bool at_end, bool weak, struct slice *w)
{
	for (size_t i = 0; i < n; i++) {
		const size_t length = strlen(phrase[i].text);

		if ((phrase[i].is_weak && !weak) || !has_phrase(*w, phrase[i].text, at_end))
			continue;
		w->s += at_end ? 0 : length;
		w->n -= length;
		return true;
	}
	return false;
}

struct slice
plain_strip(struct slice w, bool weak)
{
	bool more = true;

	w = plain_trim_marks(w);
	while (more) {
		more = cut_phrase(before, sizeof before / sizeof before[0], false, weak, &w);
		more = cut_phrase(after, sizeof after / sizeof after[0], true, weak, &w) || more;
		w = plain_trim_marks(w);
	}
	return w;
}

bool
plain_is_one_word(struct slice w)
{
	return memchr(w.s, ' ', w.n) == NULL;
}

struct slice
plain_number_of(struct slice w)
{
	static const char *const lead[] = { "order", "option", "move", "number", "no.", "no", "nr.",
		"nr", "#" };

	w = plain_strip(w, false);
	for (size_t i = 0; i < sizeof lead / sizeof lead[0]; i++) {
		if (slice_starts(w, lead[i])) {
			w.s += strlen(lead[i]);
			w.n -= strlen(lead[i]);
			w = slice_trim(w);
		}
	}
	if (w.n > 1 && w.s[w.n - 1] == ')')
		w.n--;
	return w;
}

bool
plain_is_number(struct slice w)
{
	size_t i = 0;

	while (i < w.n && ascii_is_digit(w.s[i]))
		i++;
	return i > 0 && i == w.n;
}

struct slice
plain_next_word(struct slice *rest)
{
	struct slice w;
	size_t n = 0;

	*rest = slice_trim(*rest);
	while (n < rest->n && !ascii_is_blank(rest->s[n]))
		n++;
	w = (struct slice){ rest->s, n };
	rest->s += n;
	rest->n -= n;
	return w;
}

bool
plain_is_joiner(struct slice w, const char *word)
{
	while (w.n > 0 && plain_is_mark(w.s[w.n - 1]))
		w.n--;
	while (w.n > 0 && plain_is_mark(w.s[0]))
		w = (struct slice){ w.s + 1, w.n - 1 };
	return slice_is(w, word);
}
