#ifndef ADIT_GAMES_DUEL_DUEL_H
#define ADIT_GAMES_DUEL_DUEL_H

#include "games/mine/mine.h"

/*
 * Saboteur: The Duel. rules_reach.c computes reach; rules_place.c places cards and handles trolls;
 * rules_goals.c handles goals and gold; rules.c controls the course of the game.
 */

/* The card list, in its order: a card_id of this rules set is one of these. For the card table and
 * for tests; rules code uses card attributes instead. */
enum duel_card {
	DUEL_START_GREEN,
	DUEL_START_BLUE,
	DUEL_NS_EW,
	DUEL_EW,
	DUEL_NS,
	DUEL_NW,
	DUEL_NE,
	DUEL_NE_SW,
	DUEL_NS_BLIND_W,
	DUEL_NE_BLIND_W,
	DUEL_NE_BLIND_S,
	DUEL_NW_BLIND_E,
	DUEL_NW_BLIND_S,
	DUEL_NS_EW_GOLD_NS,
	DUEL_NW_ES_GOLD_ES,
	DUEL_NSW_GOLD_E,
	DUEL_NEW_GOLD_S,
	DUEL_EW_GOLD_S,
	DUEL_LADDER_GREEN,
	DUEL_LADDER_BLUE,
	DUEL_NESW_DOOR_BLUE,
	DUEL_NESW_DOOR_GREEN,
	DUEL_NEW_DOOR_BLUE,
	DUEL_NEW_DOOR_GREEN,
	DUEL_NSW_DOOR_BLUE,
	DUEL_NSW_DOOR_GREEN,
	DUEL_NESW_TROLL,
	DUEL_NEW_TROLL,
	DUEL_NSW_TROLL,
	DUEL_BREAK_LAMP,
	DUEL_BREAK_PICKAXE,
	DUEL_BREAK_CART,
	DUEL_REPAIR_LAMP,
	DUEL_REPAIR_PICKAXE,
	DUEL_REPAIR_CART,
	DUEL_REPAIR_LAMP_CART,
	DUEL_REPAIR_PICKAXE_LAMP,
	DUEL_REPAIR_PICKAXE_CART,
	DUEL_MAP,
	DUEL_KEY,
	DUEL_ROCKFALL,
	DUEL_GOAL_0_NESW,
	DUEL_GOAL_0_BLIND_NESW,
	DUEL_GOAL_0_BLIND_NSW,
	DUEL_GOAL_0_BLIND_NEW,
	DUEL_GOAL_1_NW_GOLD_N,
	DUEL_GOAL_1_NE_GOLD_N,
	DUEL_GOAL_1_BLIND_NW,
	DUEL_GOAL_1_NS,
	DUEL_GOAL_1_NSW,
	DUEL_GOAL_1_NEW,
	DUEL_GOAL_2_NW,
	DUEL_GOAL_2_NE,
	DUEL_GOAL_2_EW,
	DUEL_GOAL_2_NSW,
	DUEL_GOAL_2_NEW,
	DUEL_GOAL_3_BLIND_NE,
	DUEL_GOAL_3_NSW,
	DUEL_GOAL_3_NEW,
	DUEL_CARDS
};

enum side { SIDE_GREEN, SIDE_BLUE, SIDES };

enum {
	DUEL_TOKENS = 8,
	DUEL_KEYS = 2,
	DUEL_TROLLS_MAX = ORDER_SPOTS - 1, /* maximum that one order can pay */
	DUEL_GOLD_VALUE_MAX = 3,
	DUEL_GOALS_MAX = 24,
	DUEL_OUT_MAX = 64
};

enum duel_option {            /* bytes of struct options */
	DUEL_GOALS_BOX = 4,   /* goals=box [Q-DUEL-8] */
	DUEL_LEAST_ROUND = 5, /* least=round [Q-DUEL-9] */
	DUEL_GREEN = 6        /* green=NAME: seat + 1; 0: drawn */
};

struct duel_state {
	uint8_t green;   /* the seat of side green; the other seat is blue */
	uint8_t tokens;  /* dwarf tokens in the supply */
	uint8_t n_goals; /* goals left, in shuffled order */
	card_id goals[DUEL_GOALS_MAX];
	uint8_t n_out; /* out of the game, in order of arrival */
	card_id out[DUEL_OUT_MAX];
	/* Valid while board.cache_valid: the reached edges of each cell, green's in the low half, blue's
	 * in the high half. Derived from the board (rules_reach.c), not in the packed bytes. */
	uint8_t reach[CELLS_MAX];
};

GAME_EXT(duel, struct duel_state)
#define duel_own(g) GAME_EXT_EITHER(duel, g)

static inline enum side
duel_side(const struct game *g, uint8_t seat)
{
	return seat == duel_own(g)->green ? SIDE_GREEN : SIDE_BLUE;
}

/* Returns the flag of a cell with a token of this side. */
static inline uint8_t
duel_token(enum side side)
{
	return side == SIDE_GREEN ? CELL_TOKEN_GREEN : CELL_TOKEN_BLUE;
}

/* True if the cell has a troll card, paid or not. The cell must be face up. */
static inline bool
duel_is_troll_card(const struct game *g, const struct cell *cell)
{
	return (game_card(g, cell->card)->feature & FEATURE_TROLL) != 0;
}

/* Returns the number of trolls on the board, in hands and in the deck; at most DUEL_TROLLS_MAX.
 * Hidden cards do not count. */
unsigned duel_trolls(const struct game *g);
/* Returns the number of key tokens on doors and of key cards in hands and deck; at most DUEL_KEYS.
 * Hidden cards do not count. */
unsigned duel_keys(const struct game *g);

/* Returns a public event about the card of a cell. */
static inline struct event
duel_event_at(enum event_kind kind, uint8_t seat, const struct cell *c)
{
	return event_make_at(kind, seat, c->card, c->x, c->y);
}

/* ---- reach (rules_reach.c) ---- */

/* Returns the tunnels of a card that this side can use. A closed arm is blind, and so is every arm
 * of an unpaid troll. 0: face down. */
uint8_t duel_tunnel(const struct rules *rules, const struct cell *cell, enum side side);

/* [DUEL 4.C.6, 4.C.9] True if the tunnels of the side start at this face-up card. */
bool duel_is_reach_source(const struct rules *rules, const struct cell *cell, enum side side);

/* Computes the reach of a side [DUEL 4.C.6]: from its start card and its ladders through tunnels,
 * but not through a shut door of the other side nor across an unpaid troll. */
void duel_reach(const struct rules *rules, const struct board *b, const struct grid *grid,
    enum side side, uint8_t reach[static CELLS_MAX]);

/* The board as one side sees it. For each cell: its tunnels as the side uses them, its open edges,
 * and whether it is face up; 0 for CELL_NONE. Invalid after any change of the board, except that
 * the tunnels of a troll or door may be changed. */
enum { SIGHT_UP = 4 }; /* number of the bit in `edges` that is set for a face-up cell */
struct duel_side_map {
	const struct board *b;
	uint8_t tunnel[CELL_NONE + 1], edges[CELL_NONE + 1];
	unsigned n_begins, n_trolls;
	/* cells; one spare entry for a branch-free write */
	uint8_t begins[CELLS_MAX + 1], troll[CELLS_MAX + 1];
};

void duel_side_map_make(
    struct duel_side_map *s, const struct rules *rules, const struct board *b, enum side side);

/* Computes the reach of a map and its frontier, each place once. reach may be NULL. Returns the
 * number of places. Changes the grid during the search and restores it. */
unsigned duel_frontier(const struct duel_side_map *s, struct grid *grid, uint8_t *reach,
    struct place front[static FRONTIER_MAX + 1]);

/* Computes the reach of both sides on the board of the game, from the cache if it is valid. */
void duel_both_reach(
    const struct game *g, const struct grid *grid, uint8_t reach[SIDES][CELLS_MAX]);

/* duel_cache_reach stores a computed reach in the cache. duel_search_reach computes reach and
 * caches it, unless duel_resolve_reached has something to do. */
void duel_cache_reach(struct game *g, uint8_t reach[SIDES][CELLS_MAX]);
void duel_search_reach(struct game *g);

/* Update a valid cache. duel_reach_add_card: the card of this cell was placed. duel_reach_grow: the
 * card has new connections: a goal was turned up, a door unlocked, a troll paid. Both return true
 * if duel_resolve_reached has something to do. */
bool duel_reach_add_card(struct game *g, unsigned cell);
bool duel_reach_grow(struct game *g, unsigned cell);

/* True if no reach of another card depends on the card of this cell, by a valid cache. Such a card
 * can be removed: then duel_reach_remove_card updates the cache. */
bool duel_reach_ends_at(const struct game *g, unsigned cell);
void duel_reach_remove_card(struct game *g, unsigned cell);

/* True if the cache is invalid or equals the result of a search. */
bool duel_reach_is_ok(const struct game *g);

/* True if the card has gold (a goal: face up) and this side reaches the part with the gold [DUEL
 * 4.D.12]. reach: of the cell. */
bool duel_reaches_gold(
    const struct rules *rules, const struct cell *cell, enum side side, uint8_t reach);

/* True if the cell has an unpaid troll. */
bool duel_is_troll(const struct rules *rules, const struct cell *cell);

/* ---- the board (rules_place.c) ---- */

/* Checks a path card at its place, with the trolls that the order pays [DUEL 4.C.7-10, C5]. A card
 * with a door follows the same rules. Does not check whether the seat may build. */
enum verdict duel_check_place(const struct game *g, const struct order *o);

/* Checks the trolls that an order pays. `b` is the board after the order, without the tokens. */
enum verdict duel_check_pay(const struct game *g, const struct order *o, const struct board *b);

/*
 * Finds what the seat must pay so that its tunnels lead to x,y: the smallest sets of unpaid trolls
 * [DUEL 4.C.10]. One empty set: nothing to pay. No set: impossible.
 */
enum { DUEL_WAYS_MAX = 35 }; /* 3 or 4 of 7 trolls */
struct duel_troll_payments {
	unsigned n_troll;
	struct place troll[DUEL_TROLLS_MAX];
	unsigned n;
	uint8_t set[DUEL_WAYS_MAX]; /* bit i: troll[i] */
};
void duel_find_payments(
    const struct game *g, uint8_t seat, int x, int y, struct duel_troll_payments *w);

/* Path cards, or ladders, each as printed and, if that differs, flipped. One nibble each
 * (core/board.h, fit_conflicts); `of` has bit 0 of the nibble of each. */
struct duel_path_moves {
	unsigned n_words;
	uint64_t open[2 * HAND_MAX / FIT_WAYS], of[2 * HAND_MAX / FIT_WAYS];
	card_id card[2 * HAND_MAX + 1]; /* one spare entry for a branch-free write */
	uint8_t flags[2 * HAND_MAX + 1];
};

/* Move generator for the path cards of a hand: every place, with each of its duel_find_payments.
 * Orders are counted first, then listed or chosen, so that only the requested orders are
 * written. */
struct duel_movegen {
	uint8_t seat;
	struct duel_path_moves laying[2];  /* [1]: ladders */
	struct duel_troll_payments trolls; /* without the sets */
	unsigned n;                        /* number of orders */
	unsigned n_spots;
	struct duel_spot {
		struct place at;
		struct fit fit;
		uint8_t set; /* set of trolls */
		bool ladder;
	} spot[LEGAL_MAX + 1]; /* in list order; one spare entry for a branch-free write */
};

/* Computes *m for n kinds of cards. */
void duel_find_places(
    const struct game *g, uint8_t seat, const card_id *card, unsigned n, struct duel_movegen *m);
void duel_list_places(const struct duel_movegen *m, struct order_list *list);
/* Writes order number k. */
void duel_pick_place(const struct duel_movegen *m, unsigned k, struct order *o);

/* ---- goals and gold (rules_goals.c) ---- */

/*
 * Resolves reach after a card was placed at *played, or a door unlocked (NULL), and trolls are
 * paid. Turns up reached goals [DUEL 4.D.11], then claims gold [DUEL 4.D.12], the seat's before the
 * opponent's. flags: ORDER_TURN_ bits. Also works on a view: a hidden goal stays face down.
 */
void duel_resolve_reached(
    struct game *g, uint8_t seat, const struct place *played, uint8_t flags, struct events *ev);

/* ---- rounds (rules_round.c) ---- */

extern const struct place duel_start_place[SIDES];

/* Returns the index, among the shuffled goals, of the goal that was dealt to x,y. */
uint8_t duel_goal_index(const struct game *g, int x, int y);

/* True with goals=box: the goals of all rounds are those shuffled first. */
bool duel_goals_last(const struct game *g);

unsigned duel_count(const card_id *p, unsigned n, card_id which);

/* Returns the value of the seat's gold cards. */
unsigned duel_gold(const struct game *g, uint8_t seat);

/* Deals round 1. */
void duel_deal(struct game *g, struct rng *rng, struct events *ev);

/* duel_outcome returns what on the board ends the round, or OUTCOME_NONE; duel_has_cards: a hand is
 * not empty [DUEL 4.F.18]. */
enum outcome duel_outcome(const struct game *g);
bool duel_has_cards(const struct game *g);

/* Pays the gold of the round, then deals the next round or ends the game. */
void duel_end_round(struct game *g, enum outcome outcome, struct rng *rng, struct events *ev);

/* ---- play (rules.c) ---- */

/* Plays the part of an order before the draw: what PLACE, or ACT with a key or rockfall, does to
 * hand and board. For game_play and for policies that think ahead. The order must pass its
 * check. */
void duel_play_on_board(struct game *g, const struct order *o, struct events *ev);

struct pack;

/* Members of the struct rules (core/rules.h). */
extern const struct card_def duel_card[];
extern const struct order_rule duel_order[ORDER_KIND_COUNT];
size_t duel_plays(const struct game *g, struct order *out, size_t max);
bool duel_pick(const struct game *g, struct move_picker *who, struct order *room, struct order *o);
size_t duel_discards(const struct game *g, struct order *out, size_t max);
void duel_view(const struct game *g, uint8_t seat, struct game *known);
void duel_score(const struct game *g, uint16_t gold[static SEATS_MAX]);
int duel_is_ok(const struct game *g);
void duel_pack(struct pack *k, struct game *g);
bool duel_guess(struct transition *f);
extern const struct bot duel_bot;
extern const struct knowledge_rules duel_know;
extern const struct picture_rules duel_picture;
extern const struct position_rules duel_position;
extern const struct sample_rules duel_sample;
extern const struct text_rules duel_words;

#endif
