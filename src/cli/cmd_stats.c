/* adit stats: statistics of the players at the tables of a folder. */
#include <inttypes.h>
#include <stdlib.h>

#include "player/verify.h"
#include "cli/cmd.h"
#include "service/digest_input.h"
#include "service/tables.h"
#include "record/player_stats.h"

struct stats_opt {
	bool csv;
};

static const struct opt opt[] = {
	CMD_OPTION("csv", 0, OPT_FLAG, offsetof(struct stats_opt, csv), NULL,
	    "a line for each role, for a spreadsheet"),
	{ .name = NULL },
};

static const struct opt_rule opt_rule[] = {
	{ "csv", "json", NULL },
	{ .name = NULL },
};

/* ---- counting -------------------------------------------------------------------------------------- */

struct counting {
	struct ctx *ctx;
	struct player_stats stats;
};

static int
count(struct ctx *ctx, struct player_stats *t, struct err *err)
{
	struct buf text = BUF_INIT;
	struct player_read r;
	int result = digest_input_of_table(&ctx->user, ctx->run.path, &text, err);

	memset(&r, 0, sizeof r);
	if (result == 0)
		result = verify_whole(&ctx->user, &text, &r, err);
	if (result == 0)
		result = player_stats_add(t, &r.tr, err);
	player_read_release(&r);
	buf_release(&text);
	return result;
}

static int
count_one(struct table_run *run, void *arg, struct table_index_found *found, struct err *err)
{
	struct counting *c = arg;

	(void)found;
	if (count(c->ctx, &c->stats, err) == 0)
		return 0;
	return strstr(err->msg, run->path) != NULL ? -1 : err_wrap(err, "%s", run->path);
}

/* ---- output ---------------------------------------------------------------------------------- */

static void
put_csv(const struct player_stats_row *r, struct buf *out)
{
	const char *rules = r->rules->name;

	buf_fmt(out, "%s,%s,%s,,%u,%u,%u,%u,%u,%u\n", r->key, r->name, rules, r->games, r->over,
	    r->won, r->turns, r->missed, r->away);
	for (unsigned i = 0; i < ROLE_COUNT; i++)
		if (r->role[i].rounds > 0)
			buf_fmt(out, "%s,%s,%s,%s,%u,%u,%u,,,\n", r->key, r->name, rules,
			    role_name((enum role)i), r->role[i].rounds, r->role[i].rounds,
			    r->role[i].won);
}

static void
put_row(const struct player_stats_row *r, struct printer *p)
{
	print_open(p, NULL);
	print_text(p, "fingerprint", "%", r->key);
	print_text(p, "name", NULL, r->name);
	print_text(p, "rules", NULL, r->rules->name);
	print_human(p, "  %-16s  %-10s", r->name, r->rules->name);
	print_number(p, "games", NULL, r->games);
	print_number(p, "over", NULL, r->over);
	print_number(p, "won", NULL, r->won);
	print_human(p, "  %5u  %5u  %5u", r->games, r->over, r->won);
	print_number(p, "turns", NULL, r->turns);
	print_number(p, "missed", NULL, r->missed);
	print_number(p, "away", NULL, r->away);
	print_human(p, "  %5u  %5u  %5u", r->turns, r->missed, r->away);
	print_open(p, "roles");
	for (unsigned i = 0; i < ROLE_COUNT; i++) {
		if (r->role[i].rounds == 0)
			continue;
		print_open(p, role_name((enum role)i));
		print_number(p, "rounds", NULL, r->role[i].rounds);
		print_number(p, "won", NULL, r->role[i].won);
		print_close(p);
		print_human(
		    p, "  %s %u/%u", role_name((enum role)i), r->role[i].won, r->role[i].rounds);
	}
	print_close(p);
	print_human(p, "\n");
	print_close(p);
}

static void
put(const struct ctx *ctx, const struct player_stats *t)
{
	const struct stats_opt *o = ctx->opt;

	if (o->csv)
		buf_str(ctx->out.print->out,
		    "fingerprint,name,rules,role,games,over,won,turns,missed,away\n");
	else if (t->n > 0)
		print_human(ctx->out.print,
		    "%-26s  %-16s  %-10s  games   over    won  turns missed   away\n",
		    "fingerprint", "name", "rules");
	for (size_t i = 0; i < t->n; i++) {
		if (o->csv)
			put_csv(&t->row[i], ctx->out.print->out);
		else
			put_row(&t->row[i], ctx->out.print);
		output_flush(&ctx->out);
	}
}

static int
run(struct ctx *ctx, int argc, char **argv, struct err *err)
{
	static const struct tables_verb each = { .each = count_one };
	struct counting c = { .ctx = ctx };
	int result = 0;

	for (int i = 0; i < argc; i++) {
		struct err why = ERR_INIT;

		if (tables_each(&ctx->run, argv[i], &each, &c, &why) == 0)
			continue;
		if (result < 0)
			output_say_why(&ctx->out, &why);
		else
			*err = why;
		result = -1;
	}
	put(ctx, &c.stats);
	player_stats_release(&c.stats);
	return result;
}

const struct cmd cmd_stats = {
	.name = "stats",
	.synopsis = "[--csv] DIR|GAME.db...",
	.summary = HELP("count games, results and missed turns of each player, by key"),
	.text = HELP(
	    "Of every table in a folder, DIR/*.db, as far as its digests verify.  A line for each "
	    "key and rules set; a table that is there twice counts once."),
	.group = GROUP_HOST,
	.need = NEED_NOW,
	.opt = opt,
	.opt_size = sizeof(struct stats_opt),
	.opt_rule = opt_rule,
	.args_min = 1,
	.args_max = ARGS_ANY,
	.run = run,
};
