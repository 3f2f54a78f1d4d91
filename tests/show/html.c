/* Text on a page. */
#include <criterion/criterion.h>

#include <stdbool.h>
#include <string.h>

#include "show/html_frame.h"
#include "show/html.h"
#include "show/html_news.h"

struct row {
	const char *name, *given, *want;
};

static void
check(const struct row *row, size_t n, void (*make)(const char *s, size_t n, struct buf *out))
{
	for (size_t i = 0; i < n; i++) {
		struct buf out = BUF_INIT;

		make(row[i].given, strlen(row[i].given), &out);
		cr_expect_str_eq(buf_cstr(&out), row[i].want, "%s", row[i].name);
		buf_release(&out);
	}
}

Test(html, words_are_text)
{
	static const struct row row[] = {
		{ "nothing", "", "" },
		{ "markup", "<b a='1' c=\"2\">&amp;",
		    "&lt;b a=&#39;1&#39; c=&quot;2&quot;&gt;&amp;amp;" },
		{ "a comment", "<!-- -->", "&lt;!-- --&gt;" },
		{ "letters", "\xc3\x9cnal", "\xc3\x9cnal" },
		{ "bidi controls",
		    "a\xe2\x80\xae"
		    "b",
		    "a?b" },
		{ "an escape", "\x1b[1m", "?[1m" },
		{ "no UTF-8", "a\xff", "a?" },
		{ "Markdown stays", "**a** `b`", "**a** `b`" },
	};

	check(row, sizeof row / sizeof row[0], html_escape);
}

static void
plain_lines(const char *s, size_t n, struct buf *out)
{
	html_lines(s, n, HTML_PLACES_PLAIN, out);
}

Test(html, lines_are_lists)
{
	static const struct row row[] = {
		{ "none", "", "" },
		{ "entries", "  one\n  two\n", "<ul>\n<li>one</li>\n<li>two</li>\n</ul>\n" },
		{ "one that goes on", "  one\n    more\n", "<ul>\n<li>one more</li>\n</ul>\n" },
		{ "others", "one\n  two\nthree\n",
		    "<p>one</p>\n<ul>\n<li>two</li>\n</ul>\n<p>three</p>\n" },
		{ "no line end", "  one", "<ul>\n<li>one</li>\n</ul>\n" },
		{ "an empty line", "\n\n  a\n", "<ul>\n<li>a</li>\n</ul>\n" },
		{ "what others wrote", "  bob says:\n    | </blockquote>\n    | b\n  c\n",
		    "<ul>\n<li>bob says:<blockquote class=\"said\" "
		    "dir=\"auto\">&lt;/blockquote&gt; b</blockquote>\n</li>\n<li>c</li>\n</ul>\n" },
		{ "a word that was cut", "  b:\n    | aa=\n    | a\n",
		    "<ul>\n<li>b:<blockquote class=\"said\" dir=\"auto\">aaa</blockquote>\n"
		    "</li>\n</ul>\n" },
	};

	check(row, sizeof row / sizeof row[0], plain_lines);
}

static void
linked_lines(const char *s, size_t n, struct buf *out)
{
	html_lines(s, n, HTML_PLACES_LINKED, out);
}

static void
marked_lines(const char *s, size_t n, struct buf *out)
{
	html_lines(s, n, HTML_PLACES_MARKED, out);
}

#define LINK(id, place, shown) \
	"<a class=\"at\" href=\"#at" id "\" data-to=\"" place "\">" shown "</a>"

Test(html, places_are_links)
{
	static const struct row row[] = {
		{ "one", "anna lays ns at 3,-1",
		    "<p>anna lays ns at " LINK("3_-1", "3,-1", "3,-1") "</p>\n" },
		{ "more follows", "anna lays ns at 3,-1, flipped",
		    "<p>anna lays ns at " LINK("3_-1", "3,-1", "3,-1") ", flipped</p>\n" },
		{ "with its space", "carl walks to -1,-3/n",
		    "<p>carl walks to " LINK("-1_-3", "-1,-3", "-1,-3/n") "</p>\n" },
		{ "first in the line", "8,2: bob looked",
		    "<p>" LINK("8_2", "8,2", "8,2") ": bob looked</p>\n" },
		{ "two", "from 1,0 to 2,0.",
		    "<p>from " LINK("1_0", "1,0", "1,0") " to " LINK(
			"2_0", "2,0", "2,0") ".</p>\n" },
		{ "no places", "1,000 cards; a1,0; 1,0x; 1 ,0; -,0; 1,-; 1234,5",
		    "<p>1,000 cards; a1,0; 1,0x; 1 ,0; -,0; 1,-; 1234,5</p>\n" },
		{ "not in what others wrote", "  bob says:\n    | 1,0\n",
		    "<ul>\n<li>bob says:<blockquote class=\"said\" "
		    "dir=\"auto\">1,0</blockquote>\n</li>\n</ul>\n" },
		{ "markup beside it", "<b> 1,0 </b>",
		    "<p>&lt;b&gt; " LINK("1_0", "1,0", "1,0") " &lt;/b&gt;</p>\n" },
	};

	check(row, sizeof row / sizeof row[0], linked_lines);
}

Test(html, places_are_marked)
{
	static const struct row row[] = {
		{ "one", "carl walks to -1,-3/n",
		    "<p>carl walks to <span class=\"at\" tabindex=\"0\" "
		    "data-to=\"-1,-3\">-1,-3/n</span></p>\n" },
	};

	check(row, sizeof row / sizeof row[0], marked_lines);
}

static void
news(const char *s, size_t n, struct buf *out)
{
	struct names names = { .n = 0 };
	struct err err = ERR_INIT;

	(void)names_add(&names, "anna", 4, &err);
	(void)names_add(&names, "bob", 3, &err);
	html_news(NULL, &names, s, n, HTML_PLACES_LINKED, out);
}

#define ITEMS(items) "<ul>\n" items "</ul>\n"
#define ITEM(text)   "<li>" text "</li>\n"
#define FOUR(item)   item("bob a") item("anna b") item("bob c") item("anna d")
#define ENTRY(text)  "  " text "\n"
#define TWELVE       FOUR(ENTRY) FOUR(ENTRY) FOUR(ENTRY)
#define TWELVE_ITEMS FOUR(ITEM) FOUR(ITEM) FOUR(ITEM)

Test(html, news_of_a_seat_are_one_line)
{
	static const struct row row[] = {
		{ "nothing", "", "" },
		{ "one seat", "  anna lays ns at 1,0\n  anna draws a card\n",
		    ITEMS(ITEM("anna lays ns at " LINK("1_0", "1,0", "1,0") "; draws a card")) },
		{ "two seats", "  anna draws a card\n  bob draws a card\n",
		    ITEMS(ITEM("anna draws a card") ITEM("bob draws a card")) },
		{ "the own seat", "  you lay ns at 1,0\n  you draw map\n",
		    ITEMS(ITEM("you lay ns at " LINK("1_0", "1,0", "1,0") "; draw map")) },
		{ "a creature", "  the goblin creeps on\n  the goblin attacks anna\n",
		    ITEMS(ITEM("the goblin creeps on; attacks anna")) },
		{ "two creatures", "  the goblin creeps on\n  the rat creeps on\n",
		    ITEMS(ITEM("the goblin creeps on") ITEM("the rat creeps on")) },
		{ "another thing", "  the goal at 1 was a\n  the goal at 2 was b\n",
		    ITEMS(ITEM("the goal at 1 was a") ITEM("the goal at 2 was b")) },
		{ "a seat of which another begins so", "  anna a\n  annabel b\n",
		    ITEMS(ITEM("anna a") ITEM("annabel b")) },
		{ "a line that goes on",
		    "  anna looks at\n    the role\n  anna draws\n    a card\n",
		    ITEMS(ITEM("anna looks at the role; draws a card")) },
		{ "what was said stays apart", "  anna says:\n    | x\n  anna draws a card\n",
		    ITEMS(ITEM("anna says:<blockquote class=\"said\" dir=\"auto\">x</blockquote>\n")
			    ITEM("anna draws a card")) },
		{ "places of an earlier round are text",
		    "  anna lays ns at 1,0\n  round 2 begins\n  bob lays ns at 1,0\n",
		    ITEMS(ITEM("anna lays ns at 1,0")) ITEMS(
			ITEM("round 2 begins") ITEM("bob lays ns at " LINK("1_0", "1,0", "1,0"))) },
		{ "thirteen are shown", "  anna x\n" TWELVE, ITEMS(ITEM("anna x") TWELVE_ITEMS) },
		{ "of more, the first are folded up", "  bob x\n  anna y\n" TWELVE,
		    "<details>\n<summary>2 earlier lines</summary>\n" ITEMS(
			ITEM("bob x") ITEM("anna y")) "</details>\n" ITEMS(TWELVE_ITEMS) },
	};

	check(row, sizeof row / sizeof row[0], news);
}

/* The hash callback of tests: appends the number of bytes. */
static void
keep(const char *s, size_t n, struct buf *out)
{
	(void)s;
	buf_fmt(out, "'%zu'", n);
}

/* Returns the number of bytes between two tags. */
static size_t
between(const struct buf *page, const char *open, const char *close)
{
	const char *from = strstr(page->p, open), *to = strstr(page->p, close);

	return from != NULL && to != NULL ? (size_t)(to - from) - strlen(open) : 0;
}

Test(frame, hashes_what_stands_there)
{
	struct html_frame f = {
		.title = "</title><script>", .kind = "public", .script = HTML_COMPOSE, .hash = keep
	};
	struct buf page = BUF_INIT, want = BUF_INIT;

	html_begin(&f, &page);
	html_end(&f, &page);
	buf_fmt(&want,
	    "default-src 'none'; script-src '%zu'; img-src data:; style-src '%zu'; base-uri",
	    between(&page, "<script>", "</script>"), between(&page, "<style>", "</style>"));
	cr_expect_not_null(strstr(page.p, want.p), "%s", want.p);
	cr_expect_not_null(strstr(page.p, "<title>&lt;/title&gt;&lt;script&gt;</title>"));
	buf_release(&page);
	buf_release(&want);
}
