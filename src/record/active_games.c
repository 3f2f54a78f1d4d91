/* The games of which this home has digests. */
#include "record/active_games.h"

#include <stdlib.h>
#include <string.h>

#include "record/keys.h"
#include "record/saved_digest.h"
#include "record/home.h"
#include "record/transcript.h"
#include "util/mem.h"
#include "wire/report.h"

/* The newest digest of a game. */
struct newest {
	const char *name;
	struct transcript tr;
	struct digest *d; /* NULL: it cannot be parsed */
	struct buf damage;
};

/* Stores the first message about damaged digests. */
static void
note_damage(void *arg, const char *line)
{
	struct newest *g = arg;

	if (g->damage.n == 0)
		buf_str(&g->damage, line);
}

static void
newest_release(struct newest *g)
{
	transcript_release(&g->tr);
	free(g->d);
	buf_release(&g->damage);
}

/* Reads the newest digest of a game. Returns 1 if there is none. ERR_BUSY. */
static int
newest_of(
    const struct user *u, const char *home, const char *name, struct newest *g, struct err *err)
{
	struct buf dir = BUF_INIT;
	struct err why = ERR_INIT, none = ERR_INIT;
	int result = 0;

	*g = (struct newest){ .name = name };
	if (home_folder(home, name, &dir, &none) < 0)
		return 1;
	if (saved_digest_newest(dir.p, u->games, note_damage, g, &g->tr, &why) < 0 &&
	    why.code == ERR_BUSY) {
		*err = why;
		result = -1;
	} else if (why.code != ERR_NONE && why.code != ERR_CORRUPT) {
		result = 1;
	}
	if (result == 0) {
		g->d = mem_new(sizeof *g->d);
		if (g->tr.n_copy == 0 || g->tr.copy[0].fault != 0 ||
		    strcmp(g->tr.game, name) != 0 ||
		    digest_parse(u->games, g->tr.text.p, &g->tr.copy[0].t, g->d, &none) < 0) {
			free(g->d);
			g->d = NULL;
		} else if (g->d->n > 0) {
			saved_digest_names(dir.p, &g->tr, &g->d->names);
		}
	}
	buf_release(&dir);
	return result;
}

static bool
is_running(const struct newest *g)
{
	return g->d == NULL || g->d->pub.known.phase != PHASE_OVER;
}

/* The names of the candidates and their number. */
struct choice {
	struct buf names;
	char one[ORDER_BLOCK_GAME_MAX + 1];
	size_t n;
};

static void
choose(struct choice *c, const char *name)
{
	buf_fmt(&c->names, "%s%s", c->n++ > 0 ? ", " : "", name);
	(void)memcpy(c->one, name, strlen(name) + 1);
}

/* Calls `call` for each game with a digest. Returns their number, or -1. */
static int
each(const struct user *u, const char *home, void (*call)(void *arg, const struct newest *g),
    void *arg, struct err *err)
{
	struct home_list list;
	int found = 0, result = home_list(home, &list, err);

	for (size_t i = 0; i < list.n && result >= 0; i++) {
		struct newest g;

		result = newest_of(u, home, list.at[i].name, &g, err);
		if (result == 0) {
			call(arg, &g);
			found++;
		}
		newest_release(&g);
	}
	home_list_release(&list);
	return result < 0 ? -1 : found;
}

struct choices {
	struct choice running, all;
};

static void
put_choice(void *arg, const struct newest *g)
{
	struct choices *c = arg;

	if (is_running(g))
		choose(&c->running, g->name);
	choose(&c->all, g->name);
}

/* Selects the game of -g. */
static int
pick_named(const char *home, const char *game, struct buf *dir, struct err *err)
{
	struct buf newest = BUF_INIT;
	struct err why = ERR_INIT;
	int result = home_folder(home, game, dir, err);

	if (result == 0 && folder_add(dir->p, true, &newest, &why) < 0)
		result = why.code == ERR_NOT_FOUND ?
		    err_set(err, ERR_NOT_FOUND, "no digest of game %s was read here yet", game) :
		    (*err = why, -1);
	buf_release(&newest);
	return result;
}

int
active_games_pick(const struct user *u, struct buf *dir, struct err *err)
{
	struct buf home = BUF_INIT;
	struct choices all = { .running = { .n = 0 } };
	const struct choice *c;
	int result = user_home(u, &home, err);

	if (result == 0 && u->game != NULL) {
		result = pick_named(home.p, u->game, dir, err);
		buf_release(&home);
		return result;
	}
	if (result == 0 && each(u, home.p, put_choice, &all, err) < 0)
		result = -1;
	c = all.running.n > 0 ? &all.running : &all.all;
	if (result == 0 && c->n == 0) {
		(void)err_set(err, ERR_USAGE, "no digest given");
		result = err_hint(err, "name a file or a folder, or - for standard input");
	} else if (result == 0 && c->n > 1) {
		(void)err_set(err, ERR_USAGE, "which game? there are: %s", c->names.p);
		(void)err_hint(err, "name one with -g");
		result = 1;
	} else if (result == 0) {
		result = home_folder(home.p, c->one, dir, err);
	}
	buf_release(&home);
	buf_release(&all.running.names);
	buf_release(&all.all.names);
	return result;
}

void
active_games_line(
    const struct language *lang, const struct active_game *g, int64_t now, struct printer *p)
{
	char head[HASH_TEXT + 1];

	hash_text(&g->head, head);
	report_status(
	    &(struct report_status){ .d = g->d, .head = head, .now = now, .lang = lang }, p);
}

struct listing {
	const struct user *u;
	int64_t now;
};

static void
put_one(void *arg, const struct newest *g)
{
	const struct listing *l = arg;
	const struct user *u = l->u;

	if (g->damage.n > 0)
		output_say(u->out, "%s", g->damage.p);
	else if (g->d == NULL)
		output_say(u->out, "the newest digest of game %s cannot be read", g->name);
	if (g->d == NULL)
		return;
	active_games_line(u->lang, &(struct active_game){ g->name, g->d, g->tr.copy[0].hash },
	    l->now, u->out->print);
}

struct each_running {
	void (*call)(void *arg, const struct active_game *g);
	void *arg;
};

static void
call_running(void *arg, const struct newest *g)
{
	const struct each_running *e = arg;

	if (g->d != NULL && is_running(g))
		e->call(e->arg, &(struct active_game){ g->name, g->d, g->tr.copy[0].hash });
}

int
active_games_each(const struct user *u, void (*call)(void *arg, const struct active_game *g),
    void *arg, struct err *err)
{
	struct each_running e = { call, arg };
	struct buf home = BUF_INIT;
	int result = user_home(u, &home, err);

	if (result == 0 && each(u, home.p, call_running, &e, err) < 0)
		result = -1;
	buf_release(&home);
	return result;
}

int
active_games_list(const struct user *u, int64_t now, struct err *err)
{
	struct listing l = { u, now };
	struct buf home = BUF_INIT;
	int result = user_home(u, &home, err);

	if (result == 0 && each(u, home.p, put_one, &l, err) < 0)
		result = -1;
	buf_release(&home);
	return result;
}
