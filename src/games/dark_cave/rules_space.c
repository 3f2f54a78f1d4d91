/*
 * The spaces of the cave [CAVE 5.C.12-14].
 *
 * (P1) the spaces of a card follow from its row in the card list alone: level, tunnels, features
 * (P2) a link on a card goes both ways
 * (P3) each open edge belongs to exactly one space
 */
#include <assert.h>
#include <string.h>

#include "games/dark_cave/cave.h"

enum { SINGLE = FEATURE_LADDER | FEATURE_HOLE | FEATURE_VEIN | FEATURE_EXIT };

unsigned
cave_level(const struct card_def *def)
{
	if (def->class == CARD_GOAL)
		return 3;
	return def->class == CARD_PATH && def->deck > 1 ? def->deck : 1;
}

static unsigned
first_edge(unsigned edges)
{
	unsigned e = 0;

	while ((edges & EDGE_BIT(e)) == 0)
		e++;
	return e;
}

static bool
has_one(unsigned bits)
{
	return (bits & (bits - 1)) == 0;
}

static void
add_space(struct cave_card *c, unsigned part, unsigned edges)
{
	c->parts |= PART_BIT(part);
	c->edges[part] = (uint8_t)edges;
	for (unsigned e = 0; e < EDGES; e++)
		if ((edges & EDGE_BIT(e)) != 0)
			c->at_edge[e] = (uint8_t)part;
}

static void
add_link(struct cave_card *c, unsigned a, unsigned b)
{
	c->link[a] |= PART_BIT(b);
	c->link[b] |= PART_BIT(a);
}

/* A group being turned into spaces. */
struct group {
	unsigned edges;
	unsigned part;  /* the space of a level-1 group, the centre of a level-3 one */
	uint8_t spaces; /* PART_BITs */
};

static void
make_openings(struct cave_card *c, struct group *group)
{
	for (unsigned e = 0; e < EDGES; e++) {
		if ((group->edges & EDGE_BIT(e)) == 0)
			continue;
		add_space(c, PART_N + e, EDGE_BIT(e));
		group->spaces |= PART_BIT(PART_N + e);
	}
}

/* [CAVE 5.C.12]; `inner`: a blind arm on level 3 that has an inner end, for a feature stands
 * there. */
static void
make_group(struct cave_card *c, struct group *group, unsigned level, bool alone, bool inner)
{
	unsigned first = first_edge(group->edges);
	bool centre = level == 3 && (!has_one(group->edges) || inner);

	if (level == 1) {
		group->part = alone ? (unsigned)PART_WHOLE : PART_N + first;
		group->spaces = PART_BIT(group->part);
		add_space(c, group->part, group->edges);
		return;
	}
	group->part = PART_N + first;
	make_openings(c, group);
	if (centre) {
		unsigned part = (c->parts & PART_BIT(PART_C)) != 0 ? PART_C2 : PART_C;

		add_space(c, part, 0);
		for (unsigned e = 0; e < EDGES; e++)
			if ((group->edges & EDGE_BIT(e)) != 0)
				add_link(c, part, PART_N + e);
		group->part = part;
		group->spaces |= PART_BIT(part);
		return;
	}
	for (unsigned a = 0; a < EDGES; a++)
		for (unsigned b = a + 1; b < EDGES; b++)
			if ((group->edges & EDGE_BIT(a)) != 0 && (group->edges & EDGE_BIT(b)) != 0)
				add_link(c, PART_N + a, PART_N + b);
}

/* The tunnel joins both ways: all their spaces on level 2, else their spaces in the middle. */
static void
make_tunnel(struct cave_card *c, const struct group *group, unsigned n, unsigned level)
{
	add_space(c, PART_T, 0);
	c->has[PART_T] = FEATURE_TUNNEL;
	for (unsigned i = 0; i < n; i++) {
		if (has_one(group[i].edges))
			continue;
		for (unsigned part = 0; part < PART_T; part++)
			if ((group[i].spaces & PART_BIT(part)) != 0 &&
			    (level == 2 || part == group[i].part))
				add_link(c, PART_T, part);
	}
}

void
cave_card_make(struct cave_card *c, const struct rules *rules, const struct cell *cell)
{
	uint8_t tunnel = cell_tunnel(rules->card, cell);
	struct group group[EDGES];
	const struct card_def *def;
	unsigned n = 0, home, level;

	memset(c, 0, sizeof *c);
	memset(c->at_edge, PARTS, sizeof c->at_edge);
	if (tunnel == 0)
		return;
	def = &rules->card[cell->card];
	level = cave_level(def);
	/* A single feature stands at the first gap of the card as drawn, and turns with it. */
	home = first_edge(tunnel_open(def->tunnel)) ^ ((cell->flags & CELL_FLIPPED) != 0 ? 2u : 0u);
	for (unsigned e = 0, left = tunnel_open(tunnel); e < EDGES; e++) {
		if ((left & EDGE_BIT(e)) == 0)
			continue;
		group[n] = (struct group){ .edges = tunnel_joined(tunnel, e) };
		left &= ~group[n++].edges;
	}
	for (unsigned i = 0; i < n; i++) {
		bool mine = (def->feature & SINGLE) != 0 && (group[i].edges & EDGE_BIT(home)) != 0;

		make_group(c, &group[i], level, n == 1, mine);
		if (mine)
			c->has[level == 2 ? PART_N + home : group[i].part] |= def->feature & SINGLE;
		/* Q-CAVE-6: the wooden way goes north to south */
		if ((def->feature & FEATURE_BRIDGE) != 0 &&
		    (group[i].edges & EDGE_BIT(EDGE_N)) != 0)
			for (unsigned part = 0; part < PARTS; part++)
				if ((group[i].spaces & PART_BIT(part)) != 0)
					c->has[part] |= FEATURE_BRIDGE;
	}
	if ((def->feature & FEATURE_TUNNEL) != 0)
		make_tunnel(c, group, n, level);
}

/* ---- the map ---- */

void
cave_map_make(struct cave_map *m, const struct game *g)
{
	m->g = g;
	grid_make(&m->grid, &g->board);
	memset(m->made, 0, sizeof m->made);
}

const struct cave_card *
cave_map_card(struct cave_map *m, unsigned cell)
{
	if (!m->made[cell]) {
		cave_card_make(&m->card[cell], m->g->rules, &m->g->board.cell[cell]);
		m->made[cell] = 1;
	}
	return &m->card[cell];
}

/* The part that a name means on a card; PARTS: none. */
static unsigned
find_part(const struct cave_card *c, unsigned part)
{
	if (part >= PART_N && part <= PART_W) {
		unsigned at = c->at_edge[part - PART_N];

		return at == PART_WHOLE ? (unsigned)PARTS : at;
	}
	return part < PARTS && (c->parts & PART_BIT(part)) != 0 ? part : (unsigned)PARTS;
}

bool
cave_find(struct cave_map *m, struct spot name, struct cave_space *out)
{
	unsigned cell = grid_at(&m->grid, name.x, name.y), part;

	if (cell == CELL_NONE)
		return false;
	part = find_part(cave_map_card(m, cell), name.part);
	*out = (struct cave_space){ (uint8_t)cell, (uint8_t)part };
	return part != PARTS;
}

bool
cave_name(const struct game *g, struct spot *name, uint16_t *has)
{
	unsigned cell = board_find(&g->board, name->x, name->y), part;
	struct cave_card c;

	if (cell == CELL_NONE)
		return false;
	cave_card_make(&c, g->rules, &g->board.cell[cell]);
	part = find_part(&c, name->part);
	if (part == PARTS)
		return false;
	name->part = (uint8_t)part;
	*has = c.has[part];
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
