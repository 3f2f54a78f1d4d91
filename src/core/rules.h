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

/* Why an order is refused.  Texts: text/verdict.c.  Legality never depends on what the mover
 * cannot see, or a refusal would leak it [C8]. */
enum verdict {
	VERDICT_OK,
	VERDICT_GAME_OVER,
	VERDICT_NOT_YOUR_TURN,
	VERDICT_WRONG_PHASE,  /* this kind of order is not asked for now */
	VERDICT_NOT_IN_RULES, /* no such order in this rules set */
	VERDICT_NOT_IN_HAND,
	VERDICT_NOT_A_PATH,
	VERDICT_NOT_AN_ACTION,
	VERDICT_TOOL_BROKEN, /* [SAB 2.C.9] */
	VERDICT_TRAPPED,
	VERDICT_SPACE_TAKEN,
	VERDICT_OUT_OF_RANGE,
	VERDICT_EDGES_CLASH,   /* [C5] */
	VERDICT_NOT_CONNECTED, /* [SAB 2.C.11] */
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
	VERDICT_DISCARD_COUNT, /* too few or too many cards named */
	VERDICT_NOT_ON_OFFER,  /* draft */
	VERDICT_RESIGNED,
	VERDICT_HAS_ONE_ALREADY, /* [SB2 3.D] two cards of a kind in front of one player */
	VERDICT_NOT_IN_FRONT,    /* no such card lies in front of the player */
	VERDICT_ONLY_OTHERS,     /* the card is for another player than oneself */
	VERDICT_TARGET_RESIGNED,
	VERDICT_NO_ROLE_LEFT, /* the role pile is empty */
	VERDICT_ROCKFALL_GOLD,
	VERDICT_ROCKFALL_TROLL, /* [DUEL 4.E.16] */
	VERDICT_NOT_A_DOOR,
	VERDICT_OWN_DOOR,
	VERDICT_DOOR_OPEN,    /* [DUEL 4.E.15] */
	VERDICT_TROLL_UNPAID, /* connected only if trolls are paid that are not named */
	VERDICT_NOT_A_TROLL,
	VERDICT_TROLL_PAID,
	VERDICT_TROLL_NOT_REACHED,
	VERDICT_NO_TOKENS,
	VERDICT_NO_SUCH_SPACE, /* The Dark Cave, from here on */
	VERDICT_NO_STEP,       /* a place of the order is no step from the one before it */
	VERDICT_TOO_FAR,       /* more steps than allowed, or out of reach */
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
	VERDICT_NO_WALK,    /* the dwarf lies or has left: the turn has no second step */
	VERDICT_NOT_JOINED, /* the second step must wait for what comes of the first */
	VERDICT_COUNT
};

/* Who chooses one of n: a number below n, or n for none.  May be asked before whether it is to be none though
 * there is one, so that no more are counted; then `which` knows. */
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
	uint8_t phase; /* enum phase in which alone it may come; 0: in any that is played */
	/* May it be played?  Changes nothing. */
	enum verdict (*check)(const struct game *g, const struct order *o);
	/* Carry out an order that check passed: no error path. */
	void (*play)(struct game *g, const struct order *o, struct rng *rng, struct events *ev);
};

/* One rules set.  A house deck is a copy of this struct with another card table. */
struct rules {
	const char *name;  /* "saboteur": in digests, positions and options */
	uint16_t id;       /* 1 saboteur, 2 saboteur2, 3 duel, 4 dark-cave: stored */
	uint16_t revision; /* of the rules as played: replays use the same pair */
	const struct rules
	    *base; /* of a house deck: the rules set with the cards of its box; else NULL */
	uint8_t seats_min, seats_max, rounds;
	uint8_t n_cards;
	const struct card_def *card;
	bool gold_in_pieces; /* seats have gold in pieces (struct seat, gold), not as cards */
	uint16_t own_size;   /* of its own struct, which lies in game.own */

	/* Deal round g->round (1 the first time); sets phase and to_move.  The first event is EVENT_ROUND:
	 * what is drawn after it comes from the piles shuffled for this round. */
	void (*deal)(struct game *g, struct rng *rng, struct events *ev);
	/* By enum order_kind; without check: there is no such order. */
	const struct order_rule *order;
	/* After this order, which check passed: does what is legal depend only on what the mover knows?
	 * NULL: no turn has two steps. */
	bool (*may_join)(const struct game *g, const struct order *o);
	/* Every distinct order of the seat to move, each result once, unsorted, at most max of them: those
	 * that are no discard, and the discards (ORDER_DISCARD, ORDER_CLEAR). */
	size_t (*plays)(const struct game *g, struct order *out, size_t max);
	size_t (*discards)(const struct game *g, struct order *out, size_t max);
	/* One of `plays`, as game_pick_play says, in whose room it may work; NULL: they have to be listed. */
	bool (*pick)(
	    const struct game *g, struct move_picker *who, struct order *room, struct order *o);
	/* One of `discards` likewise; never asked passes. */
	bool (*pick_discard)(
	    const struct game *g, struct move_picker *who, struct order *room, struct order *o);
	/* Bit s: this seat knows the role of seat s since the deal; SEAT_NONE: as many bits as any seat could
	 * have, for all that everybody knows.  NULL: none. */
	uint16_t (*mates)(const struct game *g, uint8_t seat);
	/* [C17] The game ends before its time, in the middle of a round, which nobody has won: lay open what its end lays
	 * open, with events, and take back what is on offer.  NULL: there is nothing of that. */
	void (*stop)(struct game *g, struct events *ev);
	/* Copy into v->known what the seat may know beyond the common part (game_view does that). */
	void (*view)(const struct game *g, uint8_t seat, struct game *known);
	/* Gold of each seat, as the final scores count it. */
	void (*score)(const struct game *g, uint16_t gold[static SEATS_MAX]);
	/* Bit s: seat s has won a game that is over; NULL: whoever has most gold. */
	uint16_t (*winners)(const struct game *g);
	/* The index, among the shuffled goals, of the goal that was dealt to x,y. */
	uint8_t (*goal_index)(const struct game *g, int x, int y);
	/* The *n role cards that nobody has had yet, the first of which has index *first of the shuffled
	 * roles; NULL: nobody gets one in the middle of a round. */
	card_id *(*role_pile)(struct game *g, unsigned *n, unsigned *first);
	/* Do the goals that were shuffled for the first round last for the whole game?  NULL: never. */
	bool (*goals_last)(const struct game *g);
	/* For core/transition.h.  guess: number f->attempt, beyond what core has guessed of every game; false:
	 * there is no such guess.  NULL: only that of core.  settle: what hangs on hidden things, and lies
	 * open in f->after, is taken from there into f->guess.  NULL: nothing. */
	bool (*guess)(struct transition *f);
	void (*settle)(struct transition *f);
	/* The rules set's own numbered invariants.  Asked only when game_is_ok's common ones hold. */
	int (*is_ok)(const struct game *g);
	/* Pass every field of g->own through k, in either direction (pack.h). */
	void (*pack)(struct pack *k, struct game *g);

	/* What core declares and does not define, so that it needs none of it. */
	const struct bot *bot;                 /* core/bot.h */
	const struct knowledge_rules *know;    /* core/knowledge.h; NULL: nothing follows */
	const struct option_row *options;      /* text/options.h; NULL: OPTION_FIRST alone */
	const struct text_rules *words;        /* text/text_rules.h */
	const struct picture_rules *picture;   /* draw/picture.h */
	const struct position_rules *position; /* wire/position_rules.h */
	const struct sample_rules *sample;     /* core/sample.h; NULL: only cards are hidden */
};

/*
 * Nobody below cli knows which rules sets there are: the list comes in as a parameter `games`, which
 * ends with NULL, and whoever has a game has its row.
 */

#endif
