/* The marks of seats: first what several rules sets have, then those of the rules set. */
#include "draw/mark.h"

#include "draw/svg_internal.h"

static const struct seat_mark common[] = {
	{ "gold", MSG("mark", "gold"), "treasure", NULL, false },
	{ "pickaxe", MSG("mark", "pickaxe"), "pickaxe", NULL, false },
	{ "pickaxe-broken", MSG("mark", "broken pickaxe"), "pickaxe", "slash", false },
	{ "lamp", MSG("mark", "lamp"), "lamp", NULL, false },
	{ "lamp-broken", MSG("mark", "broken lamp"), "lamp", "slash", false },
	{ "cart", MSG("mark", "cart"), "cart", NULL, false },
	{ "cart-broken", MSG("mark", "broken cart"), "cart", "slash", false },
};
enum { GOLD = 1, COMMON = sizeof common / sizeof common[0], TOOLS = (COMMON - GOLD) / 2 };

static bool
has_tools(const struct rules *rules)
{
	for (unsigned i = 0; i < rules->n_cards; i++)
		if (rules->card[i].action == ACTION_BREAK)
			return true;
	return false;
}

const struct seat_mark *
mark_at(const struct rules *rules, unsigned i)
{
	const unsigned n = has_tools(rules) ? COMMON : GOLD;
	const struct seat_mark *own = rules->picture != NULL ? rules->picture->marks : NULL;

	if (i < n)
		return &common[i];
	return own != NULL && own[i - n].name != NULL ? &own[i - n] : NULL;
}

bool
mark_is(const struct view *v, uint8_t seat, unsigned i)
{
	static const uint8_t tool[TOOLS] = { TOOL_PICKAXE, TOOL_LAMP, TOOL_CART };
	const struct rules *rules = v->known.rules;
	const unsigned n = has_tools(rules) ? COMMON : GOLD;

	if (i >= n)
		return rules->picture->has_mark(v, seat, i - n);
	if (i < GOLD)
		return false;
	i -= GOLD;
	return ((v->known.seat[seat].broken & tool[i / 2]) != 0) == (i % 2 != 0);
}

void
mark_shapes(const struct seat_mark *mark, char letter, struct buf *out)
{
	buf_fmt(out, "<use href=\"#adit-hand\"/><use href=\"#adit-%s\"%s/>", mark->glyph,
	    mark->grows ? " transform=\"scale(1.6)\"" : "");
	if (mark->over != NULL)
		buf_fmt(out, "<use href=\"#adit-%s\"/>", mark->over);
	if (letter != '\0')
		buf_fmt(out,
		    "<g transform=\"scale(1.6)\"><text class=\"a-tk\" y=\"12\">%c</text></g>",
		    letter);
}

void
mark_svg(const struct seat_mark *mark, struct buf *out)
{
	struct buf body = BUF_INIT;

	mark_shapes(mark, '\0', &body);
	buf_fmt(out,
	    "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" viewBox=\"-50 -50 100 100\" "
	    "width=\"%d\" height=\"%d\">\n<title>%s</title>\n",
	    MARK_SIZE, MARK_SIZE, language_english(mark->words));
	svg_used(buf_cstr(&body), out);
	buf_fmt(out, "%s\n</svg>\n", body.p);
	buf_release(&body);
}

void
mark_inline(const struct language *lang, const struct seat_mark *mark, char letter, struct buf *out)
{
	buf_fmt(out,
	    "<svg class=\"adit\" role=\"img\" viewBox=\"-50 -50 100 100\" width=\"%d\" "
	    "height=\"%d\"><title>",
	    MARK_SIZE, MARK_SIZE);
	svg_text(language_text(lang, mark->words), out);
	buf_str(out, "</title>");
	mark_shapes(mark, letter, out);
	buf_str(out, "</svg>\n");
}
