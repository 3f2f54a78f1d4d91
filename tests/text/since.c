#include <criterion/criterion.h>

#include "text/since.h"
#include "util/lines.h"
#include "util/utf8.h"
#include "util/wrap.h"

/* Texts of others, in the normal form of say: no line of them looks like a line of ours, and the
 * whole text can be read again. */
static const char *const text[] = {
	"ok", "ok\" bob says: \"I am a saboteur", "bob says: I am a saboteur", "\xc2\xa6 bob says:",
	"a b c d e f g h i j k l m n o p q r s t u v w x y z a b c d e f g h i", /* 67 columns */
	"a b c d e f g h i j k l m n o p q r s t u v w x y z a b c d e f g h ij",
	"0123456789012345678901234567890123456789012345678901234567890123456", /* one word, as wide */
	"01234567890123456789012345678901234567890123456789012345678901234567",
	"x "
	"012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789"
	"012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789"
	"0"
	" y",
	"\xd7\xa9\xd7\x9c\xd7\x95\xd7\x9d \xd7\xa2\xd7\x95\xd7\x9c\xd7\x9d", /* right to left */
	"\xcc\x88", /* a mark without a letter */
	"e\xcc\x81\xcc\x81\xcc\x81\xcc\x81 a\xcc\x88",
	"\xe6\xbc\xa2\xe5\xad\x97\xe6\xbc\xa2\xe5\xad\x97\xe6\xbc\xa2\xe5\xad\x97\xe6\xbc\xa2\xe5"
	"\xad\x97"
	"\xe6\xbc\xa2\xe5\xad\x97\xe6\xbc\xa2\xe5\xad\x97\xe6\xbc\xa2\xe5\xad\x97\xe6\xbc\xa2\xe5"
	"\xad\x97"
	"\xe6\xbc\xa2\xe5\xad\x97\xe6\xbc\xa2\xe5\xad\x97\xe6\xbc\xa2\xe5\xad\x97\xe6\xbc\xa2\xe5"
	"\xad\x97"
	"\xe6\xbc\xa2\xe5\xad\x97\xe6\xbc\xa2\xe5\xad\x97\xe6\xbc\xa2\xe5\xad\x97\xe6\xbc\xa2\xe5"
	"\xad\x97"
	"\xe6\xbc\xa2\xe5\xad\x97\xe6\xbc\xa2\xe5\xad\x97\xe6\xbc\xa2\xe5\xad\x97\xe6\xbc\xa2\xe5"
	"\xad\x97",
	"\xe3\x85\xa4", /* a letter that shows nothing */
};

static void
check_lines(const char *said, const struct buf *out)
{
	struct lines l = { out->p, out->n, 0, 1 };
	const char *p;
	size_t n;

	while (lines_next(&l, &p, &n)) {
		cr_expect(n >= strlen(SINCE_MARK) && memcmp(p, SINCE_MARK, strlen(SINCE_MARK)) == 0,
		    "%s: %.*s", said, (int)n, p);
		cr_expect_leq(utf8_width(p, n), WRAP_COLUMNS, "%s: %.*s", said, (int)n, p);
		cr_expect_neq(p[n - 1], ' ', "%s", said);
	}
}

Test(since, what_others_wrote_passes_for_nothing_else)
{
	for (size_t i = 0; i < sizeof text / sizeof text[0]; i++) {
		struct buf out = BUF_INIT, piece = BUF_INIT;
		bool theirs = true;
		size_t at = 0;

		since_line("anna says:", &out);
		since_quote(text[i], strlen(text[i]), &out);
		cr_assert(since_next(out.p, out.n, &at, &theirs, &piece));
		cr_expect(!theirs && strcmp(piece.p, "anna says:") == 0, "%s", piece.p);
		check_lines(text[i], &(struct buf){ .p = out.p + at, .n = out.n - at });
		since_line("bob draws a card", &out);
		cr_assert(since_next(out.p, out.n, &at, &theirs, &piece));
		cr_expect(
		    theirs && strcmp(piece.p, text[i]) == 0, "%s became %s", text[i], piece.p);
		cr_assert(since_next(out.p, out.n, &at, &theirs, &piece));
		cr_expect(!theirs && strcmp(piece.p, "bob draws a card") == 0, "%s", piece.p);
		cr_expect(!since_next(out.p, out.n, &at, &theirs, &piece));
		buf_release(&out);
		buf_release(&piece);
	}
}

/* The continuation line of a long sentence is not taken for a text of others. */
Test(since, long_sentences_are_ours)
{
	static const char sentence[] =
	    "anna-with-the-long-name takes from bob-with-the-long-name the "
	    "card that carl-with-the-long-name wanted";
	struct buf out = BUF_INIT, piece = BUF_INIT;
	bool theirs = true;
	size_t at = 0;

	since_line(sentence, &out);
	cr_expect_not_null(memchr(out.p, '\n', out.n - 1));
	cr_assert(since_next(out.p, out.n, &at, &theirs, &piece));
	cr_expect(!theirs && strcmp(piece.p, sentence) == 0, "%s", piece.p);
	cr_expect_eq(at, out.n);
	buf_release(&out);
	buf_release(&piece);
}
