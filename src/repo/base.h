#ifndef ADIT_REPO_BASE_H
#define ADIT_REPO_BASE_H

#include "player/player.h"
#include "repo/git.h"

/* A main, and the tree of its digests. */
struct base {
	char commit[GIT_OBJECT_NAME + 1]; /* "": none */
	struct git_object turns;
};
void base_release(struct base *b);

/* Reads the commit that a ref names. Returns 1 if there is none. ERR_BUSY. */
int base_read(struct base *b, struct git_objects *objects, const char *ref, struct err *err);

/* Returns NULL if a has each digest of b, else the first file that it lacks, borrowed from b. */
const char *base_lacks(const struct base *a, const struct base *b);

/* Sets *found to the first file of digests that `b` has, `from` lacks, and is not among the verified
 * digests of r with its number; NULL: none. Borrowed from b. ERR_BUSY. */
int base_unverified(const struct base *b, const struct base *from, struct git_objects *objects,
    const struct player_read *r, const char **found, struct err *err);

/* Sets the name of the game that digest 0 claims, or "". */
void base_game(
    const struct base *b, struct git_objects *objects, char game[static ORDER_BLOCK_GAME_MAX + 1]);

/* Appends all digests. ERR_BUSY. */
int base_digests(
    const struct base *b, struct git_objects *objects, struct buf *out, struct err *err);

#endif
