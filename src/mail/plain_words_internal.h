#ifndef ADIT_MAIL_PLAIN_WORDS_INTERNAL_H
#define ADIT_MAIL_PLAIN_WORDS_INTERNAL_H

#include "mail/plain_words.h"
#include "util/slice.h"

/* The parts of plain_words.c. All text of a line is in lower case. */

/* The list of the mail, which is made when the first number is read. */
struct plain_numbered {
	bool is_made;
	unsigned n;
	size_t *at; /* in text */
	struct buf text;
};

/* What all lines are read with. The owner frees list.at and list.text. */
struct plain_reader {
	const struct language *lang; /* of sentences in why */
	const struct private_view *v;
	const struct names *names;
	const struct rules *rules;
	struct plain_numbered list;
	unsigned n_tried; /* lines that were looked at because they may be nearly orders */
};

/* A request that is being read. */
enum plain_found { PLAIN_NOT_REQUEST, PLAIN_BAD_REQUEST, PLAIN_IS_REQUEST };
struct plain_draft {
	enum plain_kind kind;
	struct buf text; /* lines or the word, each with LF */
	struct buf why;  /* PLAIN_BAD_REQUEST: a sentence */
};

/* ---- plain_polite.c -------------------------------------------------------------------------- */

/* True if c is a blank or a mark that may stand around a word. */
bool plain_is_mark(char c);

/* Removes the sign of an item at the begin, marks at both ends and emojis at the end. */
struct slice plain_trim_marks(struct slice w);

/* Removes marks and words of politeness at both ends. weak: also those that may be a part of a
 * sentence. */
struct slice plain_strip(struct slice w, bool weak);

/* Returns the next word of *rest and moves after it; n is 0 at the end. */
struct slice plain_next_word(struct slice *rest);

bool plain_is_one_word(struct slice w);

/* True if w is this word, with or without marks. */
bool plain_is_joiner(struct slice w, const char *word);

/* Removes what may be before the digits of a number of the list and after them. */
struct slice plain_number_of(struct slice w);

/* True if w has only digits, one or more. */
bool plain_is_number(struct slice w);

/* ---- plain_alternative.c --------------------------------------------------------------------- */

/* Appends to q->why that the line is not an order because of err. Returns PLAIN_BAD_REQUEST. */
enum plain_found plain_bad_request(
    const struct plain_reader *r, struct plain_draft *q, struct slice line, const struct err *err);

/* Reads the turn w and appends it to q->text without LF. shown: the line for sentences in q->why. */
enum plain_found plain_read_turn(
    struct plain_reader *r, struct slice shown, struct slice w, struct plain_draft *q);

/* Reads orders joined by `or`. *is_hard: one of them is an order, another is not. */
enum plain_found plain_read_alternatives(
    struct plain_reader *r, struct slice line, struct plain_draft *q, bool *is_hard);

/* ---- plain_keyword.c ------------------------------------------------------------------------- */

/* Reads a line that is one of the words. w: stripped. line: the same in its own case. */
enum plain_found plain_read_word(
    const struct plain_reader *r, struct slice w, struct slice line, struct plain_draft *q);

#endif
