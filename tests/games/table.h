#ifndef ADIT_TESTS_GAMES_TABLE_H
#define ADIT_TESTS_GAMES_TABLE_H

#include "core/game.h"
#include "core/pack.h"
#include "bot/policy.h"
#include "games/saboteur/saboteur.h"

/* Short ways to make positions and orders, for tests of the rules. */

/* Saboteur, round 1, seat 0 to move, all miners, empty hands and piles, start card and goals on
 * the board: goal-stone-ne at 8,-2, the treasure at 8,0, goal-stone-nw at 8,2. */
void table_init(struct game *g, uint8_t n_seats);

/* Puts a card on the board, replacing any card there. */
void table_put(struct game *g, struct cell cell);

/* Add to a hand, to the pile, to the unowned nuggets, to a seat's nuggets. */
void table_give(struct game *g, uint8_t seat, card_id card);
void table_stack(struct game *g, card_id card);
void table_pile(struct game *g, card_id nugget);
void table_own(struct game *g, uint8_t seat, card_id nugget);

/* A tunnel of ew cards from 1,0 to x,0. */
void table_tunnel(struct game *g, int x);

struct order order_place(uint8_t seat, card_id card, int x, int y, bool flipped);
struct order order_at(uint8_t seat, card_id card, int x, int y);
struct order order_to(uint8_t seat, card_id card, uint8_t to, uint8_t what);
struct order order_discard(uint8_t seat, card_id card);
struct order order_take(uint8_t seat, uint8_t value);
struct order order_resign(uint8_t seat);

/* Plays an order with a fixed rng; it must be legal. The events replace those in ev. */
void table_play(struct game *g, struct order o, struct events *ev);

/* Redacts the events for a seat; SEAT_NONE: for the public. told may be ev. */
void events_told(const struct events *ev, uint8_t seat, struct events *told);

/* Return the i-th event of a kind, or NULL; and the number of such events. */
const struct event *event_nth(const struct events *ev, enum event_kind kind, unsigned i);
unsigned event_count(const struct events *ev, enum event_kind kind);

bool same_order(const struct order *a, const struct order *b);
bool same_game(const struct game *a, const struct game *b);
bool same_event(const struct event *a, const struct event *b);
/* True if both games have the same view for the seat. */
bool same_to(const struct game *a, const struct game *b, uint8_t seat);

/* Shuffles cards at several places: `at` points to each. */
void table_shuffle(card_id **at, unsigned n, struct rng *rng);

/* Sets `at` to the cards face down on the board that the viewer has not looked at, and returns
 * their number. */
unsigned table_hidden_cells(struct game *g, uint8_t viewer, card_id **at);

/* A game after some turns. The rng derives from `number`; odd numbers play greedily, so that
 * treasures are reached. */
void table_played(struct game *g, uint8_t n_seats, const struct options *options, uint64_t number,
    unsigned turns);

/* Like table_played, in another rules set. */
void table_played_of(struct game *g, const struct rules *rules, uint8_t n_seats,
    const struct options *options, uint64_t number, unsigned turns);

/* Checks that packing and unpacking gives the same game. */
void table_check_packing(const struct game *g, const char *where);

/* True if this order is listed. Orders have one form, except for accepted variants: a symmetric
 * card flipped, the only tool named, the order of discarded cards. */
bool table_is_listed(
    const struct rules *rules, const struct order *legal, size_t n, struct order o);

/* Changes an order of a game with so many kinds of cards, in one of its first places. */
void table_mutate(struct order *o, unsigned n_cards, unsigned n_spots, struct rng *rng);

/* Changes legal orders slightly: a refusal changes nothing, and an accepted order is equivalent
 * to a listed one. */
void table_check_mutations(
    struct game *g, const struct order *legal, size_t n, struct rng *rng, const char *where);

/* Changes bytes of a packed game: they are refused, or are a playable game. Returns true in the
 * second case. */
bool table_check_bytes(
    const struct game *from, unsigned n_bytes, struct rng *rng, const char *where);

/* The numbers of sequences of one, two and three legal orders, in a game as of table_played. */
struct table_perft {
	const char *name;
	uint8_t seats;
	uint64_t number;
	unsigned turns;
	unsigned long want[3];
};
void table_check_perft(const struct rules *rules, const struct table_perft *row);

/* Returns the order of the policy of this number. */
struct order table_choice(
    const struct game *g, const struct order *legal, size_t n, uint64_t number, struct rng *rng);

extern const uint8_t table_seed[32];

#endif
