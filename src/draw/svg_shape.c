/*
 * Colours and shapes of drawings.
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
	{ "sand", "#e6d8c3", "#e6d8c3", { "line", "ink" }, 45 },
	{ NULL, NULL, NULL, { NULL }, 0 },
};

/* $NAME is a colour. */
static const char *const rule[] = {
	".adit{background:$ground}.a-bg{fill:$ground}",
	".a-rk{fill:$rock}.a-gr{fill:none;stroke:$wood;stroke-width:2;opacity:.35}",
	".a-w,.a-l,.a-c,.a-sg,.a-sb{fill:none;stroke-linejoin:round}",
	".a-w{stroke:$wood;stroke-width:36}.a-l{stroke:$lit;stroke-width:27}",
	".a-cw{fill:none;stroke:$rock;stroke-width:24}.a-c{stroke:$cut;stroke-width:15}",
	".a-sg{stroke:$green;stroke-width:8}",
	".a-sb{stroke:$blue;stroke-width:8;stroke-dasharray:7 5}",
	".a-e{stroke:$line;stroke-width:3;stroke-linejoin:round}",
	".a-h{fill:$bad;stroke:$cream;stroke-width:4;stroke-linejoin:round;paint-order:stroke}",
	".a-x{fill:none;stroke:$bad;stroke-width:5}",
	".a-fr{fill:none;stroke:$cream;stroke-width:5}",
	".a-j{fill:none;stroke:$line;stroke-width:10}"
	".a-jc{fill:none;stroke:$cream;stroke-width:4}",
	".a-jh{fill:none;stroke:$cream;stroke-width:11}",
	".a-jg{fill:none;stroke:$green;stroke-width:5}"
	".a-jb{fill:none;stroke:$blue;stroke-width:5}",
	".a-jo{fill:none;stroke:$wood;stroke-width:5}"
	".a-jl{fill:none;stroke:$line;stroke-width:4}",
	".a-rm{stroke:$wood;stroke-width:3}.a-rl{fill:$lit}"
	".a-rc{fill:$cut;stroke:$cream;stroke-width:2}",
	".a-cr{fill:$cream}.a-ln{fill:$line}.a-wd{fill:$wood}.a-sl{fill:$slate}",
	".a-st{fill:$stone}.a-go{fill:$gold}.a-ic{fill:$ice}.a-ba{fill:$bad}",
	".a-gn{fill:$green}.a-bl{fill:$blue}",
	".a-dn{fill:$sand}.a-cy{fill:$yellow}.a-cb{fill:$sky}",
	".a-lg,.a-lb{fill:none;stroke-linejoin:round;stroke-width:27}",
	".a-lg{stroke:$leaf}.a-lb{stroke:$sky}",
	".a-kh,.a-kw{fill:none;stroke-dasharray:6 5}.a-kh{stroke:$line;stroke-width:13}",
	".a-kw{stroke:$leaf;stroke-width:8}.a-sm{font-size:19px}",
	".a-tk,.a-tc,.a-tg,.a-tb,.a-ax,.a-pt{font:700 24px "
	"sans-serif;text-anchor:middle;stroke:none}",
	".a-tk{fill:$ink}.a-tc{fill:$cream}.a-tg{fill:$green}.a-tb{fill:$blue}",
	".a-big{font-size:58px}.a-ax{fill:$axis;font-size:34px;font-weight:400}",
	".a-pl{fill:$ground;stroke:$place;stroke-width:3;stroke-dasharray:9 7}",
	".a-pt{fill:$place;font-size:24px;font-weight:400}",
	".a-hv{fill:none;stroke:$bad;stroke-width:7}",
	".a-mh,.a-mk{fill:none;stroke-linejoin:round;stroke-linecap:round}",
	".a-mh{stroke:$line;stroke-width:11}.a-mk{stroke:$mark;stroke-width:5}",
	".a-md{stroke-dasharray:9 9}.a-mf{fill:$mark}",
	".adit g:target>use:first-of-type{stroke:$mark;stroke-width:14}",
	".adit-none{position:absolute}",
};

const struct svg_symbol svg_glyph[] = {
	{ "rock",
	    "<rect class=\"a-rk\" x=\"-49\" y=\"-49\" width=\"98\" height=\"98\" rx=\"7\"/>"
	    "<path class=\"a-gr\" d=\"M-42-30l10-8 9 5M27-41l11 7-3 9M-41 27l4 12 12 1M24 39l11-2 "
	    "5-10\"/>" },
	{ "frame",
	    "<rect class=\"a-fr\" x=\"-44\" y=\"-44\" width=\"88\" height=\"88\" rx=\"6\"/>" },
	{ "down",
	    "<rect class=\"a-sl\" x=\"-49\" y=\"-49\" width=\"98\" height=\"98\" rx=\"7\"/>"
	    "<rect class=\"a-fr\" x=\"-44\" y=\"-44\" width=\"88\" height=\"88\" rx=\"6\"/>" },
	{ "hand",
	    "<rect class=\"a-cr a-e\" x=\"-47\" y=\"-47\" width=\"94\" height=\"94\" rx=\"9\"/>" },
	{ "end",
	    "<path class=\"a-jh\" d=\"M-12-41L12-25M12-41L-12-25\"/><path class=\"a-x\" "
	    "d=\"M-12-41L12-25M12-41L-12-25\"/>" },
	{ "start",
	    "<g class=\"a-e\"><circle class=\"a-cr\" r=\"23\"/><path class=\"a-wd\" d=\"M-14 "
	    "14V-3a14 14 "
	    "0 0 1 28 0V14Z\"/>"
	    "<path class=\"a-ln\" d=\"M-7 14V-1a7 7 0 0 1 14 0V14Z\"/></g>" },
	{ "hidden", "<text class=\"a-tc a-big\" y=\"21\">?</text>" },
	{ "stone", "<path class=\"a-st a-e\" d=\"M-25 15L-19-9L0-20L20-11L26 15Z\"/>" },
	{ "treasure",
	    "<g class=\"a-e\"><path class=\"a-go\" d=\"M-28 18L-21 3L-8 4L-11-10L3-19L15-9L11 4L22 "
	    "3L29 18Z\"/>"
	    "<path class=\"a-jl\" d=\"M-8 4L0 7L11 4\"/></g>" },
	{ "home-green",
	    "<circle class=\"a-gn a-e\" r=\"20\"/><text class=\"a-tc\" y=\"9\">G</text>" },
	{ "home-blue",
	    "<rect class=\"a-bl a-e\" x=\"-19\" y=\"-19\" width=\"38\" height=\"38\"/><text "
	    "class=\"a-tc\" y=\"9\">B</text>" },
	{ "exit",
	    "<g class=\"a-e\"><path class=\"a-cr\" d=\"M-22 22V-4a22 20 0 0 1 44 0V22Z\"/>"
	    "<path class=\"a-gn\" d=\"M-13-3H0V-12L15 3L0 18V9H-13Z\"/></g>" },
	{ "door-green",
	    "<circle class=\"a-gn a-e\" r=\"17\"/><text class=\"a-tc\" y=\"8\">G</text>" },
	{ "door-blue",
	    "<rect class=\"a-bl a-e\" x=\"-16\" y=\"-16\" width=\"32\" height=\"32\"/><text "
	    "class=\"a-tc\" y=\"8\">B</text>" },
	{ "gold", "<path class=\"a-go a-e\" d=\"M-15 7L-11-7L2-13L14-6L16 7L5 13H-8Z\"/>" },
	{ "ladder",
	    "<path class=\"a-j\" d=\"M-8-17V17M8-17V17M-8-9H8M-8 0H8M-8 9H8\"/>"
	    "<path class=\"a-jc\" d=\"M-8-15V15M8-15V15M-8-9H8M-8 0H8M-8 9H8\"/>" },
	{ "ladder-green",
	    "<path class=\"a-jh\" d=\"M-8-17V17M8-17V17M-8-9H8M-8 0H8M-8 9H8\"/>"
	    "<path class=\"a-jg\" d=\"M-8-15V15M8-15V15M-8-9H8M-8 0H8M-8 9H8\"/>" },
	{ "ladder-blue",
	    "<path class=\"a-jh\" d=\"M-8-17V17M8-17V17M-8-9H8M-8 0H8M-8 9H8\"/>"
	    "<path class=\"a-jb\" d=\"M-8-15V15M8-15V15M-8-9H8M-8 0H8M-8 9H8\"/>" },
	{ "crystal",
	    "<g class=\"a-e\"><path class=\"a-ic\" d=\"M0-19L11-7L6 15H-6L-11-7Z\"/><path "
	    "class=\"a-jl\" "
	    "d=\"M-11-7H11M0-6V15\"/></g>" },
	{ "troll",
	    "<path class=\"a-h\" d=\"M-17 18V-5a17 15 0 0 1 34 0V18L10 12L4 18L-4 12L-10 "
	    "18Z\"/><text class=\"a-tc\" y=\"9\">T</text>" },
	{ "hole",
	    "<ellipse class=\"a-ln\" rx=\"17\" ry=\"12\"/><ellipse class=\"a-jc\" rx=\"17\" "
	    "ry=\"12\"/>" },
	{ "bridge", "<path class=\"a-jo\" d=\"M-19-16H19M-19-6H19M-19 6H19M-19 16H19\"/>" },
	{ "tunnel",
	    "<g class=\"a-e\"><path class=\"a-st\" d=\"M-17 13V0a17 15 0 0 1 34 0V13Z\"/>"
	    "<path class=\"a-ln\" d=\"M-9 13V2a9 8 0 0 1 18 0V13Z\"/></g>" },
	{ "vein",
	    "<g class=\"a-e\"><path class=\"a-st\" d=\"M-17 12L-13-9L3-14L16-6L18 12Z\"/><path "
	    "class=\"a-jl\" d=\"M-8 5L-1-3L3 3L10-4\"/></g>" },
	{ "token-green",
	    "<circle class=\"a-gn a-e\" r=\"14\"/><text class=\"a-tc\" y=\"7\">g</text>" },
	{ "token-blue",
	    "<rect class=\"a-bl a-e\" x=\"-13\" y=\"-13\" width=\"26\" height=\"26\"/><text "
	    "class=\"a-tc\" y=\"8\">b</text>" },
	{ "key",
	    "<path class=\"a-j\" d=\"M-4 0H16M9 0V7M15 0V8\"/><circle class=\"a-j\" cx=\"-9\" "
	    "r=\"7\"/>"
	    "<path class=\"a-jc\" d=\"M-3 0H15M9 0V6M14 0V7\"/><circle class=\"a-jc\" cx=\"-9\" "
	    "r=\"7\"/>" },
	{ "vein-gold",
	    "<g class=\"a-e\"><path class=\"a-st\" d=\"M-18 14L-14-10L3-16L17-8L19 14Z\"/>"
	    "<path class=\"a-go\" d=\"M-11 10L-8-3L2-9L12-3L13 10Z\"/></g>" },
	{ "room", "<circle class=\"a-rm a-rl\" r=\"14\"/>" },
	{ "walk", "<circle class=\"a-kh\" r=\"22\"/><circle class=\"a-kw\" r=\"22\"/>" },
	{ "walk-card", "<circle class=\"a-kh\" r=\"28\"/><circle class=\"a-kw\" r=\"28\"/>" },
	{ "web",
	    "<circle class=\"a-ln\" r=\"19\"/><path class=\"a-jc\" d=\"M-19 0H-10M10 "
	    "0H19M0-19V-10M0 "
	    "10V19M-13-13L-8-8M13-13L8-8M-13 13L-8 8M13 13L8 8\"/>" },
	{ "rat",
	    "<path class=\"a-h\" d=\"M14 12C24 12 25 2 19-3M-17 16C-21 0-11-9 2-9C15-9 18 6 14 "
	    "16Z\"/><circle class=\"a-h\" cx=\"-10\" cy=\"-11\" r=\"6\"/><circle class=\"a-h\" "
	    "cx=\"5\" cy=\"-13\" r=\"6\"/><text class=\"a-tc\" y=\"12\">r</text>" },
	{ "lindworm",
	    "<path class=\"a-h\" d=\"M-13 5C-13-14 4-16 6-22C8-27 20-26 22-17L15-13C13-11 12-8 "
	    "11-4C17 8 10 19 0 19C-6 19-9 17-11 14L-23 17L-13 5Z\"/><text class=\"a-tc\" "
	    "y=\"14\">l</text>" },
	{ "goblin",
	    "<path class=\"a-h\" d=\"M-11-6L-23-15L-13 6C-10 19 10 19 13 "
	    "6L23-15L11-6C5-14-5-14-11-6Z\"/>"
	    "<text class=\"a-tc\" y=\"9\">g</text>" },
	{ "dwarf0", "<g class=\"a-dn\"><use href=\"#adit-body0\"/></g>" },
	{ "dwarf1", "<g class=\"a-dn\"><use href=\"#adit-body1\"/></g>" },
	{ "dwarf2", "<g class=\"a-dn\"><use href=\"#adit-body2\"/></g>" },
	{ "dwarf3", "<g class=\"a-dn\"><use href=\"#adit-body3\"/></g>" },
	{ "dwarf4", "<g class=\"a-dn\"><use href=\"#adit-body4\"/></g>" },
	{ "dwarf5", "<g class=\"a-dn\"><use href=\"#adit-body5\"/></g>" },
	{ "dwarf6", "<g class=\"a-dn\"><use href=\"#adit-body6\"/></g>" },
	{ "dwarf7", "<g class=\"a-dn\"><use href=\"#adit-body7\"/></g>" },
	{ "body0", "<circle class=\"a-e\" cy=\"3\" r=\"13\"/>" },
	{ "body1", "<path class=\"a-e\" d=\"M-12-9H12V15H-12Z\"/>" },
	{ "body2", "<path class=\"a-e\" d=\"M0-13L16 3L0 19L-16 3Z\"/>" },
	{ "body3", "<path class=\"a-e\" d=\"M-8-9H8L15 3L8 16H-8L-15 3Z\"/>" },
	{ "body4", "<path class=\"a-e\" d=\"M-13-8H13V4C13 11 5 15 0 18C-5 15-13 11-13 4Z\"/>" },
	{ "body5", "<path class=\"a-e\" d=\"M0-12L15 0L10 16H-10L-15 0Z\"/>" },
	{ "body6", "<path class=\"a-e\" d=\"M-16 15L-10-9H10L16 15Z\"/>" },
	{ "body7", "<path class=\"a-e\" d=\"M-7-10H7V-4H15V10H7V16H-7V10H-15V-4H-7Z\"/>" },
	{ "hat-y", "<path class=\"a-ba a-e\" d=\"M-11-6L0-20L11-6Z\"/>" },
	{ "hat-b",
	    "<path class=\"a-ln a-e\" d=\"M-15-6H15M-10-6a10 11 0 0 1 20 0Z\"/><circle "
	    "class=\"a-go\" cy=\"-11\" r=\"3\"/>" },
	{ "more", "<circle class=\"a-cr a-e\" r=\"12\"/>" },
	{ "pickaxe",
	    "<path class=\"a-j\" d=\"M-17 20L11-12\"/><path class=\"a-jo\" d=\"M-17 20L11-12\"/>"
	    "<path class=\"a-st a-e\" d=\"M-13-19C4-22 20-10 22 11C15-1 3-12-13-19Z\"/>" },
	{ "lamp",
	    "<g class=\"a-e\"><path class=\"a-jl\" d=\"M-8-14C-8-26 8-26 8-14\"/><path "
	    "class=\"a-wd\" "
	    "d=\"M-14-14H14V-8H-14ZM-14 14H14V21H-14Z\"/>"
	    "<path class=\"a-go\" d=\"M-11-8H11V14H-11Z\"/></g>" },
	{ "cart",
	    "<g class=\"a-e\"><path class=\"a-st\" d=\"M-23-12H23L16 11H-16Z\"/><circle "
	    "class=\"a-wd\" "
	    "cx=\"-10\" cy=\"17\" r=\"6\"/>"
	    "<circle class=\"a-wd\" cx=\"10\" cy=\"17\" r=\"6\"/></g>" },
	{ "break",
	    "<circle class=\"a-ba a-e\" cx=\"27\" cy=\"27\" r=\"15\"/><path class=\"a-jc\" d=\"M20 "
	    "20L34 34M34 20L20 34\"/>" },
	{ "repair",
	    "<circle class=\"a-gn a-e\" cx=\"27\" cy=\"27\" r=\"15\"/><path class=\"a-jc\" d=\"M19 "
	    "27L25 "
	    "34L36 20\"/>" },
	{ "rockfall",
	    "<g class=\"a-e\"><path class=\"a-st\" d=\"M-33 26L-27 6L-10 4L-3 26Z\"/><path "
	    "class=\"a-st\" d=\"M0 26L5 2L24-1L34 26Z\"/>"
	    "<path class=\"a-st\" d=\"M-14-4L-8-27L11-26L16-5Z\"/></g>" },
	{ "map",
	    "<g class=\"a-e\"><path class=\"a-go\" d=\"M-30-21L-10-27L10-19L30-25V19L10 25L-10 "
	    "17L-30 "
	    "23Z\"/>"
	    "<path class=\"a-jl\" d=\"M-10-27V17M10-19V25\"/></g><path class=\"a-x\" d=\"M14-6L26 "
	    "6M26-6L14 6\"/>" },
	{ "bag",
	    "<g class=\"a-e\"><path class=\"a-wd\" d=\"M-9-15L-15-27H15L9-15C29 0 28 27 12 "
	    "28H-12C-28 "
	    "27-29 0-9-15Z\"/>"
	    "<path class=\"a-go\" d=\"M-11 15L-8 3L4 0L12 8L8 18Z\"/></g>" },
	{ "slash",
	    "<path class=\"a-jh\" d=\"M-30 30L30-30\"/><path class=\"a-x\" d=\"M-30 30L30-30\"/>" },
	{ "cards",
	    "<g class=\"a-e\"><path class=\"a-st\" d=\"M-26-16L-6-23L6 11L-14 18Z\"/><path "
	    "class=\"a-ic\" d=\"M-4-20H18V16H-4Z\"/></g>" },
	{ "swap",
	    "<path class=\"a-jl\" d=\"M-30 26H24M16 19L25 26L16 "
	    "33M30-31H-24M-16-38L-25-31L-16-24\"/>" },
	{ "eye",
	    "<g class=\"a-e\"><path class=\"a-dn\" d=\"M-32 0C-16-24 16-24 32 0C16 24-16 24-32 "
	    "0Z\"/><circle class=\"a-bl\" r=\"12\"/>"
	    "<circle class=\"a-ln\" r=\"4\"/></g>" },
	{ "hat",
	    "<g class=\"a-e\"><path class=\"a-ba\" d=\"M-18 13L3-25L18 13Z\"/><path class=\"a-wd\" "
	    "d=\"M-25 13H25V20H-25Z\"/></g>" },
	{ "cage", "<path class=\"a-jl\" d=\"M-26-27H26V27H-26ZM-13-27V27M0-27V27M13-27V27\"/>" },
	{ "open",
	    "<path class=\"a-jl\" d=\"M10-27H-26V27H10M-13-27V27M0-27V27\"/><path class=\"a-jg\" "
	    "d=\"M8 0H34M26-9L36 0L26 9\"/>" },
	{ "boots",
	    "<g class=\"a-e\"><path class=\"a-wd\" d=\"M-27-24H-11V8L3 14V24H-27Z\"/><path "
	    "class=\"a-wd\" d=\"M4-24H20V8L33 14V24H4Z\"/></g>" },
	{ "axe",
	    "<path class=\"a-j\" d=\"M-18 30L10-26\"/><path class=\"a-jo\" d=\"M-18 29L10-26\"/>"
	    "<path class=\"a-st a-e\" d=\"M0-22C14-34 30-20 31 2C22-4 13-6-9-2Z\"/>" },
	/* what changed */
	{ "new",
	    "<path class=\"a-mh\" d=\"M-47-25V-47H-25M25-47H47V-25M47 25V47H25M-25 47H-47V25\"/>"
	    "<path class=\"a-mk\" d=\"M-47-25V-47H-25M25-47H47V-25M47 25V47H25M-25 47H-47V25\"/>" },
	{ "gone",
	    "<circle class=\"a-mh\" r=\"40\"/><circle class=\"a-mk a-md\" r=\"40\"/>"
	    "<path class=\"a-mh\" d=\"M-13-13L13 13M13-13L-13 13\"/>"
	    "<path class=\"a-mk\" d=\"M-13-13L13 13M13-13L-13 13\"/>" },
	{ "put", "<path class=\"a-mf a-e\" d=\"M0-11L11 0L0 11L-11 0Z\"/>" },
	{ "stop", "<circle class=\"a-mh\" r=\"19\"/><circle class=\"a-mk\" r=\"19\"/>" },
	{ "arrow", "<path class=\"a-mf a-e\" d=\"M-12-14L15 0L-12 14L-6 0Z\"/>" },
	{ "person",
	    "<g class=\"a-e\"><path class=\"a-dn\" d=\"M-17-2H17V14C17 26 5 32 0 36C-5 32-17 26-17 "
	    "14Z\"/><path class=\"a-ba\" d=\"M-20-2L2-38L20-2Z\"/></g>" },
	{ NULL, NULL },
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
