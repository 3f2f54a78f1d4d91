/*
 * Plays whole games with a policy.
 *
 * (M1) The output depends on the arguments alone. Randomness comes from the seed and the game
 *      number; only the seconds in the totals come from a clock.
 * (M2) Cards and choices have separate streams, so two policies play the same deals.
 * (M3) Results of parts are merged game by game. The output does not show which part played a game.
 * (M4) Without a trace no text is made while games are played.
 */
#include "bot/referee.h"

#include "core/bot.h"
#include "core/unset.h"
#include "text/orderline.h"
#include "wire/position.h"
#include "util/mem.h"
#include "util/slice.h"

enum { CHUNK = 1 << 16 }; /* bytes per read or write */

/* Set in the game number for the stream of choices. */
#define CHOICES (UINT64_C(1) << 63)

void
simulate_names(unsigned n, struct names *names)
{
	*names = (struct names){ .n = n };
	for (unsigned i = 0; i < n; i++)
		(void)snprintf(names->seat[i], sizeof names->seat[i], "p%u", i + 1);
}

/* Parses one policy, and the seat before it if one is named. */
static int
parse_policy(const char *s, size_t n, const struct names *names,
    struct bot_policy policy[static SEATS_MAX], uint16_t *named, struct err *err)
{
	const char *equals = memchr(s, '=', n);
	const size_t skip = equals != NULL ? (size_t)(equals - s) + 1 : 0;
	uint8_t seat = SEAT_NONE;
	struct bot_policy one;

	if (equals != NULL)
		seat = names_find(names, s, skip - 1);
	if (equals != NULL && seat == SEAT_NONE)
		return err_set(err, ERR_USAGE, "--policy: no seat \"%.*s\"", (int)skip - 1, s);
	if (bot_policy_parse(s + skip, n - skip, &one) < 0)
		return err_set(err, ERR_USAGE,
		    "--policy takes random, greedy, greedy:2 or search:N with N from 1 to %d, not "
		    "\"%.*s\"",
		    BOT_SEARCH_MAX, (int)(n - skip), s + skip);
	for (uint8_t i = 0; i < names->n; i++)
		if (seat == SEAT_NONE ? (*named & SEEN_BY(i)) == 0 : i == seat)
			policy[i] = one;
	if (seat != SEAT_NONE)
		*named = (uint16_t)(*named | SEEN_BY(seat));
	return 0;
}

int
simulate_parse_policies(
    const char *text, unsigned players, struct bot_policy policy[static SEATS_MAX], struct err *err)
{
	struct names names;
	uint16_t named = 0;

	simulate_names(players, &names);
	for (size_t n;; text += n + 1) {
		n = strcspn(text, ",");
		if (parse_policy(text, n, &names, policy, &named, err) < 0)
			return -1;
		if (text[n] == '\0')
			return 0;
	}
}

struct totals {
	uint64_t games, rounds, turns, gold;
	uint64_t counter[BOT_COUNTERS_MAX]; /* of the rules set */
	uint64_t won[SEATS_MAX];            /* by seat; a tie counts for all winners */
};

struct simulation {
	const struct simulate *s;
	bool is_part; /* a trace is written after each game */
	struct names names;
	struct totals totals;
	struct order *legal; /* LEGAL_MAX elements */
	struct bot_search *room;
	struct bot_memory *memory; /* one a seat; NULL: no seat needs it */
	struct buf out;
};

/* ---- output ---------------------------------------------------------------------------------- */

static int
write_out(struct simulation *r, size_t at_least, struct err *err)
{
	if (r->out.n < at_least || r->out.n == 0)
		return 0;
	if (r->s->write(r->s->arg, r->out.p, r->out.n, err) < 0)
		return -1;
	buf_clear(&r->out);
	return 0;
}

static int
write_json_line(struct simulation *r, json_t *line, struct err *err)
{
	position_text(line, &r->out);
	buf_chr(&r->out, '\n');
	json_decref(line);
	return r->is_part ? 0 : write_out(r, CHUNK, err);
}

/* Makes the common part of all trace lines. Only the last line of a game has no turn. */
static json_t *
trace_line(const struct simulation *r, const struct game *g, uint64_t number, bool is_running)
{
	json_t *line = json_object();
	UNSET struct view v;

	game_view(g, SEAT_OMNISCIENT, &v);
	(void)json_object_set_new(line, "game", json_integer((json_int_t)number));
	if (is_running)
		(void)json_object_set_new(line, "turn", json_integer(g->turn));
	(void)json_object_set_new(line, "position", position_json(&v, &r->names, 0));
	return line;
}

/* ---- play ------------------------------------------------------------------------------------ */

/* Returns the chosen order. *n orders are in r->legal if a trace is written. */
static struct order
choose(const struct simulation *r, const struct game *g, struct rng *choices, size_t *n)
{
	UNSET struct view v;
	const struct bot_policy policy = r->s->policy[g->to_move];

	*n = 0;
	if (policy.kind == POLICY_RANDOM && !r->s->trace)
		return policy_random_pick(g, r->legal, choices);
	*n = game_legal(g, r->legal, LEGAL_MAX);
	if (*n == 0)
		BUG("a seat is to move and has no order");
	if (policy.kind == POLICY_RANDOM)
		return r->legal[policy_random(r->legal, *n, choices)];
	game_view(g, g->to_move, &v);
	return policy_order(
	    policy, &v, r->memory != NULL ? &r->memory[g->to_move] : NULL, choices, r->room);
}

static void
remember(const struct simulation *r, const struct game *g, const struct events *ev, int64_t n)
{
	UNSET struct bot_learning room;

	if (r->memory != NULL)
		bot_policy_learn(r->s->policy, r->memory, g, ev, n, &room);
}

/* Counts the round if it has ended. */
static void
count_round(struct totals *t, const struct game *g, const struct events *ev)
{
	const struct bot *bot = g->rules->bot;
	uint64_t rounds = 0;

	for (uint32_t i = 0; i < ev->n; i++)
		rounds += ev->at[i].kind == EVENT_ROUND_END;
	t->rounds += rounds;
	if (rounds > 0 && bot != NULL && bot->count != NULL)
		bot->count(g, ev, t->counter);
}

static void
count_game(struct totals *t, const struct game *g)
{
	uint16_t gold[SEATS_MAX], winners = game_winners(g);

	game_score(g, gold);
	t->games++;
	t->turns += g->turn - 1u;
	for (uint8_t s = 0; s < g->n_seats; s++) {
		t->gold += gold[s];
		t->won[s] += (winners & SEEN_BY(s)) != 0;
	}
}

/* Adds the members of a trace line other than the position. */
static int
trace_turn(struct simulation *r, json_t *line, size_t n, const struct order *o,
    const struct events *ev, struct err *err)
{
	const struct rules *rules = r->s->rules;
	struct buf order = BUF_INIT;

	orderline_text(rules, &r->names, o, &order);
	(void)json_object_set_new(
	    line, "legal", position_orders_json(rules, &r->names, r->legal, n));
	(void)json_object_set_new(line, "order", json_string(buf_cstr(&order)));
	(void)json_object_set_new(
	    line, "events", position_events_json(rules, &r->names, ev, SEAT_OMNISCIENT));
	buf_release(&order);
	return write_json_line(r, line, err);
}

static int
play_game(struct simulation *r, uint64_t number, struct err *err)
{
	struct rng_fast rng, choices;
	struct game g, before;
	struct events ev;

	rng_fast_init(&rng, r->s->seed, number);
	rng_fast_init(&choices, r->s->seed, number | CHOICES);
	rng_open(&choices.rng, 1, RNG_FIRST);
	game_init(&g, r->s->rules, (uint8_t)r->s->players, &r->s->options);
	if (r->memory != NULL)
		memset(r->memory, 0, SEATS_MAX * sizeof r->memory[0]);
	ev.n = 0;
	game_deal(&g, &rng.rng, &ev);
	remember(r, &g, &ev, 0);
	while (g.phase != PHASE_OVER) {
		size_t n;
		struct order o = choose(r, &g, &choices.rng, &n);

		/* Sort discards as an order line does; only a trace shows the difference. */
		if (r->s->trace)
			orderline_sort(r->s->rules, &o);
		if (r->s->trace)
			before = g;
		ev.n = 0;
		game_play(&g, &o, &rng.rng, &ev);
		remember(r, &g, &ev, g.turn);
		count_round(&r->totals, &g, &ev);
		if (r->s->trace) {
			json_t *line = trace_line(r, &before, number, true);

			if (trace_turn(r, line, n, &o, &ev, err) < 0)
				return -1;
		}
	}
	count_game(&r->totals, &g);
	if (r->s->trace) {
		json_t *line = trace_line(r, &g, number, false);

		(void)json_object_set_new(
		    line, "final", position_score_json(&g, &r->names, SEAT_OMNISCIENT));
		return write_json_line(r, line, err);
	}
	return 0;
}

/* ---- totals ---------------------------------------------------------------------------------- */

static json_t *
count_json(uint64_t n)
{
	return json_integer((json_int_t)n);
}

/* Returns the statistics of the rules set; an empty list if it has none. */
static const struct bot_stat *
tally_of(const struct rules *rules)
{
	static const struct bot_stat none = { .label = NULL };

	return rules->bot != NULL && rules->bot->tally != NULL ? rules->bot->tally : &none;
}

static bool
tally_ends(const struct bot_stat *line)
{
	return line->label == NULL && line->key == NULL;
}

static int
totals_json(struct simulation *r, double seconds, struct err *err)
{
	const struct totals *t = &r->totals;
	json_t *wins = json_object(), *ends = json_object(), *won = json_object();
	json_t *out = json_pack("{s:s,s:i,s:s,s:o,s:o,s:o,s:o,s:o}", "rules", r->s->rules->name,
	    "players", (int)r->s->players, "policy", r->s->policy_name, "games",
	    count_json(t->games), "rounds", count_json(t->rounds), "turns", count_json(t->turns),
	    "wins", wins, "ends", ends);
	json_t *const in[] = {
		[BOT_STAT_IN_TOTALS] = out, [BOT_STAT_IN_WINS] = wins, [BOT_STAT_IN_ENDS] = ends
	};

	for (const struct bot_stat *line = tally_of(r->s->rules); !tally_ends(line); line++) {
		char key[48];

		if (line->key == NULL)
			continue;
		(void)snprintf(
		    key, sizeof key, "%s%s", line->key, role_name((enum role)line->role));
		(void)json_object_set_new(in[line->in], key, count_json(t->counter[line->counter]));
	}
	for (unsigned s = 0; s < r->s->players; s++)
		(void)json_object_set_new(won, r->names.seat[s], count_json(t->won[s]));
	(void)json_object_set_new(out, "won", won);
	(void)json_object_set_new(out, "gold", count_json(t->gold));
	if (!r->s->no_time)
		(void)json_object_set_new(out, "seconds", json_real(seconds));
	if (!r->s->no_time && seconds > 0) {
		(void)json_object_set_new(
		    out, "games_per_second", json_real((double)t->games / seconds));
		(void)json_object_set_new(
		    out, "rounds_per_second", json_real((double)t->rounds / seconds));
	}
	return write_json_line(r, out, err);
}

static void
write_row(struct buf *out, const char *what, const char *whose, uint64_t n, uint64_t of)
{
	int w = 26 - (int)strlen(what);

	buf_fmt(out, "%s%-*s %12llu", what, w > 0 ? w : 0, whose, (unsigned long long)n);
	if (of > 0)
		buf_fmt(out, "  %5.1f%%", 100.0 * (double)n / (double)of);
	buf_chr(out, '\n');
}

static void
totals_table(const struct simulation *r, double seconds, struct buf *out)
{
	const struct totals *t = &r->totals;
	const uint64_t of[] = { [BOT_STAT_OF_ROUNDS] = t->rounds,
		[BOT_STAT_OF_GAMES] = t->games,
		[BOT_STAT_OF_SEATS] = t->games * r->s->players };

	buf_fmt(out, "%s, %u players, policy %s\n", r->s->rules->name, r->s->players,
	    r->s->policy_name);
	write_row(out, "games", "", t->games, 0);
	write_row(out, "turns", "", t->turns, 0);
	write_row(out, "rounds", "", t->rounds, 0);
	for (const struct bot_stat *line = tally_of(r->s->rules); !tally_ends(line); line++)
		if (line->label != NULL)
			write_row(out, line->label, role_name((enum role)line->role),
			    t->counter[line->counter], of[line->of]);
	write_row(out, "gold", "", t->gold, 0);
	for (unsigned s = 0; s < r->s->players; s++)
		write_row(out, "games won by ", r->names.seat[s], t->won[s], t->games);
	if (r->s->no_time)
		return;
	buf_fmt(out, "%-26s %12.3f\n", "seconds", seconds);
	if (seconds > 0) {
		buf_fmt(out, "%-26s %12.0f\n", "games a second", (double)t->games / seconds);
		buf_fmt(out, "%-26s %12.0f\n", "rounds a second", (double)t->rounds / seconds);
	}
}

/* ---- parts ----------------------------------------------------------------------------------- */

static int
write_raw(const struct simulation *r, const void *p, size_t n, struct err *err)
{
	return r->s->write(r->s->arg, p, n, err);
}

/* Writes the trace of a game, preceded by its length. */
static int
write_game(struct simulation *r, struct err *err)
{
	const uint64_t n = r->out.n;

	return write_raw(r, &n, sizeof n, err) < 0 ? -1 : write_out(r, 0, err);
}

static int
read_game(struct simulation *r, unsigned part, struct err *err)
{
	char text[CHUNK];
	uint64_t n;

	if (r->s->read(r->s->arg, part, &n, sizeof n, err) < 0)
		return -1;
	while (n > 0) {
		size_t some = n < sizeof text ? (size_t)n : sizeof text;

		if (r->s->read(r->s->arg, part, text, some, err) < 0)
			return -1;
		buf_add(&r->out, text, some);
		n -= some;
		if (write_out(r, CHUNK, err) < 0)
			return -1;
	}
	return 0;
}

static int
read_totals(struct simulation *r, unsigned part, struct err *err)
{
	struct totals *sum = &r->totals, t;

	if (r->s->read(r->s->arg, part, &t, sizeof t, err) < 0)
		return -1;
	sum->games += t.games;
	sum->rounds += t.rounds;
	sum->turns += t.turns;
	sum->gold += t.gold;
	for (unsigned i = 0; i < BOT_COUNTERS_MAX; i++)
		sum->counter[i] += t.counter[i];
	for (unsigned i = 0; i < SEATS_MAX; i++)
		sum->won[i] += t.won[i];
	return 0;
}

static int
read_all(struct simulation *r, struct err *err)
{
	for (uint64_t k = 0; k < r->s->games && r->s->trace; k++)
		if (read_game(r, (unsigned)(k % r->s->parts), err) < 0)
			return -1;
	for (unsigned i = 0; i < r->s->parts && !r->s->trace; i++)
		if (read_totals(r, i, err) < 0)
			return -1;
	return 0;
}

static int
play_part(struct simulation *r, unsigned part, struct err *err)
{
	for (uint64_t k = part; k < r->s->games; k += r->s->parts)
		if (play_game(r, k, err) < 0 || (r->s->trace && write_game(r, err) < 0))
			return -1;
	return r->s->trace ? 0 : write_raw(r, &r->totals, sizeof r->totals, err);
}

/* ---- running --------------------------------------------------------------------------------- */

static int
play_here(struct simulation *r, struct err *err)
{
	for (uint64_t k = 0; k < r->s->games; k++)
		if (play_game(r, k, err) < 0)
			return -1;
	return 0;
}

static double
seconds_now(const struct simulate *s)
{
	return s->seconds != NULL ? s->seconds(s->arg) : 0;
}

static int
play_all(struct simulation *r, struct err *err)
{
	double start = seconds_now(r->s), seconds;

	if ((r->s->parts > 0 ? read_all(r, err) : play_here(r, err)) < 0)
		return -1;
	if (!r->s->trace) {
		seconds = seconds_now(r->s) - start;
		if (r->s->json)
			return totals_json(r, seconds, err) < 0 ? -1 : write_out(r, 0, err);
		totals_table(r, seconds, &r->out);
	}
	return write_out(r, 0, err);
}

static void
begin_simulation(struct simulation *r, const struct simulate *s)
{
	*r = (struct simulation){ .s = s,
		.legal = mem_new(LEGAL_MAX * sizeof r->legal[0]),
		.room = mem_new(sizeof *r->room),
		.out = BUF_INIT };
	for (unsigned i = 0; i < s->players; i++)
		if (bot_policy_remembers(s->policy[i]) && r->memory == NULL)
			r->memory = mem_new(SEATS_MAX * sizeof r->memory[0]);
	simulate_names(s->players, &r->names);
}

static void
end_simulation(struct simulation *r)
{
	free(r->legal);
	free(r->room);
	free(r->memory);
	buf_release(&r->out);
}

int
simulate_run(const struct simulate *s, struct err *err)
{
	struct simulation r;
	int rc;

	begin_simulation(&r, s);
	rc = play_all(&r, err);
	end_simulation(&r);
	return rc;
}

int
simulate_part(const struct simulate *s, unsigned part, struct err *err)
{
	struct simulation r;
	int rc;

	begin_simulation(&r, s);
	r.is_part = true;
	rc = play_part(&r, part, err);
	end_simulation(&r);
	return rc;
}
