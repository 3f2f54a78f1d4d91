#ifndef ADIT_TESTS_MAIL_KEYS_H
#define ADIT_TESTS_MAIL_KEYS_H

#include "seal/key.h"

/* Keys of the mails in the tests. */
extern struct seckey *host, *anna;

/* .init and .fini of the suites. */
void make_keys(void);
void free_keys(void);

#endif
