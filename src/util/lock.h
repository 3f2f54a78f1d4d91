#ifndef ADIT_UTIL_LOCK_H
#define ADIT_UTIL_LOCK_H

#include "util/err.h"

/*
 * A lock between processes: fcntl(2) on a file, which is created with mode 0600. It ends with the
 * process, however that ends; it lasts across exec, and children do not have it. Returns the
 * descriptor that holds it; -1 with ERR_BUSY if another process has had it for `seconds`, or if the
 * file cannot be opened. A process must not open the file otherwise.
 */
int lock_take(const char *path, int seconds, struct err *err);
void lock_free(int fd); /* fd may be -1 */

#endif
