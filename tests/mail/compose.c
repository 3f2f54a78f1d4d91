/* Quoted-printable: the encoding, its inverse, and lines that mail programs do not change. */
#include <criterion/criterion.h>

#include "core/rng.h"
#include "mail/compose.h"
#include "util/lines.h"
#include "util/slice.h"

enum { COLUMNS = 76, TEXTS = 2000 };

#define A75 "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"

static const struct row {
	const char *name, *text, *quoted;
} row[] = {
	{ "nothing", "", "" },
	{ "an empty line", "\n", "\n" },
	{ "a line without its end", "a", "a\n" },
	{ "what stands for itself", "It's 3,-1: \"a~b\" <c>?\n", "It's 3,-1: \"a~b\" <c>?\n" },
	{ "the sign itself", "a=b=41\n", "a=3Db=3D41\n" },
	{ "other than ASCII", "\xc3\xa4\n", "=C3=A4\n" },
	{ "controls", "a\tb\x1b\n", "a=09b=1B\n" },
	{ "a blank at the end", "a  \n \n", "a =20\n=20\n" },
	{ "a mail box's line", "From a\nFrom\n From a\n", "=46rom a\nFrom\n From a\n" },
	{ "the end of SMTP's data", ".\n..\n. \n", "=2E\n..\n.=20\n" },
	{ "76 columns", A75 "a\n", A75 "a\n" },
	{ "77 columns", A75 "aa\n", A75 "=\naa\n" },
	{ "no escape is cut", A75 "=\n", A75 "=\n=3D\n" },
	{ "a mail box's line where one is broken", A75 "From a\n", A75 "=\n=46rom a\n" },
	{ "a blank at the end of a long line", A75 " \n", A75 "=\n=20\n" },
};

Test(compose, quoted_printable)
{
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct buf out = BUF_INIT;

		compose_quoted(row[i].text, strlen(row[i].text), &out);
		cr_expect_str_eq(buf_cstr(&out), row[i].quoted, "%s", row[i].name);
		buf_release(&out);
	}
}

static unsigned
hex(char c)
{
	return (unsigned)(c <= '9' ? c - '0' : c - 'A' + 10);
}

/* Decodes as RFC 2045 says. */
static void
decode(const struct buf *quoted, struct buf *out)
{
	for (size_t i = 0; i < quoted->n; i++) {
		if (quoted->p[i] != '=') {
			buf_chr(out, quoted->p[i]);
		} else if (quoted->p[i + 1] == '\n') {
			i++;
		} else {
			buf_chr(out, (char)(hex(quoted->p[i + 1]) << 4 | hex(quoted->p[i + 2])));
			i += 2;
		}
	}
}

static void
check_lines(const struct buf *quoted, unsigned text)
{
	struct lines l = { buf_cstr(quoted), quoted->n, 0, 1 };
	struct slice line;

	while (lines_next(&l, &line.s, &line.n)) {
		cr_expect_leq(line.n, COLUMNS, "text %u", text);
		cr_expect_not(slice_starts(line, "From "), "text %u", text);
		cr_expect_not(slice_is(line, "."), "text %u", text);
		cr_expect(
		    line.n == 0 || line.s[line.n - 1] != ' ', "text %u: a blank at an end", text);
	}
}

Test(compose, quoted_printable_and_back)
{
	static const char *const piece[] = { "From ", ".", " ", "=", "\n", "\t", "\xc3\xa4",
		"aaaaaaaaaaa", "b" };
	const uint8_t seed[32] = { 13 };
	struct rng_fast rng;

	rng_fast_init(&rng, seed, 0);
	for (unsigned i = 0; i < TEXTS; i++) {
		struct buf text = BUF_INIT, quoted = BUF_INIT, back = BUF_INIT;

		for (uint32_t n = 1 + rng_draw(&rng.rng, 40); n > 0; n--)
			buf_str(&text, piece[rng_draw(&rng.rng, sizeof piece / sizeof piece[0])]);
		buf_chr(&text, '\n');
		compose_quoted(text.p, text.n, &quoted);
		check_lines(&quoted, i);
		decode(&quoted, &back);
		cr_assert_str_eq(back.p, text.p, "text %u", i);
		buf_release(&text);
		buf_release(&quoted);
		buf_release(&back);
	}
}
