/*
 * Tables that messages name.
 *
 * (T1) A table is opened as by every verb that makes digests. An older copy is refused.
 * (T2) If a table cannot be opened, only messages for this table wait.
 */
#include "service/mail_tables.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "mail/send.h"
#include "record/home.h"
#include "service/deliver.h"
#include "service/tables.h"
#include "service/today.h"
#include "util/mem.h"
#include "util/platform.h"

static void
use(struct table_run *run, const struct mail_table *t)
{
	run->host = t->host;
	run->path = t->path;
}

static int
refuse_name(const char *path, const char *game, struct err *err)
{
	(void)err_set(err, ERR_BUSY, "%s holds game %s, whose file in this folder is %s.db", path,
	    game, game);
	return err_hint(err, "rename it, or take it away");
}

/* In a folder a table is named after its game. */
static int
check_name(struct host *host, const char *path, const char *want, struct err *err)
{
	char game[ORDER_BLOCK_GAME_MAX + 1];
	struct hash first;

	if (want[0] == '\0')
		return 0;
	if (host_identity(host, game, &first, err) < 0)
		return -1;
	return strcmp(game, want) == 0 ? 0 : refuse_name(path, game, err);
}

/* (T1) Moves *path. */
static int
open_table(struct mail_tables *m, const char *game, char *path, struct err *err)
{
	struct mail_table *t = &m->open[m->n_open];
	struct table_run *run = m->run;

	*t = (struct mail_table){ .path = path };
	memcpy(t->game, game, strlen(game) + 1);
	run->path = path;
	if (today_open(run, true, err) < 0) {
		free(path);
		return -1;
	}
	t->host = run->host;
	m->n_open++;
	use(run, t);
	if (check_name(t->host, path, game, err) < 0 || today_check(run, err) < 0 ||
	    (run->user->key == NULL && table_run_load_key(run, err) < 0) ||
	    deliver_begin(run, NULL, err) < 0) {
		host_close(t->host);
		free(path);
		m->n_open--;
		return -1;
	}
	return 0;
}

/* Appends the path of the table of this game, or nothing. */
static int
find_path(struct mail_tables *m, const char *game, struct buf *path, struct err *err)
{
	struct stat st;
	int result;

	buf_str(path, m->where);
	if (!m->is_folder)
		return 0;
	buf_fmt(path, "/%s.db", game);
	/* If it cannot be examined, it may exist. */
	if (stat(path->p, &st) == 0 || errno != ENOENT)
		return 0;
	buf_clear(path);
	for (unsigned i = 0; i < m->n_missing; i++)
		if (strcmp(m->missing[i], game) == 0)
			return 0;
	if (m->n_missing == MAIL_TABLES_MISSING)
		return 0;
	result = tables_find(m->run, m->where, game, path, err);
	if (result == 0 && path->n > 0) {
		result = refuse_name(path->p, game, err);
		buf_clear(path);
	} else if (result == 0) {
		memcpy(m->missing[m->n_missing++], game, strlen(game) + 1);
	}
	return result;
}

/* (T2) Returns -1 if the table could not be opened before. */
static int
check_closed(struct mail_tables *m, const char *game, struct err *err)
{
	for (size_t i = 0; i < m->n_closed; i++) {
		if (strcmp(m->closed[i].game, game) != 0)
			continue;
		*err = m->closed[i].why;
		m->is_closed = true;
		return -1;
	}
	return 0;
}

/* (T2) */
static int
note_closed(struct mail_tables *m, const char *game, const struct err *err)
{
	struct mail_table_closed *c = &m->closed[m->n_closed];

	if (m->n_closed == MAIL_TABLES_CLOSED)
		return -1;
	memcpy(c->game, game, strlen(game) + 1);
	c->why = *err;
	m->n_closed++;
	m->is_closed = true;
	return -1;
}

/* Opens the table of this game, if there is one. */
static int
look_for(struct mail_tables *m, const char *game, struct mail_table **out, struct err *err)
{
	struct buf path = BUF_INIT;
	int result = check_closed(m, game, err);

	if (result < 0)
		return -1;
	result = find_path(m, game, &path, err);
	if (result == 0 && path.n > 0 && (result = open_table(m, game, mem_dup(path.p), err)) == 0)
		*out = &m->open[m->n_open - 1];
	buf_release(&path);
	return result == 0 ? 0 : note_closed(m, game, err);
}

int
mail_tables_find(
    struct mail_tables *m, const char *game, bool opens, struct host **out, struct err *err)
{
	struct mail_table *t = NULL;

	*out = NULL;
	if (!m->is_folder)
		game = "";
	for (size_t i = 0; i < m->n_open && t == NULL; i++)
		if (strcmp(m->open[i].game, game) == 0)
			t = &m->open[i];
	if (t == NULL && opens && (!m->is_folder || home_is_game(game)) &&
	    look_for(m, game, &t, err) < 0)
		return -1;
	if (t != NULL) {
		use(m->run, t);
		*out = t->host;
	}
	return 0;
}

void
mail_tables_close(struct mail_tables *m)
{
	int timer = m->timer >= 0 ? dup(m->timer) : platform_timer(MAIL_SEND_SECONDS);
	bool over = false;

	while (m->n_open > 0) {
		struct mail_table *t = &m->open[--m->n_open];
		struct err why = ERR_INIT;

		use(m->run, t);
		if (!over && mail_flush_send(m->run, m->how, timer, &over, &why) < 0)
			output_say(m->run->user->out, "%s", why.msg);
		host_close(t->host);
		free(t->path);
	}
	if (timer >= 0)
		(void)close(timer);
	m->run->host = NULL;
	m->run->path = NULL;
}
