#ifndef ADIT_CORE_KNOWLEDGE_H
#define ADIT_CORE_KNOWLEDGE_H

#include "core/game.h"

/*
 * What follows for a seat, or for everybody, from what it sees now and has seen in the round: of the goals
 * that lie face down, of roles, of the cards that are not played yet.  Never a guess: what is said is so.
 */

/* The first row of the kind that this card is of: action cards of several decks are of one. */
card_id knowledge_kind(const struct rules *rules, card_id card);

/* ---- what only a rules set can tell: a member of its row ----------------------------------- */

enum { KNOWLEDGE_SIDES_MAX = 2, KNOWLEDGE_GONE_MAX = SEATS_MAX * GOLD_MAX + DECK_MAX };

/* Seats whose gold is counted together. */
struct knowledge_side {
	uint8_t name;     /* of its words (text/text_rules.h, side) */
	uint16_t roles;   /* bits 1 << enum role of those who belong to it */
	uint16_t gold;    /* what it has so far */
	uint8_t min, max; /* so many seats belong to it */
};

/* Everything is asked of a view; each may be NULL. */
struct knowledge_rules {
	/* The role cards that were shuffled for this round, without those of which it is known that no seat
	 * has them; how many. */
	unsigned (*roles)(const struct game *known, card_id role[static ROLES_MAX]);
	/* Can this one be the seat's, or (SEAT_NONE) nobody's?  NULL: all can. */
	bool (*may_be)(const struct view *v, uint8_t seat, card_id role);
	/* Cards of the box that are not in play in this round, everybody knows; how many. */
	unsigned (*gone)(const struct game *known, card_id card[static KNOWLEDGE_GONE_MAX]);
	/* The sides, but for their numbers; how many. */
	unsigned (*sides)(
	    const struct game *known, struct knowledge_side side[static KNOWLEDGE_SIDES_MAX]);
};

/* Those of `gone`; how many. */
unsigned knowledge_gone(const struct game *known, card_id card[static KNOWLEDGE_GONE_MAX]);

/* ---- goals ----------------------------------------------------------------------------------- */

/*
 * Who has looked at which, and what each is or, since the goals of the box are public, must be.
 */
struct knowledge_goal {
	struct place at;
	uint16_t looked; /* bits of the seats that have looked at it this round */
	card_id card;    /* what it is; CARD_HIDDEN: it may be several */
	bool is_seen;    /* known by looking; else it follows */
};

enum { KNOWLEDGE_GOALS_MAX = 16 };

/* known: of a view.  How many there are, in the order of the board. */
unsigned knowledge_goals(
    const struct game *known, struct knowledge_goal out[static KNOWLEDGE_GOALS_MAX]);

/* How many of each kind, by their rows, can still lie where nobody can see them, on the table or elsewhere. */
void knowledge_goals_left(const struct game *known, uint8_t left[static CARDS_MAX]);

/* ---- the round so far ------------------------------------------------------------------------ */

/* A seat has looked at a goal, or at the role of seat `to`. */
struct knowledge_look {
	int64_t n; /* in this digest */
	uint8_t seat, to;
	struct place at;
};

/* Cards by their kinds (knowledge_kind): of `all` that are in the round `out` were played for all to see, `gone` are
 * those that this seat alone knows to have left its hand, and of every hand this is in it for certain. */
enum { KNOWLEDGE_LOOKS_MAX = 128 };
struct knowledge_rows {
	uint8_t from, to;
};
struct knowledge {
	bool begun;   /* it has learned something */
	bool whole;   /* since the round began */
	int64_t from; /* else since this digest */
	uint8_t all[CARDS_MAX], out[CARDS_MAX], gone[CARDS_MAX];
	uint8_t held[SEATS_MAX][CARDS_MAX];
	unsigned n_look;
	struct knowledge_look look[KNOWLEDGE_LOOKS_MAX];
	uint8_t
	    away[CARDS_MAX]; /* of `all` that the box has, so many were gone when the round began */
	uint16_t swapped;    /* bits of seats whose hands were swapped: of others nothing is held */
	card_id role[SEATS_MAX]; /* as last seen */
	uint8_t n_hat;           /* roles that it saw, and that nobody has any more */
	card_id hat[ROLES_MAX];
	uint8_t hat_at
	    [ROLES_MAX]; /* so many other seats' or own hats were swapped before it, of n_swaps */
	uint8_t n_swaps;
	/* Of the whole game, if gold_whole: gold in pieces that everybody saw each seat get, but for what it
	 * had from the start. */
	bool gold_whole;
	uint16_t gold[SEATS_MAX];
	struct knowledge_rows rows[CARD_CLASSES]; /* of the card list; (K4) */
};

/* Begin with a *k of zeroes, which stays so until there is a deal; then digest after digest: what it tells, as the seat of the view knows it, and the
 * view after it (of one seat, or of everybody, each time). */
void knowledge_learn(
    struct knowledge *k, const struct view *after, const struct events *ev, int64_t n);

/* How many of the kind lie where this seat cannot see them: in the pile, in other hands, face down.  Not
 * `whole`: at most. */
unsigned knowledge_unseen(const struct knowledge *k, const struct view *v, card_id kind);

/* ---- roles ----------------------------------------------------------------------------------- */

struct knowledge_roles {
	uint16_t hidden;         /* bits of the seats whose role is not seen */
	card_id role[SEATS_MAX]; /* what it is or must be; CARD_HIDDEN: it may be several */
	unsigned n_kinds;        /* of roles that hidden seats can have, and how many of them do: */
	struct {
		card_id role;
		uint8_t min, max;
	} kind[CARDS_MAX];
	unsigned n_sides;
	struct knowledge_side side[KNOWLEDGE_SIDES_MAX];
};

void knowledge_roles(const struct knowledge *k, const struct view *v, struct knowledge_roles *out);

#endif
