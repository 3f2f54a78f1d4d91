/*
 * HTML to text, for orders, digests and replies in mails without a text part.
 *
 * (T1) Linear: if a search finds nothing, it ends the text or is not repeated.
 */
#include "mail/html.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <strings.h>

#include "mail/html_hidden.h"
#include "util/slice.h"
#include "util/utf8.h"

enum { NAME_ROOM = 12, ENTITY_MAX = 10 };

/* Content from a tag to its end tag. */
struct region {
	bool is_open;
	char name[NAME_ROOM];
	unsigned depth;  /* open elements of that name, including itself */
	unsigned others; /* open elements of other names, if they are counted */
};

struct html {
	const char *s;
	size_t n, at;
	struct buf *out;
	size_t from;         /* where the output begins in `out` */
	bool blank;          /* append a blank before the next character */
	char pre[NAME_ROOM]; /* the element in which blanks are kept, or "" */
	unsigned pre_depth;  /* open elements of that name inside it, including itself */
	bool no_quote[2];    /* no ' or no " follows */
	bool had_head;       /* only the first head is removed */
	/* Of html_new_text, else NULL: what its style sheets hide. */
	const struct html_hidden *sheet;
	struct region hidden, quote, ground;
	int paper; /* the background in `ground` */
};

/* A tag. `rest` has its attributes. */
struct tag {
	char name[NAME_ROOM]; /* lower case; "" if longer than any known name */
	bool closes;
	struct slice rest;
};

/* ---- lines -------------------------------------------------------------------------------------- */

static bool
at_line_begin(const struct html *h)
{
	return h->out->n == h->from || h->out->p[h->out->n - 1] == '\n';
}

static void
end_line(struct html *h)
{
	h->blank = false;
	if (!h->hidden.is_open)
		buf_chr(h->out, '\n');
}

static void
own_line(struct html *h)
{
	h->blank = false;
	if (!at_line_begin(h))
		end_line(h);
}

/* Appends what is due before a character. */
static void
put_due(struct html *h)
{
	if (at_line_begin(h) && h->quote.is_open)
		buf_str(h->out, "> ");
	else if (h->blank && !at_line_begin(h))
		buf_chr(h->out, ' ');
	h->blank = false;
}

static void
put_char(struct html *h, char c)
{
	if (h->hidden.is_open)
		return;
	put_due(h);
	buf_chr(h->out, c);
}

/* ---- entities ----------------------------------------------------------------------------------- */

/* U+00A0 to U+00FF. */
static const char *const latin[96] = { "nbsp", "iexcl", "cent", "pound", "curren", "yen", "brvbar",
	"sect", "uml", "copy", "ordf", "laquo", "not", "shy", "reg", "macr", "deg", "plusmn",
	"sup2", "sup3", "acute", "micro", "para", "middot", "cedil", "sup1", "ordm", "raquo",
	"frac14", "frac12", "frac34", "iquest", "Agrave", "Aacute", "Acirc", "Atilde", "Auml",
	"Aring", "AElig", "Ccedil", "Egrave", "Eacute", "Ecirc", "Euml", "Igrave", "Iacute",
	"Icirc", "Iuml", "ETH", "Ntilde", "Ograve", "Oacute", "Ocirc", "Otilde", "Ouml", "times",
	"Oslash", "Ugrave", "Uacute", "Ucirc", "Uuml", "Yacute", "THORN", "szlig", "agrave",
	"aacute", "acirc", "atilde", "auml", "aring", "aelig", "ccedil", "egrave", "eacute",
	"ecirc", "euml", "igrave", "iacute", "icirc", "iuml", "eth", "ntilde", "ograve", "oacute",
	"ocirc", "otilde", "ouml", "divide", "oslash", "ugrave", "uacute", "ucirc", "uuml",
	"yacute", "thorn", "yuml" };

static const struct {
	const char *name;
	uint32_t c;
} other[] = {
	{ "amp", '&' },
	{ "lt", '<' },
	{ "gt", '>' },
	{ "quot", '"' },
	{ "apos", '\'' },
	{ "ndash", 0x2013 },
	{ "mdash", 0x2014 },
	{ "lsquo", 0x2018 },
	{ "rsquo", 0x2019 },
	{ "sbquo", 0x201a },
	{ "ldquo", 0x201c },
	{ "rdquo", 0x201d },
	{ "bdquo", 0x201e },
	{ "lsaquo", 0x2039 },
	{ "rsaquo", 0x203a },
	{ "bull", 0x2022 },
	{ "hellip", 0x2026 },
	{ "euro", 0x20ac },
	{ "ensp", 0x2002 },
	{ "emsp", 0x2003 },
	{ "thinsp", 0x2009 },
	{ "zwnj", 0x200c },
	{ "zwj", 0x200d },
	{ "lrm", 0x200e },
	{ "rlm", 0x200f },
	{ "hyphen", 0x2010 },
	{ "minus", 0x2212 },
	{ "num", '#' },
	{ "lpar", '(' },
	{ "rpar", ')' },
	{ "period", '.' },
	{ "colon", ':' },
	{ "comma", ',' },
	{ "equals", '=' },
	{ "plus", '+' },
	{ "sol", '/' },
	{ "commat", '@' },
	{ "lowbar", '_' },
	{ "vert", '|' },
	{ "Tab", '\t' },
	{ "NewLine", '\n' },
};

/* Parses "160" or "xa0" of "&#160;" or "&#xa0;". Returns 0 if invalid. */
static uint32_t
numbered(struct slice digits)
{
	bool hex = digits.n > 0 && (digits.s[0] | 0x20) == 'x';
	uint32_t c = 0;

	if (digits.n == (hex ? 1 : 0))
		return 0;
	for (size_t i = hex ? 1 : 0; i < digits.n; i++) {
		int digit = ascii_hex_value(digits.s[i]);

		if (digit < 0 || (!hex && digit > 9) || c > 0x10ffff)
			return 0;
		c = c * (hex ? 16 : 10) + (uint32_t)digit;
	}
	return c;
}

static uint32_t
named(struct slice name)
{
	for (size_t i = 0; i < sizeof latin / sizeof latin[0]; i++)
		if (slice_is(name, latin[i]))
			return 0xa0 + (uint32_t)i;
	for (size_t i = 0; i < sizeof other / sizeof other[0]; i++)
		if (slice_is(name, other[i].name))
			return other[i].c;
	return 0;
}

/* At "&": appends the character of the entity, or "&". */
static void
put_entity(struct html *h)
{
	const char *p = h->s + h->at + 1;
	size_t left = h->n - h->at - 1, n = 0;
	uint32_t c;

	while (n < left && n < ENTITY_MAX && p[n] != ';')
		n++;
	c = n == left || p[n] != ';' ? 0 :
	    n > 0 && p[0] == '#'     ? numbered((struct slice){ p + 1, n - 1 }) :
				       named((struct slice){ p, n });
	if (c == 0) {
		put_char(h, '&');
		h->at++;
		return;
	}
	if (!h->hidden.is_open) {
		put_due(h);
		utf8_add(c, h->out);
	}
	h->at += n + 2;
}

/* ---- tags --------------------------------------------------------------------------------------- */

/* Returns the next position of `text`, ignoring case, or h->n. */
static size_t
find(const struct html *h, const char *text)
{
	size_t len = strlen(text);
	const char *p = h->s + h->at;

	while (h->s + h->n - p >= (ptrdiff_t)len) {
		const char *first = memchr(p, text[0], (size_t)(h->s + h->n - p) - len + 1);

		if (first == NULL)
			break;
		if (strncasecmp(first, text, len) == 0)
			return (size_t)(first - h->s);
		p = first + 1;
	}
	return h->n;
}

/* Returns the position after the quoted value that begins at `at`, or 0 if it does not end; then
 * no other of its kind does. */
static size_t
skip_quoted(struct html *h, size_t at)
{
	bool *none = &h->no_quote[h->s[at] == '"'];
	const char *end = *none ? NULL : memchr(h->s + at + 1, h->s[at], h->n - at - 1);

	*none = end == NULL;
	return end == NULL ? 0 : (size_t)(end - h->s) + 1;
}

/* At "<": reads the tag and moves after it. */
static void
read_tag(struct html *h, struct tag *tag)
{
	size_t at = h->at + 1, n = 0, begin;

	memset(tag, 0, sizeof *tag);
	if (at < h->n && h->s[at] == '/') {
		tag->closes = true;
		at++;
	}
	for (; at < h->n && (ascii_is_lower((char)(h->s[at] | 0x20)) || ascii_is_digit(h->s[at]));
	     at++, n++)
		if (n < NAME_ROOM - 1)
			tag->name[n] = (char)(ascii_is_digit(h->s[at]) ? h->s[at] :
									 h->s[at] | 0x20);
	if (n >= NAME_ROOM)
		tag->name[0] = '\0';
	begin = at;
	while (at < h->n && h->s[at] != '>') {
		size_t behind = h->s[at] == '"' || h->s[at] == '\'' ? skip_quoted(h, at) : 0;

		if (behind == 0 && h->sheet != NULL && (h->s[at] == '"' || h->s[at] == '\''))
			behind = h->n; /* browsers wait for its end */
		at = behind > 0 ? behind : at + 1;
	}
	tag->rest = (struct slice){ h->s + begin, at - begin };
	h->at = at < h->n ? at + 1 : at;
}

#define IS_ONE(name, list) is_one(name, list, sizeof(list) / sizeof(list)[0])

static bool
is_one(const char *name, const char *const *list, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (strcmp(name, list[i]) == 0)
			return true;
	return false;
}

/* True if the style of the tag keeps blanks. */
static bool
keeps_blanks(const struct tag *tag)
{
	static const char key[] = "white-space";
	const char *p = memmem(tag->rest.s, tag->rest.n, key, sizeof key - 1);
	const char *end = tag->rest.s + tag->rest.n;

	if (strcmp(tag->name, "pre") == 0)
		return true;
	if (p == NULL)
		return false;
	for (p += sizeof key - 1; p < end && (ascii_is_blank(*p) || *p == ':'); p++)
		;
	return end - p >= 3 && strncasecmp(p, "pre", 3) == 0;
}

static void
note_pre(struct html *h, const struct tag *tag)
{
	if (h->pre_depth > 0 && strcmp(tag->name, h->pre) == 0) {
		h->pre_depth = tag->closes ? h->pre_depth - 1 : h->pre_depth + 1;
	} else if (h->pre_depth == 0 && !tag->closes && tag->name[0] != '\0' && keeps_blanks(tag)) {
		memcpy(h->pre, tag->name, sizeof h->pre);
		h->pre_depth = 1;
		if (strcmp(tag->name, "pre") == 0 && h->at < h->n && h->s[h->at] == '\n')
			h->at++;
	}
}

/* Skips hidden content up to the end tag. */
static void
skip_element(struct html *h, const char *name)
{
	char end[NAME_ROOM + 2] = "</";
	size_t stop;

	memcpy(end + 2, name, strlen(name) + 1);
	stop = find(h, end);
	if (strcmp(name, "head") == 0) {
		size_t body = find(h, "<body");

		stop = body < stop ? body : stop;
		h->had_head = true;
	}
	h->at = stop;
}

/* ---- what is new -------------------------------------------------------------------------------- */

/* Opens the region at a tag that begins it; else counts the tag. If `strict`, an element inside that
 * was not closed keeps the region open. */
static void
note_region(struct region *r, const struct tag *tag, bool begins, bool strict)
{
	static const char *const empty[] = { "br", "img", "hr", "input", "meta", "link", "wbr",
		"area", "base", "col", "embed", "source", "track", "param" };

	if (IS_ONE(tag->name, empty) || (!r->is_open && (!begins || tag->closes)))
		return;
	if (!r->is_open) {
		*r = (struct region){ .is_open = true, .depth = 1 };
		memcpy(r->name, tag->name, sizeof r->name);
		return;
	}
	if (strcmp(r->name, tag->name) == 0)
		r->depth = !tag->closes ? r->depth + 1 : r->depth > 0 ? r->depth - 1 : 0;
	else if (strict)
		r->others = !tag->closes ? r->others + 1 : r->others > 0 ? r->others - 1 : 0;
	r->is_open = r->depth > 0 || r->others > 0;
}

/* How mail programs mark parts: words in the class or id of an element. */
enum mark { MARK_NONE, MARK_SIGNATURE, MARK_QUOTE, MARK_REST };
static const struct {
	const char *word;
	enum mark what;
} marks[] = {
	{ "gmail_signature", MARK_SIGNATURE },
	{ "moz-signature", MARK_SIGNATURE },
	{ "k9mail-signature", MARK_SIGNATURE },
	{ "protonmail_signature", MARK_SIGNATURE },
	{ "applemailsignature", MARK_SIGNATURE },
	{ "ms-outlook-mobile-signature", MARK_SIGNATURE },
	{ "yahoo_quoted", MARK_QUOTE },
	{ "olk_src_body_section", MARK_QUOTE },
	{ "moz-cite-prefix", MARK_QUOTE },
	{ "reply-intro", MARK_QUOTE },
	{ "divrplyfwdmsg", MARK_REST },
	{ "appendonsend", MARK_REST },
	{ "mail-editor-reference-message", MARK_REST },
	{ "moz-forward-container", MARK_REST },
};

/* Returns what the attributes of a tag mark. */
static enum mark
find_mark(const struct tag *tag)
{
	struct buf value = BUF_INIT;
	enum mark what = MARK_NONE;

	for (unsigned i = 0; i < 2; i++) {
		(void)html_hidden_attribute(tag->rest, i == 0 ? "class" : "id", &value);
		for (size_t k = 0; k < sizeof marks / sizeof marks[0] && what == MARK_NONE; k++)
			if (strstr(buf_cstr(&value), marks[k].word) != NULL)
				what = marks[k].what;
	}
	if (strcmp(buf_cstr(&value), "signature") == 0 ||
	    strcmp(buf_cstr(&value), "x_signature") == 0)
		what = MARK_SIGNATURE;
	(void)html_hidden_attribute(tag->rest, "name", &value);
	if (what == MARK_NONE && strcmp(tag->name, "div") == 0 &&
	    strcmp(buf_cstr(&value), "quote") == 0)
		what = MARK_QUOTE;
	buf_release(&value);
	return what;
}

/* Notes which parts begin or end at the tag. */
static void
note_parts(struct html *h, const struct tag *tag)
{
	static const char *const gone[] = { "template", "select", "object", "svg", "math",
		"details", "dialog", "noscript", "datalist", "s", "strike", "del", "bdo", "canvas",
		"video", "audio", "map", "meter", "progress", "rp" };
	const bool was_hidden = h->hidden.is_open, was_quote = h->quote.is_open;
	const enum mark mark = tag->closes || was_hidden ? MARK_NONE : find_mark(tag);
	int paper = h->ground.is_open ? h->paper : HTML_HIDDEN_NO_COLOUR;
	const bool hides = !tag->closes && !was_hidden &&
	    html_hidden_tag(h->sheet, tag->name, tag->rest, &paper);

	note_region(
	    &h->hidden, tag, mark == MARK_SIGNATURE || IS_ONE(tag->name, gone) || hides, true);
	/* The innermost background counts until its element ends. */
	if (!tag->closes && paper != HTML_HIDDEN_NO_COLOUR && paper != h->paper)
		h->ground.is_open = false;
	note_region(&h->ground, tag, paper != HTML_HIDDEN_NO_COLOUR, false);
	h->paper = tag->closes ? h->paper : paper;
	note_region(
	    &h->quote, tag, mark == MARK_QUOTE || strcmp(tag->name, "blockquote") == 0, false);
	if (was_quote != h->quote.is_open) {
		const bool is_quote = h->quote.is_open;

		h->quote.is_open = was_quote;
		own_line(h);
		h->quote.is_open = is_quote;
	}
	if (mark == MARK_REST && !h->hidden.is_open) {
		own_line(h);
		put_due(h);
		buf_str(h->out, "-----Original Message-----\n");
	}
}

/* Reads the style sheets. */
static void
read_sheets(const char *p, size_t n, struct html_hidden *sheet)
{
	struct html h = { .s = p, .n = n };

	while ((h.at = find(&h, "<style")) < n) {
		const size_t from = h.at;

		h.at = find(&h, "</style");
		html_hidden_sheet(sheet, p + from, h.at - from);
	}
}

/* ---- all of it ---------------------------------------------------------------------------------- */

static void
put_tag(struct html *h)
{
	static const char *const hidden[] = { "style", "script", "head", "title", "textarea",
		"iframe", "noembed", "noframes" };
	static const char *const lines[] = { "div", "p", "tr", "li", "pre", "blockquote", "hr",
		"table", "ul", "ol", "dt", "dd", "h1", "h2", "h3", "h4", "h5", "h6", "center",
		"address", "section", "article" };
	struct tag tag;

	read_tag(h, &tag);
	if (!tag.closes && IS_ONE(tag.name, hidden) &&
	    (!h->had_head || strcmp(tag.name, "head") != 0)) {
		skip_element(h, tag.name);
	} else if (strcmp(tag.name, "br") == 0) {
		end_line(h);
	} else {
		if (IS_ONE(tag.name, lines))
			own_line(h);
		h->blank = h->blank || strcmp(tag.name, "td") == 0 || strcmp(tag.name, "th") == 0;
		note_pre(h, &tag);
		if (h->sheet != NULL)
			note_parts(h, &tag);
	}
}

/* At "<": handles a comment, a tag or a plain character. */
static void
put_markup(struct html *h)
{
	char next = h->at + 1 < h->n ? h->s[h->at + 1] : '\0';

	if (h->n - h->at >= 4 && memcmp(h->s + h->at, "<!--", 4) == 0) {
		size_t end = find(h, "-->");

		h->at = end < h->n ? end + 3 : h->n;
	} else if (ascii_is_lower((char)(next | 0x20)) || next == '/' || next == '!' ||
	    next == '?') {
		put_tag(h);
	} else {
		put_char(h, '<');
		h->at++;
	}
}

static void
put_all(struct html *h)
{
	while (h->at < h->n) {
		char c = h->s[h->at];

		if (c == '<') {
			put_markup(h);
		} else if (c == '&') {
			put_entity(h);
		} else {
			h->at++;
			if (h->pre_depth > 0 && c == '\n')
				end_line(h);
			else if (h->pre_depth == 0 && (ascii_is_blank(c) || c == '\n' || c == '\f'))
				h->blank = true;
			else
				put_char(h, c);
		}
	}
	h->hidden.is_open = false;
	own_line(h);
}

void
html_text(const char *p, size_t n, struct buf *out)
{
	struct html h = { .s = p, .n = n, .out = out, .from = out->n };

	put_all(&h);
}

void
html_new_text(const char *p, size_t n, struct buf *out)
{
	struct html_hidden sheet = { .n = 0 };
	struct html h = { .s = p, .n = n, .out = out, .from = out->n, .sheet = &sheet };

	read_sheets(p, n, &sheet);
	put_all(&h);
}
