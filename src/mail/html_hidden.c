/*
 * What HTML hides from the eye.
 *
 * (V1) A mistake may hide what is visible, which costs its writer a question, but not the other way
 *      round.
 */
#include "mail/html_hidden.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "mail/html.h"

enum { COLOUR_UNKNOWN = HTML_HIDDEN_NO_COLOUR, COLOUR_NONE = -2, PALE = 0xe8, ALIKE = 0x18 };

/* What the declarations of one element say. */
struct look {
	bool hides;
	int ink, paper; /* 0xRRGGBB, or COLOUR_ */
};

/* ---- words -------------------------------------------------------------------------------------- */

static bool
is_blank(char c)
{
	return ascii_is_blank(c) || c == '\n' || c == '\f';
}

static bool
contains(struct slice w, const char *text)
{
	return memmem(w.s, w.n, text, strlen(text)) != NULL;
}

/* Makes letters lower case. The byte 0 becomes a character of no word, as in browsers. */
static void
lower(struct buf *b)
{
	for (size_t i = 0; i < b->n; i++)
		if (b->p[i] >= 'A' && b->p[i] <= 'Z')
			b->p[i] = (char)(b->p[i] | 0x20);
		else if (b->p[i] == '\0')
			b->p[i] = '?';
}

static const char *
skip_blanks(const char *p, const char *end)
{
	while (p < end && is_blank(*p))
		p++;
	return p;
}

/* Reads a value, with or without quotes. Returns the position after it. */
static const char *
read_value(const char *p, const char *end, struct slice *value)
{
	const bool is_quoted = p < end && (*p == '"' || *p == '\'');
	const char *stop = is_quoted ? memchr(p + 1, *p, (size_t)(end - p - 1)) : NULL;

	if (stop != NULL) {
		*value = (struct slice){ p + 1, (size_t)(stop - p - 1) };
		return stop + 1;
	}
	for (stop = p; stop < end && !is_blank(*stop); stop++)
		;
	*value = (struct slice){ p, (size_t)(stop - p) };
	return stop;
}

/* Reads the next attribute. The value is without its quotes. */
static bool
next_attribute(struct slice *rest, struct slice *name, struct slice *value)
{
	const char *p = rest->s, *end = rest->s + rest->n;

	while (p < end && (is_blank(*p) || *p == '/'))
		p++;
	*name = (struct slice){ p, 0 };
	while (p < end && !is_blank(*p) && *p != '/' && (*p != '=' || p == name->s))
		p++;
	name->n = (size_t)(p - name->s);
	*value = (struct slice){ p, 0 };
	p = skip_blanks(p, end);
	if (p < end && *p == '=')
		p = read_value(skip_blanks(p + 1, end), end, value);
	*rest = (struct slice){ p, (size_t)(end - p) };
	return name->n > 0;
}

bool
html_hidden_attribute(struct slice attributes, const char *name, struct buf *value)
{
	struct slice is, v;

	buf_clear(value);
	while (next_attribute(&attributes, &is, &v)) {
		if (is.n != strlen(name) || strncasecmp(is.s, name, is.n) != 0)
			continue;
		html_text(v.s, v.n, value);
		while (value->n > 0 && value->p[value->n - 1] == '\n')
			value->p[--value->n] = '\0';
		lower(value);
		return true;
	}
	return false;
}

/* ---- colours ------------------------------------------------------------------------------------ */

/* Reads up to four numbers of "rgb(1,2,3)", with or without commas; percents of 255. */
static int
colour_of_numbers(struct slice w)
{
	double part[4] = { 0, 0, 0, 1 };
	const char *p = memchr(w.s, '(', w.n), *end = w.s + w.n;
	unsigned n = 0;

	while (p != NULL && ++p < end && n < 4) {
		char *stop;

		part[n] = strtod(p, &stop);
		if (stop < end && *stop == '%')
			part[n] = n == 3 ? part[n] / 100 : part[n] * 2.55;
		n++;
		for (p = stop; p < end && *p != ',' && *p != '/' && *p != ' '; p++)
			;
	}
	if (n < 3 || part[3] < 0.2)
		return n < 3 ? COLOUR_UNKNOWN : COLOUR_NONE;
	for (unsigned i = 0; i < 3; i++)
		part[i] = part[i] > 255 ? 255 : part[i] > 0 ? part[i] : 0; /* also of nan */
	return (int)part[0] << 16 | (int)part[1] << 8 | (int)part[2];
}

static int
colour_of_digits(struct slice w)
{
	int c = 0;

	if (w.n != 3 && w.n != 4 && w.n != 6 && w.n != 8)
		return COLOUR_UNKNOWN;
	for (size_t i = 0; i < w.n; i++)
		if (ascii_hex_value(w.s[i]) < 0)
			return COLOUR_UNKNOWN;
	if ((w.n == 4 || w.n == 8) && w.s[w.n - 1] <= '3' && w.s[w.n / 4 * 3] <= '3')
		return COLOUR_NONE;
	for (unsigned i = 0; i < 3; i++)
		c = c << 8 |
		    (w.n < 6 ? 17 * ascii_hex_value(w.s[i]) :
			       16 * ascii_hex_value(w.s[2 * i]) + ascii_hex_value(w.s[2 * i + 1]));
	return c;
}

static int
colour(struct slice w)
{
	static const struct {
		const char *name;
		int c;
	} known[] = { { "white", 0xffffff }, { "black", 0 }, { "transparent", COLOUR_NONE },
		{ "snow", 0xfffafa }, { "ivory", 0xfffff0 }, { "whitesmoke", 0xf5f5f5 },
		{ "ghostwhite", 0xf8f8ff }, { "floralwhite", 0xfffaf0 }, { "mintcream", 0xf5fffa },
		{ "azure", 0xf0ffff }, { "aliceblue", 0xf0f8ff }, { "seashell", 0xfff5ee },
		{ "honeydew", 0xf0fff0 }, { "canvas", 0xffffff }, { "window", 0xffffff } };

	for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
		if (slice_starts(w, known[i].name) &&
		    (w.n == strlen(known[i].name) || w.s[strlen(known[i].name)] == '!'))
			return known[i].c;
	if (w.n > 0 && w.s[0] == '#') {
		size_t n = 1;

		while (n < w.n && ascii_hex_value(w.s[n]) >= 0)
			n++;
		return colour_of_digits((struct slice){ w.s + 1, n - 1 });
	}
	if (slice_starts(w, "rgb"))
		return colour_of_numbers(w);
	/* A variable may be any colour. */
	if (contains(w, "var("))
		return COLOUR_NONE;
	return slice_starts(w, "hsl") && contains(w, "100%)") ? 0xffffff : COLOUR_UNKNOWN;
}

static bool
is_pale(int c)
{
	return c >= 0 && c >> 16 >= PALE && (c >> 8 & 0xff) >= PALE && (c & 0xff) >= PALE;
}

static bool
is_alike(int a, int b)
{
	for (unsigned shift = 0; shift <= 16; shift += 8)
		if (abs((a >> shift & 0xff) - (b >> shift & 0xff)) > ALIKE)
			return false;
	return true;
}

static bool
look_hides(const struct look *l)
{
	if (l->hides || l->ink == COLOUR_NONE)
		return true;
	if (l->ink < 0)
		return false;
	return l->paper < 0 ? is_pale(l->ink) : is_alike(l->ink, l->paper);
}

/* ---- declarations ------------------------------------------------------------------------------- */

/* True if a length is too small to be seen. */
static bool
is_tiny(struct slice value)
{
	char *unit;
	const double n = strtod(value.s, &unit);

	if (unit == value.s)
		return false;
	if (n <= 0 || strncmp(unit, "px", 2) == 0 || strncmp(unit, "pt", 2) == 0)
		return n <= 3;
	if (*unit == '%')
		return n < 30;
	return strncmp(unit, "em", 2) == 0 || strncmp(unit, "rem", 3) == 0 ? n < 0.3 : n < 0.05;
}

static bool
is_flat(struct slice value)
{
	char *unit;
	const double n = strtod(value.s, &unit);

	return unit != value.s && n <= (*unit == 'p' ? 3 : 0.01);
}

/* True if a length moves something out of the window. */
static bool
is_far(struct slice value)
{
	const double n = strtod(value.s, NULL);

	return n <= -100 || n >= 3000;
}

static bool
font_is_tiny(struct slice value)
{
	for (size_t i = 0; i < value.n; i++)
		if ((i == 0 || value.s[i - 1] == ' ') && ascii_is_digit(value.s[i]))
			return is_tiny((struct slice){ value.s + i, value.n - i }) &&
			    !slice_starts((struct slice){ value.s + i, value.n - i }, "1 ");
	return false;
}

static bool
is_none(struct slice value)
{
	return slice_starts(value, "none") || slice_starts(value, "all");
}

static bool
is_invisible(struct slice value)
{
	return slice_starts(value, "hidden") || slice_starts(value, "collapse");
}

static bool
is_faint(struct slice value)
{
	return strtod(value.s, NULL) < (contains(value, "%") ? 20 : 0.2);
}

static bool
is_struck(struct slice value)
{
	return contains(value, "line-through");
}

static bool
is_shrunk(struct slice value)
{
	return contains(value, "(0") || contains(value, "(-") || contains(value, "=0") ||
	    value.s[0] == '0';
}

/* The characters are shown in another order than they are written. */
static bool
is_turned(struct slice value)
{
	return contains(value, "override");
}

static bool
is_cut(struct slice value)
{
	return !slice_starts(value, "none") && !slice_starts(value, "auto");
}

/* True if a declaration hides its element. */
static bool
hides(struct slice key, struct slice value)
{
	static const struct {
		const char *key;
		bool (*is)(struct slice value);
	} rule[] = { { "display", is_none }, { "mso-hide", is_none },
		{ "visibility", is_invisible }, { "content-visibility", is_invisible },
		{ "opacity", is_faint }, { "font-size", is_tiny }, { "font", font_is_tiny },
		{ "height", is_flat }, { "width", is_flat }, { "max-height", is_flat },
		{ "max-width", is_flat }, { "left", is_far }, { "top", is_far },
		{ "right", is_far }, { "bottom", is_far }, { "text-indent", is_far },
		{ "margin", is_far }, { "margin-left", is_far }, { "margin-top", is_far },
		{ "text-decoration", is_struck }, { "text-decoration-line", is_struck },
		{ "transform", is_shrunk }, { "filter", is_shrunk }, { "scale", is_shrunk },
		{ "zoom", is_flat }, { "line-height", is_flat }, { "unicode-bidi", is_turned },
		{ "clip", is_cut }, { "clip-path", is_cut }, { "mask", is_cut },
		{ "mask-image", is_cut } };

	for (size_t i = 0; i < sizeof rule / sizeof rule[0]; i++)
		if (slice_is(key, rule[i].key))
			return rule[i].is(value) || contains(value, "var(");
	return false;
}

/* Appends declarations without comments, with single blanks and none around ":" and ";". */
static void
tidy(struct slice style, struct buf *out)
{
	for (size_t i = 0; i < style.n; i++) {
		const char c = style.s[i];
		const char last = out->n == 0 ? ';' : out->p[out->n - 1];

		if (c == '/' && i + 1 < style.n && style.s[i + 1] == '*') {
			const char *end = memmem(style.s + i + 2, style.n - i - 2, "*/", 2);

			if (end == NULL)
				return;
			i = (size_t)(end - style.s) + 1;
		} else if (is_blank(c)) {
			if (strchr(":; ,(", last) == NULL)
				buf_chr(out, ' ');
		} else {
			if (last == ' ' && strchr(":;,)!", c) != NULL)
				out->n--;
			buf_chr(out, c);
		}
	}
}

/* Adds what the declarations say. */
static void
read_declarations(struct slice style, struct look *look)
{
	struct buf text = BUF_INIT;

	tidy(style, &text);
	lower(&text);
	/* An escape may stand for any letter. */
	look->hides = look->hides || memchr(buf_cstr(&text), '\\', text.n) != NULL;
	for (char *p = text.p; text.n > 0 && p != NULL && *p != '\0';) {
		char *end = strchr(p, ';'), *colon = strchr(p, ':');
		struct slice key, value;

		if (end != NULL)
			*end = '\0';
		if (colon != NULL && (end == NULL || colon < end)) {
			key = (struct slice){ p, (size_t)(colon - p) };
			value = (struct slice){ colon + 1, strlen(colon + 1) };
			look->hides = look->hides || hides(key, value);
			if (slice_is(key, "color") || slice_is(key, "-webkit-text-fill-color"))
				look->ink = colour(value);
			else if (slice_is(key, "background") || slice_is(key, "background-color"))
				look->paper = colour(value);
		}
		p = end != NULL ? end + 1 : NULL;
	}
	buf_release(&text);
}

/* ---- style sheets ------------------------------------------------------------------------------- */

static bool
is_name_char(char c)
{
	return ascii_is_digit(c) || ascii_is_lower((char)(c | 0x20)) || c == '-' || c == '_' ||
	    (unsigned char)c >= 0x80;
}

static void
add_name(struct html_hidden *h, struct slice name)
{
	for (unsigned i = 0; i < h->n; i++)
		if (h->name[i].n == name.n && memcmp(h->name[i].s, name.s, name.n) == 0)
			return;
	if (h->n < HTML_HIDDEN_NAMES)
		h->name[h->n++] = name;
	else
		h->all = true;
}

/* Adds the classes and ids of a selector, or else its last element. */
static void
add_selector(struct html_hidden *h, struct slice s)
{
	struct slice element = { s.s, 0 };
	bool found = false;

	for (size_t i = 0; i < s.n; i++) {
		const bool is_mark = s.s[i] == '.' || s.s[i] == '#';
		size_t n = i + is_mark;

		h->all = h->all || memchr("[*\\", s.s[i], sizeof "[*\\") != NULL; /* also 0 */
		while (n < s.n && is_name_char(s.s[n]))
			n++;
		if (n > i + is_mark && is_mark) {
			add_name(h, (struct slice){ s.s + i, n - i });
			found = true;
		} else if (n > i + is_mark) {
			element = (struct slice){ s.s + i, n - i };
		}
		i = n > i ? n - 1 : i;
	}
	if (!found && element.n > 0)
		add_name(h, element);
}

void
html_hidden_sheet(struct html_hidden *h, const char *p, size_t n)
{
	size_t from = 0, open = n;

	for (size_t i = 0; i < n; i++) {
		struct look look = { false, COLOUR_UNKNOWN, COLOUR_UNKNOWN };

		if (p[i] == '/' && i + 1 < n && p[i + 1] == '*') {
			const char *end = memmem(p + i + 2, n - i - 2, "*/", 2);

			i = end == NULL ? n : (size_t)(end - p) + 1;
		} else if (p[i] == '{') {
			from = open < n ? open + 1 : from;
			open = i;
		} else if (p[i] == '}' && open < n) {
			read_declarations((struct slice){ p + open + 1, i - open - 1 }, &look);
			for (size_t at = from; look_hides(&look) && at < open;) {
				const char *comma = memchr(p + at, ',', open - at);
				size_t end = comma == NULL ? open : (size_t)(comma - p);

				add_selector(h, (struct slice){ p + at, end - at });
				at = end + 1;
			}
			from = i + 1;
			open = n;
		} else if (p[i] == '}' || p[i] == ';') {
			from = open < n ? from : i + 1;
		}
	}
}

/* ---- a tag -------------------------------------------------------------------------------------- */

/* True if one of the words, each with `mark` before it, is in the list. */
static bool
is_listed(const struct html_hidden *h, char mark, const char *words)
{
	for (const char *p = words; *p != '\0';) {
		const size_t n = strcspn(p, " ");

		for (unsigned i = 0; i < h->n && n > 0; i++) {
			const size_t skip = mark != '\0';
			const struct slice name = h->name[i];

			if ((!skip || name.s[0] == mark) && name.n == n + skip &&
			    strncasecmp(name.s + skip, p, n) == 0)
				return true;
		}
		p += n + (p[n] == ' ');
	}
	return false;
}

/* Adds what the attributes of an element say. */
static void
read_attributes(struct slice attributes, struct look *look)
{
	struct buf value = BUF_INIT;

	if (html_hidden_attribute(attributes, "bgcolor", &value))
		look->paper = colour((struct slice){ buf_cstr(&value), value.n });
	if (html_hidden_attribute(attributes, "color", &value) ||
	    html_hidden_attribute(attributes, "text", &value))
		look->ink = colour((struct slice){ buf_cstr(&value), value.n });
	if (html_hidden_attribute(attributes, "style", &value))
		read_declarations((struct slice){ buf_cstr(&value), value.n }, look);
	buf_release(&value);
}

bool
html_hidden_tag(const struct html_hidden *h, const char *name, struct slice attributes, int *paper)
{
	struct look look = { false, COLOUR_UNKNOWN, COLOUR_UNKNOWN };
	struct buf value = BUF_INIT;
	bool is = is_listed(h, '\0', name) || (h->all && slice_trim(attributes).n > 0);

	if (attributes.n > 0 && !is) {
		is = html_hidden_attribute(attributes, "hidden", &value) ||
		    html_hidden_attribute(attributes, "popover", &value);
		if (html_hidden_attribute(attributes, "class", &value))
			is = is || is_listed(h, '.', buf_cstr(&value));
		if (html_hidden_attribute(attributes, "id", &value))
			is = is || is_listed(h, '#', buf_cstr(&value));
		read_attributes(attributes, &look);
		if (look.paper < 0)
			look.paper = *paper;
		is = is || look_hides(&look);
		*paper = look.paper;
	}
	buf_release(&value);
	return is;
}
