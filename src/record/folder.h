#ifndef ADIT_RECORD_FOLDER_H
#define ADIT_RECORD_FOLDER_H

#include <stdbool.h>
#include <stdint.h>

#include "wire/digest.h"
#include "seal/key.h"

/*
 * Digests in files: a game's folder DIR has turns/000000.txt, turns/000001.txt ... Others may
 * write there, too, so the files are untrusted. No symbolic link is followed except DIR itself,
 * and no file that is not regular can block.
 */
struct folder {
	const char *dir; /* borrowed */
	/* The game and host of the digests. */
	char game[ORDER_BLOCK_GAME_MAX + 1];
	char host_sign[SIGN_TEXT + 1];
	/* Called with a line, without its end, for each file that is set aside. May be NULL. */
	void (*report)(void *arg, const char *line);
	void *arg;
};

/* Sets *f to a folder for the game of this text, which is any digest of it; no callback.
 * ERR_CORRUPT: not a digest. */
int folder_of(struct folder *f, const char *dir, const char *digest, size_t len, struct err *err);
/* Like folder_of, for a digest whose layout is known. */
int folder_at(struct folder *f, const char *dir, const char *text, const struct digest_layout *t,
    struct err *err);

/* What the folder has at the place of digest n. */
enum folder_found {
	FOLDER_MISSING, /* nothing, or the beginning of the digest after a power cut */
	FOLDER_SAME,    /* this digest; mail and git may have added CR before line ends */
	FOLDER_OTHER,   /* another digest n of this game, signed by its host */
	/* anything else, or this digest with other views: can be replaced without loss */
	FOLDER_FOREIGN
};
/* text: digest n as expected, or NULL: none is expected. Returns 0, or -1 on a system error or
 * if DIR/turns is not a folder. */
int folder_probe(const struct folder *f, int64_t n, const char *text, size_t len,
    enum folder_found *found, struct err *err);

/* Returns the highest number above `above` at which the folder has a digest of this game with
 * this number, signed by its host; -1 if there is none. */
int folder_newest(const struct folder *f, int64_t above, int64_t *n, struct err *err);

/* Appends "DIR/turns/000042.txt". */
void folder_file(const char *dir, int64_t n, struct buf *out);

/* Creates DIR/turns. ERR_CREATE: it cannot be created, or is not a folder. */
int folder_make(const char *dir, struct err *err);

/* Returns how many bytes of the path DIR/turns exist, for folder_unmake. */
size_t folder_existing(const char *dir);

/* Removes what folder_make has made since then, if it is empty. */
void folder_unmake(const char *dir, size_t existing);

/* Writes digest n, atomically; does nothing if it is there. A FOLDER_FOREIGN file is renamed and
 * reported. FOLDER_OTHER is ERR_CORRUPT. */
int folder_write(const struct folder *f, int64_t n, const char *text, size_t len, struct err *err);

/* Returns the numbers of the files in DIR/turns, ascending; none if it is not a folder. The
 * caller frees `at`. ERR_BUSY. */
struct folder_numbers {
	size_t n;
	int64_t *at;
};
int folder_numbers(const char *dir, struct folder_numbers *out, struct err *err);

/*
 * Appends the digests of a folder: of its turns/ or, if there are none, of the folder itself.
 * All numbered .txt files in order, or if `newest` only the last that has a digest.
 * ERR_NOT_FOUND: there are none; ERR_CORRUPT: one is not a regular file.
 */
int folder_add(const char *dir, bool newest, struct buf *out, struct err *err);

/* Appends a file of digests ("-": descriptor 0). ERR_SYNTAX: the total is larger than any game. */
int folder_add_file(const char *file, struct buf *out, struct err *err);

#endif
