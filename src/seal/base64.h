#ifndef ADIT_SEAL_BASE64_H
#define ADIT_SEAL_BASE64_H

#include "util/slice.h"

/*
 * Base64 between text and a known number of bytes, in a time that does not tell them; inside
 * src/seal only.  Strict like seal_base64_parse: one text a value, so that nobody can respell a
 * signed or hashed thing.
 */
enum base64_kind { BASE64_PADDED, BASE64_BARE }; /* with '=' at the end; without */

/* out gets the characters that n bytes take and a NUL. */
void base64_text(const unsigned char *p, size_t n, enum base64_kind kind, char *out);

/* Exactly n bytes.  0, or -1. */
int base64_parse(struct slice text, enum base64_kind kind, unsigned char *out, size_t n);

#endif
