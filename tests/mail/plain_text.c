/* New text of replies, from frames. Whole messages are in tests/mail/plain. */
#include <criterion/criterion.h>
#include <string.h>

#include "few.h"
#include "mail/html.h"
#include "mail/plain_char.h"
#include "mail/plain_own.h"
#include "mail/plain_quote.h"
#include "mail/plain_text.h"
#include "util/lines.h"

#define ARRAY_LEN(a) (sizeof(a) / sizeof *(a))

enum { PARTS = 4 };

struct part {
	const char *kind, *text; /* kind: with "+" at its begin: attached */
};

static void
frames(const struct part *part, struct mail_message *message)
{
	struct buf out = BUF_INIT;

	buf_str(&out, "head 6\nX: y\n\n");
	for (size_t i = 0; i < PARTS && part[i].kind != NULL; i++) {
		const bool is_attached = part[i].kind[0] == '+';

		if (is_attached)
			buf_str(&out, "attached 0\n");
		buf_fmt(&out, "%s %zu\n%s", part[i].kind + is_attached, strlen(part[i].text),
		    part[i].text);
	}
	buf_str(&out, "end 0\n");
	mail_message_frames(message, buf_cstr(&out), out.n);
	buf_release(&out);
}

/* ---- parts -------------------------------------------------------------------------------------- */

static const struct {
	const char *name;
	struct part part[PARTS];
	const char *lines, *codes;
	bool from_html;
} row[] = {
	{ "text", { { "text", "a\n\n  b \n" } }, "a\nb\n", "", false },
	{ "no line end", { { "text", "a" } }, "a\n", "", false },
	{ "nothing", { { NULL, NULL } }, "", "", false },
	{ "text before HTML", { { "text", "a\n" }, { "html", "<p>b" } }, "a\n", "", false },
	{ "blank text before HTML", { { "text", "\n \xc2\xa0\n" }, { "html", "<p>b" } }, "b\n", "",
	    true },
	{ "an attached text before HTML", { { "+text", "a\n" }, { "html", "<p>b" } }, "b\n", "",
	    true },
	{ "attached HTML", { { "text", "\n" }, { "+html", "<p>b" } }, "", "", false },
	{ "HTML before text", { { "html", "<p>b" }, { "text", "a\n" } }, "b\na\n", "", true },
	{ "two of each", { { "text", "a\n" }, { "html", "b" }, { "html", "c" }, { "text", "d" } },
	    "a\nd\n", "", false },
	{ "only a quote in HTML", { { "html", "<blockquote>b</blockquote>" } }, "", "", false },
	{ "an age file", { { "age", "reply code: a.1.b" }, { "text", "a\n" } }, "a\n", "", false },
	{ "codes everywhere",
	    { { "text", "> reply code: a.1.b\n" }, { "html", "reply&nbsp;code:<b>a.1.c</b>" },
		{ "+text", "reply code: a.1.d, a.1.e\nreply code: a.1.b\n" } },
	    "", "a.1.b\na.1.c\na.1.d\n", false },
	{ "codes that are none",
	    { { "text", "> reply code\n> reply code:\n> reply codes: x\n> reply co" } }, "", "",
	    false },
};

Test(plain_text, parts)
{
	for (size_t i = 0; i < ARRAY_LEN(row); i++) {
		struct mail_message message;
		struct plain_text text;

		frames(row[i].part, &message);
		cr_expect(message.whole, "%s", row[i].name);
		plain_text_read(&message, NULL, &text);
		cr_expect_str_eq(buf_cstr(&text.lines), row[i].lines, "%s", row[i].name);
		cr_expect_str_eq(buf_cstr(&text.codes), row[i].codes, "%s", row[i].name);
		cr_expect_eq(text.from_html, row[i].from_html, "%s", row[i].name);
		plain_text_release(&text);
		mail_message_free(&message);
	}
}

Test(plain_text, codes_are_bounded)
{
	struct mail_message message;
	struct buf in = BUF_INIT;
	struct plain_text text;
	unsigned lines = 0;

	for (unsigned i = 0; i < 1000; i++)
		buf_fmt(&in, "> reply code: a.%u.b\n", i);
	frames((struct part[PARTS]){ { "text", in.p } }, &message);
	plain_text_read(&message, NULL, &text);
	for (size_t i = 0; i < text.codes.n; i++)
		lines += text.codes.p[i] == '\n';
	cr_expect_eq(lines, PLAIN_TEXT_CODES);
	plain_text_release(&text);
	mail_message_free(&message);
	buf_release(&in);
}

/* A megabyte of each piece must be fast; the test times out otherwise. */
Test(plain_text, linear)
{
	static const char *const piece[] = { "> a\n", "On 1 @\n", "On 1 Bob wrote:\na\n",
		"a b c d e f g\n", "From: x\nq\n", "reply ", "reply code: ", "reply >>>>>>> ", "a",
		"a ", "\n", "On 1:::::", "say x\n", "* ", "**" };
	static const char *const markup[] = { "<p style='color:red;font:1px x'>", "<blockquote>a",
		"<div style=\"\">", "<style>.a{display:none}</style><p class=a>", "<style>.",
		"<style>/*", "<s>", "<p style='/*", "<p a a a a a a a a",
		"<p class='a b c d e f'>x", "{}", "<p x=' " };
	struct buf in = BUF_INIT;

	for (size_t i = 0; i < ARRAY_LEN(piece) + ARRAY_LEN(markup); i++) {
		const bool is_text = i < ARRAY_LEN(piece);
		struct mail_message message;
		struct plain_text text;

		buf_clear(&in);
		while (in.n < (is_few() ? 1 << 17 : 1 << 20))
			buf_str(&in, is_text ? piece[i] : markup[i - ARRAY_LEN(piece)]);
		frames((struct part[PARTS]){ { is_text ? "text" : "html", in.p } }, &message);
		plain_text_read(&message, in.p, &text);
		cr_expect_leq(text.lines.n, 2 * in.n, "%zu", i);
		plain_text_release(&text);
		mail_message_free(&message);
	}
	buf_release(&in);
}

/* ---- lines of mail programs --------------------------------------------------------------------- */

static struct slice
slice(const char *s)
{
	return (struct slice){ s, strlen(s) };
}

static const struct {
	const char *line;
	bool marked, ends, advert;
	size_t attribution; /* if a quote follows */
} known[] = {
	{ "place nsw at 3,-1", false, false, false, 0 },
	{ "7", false, false, false, 0 },
	{ "#7", false, false, false, 0 },
	{ "say On 1 Bob wrote:", false, false, false, 0 },
	{ "- 3", false, false, false, 0 },
	{ "a > b", false, false, false, 0 },
	{ "a>b", false, false, false, 0 },
	{ "I play this:", false, false, false, 0 },
	{ "On turn 3 I play this:", false, false, false, 0 },
	{ "From: a", false, false, false, 0 },
	{ ">", true, false, false, 0 },
	{ "x>", true, false, false, 0 },
	{ "--", false, true, false, 0 },
	{ "-- ", false, true, false, 0 },
	{ "-- Anna", false, true, false, 0 },
	{ "- -", false, false, false, 0 },
	{ "---Order---", false, true, false, 0 },
	{ "--Order--", false, false, false, 0 },
	{ "-----Original Message", false, true, false, 0 },
	{ "-----BEGIN PGP SIGNED MESSAGE-----", false, false, true, 0 },
	{ "Begin forwarded message:", false, true, false, 0 },
	{ "Sent from my telephone", false, false, true, 0 },
	{ "Bob wrote:", false, false, false, 1 },
	{ "bob@example.org:", false, false, false, 1 },
	{ "Am 3.4. schrieb Bob:", false, false, false, 1 },
};

Test(plain_text, lines_of_mail_programs)
{
	for (size_t i = 0; i < ARRAY_LEN(known); i++) {
		const struct slice line = slice(known[i].line);

		cr_expect_eq(plain_quote_is_marked(line), known[i].marked, "%s", line.s);
		cr_expect_eq(plain_quote_is_end(&line, 1), known[i].ends, "%s", line.s);
		cr_expect_eq(plain_quote_is_advert(line), known[i].advert, "%s", line.s);
		cr_expect_eq(
		    plain_quote_attribution(&line, 1, true), known[i].attribution, "%s", line.s);
	}
}

Test(plain_text, a_head_needs_three_fields)
{
	const struct slice two[] = { slice("From: a"), slice("To: b"), slice("") };
	const struct slice three[] = { slice("*Von:* a"), slice(""), slice("An : b"),
		slice("Betreff: c") };

	cr_expect(!plain_quote_is_end(two, 3));
	cr_expect(plain_quote_is_end(three, 4));
	cr_expect(!plain_quote_is_end(three, 3), "not all are there");
	cr_expect(!plain_quote_is_end(three + 1, 3), "the first line is none");
}

Test(plain_text, attributions_of_more_lines)
{
	static const char text[] = "On Sat, Nov 21, 2026\nCave <cave@example.com>\nwrote:\n> a";
	struct lines l = { text, sizeof text - 1, 0, 1 };
	struct slice line[4]; /* of one text */

	for (size_t i = 0; i < 4; i++)
		cr_assert(lines_next(&l, &line[i].s, &line[i].n));

	cr_expect_eq(plain_quote_attribution(line, 4, false), 3);
	cr_expect_eq(plain_quote_attribution(line, 2, false), 0);
	cr_expect_eq(plain_quote_attribution(line + 1, 3, false), 0, "it begins in no known way");
}

/* ---- pieces ------------------------------------------------------------------------------------- */

static const struct {
	const char *name, *line[PARTS];
	bool is_own[PARTS];
} piece[] = {
	{ "the same lines", { "one two three", "four five six" }, { true, true } },
	{ "wrapped", { "one", "two three four five", "six seven" }, { true, true, true } },
	{ "one line", { "one two three four five six seven", "x" }, { false, false } },
	{ "a word more", { "one two three four", "five six x" }, { true, false } },
	{ "a word more before", { "x one two three", "four five six" }, { false, true } },
	{ "too short", { "one two", "three four" }, { false, false } },
	{ "another order", { "one two four", "three five six" }, { false, false } },
	{ "an empty line in it", { "one two three", "", "four five" }, { true, false, true } },
	{ "two pieces that touch", { "one two three four five", "one two three four five" },
	    { false, false } },
	{ "between", { "one two three", "help", "four five six" }, { false, false, false } },
};

Test(plain_text, pieces_of_the_mail)
{
	static const char mail[] = "one two\nthree  four\n\nfive six\tseven\n";
	struct plain_own own;

	plain_own_init(&own, mail, sizeof mail - 1);
	for (size_t i = 0; i < ARRAY_LEN(piece); i++) {
		struct slice line[PARTS];
		bool is_own[PARTS];

		for (size_t k = 0; k < PARTS; k++)
			line[k] = slice(piece[i].line[k] != NULL ? piece[i].line[k] : "");
		plain_own_find(&own, line, PARTS, is_own);
		for (size_t k = 0; k < PARTS; k++)
			cr_expect_eq(is_own[k], piece[i].is_own[k], "%s: %zu", piece[i].name, k);
	}
	plain_own_release(&own);
	plain_own_init(&own, "one two", 7);
	plain_own_find(&own, &(struct slice){ "one two", 7 }, 1, &(bool){ true });
	plain_own_release(&own);
}

Test(plain_text, characters_keep_their_order_and_their_line)
{
	struct buf out = BUF_INIT;

	plain_char_text("a\tb\r\nc\xc2\xa0\xe2\x80\x94\xff\xe2\x80", 15, &out);
	cr_expect_str_eq(buf_cstr(&out), "a b \nc -??\?");
	buf_release(&out);
}
