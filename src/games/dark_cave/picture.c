/*
 * Drawings of the board of The Dark Cave: rooms of a crossing, dwarves, creatures, webs.
 *
 * (D1) A tunnel is an unbroken line. A crossing has one ring, where its tunnels meet. Each space
 * that the own dwarf can walk to in one turn has a mark beside the line, clockwise of the space; the
 * ring itself is filled.
 * (D2) Every dwarf and creature is shown on its space. If that is taken, it is shown next to it on
 * the same card, preferably where there is no line.
 */
#include <string.h>

#include "draw/draw.h"
#include "draw/picture.h"
#include "games/dark_cave/cave.h"
#include "text/shown.h"
#include "util/mem.h"

static const struct glyph room_sign = { "◦", '0', PAINT_STRONG };
static const struct glyph walk_sign = { "◉", '@', PAINT_PLACE };

static const struct glyph creature_sign[CAVE_CREATURES] = {
	{ "r", 'r', PAINT_BLOCK },
	{ "l", 'l', PAINT_BLOCK },
	{ "g", 'g', PAINT_BLOCK },
};

struct on_card {
	uint8_t row, col;
};

static struct on_card
where(unsigned part)
{
	static const struct on_card at[CAVE_PARTS] = { [PART_WHOLE] = { 1, 2 },
		[PART_N] = { 0, 2 },
		[PART_E] = { 1, 3 },
		[PART_S] = { 2, 2 },
		[PART_W] = { 1, 1 },
		[PART_C] = { 1, 2 },
		[PART_C2] = { 1, 2 },
		[PART_T] = { 0, 1 } };

	return at[part];
}

/* Adds an item of a space, with the glyph at this position. */
static void
put_room(
    struct card_picture *p, unsigned part, struct on_card at, struct glyph sign, enum shape shape)
{
	picture_add(p, at.row, at.col, &sign,
	    (struct picture_item){
		.shape = (uint8_t)shape, .on = ON_PART, .where = (uint8_t)part });
}

/* True if nothing is lost by another glyph there. */
static bool
is_bare(const struct glyph *sign)
{
	return sign->utf8[0] == ' ' || sign->paint == PAINT_ROCK || sign->paint == PAINT_FRAME;
}

/* Returns the position of the mark of a space that can be walked to: on the ring, or the first free
 * corner, clockwise from the space; in the line if there is none. */
static struct on_card
beside_line(const struct card_picture *p, unsigned part)
{
	static const struct on_card corner[EDGES] = { { 0, 3 }, { 2, 3 }, { 2, 1 }, { 0, 1 } };
	const unsigned from = part >= PART_N && part <= PART_W ? part - (unsigned)PART_N : 0;
	const struct on_card at = where(part);

	if (strcmp(p->at[at.row][at.col].utf8, room_sign.utf8) == 0)
		return at;
	for (unsigned i = 0; i < EDGES; i++) {
		const struct on_card c = corner[(from + i) % EDGES];

		if (is_bare(&p->at[c.row][c.col]))
			return c;
	}
	return at;
}

/* True if three or more tunnels meet. */
static bool
is_junction(uint8_t tunnel)
{
	bool is = false;

	for (unsigned e = 0; e < EDGES; e++) {
		const unsigned joined = tunnel_side(tunnel, e) % 3 != 0 ? tunnel_joined(tunnel, e) :
									  0;
		const unsigned without_last = joined & (joined - 1u);

		is = is || (without_last & (without_last - 1u)) != 0;
	}
	return is;
}

static void
put_rooms(const struct game *g, const struct cell *cell, struct card_picture *p)
{
	bool card_level = cell->card < g->rules->n_cards &&
	    game_card(g, cell->card)->class == CARD_PATH &&
	    cave_level(game_card(g, cell->card)) > 1;
	struct cave_card c;

	if (!card_level)
		return;
	cave_card_make(&c, g->rules, cell);
	if (is_junction(p->tunnel))
		p->at[1][2] = room_sign;
	for (unsigned part = PART_N; part <= PART_C; part++)
		if ((c.parts & CAVE_PART_BIT(part)) != 0 &&
		    (part != PART_C || (c.parts & CAVE_PART_BIT(PART_C2)) == 0))
			put_room(p, part, where(part), p->at[where(part).row][where(part).col],
			    SHAPE_ROOM);
}

/* Computes where dwarves can get from the start in any number of steps: through rooms and tunnels,
 * not through webs. */
static void
reach(const struct view *v, const struct grid *grid, struct card_reach reached[static CELLS_MAX])
{
	const struct game *g = &v->known;
	struct cave_map m;
	struct cave_flood f;

	(void)grid;
	memset(reached, 0, CELLS_MAX * sizeof reached[0]);
	cave_map_make(&m, g);
	cave_flood_for(&f, &m, true);
	f.stops = (struct cave_stop_mask){ { 0 } };
	for (unsigned i = 0; i < g->board.n; i++) {
		const struct cell *cell = &g->board.cell[i];

		if (cell->card == CARD_HIDDEN || game_card(g, cell->card)->class != CARD_START)
			continue;
		for (unsigned parts = m.card[i].parts; parts != 0; parts &= parts - 1) {
			const unsigned part = cave_first_part(parts);

			cave_flood(&f, (struct cave_space){ (uint8_t)i, (uint8_t)part }, CAVE_FAR);
			for (unsigned k = 0; k < f.n; k++)
				reached[cave_flood_at(&f, k).cell].any |= (uint8_t)cave_edges(
				    &m, cave_flood_at(&f, k));
		}
	}
}

/* Marks the spaces that the dwarf of the view's own seat can reach in one turn, if it is in the
 * cave. */
static void
put_walk(const struct view *v, struct card_picture picture[static CELLS_MAX])
{
	const struct game *g = &v->known;
	const struct cave_seat *own;
	struct cave_flood f;
	struct cave_map m;
	struct cave_space from;

	if (v->seat >= g->n_seats || cave_own(g)->seat[v->seat].out)
		return;
	own = &cave_own(g)->seat[v->seat];
	cave_map_make(&m, g);
	if (!cave_find(&m, own->at, &from))
		BUG("a dwarf stands nowhere");
	cave_flood_for(&f, &m, true);
	cave_flood(&f, from, own->boots ? 4 : 3);
	for (unsigned i = 0; i < f.n; i++) {
		const struct cave_space to = cave_flood_at(&f, i);
		struct card_picture *p = &picture[to.cell];

		if (m.card[to.cell].parts != 0)
			put_room(p, to.part, beside_line(p, to.part), walk_sign, SHAPE_WALK);
	}
}

static void
put_webs(const struct game *g, const struct grid *grid, struct card_picture *picture)
{
	static const uint8_t at[EDGES][2] = { { 0, 2 }, { 1, 4 }, { 2, 2 }, { 1, 0 } };

	for (unsigned i = 0; i < cave_own(g)->n_web; i++) {
		char count = (char)('0' + cave_own(g)->web[i].count);
		struct glyph sign = glyph_letter(count, PAINT_BLOCK);
		struct spot name;
		unsigned cell, e;

		(void)cave_edge_name(g, cave_own(g)->web[i], &name);
		cell = grid_at(grid, name.x, name.y);
		e = (name.part - (unsigned)PART_N) % EDGES;
		picture_add(&picture[cell], at[e][0], at[e][1], &sign,
		    (struct picture_item){
			.shape = SHAPE_WEB, .on = ON_EDGE, .where = EDGE_BIT(e), .letter = count });
	}
}

/* ---- figures ---- */

/* The positions on a card, best first: near to all spaces and within its narrow drawing. */
static const struct on_card beside[] = { { 0, 1 }, { 0, 3 }, { 2, 1 }, { 2, 3 }, { 1, 1 }, { 1, 3 },
	{ 0, 2 }, { 2, 2 }, { 1, 2 }, { 0, 0 }, { 0, 4 }, { 2, 0 }, { 2, 4 }, { 1, 0 }, { 1, 4 } };
enum { BESIDE = sizeof beside / sizeof beside[0] };

/* taken: bit row * PICTURE_W + column of each figure. */
static void
put_figure(struct card_picture *p, uint16_t *taken, unsigned part, struct glyph sign,
    struct picture_item thing)
{
	struct on_card at = where(part);

	for (unsigned k = 0; k <= 2 * BESIDE; k++) { /* there is room for all figures */
		unsigned bit = (unsigned)at.row * PICTURE_W + at.col;
		bool free = (*taken & 1u << bit) == 0;

		if (free && (k == 0 || k > BESIDE || is_bare(&p->at[at.row][at.col]))) {
			*taken = (uint16_t)(*taken | 1u << bit);
			thing.on = ON_PART;
			thing.where = (uint8_t)part;
			picture_add(p, at.row, at.col, &sign, thing);
			return;
		}
		at = beside[k % BESIDE];
	}
}

static void
put_figures(const struct view *v, const struct names *names, const struct grid *grid,
    struct card_picture picture[static CELLS_MAX])
{
	const struct cave_state *cave = cave_own(&v->known);
	uint16_t taken[CELLS_MAX] = { 0 };
	static const uint8_t clan[CAVE_CLANS] = { [CAVE_CLAN_NONE] = PICTURE_CLAN_NONE,
		[CAVE_CLAN_YELLOW] = PICTURE_CLAN_YELLOW,
		[CAVE_CLAN_BLUE] = PICTURE_CLAN_BLUE };
	char letter[SEATS_MAX];

	seat_letters(names, v->known.n_seats, letter);
	for (unsigned s = 0; s < v->known.n_seats; s++) {
		unsigned cell = grid_at(grid, cave->seat[s].at.x, cave->seat[s].at.y);

		if (!cave->seat[s].out)
			put_figure(&picture[cell], &taken[cell], cave->seat[s].at.part,
			    glyph_letter(letter[s], PAINT_STRONG),
			    (struct picture_item){ .shape = SHAPE_DWARF,
				.seat = (uint8_t)s,
				.clan = clan[cave_clan(&v->known, (uint8_t)s)],
				.letter = letter[s] });
	}
	for (unsigned k = 0; k < CAVE_CREATURES; k++) {
		const struct cave_creature *c = &cave->creature[k];
		unsigned cell = grid_at(grid, c->at.x, c->at.y);

		if (c->owner != SEAT_NONE)
			put_figure(&picture[cell], &taken[cell], c->at.part, creature_sign[k],
			    (struct picture_item){ .shape = (uint8_t)(SHAPE_RAT + k) });
	}
}

static void
cover(const struct view *v, const struct names *names, const struct grid *grid,
    struct card_picture picture[static CELLS_MAX])
{
	const struct game *g = &v->known;

	for (unsigned i = 0; i < g->board.n; i++)
		put_rooms(g, &g->board.cell[i], &picture[i]);
	put_walk(v, picture);
	put_webs(g, grid, picture);
	put_figures(v, names, grid, picture);
}

/* In the order of cave_creature_action. */
static const char *const creature_name[CAVE_CREATURES] = { MSG("card", "rat"),
	MSG("card", "lindworm"), MSG("card", "goblin") };

static void
explain(const struct view *v, const struct names *names, struct legend *legend)
{
	const struct cave_state *cave = cave_own(&v->known);
	char letter[SEATS_MAX];

	seat_letters(names, v->known.n_seats, letter);
	legend_add(legend, &room_sign, MSG("legend", "crossing"));
	legend_add(legend, &walk_sign, MSG("legend", "where you can walk in one turn"));
	for (unsigned s = 0; s < v->known.n_seats; s++) {
		struct glyph sign = glyph_letter(letter[s], PAINT_STRONG);

		if (!cave->seat[s].out)
			legend_add(legend, &sign,
			    names != NULL ? names_seat(names, (uint8_t)s) :
					    MSG("legend", "the dwarf of that seat"));
	}
	for (unsigned k = 0; k < CAVE_CREATURES; k++)
		if (cave->creature[k].owner != SEAT_NONE)
			legend_add(legend, &creature_sign[k], creature_name[k]);
	for (char c = '1'; c <= '2' && cave->n_web > 0; c++) {
		struct glyph sign = glyph_letter(c, PAINT_BLOCK);

		legend_add(legend, &sign,
		    c == '1' ? MSG("legend", "web that shows 1") :
			       MSG("legend", "web that shows 2"));
	}
}

/* ---- beside the seats ----------------------------------------------------------------------- */

static const char *
creature_word(const struct language *lang, unsigned creature)
{
	return language_text(lang, creature_name[creature]);
}

static void
seat(const struct view *v, uint8_t s, struct seat_notes *notes)
{
	const struct cave_state *cave = cave_own(&v->known);
	const struct cave_seat *own = &cave->seat[s];
	char letter[SEATS_MAX];
	struct buf at = BUF_INIT;

	if (cave_works_for(&v->known, s) == CAVE_CLAN_NONE)
		seat_notes_add(notes, PAINT_PLAIN, "%s",
		    shown_side(notes->pen->lang, cave_clan_name(cave_clan(&v->known, s))));
	if (!notes->without_gold)
		seat_notes_add(
		    notes, PAINT_PLAIN, MSG("seat", "gold %u"), (unsigned)v->known.seat[s].gold);
	spot_text(own->at, &at);
	seat_letters(notes->names, v->known.n_seats, letter);
	if (own->out)
		seat_notes_add(notes, PAINT_PLAIN, MSG("seat", "out"));
	else
		seat_notes_add(
		    notes, PAINT_PLAIN, MSG("seat", "%c at %s"), letter[s], buf_cstr(&at));
	buf_release(&at);
	if (own->lying)
		seat_notes_add(notes, PAINT_PLAIN, MSG("seat", "lying"));
	if (own->boots)
		seat_notes_add(notes, PAINT_PLAIN, "%s", shown_word(notes->pen->lang, "boots"));
	if (own->axes > 0)
		seat_notes_add(notes, PAINT_PLAIN, "%s (%u)",
		    shown_word(notes->pen->lang, "battle-axe"), (unsigned)own->axes);
	for (unsigned k = 0; k < CAVE_CREATURES; k++)
		if (cave->creature[k].owner == s)
			seat_notes_add(
			    notes, PAINT_PLAIN, "%s", creature_word(notes->pen->lang, k));
	if (own->agree)
		seat_notes_add(notes, PAINT_PLAIN, MSG("seat", "agrees to finish"));
}

static void
piles(const struct view *v, const struct names *names, struct pen *pen)
{
	const struct cave_state *cave = cave_own(&v->known);
	struct buf at = BUF_INIT;

	pen_end_line(pen);
	pen_say(pen, PAINT_PLAIN, MSG("seat", "  pool %u gold"), (unsigned)u16_get(&cave->pool));
	for (unsigned k = 0; k < CAVE_CREATURES; k++) {
		const struct cave_creature *c = &cave->creature[k];

		if (c->owner == SEAT_NONE)
			continue;
		pen_end_line(pen);
		buf_clear(&at);
		spot_text(c->at, &at);
		pen_say(pen, PAINT_PLAIN, MSG("seat", "  %s at %s, %s's"),
		    creature_word(pen->lang, k), buf_cstr(&at), names_seat(names, c->owner));
	}
	for (unsigned i = 0; i < cave->n_web; i++) {
		struct spot edge;

		(void)cave_edge_name(&v->known, cave->web[i], &edge);
		pen_end_line(pen);
		buf_clear(&at);
		spot_text(edge, &at);
		pen_say(pen, PAINT_PLAIN, MSG("seat", "  web at %s shows %u, %s's"), buf_cstr(&at),
		    (unsigned)cave->web[i].count, names_seat(names, cave->web[i].owner));
	}
	buf_release(&at);
}

static void
gold(const struct language *lang, const struct view *v, uint8_t s, struct buf *out)
{
	const unsigned held = v->known.seat[s].gold;

	if (cave_own(&v->known)->seat[s].out)
		buf_fmt(out, "%u", held);
	else
		language_fmt(lang, out, MSG("score", "%u, still in the cave"), held);
}

/* [CAVE 5.I.39] Each gold counts once for each seat that works for the other clan. */
static void
count_clan(const struct game *g, enum cave_clan clan, struct pen *pen)
{
	enum cave_clan other = clan == CAVE_CLAN_YELLOW ? CAVE_CLAN_BLUE : CAVE_CLAN_YELLOW;
	unsigned gold_out = 0, others = 0, value[CAVE_CLANS];
	struct buf line = BUF_INIT;

	for (uint8_t s = 0; s < g->n_seats; s++) {
		others += cave_works_for(g, s) == other;
		if (cave_works_for(g, s) == clan && cave_own(g)->seat[s].out)
			gold_out += g->seat[s].gold;
	}
	cave_treasure(g, value);
	language_fmt(pen->lang, &line,
	    MSG("score", "%s: %u in the cave-exit %s %u who work for %s = %u"),
	    shown_side(pen->lang, cave_clan_name(clan)), gold_out,
	    pen->style & DRAW_ASCII ? "x" : "×", others,
	    shown_side(pen->lang, cave_clan_name(other)), value[clan]);
	draw_sentence(pen, buf_cstr(&line));
	buf_release(&line);
}

/* [CAVE 5.I.39-40, Q-CAVE-36] */
static void
count(const struct view *v, const struct names *names, struct pen *pen)
{
	const struct game *g = &v->known;
	uint8_t first = cave_own(g)->first_out;
	const char *winner = shown_side(pen->lang, cave_clan_name(cave_winner(g)));
	unsigned value[CAVE_CLANS];
	struct buf line = BUF_INIT;

	count_clan(g, CAVE_CLAN_YELLOW, pen);
	count_clan(g, CAVE_CLAN_BLUE, pen);
	cave_treasure(g, value);
	if (value[CAVE_CLAN_YELLOW] != value[CAVE_CLAN_BLUE])
		language_fmt(pen->lang, &line, MSG("score", "%s wins"), winner);
	else if (first == SEAT_NONE)
		buf_str(&line,
		    language_text(
			pen->lang, MSG("score", "equal, and nobody has left the cave: all win")));
	else
		language_fmt(pen->lang, &line,
		    MSG("score",
			"equal, but %s, who works for %s, was the first to leave: %s wins"),
		    names_seat(names, first), winner, winner);
	draw_sentence(pen, buf_cstr(&line));
	buf_release(&line);
}

/* The dwarf of a seat, of no known clan and of each clan. */
#define DWARF(seat, glyph)                                                                   \
	{ "dwarf-" seat, MSG("mark", "dwarf"), glyph, NULL, true },                          \
	    { "dwarf-" seat "-yellow", MSG("mark", "yellow dwarf"), glyph "y", NULL, true }, \
	{                                                                                    \
		"dwarf-" seat "-blue", MSG("mark", "blue dwarf"), glyph "b", NULL, true      \
	}

static const struct seat_mark marks[] = {
	DWARF("1", "dwarf0"),
	DWARF("2", "dwarf1"),
	DWARF("3", "dwarf2"),
	DWARF("4", "dwarf3"),
	DWARF("5", "dwarf4"),
	DWARF("6", "dwarf5"),
	DWARF("7", "dwarf6"),
	DWARF("8", "dwarf7"),
	{ "out", MSG("mark", "out of the cave"), "exit", NULL, true },
	{ "boots", MSG("mark", "boots"), "boots", NULL, false },
	{ "axe", MSG("mark", "battle-axe"), "axe", NULL, false },
	{ NULL, NULL, NULL, NULL, false },
};

static bool
has_mark(const struct view *v, uint8_t s, unsigned i)
{
	enum { OUT = CAVE_SEATS_MAX * CAVE_CLANS, BOOTS, AXE };
	const struct cave_seat *own = &cave_own(&v->known)->seat[s];

	if (i < OUT)
		return i == s * CAVE_CLANS + cave_clan(&v->known, s);
	return i == OUT ? own->out : i == BOOTS ? own->boots : i == AXE && own->axes > 0;
}

static unsigned
walk(const struct view *v, struct spot to, struct spot way[static ORDER_SPOTS + 1])
{
	const struct game *g = &v->known;

	if (v->seat >= g->n_seats || cave_own(g)->seat[v->seat].out)
		return 0;
	way[0] = cave_own(g)->seat[v->seat].at;
	return 1 + cave_walk_way(g, v->seat, 0, to, way + 1);
}

const struct picture_rules cave_picture = {
	.walk = walk,
	.gold = gold,
	.marks = marks,
	.has_mark = has_mark,
	.count = count,
	.joins_all = true, /* [CAVE 5.D.16] */
	.is_wide = true,
	.reach = reach,
	.cover = cover,
	.explain = explain,
	.seat = seat,
	.piles = piles,
};
