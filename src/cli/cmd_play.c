/* adit play: a session of one seat. */
#include <string.h>
#include <unistd.h>

#include "player/verify.h"
#include "record/folder.h"
#include "cli/cmd.h"
#include "record/active_games.h"
#include "cli/digest_input.h"
#include "record/keys.h"
#include "session/play_internal.h"
#include "session/practice.h"
#include "mail/rawmail.h"
#include "player/receipt_report.h"
#include "cli/rules.h"
#include "mail/message.h"
#include "record/home.h"
#include "util/number.h"
#include "wire/report.h"
#include "wire/mail_damage.h"
#include "util/timestamp.h"

struct play_opt {
	const char *to, *git, *out, *follow;
	const char *rules, *against, *seed, *keep;
	struct opt_list option;
	bool send, plain, lines;
};

#define AT(member) offsetof(struct play_opt, member)

static const struct opt opt[] = {
	{ "send", 0, OPT_FLAG, AT(send), NULL,
	    "send orders by mail: to the address of --to, else the saved one, else the sender of "
	    "the mail that was read",
	    0, 0 },
	{ "to", 0, OPT_TEXT, AT(to), "ADDR", "with --send: the table's address", 0, 0 },
	{ "git", 0, OPT_TEXT, AT(git), "DIR", "send orders with `git adit send` in this clone", 0,
	    0 },
	{ "out", 0, OPT_TEXT, AT(out), "FILE", "write orders there; -: to standard output", 0, 0 },
	{ "follow", 0, OPT_TEXT, AT(follow), "DIR",
	    "digests come there: a folder, a Maildir or a git repository", 0, 0 },
	{ "rules", 'r', OPT_TEXT, AT(rules), "RULES", "a practice game on this machine", 0, 0 },
	{ "against", 0, OPT_TEXT, AT(against), "PLAYER[,PLAYER]...",
	    "with --rules: the other players, each greedy or random", 0, 0 },
	{ "option", 'o', OPT_LIST, AT(option), "NAME=VALUE",
	    "with --rules: an option of the rules set", 0, 0 },
	{ "seed", 0, OPT_TEXT, AT(seed), "HEX",
	    "with --rules: the game that this was before: keys, cards and the others' choices", 0,
	    0 },
	{ "keep", 0, OPT_TEXT, AT(keep), "DIR",
	    "with --rules: save the game in this folder, or continue it", 0, 0 },
	{ "lines", 0, OPT_FLAG, AT(lines), NULL, "line by line instead of a full screen", 0, 0 },
	{ "plain", 0, OPT_FLAG, AT(plain), NULL, "sentences instead of drawings, line by line", 0,
	    0 },
	{ .name = NULL },
};

static const struct opt_rule opt_rule[] = {
	{ "send", "git out", NULL },
	{ "to", NULL, "send" },
	{ "git", "out", NULL },
	{ "rules", "send git out follow key passphrase-fd game", NULL },
	{ "against", NULL, "rules" },
	{ "option", NULL, "rules" },
	{ "seed", NULL, "rules" },
	{ "keep", NULL, "rules" },
	{ .name = NULL },
};

/* ---- choosing the game ----------------------------------------------------------------------- */

struct choice {
	struct buf lines;
	size_t n, wanted;
	char game[ORDER_BLOCK_GAME_MAX + 1];
	int64_t now;
};

static void
add_choice(void *arg, const struct active_game *g)
{
	struct choice *c = arg;
	struct printer p = printer_words(&c->lines);

	p.local = timestamp_local;
	buf_fmt(&c->lines, "%zu  ", ++c->n);
	active_games_line(g, c->now, &p);
	if (c->n == c->wanted)
		(void)snprintf(c->game, sizeof c->game, "%s", g->name);
}

/* Lists the running games; the player chooses one by number. */
static int
choose(struct ctx *ctx, int in, struct buf *dir, struct err *err)
{
	struct choice c = { .now = ctx->user.now };
	struct buf line = BUF_INIT;
	struct term *term = NULL;
	int64_t n = 0;
	int result = play_terminal(&term, &ctx->user, in, false, err);

	if (result == 0)
		result = active_games_each(&ctx->user, add_choice, &c, err);
	if (result == 0) {
		term_put(term, buf_cstr(&c.lines), c.lines.n);
		if (term_read(term, "which game? ", -1, 0, &line) != TERM_LINE ||
		    number_parse(buf_cstr(&line), line.n, (int64_t)c.n, &n) < 0 || n == 0)
			result = err_set(err, ERR_USAGE, "no game was chosen");
	}
	ctx->signal = term != NULL ? term_signal(term) : 0;
	term_close(term);
	c.wanted = (size_t)n;
	c.n = 0;
	if (result == 0)
		result = active_games_each(&ctx->user, add_choice, &c, err);
	if (result == 0)
		result = user_game(&ctx->user, c.game, dir, err);
	buf_release(&c.lines);
	buf_release(&line);
	return result;
}

/* True if this home has a record of the game. */
static bool
is_game(const struct ctx *ctx, const char *name)
{
	struct buf dir = BUF_INIT;
	struct err none = ERR_INIT;
	bool is = home_is_game(name) && access(name, F_OK) != 0 &&
	    user_game(&ctx->user, name, &dir, &none) == 0 && access(dir.p, F_OK) == 0;

	buf_release(&dir);
	return is;
}

/* Appends From: of a mail, which is not authenticated. */
static void
sender(const char *letter, const struct buf *mail, struct buf *out)
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
add_table(const struct ctx *ctx, struct buf *text, struct err *err)
{
	struct buf clean = BUF_INIT, dir = BUF_INIT;
	struct receipt_spans sp;
	struct receipt claims;
	size_t at = 0;
	int result = 0;

	if (!receipt_is_in(text) || mail_damage_has_digest(text))
		return 0;
	digest_clean(buf_cstr(text), text->n, &clean);
	result = receipt_next(buf_cstr(&clean), clean.n, &at, &sp, err) == 1 ? 0 : -1;
	if (result == 0)
		result = receipt_parse(clean.p, &sp, &claims, err);
	if (result == 0)
		result = user_game(&ctx->user, claims.game, &dir, err);
	buf_chr(text, '\n');
	if (result == 0)
		result = verify_read_saved(&ctx->user, dir.p, true, text, err);
	buf_release(&clean);
	buf_release(&dir);
	return result;
}

static int
collect_mail(const struct ctx *ctx, struct play_options *start, struct buf *from, struct err *err)
{
	start->in = -1;
	if (folder_add_file("-", &start->text, err) < 0)
		return -1;
	sender(ctx->user.letter, &start->text, from);
	return rawmail_digests(ctx->user.letter, &start->text, 0, "standard input", err);
}

/* Adds a hint if the argument is neither a digest nor a folder. */
static int
hint_other(const char *name, struct err *err)
{
	if (err->code == ERR_NOT_FOUND && home_is_game(name) && access(name, F_OK) != 0)
		return err_hint(err,
		    "no game of that name was read here either; without it those that run are "
		    "listed");
	return -1;
}

static bool
is_maildir(const char *name)
{
	struct buf cur = BUF_INIT;
	bool is;

	buf_fmt(&cur, "%s/cur", name);
	is = access(cur.p, F_OK) == 0;
	buf_release(&cur);
	return is;
}

static int
collect_letters(const char *letter, const char *dir, struct buf *text, struct err *err)
{
	if (digest_source_letters(letter, dir, text, err) < 0)
		return -1;
	return mail_damage_has_digest(text) ?
	    0 :
	    err_set(err, ERR_NOT_FOUND, "no digest is in the newest letters of %s", dir);
}

/* Reads the first digests, and the sender of the mail with them. */
static int
collect(struct ctx *ctx, int argc, char **argv, struct play_options *start, struct buf *from,
    struct err *err)
{
	struct buf dir = BUF_INIT;
	int result;

	if (argc == 1 && ctx->user.game == NULL && is_game(ctx, argv[0])) {
		ctx->user.game = argv[0];
		argc = 0;
	}
	if (argc == 1 && is_maildir(argv[0]))
		return collect_letters(ctx->user.letter, argv[0], &start->text, err);
	if (argc == 1) {
		result = strcmp(argv[0], "-") == 0 ?
		    collect_mail(ctx, start, from, err) :
		    digest_input_read(ctx, argc, argv, &start->text, err);
		return result == 0 ? add_table(ctx, &start->text, err) : hint_other(argv[0], err);
	}
	result = active_games_pick(&ctx->user, &dir, err);
	if (result > 0)
		result = choose(ctx, start->in, &dir, err);
	if (result == 0)
		result = verify_read_saved(&ctx->user, dir.p, true, &start->text, err);
	buf_release(&dir);
	return result;
}

/* ---- the order transport --------------------------------------------------------------------- */

static int
set_transport(struct play *p, const struct play_settings *m, struct err *err)
{
	switch (m->transport) {
	case SETTINGS_MAIL:
		return order_transport_mail(&p->transport, m->to.p, p->r.d.game, err);
	case SETTINGS_GIT:
		return order_transport_git(&p->transport, m->to.p, err);
	case SETTINGS_FILE:
		return order_transport_file(&p->transport, m->to.p, p->dir.p, err);
	case SETTINGS_NONE:
		break;
	}
	return 0;
}

static void
remember(struct play_settings *m, enum settings_transport transport, const char *to)
{
	m->transport = transport;
	buf_clear(&m->to);
	buf_str(&m->to, to);
}

/* The sender of the mail is not authenticated, so the player must confirm the address. */
static int
ask_sender(
    struct play *p, struct play_settings *m, const struct buf *from, bool wanted, struct err *err)
{
	if (m->transport == SETTINGS_MAIL) {
		if (from->n > 0 && strcmp(from->p, m->to.p) != 0)
			play_say(p, "This mail is from %s; orders go to %s.", from->p, m->to.p);
		return 0;
	}
	if (from->n > 0 && (wanted || m->transport == SETTINGS_NONE) &&
	    play_ask(p, "Send your orders of this game by mail to %s?", from->p))
		remember(m, SETTINGS_MAIL, from->p);
	else if (wanted) {
		(void)err_set(
		    err, ERR_USAGE, "no way to send orders of game %s is known", p->r.d.game);
		return err_hint(err, "say it with --send --to=ADDRESS");
	}
	return 0;
}

/* What chooses the transport: the options, and the sender of the mail that was read. */
struct choosing {
	const struct play_opt *opt;
	struct buf from;
};

static int
take_options(struct play *p, struct play_settings *m, const struct choosing *c, struct err *err)
{
	const struct play_opt *o = c->opt;

	if (o->to != NULL)
		remember(m, SETTINGS_MAIL, o->to);
	if (o->git != NULL)
		remember(m, SETTINGS_GIT, o->git);
	if (o->out != NULL)
		remember(m, SETTINGS_FILE, o->out);
	return o->git != NULL || o->out != NULL ? 0 : ask_sender(p, m, &c->from, o->send, err);
}

/* Saves a working transport with its absolute path. Standard output is not saved. */
static void
keep(struct play *p, struct play_settings *m, const struct play_opt *o, struct err *trouble)
{
	if (o->out != NULL && strcmp(o->out, "-") == 0)
		return;
	if (m->transport != SETTINGS_NONE && m->transport != SETTINGS_MAIL) {
		buf_clear(&m->to);
		buf_str(&m->to, order_transport_to(&p->transport));
	}
	buf_clear(&m->key);
	if (keys_stable(p->u->key_arg, p->u->key_name.p, &m->key, trouble) < 0 ||
	    play_settings_save(m, p->dir.p, trouble) < 0)
		play_say(p, "not remembered: %s", trouble->msg);
}

static int
choose_transport(struct play *p, void *arg, struct err *err)
{
	const struct choosing *c = arg;
	struct play_settings m;
	struct err why = ERR_INIT;
	int result;

	if (play_settings_load(&m, p->dir.p, &why) < 0)
		play_fail(p, &why);
	result = take_options(p, &m, c, err);
	if (result == 0)
		result = set_transport(p, &m, err);
	if (result == 0)
		keep(p, &m, c->opt, &why);
	if (result == 0 && p->transport.carry == NULL)
		play_say(p,
		    "Orders are shown here, for you to send: --send, --git and --out do it "
		    "for you.");
	play_settings_release(&m);
	return result;
}

/* Reports invalid arguments before a table is shown, also to a player without a seat. */
static int
check_transport(const struct play_opt *o, struct err *err)
{
	struct order_transport r = { .arg = NULL };
	int result = 0;

	if (o->to != NULL)
		result = order_transport_mail(&r, o->to, "", err);
	else if (o->git != NULL)
		result = order_transport_git(&r, o->git, err);
	else if (o->out != NULL)
		result = order_transport_file(&r, o->out, "", err);
	if (r.release != NULL)
		r.release(r.arg);
	return result;
}

/* ---- the verb ------------------------------------------------------------------------------------------ */

/* Finds the key last used for this game. */
static void
recall_key(const struct ctx *ctx, const struct buf *text, struct buf *key)
{
	char host[SIGN_TEXT + 1], game[ORDER_BLOCK_GAME_MAX + 1];
	struct digest_layout t;
	struct err none = ERR_INIT;
	struct buf dir = BUF_INIT;
	struct play_settings m = { .transport = SETTINGS_NONE };
	size_t at = 0;
	int64_t n;

	if (digest_next(buf_cstr(text), text->n, &at, &t, &none) == 1 &&
	    digest_host(text->p, &t, host, game, &n, &none) == 0 &&
	    user_game(&ctx->user, game, &dir, &none) == 0 &&
	    play_settings_load(&m, dir.p, &none) == 0 && m.key.n > 0)
		buf_str(key, m.key.p);
	play_settings_release(&m);
	buf_release(&dir);
}

/* At a terminal there are three tries. The unlocked key is used for the whole session. */
static int
unlock(const struct ctx *ctx, struct err *err)
{
	for (int left = 3;; left--) {
		struct err why = ERR_INIT;

		if (seckey_unlock(ctx->user.key, SECRET_BOX, &why) == 0)
			return 0;
		if (why.code != ERR_AUTH || ctx->user.passphrase_fd >= 0 ||
		    ctx->user.askpass != NULL || left == 1) {
			*err = why;
			return -1;
		}
		output_say(&ctx->out, "%s", why.msg);
		seal_wipe(ctx->user.key->pass, sizeof ctx->user.key->pass);
		ctx->user.key->pass_n = 0;
	}
}

/* Without a key the session is that of a watcher. A named key must exist. */
static int
get_key(struct ctx *ctx, const struct buf *text, struct buf *remembered, struct err *err)
{
	struct err why = ERR_INIT;

	if (ctx->user.key_arg == NULL)
		recall_key(ctx, text, remembered);
	if (remembered->n > 0)
		ctx->user.key_arg = remembered->p;
	if (ctx_load_key(ctx, &why) == 0)
		return unlock(ctx, err);
	if (ctx->user.key_arg == NULL && why.code == ERR_NOT_FOUND)
		return 0;
	*err = why;
	return -1;
}

static int
practice(struct ctx *ctx, int argc, char **argv, struct err *err)
{
	const struct play_opt *o = ctx->opt;
	const struct practice_want want = { .rules = rules_arg(ctx, "--rules", o->rules, err),
		.against = o->against,
		.seed = o->seed,
		.keep = o->keep,
		.option = o->option.at,
		.n_options = o->option.n,
		.temporary = getenv("TMPDIR"),
		.plain = o->plain,
		.lines = o->lines };

	if (want.rules == NULL)
		return -1;
	if (argc > 0)
		return err_set(
		    err, ERR_USAGE, "a practice game is a new one: \"%s\" is too much", argv[0]);
	if (o->against == NULL) {
		(void)err_set(err, ERR_USAGE, "--against=PLAYER is required");
		return err_hint(err, "--against greedy, or several: --against greedy,random");
	}
	return practice_play(&ctx->user, &want, &ctx->signal, err);
}

static int
run(struct ctx *ctx, int argc, char **argv, struct err *err)
{
	const struct play_opt *o = ctx->opt;
	struct choosing chosen = { .opt = o };
	struct buf key = BUF_INIT;
	struct play_options start = { .text = BUF_INIT,
		.in = STDIN_FILENO,
		.plain = o->plain,
		.lines = o->lines,
		.source = { .wake_fd = -1 },
		.seated = choose_transport,
		.seated_arg = &chosen };
	struct play p;
	int result;

	if (o->out != NULL && strcmp(o->out, "-") == 0)
		start.in = -1;
	ctx->user.in_session = true;
	if (ctx->out.json)
		return err_set(err, ERR_USAGE, "a session talks to people: --json is not for it");
	if (o->rules != NULL)
		return practice(ctx, argc, argv, err);
	result = check_transport(o, err);
	if (result == 0)
		result = collect(ctx, argc, argv, &start, &chosen.from, err);
	if (result == 0 && (o->follow != NULL || (argc == 1 && is_maildir(argv[0]))))
		result = digest_source_open(
		    &start.source, ctx->user.letter, o->follow != NULL ? o->follow : argv[0], err);
	if (result == 0)
		result = get_key(ctx, &start.text, &key, err);
	if (result < 0) {
		if (start.source.release != NULL)
			start.source.release(start.source.arg);
		buf_release(&start.text);
		goto out;
	}
	result = play_begin(&p, &ctx->user, &start, err);
	if (result == 0)
		result = play_run(&p, err);
	ctx->signal = play_end(&p);
out:
	ctx->user.key_arg = NULL; /* it may point to `key` */
	buf_release(&chosen.from);
	buf_release(&key);
	return result;
}

const struct cmd cmd_play = {
	.name = "play",
	.synopsis = "[-k KEY] [--send|--git DIR|--out FILE] [OPTION]... [GAME|DIR|-]\n"
		    "--rules RULES --against PLAYER[,PLAYER]... [--seed HEX] [--keep DIR]",
	.summary = "play: see the table, give orders, send them, in one session",
	.text =
	    "Shows the table as `adit read` does.  Reads orders and commands (? lists them), asks "
	    "for confirmation, signs as `adit sign` does, saves the order and sends it.  The way "
	    "of sending is saved for each game; without one, orders are shown, to be sent by "
	    "hand.\n\nWithout an operand: the running game, or a list of the running games.  -: a "
	    "mail or digests on standard input, and the terminal is /dev/tty: |adit play - from a "
	    "mail program.\n\nA signed order is saved before it is sent.  So after a failure the "
	    "same bytes are sent again, and never another order for that turn.\n\nWith --rules a "
	    "game starts at once against players on this machine, to learn or to practice: --rules "
	    "duel --against greedy.  It is deleted at the end, except with --keep.",
	.group = GROUP_PLAYER,
	.need = NEED_KEY_LATER | NEED_RECORD | NEED_NOW,
	.opt = opt,
	.opt_size = sizeof(struct play_opt),
	.opt_rule = opt_rule,
	.args_max = 1,
	.run = run,
};
