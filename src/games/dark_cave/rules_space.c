/*
 * The spaces of the cave [CAVE 5.C.12-14]: spaces of one card, the map, names, and webs at edge
 * points.
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

/* Joins the tunnel to this space. */
static void
join_tunnel(struct cave_card *c, unsigned part)
{
	c->link[part] |= CAVE_PART_BIT(PART_T);
	c->link[PART_T] |= CAVE_PART_BIT(part);
}

/* Level 1: adds one space for each group, named by its first edge. */
static void
add_groups(struct cave_card *c, uint8_t tunnel)
{
	for (unsigned left = c->open, group; left != 0; left &= ~group) {
		const unsigned first = cave_first_edge(left);
		unsigned part;

		group = tunnel_joined(tunnel, first);
		part = group == c->open ? (unsigned)PART_WHOLE : PART_N + first;
		c->parts |= CAVE_PART_BIT(part);
		c->edges[part] = (uint8_t)group;
		for (unsigned e = 0; e < EDGES; e++)
			c->at_edge[e] = (uint8_t)((group >> e & 1) != 0 ? part : c->at_edge[e]);
	}
}

/* Levels 2 and 3: adds one space for each edge; on level 2 joins those of a group. */
static void
add_edges(struct cave_card *c, unsigned level, uint8_t tunnel)
{
	c->parts = (uint8_t)(c->open << PART_N);
	for (unsigned e = 0; e < EDGES; e++) {
		const unsigned is = (unsigned)c->open >> e & 1u;

		c->at_edge[e] = (uint8_t)(is != 0 ? PART_N + e : (unsigned)CAVE_PARTS);
		c->edges[PART_N + e] = (uint8_t)(is << e);
	}
	for (unsigned e = 0; e < EDGES && level == 2; e++)
		c->link[PART_N + e] = (uint8_t)((tunnel_joined(tunnel, e) & ~(unsigned)EDGE_BIT(e) &
						    (0u - ((unsigned)c->open >> e & 1u)))
		    << PART_N);
}

/* Level 3: adds the space in the middle of a group. */
static unsigned
add_centre(struct cave_card *c, unsigned group)
{
	const unsigned centre = (c->parts & CAVE_PART_BIT(PART_C)) != 0 ? PART_C2 : PART_C;

	/* at most two groups: two with two edges each, or one */
	assert((c->parts & CAVE_PART_BIT(PART_C2)) == 0);
	c->parts |= CAVE_PART_BIT(centre);
	c->link[centre] |= (uint8_t)(group << PART_N);
	for (unsigned left = group; left != 0; left &= left - 1)
		c->link[PART_N + cave_first_edge(left)] |= CAVE_PART_BIT(centre);
	return centre;
}

/* Adds the features of the card, and the centres on level 3, group by group. `inner`: the arm with
 * a single feature, or EDGES. */
static void
add_features(struct cave_card *c, unsigned level, uint8_t tunnel, unsigned inner)
{
	for (unsigned left = c->open, group; left != 0; left &= ~group) {
		const unsigned first = cave_first_edge(left);
		unsigned centre = CAVE_PARTS;

		group = tunnel_joined(tunnel, first);
		if (level == 3 && (is_many(group) || group == EDGE_BIT(inner)))
			centre = add_centre(c, group);
		if (inner < EDGES && (group & EDGE_BIT(inner)) != 0)
			c->home = (uint8_t)(centre < CAVE_PARTS ? centre : c->at_edge[inner]);
		/* A tunnel leads to each way through the card, on level 3 to its centre. */
		for (unsigned e = first; e < EDGES && cave_card_has(c, FEATURE_TUNNEL); e++)
			if ((group & EDGE_BIT(e)) != 0) /* of two ways through, none is blind */
				join_tunnel(c, centre < CAVE_PARTS ? centre : c->at_edge[e]);
		/* Q-CAVE-6: the wooden way goes from north to south. */
		for (unsigned e = first; e < EDGES && cave_card_has(c, FEATURE_BRIDGE); e++)
			if ((group & EDGE_BIT(e)) != 0 && (group & EDGE_BIT(EDGE_N)) != 0)
				c->bridge |= CAVE_PART_BIT(c->at_edge[e]);
		if (cave_card_has(c, FEATURE_BRIDGE) && centre < CAVE_PARTS &&
		    (group & EDGE_BIT(EDGE_N)) != 0)
			c->bridge |= CAVE_PART_BIT(centre);
	}
}

void
cave_card_make(struct cave_card *c, const struct rules *rules, const struct cell *cell)
{
	const uint8_t tunnel = cell_tunnel(rules->card, cell);
	const struct card_def *def;
	unsigned level, inner = EDGES;

	*c = (struct cave_card){ .home = CAVE_PARTS,
		.at_edge = { CAVE_PARTS, CAVE_PARTS, CAVE_PARTS, CAVE_PARTS } };
	if ((cell->flags & CELL_DOWN) != 0) {
		for (unsigned e = 0; e < EDGES; e++)
			c->at_edge[e] = (uint8_t)(PART_N + e);
		c->ends = 0xff;
	}
	if (tunnel == 0)
		return;
	def = &rules->card[cell->card];
	level = cave_level(def);
	c->open = tunnel_open(tunnel);
	u16_set(&c->feature, def->feature & (CAVE_SINGLE | FEATURE_BRIDGE | FEATURE_TUNNEL));
	if (level == 1)
		add_groups(c, tunnel);
	else
		add_edges(c, level, tunnel);
	if (cave_card_has(c, FEATURE_TUNNEL))
		c->parts |= CAVE_PART_BIT(PART_T);
	/* The feature is at the first opening of the card as printed, and is rotated with it. */
	if (cave_card_has(c, CAVE_SINGLE))
		inner = cave_first_edge(tunnel_open(def->tunnel)) ^
		    ((cell->flags & CELL_FLIPPED) != 0 ? 2u : 0u);
	if (level == 3 || u16_get(&c->feature) != 0)
		add_features(c, level, tunnel, inner);
	if (cave_card_has(c, FEATURE_EXIT))
		c->ends = CAVE_PART_BIT(c->home);
}

/* ---- the map ---- */

void
cave_map_make(struct cave_map *m, const struct game *g)
{
	m->g = g;
	m->card = g->board.cache_valid ? cave_own(g)->cache.card : m->made_card;
	if (g->board.cache_valid)
		return;
	for (unsigned i = 0; i < g->board.n; i++)
		cave_card_make(&m->made_card[i], g->rules, &g->board.cell[i]);
	for (unsigned i = 0; i < g->board.n; i++) {
		for (unsigned e = EDGE_E; e <= EDGE_S; e++) {
			const unsigned j = cave_neighbour(m, i, e);

			if (j != CELL_NONE)
				cave_card_connect(&m->made_card[i], e, &m->made_card[j]);
		}
	}
}

/* Returns the part that a name means on a card, or CAVE_PARTS. */
static unsigned
find_part(const struct cave_card *c, unsigned part)
{
	unsigned at;

	if (part < CAVE_PARTS && (c->parts >> part & 1) != 0) /* its own name, the usual case */
		return part;
	if (part < PART_N || part > PART_W)
		return CAVE_PARTS;
	at = c->at_edge[part - PART_N];
	return at == PART_WHOLE || c->parts == 0 ? (unsigned)CAVE_PARTS : at;
}

bool
cave_find(const struct cave_map *m, struct spot name, struct cave_space *out)
{
	unsigned cell = cave_at(m->g, name.x, name.y), part;

	if (cell == CELL_NONE)
		return false;
	part = find_part(&m->card[cell], name.part);
	*out = (struct cave_space){ (uint8_t)cell, (uint8_t)part };
	return part != CAVE_PARTS;
}

bool
cave_find_name(const struct game *g, struct spot *name, uint16_t *has)
{
	unsigned cell = cave_at(g, name->x, name->y), part;
	const struct cave_card *c;
	struct cave_card made;

	if (cell == CELL_NONE)
		return false;
	c = g->board.cache_valid ? &cave_own(g)->cache.card[cell] : &made;
	if (!g->board.cache_valid)
		cave_card_make(&made, g->rules, &g->board.cell[cell]);
	part = find_part(c, name->part);
	if (part == CAVE_PARTS)
		return false;
	name->part = (uint8_t)part;
	*has = (uint16_t)cave_card_has_at(c, part);
	return true;
}

struct spot
cave_spot(const struct cave_map *m, struct cave_space space)
{
	const struct cell *c = &m->g->board.cell[space.cell];

	return (struct spot){ c->x, c->y, space.part };
}

/* ---- names ---- */

/* Returns a rank in the bytewise order of printed decimal numbers: up to three digits, where a
 * missing digit is lower than 0. A minus is lower than any digit. */
static int
rank_of_number(int v)
{
	enum { SIGNS = 11 };
	const int u = v < 0 ? -v : v;
	int rank = (u % 10 + 1) * SIGNS * SIGNS;

	if (u >= 100)
		rank = ((u / 100 + 1) * SIGNS + u / 10 % 10 + 1) * SIGNS + u % 10 + 1;
	else if (u >= 10)
		rank = ((u / 10 + 1) * SIGNS + u % 10 + 1) * SIGNS;
	return v < 0 ? rank - SIGNS * SIGNS * SIGNS : rank;
}

/* The separator after a number sorts before any digit. */
int
cave_spot_compare(struct spot a, struct spot b)
{
	static const uint8_t rank_of_part[1 << 8] = { [PART_C] = 1,
		[PART_C2] = 2,
		[PART_E] = 3,
		[PART_N] = 4,
		[PART_S] = 5,
		[PART_T] = 6,
		[PART_W] = 7 };

	if (a.x != b.x)
		return rank_of_number(a.x) - rank_of_number(b.x);
	if (a.y != b.y)
		return rank_of_number(a.y) - rank_of_number(b.y);
	return rank_of_part[a.part] - rank_of_part[b.part];
}

/* ---- edge points ---- */

struct cave_web
cave_edge(int x, int y, unsigned e)
{
	if (e == EDGE_N || e == EDGE_W) {
		x += edge_dx[e];
		y += edge_dy[e];
		e ^= 2u;
	}
	return (struct cave_web){ .x = (int8_t)x, .y = (int8_t)y, .edge = (uint8_t)e };
}

unsigned
cave_web_at(const struct game *g, int x, int y, unsigned e)
{
	struct cave_web at;

	if (cave_own(g)->n_web == 0)
		return CAVE_WEB_NONE;
	at = cave_edge(x, y, e);
	for (unsigned i = 0; i < cave_own(g)->n_web; i++) {
		const struct cave_web *w = &cave_own(g)->web[i];

		if (w->x == at.x && w->y == at.y && w->edge == at.edge)
			return i;
	}
	return CAVE_WEB_NONE;
}
