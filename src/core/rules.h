#ifndef ADIT_CORE_RULES_H
#define ADIT_CORE_RULES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/card.h"
#include "core/event.h"
#include "core/order.h"
#include "core/rng.h"

struct transition;
struct game;
struct view;
struct pack;

/* Result of a legality check. Texts: text/verdict.c. Legality never depends on what the mover
 * cannot see, or a refusal would leak hidden information [C8]. */
enum verdict {
	VERDICT_OK,
	VERDICT_GAME_OVER,
	VERDICT_NOT_YOUR_TURN,
	VERDICT_WRONG_PHASE,  /* this kind of order is not legal in the current phase */
	VERDICT_NOT_IN_RULES, /* the rules set has no such order */
	VERDICT_NOT_IN_HAND,
	VERDICT_NOT_A_PATH,
	VERDICT_NOT_AN_ACTION,
	VERDICT_TOOL_BROKEN, /* [SAB 2.C.9, DUEL 4.C.7] */
	VERDICT_TRAPPED,
	VERDICT_SPACE_TAKEN,
	VERDICT_OUT_OF_RANGE,
	VERDICT_EDGES_CLASH,   /* [C5] */
	VERDICT_NOT_CONNECTED, /* [SAB 2.C.11, DUEL 4.C.7, CAVE 5.D.16] */
	VERDICT_TOOL_ALREADY_BROKEN,
	VERDICT_TOOL_NOT_BROKEN,
	VERDICT_WRONG_TOOL,
	VERDICT_NAME_A_TOOL,
	VERDICT_NO_CARD_THERE,
	VERDICT_NOT_A_GOAL,
	VERDICT_GOAL_IS_UP,
	VERDICT_ROCKFALL_START,
	VERDICT_ROCKFALL_GOAL,
	VERDICT_NO_SUCH_SEAT,
	VERDICT_BAD_TARGET,
	VERDICT_DISCARD_COUNT, /* wrong number of cards */
	VERDICT_NOT_ON_OFFER,  /* draft: the nugget is not on offer */
	VERDICT_RESIGNED,
	VERDICT_HAS_ONE_ALREADY, /* [SB2 3.D] two equal cards in front of one player */
	VERDICT_NOT_IN_FRONT,    /* no such card is in front of the player */
	VERDICT_ONLY_OTHERS,     /* the card cannot be played on oneself */
	VERDICT_TARGET_RESIGNED,
	VERDICT_NO_ROLE_LEFT, /* the role pile is empty */
	VERDICT_ROCKFALL_GOLD,
	VERDICT_ROCKFALL_TROLL, /* [DUEL 4.E.16] */
	VERDICT_NOT_A_DOOR,
	VERDICT_OWN_DOOR,
	VERDICT_DOOR_OPEN,    /* [DUEL 4.E.15] */
	VERDICT_TROLL_UNPAID, /* connected only by paying trolls that the order does not name */
	VERDICT_NOT_A_TROLL,
	VERDICT_TROLL_PAID,
	VERDICT_TROLL_NOT_REACHED,
	VERDICT_NO_TOKENS,
	VERDICT_NO_SUCH_SPACE, /* The Dark Cave, from here to the end */
	VERDICT_NO_STEP,       /* a spot of the order is not adjacent to the previous spot */
	VERDICT_TOO_FAR,       /* more steps than allowed, or not reachable */
	VERDICT_WALK_IS_OVER,  /* movement ended before the last step */
	VERDICT_NO_AXE,
	VERDICT_NO_WEB,
	VERDICT_WEB_THERE,
	VERDICT_NOT_OPEN,
	VERDICT_NOT_A_HOLE,
	VERDICT_CREATURE_ELSEWHERE,
	VERDICT_HAS_BOOTS,
	VERDICT_IS_SHOWN,
	VERDICT_OCCUPIED,
	VERDICT_NO_WALK,    /* the dwarf is knocked down or has left: the turn has no second step */
	VERDICT_NOT_JOINED, /* the second step must wait for the result of the first */
	VERDICT_COUNT
};

/* Chooses one of n: `which` returns a number below n, or n for none. `passes` may be called before
 * `which`; true means that it chooses none, so that the caller need not count more. `which` must
 * then return none. */
struct move_picker {
	bool (*passes)(struct move_picker *self);
	size_t (*which)(struct move_picker *self, size_t n);
};

struct bot;
struct knowledge_rules;
struct option_row;
struct picture_rules;
struct position_rules;
struct sample_rules;
struct text_rules;

/* One kind of order in a rules set. */
struct order_rule {
	uint8_t phase; /* enum phase in which the order is legal; 0: any phase after setup */
	/* Checks legality. Changes nothing. */
	enum verdict (*check)(const struct game *g, const struct order *o);
	/* Plays an order that passed `check`. Cannot fail. */
	void (*play)(struct game *g, const struct order *o, struct rng *rng, struct events *ev);
};

/* One rules set. A custom deck is a copy of this struct with another card table. */
struct rules {
	const char *name;  /* "saboteur": in digests, positions and options */
	uint16_t id;       /* 1 saboteur, 2 saboteur2, 3 duel, 4 dark-cave: stored */
	uint16_t revision; /* of the rules as played: re-execution needs the same id and revision */
	/* for a custom deck: the rules set with the cards of the box; else NULL */
	const struct rules *base;
	uint8_t seats_min, seats_max, rounds;
	uint8_t n_cards;
	const struct card_def *card;
	bool gold_in_pieces; /* seats have gold in pieces (seat.gold) instead of cards */
	/* path cards with such a FEATURE_ bit and action cards with this enum action are fewer, in
	 * every deck, than a hand and a pile can have cards: is_ok counts them */
	uint16_t few_feature;
	uint8_t few_action;
	uint16_t ext_size; /* size of the struct in game.ext */

	/* Deals round g->round, which is 1 the first time; sets phase and to_move. The first event
	 * is EVENT_ROUND: later draws come from the piles shuffled for this round. */
	void (*deal)(struct game *g, struct rng *rng, struct events *ev);
	/* Indexed by enum order_kind. An entry without check: the rules set has no such order. */
	const struct order_rule *order;
	/* True if what is legal after this legal order depends only on what the mover knows. NULL:
	 * no turn has two steps. */
	bool (*may_join)(const struct game *g, const struct order *o);
	/* List the distinct orders of the seat to move, each result once, unsorted, at most max.
	 * `discards` lists ORDER_DISCARD and ORDER_CLEAR, `plays` all others. `discards` may be
	 * NULL: one order for each kind in the hand. */
	size_t (*plays)(const struct game *g, struct order *out, size_t max);
	size_t (*discards)(const struct game *g, struct order *out, size_t max);
	/* Chooses one of `plays` like game_pick_play; `room` is scratch space. NULL: core lists
	 * all. */
	bool (*pick)(
	    const struct game *g, struct move_picker *who, struct order *room, struct order *o);
	/* Chooses one of `discards` like game_pick_discard; never calls who->passes. NULL: core
	 * lists all. */
	bool (*pick_discard)(
	    const struct game *g, struct move_picker *who, struct order *room, struct order *o);
	/* Returns the seats whose role this seat knows since the deal, bit s for seat s. SEAT_NONE:
	 * returns as many bits as a seat can have at most, from public facts. NULL: none. */
	uint16_t (*mates)(const struct game *g, uint8_t seat);
	/* [C17] Aborts the game in the middle of a round that nobody has won. Reveals what the end
	 * of a round reveals, with events, and withdraws any draft. NULL: nothing to do. */
	void (*stop)(struct game *g, struct events *ev);
	/* Copies into `known` what the seat may know beyond the common part, which game_view
	 * copies. NULL: g->ext is public. */
	void (*view)(const struct game *g, uint8_t seat, struct game *known);
	/* Computes the gold of each seat for the final scores. */
	void (*score)(const struct game *g, uint16_t gold[static SEATS_MAX]);
	/* Returns the winners of a finished game, bit s for seat s. NULL: the seats with the most
	 * gold. */
	uint16_t (*winners)(const struct game *g);
	/* Returns the index, among the shuffled goals, of the goal that was dealt to x,y. */
	uint8_t (*goal_index)(const struct game *g, int x, int y);
	/* Returns the role cards that no seat has had yet, sets *n to their number and *first to
	 * the index of the first among the shuffled roles. NULL: no roles are drawn during a
	 * round. */
	card_id *(*role_pile)(struct game *g, unsigned *n, unsigned *first);
	/* True if the goals shuffled for the first round last for the whole game. NULL: never. */
	bool (*goals_last)(const struct game *g);
	/* For core/transition.h. `guess` makes guess number f->attempt and returns false if there
	 * is none; NULL: only the guess of core. `settle` copies results that depend on hidden
	 * information from f->after, where they are public, to f->guess; NULL: nothing to copy. */
	bool (*guess)(struct transition *f);
	void (*settle)(struct transition *f);
	/* Returns non-zero if the rules set's own numbered invariants are valid. Called only after
	 * game_is_ok's common ones. */
	int (*is_ok)(const struct game *g);
	/* Packs every field of g->ext with k, in either direction (pack.h). NULL: each byte as it
	 * is; then is_ok has to check every byte. */
	void (*pack)(struct pack *k, struct game *g);

	/* Types that core declares and does not define, so that core depends on none of them. */
	const struct bot *bot;                 /* core/bot.h */
	const struct knowledge_rules *know;    /* core/knowledge.h; NULL: nothing can be inferred */
	const struct option_row *options;      /* text/options.h; NULL: only OPTION_FIRST */
	const struct text_rules *words;        /* text/text_rules.h */
	const struct picture_rules *picture;   /* draw/picture.h */
	const struct position_rules *position; /* wire/position_rules.h */
	const struct sample_rules *sample;     /* core/sample.h; NULL: only cards are hidden */
};

/*
 * Only cli knows the list of rules sets. Other code gets it as a parameter `games`, which ends with
 * NULL. Code that has a game has its rules.
 */

#endif
