#ifndef ADIT_WIRE_BLOCK_FIELD_H
#define ADIT_WIRE_BLOCK_FIELD_H

#include "wire/order_block.h"

/* One field of an order block: shared by order_block.c (canonical text), block_normal.c (normal form)
 * and block_read.c (mail). */

/* In the order of the canonical text. */
enum order_block_key {
	BLOCK_KEY_GAME,
	BLOCK_KEY_SEAT,
	BLOCK_KEY_TURN,
	BLOCK_KEY_UNTIL,
	BLOCK_KEY_SEQ,
	BLOCK_KEY_HEAD,
	BLOCK_KEY_DO,
	BLOCK_KEY_OR,
	BLOCK_KEY_SIGN,
	BLOCK_KEY_AGE,
	BLOCK_KEY_PROOF,
	BLOCK_KEY_COMMIT,
	BLOCK_KEY_REVEAL,
	BLOCK_KEY_SAY,
	BLOCK_KEY_NONCE,
	BLOCK_KEY_HEAD_SIG, /* from here on not in the canonical text */
	BLOCK_KEY_SIG,
	BLOCK_KEY_COUNT
};

const char *order_block_key_name(enum order_block_key key);
/* BLOCK_KEY_COUNT: none; any case */
enum order_block_key order_block_key_find(const char *s, size_t n);

/* The prefix of a line of mail: quote marks and indentation before its text. */
struct order_block_front {
	size_t n; /* bytes */
	size_t marks;
	size_t indent; /* blanks after the last mark, or at the beginning */
};
struct order_block_front order_block_line_prefix(const char *s, size_t n);
/* True if a line with the prefix `is` may be text of the digest whose first line has the prefix
 * `first`: it is indented more, or somebody said it. */
bool order_block_is_within(
    const char *s, struct order_block_front is, struct order_block_front first);

/* Fields read so far. */
struct order_block_fields {
	struct order_block *b;
	unsigned seen; /* bit k: enum order_block_key k */
};

/* Sets one field from its text, which is clean and has no blanks at its ends. Returns 0, or -1
 * with ERR_SYNTAX for line `line`. */
int order_block_field_set(struct order_block_fields *f, enum order_block_key key, const char *s,
    size_t n, int line, struct err *err);

/* Checks that all required fields are present. Returns 0, or -1 with ERR_SYNTAX for line `line`,
 * which names the first missing field. */
int order_block_field_check(
    const struct order_block_fields *f, bool want_sig, int line, struct err *err);

/* Requires something to do, or something to say with turn: any. Returns 0, or -1 with ERR_SYNTAX for
 * line `line`. */
int order_block_check_do(const struct order_block *b, int line, struct err *err);

/* Write the normal form of the text of say:, and of do: or or:, to out. Return 0, or -1 with
 * ERR_SYNTAX if there is none (order_block.h); out is unchanged then. */
int order_block_normalize_say(
    const char *s, size_t n, char out[static ORDER_BLOCK_SAY_MAX + 1], struct err *err);
int order_block_normalize_do(enum order_block_key key, const char *s, size_t n,
    char out[static ORDER_BLOCK_DO_MAX + 1], struct err *err);

/*
 * Appends s in plain characters: the first three points of the list in order_block.h, and each
 * dash as one hyphen. Does not squeeze blanks. With `wide` an en dash becomes two hyphens and an
 * em dash three, as mail programs make them. Returns 0; -1 if s is not UTF-8 or has a character
 * that may not be printed.
 */
int order_block_fold_chars(const char *s, size_t n, bool wide, struct buf *out);
/* Sets the error of a text for which that failed: which byte or character it is. `line` as in
 * err_set_line. Returns -1 with ERR_SYNTAX. */
int order_block_fold_fail(const char *s, size_t n, int line, struct err *err);

/* Appends s without the escape sequences that color a terminal, as a copied BEGIN or END has. */
void order_block_uncolor(const char *s, size_t n, struct buf *out);

/* True if the field is one word, which a line end may have cut. */
bool order_block_key_is_word(enum order_block_key key);

/* True if the text of say: is not complete: it begins with a quote and has no closing quote. */
bool order_block_say_is_open(const char *s, size_t n);

/* Returns the length of the keyword at the beginning of a clean line, or 0 if there is no
 * "word:". *value is the offset of the text after the colon. */
size_t order_block_keyword(const char *s, size_t n, size_t *value);

#endif
