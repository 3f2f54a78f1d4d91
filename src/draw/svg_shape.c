/*
 * The colours and styles of drawings. The symbols are in svg_art.c.
 *
 * (S1) Each colour lists its backgrounds; tests compute the contrast. Colour alone never carries
 * meaning: reached tunnels are also wider, sides and seats have letters and shapes.
 * (S2) Numbers are integer literals in the text: no locale, no rounding.
 */
#include "draw/svg_internal.h"

#include <string.h>

#include "util/utf8.h"
#include "util/xml.h"

const struct svg_color svg_ink[] = {
	{ "ground", "#f3ead9", "#15120f", { NULL }, 0 },
	{ "rock", "#786a5b", "#776a5c", { "ground" }, 30 },
	{ "lit", "#ffedb8", "#ffe7a6", { "rock", "cut" }, 30 },
	{ "cut", "#231b15", "#1a1410", { "rock" }, 30 },
	{ "wood", "#5b3718", "#5b3718", { "lit", "cream" }, 30 },
	{ "line", "#1d1712", "#15100c", { "rock", "lit", "gold", "cream" }, 30 },
	{ "cream", "#fff6e2", "#fff6e2", { "rock", "slate", "cut" }, 30 },
	{ "slate", "#35435c", "#3f5070", { "cream" }, 30 },
	{ "stone", "#c3bcb0", "#c3bcb0", { "line", "slate" }, 30 },
	{ "gold", "#ffbf1f", "#ffbf1f", { "line", "slate" }, 30 },
	{ "ice", "#bdeaf7", "#bdeaf7", { "line" }, 30 },
	{ "bad", "#9c1f18", "#9c1f18", { "cream", "lit" }, 45 },
	{ "green", "#17703a", "#17703a", { "cream", "lit" }, 45 },
	{ "blue", "#1d56b0", "#1d56b0", { "cream", "lit" }, 45 },
	{ "axis", "#5d5144", "#c9bba6", { "ground" }, 45 },
	{ "place", "#2f6b33", "#8fd08c", { "ground" }, 45 },
	{ "mark", "#58e6ff", "#58e6ff", { "line", "rock", "slate" }, 30 },
	{ "ink", "#1d1712", "#1d1712", { "cream", "white", "sky", "yellow" }, 45 },
	{ "white", "#ffffff", "#ffffff", { "line" }, 30 },
	{ "yellow", "#ffd23e", "#ffd23e", { "line", "ink" }, 45 },
	{ "sky", "#9fd0ff", "#9fd0ff", { "line", "ink", "blue" }, 30 },
	{ "leaf", "#b7ea9f", "#b7ea9f", { "line", "ink", "green", "rock" }, 30 },
	{ "parchment", "#f0d9a2", "#f0d9a2", { "line" }, 30 },
	{ "skin", "#eeb58c", "#eeb58c", { "line" }, 30 },
	{ "cloak", "#4a4058", "#4a4058", { "cream", "skin" }, 30 },
	{ "tie", "#e6c987", "#dfc07c", { NULL }, 0 },
	{ "sand", "#e6d8c3", "#e6d8c3", { "line", "ink" }, 45 },
	{ NULL, NULL, NULL, { NULL }, 0 },
};

/* $NAME is a colour. */
static const char *const rule[] = {
	".adit{background:$ground}.a-bg{fill:$ground}",
	/* cards and tunnels */
	".a-rk{fill:$rock}.a-sl{fill:$slate}.a-gr,.a-gl{fill:none;stroke-linecap:round}",
	".a-gr{stroke:$line;stroke-width:2;opacity:.5}.a-gl{stroke:$sand;stroke-width:1;opacity:."
	"4}",
	".a-w,.a-l,.a-r,.a-lg,.a-lb,.a-cw,.a-c,.a-cs,.a-sg,.a-sb{fill:none;stroke-linejoin:round}",
	".a-w{stroke:$line;stroke-width:35}.a-l{stroke:$lit;stroke-width:29}",
	".a-r{stroke:$tie;stroke-width:15;stroke-dasharray:3 5}",
	".a-lg,.a-lb{stroke-width:29}.a-lg{stroke:$leaf}.a-lb{stroke:$sky}",
	".a-cw{stroke:$stone;stroke-width:19;opacity:.6}.a-c{stroke:$cut;stroke-width:15}",
	".a-cs{stroke:$rock;stroke-width:7;stroke-dasharray:3 5}",
	".a-sg{stroke:$green;stroke-width:7}",
	".a-sb{stroke:$blue;stroke-width:7;stroke-dasharray:7 5}",
	".a-fr{fill:none;stroke:$cream;stroke-width:5}",
	".a-fl{fill:none;stroke:$cream;stroke-width:1;opacity:.3}",
	/* outlines, lines, shade, and lines with a halo */
	".a-e{stroke:$line;stroke-width:3;stroke-linejoin:round}",
	".a-f{stroke:$line;stroke-width:2;stroke-linejoin:round}",
	".a-i,.a-q,.a-ci{fill:none;stroke:$line;stroke-linejoin:round;stroke-linecap:round}",
	".a-i{stroke-width:2.4}.a-q{stroke-width:1.4}.a-ci{stroke:$cream;stroke-width:2}",
	".a-h{fill:$bad;stroke:$cream;stroke-width:3;stroke-linejoin:round;paint-order:stroke}",
	".a-hs{fill:none;stroke:$bad;stroke-width:6}",
	".a-x{fill:none;stroke:$bad;stroke-width:5}",
	".a-dr{fill:none;stroke:$bad;stroke-width:2.4;stroke-dasharray:4 3}",
	".a-j{fill:none;stroke:$line;stroke-width:9}.a-jc{fill:none;stroke:$cream;stroke-width:4}",
	".a-jh{fill:none;stroke:$cream;stroke-width:10}",
	".a-jg{fill:none;stroke:$green;stroke-width:5}.a-jb{fill:none;stroke:$blue;stroke-width:5}",
	/* fills */
	".a-cr{fill:$cream}.a-ln{fill:$line}.a-wd{fill:$wood}.a-st{fill:$stone}",
	".a-go{fill:$gold}.a-ic{fill:$ice}.a-ba{fill:$bad}.a-gn{fill:$green}.a-bl{fill:$blue}",
	".a-dn{fill:$sand}.a-cy{fill:$yellow}.a-cb{fill:$sky}",
	".a-sk{fill:$skin}.a-ck{fill:$cloak}.a-lp{fill:$parchment}",
	/* rooms, and the spaces that the own dwarf reaches */
	".a-rm{stroke:$line;stroke-width:2}.a-rl{fill:$lit}",
	".a-kh,.a-kw{fill:none}.a-kh{stroke:$line;stroke-width:9}",
	".a-kw{stroke:$leaf;stroke-width:5}",
	/* letters */
	".a-tk,.a-tc,.a-ax,.a-pt{font:700 24px sans-serif;text-anchor:middle;stroke:none}",
	".a-tk{fill:$ink}.a-tc{fill:$cream}.a-big{font-size:58px}.a-sm{font-size:19px}.a-fg{font-"
	"size:21px}",
	".a-ax{fill:$axis;font-size:34px;font-weight:400}",
	".a-pt{fill:$place;font-size:24px;font-weight:400}",
	/* places, what a page points at, and what changed */
	".a-pl{fill:$ground;stroke:$place;stroke-width:3;stroke-dasharray:9 7}",
	".a-hv{fill:none;stroke:$bad;stroke-width:7}",
	".a-mh,.a-mk{fill:none;stroke-linejoin:round;stroke-linecap:round}",
	".a-mh{stroke:$line;stroke-width:9}.a-mk{stroke:$mark;stroke-width:5}",
	".a-md{stroke-dasharray:9 9}.a-mf{fill:$mark}",
	".adit g:target>use:first-of-type{stroke:$mark;stroke-width:14}",
	".adit-none{position:absolute}",
};

void
svg_symbols(const char *text, struct buf *out)
{
	struct buf ref = BUF_INIT;
	const size_t start = out->n;

	/* A symbol that refers to another one comes before it. */
	for (const struct svg_symbol *g = svg_glyph; g->name != NULL; g++) {
		buf_clear(&ref);
		buf_fmt(&ref, "#adit-%s\"", g->name);
		if (text == NULL || strstr(text, buf_cstr(&ref)) != NULL ||
		    strstr(buf_cstr(out) + start, buf_cstr(&ref)) != NULL)
			buf_fmt(out, "<g id=\"adit-%s\">%s</g>\n", g->name, g->body);
	}
	buf_release(&ref);
}

void
svg_text(const char *s, struct buf *out)
{
	struct buf shown = BUF_INIT;

	utf8_add_printable(s, strlen(s), &shown);
	xml_escape(buf_cstr(&shown), shown.n, out);
	buf_release(&shown);
}

/* ---- the style ------------------------------------------------------------------------------- */

enum scheme { AS_LIGHT, AS_DARK, AS_PROPERTY };

/* Writes a rule with its colours. */
static void
write_rule(const char *s, enum scheme scheme, struct buf *out)
{
	while (*s != '\0') {
		const char *end = strchr(s, '$');
		size_t n = end != NULL ? (size_t)(end - s) : strlen(s);
		const struct svg_color *ink = svg_ink;

		buf_add(out, s, n);
		s += n;
		if (*s != '$')
			break;
		n = strspn(++s, "abcdefghijklmnopqrstuvwxyz");
		while (strlen(ink->name) != n || strncmp(ink->name, s, n) != 0)
			ink++;
		if (scheme == AS_PROPERTY)
			buf_fmt(out, "var(--adit-%s)", ink->name);
		else
			buf_str(out, scheme == AS_DARK ? ink->dark : ink->light);
		s += n;
	}
}

static void
write_rules(enum scheme scheme, struct buf *out)
{
	for (size_t i = 0; i < sizeof rule / sizeof rule[0]; i++) {
		write_rule(rule[i], scheme, out);
		buf_chr(out, '\n');
	}
}

/* True if the text has an element of a class in the selectors: ".a-w,.a-l". */
static bool
is_used(const char *selectors, size_t n, const char *text)
{
	struct buf class = BUF_INIT;
	bool is = false;

	for (size_t i = 0, len; i < n && !is; i += len + 1) {
		len = strcspn(selectors + i, ",{");
		for (const char *end = "\" "; *end != '\0' && !is; end++) {
			buf_clear(&class);
			buf_add(&class, selectors + i + 1, len - 1);
			buf_chr(&class, *end);
			is = strstr(text, buf_cstr(&class)) != NULL;
		}
	}
	buf_release(&class);
	return is;
}

void
svg_used(const char *text, struct buf *out)
{
	struct buf symbols = BUF_INIT, one = BUF_INIT;

	svg_symbols(text, &symbols);
	buf_str(out, "<style>\n");
	for (size_t i = 0; i < sizeof rule / sizeof rule[0]; i++)
		for (const char *s = rule[i], *end; *s != '\0'; s = end) {
			end = strchr(s, '}') + 1;
			if (!is_used(s, strcspn(s, "{"), buf_cstr(&symbols)))
				continue;
			buf_clear(&one);
			buf_add(&one, s, (size_t)(end - s));
			write_rule(buf_cstr(&one), AS_LIGHT, out);
			buf_chr(out, '\n');
		}
	buf_str(out, "</style>\n<defs>\n");
	buf_add(out, symbols.p, symbols.n);
	buf_str(out, "</defs>\n");
	buf_release(&symbols);
	buf_release(&one);
}

static void
write_properties(bool dark, struct buf *out)
{
	buf_str(out, ":root{");
	for (const struct svg_color *ink = svg_ink; ink->name != NULL; ink++)
		buf_fmt(out, "--adit-%s:%s;", ink->name, dark ? ink->dark : ink->light);
	buf_str(out, "}");
}

void
svg_style(enum svg_for is_for, struct buf *out)
{
	static const char dark[] = "@media screen and (prefers-color-scheme:dark){";

	if (is_for == SVG_FILE) {
		write_rules(AS_LIGHT, out);
		buf_str(out, dark);
		write_rules(AS_DARK, out);
	} else {
		write_properties(false, out);
		buf_fmt(out, "\n%s", dark);
		write_properties(true, out);
	}
	buf_str(out, "}\n");
	if (is_for == SVG_INLINE)
		write_rules(AS_PROPERTY, out);
}
