/*
 * The board in sentences.
 *
 * (W1) The sentences have everything that the picture of a card shows. That is its tunnels as
 * placed, who reaches them, where each arm leads, marks, and the meaning of the glyphs that the
 * rules set draws over it.
 */
#include "draw/plain.h"

#include <string.h>

#include "draw/board_layout.h"
#include "draw/draw.h"

struct card_text { /* state for the sentences of one card */
	const struct view *v;
	const struct board_layout *chart;
	const struct cell *cell;
	struct card_reach reached;
	struct buf line;
};

/* Writes the separator of a list: ", " or its beginning. */
static void
separate(struct buf *line, unsigned *n, const char *first)
{
	buf_str(line, (*n)++ == 0 ? first : ", ");
}

static void
put_edges(uint8_t edges, const char *between, struct buf *out)
{
	bool any = false;

	for (unsigned e = 0; e < EDGES; e++) {
		if ((edges >> e & 1u) == 0)
			continue;
		buf_fmt(out, "%s%s", any ? between : "", edge_name(e));
		any = true;
	}
}

/* Returns the edges of the tunnel whose first edge is this one; 0: none. */
static uint8_t
tunnel_from(uint8_t tunnel, unsigned edge)
{
	uint8_t joined = tunnel_side(tunnel, edge) != 0 ? tunnel_joined(tunnel, edge) : 0;

	return (joined & (EDGE_BIT(edge) - 1u)) == 0 ? joined : 0;
}

static void
put_tunnel(uint8_t tunnel, unsigned edge, struct buf *out)
{
	uint8_t joined = tunnel_from(tunnel, edge);

	buf_str(out, tunnel_side(tunnel, edge) == 3 ? "blind arm " : "tunnel ");
	put_edges(joined, "-", out);
}

/* ---- marks -------------------------------------------------------------------------------- */

static void
name_marks(const struct card_mark *mark, unsigned bits, const struct card_def *def, bool flipped,
    unsigned *n, struct buf *out)
{
	for (; mark->bit; mark++) {
		uint8_t at = mark->on == ON_DOOR ? def->door_at :
		    mark->on == ON_GOLD          ? def->gold_at :
						   0;

		if ((bits & mark->bit) == 0)
			continue;
		separate(out, n, "; on it: ");
		buf_str(
		    out, mark->bit == FEATURE_TROLL ? "troll" : language_english(mark->meaning));
		if (at == 0)
			continue;
		buf_str(out, " (");
		put_edges(flipped ? edges_rotated(at) : at, "-", out);
		buf_chr(out, ')');
	}
}

/* ---- one card -------------------------------------------------------------------------------- */

static const char *
reach_words(const struct card_reach *r, unsigned edge)
{
	bool green = (r->green >> edge & 1u) != 0, blue = (r->blue >> edge & 1u) != 0;

	if ((r->any >> edge & 1u) == 0)
		return "cut off";
	if (green && blue)
		return "reached by both";
	return green ? "reached by green" : blue ? "reached by blue" : "reached";
}

/* Writes a phrase such as "east joins 2,0". */
static void
put_way(struct card_text *s, unsigned edge)
{
	int x = s->cell->x + edge_dx[edge], y = s->cell->y + edge_dy[edge];
	unsigned at = grid_at(&s->chart->grid, x, y);
	const struct cell *to = at != CELL_NONE ? &s->chart->board->cell[at] : NULL;
	const char *how = "is open to";

	if (to != NULL && ((to->flags & CELL_DOWN) != 0 || to->card == CARD_HIDDEN))
		how = "leads to the goal at";
	else if (to != NULL &&
	    tunnel_side(cell_tunnel(s->v->known.rules->card, to), edge ^ 2u) != 0)
		how = "joins";
	else if (to != NULL)
		how = "ends at the rock of";
	buf_fmt(&s->line, "%s %s ", edge_name(edge), how);
	place_text(x, y, &s->line);
}

/* True if there is one tunnel, which has all open edges. */
static bool
has_one_tunnel(uint8_t tunnel)
{
	unsigned n = 0;

	for (unsigned e = 0; e < EDGES; e++) {
		if (tunnel_side(tunnel, e) == 3)
			return false;
		n += tunnel_from(tunnel, e) != 0;
	}
	return n == 1;
}

static void
put_tunnels(struct card_text *s)
{
	const uint8_t tunnel = cell_tunnel(s->v->known.rules->card, s->cell);
	/* The ways of a card with one tunnel and no blind arm say which edges it joins. */
	const bool is_single = has_one_tunnel(tunnel);

	for (unsigned e = 0; e < EDGES; e++) {
		uint8_t joined = tunnel_from(tunnel, e);
		const char *by = reach_words(&s->reached, e);
		unsigned n = 0;
		bool alike = true;

		if (joined == 0)
			continue;
		for (unsigned f = 0; f < EDGES; f++)
			alike = alike &&
			    ((joined >> f & 1u) == 0 || reach_words(&s->reached, f) == by);
		buf_str(&s->line, "; ");
		if (!is_single)
			put_tunnel(tunnel, e, &s->line);
		if (alike)
			buf_fmt(&s->line, "%s%s", is_single ? "" : ", ", by);
		for (unsigned f = 0; f < EDGES; f++) {
			if ((joined >> f & 1u) == 0)
				continue;
			separate(&s->line, &n, is_single && !alike ? "" : ": ");
			put_way(s, f);
			if (!alike)
				buf_fmt(&s->line, " (%s)", reach_words(&s->reached, f));
		}
	}
}

static const char *const part_word[PART_T + 1] = {
	[PART_N] = "north",
	[PART_E] = "east",
	[PART_S] = "south",
	[PART_W] = "west",
	[PART_C] = "middle",
	[PART_C2] = "second middle",
	[PART_T] = "tunnel",
};

/* Writes " in the north", nothing for a card of one space. */
static void
put_part(unsigned part, struct buf *out)
{
	if (part <= PART_T && part_word[part] != NULL)
		buf_fmt(out, " in the %s", part_word[part]);
}

/* Writes the spaces with items of this shape: "room in the north, middle"; `whole` for a card of one
 * space. n: entries of the list "on it" so far, NULL: not in it. */
static void
put_spaces(struct card_text *s, const struct card_picture *drawn, enum shape shape,
    const char *what, const char *whole, unsigned *n)
{
	unsigned parts = 0;

	for (unsigned k = 0; k < drawn->n_thing; k++)
		if (drawn->thing[k].shape == shape)
			parts |= 1u << drawn->thing[k].where;
	if (parts == 0)
		return;
	if (n != NULL)
		separate(&s->line, n, "; on it: ");
	else
		buf_str(&s->line, "; ");
	if (parts == 1u << PART_WHOLE) {
		buf_str(&s->line, whole);
		return;
	}
	for (unsigned part = 0; part <= PART_T; part++) {
		if ((parts >> part & 1u) == 0 || part_word[part] == NULL)
			continue;
		buf_fmt(&s->line, "%s%s", what, part_word[part]);
		what = ", ";
	}
}

/* Writes a web or a figure. */
static void
put_figure(const struct picture_item *t, const struct names *names, struct buf *out)
{
	static const char *const creature[SHAPE_COUNT] = {
		[SHAPE_RAT] = "rat",
		[SHAPE_LINDWORM] = "lindworm",
		[SHAPE_GOBLIN] = "goblin",
	};

	if (t->shape == SHAPE_WEB) {
		buf_fmt(out, "web that shows %c in the ", t->letter);
		put_edges(t->where, "-", out);
		return;
	}
	if (t->shape != SHAPE_DWARF)
		buf_str(out, creature[t->shape]);
	else if (names != NULL)
		buf_fmt(out, "dwarf of %s", names_seat(names, t->seat));
	else
		buf_fmt(out, "dwarf %c", t->letter);
	put_part(t->where, out);
}

/* True if no card before it has this kind and position: what all of them have is said once. */
static bool
is_first_of_kind(const struct card_text *s)
{
	const struct cell *cell = s->chart->board->cell;

	while (cell->card != s->cell->card || ((cell->flags ^ s->cell->flags) & CELL_FLIPPED) != 0)
		cell++;
	return cell == s->cell;
}

/* Writes what the rules set has drawn over the card. Rooms are named once for a kind. */
static void
put_cover(
    struct card_text *s, const struct names *names, const struct card_picture *drawn, unsigned *n)
{
	if (is_first_of_kind(s))
		put_spaces(s, drawn, SHAPE_ROOM, "rooms in the ", "a room", n);
	for (unsigned k = 0; k < drawn->n_thing; k++) {
		if (drawn->thing[k].shape < SHAPE_RAT && drawn->thing[k].shape != SHAPE_WEB)
			continue;
		separate(&s->line, n, "; on it: ");
		put_figure(&drawn->thing[k], names, &s->line);
	}
	put_spaces(s, drawn, SHAPE_WALK, "you can walk to its ", "you can walk there", NULL);
}

static void
put_cell(struct card_text *s, const struct names *names, const struct card_picture *drawn)
{
	const struct rules *rules = s->v->known.rules;
	const struct card_def *def = s->cell->card != CARD_HIDDEN ? &rules->card[s->cell->card] :
								    NULL;
	bool flipped = (s->cell->flags & CELL_FLIPPED) != 0;
	char name[CARD_NAME_MAX];
	unsigned n = 0;

	place_text(s->cell->x, s->cell->y, &s->line);
	if (def == NULL || (s->cell->flags & CELL_DOWN) != 0) {
		buf_str(&s->line, ": a goal face down");
		if (def == NULL) {
			put_cover(s, names, drawn, &n);
			return;
		}
	}
	card_name(rules, s->cell->card, name);
	if ((s->cell->flags & CELL_DOWN) != 0)
		buf_fmt(&s->line, ", known: %s", name);
	else
		buf_fmt(&s->line, ": %s%s", name, flipped ? ", flipped" : "");
	put_tunnels(s);
	name_marks(draw_feature_mark,
	    (s->cell->flags & CELL_VEIN) != 0 ? def->feature & ~(unsigned)FEATURE_VEIN :
						def->feature,
	    def, flipped, &n, &s->line);
	if ((def->feature & FEATURE_TROLL) != 0 && (s->cell->flags & CELL_DOWN) == 0)
		buf_str(&s->line,
		    (s->cell->flags & (CELL_TOKEN_GREEN | CELL_TOKEN_BLUE)) != 0 ? " (paid)" :
										   " (not paid)");
	name_marks(draw_cell_mark, s->cell->flags, def, flipped, &n, &s->line);
	put_cover(s, names, drawn, &n);
}

static void
wrap_line(struct buf *line, const char *end, unsigned columns, struct buf *out)
{
	buf_str(line, end);
	wrap_text(line->p, line->n, "", "  ", columns, out);
	buf_clear(line);
}

static void
put_places(const struct board_layout *c, unsigned columns, struct buf *out)
{
	struct buf line = BUF_INIT;
	unsigned n = 0;

	for (int x = c->x0; x <= c->x1; x++) {
		for (int y = c->y0; y <= c->y1; y++) {
			if (!board_layout_is_place(c, x, y))
				continue;
			buf_str(&line, n++ == 0 ? "A card could go to: " : "; ");
			place_text(x, y, &line);
		}
	}
	if (n == 0)
		buf_str(&line, "No card could go anywhere");
	wrap_line(&line, ".", columns, out);
	buf_release(&line);
}

void
plain_board(const struct view *v, const struct names *names, unsigned columns, struct buf *out)
{
	struct board_layout c; /* large and rarely used up: not cleared */
	struct card_text s = { .v = v, .chart = &c, .line = BUF_INIT };

	if (!board_layout_make(&c, v, names))
		return;
	buf_fmt(&s.line, "%u cards lie on the table", (unsigned)c.board->n);
	wrap_line(&s.line, ".", columns, out);
	for (unsigned i = 0; i < c.board->n; i++) {
		s.cell = &c.board->cell[i];
		s.reached = c.reached[i];
		put_cell(&s, names, &c.picture[i]);
		wrap_line(&s.line, ".", columns, out);
	}
	put_places(&c, columns, out);
	buf_release(&s.line);
}

/* ---- hands and seats --------------------------------------------------------------------- */

/* Writes the tunnels of a card as printed or flipped. */
static void
put_side(const struct card_def *def, bool flipped, struct buf *out)
{
	uint8_t tunnel = flipped ? tunnel_rotated(def->tunnel) : def->tunnel;
	unsigned n = 0, marks = 0;

	for (unsigned e = 0; e < EDGES; e++) {
		if (tunnel_from(tunnel, e) == 0)
			continue;
		separate(out, &n, flipped ? "; flipped: " : ": ");
		put_tunnel(tunnel, e, out);
	}
	name_marks(draw_feature_mark, def->feature, def, flipped, &marks, out);
}

static void
put_card(const struct rules *rules, card_id card, unsigned copies, bool is_new, struct buf *out)
{
	const struct card_def *def = card != CARD_HIDDEN ? &rules->card[card] : NULL;
	struct buf line = BUF_INIT;
	char name[CARD_NAME_MAX];

	card_name(rules, card, name);
	buf_str(&line, def != NULL ? name : "A card that is not known");
	if (copies > 1)
		buf_fmt(&line, ", %u of them", copies);
	buf_str(&line, is_new ? ", new" : "");
	if (def != NULL && def->class == CARD_PATH) {
		put_side(def, false, &line);
		if (!card_is_symmetric(def))
			put_side(def, true, &line);
	}
	wrap_line(&line, ".", WRAP_COLUMNS, out);
	buf_wipe(&line);
}

void
plain_hand(
    const struct rules *rules, const card_id *card, const bool *is_new, unsigned n, struct buf *out)
{
	for (unsigned i = 0; i < n; i++) {
		const struct hand_group held = hand_group_at(card, is_new, n, i);

		if (held.is_first)
			put_card(rules, card[i], held.copies, held.is_new, out);
	}
}

void
plain_seats(const struct view *v, const struct names *names, struct buf *out)
{
	struct buf line = BUF_INIT;

	for (unsigned s = 0; s < v->known.n_seats; s++) {
		unsigned n = v->known.seat[s].n_hand;
		struct buf notes = BUF_INIT;

		buf_fmt(&line, "%s: %u card%s%s", names_seat(names, (uint8_t)s), n,
		    n == 1 ? "" : "s", v->known.to_move == s ? "; to move" : "");
		draw_seat_notes(NULL, v, names, s, &notes);
		if (notes.n > 0)
			buf_fmt(&line, "; %s", buf_cstr(&notes));
		wrap_line(&line, ".", WRAP_COLUMNS, out);
		buf_wipe(&notes);
	}
	buf_str(&line, "Piles: ");
	draw_piles_notes(NULL, v, names, &line);
	wrap_line(&line, ".", WRAP_COLUMNS, out);
	buf_wipe(&line);
}

void
plain_row(const struct buf *heading, const struct buf *cell, unsigned n, struct buf *out)
{
	struct buf line = BUF_INIT;
	unsigned said = 0;

	buf_str(&line, buf_cstr(&cell[0]));
	for (unsigned c = 1; c < n; c++) {
		if (cell[c].n == 0)
			continue;
		separate(&line, &said, ": ");
		buf_fmt(&line, "%s %s", buf_cstr(&heading[c]), buf_cstr(&cell[c]));
	}
	wrap_line(&line, ".", WRAP_COLUMNS, out);
	buf_release(&line);
}
