#ifndef ADIT_SEAL_BASE64_H
#define ADIT_SEAL_BASE64_H

#include <stddef.h>

/*
 * Base64 between text and a fixed number of bytes; inside src/seal only.  Strict like
 * seal_base64_parse: one text a value, so that nobody can respell a signed or hashed thing.
 */
enum base64_kind { BASE64_PADDED, BASE64_BARE }; /* with '=' at the end; without */

/* Characters that n bytes take. */
size_t base64_len(size_t n, enum base64_kind kind);

/* out gets base64_len(n, kind) characters and a NUL. */
void base64_text(const unsigned char *p, size_t n, enum base64_kind kind, char *out);

/* Up to `max` bytes into out, their number into *n.  0, or -1 (also if there are more). */
int base64_parse(
    const char *s, size_t len, enum base64_kind kind, unsigned char *out, size_t max, size_t *n);

#endif
