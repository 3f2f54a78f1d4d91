/*
 * adit rebuild: rebuild a game file from digests.
 *
 * (B1) Input from a pipe is untrusted. Only what the key has signed counts; other input cannot hide
 *      it.
 * (B2) --keep: the existing file is moved aside, complete, and only after the new file is complete.
 *      If its digests contradict the others, the verb fails and changes nothing.
 * (B3) If a digest after a gap is there, the digests in the gap exist, too: they are not made a
 *      second time.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "audit/game_file.h"
#include "cli/cmd.h"
#include "repo/digest_filter.h"
#include "cli/digest_input.h"
#include "repo/fast_import.h"
#include "record/keys.h"
#include "service/rollback_check.h"
#include "record/transcript.h"
#include "util/mem.h"

struct rebuild_opt {
	const char *game, *on;
	bool keep, batch, first, places, import;
};

#define AT(member) offsetof(struct rebuild_opt, member)

static const struct opt opt[] = {
	{ "game", 'g', OPT_TEXT, AT(game), "GAME",
	    "take digests of this game out of standard input; default: of the first one", 0, 0 },
	{ "keep", 0, OPT_FLAG, AT(keep), NULL,
	    "GAME.db may exist: rebuild it only if the digests continue it", 0, 0 },
	{ "batch", 0, OPT_FLAG, AT(batch), NULL,
	    "read the output of git-cat-file --batch from standard input", 0, 0 },
	{ "places", 0, OPT_FLAG, AT(places), NULL,
	    "its names of objects say where a file was found: main, past or other", 0, 0 },
	{ "first", 0, OPT_FLAG, AT(first), NULL,
	    "print each digest 0 that is there, and make nothing", 0, 0 },
	{ "import", 0, OPT_FLAG, AT(import), NULL,
	    "print the commit that restores main after these, for git-fast-import", 0, 0 },
	{ "on", 0, OPT_TEXT, AT(on), "COMMIT", "the parent of that commit", 0, 0 },
	{ .name = NULL },
};

static const struct opt_rule opt_rule[] = {
	{ "batch", NULL, "keep" },
	{ "places", NULL, "batch" },
	{ "first", "game places import json", "batch" },
	{ "import", "json", "places" },
	{ "on", NULL, "import" },
	{ .name = NULL },
};

/* Loads the key of -k, or that of the game file, if there is one, or the only key. `name` must stay
 * valid. */
static int
load_key(struct ctx *ctx, const char *path, struct buf *name, struct err *err)
{
	struct host *host = NULL;
	struct err none = ERR_INIT;

	if (ctx->user.key_arg == NULL && access(path, F_OK) == 0 &&
	    host_open(&host, path, false, ctx->user.games, &none) == 0 &&
	    host_key_name(host, name, &none) == 0)
		ctx->user.key_arg = buf_cstr(name);
	host_close(host);
	return ctx_load_key(ctx, err);
}

static int
make(struct ctx *ctx, const char *path, const struct buf *text, struct audit_rebuilt *out,
    struct err *err)
{
	struct buf host_key = BUF_INIT;
	struct host *host = NULL;
	int result = keys_stable(keys_opened(&ctx->user), &host_key, err);

	if (result == 0)
		result = host_create(&host, path, ctx->user.games, err);
	if (result == 0)
		result = audit_rebuild(
		    host, ctx->user.key, buf_cstr(&host_key), buf_cstr(text), text->n, out, err);
	host_close(host); /* removes an unfinished file */
	buf_release(&host_key);
	if (result == 0)
		rollback_check_note_rewritten(
		    &ctx->run, out->game, &out->first, out->made - 1, &out->last);
	return result;
}

static int
collect_piped(const struct ctx *ctx, struct buf *out, struct err *err)
{
	const struct rebuild_opt *o = ctx->opt;
	const struct digest_filter_game *g = NULL;
	struct digest_filter sieve;

	digest_filter_init(&sieve, &ctx->user, false);
	if (digest_filter_read(&sieve, NULL, false, err) == 0)
		g = digest_filter_pick(&sieve, o->game, err);
	if (g != NULL)
		digest_filter_text(g, INT64_MAX, out);
	digest_filter_release(&sieve);
	return g != NULL ? 0 : -1;
}

static void
report_rebuilt(const char *path, const struct audit_rebuilt *made, struct printer *p)
{
	print_open(p, NULL);
	print_text(p, "game", "game % made again in ", made->game);
	print_text(p, NULL, "%: ", path);
	print_number(p, "given", NULL, made->given);
	print_number(p, "n", "digests 0 to %\n", made->made - 1);
	if (made->made > made->given)
		print_number(p, NULL,
		    "digest % was not among those given: it comes from a stored order\n",
		    made->given);
	print_human(p,
	    "addresses of seats, and how they get mail, are not in digests:\n"
	    "adit address OLD.db | adit address %s -\n",
	    path);
	print_close(p);
}

/* ---- --keep ---------------------------------------------------------------------------------- */

/* State of --keep: the existing file and the digests on standard input. */
struct kept_file {
	const char *path, *base; /* base: name in public output */
	char game[ORDER_BLOCK_GAME_MAX + 1];
	int64_t last; /* last digest of the file; -1: no file */
	struct digest_filter sieve;
	const struct digest_filter_game *found;
	struct buf text; /* digests of the game from 0 on, without a gap */
	int64_t end;     /* the last of them */
};

static int
keep_file(struct ctx *ctx, struct kept_file *k, struct err *err)
{
	struct digest *d = mem_new(sizeof *d);
	struct buf text = BUF_INIT;
	struct host *host = NULL;
	struct hash head;
	int result = host_open(&host, k->path, false, ctx->user.games, err);

	if (result == 0)
		result = host_digest(host, -1, d, &text, &head, err);
	if (result == 0) {
		k->last = d->n;
		memcpy(k->game, d->game, sizeof k->game);
	}
	for (int64_t n = 0; n <= k->last && result == 0; n++) {
		buf_clear(&text);
		result = host_text(host, &n, &text, err);
		if (result == 0)
			digest_filter_add(&k->sieve, buf_cstr(&text), text.n, DIGEST_FILTER_FILE);
	}
	host_close(host);
	buf_release(&text);
	free(d);
	return result;
}

/* (B2) Checks that there is no fork. If the existing file is the newest, this is recorded as for
 *      a rebuilt file. */
static int
check(const struct ctx *ctx, const struct kept_file *k, struct err *err)
{
	struct transcript tr;
	int result = transcript_read(
	    &tr, ctx->user.games, buf_cstr(&k->text), k->text.n, &ctx->user.key->pub, err);

	if (result == 0 && k->end <= k->last)
		rollback_check_note_rewritten(&ctx->run, tr.game, &tr.copy[tr.first[0]].hash,
		    tr.n - 1, &tr.copy[tr.first[tr.n - 1]].hash);
	transcript_release(&tr);
	return result;
}

static int
find(struct ctx *ctx, struct kept_file *k, struct err *err)
{
	const struct rebuild_opt *o = ctx->opt;
	bool is_there = access(k->path, F_OK) == 0;
	const char *name = is_there ? k->game : o->game;
	const struct digest_filter_game *g;

	if (is_there && keep_file(ctx, k, err) < 0)
		return -1;
	if (is_there && o->game != NULL && strcmp(o->game, k->game) != 0)
		return err_set(err, ERR_NOT_FOUND, "%s is of game %s", k->base, k->game);
	if (digest_filter_read(&k->sieve, o->batch ? stdin : NULL, o->places, err) < 0)
		return -1;
	g = digest_filter_pick(&k->sieve, name, err);
	if (g == NULL)
		return -1;
	k->found = g;
	k->end = digest_filter_end(g);
	if (k->end < 0)
		return err_set(err, ERR_NOT_FOUND, "digest 0 of game %s is missing", g->game);
	if (digest_filter_newest(g) > k->end) /* (B3) */
		return err_set(err, ERR_PENDING,
		    "digest %" PRId64 " is missing, but digest %" PRId64 " is there", k->end + 1,
		    digest_filter_newest(g));
	digest_filter_text(g, k->end, &k->text);
	return check(ctx, k, err);
}

static int
move(const char *from, const char *to, struct err *err)
{
	if (rename(from, to) == 0 || errno == ENOENT)
		return 0;
	return err_set(err, ERR_BUSY, "cannot rename %s: %s", from, strerror(errno));
}

/* Moves the file aside to the first free name, with the files that SQLite left beside it. */
static int
set_aside(const struct ctx *ctx, const struct kept_file *k, struct err *err)
{
	static const char *const suffix[] = { "-wal", "-shm", "-journal", "" };
	struct buf from = BUF_INIT, to = BUF_INIT;
	unsigned n = 0;
	int result = 0;

	do {
		buf_clear(&to);
		buf_fmt(&to, "%s.%u", k->path, ++n);
	} while (access(to.p, F_OK) == 0);
	for (size_t i = 0; i < 4 && result == 0; i++) {
		buf_clear(&from);
		buf_clear(&to);
		buf_fmt(&from, "%s%s", k->path, suffix[i]);
		buf_fmt(&to, "%s.%u%s", k->path, n, suffix[i]);
		result = move(from.p, to.p, err);
	}
	if (result == 0)
		output_say(&ctx->out,
		    "the game file ended at digest %" PRId64 ", main at %" PRId64
		    ": made again; the old one is %s.%u",
		    k->last, k->end, k->base, n);
	buf_release(&from);
	buf_release(&to);
	return result;
}

/* (B2) */
static int
rebuild_file(struct ctx *ctx, struct kept_file *k, struct err *err)
{
	struct audit_rebuilt made;
	struct buf path = BUF_INIT;
	int result;

	buf_fmt(&path, "%s.new", k->path);
	(void)unlink(path.p); /* left by a killed run */
	result = make(ctx, path.p, &k->text, &made, err);
	if (result == 0 && k->last >= 0)
		result = set_aside(ctx, k, err);
	if (result == 0)
		result = move(path.p, k->path, err);
	if (result == 0)
		k->end = made.made - 1;
	buf_release(&path);
	return result;
}

/* The digests that main lacks, and what a message says of them. */
struct lack {
	int64_t n, first, last; /* `n` of them, in this range */
	int64_t has;            /* the newest on main, or -1 */
	bool was_there;         /* players may have them */
};

static void
find_lack(const struct kept_file *k, struct lack *x)
{
	*x = (struct lack){ .has = -1 };
	for (size_t i = 0; i < k->found->n_digest; i++) {
		const struct digest_filter_digest *d = &k->found->digest[i];

		if (d->place == DIGEST_FILTER_MAIN) {
			x->has = d->n;
			continue;
		}
		x->first = x->n++ == 0 ? d->n : x->first;
		x->last = d->n;
		x->was_there = x->was_there || d->place != DIGEST_FILTER_FILE;
	}
}

static void
report_lack(const struct ctx *ctx, const struct lack *x)
{
	const struct rebuild_opt *o = ctx->opt;
	struct buf line = BUF_INIT;

	if (x->has < 0 && o->on == NULL)
		buf_str(&line, "main has no digest: made again as far as a branch has it, to");
	else
		buf_fmt(&line, "main %s", x->was_there ? "had lost" : "lacks");
	if (x->n == 1 || (x->has < 0 && o->on == NULL))
		buf_fmt(&line, " digest %" PRId64, x->last);
	else if (x->last - x->first == x->n - 1)
		buf_fmt(&line, " digests %" PRId64 " to %" PRId64, x->first, x->last);
	else
		buf_fmt(&line, " %" PRId64 " digests from %" PRId64 " on", x->n, x->first);
	if (o->on != NULL)
		buf_fmt(&line, ": %s", x->was_there ? "restored" : "put there");
	if (x->was_there)
		buf_str(&line, "; let nobody but the host push to main");
	if (x->n > 0)
		output_say(&ctx->out, "%s", buf_cstr(&line));
	buf_release(&line);
}

/* Prints the line "# seats NAME...", a comment for git. */
static int
put_seats(const struct ctx *ctx, struct host *host, struct err *err)
{
	struct digest *d = mem_new(sizeof *d);
	struct buf text = BUF_INIT;
	struct hash head;
	int result = host_digest(host, -1, d, &text, &head, err);

	if (result == 0) {
		buf_str(ctx->out.print->out, "# seats");
		for (unsigned i = 0; i < d->names.n; i++)
			buf_fmt(ctx->out.print->out, " %s", d->names.seat[i]);
		buf_chr(ctx->out.print->out, '\n');
	}
	buf_release(&text);
	free(d);
	return result;
}

/* Prints the seats, then the commit that restores main with the digests that it has. The missing
 * digests follow later, as commits of their own. */
static int
put_main(const struct ctx *ctx, const struct kept_file *k, struct err *err)
{
	const struct rebuild_opt *o = ctx->opt;
	struct fast_import what = { .on = o->on, .mend = true };
	struct lack lack;
	struct host *host = NULL;
	int result;

	find_lack(k, &lack);
	report_lack(ctx, &lack);
	what.at = lack.has < 0 ? 0 : lack.has;
	result = host_open(&host, k->path, false, ctx->user.games, err);
	if (result == 0)
		result = put_seats(ctx, host, err);
	if (result == 0 && o->on != NULL)
		result = fast_import_write(&ctx->user, host, &what, err);
	host_close(host);
	return result;
}

/* (B1) Prints the digests found, for a caller that decides where else to search. */
static int
print_first(const struct ctx *ctx, struct err *err)
{
	struct digest_filter sieve;
	int result;

	digest_filter_init(&sieve, &ctx->user, true);
	result = digest_filter_read(&sieve, stdin, false, err);
	for (size_t i = 0; i < sieve.n_game && result == 0; i++) {
		const struct digest_filter_game *g = &sieve.game[i];

		for (size_t j = 0; j < g->n_digest; j++) {
			const struct digest_filter_digest *d = &g->digest[j];

			if (d->n == 0)
				buf_add(ctx->out.print->out, g->text.p + d->at, d->len);
		}
	}
	digest_filter_release(&sieve);
	return result;
}

static int
keep(struct ctx *ctx, const char *path, struct err *err)
{
	const struct rebuild_opt *o = ctx->opt;
	const char *slash = strrchr(path, '/');
	struct kept_file k = { .path = path, .base = slash != NULL ? slash + 1 : path, .last = -1 };
	struct printer *p = ctx->out.print;
	int result;

	digest_filter_init(&k.sieve, &ctx->user, true);
	result = find(ctx, &k, err);
	if (result == 0 && k.end > k.last)
		result = rebuild_file(ctx, &k, err);
	if (result == 0 && o->import)
		result = put_main(ctx, &k, err);
	if (result == 0 && !o->import) {
		print_open(p, NULL);
		print_number(p, "n", "digests 0 to %\n", k.end);
		print_close(p);
	}
	digest_filter_release(&k.sieve);
	buf_release(&k.text);
	return result;
}

static int
rebuild(struct ctx *ctx, int argc, char **argv, bool is_piped, struct err *err)
{
	struct audit_rebuilt made;
	struct buf text = BUF_INIT;
	int result = is_piped ? collect_piped(ctx, &text, err) :
				digest_input_collect(ctx, argc - 1, argv + 1, &text, err);

	if (result == 0)
		result = make(ctx, argv[0], &text, &made, err);
	if (result == 0)
		report_rebuilt(argv[0], &made, ctx->out.print);
	buf_release(&text);
	return result < 0 ? digest_input_blame(ctx, argc - 1, argv + 1, err) : 0;
}

static int
run(struct ctx *ctx, int argc, char **argv, struct err *err)
{
	const struct rebuild_opt *o = ctx->opt;
	struct buf key = BUF_INIT;
	bool is_piped = argc == 2 && strcmp(argv[1], "-") == 0;
	int result;

	if ((o->game != NULL || o->keep) && !is_piped)
		return err_set(err, ERR_USAGE, "-%s goes with digests from standard input: -",
		    o->keep ? "-keep" : "g");
	if (fast_import_on(o->on, err) < 0)
		return -1;
	result = load_key(ctx, argv[0], &key, err);
	if (result == 0 && o->keep)
		result = o->first ? print_first(ctx, err) : keep(ctx, argv[0], err);
	else if (result == 0)
		result = rebuild(ctx, argc, argv, is_piped, err);
	ctx->user.key_arg = NULL; /* it may point to `key` */
	buf_release(&key);
	return result;
}

const struct cmd cmd_rebuild = {
	.name = "rebuild",
	.synopsis = "-k HOST GAME.db DIR|DIGEST...\n"
		    "-k HOST [-g GAME] GAME.db -\n"
		    "-k HOST [-g GAME] --keep [--batch [--first|--places [--import "
		    "[--on=COMMIT]]]] GAME.db -",
	.summary = "rebuild a lost game file from the digests",
	.text =
	    "Reads the orders from the box that each digest contains for the host alone, applies "
	    "them again, and compares every digest, byte for byte, with the one given.  GAME.db "
	    "must not exist; the game continues in it.\n\nGive all digests that were published: if "
	    "newer ones exist, the players will see that the host shows two histories.  A message "
	    "reports newer ones that this home has recorded.\n\nFrom standard input only digests "
	    "of one game that the key has signed are used; a message reports other input.",
	.group = GROUP_HOST,
	.need = NEED_KEY_LATER,
	.opt = opt,
	.opt_size = sizeof(struct rebuild_opt),
	.opt_rule = opt_rule,
	.args_min = 2,
	.args_max = ARGS_ANY,
	.run = run,
};
