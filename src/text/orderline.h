#ifndef ADIT_TEXT_ORDERLINE_H
#define ADIT_TEXT_ORDERLINE_H

#include "text/names.h"

/*
 * The order language: one order is one line of lower-case words (adit(5)). do: lines, can: lists,
 * referee and digests use the same words. If a turn has two steps, ';' joins them. Here a line is
 * one step; the reader of a turn cuts it at the ';' (no order has one).
 */
enum { ORDERLINE_MAX = 400 };

/*
 * Parses one order of `seat`. In the canonical form words are separated by one blank. Extra blanks,
 * blanks around commas and upper-case letters are accepted. The result says only what the words
 * say; game_check decides whether it is legal. Fields that the words do not name are 0 (to:
 * SEAT_NONE). ERR_SYNTAX says which word is wrong and what is expected, with a close word as hint
 * if there is one.
 *
 * In addition to core/order.h: a repair card of one tool has what 0, a card of two tools the named
 * tool (0 if none was named); ORDER_AXE has the creature's enum action in what, ACTION_NONE for all
 * creatures.
 */
int orderline_parse(const struct rules *rules, const struct names *names, uint8_t seat,
    const char *s, size_t n, struct order *out, struct err *err);

/* True if an order of these rules begins with this word. */
bool orderline_is_verb(const struct rules *rules, const char *s, size_t n);

/* Returns the edit distance (util/slice.h) from the word to the nearest one with which an order of
 * these rules begins. */
unsigned orderline_verb_distance(const struct rules *rules, const char *s, size_t n);

/* Writes the canonical line without line end. */
void orderline_text(
    const struct rules *rules, const struct names *names, const struct order *o, struct buf *out);

/* Appends the line in lower case and without extra blanks, as above; does not check words. Controls
 * except tab and CR stay, so that the parser refuses them. */
void orderline_squeeze(const char *s, size_t n, struct buf *out);

/* Sorts the cards of a discard as `legal` prints them: bytewise by kind; and the trolls that an
 * order pays: by x, then y. */
void orderline_sort(const struct rules *rules, struct order *o);

/* Arguments of an action card after its verb. */
enum action_args {
	ARGS_NOTHING,      /* theft */
	ARGS_SEAT,         /* break-lamp bob */
	ARGS_SEAT_TOOL,    /* repair-pickaxe-lamp bob lamp; one tool: repair-lamp bob */
	ARGS_PLACE,        /* rockfall 2,0 */
	ARGS_DOOR,         /* key 2,0, then pay and turn */
	ARGS_GOAL_OR_SEAT, /* secret-information goal 4,4; secret-information bob */
	ARGS_EDGE,         /* spiderweb 2,0/n */
	ARGS_SPACES        /* rat 2,0/n 2,-1 */
};
enum action_args action_args_of(enum action action);

#endif
