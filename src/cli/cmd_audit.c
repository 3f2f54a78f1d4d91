/* adit audit, adit compare: is a transcript what it should be? */
#include <inttypes.h>
#include <string.h>

#include "cli/cmd.h"
#include "cli/keys.h"
#include "games/games.h"
#include "cli/turns.h"
#include "audit/audit.h"
#include "record/pins.h"
#include "wire/report.h"

struct audit_opt {
	bool all;
	const char *host;
};

static const struct opt opt[] = {
	{ "all", 'a', OPT_FLAG, offsetof(struct audit_opt, all), NULL,
	    "a line for every check of every digest, not only one for each check that passed", 0,
	    0 },
	{ "host", 0, OPT_TEXT, offsetof(struct audit_opt, host), "FILE",
	    "insist on the host of this public card", 0, 0 },
	{ .name = NULL },
};

/* Is it the host that was asked for, and the one whose digests were read here? */
static int
check_host(const struct audit *a, const char *file, struct err *err)
{
	struct pins pins;
	struct pubkey card;
	struct buf home = BUF_INIT;
	struct err none = ERR_INIT;
	char host_sign[SIGN_TEXT + 1];
	int result = 0;

	memset(&pins, 0, sizeof pins);
	/* A stranger need not have a home. */
	if (keys_home(&home, &none) == 0)
		result = pins_load(&pins, home.p, a->game, err);
	buf_release(&home);
	if (result == 0 && file != NULL && keys_card(file, &card, err) < 0)
		result = -1;
	if (result == 0 && file != NULL) {
		pubkey_sign_text(&card, host_sign);
		result = pins_note_host(&pins, host_sign, err);
	}
	if (result == 0)
		result = pins_note_host(&pins, a->host_sign, err);
	pins_release(&pins);
	return result;
}

/* "0-57" or "12". */
static void
range_text(int64_t first, int64_t last, struct buf *out)
{
	buf_fmt(out, "%" PRId64, first);
	if (last > first)
		buf_fmt(out, "-%" PRId64, last);
}

static void
put_row(const struct audit_line *l, const char *digests, struct buf *out)
{
	buf_fmt(out, "%-7s  digest %-9s  %s%s%s\n", audit_result_name(l->result), digests,
	    audit_check_name(l->check), l->detail[0] != '\0' ? ": " : "", l->detail);
}

/* Digests in a row with one result of one check are one line. */
static void
put_check(const struct audit *a, enum audit_check check, bool all, struct buf *out)
{
	const struct audit_line *first = NULL, *last = NULL;
	struct buf digests = BUF_INIT;

	for (size_t i = 0; i <= a->n; i++) {
		const struct audit_line *l = i < a->n ? &a->at[i] : NULL;

		if (l != NULL && l->check != check)
			continue;
		if (first != NULL &&
		    (l == NULL || all || l->result != first->result ||
			strcmp(l->detail, first->detail) != 0)) {
			buf_clear(&digests);
			range_text(first->n, last->n, &digests);
			put_row(first, digests.p, out);
			first = NULL;
		}
		if (first == NULL)
			first = l;
		last = l;
	}
	buf_release(&digests);
}

static void
put_text(const struct audit *a, bool all, struct buf *out)
{
	static const char *const sum[] = {
		[AUDIT_PASS] = "everything holds",
		[AUDIT_PENDING] = "nothing is wrong so far; not everything is proven yet",
		[AUDIT_FAIL] = "THE HOST CHEATS, or this transcript was changed",
	};

	for (unsigned c = 0; c < AUDIT_CHECKS; c++)
		put_check(a, (enum audit_check)c, all, out);
	buf_fmt(out, "game %s: %s\n", a->game, sum[a->worst]);
}

static int
verdict(const struct audit *a, struct err *err)
{
	for (size_t i = 0; i < a->n && a->worst == AUDIT_FAIL; i++)
		if (a->at[i].result == AUDIT_FAIL)
			return err_set(err, ERR_AUTH, "digest %" PRId64 ", %s: %s", a->at[i].n,
			    audit_check_name(a->at[i].check), a->at[i].detail);
	if (a->worst == AUDIT_PENDING)
		return err_set(err, ERR_PENDING, "game %s is not proven yet", a->game);
	return 0;
}

static int
run(struct ctx *ctx, int argc, char **argv, struct err *err)
{
	const struct audit_opt *o = ctx->opt;
	struct buf text = BUF_INIT, out = BUF_INIT;
	struct audit a;
	int result = 0;

	memset(&a, 0, sizeof a);
	if (ctx->key_arg != NULL)
		result = ctx_load_key(ctx, err);
	if (result == 0)
		result = turns_collect(argc, argv, false, &text, err);
	if (result == 0)
		result = audit_take(&a, rules_all, &text, ctx->key, err);
	if (result == 0)
		result = check_host(&a, o->host, err);
	if (result == 0) {
		for (size_t i = 0; i < a.n && ctx->json; i++)
			report_audit_json(a.at[i].n, audit_check_name(a.at[i].check),
			    audit_result_name(a.at[i].result), a.at[i].detail, &out);
		if (!ctx->json)
			put_text(&a, o->all, &out);
		ctx_put(ctx, out.p, out.n);
		result = verdict(&a, err);
	}
	audit_release(&a);
	buf_release(&out);
	buf_release(&text);
	return result;
}

static int
run_compare(struct ctx *ctx, int argc, char **argv, struct err *err)
{
	struct buf text[2] = { BUF_INIT, BUF_INIT }, out = BUF_INIT;
	int64_t n = -1;
	int result = 0;

	(void)argc;
	for (int i = 0; i < 2 && result == 0; i++)
		result = turns_collect(1, &argv[i], false, &text[i], err);
	if (result == 0)
		result = audit_compare(rules_all, buf_cstr(&text[0]), text[0].n, buf_cstr(&text[1]),
		    text[1].n, &n, err);
	if (result >= 0) {
		if (ctx->json)
			report_compare_json(n, &out);
		else if (n < 0)
			buf_str(&out, "PASS     one history, as far as both go\n");
		else
			buf_fmt(&out,
			    "FAIL     digest %" PRId64
			    " is not the same, and the host has signed both\n",
			    n);
		ctx_put(ctx, out.p, out.n);
	}
	if (result > 0) {
		(void)err_set(
		    err, ERR_AUTH, "the host shows two histories from digest %" PRId64 " on", n);
		result = err_hint(err, "keep both: together they are the proof");
	}
	buf_release(&out);
	for (int i = 0; i < 2; i++)
		buf_release(&text[i]);
	return result;
}

const struct cmd cmd_audit = {
	.name = "audit",
	.synopsis = "[-k KEY] [--host=FILE] [--all] [DIGEST...|DIR|-]",
	.summary = "check a whole transcript: was the dealing fair, were the rules kept?",
	.text = "Checks signatures, the chain, joins and commitments, and what was revealed; then "
		"plays the "
		"game again by the rules and compares every digest with it.  With -k also your own "
		"private "
		"views.  Nobody needs to be trusted for it.\n"
		"\n"
		"Exit status: 0 everything holds, 1 something is wrong, 6 not everything is "
		"revealed yet.",
	.group = GROUP_ALL,
	.need = NEED_KEY_LATER,
	.opt = opt,
	.opt_size = sizeof(struct audit_opt),
	.args_max = ARGS_ANY,
	.run = run,
};

const struct cmd cmd_compare = {
	.name = "compare",
	.synopsis = "DIR|DIGEST DIR|DIGEST",
	.summary = "did the host show two people the same history?",
	.text = "Each is a folder or a file of digests of one game.  Two different digests of one "
		"number, both "
		"with the host's signature, prove that it shows two histories.",
	.group = GROUP_ALL,
	.args_min = 2,
	.args_max = 2,
	.run = run_compare,
};
