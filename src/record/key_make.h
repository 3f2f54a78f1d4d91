#ifndef ADIT_RECORD_KEY_MAKE_H
#define ADIT_RECORD_KEY_MAKE_H

#include "seal/key.h"

/* New keys: PATH.key, PATH.age and PATH.pub. Existing files are never replaced. */

/* Cost of a guess at the passphrase (seal/key.h): takes a quarter of the time of 18, the default
 * of age. */
enum { KEY_MAKE_WORK = 16 };

/* ERR_CREATE: one of the files exists. Call it before you ask for a passphrase. */
int key_make_check(const char *path, struct err *err);
/* Makes the key `name` and writes all three files or none. pass NULL: no passphrase. */
int key_make(const char *path, const char *name, const struct buf *pass, unsigned work,
    struct pubkey *card, struct err *err);

#endif
