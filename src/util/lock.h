#ifndef ADIT_UTIL_LOCK_H
#define ADIT_UTIL_LOCK_H

#include <stdint.h>

#include "util/err.h"

/*
 * A lock between processes: fcntl(2) on a file, which is created with mode 0600. It ends with the
 * process, however that ends; it lasts across exec, and children do not have it. Returns the
 * descriptor that holds it, which shells leave alone. ERR_BUSY: another process has had it for
 * `seconds`, or the machine fails; ERR_CREATE: the file cannot be opened. A process that closes
 * another descriptor of the file loses the lock.
 */
int lock_take(const char *path, int64_t seconds, struct err *err);
/*
 * Locks a folder that exists, as platform_lock does, and waits for it. Returns the descriptor that
 * holds the lock; -1 if there is no such folder. Some file systems have no locks: the descriptor
 * holds none then.
 */
int lock_folder(const char *path);
void lock_free(int fd); /* of either; fd may be -1 */

#endif
