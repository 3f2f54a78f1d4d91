#ifndef ADIT_REPO_CLONE_H
#define ADIT_REPO_CLONE_H

#include "player/player.h"
#include "record/user.h"

/*
 * Notes in a player's clone what they read. clone_note_read: refs/adit/main moves to the main of
 * origin, or to HEAD, that has every digest of the old one and whose new digests are among those of
 * r, which are verified. So the next order stands on what was read, even if main is replaced.
 * Reports an order of the seat that its branch has lost. A failure is silent: it changes nothing
 * about what was read.
 *
 * clone_open starts git, and returns NULL if the folder is not in a repository. The other functions
 * start no program.
 */
struct clone;
struct clone *clone_open(const char *dir);
void clone_note_read(struct clone *c, const struct user *u, const struct player_read *r);
void clone_close(struct clone *c); /* c may be NULL */

#endif
