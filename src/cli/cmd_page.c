/* adit page: pages of a table, for its repository or for a browser. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "player/verify.h"
#include "cli/cmd.h"
#include "service/confine.h"
#include "service/digest_input.h"
#include "show/page_file.h"
#include "player/reading.h"
#include "repo/fast_import.h"
#include "show/front_page.h"
#include "show/page.h"
#include "show/html_site.h"
#include "draw/draw.h"
#include "util/file.h"
#include "util/mem.h"

struct page_opt {
	struct opt_number at, commit;
	bool import, mend, svg, html, replay, player;
	const char *on, *receipts, *out, *site;
};

static const struct opt opt[] = {
	{ "at", 0, OPT_NUMBER, offsetof(struct page_opt, at), "N",
	    HELP("as the table stood after digest N; with --import: from there on"), 0, INT32_MAX },
	{ "commit", 0, OPT_NUMBER, offsetof(struct page_opt, commit), "N",
	    HELP("print subject and body of the commit of digest N instead"), 0, INT32_MAX },
	CMD_OPTION("svg", 0, OPT_FLAG, offsetof(struct page_opt, svg), NULL,
	    "print the board alone, as a picture (SVG)"),
	CMD_OPTION("html", 0, OPT_FLAG, offsetof(struct page_opt, html), NULL,
	    "a page for browsers, in one file that loads nothing; with -k the private page of that "
	    "seat"),
	CMD_OPTION("replay", 0, OPT_FLAG, offsetof(struct page_opt, replay), NULL,
	    "with --html: the whole game, digest by digest"),
	CMD_OPTION("site", 0, OPT_TEXT, offsetof(struct page_opt, site), "OUT",
	    "with --html: the folder OUT with pages and replays of tables, a list of them and a "
	    "feed"),
	CMD_OPTION("player", 0, OPT_FLAG, offsetof(struct page_opt, player), NULL,
	    "with --site: also the browser file adit.html, and the digests for it"),
	CMD_OPTION("output", 'o', OPT_TEXT, offsetof(struct page_opt, out), "FILE",
	    "with --html: write it there"),
	CMD_OPTION("import", 0, OPT_FLAG, offsetof(struct page_opt, import), NULL,
	    "print the commits of the digests for git-fast-import"),
	CMD_OPTION("on", 0, OPT_TEXT, offsetof(struct page_opt, on), "COMMIT",
	    "the parent of the first commit"),
	CMD_OPTION("mend", 0, OPT_FLAG, offsetof(struct page_opt, mend), NULL,
	    "write one commit that restores the files as they were after digest N"),
	CMD_OPTION("receipts", 0, OPT_TEXT, offsetof(struct page_opt, receipts), "DIR",
	    "one more, with the receipts of apply --receipts"),
	{ .name = NULL },
};

static const struct opt_rule opt_rule[] = {
	{ "commit", "at import svg", NULL },
	{ "import", "json svg", NULL },
	{ "html", "json at commit import svg", NULL },
	{ "replay", "key game no-record site", "html" },
	{ "site", "key game no-record output", "html" },
	{ "player", NULL, "site" },
	{ "output", NULL, "html" },
	{ "key", NULL, "html" },
	{ "game", NULL, "html" },
	{ "no-record", NULL, "html" },
	OPT_RULE_PASSPHRASE,
	{ "on", NULL, "import" },
	{ "mend", NULL, "import" },
	{ "receipts", NULL, "import" },
	{ .name = NULL },
};

/* Returns the language of one page: of a private one that of the reader. */
static const struct language *
language_of_page(const struct ctx *ctx)
{
	return ctx->user.key_arg != NULL || ctx->lang_option != NULL ? ctx->user.lang : NULL;
}

/* text: the requested page */
static void
show(const struct ctx *ctx, const char *game, int64_t n, const struct buf *text)
{
	const struct page_opt *o = ctx->opt;
	struct printer *p = ctx->out.print;

	if (!ctx->out.json) {
		buf_add(p->out, buf_cstr(text), text->n);
		return;
	}
	print_open(p, NULL);
	print_text(p, "game", NULL, game);
	print_number(p, "n", NULL, n);
	if (text->n > 0)
		print_text(p, o->commit.given ? "message" : "page", NULL, text->p);
	print_close(p);
}

/* Adds the digests to the page, then shows it. */
static int
show_pages(const struct ctx *ctx, const struct transcript *tr, int64_t newest, struct err *err)
{
	const struct page_opt *o = ctx->opt;
	struct buf text = BUF_INIT;
	struct front_page *page = front_page_new(
	    o->commit.given ? NULL : language_of_page(ctx), output_style(&ctx->out) & DRAW_ASCII);
	int result = 0;

	for (int64_t n = 0; n <= newest && result == 0; n++) {
		const struct transcript_copy *c = &tr->copy[tr->first[n]];

		result = front_page_add(page, tr->games, tr->text.p, &c->t, &c->hash, err);
	}
	if (result == 0 && o->commit.given)
		front_page_message(page, &text);
	else if (result == 0 && o->svg)
		front_page_svg(page, &text);
	else if (result == 0)
		front_page_readme(page, &text);
	if (result == 0)
		show(ctx, tr->game, newest, &text);
	buf_release(&text);
	front_page_free(page);
	return result;
}

/* ---- pages in HTML --------------------------------------------------------------- */

/* Writes the page, if there is one, to the file or to standard output. Then fails with *wrong,
 * if it is set. */
static int
put_page(const struct ctx *ctx, const struct page_file *f, const struct buf *page,
    const struct err *wrong, struct err *err)
{
	if (page->n > 0 && f->path == NULL)
		buf_add(ctx->out.print->out, page->p, page->n);
	else if (page->n > 0 && page_file_write(f, page, err) < 0)
		return -1;
	if (wrong->code == ERR_NONE)
		return 0;
	*err = *wrong;
	return -1;
}

/* From here on the digests are parsed. */
static void
confine(const struct ctx *ctx, const char *out)
{
	const bool is_private = ctx->user.key_arg != NULL;
	struct confine c;

	if (is_private)
		ctx_prepare_askpass(ctx);
	confine_begin(&c);
	confine_home(&c, &ctx->user, is_private);
	confine_output(&c, out);
	confine_end(&c);
}

/* As confine, for a site, whose tables are read one after the other. Not if one is a mail, which
 * needs a program. */
static void
confine_site(const struct ctx *ctx, const struct page_site *site, const char *out)
{
	struct err none = ERR_INIT; /* page_site reports it */
	struct confine c;

	for (int i = 0; i < site->n; i++)
		if (file_is_folder(site->table[i], &none) != 1 &&
		    !digest_input_is_game_file(site->table[i]))
			return;
	confine_begin(&c);
	confine_home(&c, &ctx->user, false);
	confine_read(&c, site->player);
	confine_output(&c, out);
	for (int i = 0; i < site->n; i++) {
		confine_read(&c, site->table[i]);
		/* SQLite has files beside it. */
		if (digest_input_is_game_file(site->table[i]))
			confine_output(&c, site->table[i]);
	}
	confine_end(&c);
}

static int
verify(struct ctx *ctx, const struct buf *text, struct player_read *r, struct err *err)
{
	if (ctx->user.key_arg != NULL) {
		if (verify_digests(&ctx->user, text, NULL, ctx->user.key, NULL, r, err) < 0)
			return -1;
		reading_complete(&ctx->user, r);
		return 0;
	}
	if (verify_public(&ctx->user, text, r, err) < 0)
		return -1;
	page_make_public(r);
	return 0;
}

/* Does everything that can fail before a digest is read, so that nothing is written then. */
static int
prepare(struct ctx *ctx, int argc, char **argv, const char *out, struct page_file *file,
    struct buf *text, struct err *err)
{
	bool is_private = ctx->user.key_arg != NULL;

	if (is_private && out == NULL)
		return err_set(err, ERR_USAGE, "a private page requires a file: -o FILE");
	if (page_file_open(file, out, is_private, err) < 0 ||
	    (is_private && table_run_load_key(&ctx->run, err) < 0))
		return -1;
	if (argc > 0 && digest_input_is_game_file(argv[0]))
		return digest_input_of_table(&ctx->user, argv[0], text, err);
	return digest_input_read(&ctx->user, argc, argv, NULL, NULL, text, err) == 0 ? 0 : -1;
}

static int
page_html(struct ctx *ctx, int argc, char **argv, const char *out, struct err *err)
{
	struct player_read r;
	struct buf text = BUF_INIT, page = BUF_INIT;
	struct err wrong = ERR_INIT;
	struct page_file file = { .folder = -1 };
	const struct page_where where = { .lang = language_of_page(ctx) };
	int result = prepare(ctx, argc, argv, out, &file, &text, err);

	memset(&r, 0, sizeof r);
	if (result == 0) {
		confine(ctx, out);
		if (verify(ctx, &text, &r, &wrong) == 0)
			page_make(&ctx->user, &where, &r, &page, &wrong);
		else if (wrong.code == ERR_AUTH)
			page_wrong(where.lang, &wrong, &page);
	}
	if (result == 0)
		result = put_page(ctx, &file, &page, &wrong, err);
	page_file_close(&file);
	player_read_release(&r);
	buf_wipe(&page);
	buf_release(&text);
	return result;
}

static int
page_replay(struct ctx *ctx, const char *table, const char *out, struct err *err)
{
	struct buf text = BUF_INIT, page = BUF_INIT;
	struct page_file file;
	struct err wrong = ERR_INIT;
	struct player_read r;
	const struct page_where where = { .lang = language_of_page(ctx) };
	int result = page_file_open(&file, out, false, err);

	memset(&r, 0, sizeof r);
	if (result == 0)
		result = digest_input_of_table(&ctx->user, table, &text, err);
	if (result == 0)
		confine(ctx, out);
	if (result == 0 &&
	    (verify_whole(&ctx->user, &text, &r, &wrong) < 0 ||
		page_replay_make(&ctx->user, &where, &r, &page, &wrong) < 0) &&
	    wrong.code == ERR_AUTH)
		page_wrong(where.lang, &wrong, &page);
	if (result == 0)
		result = put_page(ctx, &file, &page, &wrong, err);
	page_file_close(&file);
	player_read_release(&r);
	buf_release(&page);
	buf_release(&text);
	return result;
}

/* For page_site. */
static int
read_table(const void *arg, const char *table, struct buf *out, struct err *err)
{
	return digest_input_of_table(arg, table, out, err);
}

static int
page_tables(struct ctx *ctx, int n, char **table, struct err *err)
{
	const struct page_opt *o = ctx->opt;
	struct languages languages;
	struct page_site site = { .table = table,
		.n = n,
		.read = read_table,
		.arg = &ctx->user,
		.player = o->player ? ctx_find_player() : NULL };
	/* A page for everybody depends on no locale. */
	int result = languages_open(
	    &languages, ctx_catalogues(), ctx->lang_option != NULL ? ctx->lang_option : "en", err);

	site.lang = languages.lang;
	site.n_lang = languages.n;
	if (result == 0) {
		confine_site(ctx, &site, o->site);
		result = page_site(&ctx->user, &site, o->site, err);
	}
	languages_release(&languages);
	return result;
}

/* ---- the verb --------------------------------------------------------------------- */

static int
import(const struct ctx *ctx, const char *path, struct err *err)
{
	const struct page_opt *o = ctx->opt;
	const struct fast_import what = {
		.on = o->on,
		.receipts = o->receipts,
		.at = o->at.value,
		.mend = o->mend,
	};
	struct host *host = NULL;
	int result;

	if (path == NULL || !digest_input_is_game_file(path))
		return err_set(err, ERR_USAGE, "--import requires a game file");
	if (fast_import_on(o->on, err) < 0)
		return -1;
	result = host_open(&host, path, false, ctx->user.games, err);
	if (result == 0)
		result = fast_import_write(&ctx->user, host, &what, err);
	host_close(host);
	return result;
}

static int
run(struct ctx *ctx, int argc, char **argv, struct err *err)
{
	const struct page_opt *o = ctx->opt;
	static char here[] = ".";
	char *table = here;
	struct buf text = BUF_INIT;
	struct player_read r;
	int64_t newest;
	int result;

	if (argc > 1 && o->site == NULL)
		return err_set(err, ERR_USAGE, "several tables need --html and --site=OUT");
	if (o->site != NULL)
		return page_tables(ctx, argc > 0 ? argc : 1, argc > 0 ? argv : &table, err);
	if (ctx->lang_option != NULL && strchr(ctx->lang_option, ',') != NULL)
		return err_set(err, ERR_USAGE, "several languages need --html and --site=OUT");
	if (o->replay)
		return page_replay(ctx, argc > 0 ? argv[0] : here, o->out, err);
	if (o->html)
		return page_html(ctx, argc, argv, o->out, err);
	if (o->import)
		return import(ctx, argc > 0 ? argv[0] : NULL, err);
	memset(&r, 0, sizeof r);
	result = digest_input_of_table(&ctx->user, argc > 0 ? argv[0] : here, &text, err);
	if (result == 0) {
		confine(ctx, NULL);
		result = verify_whole(&ctx->user, &text, &r, err);
	}
	newest = o->commit.given ? o->commit.value : o->at.given ? o->at.value : r.tr.n - 1;
	if (result == 0 && newest >= r.tr.n)
		result = err_set(err, ERR_NOT_FOUND, "there is no digest %lld: the newest is %lld",
		    (long long)newest, (long long)(r.tr.n - 1));
	if (result == 0)
		result = show_pages(ctx, &r.tr, newest, err);
	player_read_release(&r);
	buf_release(&text);
	return result;
}

const struct cmd cmd_page = {
	.name = "page",
	.synopsis = "[--svg] [--at=N] [DIR|GAME.db]\n"
		    "--commit=N [DIR|GAME.db]\n"
		    "--html [-k KEY] [-o FILE] [DIGEST|DIR|GAME.db|-]\n"
		    "--html --replay [-o FILE] [DIR|GAME.db]\n"
		    "--html --site=OUT [--player] [DIR|GAME.db]...\n"
		    "--import [--at=N] [--on=COMMIT] [--mend] [--receipts=DIR] GAME.db",
	.summary = HELP("print a table as a page, for everybody or for yourself"),
	.text = HELP(
	    "Prints README.md for the repository of a table.  The page is made from the "
	    "digests, from 0 to the newest, which are verified as by `adit read --public`; "
	    "nothing is recorded.  The same digests make the same page.  Without an operand: "
	    "the digests of the folder here.\n\nWith --html: a page for browsers, verified and "
	    "selected as by `adit read`.  With -k it shows your hand, composes orders by "
	    "clicks, and is written to a file that only you can read.\n\nWith --import: a "
	    "stream for git-fast-import, a commit for each digest on refs/adit/new."),
	.group = GROUP_ALL,
	.need = NEED_KEY_LATER | NEED_KEEPING | NEED_LANGUAGES,
	.opt = opt,
	.opt_size = sizeof(struct page_opt),
	.opt_rule = opt_rule,
	.args_max = ARGS_ANY,
	.run = run,
};
