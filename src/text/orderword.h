#ifndef ADIT_TEXT_ORDERWORD_H
#define ADIT_TEXT_ORDERWORD_H

#include "text/names.h"

/* Words of the order language that reading (orderline.c) and writing (orderline_text.c) share. */

enum { STEAL_MAX = ORDER_SPOTS * 3 };

/* Sets of rules sets. */
#define RULES_BIT(id) (1u << (id))
#define RULES_ALL                                                                         \
	(RULES_BIT(RULES_SABOTEUR) | RULES_BIT(RULES_SABOTEUR2) | RULES_BIT(RULES_DUEL) | \
	    RULES_BIT(RULES_DARK_CAVE))

struct order_word {
	const char *word;
	unsigned rules; /* RULES_BIT of each rules set that has it */
	uint8_t value;
};

enum { N_TURN_WORDS = 3, N_CREATURE_WORDS = 4 };
extern const struct order_word order_turn_word[N_TURN_WORDS];         /* turn keep; a flag */
extern const struct order_word order_creature_word[N_CREATURE_WORDS]; /* axe rat; enum action */

#endif
