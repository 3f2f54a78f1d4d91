#ifndef ADIT_WIRE_NEW_KEYS_H
#define ADIT_WIRE_NEW_KEYS_H

#include "text/names.h"
#include "util/span.h"
#include "wire/order_block.h"

/*
 * Keys that are new, or from the host and not confirmed yet: the section new-keys: (adit(5), "New keys").
 * A value.
 */
struct new_keys {
	struct new_key {
		bool is_new;
		char sign[SIGN_TEXT + 1], age[AGE_TEXT + 1];
		int64_t n; /* from the host, in this digest; 0: from the seat itself, in this one */
		uint16_t yes, no; /* bits of seats that have voted so */
	} of[SEATS_MAX];
};

/* So many votes for them confirm the keys of one of n seats. */
unsigned new_keys_need(unsigned n);

/* Append the lines of the section, "" if there is none; how it stands, as lines of since:. */
void new_keys_text(const struct new_keys *k, const struct names *names, struct buf *out);
void new_keys_words(const struct new_keys *k, const struct names *names, struct buf *out);

/* The section of a digest between from and to: 0, *k is zero where there is none, or -1 ERR_SYNTAX. */
int new_keys_find(const char *s, size_t from, size_t to, const struct names *names,
    struct new_keys *k, struct err *err);

#endif
