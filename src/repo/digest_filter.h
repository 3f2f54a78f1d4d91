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

struct digest_filter_game {
	char game[ORDER_BLOCK_GAME_MAX + 1];
	int64_t n_counted;
	struct buf text; /* digests without the text after their signature */
	size_t n_digest;
	struct digest_filter_digest {
		int64_t n;
		size_t at, len;
	} * digest;
};

/* u->key is the accepted key. Call digest_filter_release after every result. */
void digest_filter_init(struct digest_filter *p, const struct user *u, bool is_quiet);
void digest_filter_release(struct digest_filter *p);

/* Scans n bytes that hold one or more files. If `counts`, its digests are counted to select the
 * game. */
void digest_filter_add(struct digest_filter *p, const char *s, size_t n, bool counts);

/* Scans standard input, whose digests do not count. If `batch` is not NULL, it scans that instead,
 * the output of `git cat-file --batch`, and only the files before number `has` count. */
int digest_filter_read(struct digest_filter *p, FILE *batch, int64_t has, struct err *err);

/* Returns the game of that name. NULL selects the game with the most counted digests; of
 * several, the first found. ERR_AUTH, ERR_NOT_FOUND: there is none. */
const struct digest_filter_game *digest_filter_pick(
    const struct digest_filter *p, const char *name, struct err *err);

/* Returns the last digest of the sequence without gaps that begins at 0; -1 if digest 0 is
 * missing. */
int64_t digest_filter_end(const struct digest_filter_game *g);

/* Appends the digests up to `end`, in order of number if digest_filter_end was called before. */
void digest_filter_text(const struct digest_filter_game *g, int64_t end, struct buf *out);

#endif
