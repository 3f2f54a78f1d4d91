#include <criterion/criterion.h>

#include "few.h"
#include "wire/json_aid.h"
#include "text/options.h"
#include "wire/position.h"
#include "bot/referee.h"
#include "games/games.h"
#include "games/saboteur/saboteur.h"
#include "text/names.h"

/* A writer that stores everything, and a constant clock. */
struct sink {
	struct buf text;
	size_t fail_after; /* bytes; 0: never */
};

static int
keep(void *arg, const char *p, size_t n, struct err *err)
{
	struct sink *sink = arg;

	if (sink->fail_after > 0 && sink->text.n + n > sink->fail_after)
		return err_set(err, ERR_IO, "the sink is full");
	buf_add(&sink->text, p, n);
	return 0;
}

static double
no_time(void *arg)
{
	(void)arg;
	return 0;
}

struct row {
	const char *name;
	unsigned players;
	uint64_t games;
	enum policy policy;
	const char *option; /* may be NULL */
};

static const struct row rows[] = {
	{ "three at random", 3, 3, POLICY_RANDOM, NULL },
	{ "five at random", 5, 2, POLICY_RANDOM, NULL },
	{ "ten at random", 10, 1, POLICY_RANDOM, NULL },
	{ "four greedy", 4, 3, POLICY_GREEDY, NULL },
	{ "seven greedy, draft", 7, 2, POLICY_GREEDY, "draft=ask" },
	{ "three greedy, first", 3, 1, POLICY_GREEDY, "first=p2" },
};

static struct simulate
make(const struct row *row, struct sink *sink)
{
	struct simulate s = { .rules = &rules_saboteur,
		.players = row->players,
		.games = row->games,
		.seed = { 0xab },
		.policy_name = row->policy == POLICY_GREEDY ? "greedy" : "random",
		.seconds = no_time,
		.write = keep,
		.arg = sink };
	struct names names;
	struct err err = ERR_INIT;

	for (unsigned i = 0; i < row->players; i++)
		s.policy[i].kind = (uint8_t)row->policy;
	simulate_names(row->players, &names);
	if (row->option != NULL)
		cr_assert_eq(options_set(&s.options, s.rules, &names, row->option,
				 strlen(row->option), &err),
		    0, "%s: %s", row->name, err.msg);
	return s;
}

static void
run(const struct simulate *s)
{
	struct err err = ERR_INIT;

	cr_assert_eq(simulate_run(s, &err), 0, "%s", err.msg);
}

/* ---- reproducibility ------------------------------------------------------------------------- */

Test(simulate, same_arguments_same_bytes)
{
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		struct sink a = { 0 }, b = { 0 }, c = { 0 };
		struct simulate s = make(&rows[i], &a);

		if (few_without(i))
			continue;
		s.trace = true;
		run(&s);
		s.arg = &b;
		run(&s);
		s.arg = &c;
		s.seed[31] = 1;
		run(&s);
		cr_expect_eq(a.text.n, b.text.n, "%s", rows[i].name);
		cr_expect_str_eq(a.text.p, b.text.p, "%s", rows[i].name);
		cr_expect_str_neq(a.text.p, c.text.p, "%s: another seed", rows[i].name);
		buf_release(&a.text);
		buf_release(&b.text);
		buf_release(&c.text);
	}
}

static json_t *
get(const json_t *object, const char *key)
{
	return json_object_get(object, key);
}

/* ---- what is counted -------------------------------------------------------------------------- */

/* [SAB 2.F.24] The counters of one round, by their keys in the JSON output. */
Test(simulate, counts_each_end)
{
	static const struct {
		const char *name;
		uint8_t outcome, by;
		card_id shown[3];
		const char *want;
	} row[] = {
		{ "gold of a miner", OUTCOME_GOLD, 2, { SAB_SABOTEUR, SAB_MINER, SAB_MINER },
		    "miners gold_by_miner " },
		{ "gold of a saboteur", OUTCOME_GOLD, 0, { SAB_SABOTEUR, SAB_MINER, SAB_MINER },
		    "miners gold_by_saboteur " },
		{ "gold of nobody", OUTCOME_GOLD, SEAT_NONE, { SAB_SABOTEUR, SAB_MINER, SAB_MINER },
		    "miners " },
		{ "a selfish dwarf", OUTCOME_SELFISH, 1, { SAB_SABOTEUR, SAB_MINER, SAB_MINER },
		    "miners gold_by_miner " },
		{ "no gold", OUTCOME_NO_GOLD, SEAT_NONE, { SAB_SABOTEUR, SAB_MINER, SAB_MINER },
		    "saboteurs no_gold " },
		{ "no gold, no saboteur", OUTCOME_NO_GOLD, SEAT_NONE,
		    { SAB_MINER, SAB_MINER, SAB_MINER }, "nobody no_gold " },
	};

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		const struct game g = { .rules = &rules_saboteur, .n_seats = 3 };
		uint64_t counter[BOT_COUNTERS_MAX] = { 0 };
		struct buf got = BUF_INIT;
		struct events ev = { .n = 4 };

		ev.at[0] = event_make(EVENT_ROUND_END, row[i].by, CARD_NONE);
		ev.at[0].value = row[i].outcome;
		for (uint8_t k = 0; k < 3; k++)
			ev.at[k + 1] = event_make(EVENT_SHOWN, k, row[i].shown[k]);
		rules_saboteur.bot->count(&g, &ev, counter);
		for (const struct bot_stat *line = rules_saboteur.bot->tally;
		     line->label != NULL || line->key != NULL; line++)
			if (line->key != NULL && counter[line->counter] == 1)
				buf_fmt(&got, "%s%s ", line->key, role_name((enum role)line->role));
		cr_expect_str_eq(
		    buf_cstr(&got), row[i].want, "%s: %s", row[i].name, buf_cstr(&got));
		buf_release(&got);
	}
}

/* Each round or game of any rules set is counted once in "wins" and once in "ends". */
Test(simulate, each_end_is_counted_once)
{
	static const struct {
		const struct rules *rules;
		unsigned players;
		const char *in, *of;
	} total[] = {
		{ &rules_saboteur, 4, "wins", "rounds" },
		{ &rules_saboteur, 4, "ends", "rounds" },
		{ &rules_saboteur2, 5, "ends", "rounds" },
		{ &rules_duel, 2, "wins", "games" },
		{ &rules_duel, 2, "ends", "rounds" },
		{ &rules_dark_cave, 3, "wins", "games" },
		{ &rules_dark_cave, 3, "ends", "games" },
	};

	for (size_t i = 0; i < 2 * sizeof total / sizeof total[0]; i++) {
		const size_t k = i / 2;
		const struct row greedy = { "", total[k].players, 3,
			i % 2 == 0 ? POLICY_GREEDY : POLICY_RANDOM, NULL };
		struct sink sink = { 0 };
		struct simulate s = make(&greedy, &sink);
		const char *key;
		json_t *out, *n;
		json_int_t sum = 0;

		s.rules = total[k].rules;
		s.json = s.no_time = true;
		run(&s);
		out = json_loadb(sink.text.p, sink.text.n, 0, NULL);
		json_object_foreach(get(out, total[k].in), key, n)
		    sum += strncmp(key, "ways", 4) == 0 ? 0 : json_integer_value(n);
		cr_expect_eq(sum, json_integer_value(get(out, total[k].of)), "%s", sink.text.p);
		json_decref(out);
		buf_release(&sink.text);
	}
}

/* ---- the trace equals the answers of the referee --------------------------------------------- */

static json_t *
ask(json_t *request)
{
	struct buf line = BUF_INIT, answer = BUF_INIT;
	json_error_t why;
	json_t *json;

	position_text(request, &line);
	json_decref(request);
	referee_line(rules_all, NULL, line.p, line.n, &answer);
	json = json_loadb(answer.p, answer.n, 0, &why);
	buf_release(&line);
	buf_release(&answer);
	return json;
}

/* Object keys have this order and no others exist: the trace is a contract. */
static void
expect_keys(const char *name, json_t *line, const char *const *want)
{
	const char *key;
	json_t *value;

	json_object_foreach(line, key, value)
	{
		cr_assert_neq(*want, NULL, "%s: another key %s", name, key);
		cr_assert_str_eq(key, *want, "%s", name);
		want++;
	}
	cr_assert_eq(*want, NULL, "%s: no key %s", name, *want == NULL ? "" : *want);
}

static void
check_turn(const char *name, json_t *line, const json_t *next)
{
	static const char *const keys[] = { "game", "turn", "position", "legal", "order", "events",
		NULL };
	json_t *answer;
	bool found = false;

	expect_keys(name, line, keys);
	cr_assert(json_equal(get(line, "turn"), get(get(line, "position"), "turn")), "%s", name);
	answer = ask(json_pack("{s:s,s:O}", "op", "legal", "position", get(line, "position")));
	cr_assert(json_equal(get(answer, "legal"), get(line, "legal")), "%s: legal", name);
	json_decref(answer);
	for (size_t i = 0; i < json_array_size(get(line, "legal")); i++)
		found |= json_equal(json_array_get(get(line, "legal"), i), get(line, "order")) != 0;
	cr_assert(found, "%s: the order is none of the legal ones", name);
	answer = ask(
	    json_pack("{s:s,s:O,s:O,s:s,s:O}", "op", "apply", "position", get(line, "position"),
		"order", get(line, "order"), "seed", "ab", "game", get(line, "game")));
	cr_assert(json_equal(get(answer, "position"), get(next, "position")), "%s: position", name);
	cr_assert(json_equal(get(answer, "events"), get(line, "events")), "%s: events", name);
	json_decref(answer);
}

static void
check_end(const char *name, json_t *line)
{
	static const char *const keys[] = { "game", "position", "final", NULL };
	static const char *const final_keys[] = { "scores", "winners", NULL };
	json_t *answer = ask(
	    json_pack("{s:s,s:O}", "op", "score", "position", get(line, "position")));

	expect_keys(name, line, keys);
	expect_keys(name, get(line, "final"), final_keys);
	cr_assert(json_equal(answer, get(line, "final")), "%s: score", name);
	cr_assert_gt(json_array_size(get(answer, "winners")), 0u, "%s", name);
	json_decref(answer);
}

/* Checks every line. Returns the number of games. */
static uint64_t
check_trace(const char *name, const struct buf *text)
{
	json_t *line = NULL, *next;
	uint64_t games = 0;
	json_error_t why;

	for (const char *p = text->p, *end; *p != '\0'; p = end + 1) {
		end = strchr(p, '\n');
		cr_assert_neq(end, NULL, "%s: no line end", name);
		next = json_loadb(p, (size_t)(end - p), JSON_REJECT_DUPLICATES, &why);
		cr_assert_neq(next, NULL, "%s: %s", name, why.text);
		cr_assert_eq(json_integer_value(get(next, "game")), (json_int_t)games, "%s", name);
		if (line != NULL)
			check_turn(name, line, next);
		json_decref(line);
		line = next;
		if (get(line, "final") != NULL) {
			check_end(name, line);
			json_decref(line);
			line = NULL;
			games++;
		}
	}
	cr_assert_eq(line, NULL, "%s: the last game does not end", name);
	return games;
}

Test(simulate, a_trace_is_what_the_referee_answers)
{
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		struct sink sink = { 0 };
		struct simulate s = make(&rows[i], &sink);

		if (few_without(i))
			continue;
		s.trace = true;
		run(&s);
		cr_expect_eq(
		    check_trace(rows[i].name, &sink.text), rows[i].games, "%s", rows[i].name);
		buf_release(&sink.text);
	}
}

/* ---- totals ---------------------------------------------------------------------------------- */

static json_int_t
number(const json_t *totals, const char *group, const char *key)
{
	return json_integer_value(get(group == NULL ? totals : get(totals, group), key));
}

Test(simulate, totals_add_up)
{
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		const char *name = rows[i].name;
		struct sink sink = { 0 };
		struct simulate s = make(&rows[i], &sink);
		json_error_t why;
		json_t *t;

		s.json = true;
		s.games = 20;
		run(&s);
		t = json_loadb(sink.text.p, sink.text.n, 0, &why);
		cr_assert_neq(t, NULL, "%s: %s", name, why.text);
		cr_expect_eq(number(t, NULL, "games"), 20, "%s", name);
		cr_expect_eq(number(t, NULL, "rounds"), 60, "%s", name);
		cr_expect_gt(number(t, NULL, "turns"), 20 * 60, "%s", name);
		cr_expect_eq(number(t, "wins", "miners") + number(t, "wins", "saboteurs") +
			number(t, "wins", "nobody"),
		    60, "%s", name);
		cr_expect_eq(number(t, "ends", "gold_by_miner") +
			number(t, "ends", "gold_by_saboteur") + number(t, "ends", "no_gold"),
		    60, "%s", name);
		cr_expect_geq(
		    number(t, "won", "p1") + number(t, "won", "p2") + number(t, "won", "p3"),
		    rows[i].players == 3 ? 20 : 0, "%s", name);
		cr_expect_eq(get(t, "games_per_second"), NULL, "%s: no time has passed", name);
		json_decref(t);
		buf_release(&sink.text);
	}
}

Test(simulate, the_totals_are_those_of_the_trace)
{
	struct sink trace = { 0 }, totals = { 0 };
	struct simulate s = make(&rows[3], &trace);
	json_int_t gold = 0, turns = 0;
	json_error_t why;
	json_t *t;

	s.trace = true;
	run(&s);
	s.trace = false;
	s.json = true;
	s.arg = &totals;
	run(&s);
	t = json_loadb(totals.text.p, totals.text.n, 0, &why);
	for (const char *p = trace.text.p, *end; *p != '\0'; p = end + 1) {
		json_t *line, *score;
		const char *key;

		end = strchr(p, '\n');
		line = json_loadb(p, (size_t)(end - p), 0, &why);
		turns += get(line, "turn") != NULL;
		json_object_foreach(get(get(line, "final"), "scores"), key, score)
		    gold += json_integer_value(score);
		json_decref(line);
	}
	cr_expect_eq(number(t, NULL, "gold"), gold);
	cr_expect_eq(number(t, NULL, "turns"), turns);
	json_decref(t);
	buf_release(&trace.text);
	buf_release(&totals.text);
}

Test(simulate, a_table_for_people)
{
	struct sink sink = { 0 };
	struct simulate s = make(&rows[0], &sink);

	run(&s);
	cr_expect_eq(strncmp(sink.text.p, "saboteur, 3 players, policy random\ngames      ", 46), 0,
	    "%s", sink.text.p);
	cr_expect_neq(strstr(sink.text.p, "\n  won by the miners"), NULL, "%s", sink.text.p);
	buf_release(&sink.text);
}

Test(simulate, no_games_no_lines)
{
	struct sink sink = { 0 };
	struct simulate s = make(&rows[0], &sink);

	s.games = 0;
	s.trace = true;
	run(&s);
	cr_expect_eq(sink.text.n, 0u);
	buf_release(&sink.text);
}

Test(simulate, a_writer_that_fails_stops_the_run)
{
	for (int trace = 0; trace <= 1; trace++) {
		struct sink sink = { .fail_after = 10 };
		struct simulate s = make(&rows[0], &sink);
		struct err err = ERR_INIT;

		s.trace = trace != 0;
		s.games = 1000;
		if (!trace)
			s.games = 1;
		cr_expect_lt(simulate_run(&s, &err), 0, "trace %d", trace);
		cr_expect_eq(err.code, ERR_IO, "trace %d", trace);
		buf_release(&sink.text);
	}
}

Test(simulate, policies_by_name)
{
	struct bot_policy policy = { .kind = POLICY_COUNT };

	cr_expect_eq(bot_policy_parse("greedy", 6, &policy), 0);
	cr_expect_eq(policy.kind, POLICY_GREEDY);
	cr_expect_eq(bot_policy_parse("random", 6, &policy), 0);
	cr_expect_eq(policy.kind, POLICY_RANDOM);
	cr_expect_eq(bot_policy_parse("search:100000,", 13, &policy), 0);
	cr_expect(policy.kind == POLICY_SEARCH && policy.n == 100000, "%u", policy.n);
	cr_expect_lt(bot_policy_parse("search:0", 8, &policy), 0);
	cr_expect_lt(bot_policy_parse("search:100001", 13, &policy), 0);
	cr_expect_lt(bot_policy_parse("search:1000000000", 17, &policy), 0);
	cr_expect_lt(bot_policy_parse("search:", 7, &policy), 0);
	cr_expect_lt(bot_policy_parse("search", 6, &policy), 0);
	cr_expect_lt(bot_policy_parse("rando", 5, &policy), 0);
	cr_expect_lt(bot_policy_parse("", 0, &policy), 0);
}
