#ifndef ADIT_REPO_GIT_H
#define ADIT_REPO_GIT_H

#include <stdbool.h>
#include <stddef.h>

#include "util/buf.h"
#include "util/err.h"

/*
 * git(1) in a player's clone. It runs with the user's own configuration, credentials and ssh, and
 * may ask on the terminal. No hook runs, and no branch, index or file of the clone changes.
 */
struct git {
	const char *dir; /* where it runs: a folder of the repository, borrowed */
	struct buf own;  /* adit's folder in it: GIT_DIR/adit */
};

enum { GIT_OBJECT_NAME = 64 }; /* hexadecimal digits, at most */

/* A git for reading alone, in `dir`: needs no git_open, and has no folder. */
#define GIT_IN(folder)                           \
	{                                        \
		.dir = (folder), .own = BUF_INIT \
	}

/* Finds the repository of `dir` and makes adit's folder in it. ERR_NOT_FOUND: there is none;
 * ERR_BUSY. Call git_close after every result. */
int git_open(struct git *g, const char *dir, struct err *err);
void git_close(struct git *g);

/*
 * Runs git with these arguments, which end with NULL. `in` is its standard input; NULL: none. Its
 * output and its error output are appended to `out` and `said`; NULL: dropped. Returns its exit
 * status, 128 and more if a signal ended it; -1 with ERR_BUSY or, without git, ERR_NOT_FOUND.
 */
int git_run(const struct git *g, const char *const *argv, const struct buf *in, struct buf *out,
    struct buf *said, struct err *err);

/* Appends the reason that git gave, without names and passwords of addresses. */
void git_reason(const struct buf *said, struct buf *out);

/* Sets ERR_BUSY with `what` and that reason. Returns -1. */
int git_fail(const char *what, const struct buf *said, struct err *err);

/* Reads objects by names that git knows, as "refs/heads/main:turns", in one process. */
struct git_objects;
struct git_objects *git_objects_open(const struct git *g, struct err *err); /* NULL: ERR_BUSY */
void git_objects_close(struct git_objects *o);                              /* o may be NULL */

struct git_object {
	char name[GIT_OBJECT_NAME + 1];
	struct buf text;
};
/* Reads an object of this type ("blob", "commit", "tree"). Returns 0; 1 if there is none, it is of
 * another type or has more than `limit` bytes; -1 with ERR_BUSY, and from then on. *out is replaced; the caller
 * releases out->text. */
int git_objects_read(struct git_objects *o, const char *name, const char *type, size_t limit,
    struct git_object *out, struct err *err);

/* Moves refs in one process, which git_objects_close ends. A ref only moves from `old`; "": it must
 * be new. All are moved at the end, or none; a failure is silent. */
struct git_objects *git_refs_open(const struct git *g, struct err *err); /* NULL: ERR_BUSY */
void git_refs_move(struct git_objects *refs, const char *ref, const char *commit, const char *old);

/* An entry of a tree. */
struct git_entry {
	const char *path; /* borrowed from the tree */
	bool is_tree, is_file;
	char name[GIT_OBJECT_NAME + 1];
};
/* Sets *e to the entry at *at, from 0 on, and moves *at. False at the end. */
bool git_tree_next(const struct git_object *tree, size_t *at, struct git_entry *e);

#endif
