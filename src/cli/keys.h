#ifndef ADIT_CLI_KEYS_H
#define ADIT_CLI_KEYS_H

#include <stdbool.h>

#include "seal/key.h"
#include "util/buf.h"
#include "util/err.h"
#include "wire/printer.h"

/* The folder of keys: $ADIT_HOME, else $XDG_CONFIG_HOME/adit, else ~/.config/adit, mode 0700.
 * NAME.pub is a public key file; NAME.key and NAME.age are the secret halves. */

/* Appends the path of the folder, which need not exist. ERR_NOT_FOUND: no variable is set. */
int keys_home(struct buf *out, struct err *err);

/* Appends the folder of the record of this game (record/home.h). */
int keys_game(const char *game, struct buf *out, struct err *err);

/* Resolves KEY: a path if it contains '/', else a name in the home. Appends the path without
 * .pub, .key or .age, and the name alone. ERR_USAGE: not a valid name of a key. */
int keys_path(const char *key, struct buf *path, struct buf *name, struct err *err);

/*
 * Appends a form of the key that works from every folder: its name, or an absolute path if it
 * was given with '/'. `key` is the argument of -k or NULL. ERR_NOT_FOUND: its folder does not
 * exist.
 */
int keys_stable(const char *key, const char *name, struct buf *out, struct err *err);

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
int keys_list(struct keys_list *out, struct err *err); /* no folder: an empty list */
void keys_list_release(struct keys_list *list);

/* Appends the name of the only secret key. ERR_NOT_FOUND: none. ERR_USAGE: several, with their
 * names. */
int keys_only(struct buf *name, struct err *err);

/*
 * Appends a passphrase to a secret buffer as passphrase_read does (seal/key.h). It is read from
 * descriptor fd if that is not -1. Else the program $ADIT_ASKPASS is run without a shell, with the
 * prompt as its argument. Without such a program the terminal is used, twice if `twice`.
 */
int keys_passphrase(int fd, const char *prompt, bool twice, struct buf *out, struct err *err);
bool keys_asks(void); /* true if $ADIT_ASKPASS is set */

/*
 * Loads the secret key at `path` (keys_path). Both of its files must exist. A key with a
 * passphrase stays locked until seckey_unlock (seal/key.h), which calls keys_passphrase; it is
 * unlocked at once if there is no NAME.pub. ERR_AUTH, at the latest when unlocked: NAME.pub
 * belongs to another key. Returns NULL and *err on failure. Release with keys_free, which
 * accepts NULL.
 */
struct seckey *keys_load(const char *path, const char *name, int passphrase_fd, struct err *err);
void keys_free(struct seckey *s);

/* keys_read_pubkey reads a public key from the given file or "-". keys_card_own reads NAME.pub
 * in a folder of keys, which must be a regular file. */
int keys_read_pubkey(const char *file, struct pubkey *out, struct err *err);
int keys_card_own(const char *file, struct pubkey *out, struct err *err);

/* Prints a public key: a line of the list, or a JSON object. name: NULL for a key in a file. */
void keys_report(const char *name, const struct pubkey *card, bool secret, struct printer *p);

#endif
