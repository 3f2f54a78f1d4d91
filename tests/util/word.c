/* Slices, and growing arrays. */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "util/lines.h"
#include "util/mem.h"
#include "util/number.h"
#include "util/slice.h"

Test(word, edits)
{
	static const struct {
		const char *s, *word;
		unsigned want;
	} row[] = {
		{ "", "", 0 },
		{ "", "abc", 3 },
		{ "place", "place", 0 },
		{ "plcae", "place", 1 },
		{ "plae", "place", 1 },
		{ "plxce", "place", 1 },
		{ "pplace", "place", 1 },
		{ "discard", "place", 6 },
	};

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		cr_expect_eq(slice_edit_distance(row[i].s, strlen(row[i].s), row[i].word),
		    row[i].want, "%s to %s", row[i].s, row[i].word);
		cr_expect_eq(slice_edit_distance(row[i].word, strlen(row[i].word), row[i].s),
		    row[i].want, "%s to %s", row[i].word, row[i].s);
	}
}

Test(word, longest)
{
	char long_word[SLICE_LONG + 2];

	memset(long_word, 'a', sizeof long_word);
	long_word[SLICE_LONG + 1] = '\0';
	cr_expect_eq(slice_edit_distance(long_word, SLICE_LONG, "a"), SLICE_LONG - 1);
	cr_expect_eq(slice_edit_distance(long_word, SLICE_LONG + 1, "a"), SLICE_UNLIKE);
	cr_expect_eq(slice_edit_distance("a", 1, long_word), SLICE_UNLIKE);
}

Test(word, trim)
{
	static const char text[] = " \t\r\nab c\r\n \t";
	struct slice w = slice_trim((struct slice){ text, sizeof text - 1 });

	cr_expect(slice_is(w, "ab c"));
	cr_expect(slice_starts(w, "ab"));
	cr_expect_not(slice_starts(w, "ab cd"));
	w = slice_trim((struct slice){ "  ", 2 });
	cr_expect_eq(w.n, 0);
}

Test(lines, take)
{
	static const char text[] = "a\r\n\nb\r";
	struct lines l = { text, sizeof text - 1, 0, 1 };
	struct slice w;

	cr_assert(lines_next_crlf(&l, &w) && slice_is(w, "a"));
	cr_assert(lines_next_crlf(&l, &w) && w.n == 0);
	cr_assert(lines_next_crlf(&l, &w) && slice_is(w, "b"));
	cr_expect_not(lines_next_crlf(&l, &w));
	cr_expect_eq(l.line, 4);
}

Test(number, between)
{
	static const struct {
		const char *s;
		int64_t min, max;
		int ok;
		int64_t want;
	} row[] = {
		{ "0", 0, 9, 1, 0 },
		{ "9", 0, 9, 1, 9 },
		{ "10", 0, 9, 0, 0 },
		{ "0", 1, 9, 0, 0 },
		{ "-1", 0, 9, 0, 0 },
		{ "-1", -9, 9, 1, -1 },
		{ "-9", -9, 9, 1, -9 },
		{ "-10", -9, 9, 0, 0 },
		{ "-0", -9, 9, 0, 0 },
		{ "-", -9, 9, 0, 0 },
		{ "", -9, 9, 0, 0 },
		{ "+1", -9, 9, 0, 0 },
		{ "01", -9, 9, 0, 0 },
		{ "1 ", -9, 9, 0, 0 },
		{ "9223372036854775807", 0, INT64_MAX, 1, INT64_MAX },
		{ "9223372036854775808", 0, INT64_MAX, 0, 0 },
		{ "-9223372036854775807", INT64_MIN, INT64_MAX, 1, -INT64_MAX },
		{ "-9223372036854775808", INT64_MIN, INT64_MAX, 1, INT64_MIN },
		{ "-9223372036854775809", INT64_MIN, INT64_MAX, 0, 0 },
		{ "-1", -9, -5, 0, 0 },
		{ "-5", -9, -5, 1, -5 },
	};

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		int64_t v = 0;
		int got = number_parse_range(
		    row[i].s, strlen(row[i].s), row[i].min, row[i].max, &v);

		cr_expect_eq(got, row[i].ok ? 0 : -1, "\"%s\"", row[i].s);
		cr_expect_eq(v, row[i].want, "\"%s\"", row[i].s);
	}
}

Test(mem, room)
{
	unsigned *at = NULL;

	for (unsigned i = 0; i < 100; i++) {
		GROW(at, i);
		at[i] = i;
	}
	for (unsigned i = 0; i < 100; i++)
		cr_expect_eq(at[i], i);
	free(at);
}
