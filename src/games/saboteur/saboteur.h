#ifndef ADIT_GAMES_SABOTEUR_SABOTEUR_H
#define ADIT_GAMES_SABOTEUR_SABOTEUR_H

#include "core/game.h"

/*
 * The card list of Saboteur, in its order: a card_id of this rules set is one of these. For the
 * card table, for Saboteur 2, whose list begins with the same path and action cards, and for tests.
 * Rules code uses card attributes instead.
 */
enum sab_card {
	SAB_START,
	SAB_GOAL_GOLD,
	SAB_GOAL_NE,
	SAB_GOAL_NW,
	SAB_NESW,
	SAB_NSW,
	SAB_NEW,
	SAB_NS,
	SAB_EW,
	SAB_NE,
	SAB_NW,
	SAB_BLIND_NESW,
	SAB_BLIND_NSW,
	SAB_BLIND_NEW,
	SAB_BLIND_NS,
	SAB_BLIND_EW,
	SAB_BLIND_NE,
	SAB_BLIND_NW,
	SAB_BLIND_N,
	SAB_BLIND_E,
	SAB_BREAK_PICKAXE,
	SAB_BREAK_LAMP,
	SAB_BREAK_CART,
	SAB_REPAIR_PICKAXE,
	SAB_REPAIR_LAMP,
	SAB_REPAIR_CART,
	SAB_REPAIR_PICKAXE_LAMP,
	SAB_REPAIR_PICKAXE_CART,
	SAB_REPAIR_LAMP_CART,
	SAB_ROCKFALL,
	SAB_MAP,
	SAB_GOLD_1,
	SAB_GOLD_2,
	SAB_GOLD_3,
	SAB_MINER,
	SAB_SABOTEUR,
	SAB_SELFISH, /* dealt with dwarf=selfish; in no box */
	SAB_CARDS
};

enum { SAB_SEATS_MAX = 10 };

enum sab_option {                /* bytes of struct options */
	SAB_GOLD_PLAYERS = 1,    /* gold=players: one nugget per player [Q-SAB-2] */
	SAB_BROKEN_NO_SHARE = 2, /* broken-tool-share=no [SAB 2.F.25] */
	SAB_DRAFT_ASK = 3,       /* draft=ask [Q-SAB-12] */
	SAB_NEXT_LAST_CARD = 4,  /* next=last-card [Q-SAB-3] */
	SAB_NO_SPARE = 5,        /* roles=no-spare [Q-SAB-21] */
	SAB_KNOWN = 6,           /* saboteurs=known [Q-SAB-22] */
	SAB_SELFISH_DWARF = 8    /* dwarf=selfish [Q-SAB-23] */
};

struct sab_state {
	card_id role_left; /* the dwarf card left over */
	uint8_t last_path; /* the seat that played the last path card of the round, or SEAT_NONE */
	uint8_t last_play; /* the seat that played or discarded last in the round, or SEAT_NONE */
	uint8_t n_pile;    /* nugget cards without owner, top first */
	card_id pile[NUGGETS_MAX];
	uint8_t n_draft; /* PHASE_DRAFT: nugget cards on offer, descending value */
	card_id draft[NUGGETS_MAX];
	/* hint for mine_anyone_can_play: a seat and a card; not in the packed bytes */
	uint8_t able[2];
};

GAME_EXT(sab, struct sab_state)
#define sab_own(g) GAME_EXT_EITHER(sab, g)

/* The dwarf cards of a round [SAB 2.A.1]: miners and saboteurs, which are shuffled, then the
 * selfish dwarf if in use. sab_role_counts counts them by role; sab_role_cards lists them and
 * returns their number. */
void sab_role_counts(const struct game *g, uint8_t n[static ROLE_COUNT]);
unsigned sab_role_cards(const struct game *g, card_id role[static SAB_SEATS_MAX + 1]);

#define SAB_PATH(n, t)                                       \
	{                                                    \
		.class = CARD_PATH, .copies = n, .tunnel = t \
	}
#define SAB_BREAK(n, t)                                                               \
	{                                                                             \
		.class = CARD_ACTION, .copies = n, .action = ACTION_BREAK, .tools = t \
	}
#define SAB_REPAIR(n, t)                                                               \
	{                                                                              \
		.class = CARD_ACTION, .copies = n, .action = ACTION_REPAIR, .tools = t \
	}

/* [SAB 2.A.2-3] The rows of a card table from SAB_START to SAB_MAP. */
#define SAB_MINE_CARDS(rockfalls)                                                                  \
	[SAB_START] = { .class = CARD_START, .copies = 1, .tunnel = TUNNEL(1, 1, 1, 1) },          \
	[SAB_GOAL_GOLD] = { .class = CARD_GOAL,                                                    \
		.copies = 1,                                                                       \
		.tunnel = TUNNEL(1, 1, 1, 1),                                                      \
		.feature = FEATURE_TREASURE },                                                     \
	[SAB_GOAL_NE] = { .class = CARD_GOAL, .copies = 1, .tunnel = TUNNEL(1, 1, 0, 0) },         \
	[SAB_GOAL_NW] = { .class = CARD_GOAL, .copies = 1, .tunnel = TUNNEL(1, 0, 0, 1) },         \
	[SAB_NESW] = SAB_PATH(5, TUNNEL(1, 1, 1, 1)), [SAB_NSW] = SAB_PATH(5, TUNNEL(1, 0, 1, 1)), \
	[SAB_NEW] = SAB_PATH(5, TUNNEL(1, 1, 0, 1)), [SAB_NS] = SAB_PATH(4, TUNNEL(1, 0, 1, 0)),   \
	[SAB_EW] = SAB_PATH(3, TUNNEL(0, 1, 0, 1)), [SAB_NE] = SAB_PATH(5, TUNNEL(1, 1, 0, 0)),    \
	[SAB_NW] = SAB_PATH(4, TUNNEL(1, 0, 0, 1)),                                                \
	[SAB_BLIND_NESW] = SAB_PATH(1, TUNNEL(3, 3, 3, 3)),                                        \
	[SAB_BLIND_NSW] = SAB_PATH(1, TUNNEL(3, 0, 3, 3)),                                         \
	[SAB_BLIND_NEW] = SAB_PATH(1, TUNNEL(3, 3, 0, 3)),                                         \
	[SAB_BLIND_NS] = SAB_PATH(1, TUNNEL(3, 0, 3, 0)),                                          \
	[SAB_BLIND_EW] = SAB_PATH(1, TUNNEL(0, 3, 0, 3)),                                          \
	[SAB_BLIND_NE] = SAB_PATH(1, TUNNEL(3, 3, 0, 0)),                                          \
	[SAB_BLIND_NW] = SAB_PATH(1, TUNNEL(3, 0, 0, 3)),                                          \
	[SAB_BLIND_N] = SAB_PATH(1, TUNNEL(3, 0, 0, 0)),                                           \
	[SAB_BLIND_E] = SAB_PATH(1, TUNNEL(0, 3, 0, 0)),                                           \
	[SAB_BREAK_PICKAXE] = SAB_BREAK(3, TOOL_PICKAXE),                                          \
	[SAB_BREAK_LAMP] = SAB_BREAK(3, TOOL_LAMP), [SAB_BREAK_CART] = SAB_BREAK(3, TOOL_CART),    \
	[SAB_REPAIR_PICKAXE] = SAB_REPAIR(2, TOOL_PICKAXE),                                        \
	[SAB_REPAIR_LAMP] = SAB_REPAIR(2, TOOL_LAMP),                                              \
	[SAB_REPAIR_CART] = SAB_REPAIR(2, TOOL_CART),                                              \
	[SAB_REPAIR_PICKAXE_LAMP] = SAB_REPAIR(1, TOOL_PICKAXE | TOOL_LAMP),                       \
	[SAB_REPAIR_PICKAXE_CART] = SAB_REPAIR(1, TOOL_PICKAXE | TOOL_CART),                       \
	[SAB_REPAIR_LAMP_CART] = SAB_REPAIR(1, TOOL_LAMP | TOOL_CART),                             \
	[SAB_ROCKFALL] = { .class = CARD_ACTION, .copies = rockfalls, .action = ACTION_ROCKFALL }, \
	[SAB_MAP] = { .class = CARD_ACTION, .copies = 6, .action = ACTION_MAP }

/* True if all hands are empty, or the pile is empty and nobody can play [SAB 2.F.21, Q-SAB-9]. */
bool sab_round_is_over(const struct game *g);

struct pack;

/* Number of saboteurs among the dealt roles, by number of seats. */
extern const uint8_t sab_saboteurs_for[SAB_SEATS_MAX + 1];

/* Members of the struct rules (core/rules.h). */
extern const struct card_def sab_card[];
void sab_deal(struct game *g, struct rng *rng, struct events *ev);
extern const struct order_rule sab_order[ORDER_KIND_COUNT];
size_t sab_plays(const struct game *g, struct order *out, size_t max);
bool sab_pick_discard(
    const struct game *g, struct move_picker *who, struct order *room, struct order *o);
bool sab_pick(const struct game *g, struct move_picker *who, struct order *room, struct order *o);
uint16_t sab_mates(const struct game *g, uint8_t seat);
void sab_stop(struct game *g, struct events *ev);
void sab_view(const struct game *g, uint8_t seat, struct game *known);
void sab_score(const struct game *g, uint16_t gold[static SEATS_MAX]);
int sab_is_ok(const struct game *g);
void sab_pack(struct pack *k, struct game *g);
bool sab_guess(struct transition *f);
void sab_settle(struct transition *f);
extern const struct bot sab_bot;
extern const struct knowledge_rules sab_know;
extern const struct position_rules sab_position;
extern const struct sample_rules sab_sample;
extern const struct text_rules sab_words;

#endif
