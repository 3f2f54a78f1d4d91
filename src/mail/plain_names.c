/*
 * Translated names of cards.
 *
 * (N1) A name counts as whole words, the longest first, so that no name is found inside of another.
 */
#include "mail/plain_names.h"

#include <stdlib.h>
#include <string.h>

#include "mail/plain_words_internal.h"
#include "text/shown.h"
#include "util/mem.h"
#include "util/utf8.h"

/* Appends the text without case and accents, with one blank between words. */
static void
fold(const char *s, size_t n, struct buf *out)
{
	struct buf bare = BUF_INIT, lower = BUF_INIT;
	struct slice rest, word;

	utf8_strip_marks(s, n, &bare);
	utf8_fold(buf_cstr(&bare), bare.n, &lower);
	rest = (struct slice){ buf_cstr(&lower), lower.n };
	for (const char *gap = ""; (word = plain_next_word(&rest)).n > 0; gap = " ")
		buf_fmt(out, "%s%.*s", gap, (int)word.n, word.s);
	buf_wipe(&bare);
	buf_wipe(&lower);
}

/* Adds a name, unless it is the word itself, is in the list, or is taken. */
static void
add(struct plain_names *list, const struct rules *rules, const struct names *names,
    const char *shown, const char *word)
{
	struct plain_name one = { .shown = BUF_INIT };
	bool is_taken;

	fold(shown, strlen(shown), &one.shown);
	(void)snprintf(one.word, sizeof one.word, "%s", word);
	is_taken = one.shown.n == 0 || strcmp(buf_cstr(&one.shown), word) == 0 ||
	    names_find(names, one.shown.p, one.shown.n) != SEAT_NONE ||
	    card_find(rules, one.shown.p, one.shown.n) != CARD_NONE;
	for (size_t i = 0; i < list->n && !is_taken; i++)
		is_taken = strcmp(list->at[i].word, word) == 0;
	if (is_taken) {
		buf_release(&one.shown);
		return;
	}
	GROW(list->at, list->n);
	list->at[list->n++] = one;
}

void
plain_names_init(const struct language *lang, const struct rules *rules, const struct names *names,
    struct plain_names *out)
{
	*out = (struct plain_names){ .n = 0 };
	if (lang == NULL)
		return;
	for (card_id c = 0; c < rules->n_cards; c++) {
		char word[CARD_NAME_MAX];

		card_name(rules, c, word);
		if (shown_word(lang, word) != word)
			add(out, rules, names, shown_word(lang, word), word);
	}
	add(out, rules, names, language_text(lang, MSG("hand", "flipped")), "flipped");
}

void
plain_names_release(struct plain_names *list)
{
	while (list->n > 0)
		buf_release(&list->at[--list->n].shown);
	free(list->at);
	list->at = NULL;
}

/* True if a word can end before, or begin after, this byte. */
static bool
is_edge(char c)
{
	return plain_is_mark(c) || c == ';' || c == '(' || c == ')' || c == '|';
}

/* (N1) Returns the name at the beginning of the n bytes at p, or NULL. */
static const struct plain_name *
find(const struct plain_names *list, const char *p, size_t n)
{
	const struct plain_name *found = NULL;

	for (size_t i = 0; i < list->n; i++) {
		const struct buf *shown = &list->at[i].shown;

		if (shown->n <= n && memcmp(p, shown->p, shown->n) == 0 &&
		    (shown->n == n || is_edge(p[shown->n])) &&
		    (found == NULL || shown->n > found->shown.n))
			found = &list->at[i];
	}
	return found;
}

bool
plain_names_put(const struct plain_names *list, struct slice line, struct buf *out)
{
	struct buf folded = BUF_INIT;
	const size_t from = out->n;
	bool has = false;

	if (list->n == 0 || !utf8_is_valid(line.s, line.n))
		return false;
	fold(line.s, line.n, &folded);
	for (size_t i = 0; i < folded.n;) {
		const struct plain_name *name = i == 0 || is_edge(folded.p[i - 1]) ?
		    find(list, folded.p + i, folded.n - i) :
		    NULL;

		if (name == NULL) {
			buf_chr(out, folded.p[i++]);
			continue;
		}
		buf_str(out, name->word);
		i += name->shown.n;
		has = true;
	}
	if (!has)
		out->n = from;
	buf_wipe(&folded);
	return has;
}
