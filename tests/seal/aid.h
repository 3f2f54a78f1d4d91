#ifndef ADIT_TESTS_SEAL_AID_H
#define ADIT_TESTS_SEAL_AID_H

#include <criterion/criterion.h>

#include "seal/key.h"

/* Shared by the tests of src/seal. COUNT: rows of a table. */
#define COUNT(table) (sizeof(table) / sizeof(table)[0])

/* .init of every suite. */
void aid_init(void);

/* Makes a reproducible key pair, selected by `which`. Release with seckey_free. */
struct seckey *aid_secret(unsigned char which);

/* Sets bytes from..from+n-1, as the vectors of the protocol use them. */
void aid_count_up(unsigned char *p, size_t n, unsigned char from);

#endif
