#ifndef ADIT_WIRE_DECK_H
#define ADIT_WIRE_DECK_H

#include "text/names.h"

/*
 * House decks: a rules set played with another list of cards (adit(5), "Decks").  The list has one
 * card a line, KIND COUNT, in the order that is the card list.  Start, goal, gold and role cards
 * are those of the rules set; path and action cards are free, and so are, in The Dark Cave, the links
 * of goals: goal-ladder=nw.
 *
 * rules points into the struct itself: copy it with deck_copy, and let it live as long as any game, view
 * or digest that was made with it.
 */
struct house_deck {
	struct rules rules; /* the rules set with this card list */
	struct card_def card[CARDS_MAX];
};

/* At most so many path and action cards of a house deck have the feature, or are for the action. */
struct deck_limit {
	uint16_t feature;
	uint8_t action;
	uint8_t most;
	const char *what, *why; /* "keys", "the box has": for people */
};

/* What a rules set asks of a house deck: a member of its struct position_rules. */
struct deck_rules {
	uint8_t hands;                  /* path and action cards that a deal takes at most */
	uint8_t deck[4];                /* the same of deck 1, 2, 3, where cards lie in decks */
	bool in_decks;                  /* names of path cards say theirs: 2/ns */
	bool gold_at, door_at;          /* do these marks have a place of their own on a card? */
	const struct deck_limit *limit; /* ends with most == 0; NULL: none */
	/* What the name of a path card does not say; NULL: nothing. */
	void (*complete)(struct card_def *def);
	/* NULL, or what is wrong with the marks of a path card; NULL: nothing can be. */
	const char *(*fault)(const struct card_def *def);
	/* The same of a goal with other links than the box's; NULL: its name says them. */
	const char *(*goal_fault)(const struct card_def *def);
};

/*
 * Read a list for the rules set `base`.  A kind of base keeps its definition; another path card is
 * made from its name; an action card of The Dark Cave may say its deck, 2/rockfall, else it is the
 * first of that kind that the list does not have yet.  A count of 0 leaves the kind out.
 * ERR_SYNTAX, with the line: no such kind, a kind twice, a drawing that the rules do not know,
 * another number of start, goal, gold or role cards, too few cards to deal, or too many.
 */
int deck_parse(
    struct house_deck *deck, const struct rules *base, const char *s, size_t n, struct err *err);

/* Append the list, `indent` before each line: what deck_parse reads to the same definitions. */
void deck_text(const struct rules *rules, const char *indent, struct buf *out);

/* The same rules for as long as `to` lives: a copy in it, or `rules` if they are of no house deck. */
const struct rules *deck_copy(struct house_deck *to, const struct rules *rules);

/* Are these the rules of a house deck? */
bool deck_is_house(const struct rules *rules);

#endif
