#ifndef ADIT_RECORD_KEYS_H
#define ADIT_RECORD_KEYS_H

#include "record/user.h"

/* Keys in the folder u->home, mode 0700. NAME.pub is a public key file; NAME.key and NAME.age are
 * the secret halves. */

/* Resolves KEY: a path if it contains '/', else a name in the home. Appends the path without
 * .pub, .key or .age, and the name alone. ERR_USAGE: not a valid name of a key. */
int keys_path(
    const struct user *u, const char *key, struct buf *path, struct buf *name, struct err *err);

/* Appends KEY without a .key at its end, which shells complete. Returns the text of *out, or NULL if
 * key is NULL. */
const char *keys_name_of_file(const char *key, struct buf *out);

/* Appends KEY in a form that opens the same key from every working directory, to be stored: a
 * name in the home as it is, a path as an absolute one. ERR_NOT_FOUND: its folder does not exist. */
int keys_stable(const char *key, struct buf *out, struct err *err);

/* ERR_USAGE if a key, and thus a seat, may not have this name. */
int keys_name_check(const char *name, struct err *err);

/* Lists the names in the home, sorted. `secret`: the secret half exists, too. */
struct keys_entry {
	char *name;
	bool secret;
};
struct keys_list {
	size_t n;
	struct keys_entry *at;
};
/* Without the folder the list is empty. */
int keys_list(const struct user *u, struct keys_list *out, struct err *err);
void keys_list_release(struct keys_list *list);

/* Appends u->key_default, or else the name of the only secret key. ERR_NOT_FOUND: none.
 * ERR_USAGE: several, with their names. */
int keys_only(const struct user *u, struct buf *name, struct err *err);

/*
 * Appends a passphrase to a secret buffer as passphrase_read does (seal/key.h). It is read from
 * u->passphrase_fd if that is not -1. Else u->askpass appends it. Without u->askpass the
 * terminal is used, twice if `twice`.
 */
int keys_passphrase(
    const struct user *u, const char *prompt, bool twice, struct buf *out, struct err *err);

/*
 * Loads the secret key at `path` (keys_path). Both of its files must exist. A key with a
 * passphrase stays locked until seckey_unlock (seal/key.h), which calls keys_passphrase; it is
 * unlocked at once if there is no NAME.pub. ERR_AUTH, at the latest when unlocked: NAME.pub
 * belongs to another key. `u` must stay valid until keys_free, which releases the key and accepts
 * NULL. Returns NULL and *err on failure.
 */
struct seckey *keys_load(const struct user *u, const char *path, const char *name, struct err *err);
/* keys_open loads the key KEY (keys_path) into u->key, and sets u->key_path, u->key_name and
 * u->key_is_path. keys_opened returns that KEY, borrowed until the next keys_open. */
int keys_open(struct user *u, const char *key, struct err *err);
const char *keys_opened(const struct user *u);
void keys_free(struct seckey *s);

/* keys_read_pubkey reads a public key from the given file or "-". keys_card_own reads NAME.pub
 * in a folder of keys, which must be a regular file. */
int keys_read_pubkey(const char *file, struct pubkey *out, struct err *err);
int keys_card_own(const char *file, struct pubkey *out, struct err *err);
/* As keys_read_pubkey, for a key that a table gets: also pubkey_check_fresh. */
int keys_read_fresh(const char *file, struct pubkey *out, struct err *err);

/* Prints a public key: a line of the list, or a JSON object. name: NULL for a key in a file. */
void keys_report(const char *name, const struct pubkey *card, bool secret, struct printer *p);

#endif
