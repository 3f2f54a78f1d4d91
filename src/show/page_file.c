/*
 * Writes a page to a file.
 *
 * (P1) The folder that is checked is the folder that is written: it stays open. Its parents are
 *      found from the descriptor, not from a path that may change.
 * (P2) Parents are only traversed. If one may not be listed, as often /home, it contains nothing
 *      that matters here.
 */
#include "show/page_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/file.h"
#include "util/platform.h"

enum { DEPTH_MAX = 1000 };

static bool
is_same(const struct stat *a, const struct stat *b)
{
	return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* Returns 1 if `name` exists, 0 if not, or -1 with errno. (P2) Returns 0 if the folder may not
 * be searched. */
static int
has(int folder, const char *name, int flags, struct stat *st)
{
	if (fstatat(folder, name, st, flags) == 0)
		return 1;
	return errno == EACCES || file_err_code(errno, ERR_CREATE) == ERR_CREATE ? 0 : -1;
}

/* Sets *shared to the entry that shows that others get this folder, or NULL. Returns -1 with
 * errno if unknown. */
static int
find_shared(int folder, const char **shared)
{
	struct stat st;
	int git = has(folder, ".git", AT_SYMLINK_NOFOLLOW, &st);
	int turns = git == 0 ? has(folder, "turns", 0, &st) : 0;

	*shared = git > 0 ? ".git" : turns > 0 && S_ISDIR(st.st_mode) ? "turns/" : NULL;
	return git < 0 || turns < 0 ? -1 : 0;
}

/* (P1, P2) */
static int
check_private(int folder, const char *path, struct err *err)
{
	int at = dup(folder), up, error;
	struct stat here, above;

	for (unsigned depth = 0; at >= 0 && depth < DEPTH_MAX; depth++) {
		const char *shared;

		if (find_shared(at, &shared) < 0)
			break;
		if (shared != NULL) {
			(void)close(at); /* only read from */
			(void)err_set(err, ERR_CREATE,
			    "%s would lie in a folder with %s, or below it: others could get it",
			    path, shared);
			return err_hint(err, "write a private page elsewhere");
		}
		up = platform_open_above(at);
		if (up < 0 || fstat(at, &here) < 0 || fstat(up, &above) < 0) {
			(void)close(at); /* only read from */
			at = up;
			break;
		}
		(void)close(at); /* only read from */
		at = up;
		if (is_same(&here, &above)) {
			(void)close(at); /* only read from */
			return 0;
		}
	}
	error = errno;
	if (at >= 0)
		(void)close(at); /* only read from */
	return err_set(err, file_err_code(error, ERR_CREATE),
	    "cannot tell in which folders %s would lie: %s", path, strerror(error));
}

static const char *
name_in(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash != NULL ? slash + 1 : path;
}

int
page_file_open(struct page_file *f, const char *path, bool is_private, struct err *err)
{
	struct stat st;
	char *folder;

	*f = (struct page_file){ .path = path, .is_private = is_private, .folder = -1 };
	if (path == NULL)
		return 0;
	folder = file_folder(path);
	f->folder = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	free(folder);
	if (f->folder < 0)
		return err_set(err, file_err_code(errno, ERR_CREATE), "no folder for %s: %s", path,
		    strerror(errno));
	if (name_in(path)[0] == '\0' ||
	    (fstatat(f->folder, name_in(path), &st, AT_SYMLINK_NOFOLLOW) == 0 &&
		!S_ISREG(st.st_mode)))
		return err_set(err, ERR_CREATE, "%s exists and is not a regular file", path);
	return is_private ? check_private(f->folder, path, err) : 0;
}

int
page_file_write(const struct page_file *f, const struct buf *text, struct err *err)
{
	const char *name = name_in(f->path);

	return f->is_private ? file_write_private(f->folder, name, f->path, text->p, text->n, err) :
			       file_write_nosync(f->folder, name, f->path, text->p, text->n, err);
}

void
page_file_close(struct page_file *f)
{
	if (f->folder >= 0)
		(void)close(f->folder); /* only read from */
	f->folder = -1;
}
