/* HTML to text. */
#include <criterion/criterion.h>
#include <string.h>

#include "mail/html.h"

#define ARRAY_LEN(a) (sizeof(a) / sizeof *(a))

static const struct {
	const char *name, *html, *text;
} row[] = {
	{ "cells", "<tr><td>a</td><td>b</td></tr>", "a b\n" },
	{ "headings", "<h1>a</h1><h2>b</h2>c", "a\nb\nc\n" },
	{ "text", "Hello", "Hello\n" },
	{ "nothing", "", "" },
	{ "br", "a<br>b<br/>c<BR />d", "a\nb\nc\nd\n" },
	{ "div", "<div>a</div><div>b</div>", "a\nb\n" },
	{ "an empty line", "<div>a</div><div><br></div><div>b</div>", "a\n\nb\n" },
	{ "p, tr, li, blockquote, hr",
	    "<p>a</p><table><tr><td>b</td></tr></table><ul><li>c</ul><blockquote>d</"
	    "blockquote>e<hr>f",
	    "a\nb\nc\nd\ne\nf\n" },
	{ "other tags", "a<b>b</b><o:p>c</o:p><span style='x'>d</span>", "abcd\n" },
	{ "blanks", "  a \n\t b  <i> </i>  c ", "a b c\n" },
	{ "a line end in the source", "-----BEGIN ADIT\nORDER-----",
	    "-----BEGIN ADIT ORDER-----\n" },
	{ "pre", "x<pre>\na  b\n c</pre>d  e", "x\na  b\n c\nd e\n" },
	{ "pre in pre", "<pre>a\n<pre>b\n</pre>c\n</pre>d\ne", "a\nb\nc\nd e\n" },
	{ "a style that keeps blanks",
	    "<div style=\"white-space: pre-wrap\">a\n<div>b  c</div></div>d\ne", "a\nb  c\nd e\n" },
	{ "a style that does not", "<div style='white-space:normal'>a\nb</div>", "a b\n" },
	{ "comments", "a<!-- b > <p> -->c<!--[if mso]>x<![endif]-->d<![if !mso]>e", "acde\n" },
	{ "style, script, title", "<style>a{}</style>b<script>x<y</script>c<title>z</title>d",
	    "bcd\n" },
	{ "head", "<html><HEAD><meta x><p>y</HEAD><body>a", "a\n" },
	{ "a head without end", "<head><p>y<body>a", "a\n" },
	{ "an end tag in a string", "<a href=\"x>y\" b='>'>c</a>", "c\n" },
	{ "a quote without end", "<a href=\"x>y<b>z", "yz\n" },
	{ "entities", "&lt;a&gt; &amp; &quot;b&quot; &uuml;&Uuml;&szlig; &#65;&#x42;&#X43;",
	    "<a> & \"b\" \xc3\xbc\xc3\x9c\xc3\x9f ABC\n" },
	{ "no-break spaces", "a&nbsp;b&#160;c",
	    "a\xc2\xa0"
	    "b\xc2\xa0"
	    "c\n" },
	{ "dashes and quotes", "&ndash;&mdash;&rsquo;&hellip;",
	    "\xe2\x80\x93\xe2\x80\x94\xe2\x80\x99\xe2\x80\xa6\n" },
	{ "no entities", "a & b &x; &; &# &#; &#x; &#99999999; &amp",
	    "a & b &x; &; &# &#; &#x; "
	    "&#99999999; &amp\n" },
	{ "half a surrogate", "&#xd800;", "\xef\xbf\xbd\n" },
	{ "no tags", "1 < 2 <3 <", "1 < 2 <3 <\n" },
	{ "a tag without end", "a<p", "a\n" },
	{ "a comment without end", "a<!-- b", "a\n" },
	{ "a name that is too long", "a<aaaaaaaaaaaaaaaaaaaaaaaaaaaa>b", "ab\n" },
};

Test(html, lines)
{
	struct buf out = BUF_INIT;

	for (size_t i = 0; i < ARRAY_LEN(row); i++) {
		buf_clear(&out);
		buf_str(&out, "kept");
		html_text(row[i].html, strlen(row[i].html), &out);
		cr_expect(strncmp(out.p, "kept", 4) == 0 && strcmp(out.p + 4, row[i].text) == 0,
		    "%s: %s", row[i].name, out.p);
	}
	buf_release(&out);
}

static const struct {
	const char *name, *html, *text;
} fresh[] = {
	{ "a quote", "a<blockquote>b<br><br>c<p>d</p></blockquote>e", "a\n> b\n\n> c\n> d\ne\n" },
	{ "a quote in a quote",
	    "<blockquote>a<blockquote>b</blockquote>c</blockquote></blockquote>d",
	    "> a\n> b\n> c\nd\n" },
	{ "a quote in pre", "<pre>a\n<blockquote>b\n c</blockquote>d</pre>", "a\n> b\n>  c\nd\n" },
	{ "an entity in a quote", "<blockquote>&lt;a</blockquote>", "> <a\n" },
	{ "the rest", "a<div id=\"x_divRplyFwdMsg\">b</div>c",
	    "a\n-----Original Message-----\nb\nc\n" },
	{ "a signature", "a<div class='x gmail_signature'>b<div>c</div></div>d", "a\nd\n" },
	{ "the id of a signature", "a<div id=Signature>b</div>d", "a\nd\n" },
	{ "hidden", "a<p hidden>b<br>&amp;<hr>c<</p>d", "a\nd\n" },
	{ "hidden with open elements", "<div hidden><p>b</div>c</p>d", "d\n" },
	{ "hidden and empty", "a<br hidden>b<img style='display:none'>c", "a\nbc\n" },
	{ "a style sheet after its use", "<p class=a>b</p>c<style>.a{display:none}</style>",
	    "c\n" },
	{ "a background around",
	    "<div bgcolor=#00f><b style='color:#fff'>a</b></div><b style='color:#fff'>c", "a\n" },
	{ "a quote without end", "<a href=\"x>y<b>z", "" },
	{ "no entity", "a & b", "a & b\n" },
};

Test(html, new_text)
{
	struct buf out = BUF_INIT;

	for (size_t i = 0; i < ARRAY_LEN(fresh); i++) {
		buf_clear(&out);
		html_new_text(fresh[i].html, strlen(fresh[i].html), &out);
		cr_expect_str_eq(buf_cstr(&out), fresh[i].text, "%s", fresh[i].name);
	}
	buf_release(&out);
}

/* Browsers go on after the byte 0, as after another character. */
Test(html, hidden_after_a_zero_byte)
{
	static const char zero[][80] = { "<p style='color:#000\0;display:none'>a</p>b",
		"<style>.h{display:none}</style><p class='x\0 h'>a</p>b",
		"<style>.x\0y{display:none}</style><p class='x\0y'>a</p>b" };
	struct buf out = BUF_INIT;

	for (size_t i = 0; i < ARRAY_LEN(zero); i++) {
		size_t n = sizeof zero[i];

		while (zero[i][n - 1] == '\0')
			n--;
		buf_clear(&out);
		html_new_text(zero[i], n, &out);
		cr_expect_str_eq(buf_cstr(&out), "b\n", "%zu", i);
	}
	buf_release(&out);
}

/* A megabyte of each piece must be fast; the test times out otherwise. */
Test(html, linear)
{
	static const char *const piece[] = { "<a '", "<a \"", "<head>", "<head></head>", "<style>",
		"<!--", "<", "&", "&#", "<pre>", "<p><br>", "<style></style>", "</", "&amp",
		"<a x='\"'>", "<body><head>" };
	struct buf in = BUF_INIT, out = BUF_INIT;

	for (size_t i = 0; i < ARRAY_LEN(piece); i++) {
		buf_clear(&in);
		buf_clear(&out);
		while (in.n < 1 << 20)
			buf_str(&in, piece[i]);
		html_text(in.p, in.n, &out);
		cr_expect_leq(out.n, 2 * in.n, "%s", piece[i]);
	}
	buf_release(&in);
	buf_release(&out);
}
