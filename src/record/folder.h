#ifndef ADIT_RECORD_FOLDER_H
#define ADIT_RECORD_FOLDER_H

#include <stdbool.h>
#include <stdint.h>

#include "wire/digest.h"
#include "seal/key.h"

/*
 * Digests in files: a game's folder DIR holds turns/000000.txt, turns/000001.txt ...  Others may write
 * there, too, so what is found is read as a stranger's: no link is followed but DIR itself, and nothing
 * that is no plain file is waited for.
 */
struct folder {
	const char *dir; /* borrowed */
	/* Whose digests belong there. */
	char game[ORDER_BLOCK_GAME_MAX + 1];
	char host_sign[SIGN_TEXT + 1];
	/* Hears of what is set aside, a line without its end; NULL: nobody does. */
	void (*tell)(void *arg, const char *line);
	void *arg;
};

/* The folder of the game that this text, any digest of it, is of; nobody hears.  ERR_CORRUPT: it is no
 * digest. */
int folder_of(struct folder *f, const char *dir, const char *digest, size_t len, struct err *err);
/* The same of one whose parts are found. */
int folder_at(struct folder *f, const char *dir, const char *text, const struct digest_layout *t,
    struct err *err);

/* What is where digest n goes? */
enum folder_found {
	FOLDER_MISSING, /* nothing, or what a power cut left: the beginning of the digest */
	FOLDER_SAME,    /* this very digest; mail and git may have put CR before its line ends */
	FOLDER_OTHER,   /* a digest n of this game signed by its host, but another one */
	FOLDER_FOREIGN /* anything else, or this digest with other views: nothing is lost without it */
};
/* text: digest n as it should be, or NULL: there should be none.  -1: it cannot be told, because the
 * machine is in trouble or DIR/turns is no folder. */
int folder_probe(const struct folder *f, int64_t n, const char *text, size_t len,
    enum folder_found *found, struct err *err);

/* The highest number, of those above `above`, under which the folder holds a digest of this game with
 * this number, signed by its host; -1: it holds none. */
int folder_newest(const struct folder *f, int64_t above, int64_t *n, struct err *err);

/* Append "DIR/turns/000042.txt". */
void folder_file(const char *dir, int64_t n, struct buf *out);

/* Make DIR/turns.  ERR_CREATE: it cannot be made, or something else is there. */
int folder_make(const char *dir, struct err *err);

/* Write digest n there, whole or not at all; nothing to do if it is there already.  What is FOLDER_FOREIGN
 * is set aside under another name, whatever it is, and told; FOLDER_OTHER is ERR_CORRUPT. */
int folder_write(const struct folder *f, int64_t n, const char *text, size_t len, struct err *err);

/* The numbers of the files in DIR/turns, ascending; what is no folder, or one without any, has none.  Caller frees at.
 * ERR_BUSY. */
struct folder_numbers {
	size_t n;
	int64_t *at;
};
int folder_numbers(const char *dir, struct folder_numbers *out, struct err *err);

/* Append the digests of a folder: its turns/ or, if there are none, those in itself; all numbered .txt
 * files in order of their numbers, or only the last with a digest in it if
 * `newest`.  ERR_NOT_FOUND: there are none;
 * ERR_CORRUPT: one is no plain file. */
int folder_add(const char *dir, bool newest, struct buf *out, struct err *err);

/* Append a file of digests ("-": descriptor 0); ERR_SYNTAX: all together are more than any game's. */
int folder_add_file(const char *file, struct buf *out, struct err *err);

#endif
