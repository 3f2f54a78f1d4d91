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
	OWN_MAX = 6784,  /* bytes of a game's own state */
	LEGAL_MAX = 8192 /* no position of a game has more orders */
};

/*
 * What `adit new` may change, a byte each: 0 is the default, 1 the other choice; where a seat is
 * named, seat + 1.  Which byte is which the rules set's header says, for ever, since they are packed
 * in this order; what they are called its row (text/options.h).
 */
enum {
	OPTION_FIRST,      /* who begins; 0: drawn */
	OPTION_ROUNDS = 9, /* how many rounds fewer than the rules set has */
	OPTIONS_MAX = 12
};
struct options {
	uint8_t at[OPTIONS_MAX];
};

struct seat {
	uint8_t n_hand;
	card_id hand[HAND_MAX]; /* in the order they came */
	card_id role;           /* CARD_NONE before the deal and where there are no roles */
	uint8_t broken;         /* TOOL_ bits */
	uint8_t resigned;
	uint8_t n_gold; /* gold cards, ascending by value then id (saboteur, duel) */
	card_id gold_card[GOLD_MAX];
	uint16_t gold;  /* pieces (saboteur2, dark-cave) */
	uint8_t n_seen; /* goals looked at this round, ascending (x, y), each once */
	struct place seen[SEEN_MAX];
	uint16_t knows; /* bit s: has seen the role that seat s holds now */
};

/* A value: no pointer but to its rules; copy with `=`, or game_copy where it counts.  Equal games have equal packed
 * bytes. */
struct game {
	const struct rules *rules;
	uint8_t phase; /* enum phase */
	uint8_t n_seats;
	uint8_t round;   /* from 1 */
	uint8_t to_move; /* SEAT_NONE when over */
	uint16_t turn;   /* from 1, over the whole game */
	struct options options;
	uint8_t deck_top, n_deck; /* deck[deck_top .. n_deck-1] remain; next card first */
	uint8_t n_discard, n_aside;
	card_id deck[DECK_MAX];    /* cards already drawn stand before deck_top as CARD_NONE */
	card_id discard[DECK_MAX]; /* in order of arrival */
	card_id aside[ASIDE_MAX];  /* boxed this round or game */
	struct seat seat[SEATS_MAX];
	struct board board;
	uint8_t own[OWN_MAX]; /* lent to the rules set: see GAME_EXT */
};

/* `=`, but for what tells nothing: bytes of `own` that its rules set does not use, gaps that are not known. */
void game_copy(struct game *to, const struct game *from);

/*
 * What only one rules set has lies in g->own, as a struct that the rules set defines and core never
 * sees.  GAME_EXT and a macro around GAME_EXT_EITHER define NAME_own(g): that struct in the room of
 * g, const if g is.
 *
 * Why this is sound: the struct is made of bytes alone (uint8_t, int8_t, and arrays and structs of
 * them; struct u16 for larger numbers), so that it stands at any address, and each byte of the
 * room is read and written through an lvalue of character type or through an aggregate with such
 * members, which C allows whatever the room was declared as (C11 6.5p7).  Anything wider would be
 * neither.
 */
#define GAME_EXT(name, type)                                                                    \
	_Static_assert(_Alignof(type) == 1 && sizeof(type) <= OWN_MAX, "bytes that have room"); \
	static inline type *name##_own_in(struct game *g)                                       \
	{                                                                                       \
		return (type *)g->own;                                                          \
	}                                                                                       \
	static inline const type *name##_own_of(const struct game *g)                           \
	{                                                                                       \
		return (const type *)g->own;                                                    \
	}

#define GAME_EXT_EITHER(name, g) \
	_Generic((g), struct game * : name##_own_in, const struct game * : name##_own_of)(g)

/* A number of 16 bits made of bytes. */
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
 * A game as far as one seat knows it: its own type, filled by copying in what the seat may know,
 * CARD_HIDDEN and zero elsewhere.  Counts (hands, piles) are public.  Because legality depends on
 * nothing else, check and legal work on known too.
 */
enum { SEAT_OMNISCIENT = 0xfe }; /* knows everything: positions, traces, the host's own screen */
struct view {
	uint8_t seat; /* SEAT_NONE: what everybody knows */
	struct game known;
};

/* Before the deal: PHASE_SETUP, nothing on the table.  n_seats within the rules' bounds. */
void game_init(
    struct game *g, const struct rules *rules, uint8_t n_seats, const struct options *options);

/* The first deal: leaves PHASE_SETUP.  Later rounds are dealt by game_play. */
void game_deal(struct game *g, struct rng *rng, struct events *ev);

/* May the order be played?  Never changes g.  Bounds of every field are checked first, so any
 * bytes in *o are safe. */
enum verdict game_check(const struct game *g, const struct order *o);

/*
 * check, play, assert game_is_ok, for the n steps of one turn as one command: all or, on a refusal, none.  Then step *refused is not
 * legal after those before it, and g and ev are untouched.  Legality must not depend on what the
 * mover cannot see [C8]: where the result of a step does (game_may_combine), another cannot be
 * joined to it.
 */
enum verdict game_apply_all(struct game *g, const struct order *o, unsigned n, struct rng *rng,
    struct events *ev, unsigned *refused);
/* May the n steps of one turn, at least one, be played, one after the other?  All but the last are carried
 * out on g, which may be a view.  As game_apply_all. */
enum verdict game_check_all(struct game *g, const struct order *o, unsigned n, struct rng *rng,
    struct events *ev, unsigned *refused);
/* Does what follows the order, which is legal, depend only on what the mover knows? */
bool game_may_combine(const struct game *g, const struct order *o);

/* Carry out an order that game_check passes (one of game_legal, say); not checked again. */
void game_play(struct game *g, const struct order *o, struct rng *rng, struct events *ev);

/* Every distinct order of the seat to move (standing orders are never listed); 0 when over.  First
 * come those that are no discard, then the discards (ORDER_DISCARD, ORDER_CLEAR); the other two list
 * either alone.  In PHASE_PLAY there is always a discard, in other phases never. */
size_t game_legal(const struct game *g, struct order *out, size_t max);
size_t game_legal_plays(const struct game *g, struct order *out, size_t max);
size_t game_legal_discards(const struct game *g, struct order *out, size_t max);

/* The one of game_legal_plays that `who` chooses, asked once for its number in the list, with how many
 * there are, be it 0; false: none.  Where the rules set can (struct rules, pick), not all is listed: this is what
 * whole games at random are played with.  `room` is for what is listed. */
bool game_pick_play(const struct game *g, struct move_picker *who,
    struct order room[static LEGAL_MAX], struct order *o);
/* ... of game_legal_discards. */
bool game_pick_discard(const struct game *g, struct move_picker *who,
    struct order room[static LEGAL_MAX], struct order *o);

/* What the seat (SEAT_NONE: everybody) may know.  Of a seat's view there is the same view again, and
 * what everybody knows. */
void game_view(const struct game *g, uint8_t seat, struct view *v);
void game_score(const struct game *g, uint16_t gold[static SEATS_MAX]);
/* Bit s: seat s has won; 0 while the game goes on.  Ties all win. */
uint16_t game_winners(const struct game *g);

/* The numbered invariants (game.c); what any reachable state and any playable position fulfils. */
bool game_is_ok(const struct game *g);

/* What a rules set does with hands and piles, the same in every game. */

/* Does the order's seat hold every card it names, each as often as it is named? */
bool game_has_cards(const struct game *g, const struct order *o);

/* How many cards there are on the table, in piles and hands and as broken tools: those which may come
 * to lie on the discard pile, and start and goals (G5). */
unsigned game_cards_out(const struct game *g);

/* Take the first card of this kind out of the hand, which must hold one. */
void game_remove_card(struct game *g, uint8_t seat, card_id card);

/* Put a gold card among those of the seat, which has room, where it belongs (G3). */
void game_add_gold_card(struct game *g, uint8_t seat, card_id card);

/* The check of an order that says nothing but who gives it. */
enum verdict game_check_no_args(const struct game *g, const struct order *o);

/* Put a card on the discard pile. */
void game_discard(struct game *g, card_id card);

/* ... face down, by a seat out of whose hand it is: with its event. */
void game_discard_face_down(struct game *g, uint8_t seat, card_id card, struct events *ev);

/* Bit s: the seat knows the role of seat s, which is not its own. */
uint16_t game_knows_roles(const struct game *g, uint8_t seat);

/* The seat has this role card, number `index` of the shuffled ones, and alone sees it. */
void game_give_role(struct game *g, uint8_t seat, card_id role, unsigned index, struct events *ev);

/* Two seats swap their hands; each learns of the one it has now. */
void game_swap_hands(struct game *g, uint8_t a, uint8_t b, struct events *ev);

/* The seat has looked at the goal there, perhaps not for the first time (G6). */
void game_record_seen_goal(struct game *g, uint8_t seat, struct place p);

/* The next card of the pile to the hand, with its event; false if the pile is empty. */
bool game_draw(struct game *g, uint8_t seat, struct events *ev);

/* The kinds in the seat's hand, each once, in the order of the hand; how many.  A view's hidden
 * cards are left out. */
unsigned game_hand_kinds(const struct game *g, uint8_t seat, card_id kind[static HAND_MAX]);

/* The same for who walks a hand himself, with none seen at first: is this kind new?  No branch; hidden
 * cards are never new. */
struct kinds_seen {
	uint64_t word[2];
};
/* With that of a hidden card. */
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

/* Shuffle again, as the round's deal did but with another rng, what lies hidden and nobody has seen: the
 * pile, the goals that lie face down and that no seat has looked at, and the rules set's own piles.
 * Only which cards these are counts, not how they lay. */
void game_reshuffle(struct game *g, struct rng *rng);

/* That which game_reshuffle shuffles, as it lies: piles by the purpose of their shuffle (RNG_DECK stands
 * for all decks), deck and roles from the top, goals as the board has them; each with the index that
 * events name. */
enum { UNSEEN_MAX = DECK_MAX + CELLS_MAX + ROLES_MAX };
struct hidden_piles {
	unsigned n;
	struct {
		uint8_t pile, index;
		card_id card;
	} at[UNSEEN_MAX];
};
void game_hidden_piles(const struct game *g, struct hidden_piles *out);

/* One such pile, by the stream that is open: sorted by id, then shuffled. */
void game_shuffle_again(struct rng *rng, card_id *card, unsigned n);

/* Seat s gives up: its hand goes face down to the discard pile. */
void game_resign(struct game *g, uint8_t seat, struct events *ev);

/* [Q-SAB-25] The round is over: what the goals are that lie face down, which everybody sees from then on.  Not
 * those that last for the whole game (struct rules, goals_last), nor where all have resigned. */
void game_show_goals(const struct game *g, struct events *ev);

/* The game is over: scores and winners.  Table and hands stay as they are [SAB 2.G.29]. */
void game_end(struct game *g, struct events *ev);

/*
 * [C17] The game, which is dealt and goes on, ends here: the round is broken off and pays nothing, all that the end of a
 * round lays open is laid open, and who has won is made out of the gold so far.  Where the round has ended and
 * its nuggets are chosen, those that nobody has taken yet stay nobody's.
 */
void game_abort(struct game *g, struct events *ev);

/* Is it a seat of this game, or SEAT_NONE? */
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

/* How many rounds the game has. */
static inline unsigned
game_rounds(const struct game *g)
{
	return (unsigned)(g->rules->rounds - g->options.at[OPTION_ROUNDS]);
}

/* How many cards the pile still holds. */
static inline unsigned
game_deck_left(const struct game *g)
{
	return (unsigned)(g->n_deck - g->deck_top);
}

#endif
