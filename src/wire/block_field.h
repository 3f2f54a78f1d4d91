#ifndef ADIT_WIRE_BLOCK_FIELD_H
#define ADIT_WIRE_BLOCK_FIELD_H

#include "wire/block.h"

/* What block.c (canonical text) and block_read.c (mail) share: one field of a block. */

/* In the order of the canonical text. */
enum block_key {
	KEY_GAME,
	KEY_SEAT,
	KEY_TURN,
	KEY_UNTIL,
	KEY_SEQ,
	KEY_HEAD,
	KEY_DO,
	KEY_OR,
	KEY_SIGN,
	KEY_AGE,
	KEY_PROOF,
	KEY_COMMIT,
	KEY_REVEAL,
	KEY_SAY,
	KEY_NONCE,
	KEY_HEAD_SIG, /* from here on outside of the canonical text */
	KEY_SIG,
	KEY_COUNT
};

const char *block_key_name(enum block_key key);
enum block_key block_key_find(const char *s, size_t n); /* KEY_COUNT: none; any case */

/* What stands before the text of a line of mail: quote marks and indentation. */
struct block_front {
	size_t n; /* bytes */
	size_t marks;
	size_t indent; /* blanks behind the last mark, or at the beginning */
};
struct block_front block_front_of(const char *s, size_t n);

/* Fields read so far. */
struct block_fields {
	struct block *b;
	unsigned seen; /* bit k: enum block_key k */
};

/* Take one field with its text (clean, no blanks at the ends).  ERR_SYNTAX for line `line`. */
int block_field_set(
    struct block_fields *f, enum block_key key, const char *s, size_t n, int line, struct err *err);

/* Are all fields there that must be?  ERR_SYNTAX for line `line` naming the first missing one. */
int block_field_check(const struct block_fields *f, bool want_sig, int line, struct err *err);

/*
 * Append s with what mail rewrites levelled (block.h, the first three points and single dashes; no
 * blanks squeezed).  With `wide` an en dash is two hyphens and an em dash three, as the rewriting
 * counts them.  -1: not UTF-8, or a character that may not be shown.
 */
int block_level(const char *s, size_t n, bool wide, struct buf *out);

/* Is this field one word, which a line end may have cut? */
bool block_key_is_word(enum block_key key);

/* Is this text of say still open: a quote at its beginning, none to close it? */
bool block_say_is_open(const char *s, size_t n);

/* The keyword at the beginning of a clean line: its length, 0 if there is no "word:"; *value is where
 * the text behind it begins. */
size_t block_keyword(const char *s, size_t n, size_t *value);

#endif
