/*
 * What a session begins with.
 *
 * (C1) What was used last for a game is a hint: where it is gone or damaged, the player gets one
 *      line and the record. What the player names in this call is an error if it is invalid.
 * (C2) Digests are only collected here. The session verifies them and leaves out those of other
 *      games and hosts (session/play_news.c).
 */
#include "session/play_choose.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "mail/message.h"
#include "mail/rawmail.h"
#include "player/verify.h"
#include "record/active_games.h"
#include "record/folder.h"
#include "record/home.h"
#include "record/key_choice.h"
#include "record/key_make.h"
#include "record/keys.h"
#include "session/play_internal.h"
#include "text/error_text.h"
#include "util/file.h"
#include "util/mem.h"
#include "util/number.h"
#include "util/timestamp.h"
#include "wire/mail_damage.h"
#include "wire/receipt.h"

struct choosing {
	struct user *u;
	const struct play_wish *wish;
	struct play_options start;
	struct play_way way;
	struct play_settings last; /* of this game; empty if it is not known */
	struct buf dir;            /* its folder in the record; empty: not known */
	struct buf place;          /* where news arrive; empty: nowhere */
	bool is_named;             /* the player named that place now */
	bool is_saved;             /* the first digest is from the record */
	struct buf notice;         /* lines to show when the table is there */
	struct buf key;
	int signal;
};

/* ---- the game -------------------------------------------------------------------------------- */

struct listed {
	struct buf lines;
	size_t n, wanted;
	char game[ORDER_BLOCK_GAME_MAX + 1];
	int64_t now;
	const struct language *lang;
};

static void
add_game(void *arg, const struct active_game *g)
{
	struct listed *c = arg;
	struct printer p = printer_words(&c->lines);

	p.local = timestamp_local;
	buf_fmt(&c->lines, "%zu  ", ++c->n);
	active_games_line(c->lang, g, c->now, &p);
	if (c->n == c->wanted)
		(void)snprintf(c->game, sizeof c->game, "%s", g->name);
}

/* Asks for a number from 1 to n, three times. Returns 0 if none came. */
static size_t
ask_number(const struct language *lang, struct term *term, size_t n)
{
	struct buf line = BUF_INIT;
	int64_t number = 0;

	for (int i = 0; i < 3 && number == 0; i++) {
		if (term_read(term, language_text(lang, MSG("choose", "which game? ")), -1, 0,
			&line) != TERM_LINE)
			break;
		if (number_parse(buf_cstr(&line), line.n, (int64_t)n, &number) < 0)
			number = 0;
	}
	buf_release(&line);
	return (size_t)number;
}

/* Lists the running games; the player chooses one by number. */
static int
ask_game(struct choosing *c, struct err *err)
{
	struct listed games = { .now = c->u->now, .lang = c->u->lang };
	struct term *term = NULL;
	size_t n = 0;
	int result = play_terminal(&term, c->u, c->start.in, false, err);

	if (result == 0)
		result = active_games_each(c->u, add_game, &games, err);
	if (result == 0) {
		term_put(term, buf_cstr(&games.lines), games.lines.n);
		n = ask_number(c->u->lang, term, games.n);
		if (n == 0)
			result = err_set(err, ERR_USAGE, "no game was chosen");
	}
	c->signal = term != NULL ? term_signal(term) : 0;
	term_close(term);
	games.wanted = n;
	games.n = 0;
	if (result == 0)
		result = active_games_each(c->u, add_game, &games, err);
	if (result == 0)
		result = user_game(c->u, games.game, &c->dir, err);
	buf_release(&games.lines);
	return result;
}

/* True if this home has a record of the game. */
static bool
is_game(const struct user *u, const char *name)
{
	struct buf dir = BUF_INIT;
	struct err none = ERR_INIT;
	bool is = home_is_game(name) && access(name, F_OK) != 0 &&
	    user_game(u, name, &dir, &none) == 0 && access(dir.p, F_OK) == 0;

	buf_release(&dir);
	return is;
}

/* ---- the first digests ----------------------------------------------------------------------- */

/* Appends From: of a mail. */
static void
add_sender(const char *letter, const struct buf *mail, struct buf *out)
{
	struct mail_message l;
	struct err none = ERR_INIT;

	memset(&l, 0, sizeof l);
	if (mail_message_is_message(buf_cstr(mail), mail->n) && letter != NULL &&
	    mail_message_of(&l, letter, mail->p, mail->n, &none) == 0)
		buf_str(out, l.from);
	mail_message_free(&l);
}

/* For a receipt without a digest, as a host mails it: adds the table from the record. */
static int
add_table(struct choosing *c, struct err *err)
{
	struct buf dir = BUF_INIT, *text = &c->start.text;
	char game[ORDER_BLOCK_GAME_MAX + 1];
	int result = 0;

	if (!receipt_is_in(text) || mail_damage_has_digest(text))
		return 0;
	if (!key_choice_game(c->u, text, game))
		return err_set(err, ERR_SYNTAX, "the receipt names no game");
	result = user_game(c->u, game, &dir, err);
	buf_chr(text, '\n');
	if (result == 0)
		result = verify_read_saved(c->u, dir.p, true, text, err);
	buf_release(&dir);
	return result;
}

static int
read_file(struct choosing *c, const char *file, struct err *err)
{
	struct buf *text = &c->start.text;
	const bool is_input = strcmp(file, "-") == 0;
	int result = folder_add_file(file, text, err);

	if (is_input)
		c->start.in = -1;
	if (result == 0 && is_input)
		add_sender(c->u->letter, text, &c->way.from);
	if (result == 0)
		result = rawmail_digests(
		    c->u->letter, text, 0, is_input ? "standard input" : file, err);
	return result < 0 ? -1 : add_table(c, err);
}

static int
read_maildir(struct choosing *c, const char *dir, struct err *err)
{
	if (digest_source_letters(c->u->letter, dir, &c->start.text, err) < 0)
		return -1;
	return mail_damage_has_digest(&c->start.text) ?
	    0 :
	    err_set(err, ERR_NOT_FOUND, "no digest is in the newest letters of %s", dir);
}

static int
read_place(struct choosing *c, const char *dir, struct err *err)
{
	buf_str(&c->place, dir);
	c->is_named = true;
	return digest_source_is_maildir(dir) ? read_maildir(c, dir, err) :
					       folder_add(dir, false, &c->start.text, err);
}

/* Adds a hint if the operand is neither a digest nor a folder. */
static int
hint_other(const char *name, struct err *err)
{
	if (err->code == ERR_NOT_FOUND && home_is_game(name) && access(name, F_OK) != 0)
		return err_hint(err,
		    "no game of that name was read here either; without it those that run are "
		    "listed");
	return -1;
}

static int
read_record(struct choosing *c, struct err *err)
{
	int result = active_games_pick(c->u, &c->dir, err);

	if (result > 0) {
		*err = (struct err)ERR_INIT;
		result = ask_game(c, err);
	} else if (result < 0 && c->u->game == NULL && err->code == ERR_USAGE) {
		result = err_hint(err,
		    "name a file or a folder, or - for standard input; `adit play --learn` "
		    "teaches a game without any");
	}
	c->is_saved = result == 0;
	return result == 0 ? verify_read_saved(c->u, c->dir.p, true, &c->start.text, err) : -1;
}

/* Without an operand: turns/ here, as `adit read` does, or the record. */
static int
read_first(struct choosing *c, struct err *err)
{
	const char *begin = c->wish->begin;
	int result;

	if (begin != NULL && c->u->game == NULL && is_game(c->u, begin)) {
		c->u->game = begin;
		begin = NULL;
	}
	if (begin == NULL && c->u->game == NULL && c->wish->begin == NULL) {
		result = file_is_folder("turns", err);
		if (result < 0)
			return -1;
		begin = result > 0 ? "." : NULL;
	}
	if (begin == NULL)
		return read_record(c, err);
	if (c->u->game != NULL)
		return err_set(
		    err, ERR_USAGE, "-g selects a game of the record and conflicts with DIGEST");
	result = file_is_folder(begin, err);
	if (result >= 0)
		result = result > 0 ? read_place(c, begin, err) : read_file(c, begin, err);
	return result == 0 ? 0 : hint_other(begin, err);
}

/* ---- what was used last ---------------------------------------------------------------------- */

/* A damaged file is reported later, by play_way_choose. */
static void
load_last(struct choosing *c)
{
	char game[ORDER_BLOCK_GAME_MAX + 1];
	struct err none = ERR_INIT;

	if (c->dir.n == 0 && key_choice_game(c->u, &c->start.text, game))
		(void)user_game(c->u, game, &c->dir, &none);
	if (c->dir.n > 0)
		(void)play_settings_load(&c->last, c->dir.p, &none);
}

/* Appends what has arrived there, so that the session begins with the newest table. A repository
 * is fetched when the session has begun. */
static int
catch_up(struct choosing *c, struct err *err)
{
	struct buf *news = &c->start.news;
	struct err why = ERR_INIT;
	int result = 0;

	if (digest_source_is_maildir(c->place.p))
		result = digest_source_letters(c->u->letter, c->place.p, news, &why);
	else if (!digest_source_is_git(c->place.p))
		result = folder_add(c->place.p, false, news, &why);
	if (result == 0 || why.code == ERR_NOT_FOUND)
		return 0;
	*err = why;
	return -1;
}

/* Where news arrive if the player does not say: where they did last, else the clone through which
 * orders leave. */
static const char *
last_place(const struct choosing *c)
{
	const char *clone = c->wish->git;

	if (c->last.from.n > 0)
		return c->last.from.p;
	if (clone == NULL && c->last.transport == SETTINGS_GIT)
		clone = c->last.to.p;
	return clone != NULL && digest_source_is_git(clone) ? clone : "";
}

/* (C1) */
static void
open_last(struct choosing *c)
{
	struct err why = ERR_INIT;
	int result;

	buf_str(&c->place, last_place(c));
	if (c->place.n == 0)
		return;
	result = digest_source_open(&c->start.source, c->u->letter, c->place.p, &why);
	if (result == 0 && c->is_saved)
		result = catch_up(c, &why);
	if (result < 0) {
		struct buf reason = BUF_INIT;

		error_text_message(c->u->lang, &why, &reason);
		language_fmt(c->u->lang, &c->notice,
		    MSG("choose",
			"no news from %s: %s; going on with what was read before, and --follow DIR "
			"says where news arrive\n"),
		    c->place.p, buf_cstr(&reason));
		buf_release(&reason);
	}
}

static int
open_source(struct choosing *c, struct err *err)
{
	const char *follow = c->wish->follow;

	if (follow != NULL) {
		buf_clear(&c->place);
		c->is_named = true;
		if (strcmp(follow, "-") == 0)
			return 0;
		buf_str(&c->place, follow);
	}
	if (c->is_named)
		return digest_source_open(&c->start.source, c->u->letter, c->place.p, err);
	open_last(c);
	return 0;
}

/* Saves the place that the player named. */
static void
save_source(struct choosing *c, struct play *p)
{
	struct play_settings m;
	struct err why = ERR_INIT;
	char *real;
	int result = 0;

	if (!c->is_named)
		return;
	real = c->place.n > 0 ? realpath(c->place.p, NULL) : mem_dup("");
	if (real == NULL)
		result = err_set(&why, ERR_NOT_FOUND, "%s: %s", c->place.p, strerror(errno));
	else if (play_settings_load(&m, p->dir.p, &why) == 0) {
		if (strcmp(buf_cstr(&m.from), real) != 0) {
			play_settings_set(&m.from, real);
			result = play_settings_save(&m, p->dir.p, &why);
		}
		play_settings_release(&m);
	}
	if (result < 0)
		play_say(p, MSG("play", "not remembered: %s"), play_error_text(p, &why));
	free(real);
}

/* ---- the key --------------------------------------------------------------------------------- */

/* At a terminal there are three tries. The unlocked key is used for the whole session. */
static int
unlock(const struct user *u, struct err *err)
{
	for (int left = 3;; left--) {
		struct err why = ERR_INIT;

		if (seckey_unlock(u->key, SECRET_BOX, &why) == 0)
			return 0;
		if (why.code != ERR_AUTH || u->passphrase_fd >= 0 || u->askpass != NULL ||
		    left == 1) {
			*err = why;
			return -1;
		}
		output_say_why(u->out, &why);
		seal_wipe(u->key->pass, sizeof u->key->pass);
		u->key->pass_n = 0;
	}
}

/* Makes a key, as `adit keygen` does, and unlocks it. */
static int
make_key(struct choosing *c, const char *key, struct err *err)
{
	struct user *u = c->u;
	struct buf path = BUF_INIT, name = BUF_INIT, prompt = BUF_INIT, pass = BUF_INIT;
	char fingerprint[FINGERPRINT_TEXT + 1];
	struct pubkey card;
	int result = keys_path(u, key, &path, &name, err);

	language_fmt(u->lang, &prompt, MSG("ask", "new passphrase for %s: "), key);
	if (result == 0)
		result = key_make_check(path.p, err);
	if (result == 0)
		result = keys_passphrase(u, prompt.p, true, &pass, err);
	if (result == 0)
		result = key_make(path.p, name.p, &pass, KEY_MAKE_WORK, &card, err);
	if (result == 0)
		result = keys_open(u, key, err);
	if (result == 0) {
		memcpy(u->key->pass, pass.p, pass.n);
		u->key->pass_n = pass.n;
		pubkey_fingerprint(&card, fingerprint);
		language_fmt(u->lang, &c->notice,
		    MSG("choose", "Made key %s, fingerprint %s.  Give %s.pub to the host.\n"), key,
		    fingerprint, path.p);
	}
	buf_release(&path);
	buf_release(&name);
	buf_release(&prompt);
	buf_wipe(&pass);
	return result;
}

/* Offers to make a key. Returns 1 if the player does not want one, or nobody can answer. */
static int
offer_key(struct choosing *c, struct err *err)
{
	struct buf line = BUF_INIT;
	struct err none = ERR_INIT;
	struct term *term = NULL;
	int result = 1;

	if (play_terminal(&term, c->u, c->start.in, true, &none) == 0 &&
	    term_ask(term, "%s",
		language_text(c->u->lang,
		    MSG("choose",
			"You have no key yet, and a seat requires one.  Make one now?"))) &&
	    term_read(term,
		language_text(c->u->lang, MSG("choose", "its name, for example anna: ")), -1, 0,
		&line) == TERM_LINE)
		result = 0;
	c->signal = term != NULL ? term_signal(term) : 0;
	term_close(term);
	if (result == 0)
		result = make_key(c, buf_cstr(&line), err);
	buf_release(&line);
	return result;
}

/* True if players still join the table. */
static bool
is_open(struct choosing *c)
{
	struct buf copy = BUF_INIT;
	struct digest *d = mem_new(sizeof *d);
	struct err none = ERR_INIT;
	struct transcript tr;
	bool is = false;

	buf_add(&copy, buf_cstr(&c->start.text), c->start.text.n);
	transcript_load(&tr, c->u->games, &copy, NULL);
	transcript_sort(&tr);
	for (size_t i = 0; i < tr.n_copy; i++)
		if (tr.copy[i].fault == 0 && transcript_digest(&tr, &tr.copy[i], d, &none) == 0)
			is = d->dealing == DIGEST_DEALING_OPEN;
	transcript_release(&tr);
	free(d);
	return is;
}

/* Without any key the session is that of a watcher, unless the player makes one. */
static int
get_first_key(struct choosing *c, struct err *err)
{
	int result = is_open(c) ? offer_key(c, err) : 1;

	if (result > 0)
		buf_str(&c->notice,
		    language_text(c->u->lang,
			MSG("choose",
			    "You have no key, so you watch.  To play, make one: adit keygen "
			    "NAME\n")));
	return result < 0 ? -1 : 0;
}

static int
choose_key(struct choosing *c, struct err *err)
{
	const char *used = c->last.key.n > 0 ? c->last.key.p : NULL;
	struct buf all = BUF_INIT;
	int result;

	buf_add(&all, buf_cstr(&c->start.text), c->start.text.n);
	buf_chr(&all, '\n');
	buf_add(&all, buf_cstr(&c->start.news), c->start.news.n);
	result = key_choice_seat(c->u, &all, used, &c->key, err);
	buf_release(&all);
	return result;
}

/* A named key must exist. */
static int
get_key(struct choosing *c, struct err *err)
{
	struct user *u = c->u;
	struct err why = ERR_INIT;
	int result = 0;

	if (u->key_arg != NULL)
		buf_str(&c->key, u->key_arg);
	else
		result = choose_key(c, &why);
	if (result < 0 && why.code == ERR_NOT_FOUND)
		return get_first_key(c, err);
	if (result == 0)
		result = keys_open(u, c->key.p, &why);
	if (result < 0) {
		*err = why;
		return -1;
	}
	u->key_arg = c->key.p;
	return unlock(u, err);
}

static void
show_notice(struct choosing *c, struct play *p)
{
	char *rest = c->notice.n > 0 ? c->notice.p : NULL, *line;

	while ((line = strsep(&rest, "\n")) != NULL)
		if (line[0] != '\0')
			play_say(p, "%s", line);
}

/* ---- the session ----------------------------------------------------------------------------- */

/* Nothing was found to begin with. A player who begins has no key either, and the host needs it
 * before there is anything to read. */
static int
first_of_all(struct choosing *c, struct err *err)
{
	struct keys_list list;
	struct err why = ERR_INIT;
	bool has_key = c->u->key_arg != NULL || c->wish->begin != NULL || c->u->game != NULL ||
	    keys_list(c->u, &list, &why) < 0;

	if (!has_key) {
		has_key = list.n > 0;
		keys_list_release(&list);
	}
	if (has_key || err->code != ERR_USAGE)
		return -1;
	if (offer_key(c, &why) < 0)
		output_say_why(c->u->out, &why);
	else if (c->notice.n > 0)
		output_say(c->u->out, "%.*s", (int)c->notice.n - 1, c->notice.p);
	return c->notice.n > 0 ?
	    err_hint(err, "when the invitation has come, name its file, or the folder") :
	    err_hint(err, "make a key with: adit keygen NAME, and give NAME.pub to the host");
}

static int
prepare(struct choosing *c, struct err *err)
{
	if (c->wish->out != NULL && strcmp(c->wish->out, "-") == 0)
		c->start.in = -1;
	if (play_way_check(c->wish, err) < 0)
		return -1;
	if (read_first(c, err) < 0)
		return first_of_all(c, err);
	load_last(c);
	return open_source(c, err) < 0 ? -1 : get_key(c, err);
}

static int
run(struct choosing *c, struct err *err)
{
	struct play p;
	int result = play_begin(&p, c->u, &c->start, err);

	if (result == 0) {
		save_source(c, &p);
		show_notice(c, &p);
		result = play_run(&p, err);
	}
	c->signal = play_end(&p);
	return result;
}

int
play_choose(struct user *u, const struct play_wish *wish, int *signal, struct err *err)
{
	struct choosing c = { .u = u,
		.wish = wish,
		.way = { .wish = wish },
		.start = { .in = STDIN_FILENO,
		    .plain = wish->plain,
		    .lines = wish->lines,
		    .source = { .wake_fd = -1 },
		    .seated = play_way_choose } };
	const char *key = u->key_arg, *game = u->game;
	int result;

	c.way.place = &c.place;
	c.start.seated_arg = &c.way;
	result = prepare(&c, err);
	if (result == 0) {
		result = run(&c, err);
	} else {
		if (c.start.source.release != NULL)
			c.start.source.release(c.start.source.arg);
		buf_release(&c.start.text);
		buf_release(&c.start.news);
	}
	*signal = c.signal;
	u->key_arg = key; /* they may point into `c` and `wish` */
	u->game = game;
	play_settings_release(&c.last);
	buf_release(&c.way.from);
	buf_release(&c.dir);
	buf_release(&c.place);
	buf_release(&c.notice);
	buf_release(&c.key);
	return result;
}
