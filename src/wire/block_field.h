#ifndef ADIT_WIRE_BLOCK_FIELD_H
#define ADIT_WIRE_BLOCK_FIELD_H

#include "wire/order_block.h"

/* What order_block.c (canonical text) and block_read.c (mail) share: one field of a block. */

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
	BLOCK_KEY_HEAD_SIG, /* from here on outside of the canonical text */
	BLOCK_KEY_SIG,
	BLOCK_KEY_COUNT
};

const char *order_block_key_name(enum order_block_key key);
enum order_block_key order_block_key_find(
    const char *s, size_t n); /* BLOCK_KEY_COUNT: none; any case */

/* What stands before the text of a line of mail: quote marks and indentation. */
struct order_block_front {
	size_t n; /* bytes */
	size_t marks;
	size_t indent; /* blanks behind the last mark, or at the beginning */
};
struct order_block_front order_block_line_prefix(const char *s, size_t n);

/* Fields read so far. */
struct order_block_fields {
	struct order_block *b;
	unsigned seen; /* bit k: enum order_block_key k */
};

/* Take one field with its text (clean, no blanks at the ends).  ERR_SYNTAX for line `line`. */
int order_block_field_set(struct order_block_fields *f, enum order_block_key key, const char *s,
    size_t n, int line, struct err *err);

/* Are all fields there that must be?  ERR_SYNTAX for line `line` naming the first missing one. */
int order_block_field_check(
    const struct order_block_fields *f, bool want_sig, int line, struct err *err);

/*
 * Append s with what mail rewrites levelled (order_block.h, the first three points and single dashes; no
 * blanks squeezed).  With `wide` an en dash is two hyphens and an em dash three, as the rewriting
 * counts them.  -1: not UTF-8, or a character that may not be shown.
 */
int order_block_fold_chars(const char *s, size_t n, bool wide, struct buf *out);

/* Is this field one word, which a line end may have cut? */
bool order_block_key_is_word(enum order_block_key key);

/* Is this text of say still open: a quote at its beginning, none to close it? */
bool order_block_say_is_open(const char *s, size_t n);

/* The keyword at the beginning of a clean line: its length, 0 if there is no "word:"; *value is where
 * the text behind it begins. */
size_t order_block_keyword(const char *s, size_t n, size_t *value);

#endif
