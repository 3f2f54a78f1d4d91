#ifndef ADIT_TESTS_TEXT_DECKS_H
#define ADIT_TESTS_TEXT_DECKS_H

#include "core/game.h"

/* The kinds of all four games with their definitions: text tests do not need rules. */
struct kind {
	const char *name;
	struct card_def def;
};

struct deck {
	const char *rules;
	uint16_t id;
	unsigned n;
	const struct kind *kind;
};

/* rules->id of each game. */
enum { RULES_SABOTEUR = 1, RULES_SABOTEUR2 = 2, RULES_DUEL = 3, RULES_DARK_CAVE = 4 };

enum { DECK_SABOTEUR, DECK_SABOTEUR2, DECK_DUEL, DECK_DARK_CAVE, N_DECKS };
extern const struct deck deck_all[N_DECKS];

/* Returns a rules set with these cards. It points to `card`, which must stay valid. */
struct rules deck_rules(const struct deck *deck, struct card_def card[static CARDS_MAX]);

#endif
