#ifndef ADIT_GAMES_MINE_MINE_H
#define ADIT_GAMES_MINE_MINE_H

#include "core/game.h"

/*
 * What Saboteur and Saboteur 2 share: one mine that all dig in, three goals, tools, and a round
 * that ends at the treasure or when nobody can play.  A rules set says in a struct mine_rules what
 * is its own.  Only core includes this.
 */

/* The table as the diggers see it, derived once for all the questions of one position; holds until
 * the board changes. */
struct mine {
	uint8_t tunnel[CELLS_MAX]; /* of each cell as it lies, 0 face down */
	uint8_t reach[CELLS_MAX];  /* EDGE_BITs connected to the start [SAB 2.C.11] */
	unsigned n_front;
	struct place front[FRONTIER_MAX]; /* empty places where a card would be connected */
	struct grid grid;
};

/* The two halves of a survey: the table as it lies, then what of it is connected. */
void mine_lay_out(struct mine *m, const struct game *g);
void mine_find_reach(struct mine *m, const struct game *g);
/* Reach starts from the start card and from every ladder [SB2 3.C.10]. */
void mine_survey(struct mine *m, const struct game *g);
/* The same, where the tunnels of cards with one of these FEATURE_ bits lead nowhere: their arms are
 * blind. */
void mine_survey_without(struct mine *m, const struct game *g, unsigned features);

/*
 * The empty places that reached tunnels open to (core/board.h), kept with the board from one card to the
 * next (frontier.c).
 */
/* As a survey finds them, ascending by (x, y); how many. */
unsigned mine_frontier_compute(
    const struct game *g, const struct mine *m, struct frontier_cell gap[static FRONTIER_MAX]);
/* [SB2 3.C.10] The empty places where a ladder that has some of these edges open could join, each once;
 * how many.  A tunnel that comes to a place from elsewhere leaves none of them to be laid there. */
unsigned mine_frontier_ladders(const struct game *g, const struct mine *m, unsigned edges_open,
    struct frontier_cell gap[static FRONTIER_MAX]);
/* Search for them and keep them.  No goal face down may be reached. */
void mine_frontier_rebuild(struct game *g);
/* This card was taken away, and until then gaps were known. */
void mine_frontier_remove_card(struct game *g, const struct cell *gone);
/* A card was put where it may be laid, and until then gaps were known.  True: they are known
 * again, and no goal is reached.  False: a survey must tell. */
bool mine_frontier_add_card(struct game *g, const struct cell *cell);
/* For struct rules, view: they follow from what everybody sees. */
static inline void
mine_view_gaps(const struct game *g, struct game *known)
{
	if (g->board.gaps.known)
		known->board.gaps = g->board.gaps;
}
/* Are those kept, if any, what a survey finds? */
bool mine_frontier_is_ok(const struct game *g);

/* Which cards a place takes of which this is asked (struct frontier, asked) [C5]: by their open edges, bit 0 of a nibble each. */
extern const uint64_t mine_takes[256];

/* A card that a view hides is a goal face down. */
static inline enum card_class
mine_class_at(const struct game *g, unsigned cell)
{
	if ((g->board.cell[cell].flags & CELL_DOWN) != 0)
		return CARD_GOAL;
	return (enum card_class)game_card(g, g->board.cell[cell].card)->class;
}

struct mine_movegen;

/* One action card: how it is checked, played and offered. */
struct mine_action {
	/* The card is in hand and is this action; the rest of the order is unchecked. */
	enum verdict (*check)(const struct game *g, const struct order *o);
	/* The card has left the hand. */
	void (*play)(struct game *g, const struct order *o, struct events *ev);
	/* Put every distinct order with this card on the menu (movegen.h); NULL: a card with tools is played on each
	 * of them, before each seat, that is broken (ACTION_REPAIR), or that is not. */
	void (*offer)(struct mine_movegen *m, const struct game *g, card_id card);
};

extern const struct mine_action mine_break, mine_repair, mine_rockfall, mine_map;

struct mine_rules {
	const struct mine_action *action[ACTION_COUNT]; /* NULL: no such card */
	/* May this seat lay path cards now?  VERDICT_OK or why not. */
	enum verdict (*may_build)(const struct game *g, uint8_t seat);
	/* May this seat discard cards to remove one before it?  NULL: nobody may. */
	bool (*may_clear)(const struct game *g, uint8_t seat);
};

/* Does the order use exactly these fields (n_card cards, n_at places, `to` or not)?  A field that
 * its kind does not use must be empty, so that one order has one form. */
bool mine_has_shape(const struct order *o, unsigned n_card, unsigned n_at, bool to);

/* A path card at its place: range, space, edges, connection; not whether the seat may build. */
enum verdict mine_check_place(const struct game *g, const struct order *o);

/* Lay the card, turn up what is reached; true if the treasure is up. */
bool mine_place(struct game *g, const struct order *o, struct events *ev);

/* For struct rules, plays and pick: those of the seat to move. */
size_t mine_plays(
    const struct mine_rules *rules, const struct game *g, struct order *out, size_t max);
bool mine_pick(
    const struct mine_rules *rules, const struct game *g, struct move_picker *who, struct order *o);

/* [SAB 2.A.2] Three goals, from north to south. */
uint8_t mine_goal_index(const struct game *g, int x, int y);

/* [Q-SAB-9, SB2 3.E.22] Could any seat play a card, or clear one away, if it were to move now?  able: a seat and a card of
 * it, any that there may be, to be looked at first; such that can be played then, if that is told. */
bool mine_anyone_can_play(
    const struct mine_rules *rules, const struct game *g, uint8_t able[static 2]);

/* The next seat behind `seat` that holds a card; the others are skipped, with their events
 * [SAB 2.B.8].  SEAT_NONE, without events, if nobody holds one. */
uint8_t mine_next_seat(const struct game *g, uint8_t seat, struct events *ev);

/* The card that stays in front of a player whose tool is broken; CARD_NONE if there is none. */
card_id mine_broken_card(const struct rules *rules, uint8_t tool);

/* ORDER_PLACE and ORDER_ACT, complete. */
enum verdict mine_check_path(
    const struct mine_rules *rules, const struct game *g, const struct order *o);
enum verdict mine_check_act(
    const struct mine_rules *rules, const struct game *g, const struct order *o);

/* Play the order's action card out of the hand. */
void mine_play_act(
    const struct mine_rules *rules, struct game *g, const struct order *o, struct events *ev);

/* The order's cards go from the hand to the discard pile, face down, in the order named. */
void mine_play_discards(struct game *g, const struct order *o, struct events *ev);

/* [SAB 2.F.21, Q-SAB-9] nobody has a card, or the pile is empty and nobody can play; able: as above. */
bool mine_round_is_over(
    const struct mine_rules *rules, const struct game *g, uint8_t able[static 2]);

/* For core/sample.h: the cards of broken tools, which lie before seats. */
struct sample;
void mine_sample_front(const struct sample *s, uint8_t *open);

/* For struct rules, guess: what the hands may hold. */
bool mine_guess_hands(struct transition *f);

/* One start card, at 0,0; no more goals than a seat can have looked at; gaps that are kept are
 * those of the table. */
bool mine_table_is_ok(const struct game *g);

/* The pieces of a deal.  The deck: all path and action cards, shuffled, nothing drawn. */
void mine_shuffle_deck(struct game *g, struct rng *rng);
/* Seat after seat its whole hand from the pile; who has resigned gets none. */
void mine_deal_hands(struct game *g, uint8_t hand, struct events *ev);
/* Start card and goals on an empty table. */
void mine_lay_table(struct game *g, struct rng *rng);
/* Every copy of the cards whose class is in `classes` (MINE_CLASS bits), in card list order, at most
 * max; how many. */
#define MINE_CLASS(c) (1u << (c))
unsigned mine_copies(const struct rules *rules, unsigned classes, card_id *p, unsigned max);

#endif
