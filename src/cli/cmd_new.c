/* adit new: open a table. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cmd.h"
#include "record/folder.h"
#include "record/transcript.h"
#include "service/new_table.h"
#include "service/rollback_check.h"
#include "text/options.h"
#include "util/file.h"
#include "util/slice.h"
#include "util/wrap.h"
#include "wire/report.h"

struct new_opt {
	struct new_table_options table;
	const char *out;
};

#define AT(member) offsetof(struct new_opt, table.member)

static const struct opt opt[] = {
	CMD_OPTION("rules", 'r', OPT_TEXT, AT(rules), "RULES", "which game to play"),
	CMD_OPTION("deck", 0, OPT_TEXT, AT(deck), "FILE",
	    "play with the cards of this list instead of those of RULES"),
	{ "seats", 'n', OPT_NUMBER, AT(seats), "N",
	    HELP("N seats p1 to pN, with the keys of these names that are here"), 1, SEATS_MAX },
	CMD_OPTION("seat", 's', OPT_LIST, AT(seat), "NAME[=FILE]",
	    "a seat, in turn order; FILE is the player's public key file, default: NAME's here; "
	    "NAME=mail:ADDR: the player needs only a mail program, and the host keeps the keys; "
	    "NAME=bot[:greedy:2|:search:N]: the host's program plays"),
	CMD_OPTION("name", 0, OPT_LIST, AT(name), "SEAT=TEXT",
	    "display name of the player, shown beside the seat's name"),
	CMD_OPTION("like", 0, OPT_TEXT, AT(like), "GAME.db",
	    "as at that table: game, seats, keys, addresses and all else that is not given here"),
	CMD_OPTION("title", 0, OPT_TEXT, AT(title), "TEXT",
	    "title of the game, for subjects of mails, pages and status"),
	CMD_OPTION("web", 0, OPT_TEXT, AT(web), "[KIND:]URL",
	    "web address of the table's repository, for links on pages"),
	CMD_OPTION("client", 0, OPT_TEXT, AT(client), "URL",
	    "address of the browser file, for players who cannot install adit"),
	CMD_OPTION("option", 'o', OPT_LIST, AT(option), "NAME=VALUE", "an option of the rules set"),
	CMD_OPTION("trusted-host", 0, OPT_FLAG, AT(trusted_host), NULL,
	    "deal at once, without the players: they have to trust the shuffle until the game is "
	    "over"),
	CMD_OPTION("limit", 0, OPT_TEXT, AT(clock.limit), "TIME", "time for a turn: 90m, 36h, 3d"),
	CMD_OPTION("grace", 0, OPT_TEXT, AT(clock.grace), "TIME",
	    "grace period before the host plays for a late player"),
	CMD_OPTION("pause", 0, OPT_LIST, AT(clock.pause), "DAYS",
	    "days that do not count: sat,sun or 2026-12-24..2027-01-01"),
	CMD_OPTION("zone", 0, OPT_TEXT, AT(clock.zone), "ZONE",
	    "where these days begin: Europe/Kyiv, or a POSIX rule; otherwise in UTC"),
	CMD_OPTION("late", 0, OPT_TEXT, AT(clock.late), "POLICY",
	    "what the host plays for a late player: wait (nothing), discard, suggest or search:N"),
	{ "misses", 0, OPT_NUMBER, AT(clock.misses), "N",
	    HELP("after N missed turns in a row a player's turns are played at once (3; 0: never)"),
	    0, TIME_CONTROL_MISSES_MAX },
	CMD_OPTION("absence", 0, OPT_TEXT, AT(clock.absence), "TIME",
	    "total time a player may be absent in a game, which does not count as late"),
	CMD_OPTION("press", 0, OPT_TEXT, AT(clock.press), "yes|no",
	    "no: players cannot send words with an order; default: yes"),
	CMD_OPTION("standby", 0, OPT_LIST, AT(clock.standby), "open|FILE",
	    "allow the waiting list for seats: everybody, or the holder of this public key file, "
	    "who gets a reserved place"),
	CMD_OPTION("replace-after", 0, OPT_TEXT, AT(clock.replace_after), "TIME",
	    "after this time away a player loses the seat to a player on the waiting list"),
	CMD_OPTION("allow-host-seat", 0, OPT_FLAG, AT(allow_host_seat), NULL,
	    "let a seat use the host's own key; the digest says so"),
	CMD_OPTION("id", 0, OPT_TEXT, AT(id), "GAME",
	    "the game's name, instead of a random one: for replays and tests; never for two "
	    "tables"),
	CMD_OPTION("mail-from", 0, OPT_TEXT, AT(mail_from), "ADDR",
	    "the table's address: digests are mailed from it, and players write to it"),
	CMD_OPTION("mail", 0, OPT_LIST, AT(mail), "SEAT=ADDR", "where that seat gets its mail"),
	CMD_OPTION("lang", 0, OPT_LIST, AT(lang), "SEAT=LL",
	    "language of that seat's mails: de, en, es, ru, uk"),
	CMD_OPTION("operator", 0, OPT_TEXT, AT(operator_key), "FILE",
	    "the holder of this public key file may command the table by mail"),
	CMD_OPTION("watchers", 0, OPT_TEXT, AT(watchers), "open|closed",
	    "open: watchers may subscribe by mail; default: closed"),
	CMD_OPTION("out", 0, OPT_TEXT, offsetof(struct new_opt, out), "DIR",
	    "write digest 0 to DIR/turns/000000.txt and print that name"),
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
	    digest_parse_events(text->p, &t, &d, &events, err) < 0)
		return -1;

	struct hash hash = digest_hash(text->p + t.signed_part.at, t.signed_part.n);

	hash_text(&hash, head);
	report_apply_json(&d, head, NULL, &events.ev, &events.notes, ctx->out.print->out);
	return 0;
}

static int
deliver(struct ctx *ctx, const char *path, const struct buf *text, struct err *err)
{
	const struct new_opt *o = ctx->opt;

	rollback_check_note_new(&ctx->run, text);
	if (o->out != NULL && new_table_deliver(&ctx->run, o->out, text, err) < 0) {
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
more(const struct language *lang, const struct rules *const *games, struct buf *out)
{
	buf_fmt(out, "%s\n", language_text(lang, MSG("help", "RULES and their options:")));
	for (; *games != NULL; games++) {
		const unsigned min = (*games)->seats_min, max = (*games)->seats_max;
		struct buf line = BUF_INIT;

		buf_str(out, "  ");
		if (min == max)
			language_fmt(
			    lang, out, MSG("help", "%s, for %u seats"), (*games)->name, min);
		else
			language_fmt(lang, out, MSG("help", "%s, for %u to %u seats"),
			    (*games)->name, min, max);
		buf_chr(out, '\n');
		options_help(*games, &line);
		wrap_text(buf_cstr(&line), line.n, "    ", "    ", HELP_COLUMNS, out);
		buf_release(&line);
	}
}

/* Takes --lang=LL, the language of what the host reads, off the list of SEAT=LL. */
static int
choose_language(struct ctx *ctx, struct opt_list *lang, struct err *err)
{
	const char *own = NULL;
	unsigned n = 0;

	for (unsigned i = 0; i < lang->n; i++) {
		if (strchr(lang->at[i], '=') != NULL)
			lang->at[n++] = lang->at[i];
		else if (own != NULL)
			return err_set(err, ERR_USAGE, "--lang=LL is given twice");
		else
			own = lang->at[i];
	}
	lang->n = n;
	return own != NULL ? ctx_choose_language(ctx, own, err) : 0;
}

/* Checks that the folder has no digest 0, which would be that of another table. ERR_CREATE. */
static int
check_folder(const char *dir, struct err *err)
{
	struct buf file = BUF_INIT, text = BUF_INIT;
	struct err none = ERR_INIT; /* what cannot be read is no digest */
	int result = 0;

	folder_file(dir, 0, &file);
	if (file_read_nofollow(file.p, DIGEST_MAX, &text, &none) == 0 &&
	    slice_starts((struct slice){ text.p, text.n }, "adit-digest v"))
		result = err_set(
		    err, ERR_CREATE, "%s is there already and is not overwritten", file.p);
	buf_release(&file);
	buf_release(&text);
	return result;
}

static int
run(struct ctx *ctx, int argc, char **argv, struct err *err)
{
	const struct new_opt *o = ctx->opt;
	const char *zones = getenv("TZDIR");
	struct new_table_options options = o->table;
	struct new_table table;
	struct buf text = BUF_INIT, path = BUF_INIT;
	const size_t existing = o->out != NULL ? folder_existing(o->out) : 0;
	int result;

	(void)argc;
	if (choose_language(ctx, &options.lang, err) < 0)
		return -1;
	options.clock.zone_folder = zones != NULL ? zones : "/usr/share/zoneinfo";
	result = new_table_prepare(&table, &ctx->run, &options, err);
	new_table_path(argv[0], table.a.game, &path);
	/* If the game file is there, that is what is wrong. */
	if (result == 0 && o->out != NULL && access(path.p, F_OK) != 0)
		result = check_folder(o->out, err);
	if (result == 0 && o->out != NULL)
		result = folder_make(o->out, err);
	if (result == 0)
		result = new_table_create(&table, path.p, &text, err);
	if (result < 0 && o->out != NULL)
		folder_unmake(o->out, existing);
	if (result == 0 && strcmp(path.p, argv[0]) != 0)
		output_say(&ctx->out, "%s", path.p);
	if (result == 0)
		result = deliver(ctx, path.p, &text, err);
	if (result == 0 && options.mail_from == NULL && isatty(STDERR_FILENO))
		output_say(&ctx->out,
		    "adit digest --invitation %s --seat %s prints what to send to %s", path.p,
		    table.a.names.seat[0], table.a.names.seat[0]);
	buf_release(&path);
	buf_release(&text);
	new_table_release(&table);
	return result;
}

const struct cmd cmd_new = {
	.name = "new",
	.synopsis = "--rules=RULES (--seat=NAME[=FILE]...|--seats=N) [--trusted-host] [-k HOST] "
		    "[OPTION]... GAME.db|DIR/\n"
		    "--like=OLD.db [-k HOST] [OPTION]... GAME.db|DIR/",
	.summary = HELP("open a table, and print digest 0"),
	.text = HELP(
	    "Makes GAME.db, which only the host has, and signs digest 0 with the host's key.  The "
	    "turn order is that of the seats given.\n\nDigest 0 invites: every player answers it "
	    "with \"adit join\", and when all have, with \"adit confirm\".  So all take part in "
	    "the shuffle, and nobody can choose it.  A seat without a public key belongs to the "
	    "first player who joins.  With --trusted-host the host deals at once."),
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
