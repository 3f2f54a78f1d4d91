#ifndef ADIT_TERM_WATCH_H
#define ADIT_TERM_WATCH_H

#include <stddef.h>

/*
 * Watches folders for new files.
 *
 * watch_open returns a descriptor that becomes readable when a file in one of the folders was
 * finished or moved there. It returns -1 if the system does not support it or has no watches
 * left. Changes by other machines (network file systems) may be missed, so the caller must also
 * poll at times.
 */
int watch_open(const char *const *folder, size_t n);
void watch_clear(int fd); /* discards pending events; fd -1: does nothing */

#endif
