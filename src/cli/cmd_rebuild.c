/*
 * adit rebuild: the game file made again from the digests.
 *
 * (B1) What comes through a pipe may be from anywhere: only what the key has signed counts there, and nothing
 *      else hides it.
 */
#include <inttypes.h>
#include <string.h>

#include "audit/file.h"
#include "cli/cmd.h"
#include "cli/guard.h"
#include "cli/keys.h"
#include "cli/turns.h"
#include "util/lines.h"
#include "util/word.h"

struct rebuild_opt {
	const char *game;
};

static const struct opt opt[] = {
	{ "game", 'g', OPT_TEXT, offsetof(struct rebuild_opt, game), "GAME",
	    "take digests of this game out of standard input; default: of the first one", 0, 0 },
	{ .name = NULL },
};

static int
make(struct ctx *ctx, const char *path, const struct buf *text, struct audit_rebuilt *out,
    struct err *err)
{
	struct buf host_key = BUF_INIT;
	struct host *host = NULL;
	int result = keys_stable(ctx->key_arg, buf_cstr(&ctx->key_name), &host_key, err);

	if (result == 0)
		result = host_create(&host, path, ctx->games, err);
	if (result == 0)
		result = audit_rebuild(
		    host, ctx->key, buf_cstr(&host_key), buf_cstr(text), text->n, out, err);
	host_close(host); /* removes what was not finished */
	buf_release(&host_key);
	return result;
}

/* ---- out of standard input ------------------------------------------------------------------- */

struct sieve {
	const struct ctx *ctx;
	char host[SIGN_TEXT + 1]; /* the key's */
	char game[BLOCK_GAME_MAX + 1];
	bool any; /* there was a digest, whoever signed it */
	struct buf *out;
};

static void
leave_out(const struct sieve *v, const char *s, size_t n)
{
	if (strspn(s, " \r\n") < n)
		ctx_say(v->ctx, "left out: %zu bytes that are no digest", n);
}

/* Where what may stand behind a signature ends: the head: line and private views. */
static size_t
views_end(const char *s, size_t n, size_t from)
{
	struct lines l = { s, n, from, 1 };
	bool is_armor = false;
	struct word line;

	while (lines_peek(&l, &line.s, &line.n)) {
		is_armor = is_armor || word_starts(line, "-----BEGIN AGE");
		if (!is_armor && line.n > 0 && !word_starts(line, "head: ") &&
		    !word_starts(line, "for "))
			break;
		is_armor = is_armor && !word_starts(line, "-----END AGE");
		(void)lines_next(&l, &line.s, &line.n);
	}
	return l.at;
}

/*
 * From one heading to the next.  A digest is cut off behind its signature: what comes there, private views or a
 * stranger's file, can then not spoil it (B1), and nothing of it is needed.
 */
static void
sift(struct sieve *v, const char *s, size_t n)
{
	size_t sig = lines_find(s, n, 0, "sig:"), end;
	struct buf text = BUF_INIT;
	struct digest_text t;
	char host[SIGN_TEXT + 1], game[BLOCK_GAME_MAX + 1];
	int64_t number;

	end = n - sig > DIGEST_SIG_TEXT ? sig + DIGEST_SIG_TEXT : n;
	buf_add(&text, s, end);
	if (!digest_holds(&text, &t, host, game, &number)) {
		ctx_say(v->ctx, "left out: %zu bytes that are no digest, or changed", n);
	} else {
		bool is_ours = strcmp(host, v->host) == 0;

		v->any = true;
		if (is_ours && v->game[0] == '\0')
			memcpy(v->game, game, sizeof v->game);
		if (is_ours && strcmp(game, v->game) == 0)
			buf_add(v->out, text.p, text.n);
		else
			ctx_say(v->ctx, "left out: digest %" PRId64 " of game %s%s", number, game,
			    is_ours ? "" : ", signed by another host");
		end = views_end(s, n, end);
		leave_out(v, s + end, n - end);
	}
	buf_release(&text);
}

/* (B1) The game is that of -g, else of the first digest the key has signed. */
static int
collect_piped(const struct ctx *ctx, struct buf *out, struct err *err)
{
	const struct rebuild_opt *o = ctx->opt;
	struct sieve v = { .ctx = ctx, .out = out };
	struct buf all = BUF_INIT, clean = BUF_INIT;
	int result = folder_add_file("-", &all, err);

	pubkey_sign_text(&ctx->key->pub, v.host);
	if (o->game != NULL)
		(void)snprintf(v.game, sizeof v.game, "%s", o->game);
	digest_clean(buf_cstr(&all), all.n, &clean);
	if (result == 0) {
		const char *s = buf_cstr(&clean);
		size_t at = lines_find(s, clean.n, 0, DIGEST_HEADING);

		leave_out(&v, s, at);
		while (at < clean.n) {
			size_t next = lines_find(s, clean.n, at + 1, DIGEST_HEADING);

			sift(&v, s + at, next - at);
			at = next;
		}
		if (out->n == 0)
			result = v.any ?
			    err_set(err, ERR_AUTH,
				"no digest on standard input is%s%s%s signed with key %s",
				o->game != NULL ? " of game " : "", o->game != NULL ? o->game : "",
				o->game != NULL ? " and" : "", buf_cstr(&ctx->key_name)) :
			    err_set(err, ERR_NOT_FOUND, "no digest on standard input");
	}
	buf_release(&all);
	buf_release(&clean);
	return result;
}

static int
run(struct ctx *ctx, int argc, char **argv, struct err *err)
{
	const struct rebuild_opt *o = ctx->opt;
	struct audit_rebuilt made;
	struct printer *p = ctx->print;
	struct buf text = BUF_INIT;
	bool is_piped = argc == 2 && strcmp(argv[1], "-") == 0;
	int result;

	if (o->game != NULL && !is_piped)
		return err_set(err, ERR_USAGE, "-g goes with digests from standard input: -");
	result = is_piped ? collect_piped(ctx, &text, err) :
			    turns_collect(ctx, argc - 1, argv + 1, &text, err);
	if (result == 0)
		result = make(ctx, argv[0], &text, &made, err);
	buf_release(&text);
	if (result < 0)
		return -1;
	guard_note_anew(ctx, made.game, &made.first, made.made - 1, &made.last);
	print_open(p, NULL);
	print_text(p, "game", "game % made again in ", made.game);
	print_text(p, NULL, "%: ", argv[0]);
	print_number(p, "given", NULL, made.given);
	print_number(p, "n", "digests 0 to %\n", made.made - 1);
	if (made.made > made.given)
		print_number(p, NULL,
		    "digest % was not among those given: it comes from a stored order\n",
		    made.given);
	print_words(p,
	    "addresses of seats are not in digests: adit address OLD.db | adit address %s -\n",
	    argv[0]);
	print_close(p);
	return 0;
}

const struct cmd cmd_rebuild = {
	.name = "rebuild",
	.synopsis = "-k HOST GAME.db DIR|DIGEST...\n"
		    "-k HOST [-g GAME] GAME.db -",
	.summary = "make a lost game file again from the digests",
	.text =
	    "Takes every order again out of the box that each digest keeps for the host alone, "
	    "and compares every digest it makes, byte for byte, with the one given.  GAME.db must "
	    "not exist; the game goes on in it as if nothing had happened.\n"
	    "\n"
	    "Give all digests that went out: if newer ones exist, the players will see that the "
	    "host tells two histories.  It is told when this home has noted newer ones.\n"
	    "\n"
	    "Out of standard input only what the key has signed is taken, of the game XX what else "
	    "is there is left out, and told.",
	.group = GROUP_HOST,
	.need = NEED_KEY,
	.opt = opt,
	.opt_size = sizeof(struct rebuild_opt),
	.args_min = 2,
	.args_max = ARGS_ANY,
	.run = run,
};
