#include <criterion/criterion.h>

#include "text/markdown.h"

/* A text, and its form in a page and in a message. */
static const struct row {
	const char *said, *page, *message;
} row[] = {
	{ "I dig.", "`I dig.`", "I dig." },
	{ "don't wait, well-dug; ok? yes!", "`don't wait, well-dug; ok? yes!`",
	    "don't wait, well-dug; ok? yes!" },
	{ "`", "`` ` ``", "｀" },
	{ "``` out", "```` ``` out ````", "｀｀｀ out" },
	{ "a `b` ``c``", "``` a `b` ``c`` ```", "a ｀b｀ ｀｀c｀｀" },
	{ "\\` \\", "``\\` \\``", "＼｀ ＼" },
	{ "@anna and x@y.org", "`@anna and x@y.org`", "＠anna and x＠y．org" },
	{ "fixes #12, closes GH-12 o/r#3 !4", "`fixes #12, closes GH-12 o/r#3 !4`",
	    "fixes ＃12, closes GH－12 o／r＃3 ！4" },
	{ "https://evil.example/a www.evil.example", "`https://evil.example/a www.evil.example`",
	    "https：／／evil．example／a www．evil．example" },
	{ "[a](b) ![c](d) [e]: f", "`[a](b) ![c](d) [e]: f`", "［a］(b) ！［c］(d) ［e］： f" },
	{ "<script>x</script> <!-- &amp; -->", "`<script>x</script> <!-- &amp; -->`",
	    "＜script＞x＜／script＞ ＜！－－ ＆amp; －－＞" },
	{ "| a | b |", "`| a | b |`", "｜ a ｜ b ｜" },
	{ "$x$ :gold: **b** _i_ ~s~", "`$x$ :gold: **b** _i_ ~s~`",
	    "＄x＄ ：gold： ＊＊b＊＊ ＿i＿ ～s～" },
	{ "Signed-off-by: anna", "`Signed-off-by: anna`", "Signed-off-by： anna" },
	{ "[skip ci] /close at 8,2 or 12:30, v1.2 - yes",
	    "`[skip ci] /close at 8,2 or 12:30, v1.2 - yes`",
	    "［skip ci］ ／close at 8,2 or 12:30, v1.2 - yes" },
	{ "two \"quotes\" \" here", "`two \"quotes\" \" here`", "two ＂quotes＂ ＂ here" },
	{ "Gl\xc3\xbc"
	  "ck \xe2\x9b\x8f",
	    "`Gl\xc3\xbc"
	    "ck \xe2\x9b\x8f`",
	    "Gl\xc3\xbc"
	    "ck \xe2\x9b\x8f" },
	{ "a\xe2\x80\xae"
	  "b\x1b[1m\rc\xff",
	    "`a?b?[1m?c?`", "a?b？［1m?c?" },
};
enum { ROWS = sizeof row / sizeof row[0] };

Test(markdown, what_others_wrote_stays_text)
{
	for (unsigned i = 0; i < ROWS; i++) {
		struct buf page = BUF_INIT, message = BUF_INIT;

		markdown_code(row[i].said, strlen(row[i].said), false, &page);
		cr_expect_str_eq(page.p, row[i].page, "%s: got %s", row[i].said, page.p);
		markdown_words(row[i].said, strlen(row[i].said), false, &message);
		cr_expect_str_eq(
		    buf_cstr(&message), row[i].message, "%s: got %s", row[i].said, message.p);
		buf_release(&page);
		buf_release(&message);
	}
}

Test(markdown, our_words_are_no_markup)
{
	static const char ours[] = "a_b lays goal-1-nw:gold@n, <x> *y* [z](q) `t` #1 \\ $m$ |";
	struct buf out = BUF_INIT;

	markdown_sentence(ours, strlen(ours), false, &out);
	cr_expect_str_eq(out.p,
	    "a\\_b lays goal-1-nw:gold\\@n, \\<x\\> \\*y\\* \\[z\\](q) \\`t\\` \\#1 \\\\ \\$m\\$ "
	    "\\|");
	buf_release(&out);
}

Test(markdown, seven_bits)
{
	static const char said[] = "Gl\xc3\xbc"
				   "ck";
	struct buf out = BUF_INIT;

	markdown_code(said, strlen(said), true, &out);
	cr_expect_str_eq(out.p, "`Gl?ck`");
	buf_clear(&out);
	markdown_words(said, strlen(said), true, &out);
	cr_expect_str_eq(out.p, "Gl?ck");
	buf_clear(&out);
	markdown_words("a  @b: ``c``", 12, true, &out);
	cr_expect_str_eq(out.p, "a b c");
	buf_release(&out);
}

Test(markdown, nothing_ends_a_cell)
{
	static const char said[] = "a\\| `b` <i>&amp; \xc3\xbc";
	struct buf out = BUF_INIT;

	markdown_cell(said, strlen(said), false, &out);
	cr_expect_str_eq(
	    out.p, "<code>a&#92;&#124; &#96;b&#96; &#60;i&#62;&#38;amp&#59; \xc3\xbc</code>");
	buf_release(&out);
}

Test(markdown, nothing_ends_a_block)
{
	static const char drawn[] = "```\n````` x\n";
	struct buf out = BUF_INIT;

	markdown_block("text", drawn, strlen(drawn), &out);
	cr_expect_str_eq(out.p, "``````text\n```\n````` x\n``````\n");
	buf_clear(&out);
	markdown_block("sh", "ls\n", 3, &out);
	cr_expect_str_eq(out.p, "```sh\nls\n```\n");
	buf_release(&out);
}
