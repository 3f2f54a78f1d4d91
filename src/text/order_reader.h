#ifndef ADIT_TEXT_ORDER_READER_H
#define ADIT_TEXT_ORDER_READER_H

#include "text/orderline.h"
#include "util/slice.h"

/*
 * The words of an order as orderline_parse() walks through them, and what is said when the next one
 * does not fit.  All readers return 0, or -1 with the error set and nothing read.
 */

enum { ORDERWORDS_MAX = ORDERLINE_MAX / 2 + 1 };

/* A line being read.  It borrows everything. */
struct order_reader {
	const struct rules *rules;
	const struct names *names;
	unsigned n_word, at; /* words there are; the next one to read */
	struct slice word[ORDERWORDS_MAX];
	struct err *err;
};

bool order_reader_has_more(const struct order_reader *l);
bool order_reader_is_next(const struct order_reader *l, const char *word);

/* Read the next word if it is this one; true if it was. */
bool order_reader_take(struct order_reader *l, const char *word);

/* The next word is not `what`, or there is none: the error for it.  Always -1. */
int order_reader_expected(struct order_reader *l, const char *what);

/* A card's name, also with its edges in another order (wsen); `what` says what the order wants. */
int order_reader_card(struct order_reader *l, const char *what, card_id *card);

/* The seat that `w` names; nothing is read. */
int order_reader_seat(struct order_reader *l, struct slice w, uint8_t *seat);

/* One more entry of o->at: a place whose part is one of part_min..part_max. */
int order_reader_spot(struct order_reader *l, struct order *o, unsigned part_min, unsigned part_max,
    const char *what);
bool order_reader_is_spot_next(const struct order_reader *l);

/* Nothing is left. */
int order_reader_end(struct order_reader *l);

/* A word in quotes, for a message: only one that is clean and short. */
struct quoted_word {
	char text[48];
};

struct quoted_word quoted_word_make(struct slice w);

/* The nearest word to the next one: try some, then hint at the best if it is near enough. */
struct suggestion {
	struct slice to;
	unsigned distance;
	char word[CARD_NAME_MAX];
};

struct suggestion suggestion_to(const struct order_reader *l);
void suggestion_try(struct suggestion *near, const char *word);

/* The rules' action cards, and the path cards if they are not meant as verbs. */
void suggestion_try_cards(struct suggestion *near, const struct rules *rules, bool verbs);

/* Always -1. */
int suggestion_hint(const struct suggestion *near, struct err *err);

#endif
