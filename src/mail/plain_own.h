#ifndef ADIT_MAIL_PLAIN_OWN_H
#define ADIT_MAIL_PLAIN_OWN_H

#include <stdbool.h>
#include <stdint.h>

#include "util/buf.h"
#include "util/slice.h"

/*
 * Finds pieces of the mail that is answered in a text, also if they were wrapped in other places.
 * A piece is a sequence of at least PLAIN_OWN_WORDS words. It counts only if it has a line end: a
 * single line that a player copied from the mail is what they say.
 */
enum { PLAIN_OWN_WORDS = 5 };

/* All sequences of PLAIN_OWN_WORDS words, as sorted hashes. */
struct plain_own {
	uint64_t *hash;
	size_t n;
};

/* `text` has plain characters (mail/plain_char.h). The caller must call plain_own_release. */
void plain_own_init(struct plain_own *own, const char *text, size_t n);
void plain_own_release(struct plain_own *own);

/* Sets is_own[i] for each of the n lines that is part of a piece, as a whole. Sets the others to
 * false. */
void plain_own_find(const struct plain_own *own, const struct slice *line, size_t n, bool *is_own);

#endif
