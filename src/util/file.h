#ifndef ADIT_UTIL_FILE_H
#define ADIT_UTIL_FILE_H

#include <dirent.h>
#include <stdbool.h>
#include <stddef.h>

#include "util/buf.h"
#include "util/err.h"

/* Whole files. For public data only (secret files: keyfile_create of seal/key.h). */

/* Appends all of path ("-": descriptor 0) to out. ERR_SYNTAX: above `limit` bytes, or a folder;
 * ERR_NOT_FOUND: missing; ERR_BUSY: machine failure. */
int file_read(const char *path, size_t limit, struct buf *out, struct err *err);

/*
 * Like file_read, for a file that the user did not name. file_read_at reads `name` in the open
 * folder `at`; messages call it `shown`. file_read_nofollow reads a path. Neither follows a link
 * nor waits for the writer of a FIFO. ERR_CORRUPT: not a regular file.
 */
int file_read_at(
    int at, const char *name, const char *shown, size_t limit, struct buf *out, struct err *err);
int file_read_nofollow(const char *path, size_t limit, struct buf *out, struct err *err);

/* Checks that a regular file, or nothing, is at path. ERR_CORRUPT: something else is. */
int file_check_kind(const char *path, struct err *err);

/* Checks that the path leads somewhere, or that only names at its end are missing. ERR_CORRUPT: a
 * link leads nowhere, or something else is in the place of a folder. */
int file_check_way(const char *path, struct err *err);

/* For a path that is missing: the same check, with ERR_NOT_FOUND. */
int file_check_missing(const char *path, struct err *err);

/* Replaces path atomically: writes a temporary file beside it, fsyncs, renames, and fsyncs the
 * folder. Removes temporary files of dead processes. ERR_CREATE: something else is there, or no
 * folder; ERR_BUSY: machine failure. */
int file_write(const char *path, const void *p, size_t n, struct err *err);

/* Like file_write, for `name` in an open folder. */
int file_write_at(
    int at, const char *name, const char *shown, const void *p, size_t n, struct err *err);

/* Appends n bytes to a file of `was` bytes and syncs it. After a power cut part of the data may be
 * present. Returns 0; 1 if the file has changed (nothing written); -1 with ERR_BUSY. */
int file_append(const char *path, size_t was, const void *p, size_t n, struct err *err);

/* Removes temporary files of dead processes beside path. */
void file_remove_stale(const char *path);

/* Like file_write, for `name` in an open folder and without fsync. A reader never sees a part, but
 * a power cut may lose the file. For files that can be made again, such as pages. */
int file_write_nosync(
    int at, const char *name, const char *shown, const void *p, size_t n, struct err *err);

/* Like file_write_nosync, but syncs the file, not its folder, and creates it with mode 0600.
 * ERR_CREATE if `name` is a symbolic link. */
int file_write_private(
    int at, const char *name, const char *shown, const void *p, size_t n, struct err *err);

/* Write a large file in pieces. file_temp_open opens a temporary file beside `name` for writing and
 * puts its name into tmp. file_temp_commit renames it to `name`. Both return -1 with errno on
 * failure. The caller closes the descriptor, and unlinks the file if it is not committed. */
int file_temp_open(int at, const char *name, struct buf *tmp);
int file_temp_commit(int at, const char *name, const struct buf *tmp);

/* Returns the next entry of a folder. NULL: the end if errno is 0, else a read error. */
struct dirent *file_next(DIR *d);

/* Returns the error code for errno: `path` if the named file is the cause, else ERR_BUSY. */
enum err_code file_err_code(int error, enum err_code path);

/* Building blocks for other ways of writing. They return 0, or -1 with errno. A file system that
 * cannot sync a folder is accepted. */
int file_put(int fd, const void *p, size_t n);
/* appends; returns 1 if there are more than limit bytes */
int file_get(int fd, size_t limit, struct buf *out);
int file_sync_folder(const char *folder);

/* Opens a log to append to; a new one is for its owner alone. Returns the descriptor, or -1 with
 * errno. No call waits for the reader of a FIFO: if there is none, or it is too slow, it fails. */
int file_open_log(const char *path);

/* Returns the folder of path; the caller frees it. */
char *file_folder(const char *path);

/* True for a git repository or a folder inside one, as git also searches parents. */
bool file_is_in_repository(const char *dir);

/* Returns 1 if path is a folder, 0 if it is something else or missing; -1 with ERR_BUSY: unknown. */
int file_is_folder(const char *path, struct err *err);

/* Like mkdir -p, with mode 0777 & ~umask (0700 if private_dir). New folders survive a power cut. */
int file_mkdirs(const char *path, int private_dir, struct err *err);

#endif
