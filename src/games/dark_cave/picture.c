/*
 * What lies and stands on the table of The Dark Cave besides cards: the spaces that a crossing is
 * divided into, dwarves, creatures, webs.
 *
 * (D1) A space is drawn where it opens, or in the middle; whoever stands there is drawn over it,
 *      dwarves over creatures.  What is covered so stands in the lines below the seats.
 */
#include <string.h>

#include "draw/draw.h"
#include "draw/picture.h"
#include "games/dark_cave/cave.h"

static const struct sign space_sign = { "o", 'o', PAINT_AXIS };

static const struct sign creature_sign[CREATURES] = {
	{ "r", 'r', PAINT_BLOCK },
	{ "l", 'l', PAINT_BLOCK },
	{ "g", 'g', PAINT_BLOCK },
};

static struct sign *
sign_at(struct picture *p, unsigned part)
{
	static const uint8_t at[PARTS][2] = { [PART_WHOLE] = { 1, 2 },
		[PART_N] = { 0, 2 },
		[PART_E] = { 1, 3 },
		[PART_S] = { 2, 2 },
		[PART_W] = { 1, 1 },
		[PART_C] = { 1, 2 },
		[PART_C2] = { 1, 2 },
		[PART_T] = { 0, 1 } };

	return &p->at[at[part][0]][at[part][1]];
}

static void
put_spaces(const struct game *g, const struct cell *cell, struct picture *p)
{
	bool card_level = cell->card < g->rules->n_cards &&
	    game_card(g, cell->card)->class == CARD_PATH &&
	    cave_level(game_card(g, cell->card)) > 1;
	struct cave_card c;

	if (!card_level)
		return;
	cave_card_make(&c, g->rules, cell);
	for (unsigned part = PART_N; part <= PART_C; part++)
		if ((c.parts & PART_BIT(part)) != 0 &&
		    (part != PART_C || (c.parts & PART_BIT(PART_C2)) == 0))
			*sign_at(p, part) = space_sign;
}

/* The dwarf of a seat: its initial if no other seat has it, else its number. */
static struct sign
dwarf_sign(const struct names *names, unsigned seat)
{
	char c = (char)('1' + seat);
	bool is_alone = names != NULL;

	for (unsigned i = 0; is_alone && i < names->n; i++)
		is_alone = i == seat || names->seat[i][0] != names->seat[seat][0];
	if (is_alone)
		c = (char)(names->seat[seat][0] - 'a' + 'A');
	return sign_letter(c, PAINT_STRONG);
}

static void
put_webs(const struct game *g, const struct grid *grid, struct picture *picture)
{
	static const uint8_t at[EDGES][2] = { { 0, 2 }, { 1, 4 }, { 2, 2 }, { 1, 0 } };

	for (unsigned i = 0; i < cave_own(g)->n_web; i++) {
		char count = (char)('0' + cave_own(g)->web[i].count);
		struct spot name;
		unsigned cell, e;

		(void)cave_edge_name(g, cave_own(g)->web[i], &name);
		cell = grid_at(grid, name.x, name.y);
		e = (name.part - (unsigned)PART_N) % EDGES;
		if (cell != CELL_NONE)
			picture[cell].at[at[e][0]][at[e][1]] = sign_letter(count, PAINT_BLOCK);
	}
}

static void
cover(const struct view *v, const struct names *names, const struct grid *grid,
    struct picture picture[static CELLS_MAX])
{
	const struct game *g = &v->known;
	const struct cave_state *cave = cave_own(g);

	for (unsigned i = 0; i < g->board.n; i++)
		put_spaces(g, &g->board.cell[i], &picture[i]);
	put_webs(g, grid, picture);
	for (unsigned k = 0; k < CREATURES; k++) {
		unsigned cell = grid_at(grid, cave->creature[k].at.x, cave->creature[k].at.y);

		if (cave->creature[k].owner != SEAT_NONE && cell != CELL_NONE)
			*sign_at(&picture[cell], cave->creature[k].at.part) = creature_sign[k];
	}
	for (unsigned s = g->n_seats; s-- > 0;) {
		unsigned cell = grid_at(grid, cave->seat[s].at.x, cave->seat[s].at.y);

		if (!cave->seat[s].out && cell != CELL_NONE)
			*sign_at(&picture[cell], cave->seat[s].at.part) = dwarf_sign(names, s);
	}
}

/* Heavy is where the dwarf of the view's own seat can go in one turn, if it has one in the cave. */
static void
reach(const struct view *v, const struct grid *grid, struct reached reached[static CELLS_MAX])
{
	const struct game *g = &v->known;
	const struct cave_seat *own;
	struct cave_search s;
	struct cave_map m;
	struct cave_space from;

	picture_reach(v, grid, reached);
	if (v->seat >= g->n_seats || cave_own(g)->seat[v->seat].out)
		return;
	own = &cave_own(g)->seat[v->seat];
	cave_map_make(&m, g);
	if (!cave_find(&m, own->at, &from))
		return;
	memset(reached, 0, CELLS_MAX * sizeof reached[0]);
	cave_search(&s, &m, v->seat, from, own->boots ? 4 : 3, false);
	for (unsigned i = 0; i < s.n; i++) {
		struct cave_space at = s.label[i].step.to;

		if (!s.label[i].step.goal)
			reached[at.cell].any |= cave_map_card(&m, at.cell)->edges[at.part];
	}
}

/* ---- beside the seats ----------------------------------------------------------------------- */

static void
seat(const struct view *v, uint8_t s, struct notes *notes)
{
	const struct cave_state *cave = cave_own(&v->known);
	const struct cave_seat *own = &cave->seat[s];
	struct buf at = BUF_INIT;

	if (cave_works_for(&v->known, s) == CLAN_NONE)
		note(notes, PAINT_PLAIN, "%s", clan_name(cave_clan(&v->known, s)));
	note(notes, PAINT_PLAIN, "gold %u", (unsigned)v->known.seat[s].gold);
	spot_text(own->at, &at);
	note(notes, PAINT_PLAIN, "%s%s", own->out ? "out" : "at ", own->out ? "" : buf_cstr(&at));
	buf_release(&at);
	if (own->lying)
		note(notes, PAINT_PLAIN, "lying");
	if (own->boots)
		note(notes, PAINT_PLAIN, "boots");
	if (own->axes > 0)
		note(notes, PAINT_PLAIN, "battle-axe (%u)", (unsigned)own->axes);
	for (unsigned k = 0; k < CREATURES; k++)
		if (cave->creature[k].owner == s)
			note(notes, PAINT_PLAIN, "%s",
			    action_name((enum action)cave_creature_action[k]));
	if (own->agree)
		note(notes, PAINT_PLAIN, "agrees to finish");
}

/* A line of its own about what stands or lies at a spot. */
static void
line_at(struct pen *pen, const char *what, struct spot spot)
{
	struct buf at = BUF_INIT;

	spot_text(spot, &at);
	pen_end_line(pen);
	pen_fmt(pen, PAINT_PLAIN, "  %s at %s", what, buf_cstr(&at));
	buf_release(&at);
}

static void
piles(const struct view *v, const struct names *names, struct pen *pen)
{
	const struct cave_state *cave = cave_own(&v->known);

	pen_end_line(pen);
	pen_fmt(pen, PAINT_PLAIN, "  pool %u gold", (unsigned)u16_get(&cave->pool));
	for (unsigned k = 0; k < CREATURES; k++) {
		const struct cave_creature *c = &cave->creature[k];

		if (c->owner == SEAT_NONE)
			continue;
		line_at(pen, action_name((enum action)cave_creature_action[k]), c->at);
		pen_fmt(pen, PAINT_PLAIN, ", %s's", names_seat(names, c->owner));
	}
	for (unsigned i = 0; i < cave->n_web; i++) {
		struct spot at;

		(void)cave_edge_name(&v->known, cave->web[i], &at);
		line_at(pen, "web", at);
		pen_fmt(pen, PAINT_PLAIN, " shows %u, %s's", (unsigned)cave->web[i].count,
		    names_seat(names, cave->web[i].owner));
	}
}

static void
gold(const struct view *v, uint8_t s, struct buf *out)
{
	buf_fmt(out, "%u%s", (unsigned)v->known.seat[s].gold,
	    cave_own(&v->known)->seat[s].out ? "" : ", still in the cave");
}

/* [CAVE 5.I.39] Each gold counts once for each who works for the other clan. */
static void
count_clan(const struct game *g, enum cave_clan clan, struct pen *pen)
{
	enum cave_clan other = clan == CLAN_YELLOW ? CLAN_BLUE : CLAN_YELLOW;
	unsigned gold_out = 0, others = 0, value[CLANS];
	struct buf line = BUF_INIT;

	for (uint8_t s = 0; s < g->n_seats; s++) {
		others += cave_works_for(g, s) == other;
		if (cave_works_for(g, s) == clan && cave_own(g)->seat[s].out)
			gold_out += g->seat[s].gold;
	}
	cave_treasure(g, value);
	buf_fmt(&line, "%s: %u in the cave-exit %s %u who work for %s = %u", clan_name(clan),
	    gold_out, pen->style & DRAW_ASCII ? "x" : "×", others, clan_name(other), value[clan]);
	draw_sentence(pen, buf_cstr(&line));
	buf_release(&line);
}

/* [CAVE 5.I.39-40, Q-CAVE-36] */
static void
count(const struct view *v, const struct names *names, struct pen *pen)
{
	const struct game *g = &v->known;
	uint8_t first = cave_own(g)->first_out;
	const char *winner = clan_name(cave_winner(g));
	unsigned value[CLANS];
	struct buf line = BUF_INIT;

	count_clan(g, CLAN_YELLOW, pen);
	count_clan(g, CLAN_BLUE, pen);
	cave_treasure(g, value);
	if (value[CLAN_YELLOW] != value[CLAN_BLUE])
		buf_fmt(&line, "%s wins", winner);
	else if (first == SEAT_NONE)
		buf_str(&line, "equal, and nobody has left the cave: all win");
	else
		buf_fmt(&line, "equal, but %s, who works for %s, was the first to leave: %s wins",
		    names_seat(names, first), winner, winner);
	draw_sentence(pen, buf_cstr(&line));
	buf_release(&line);
}

const struct picture_rules cave_picture = {
	.gold = gold,
	.count = count,
	.reach = reach,
	.joins_all = true, /* [CAVE 5.D.16] */
	.cover = cover,
	.seat = seat,
	.piles = piles,
};
