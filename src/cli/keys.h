#ifndef ADIT_CLI_KEYS_H
#define ADIT_CLI_KEYS_H

#include <stdbool.h>

#include "seal/key.h"
#include "util/buf.h"
#include "util/err.h"
#include "wire/printer.h"

/*
 * Where keys are kept: $ADIT_HOME, else $XDG_CONFIG_HOME/adit, else ~/.config/adit, mode 0700.
 * NAME.pub is the public card, NAME.key and NAME.age are the secret halves.
 */

/* Append the path of that folder; it need not exist.  ERR_NOT_FOUND: no variable says where. */
int keys_home(struct buf *out, struct err *err);

/* Append the folder of the record of this game there (record/home.h). */
int keys_game(const char *game, struct buf *out, struct err *err);

/* What KEY stands for: itself if there is a '/' in it, else a name in the home.  Appends the path
 * without .pub, .key, .age, and the name alone.  ERR_USAGE: not a name a key can have. */
int keys_path(const char *key, struct buf *path, struct buf *name, struct err *err);

/* Append what finds this key again wherever adit is called: its name, or a whole path if it was given
 * with a '/' (key: the argument of -k, or NULL).  ERR_NOT_FOUND: its folder cannot be found. */
int keys_stable(const char *key, const char *name, struct buf *out, struct err *err);

/* May a key, and so a seat, have this name?  ERR_USAGE if not. */
int keys_name_check(const char *name, struct err *err);

/* Call back for each name in the home, sorted; secret: the secret half is there, too. */
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

/* The only secret key there is.  ERR_NOT_FOUND: none; ERR_USAGE: several, and which.  Appends its
 * name. */
int keys_only(struct buf *name, struct err *err);

/* A passphrase, appended to a secret buffer, as passphrase_read has it (seal/key.h): from descriptor fd if
 * that is not -1, else from the program $ADIT_ASKPASS, run without a shell and with the prompt as its
 * argument, else from the terminal, there twice if `twice`. */
int keys_passphrase(int fd, const char *prompt, bool twice, struct buf *out, struct err *err);
bool keys_asks(void); /* is there such a program? */

/*
 * Load the secret key at path (keys_path).  Both its files must be there; what has a passphrase stays locked
 * until seckey_unlock (seal/key.h), which asks for it as keys_passphrase does, unless there is no NAME.pub to
 * tell the public halves.  A NAME.pub that belongs to another key is ERR_AUTH, at the latest when that half
 * is unlocked.  NULL and *err on failure; keys_free, which NULL is fine for.
 */
struct seckey *keys_load(const char *path, const char *name, int passphrase_fd, struct err *err);
void keys_free(struct seckey *s);

/* Read a public card from a file that was named, or "-"; from NAME.pub in a folder of keys, where it must
 * be a plain file. */
int keys_read_pubkey(const char *file, struct pubkey *out, struct err *err);
int keys_card_own(const char *file, struct pubkey *out, struct err *err);

/* Print a card: as a line of the list, or its object for programs.  name: NULL for a card in a file. */
void keys_report(const char *name, const struct pubkey *card, bool secret, struct printer *p);

#endif
