#ifndef ADIT_TEXT_ORDER_READER_H
#define ADIT_TEXT_ORDER_READER_H

#include "text/orderline.h"
#include "util/slice.h"

/*
 * Reads the words of an order for orderline_parse(), and makes the error if the next word does not
 * fit. All readers return 0, or -1 with the error set and nothing read.
 */

enum { ORDERWORDS_MAX = ORDERLINE_MAX / 2 + 1 };

/* State of reading a line. It borrows everything. */
struct order_reader {
	const struct rules *rules;
	const struct names *names;
	unsigned n_word, at; /* number of words; index of the next one */
	struct slice word[ORDERWORDS_MAX];
	struct err *err;
};

bool order_reader_has_more(const struct order_reader *l);
bool order_reader_is_next(const struct order_reader *l, const char *word);

/* Reads the next word if it is this one, and returns true; else false. */
bool order_reader_take(struct order_reader *l, const char *word);

/* Sets the error that the next word is missing or is not `what`. Always returns -1. */
int order_reader_expected(struct order_reader *l, const char *what);

/* Reads a card's name, also with its edges in another order (wsen). `what` describes the expected
 * card. */
int order_reader_card(struct order_reader *l, const char *what, card_id *card);

/* Finds the seat that `w` names. Reads nothing. */
int order_reader_seat(struct order_reader *l, struct slice w, uint8_t *seat);

/* Reads one more entry of o->at: a place with a part in part_min..part_max. */
int order_reader_spot(struct order_reader *l, struct order *o, unsigned part_min, unsigned part_max,
    const char *what);
bool order_reader_is_spot_next(const struct order_reader *l);

/* Checks that no word is left. */
int order_reader_end(struct order_reader *l);

/* A word in quotes for a message, only if it is clean and short. */
struct quoted_word {
	char text[48];
};

struct quoted_word quoted_word_make(struct slice w);

/* The known word closest to the next one: try several, then hint at the best if it is close
 * enough. */
struct suggestion {
	struct slice to;
	unsigned distance;
	char word[CARD_NAME_MAX];
};

struct suggestion suggestion_to(const struct order_reader *l);
void suggestion_try(struct suggestion *near, const char *word);

/* Tries the rules' action cards and, unless `verbs`, the path cards. */
void suggestion_try_cards(struct suggestion *near, const struct rules *rules, bool verbs);

/* Sets the hint. Always returns -1. */
int suggestion_hint(const struct suggestion *near, struct err *err);

#endif
