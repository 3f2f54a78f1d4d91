#ifndef ADIT_SEAL_BECH32_H
#define ADIT_SEAL_BECH32_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Bech32 (BIP 173, without its limit of 90 characters) of 32 bytes as in age: recipients in lower
 * case, identities in upper case. Inside src/seal only.
 */
enum { BECH32_DATA = 32, BECH32_TAIL = 1 + 52 + 6 }; /* the '1', the data, the checksum */

/* Encodes data. out gets strlen(hrp) + BECH32_TAIL characters and a NUL, in the case of hrp. */
void bech32_text(const char *hrp, const unsigned char data[static BECH32_DATA], char *out);

/* Decodes exactly that text in exactly that case. Returns 0, or -1 with data wiped. */
int bech32_parse(
    const char *hrp, const char *s, size_t len, unsigned char data[static BECH32_DATA]);

#endif
