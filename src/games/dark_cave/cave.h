#ifndef ADIT_GAMES_DARK_CAVE_CAVE_H
#define ADIT_GAMES_DARK_CAVE_CAVE_H

#include "core/game.h"

struct pack;

/*
 * The board of The Dark Cave: spaces, webs, creatures. The rules of play are in rules*.c; drawings
 * and words use these functions too.
 */

/* ---- one card (rules_space.c) ---- */

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
enum { CAVE_PARTS = PART_T + 1 };
#define CAVE_PART_BIT(part) ((uint8_t)(1u << (part)))

/* Features that are in a single space. */
enum { CAVE_SINGLE = FEATURE_LADDER | FEATURE_HOLE | FEATURE_VEIN | FEATURE_EXIT };

/* Consists of bytes, because it is cached in a game (GAME_EXT). */
struct cave_card {
	uint8_t parts; /* CAVE_PART_BITs of its spaces; 0: face down or hidden */
	uint8_t open;  /* EDGE_BITs; 0 for a face-down card, although it can be entered */
	uint8_t at_edge
	    [EDGES]; /* the part at an edge, also for entering a face-down card; CAVE_PARTS: rock */
	uint8_t link[CAVE_PARTS];  /* CAVE_PART_BITs one step away on this card */
	uint8_t edges[CAVE_PARTS]; /* EDGE_BITs that the space opens to */
	uint8_t home;              /* the space of a single feature; CAVE_PARTS: none */
	uint8_t
	    leads; /* subset of `open`: edges to a space or to a face-down goal: cave_card_connect */
	uint8_t bridge; /* CAVE_PART_BITs of the spaces on the wooden way of the bridge */
	/* CAVE_PART_BITs of the spaces that end a dwarf's movement and that creatures do not enter */
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
	static const uint8_t first[CAVE_PARTS] = { 0, 1, 2, 4, 7, 3, 6, 5 };

	/* 0x17 has each sequence of three bits only once. */
	return first[(uint8_t)((parts & (0u - parts)) * 0x17u) >> 5];
}

/* ---- the state of a game ---- */

enum cave_clan { CAVE_CLAN_NONE, CAVE_CLAN_YELLOW, CAVE_CLAN_BLUE, CAVE_CLANS };

/* A web on the edge between two places: the east (EDGE_E) or south (EDGE_S) edge of x,y. */
struct cave_web {
	int8_t x, y;
	uint8_t edge;
	uint8_t count; /* 2, then 1 */
	uint8_t owner;
};

struct cave_creature {
	uint8_t owner; /* owner of the card; SEAT_NONE: not on the board */
	struct spot at;
};

enum { CAVE_SEATS_MAX = 8, CAVE_CREATURES = 3, CAVE_LEFT_MAX = 8 };
enum { CAVE_WEBS_MAX = 3 }; /* the number of tokens and of cards in the box */

struct cave_seat {
	struct spot at; /* spot of the dwarf; 0 when it is out */
	uint8_t out, lying, revealed, agree, boots;
	uint8_t fell; /* knocked down in its own current turn: it does not stand up in this turn */
	uint8_t axes, fresh; /* battle-axes in front of the seat; those played in this turn */
	uint8_t axe[CAVE_CREATURES]; /* standing order: 0 none, ORDER_AXE_YES, ORDER_AXE_NO */
};

/*
 * Data derived from the cards on the board, updated card by card (rules_cache.c). Used only if the
 * board is small enough. Not in the packed bytes.
 */
enum {
	CAVE_CACHE_CELLS = 56,
	CAVE_CACHE_WIDTH = 16,
	CAVE_CACHE_PLACES = CAVE_CACHE_WIDTH * CAVE_CACHE_WIDTH
};
struct cave_cache {
	/* By place: the cell, or CELL_NONE; the constraint of its face-up neighbours. Coordinates
	 * wrap around, but no two places on the board and next to it coincide. */
	uint8_t at[CAVE_CACHE_PLACES];
	struct fit fit[CAVE_CACHE_PLACES];
	int8_t west, east, north, south; /* bounds of all cards so far */
	struct cave_card card[CAVE_CACHE_CELLS];
};

enum cave_option { CAVE_OPTION_CLAN = 7 }; /* byte of struct options: clan=blue */

struct cave_state {
	struct cave_seat seat[CAVE_SEATS_MAX];
	uint8_t n_web;
	struct cave_web web[CAVE_WEBS_MAX];            /* in the order of placement */
	struct cave_creature creature[CAVE_CREATURES]; /* rat, lindworm, goblin */
	struct u16 pool;                               /* gold without owner */
	uint8_t first_out;       /* the seat of the first dwarf that left, or SEAT_NONE */
	uint8_t draw_to, draw_n; /* PHASE_WALK: the cards that step three will deal, and the seat */
	uint8_t n_left;
	card_id left[CAVE_LEFT_MAX]; /* clan cards left over */
	struct cave_cache cache;     /* valid while board.cache_valid */
	/* The backs of cards are public. In a view these fields describe the cards that it hides;
	 * in a game they are 0. */
	uint8_t clan[CAVE_SEATS_MAX];           /* enum cave_clan */
	uint8_t back[CAVE_SEATS_MAX][HAND_MAX]; /* the deck, 1 to 3 */
	uint8_t pile[4]; /* number of cards of each deck in the pile; [0] is not used */
};

GAME_EXT(cave, struct cave_state)
#define cave_own(g) GAME_EXT_EITHER(cave, g)

/* Adds one gold to the pool. */
static inline void
cave_pool_add(struct game *g)
{
	struct u16 *pool = &cave_own(g)->pool;

	u16_set(pool, u16_get(pool) + 1u);
}

/* ---- spaces [CAVE 5.C.12] (rules_space.c) ---------------------------------------------------- */

/* Returns the level: 1, 2 or 3 steps to cross the card [CAVE 5.C.12]. */
unsigned cave_level(const struct card_def *def);

struct cave_space {
	uint8_t cell, part;
}; /* cell: index into the board */

/* Adds that two adjacent cards lead to each other; b is at edge e of a. */
void cave_card_connect(struct cave_card *a, unsigned e, struct cave_card *b);

/* Returns the entry of struct cave_cache for a place on the board or next to it. */
static inline unsigned
cave_place_of(int x, int y)
{
	return (unsigned)(y * CAVE_CACHE_WIDTH + x) % CAVE_CACHE_PLACES;
}

/* False if the place is neither on the board nor next to it. */
static inline bool
cave_cache_covers(const struct cave_cache *cache, int x, int y)
{
	return (unsigned)(x - cache->west + 1) < CAVE_CACHE_WIDTH &&
	    (unsigned)(y - cache->north + 1) < CAVE_CACHE_WIDTH;
}

/* Returns the cell at a place, or CELL_NONE. Faster than board_find. */
static inline unsigned
cave_at(const struct game *g, int x, int y)
{
	const struct cave_cache *cache = &cave_own(g)->cache;

	if (!g->board.cache_valid)
		return board_find(&g->board, x, y);
	return cave_cache_covers(cache, x, y) ? cache->at[cave_place_of(x, y)] :
						(unsigned)CELL_NONE;
}

/* Adds the constraint of the card at edge e of a place. A face-down goal gives none. */
static inline void
cave_fit_require(struct fit *fit, unsigned e, const struct cave_card *card)
{
	if (card->ends == 0xff)
		return;
	if ((card->open & EDGE_BIT(e ^ 2u)) != 0)
		fit->open |= EDGE_BIT(e);
	else
		fit->closed |= EDGE_BIT(e);
}

/* cave_cache_build fills the cache, if there is room. cave_put adds a card on an empty place,
 * cave_remove removes one; both update the cache. */
void cave_cache_build(struct game *g);
void cave_put(struct game *g, struct cell cell);
void cave_remove(struct game *g, unsigned cell);
bool cave_cache_is_ok(const struct game *g);

/* The board with derived data, cached in the game or computed. Invalid after any change of the
 * board. Webs, dwarves and creatures are read from the game, so they may change. */
struct cave_map {
	const struct game *g;
	const struct cave_card *card;
	struct cave_card made_card[CELLS_MAX]; /* used if computed */
};

void cave_map_make(struct cave_map *m, const struct game *g);

/* Returns the cell at an edge of a cell, or CELL_NONE. */
static inline unsigned
cave_neighbour(const struct cave_map *m, unsigned cell, unsigned e)
{
	const int x = m->g->board.cell[cell].x + edge_dx[e],
		  y = m->g->board.cell[cell].y + edge_dy[e];

	return m->g->board.cache_valid ? cave_own(m->g)->cache.at[cave_place_of(x, y)] :
					 board_find(&m->g->board, x, y);
}

/* cave_has returns the FEATURE_ bits of a space, cave_edges the EDGE_BITs that it opens to. */
static inline unsigned
cave_has(const struct cave_map *m, struct cave_space at)
{
	return cave_card_has_at(&m->card[at.cell], at.part);
}

static inline unsigned
cave_edges(const struct cave_map *m, struct cave_space at)
{
	return m->card[at.cell].edges[at.part];
}

/* Finds the space with this name on a face-up card. Any edge of its group names a level-1 space. */
bool cave_find(const struct cave_map *m, struct spot name, struct cave_space *out);
/* Like cave_find without a map; also false for a face-down goal. *name becomes the space's own name
 * and *has its FEATURE_ bits. */
bool cave_find_name(const struct game *g, struct spot *name, uint16_t *has);
struct spot cave_spot(const struct cave_map *m, struct cave_space space);

/* Like cave_find_name, but fast for a cached space with its own name, which is the usual case. */
static inline bool
cave_name(const struct game *g, struct spot *name, uint16_t *has)
{
	const struct cave_cache *cache = &cave_own(g)->cache;
	const unsigned cell = g->board.cache_valid ? cave_at(g, name->x, name->y) :
						     (unsigned)CELL_NONE;

	if (cell == CELL_NONE || name->part >= CAVE_PARTS ||
	    (cache->card[cell].parts >> name->part & 1) == 0)
		return cave_find_name(g, name, has);
	*has = (uint16_t)cave_card_has_at(&cache->card[cell], name->part);
	return true;
}

static inline bool
cave_spot_same(struct spot a, struct spot b)
{
	return a.x == b.x && a.y == b.y && a.part == b.part;
}

/* Compares names bytewise ("x,y/part"). Returns < 0, 0 or > 0. */
int cave_spot_compare(struct spot a, struct spot b);

/* ---- webs (rules_web.c; places: rules_space.c) --------------------------------------------- */

enum { CAVE_WEB_NONE = 0xff };

/* Returns the edge point at edge e of x,y, named by its northern or western place. */
struct cave_web cave_edge(int x, int y, unsigned e);
/* Returns the index of the web at edge e of x,y, or CAVE_WEB_NONE. */
unsigned cave_web_at(const struct game *g, int x, int y, unsigned e);
/* Returns the printed name of an edge point: from the card that is open there; if both are open,
 * from the northern or western one. False if no face-up card is open there. */
bool cave_edge_name(const struct game *g, struct cave_web edge, struct spot *out);

/* True if a web is at edge e of the card. */
static inline bool
cave_has_web(const struct cave_map *m, unsigned cell, unsigned e)
{
	const struct cell *c = &m->g->board.cell[cell];

	return cave_own(m->g)->n_web > 0 && cave_web_at(m->g, c->x, c->y, e) != CAVE_WEB_NONE;
}

/* ---- creatures ------------------------------------------------------------------------------ */

extern const uint8_t cave_creature_action[CAVE_CREATURES];
/* Returns the index of the creature with this action, or CAVE_CREATURES. */
unsigned cave_creature_of(unsigned action);

/* ---- steps and reachable spaces (rules_flood.c) ------------------------------------------------ */

/* True if a dwarf can step from one space to the other: on the card, across an edge without a web,
 * between ladders [CAVE 5.C.12, CAVE 5.C.14, CAVE 5.E.19, CAVE 5.G.33]. Only dwarves enter exits and
 * face-down goals; the part of a face-down goal is the edge of entry. */
bool cave_is_step(const struct cave_map *m, struct cave_space from, struct cave_space to);

/* Spaces where a movement ends [CAVE 5.E.22, CAVE 5.E.24, CAVE 5.E.25, CAVE 5.G.34]. A dwarf meets
 * creatures, leaves, or turns up a goal; a creature meets dwarves. Valid until a dwarf or creature
 * moves. */
struct cave_stop_mask {
	uint8_t at[CELLS_MAX]; /* CAVE_PART_BITs */
};
void cave_stops_make(struct cave_stop_mask *stops, const struct cave_map *m, bool dwarf);

static inline bool
cave_stops(const struct cave_stop_mask *stops, struct cave_space to)
{
	return (stops->at[to.cell] >> to.part & 1) != 0;
}

/* Cost of a step [CAVE 5.E.20, CAVE 5.E.21]. */
struct cave_step_cost {
	uint8_t cards, gold;
};
struct cave_step_cost cave_step_cost(
    const struct cave_map *m, struct cave_space from, struct cave_space to);

/* Reachable spaces, and edges of face-down goals, each once. Sorted by number of steps, then by the
 * order in which earlier spaces lead to them. The first is the start. */
enum { CAVE_SPACES_MAX = CELLS_MAX * CAVE_PARTS };

/* Returns the number of a space. */
static inline unsigned
cave_number(unsigned cell, unsigned part)
{
	return cell * (unsigned)CAVE_PARTS + part;
}

struct cave_flood {
	const struct cave_map *map;
	struct cave_stop_mask stops;
	uint8_t webs[CELLS_MAX]; /* EDGE_BITs */
	unsigned n_ladder;
	uint8_t ladder[CELLS_MAX + 1]; /* cells; one spare entry for a branch-free write */
	unsigned n;
	uint16_t at[CAVE_SPACES_MAX]; /* by number */
	bool is_new[CAVE_SPACES_MAX]; /* the start, or no earlier flood has reached this entry */
	unsigned number;              /* of this flood, from 1 */
	/* for each space: number of the last flood that has reached it, see rules_flood.c; steps */
	uint8_t by[CAVE_SPACES_MAX];
	uint16_t steps[CAVE_SPACES_MAX];
};

static inline struct cave_space
cave_flood_at(const struct cave_flood *f, unsigned i)
{
	return (struct cave_space){ (uint8_t)(f->at[i] / CAVE_PARTS),
		(uint8_t)(f->at[i] % CAVE_PARTS) };
}

/* cave_flood_for prepares for a dwarf or a creature. cave_flood then searches from any space, up to
 * CAVE_FLOODS_MAX times. */
enum { CAVE_FLOODS_MAX = CELLS_MAX };
void cave_flood_for(struct cave_flood *f, const struct cave_map *m, bool dwarf);
void cave_flood(struct cave_flood *f, struct cave_space from, unsigned steps);
/* Returns the number of steps to a space, or CAVE_FAR if it is not reached. */
enum { CAVE_FAR = 10000 };
unsigned cave_flood_steps(const struct cave_flood *f, struct cave_space to);
/* Writes the best of the shortest ways to a reached space without its start, at most ORDER_SPOTS
 * spots. Returns the number of steps. For a dwarf, the seat and the flags of its order, the best
 * way costs least, then costs fewest cards; then, and for a creature (SEAT_NONE), it is the
 * bytewise first. */
unsigned cave_flood_way(const struct cave_flood *f, uint8_t seat, unsigned flags,
    struct cave_space to, struct spot way[static ORDER_SPOTS]);

/* ---- play (rules_step.c) ------------------------------------------------------------------- */

struct cave_play {
	struct game *g;
	struct rng *rng;
	struct events *ev;
	bool lossy; /* the stream for losses of this step is open */
};

/* Add a public event of `seat` (or SEAT_NONE) about `card` (or CARD_NONE). cave_emit_at adds a spot
 * and a value. */
void cave_emit(const struct cave_play *p, enum event_kind kind, uint8_t seat, card_id card);
void cave_emit_at(const struct cave_play *p, enum event_kind kind, uint8_t seat, card_id card,
    struct spot at, unsigned value);

/* Adds a public event of a seat with a value. */
void cave_emit_value(const struct cave_play *p, enum event_kind kind, uint8_t seat, unsigned value);

/* Returns the first row with that action, of any deck. */
card_id cave_action_card(const struct game *g, enum action action);

/* Returns a number for each kind: equal action cards of several decks are one kind. A hidden card
 * has the kind CARD_HIDDEN. */
static inline unsigned
cave_kind(const struct game *g, card_id card)
{
	if (card >= g->rules->n_cards)
		return CARD_HIDDEN;
	return game_card(g, card)->class == CARD_ACTION ?
	    (unsigned)CARDS_MAX + game_card(g, card)->action :
	    card;
}

static inline bool
cave_same_kind(const struct game *g, card_id a, card_id b)
{
	return cave_kind(g, a) == cave_kind(g, b);
}

/* Removes a card of this kind from the hand: the first of any deck. Returns the card. */
card_id cave_take_from_hand(struct game *g, uint8_t seat, card_id kind);
/* [CAVE 5.E.20] Puts a random card of the hand on the discard pile. */
void cave_lose_card(struct cave_play *p, uint8_t seat);
/* [CAVE 5.E.21] Moves one gold of the seat to the pool. */
void cave_lose_gold(struct cave_play *p, uint8_t seat);
/* [CAVE 5.E.23] Turns up the clan card of a seat. */
void cave_reveal(struct cave_play *p, uint8_t seat);

/* Returns the number of battle-axes that can be used now. */
unsigned cave_axes(const struct game *g, uint8_t seat);

/* Resources of a dwarf that a way and its creatures may reduce. Known to its player. */
struct cave_dwarf_resources {
	unsigned cards, gold, axes;
	bool lying;
};
struct cave_dwarf_resources cave_resources(const struct game *g, uint8_t seat);
/* Subtracts the cost of a step. A dwarf cannot lose more than it has. */
void cave_pay(struct cave_dwarf_resources *resources, struct cave_step_cost cost);
/* Reduces *resources by what the creatures at `at` will take. Predicts cave_dwarf_enters. */
void cave_predict_encounters(const struct game *g, uint8_t seat, struct spot at, unsigned flags,
    struct cave_dwarf_resources *resources);

/* Handles the encounters after the dwarf of `seat` has moved into its space [CAVE 5.G.35]. flags:
 * ORDER_AXE_ bits of its walk. */
void cave_dwarf_enters(struct cave_play *p, uint8_t seat, unsigned flags);
/* Removes creature k from the board and discards its card. */
void cave_creature_remove(struct cave_play *p, unsigned k);

/* Decrements a web. At 0 removes it and discards its card. */
void cave_web_decrement(struct cave_play *p, unsigned web);
/* Removes webs without an open card [CAVE 5.F.27]. */
void cave_webs_prune(struct cave_play *p);

/* Places a card; its vein gets a gold [CAVE 5.D.18]. */
void cave_lay(struct cave_play *p, struct cell cell);

/* ---- orders ---------------------------------------------------------------------------------- */

struct cave_action {
	/* Checks an order. The seat has the card; the rest of the order is unchecked. */
	enum verdict (*check)(struct cave_map *m, const struct order *o);
	/* Plays a legal order. The card has left the hand already. */
	void (*play)(struct cave_play *p, const struct order *o);
	/* Lists every distinct order with this card. */
	void (*list)(struct cave_map *m, const struct order *blank, struct order_list *list);
	/* Count the orders, and write number k of them. NULL: use `list`. */
	size_t (*count)(struct cave_map *m, const struct order *blank);
	void (*write)(struct cave_map *m, size_t k, struct order *o);
};
/* NULL: the card cannot be played */
extern const struct cave_action *const cave_action_for[ACTION_COUNT];

uint8_t cave_goal_index(const struct game *g, int x, int y);

extern const struct cave_action cave_information, cave_rockfall, cave_swap, cave_spiderweb,
    cave_boots, cave_battle_axe, cave_creature;

/* True if the order uses exactly n_at places, a seat or not, and only these flags. */
bool cave_has_shape(const struct order *o, unsigned n_at, bool to, unsigned flags);

enum verdict cave_check_place(struct cave_map *m, const struct order *o);

/* The ways to place the path cards of a hand: each as printed, then flipped if that differs. */
enum { CAVE_WAYS_MAX = 2 * HAND_MAX };
struct cave_path_moves {
	unsigned n_frontier; /* places where cards may be placed, with their constraints */
	struct cave_frontier_cell {
		int8_t x, y;
		struct fit fit;
	} frontier[FRONTIER_MAX + 1]; /* one spare entry for a branch-free write */
	unsigned n_ways;
	struct {
		card_id card;
		uint8_t flags; /* of the order */
	} way[CAVE_WAYS_MAX];
	/* Their open edges with a nibble per way (core/board.h, fit_conflicts); `all` has bit 4 * i for way
	 * i. */
	uint64_t open[CAVE_WAYS_MAX / FIT_WAYS], all[CAVE_WAYS_MAX / FIT_WAYS];
};

/* Finds the ways of card[0..n-1], which must differ. Returns the number of orders. */
unsigned cave_find_places(
    const struct cave_map *m, const card_id *card, unsigned n, struct cave_path_moves *p);
/* List the orders, or write order number k of the list. k must be below its length. */
void cave_list_places(
    const struct game *g, const struct cave_path_moves *p, struct order_list *list);
void cave_write_place(
    const struct game *g, const struct cave_path_moves *p, unsigned k, struct order *o);

void cave_play_place(struct cave_play *p, const struct order *o);

/* True if the seat has an axe and its dwarf is next to a web [CAVE 5.F.31]. */
bool cave_can_cut(const struct game *g, uint8_t seat);
/* Checks ORDER_CUT, which comes before step one. */
enum verdict cave_check_cut(struct cave_map *m, const struct order *o);

/* Checks step two (rules_walk.c): ORDER_WALK, ORDER_WALK_TO, ORDER_STAY. A dwarf that is knocked
 * down may cut, but not walk. */
enum verdict cave_check_walk(struct cave_map *m, const struct order *o);
/* Writes the way that ORDER_WALK_TO takes to a space that the seat can reach, with the flags of that
 * order. Returns the number of steps. */
unsigned cave_walk_way(const struct game *g, uint8_t seat, unsigned flags, struct spot to,
    struct spot way[static ORDER_SPOTS]);
/* Walks of the seat to move: number 0 is to stay; the others walk to each reachable space. */
struct cave_walk_moves {
	const struct game *g;
	unsigned n;
	struct cave_map map;
	struct cave_flood flood; /* unless n is 1 */
};
void cave_find_walks(const struct game *g, struct cave_walk_moves *w);
void cave_write_walk(struct cave_walk_moves *w, unsigned i, struct order *o);
void cave_play_walk(struct cave_play *p, const struct order *o);

/* Returns all gold: in the pool, in veins and of the seats [CAVE 5.A.6]. */
enum { CAVE_GOLD_MAX = 1000 };
unsigned cave_gold(const struct game *g);
/* Returns the number of webs on the board and of cards in hands and deck that can bring one; at
 * most CAVE_WEBS_MAX. Hidden cards do not count. */
unsigned cave_webs(const struct game *g);

/* ---- clans and scores (rules_score.c) -------------------------------------------------------- */

/* cave_role_cards lists the clan cards in play [CAVE 5.A.2], in card list order, and returns their
 * number. cave_role_copies returns the number of one row. cave_clan_of returns the clan on the back
 * of a card. */
unsigned cave_role_copies(const struct game *g, card_id card);
unsigned cave_role_cards(const struct game *g, card_id role[static 2 * CAVE_SEATS_MAX]);
enum cave_clan cave_clan_of(const struct rules *rules, card_id role);

/* cave_clan returns the clan of a seat's back, cave_works_for the one that it works for [CAVE
 * 5.A.3]; CAVE_CLAN_NONE if not known. */
enum cave_clan cave_clan(const struct game *g, uint8_t seat);
enum cave_clan cave_works_for(const struct game *g, uint8_t seat);
/* True if all seats that work for one clan have left [CAVE 5.I.38]. */
bool cave_clan_is_out(const struct game *g);
/* Computes the value of each clan's treasure [CAVE 5.I.39]. */
void cave_treasure(const struct game *g, unsigned value[static CAVE_CLANS]);
/* Returns the winning clan [CAVE 5.I.39, CAVE 5.I.40], or CAVE_CLAN_NONE for a draw. */
enum cave_clan cave_winner(const struct game *g);
void cave_score(const struct game *g, uint16_t gold[static SEATS_MAX]);
uint16_t cave_winners(const struct game *g);

/* Returns the deck of a card in hand, 1 to 3; for a hidden card, from its back. */
unsigned cave_back(const struct game *g, uint8_t seat, unsigned i);

/* Members of the struct rules: rules_deal.c, rules_state.c. */
void cave_deal(struct game *g, struct rng *rng, struct events *ev);
void cave_stop(struct game *g, struct events *ev);
void cave_view(const struct game *g, uint8_t seat, struct game *known);
int cave_is_ok(const struct game *g);
void cave_pack(struct pack *k, struct game *g);

/* Members of the struct rules (core/rules.h). */
extern const struct order_rule cave_order[ORDER_KIND_COUNT];
bool cave_may_join(const struct game *g, const struct order *o);
size_t cave_plays(const struct game *g, struct order *out, size_t max);
size_t cave_discards(const struct game *g, struct order *out, size_t max);
bool cave_pick(const struct game *g, struct move_picker *who, struct order *room, struct order *o);
bool cave_pick_discard(
    const struct game *g, struct move_picker *who, struct order *room, struct order *o);
bool cave_guess(struct transition *f);
void cave_settle(struct transition *f);
extern const struct bot cave_bot;
extern const struct knowledge_rules cave_know;
extern const struct picture_rules cave_picture;
extern const struct position_rules cave_position;
extern const struct sample_rules cave_sample;
extern const struct text_rules cave_words;

const char *cave_clan_name(unsigned clan); /* "yellow" "blue"; "" for none */

#endif
