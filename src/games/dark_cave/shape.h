#ifndef ADIT_GAMES_DARK_CAVE_SHAPE_H
#define ADIT_GAMES_DARK_CAVE_SHAPE_H

#include "core/game.h"

/*
 * The spaces of one card as it lies [CAVE 5.C.12, CAVE 5.C.14].  A search asks for few of them, and for
 * many cards: so nothing is listed, each answer is worked out when it is asked for.
 *
 * A space is called by its part (core/order.h): PART_WHOLE on a level-1 card with one group, else the
 * edge it opens to (on level 1 the first of its group), PART_C and PART_C2 for the centres of groups,
 * PART_T for a tunnel.  A group is the set of edges that are joined inside the card.  On level 1 it is one
 * space; on level 2 each of its edges is one and all are joined; on level 3 each is joined to the
 * centre, which only a blind arm has none of, unless a feature stands there.
 *
 * (P1) what is asked follows from the row in the card list alone: level, tunnels, features
 * (P2) a link on a card goes both ways
 * (P3) each open edge belongs to exactly one space
 */
enum { PARTS = PART_T + 1 };
#define PART_BIT(part) ((uint8_t)(1u << (part)))

/* Features that stand in one space. */
enum { CAVE_SINGLE = FEATURE_LADDER | FEATURE_HOLE | FEATURE_VEIN | FEATURE_EXIT };

struct cave_shape {
	uint8_t tunnel, open; /* as it lies; EDGE_BITs.  0: face down or hidden, no spaces at all */
	uint8_t level;        /* 1, 2 or 3 steps to cross */
	uint8_t home;         /* the space where a single feature stands; PARTS: there is none */
	uint8_t centre[2];    /* EDGE_BITs of the groups that have one: of PART_C, PART_C2 */
	uint8_t below;        /* PART_BITs of the spaces that the tunnel leads to */
	uint16_t feature;
};

static inline unsigned
cave_first_edge(unsigned edges)
{
	static const uint8_t first[1 << EDGES] = { 0, 0, 1, 0, 2, 0, 1, 0, 3, 0, 1, 0, 2, 0, 1, 0 };

	return first[edges];
}

/* The edges of the group that a space belongs to; 0: of the tunnel. */
static inline unsigned
shape_group(const struct cave_shape *s, unsigned part)
{
	if (part == PART_WHOLE)
		return s->open;
	if (part <= PART_W)
		return tunnel_joined(s->tunnel, part - PART_N);
	return part == PART_T ? 0 : s->centre[part - PART_C];
}

/* The space that opens to an edge; PARTS: rock. */
static inline unsigned
shape_at_edge(const struct cave_shape *s, unsigned e)
{
	unsigned group;

	if ((s->open & EDGE_BIT(e)) == 0)
		return PARTS;
	if (s->level > 1)
		return PART_N + e;
	group = tunnel_joined(s->tunnel, e);
	return group == s->open ? (unsigned)PART_WHOLE : PART_N + cave_first_edge(group);
}

/* EDGE_BITs the space opens to. */
static inline unsigned
shape_edges(const struct cave_shape *s, unsigned part)
{
	if (part > PART_W)
		return 0;
	return s->level == 1 ? shape_group(s, part) : EDGE_BIT(part - PART_N);
}

/* The centre of a group; PARTS: it has none. */
static inline unsigned
shape_centre(const struct cave_shape *s, unsigned group)
{
	return s->centre[0] == group ? PART_C : s->centre[1] == group ? PART_C2 : PARTS;
}

/* PART_BITs: one step away on this card. */
static inline unsigned
shape_link(const struct cave_shape *s, unsigned part)
{
	unsigned tunnel = (s->below & PART_BIT(part)) != 0 ? PART_BIT(PART_T) : 0u, group;

	if (part == PART_T)
		return s->below;
	if (s->level == 1)
		return tunnel;
	group = shape_group(s, part);
	if (s->level == 2 || part >= PART_C)
		return tunnel | (group << PART_N & ~(unsigned)PART_BIT(part));
	return shape_centre(s, group) < PARTS ? PART_BIT(shape_centre(s, group)) : 0;
}

/* FEATURE_ bits of a space. */
static inline unsigned
shape_has(const struct cave_shape *s, unsigned part)
{
	unsigned has = part == s->home ? s->feature & CAVE_SINGLE : 0u;

	/* Q-CAVE-6: the wooden way goes north to south */
	if ((s->feature & FEATURE_BRIDGE) != 0 && (shape_group(s, part) & EDGE_BIT(EDGE_N)) != 0)
		has |= FEATURE_BRIDGE;
	return part == PART_T ? FEATURE_TUNNEL : has;
}

/* PART_BITs of the spaces there are. */
unsigned shape_parts(const struct cave_shape *s);

#endif
