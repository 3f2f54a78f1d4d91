#ifndef ADIT_RECORD_USER_H
#define ADIT_RECORD_USER_H

#include <stdbool.h>
#include <stdint.h>

#include "core/rules.h"
#include "seal/key.h"
#include "wire/output.h"

/*
 * The user of this program: where their keys and records are, which key and game they chose, what
 * time it is, and where their messages go. The caller fills it in; nothing here reads the
 * environment or a clock.
 */
struct language;

struct user {
	const struct rules *const *games; /* all rules sets */
	struct output *out;
	const char *home;   /* folder of keys (record/keys.h) and records; NULL: HOME is not set */
	const char *letter; /* the program adit-letter; NULL: adit was built without it */
	const char *sendmail;   /* the program that sends mail */
	const char *login_home; /* HOME of the programs that are run, or NULL */
	int passphrase_fd;      /* a descriptor with the passphrase; -1: ask */
	bool has_now;           /* `now` is set */
	int64_t now;
	const char *key_arg;         /* -k, or NULL */
	const char *key_default;     /* the key to use in doubt, as in -k; or NULL */
	struct seckey *key;          /* the loaded key, or NULL */
	struct buf key_path;         /* path of the key, to which .pub, .key or .age is added */
	struct buf key_name;         /* last part of key_path */
	bool key_is_path;            /* the key was named by its path, not by its name in `home` */
	const char *game;            /* -g, or NULL */
	const struct language *lang; /* of what they read; NULL: English */
	bool no_record;              /* add nothing to the record except pins */
	bool in_session; /* the terminal belongs to a session, which asks its own questions */
	const char *askpass_program; /* for askpass */
	/* Appends the passphrase; NULL: ask on the terminal. */
	int (*askpass)(const struct user *u, const char *prompt, struct buf *out, struct err *err);
	/* Asks on the terminal; true: the answer is yes. NULL: nobody can answer. */
	bool (*confirms)(const char *question);
};

/* Prints a warning if the time of digest n is more than five minutes in the future. Clocks may
 * differ by less. */
void user_check_time(const struct user *u, int64_t n, int64_t time);

/* Appends the folder of keys and records. ERR_NOT_FOUND: there is none. */
int user_home(const struct user *u, struct buf *out, struct err *err);

/* Appends the folder of the record of this game (record/home.h). */
int user_game(const struct user *u, const char *game, struct buf *out, struct err *err);

#endif
