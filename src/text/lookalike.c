/*
 * Confusable names.
 *
 * (K1) Two names are confusable if they are as written, or in lower case. A capital letter of one
 * script may look like a letter of another script that its lower-case letter does not look like.
 * (K2) Characters of any script, such as digits and points, mix with all scripts.
 */
#include "text/lookalike.h"

#include <string.h>

#include "text/lookalike_table.h"
#include "util/buf.h"
#include "util/utf8.h"

/* ---- confusable characters ---- */

static uint32_t
looks_like(uint32_t c)
{
	size_t from = 0, to = lookalike_pairs;

	while (from < to) {
		size_t at = from + (to - from) / 2;

		if (lookalike_pair[at][0] == c)
			return lookalike_pair[at][1];
		if (lookalike_pair[at][0] < c)
			from = at + 1;
		else
			to = at;
	}
	return c;
}

/* Appends only letters and digits, without marks, each replaced by what it looks like, in lower
 * case. */
static void
skeleton(const char *s, size_t n, struct buf *out)
{
	struct buf bare = BUF_INIT, alike = BUF_INIT;

	utf8_strip_marks(s, n, &bare);
	for (size_t i = 0, step; i < bare.n; i += step) {
		uint32_t c = 0;

		step = utf8_next(bare.p + i, bare.n - i, &c);
		if (utf8_is_letter_or_digit(c))
			utf8_add(looks_like(c), &alike);
	}
	utf8_fold(buf_cstr(&alike), alike.n, out);
	buf_release(&bare);
	buf_release(&alike);
}

static bool
is_same(const char *a, size_t n_a, const char *b, size_t n_b)
{
	struct buf one = BUF_INIT, other = BUF_INIT;
	bool is;

	skeleton(a, n_a, &one);
	skeleton(b, n_b, &other);
	is = strcmp(buf_cstr(&one), buf_cstr(&other)) == 0;
	buf_release(&one);
	buf_release(&other);
	return is;
}

/* (K1) */
bool
lookalike_same(const char *a, const char *b)
{
	struct buf small_a = BUF_INIT, small_b = BUF_INIT;
	bool is = is_same(a, strlen(a), b, strlen(b));

	utf8_fold(a, strlen(a), &small_a);
	utf8_fold(b, strlen(b), &small_b);
	is = is || is_same(buf_cstr(&small_a), small_a.n, buf_cstr(&small_b), small_b.n);
	buf_release(&small_a);
	buf_release(&small_b);
	return is;
}

bool
lookalike_is_readable(const char *s, size_t n)
{
	struct buf bare = BUF_INIT;
	bool is;

	skeleton(s, n, &bare);
	is = bare.n > 0;
	buf_release(&bare);
	return is;
}

/* ---- scripts ---- */

enum { WORDS = 256 / 64 };

struct scripts {
	uint64_t has[WORDS];
};

static void
scripts_add(struct scripts *s, unsigned script)
{
	s->has[script / 64] |= UINT64_C(1) << script % 64;
}

static bool
scripts_has(const struct scripts *s, unsigned script)
{
	return (s->has[script / 64] >> script % 64 & 1) != 0;
}

static void
scripts_keep(struct scripts *s, const struct scripts *those)
{
	for (unsigned i = 0; i < WORDS; i++)
		s->has[i] &= those->has[i];
}

/* Adds a script, and the writing systems that it is part of. */
static void
scripts_add_whole(struct scripts *s, unsigned script)
{
	scripts_add(s, script);
	if (script == SCRIPT_HAN || script == SCRIPT_HIRAGANA || script == SCRIPT_KATAKANA)
		scripts_add(s, SCRIPT_JAPANESE);
	if (script == SCRIPT_HAN || script == SCRIPT_BOPOMOFO)
		scripts_add(s, SCRIPT_CHINESE);
	if (script == SCRIPT_HAN || script == SCRIPT_HANGUL)
		scripts_add(s, SCRIPT_KOREAN);
}

/* Returns the scripts of a character, one byte each; "": any. */
static const char *
scripts_of(uint32_t c)
{
	size_t from = 0, to = lookalike_ranges;

	while (to - from > 1) {
		size_t at = from + (to - from) / 2;

		if (lookalike_range[at] >> LOOKALIKE_SET <= c)
			from = at;
		else
			to = at;
	}
	return lookalike_set[lookalike_range[from] & ((1u << LOOKALIKE_SET) - 1)];
}

static bool
is_mixed(const char *s, size_t n)
{
	/* scripts in which all can be written; the same for all that is not Latin */
	struct scripts all, but_latin;

	memset(&all, 0xff, sizeof all);
	memset(&but_latin, 0xff, sizeof but_latin);
	for (size_t i = 0, step = 0; i < n; i += step) {
		struct scripts is = { { 0 } };
		const char *script;
		uint32_t c = 0;

		step = utf8_next(s + i, n - i, &c);
		if (step == 0)
			return true;
		script = scripts_of(c);
		if (*script == '\0') /* (K2) */
			continue;
		for (; *script != '\0'; script++)
			scripts_add_whole(&is, (unsigned char)*script);
		scripts_keep(&all, &is);
		if (!scripts_has(&is, SCRIPT_LATIN))
			scripts_keep(&but_latin, &is);
	}
	for (unsigned i = 0; i < WORDS; i++)
		if (all.has[i] != 0)
			return false;
	return !scripts_has(&but_latin, SCRIPT_JAPANESE) &&
	    !scripts_has(&but_latin, SCRIPT_CHINESE) && !scripts_has(&but_latin, SCRIPT_KOREAN);
}

bool
lookalike_find_mixed(const char *s, size_t n, size_t *from, size_t *len)
{
	for (size_t i = 0, end; i < n; i = end + 1) {
		for (end = i; end < n && s[end] != ' '; end++)
			;
		if (!is_mixed(s + i, end - i))
			continue;
		*from = i;
		*len = end - i;
		return true;
	}
	return false;
}
