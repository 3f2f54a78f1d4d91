#ifndef ADIT_GAMES_DUEL_DUEL_H
#define ADIT_GAMES_DUEL_DUEL_H

#include "games/mine/mine.h"

/*
 * Saboteur: The Duel.  Who reaches what is in rules_reach.c, where a card may go, and trolls, in
 * rules_table.c, what is found on it in rules_goals.c (goals, gold), the course of the game in rules.c.
 */

/* The card list, in its order: a card_id of this rules set is one of these.  For the card table and
 * for tests; rules code asks a card what it is instead. */
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
	DUEL_TROLLS_MAX = ORDER_SPOTS - 1, /* as many as one order can pay */
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
	uint8_t green;   /* whose side green is; the other seat is blue */
	uint8_t tokens;  /* dwarf tokens in the supply */
	uint8_t n_goals; /* goals left, in the order of their shuffle */
	card_id goals[DUEL_GOALS_MAX];
	uint8_t n_out; /* out of the game, in order of arrival */
	card_id out[DUEL_OUT_MAX];
	/* While board.kept: of each cell the edges that are reached, green's in the low half, blue's in the
	 * high one.  Derived from the table (rules_reach.c), no part of a game's bytes. */
	uint8_t reach[CELLS_MAX];
};

GAME_EXT(duel, struct duel_state)
#define duel_own(g) GAME_EXT_EITHER(duel, g)

static inline enum side
duel_side(const struct game *g, uint8_t seat)
{
	return seat == duel_own(g)->green ? SIDE_GREEN : SIDE_BLUE;
}

/* Flag of a cell with a token of this side. */
static inline uint8_t
duel_token(enum side side)
{
	return side == SIDE_GREEN ? CELL_TOKEN_GREEN : CELL_TOKEN_BLUE;
}

/* Is it a troll's card, paid or not?  The cell lies face up. */
static inline bool
duel_is_troll_card(const struct game *g, const struct cell *cell)
{
	return (game_card(g, cell->card)->feature & FEATURE_TROLL) != 0;
}

/* Trolls that lie on the table or may come there; DUEL_TROLLS_MAX at most.  Of hidden cards none. */
unsigned duel_trolls(const struct game *g);
/* Key tokens on doors, and key cards that can still bring one; DUEL_KEYS at most.  Of hidden cards none. */
unsigned duel_keys(const struct game *g);

/* A public event about the card of a cell. */
static inline struct event
duel_event_at(enum event_kind kind, uint8_t seat, const struct cell *c)
{
	return event_make_at(kind, seat, c->card, c->x, c->y);
}

/* ---- reach (rules_reach.c) ---- */

/* The tunnels of a card as this side can walk them: a closed arm is blind, and so is every arm of a troll; 0: it
 * lies face down. */
uint8_t duel_tunnel(const struct rules *rules, const struct cell *cell, enum side side);

/* [DUEL 4.C.6, 4.C.9] Do the side's tunnels begin on this card, which lies face up? */
bool duel_is_reach_source(const struct rules *rules, const struct cell *cell, enum side side);

/* What side reaches [DUEL 4.C.6]: from its start card and its ladders through tunnels, but neither
 * through a shut door of the other side nor across an unpaid troll. */
void duel_reach(const struct rules *rules, const struct board *b, const struct grid *grid,
    enum side side, uint8_t reach[static CELLS_MAX]);

/* The table as one side sees it: of each cell its tunnels as the side walks them, its open edges, and whether it
 * lies face up; 0 for CELL_NONE.  Holds until the board changes, but for the tunnels of a troll or a door. */
enum { SIGHT_UP = 4 }; /* this bit of `edges` */
struct duel_side_map {
	const struct board *b;
	uint8_t tunnel[CELL_NONE + 1], edges[CELL_NONE + 1];
	unsigned n_begins, n_trolls;
	uint8_t begins[CELLS_MAX + 1], troll[CELLS_MAX + 1]; /* cells; one to write in vain */
};

void duel_side_map_make(
    struct duel_side_map *s, const struct rules *rules, const struct board *b, enum side side);

/* The same reach, which may be NULL, and the empty places that it leads to, each once; how many.  The grid is the same
 * again in the end. */
unsigned duel_frontier(const struct duel_side_map *s, struct grid *grid, uint8_t *reach,
    struct place front[static FRONTIER_MAX + 1]);

/* What both sides reach, on the table of the game, for which it may be kept. */
void duel_both_reach(
    const struct game *g, const struct grid *grid, uint8_t reach[SIDES][CELLS_MAX]);

/* Keep what a search has found; search, and keep it unless duel_resolve_reached has something to do. */
void duel_cache_reach(struct game *g, uint8_t reach[SIDES][CELLS_MAX]);
void duel_search_reach(struct game *g);

/* Reach was kept until the card of this cell was laid; or is kept, and now the card leads on as it did not: a
 * goal that has been turned up, a door unlocked, a troll paid for.  It is kept again.  Does duel_resolve_reached
 * have anything to do? */
bool duel_reach_add_card(struct game *g, unsigned cell);
bool duel_reach_grow(struct game *g, unsigned cell);

/* Is what is kept, if anything, what a search finds? */
bool duel_reach_is_ok(const struct game *g);

/* Has the card gold (a goal: face up), and does this side reach the part where it lies [DUEL 4.D.12]?  reach: of
 * the cell. */
bool duel_reaches_gold(
    const struct rules *rules, const struct cell *cell, enum side side, uint8_t reach);

/* Is it an unpaid troll? */
bool duel_is_troll(const struct rules *rules, const struct cell *cell);

/* ---- the table (rules_table.c) ---- */

/* A path card at its place, with the trolls that the order pays: not whether the seat may build. */
enum verdict duel_check_place(const struct game *g, const struct order *o);

/* May these trolls be paid by an order that leaves the table as `b`, but for the tokens? */
enum verdict duel_check_pay(const struct game *g, const struct order *o, const struct board *b);

/*
 * What the seat would have to pay for its tunnels to lead to x,y: the smallest sets of unpaid trolls
 * [DUEL 4.C.10].  One empty set: nothing.  No set: it cannot be done.
 */
enum { DUEL_WAYS_MAX = 35 }; /* 3 or 4 of 7 */
struct duel_troll_payments {
	unsigned n_troll;
	struct place troll[DUEL_TROLLS_MAX];
	unsigned n;
	uint8_t set[DUEL_WAYS_MAX]; /* bit i: troll[i] */
};
void duel_find_payments(
    const struct game *g, uint8_t seat, int x, int y, struct duel_troll_payments *w);

/* Path cards, or ladders, each as printed and turned if that is another: a nibble each (core/board.h, fit_conflicts),
 * bit 0 of it in `of`. */
struct duel_path_moves {
	unsigned n_words;
	uint64_t open[2 * HAND_MAX / FIT_WAYS], of[2 * HAND_MAX / FIT_WAYS];
	card_id card[2 * HAND_MAX + 1]; /* one to write in vain */
	uint8_t flags[2 * HAND_MAX + 1];
};

/* Every path card of a hand wherever it may lie, with each of its duel_find_payments: counted, then listed or picked from, so
 * that no order is written that nobody wants. */
struct duel_movegen {
	uint8_t seat;
	struct duel_path_moves laying[2];  /* [1]: ladders */
	struct duel_troll_payments trolls; /* but for the sets */
	unsigned n;                        /* orders */
	unsigned n_spots;
	struct duel_spot {
		struct place at;
		struct fit fit;
		uint8_t set; /* of trolls */
		bool ladder;
	} spot[LEGAL_MAX + 1]; /* as they are listed; one to write in vain */
};

/* Of these kinds of cards. */
void duel_find_places(
    const struct game *g, uint8_t seat, const card_id *card, unsigned n, struct duel_movegen *m);
void duel_list_places(const struct duel_movegen *m, struct order_list *list);
/* Number k of them. */
void duel_pick_place(const struct duel_movegen *m, unsigned k, struct order *o);

/* ---- what is found (rules_goals.c) ---- */

/*
 * A card was laid at *played, or a door unlocked (NULL); trolls are paid.  Goals that are reached are
 * turned up [DUEL 4.D.11], then gold is claimed [DUEL 4.D.12], the seat's before the opponent's.
 * flags: ORDER_TURN_ bits.  Works on what a view knows too: a goal that it hides stays face down.
 */
void duel_resolve_reached(
    struct game *g, uint8_t seat, const struct place *played, uint8_t flags, struct events *ev);

/* ---- rounds (rules_round.c) ---- */

extern const struct place duel_start_place[SIDES];

/* Which of the shuffled goals was dealt to x,y. */
uint8_t duel_goal_index(const struct game *g, int x, int y);

/* With goals=box the goals of all rounds are those shuffled first. */
bool duel_goals_last(const struct game *g);

unsigned duel_count(const card_id *p, unsigned n, card_id which);

/* What the seat's gold cards are worth. */
unsigned duel_gold(const struct game *g, uint8_t seat);

/* Round 1. */
void duel_deal(struct game *g, struct rng *rng, struct events *ev);

/* What on the table ends the round, if anything [DUEL 4.F.18]; has anybody a card [DUEL 4.F.18]? */
enum outcome duel_outcome(const struct game *g);
bool duel_has_cards(const struct game *g);

/* The gold of the round, then the next one is dealt, or the game is over. */
void duel_end_round(struct game *g, enum outcome outcome, struct rng *rng, struct events *ev);

/* ---- play (rules.c) ---- */

/* What an order of kind PLACE, or ACT with a key or rockfall, does to hand and table, before the draw:
 * for game_play, and for players that think ahead.  The order passes its check. */
void duel_play_on_board(struct game *g, const struct order *o, struct events *ev);

struct pack;

/* Members of its row (core/rules.h). */
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
