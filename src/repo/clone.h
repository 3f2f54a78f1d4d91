#ifndef ADIT_REPO_CLONE_H
#define ADIT_REPO_CLONE_H

#include "player/player.h"
#include "record/user.h"

/*
 * Notes in a player's clone what they read: if the folder is in a git repository, refs/adit/main
 * moves to the main of origin, or to HEAD, that has every digest of the old one and whose new
 * digests are among those of r, which are verified. So the next order stands on what was read, even
 * if main is replaced. Reports an order of the seat that its branch has lost. A failure is silent: it
 * changes nothing about what was read.
 */
void clone_note_read(const struct user *u, const char *dir, const struct player_read *r);

#endif
