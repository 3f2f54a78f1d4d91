#ifndef ADIT_TESTS_GAMES_TABLE_H
#define ADIT_TESTS_GAMES_TABLE_H

#include "core/game.h"
#include "core/pack.h"
#include "bot/policy.h"
#include "games/saboteur/saboteur.h"

/* Positions and orders in few words, for tests of the rules. */

/* Saboteur, round 1, seat 0 to move, all miners, empty hands and piles, start card and goals on the
 * table: goal-stone-ne at 8,-2, the treasure at 8,0, goal-stone-nw at 8,2. */
void table_init(struct game *g, uint8_t n_seats);

/* Put a card on the table, instead of what lies there. */
void table_put(struct game *g, struct cell cell);

/* Add to a hand, to the pile, to the nuggets nobody owns, to a seat's nuggets. */
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

/* Play with fixed dice what must be lawful; the events replace those in ev. */
void table_play(struct game *g, struct order o, struct events *ev);

/* The events as a seat is told them; SEAT_NONE: as everybody is.  told may be ev. */
void events_told(const struct events *ev, uint8_t seat, struct events *told);

/* The i-th event of a kind, or NULL; how many there are. */
const struct event *event_nth(const struct events *ev, enum event_kind kind, unsigned i);
unsigned event_count(const struct events *ev, enum event_kind kind);

bool same_order(const struct order *a, const struct order *b);
bool same_game(const struct game *a, const struct game *b);

/* A game after some turns; the dice are those of `number`, and odd numbers play greedily, so that
 * treasures are reached. */
void table_played(struct game *g, uint8_t n_seats, const struct options *options, uint64_t number,
    unsigned turns);

/* The same in another rules set. */
void table_played_of(struct game *g, const struct rules *rules, uint8_t n_seats,
    const struct options *options, uint64_t number, unsigned turns);

/* Bytes and back are the same game. */
void table_check_packing(const struct game *g, const char *where);

/* Is this order listed?  One order has one form, but for what is forgiven: a symmetric card flipped, a
 * tool named that is the only one, the order of cards discarded. */
bool table_is_listed(
    const struct rules *rules, const struct order *legal, size_t n, struct order o);

/* Change lawful orders a little: a refusal changes nothing; what is accepted is as good as listed. */
void table_check_mutations(
    struct game *g, const struct order *legal, size_t n, struct rng *rng, const char *where);

/* What the policy of this number orders. */
struct order table_choice(
    const struct game *g, const struct order *legal, size_t n, uint64_t number, struct rng *rng);

extern const uint8_t table_seed[32];

#endif
