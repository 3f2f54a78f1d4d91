#ifndef ADIT_GAMES_DARK_CAVE_SHAPE_H
#define ADIT_GAMES_DARK_CAVE_SHAPE_H

#include "core/game.h"

/*
 * The spaces of one card as it is placed [CAVE 5.C.12, CAVE 5.C.14]. Computed once when the card is
 * placed, so that searches only look them up.
 *
 * A space is named by its part (core/order.h): PART_WHOLE on a level-1 card with one group, else
 * the edge it opens to (on level 1 the first of its group), PART_C and PART_C2 for the centres of
 * groups, PART_T for a tunnel. A group is the set of edges that are joined inside the card. On
 * level 1 a group is one space. On level 2 each edge of a group is a space and all are joined. On
 * level 3 each edge is joined to the centre. A blind arm has no centre unless a feature is there.
 *
 * (P1) All data depends only on the row in the card list: level, tunnels, features.
 * (P2) A link on a card goes both ways.
 * (P3) Each open edge belongs to exactly one space.
 */
enum { PARTS = PART_T + 1 };
#define PART_BIT(part) ((uint8_t)(1u << (part)))

/* Features that are in a single space. */
enum { CAVE_SINGLE = FEATURE_LADDER | FEATURE_HOLE | FEATURE_VEIN | FEATURE_EXIT };

/* Consists of bytes, because it is cached in a game (GAME_EXT). */
struct cave_card {
	uint8_t parts; /* PART_BITs of its spaces; 0: face down or hidden */
	uint8_t open;  /* EDGE_BITs; 0 for a face-down card, although it can be entered */
	uint8_t at_edge
	    [EDGES]; /* the part at an edge, also for entering a face-down card; PARTS: rock */
	uint8_t link[PARTS];  /* PART_BITs one step away on this card */
	uint8_t edges[PARTS]; /* EDGE_BITs that the space opens to */
	uint8_t home;         /* the space of a single feature; PARTS: none */
	uint8_t
	    leads; /* subset of `open`: edges to a space or to a face-down goal: cave_card_connect */
	uint8_t bridge; /* PART_BITs of the spaces on the wooden way of the bridge */
	/* PART_BITs of the spaces that end a dwarf's movement and that creatures do not enter */
	uint8_t ends;
	struct u16 feature; /* FEATURE_ bits of the card */
};

/* Computes the spaces of a card. A face-down card has no spaces, but parts by which its edges are
 * entered. */
void cave_card_make(struct cave_card *c, const struct rules *rules, const struct cell *cell);

static inline bool
cave_card_has(const struct cave_card *c, unsigned feature)
{
	return (u16_get(&c->feature) & feature) != 0;
}

/* Returns the FEATURE_ bits of a space. Branch-free: the branch would be mispredicted. */
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

/* Return the number of edges, or of parts, in a set. */
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

	/* 0x17 has each sequence of three bits only once. */
	return first[(uint8_t)((parts & (0u - parts)) * 0x17u) >> 5];
}

#endif
