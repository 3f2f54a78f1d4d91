/*
 * The games of a home.
 *
 * (G1) Old files are moved one by one into a folder beside them, which is renamed last. So a later
 *      run completes an interrupted one.
 */
#include "record/home.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/file.h"
#include "util/mem.h"
#include "util/platform.h"

bool
home_is_game(const char *s)
{
	return s[0] != '\0' && strlen(s) <= ORDER_BLOCK_GAME_MAX &&
	    s[strspn(s, "abcdefghijklmnopqrstuvwxyz0123456789-_")] == '\0';
}

int
home_folder(const char *home, const char *game, struct buf *out, struct err *err)
{
	if (!home_is_game(game))
		return err_set(err, ERR_SYNTAX, "\"%s\" is no name for a game", game);
	buf_fmt(out, "%s/games/%s", home, game);
	return 0;
}

/* ---- old files ---------------------------------------------------------------------------------- */

/* Paths of a game's files, new and old. */
struct places {
	struct buf folder, leaves, new, new_pins, new_leaves;
};

static void
places_make(struct places *p, const char *home, const char *game)
{
	*p = (struct places){ .folder = BUF_INIT };
	buf_fmt(&p->folder, "%s/games/%s", home, game);
	buf_fmt(&p->leaves, "%s.leaves", p->folder.p);
	buf_fmt(&p->new, "%s.new", p->folder.p);
	buf_fmt(&p->new_pins, "%s/pins", p->new.p);
	buf_fmt(&p->new_leaves, "%s/leaves", p->new.p);
}

static void
places_release(struct places *p)
{
	buf_release(&p->folder);
	buf_release(&p->leaves);
	buf_release(&p->new);
	buf_release(&p->new_pins);
	buf_release(&p->new_leaves);
}

static bool
is_kind(const char *path, mode_t kind)
{
	struct stat st;

	return lstat(path, &st) == 0 && (st.st_mode & S_IFMT) == kind;
}

bool
home_is_old(const char *home, const char *game)
{
	struct places p;
	bool is_old;

	places_make(&p, home, game);
	is_old = is_kind(p.folder.p, S_IFREG) || is_kind(p.new.p, S_IFDIR);
	places_release(&p);
	return is_old;
}

/* (G1) Returns 0, or -1 with errno. */
static int
move_old_files(const struct places *p)
{
	bool is_old = is_kind(p->folder.p, S_IFREG);

	if (!is_old && !is_kind(p->new.p, S_IFDIR))
		return 0;
	if (is_old && mkdir(p->new.p, 0700) < 0 && errno != EEXIST)
		return -1;
	if (is_kind(p->leaves.p, S_IFREG) && rename(p->leaves.p, p->new_leaves.p) < 0)
		return -1;
	if (is_old && rename(p->folder.p, p->new_pins.p) < 0)
		return -1;
	return rename(p->new.p, p->folder.p);
}

/* ---- locking ------------------------------------------------------------------------------------ */

int
home_lock(const char *home, const char *game, struct home_hold *hold, struct err *err)
{
	struct buf games = BUF_INIT, folder = BUF_INIT;
	struct places p;
	int result;

	hold->fd = -1;
	if (home_folder(home, game, &folder, err) < 0)
		return -1;
	buf_fmt(&games, "%s/games", home);
	places_make(&p, home, game);
	result = file_mkdirs(games.p, 1, err);
	if (result == 0) {
		hold->fd = open(games.p, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
		if (hold->fd >= 0)
			(void)platform_lock(hold->fd, true); /* some file systems have no locks */
		if (move_old_files(&p) < 0)
			result = err_set(err, file_err_code(errno, ERR_CREATE),
			    "cannot move %s into a folder: %s", folder.p, strerror(errno));
	}
	if (result == 0)
		result = file_mkdirs(folder.p, 1, err);
	if (result < 0)
		home_unlock(hold);
	places_release(&p);
	buf_release(&games);
	buf_release(&folder);
	return result;
}

void
home_unlock(struct home_hold *hold)
{
	if (hold->fd >= 0)
		(void)close(hold->fd); /* it was only locked */
	hold->fd = -1;
}

/* ---- listing ------------------------------------------------------------------------------------ */

static int
by_name(const void *a, const void *b)
{
	const struct home_game *x = a, *y = b;

	return strcmp(x->name, y->name);
}

int
home_list(const char *home, struct home_list *out, struct err *err)
{
	struct buf games = BUF_INIT, one = BUF_INIT;
	int result = 0;
	DIR *dir;

	*out = (struct home_list){ 0, NULL };
	buf_fmt(&games, "%s/games", home);
	dir = opendir(games.p);
	for (struct dirent *d = dir != NULL ? file_next(dir) : NULL; d != NULL;
	     d = file_next(dir)) {
		struct stat st;

		buf_clear(&one);
		buf_fmt(&one, "%s/%s", games.p, d->d_name);
		if (!home_is_game(d->d_name) || stat(one.p, &st) < 0 || !S_ISDIR(st.st_mode))
			continue;
		GROW(out->at, out->n);
		(void)memcpy(out->at[out->n++].name, d->d_name, strlen(d->d_name) + 1);
	}
	if (errno != 0 && errno != ENOENT)
		result = err_set(err, file_err_code(errno, ERR_CORRUPT),
		    "cannot list folder %s: %s", games.p, strerror(errno));
	if (dir != NULL)
		(void)closedir(dir); /* only read */
	if (out->n > 0)
		qsort(out->at, out->n, sizeof *out->at, by_name);
	if (result < 0)
		home_list_release(out);
	buf_release(&games);
	buf_release(&one);
	return result;
}

void
home_list_release(struct home_list *list)
{
	free(list->at);
	*list = (struct home_list){ 0, NULL };
}
