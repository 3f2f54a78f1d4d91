#ifndef ADIT_UTIL_INFLATE_H
#define ADIT_UTIL_INFLATE_H

#include <stdbool.h>
#include <stddef.h>

/* Unpacks what `gzip -n` has packed from its input, for texts that are part of the program. Returns
 * false unless that is exactly `size` bytes; *out may have changed all the same. Its checksum is not
 * read: the tables for that would be as long as what unpacks. */
bool inflate_gzip(const unsigned char *packed, size_t n, unsigned char *out, size_t size);

/* Returns the version of zlib in use. */
const char *inflate_version(void);

#endif
