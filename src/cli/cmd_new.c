/* adit new: open a table. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/cmd.h"
#include "host/like.h"
#include "host/time_options.h"
#include "service/rollback_check.h"
#include "service/deliver.h"
#include "record/keys.h"
#include "record/rules_choice.h"
#include "record/folder.h"
#include "record/transcript.h"
#include "wire/deck.h"
#include "text/commandline.h"
#include "text/options.h"
#include "mail/address.h"
#include "wire/report.h"
#include "util/wrap.h"
#include "util/base32.h"
#include "util/file.h"
#include "util/utf8.h"

enum { GAME_ID_BYTES = 5 }; /* 8 characters of base32 */

struct new_opt {
	const char *rules, *deck, *id, *out, *title, *web, *client, *like;
	struct time_options clock;
	struct opt_number seats;
	const char *mail_from, *operator_key, *watchers;
	struct opt_list seat, name, option, mail;
	bool trusted_host, allow_host_seat;
};

#define AT(member) offsetof(struct new_opt, member)

static const struct opt opt[] = {
	{ "rules", 'r', OPT_TEXT, AT(rules), "RULES", "which game to play", 0, 0 },
	{ "deck", 0, OPT_TEXT, AT(deck), "FILE",
	    "play with the cards of this list instead of those of RULES", 0, 0 },
	{ "seats", 'n', OPT_NUMBER, AT(seats), "N",
	    "N seats p1 to pN, with the keys of these names that are here", 1, SEATS_MAX },
	{ "seat", 's', OPT_LIST, AT(seat), "NAME[=FILE]",
	    "a seat, in turn order; FILE is the player's public key file, default: NAME's here; "
	    "NAME=mail:ADDR: the player needs only a mail program, and the host keeps the keys",
	    0, 0 },
	{ "name", 0, OPT_LIST, AT(name), "SEAT=TEXT",
	    "display name of the player, shown beside the seat's name", 0, 0 },
	{ "like", 0, OPT_TEXT, AT(like), "GAME.db",
	    "as at that table: game, seats, keys, addresses and all else that is not given here", 0,
	    0 },
	{ "title", 0, OPT_TEXT, AT(title), "TEXT",
	    "title of the game, for subjects of mails, pages and status", 0, 0 },
	{ "web", 0, OPT_TEXT, AT(web), "[KIND:]URL",
	    "web address of the table's repository, for links on pages", 0, 0 },
	{ "client", 0, OPT_TEXT, AT(client), "URL",
	    "address of the browser file, for players who cannot install adit", 0, 0 },
	{ "option", 'o', OPT_LIST, AT(option), "NAME=VALUE", "an option of the rules set", 0, 0 },
	{ "trusted-host", 0, OPT_FLAG, AT(trusted_host), NULL,
	    "deal at once, without the players: they have to trust the shuffle until the game is "
	    "over",
	    0, 0 },
	{ "limit", 0, OPT_TEXT, AT(clock.limit), "TIME", "time for a turn: 90m, 36h, 3d", 0, 0 },
	{ "grace", 0, OPT_TEXT, AT(clock.grace), "TIME",
	    "grace period before the host plays for a late player", 0, 0 },
	{ "pause", 0, OPT_LIST, AT(clock.pause), "DAYS",
	    "days that do not count: sat,sun or 2026-12-24..2027-01-01", 0, 0 },
	{ "zone", 0, OPT_TEXT, AT(clock.zone), "ZONE",
	    "where these days begin: Europe/Kyiv, or a POSIX rule; otherwise in UTC", 0, 0 },
	{ "late", 0, OPT_TEXT, AT(clock.late), "POLICY",
	    "what the host plays for a late player: wait (nothing), discard or suggest", 0, 0 },
	{ "misses", 0, OPT_NUMBER, AT(clock.misses), "N",
	    "after N missed turns in a row a player's turns are played at once (3; 0: never)", 0,
	    TIME_CONTROL_MISSES_MAX },
	{ "absence", 0, OPT_TEXT, AT(clock.absence), "TIME",
	    "total time a player may be absent in a game, which does not count as late", 0, 0 },
	{ "press", 0, OPT_TEXT, AT(clock.press), "yes|no",
	    "no: players cannot send words with an order; default: yes", 0, 0 },
	{ "standby", 0, OPT_LIST, AT(clock.standby), "open|FILE",
	    "allow the waiting list for seats: everybody, or the holder of this public key file, "
	    "who gets a reserved place",
	    0, 0 },
	{ "replace-after", 0, OPT_TEXT, AT(clock.replace_after), "TIME",
	    "after this time away a player loses the seat to a player on the waiting list", 0, 0 },
	{ "allow-host-seat", 0, OPT_FLAG, AT(allow_host_seat), NULL,
	    "let a seat use the host's own key; the digest says so", 0, 0 },
	{ "id", 0, OPT_TEXT, AT(id), "GAME",
	    "the game's name, instead of a random one: for replays and tests; never for two tables",
	    0, 0 },
	{ "mail-from", 0, OPT_TEXT, AT(mail_from), "ADDR",
	    "the table's address: digests are mailed from it, and players write to it", 0, 0 },
	{ "mail", 0, OPT_LIST, AT(mail), "SEAT=ADDR", "where that seat gets its mail", 0, 0 },
	{ "operator", 0, OPT_TEXT, AT(operator_key), "FILE",
	    "the holder of this public key file may command the table by mail", 0, 0 },
	{ "watchers", 0, OPT_TEXT, AT(watchers), "open|closed",
	    "open: watchers may subscribe by mail; default: closed", 0, 0 },
	{ "out", 0, OPT_TEXT, AT(out), "DIR",
	    "write digest 0 to DIR/turns/000000.txt and print that name", 0, 0 },
	{ .name = NULL },
};

static const struct opt_rule opt_rule[] = {
	{ "seats", "seat", NULL },
	{ "mail", NULL, "mail-from like" },
	{ "grace", NULL, "limit like" },
	{ "pause", NULL, "limit like" },
	{ "late", NULL, "limit like" },
	{ "absence", NULL, "limit like" },
	{ "zone", NULL, "pause absence like" },
	{ "misses", NULL, "late like" },
	{ "replace-after", NULL, "standby like" },
	{ "replace-after", NULL, "late like" },
	{ .name = NULL },
};

/* Takes the key that a seat of this name has at the earlier table. */
static bool
take_key(const struct like *l, const char *name, size_t n, struct pubkey *key)
{
	const uint8_t seat = names_find(&l->a.names, name, n);

	if (seat == SEAT_NONE || ((unsigned)l->a.seated >> seat & 1u) == 0)
		return false;
	*key = l->a.pub[seat];
	return true;
}

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

/* Takes a seat of this name that plays by plain mail at the earlier table. */
static bool
take_plain_seat(
    const struct like *l, struct host_table_params *a, const char *name, size_t n, unsigned seat)
{
	const uint8_t old = names_find(&l->a.names, name, n);

	if (old == SEAT_NONE || ((unsigned)l->a.custody >> old & 1u) == 0 ||
	    l->a.address[old] == NULL)
		return false;
	a->address[seat] = l->a.address[old];
	a->custody = (uint16_t)(a->custody | 1u << seat);
	return true;
}

/* Adds one seat with its public key from `file`, or, if it is NULL, of the earlier table or from
 * the home. With a joint deal the key may be missing; then the seat belongs to the first player
 * who joins. */
static int
add_seat(const struct ctx *ctx, const struct like *l, struct host_table_params *a, const char *name,
    size_t n, const char *file, struct err *err)
{
	struct buf own = BUF_INIT;
	struct err why = ERR_INIT;
	unsigned seat = a->names.n;
	bool is_named = file != NULL;
	int result;

	if (names_add(&a->names, name, n, err) < 0)
		return -1;
	if (is_named && commandline_plain_seat(file) != NULL)
		return add_plain_seat(a, seat, commandline_plain_seat(file), err);
	if (!is_named && take_plain_seat(l, a, name, n, seat))
		return 0;
	if (!is_named && take_key(l, name, n, &a->pub[seat])) {
		a->seated = (uint16_t)(a->seated | 1u << seat);
		return 0;
	}
	if (!is_named) {
		if (user_home(&ctx->user, &own, err) < 0)
			return -1;
		buf_fmt(&own, "/%s.pub", a->names.seat[seat]);
		file = own.p;
	}
	result = is_named ? keys_read_pubkey(file, &a->pub[seat], &why) :
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
set_seats(const struct ctx *ctx, const struct like *l, struct host_table_params *a, struct err *err)
{
	const struct new_opt *o = ctx->opt;
	const bool given = o->seats.given || o->seat.n > 0;

	for (unsigned i = 0; i < l->a.names.n && !given; i++)
		if (add_seat(ctx, l, a, l->a.names.seat[i], strlen(l->a.names.seat[i]), NULL, err) <
		    0)
			return -1;
	if (!given && o->like == NULL) {
		err_set(err, ERR_USAGE, "--seat=NAME is required");
		return err_hint(err, "name each player with --seat NAME, or give --seats N");
	}
	for (unsigned i = 0; i < o->seat.n; i++) {
		const char *s = o->seat.at[i];
		size_t n = strcspn(s, "=");

		if (add_seat(ctx, l, a, s, n, s[n] == '=' ? s + n + 1 : NULL, err) < 0)
			return -1;
	}
	for (int64_t i = 1; o->seats.given && i <= o->seats.value; i++) {
		struct buf name = BUF_INIT;
		int result;

		buf_fmt(&name, "p%lld", (long long)i);
		result = add_seat(ctx, l, a, name.p, name.n, NULL, err);
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

/* Takes addresses of the earlier table for seats of the same names that have none. */
static void
take_mail(const struct ctx *ctx, const struct like *l, struct host_table_params *a)
{
	for (unsigned i = 0; i < l->a.names.n && a->table_address != NULL; i++) {
		const char *seat = l->a.names.seat[i];
		const uint8_t now = names_find(&a->names, seat, strlen(seat));

		if (now == SEAT_NONE || a->address[now] != NULL)
			continue;
		if (((unsigned)l->unconfirmed >> i & 1u) != 0)
			output_say(&ctx->out,
			    "no address of %s: that of %s came with a join and was never "
			    "confirmed",
			    seat, ((const struct new_opt *)ctx->opt)->like);
		else if (l->a.address[i] != NULL &&
		    strcasecmp(l->a.address[i], a->table_address) != 0)
			a->address[now] = l->a.address[i];
	}
}

/* Plain seats need an address to answer to, which is not their own. */
static int
check_plain_seats(const struct host_table_params *a, struct err *err)
{
	for (unsigned i = 0; i < a->names.n; i++) {
		if (((unsigned)a->custody >> i & 1u) == 0)
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
set_mail(const struct ctx *ctx, const struct like *l, struct host_table_params *a, struct err *err)
{
	const struct new_opt *o = ctx->opt;

	a->table_address = o->mail_from != NULL ? o->mail_from : l->a.table_address;
	if (o->mail_from != NULL && address_check(o->mail_from, err) < 0)
		return -1;
	if (o->mail.n > 0 && a->table_address == NULL)
		return err_set(
		    err, ERR_USAGE, "--mail requires --mail-from: %s has no address", o->like);
	for (unsigned i = 0; i < o->mail.n; i++) {
		const char *s = o->mail.at[i];
		size_t n = strcspn(s, "=");
		uint8_t seat = names_find(&a->names, s, n);

		if (s[n] == '\0')
			return err_set(err, ERR_USAGE, "--mail takes SEAT=ADDR, not \"%s\"", s);
		if (seat == SEAT_NONE)
			return err_set(err, ERR_USAGE, "--mail: no seat \"%.*s\"", (int)n, s);
		if (a->address[seat] != NULL)
			return err_set(err, ERR_USAGE, "two addresses for %.*s", (int)n, s);
		if (address_check(s + n + 1, err) < 0)
			return -1;
		if (strcasecmp(s + n + 1, a->table_address) == 0)
			return err_set(err, ERR_USAGE, "%s is the table's own address", s + n + 1);
		a->address[seat] = s + n + 1;
	}
	take_mail(ctx, l, a);
	return check_plain_seats(a, err);
}

static int
set_remote(
    const struct new_opt *o, const struct like *l, struct host_table_params *a, struct err *err)
{
	a->has_operator = l->a.has_operator;
	a->operator_key = l->a.operator_key;
	a->watchers_open = l->a.watchers_open;
	if (o->watchers != NULL && opt_parse_watchers(o->watchers, &a->watchers_open, err) < 0)
		return -1;
	if (o->operator_key == NULL)
		return 0;
	a->has_operator = strcmp(o->operator_key, "-") != 0;
	return a->has_operator ? keys_read_pubkey(o->operator_key, &a->operator_key, err) : 0;
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
	    id[strspn(id, "abcdefghijklmnopqrstuvwxyz0123456789-")] != '\0' || id[0] == '-') {
		err_set(err, ERR_USAGE, "\"%s\" is not a valid name for a game", id);
		return err_hint(err, "1 to 16 lower-case letters, digits and -");
	}
	memcpy(a->game, id, strlen(id) + 1);
	return 0;
}

static int
set_policy(
    const struct ctx *ctx, const struct like *l, struct host_table_params *a, struct err *err)
{
	const struct new_opt *o = ctx->opt;
	struct time_options clock = o->clock;
	const char *zones = getenv("TZDIR");

	clock.zone_folder = zones != NULL ? zones : "/usr/share/zoneinfo";
	if (time_options_read(
		&clock, o->like != NULL ? &l->a.clock : NULL, a->rules, &a->clock, err) < 0)
		return -1;
	if (o->like != NULL)
		return like_options(l, a, o->option.at, o->option.n, &a->options, err);
	return options_set_all(&a->options, a->rules, &a->names, o->option.at, o->option.n, err);
}

/* Sets the rules, with a deck that is given, or with that of the earlier table of these rules. */
static int
set_rules(const struct ctx *ctx, const struct like *l, struct host_table_params *a,
    struct house_deck *deck, struct err *err)
{
	const struct new_opt *o = ctx->opt;
	const char *name = o->rules == NULL && o->like != NULL ? l->a.rules->name : o->rules;

	a->rules = rules_choice_named(ctx->user.games, "--rules", name, err);
	if (a->rules != NULL && o->deck == NULL && o->like != NULL &&
	    strcmp(name, l->a.rules->name) == 0)
		a->rules = l->a.rules;
	else if (a->rules != NULL)
		a->rules = rules_choice_with_deck(a->rules, o->deck, deck, err);
	return a->rules != NULL ? 0 : -1;
}

static int
prepare(struct ctx *ctx, const struct like *l, struct host_table_params *a, struct house_deck *deck,
    struct buf *host_key, struct err *err)
{
	const struct new_opt *o = ctx->opt;
	const char *title = o->title != NULL || l->a.names.title[0] == '\0' ? o->title :
									      l->a.names.title;

	if (set_rules(ctx, l, a, deck, err) < 0)
		return -1;
	a->audited = !o->trusted_host && (o->like == NULL || l->a.audited);
	if (set_seats(ctx, l, a, err) < 0 || set_title(a, title, err) < 0 ||

	    (o->web != NULL && names_choose_web(&a->names, o->web, err) < 0) ||
	    (o->client != NULL && names_choose_client(&a->names, o->client, err) < 0) ||
	    set_names(a, &o->name, &l->a.names, err) < 0 || set_mail(ctx, l, a, err) < 0 ||
	    set_remote(o, l, a, err) < 0 || set_policy(ctx, l, a, err) < 0 ||
	    set_id(a, o->id, err) < 0 || keys_stable(keys_opened(&ctx->user), host_key, err) < 0)
		return -1;
	a->host_key = buf_cstr(host_key);
	a->allow_host_seat = o->allow_host_seat || l->a.allow_host_seat;
	a->now = ctx->user.now;
	seal_random(a->s, sizeof a->s);
	if (a->custody == (1u << a->names.n) - 1)
		a->audited = false; /* the host knows every share */
	return host_custody_keys(ctx->user.key, a, err);
}

/* Makes the game file, completely or not at all. */
static int
create(const struct ctx *ctx, const char *path, const struct host_table_params *a,
    struct buf *digest, struct err *err)
{
	struct host *host = NULL;
	int result;

	if (host_create(&host, path, ctx->user.games, err) < 0)
		return -1;
	result = host_new_game(host, ctx->user.key, a, digest, err);
	host_close(host); /* removes an unfinished file */
	return result;
}

static int
put_json(const struct ctx *ctx, const struct buf *text, struct err *err)
{
	struct digest_layout t;
	struct digest d;
	struct digest_events events;
	char head[HASH_TEXT + 1];
	size_t at = 0;

	if (digest_next(buf_cstr(text), text->n, &at, &t, err) < 1 ||
	    digest_parse(ctx->user.games, text->p, &t, &d, err) < 0 ||
	    digest_events_read(
		text->p, t.events, d.pub.known.rules, &d.names, SEAT_NONE, &events, err) < 0)
		return -1;

	struct hash hash = digest_hash(text->p + t.signed_part.at, t.signed_part.n);

	hash_text(&hash, head);
	report_apply_json(&d, head, NULL, &events.ev, &events.notes, ctx->out.print->out);
	return 0;
}

/* Writes digest 0, and those with the joins of plain seats. */
static int
write_digests(struct ctx *ctx, const struct buf *text, struct err *err)
{
	const struct new_opt *o = ctx->opt;
	struct digest_layout t;
	size_t at = 0;
	int64_t n = 0;
	int result;

	while ((result = digest_next(buf_cstr(text), text->n, &at, &t, err)) == 1) {
		struct buf one = BUF_INIT;

		buf_add(&one, text->p + t.whole.at, t.whole.n);
		result = deliver_file(&ctx->run, o->out, n++, &one, err);
		buf_release(&one);
		if (result < 0)
			break;
	}
	return result;
}

static int
deliver(struct ctx *ctx, const char *path, const struct buf *text, struct err *err)
{
	const struct new_opt *o = ctx->opt;

	rollback_check_note_new(&ctx->run, text);
	if (o->out != NULL && write_digests(ctx, text, err) < 0) {
		(void)err_wrap(err, "the game is there, its digest is not");
		err->code = ERR_BUSY;
		return err_hint(err, "adit digest %s 0 prints it again", path);
	}
	if (ctx->out.json)
		return put_json(ctx, text, err);
	if (o->out == NULL)
		buf_add(ctx->out.print->out, text->p, text->n);
	return 0;
}

/* Lists the rules sets and their options. */
static void
more(const struct rules *const *games, struct buf *out)
{
	buf_str(out, "RULES and their options:\n");
	for (; *games != NULL; games++) {
		struct buf line = BUF_INIT;

		buf_fmt(out, "  %s, for %s\n", (*games)->name, seats_text(*games).s);
		options_help(*games, &line);
		wrap_text(buf_cstr(&line), line.n, "    ", "    ", HELP_COLUMNS, out);
		buf_release(&line);
	}
}

/* In a folder, which ends with '/' or exists, the file is named after the game. */
static void
name_file(const char *arg, const char *game, struct buf *path)
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

/* Reads the earlier table, whose host's key is used if none is named; *l stays empty without
 * one. */
static int
take_like(struct ctx *ctx, struct like *l, struct err *err)
{
	const struct new_opt *o = ctx->opt;
	struct host *old = NULL;
	int result = 0;

	memset(l, 0, sizeof *l);
	if (o->like != NULL) {
		result = host_open(&old, o->like, false, ctx->user.games, err);
		if (result == 0)
			result = like_read(old, l, err);
		host_close(old);
		if (result == 0 && ctx->user.key_arg == NULL)
			ctx->user.key_arg = buf_cstr(&l->host_key);
	}
	return result == 0 ? ctx_load_key(ctx, err) : -1;
}

static int
run(struct ctx *ctx, int argc, char **argv, struct err *err)
{
	const struct new_opt *o = ctx->opt;
	struct like like;
	struct host_table_params a;
	struct house_deck deck;
	struct buf text = BUF_INIT, host_key = BUF_INIT;
	struct buf path = BUF_INIT;
	int result;

	(void)argc;
	memset(&a, 0, sizeof a);
	result = take_like(ctx, &like, err);
	if (result == 0)
		result = prepare(ctx, &like, &a, &deck, &host_key, err);
	if (result == 0 && o->out != NULL)
		result = folder_make(o->out, err);
	name_file(argv[0], a.game, &path);
	if (result == 0)
		result = create(ctx, path.p, &a, &text, err);
	if (result == 0 && strcmp(path.p, argv[0]) != 0)
		output_say(&ctx->out, "%s", path.p);
	if (result == 0)
		result = deliver(ctx, path.p, &text, err);
	if (result == 0 && o->mail_from == NULL && isatty(STDERR_FILENO))
		output_say(&ctx->out,
		    "adit digest --invitation %s --seat %s prints what to send to %s", path.p,
		    a.names.seat[0], a.names.seat[0]);
	buf_release(&path);
	buf_release(&text);
	buf_release(&host_key);
	ctx->user.key_arg = NULL; /* it may point into `like` */
	like_release(&like);
	seal_wipe(&a, sizeof a);
	return result;
}

const struct cmd cmd_new = {
	.name = "new",
	.synopsis = "--rules=RULES (--seat=NAME[=FILE]...|--seats=N) [--trusted-host] [-k HOST] "
		    "[OPTION]... GAME.db|DIR/\n"
		    "--like=OLD.db [-k HOST] [OPTION]... GAME.db|DIR/",
	.summary = "open a table, and print digest 0",
	.text =
	    "Makes GAME.db, which only the host has, and signs digest 0 with the host's key.  The "
	    "turn order is that of the seats given.\n\nDigest 0 invites: every player answers it "
	    "with \"adit join\", and when all have, with \"adit confirm\".  So all take part in "
	    "the shuffle, and nobody can choose it.  A seat without a public key belongs to the "
	    "first player who joins.  With --trusted-host the host deals at once.",
	.more = more,
	.group = GROUP_HOST,
	.need = NEED_KEY_LATER | NEED_NOW,
	.opt = opt,
	.opt_size = sizeof(struct new_opt),
	.opt_rule = opt_rule,
	.args_min = 1,
	.args_max = 1,
	.run = run,
};
