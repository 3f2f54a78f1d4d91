/* The games of a home. */
#include "record/home.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "util/file.h"
#include "util/lock.h"
#include "util/mem.h"

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

/* ---- locking ------------------------------------------------------------------------------------ */

int
home_lock(const char *home, const char *game, struct home_hold *hold, struct err *err)
{
	struct buf games = BUF_INIT, folder = BUF_INIT;
	int result;

	hold->fd = -1;
	if (home_folder(home, game, &folder, err) < 0)
		return -1;
	buf_fmt(&games, "%s/games", home);
	result = file_mkdirs(games.p, 1, err);
	if (result == 0) {
		hold->fd = lock_folder(games.p);
		result = file_mkdirs(folder.p, 1, err);
	}
	if (result < 0)
		home_unlock(hold);
	buf_release(&games);
	buf_release(&folder);
	return result;
}

void
home_unlock(struct home_hold *hold)
{
	lock_free(hold->fd);
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
