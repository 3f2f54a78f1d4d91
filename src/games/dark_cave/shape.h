#ifndef ADIT_GAMES_DARK_CAVE_SHAPE_H
#define ADIT_GAMES_DARK_CAVE_SHAPE_H

#include "core/game.h"

/*
 * The spaces of one card as it lies [CAVE 5.C.12, CAVE 5.C.14]: made once, when it is laid, so that whoever
 * searches only looks things up.
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

/* Bytes alone, for it is kept in a game (GAME_EXT). */
struct cave_card {
	uint8_t parts; /* PART_BITs of the spaces there are; 0: face down or hidden */
	uint8_t open;  /* EDGE_BITs; none of a card face down, which yet one can come to */
	uint8_t at_edge
	    [EDGES]; /* the part that opens to an edge, or to which one comes there; PARTS: rock */
	uint8_t link[PARTS];  /* PART_BITs: one step away on this card */
	uint8_t edges[PARTS]; /* EDGE_BITs the space opens to */
	uint8_t home;         /* the space where a single feature stands; PARTS: there is none */
	uint8_t
	    leads; /* of `open` those across which there is a space, or a goal face down: cave_link */
	uint8_t bridge; /* PART_BITs of the spaces on the bridge's wooden way */
	uint8_t ends;   /* PART_BITs of those where a dwarf's movement ends, and no creature goes */
	struct u16 feature; /* FEATURE_ bits of the card */
	/* As long as it is kept: the node of each space (rules_node.c); of `open` those across which there is a
	 * gap, to which no card before it leads (rules_cache.c). */
	uint8_t node[PARTS], gaps;
};

/* Face down: no spaces at all, but parts that one comes to by its edges. */
void cave_card_make(struct cave_card *c, const struct rules *rules, const struct cell *cell);

static inline bool
cave_card_has(const struct cave_card *c, unsigned feature)
{
	return (u16_get(&c->feature) & feature) != 0;
}

/* FEATURE_ bits of a space.  By masks, for nobody could foretell which it is. */
static inline unsigned
cave_card_has_at(const struct cave_card *c, unsigned part)
{
	const unsigned at_home = u16_get(&c->feature) & CAVE_SINGLE & (0u - (part == c->home));
	const unsigned on_bridge = FEATURE_BRIDGE & (0u - (c->bridge >> part & 1u));

	return part == PART_T ? FEATURE_TUNNEL : at_home | on_bridge;
}

static inline unsigned
cave_first_edge(unsigned edges)
{
	static const uint8_t first[1 << EDGES] = { 0, 0, 1, 0, 2, 0, 1, 0, 3, 0, 1, 0, 2, 0, 1, 0 };

	return first[edges];
}

/* How many edges there are, or parts. */
static inline unsigned
cave_count_edges(unsigned edges)
{
	static const uint8_t n[1 << EDGES] = { 0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4 };

	return n[edges];
}

static inline unsigned
cave_count_parts(unsigned parts)
{
	return cave_count_edges(parts & 0x0f) + cave_count_edges(parts >> 4);
}

static inline unsigned
cave_first_part(unsigned parts)
{
	static const uint8_t first[PARTS] = { 0, 1, 2, 4, 7, 3, 6, 5 };

	/* Three bits behind each other are found nowhere else in 0x17. */
	return first[(uint8_t)((parts & (0u - parts)) * 0x17u) >> 5];
}

#endif
