#ifndef ADIT_TESTS_TEXT_DUEL_AID_H
#define ADIT_TESTS_TEXT_DUEL_AID_H

#include "games/duel/duel.h"
#include "text/names.h"

/* The Duel in words: a table, an order, and what comes of it. */

/*
 * Round 1, pile and hands empty but for what the order names and a map for each seat, no goals.
 * ann is green and to move, bob blue.  table: "KIND X,Y [flipped] [down] [green|blue] [key]; ...".
 */
struct rule {
	const char *name, *table;
	const char *order;
	const char *verdict; /* NULL: it is played */
	/* Lines of the events, which come in this order; "!WORD": no event of this kind. */
	const char *events;
	bool bob;            /* bob is to move and gives the order */
	uint8_t broken;      /* of who is to move */
	uint8_t tokens_gone; /* beside those on the table */
	uint8_t deck;        /* cards in the pile */
	const char *gold[2]; /* kinds that ann and bob own */
	bool last_card; /* who is to move holds nothing but what the order names, bob nothing */
	uint8_t round;  /* 0: the first */
	bool least_round, goals_box;
};

/* ann and bob, once something is set up. */
extern struct names duel_names;

void duel_set_up(struct game *g, const char *table);
void duel_set_up_rule(struct game *g, const struct rule *r, struct order *o);
void duel_give(struct game *g, uint8_t seat, card_id card);

/* Play the row's order and expect what it says; a refusal changes nothing. */
void check_rule(const struct rule *r);

#define CHECK(rows)                                                   \
	for (size_t i = 0; i < sizeof(rows) / sizeof((rows)[0]); i++) \
	check_rule(&(rows)[i])

#define FAR_GOAL "; goal-0-nesw 9,9 down" /* so that the round goes on */

#endif
