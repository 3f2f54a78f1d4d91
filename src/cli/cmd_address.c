/* adit address: set and list the mail addresses of a table. */
#include <stdlib.h>
#include <string.h>

#include "cli/cmd.h"
#include "record/keys.h"
#include "service/today.h"
#include "mail/address.h"
#include "text/catalogues.h"
#include "util/file.h"
#include "util/lines.h"
#include "util/number.h"
#include "util/mem.h"
#include "util/slice.h"

enum { LIST_MAX = 65536, WAITS_MAX = 1 << 30, CHANGES_MAX = SEATS_MAX + 2 + 2 * ADDRESS_WATCHERS };

struct address_opt {
	const char *table, *operator_key, *watchers;
	struct opt_list watch, unwatch;
};

static const struct opt opt[] = {
	CMD_OPTION("table", 0, OPT_TEXT, offsetof(struct address_opt, table), "ADDR",
	    "address to which players write, and From of all mail; \"-\": none"),
	CMD_OPTION("watch", 0, OPT_LIST, offsetof(struct address_opt, watch), "ADDR",
	    "send every digest to a watcher at ADDR, without any view; at most 20"),
	CMD_OPTION("unwatch", 0, OPT_LIST, offsetof(struct address_opt, unwatch), "ADDR",
	    "and gets no more"),
	CMD_OPTION("watchers", 0, OPT_TEXT, offsetof(struct address_opt, watchers), "open|closed",
	    "whether watchers may subscribe by mail"),
	CMD_OPTION("operator", 0, OPT_TEXT, offsetof(struct address_opt, operator_key), "FILE",
	    "the holder of this public key file may command the table by mail; \"-\": nobody"),
	{ .name = NULL },
};

/* Addresses to set, and the text that they point into; and what the list says of the operator and of
 * watchers. */
struct changes {
	struct buf text;
	struct address at[CHANGES_MAX];
	size_t n;
	struct host_remote_change remote; /* may point to `key` */
	struct pubkey key;
};

/* precedes the digest since which a standby waits */
static const char waiting[] = "--standby=";

/* Suffixes of the list for addresses that were not entered by the host. */
static const struct {
	const char *how, *words;
} by[] = {
	{ "join", " by join" },
	{ "confirmed", " by join, confirmed" },
};

/* The same for how a seat gets mail. */
static const struct {
	const char *mail, *words;
} which[] = {
	{ "mine", " mail mine" },
	{ "daily", " mail daily" },
};
/* of the operator's public key, and of whether watchers may subscribe */
static const char operator_line[] = "--operator", watchers_line[] = "--watchers";
static const char narrow[] = " narrow";
static const char language[] = " lang ";

static const char *
mail_words(const struct address *a)
{
	for (size_t i = 0; i < sizeof which / sizeof which[0] && a->mail != NULL; i++)
		if (strcmp(a->mail, which[i].mail) == 0)
			return which[i].words;
	return "";
}

static int
put_people(void *arg, const struct address *a, struct err *err)
{
	struct printer *p = arg;
	const bool has_lang = a->lang != NULL && a->lang[0] != '\0';
	const char *words = "";

	(void)err;
	for (size_t i = 0; i < sizeof by / sizeof by[0]; i++)
		if (strcmp(a->how, by[i].how) == 0)
			words = by[i].words;
	if (a->waits > 0)
		print_human(p, "%s%lld %s%s\n", waiting, (long long)a->waits, a->addr, words);
	else
		print_human(p, "%s %s%s%s%s%s%s\n",
		    a->watches          ? "--watch" :
			a->seat != NULL ? a->seat :
					  "--table",
		    a->addr, words, mail_words(a), a->narrow ? narrow : "",
		    has_lang ? language : "", has_lang ? a->lang : "");
	return 0;
}

static int
put_program(void *arg, const struct address *a, struct err *err)
{
	struct printer *p = arg;

	(void)err;
	print_open(p, NULL);
	print_text(p, "seat", NULL, a->seat);
	print_bool(p, "watches", NULL, NULL, a->watches);
	if (a->waits > 0)
		print_number(p, "waits", NULL, a->waits);
	print_text(p, "address", NULL, a->addr);
	print_text(p, "how", NULL, a->how);
	if (a->mail != NULL) {
		print_text(p, "mail", NULL, a->mail);
		print_bool(p, "narrow", NULL, NULL, a->narrow);
		print_text(p, "lang", NULL, a->lang[0] != '\0' ? a->lang : NULL);
	}
	print_number(p, "bounces", NULL, a->bounces);
	print_text(p, "bounce", NULL, a->bounce[0] != '\0' ? a->bounce : NULL);
	print_close(p);
	return 0;
}

/* Prints what is not of one address. */
static int
put_remote(struct host *h, struct printer *p, struct err *err)
{
	char sign[SIGN_TEXT + 1], box[AGE_TEXT + 1];
	struct host_remote remote;

	if (host_get_remote(h, &remote, err) < 0)
		return -1;
	if (remote.watchers_open)
		print_human(p, "%s open\n", watchers_line);
	if (remote.has_operator) {
		pubkey_sign_text(&remote.operator_key, sign);
		pubkey_box_text(&remote.operator_key, box);
		print_human(p, "%s %s %s\n", operator_line, sign, box);
	}
	return 0;
}

static int
list(const struct ctx *ctx, struct host *h, struct err *err)
{
	int result;

	print_open(ctx->out.print, NULL);
	print_open_list(ctx->out.print, "addresses");
	result = address_each(h, ctx->out.json ? put_program : put_people, ctx->out.print, err);
	if (result == 0 && !ctx->out.json)
		result = put_remote(h, ctx->out.print, err);
	print_close(ctx->out.print);
	print_close(ctx->out.print);
	if (result < 0)
		buf_clear(ctx->out.print->out);
	return result;
}

/* ---- setting ----------------------------------------------------------------------------------- */

static int
add_one(struct changes *c, const struct address *a, int line, struct err *err)
{
	if (c->n == CHANGES_MAX)
		return err_set_line(err, ERR_SYNTAX, line, "more addresses than a table has");
	if (a->addr != NULL && address_check(a->addr, err) < 0) {
		err->line = line;
		return -1;
	}
	c->at[c->n++] = *a;
	return 0;
}

/* how NULL: remove the watcher */
static int
add_watcher(struct changes *c, const char *addr, const char *how, int line, struct err *err)
{
	const struct address a = { .watches = true, .addr = addr, .how = how };

	return add_one(c, &a, line, err);
}

/* since: a digest number */
static int
add_waiting(struct changes *c, const char *since, const char *addr, const char *how, int line,
    struct err *err)
{
	struct address a = { .addr = strcmp(addr, "-") == 0 ? NULL : addr, .how = how };

	if (number_parse_range(since, strlen(since), 1, WAITS_MAX, &a.waits) < 0)
		return err_set_line(
		    err, ERR_SYNTAX, line, "no number of a digest: --standby=%.20s", since);
	return add_one(c, &a, line, err);
}

static int
add(struct changes *c, const char *seat, const char *addr, const char *how, int line,
    struct err *err)
{
	const struct address a = {
		.seat = seat, .addr = strcmp(addr, "-") == 0 ? NULL : addr, .how = how
	};

	for (size_t i = 0; i < c->n; i++)
		if (!c->at[i].watches && c->at[i].waits == 0 &&
		    strcmp(seat != NULL ? seat : "", c->at[i].seat != NULL ? c->at[i].seat : "") ==
			0)
			return err_set_line(err, ERR_SYNTAX, line, "two addresses for %s",
			    seat != NULL ? seat : "the table");
	return add_one(c, &a, line, err);
}

/* Cuts these words off the end of s, or returns false. */
static bool
cut(char *s, const char *words)
{
	const size_t n = strlen(words), all = strlen(s);

	if (all <= n || strcmp(s + all - n, words) != 0)
		return false;
	s[all - n] = '\0';
	return true;
}

/* Cuts " lang LL" off the end of s. Returns LL, or NULL. */
static const char *
cut_language(char *s)
{
	char *last = strrchr(s, ' ');
	const size_t n = sizeof language - 1;

	if (last == NULL || (size_t)(last - s) + 1 < n || strncmp(last + 1 - n, language, n) != 0)
		return NULL;
	last[1 - n] = '\0';
	return last + 1;
}

static int
err_language(const char *code, int line, struct err *err)
{
	struct buf all = BUF_INIT;

	catalogues_list(&all);
	(void)err_set_line(err, ERR_SYNTAX, line, "there is no language \"%.20s\"", code);
	(void)err_hint(err, "there are: %s", buf_cstr(&all));
	buf_release(&all);
	return -1;
}

/* Parses the public key of the operator: its two parts. */
static int
add_operator(struct changes *c, const char *s, int line, struct err *err)
{
	const char *box = strchr(s, ' ');

	if (box == NULL || pubkey_sign_parse(s, (size_t)(box - s), &c->key) < 0 ||
	    pubkey_box_parse(box + 1, strlen(box + 1), &c->key) < 0)
		return err_set_line(err, ERR_SYNTAX, line, "the operator has no such public key");
	c->remote.sets_operator = true;
	c->remote.operator_key = &c->key;
	return 0;
}

/* Parses a line of the list and modifies it: "SEAT ADDR", "--table ADDR", "--watch ADDR" or
 * "--standby=N ADDR", then suffixes; "--watchers open"; or "--operator KEY". */
static int
add_line(struct changes *c, char *s, int line, struct err *err)
{
	size_t n = strcspn(s, " \t");
	const char *how = "host", *mail = NULL;
	char *addr = s + n;
	const char *lang = cut_language(addr);
	const bool is_narrow = cut(addr, narrow);

	for (size_t i = 0; i < sizeof which / sizeof which[0]; i++)
		if (cut(addr, which[i].words))
			mail = which[i].mail;
	for (size_t i = 0; i < sizeof by / sizeof by[0]; i++)
		if (cut(addr, by[i].words))
			how = by[i].how;
	addr += strspn(addr, " \t");
	if (*addr == '\0')
		return err_set_line(
		    err, ERR_SYNTAX, line, "expected \"SEAT ADDR\", not \"%.80s\"", s);
	s[n] = '\0';
	if (lang != NULL && !catalogue_has(lang))
		return err_language(lang, line, err);
	if (strcmp(s, operator_line) == 0)
		return add_operator(c, addr, line, err);
	if (strcmp(s, watchers_line) == 0) {
		c->remote.sets_watchers = true;
		return opt_parse_watchers(addr, &c->remote.watchers_open, err);
	}
	if (strcmp(s, "--watch") == 0)
		return add_watcher(c, addr, how, line, err);
	if (strncmp(s, waiting, strlen(waiting)) == 0)
		return add_waiting(c, s + strlen(waiting), addr, how, line, err);
	if (add(c, strcmp(s, "--table") == 0 ? NULL : s, addr, how, line, err) < 0)
		return -1;
	c->at[c->n - 1].mail = mail == NULL && is_narrow ? "all" : mail;
	c->at[c->n - 1].narrow = is_narrow;
	c->at[c->n - 1].lang = lang;
	return 0;
}

static int
read_list(struct changes *c, struct err *err)
{
	struct lines l;
	struct slice w;

	if (file_read("-", LIST_MAX, &c->text, err) < 0)
		return -1;
	if (memchr(buf_cstr(&c->text), '\0', c->text.n) != NULL)
		return err_set(err, ERR_SYNTAX, "a list of addresses has no NUL bytes");
	l = (struct lines){ .s = buf_cstr(&c->text), .n = c->text.n };
	while (lines_next_crlf(&l, &w)) {
		char *s = c->text.p + ((w = slice_trim(w)).s - c->text.p);

		if (w.n == 0 || s[0] == '#')
			continue;
		s[w.n] = '\0';
		if (add_line(c, s, l.line, err) < 0)
			return -1;
	}
	return 0;
}

static int
find_table(void *arg, const struct address *a, struct err *err)
{
	bool *has = arg;

	(void)err;
	*has = *has || (a->seat == NULL && !a->watches && a->waits == 0);
	return 0;
}

/* Adds what options say of the operator and of watchers. */
static int
add_remote(const struct address_opt *o, struct changes *c, struct err *err)
{
	struct host_remote_change *change = &c->remote;

	if (o->watchers != NULL) {
		change->sets_watchers = true;
		if (opt_parse_watchers(o->watchers, &change->watchers_open, err) < 0)
			return -1;
	}
	if (o->operator_key != NULL) {
		change->sets_operator = true;
		change->operator_key = strcmp(o->operator_key, "-") == 0 ? NULL : &c->key;
	}
	return change->operator_key != NULL && o->operator_key != NULL ?
	    keys_read_fresh(o->operator_key, &c->key, err) :
	    0;
}

/* Adds the seat with an address, "-" for none, or NULL: its own. --lang is the language of its
 * mails. */
static int
add_seat(
    const struct ctx *ctx, struct changes *c, const char *seat, const char *addr, struct err *err)
{
	const struct address a = { .seat = seat, .addr = "", .lang = ctx->lang_option };

	if (addr == NULL && ctx->lang_option == NULL)
		return err_set(err, ERR_USAGE, "which address for %s? \"-\" is none", seat);
	if (addr == NULL) {
		c->at[c->n++] = a;
		return 0;
	}
	if (add(c, seat, addr, "host", 0, err) < 0)
		return -1;
	if (ctx->lang_option != NULL && c->at[c->n - 1].addr != NULL)
		c->at[c->n - 1].lang = ctx->lang_option;
	return 0;
}

/* Stores the changes. */
static int
put(struct host *h, const struct changes *c, int64_t now, struct err *err)
{
	const struct host_remote_change *change = &c->remote;

	if (address_set(h, c->at, c->n, now, err) < 0)
		return -1;
	return change->sets_operator || change->sets_watchers ?
	    host_set_remote(h, change, now, err) :
	    0;
}

static int
set(const struct ctx *ctx, struct host *h, int argc, char **argv, struct err *err)
{
	const struct address_opt *o = ctx->opt;
	struct changes *c = mem_zero(1, sizeof *c);
	bool has_table = false;
	int result = 0;

	if (o->table != NULL)
		result = add(c, NULL, o->table, "host", 0, err);
	for (unsigned i = 0; i < o->unwatch.n && result == 0; i++)
		result = add_watcher(c, o->unwatch.at[i], NULL, 0, err);
	for (unsigned i = 0; i < o->watch.n && result == 0; i++)
		result = add_watcher(c, o->watch.at[i], "host", 0, err);
	if (result == 0 && argc == 2)
		result = add_seat(ctx, c, argv[0], argv[1], err);
	else if (result == 0 && argc == 1 && strcmp(argv[0], "-") == 0)
		result = read_list(c, err);
	else if (result == 0 && argc == 1)
		result = add_seat(ctx, c, argv[0], NULL, err);
	if (result == 0)
		result = add_remote(o, c, err);
	if (result == 0)
		result = put(h, c, ctx->user.now, err);
	if (result == 0)
		result = address_each(h, find_table, &has_table, err);
	if (result == 0 && !has_table)
		output_say(&ctx->out, "nothing is sent: the table has no address (--table ADDR)");
	buf_release(&c->text);
	free(c);
	return result;
}

static int
run(struct ctx *ctx, int argc, char **argv, struct err *err)
{
	const struct address_opt *o = ctx->opt;
	const bool sets = argc > 1 || o->table != NULL || o->watch.n > 0 || o->unwatch.n > 0 ||
	    o->watchers != NULL || o->operator_key != NULL;
	int result;

	ctx->run.path = argv[0];
	result = today_open(&ctx->run, sets, err);
	if (result == 0 && sets)
		result = today_check(&ctx->run, err);
	if (result == 0 && sets)
		result = set(ctx, ctx->run.host, argc - 1, argv + 1, err);
	if (result == 0 && (!sets || ctx->out.json))
		result = list(ctx, ctx->run.host, err);
	return result;
}

const struct cmd cmd_address = {
	.name = "address",
	.synopsis = "GAME.db\n[--table=ADDR] [--watch=ADDR]... [--unwatch=ADDR]... "
		    "[--watchers=open|closed] [--operator=FILE] GAME.db [SEAT ADDR|SEAT -|-]\n"
		    "--lang=LL GAME.db SEAT [ADDR]",
	.summary = HELP("list the addresses of a table, or set them"),
	.text = HELP(
	    "A table with its own address mails every digest to each seat with an address and "
	    "to each watcher; \"adit mail\" sends.  SEAT \"host\" is the operator, whose commands "
	    "are answered there.  ADDR \"-\" removes an address.  With SEAT, --lang is the "
	    "language "
	    "of the mails to that seat.  \"-\" alone reads a list as printed from standard input."),
	.group = GROUP_HOST,
	.need = NEED_NOW,
	.opt = opt,
	.opt_size = sizeof(struct address_opt),
	.args_min = 1,
	.args_max = 3,
	.run = run,
};
