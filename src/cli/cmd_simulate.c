/* adit simulate: play whole games with a policy; print totals or a trace. */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "cli/cmd.h"
#include "service/jobs.h"
#include "record/rules_choice.h"
#include "wire/deck.h"
#include "text/options.h"
#include "bot/referee.h"

struct simulate_opt {
	const char *rules, *deck, *seed, *policy;
	struct opt_number players, games, jobs;
	struct opt_list option;
	bool trace, no_time;
};

#define AT(member) offsetof(struct simulate_opt, member)

static const struct opt opt[] = {
	CMD_OPTION("rules", 'r', OPT_TEXT, AT(rules), "RULES", "which game to play"),
	CMD_OPTION("deck", 0, OPT_TEXT, AT(deck), "FILE",
	    "play with the cards of this list instead of those of RULES"),
	{ "players", 'n', OPT_NUMBER, AT(players), "N", HELP("seats, called p1 to pN"), 1,
	    SEATS_MAX },
	{ "games", 'g', OPT_NUMBER, AT(games), "N", HELP("how many games; default: 1"), 0,
	    INT64_C(1000000000000) },
	{ "jobs", 'j', OPT_NUMBER, AT(jobs), "N",
	    HELP("number of processes; 0: one for each processor; default: 1"), 0, JOBS_MAX },
	CMD_OPTION("seed", 0, OPT_TEXT, AT(seed), "HEX",
	    "1 to 64 hex digits: the same games again; default: zeros"),
	{ "policy", 0, OPT_TEXT, AT(policy), "POLICY",
	    HELP("policy of the players: random, greedy, greedy:2 or search:N; of some: "
		 "p1=search:100,greedy; "
		 "default: random"),
	    0, 0 },
	CMD_OPTION("option", 'o', OPT_LIST, AT(option), "NAME=VALUE", "an option of the rules set"),
	CMD_OPTION("trace", 0, OPT_FLAG, AT(trace), NULL,
	    "print every turn as a line of JSON instead of totals"),
	CMD_OPTION("no-time", 0, OPT_FLAG, AT(no_time), NULL,
	    "leave out how long it took: the same arguments print the same bytes"),
	{ .name = NULL },
};

static double
seconds(void *arg)
{
	struct timespec t = { 0 };

	(void)arg;
	(void)clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* Fails if standard output is closed, so that the simulation stops. */
static int
put(void *arg, const char *p, size_t n, struct err *err)
{
	(void)arg;
	(void)fwrite(p, 1, n, stdout);
	return ferror(stdout) ? err_set(err, ERR_IO, "cannot write standard output") : 0;
}

/* ---- parallel processes ---------------------------------------------------------------------- */

struct sharing {
	struct simulate of; /* parameters for this process */
	struct jobs jobs;
	int fd; /* in a job */
};

static int
put_into_pipe(void *arg, const char *p, size_t n, struct err *err)
{
	return jobs_write(((const struct sharing *)arg)->fd, p, n, err);
}

static int
read_part(void *arg, unsigned part, void *p, size_t n, struct err *err)
{
	return jobs_read(&((struct sharing *)arg)->jobs, part, p, n, err);
}

/* Runs in a job. The reader reports errors. */
static int
play_part(void *arg, unsigned part, int fd)
{
	struct sharing *s = arg;
	struct err err = ERR_INIT;

	s->fd = fd;
	s->of.write = put_into_pipe;
	return simulate_part(&s->of, part, &err);
}

static int
run_shared(const struct simulate *simulate, unsigned n, struct err *err)
{
	struct sharing s = { .of = *simulate };
	int result;

	s.of.parts = n;
	s.of.read = read_part;
	s.of.arg = &s;
	if (jobs_begin(&s.jobs, n, play_part, &s, err) < 0)
		return -1;
	result = simulate_run(&s.of, err);
	jobs_end(&s.jobs);
	return result;
}

/* At most one job per game. */
static unsigned
count_jobs(const struct opt_number *jobs, uint64_t games)
{
	unsigned n = !jobs->given ? 1 :
	    jobs->value == 0      ? jobs_processors() :
				    (unsigned)jobs->value;

	return n > games ? (unsigned)games : n;
}

static int
set_game(const struct ctx *ctx, struct simulate *s, struct house_deck *deck, struct err *err)
{
	const struct simulate_opt *o = ctx->opt;
	struct names names;

	s->rules = rules_choice_named(ctx->user.games, "--rules", o->rules, err);
	if (s->rules != NULL)
		s->rules = rules_choice_with_deck(s->rules, o->deck, deck, err);
	if (s->rules == NULL)
		return -1;
	if (!o->players.given && s->rules->seats_min != s->rules->seats_max) {
		err_set(err, ERR_USAGE, "--players is missing");
		return err_hint(err, "%s is for %s: --players %u", s->rules->name,
		    seats_text(s->rules).s, (unsigned)s->rules->seats_min);
	}
	s->players = o->players.given ? (unsigned)o->players.value : s->rules->seats_min;
	if (s->players < s->rules->seats_min || s->players > s->rules->seats_max)
		return err_set(err, ERR_USAGE, "%s is for %s, not %u", s->rules->name,
		    seats_text(s->rules).s, s->players);
	simulate_names(s->players, &names);
	return options_set_all(&s->options, s->rules, &names, o->option.at, o->option.n, err);
}

static int
run(struct ctx *ctx, int argc, char **argv, struct err *err)
{
	const struct simulate_opt *o = ctx->opt;
	struct simulate s = { .games = o->games.given ? (uint64_t)o->games.value : 1,
		.trace = o->trace,
		.policy_name = o->policy != NULL ? o->policy : "random",
		.no_time = o->no_time,
		.json = ctx->out.json,
		.seconds = seconds,
		.write = put,
		.arg = ctx };
	struct house_deck deck;
	unsigned jobs;

	(void)argc, (void)argv;
	if (set_game(ctx, &s, &deck, err) < 0)
		return -1;
	if (o->seed != NULL && bot_seed_parse(o->seed, strlen(o->seed), s.seed) < 0)
		return err_set(
		    err, ERR_USAGE, "--seed takes 1 to 64 hex digits, not \"%s\"", o->seed);
	if (simulate_parse_policies(s.policy_name, s.players, s.policy, err) < 0)
		return -1;
	jobs = count_jobs(&o->jobs, s.games);
	/* main reports errors of standard output. */
	return (jobs > 1 ? run_shared(&s, jobs, err) : simulate_run(&s, err)) < 0 &&
		!ferror(stdout) ?
	    -1 :
	    0;
}

const struct cmd cmd_simulate = {
	.name = "simulate",
	.synopsis = "--rules=RULES --players=N [--deck=FILE] [--games=N] [--seed=HEX] "
		    "[--policy=POLICY] [--jobs=N] [--trace] [--no-time]",
	.summary = HELP("play whole games from a seed"),
	.text = HELP(
	    "Prints totals; with --trace each turn as a line of JSON: the position before it, "
	    "every legal order, the chosen order and its events. The same arguments give the "
	    "same games on every machine."),
	.group = GROUP_PROGRAM,
	.opt = opt,
	.opt_size = sizeof(struct simulate_opt),
	.run = run,
};
