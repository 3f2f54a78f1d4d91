#ifndef ADIT_CORE_GAME_H
#define ADIT_CORE_GAME_H

#include <stdbool.h>

#include "core/board.h"
#include "core/rules.h"

enum phase { PHASE_SETUP, PHASE_PLAY, PHASE_WALK, PHASE_DRAFT, PHASE_OVER };

enum {
	HAND_MAX = 16,
	DECK_MAX = 128,
	ASIDE_MAX = 16,
	GOLD_MAX = 32,
	NUGGETS_MAX = 32,
	ROLES_MAX = 16,
	SEEN_MAX = 6,
	GAME_EXT_MAX = 6784, /* bytes of the state of one rules set */
	LEGAL_MAX = 8192     /* upper bound of the legal orders of any position */
};

/*
 * The options of `adit new`, one byte each: 0 is the default, 1 the other choice; an option that
 * names a seat is seat + 1. The header of the rules set assigns the bytes. Assignments never change
 * because the bytes are packed in this order. A row of text/options.h has their names.
 */
enum {
	OPTION_FIRST,      /* the seat that begins; 0: drawn */
	OPTION_ROUNDS = 9, /* number of rounds below the maximum of the rules set */
	OPTIONS_MAX = 12
};
struct options {
	uint8_t at[OPTIONS_MAX];
};

struct seat {
	uint8_t n_hand;
	card_id hand[HAND_MAX]; /* in the order of arrival */
	card_id role;           /* CARD_NONE before the deal and in rules sets without roles */
	uint8_t broken;         /* TOOL_ bits */
	uint8_t resigned;
	uint8_t n_gold; /* gold cards, ascending by value then id (saboteur, duel) */
	card_id gold_card[GOLD_MAX];
	uint16_t gold;  /* pieces (saboteur2, dark-cave) */
	uint8_t n_seen; /* goals looked at in this round, ascending (x, y), each once */
	struct place seen[SEEN_MAX];
	uint16_t knows; /* bit s: has seen the current role of seat s */
};

/* Plain data: its only pointer is to its rules. Copy with `=`, or with game_copy where speed
 * matters. Equal games have equal packed bytes. */
struct game {
	const struct rules *rules;
	uint8_t phase; /* enum phase */
	uint8_t n_seats;
	uint8_t round;   /* from 1 */
	uint8_t to_move; /* SEAT_NONE when over */
	uint16_t turn;   /* from 1, counted over the whole game */
	struct options options;
	uint8_t deck_top, n_deck; /* deck[deck_top .. n_deck-1] remain; the next card is first */
	uint8_t n_discard, n_aside;
	card_id deck[DECK_MAX];    /* drawn cards, before deck_top, are CARD_NONE */
	card_id discard[DECK_MAX]; /* in order of arrival */
	card_id aside[ASIDE_MAX];  /* cards out of play in this round or game */
	struct seat seat[SEATS_MAX];
	struct board board;
	uint8_t ext[GAME_EXT_MAX]; /* for the rules set: see GAME_EXT */
};

/* Copies a game like `=`, but skips unused bytes of `ext` and a frontier cache that is not
 * known. */
void game_copy(struct game *to, const struct game *from);

/*
 * State that only one rules set has is in g->ext, as a struct that the rules set defines and core
 * never sees. GAME_EXT and a macro around GAME_EXT_EITHER define NAME_own(g): this struct inside g,
 * const if g is const.
 *
 * Why this is sound: the struct consists of bytes alone (uint8_t, int8_t, arrays and structs of
 * them; struct u16 for larger numbers). So any address is aligned for it. Each byte is accessed
 * through an lvalue of character type, or through an aggregate with such members. C allows that for
 * any declared type (C11 6.5p7). A wider member would break both.
 */
#define GAME_EXT(name, type)                                                              \
	_Static_assert(                                                                   \
	    _Alignof(type) == 1 && sizeof(type) <= GAME_EXT_MAX, "bytes that have room"); \
	static inline type *name##_ext(struct game *g)                                    \
	{                                                                                 \
		return (type *)g->ext;                                                    \
	}                                                                                 \
	static inline const type *name##_ext_const(const struct game *g)                  \
	{                                                                                 \
		return (const type *)g->ext;                                              \
	}

#define GAME_EXT_EITHER(name, g) \
	_Generic((g), struct game * : name##_ext, const struct game * : name##_ext_const)(g)

/* A 16-bit number made of bytes. */
struct u16 {
	uint8_t low, high;
};

static inline uint16_t
u16_get(const struct u16 *u)
{
	return (uint16_t)(u->low | u->high << 8);
}

static inline void
u16_set(struct u16 *u, unsigned value)
{
	*u = (struct u16){ (uint8_t)(value & 0xff), (uint8_t)(value >> 8 & 0xff) };
}

/*
 * A game as far as one seat knows it. It has the type of a game; unknown cards are CARD_HIDDEN and
 * other unknown fields zero. Counts (hands, piles) are public. Legality depends on nothing else, so
 * game_check and game_legal also work on `known`.
 */
enum { SEAT_OMNISCIENT = 0xfe }; /* knows everything: for positions, traces and the host's screen */
struct view {
	uint8_t seat; /* SEAT_NONE: the public view */
	struct game known;
};

/* Initializes a game before the deal: PHASE_SETUP, empty board. n_seats must be within the bounds
 * of the rules. */
void game_init(
    struct game *g, const struct rules *rules, uint8_t n_seats, const struct options *options);

/* Deals the first round and leaves PHASE_SETUP. game_play deals later rounds. */
void game_deal(struct game *g, struct rng *rng, struct events *ev);

/* Checks whether the order is legal. Never changes g. Checks the bounds of every field first, so *o
 * may have any bytes. */
enum verdict game_check(const struct game *g, const struct order *o);

/*
 * Checks and plays the n steps of one turn, then asserts game_is_ok. Plays all steps or none. If a
 * step is illegal, returns its verdict, sets *refused to its index, and leaves g and ev unchanged.
 * Legality must not depend on what the mover cannot see [C8]. So no step may follow a step whose
 * result does (game_may_combine).
 */
enum verdict game_apply_all(struct game *g, const struct order *o, unsigned n, struct rng *rng,
    struct events *ev, unsigned *refused);
/* Like game_apply_all, but does not play the last step. Needs n >= 1. Plays the other steps on g,
 * which may be a view. */
enum verdict game_check_all(struct game *g, const struct order *o, unsigned n, struct rng *rng,
    struct events *ev, unsigned *refused);
/* True if what is legal after this legal order depends only on what the mover knows. */
bool game_may_combine(const struct game *g, const struct order *o);

/* Plays an order that passes game_check, such as one of game_legal. Does not check again. */
void game_play(struct game *g, const struct order *o, struct rng *rng, struct events *ev);

/* Lists the distinct legal orders of the seat to move, without out-of-turn orders. Returns their
 * number, 0 if the game is over. The orders that are not discards come first, then the discards
 * (ORDER_DISCARD, ORDER_CLEAR). game_legal_plays and game_legal_discards list one part each.
 * Discards exist in PHASE_PLAY only, and always there. */
size_t game_legal(const struct game *g, struct order *out, size_t max);
size_t game_legal_plays(const struct game *g, struct order *out, size_t max);
size_t game_legal_discards(const struct game *g, struct order *out, size_t max);

/* Chooses one of game_legal_plays without playing it. Calls who->which once with the number of
 * orders, which may be 0. Returns false if `who` chooses none. Avoids the full list if the rules
 * set has `pick`; random playouts depend on that. `room` is scratch space. */
bool game_pick_play(const struct game *g, struct move_picker *who,
    struct order room[static LEGAL_MAX], struct order *o);
/* Like game_pick_play, for game_legal_discards. */
bool game_pick_discard(const struct game *g, struct move_picker *who,
    struct order room[static LEGAL_MAX], struct order *o);

/* Makes the view of a seat (SEAT_NONE: the public). g may be a view itself: a seat's view yields
 * the same view again, and the public view. */
void game_view(const struct game *g, uint8_t seat, struct view *v);

/* Replaces the cells of a view's board by those that a seat of g (SEAT_NONE: the public) sees. */
void game_view_board(const struct game *g, uint8_t seat, struct board *known);
void game_score(const struct game *g, uint16_t gold[static SEATS_MAX]);
/* Returns the set of winners, bit s for seat s; 0 while the game goes on. All tied players win. */
uint16_t game_winners(const struct game *g);

/* True if the numbered invariants (game.c) are valid. Every reachable state and every playable
 * position is valid. */
bool game_is_ok(const struct game *g);

/* Operations on hands and piles that all rules sets share. */

/* Makes the deck: all path and action cards, shuffled, nothing drawn. */
void game_shuffle_deck(struct game *g, struct rng *rng);

/* True if the seat of the order has every card that the order names, as often as the order names
 * it. */
bool game_has_cards(const struct game *g, const struct order *o);

/* True if no hand and no pile consists of this card alone (few_feature, few_action). */
bool game_is_few(const struct rules *rules, card_id card);

/* Returns the first card of these classes (bits 1 << class) in the card list that game_is_few does
 * not exclude, or CARD_NONE: a guess for hidden cards. Prefers an action card to a path card. */
card_id game_any_card(const struct rules *rules, unsigned classes);

/* Returns the number of cards on the board, in piles and in hands, and of broken tools. These cards
 * may get onto the discard pile or the board (G5). */
unsigned game_cards_out(const struct game *g);

/* Removes the first card of this kind from the hand, which must have one. */
void game_remove_card(struct game *g, uint8_t seat, card_id card);

/* Inserts a gold card into the sorted gold of the seat (G3), which must have room. */
void game_add_gold_card(struct game *g, uint8_t seat, card_id card);

/* Check function of an order without arguments. */
enum verdict game_check_no_args(const struct game *g, const struct order *o);

/* Puts a card on the discard pile. */
void game_discard(struct game *g, card_id card);

/* Puts a card of the seat on the discard pile, face down, and adds the event. Does not change the
 * hand. */
void game_discard_face_down(struct game *g, uint8_t seat, card_id card, struct events *ev);

/* Returns the seats whose role this seat knows, bit s for seat s, without itself. */
uint16_t game_knows_roles(const struct game *g, uint8_t seat);

/* Gives the seat a role card, number `index` of the shuffled roles. Only the seat sees the card. */
void game_give_role(struct game *g, uint8_t seat, card_id role, unsigned index, struct events *ev);

/* Swaps the hands of two seats. Each seat learns its new hand. */
void game_swap_hands(struct game *g, uint8_t a, uint8_t b, struct events *ev);

/* Records that the seat has looked at the goal at p. Does nothing if this is recorded already
 * (G6). */
void game_record_seen_goal(struct game *g, uint8_t seat, struct place p);

/* Moves the next card of the pile to the hand and adds the event. Returns false if the pile is
 * empty. */
bool game_draw(struct game *g, uint8_t seat, struct events *ev);

/* Lists the kinds in the seat's hand, each once, in the order of the hand, without hidden cards.
 * Returns their number. */
unsigned game_hand_kinds(const struct game *g, uint8_t seat, card_id kind[static HAND_MAX]);

/* For a caller that iterates over a hand and starts with KINDS_SEEN_NONE. kind_is_new returns 1 if
 * the card is new and adds the card to the set. Branch-free; a hidden card is never new. */
struct kinds_seen {
	uint64_t word[2];
};
/* Contains the bit of a hidden card. */
#define KINDS_SEEN_NONE                                    \
	{                                                  \
		{                                          \
			0, UINT64_C(1) << CARD_HIDDEN % 64 \
		}                                          \
	}
static inline unsigned
kind_is_new(struct kinds_seen *seen, card_id card)
{
	uint64_t *word = &seen->word[card / 64 % 2];
	const unsigned had = *word >> card % 64 & 1;

	_Static_assert(CARDS_MAX < 127 && CARD_HIDDEN / 64 % 2 == 1, "two words hold all");
	*word |= UINT64_C(1) << card % 64;
	return had ^ 1u;
}

/* Shuffles again, like the deal of the round but with another rng, what is hidden and unseen. That
 * is the pile, the face-down goals that no seat has looked at, and the rules set's role pile. The
 * result depends only on which cards these are, not on their old order. */
void game_reshuffle(struct game *g, struct rng *rng);

/* The cards that game_reshuffle shuffles, in their current order. `pile` is the purpose of the
 * shuffle (RNG_DECK stands for all decks). Deck and roles are listed from the top, goals in board
 * order. `index` is the index that events name. */
enum { UNSEEN_MAX = DECK_MAX + CELLS_MAX + ROLES_MAX };
struct hidden_piles {
	unsigned n;
	struct {
		uint8_t pile, index;
		card_id card;
	} at[UNSEEN_MAX];
};
void game_hidden_piles(const struct game *g, struct hidden_piles *out);

/* Shuffles one such pile with the open stream: sorts it by id, then shuffles. */
void game_shuffle_again(struct rng *rng, card_id *card, unsigned n);

/* Makes the seat resign: its hand goes face down to the discard pile. */
void game_resign(struct game *g, uint8_t seat, struct events *ev);

/* [Q-SAB-25] Shows the face-down goals to all after a round. Shows none if the goals last for the
 * whole game (struct rules, goals_last) or if all players have resigned. */
void game_show_goals(const struct game *g, struct events *ev);

/* Ends the game: adds scores and winners. Board and hands stay as they are [SAB 2.G.29]. */
void game_end(struct game *g, struct events *ev);

/*
 * [C17] Aborts a game that is dealt and not over. The current round pays nothing, but reveals what
 * the end of a round reveals. The gold so far decides who has won. If the round has ended and the
 * draft goes on, nobody gets the remaining nuggets.
 */
void game_abort(struct game *g, struct events *ev);

/* True if `seat` is a seat of this game or SEAT_NONE. */
static inline bool
game_is_seat_or_none(const struct game *g, uint8_t seat)
{
	return seat == SEAT_NONE || seat < g->n_seats;
}

static inline const struct card_def *
game_card(const struct game *g, card_id card)
{
	return &g->rules->card[card];
}

/* Returns the number of rounds of the game. */
static inline unsigned
game_rounds(const struct game *g)
{
	return (unsigned)(g->rules->rounds - g->options.at[OPTION_ROUNDS]);
}

/* Returns the number of cards left in the pile. */
static inline unsigned
game_deck_left(const struct game *g)
{
	return (unsigned)(g->n_deck - g->deck_top);
}

#endif
