/* Slices of bytes. */
#include "util/slice.h"

bool
slice_is(struct slice w, const char *text)
{
	return slice_equals(text, w.s, w.n);
}

bool
slice_starts(struct slice w, const char *prefix)
{
	size_t n = strlen(prefix);

	return w.n >= n && memcmp(w.s, prefix, n) == 0;
}

const char *
slice_last(const char *s, size_t n, char c)
{
	while (n > 0)
		if (s[--n] == c)
			return s + n;
	return NULL;
}

struct slice
slice_trim(struct slice w)
{
	for (; w.n > 0 && (ascii_is_blank(w.s[0]) || w.s[0] == '\n'); w.n--)
		w.s++;
	while (w.n > 0 && (ascii_is_blank(w.s[w.n - 1]) || w.s[w.n - 1] == '\n'))
		w.n--;
	return w;
}

static unsigned
least(unsigned a, unsigned b)
{
	return a < b ? a : b;
}

unsigned
slice_edit_distance(const char *s, size_t n, const char *word)
{
	unsigned row[3][SLICE_LONG + 1];
	size_t m = strlen(word);

	if (n > SLICE_LONG || m > SLICE_LONG)
		return SLICE_UNLIKE;
	for (unsigned j = 0; j <= m; j++)
		row[0][j] = j;
	for (unsigned i = 1; i <= n; i++) {
		unsigned *now = row[i % 3];
		const unsigned *up = row[(i + 2) % 3], *up2 = row[(i + 1) % 3];

		now[0] = i;
		for (unsigned j = 1; j <= m; j++) {
			unsigned edit = s[i - 1] != word[j - 1];

			now[j] = least(up[j - 1] + edit, least(up[j], now[j - 1]) + 1);
			if (i > 1 && j > 1 && s[i - 1] == word[j - 2] && s[i - 2] == word[j - 1])
				now[j] = least(now[j], up2[j - 2] + 1);
		}
	}
	return row[n % 3][m];
}
