/* adit read: verify a digest, decrypt the own view, show it. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "player/verify.h"
#include "cli/cmd.h"
#include "service/confine.h"
#include "player/contact.h"
#include "player/export.h"
#include "record/keys.h"
#include "repo/clone.h"
#include "cli/order_common.h"
#include "player/reading.h"
#include "player/receipt_report.h"
#include "record/active_games.h"
#include "show/show.h"
#include "show/show_known.h"
#include "service/digest_input.h"
#include "draw/draw.h"
#include "player/foreign.h"
#include "player/queued_check.h"
#include "record/saved_digest.h"
#include "wire/report.h"
#include "text/error_text.h"
#include "util/file.h"
#include "util/mem.h"
#include "player/suggest.h"
#include "wire/mail_damage.h"

struct read_opt {
	const char *export, *host, *proof, *sign, *legend, *suggest;
	bool moves, why, board, cards, public, plain;
};

#define AT(member) offsetof(struct read_opt, member)

static const struct opt opt[] = {
	CMD_OPTION("moves", 'm', OPT_FLAG, AT(moves), NULL,
	    "print nothing but the orders you can give, one a line"),
	CMD_OPTION("suggest", 0, OPT_MAYBE, AT(suggest), "POLICY",
	    "print only one order, chosen by the built-in player from what your seat can see: "
	    "greedy, greedy:2 or search:N; default: greedy"),
	CMD_OPTION("why", 0, OPT_FLAG, AT(why), NULL,
	    "after it, print the best orders and what the player believes about roles"),
	CMD_OPTION("board", 'b', OPT_FLAG, AT(board), NULL, "print nothing but the board"),
	CMD_OPTION("cards", 0, OPT_FLAG, AT(cards), NULL,
	    "print nothing but the cards of the round: played, in your hand, still to come"),
	CMD_OPTION("legend", 0, OPT_TEXT, AT(legend), "yes|no",
	    "explain the symbols below the board; default: yes"),
	CMD_OPTION("plain", 0, OPT_FLAG, AT(plain), NULL,
	    "sentences instead of drawings, for screen readers"),
	CMD_OPTION("sign", 0, OPT_TEXT, AT(sign), "ORDER",
	    "print nothing but this order, signed and sealed as `adit sign` does: one unlocking of "
	    "the key"),
	CMD_OPTION("public", 0, OPT_FLAG, AT(public), NULL, "public part only, without a key"),
	CMD_OPTION("host", 0, OPT_TEXT, AT(host), "FINGERPRINT|FILE",
	    "require the host with this fingerprint or public key file"),
	CMD_OPTION("export", 0, OPT_TEXT, AT(export), "DIR",
	    "write DIR/digest.txt, digest.txt.minisig, host.pub and NAME.age, for stock minisign "
	    "and age"),
	CMD_OPTION("proof", 0, OPT_TEXT, AT(proof), "FILE",
	    "if the host is found to cheat, write FILE, by which anybody can verify that"),
	{ .name = NULL },
};

/* Only one thing is printed. Public output needs no key. */
static const struct opt_rule opt_rule[] = {
	{ "sign", "moves suggest board cards public export", NULL },
	{ "legend", "moves suggest cards json", NULL },
	{ "moves", "suggest board cards json", NULL },
	{ "suggest", "board cards json", NULL },
	{ "why", NULL, "suggest" },
	{ "board", "cards json", NULL },
	{ "plain", "moves suggest cards json", NULL },
	{ "public", "key passphrase-fd moves suggest", NULL },
	{ .name = NULL },
};

static unsigned
style_of(const struct ctx *ctx)
{
	const struct read_opt *o = ctx->opt;

	return output_style(&ctx->out) | (o->plain ? DRAW_PLAIN : 0u);
}

/* Loads the key if one is needed and present. */
static int
get_key(struct ctx *ctx, const struct buf *text, struct err *err)
{
	const struct read_opt *o = ctx->opt;
	struct err why = ERR_INIT;

	if (o->public || ctx_choose_key(ctx, text, &why) == 0)
		return 0;
	if (ctx->user.key_arg == NULL && why.code == ERR_NOT_FOUND && !o->moves &&
	    o->suggest == NULL && o->sign == NULL)
		return 0;
	*err = why;
	return -1;
}

/* Writes the proof that the host cheats. */
static void
put_proof(const struct ctx *ctx, const struct buf *proof, bool is_private, struct err *err)
{
	const struct read_opt *o = ctx->opt;
	struct err trouble = ERR_INIT;

	if (proof->n == 0 || o->proof == NULL)
		return;
	if (file_write(o->proof, proof->p, proof->n, &trouble) < 0) {
		(void)err_wrap(&trouble, "the proof cannot be written");
		output_say_why(&ctx->out, &trouble);
	} else if (is_private) {
		(void)err_hint(err, "%s proves it: adit audit %s (it shows your private view)",
		    o->proof, o->proof);
	} else {
		(void)err_hint(err, "%s proves it: adit audit %s", o->proof, o->proof);
	}
}

static int
verify(void *arg, const struct buf *text, struct player_read *r, struct err *err)
{
	struct ctx *ctx = arg;
	const struct read_opt *o = ctx->opt;
	struct buf proof = BUF_INIT, shown = BUF_INIT;
	struct err why = ERR_INIT;
	int result = verify_digests(&ctx->user, text, o->host, ctx->user.key, &proof, r, &why);
	/* The default key need not belong to a seat of this game. */
	const bool without = result < 0 && why.code == ERR_NOT_FOUND && ctx->user.key != NULL &&
	    ctx->user.key_arg == NULL && !o->moves && o->suggest == NULL && o->sign == NULL;

	if (without) {
		error_text_message(ctx->user.lang, &why, &shown);
		output_say(&ctx->out, "%s: showing the public part", shown.p);
		buf_release(&shown);
		player_read_release(r);
		why = (struct err)ERR_INIT;
		result = verify_digests(&ctx->user, text, o->host, NULL, &proof, r, &why);
	}
	put_proof(ctx, &proof, !without, &why);
	buf_wipe(&proof);
	if (result < 0)
		*err = why;
	return result;
}

/* State of the signed orders, for JSON. */
struct orders {
	size_t n;
	struct report_signed *at;
};

static void
count_order(void *arg, const struct order_status *f)
{
	struct orders *p = arg;

	(void)f;
	p->n++;
}

static void
add_order(void *arg, const struct order_status *f)
{
	static const char *const word[] = { [ORDER_STATE_NONE] = "none",
		[ORDER_STATE_TAKEN] = "taken",
		[ORDER_STATE_QUEUED] = "kept",
		[ORDER_STATE_GONE] = "dropped",
		[ORDER_STATE_LATE] = "late",
		[ORDER_STATE_LOST] = "lost" };
	struct orders *p = arg;
	struct report_signed *o;

	o = &p->at[p->n++];
	*o = (struct report_signed){ .result = word[f->fate], .n = f->n, .b = f->order.o.b };
	o->n_played = f->n_played < ORDER_STATE_PLAYED_MAX ? f->n_played : ORDER_STATE_PLAYED_MAX;
	memcpy(o->played, f->played, sizeof o->played);
	hash_text(&f->order.hash, o->hash);
}

static void
add_foreign(void *arg, const struct foreign *f)
{
	struct report_news *news = arg;

	if (news->n_foreign < REPORT_FOREIGN_MAX)
		news->foreign[news->n_foreign++] = (struct report_foreign){ f->n, f->kind };
}

static int
put_json(const struct player_read *r, const struct reading *past, struct buf *out, struct err *err)
{
	struct orders orders = { .n = 0 };
	struct digest_events *events = mem_zero(1, sizeof *events);
	struct buf since = BUF_INIT;
	struct err none = ERR_INIT; /* cannot fail: parsed before */
	struct report_news news = {
		.ev = &events->ev,
		.notes = &events->notes,
		.since = &since,
		.know = &past->know,
		.unchecked = r->unchecked_n,
		.n_unchecked = r->unchecked < PLAYER_UNCHECKED_MAX ? r->unchecked :
								     PLAYER_UNCHECKED_MAX,
	};
	char head[HASH_TEXT + 1];
	int result;

	/* Two passes, because the array holds secrets and cannot be reallocated. */
	result = history_orders(&past->story, r, count_order, &orders, err);
	orders.at = mem_zero(orders.n + 1, sizeof *orders.at);
	orders.n = 0;
	if (result == 0)
		result = history_orders(&past->story, r, add_order, &orders, err);
	if (result == 0)
		result = foreign_each(&past->story, r, add_foreign, &news, err);
	news.order = orders.at;
	news.n_order = orders.n;
	(void)digest_parse_events(r->tr.text.p, &r->t, &r->d, events, &none);
	show_words(NULL, r, SEAT_NONE, &since);
	hash_text(&r->head, head);
	if (result == 0 && r->has_view)
		report_read_json(&r->d, head, &r->v, &news, &r->next_line, &r->every_line, out);
	else if (result == 0)
		report_public_json(&r->d, head, &news, out);
	mem_wipe(orders.at, (orders.n + 1) * sizeof *orders.at);
	free(orders.at);
	buf_wipe(&since);
	free(events);
	return result;
}

/* Shows everything for people, to standard error or to the buffer of standard output. */
static int
put_all(const struct ctx *ctx, const struct player_read *r, const struct reading *past,
    bool to_stderr, struct err *err)
{
	const struct read_opt *o = ctx->opt;
	const unsigned style = style_of(ctx), columns = ctx->out.columns;
	bool no_legend = false;
	struct buf page = BUF_INIT;
	struct err none = ERR_INIT;
	int result;

	(void)opt_parse_no("legend", o->legend, &no_legend, &none); /* checked before */
	result = show_read(ctx->user.lang, r, &past->story, &past->know, &past->changes, style,
	    columns, !no_legend, &page, err);
	if (result == 0 && !to_stderr) {
		buf_add(ctx->out.print->out, page.p, page.n);
		reading_done(&ctx->user, r, &past->story);
	} else if (result == 0 && fwrite(buf_cstr(&page), 1, page.n, stderr) == page.n) {
		reading_shown(&ctx->user, r, &past->story);
	}
	buf_wipe(&page);
	return result;
}

/* Reports confirmations that the host calls missing. ERR_AUTH: the host has them. */
static int
check_withheld(const struct ctx *ctx, const struct player_read *r, const struct history *story,
    struct err *err)
{
	struct buf proof = BUF_INIT;
	struct err why = ERR_INIT;
	struct withheld w;
	int result = reading_withheld(&ctx->user, r, story, &w, &proof, err);

	for (unsigned i = 0; i < w.n; i++) {
		(void)withheld_fail(&w.at[i], &why);
		output_say_why(&ctx->out, &why);
	}
	put_proof(ctx, &proof, false, err);
	buf_release(&proof);
	return result;
}

/* Prints what needs the record: everything for people, JSON, or the cards. ERR_AUTH: the record
 * proves that the host cheats. */
static int
put_past(const struct ctx *ctx, const struct player_read *r, bool to_stderr, struct err *err)
{
	const struct read_opt *o = ctx->opt;
	struct reading past;
	int result = reading_begin(&past, &ctx->user, r, err);

	if (result == 0 && ctx->out.json)
		result = put_json(r, &past, ctx->out.print->out, err);
	else if (result == 0 && o->cards)
		show_cards(ctx->user.lang, r, &past.know, ctx->out.columns, ctx->out.print->out);
	else if (result == 0)
		result = put_all(ctx, r, &past, to_stderr, err);
	if (result == 0)
		result = queued_check_check(&past.story, r, err);
	if (result == 0)
		result = check_withheld(ctx, r, &past.story, err);
	reading_end(&past);
	return result;
}

/* Signs an order for the digest just read. */
static int
sign(const struct ctx *ctx, const struct player_read *r, struct err *err)
{
	const struct read_opt *o = ctx->opt;
	const struct player_order order = { .line = { o->sign }, .n_lines = 1 };
	struct parsed_order signed_order;
	int result = order_check_newest(r, err);

	/* Show the table on standard error if it is a terminal. Only the block goes to standard
	 * output. */
	if (result == 0 && !ctx->out.json && isatty(STDERR_FILENO))
		result = put_past(ctx, r, true, err);
	if (result == 0)
		result = player_sign(r, ctx->user.key, &order, &signed_order, err);
	if (result == 0)
		result = order_print(ctx, r, &signed_order, false, err);
	seal_wipe(&signed_order, sizeof signed_order);
	return result;
}

static int
suggest(const struct ctx *ctx, const struct player_read *r, struct err *err)
{
	const struct read_opt *o = ctx->opt;
	struct bot_policy policy = { .kind = POLICY_GREEDY };
	struct buf *out = ctx->out.print->out;
	struct buf why = BUF_INIT;
	struct reading past;
	int result;

	if (o->suggest[0] != '\0' && bot_policy_parse(o->suggest, strlen(o->suggest), &policy) < 0)
		return err_set(err, ERR_USAGE,
		    "--suggest takes greedy, greedy:2 or search:N with N from 1 to %d, not \"%s\"",
		    BOT_SEARCH_MAX, o->suggest);
	result = reading_begin(&past, &ctx->user, r, err);
	if (result == 0)
		result = suggest_order(
		    ctx->user.lang, r, &past.story, policy, out, o->why ? &why : NULL, err);
	if (result == 0)
		buf_chr(out, '\n');
	buf_add(out, buf_cstr(&why), why.n);
	buf_wipe(&why);
	reading_end(&past);
	return result;
}

static int
put(const struct ctx *ctx, const struct player_read *r, struct err *err)
{
	const struct read_opt *o = ctx->opt;
	struct buf *out = ctx->out.print->out;

	if (o->sign != NULL)
		return sign(ctx, r, err);
	if (o->suggest != NULL) {
		return suggest(ctx, r, err);
	} else if (o->moves) {
		reading_moves(&ctx->user, r, ctx->out.print->out);
	} else if (o->board) {
		draw_board(ctx->user.lang, r->has_view ? &r->v.view : &r->d.pub, &r->d.names,
		    &(struct draw_board_options){
			.style = style_of(ctx), .columns = ctx->out.columns },
		    out);
	} else {
		return put_past(ctx, r, false, err);
	}
	return 0;
}

static void
more(const struct language *lang, const struct rules *const *games, struct buf *out)
{
	draw_legend(lang, games[0], 0, out);
}

/* Shows a verified digest. clone: where it may be from, or NULL. */
static int
show(const struct ctx *ctx, struct player_read *r, struct clone *clone, struct err *err)
{
	const struct read_opt *o = ctx->opt;
	int result = 0;

	if (o->sign == NULL && r->seen_n > r->d.n)
		output_say(&ctx->out,
		    "digest %lld is not the newest: digest %lld was read here before",
		    (long long)r->d.n, (long long)r->seen_n);
	reading_complete(&ctx->user, r);
	if (o->export != NULL)
		result = export_digest(o->export, r, err);
	if (result == 0)
		result = put(ctx, r, err);
	if (result == 0)
		verify_report_missing(&ctx->user, r->d.game);
	if (result == 0 && clone != NULL)
		clone_note_read(clone, &ctx->user, r);
	return result;
}

/* True if the output contains all news. */
static bool
shows_all(const struct read_opt *o)
{
	return !o->moves && o->suggest == NULL && !o->board && o->sign == NULL && o->export == NULL;
}

/* Several games are running. A named key must exist, but is not unlocked. */
static int
list_games(struct ctx *ctx, struct err *err)
{
	struct buf path = BUF_INIT, name = BUF_INIT;
	int result = 0;

	if (ctx->user.key_arg != NULL)
		result = keys_path(&ctx->user, ctx->user.key_arg, &path, &name, err);
	buf_str(&path, ".key");
	if (result == 0 && ctx->user.key_arg != NULL && access(path.p, F_OK) != 0)
		result = table_run_load_key(&ctx->run, err); /* sets the error */
	buf_release(&path);
	buf_release(&name);
	if (result < 0 || active_games_list(&ctx->user, time(NULL), err) < 0)
		return -1;
	if (!ctx->out.json)
		output_say(&ctx->out, "several games are running: read one of them with -g GAME");
	return 0;
}

/* Starts the programs that may be needed, git in the folder. From here on the digests are parsed. */
static struct clone *
confine(struct ctx *ctx, const struct digest_source *source, const char *folder)
{
	const struct read_opt *o = ctx->opt;
	struct clone *clone;
	struct confine c;

	/* First, since until it gets its prompt it keeps open what is open. */
	if (!o->public)
		ctx_prepare_askpass(ctx);
	clone = folder != NULL ? clone_open(folder) : NULL;
	confine_begin(&c);
	confine_home(&c, &ctx->user, true);
	confine_read(&c, o->host);
	if (source->is_lasting)
		confine_read(&c, source->folder != NULL ? source->folder : "turns");
	confine_output(&c, o->export);
	confine_output(&c, o->proof);
	confine_end(&c);
	return clone;
}

static int
run(struct ctx *ctx, int argc, char **argv, struct err *err)
{
	const struct read_opt *o = ctx->opt;
	struct buf text = BUF_INIT;
	struct player_read r;
	struct digest_source source;
	struct clone *clone;
	size_t *end;
	bool receipts, digests, no_legend;
	int result;

	memset(&r, 0, sizeof r);
	if (opt_parse_no("legend", o->legend, &no_legend, err) < 0)
		return -1;
	end = mem_zero((size_t)argc + 1, sizeof *end);
	result = digest_input_read(&ctx->user, argc, argv, end, &source, &text, err);
	if (result != 0) {
		buf_release(&text);
		free(end);
		return result < 0 ? -1 : (*err = (struct err)ERR_INIT, list_games(ctx, err));
	}
	clone = confine(ctx, &source, argc == 0 ? "." : argc == 1 ? argv[0] : NULL);
	result = get_key(ctx, &text, err);
	receipts = shows_all(o) && receipt_is_in(&text);
	digests = !receipts || mail_damage_has_digest(&text);
	if (result == 0 && digests)
		result = digest_input_verify(&ctx->user, &source, &text, verify, ctx, &r, err);
	if (result == 0 && receipts && !digests && o->host != NULL &&
	    contact_is_fingerprint(o->host))
		result = err_set(err, ERR_USAGE,
		    "a receipt alone has no fingerprint: --host requires the public key file here");
	if (result == 0 && receipts)
		result = receipt_report_all(&ctx->user, &text, o->host, err);
	if (result == 0 && digests)
		result = show(ctx, &r, clone, err);
	if (result < 0)
		digest_input_blame_part(&ctx->user, argc, argv, &text, end, err);
	clone_close(clone);
	player_read_release(&r);
	buf_release(&text);
	free(end);
	return result;
}
const struct cmd cmd_read = {
	.name = "read",
	.synopsis =
	    "[-k KEY] [--moves|--suggest[=POLICY]|--board|--json] [OPTION]... [DIGEST...|DIR|-]",
	.summary = HELP("verify digests and show the table, your hand and your orders"),
	.text = HELP(
	    "Several digests, or a folder of them, are verified as a chain, and the newest is "
	    "shown.  Nothing is shown before every signature, hash and link is verified.  The "
	    "host's key and the digests seen are recorded: adit reports an error if the host's "
	    "key changes, or if a digest contradicts one you have read.\n\nDigests read are "
	    "saved in $ADIT_HOME/games/GAME, with your private views still sealed.  Without "
	    "DIGEST: standard input if it is a file or a pipe and not empty, else the folder "
	    "turns/ here, else the newest saved digest; if several games are running, a list."),
	.more = more,
	.group = GROUP_PLAYER,
	.need = NEED_KEY_LATER | NEED_KEEPING | NEED_NOW,
	.opt = opt,
	.opt_size = sizeof(struct read_opt),
	.opt_rule = opt_rule,
	.args_max = ARGS_ANY,
	.run = run,
};
