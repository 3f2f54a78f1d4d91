#ifndef ADIT_RECORD_FOLDER_H
#define ADIT_RECORD_FOLDER_H

#include <stdbool.h>
#include <stdint.h>

#include "util/buf.h"
#include "util/err.h"

/*
 * Digests in files: a game's folder holds turns/000000.txt, turns/000001.txt ...
 */

/* Append "DIR/turns/000042.txt". */
void folder_file(const char *dir, int64_t n, struct buf *out);

/* Make DIR/turns. */
int folder_make(const char *dir, struct err *err);

/* Write digest n there, whole or not at all; nothing to do if it is there already.  ERR_CREATE: a
 * file of that name holds something else. */
int folder_write(const char *dir, int64_t n, const char *text, size_t len, struct err *err);

/* Does DIR/turns hold exactly this digest n? */
bool folder_has(const char *dir, int64_t n, const char *text, size_t len);

/* Append the digests of a folder: its turns/ or, if there are none, those in itself; all numbered .txt
 * files in order of their numbers, or only the last if `newest`.  ERR_NOT_FOUND: there are none. */
int folder_add(const char *dir, bool newest, struct buf *out, struct err *err);

/* Append a file of digests ("-": descriptor 0); ERR_SYNTAX: all together are more than any game's. */
int folder_add_file(const char *file, struct buf *out, struct err *err);

#endif
