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
#include "text/shown.h"

struct card_text { /* state for the sentences of one card */
	const struct view *v;
	const struct board_layout *chart;
	const struct cell *cell;
	struct card_reach reached;
	const struct language *lang;
	struct buf line, on; /* `on`: what lies on the card */
};

/* Writes the separator of a list before an item that is not the first one. */
static void
separate(struct buf *list)
{
	buf_str(list, list->n == 0 ? "" : ", ");
}

static void
put_edges(const struct language *lang, uint8_t edges, struct buf *out)
{
	bool any = false;

	for (unsigned e = 0; e < EDGES; e++) {
		if ((edges & 1u << e) == 0)
			continue;
		buf_fmt(out, "%s%s", any ? "-" : "", shown_edge(lang, e));
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
put_tunnel(const struct language *lang, uint8_t tunnel, unsigned edge, struct buf *out)
{
	struct buf joined = BUF_INIT;

	put_edges(lang, tunnel_from(tunnel, edge), &joined);
	language_fmt(lang, out,
	    tunnel_side(tunnel, edge) == 3 ? MSG("plain", "blind arm %s") :
					     MSG("plain", "tunnel %s"),
	    buf_cstr(&joined));
	buf_release(&joined);
}

/* ---- marks -------------------------------------------------------------------------------- */

/* troll: the message for one. */
static void
name_marks(const struct language *lang, const struct card_mark *mark, unsigned bits,
    const struct card_def *def, bool flipped, const char *troll, struct buf *out)
{
	for (; mark->bit; mark++) {
		uint8_t at = mark->on == ON_DOOR ? def->door_at :
		    mark->on == ON_GOLD          ? def->gold_at :
						   0;

		if ((bits & mark->bit) == 0)
			continue;
		separate(out);
		buf_str(
		    out, language_text(lang, mark->bit == FEATURE_TROLL ? troll : mark->meaning));
		if (at == 0)
			continue;
		buf_str(out, " (");
		put_edges(lang, flipped ? edges_rotated(at) : at, out);
		buf_chr(out, ')');
	}
}

/* Writes what lies on a card, after other words; nothing if that is nothing. */
static void
put_on(const struct language *lang, struct buf *on, struct buf *out)
{
	if (on->n > 0) {
		buf_str(out, "; ");
		language_fmt(lang, out, MSG("plain", "on it: %s"), buf_cstr(on));
	}
	buf_clear(on);
}

/* ---- one card -------------------------------------------------------------------------------- */

/* Returns a message. */
static const char *
reach_words(const struct card_reach *r, unsigned edge)
{
	bool green = (r->green >> edge & 1u) != 0, blue = (r->blue >> edge & 1u) != 0;

	if ((r->any >> edge & 1u) == 0)
		return MSG("plain", "cut off");
	if (green && blue)
		return MSG("plain", "reached by both");
	return green ? MSG("plain", "reached by green") :
	    blue     ? MSG("plain", "reached by blue") :
		       MSG("plain", "reached");
}

/* Writes a phrase such as "east joins 2,0". */
static void
put_way(struct card_text *s, unsigned edge)
{
	int x = s->cell->x + edge_dx[edge], y = s->cell->y + edge_dy[edge];
	unsigned at = grid_at(&s->chart->grid, x, y);
	const struct cell *to = at != CELL_NONE ? &s->chart->board->cell[at] : NULL;
	const bool is_goal = to != NULL &&
	    ((to->flags & CELL_DOWN) != 0 || to->card == CARD_HIDDEN);
	const bool joins = to != NULL && !is_goal &&
	    tunnel_side(cell_tunnel(s->v->known.rules->card, to), edge ^ 2u) != 0;
	struct buf place = BUF_INIT;

	place_text(x, y, &place);
	language_fmt(s->lang, &s->line,
	    to == NULL  ? MSG("plain", "%s is open to %s") :
		is_goal ? MSG("plain", "%s leads to the goal at %s") :
		joins   ? MSG("plain", "%s joins %s") :
			  MSG("plain", "%s ends at the rock of %s"),
	    shown_edge(s->lang, edge), buf_cstr(&place));
	buf_release(&place);
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
			    ((joined & 1u << f) == 0 || reach_words(&s->reached, f) == by);
		buf_str(&s->line, "; ");
		if (!is_single)
			put_tunnel(s->lang, tunnel, e, &s->line);
		if (alike)
			buf_fmt(
			    &s->line, "%s%s", is_single ? "" : ", ", language_text(s->lang, by));
		for (unsigned f = 0; f < EDGES; f++) {
			if ((joined & 1u << f) == 0)
				continue;
			if (n++ > 0)
				buf_str(&s->line, ", ");
			else if (!is_single || alike)
				buf_str(&s->line, ": ");
			put_way(s, f);
			if (!alike)
				buf_fmt(&s->line, " (%s)",
				    language_text(s->lang, reach_words(&s->reached, f)));
		}
	}
}

static const char *const part_word[PART_T + 1] = {
	[PART_N] = MSG("space", "north"),
	[PART_E] = MSG("space", "east"),
	[PART_S] = MSG("space", "south"),
	[PART_W] = MSG("space", "west"),
	[PART_C] = MSG("space", "middle"),
	[PART_C2] = MSG("space", "second middle"),
	[PART_T] = MSG("space", "tunnel"),
};

/* Writes the spaces with items of this shape, SHAPE_ROOM or SHAPE_WALK, after `before`: "rooms in the
 * north, middle". */
static void
put_spaces(const struct language *lang, const struct card_picture *drawn, enum shape shape,
    const char *before, struct buf *out)
{
	const bool is_room = shape == SHAPE_ROOM;
	struct buf list = BUF_INIT;
	unsigned parts = 0;

	for (unsigned k = 0; k < drawn->n_thing; k++)
		if (drawn->thing[k].shape == shape)
			parts |= 1u << drawn->thing[k].where;
	if (parts == 0)
		return;
	buf_str(out, before);
	if (parts == 1u << PART_WHOLE) {
		buf_str(out,
		    language_text(lang,
			is_room ? MSG("plain", "a room") : MSG("plain", "you can walk there")));
		return;
	}
	for (unsigned part = 0; part <= PART_T; part++) {
		if ((parts >> part & 1u) == 0 || part_word[part] == NULL)
			continue;
		separate(&list);
		buf_str(&list, language_text(lang, part_word[part]));
	}
	language_fmt(lang, out,
	    is_room ? MSG("plain", "rooms in the %s") : MSG("plain", "you can walk to its %s"),
	    buf_cstr(&list));
	buf_release(&list);
}

void
plain_figure(const struct language *lang, const struct picture_item *t, const struct names *names,
    struct buf *out)
{
	static const char *const creature[SHAPE_COUNT] = {
		[SHAPE_RAT] = "rat",
		[SHAPE_LINDWORM] = "lindworm",
		[SHAPE_GOBLIN] = "goblin",
	};

	if (t->shape != SHAPE_DWARF)
		buf_str(out, shown_word(lang, creature[t->shape]));
	else if (names != NULL)
		language_fmt(lang, out, MSG("plain", "dwarf of %s"), names_seat(names, t->seat));
	else
		language_fmt(lang, out, MSG("plain", "dwarf %c"), t->letter);
}

/* Writes a web or a figure, and the part of the card where it is. */
static void
put_figure(const struct language *lang, const struct picture_item *t, const struct names *names,
    struct buf *out)
{
	struct buf what = BUF_INIT;

	if (t->shape == SHAPE_WEB) {
		put_edges(lang, t->where, &what);
		language_fmt(lang, out, MSG("plain", "web that shows %c in the %s"), t->letter,
		    buf_cstr(&what));
	} else {
		plain_figure(lang, t, names, &what);
		if (t->where <= PART_T && part_word[t->where] != NULL)
			language_fmt(lang, out, MSG("plain", "%s in the %s"), buf_cstr(&what),
			    language_text(lang, part_word[t->where]));
		else
			buf_str(out, buf_cstr(&what));
	}
	buf_release(&what);
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
put_cover(struct card_text *s, const struct names *names, const struct card_picture *drawn)
{
	if (is_first_of_kind(s))
		put_spaces(s->lang, drawn, SHAPE_ROOM, s->on.n == 0 ? "" : ", ", &s->on);
	for (unsigned k = 0; k < drawn->n_thing; k++) {
		if (drawn->thing[k].shape < SHAPE_RAT && drawn->thing[k].shape != SHAPE_WEB)
			continue;
		separate(&s->on);
		put_figure(s->lang, &drawn->thing[k], names, &s->on);
	}
	put_on(s->lang, &s->on, &s->line);
	put_spaces(s->lang, drawn, SHAPE_WALK, "; ", &s->line);
}

/* Writes place and kind of a card. */
static void
put_kind(struct card_text *s)
{
	const struct cell *cell = s->cell;
	struct buf place = BUF_INIT;
	char name[CARD_NAME_MAX];

	place_text(cell->x, cell->y, &place);
	card_name(s->v->known.rules, cell->card, name);
	if (cell->card == CARD_HIDDEN)
		language_fmt(
		    s->lang, &s->line, MSG("plain", "%s: a goal face down"), buf_cstr(&place));
	else if ((cell->flags & CELL_DOWN) != 0)
		language_fmt(s->lang, &s->line, MSG("plain", "%s: a goal face down, known: %s"),
		    buf_cstr(&place), name);
	else if ((cell->flags & CELL_FLIPPED) != 0)
		language_fmt(
		    s->lang, &s->line, MSG("plain", "%s: %s, flipped"), buf_cstr(&place), name);
	else
		buf_fmt(&s->line, "%s: %s", buf_cstr(&place), name);
	buf_release(&place);
}

static void
put_cell(struct card_text *s, const struct names *names, const struct card_picture *drawn)
{
	const struct card_def *def = s->cell->card != CARD_HIDDEN ?
	    &s->v->known.rules->card[s->cell->card] :
	    NULL;
	const bool flipped = (s->cell->flags & CELL_FLIPPED) != 0;
	const char *troll = MSG("plain", "troll");

	put_kind(s);
	if (def == NULL) {
		put_cover(s, names, drawn);
		return;
	}
	put_tunnels(s);
	if ((s->cell->flags & CELL_DOWN) == 0)
		troll = (s->cell->flags & (CELL_TOKEN_GREEN | CELL_TOKEN_BLUE)) != 0 ?
		    MSG("plain", "troll (paid)") :
		    MSG("plain", "troll (not paid)");
	name_marks(s->lang, draw_feature_mark,
	    (s->cell->flags & CELL_VEIN) != 0 ? def->feature & ~(unsigned)FEATURE_VEIN :
						def->feature,
	    def, flipped, troll, &s->on);
	name_marks(s->lang, draw_cell_mark, s->cell->flags, def, flipped, troll, &s->on);
	put_cover(s, names, drawn);
}

static void
wrap_line(struct buf *line, const char *end, unsigned columns, struct buf *out)
{
	buf_str(line, end);
	wrap_text(line->p, line->n, "", "  ", columns, out);
	buf_clear(line);
}

static void
put_places(
    const struct language *lang, const struct board_layout *c, unsigned columns, struct buf *out)
{
	struct buf list = BUF_INIT, line = BUF_INIT;

	for (int x = c->x0; x <= c->x1; x++) {
		for (int y = c->y0; y <= c->y1; y++) {
			if (!board_layout_is_place(c, x, y))
				continue;
			buf_str(&list, list.n == 0 ? "" : "; ");
			place_text(x, y, &list);
		}
	}
	if (list.n == 0)
		buf_str(&line, language_text(lang, MSG("plain", "No card could go anywhere")));
	else
		language_fmt(lang, &line, MSG("plain", "A card could go to: %s"), buf_cstr(&list));
	wrap_line(&line, ".", columns, out);
	buf_release(&list);
	buf_release(&line);
}

void
plain_board(const struct language *lang, const struct view *v, const struct names *names,
    unsigned columns, struct buf *out)
{
	struct board_layout c; /* large and rarely used up: not cleared */
	struct card_text s = { .v = v, .chart = &c, .lang = lang };

	if (!board_layout_make(&c, v, names))
		return;
	language_fmt_n(lang, &s.line, c.board->n,
	    MSG_N("plain", "%u card lies on the table", "%u cards lie on the table"),
	    (unsigned)c.board->n);
	wrap_line(&s.line, ".", columns, out);
	for (unsigned i = 0; i < c.board->n; i++) {
		s.cell = &c.board->cell[i];
		s.reached = c.reached[i];
		put_cell(&s, names, &c.picture[i]);
		wrap_line(&s.line, ".", columns, out);
	}
	put_places(lang, &c, columns, out);
	buf_release(&s.line);
	buf_release(&s.on);
}

/* ---- hands and seats --------------------------------------------------------------------- */

/* Writes the tunnels of a card, and what is on it, as printed or flipped. */
static void
put_side(const struct language *lang, const struct card_def *def, bool flipped, struct buf *out)
{
	uint8_t tunnel = flipped ? tunnel_rotated(def->tunnel) : def->tunnel;
	struct buf list = BUF_INIT, on = BUF_INIT;

	for (unsigned e = 0; e < EDGES; e++) {
		if (tunnel_from(tunnel, e) == 0)
			continue;
		separate(&list);
		put_tunnel(lang, tunnel, e, &list);
	}
	if (list.n > 0 && !flipped) {
		buf_fmt(out, ": %s", list.p);
	} else if (list.n > 0) {
		buf_str(out, "; ");
		language_fmt(lang, out, MSG("plain", "flipped: %s"), list.p);
	}
	name_marks(lang, draw_feature_mark, def->feature, def, flipped, MSG("plain", "troll"), &on);
	put_on(lang, &on, out);
	buf_release(&list);
	buf_release(&on);
}

static void
put_card(const struct language *lang, const struct rules *rules, card_id card, unsigned copies,
    bool is_new, struct buf *out)
{
	const struct card_def *def = card != CARD_HIDDEN ? &rules->card[card] : NULL;
	struct buf name = BUF_INIT, line = BUF_INIT;

	if (def != NULL)
		shown_card_both(lang, rules, card, &name);
	else
		buf_str(&name, language_text(lang, MSG("plain", "A card that is not known")));
	if (copies > 1)
		language_fmt(lang, &line,
		    is_new ? MSG("plain", "%s, %u of them, new") : MSG("plain", "%s, %u of them"),
		    buf_cstr(&name), copies);
	else if (is_new)
		language_fmt(lang, &line, MSG("plain", "%s, new"), buf_cstr(&name));
	else
		buf_str(&line, buf_cstr(&name));
	if (def != NULL && def->class == CARD_PATH) {
		put_side(lang, def, false, &line);
		if (!card_is_symmetric(def))
			put_side(lang, def, true, &line);
	}
	wrap_line(&line, ".", WRAP_COLUMNS, out);
	buf_wipe(&name);
	buf_wipe(&line);
}

void
plain_hand(const struct language *lang, const struct rules *rules, const card_id *card,
    const bool *is_new, unsigned n, struct buf *out)
{
	for (unsigned i = 0; i < n; i++) {
		const struct hand_group held = hand_group_at(card, is_new, n, i);

		if (held.is_first)
			put_card(lang, rules, card[i], held.copies, held.is_new, out);
	}
}

void
plain_seats(
    const struct language *lang, const struct view *v, const struct names *names, struct buf *out)
{
	struct buf line = BUF_INIT, piles = BUF_INIT;

	for (unsigned s = 0; s < v->known.n_seats; s++) {
		unsigned n = v->known.seat[s].n_hand;
		struct buf notes = BUF_INIT;

		language_fmt_n(lang, &line, n, MSG_N("plain", "%s: %u card", "%s: %u cards"),
		    names_seat(names, (uint8_t)s), n);
		if (v->known.to_move == s)
			buf_fmt(&line, "; %s", language_text(lang, MSG("plain", "to move")));
		draw_seat_notes(lang, v, names, s, &notes);
		if (notes.n > 0)
			buf_fmt(&line, "; %s", buf_cstr(&notes));
		wrap_line(&line, ".", WRAP_COLUMNS, out);
		buf_wipe(&notes);
	}
	draw_piles_notes(lang, v, names, &piles);
	language_fmt(lang, &line, MSG("plain", "Piles: %s"), buf_cstr(&piles));
	wrap_line(&line, ".", WRAP_COLUMNS, out);
	buf_wipe(&piles);
	buf_wipe(&line);
}

void
plain_row(const struct buf *heading, const struct buf *cell, unsigned n, struct buf *out)
{
	struct buf line = BUF_INIT;
	const char *before = ": ";

	buf_str(&line, buf_cstr(&cell[0]));
	for (unsigned c = 1; c < n; c++) {
		if (cell[c].n == 0)
			continue;
		buf_fmt(&line, "%s%s %s", before, buf_cstr(&heading[c]), buf_cstr(&cell[c]));
		before = ", ";
	}
	wrap_line(&line, ".", WRAP_COLUMNS, out);
	buf_release(&line);
}
