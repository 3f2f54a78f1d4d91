#ifndef ADIT_UTIL_FILE_H
#define ADIT_UTIL_FILE_H

#include <dirent.h>
#include <stddef.h>

#include "util/buf.h"
#include "util/err.h"

/* Whole files; nothing here is secret (secret files: keyfile_create of seal/key.h). */

/* Read all of path ("-": descriptor 0), at most `limit` bytes: more is ERR_SYNTAX "too large";
 * a missing file ERR_NOT_FOUND, a folder ERR_SYNTAX, trouble of the machine ERR_BUSY.  Appends to out. */
int file_read(const char *path, size_t limit, struct buf *out, struct err *err);

/*
 * The same of a file that nobody named, but that we look for where we keep such: `name` in the open
 * folder `at`, which messages call `shown`; or a path.  It is opened without following a link and
 * without waiting, as for the writer of a FIFO: what is no plain file is ERR_CORRUPT.
 */
int file_read_at(
    int at, const char *name, const char *shown, size_t limit, struct buf *out, struct err *err);
int file_read_nofollow(const char *path, size_t limit, struct buf *out, struct err *err);

/* Make path hold exactly these bytes or what it held before: a new file beside it, fsync,
 * rename, fsync of the folder.  What dead runs left unfinished beside it goes.  ERR_CREATE: something else
 * is there, or no folder for it; ERR_BUSY. */
int file_write(const char *path, const void *p, size_t n, struct err *err);

/* Make a file of `was` bytes longer, and sync it; a power cut may leave a part of that.  1: it is not that file any
 * more, nothing was written; -1, ERR_BUSY. */
int file_append(const char *path, size_t was, const void *p, size_t n, struct err *err);

/* Remove what dead runs left unfinished beside path. */
void file_remove_stale(const char *path);

/* As file_write, of `name` in an open folder and without the fsyncs: nobody ever sees half of it, but a power
 * cut may lose it.  For what can be written again from elsewhere, as digests from the game file. */
int file_write_nosync(
    int at, const char *name, const char *shown, const void *p, size_t n, struct err *err);

/* The same of what only its owner may read, mode 0600 from its first byte on.  A link is not followed: ERR_CREATE. */
int file_write_private(
    int at, const char *name, const char *shown, const void *p, size_t n, struct err *err);

/* The same in pieces, of what is too long for memory: a new file beside `name`, open to be written, whose name
 * goes to tmp; and it is `name`.  -1 with errno; the caller closes it, and unlinks what is not put there. */
int file_temp_open(int at, const char *name, struct buf *tmp);
int file_temp_commit(int at, const char *name, const struct buf *tmp);

/* The next entry of a folder.  NULL: errno is 0 at the end, else the folder cannot be read. */
struct dirent *file_next(DIR *d);

/* What can be done about errno: `path` if what is named is to blame; else it is the machine, ERR_BUSY. */
enum err_code file_err_code(int error, enum err_code path);

/* The pieces of that, for files that are written otherwise; 0, or -1 with errno.  A folder of a file
 * system that has nothing to sync is fine. */
int file_put(int fd, const void *p, size_t n);
int file_get(int fd, size_t limit, struct buf *out); /* appends; 1: more than limit bytes */
int file_sync_folder(const char *folder);

/* The folder that path lies in; the caller frees it. */
char *file_folder(const char *path);

/* mkdir -p with mode 0777 & ~umask (0700 if private_dir). */
int file_mkdirs(const char *path, int private_dir, struct err *err);

#endif
