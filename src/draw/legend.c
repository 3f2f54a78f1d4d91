/*
 * The meaning of glyphs: those of a rules set, or those on one board.
 */
#include <string.h>

#include "draw/draw.h"
#include "draw/plain.h"
#include "util/utf8.h"

enum { EW = 10, ALL = 15, ARM_N = 1, LEGEND_W = DRAW_COLUMNS / 2, SEEN_MAX_SIGNS = 96 };

struct legend {
	struct pen *pen;
	size_t col;
	bool narrow; /* one entry per line */
	bool all;    /* all glyphs of a rules set; else those that are on the board */
	unsigned n;
	struct glyph seen[SEEN_MAX_SIGNS];
};

static void
add_seen(void *arg, const struct glyph *sign)
{
	struct legend *l = arg;

	for (unsigned i = 0; i < l->n; i++)
		if (strcmp(l->seen[i].utf8, sign->utf8) == 0 && l->seen[i].paint == sign->paint)
			return;
	if (l->n < SEEN_MAX_SIGNS)
		l->seen[l->n++] = *sign;
}

static bool
is_seen(const struct legend *l, const struct glyph *sign)
{
	bool seen = l->all;

	for (unsigned i = 0; i < l->n; i++)
		seen |= strcmp(l->seen[i].utf8, sign->utf8) == 0;
	return seen;
}

/* True if a line of this weight is on the board or, if `ends`, an arm that ends. */
static bool
is_line_seen(const struct legend *l, bool reached, bool ends)
{
	bool seen = false;

	for (unsigned arms = 1; arms <= ALL; arms++)
		if ((arms & (arms - 1)) == 0 || !ends)
			seen |= is_seen(l, draw_line(reached, arms));
	return seen;
}

static void
explain_glyph(struct legend *legend, const struct glyph *const sign[3], const char *message)
{
	const char *meaning = language_text(legend->pen->lang, message);
	const size_t w = 5 + utf8_width(meaning, strlen(meaning));
	const bool is_wide = w >= LEGEND_W;

	if (legend->col > 0 && is_wide) {
		pen_end_line(legend->pen);
		legend->col = 0;
	}
	for (unsigned i = 0; i < 3; i++)
		pen_glyph(legend->pen, sign[i]);
	pen_blanks(legend->pen, 2);
	pen_text(legend->pen, PAINT_PLAIN, meaning);
	if (legend->col || legend->narrow || is_wide) {
		pen_end_line(legend->pen);
		legend->col = 0;
	} else {
		pen_blanks(legend->pen, LEGEND_W - w);
		legend->col = LEGEND_W;
	}
}

void
legend_add(struct legend *legend, const struct glyph *sign, const char *meaning)
{
	const struct glyph *blank = &draw_sign[GLYPH_BLANK];
	const struct glyph *three[3] = { blank, sign, blank };

	if (is_seen(legend, sign))
		explain_glyph(legend, three, meaning);
}

/* Explains marks. bits: the marks to explain; with: features of the cards. */
static void
explain_marks(struct legend *legend, const struct card_mark *mark, unsigned bits, unsigned with)
{
	const struct glyph *blank = &draw_sign[GLYPH_BLANK];

	for (; mark->bit; mark++) {
		const struct glyph *sign[3] = { blank, &mark->sign, blank };

		if ((with & mark->with) != 0 && (bits & mark->bit) != 0)
			explain_glyph(legend, sign, mark->meaning);
	}
}

/* Explains what cards of all rules sets have. with: features of the cards. */
static void
explain_lines(struct legend *l, unsigned with)
{
	const struct glyph *rock = &draw_sign[GLYPH_ROCK], *block = &draw_sign[GLYPH_BLOCK];
	const struct glyph *ew = draw_line(true, EW), *cut = draw_line(false, EW);
	const struct {
		bool shown;
		const struct glyph *sign[3];
		const char *meaning;
	} row[] = {
		{ is_line_seen(l, true, false), { ew, draw_line(true, ALL), ew },
		    MSG("legend", "tunnel that the start reaches") },
		{ is_line_seen(l, false, false), { cut, draw_line(false, ALL), cut },
		    MSG("legend", "tunnel cut off") },
		{ is_seen(l, block), { ew, block, ew },
		    MSG("legend", "blocked: the arms do not meet") },
		{ is_line_seen(l, true, true) || is_line_seen(l, false, true),
		    { ew, draw_line(true, ARM_N), ew },
		    MSG("legend", "arm that ends before it joins") },
		{ is_seen(l, rock), { rock, rock, rock }, MSG("legend", "rock") },
	};

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++)
		if (row[i].shown)
			explain_glyph(l, row[i].sign, row[i].meaning);
	legend_add(l, &draw_sign[GLYPH_PLACE], MSG("legend", "place where a card could go"));
	if ((with & FEATURE_GREEN) == 0) /* else each side has a start of its own */
		legend_add(l, &draw_sign[GLYPH_START], MSG("legend", "start"));
	legend_add(l, &draw_sign[GLYPH_HIDDEN], MSG("legend", "goal face down"));
	legend_add(l, &draw_sign[GLYPH_STONE],
	    (with & FEATURE_EXIT) != 0 ? MSG("legend", "goal face down: no exit") :
					 MSG("legend", "goal face down: no gold"));
}

/* Explains the features of the cards on the board, and their marks. */
static void
explain_board(struct legend *l, const struct view *v, unsigned with)
{
	const struct board *b = &v->known.board;
	unsigned features = 0, flags = 0;

	for (unsigned i = 0; i < b->n; i++) {
		flags |= b->cell[i].flags;
		if (b->cell[i].card != CARD_HIDDEN)
			features |= game_card(&v->known, b->cell[i].card)->feature;
	}
	explain_marks(l, draw_feature_mark, features, with);
	explain_marks(l, draw_cell_mark, flags, with);
}

static unsigned
features_of(const struct rules *rules)
{
	unsigned features = 0;

	for (unsigned i = 0; i < rules->n_cards; i++)
		features |= rules->card[i].feature;
	return features;
}

static void
explain_sides(struct legend *l, unsigned features)
{
	if ((features & FEATURE_GREEN) == 0)
		return;
	legend_add(l, picture_side(false), MSG("legend", "tunnel of green alone"));
	legend_add(l, picture_side(true), MSG("legend", "tunnel of blue alone"));
}

void
draw_legend(const struct language *lang, const struct rules *rules, unsigned style, struct buf *out)
{
	struct pen pen = pen_for(lang, out, style);
	struct legend legend = { .pen = &pen, .all = true };
	unsigned features = features_of(rules);

	explain_lines(&legend, features);
	explain_sides(&legend, features);
	explain_marks(&legend, draw_feature_mark, ~0u, features);
	explain_marks(&legend, draw_cell_mark, ~0u, features);
	if (legend.col)
		pen_end_line(&pen);
}

void
draw_board_legend(const struct language *lang, const struct view *v, const struct names *names,
    const struct draw_board_options *options, struct buf *out)
{
	const struct glyph *bracket[3] = { &draw_bracket[0], &draw_sign[GLYPH_BLANK],
		&draw_bracket[1] };
	const struct glyph clan[2] = { glyph_letter('y', PAINT_STRONG),
		glyph_letter('b', PAINT_STRONG) };
	const struct glyph *clans[3] = { &clan[0], &draw_sign[GLYPH_BLANK], &clan[1] };
	const struct picture_rules *own = v->known.rules->picture;
	struct pen pen = pen_for(lang, out, options->style);
	struct legend legend = { .pen = &pen, .narrow = options->columns < DRAW_COLUMNS };
	unsigned features = features_of(v->known.rules);

	if (options->style & DRAW_PLAIN)
		return; /* plain text has no glyphs */
	board_each_glyph(v, names, add_seen, &legend);
	explain_lines(&legend, features);
	explain_sides(&legend, features);
	explain_board(&legend, v, features);
	if (own != NULL && own->explain != NULL)
		own->explain(v, names, &legend);
	if (own != NULL && own->is_wide && options->columns >= DRAW_WIDE_MIN)
		explain_glyph(&legend, clans, MSG("legend", "clan of a dwarf: yellow, blue"));
	if (options->changes != NULL && options->changes->n > 0)
		explain_glyph(&legend, bracket, MSG("legend", "changed by the newest move"));
	if (legend.col)
		pen_end_line(&pen);
}
