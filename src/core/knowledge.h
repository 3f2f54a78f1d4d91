#ifndef ADIT_CORE_KNOWLEDGE_H
#define ADIT_CORE_KNOWLEDGE_H

#include "core/game.h"

/*
 * Knowledge of a seat, or of the public, from the current view and the round so far: face-down
 * goals, roles, and cards not played yet. These are facts, never guesses.
 */

/* Returns the first row with the kind of this card. Equal action cards of several decks are one
 * kind. */
card_id knowledge_kind(const struct rules *rules, card_id card);

/* ---- supplied by the rules set --------------------------------------------------------------- */

enum { KNOWLEDGE_SIDES_MAX = 2, KNOWLEDGE_GONE_MAX = SEATS_MAX * GOLD_MAX + DECK_MAX };

/* Seats whose gold is counted together. */
struct knowledge_side {
	uint8_t name;     /* index of its name (text/text_rules.h, side) */
	uint16_t roles;   /* bits 1 << enum role of its members */
	uint16_t gold;    /* its gold so far */
	uint8_t min, max; /* bounds of the number of its members */
};

/* Every function gets a view. Each member may be NULL. */
struct knowledge_rules {
	/* Lists the role cards that were shuffled for this round, without those that certainly no
	 * seat has. Returns their number. */
	unsigned (*roles)(const struct game *known, card_id role[static ROLES_MAX]);
	/* True if the seat, or no seat (SEAT_NONE), can have this role. NULL: always true. */
	bool (*may_be)(const struct view *v, uint8_t seat, card_id role);
	/* Lists the cards of the box that are publicly known to be out of play in this round.
	 * Returns their number. */
	unsigned (*gone)(const struct game *known, card_id card[static KNOWLEDGE_GONE_MAX]);
	/* Lists the sides without min and max. Returns their number. */
	unsigned (*sides)(
	    const struct game *known, struct knowledge_side side[static KNOWLEDGE_SIDES_MAX]);
};

/* Calls `gone` of the rules set. Returns 0 if it is NULL. */
unsigned knowledge_gone(const struct game *known, card_id card[static KNOWLEDGE_GONE_MAX]);

/* ---- goals ----------------------------------------------------------------------------------- */

/*
 * A face-down goal: the seats that have looked at it, and its card. Goals of the box are public, so
 * the card may follow without a look.
 */
struct knowledge_goal {
	struct place at;
	uint16_t looked; /* bits of the seats that have looked at it in this round */
	card_id card;    /* its card; CARD_HIDDEN: several are possible */
	bool is_seen;    /* true: known by looking; false: inferred */
};

enum { KNOWLEDGE_GOALS_MAX = 16 };

/* Lists the face-down goals in the order of the board. `known` is of a view. Returns their
 * number. */
unsigned knowledge_goals(
    const struct game *known, struct knowledge_goal out[static KNOWLEDGE_GOALS_MAX]);

/* Counts by row how many goals of each kind are not seen, on the board or elsewhere. */
void knowledge_goals_left(const struct game *known, uint8_t left[static CARDS_MAX]);

/* ---- the round so far ------------------------------------------------------------------------ */

/* A look of a seat at a goal, or at the role of seat `to`. */
struct knowledge_look {
	int64_t n; /* number of the digest */
	uint8_t seat, to;
	struct place at;
};

/* What a seat has learned in the round. Cards are counted by kind (knowledge_kind). `all` are the
 * cards in the round, `out` those played openly. `gone` are those that only this seat knows to have
 * left its hand. `held[s]` are the cards certainly in the hand of seat s. */
enum { KNOWLEDGE_LOOKS_MAX = 128 };
struct knowledge_rows {
	uint8_t from, to;
};
struct knowledge {
	bool begun;   /* has learned from a digest */
	bool whole;   /* has learned since the begin of the round */
	int64_t from; /* unless whole: has learned since this digest */
	uint8_t all[CARDS_MAX], out[CARDS_MAX], gone[CARDS_MAX];
	uint8_t held[SEATS_MAX][CARDS_MAX];
	unsigned n_look;
	struct knowledge_look look[KNOWLEDGE_LOOKS_MAX];
	/* cards of the box that were out of play when the round began; not in `all` */
	uint8_t away[CARDS_MAX];
	/* bits of the seats whose hands were swapped: `held` of other hands is empty */
	uint16_t swapped;
	card_id role[SEATS_MAX]; /* role as last seen */
	uint8_t n_hat;           /* length of hat[]: roles that it saw and that were swapped away */
	card_id hat[ROLES_MAX];
	uint8_t hat_at[ROLES_MAX]; /* value of n_swaps when hat[i] was swapped away */
	uint8_t n_swaps;
	/* Publicly seen gold in pieces of each seat over the whole game, without its initial gold.
	 * Valid if gold_whole. */
	bool gold_whole;
	uint16_t gold[SEATS_MAX];
	struct knowledge_rows rows[CARD_CLASSES]; /* of the card list; (K4) */
};

/* Adds what one digest reveals. Start with a zeroed *k, then call for every digest in order. `ev`
 * are the events as the seat of the view knows them, `after` the view after them, n the number of
 * the digest. Use the same seat each time. Before the deal *k stays zero. */
void knowledge_learn(
    struct knowledge *k, const struct view *after, const struct events *ev, int64_t n);

/* Returns how many cards of the kind this seat cannot see: in the pile, in other hands, face down.
 * An upper bound unless `whole`. */
unsigned knowledge_unseen(const struct knowledge *k, const struct view *v, card_id kind);

/* ---- roles ----------------------------------------------------------------------------------- */

struct knowledge_roles {
	uint16_t hidden;         /* bits of the seats whose role is not seen */
	card_id role[SEATS_MAX]; /* seen or inferred role; CARD_HIDDEN: several are possible */
	unsigned n_kinds;        /* length of kind[]: the roles that hidden seats can have */
	struct {
		card_id role;
		uint8_t min, max;
	} kind[CARDS_MAX];
	unsigned n_sides;
	struct knowledge_side side[KNOWLEDGE_SIDES_MAX];
};

void knowledge_roles(const struct knowledge *k, const struct view *v, struct knowledge_roles *out);

#endif
