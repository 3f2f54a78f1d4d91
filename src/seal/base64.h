#ifndef ADIT_SEAL_BASE64_H
#define ADIT_SEAL_BASE64_H

#include "util/slice.h"

/*
 * Constant-time base64 for a known number of bytes; inside src/seal only. Strict like
 * seal_base64_parse: each value has one text, so that signed or hashed data has only one form.
 */
enum base64_kind { BASE64_PADDED, BASE64_BARE }; /* with '=' at the end, or without */

/* Encodes n bytes. out gets their characters and a NUL. */
void base64_text(const unsigned char *p, size_t n, enum base64_kind kind, char *out);

/* Decodes to exactly n bytes. Returns 0, or -1. */
int base64_parse(struct slice text, enum base64_kind kind, unsigned char *out, size_t n);

#endif
