#ifndef ADIT_CLI_PRACTICE_H
#define ADIT_CLI_PRACTICE_H

#include "cli/cmd.h"

/*
 * A practice game: a table on this machine against players of src/bot, played in a session like any other (cli/play.h).
 * Its host, its seats with their keys, its game file and its record are real ones, in a folder of its own, which is
 * also the home of the session.
 */
struct practice_want {
	const struct rules *rules;
	const char *against; /* "greedy,random": a seat each, behind the player's */
	const char *seed; /* hexadecimal, or NULL: chosen; keys, deal and choices follow from it */
	const char *
	    keep; /* a folder that is made, or gone on with; NULL: one that is removed at the end */
	const struct opt_list *option;
	bool plain;
};

/* ERR_USAGE: what was asked for is no such game, or not the one in `keep`; ERR_BUSY: it is played elsewhere. */
int practice_play(struct ctx *ctx, const struct practice_want *want, struct err *err);

/*
 * Such a folder (practice_folder.c).  It holds: practice, what was asked for; lock; home/; game.db; turns/.
 */
struct practice_folder {
	struct buf path;
	int lock; /* held */
	bool is_kept;
};

/* keep: a folder, or NULL: a new one in $TMPDIR, private; what dead sessions have left there goes.
 * ERR_CREATE: something else is in it. */
int practice_open(struct practice_folder *f, const char *keep, struct err *err);
/* It stays if it is kept, else it goes with all that is in it. */
void practice_close(struct practice_folder *f);

/* Run the session so that the folder of a game that is not kept goes, whatever ends it: in a process of its own, whose
 * end this one waits for and shares, and returns only there. */
void practice_guard(struct practice_folder *f);

/* What was asked for, in a few lines: written, or if they stand there already the same, but for a seed that was not
 * given: that is read.  ERR_USAGE: another game stands there.  seed: "" or as given. */
int practice_note(
    const struct practice_folder *f, const char *game, struct buf *seed, struct err *err);

#endif
