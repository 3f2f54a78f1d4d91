/*
 * The pen for pages: boards and cards as SVG. The drawing of a card is in svg_cell.c and
 * svg_shape.c.
 */
#include "draw/svg.h"

#include <stdlib.h>
#include <string.h>

#include "draw/svg_internal.h"
#include "text/shown.h"
#include "util/mem.h"

enum { HALF = SVG_CELL / 2, AXIS = 64 };

/* ---- shared cells ------------------------------------------------------------------------ */

struct shared_cell {
	uint64_t hash;
	size_t at, n; /* in the text */
};

struct svg_defs {
	struct buf text;
	struct shared_cell *cell;
	size_t n;
};

struct svg_defs *
svg_defs_new(void)
{
	return mem_zero(1, sizeof(struct svg_defs));
}

void
svg_defs_free(struct svg_defs *defs)
{
	if (defs == NULL)
		return;
	buf_release(&defs->text);
	free(defs->cell);
	free(defs);
}

/* Returns the FNV-1a hash; equal hashes are followed by a comparison of bytes. */
static uint64_t
hash_of(const struct buf *b)
{
	uint64_t h = 14695981039346656037u;

	for (size_t i = 0; i < b->n; i++)
		h = (h ^ (unsigned char)b->p[i]) * 1099511628211u;
	return h;
}

static size_t
defs_add(struct svg_defs *defs, const struct buf *cell)
{
	uint64_t hash = hash_of(cell);
	size_t k = 0;

	for (; k < defs->n; k++)
		if (defs->cell[k].hash == hash && defs->cell[k].n == cell->n &&
		    memcmp(defs->text.p + defs->cell[k].at, cell->p, cell->n) == 0)
			return k;
	GROW(defs->cell, defs->n);
	defs->cell[defs->n++] = (struct shared_cell){ hash, defs->text.n, cell->n };
	buf_add(&defs->text, cell->p, cell->n);
	return k;
}

void
svg_defs_cells(const struct svg_defs *defs, struct buf *out)
{
	buf_str(out,
	    "<svg class=\"adit adit-none\" width=\"0\" height=\"0\" aria-hidden=\"true\"><defs>\n");
	for (size_t k = 0; k < defs->n; k++) {
		buf_fmt(out, "<g id=\"adit-c%zu\"", k);
		buf_add(out, defs->text.p + defs->cell[k].at + 2, defs->cell[k].n - 2);
	}
	buf_str(out, "</defs></svg>\n");
}

/* ---- the frame --------------------------------------------------------------------------------- */

void
svg_shapes(struct buf *out)
{
	buf_str(out,
	    "<svg class=\"adit adit-none\" width=\"0\" height=\"0\" aria-hidden=\"true\"><defs>\n");
	svg_symbols(NULL, out);
	buf_str(out, "</defs></svg>\n");
}

struct box {
	int x, y, w, h;
};

/* Writes the drawing around its body; words: a plain-text description. */
static void
write_svg(const struct svg_options *options, struct box box, const char *title, const char *words,
    const struct buf *body, struct buf *out)
{
	buf_str(out, "<svg");
	if (options->is_for == SVG_FILE)
		buf_str(out, " xmlns=\"http://www.w3.org/2000/svg\"");
	buf_fmt(out,
	    " class=\"adit\" role=\"%s\" viewBox=\"%d %d %d %d\" width=\"%d\" "
	    "height=\"%d\">\n<title>",
	    options->targets ? "group" : "img", box.x, box.y, box.w, box.h, box.w, box.h);
	svg_text(title, out);
	buf_str(out, "</title>\n");
	if (*words != '\0') {
		buf_str(out, "<desc>");
		svg_text(words, out);
		buf_str(out, "</desc>\n");
	}
	if (options->is_for == SVG_FILE) {
		buf_str(out, "<style>\n");
		svg_style(SVG_FILE, out);
		buf_str(out, "</style>\n<defs>\n");
		svg_symbols(buf_cstr(body), out);
		buf_str(out, "</defs>\n");
	}
	buf_add(out, body->p, body->n);
	buf_str(out, "</svg>\n");
}

/* ---- the table --------------------------------------------------------------------------------- */

/* Returns how the rock of a place is turned, in quarters, so that neighbours differ. */
static unsigned
rock_at(int x, int y)
{
	const unsigned a = (unsigned)(x + 64), b = (unsigned)(y + 64);

	return (a * 3 + b * 7 + a * b / 3) % EDGES;
}

/* Writes a <g>, or a reference to it if drawings share it. */
static void
write_shared(const struct svg_options *options, const struct buf *g, struct buf *out)
{
	if (options->defs != NULL)
		buf_fmt(out, "<use href=\"#adit-c%zu\"/>\n", defs_add(options->defs, g));
	else
		buf_add(out, g->p, g->n);
}

static void
write_cell(const struct board_layout *c, unsigned i, const struct svg_options *options,
    const char *title, struct buf *out)
{
	const struct cell *at = &c->board->cell[i];
	struct buf cell = BUF_INIT;

	buf_str(&cell, "<g");
	if (options->anchors)
		buf_fmt(&cell, " id=\"at%d_%d\"", at->x, at->y);
	if (options->targets)
		buf_fmt(&cell, " data-at=\"%d,%d\"", at->x, at->y);
	buf_fmt(&cell, " transform=\"translate(%d %d)\">", at->x * SVG_CELL, at->y * SVG_CELL);
	if (options->targets) {
		buf_str(&cell, "<title>");
		svg_text(title, &cell);
		buf_str(&cell, "</title>");
	}
	svg_picture(&c->picture[i], rock_at(at->x, at->y), &cell);
	buf_str(&cell, "</g>\n");
	write_shared(options, &cell, out);
	buf_release(&cell);
}

/* Writes an empty place; as a target with its coordinates. */
static void
write_place(int x, int y, const struct svg_options *options, struct buf *out)
{
	int left = x * SVG_CELL - 36, top = y * SVG_CELL - 36;
	struct buf g = BUF_INIT, title = BUF_INIT;

	buf_str(&g, "<g");
	if (options->targets) {
		buf_fmt(&g, " data-at=\"%d,%d\"><title>", x, y);
		language_fmt(options->lang, &title, MSG("picture", "%d,%d, empty"), x, y);
		svg_text(buf_cstr(&title), &g);
		buf_str(&g, "</title");
		buf_release(&title);
	}
	buf_fmt(&g, "><rect class=\"a-pl\" x=\"%d\" y=\"%d\" width=\"72\" height=\"72\" rx=\"9\"/>",
	    left, top);
	if (options->targets)
		buf_fmt(&g, "<text class=\"a-pt\" x=\"%d\" y=\"%d\">%d,%d</text>", x * SVG_CELL,
		    y * SVG_CELL + 8, x, y);
	buf_str(&g, "</g>\n");
	write_shared(options, &g, out);
	buf_release(&g);
}

static void
write_label(int x, int y, int number, struct buf *out)
{
	buf_fmt(out, "<text class=\"a-ax\" x=\"%d\" y=\"%d\">%d</text>", x, y + 12, number);
}

/* Writes coordinates at all four sides. */
static void
write_axes(const struct svg_extent *e, const struct svg_options *options, struct buf *out)
{
	int low = HALF + AXIS / 2;
	struct buf g = BUF_INIT;

	buf_str(&g, "<g aria-hidden=\"true\">");
	for (int x = e->x0; x <= e->x1; x++) {
		write_label(x * SVG_CELL, e->y0 * SVG_CELL - low, x, &g);
		write_label(x * SVG_CELL, e->y1 * SVG_CELL + low, x, &g);
	}
	for (int y = e->y0; y <= e->y1; y++) {
		write_label(e->x0 * SVG_CELL - low, y * SVG_CELL, y, &g);
		write_label(e->x1 * SVG_CELL + low, y * SVG_CELL, y, &g);
	}
	buf_str(&g, "</g>\n");
	write_shared(options, &g, out);
	buf_release(&g);
}

static void
extent_reach(struct svg_extent *e, int x, int y)
{
	e->x0 = !e->any || x < e->x0 ? x : e->x0;
	e->x1 = !e->any || x > e->x1 ? x : e->x1;
	e->y0 = !e->any || y < e->y0 ? y : e->y0;
	e->y1 = !e->any || y > e->y1 ? y : e->y1;
	e->any = true;
}

static void
extent_take(const struct board_layout *c, struct svg_extent *e)
{
	extent_reach(e, c->x0, c->y0);
	extent_reach(e, c->x1, c->y1);
}

void
svg_extent_add(const struct view *v, const struct names *names, struct svg_extent *extent)
{
	struct board_layout c;

	if (board_layout_make(&c, v, names))
		extent_take(&c, extent);
}

static void
write_table(const struct view *v, const struct names *names, const struct board_layout *c,
    const struct svg_options *options, struct buf *words, struct buf *body)
{
	struct buf title = BUF_INIT;

	for (int x = c->x0; x <= c->x1 && v->known.phase != PHASE_OVER; x++)
		for (int y = c->y0; y <= c->y1; y++)
			if (!options->only_also && board_layout_is_place(c, x, y))
				write_place(x, y, options, body);
	for (size_t i = 0; i < options->n_also; i++)
		if (options->only_also ||
		    !board_layout_is_place(c, options->also[i].x, options->also[i].y))
			write_place(options->also[i].x, options->also[i].y, options, body);
	for (unsigned i = 0; i < c->board->n; i++) {
		buf_clear(&title);
		svg_words(options->lang, v, names, c, i, &title);
		if (options->defs == NULL && !options->targets) {
			buf_str(words, buf_cstr(&title));
			buf_chr(words, ' ');
		}
		write_cell(c, i, options, buf_cstr(&title), body);
	}
	if (options->changes != NULL)
		svg_changes(c, options->changes, options->anchors, body);
	buf_release(&title);
}

void
svg_board(const struct view *v, const struct names *names, const struct svg_options *options,
    struct buf *out)
{
	struct board_layout c;
	struct svg_extent e = { .any = false };
	struct buf body = BUF_INIT, words = BUF_INIT, title = BUF_INIT;
	struct box box;

	if (!board_layout_make(&c, v, names))
		return;
	if (options->extent != NULL)
		e = *options->extent;
	extent_take(&c, &e);
	for (size_t i = 0; i < options->n_also; i++)
		extent_reach(&e, options->also[i].x, options->also[i].y);
	box = (struct box){ e.x0 * SVG_CELL - HALF - AXIS, e.y0 * SVG_CELL - HALF - AXIS,
		(e.x1 - e.x0 + 1) * SVG_CELL + 2 * AXIS, (e.y1 - e.y0 + 1) * SVG_CELL + 2 * AXIS };
	buf_fmt(&body, "<rect class=\"a-bg\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>\n",
	    box.x, box.y, box.w, box.h);
	write_axes(&e, options, &body);
	write_table(v, names, &c, options, &words, &body);
	language_fmt(options->lang, &title, MSG("picture", "Board of %s with %u cards"),
	    v->known.rules->name, (unsigned)c.board->n);
	write_svg(options, box, buf_cstr(&title), buf_cstr(&words), &body, out);
	buf_release(&title);
	buf_release(&words);
	buf_release(&body);
}

void
svg_card(const struct rules *rules, card_id card, bool flipped, const struct svg_options *options,
    struct buf *out)
{
	static const struct box box = { -HALF, -HALF, SVG_CELL, SVG_CELL };
	struct svg_options card_options = *options;
	struct buf body = BUF_INIT, name = BUF_INIT;
	struct card_picture p;

	card_options.targets = false;
	if (card != CARD_HIDDEN)
		shown_card_both(options->lang, rules, card, &name);
	else
		buf_str(&name, language_text(options->lang, MSG("picture", "a card")));
	if (card != CARD_HIDDEN && rules->card[card].class <= CARD_GOAL)
		picture_cell(&p, rules,
		    &(struct cell){ .card = card, .flags = flipped ? CELL_FLIPPED : 0 },
		    (struct card_reach){ .any = 15 });
	else
		picture_hand(&p, rules, card, flipped);
	svg_picture(&p, 0, &body);
	write_svg(&card_options, box, buf_cstr(&name), "", &body, out);
	buf_wipe(&name);
	buf_wipe(&body);
}
