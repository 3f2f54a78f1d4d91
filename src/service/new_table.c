/* A new table, made of the texts that its host gives. */
#include "service/new_table.h"

#include <string.h>
#include <sys/stat.h>

#include "host/bots.h"
#include "mail/address.h"
#include "record/keys.h"
#include "record/rules_choice.h"
#include "service/deliver.h"
#include "text/catalogues.h"
#include "text/commandline.h"
#include "text/options.h"
#include "util/base32.h"
#include "util/utf8.h"

enum { GAME_ID_BYTES = 5 }; /* 8 characters of base32 */

/* Takes the address of a seat that plays by plain mail: its keys are the host's. */
static int
add_plain_seat(struct host_table_params *a, unsigned seat, const char *address, struct err *err)
{
	if (address_check(address, err) < 0)
		return -1;
	a->address[seat] = address;
	a->custody = (uint16_t)(a->custody | 1u << seat);
	return 0;
}

/* Gives the seat to a bot. Returns 1, 0 if the word names none, or -1. */
static int
add_bot(struct new_table *t, unsigned seat, const char *word, struct err *err)
{
	const int result = bots_option(word, t->a.rules, &t->bots.of[seat], err);

	if (result > 0)
		t->a.custody = (uint16_t)(t->a.custody | 1u << seat);
	return result;
}

/* As add_bot, if the seat of this name is a bot at the earlier table. */
static int
take_bot(struct new_table *t, const char *name, size_t n, unsigned seat, struct err *err)
{
	const uint8_t was = names_find(&t->like.a.names, name, n);
	const struct bot_seat *bot = &t->like.a.clock.bots.of[was == SEAT_NONE ? 0 : was];
	char word[sizeof "bot:search:" + 10] = "bot";

	if (was == SEAT_NONE || ((unsigned)t->like.bots >> was & 1u) == 0)
		return 0;
	if (bot->kind == BOT_SEARCH)
		(void)snprintf(word, sizeof word, "bot:search:%lu", (unsigned long)bot->n);
	return add_bot(t, seat, word, err);
}

/* Takes the key that a seat of this name has at the earlier table, or that it plays by plain mail
 * there. */
static bool
take_seat(struct new_table *t, const char *name, size_t n, unsigned seat)
{
	const struct host_table_params *old = &t->like.a;
	struct host_table_params *a = &t->a;
	const uint8_t was = names_find(&old->names, name, n);

	if (was != SEAT_NONE && ((unsigned)old->custody >> was & 1u) != 0 &&
	    old->address[was] != NULL) {
		a->address[seat] = old->address[was];
		a->custody = (uint16_t)(a->custody | 1u << seat);
		return true;
	}
	if (was == SEAT_NONE || ((unsigned)old->seated >> was & 1u) == 0)
		return false;
	a->pub[seat] = old->pub[was];
	a->seated = (uint16_t)(a->seated | 1u << seat);
	return true;
}

/* Adds one seat with its public key from `file`, or, if it is NULL, of the earlier table or from
 * the home. With a joint deal the key may be missing; then the seat belongs to the first player
 * who joins. */
static int
add_seat(struct new_table *t, const char *name, size_t n, const char *file, struct err *err)
{
	struct host_table_params *a = &t->a;
	struct buf own = BUF_INIT;
	struct err why = ERR_INIT;
	unsigned seat = a->names.n;
	bool is_named = file != NULL;
	int result;

	if (names_add(&a->names, name, n, err) < 0)
		return -1;
	result = is_named ? add_bot(t, seat, file, err) : take_bot(t, name, n, seat, err);
	if (result != 0)
		return result < 0 ? -1 : 0;
	if (is_named && commandline_plain_seat(file) != NULL)
		return add_plain_seat(a, seat, commandline_plain_seat(file), err);
	if (!is_named && take_seat(t, name, n, seat))
		return 0;
	if (!is_named) {
		if (user_home(t->user, &own, err) < 0)
			return -1;
		buf_fmt(&own, "/%s.pub", a->names.seat[seat]);
		file = own.p;
	}
	result = is_named ? keys_read_fresh(file, &a->pub[seat], &why) :
			    keys_card_own(file, &a->pub[seat], &why);
	if (result == 0) {
		a->seated = (uint16_t)(a->seated | 1u << seat);
	} else if (why.code == ERR_NOT_FOUND && a->audited && !is_named) {
		result = 0;
	} else if (why.code == ERR_NOT_FOUND) {
		err_set(err, ERR_NOT_FOUND, "no public key for seat %s: %s does not exist",
		    a->names.seat[seat], file);
		err_hint(err, "say where it is with --seat %s=FILE", a->names.seat[seat]);
	} else {
		*err = why;
	}
	buf_release(&own);
	return result;
}

static int
set_seats(struct new_table *t, struct err *err)
{
	const struct new_table_options *o = t->o;
	const struct host_table_params *a = &t->a;
	const struct like *l = &t->like;
	const bool given = o->seats.given || o->seat.n > 0;

	for (unsigned i = 0; i < l->a.names.n && !given; i++)
		if (add_seat(t, l->a.names.seat[i], strlen(l->a.names.seat[i]), NULL, err) < 0)
			return -1;
	if (!given && o->like == NULL) {
		err_set(err, ERR_USAGE, "--seat=NAME is required");
		return err_hint(err, "name each player with --seat NAME, or give --seats N");
	}
	for (unsigned i = 0; i < o->seat.n; i++) {
		const char *s = o->seat.at[i];
		size_t n = strcspn(s, "=");

		if (add_seat(t, s, n, s[n] == '=' ? s + n + 1 : NULL, err) < 0)
			return -1;
	}
	for (int64_t i = 1; o->seats.given && i <= o->seats.value; i++) {
		struct buf name = BUF_INIT;
		int result;

		buf_fmt(&name, "p%lld", (long long)i);
		result = add_seat(t, name.p, name.n, NULL, err);
		buf_release(&name);
		if (result < 0)
			return -1;
	}
	if (a->names.n < a->rules->seats_min || a->names.n > a->rules->seats_max)
		return err_set(err, ERR_USAGE, "%s is for %s, not %u", a->rules->name,
		    seats_text(a->rules).s, a->names.n);
	return 0;
}

/* Appends the text in normal form C; nothing if it is not valid, which no name or title may be. */
static void
normalize(const char *s, struct buf *out)
{
	if (utf8_is_valid(s, strlen(s)))
		utf8_compose(s, strlen(s), out);
}

static int
set_title(struct host_table_params *a, const char *title, struct err *err)
{
	struct buf text = BUF_INIT;
	int result = 0;

	if (title != NULL) {
		normalize(title, &text);
		result = names_choose_title(&a->names, buf_cstr(&text), text.n, err);
	}
	buf_release(&text);
	return result;
}

/* Parses SEAT=TEXT. */
static int
add_name(struct names *names, const char *s, struct err *err)
{
	size_t n = strcspn(s, "=");
	uint8_t seat = names_find(names, s, n);
	struct buf text = BUF_INIT;
	int result;

	if (s[n] == '\0')
		return err_set(err, ERR_USAGE, "--name takes SEAT=TEXT, not \"%s\"", s);
	if (seat == SEAT_NONE)
		return err_set(err, ERR_USAGE, "--name: no seat \"%.*s\"", (int)n, s);
	normalize(s + n + 1, &text);
	result = names_choose_display(names, seat, buf_cstr(&text), text.n, err);
	buf_release(&text);
	return result;
}

static int
set_names(struct host_table_params *a, const struct opt_list *name, const struct names *before,
    struct err *err)
{
	for (unsigned i = 0; i < name->n; i++)
		if (add_name(&a->names, name->at[i], err) < 0)
			return -1;
	for (unsigned i = 0; i < before->n; i++) {
		const char *text = before->display[i], *seat = before->seat[i];
		const uint8_t now = names_find(&a->names, seat, strlen(seat));

		if (text[0] != '\0' && now != SEAT_NONE && a->names.display[now][0] == '\0' &&
		    names_choose_display(&a->names, now, text, strlen(text), err) < 0)
			return -1;
	}
	return 0;
}

/* Returns the seat of this name if it can get mail, or SEAT_NONE. */
static uint8_t
find_mailed(const struct new_table *t, const char *name)
{
	const uint8_t seat = names_find(&t->a.names, name, strlen(name));

	return seat == SEAT_NONE || t->bots.of[seat].kind != BOT_NONE ? SEAT_NONE : seat;
}

/* Finds the seat of an argument SEAT=VALUE, whose name has n bytes. ERR_USAGE: there is none, or it
 * is a bot. */
static int
find_named(const struct new_table *t, const char *option, const char *s, size_t n, uint8_t *seat,
    struct err *err)
{
	*seat = names_find(&t->a.names, s, n);
	if (*seat == SEAT_NONE)
		return err_set(err, ERR_USAGE, "%s: no seat \"%.*s\"", option, (int)n, s);
	if (t->bots.of[*seat].kind != BOT_NONE)
		return err_set(
		    err, ERR_USAGE, "%s: %.*s is a bot, which gets no mail", option, (int)n, s);
	return 0;
}

/* Parses SEAT=LL. */
static int
add_language(struct new_table *t, const char *s, struct err *err)
{
	struct host_table_params *a = &t->a;
	const size_t n = strcspn(s, "=");
	struct buf all = BUF_INIT;
	uint8_t seat;

	if (s[n] == '\0')
		return err_set(err, ERR_USAGE, "--lang takes SEAT=LL, not \"%s\"", s);
	if (find_named(t, "--lang", s, n, &seat, err) < 0)
		return -1;
	if (a->lang[seat] != NULL)
		return err_set(err, ERR_USAGE, "two languages for %.*s", (int)n, s);
	if (catalogue_has(s + n + 1)) {
		a->lang[seat] = s + n + 1;
		return 0;
	}
	catalogues_list(&all);
	(void)err_set(err, ERR_USAGE, "--lang knows no language \"%s\"", s + n + 1);
	(void)err_hint(err, "there are: %s", buf_cstr(&all));
	buf_release(&all);
	return -1;
}

static int
set_languages(struct new_table *t, struct err *err)
{
	const struct like *l = &t->like;
	struct host_table_params *a = &t->a;

	for (unsigned i = 0; i < t->o->lang.n; i++)
		if (add_language(t, t->o->lang.at[i], err) < 0)
			return -1;
	for (unsigned i = 0; i < l->a.names.n; i++) {
		const uint8_t now = find_mailed(t, l->a.names.seat[i]);

		if (now != SEAT_NONE && a->lang[now] == NULL)
			a->lang[now] = l->a.lang[i];
	}
	return 0;
}

/* Takes addresses of the earlier table for seats of the same names that have none. */
static void
take_mail(struct new_table *t)
{
	struct host_table_params *a = &t->a;
	const struct like *l = &t->like;

	for (unsigned i = 0; i < l->a.names.n && a->table_address != NULL; i++) {
		const char *seat = l->a.names.seat[i];
		const uint8_t now = find_mailed(t, seat);

		if (now == SEAT_NONE || a->address[now] != NULL)
			continue;
		if (((unsigned)l->unconfirmed >> i & 1u) != 0)
			output_say(t->user->out,
			    "no address of %s: that of %s came with a join and was never "
			    "confirmed",
			    seat, t->o->like);
		else if (l->a.address[i] != NULL &&
		    strcasecmp(l->a.address[i], a->table_address) != 0)
			a->address[now] = l->a.address[i];
	}
}

/* Plain seats need an address to answer to, which is not their own. */
static int
check_plain_seats(const struct new_table *t, struct err *err)
{
	const struct host_table_params *a = &t->a;

	for (unsigned i = 0; i < a->names.n; i++) {
		if (((unsigned)a->custody >> i & 1u) == 0 || t->bots.of[i].kind != BOT_NONE)
			continue;
		if (a->table_address == NULL)
			return err_set(err, ERR_USAGE,
			    "seat %s plays by mail: --mail-from is required", a->names.seat[i]);
		if (strcasecmp(a->address[i], a->table_address) == 0)
			return err_set(
			    err, ERR_USAGE, "%s is the table's own address", a->address[i]);
	}
	return 0;
}

static int
set_mail(struct new_table *t, struct err *err)
{
	const struct new_table_options *o = t->o;
	struct host_table_params *a = &t->a;

	a->table_address = o->mail_from != NULL ? o->mail_from : t->like.a.table_address;
	if (o->mail_from != NULL && address_check(o->mail_from, err) < 0)
		return -1;
	if (o->mail.n > 0 && a->table_address == NULL)
		return err_set(
		    err, ERR_USAGE, "--mail requires --mail-from: %s has no address", o->like);
	for (unsigned i = 0; i < o->mail.n; i++) {
		const char *s = o->mail.at[i];
		size_t n = strcspn(s, "=");
		uint8_t seat;

		if (s[n] == '\0')
			return err_set(err, ERR_USAGE, "--mail takes SEAT=ADDR, not \"%s\"", s);
		if (find_named(t, "--mail", s, n, &seat, err) < 0)
			return -1;
		if (a->address[seat] != NULL)
			return err_set(err, ERR_USAGE, "two addresses for %.*s", (int)n, s);
		if (address_check(s + n + 1, err) < 0)
			return -1;
		if (strcasecmp(s + n + 1, a->table_address) == 0)
			return err_set(err, ERR_USAGE, "%s is the table's own address", s + n + 1);
		a->address[seat] = s + n + 1;
	}
	take_mail(t);
	return check_plain_seats(t, err);
}

static int
set_remote(struct new_table *t, struct err *err)
{
	const struct new_table_options *o = t->o;
	struct host_table_params *a = &t->a;

	a->has_operator = t->like.a.has_operator;
	a->operator_key = t->like.a.operator_key;
	a->watchers_open = t->like.a.watchers_open;
	if (o->watchers != NULL && opt_parse_watchers(o->watchers, &a->watchers_open, err) < 0)
		return -1;
	if (o->operator_key == NULL)
		return 0;
	a->has_operator = strcmp(o->operator_key, "-") != 0;
	return a->has_operator ? keys_read_fresh(o->operator_key, &a->operator_key, err) : 0;
}

static int
set_id(struct host_table_params *a, const char *id, struct err *err)
{
	unsigned char random[GAME_ID_BYTES];

	if (id == NULL) {
		seal_random(random, sizeof random);
		base32_text(random, sizeof random, a->game);
		return 0;
	}
	if (id[0] == '\0' || strlen(id) > 16 ||
	    id[strspn(id, "abcdefghijklmnopqrstuvwxyz0123456789-")] != '\0' || id[0] == '-' ||
	    strstr(id, "--") != NULL) {
		err_set(err, ERR_USAGE, "\"%s\" is not a valid name for a game", id);
		return err_hint(
		    err, "1 to 16 lower-case letters, digits and -, not two - in a row");
	}
	memcpy(a->game, id, strlen(id) + 1);
	return 0;
}

static int
set_policy(struct new_table *t, struct err *err)
{
	const struct new_table_options *o = t->o;
	const struct like *l = &t->like;
	struct host_table_params *a = &t->a;

	if (time_options_read(
		&o->clock, o->like != NULL ? &l->a.clock : NULL, a->rules, &a->clock, err) < 0)
		return -1;
	if (o->like != NULL)
		return like_options(l, a, o->option.at, o->option.n, &a->options, err);
	return options_set_all(&a->options, a->rules, &a->names, o->option.at, o->option.n, err);
}

/* Sets the rules, with a deck that is given, or with that of the earlier table of these rules. */
static int
set_rules(struct new_table *t, struct err *err)
{
	const struct new_table_options *o = t->o;
	const struct rules *old = t->like.a.rules;
	const char *name = o->rules == NULL && o->like != NULL ? old->name : o->rules;
	const struct rules *rules = rules_choice_named(t->user->games, "--rules", name, err);

	if (rules != NULL && o->deck == NULL && o->like != NULL && strcmp(name, old->name) == 0)
		rules = old;
	else if (rules != NULL)
		rules = rules_choice_with_deck(rules, o->deck, &t->deck, err);
	t->a.rules = rules;
	return rules != NULL ? 0 : -1;
}

static int
set_links(struct new_table *t, struct err *err)
{
	const struct new_table_options *o = t->o;
	struct names *names = &t->a.names;

	if (o->web != NULL && names_choose_web(names, o->web, err) < 0)
		return -1;
	return o->client != NULL ? names_choose_client(names, o->client, err) : 0;
}

static int
set_all(struct new_table *t, struct err *err)
{
	const struct new_table_options *o = t->o;
	const struct like *l = &t->like;
	struct host_table_params *a = &t->a;
	const char *title = o->title != NULL || l->a.names.title[0] == '\0' ? o->title :
									      l->a.names.title;

	if (set_rules(t, err) < 0)
		return -1;
	a->audited = !o->trusted_host && (o->like == NULL || l->a.audited);
	if (set_seats(t, err) < 0 || set_title(a, title, err) < 0 || set_links(t, err) < 0 ||
	    set_names(a, &o->name, &l->a.names, err) < 0 || set_mail(t, err) < 0 ||
	    set_languages(t, err) < 0 || set_remote(t, err) < 0 || set_policy(t, err) < 0 ||
	    set_id(a, o->id, err) < 0 || keys_stable(keys_opened(t->user), &t->host_key, err) < 0)
		return -1;
	a->host_key = buf_cstr(&t->host_key);
	a->clock.bots = t->bots;
	a->allow_host_seat = o->allow_host_seat || l->a.allow_host_seat;
	a->now = t->user->now;
	seal_random(a->s, sizeof a->s);
	if (a->custody == (1u << a->names.n) - 1)
		a->audited = false; /* the host knows every share */
	return host_custody_keys(t->user->key, a, err);
}

/* Reads the earlier table, whose host's key is used if none is named. Then loads the key. */
static int
take_like(struct new_table *t, struct table_run *run, struct err *err)
{
	struct host *old = NULL;
	int result = 0;

	if (t->o->like != NULL) {
		result = host_open(&old, t->o->like, false, t->user->games, err);
		if (result == 0)
			result = like_read(old, &t->like, err);
		host_close(old);
		if (result == 0 && t->user->key_arg == NULL)
			t->user->key_arg = buf_cstr(&t->like.host_key);
	}
	return result == 0 ? table_run_load_key(run, err) : -1;
}

int
new_table_prepare(
    struct new_table *t, struct table_run *run, const struct new_table_options *o, struct err *err)
{
	memset(t, 0, sizeof *t);
	t->o = o;
	t->user = run->user;
	return take_like(t, run, err) == 0 ? set_all(t, err) : -1;
}

void
new_table_release(struct new_table *t)
{
	t->user->key_arg = NULL; /* it may point into `like` */
	buf_release(&t->host_key);
	like_release(&t->like);
	seal_wipe(t, sizeof *t);
}

int
new_table_create(const struct new_table *t, const char *path, struct buf *digests, struct err *err)
{
	struct host *host = NULL;
	int result;

	if (host_create(&host, path, t->user->games, err) < 0)
		return -1;
	result = host_new_game(host, t->user->key, &t->a, digests, err);
	host_close(host); /* removes an unfinished file */
	return result;
}

int
new_table_deliver(
    struct table_run *run, const char *dir, const struct buf *digests, struct err *err)
{
	struct digest_layout t;
	size_t at = 0;
	int64_t n = 0;
	int result;

	while ((result = digest_next(buf_cstr(digests), digests->n, &at, &t, err)) == 1) {
		struct buf one = BUF_INIT;

		buf_add(&one, digests->p + t.whole.at, t.whole.n);
		result = deliver_file(run, dir, n++, &one, err);
		buf_release(&one);
		if (result < 0)
			break;
	}
	return result;
}

void
new_table_path(const char *arg, const char *game, struct buf *path)
{
	size_t n = strlen(arg);
	struct stat st;
	bool in_folder = n > 0 && arg[n - 1] == '/';

	buf_str(path, arg);
	if (!in_folder && stat(arg, &st) == 0 && S_ISDIR(st.st_mode)) {
		in_folder = true;
		buf_chr(path, '/');
	}
	if (in_folder)
		buf_fmt(path, "%s.db", game);
}
