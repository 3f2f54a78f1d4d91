/*
 * One table, or a folder of tables.
 *
 * (W1) Names are listed before any file is read. A journal created later belongs to a change that
 *      is visible in its file.
 * (W2) In a folder a table is named after its game, so a copy beside it has no effect.
 */
#include "service/tables.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "record/keys.h"
#include "service/today.h"
#include "record/folder.h"
#include "record/rollback.h"
#include "util/file.h"
#include "util/mem.h"

static const char suffix[] = ".db";

/* Names in a folder, sorted by strcmp. */
struct listed {
	struct buf text; /* each ends with NUL */
	size_t n;
	const char **at;
};

struct walk {
	struct table_run *run;
	const struct tables_verb *verb;
	void *arg;
	const char *where;
	int folder;
	struct table_index *index; /* may be NULL */
	struct listed tables, journals;
	bool failed;
};

bool
tables_is_folder(const char *where)
{
	struct stat st;

	return stat(where, &st) == 0 && S_ISDIR(st.st_mode);
}

/* ---- names --------------------------------------------------------------------------------------- */

static bool
ends(const char *name, const char *with)
{
	const size_t n = strlen(name), m = strlen(with);

	return n > m && name[0] != '.' && strcmp(name + n - m, with) == 0;
}

static void
add(struct listed *l, const char *name)
{
	buf_add(&l->text, name, strlen(name) + 1);
	l->n++;
}

static int
by_name(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void
sort(struct listed *l)
{
	const char *p = l->text.p;

	l->at = mem_zero(l->n, sizeof *l->at);
	for (size_t i = 0; i < l->n; i++, p += strlen(p) + 1)
		l->at[i] = p;
	if (l->n > 0)
		qsort(l->at, l->n, sizeof *l->at, by_name);
}

static void
forget(struct listed *l)
{
	buf_release(&l->text);
	free(l->at);
}

/* (W1) */
static int
list(struct walk *w, struct err *err)
{
	int copy = fcntl(w->folder, F_DUPFD_CLOEXEC, 0);
	DIR *d = copy >= 0 ? fdopendir(copy) : NULL;

	if (d == NULL) {
		if (copy >= 0)
			(void)close(copy); /* nothing was read */
		return err_set(err, ERR_BUSY, "%s: %s", w->where, strerror(errno));
	}
	for (struct dirent *e = file_next(d); e != NULL; e = file_next(d)) {
		if (ends(e->d_name, suffix))
			add(&w->tables, e->d_name);
		else if (ends(e->d_name, ".db-journal") || ends(e->d_name, ".db-wal"))
			add(&w->journals, e->d_name);
	}
	if (errno != 0)
		(void)err_set(err, ERR_BUSY, "%s: %s", w->where, strerror(errno));
	(void)closedir(d); /* only read from */
	sort(&w->tables);
	sort(&w->journals);
	return err->code == ERR_NONE ? 0 : -1;
}

static bool
has_journal(const struct listed *journals, const char *name)
{
	size_t low = 0, high = journals->n;
	const size_t n = strlen(name);

	while (low < high) {
		const size_t middle = low + (high - low) / 2;
		const int order = strncmp(journals->at[middle], name, n);

		if (order == 0 && journals->at[middle][n] == '-')
			return true;
		if (order < 0 || (order == 0 && journals->at[middle][n] < '-'))
			low = middle + 1;
		else
			high = middle;
	}
	return false;
}

/* ---- a table -------------------------------------------------------------------------------------- */

/* (W2) Returns 1 if the file is not named after its game and is skipped. */
static int
check_name(struct table_run *run, const char *path, struct err *err)
{
	const char *name = strrchr(path, '/') + 1;
	char game[ORDER_BLOCK_GAME_MAX + 1];
	struct hash first;
	size_t n;

	if (host_identity(run->host, game, &first, err) < 0)
		return -1;
	n = strlen(game);
	if (strncmp(name, game, n) == 0 && strcmp(name + n, suffix) == 0)
		return 0;
	/* Also if the verb is quiet, as under cron: mail servers never pass a folder. */
	output_say_always(run->user->out,
	    "%s has game %s, whose file in this folder is %s%s: skipped", path, game, game, suffix);
	return 1;
}

static int
one(struct table_run *run, const char *path, const struct tables_verb *verb, void *arg,
    struct table_index_found *found, struct err *err)
{
	int result = 0;

	run->path = path;
	if (!verb->any_name)
		result = today_open(run, false, err);
	if (result == 0 && found != NULL && !verb->any_name)
		result = check_name(run, path, err);
	if (result == 0)
		result = verb->each(run, arg, found, err);
	host_close(run->host);
	run->host = NULL;
	run->path = NULL;
	return result < 0 ? -1 : 0;
}

int
tables_write(struct table_run *run, struct err *err)
{
	host_close(run->host);
	run->host = NULL;
	return host_open(&run->host, run->path, true, run->user->games, err);
}

/* True if the index may be used: not for a link or a file with another name, whose journal would
 * be elsewhere. */
static bool
is_plain(const struct walk *w, const char *name, struct stat *st)
{
	return fstatat(w->folder, name, st, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(st->st_mode) &&
	    st->st_nlink == 1 && !has_journal(&w->journals, name);
}

static bool
is_same(const struct stat *a, const struct stat *b)
{
	return a->st_dev == b->st_dev && a->st_ino == b->st_ino && a->st_size == b->st_size &&
	    a->st_mtim.tv_sec == b->st_mtim.tv_sec && a->st_mtim.tv_nsec == b->st_mtim.tv_nsec &&
	    a->st_ctim.tv_sec == b->st_ctim.tv_sec && a->st_ctim.tv_nsec == b->st_ctim.tv_nsec;
}

static bool
is_known(struct walk *w, const char *path, const struct buf *text)
{
	bool known;

	w->run->path = path;
	known = text != NULL && w->verb->known(w->run, w->arg, text);
	w->run->path = NULL;
	return known;
}

static void
visit(struct walk *w, const char *name, struct err *err)
{
	struct table_index_found found = { .until = 0 };
	struct buf path = BUF_INIT;
	struct err why = ERR_INIT;
	struct stat st, then;
	bool plain = w->index != NULL && is_plain(w, name, &st);

	buf_dir(&path, w->where);
	buf_str(&path, name);
	if (w->index != NULL &&
	    is_known(
		w, path.p, table_index_find(w->index, name, plain ? &st : NULL, w->run->user->now)))
		goto done;
	if (w->index != NULL)
		table_index_reading(w->index);
	if (one(w->run, path.p, w->verb, w->arg, &found, &why) == 0) {
		if (plain && found.until > found.from && is_plain(w, name, &then) &&
		    is_same(&st, &then))
			table_index_put(w->index, &st, &found);
	} else if (w->failed && !w->verb->any_name) {
		output_say_always(w->run->user->out, "%s", why.msg);
	} else if (!w->failed) {
		*err = why;
		w->failed = true;
	}
	buf_release(&found.text);
done:
	buf_release(&path);
}

/* ---- all of them ----------------------------------------------------------------------------------- */

static void
open_index(struct walk *w)
{
	if (w->verb->kind != NULL)
		w->index = table_index_open(w->folder, w->run->user->home, w->verb->kind);
}

static void
close_index(struct walk *w)
{
	unsigned n_false = w->index != NULL ? table_index_close(w->index) : 0;

	if (n_false > 0)
		output_say(w->run->user->out,
		    "%s/.adit-index is damaged: lines that are not believed: %u", w->where,
		    n_false);
}

bool
tables_nothing_to_do(struct table_run *run, void *arg, const struct buf *text)
{
	(void)run, (void)arg;
	return text->n == 0;
}

int
tables_each(struct table_run *run, const char *where, const struct tables_verb *verb, void *arg,
    struct err *err)
{
	struct walk w = { .run = run, .verb = verb, .arg = arg, .where = where };

	if (!tables_is_folder(where))
		return one(run, where, verb, arg, NULL, err);
	w.folder = open(where, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (w.folder < 0)
		return err_set(err, ERR_BUSY, "%s: %s", where, strerror(errno));
	w.failed = list(&w, err) < 0;
	if (!w.failed) {
		open_index(&w);
		for (size_t i = 0; i < w.tables.n; i++)
			visit(&w, w.tables.at[i], err);
		close_index(&w);
		if (w.tables.n == 0 && !verb->any_name)
			output_say_always(
			    run->user->out, "no table in %s: no file GAME%s", where, suffix);
	}
	forget(&w.tables);
	forget(&w.journals);
	(void)close(w.folder); /* only read from */
	return w.failed ? -1 : 0;
}

/* ---- one table ------------------------------------------------------------------------------- */

struct search {
	const char *game;
	struct buf *path;
};

/* A file that cannot be opened as a game does not match. Only ERR_BUSY is an error: that file
 * may be the one. */
static int
match_game(struct table_run *run, void *arg, struct table_index_found *found, struct err *err)
{
	const struct search *s = arg;
	char game[ORDER_BLOCK_GAME_MAX + 1];
	struct err why = ERR_INIT;
	struct hash first;

	(void)found;
	if (s->path->n > 0)
		return 0;
	if (host_open(&run->host, run->path, false, run->user->games, &why) == 0 &&
	    host_identity(run->host, game, &first, &why) == 0 && strcmp(game, s->game) == 0)
		buf_str(s->path, run->path);
	if (why.code != ERR_BUSY)
		return 0;
	*err = why;
	return -1;
}

int
tables_find(
    struct table_run *run, const char *folder, const char *game, struct buf *path, struct err *err)
{
	static const struct tables_verb verb = { .each = match_game, .any_name = true };
	struct search s = { game, path };
	struct buf home = BUF_INIT;
	struct err why = ERR_INIT, none = ERR_INIT;
	struct table_run own = *run;
	int result = 0;

	own.host = NULL;
	if (user_home(run->user, &home, &none) == 0 && rollback_any(home.p, game))
		result = tables_each(&own, folder, &verb, &s, &why);
	buf_release(&home);
	if (result == 0 || path->n > 0)
		return 0;
	*err = why;
	return -1;
}
