#ifndef ADIT_GAMES_MINE_MINE_H
#define ADIT_GAMES_MINE_MINE_H

#include "core/game.h"

/*
 * The common part of Saboteur and Saboteur 2: one mine that all dig in, three goals, tools, and a
 * round that ends at the treasure or when nobody can play. A rules set supplies its own part in a
 * struct mine_rules. Depends only on core.
 */

/* The board with tunnels and reach, computed once for a position. Invalid after any change of the
 * board. */
struct mine {
	uint8_t tunnel[CELLS_MAX]; /* of each cell as it is placed; 0 if face down */
	/* What each cell requires of its neighbours [C5]: an edge that faces one of its closed
	 * edges << EDGES | its open edges. 0 if face down, and for CELL_NONE. */
	uint8_t requires[CELL_NONE + 1];
	/* EDGE_BITs connected to the start [SAB 2.C.11]; 0 for CELL_NONE */
	uint8_t reach[CELL_NONE + 1];
	unsigned n_front;
	struct place front[FRONTIER_MAX + 1]; /* empty places where a card would be connected */
	struct grid grid;
};

/* Puts face-up tunnels on a cell. */
static inline void
mine_set_tunnel(struct mine *m, unsigned cell, uint8_t tunnel)
{
	const unsigned open = tunnel_open(tunnel);

	m->tunnel[cell] = tunnel;
	m->requires[cell] = (uint8_t)(open | (open ^ 0x0fu) << EDGES);
}

/* The two halves of mine_survey: mine_lay_out fills tunnels and grid, mine_find_reach the rest. */
void mine_lay_out(struct mine *m, const struct game *g);
void mine_find_reach(struct mine *m, const struct game *g);
/* Computes *m. Reach starts at the start card and at every ladder [SB2 3.C.10]. */
void mine_survey(struct mine *m, const struct game *g);
/* Like mine_survey, but the arms of cards with one of these FEATURE_ bits are blind. */
void mine_survey_without(struct mine *m, const struct game *g, unsigned features);

/* The next two functions get a place of the grid that is not on its rim. */
static inline const uint8_t *
mine_at(const struct mine *m, int x, int y)
{
	return &m->grid.at[(y - m->grid.y0) * m->grid.w + x - m->grid.x0];
}

/* Returns the constraint on a card at the place. */
static inline struct fit
mine_fit(const struct mine *m, const uint8_t *at)
{
	const int w = m->grid.w;
	const unsigned fit = (m->requires[at[-w]] >> EDGE_S & 0x11u) << EDGE_N |
	    (m->requires[at[1]] >> EDGE_W & 0x11u) << EDGE_E |
	    (m->requires[at[w]] >> EDGE_N & 0x11u) << EDGE_S |
	    (m->requires[at[-1]] >> EDGE_E & 0x11u) << EDGE_W;

	return (struct fit){ fit & 0x0f, (uint8_t)(fit >> EDGES) };
}

/* Returns the edges of the place at which reached tunnels arrive. */
static inline uint8_t
mine_from(const struct mine *m, const uint8_t *at)
{
	const int w = m->grid.w;

	return (uint8_t)((m->reach[at[-w]] >> EDGE_S & 1u) << EDGE_N |
	    (m->reach[at[1]] >> EDGE_W & 1u) << EDGE_E |
	    (m->reach[at[w]] >> EDGE_N & 1u) << EDGE_S |
	    (m->reach[at[-1]] >> EDGE_E & 1u) << EDGE_W);
}

/* Lists the frontier of a survey, ascending by (x, y). Returns the number of places, at most
 * m->n_front. */
unsigned mine_frontier_compute(const struct mine *m, struct frontier_cell *gap);
/* Caches the frontier of a survey with the board, if there is room. */
void mine_frontier_cache(struct game *g, const struct mine *m);
/* True if the frontier cache, if known, equals the result of a survey. */
bool mine_frontier_is_ok(const struct game *g);
/* [SB2 3.C.10] Lists the empty places where a ladder with some of these open edges could join, each
 * once. Returns their number. A tunnel from elsewhere may still conflict with the ladder at such a
 * place. */
unsigned mine_frontier_ladders(const struct game *g, const struct mine *m, unsigned edges_open,
    struct frontier_cell gap[static FRONTIER_MAX]);
/* Returns the class of a cell. A card that a view hides is a face-down goal. */
static inline enum card_class
mine_class_at(const struct game *g, unsigned cell)
{
	if ((g->board.cell[cell].flags & CELL_DOWN) != 0)
		return CARD_GOAL;
	return (enum card_class)game_card(g, g->board.cell[cell].card)->class;
}

struct mine_movegen;

/* One action card: its check, its effect and its legal orders. */
struct mine_action {
	/* Checks an order. The card is in hand and has this action; the rest of the order is
	 * unchecked. */
	enum verdict (*check)(const struct game *g, const struct order *o);
	/* Plays a legal order. The card has left the hand already. */
	void (*play)(struct game *g, const struct order *o, struct events *ev);
	/* Adds every distinct order with this card (movegen.h). NULL: for a card with tools. Such a
	 * card is played on each broken tool of each seat (ACTION_REPAIR), or else on each whole
	 * tool. */
	void (*offer)(struct mine_movegen *m, const struct game *g, card_id card);
};

extern const struct mine_action mine_break, mine_repair, mine_rockfall, mine_map;

struct mine_rules {
	const struct mine_action *action[ACTION_COUNT]; /* NULL: the rules set has no such card */
	/* Returns VERDICT_OK if this seat may place path cards now, else the reason. */
	enum verdict (*may_build)(const struct game *g, uint8_t seat);
	/* True if this seat may discard cards to remove one in front of it. NULL: never. */
	bool (*may_clear)(const struct game *g, uint8_t seat);
};

/* Checks a path card at its place: range, space, edges, connection. Does not check whether the seat
 * may build. */
enum verdict mine_check_place(const struct game *g, const struct order *o);

/* Places the card and turns up reached goals. Returns true if the treasure is turned up. */
bool mine_place(struct game *g, const struct order *o, struct events *ev);

/* For struct rules, plays and pick. */
size_t mine_plays(
    const struct mine_rules *rules, const struct game *g, struct order *out, size_t max);
bool mine_pick(
    const struct mine_rules *rules, const struct game *g, struct move_picker *who, struct order *o);

/* [SAB 2.A.2] Returns the index of the goal at x,y. The three goals are numbered from north to
 * south. */
uint8_t mine_goal_index(const struct game *g, int x, int y);

/* [Q-SAB-9, SB2 3.E.22] True if any seat could play a card, or clear one, if it were its turn.
 * `able` is a hint: a seat and a card to test first. Any values are allowed; after a search it has
 * a playable card, if there is one. */
bool mine_anyone_can_play(
    const struct mine_rules *rules, const struct game *g, uint8_t able[static 2]);

/* Returns the next seat after `seat` with a card in hand and adds events for the skipped seats [SAB
 * 2.B.8]. Returns SEAT_NONE without events if all hands are empty. */
uint8_t mine_next_seat(const struct game *g, uint8_t seat, struct events *ev);

/* Returns the card that stays in front of a player with this broken tool, or CARD_NONE. */
card_id mine_broken_card(const struct rules *rules, uint8_t tool);

/* Complete checks of ORDER_PLACE and ORDER_ACT. */
enum verdict mine_check_path(
    const struct mine_rules *rules, const struct game *g, const struct order *o);
enum verdict mine_check_act(
    const struct mine_rules *rules, const struct game *g, const struct order *o);

/* Plays the order's action card from the hand. */
void mine_play_act(
    const struct mine_rules *rules, struct game *g, const struct order *o, struct events *ev);

/* Moves the order's cards from the hand to the discard pile, face down, in the given order. */
void mine_play_discards(struct game *g, const struct order *o, struct events *ev);

/* [SAB 2.F.21, Q-SAB-9] True if all hands are empty, or the pile is empty and nobody can play.
 * `able`: as in mine_anyone_can_play. */
bool mine_round_is_over(
    const struct mine_rules *rules, const struct game *g, uint8_t able[static 2]);

/* For core/sample.h: counts the cards of broken tools, which are in front of seats. */
struct sample;
void mine_sample_front(const struct sample *s, uint8_t *open);

/* For struct rules, guess: guesses the hands. */
bool mine_guess_hands(struct transition *f);

/* True if there is one start card, at 0,0, at most SEEN_MAX goals, and a correct frontier cache. */
bool mine_table_is_ok(const struct game *g);

/* Parts of a deal. */
/* Deals a full hand from the pile to one seat after the other. A player who has resigned gets
 * none. */
void mine_deal_hands(struct game *g, uint8_t hand, struct events *ev);
/* Puts the start card and the goals on an empty board. */
void mine_lay_table(struct game *g, struct rng *rng);
/* Lists every copy of the cards with a class in `classes` (MINE_CLASS bits), in card list order, at
 * most max. Returns their number. */
#define MINE_CLASS(c) (1u << (c))
unsigned mine_copies(const struct rules *rules, unsigned classes, card_id *p, unsigned max);

#endif
