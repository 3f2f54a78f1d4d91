/* Words that people see. */
#include "text/shown.h"

#include <string.h>

#include "util/utf8.h"

/* The names of cards, tools, edges and sides that have translations. */
static const char *const word[] = {
	MSG("card", "break-pickaxe"),
	MSG("card", "break-lamp"),
	MSG("card", "break-cart"),
	MSG("card", "repair-pickaxe"),
	MSG("card", "repair-lamp"),
	MSG("card", "repair-cart"),
	MSG("card", "repair-pickaxe-lamp"),
	MSG("card", "repair-pickaxe-cart"),
	MSG("card", "repair-lamp-cart"),
	MSG("card", "rockfall"),
	MSG("card", "map"),
	MSG("card", "theft"),
	MSG("card", "hands-off"),
	MSG("card", "swap-hands"),
	MSG("card", "inspection"),
	MSG("card", "swap-hats"),
	MSG("card", "trapped"),
	MSG("card", "free-at-last"),
	MSG("card", "key"),
	MSG("card", "secret-information"),
	MSG("card", "swap-cards"),
	MSG("card", "spiderweb"),
	MSG("card", "boots"),
	MSG("card", "battle-axe"),
	MSG("card", "rat"),
	MSG("card", "lindworm"),
	MSG("card", "goblin"),
	MSG("card", "miner"),
	MSG("card", "saboteur"),
	MSG("card", "green-digger"),
	MSG("card", "blue-digger"),
	MSG("card", "boss"),
	MSG("card", "profiteer"),
	MSG("card", "geologist"),
	MSG("card", "yellow-loyal"),
	MSG("card", "yellow-saboteur"),
	MSG("card", "blue-loyal"),
	MSG("card", "blue-saboteur"),
	MSG("card", "selfish-miner"),
	MSG("tool", "pickaxe"),
	MSG("tool", "lamp"),
	MSG("tool", "cart"),
	MSG("edge", "north"),
	MSG("edge", "east"),
	MSG("edge", "south"),
	MSG("edge", "west"),
	MSG("side", "green"),
	MSG("side", "blue"),
	MSG("side", "yellow"),
};

/* Returns the word of this context, or the name itself. */
static const char *
find_word(const struct language *lang, const char *context, const char *name)
{
	const size_t n = strlen(context);

	for (size_t i = 0; lang != NULL && i < sizeof word / sizeof word[0]; i++)
		if (strncmp(word[i], context, n) == 0 && word[i][n] == '\004' &&
		    strcmp(word[i] + n + 1, name) == 0)
			return language_text(lang, word[i]);
	return name;
}

const char *
shown_word(const struct language *lang, const char *name)
{
	return find_word(lang, "card", name);
}

void
shown_card(const struct language *lang, const struct rules *rules, card_id card, struct buf *out)
{
	char name[CARD_NAME_MAX];

	card_name(rules, card, name);
	buf_str(out, shown_word(lang, name));
}

void
shown_card_both(
    const struct language *lang, const struct rules *rules, card_id card, struct buf *out)
{
	char name[CARD_NAME_MAX];
	const char *shown;

	card_name(rules, card, name);
	shown = shown_word(lang, name);
	buf_str(out, name);
	if (strcmp(shown, name) != 0)
		buf_fmt(out, " (%s)", shown);
}

/* Appends a name without case and accents, with "-" for blanks. */
static void
fold(const char *s, struct buf *out)
{
	const size_t from = out->n;
	struct buf bare = BUF_INIT;

	utf8_strip_marks(s, strlen(s), &bare);
	utf8_fold(buf_cstr(&bare), bare.n, out);
	for (size_t i = from; i < out->n; i++)
		if (out->p[i] == ' ')
			out->p[i] = '-';
	buf_release(&bare);
}

card_id
shown_card_like(const struct language *lang, const struct rules *rules, const char *name)
{
	struct buf wanted = BUF_INIT, shown = BUF_INIT;
	char plain[CARD_NAME_MAX];
	card_id found, like = CARD_NONE;

	if (!utf8_is_valid(name, strlen(name)))
		return CARD_NONE;
	fold(name, &wanted);
	found = card_find_like(rules, buf_cstr(&wanted));
	for (card_id c = 0; c < rules->n_cards && found == CARD_NONE; c++) {
		card_name(rules, c, plain);
		buf_clear(&shown);
		fold(shown_word(lang, plain), &shown);
		if (strcmp(buf_cstr(&shown), wanted.p) == 0)
			found = c;
		else if (like == CARD_NONE && strncmp(shown.p, wanted.p, wanted.n) == 0)
			like = c;
	}
	buf_release(&wanted);
	buf_release(&shown);
	return found != CARD_NONE ? found : like;
}

const char *
shown_tool(const struct language *lang, unsigned tool)
{
	return find_word(lang, "tool", tool_name(tool));
}

const char *
shown_edge(const struct language *lang, unsigned edge)
{
	return find_word(lang, "edge", edge_name(edge));
}

const char *
shown_side(const struct language *lang, const char *side)
{
	return find_word(lang, "side", side);
}

const char *
shown_and(const struct language *lang, unsigned i, unsigned n)
{
	if (i == 0)
		return "";
	return language_text(lang, i + 1 == n ? MSG("list", " and ") : MSG("list", ", "));
}

const char *
shown_or(const struct language *lang, unsigned i, unsigned n)
{
	if (i == 0)
		return "";
	return language_text(lang, i + 1 == n ? MSG("list", " or ") : MSG("list", ", "));
}

const char *
shown_separator(const struct language *lang, unsigned seats, uint8_t seat)
{
	if ((seats & ((1u << seat) - 1)) == 0)
		return "";
	return shown_and(lang, 1, seats >> seat == 1 ? 2 : 3);
}
