#ifndef ADIT_TEXT_ORDERLINE_H
#define ADIT_TEXT_ORDERLINE_H

#include "text/names.h"

/*
 * The order language: one order, one line of lower-case words (adit(5)).  The same words in do:
 * lines, can: lists, referee and digests.  Where a turn has two steps, they are joined by ';':
 * here a line is one step, whoever reads a turn cuts it at the ';' (no order holds one).
 */
enum { ORDERLINE_MAX = 400 };

/*
 * Parse one order given by `seat`.  Blanks are one space each (the canonical form); leading and
 * trailing ones and runs are forgiven, blanks around commas and letter case too.  The result is what
 * the words say: whether it is legal is game_check's business.  Fields that the words do not
 * name are 0 (to: SEAT_NONE).  ERR_SYNTAX says which word is wrong and what is expected
 * instead, with the nearest word (as hint) if one is close.
 *
 * Beyond core/order.h: a repair card of one tool has what 0, one of two tools the tool named (0 if
 * none was); ORDER_AXE has the creature's enum action in what, ACTION_NONE for all of them.
 */
int orderline_parse(const struct rules *rules, const struct names *names, uint8_t seat,
    const char *s, size_t n, struct order *out, struct err *err);

/* Does an order of these rules begin with this word? */
bool orderline_is_verb(const struct rules *rules, const char *s, size_t n);

/* The canonical line, without line end. */
void orderline_text(
    const struct rules *rules, const struct names *names, const struct order *o, struct buf *out);

/* Append the line with blanks squeezed and ASCII letters in lower case, as above; no word is looked
 * at.  Controls other than tab and CR stay what they are, for the parser to refuse. */
void orderline_squeeze(const char *s, size_t n, struct buf *out);

/* Bring the cards of a discard into the order in which `legal` prints them: bytewise by kind; and the
 * trolls that an order pays: by x, then y. */
void orderline_sort(const struct rules *rules, struct order *o);

/* What an action card asks for behind its verb. */
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
