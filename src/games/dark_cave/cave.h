#ifndef ADIT_GAMES_DARK_CAVE_CAVE_H
#define ADIT_GAMES_DARK_CAVE_CAVE_H

#include "core/game.h"
#include "games/dark_cave/shape.h"

struct pack;

/*
 * The Dark Cave's table: spaces, webs, creatures.  Rules of play are in rules.c and its
 * sisters; text/ asks here for what it draws and writes.
 */

enum cave_clan { CLAN_NONE, CLAN_YELLOW, CLAN_BLUE, CLANS };

/* A web on the edge between two places, which is the east (EDGE_E) or the south (EDGE_S) edge of
 * x,y. */
struct cave_web {
	int8_t x, y;
	uint8_t edge;
	uint8_t count; /* 2, then 1 */
	uint8_t owner;
};

struct cave_creature {
	uint8_t owner; /* whose card it is; SEAT_NONE: not on the table */
	struct spot at;
};

enum { CAVE_SEATS_MAX = 8, CREATURES = 3, CAVE_LEFT_MAX = 8 };
enum { WEBS_MAX = 3 }; /* as many as the box has, of tokens and of cards */

struct cave_seat {
	struct spot at; /* of the dwarf; 0 when it is out */
	uint8_t out, lying, revealed, agree, boots;
	uint8_t fell; /* knocked down in this very turn, its own: it does not stand up in it */
	uint8_t axes, fresh;    /* battle-axes before the seat; of them played in this turn */
	uint8_t axe[CREATURES]; /* standing: 0 nothing ordered, ORDER_AXE_YES, ORDER_AXE_NO */
};

/* A place where a card may be laid, and what the cards beside it ask: open edges in the low half, closed
 * ones in the high half. */
struct cave_frontier_cell {
	int8_t x, y;
	uint8_t asked;
};

static inline struct fit
cave_fit(unsigned asked)
{
	return (struct fit){ (uint8_t)(asked & 0x0f), (uint8_t)(asked >> 4) };
}

/* The cells beside a card, or CELL_NONE. */
struct cave_neighbours {
	uint8_t at[EDGES];
};

/* A space, and an edge of a goal face down; number 0 is nowhere. */
enum { CACHE_NODES = 128, NODE_STEPS = 4, NODE_WORDS = CACHE_NODES / 64 };
struct cave_nodes { /* a set of them, as NODE_WORDS words (core/bits.h) lie in bytes */
	uint8_t byte[CACHE_NODES / 8];
};
struct cave_node {
	/* The nodes that are one step away but for ladders: on the card, by part; across its edges, clockwise, each of
	 * which has its place whether it leads anywhere or not. */
	uint8_t next[NODE_STEPS];
	struct spot at;
	uint8_t climbs;        /* 1: up or down the ladder, too */
	struct cave_nodes all; /* one step away */
};

/*
 * What follows from the cards on the table and from the webs, as long as there are not too many: kept from one
 * card to the next (rules_cache.c, rules_node.c).  No part of a game's bytes.
 */
enum { CACHE_CELLS = 56, CACHE_WIDTH = 16, CACHE_PLACES = CACHE_WIDTH * CACHE_WIDTH };
struct cave_cache {
	/* By place (cave_place_of): the cell, or CELL_NONE; what the cards around ask, as in struct cave_frontier_cell.  The table is wound
	 * up, but so small that no two places fall upon each other. */
	uint8_t at[CACHE_PLACES], asked[CACHE_PLACES];
	int8_t west, east, north, south; /* no card lies, or has lain, beyond */
	struct cave_card card[CACHE_CELLS];
	/* Places with a ladder; with a hole, or where movements end; as the board has them. */
	uint8_t n_ladder, ladder[CACHE_CELLS];
	uint8_t n_marked, marked[CACHE_CELLS];
	uint8_t n_hole, hole[CACHE_CELLS]; /* the nodes of dark holes, by name (spot_compare) */
	uint8_t rung[CACHE_CELLS];         /* the nodes of ladders, in their order */
	uint8_t takers[1 << EDGES];        /* by the open edges of a card: how many gaps take it */
	/* Of the card list: by card its kind and shape, by action the first row with it, or CARD_NONE. */
	uint8_t kind[CARDS_MAX + 1], shape[CARDS_MAX];
	card_id first_of[ACTION_COUNT];
	uint8_t n_node; /* numbers in use, and some that were */
	struct cave_node node[CACHE_NODES];
	struct cave_nodes ends; /* where a dwarf's movement ends, and no creature goes */
};

enum cave_option { CAVE_CLAN_BLUE = 7 }; /* byte of struct options: clan=blue */

struct cave_state {
	struct cave_seat seat[CAVE_SEATS_MAX];
	uint8_t n_web;
	struct cave_web web[WEBS_MAX];            /* in the order they were laid */
	struct cave_creature creature[CREATURES]; /* rat, lindworm, goblin */
	struct u16 pool;                          /* gold that nobody has */
	uint8_t first_out;       /* the seat whose dwarf left first, or SEAT_NONE */
	uint8_t draw_to, draw_n; /* PHASE_WALK: what step three will deal */
	uint8_t n_left;
	card_id left[CAVE_LEFT_MAX]; /* clan cards that nobody got */
	struct cave_cache kept;      /* while board.kept */
	/* The backs of cards are public.  In a view they stand here for the cards it hides; in a
	 * game all of this is 0. */
	uint8_t clan[CAVE_SEATS_MAX];           /* enum cave_clan */
	uint8_t back[CAVE_SEATS_MAX][HAND_MAX]; /* the deck, 1 to 3 */
	uint8_t pile[4]; /* cards of each deck in the pile; [0] is not used */
};

GAME_EXT(cave, struct cave_state)
#define cave_own(g) GAME_EXT_EITHER(cave, g)

/* One gold more in the pool. */
static inline void
cave_pool_add(struct game *g)
{
	struct u16 *pool = &cave_own(g)->pool;

	u16_set(pool, u16_get(pool) + 1u);
}

/* ---- spaces [CAVE 5.C.12] (rules_space.c) ---------------------------------------------------- */

/* 1, 2 or 3 steps to cross [CAVE 5.C.12]. */
unsigned cave_level(const struct card_def *def);

struct cave_space {
	uint8_t cell, part;
}; /* cell: index into the board */

/* Of every card those beside it, and where it leads; of all cards the ladders and those to be marked, how many. */
void cave_link(const struct board *b, struct cave_card *card, struct cave_neighbours *beside);
unsigned cave_ladders(const struct cave_card *card, unsigned n, uint8_t *ladder);
unsigned cave_mark(const struct cave_card *card, unsigned n, uint8_t *marked);

/* The places where cards may be laid, in the order of the cards that lead to them, clockwise around each: EDGES times the cell,
 * and its edge; how many. */
unsigned cave_find_gaps(
    const struct game *g, const struct cave_card *card, uint16_t lead[static FRONTIER_MAX + EDGES]);
/* What the cards beside a place ask, as in struct cave_frontier_cell. */
unsigned cave_compute_required(const struct game *g, const struct cave_card *card, int x, int y);

/* The number of a place, and of the place at its edge e. */
static inline unsigned
cave_place_of(int x, int y)
{
	return (unsigned)(y * CACHE_WIDTH + x) % CACHE_PLACES;
}

static inline unsigned
cave_place_at(unsigned place, unsigned e)
{
	static const uint8_t step[EDGES] = { CACHE_PLACES - CACHE_WIDTH, 1, CACHE_WIDTH,
		CACHE_PLACES - 1 };

	return (place + step[e]) % CACHE_PLACES;
}

/* The cell at a place, or CELL_NONE: board_find, but quicker. */
static inline unsigned
cave_at(const struct game *g, int x, int y)
{
	unsigned i;

	if (!g->board.kept)
		return board_find(&g->board, x, y);
	i = cave_own(g)->kept.at[cave_place_of(x, y)];
	return cell_is_at(&g->board, i, x, y) ? i : (unsigned)CELL_NONE;
}

static inline unsigned
cave_required_edges(const struct game *g, const struct cave_card *card, int x, int y)
{
	return g->board.kept ? cave_own(g)->kept.asked[cave_place_of(x, y)] :
			       cave_compute_required(g, card, x, y);
}

/* Behind a lead. */
static inline struct cave_frontier_cell
cave_gap_at(const struct game *g, const struct cave_card *card, unsigned lead)
{
	const struct cell *c = &g->board.cell[lead / EDGES];
	const int x = c->x + edge_dx[lead % EDGES], y = c->y + edge_dy[lead % EDGES];

	return (struct cave_frontier_cell){ (int8_t)x, (int8_t)y,
		(uint8_t)cave_required_edges(g, card, x, y) };
}

/* Keep it (struct cave_cache), if there is room; a card comes to an empty place, and goes. */
void cave_cache_build(struct game *g);
void cave_put(struct game *g, struct cell cell);
void cave_remove(struct game *g, unsigned cell);
bool cave_cache_is_ok(const struct game *g);

/* ---- the same, space by space (rules_node.c) ---- */

/* None but nowhere. */
void cave_nodes_clear(struct cave_cache *kept);
/* Of a card that comes: its nodes, with the steps on it; false: there is no room.  Of two that lie beside each other, the
 * second at edge e of the first: the steps across. */
bool cave_add_nodes(struct cave_cache *kept, struct cave_card *card, const struct cell *cell);
void cave_nodes_connect(
    struct cave_cache *kept, const struct cave_card *a, unsigned e, const struct cave_card *b);
/* Across that edge nobody comes any more. */
void cave_nodes_disconnect(struct cave_cache *kept, const struct cave_card *card, unsigned e);
/* A ladder comes, or goes, which is on the list: the steps to the others. */
void cave_nodes_set_ladder(struct cave_cache *kept, unsigned node, bool is);
/* A web has come there, or it has gone. */
void cave_nodes_set_web(struct game *g, const struct cave_web *w, bool is);
/* Are they those of a game that was made of the same table, but for their numbers? */
bool cave_nodes_are_same(const struct game *g, const struct game *made);

/* What can be reached, while it is kept: as struct cave_flood, but quicker.  No movement has more steps. */
enum { REACH_STEPS = 5 };
struct cave_reach {
	const struct cave_cache *kept;
	bool dwarf;
	uint64_t ends[NODE_WORDS], shut[NODE_WORDS]; /* where nobody goes on; where nobody goes */
	unsigned steps;
	uint64_t level[REACH_STEPS + 1][NODE_WORDS];  /* by the number of steps */
	uint64_t all[NODE_WORDS], before[NODE_WORDS]; /* reached; by earlier ones */
};

/* The node of a space by its own name, where somebody stands. */
static inline unsigned
cave_node_at(const struct cave_cache *kept, struct spot at)
{
	return kept->card[kept->at[cave_place_of(at.x, at.y)]].node[at.part];
}

/* ... and of one that is called by another name (cave_find), as an order may. */
static inline unsigned
cave_node_named(const struct cave_cache *kept, struct spot at)
{
	const struct cave_card *card = &kept->card[kept->at[cave_place_of(at.x, at.y)]];
	const bool is_own = card->parts == 0 || (card->parts >> at.part & 1) != 0;

	return card->node[is_own ? at.part : card->at_edge[at.part - PART_N]];
}

void cave_reach_for(struct cave_reach *r, const struct game *g, bool dwarf);
/* From a node: how many are reached, with the start, but for those to which an earlier one has led. */
unsigned cave_reach_from(struct cave_reach *r, unsigned from, unsigned steps);
/* Of those the first, at most so many, in the order of struct cave_flood; how many. */
unsigned cave_reach_list(
    const struct cave_reach *r, unsigned max, uint8_t at[static CACHE_NODES + 1]);
/* No further than to `to`: in how many steps it is reached; 0: it is not, or the start. */
unsigned cave_reach_to(struct cave_reach *r, unsigned from, unsigned to, unsigned steps);
/* The best of the shortest ways to a node that is reached with so many steps, without its start: how many; 0: there are
 * several, and what they cost a dwarf may differ. */
unsigned cave_reach_way(
    const struct cave_reach *r, unsigned to, unsigned steps, struct spot way[static ORDER_SPOTS]);
/* How many steps it is to a node that is reached. */
unsigned cave_reach_steps(const struct cave_reach *r, unsigned node);

/* The table with what follows from it, kept in the game or made; holds until the board changes.
 * Webs, dwarves and creatures are looked up in the game, so these may change. */
struct cave_map {
	const struct game *g;
	const struct cave_card *card;
	const uint8_t *at;              /* if it is kept, by place; else NULL */
	const uint8_t *ladder, *marked; /* as in struct cave_cache; else cells */
	unsigned n_ladder, n_marked;
	struct cave_neighbours made_beside[CELLS_MAX]; /* unless it is kept */
	struct cave_card made_card[CELLS_MAX];
	uint8_t made_ladder[CELLS_MAX], made_marked[CELLS_MAX];
};

void cave_map_make(struct cave_map *m, const struct game *g);

/* The cell of what is listed. */
static inline unsigned
cave_listed(const struct cave_map *m, uint8_t listed)
{
	return m->at != NULL ? m->at[listed] : listed;
}

/* The cell at an edge of a cell, or CELL_NONE. */
static inline unsigned
cave_neighbour(const struct cave_map *m, unsigned cell, unsigned e)
{
	const struct cell *c = &m->g->board.cell[cell];

	return m->at != NULL ? m->at[cave_place_at(cave_place_of(c->x, c->y), e)] :
			       m->made_beside[cell].at[e];
}

/* FEATURE_ bits of a space, and the EDGE_BITs it opens to. */
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

/* The space of that name on a card face up; any edge of its group names a level-1 space. */
bool cave_find(const struct cave_map *m, struct spot name, struct cave_space *out);
/* The same without a map; false too for a space of a goal face down.  *name becomes the space's own
 * name and *has its FEATURE_ bits. */
bool cave_find_name(const struct game *g, struct spot *name, uint16_t *has);
struct spot cave_spot(const struct cave_map *m, struct cave_space space);

/* Quicker for one that is kept and called by its own name, as nearly always. */
static inline bool
cave_name(const struct game *g, struct spot *name, uint16_t *has)
{
	const struct cave_cache *kept = &cave_own(g)->kept;
	const unsigned cell = g->board.kept ? cave_at(g, name->x, name->y) : (unsigned)CELL_NONE;

	if (cell == CELL_NONE || name->part >= PARTS ||
	    (kept->card[cell].parts >> name->part & 1) == 0)
		return cave_find_name(g, name, has);
	*has = (uint16_t)cave_card_has_at(&kept->card[cell], name->part);
	return true;
}

static inline bool
spot_same(struct spot a, struct spot b)
{
	return a.x == b.x && a.y == b.y && a.part == b.part;
}

/* Which name comes first bytewise ("x,y/part"): < 0, 0, > 0. */
int spot_compare(struct spot a, struct spot b);

/* ---- webs (rules_web.c; where they lie: rules_space.c) -------------------------------------- */

enum { WEB_NONE = 0xff };

/* The edge point at edge e of x,y, called by its northern or western place. */
struct cave_web cave_edge(int x, int y, unsigned e);
/* Index of the web at edge e of x,y, or WEB_NONE. */
unsigned cave_web_at(const struct game *g, int x, int y, unsigned e);
/* How an edge point is printed: from the card that is open there, from the northern or western one
 * if both are.  false: no card face up is open there. */
bool cave_edge_name(const struct game *g, struct cave_web edge, struct spot *out);

/* At the edge of a card. */
static inline bool
cave_has_web(const struct cave_map *m, unsigned cell, unsigned e)
{
	const struct cell *c = &m->g->board.cell[cell];

	return cave_own(m->g)->n_web > 0 && cave_web_at(m->g, c->x, c->y, e) != WEB_NONE;
}

/* ---- creatures ------------------------------------------------------------------------------ */

extern const uint8_t cave_creature_action[CREATURES];
/* Index of a creature's action, or CREATURES. */
unsigned cave_creature_of(unsigned action);

/* ---- steps and searches (rules_search.c) ------------------------------------------------------ */

struct cave_step {
	struct cave_space to; /* a goal face down: PART_ of the edge one comes through */
	bool goal;            /* into a goal face down */
};
enum { CAVE_STEPS_MAX = PARTS + EDGES + CELLS_MAX };

/* One step from a space: on the card, across an edge without a web, from ladder to ladder [CAVE
 * 5.C.12, CAVE 5.C.14, CAVE 5.E.19, CAVE 5.G.33].  A space may be there twice.  Only dwarves
 * enter exits and goals face down. */
unsigned cave_steps(const struct cave_map *m, struct cave_space from, bool dwarf,
    struct cave_step out[static CAVE_STEPS_MAX]);

/* Where a movement ends [CAVE 5.E.22, CAVE 5.E.24, CAVE 5.E.25, CAVE 5.G.34]: a dwarf meets creatures,
 * leaves, or turns up a goal, a creature meets dwarves.  Holds until somebody moves. */
struct cave_stop_mask {
	uint8_t at[CELLS_MAX]; /* PART_BITs */
};
void cave_met_make(struct cave_stop_mask *met, const struct cave_map *m, bool dwarf);

static inline bool
cave_stops(const struct cave_stop_mask *met, struct cave_space to)
{
	return (met->at[to.cell] >> to.part & 1) != 0;
}

/* What walking costs, as far as the walker has it [CAVE 5.E.20, CAVE 5.E.21]. */
struct cave_step_cost {
	uint8_t cards, gold;
};
struct cave_step_cost cave_toll(
    const struct cave_map *m, struct cave_space from, struct cave_step step);

/* ---- what is within reach (rules_flood.c) ---- */

/* Spaces, and goals face down by their edges, each once: by the number of steps, and in the order in which
 * steps from those before them lead there; the first is the start. */
enum { CAVE_SPACES_MAX = CELLS_MAX * PARTS };

/* A space as a number. */
static inline unsigned
cave_number(unsigned cell, unsigned part)
{
	return cell * (unsigned)PARTS + part;
}

struct cave_flood {
	const struct cave_map *map;
	struct cave_stop_mask met;
	uint8_t webs[CELLS_MAX]; /* EDGE_BITs */
	unsigned n;
	uint16_t at[CAVE_SPACES_MAX + 1]; /* by number; one more to write in vain */
	uint16_t up[CAVE_SPACES_MAX + 1]; /* from which of them the first step leads there */
	bool again[CAVE_SPACES_MAX +
	    1];               /* an earlier flood has reached it; not known of the start */
	unsigned least, most; /* marks of this flood are between them */
	uint16_t mark[CAVE_SPACES_MAX]; /* of each number, see rules_flood.c */
};

static inline struct cave_space
cave_flood_at(const struct cave_flood *f, unsigned i)
{
	return (struct cave_space){ (uint8_t)(f->at[i] / PARTS), (uint8_t)(f->at[i] % PARTS) };
}

/* For one who moves; then from anywhere, up to CAVE_FLOODS_MAX times. */
enum { CAVE_FLOODS_MAX = CELLS_MAX };
void cave_flood_for(struct cave_flood *f, const struct cave_map *m, bool dwarf);
void cave_flood(struct cave_flood *f, struct cave_space from, unsigned steps);
/* No further than the number of steps that it takes to one of them, which is returned; f->n: it is not within reach. */
unsigned cave_flood_to(
    struct cave_flood *f, struct cave_space from, struct cave_space to, unsigned steps);
/* How many steps it is to a space; CAVE_FAR: it is not reached. */
enum { CAVE_FAR = 10000 };
unsigned cave_flood_steps(const struct cave_flood *f, struct cave_space to);
/* Is there another way of as few steps to number i?  Else write the way without its start, at most ORDER_SPOTS,
 * and how many. */
bool cave_flood_forks(const struct cave_flood *f, unsigned i);
unsigned cave_flood_way(
    const struct cave_flood *f, unsigned i, struct spot way[static ORDER_SPOTS]);

/* ---- the best of the shortest ways (rules_search.c) ---- */

struct cave_label {
	struct cave_step step;
	uint8_t depth;       /* steps taken */
	uint8_t cards, gold; /* lost on the way */
	uint16_t up;         /* the label before it */
	uint16_t next;       /* another label of the same space; LABEL_NONE: the last */
};
enum { LABELS_MAX = 2048, LABEL_NONE = 0xffff };

/* Every space within `steps`, with the best ways of fewest steps; label[0] is the start. */
struct cave_search {
	const struct cave_map *map;
	uint8_t seat; /* whose dwarf walks; SEAT_NONE: a creature */
	unsigned n;
	uint8_t seen[CELLS_MAX];         /* PART_BITs of the spaces that have labels */
	uint16_t head[CELLS_MAX][PARTS]; /* the first label of each of them */
	struct cave_label label[LABELS_MAX];
};

/* As far as it takes to know the best ways to one space. */
void cave_search(struct cave_search *s, const struct cave_map *m, uint8_t seat,
    struct cave_space from, struct cave_space to, unsigned steps);

/* The first label of a space; LABEL_NONE: it is not within reach. */
static inline unsigned
cave_label_at(const struct cave_search *s, struct cave_space at)
{
	return (s->seen[at.cell] & PART_BIT(at.part)) != 0 ? s->head[at.cell][at.part] :
							     (unsigned)LABEL_NONE;
}

/* The way to a label without its start, at most ORDER_SPOTS; how many. */
unsigned cave_way(const struct cave_search *s, unsigned label, struct spot way[static ORDER_SPOTS]);
/* Which of two ways of one length comes first, name by name. */
int cave_way_compare(const struct cave_search *s, unsigned a, unsigned b);

/* ---- play (rules_step.c) -------------------------------------------------------------------------------- */

struct cave_play {
	struct game *g;
	struct rng *rng;
	struct events *ev;
	bool lossy; /* the losses of this step are open */
};

/* Add an event: of `seat` (or SEAT_NONE), about `card` (or CARD_NONE), seen by all. */
void cave_emit(const struct cave_play *p, enum event_kind kind, uint8_t seat, card_id card);
void cave_emit_at(const struct cave_play *p, enum event_kind kind, uint8_t seat, card_id card,
    struct spot at, unsigned value);

/* ... of a seat, with a value. */
void cave_emit_value(const struct cave_play *p, enum event_kind kind, uint8_t seat, unsigned value);

/* The first row with that action: the card is of that kind, whatever its deck. */
card_id cave_action_card(const struct game *g, enum action action);
unsigned cave_find_kind(const struct rules *rules, card_id card);
unsigned cave_find_shape(const struct rules *rules, card_id card);

/* A number for each kind: action cards of several decks are of one.  A hidden card is of the kind CARD_HIDDEN. */
static inline unsigned
cave_kind(const struct game *g, card_id card)
{
	return g->board.kept ? cave_own(g)->kept.kind[card < CARDS_MAX ? card : CARDS_MAX] :
			       cave_find_kind(g->rules, card);
}

static inline bool
cave_same_kind(const struct game *g, card_id a, card_id b)
{
	return cave_kind(g, a) == cave_kind(g, b);
}

/* What a path card asks who lays it, kept or found: its open edges, and what else is so. */
enum { SHAPE_OPEN = 0x0f, SHAPE_PATH = 0x10, SHAPE_TURNS = 0x20 /* it may be flipped */ };
static inline unsigned
cave_shape(const struct game *g, card_id card)
{
	return g->board.kept ? cave_own(g)->kept.shape[card] : cave_find_shape(g->rules, card);
}

/* A card of that kind leaves the hand: of equal cards the first, whatever its deck. */
card_id cave_take_from_hand(struct game *g, uint8_t seat, card_id kind);
/* [CAVE 5.E.20] One card at random to the discard pile. */
void cave_lose_card(struct cave_play *p, uint8_t seat);
/* [CAVE 5.E.21] One gold to the pool. */
void cave_lose_gold(struct cave_play *p, uint8_t seat);
/* [CAVE 5.E.23] The clan card of a seat lies open from now on. */
void cave_reveal(struct cave_play *p, uint8_t seat);

/* Battle-axes that can be used now. */
unsigned cave_axes(const struct game *g, uint8_t seat);

/* What a dwarf has that a way and the creatures on it take; known to its player. */
struct cave_dwarf_resources {
	unsigned cards, gold, axes;
	bool lying;
};
struct cave_dwarf_resources cave_kit(const struct game *g, uint8_t seat);
/* Take off it what the creatures at `at` will: foresees cave_dwarf_enters. */
void cave_predict_encounters(const struct game *g, uint8_t seat, struct spot at, unsigned flags,
    struct cave_dwarf_resources *kit);

/* The dwarf of `seat` has moved into its space [CAVE 5.G.35].  flags: ORDER_AXE_ bits of its walk. */
void cave_dwarf_enters(struct cave_play *p, uint8_t seat, unsigned flags);
/* Creature k leaves the table, its card goes to the discard pile. */
void cave_creature_remove(struct cave_play *p, unsigned k);

/* A web loses one; at 0 it goes and its card is discarded. */
void cave_web_decrement(struct cave_play *p, unsigned web);
/* Webs at which no card is open any more go [CAVE 5.F.27]. */
void cave_webs_prune(struct cave_play *p);

/* Lay a card; its vein gets a gold [CAVE 5.D.18]. */
void cave_lay(struct cave_play *p, struct cell cell);

/* ---- orders ---------------------------------------------------------------------------------- */

struct cave_action {
	/* The seat holds the card; the rest of the order is unchecked. */
	enum verdict (*check)(struct cave_map *m, const struct order *o);
	/* The card has left the hand. */
	void (*play)(struct cave_play *p, const struct order *o);
	/* Every distinct order with this card. */
	void (*list)(struct cave_map *m, const struct order *blank, struct order_list *list);
	/* How many there are, and number k of them; NULL: to be listed. */
	size_t (*count)(struct cave_map *m, const struct order *blank);
	void (*write)(struct cave_map *m, size_t k, struct order *o);
};
extern const struct cave_action *const cave_action_for[ACTION_COUNT]; /* NULL: it is not played */

uint8_t cave_goal_index(const struct game *g, int x, int y);

extern const struct cave_action cave_information, cave_rockfall, cave_swap, cave_spiderweb,
    cave_boots, cave_battle_axe, cave_creature;

/* Does the order use exactly n_at places and a seat or not, and no flags but these? */
bool cave_has_shape(const struct order *o, unsigned n_at, bool to, unsigned flags);

enum verdict cave_check_place(struct cave_map *m, const struct order *o);

/* The ways to lay the path cards of a hand: each as printed, then flipped if that is another. */
enum { CAVE_WAYS_MAX = 2 * HAND_MAX };
struct cave_path_moves {
	unsigned n_ways;
	struct {
		card_id card;
		uint8_t flags; /* of the order */
		uint8_t open;
	} way[CAVE_WAYS_MAX + 1]; /* one more to write in vain */
	/* The same, a nibble a way (core/board.h, fit_conflicts); bit 4 * i: there is way i.  Made where they are asked for. */
	uint64_t open[CAVE_WAYS_MAX / FIT_WAYS], all[CAVE_WAYS_MAX / FIT_WAYS];
};

/* Of card[0..n-1], which differ: how many orders that makes. */
unsigned cave_find_places(
    const struct cave_map *m, const card_id *card, unsigned n, struct cave_path_moves *p);
/* They are listed, or number k of the list is written, which is so long. */
void cave_list_places(const struct cave_map *m, struct cave_path_moves *p, struct order_list *list);
void cave_write_place(
    const struct cave_map *m, struct cave_path_moves *p, unsigned k, struct order *o);

void cave_play_place(struct cave_play *p, const struct order *o);

/* Has the seat an axe, and its dwarf a web beside it [CAVE 5.F.31]? */
bool cave_can_cut(const struct game *g, uint8_t seat);
/* Before step one: ORDER_CUT. */
enum verdict cave_check_cut(struct cave_map *m, const struct order *o);

/* Step two (rules_walk.c): ORDER_WALK, ORDER_WALK_TO, ORDER_STAY; what lies may cut, but not walk. */
enum verdict cave_check_walk(struct cave_map *m, const struct order *o);
/* What the seat to move may choose from: to stay, number 0, and to walk to each other space within reach. */
struct cave_walk_moves {
	const struct game *g;
	unsigned n;
	struct cave_reach reach; /* while board.kept, with those that have been asked for; else: */
	unsigned n_at;
	uint8_t at[CACHE_NODES + 1];
	struct cave_map map;
	struct cave_flood flood;
};
void cave_find_walks(const struct game *g, struct cave_walk_moves *w);
void cave_write_walk(struct cave_walk_moves *w, unsigned i, struct order *o);
void cave_play_walk(struct cave_play *p, const struct order *o);

/* All the gold there is: in the pool, in veins and the seats' [CAVE 5.A.6]. */
enum { CAVE_GOLD_MAX = 1000 };
unsigned cave_gold(const struct game *g);
/* Webs that lie, and cards in hands and deck that can bring one; WEBS_MAX at most.  Of hidden cards none. */
unsigned cave_webs(const struct game *g);

/* ---- clans and scores (rules_score.c) -------------------------------------------------------- */

/* The clan cards in play [CAVE 5.A.2], in the order of the card list; how many; of one row.  The clan of one's
 * back. */
unsigned cave_role_copies(const struct game *g, card_id card);
unsigned cave_role_cards(const struct game *g, card_id role[static 2 * CAVE_SEATS_MAX]);
enum cave_clan cave_clan_of(const struct rules *rules, card_id role);

/* The clan of a seat's back, and the one it works for [CAVE 5.A.3]; CLAN_NONE if that is not
 * known. */
enum cave_clan cave_clan(const struct game *g, uint8_t seat);
enum cave_clan cave_works_for(const struct game *g, uint8_t seat);
/* Has everybody left who works for one clan [CAVE 5.I.38]? */
bool cave_clan_is_out(const struct game *g);
/* The value of each clan's treasure [CAVE 5.I.39]. */
void cave_treasure(const struct game *g, unsigned value[static CLANS]);
/* The clan that wins [CAVE 5.I.39, CAVE 5.I.40]; CLAN_NONE: a draw. */
enum cave_clan cave_winner(const struct game *g);
void cave_score(const struct game *g, uint16_t gold[static SEATS_MAX]);
uint16_t cave_winners(const struct game *g);

/* The deck of a card in hand, 1 to 3; of a hidden card its back. */
unsigned cave_back(const struct game *g, uint8_t seat, unsigned i);

/* Entries of the rules table: rules_deal.c, rules_state.c. */
void cave_deal(struct game *g, struct rng *rng, struct events *ev);
void cave_stop(struct game *g, struct events *ev);
void cave_view(const struct game *g, uint8_t seat, struct game *known);
int cave_is_ok(const struct game *g);
void cave_pack(struct pack *k, struct game *g);

/* Members of its row (core/rules.h). */
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
