#ifndef ADIT_GAMES_SABOTEUR2_SABOTEUR2_H
#define ADIT_GAMES_SABOTEUR2_SABOTEUR2_H

#include "games/saboteur/saboteur.h"

/*
 * The card list of Saboteur 2: the start, goals, path and action cards of Saboteur, SAB_START to
 * SAB_MAP, then its own path and action cards, roles and gold. For the card table and for tests;
 * rules code uses card attributes instead.
 */
enum sb2_card {
	SB2_FIRST = SAB_MAP + 1,
	SB2_BRIDGE = SB2_FIRST,
	SB2_CURVES_NW_ES,
	SB2_CURVES_NE_SW,
	SB2_LADDER_N,
	SB2_LADDER_E,
	SB2_LADDER_NE,
	SB2_LADDER_NW,
	SB2_DOOR_BLUE_NS,
	SB2_DOOR_BLUE_EW,
	SB2_DOOR_BLUE_NE,
	SB2_DOOR_GREEN_NS_E,
	SB2_DOOR_GREEN_EW,
	SB2_DOOR_GREEN_NW,
	SB2_CRYSTAL_N,
	SB2_CRYSTAL_E,
	SB2_CRYSTAL_NESW,
	SB2_CRYSTAL_NSW,
	SB2_CRYSTAL_NEW,
	SB2_CRYSTAL_NSW_E,
	SB2_CRYSTAL_NEW_S,
	SB2_CRYSTAL_N_EW,
	SB2_NS_W,
	SB2_NS_E_W,
	SB2_N_EW_S,
	SB2_NW_S,
	SB2_NE_S,
	SB2_THEFT,
	SB2_HANDS_OFF,
	SB2_SWAP_HANDS,
	SB2_INSPECTION,
	SB2_SWAP_HATS,
	SB2_TRAPPED,
	SB2_FREE,
	SB2_GREEN,
	SB2_BLUE,
	SB2_BOSS,
	SB2_PROFITEER,
	SB2_GEOLOGIST,
	SB2_SABOTEUR,
	SB2_GOLD_1,
	SB2_GOLD_2,
	SB2_GOLD_5,
	SB2_CARDS
};

enum { STEAL_DEFAULT = 0xff };
struct sb2_state {
	uint8_t n_pile; /* role pile, top first */
	card_id pile[ROLES_MAX];
	uint8_t n_hats;         /* discarded dwarf cards in order, and the seats that had them */
	card_id hat[ROLES_MAX]; /* SEAT_NONE: unknown */
	uint8_t hat_from[ROLES_MAX];
	uint8_t n_thieves; /* seats with a theft card in front of them, in the order played */
	uint8_t thief[SEATS_MAX];
	struct u16 trapped;  /* bit s: seat s */
	struct u16 has_gold; /* in a view: bit s: seat s has gold; the amount may be hidden */
	uint8_t last_play;   /* the seat that played or discarded last in the round, or SEAT_NONE */
	uint8_t n_steal[SEATS_MAX]; /* the seats that each seat robs, in order; or STEAL_DEFAULT */
	uint8_t steal[SEATS_MAX][SEATS_MAX];
	/* hint for mine_anyone_can_play: a seat and a card; not in the packed bytes */
	uint8_t able[2];
};

GAME_EXT(sb2, struct sb2_state)
#define sb2_own(g) GAME_EXT_EITHER(sb2, g)

/*
 * [SB2 3.E.23] Returns the routes by which the treasure can be reached now: WAY_ bits. A route
 * passes a door if it uses the tunnel with the door. Considers face-up cards only.
 */
unsigned saboteur2_ways(const struct game *g);

/* True if a theft card, or a trapped card, is in front of this seat. */
bool sb2_is_thief(const struct game *g, uint8_t seat);
bool sb2_is_trapped(const struct game *g, uint8_t seat);

/* True if all hands are empty, or the pile is empty and nobody can play. */
bool sb2_round_is_over(const struct game *g);

struct pack;

/* Members of the struct rules (core/rules.h). */
extern const struct card_def sb2_card[];
void sb2_deal(struct game *g, struct rng *rng, struct events *ev);
extern const struct order_rule sb2_order[ORDER_KIND_COUNT];
size_t sb2_plays(const struct game *g, struct order *out, size_t max);
size_t sb2_discards(const struct game *g, struct order *out, size_t max);
bool sb2_pick(const struct game *g, struct move_picker *who, struct order *room, struct order *o);
void sb2_stop(struct game *g, struct events *ev);
void sb2_view(const struct game *g, uint8_t seat, struct game *known);
void sb2_score(const struct game *g, uint16_t gold[static SEATS_MAX]);
card_id *sb2_role_pile(struct game *g, unsigned *n, unsigned *first);
int sb2_is_ok(const struct game *g);
void sb2_pack(struct pack *k, struct game *g);
bool sb2_guess(struct transition *f);
void sb2_settle(struct transition *f);
extern const struct bot sb2_bot;
extern const struct knowledge_rules sb2_know;
extern const struct picture_rules sb2_picture;
extern const struct position_rules sb2_position;
extern const struct sample_rules sb2_sample;
extern const struct text_rules sb2_words;

#endif
