#ifndef ADIT_TEXT_ORDERWORD_H
#define ADIT_TEXT_ORDERWORD_H

#include "text/orderline.h"
#include "util/slice.h"

/*
 * The words of an order as orderline_parse() walks through them, and what is said when the next one
 * does not fit.  All readers return 0, or -1 with the error set and nothing read.
 */

enum { ORDERWORDS_MAX = ORDERLINE_MAX / 2 + 1 };

/* A line being read.  It borrows everything. */
struct line {
	const struct rules *rules;
	const struct names *names;
	unsigned n_word, at; /* words there are; the next one to read */
	struct slice word[ORDERWORDS_MAX];
	struct err *err;
};

bool line_has_more(const struct line *l);
bool line_is_next(const struct line *l, const char *word);

/* Read the next word if it is this one; true if it was. */
bool line_take(struct line *l, const char *word);

/* The next word is not `what`, or there is none: the error for it.  Always -1. */
int line_expected(struct line *l, const char *what);

/* A card's name, also with its edges in another order (wsen); `what` says what the order wants. */
int line_card(struct line *l, const char *what, card_id *card);

/* The seat that `w` names; nothing is read. */
int line_seat(struct line *l, struct slice w, uint8_t *seat);

/* One more entry of o->at: a place whose part is one of part_min..part_max. */
int line_spot(
    struct line *l, struct order *o, unsigned part_min, unsigned part_max, const char *what);
bool line_is_spot_next(const struct line *l);

/* Nothing is left. */
int line_end(struct line *l);

/* A word in quotes, for a message: only one that is clean and short. */
struct shown {
	char text[48];
};

struct shown word_show(struct slice w);

/* The nearest word to the next one: try some, then hint at the best if it is near enough. */
struct nearest {
	struct slice to;
	unsigned distance;
	char word[CARD_NAME_MAX];
};

struct nearest nearest_to(const struct line *l);
void nearest_try(struct nearest *near, const char *word);

/* The rules' action cards, and the path cards if they are not meant as verbs. */
void nearest_try_cards(struct nearest *near, const struct rules *rules, bool verbs);

/* Always -1. */
int nearest_hint(const struct nearest *near, struct err *err);

#endif
