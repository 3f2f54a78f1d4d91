/*
 * The board on the screen. It is drawn as large as it fits; one that does not fit in the smallest
 * size is scrolled so that the chosen target and the newest card stay visible.
 */
#include <string.h>

#include "session/screen_internal.h"

/* What is visible of the board. */
struct window {
	enum picture_size size;
	struct picture_extent card;
	int x0, y0;      /* the place at the top left */
	unsigned nx, ny; /* places */
	unsigned label;  /* columns of the coordinates at the left */
	struct screen_area area;
};

/* Places that should be visible, the most important first. */
enum { ANCHORS_MAX = 2 + KNOWLEDGE_GOALS_MAX };
struct anchors {
	struct place at[ANCHORS_MAX];
	unsigned n;
};

static void
add_anchor(struct anchors *a, int x, int y)
{
	if (a->n < ANCHORS_MAX)
		a->at[a->n++] = (struct place){ (int8_t)x, (int8_t)y };
}

/* True if the cell was not there, or was another one, in the digest before the news. */
static bool
is_changed(const struct board *before, const struct cell *now)
{
	const unsigned was = board_find(before, now->x, now->y);

	return was == CELL_NONE || before->cell[was].card != now->card ||
	    before->cell[was].flags != now->flags;
}

/* Returns the board of a digest, NULL: there was none. */
static const struct board *
board_of(const struct player_read *r)
{
	return r != NULL && r->d.pub.known.board.n > 0 ? &r->d.pub.known.board : NULL;
}

static void
find_anchors(const struct screen *s, struct anchors *a)
{
	const struct pick_target *target = screen_target(s);
	const struct history *story = &s->p->past.story;
	const struct board *board = s->layout->board;
	const struct board *before = board_of(story->n > 0 ? story->at[story->n - 1] : NULL);

	if (target != NULL && target->kind == PICK_PLACE)
		add_anchor(a, target->at.x, target->at.y);
	for (unsigned i = 0; i < board->n && before != NULL; i++)
		if (is_changed(before, &board->cell[i]))
			add_anchor(a, board->cell[i].x, board->cell[i].y);
	for (unsigned i = 0; i < board->n; i++)
		if ((board->cell[i].flags & CELL_DOWN) != 0 || board->cell[i].card == CARD_HIDDEN)
			add_anchor(a, board->cell[i].x, board->cell[i].y);
}

/* Returns the first of `room` coordinates out of from..to, so that as many anchors as possible are
 * among them. */
static int
scroll(const struct anchors *a, bool is_x, int from, int to, unsigned room)
{
	int low = from, high = to;

	if (to - from < (int)room)
		return from;
	for (unsigned i = 0; i < a->n; i++) {
		const int at = is_x ? a->at[i].x : a->at[i].y;
		const int l = i == 0 || at < low ? at : low, h = i == 0 || at > high ? at : high;

		if (h - l < (int)room) {
			low = l;
			high = h;
		}
	}
	if (a->n == 0)
		high = low;
	low -= ((int)room - (high - low + 1)) / 2;
	low = low > from ? low : from;
	return low + (int)room - 1 > to ? to - (int)room + 1 : low;
}

/* Chooses the size, and what is visible. */
static struct window
choose_window(const struct screen *s, struct screen_area area)
{
	const struct board_layout *b = s->layout;
	const unsigned nx = (unsigned)(b->x1 - b->x0) + 1, ny = (unsigned)(b->y1 - b->y0) + 1;
	const struct picture_rules *own = screen_view(s)->known.rules->picture;
	struct window w = { .nx = nx, .ny = ny };
	struct anchors anchors = { .n = 0 };

	w.label = b->y0 <= -10 || b->y1 >= 100 ? 3 : b->y0 < 0 || b->y1 >= 10 ? 2 : 1;
	w.area = (struct screen_area){ area.row + 1, area.column + w.label + 1, area.rows - 1,
		area.columns - w.label - 1 };
	w.size = own != NULL && own->is_wide ? PICTURE_WIDE : PICTURE_LARGE;
	for (;; w.size++) {
		w.card = picture_extent(w.size);
		if ((nx * w.card.w <= w.area.columns && ny * w.card.h <= w.area.rows) ||
		    w.size == PICTURE_SMALL)
			break;
	}
	w.nx = nx < w.area.columns / w.card.w ? nx : w.area.columns / w.card.w;
	w.ny = ny < w.area.rows / w.card.h ? ny : w.area.rows / w.card.h;
	find_anchors(s, &anchors);
	w.x0 = scroll(&anchors, true, b->x0, b->x1, w.nx);
	w.y0 = scroll(&anchors, false, b->y0, b->y1, w.ny);
	/* A small board is in the middle. */
	w.area.column += (w.area.columns - w.nx * w.card.w) / 2;
	w.area.row += (w.area.rows - w.ny * w.card.h) / 2;
	return w;
}

/* ---- marks --------------------------------------------------------------------------------------- */

/* The picture of the card that would lie at the chosen place. */
static bool
ghost(struct screen *s, struct card_picture *out)
{
	const struct order *o = screen_order(s);

	if (s->stage != SCREEN_STAGE_BOARD || o == NULL || o->kind != ORDER_PLACE)
		return false;
	picture_hand(out, screen_view(s)->known.rules, o->card[0], (o->flags & ORDER_FLIPPED) != 0);
	return true;
}

struct marks {
	struct screen *s;
	const struct board *news;   /* before the news, or NULL */
	const struct board *before; /* of a preview, else NULL */
	struct card_picture ghost;
	bool has_ghost;
	struct screen_area *cursor;
};

/* Returns the number of the target at a place among those of the chosen item; n_targets: none. */
static size_t
target_at(const struct screen *s, int x, int y)
{
	const struct pick_item *item = screen_item(s);

	for (size_t i = 0; item != NULL && s->preview == NULL && i < item->n; i++) {
		const struct pick_target *t = &s->picks.target[item->first + i];

		if (t->kind == PICK_PLACE && t->at.x == x && t->at.y == y)
			return item->first + i;
	}
	return s->picks.n_targets;
}

/* Rock of a card that came with the news is brighter. */
static struct glyph
brighter(struct glyph glyph)
{
	if (glyph.paint == PAINT_ROCK)
		glyph.paint = PAINT_STRONG;
	return glyph;
}

static void
draw_picture(struct marks *m, const struct window *w, const struct card_picture *picture,
    struct screen_area at, bool is_news, unsigned flags)
{
	for (unsigned row = 0; row < w->card.h; row++) {
		const struct picture_row glyphs = picture_row(picture, row, w->size);

		for (unsigned i = 0; i < w->card.w; i++) {
			const struct glyph glyph = is_news ? brighter(glyphs.at[i]) : glyphs.at[i];

			screen_glyph(m->s, at.row + row, at.column + i, &glyph, flags);
		}
	}
}

/* Marks an empty place where the chosen card may go. */
static void
draw_target(struct marks *m, const struct window *w, struct screen_area at, bool chosen)
{
	static const struct glyph left = { "[", '[', PAINT_PLACE },
				  right = { "]", ']', PAINT_PLACE };
	const unsigned row = at.row + w->card.h / 2,
		       flags = chosen ? CANVAS_REVERSE : CANVAS_STRONG;

	screen_glyph(m->s, row, at.column, &left, flags);
	screen_glyph(m->s, row, at.column + w->card.w - 1, &right, flags);
}

static void
draw_place(struct marks *m, const struct window *w, int x, int y, struct screen_area at)
{
	struct screen *s = m->s;
	const struct board_layout *b = s->layout;
	const unsigned cell = grid_at(&b->grid, x, y);
	const struct card_picture *picture = board_layout_at(b, x, y);
	const size_t target = target_at(s, x, y);
	const bool is_target = target < s->picks.n_targets;
	const bool chosen = is_target && s->stage == SCREEN_STAGE_BOARD && target == s->target;
	const bool is_news = cell != CELL_NONE && m->news != NULL &&
	    is_changed(m->news, &b->board->cell[cell]);
	unsigned flags = chosen ? CANVAS_REVERSE : 0;

	if (cell != CELL_NONE && m->before != NULL && is_changed(m->before, &b->board->cell[cell]))
		flags |= CANVAS_REVERSE;
	if (chosen && m->has_ghost)
		draw_picture(m, w, &m->ghost, at, false, flags);
	else if (picture != NULL || is_target)
		draw_picture(m, w, picture != NULL ? picture : &b->place, at, is_news, flags);
	if (is_target && !(chosen && m->has_ghost))
		draw_target(m, w, at, chosen);
	if (chosen)
		*m->cursor = at;
	if (is_target)
		screen_add_hit(s, at, SCREEN_HIT_TARGET, target);
}

/* ---- the drawing ----------------------------------------------------------------------------------- */

static void
draw_labels(struct screen *s, const struct window *w)
{
	const struct canvas_look look = screen_look(PAINT_AXIS, 0);
	char text[16];

	for (unsigned i = 0; i < w->nx; i++) {
		const int n = snprintf(text, sizeof text, "%d", w->x0 + (int)i);

		if (n > w->card.w || (n == w->card.w && i % 2 != 0))
			continue;
		(void)canvas_text(s->c, w->area.row - 1,
		    w->area.column + i * w->card.w + (w->card.w - (unsigned)n) / 2, w->card.w, text,
		    (size_t)n, look);
	}
	for (unsigned i = 0; i < w->ny; i++) {
		const int n = snprintf(text, sizeof text, "%*d", (int)w->label, w->y0 + (int)i);

		(void)canvas_text(s->c, w->area.row + i * w->card.h + w->card.h / 2,
		    w->area.column - w->label - 1, w->label, text, (size_t)n, look);
	}
}

bool
screen_board_fits(struct screen *s, struct screen_area area)
{
	const struct board_layout *b = s->layout;
	struct window w;

	if (!board_layout_make(s->layout, screen_view(s), &s->p->r.d.names))
		return true;
	w = choose_window(s, area);
	return (int)w.nx > b->x1 - b->x0 && (int)w.ny > b->y1 - b->y0;
}

void
screen_draw_board(struct screen *s, struct screen_area area, struct screen_area *cursor)
{
	const char *nothing = language_text(s->p->u->lang, MSG("play", "Nothing was dealt yet."));
	const struct view *v = s->preview != NULL ? s->preview : screen_view(s);
	struct marks m = { .s = s, .cursor = cursor };
	struct window w;

	if (!board_layout_make(s->layout, v, &s->p->r.d.names)) {
		(void)canvas_text(s->c, area.row + area.rows / 2, area.column + 2, area.columns,
		    nothing, strlen(nothing), screen_look(PAINT_PLAIN, 0));
		return;
	}
	w = choose_window(s, area);
	if (s->preview == NULL)
		board_layout_mark(s->layout, &s->p->past.changes);
	m.news = board_of(history_before(&s->p->past.story));
	m.before = s->preview != NULL ? &screen_view(s)->known.board : NULL;
	m.has_ghost = ghost(s, &m.ghost);
	draw_labels(s, &w);
	for (unsigned iy = 0; iy < w.ny; iy++)
		for (unsigned ix = 0; ix < w.nx; ix++)
			draw_place(&m, &w, w.x0 + (int)ix, w.y0 + (int)iy,
			    (struct screen_area){ w.area.row + iy * w.card.h,
				w.area.column + ix * w.card.w, w.card.h, w.card.w });
}
