/* adit audit, adit compare: verify transcripts. */
#include <inttypes.h>
#include <string.h>

#include "cli/cmd.h"
#include "record/keys.h"
#include "service/digest_input.h"
#include "audit/audit.h"

struct audit_opt {
	bool all, no_bots;
	const char *host;
};

static const struct opt opt[] = {
	CMD_OPTION("all", 'a', OPT_FLAG, offsetof(struct audit_opt, all), NULL,
	    "a line for every check of every digest, not only one for each check that passed"),
	CMD_OPTION("no-bots", 0, OPT_FLAG, offsetof(struct audit_opt, no_bots), NULL,
	    "do not repeat the choices of bots, which takes as long as they took"),
	CMD_OPTION("host", 0, OPT_TEXT, offsetof(struct audit_opt, host), "FILE",
	    "require the host of this public key file"),
	{ .name = NULL },
};

static const struct opt_rule opt_rule[] = {
	OPT_RULE_PASSPHRASE,
	{ .name = NULL },
};

/* Checks that the host is the one of --host. */
static int
check_host(const struct audit *a, const char *file, struct err *err)
{
	struct pubkey card;
	char host_sign[SIGN_TEXT + 1];

	if (file == NULL)
		return 0;
	if (keys_read_pubkey(file, &card, err) < 0)
		return -1;
	pubkey_sign_text(&card, host_sign);
	if (strcmp(host_sign, a->host_sign) == 0)
		return 0;
	return err_set(
	    err, ERR_AUTH, "game %s is signed by another host than that of %s", a->game, file);
}

/* Prints the result of a check: for digest l->n, or for people for all digests up to `last` with
 * the same result. */
static void
put_row(struct printer *p, const struct audit_line *l, int64_t last)
{
	const char *result = audit_result_name(l->result);
	char digests[48];

	(void)snprintf(
	    digests, sizeof digests, last > l->n ? "%" PRId64 "-%" PRId64 : "%" PRId64, l->n, last);
	print_open(p, NULL);
	print_human(p, "%-7s  digest %-9s  ", result, digests);
	print_number(p, "n", NULL, l->n);
	print_text(p, "check", "%", audit_check_name(l->check));
	print_text(p, "result", NULL, result);
	print_text(p, "detail", ": %", l->detail[0] != '\0' ? l->detail : NULL);
	print_human(p, "\n");
	print_close(p);
}

/* Combines consecutive digests with the same result of a check into one line. */
static void
put_check(const struct audit *a, enum audit_check check, bool all, struct printer *p)
{
	const struct audit_line *first = NULL, *last = NULL;

	for (size_t i = 0; i <= a->n; i++) {
		const struct audit_line *l = i < a->n ? &a->at[i] : NULL;

		if (l != NULL && l->check != check)
			continue;
		if (first != NULL &&
		    (l == NULL || all || l->result != first->result ||
			strcmp(l->detail, first->detail) != 0)) {
			put_row(p, first, last->n);
			first = NULL;
		}
		if (first == NULL)
			first = l;
		last = l;
	}
}

static bool
checks_views(const struct audit *a)
{
	for (size_t i = 0; i < a->n; i++)
		if (a->at[i].check == AUDIT_VIEW)
			return true;
	return false;
}

/* Prints which seats were in custody: one line for people, one object a seat for programs. */
static void
put_custody(const struct audit *a, struct printer *p)
{
	for (size_t i = 0; i < a->n_custody; i++) {
		const struct audit_custody *c = &a->custody[i];

		print_open(p, NULL);
		print_text(p, "custody", i == 0 ? "custody: %" : ", %", c->seat);
		print_number(p, "from", " from digest %", c->from);
		print_number(p, "to", " to %", c->to);
		print_close(p);
	}
	if (a->n_custody > 0)
		print_human(p,
		    ": the deal is as fair as the shares of the other seats, since the host "
		    "knows these\n");
}

static void
put_all(const struct audit *a, bool all, struct printer *p)
{
	static const char *const sum[] = {
		[AUDIT_PASS] = "all checks passed",
		[AUDIT_PENDING] = "nothing is wrong so far; not everything is proven yet",
		[AUDIT_FAIL] = "THE HOST CHEATS, or this transcript was changed",
	};

	for (unsigned c = 0; c < AUDIT_CHECKS; c++)
		put_check(a, (enum audit_check)c, all, p);
	put_custody(a, p);
	if (!checks_views(a))
		print_human(p,
		    "no private view was checked: -k KEY opens yours, and at the end of "
		    "the game the host's secret all\n");
	print_human(p, "game %s: %s\n", a->game, sum[a->worst]);
}

static int
verdict(const struct audit *a, bool has_key, struct err *err)
{
	for (size_t i = 0; i < a->n && a->worst == AUDIT_FAIL; i++)
		if (a->at[i].result == AUDIT_FAIL)
			return err_set(err, ERR_AUTH, "digest %lld, %s: %s", (long long)a->at[i].n,
			    audit_check_name(a->at[i].check), a->at[i].detail);
	if (has_key && a->is_dealt && !a->opened)
		return err_set(err, ERR_NOT_FOUND, "no private view here opens with this key");
	if (a->worst == AUDIT_PENDING)
		return err_set(err, ERR_PENDING, "game %s is not proven yet", a->game);
	return 0;
}

static int
run(struct ctx *ctx, int argc, char **argv, struct err *err)
{
	const struct audit_opt *o = ctx->opt;
	struct buf text = BUF_INIT, home = BUF_INIT;
	struct err none = ERR_INIT;
	/* The auditor may have no home. */
	bool has_home = user_home(&ctx->user, &home, &none) == 0;
	struct audit a;
	int result = 0;

	memset(&a, 0, sizeof a);
	if (ctx->user.key_arg != NULL)
		result = table_run_load_key(&ctx->run, err);
	if (result == 0)
		result = digest_input_collect(&ctx->user, argc, argv, &text, err);
	if (result == 0)
		result = audit_run(&a, ctx->user.games, &text, ctx->user.key,
		    has_home ? home.p : NULL, !o->no_bots, err);
	if (result == 0)
		result = check_host(&a, o->host, err);
	if (result == 0) {
		user_check_time(&ctx->user, a.newest, a.time);
		if (a.n_lost > 0)
			output_say(&ctx->out,
			    "the host has lost %zu of these digests, and given them up: the game "
			    "went on without them",
			    a.n_lost);
		for (size_t i = 0; i < a.n && ctx->out.json; i++)
			put_row(ctx->out.print, &a.at[i], a.at[i].n);
		if (ctx->out.json)
			put_custody(&a, ctx->out.print);
		else
			put_all(&a, o->all, ctx->out.print);
		/* A mail can be lost, so a confirmation that the host calls missing is no failure. */
		for (unsigned i = 0; i < a.withheld.n; i++) {
			(void)withheld_fail(&a.withheld.at[i], &none);
			output_say_why(&ctx->out, &none);
		}
		result = verdict(&a, ctx->user.key != NULL, err);
	}
	audit_release(&a);
	buf_release(&home);
	buf_release(&text);
	return result < 0 ? digest_input_blame(&ctx->user, argc, argv, err) : 0;
}

/* Appends the record of the game of these digests. */
static int
collect_record(const struct ctx *ctx, const struct buf *theirs, struct buf *out, struct err *err)
{
	struct user own = ctx->user;
	struct buf copy = BUF_INIT;
	struct transcript tr;
	int result;

	buf_add(&copy, theirs->p, theirs->n);
	transcript_load(&tr, ctx->user.games, &copy, NULL);
	own.game = tr.game;
	if (tr.n_copy > 0)
		result = digest_input_collect(&own, 0, NULL, out, err);
	else
		result = (*err = tr.end, -1);
	transcript_release(&tr);
	return result;
}

static int
run_compare(struct ctx *ctx, int argc, char **argv, struct err *err)
{
	struct printer *p = ctx->out.print;
	struct buf text[2] = { BUF_INIT, BUF_INIT };
	int64_t n = -1;
	int result = 0;

	for (int i = 0; i < argc && result == 0; i++)
		result = digest_input_collect(&ctx->user, 1, &argv[i], &text[i], err);
	if (result == 0 && argc == 1)
		result = collect_record(ctx, &text[0], &text[1], err);
	if (result == 0)
		result = audit_compare(ctx->user.games, buf_cstr(&text[0]), text[0].n,
		    buf_cstr(&text[1]), text[1].n, &n, err);
	for (int i = 0; i < 2; i++)
		buf_release(&text[i]);
	if (result < 0)
		return digest_input_blame(&ctx->user, argc, argv, err);
	print_open(p, NULL);
	print_bool(p, "same", "PASS     one history, as far as both go\n", NULL, n < 0);
	if (n < 0)
		print_text(p, "n", NULL, NULL);
	else
		print_number(
		    p, "n", "FAIL     digest % is not the same, and the host has signed both\n", n);
	print_close(p);
	if (result == 0)
		return 0;
	(void)err_set(
	    err, ERR_AUTH, "the host shows two histories from digest %lld on", (long long)n);
	return err_hint(err, "keep both: together they prove it");
}

const struct cmd cmd_audit = {
	.name = "audit",
	.synopsis = "[-k KEY] [--host=FILE] [--all] [--no-bots] [DIGEST...|DIR|-]",
	.summary = HELP("verify a whole transcript: the deal, the rules, every signature"),
	.text = HELP(
	    "Verifies signatures, the chain, joins, commitments and revealed values; then "
	    "plays the game again by the rules and compares every digest with it.  With -k "
	    "also verifies your own private views.  The audit requires trust in nobody.  "
	    "Without DIGEST: standard input if it is a file or a pipe and not empty, else the "
	    "folder turns/ here, else the digests read here.\n\nExit status: 0 all is valid, 1 "
	    "something is wrong, 6 not everything is revealed yet."),
	.group = GROUP_ALL,
	.need = NEED_KEY_LATER | NEED_RECORD | NEED_NOW,
	.opt = opt,
	.opt_size = sizeof(struct audit_opt),
	.opt_rule = opt_rule,
	.args_max = ARGS_ANY,
	.run = run,
};

const struct cmd cmd_compare = {
	.name = "compare",
	.synopsis = "DIR|DIGEST [DIR|DIGEST]",
	.summary = HELP("compare two transcripts: detect a host that shows two histories"),
	.text = HELP(
	    "Each is a folder or a file of digests of one game.  Without the second one, the "
	    "digests read here are used.  Two different digests with one number, both signed "
	    "by the host, prove that it shows two histories."),
	.group = GROUP_ALL,
	.args_min = 1,
	.args_max = 2,
	.run = run_compare,
};
