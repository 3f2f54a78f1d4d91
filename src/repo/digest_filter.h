#ifndef ADIT_REPO_DIGEST_FILTER_H
#define ADIT_REPO_DIGEST_FILTER_H

#include <stdio.h>

#include "wire/order_block.h"
#include "record/user.h"

/* Filters input from any source: keeps each digest signed by the key of u once, by game.
 * Everything else is dropped. */
struct digest_filter {
	const struct user *u;
	bool is_quiet; /* do not report what is dropped */
	char host[SIGN_TEXT + 1];
	bool any; /* a digest was found, signed by anybody */
	size_t n_game;
	struct digest_filter_game *game; /* in order of first appearance */
};

/* Where a digest was found; of several places the first of these. */
enum digest_filter_place {
	DIGEST_FILTER_MAIN,  /* on main, as it is now */
	DIGEST_FILTER_PAST,  /* in the history of main */
	DIGEST_FILTER_OTHER, /* elsewhere in the repository */
	DIGEST_FILTER_FILE   /* in a game file alone */
};

struct digest_filter_game {
	char game[ORDER_BLOCK_GAME_MAX + 1];
	bool is_of_main; /* one of its digests is or was on main */
	struct buf text; /* digests without the text after their signature */
	size_t n_digest;
	struct digest_filter_digest {
		int64_t n;
		enum digest_filter_place place;
		size_t at, len;
	} * digest;
};

/* u->key is the accepted key. Call digest_filter_release after every result. */
void digest_filter_init(struct digest_filter *p, const struct user *u, bool is_quiet);
void digest_filter_release(struct digest_filter *p);

/* Scans n bytes, found in that place, that hold one or more files. */
void digest_filter_add(
    struct digest_filter *p, const char *s, size_t n, enum digest_filter_place place);

/* Scans the output of `git cat-file --batch`, one blob after the other, found elsewhere. If it is
 * `placed`, its names of objects are the words main, past and other, and its last line is "end missing".
 * `batch` NULL: scans standard input. */
int digest_filter_read(struct digest_filter *p, FILE *batch, bool placed, struct err *err);

/* Returns the game of that name. NULL selects the first found that is or was on main; of none the
 * first found. ERR_AUTH, ERR_NOT_FOUND: there is none. */
const struct digest_filter_game *digest_filter_pick(
    const struct digest_filter *p, const char *name, struct err *err);

/* Returns the last digest of the sequence without gaps that begins at 0; -1 if digest 0 is
 * missing. */
int64_t digest_filter_end(const struct digest_filter_game *g);

/* Returns the number of the newest digest that is there, also after a gap; -1: none. */
int64_t digest_filter_newest(const struct digest_filter_game *g);

/* Appends the digests up to `end`, in order of number if digest_filter_end was called before. */
void digest_filter_text(const struct digest_filter_game *g, int64_t end, struct buf *out);

#endif
