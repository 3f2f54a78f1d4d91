#ifndef ADIT_WIRE_DECK_H
#define ADIT_WIRE_DECK_H

#include "text/names.h"

/*
 * Custom decks: a rules set played with another list of cards (adit(5), "Decks"). The list has one
 * card a line, KIND COUNT, in the order of the card list. Start, goal, gold and role cards are
 * those of the rules set. Path and action cards are free, and in The Dark Cave also the links of
 * goals: goal-ladder=nw.
 *
 * `rules` points into the struct itself. Copy it with deck_copy, and keep it as long as any game,
 * view or digest that was made with it.
 */
struct house_deck {
	struct rules rules; /* the rules set with this card list */
	struct card_def card[CARDS_MAX];
};

/* A limit: at most `most` path and action cards of a custom deck have the feature or the action. */
struct deck_limit {
	uint16_t feature;
	uint8_t action;
	uint8_t most;
	const char *what, *why; /* for people: "keys", "the box has" */
};

/* What a rules set requires of a custom deck: a member of its struct position_rules. */
struct deck_rules {
	uint8_t hands; /* path and action cards that a deal needs at most */
	/* cards of deck 1, 2, 3 that a deal needs at most, if cards are in decks */
	uint8_t deck[4];
	bool in_decks; /* names of path cards name their deck: 2/ns */
	/* true if these marks have a place of their own on a card */
	bool gold_at, door_at;
	const struct deck_limit *limit; /* ends with most == 0; NULL: none */
	/* Sets what the name of a path card does not say. NULL: nothing to set. */
	void (*complete)(struct card_def *def);
	/* Returns what is wrong with the marks of a path card, or NULL. NULL: nothing can be
	 * wrong. */
	const char *(*fault)(const struct card_def *def);
	/* Returns what is wrong with the links of a goal, or NULL. NULL: the links of goals are
	 * fixed. */
	const char *(*goal_fault)(const struct card_def *def);
};

/*
 * Reads a list for the rules set `base`. A kind of base keeps its definition; another path card
 * is made from its name. An action card of The Dark Cave may name its deck (2/rockfall);
 * otherwise the first such kind that the list does not have yet is used. A count of 0 leaves the
 * kind out. Returns 0, or -1 with ERR_SYNTAX and the line: unknown kind, repeated kind, unknown
 * drawing, wrong number of start, goal, gold or role cards, too few cards to deal, or too many.
 */
int deck_parse(
    struct house_deck *deck, const struct rules *base, const char *s, size_t n, struct err *err);

/* Appends the list with `indent` before each line. deck_parse reads the list to the same
 * definitions. */
void deck_text(const struct rules *rules, const char *indent, struct buf *out);

/* Returns rules that live as long as `to`: a copy in `to`, or `rules` itself if they have no
 * custom deck. */
const struct rules *deck_copy(struct house_deck *to, const struct rules *rules);

/* True if these are the rules of a custom deck. */
bool deck_is_house(const struct rules *rules);

#endif
