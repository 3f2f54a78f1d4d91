#ifndef ADIT_REPO_EARLIER_H
#define ADIT_REPO_EARLIER_H

#include "player/player.h"
#include "record/user.h"
#include "repo/git.h"

/* An order below inbox/ of a commit. */
struct earlier {
	char object[GIT_OBJECT_NAME + 1];
	char hash[HASH_TEXT + 1];
	bool is_there; /* the branch of the seat has it */
	bool is_over;  /* it is in a digest, refused, or too late */
};

struct earlier_list {
	size_t n;
	struct earlier *at;
};

/* Adds the orders of a commit that the list lacks, oldest first. is_there: they are on the branch.
 * ERR_BUSY. */
int earlier_add(struct earlier_list *list, struct git_objects *objects, const char *commit,
    bool is_there, struct err *err);
void earlier_release(struct earlier_list *list);

/* Marks the orders that are over, and reports them if `says`. `receipt`: a receipt of the seat, which
 * may be anything; or empty. ERR_BUSY. */
int earlier_judge(struct earlier_list *list, const struct user *u, const struct player_read *r,
    const char *seat, const struct buf *receipt, bool says, struct err *err);

#endif
