#ifndef ADIT_TESTS_FAULT_RECORD_H
#define ADIT_TESTS_FAULT_RECORD_H

#include <stdint.h>
#include <stdio.h>

#include "calls.h"

/* What a call is about, looked up before the call changes it. */
struct change {
	char path[2][4096]; /* absolute; empty: none */
	uint64_t file;      /* inode of path[0] before the call, or 0 */
};

/*
 * Writes what calls change in the files of a folder, a line each, with tabs between its words:
 *
 *	create PATH INODE	an empty file
 *	mkdir PATH INODE
 *	rename OLD NEW INODE
 *	link OLD NEW INODE
 *	unlink PATH INODE	also rmdir
 *	write INODE OFFSET HEX
 *	size INODE BYTES	the file is cut or grows
 *	sync INODE		also of a folder
 *	syncall
 *	out PID FD HEX		what was written to another file or pipe
 *	mapped INODE		it can be changed in memory, which is not recorded
 */
void record_before(const struct call *c, const char *root, struct change *change);
void record_after(
    FILE *to, const struct call *c, const char *root, int64_t result, const struct change *change);

#endif
