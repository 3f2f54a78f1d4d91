#ifndef ADIT_TERM_WATCH_H
#define ADIT_TERM_WATCH_H

#include <stddef.h>

/*
 * Whether something comes into folders, without looking into them all the time.
 *
 * A descriptor that is readable when a file of one of these folders was finished or moved there, or -1: this machine
 * has no such thing, or has no more of it.  What other machines put there may go unnoticed (network file systems):
 * who watches looks by himself now and then, too.
 */
int watch_open(const char *const *folder, size_t n);
void watch_clear(int fd); /* what it told is known; -1: nothing to do */

#endif
