/*
 * Pieces of one text in another, by hashes of word sequences.
 *
 * (P1) Time is that of sorting the words. Equal hashes of different words only hide text.
 */
#include "mail/plain_own.h"

#include <stdlib.h>

#include "util/mem.h"

struct word {
	uint64_t hash;
	size_t line;
};

struct words {
	struct word *at;
	size_t n;
};

static uint64_t
mix(uint64_t hash, uint64_t more)
{
	hash = (hash ^ more) * UINT64_C(0x9e3779b97f4a7c15);
	return hash ^ hash >> 29;
}

static void
add_words(struct words *w, struct slice text, size_t line)
{
	for (size_t i = 0; i < text.n;) {
		uint64_t hash = 0;
		const size_t from = i;

		for (; i < text.n && !ascii_is_blank(text.s[i]) && text.s[i] != '\n'; i++)
			hash = mix(hash, (unsigned char)text.s[i]);
		if (i > from) {
			GROW(w->at, w->n);
			w->at[w->n++] = (struct word){ hash, line };
		} else {
			i++;
		}
	}
}

/* Returns the hash of the sequence that begins at this word. */
static uint64_t
sequence(const struct word *w)
{
	uint64_t hash = 0;

	for (size_t i = 0; i < PLAIN_OWN_WORDS; i++)
		hash = mix(hash, w[i].hash);
	return hash;
}

static int
compare(const void *a, const void *b)
{
	const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

void
plain_own_init(struct plain_own *own, const char *text, size_t n)
{
	struct words w = { NULL, 0 };

	*own = (struct plain_own){ NULL, 0 };
	add_words(&w, (struct slice){ text, n }, 0);
	for (size_t i = 0; i + PLAIN_OWN_WORDS <= w.n; i++) {
		GROW(own->hash, own->n);
		own->hash[own->n++] = sequence(&w.at[i]);
	}
	if (own->n > 0)
		qsort(own->hash, own->n, sizeof *own->hash, compare);
	free(w.at);
}

void
plain_own_release(struct plain_own *own)
{
	free(own->hash);
	*own = (struct plain_own){ NULL, 0 };
}

static bool
is_own_sequence(const struct plain_own *own, const struct word *w)
{
	const uint64_t hash = sequence(w);

	return own->n > 0 && bsearch(&hash, own->hash, own->n, sizeof *own->hash, compare) != NULL;
}

/* Marks the lines whose words are all in w[from..to), a piece of two lines or more. */
static void
mark_piece(const struct words *w, size_t from, size_t to, bool *is_own)
{
	if (w->at[from].line == w->at[to - 1].line)
		return;
	for (size_t i = from; i < to; i++) {
		const size_t line = w->at[i].line;
		const bool begins = i > from || i == 0 || w->at[i - 1].line != line;

		while (i + 1 < to && w->at[i + 1].line == line)
			i++;
		if (begins && (i + 1 == w->n || w->at[i + 1].line != line))
			is_own[line] = true;
	}
}

void
plain_own_find(const struct plain_own *own, const struct slice *line, size_t n, bool *is_own)
{
	struct words w = { NULL, 0 };
	size_t from = 0, to = 0; /* the piece so far */

	for (size_t i = 0; i < n; i++) {
		is_own[i] = false;
		add_words(&w, line[i], i);
	}
	for (size_t i = 0; i + PLAIN_OWN_WORDS <= w.n; i++) {
		if (!is_own_sequence(own, &w.at[i]))
			continue;
		if (i >= to) { /* two pieces that only touch stay two */
			if (to > from)
				mark_piece(&w, from, to, is_own);
			from = i;
		}
		to = i + PLAIN_OWN_WORDS;
	}
	if (to > from)
		mark_piece(&w, from, to, is_own);
	free(w.at);
}
