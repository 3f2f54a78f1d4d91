#ifndef ADIT_CLI_DIGEST_FILTER_H
#define ADIT_CLI_DIGEST_FILTER_H

#include "cli/cmd.h"

/*
 * Digests out of what may be from anywhere: each that the key of ctx has signed, by its game and once; what else
 * is there is left out.
 */
struct digest_filter {
	const struct ctx *ctx;
	bool is_quiet; /* else what is left out is told */
	char host[SIGN_TEXT + 1];
	bool any; /* there was a digest, whoever signed it */
	size_t n_game;
	struct digest_filter_game *game; /* in the order in which they came */
};

struct digest_filter_game {
	char game[ORDER_BLOCK_GAME_MAX + 1];
	int64_t n_counted;
	struct buf text; /* each without what stands behind its signature */
	size_t n_digest;
	struct digest_filter_digest {
		int64_t n;
		size_t at, len;
	} * digest;
};

/* ctx->key is the one that counts.  Always digest_filter_release. */
void digest_filter_init(struct digest_filter *p, const struct ctx *ctx, bool is_quiet);
void digest_filter_release(struct digest_filter *p);

/* The bytes of a file, or of many one behind the other.  counts: its digests say which game is meant. */
void digest_filter_add(struct digest_filter *p, const char *s, size_t n, bool counts);

/* Standard input; batch: as `git cat-file --batch` prints it, of which the files before number `has` count. */
int digest_filter_read(struct digest_filter *p, bool batch, int64_t has, struct err *err);

/* The game of that name; NULL: the one with the most digests that count, of such the first that came.
 * ERR_AUTH, ERR_NOT_FOUND: there is none. */
const struct digest_filter_game *digest_filter_pick(
    const struct digest_filter *p, const char *name, struct err *err);

/* The last of its digests that follow each other from 0 on without a hole; -1: there is no digest 0. */
int64_t digest_filter_end(const struct digest_filter_game *g);

/* Append the digests up to that one. */
void digest_filter_text(const struct digest_filter_game *g, int64_t end, struct buf *out);

#endif
