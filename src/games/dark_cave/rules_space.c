/*
 * The spaces of the cave [CAVE 5.C.12-14]: what of a card's is seldom asked, the map, names.
 */
#include <assert.h>
#include <string.h>

#include "games/dark_cave/cave.h"

unsigned
cave_level(const struct card_def *def)
{
	if (def->class == CARD_GOAL)
		return 3;
	return def->class == CARD_PATH && def->deck > 1 ? def->deck : 1;
}

/* ---- one card ---- */

static bool
is_many(unsigned edges)
{
	return (edges & (edges - 1)) != 0;
}

/* The groups that have a centre; `inner`: EDGE_BIT of the arm where a feature stands. */
static void
find_centres(struct cave_shape *s, unsigned inner)
{
	unsigned n = 0;

	for (unsigned left = s->open, group; left != 0; left &= ~group) {
		group = tunnel_joined(s->tunnel, cave_first_edge(left));
		if (is_many(group) || (group & inner) != 0)
			s->centre[n++] = (uint8_t)group;
	}
	assert(n <= 2); /* two have two edges each, or one stands alone */
}

/* The tunnel joins all ways: all their spaces on level 2, else their spaces in the middle. */
static void
find_below(struct cave_shape *s)
{
	for (unsigned e = 0; e < EDGES; e++) {
		unsigned part = shape_at_edge(s, e);

		if (part == PARTS || !is_many(shape_group(s, part)))
			continue;
		if (s->level == 3)
			part = shape_centre(s, shape_group(s, part));
		s->below |= PART_BIT(part);
	}
}

void
cave_shape_make(struct cave_shape *s, const struct rules *rules, const struct cell *cell)
{
	uint8_t tunnel = cell_tunnel(rules->card, cell);
	const struct card_def *def;
	unsigned e = 0;

	*s = (struct cave_shape){ .level = 1, .home = PARTS };
	if (tunnel == 0)
		return;
	def = &rules->card[cell->card];
	s->tunnel = tunnel;
	s->open = tunnel_open(tunnel);
	s->level = (uint8_t)cave_level(def);
	s->feature = def->feature & (CAVE_SINGLE | FEATURE_BRIDGE | FEATURE_TUNNEL);
	if (s->level < 3 && s->feature == 0)
		return;
	/* A single feature stands at the first gap of the card as drawn, and turns with it. */
	if ((s->feature & CAVE_SINGLE) != 0)
		e = cave_first_edge(tunnel_open(def->tunnel)) ^
		    ((cell->flags & CELL_FLIPPED) != 0 ? 2u : 0u);
	if (s->level == 3)
		find_centres(s, (s->feature & CAVE_SINGLE) != 0 ? EDGE_BIT(e) : 0);
	if ((s->feature & CAVE_SINGLE) != 0)
		s->home = (uint8_t)(s->level == 3 ? shape_centre(s, tunnel_joined(tunnel, e)) :
						    shape_at_edge(s, e));
	if ((s->feature & FEATURE_TUNNEL) != 0)
		find_below(s);
}

unsigned
shape_parts(const struct cave_shape *s)
{
	unsigned parts = (s->feature & FEATURE_TUNNEL) != 0 ? PART_BIT(PART_T) : 0;

	for (unsigned e = 0; e < EDGES; e++)
		if ((s->open & EDGE_BIT(e)) != 0)
			parts |= PART_BIT(shape_at_edge(s, e));
	parts |= s->centre[0] != 0 ? PART_BIT(PART_C) : 0u;
	return parts | (s->centre[1] != 0 ? PART_BIT(PART_C2) : 0u);
}

void
cave_card_make(struct cave_card *c, const struct rules *rules, const struct cell *cell)
{
	struct cave_shape s;

	cave_shape_make(&s, rules, cell);
	memset(c, 0, sizeof *c);
	c->parts = (uint8_t)shape_parts(&s);
	for (unsigned e = 0; e < EDGES; e++)
		c->at_edge[e] = (uint8_t)shape_at_edge(&s, e);
	for (unsigned part = 0; part < PARTS; part++) {
		if ((c->parts & PART_BIT(part)) == 0)
			continue;
		c->link[part] = (uint8_t)shape_link(&s, part);
		c->edges[part] = (uint8_t)shape_edges(&s, part);
		c->has[part] = (uint16_t)shape_has(&s, part);
	}
}

/* ---- the map ---- */

void
cave_map_make(struct cave_map *m, const struct game *g)
{
	m->g = g;
	grid_make(&m->grid, &g->board);
	m->ladders_found = false;
	memset(m->made, 0, g->board.n * sizeof m->made[0]);
}

/* The part that a name means on a card; PARTS: none. */
static unsigned
find_part(const struct cave_shape *s, unsigned part)
{
	if (part >= PART_N && part <= PART_W) {
		unsigned at = shape_at_edge(s, part - PART_N);

		return at == PART_WHOLE ? (unsigned)PARTS : at;
	}
	if (part == PART_WHOLE)
		return s->open != 0 && s->level == 1 &&
			tunnel_joined(s->tunnel, cave_first_edge(s->open)) == s->open ?
		    (unsigned)PART_WHOLE :
		    (unsigned)PARTS;
	return part < PARTS && (shape_parts(s) & PART_BIT(part)) != 0 ? part : (unsigned)PARTS;
}

bool
cave_find(struct cave_map *m, struct spot name, struct cave_space *out)
{
	unsigned cell = grid_at(&m->grid, name.x, name.y), part;

	if (cell == CELL_NONE)
		return false;
	part = find_part(cave_map_shape(m, cell), name.part);
	*out = (struct cave_space){ (uint8_t)cell, (uint8_t)part };
	return part != PARTS;
}

bool
cave_name(const struct game *g, struct spot *name, uint16_t *has)
{
	unsigned cell = board_find(&g->board, name->x, name->y), part;
	struct cave_shape s;

	if (cell == CELL_NONE)
		return false;
	cave_shape_make(&s, g->rules, &g->board.cell[cell]);
	part = find_part(&s, name->part);
	if (part == PARTS)
		return false;
	name->part = (uint8_t)part;
	*has = (uint16_t)shape_has(&s, part);
	return true;
}

struct spot
cave_spot(const struct cave_map *m, struct cave_space space)
{
	const struct cell *c = &m->g->board.cell[space.cell];

	return (struct spot){ c->x, c->y, space.part };
}

/* ---- names ---- */

enum { NAME_SIZE = 16 };

static char *
put_number(char *p, int v)
{
	if (v < 0) {
		*p++ = '-';
		v = -v;
	}
	if (v >= 100)
		*p++ = (char)('0' + v / 100);
	if (v >= 10)
		*p++ = (char)('0' + v / 10 % 10);
	*p++ = (char)('0' + v % 10);
	return p;
}

static void
put_name(struct spot s, char name[static NAME_SIZE])
{
	static const char part[PARTS][3] = { "", "n", "e", "s", "w", "c", "c2", "t" };
	char *p = name;

	memset(name, 0, NAME_SIZE);
	p = put_number(p, s.x);
	*p++ = ',';
	p = put_number(p, s.y);
	if (s.part == PART_WHOLE || s.part >= PARTS)
		return;
	*p++ = '/';
	memcpy(p, part[s.part], sizeof part[0]);
}

int
spot_compare(struct spot a, struct spot b)
{
	char name_a[NAME_SIZE], name_b[NAME_SIZE];

	put_name(a, name_a);
	put_name(b, name_b);
	return memcmp(name_a, name_b, NAME_SIZE);
}
