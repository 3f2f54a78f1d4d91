#ifndef ADIT_SERVICE_CONFINE_H
#define ADIT_SERVICE_CONFINE_H

#include <stdbool.h>
#include <stdint.h>

#include "record/user.h"
#include "util/buf.h"

/*
 * Confines this process for good, as far as the kernel supports it, before it parses bytes that a
 * stranger has made: files by Landlock, system calls by seccomp. Afterwards it opens only what was
 * allowed, runs no program, opens no socket, and reaches no other process; such calls fail. What is
 * open stays open. Without Landlock or seccomp, on other systems, and in builds for sanitizers,
 * coverage or with --disable-hardening, it restricts less, or nothing.
 *
 * A path is followed to what it names now: also a symbolic link.
 */
struct confine {
	int rules; /* of Landlock, or -1 */
	uint64_t known;
};

void confine_begin(struct confine *c);
/* Allows to read a file, or all below a folder. NULL, or what does not exist: nothing. */
void confine_read(const struct confine *c, const char *path);
/* Also to write, make and remove files and folders there; but no links. */
void confine_write(const struct confine *c, const char *path);
/* Allows to make or replace this file: to write in its folder, or the nearest one that exists. If the
 * path is a folder: as confine_write. Removes temporary files of dead processes. NULL: nothing. */
void confine_output(const struct confine *c, const char *path);
/*
 * Allows what a player's verb needs: to read the home and the key of -k, and to write the record, if
 * `writes`, which makes its folder if there is none. Follows the links to folders of the record.
 */
void confine_home(const struct confine *c, const struct user *u, bool writes);
/* From here on it holds. Call it after every confine_begin. */
void confine_end(struct confine *c);

/* Appends what this kernel and this build support, as words. */
void confine_words(struct buf *out);

#endif
