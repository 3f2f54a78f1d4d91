#ifndef ADIT_CORE_CARD_H
#define ADIT_CORE_CARD_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Cards are data. A rules set owns a const table of struct card_def in the order of its card list.
 * A card is an index into that table. Rules code uses the attributes of a card (class, action,
 * tunnel, feature), never its row. So a corrected or custom deck is another table.
 */

/* Edges of a card, clockwise; the opposite edge is e ^ 2. */
enum edge { EDGE_N, EDGE_E, EDGE_S, EDGE_W, EDGES };
#define EDGE_BIT(e) ((uint8_t)(1u << (e)))

/*
 * A card's tunnels, two bits per edge, N lowest. 0 is rock. 1 and 2 are two separate tunnels
 * through the card. 3 is a blind arm, which ends inside the card and joins nothing. Canonical: the
 * tunnel with the first edge in the order N E S W is 1, and a tunnel of one edge is 3. So two cards
 * have equal links exactly if their bytes are equal.
 */
#define TUNNEL(n, e, s, w) ((uint8_t)((n) | (e) << 2 | (s) << 4 | (w) << 6))

static inline unsigned
tunnel_side(uint8_t tunnel, unsigned edge)
{
	return (unsigned)tunnel >> (2 * edge) & 3u;
}

/* Returns the open edges as a set of EDGE_BITs. */
static inline uint8_t
tunnel_open(uint8_t tunnel)
{
	unsigned m = (tunnel | tunnel >> 1) & 0x55u;

	m = (m | m >> 1) & 0x33u;
	return (uint8_t)((m | m >> 2) & 0x0fu);
}

/*
 * Every search calls the next two functions for every card. They use masks because branches would
 * be mispredicted.
 */

/* Returns the edges joined to an open edge inside the card, including `edge` itself [C4]. */
static inline uint8_t
tunnel_joined(uint8_t tunnel, unsigned edge)
{
	unsigned side = tunnel_side(tunnel, edge);
	unsigned blind = 0u - (side == 3);
	unsigned same = ~(unsigned)tunnel_open((uint8_t)(tunnel ^ side * 0x55u)) & 0x0fu;

	return (uint8_t)((same & ~blind) | (EDGE_BIT(edge) & blind));
}

/* Returns the same open edges, all of them blind. */
static inline uint8_t
tunnel_dead_ends(uint8_t tunnel)
{
	return (uint8_t)(((tunnel | tunnel >> 1) & 0x55u) * 3u);
}

/* Returns the tunnels of the card rotated by 180 degrees, canonical. */
static inline uint8_t
tunnel_rotated(uint8_t tunnel)
{
	unsigned t = ((unsigned)tunnel << 4 | tunnel >> 4) & 0xffu;
	unsigned through = (t ^ t >> 1) & 0x55u; /* sides 1 and 2, not blind, not rock */
	unsigned first = through & (~through + 1u);

	/* Exchange 1 and 2 if the first through edge has become 2. */
	return (uint8_t)(t ^ through * 3u * ((t & first) == 0));
}

enum card_class { CARD_START, CARD_GOAL, CARD_PATH, CARD_ACTION, CARD_GOLD, CARD_ROLE };
enum { CARD_CLASSES = CARD_ROLE + 1 };

enum action {
	ACTION_NONE,
	ACTION_BREAK,
	ACTION_REPAIR,
	ACTION_ROCKFALL,
	ACTION_MAP,
	ACTION_THEFT,
	ACTION_HANDS_OFF,
	ACTION_SWAP_HANDS,
	ACTION_INSPECTION,
	ACTION_SWAP_HATS,
	ACTION_TRAPPED,
	ACTION_FREE,
	ACTION_KEY,
	ACTION_INFORMATION,
	ACTION_SWAP_CARDS,
	ACTION_SPIDERWEB,
	ACTION_BOOTS,
	ACTION_BATTLE_AXE,
	ACTION_RAT,
	ACTION_LINDWORM,
	ACTION_GOBLIN,
	ACTION_COUNT
};

/* Tools: bits of card_def.tools and seat.broken, in alphabetical order of their names. */
enum { TOOL_CART = 1, TOOL_LAMP = 2, TOOL_PICKAXE = 4 };

enum role {
	ROLE_NONE,
	ROLE_MINER,
	ROLE_SABOTEUR,
	ROLE_GREEN,
	ROLE_BLUE,
	ROLE_BOSS,
	ROLE_PROFITEER,
	ROLE_GEOLOGIST,
	ROLE_YELLOW_LOYAL,
	ROLE_YELLOW_SABOTEUR,
	ROLE_BLUE_LOYAL,
	ROLE_BLUE_SABOTEUR,
	ROLE_SELFISH, /* of Saboteur with dwarf=selfish */
	ROLE_COUNT
};

/* Features printed on a path, start or goal card besides its tunnels: bits of card_def.feature. */
enum {
	FEATURE_TREASURE = 1 << 0, /* Saboteur: the goal with the treasure */
	FEATURE_LADDER = 1 << 1,
	FEATURE_LADDER_GREEN = 1 << 2,
	FEATURE_LADDER_BLUE = 1 << 3,
	FEATURE_DOOR_GREEN = 1 << 4,
	FEATURE_DOOR_BLUE = 1 << 5,
	FEATURE_CRYSTAL = 1 << 6,
	FEATURE_GOLD = 1 << 7,
	FEATURE_TROLL = 1 << 8,
	FEATURE_HOLE = 1 << 9,
	FEATURE_BRIDGE = 1 << 10,
	FEATURE_TUNNEL = 1 << 11,
	FEATURE_VEIN = 1 << 12,
	FEATURE_EXIT = 1 << 13,
	FEATURE_GREEN = 1 << 14,
	FEATURE_BLUE = 1 << 15 /* The Duel: owner of the start card */
};

struct card_def {
	uint8_t class;    /* enum card_class */
	uint8_t copies;   /* number in the box; rows without copies come last in the table */
	uint8_t tunnel;   /* as printed, canonical; 0 for a card without tunnels */
	uint8_t action;   /* enum action */
	uint8_t tools;    /* TOOL_ bits of break and repair cards */
	uint8_t role;     /* enum role */
	uint16_t feature; /* FEATURE_ bits */
	/* EDGE_BITs of the arm with the door; 0: the door is on the whole tunnel */
	uint8_t door_at;
	/* EDGE_BITs of the tunnel with the gold; 0: in the middle. The Dark Cave, level 2: the
	 * opening whose space has the feature */
	uint8_t gold_at;
	uint8_t deck;  /* The Dark Cave: 1, 2, 3; else 0 */
	uint8_t value; /* nuggets on a gold card; gold of a goal in The Duel */
};

typedef uint8_t card_id;            /* index into rules->card */
#define CARD_HIDDEN ((card_id)0xff) /* in a view: a card that its seat may not know */
#define CARD_NONE   ((card_id)0xfe) /* not a card */
enum { CARDS_MAX = 96 };            /* upper bound of the rows in a card list */

/* Returns EDGE_BITs rotated by 180 degrees. */
static inline uint8_t
edges_rotated(uint8_t bits)
{
	return (uint8_t)((bits << 2 | bits >> 2) & 0x0f);
}

/* True if the links, doors and gold of the card are the same after rotation. Branch-free: called
 * for every card of a hand. */
static inline bool
card_is_symmetric(const struct card_def *c)
{
	return ((tunnel_rotated(c->tunnel) ^ c->tunnel) | (edges_rotated(c->door_at) ^ c->door_at) |
		   (edges_rotated(c->gold_at) ^ c->gold_at)) == 0;
}

#endif
