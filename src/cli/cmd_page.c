/* adit page: a table as everybody may see it, for the front page of its repository. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cmd.h"
#include "cli/page.h"
#include "cli/turns.h"
#include "draw/draw.h"
#include "util/file.h"
#include "util/mem.h"
#include "wire/act.h"

struct page_opt {
	const char *out;
	struct opt_number at, commit;
};

static const struct opt opt[] = {
	{ "at", 0, OPT_NUMBER, offsetof(struct page_opt, at), "N",
	    "as the table stood after digest N; with --out: begin there", 0, INT32_MAX },
	{ "commit", 0, OPT_NUMBER, offsetof(struct page_opt, commit), "N",
	    "print subject and body of the commit of digest N instead", 0, INT32_MAX },
	{ "out", 0, OPT_TEXT, offsetof(struct page_opt, out), "DIR",
	    "for each digest write DIR/NNNNNN.md and, of its commit, DIR/NNNNNN.msg", 0, 0 },
	{ .name = NULL },
};

static const struct opt_rule opt_rule[] = {
	{ "commit", "at out", NULL },
	{ .name = NULL },
};

static int
open_folder(const char *path, int *dir, struct err *err)
{
	if (file_mkdirs(path, 0, err) < 0)
		return -1;
	*dir = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (*dir < 0)
		return err_set(err, file_trouble(errno, ERR_CREATE), "cannot open %s: %s", path,
		    strerror(errno));
	return 0;
}

static int
write_part(const struct ctx *ctx, int dir, int64_t n, const char *suffix, struct buf *text,
    struct err *err)
{
	const struct page_opt *o = ctx->opt;
	struct buf path = BUF_INIT;
	int result;

	buf_fmt(&path, "%s/%06" PRId64 ".%s", o->out, n, suffix);
	result = file_write_again(
	    dir, path.p + strlen(o->out) + 1, path.p, buf_cstr(text), text->n, err);
	buf_release(&path);
	buf_clear(text);
	return result;
}

/* text: what was asked for, empty if that was written to files. */
static void
show(const struct ctx *ctx, const char *game, int64_t n, const struct buf *text)
{
	const struct page_opt *o = ctx->opt;
	struct printer *p = ctx->print;

	if (!ctx->json) {
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

/* After digest n: what is asked for there. */
static int
put(const struct ctx *ctx, int dir, const struct page *page, const char *game, int64_t n,
    int64_t newest, struct err *err)
{
	const struct page_opt *o = ctx->opt;
	struct buf text = BUF_INIT;
	int result = 0;

	if (o->out == NULL && n < newest)
		return 0;
	if (o->out != NULL && n >= (o->at.given ? o->at.value : 0)) {
		page_readme(page, &text);
		result = write_part(ctx, dir, n, "md", &text, err);
		page_message(page, &text);
		if (result == 0)
			result = write_part(ctx, dir, n, "msg", &text, err);
	} else if (o->commit.given) {
		page_message(page, &text);
	} else if (o->out == NULL) {
		page_readme(page, &text);
	}
	if (n == newest)
		show(ctx, game, n, &text);
	buf_release(&text);
	return result;
}

/* Digest by digest, up to the newest that is wanted. */
static int
tell(const struct ctx *ctx, int dir, const struct transcript *tr, int64_t newest, struct err *err)
{
	struct page *page = page_new(ctx_style(ctx) & DRAW_ASCII);
	struct digest *d[2] = { mem_new(sizeof *d[0]), mem_new(sizeof *d[0]) };
	struct told *told = mem_new(sizeof *told);
	int result = 0;

	for (int64_t n = 0; n <= newest && result == 0; n++) {
		const struct transcript_copy *c = &tr->copy[tr->first[n]];
		struct act act = { .reason = "" };
		struct digest *now = d[n % 2];

		result = transcript_parse(tr, n, now, err);
		if (result == 0)
			result = digest_told(tr->text.p, &c->t, now, told, err);
		if (result == 0 && act_find(tr->text.p, &c->t, &act, err) < 0)
			result = -1;
		if (result == 0) {
			page_add(page, now, told, act.reason, &c->hash);
			result = put(ctx, dir, page, tr->game, n, newest, err);
		}
	}
	page_free(page);
	free(told);
	free(d[0]);
	free(d[1]);
	return result;
}

static int
run(struct ctx *ctx, int argc, char **argv, struct err *err)
{
	const struct page_opt *o = ctx->opt;
	static char here[] = ".";
	char *only[] = { here };
	struct buf text = BUF_INIT;
	struct player_read r;
	int64_t newest = -1;
	int dir = -1;
	int result = turns_of_table(ctx, argc > 0 ? argv[0] : only[0], &text, err);

	memset(&r, 0, sizeof r);
	if (result == 0)
		result = turns_check(ctx, &text, &r, err);
	if (result == 0) {
		newest = r.tr.n - 1;
		if (o->commit.given || (o->at.given && o->out == NULL))
			newest = o->commit.given ? o->commit.value : o->at.value;
		if (newest >= r.tr.n || (o->at.given && o->at.value >= r.tr.n))
			result = err_set(err, ERR_NOT_FOUND,
			    "there is no digest %" PRId64 ": the newest is %" PRId64,
			    o->commit.given ? o->commit.value : o->at.value, r.tr.n - 1);
	}
	if (result == 0 && o->out != NULL)
		result = open_folder(o->out, &dir, err);
	if (result == 0)
		result = tell(ctx, dir, &r.tr, newest, err);
	if (dir >= 0)
		(void)close(dir);
	player_read_release(&r);
	buf_release(&text);
	return result;
}

const struct cmd cmd_page = {
	.name = "page",
	.synopsis = "[--at=N|--commit=N] [--out=DIR] [DIR|GAME.db]",
	.summary = "print a table as a page in Markdown, for everybody",
	.text = "README.md of the repository that a table is played in: made of its digests, from "
		"0 to the newest, which are verified as `adit read --public` does; nothing of it "
		"is remembered.  The same digests make the same page.  Without an operand: those "
		"of the folder here.",
	.group = GROUP_ALL,
	.opt = opt,
	.opt_size = sizeof(struct page_opt),
	.opt_rule = opt_rule,
	.args_max = 1,
	.run = run,
};
