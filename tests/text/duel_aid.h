#ifndef ADIT_TESTS_TEXT_DUEL_AID_H
#define ADIT_TESTS_TEXT_DUEL_AID_H

#include "games/duel/duel.h"
#include "text/names.h"

/* The Duel in words: a board, an order, and the result. */

/*
 * Round 1, without goals. Pile and hands are empty, except for the cards of the order and a map for
 * each seat. ann is green and to move, bob is blue. table: "KIND X,Y [flipped] [down] [green|blue]
 * [key]; ...".
 */
struct rule {
	const char *name, *table;
	const char *order;
	const char *verdict; /* NULL: the order is played */
	/* Lines of the events, in this order. "!WORD": no event of this kind. */
	const char *events;
	bool bob;            /* bob is to move and gives the order */
	uint8_t broken;      /* tools of the player to move */
	uint8_t tokens_gone; /* besides those on the board */
	uint8_t deck;        /* cards in the pile */
	const char *gold[2]; /* kinds of gold cards of ann and bob */
	bool last_card;      /* the player to move has only the cards of the order, bob has none */
	uint8_t round;       /* 0: the first */
	bool least_round, goals_box;
};

/* ann and bob, after a set-up. */
extern struct names duel_names;

void duel_set_up(struct game *g, const char *table);
void duel_set_up_rule(struct game *g, const struct rule *r, struct order *o);
void duel_give(struct game *g, uint8_t seat, card_id card);

/* Plays the row's order and compares the result. A refusal changes nothing. */
void check_rule(const struct rule *r);

#define CHECK(rows)                                                   \
	for (size_t i = 0; i < sizeof(rows) / sizeof((rows)[0]); i++) \
	check_rule(&(rows)[i])

#define FAR_GOAL "; goal-0-nesw 9,9 down" /* keeps the round from ending */

#endif
