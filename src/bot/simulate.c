/*
 * Whole games by a policy.
 *
 * (M1) Same arguments, same bytes: chance comes from the seed and the number of the game alone, and
 *      only the seconds of the totals from a clock.
 * (M2) Cards and choices have streams of their own, so two policies play the same deals.
 * (M3) Without a trace nothing is made into text while games are played.
 */
#include "bot/referee.h"

#include "games/duel/duel.h"
#include "text/eventline.h"
#include "games/dark_cave/cave.h"
#include "text/orderline.h"
#include "wire/position.h"
#include "util/mem.h"

enum { CHUNK = 1 << 16 }; /* bytes written at a time */

/* Set in the number of a game for the stream of its choices. */
#define CHOICES (UINT64_C(1) << 63)

static const char *const policy_word[POLICY_COUNT] = {
	[POLICY_RANDOM] = "random",
	[POLICY_GREEDY] = "greedy",
};

int
policy_parse(const char *s, size_t n, enum policy *policy)
{
	for (unsigned p = 0; p < POLICY_COUNT; p++) {
		if (strlen(policy_word[p]) == n && memcmp(policy_word[p], s, n) == 0) {
			*policy = (enum policy)p;
			return 0;
		}
	}
	return -1;
}

void
simulate_names(unsigned n, struct names *names)
{
	*names = (struct names){ .n = n };
	for (unsigned i = 0; i < n; i++)
		(void)snprintf(names->seat[i], sizeof names->seat[i], "p%u", i + 1);
}

struct totals {
	uint64_t games, rounds, turns, gold;
	uint64_t gold_by[ROLE_COUNT]; /* rounds in which somebody of that role reached the gold */
	uint64_t no_gold;             /* rounds in which nobody did ... */
	uint64_t no_gold_nobody;      /* ... and no saboteur was among the players [SAB 2.F.24] */
	uint64_t
	    won_by[ROLE_COUNT]; /* rounds in which somebody of that role was a winner [SB2 3.E] */
	uint64_t ways[4];       /* rounds with gold, by WAY_ bits [SB2 3.E.23] */
	uint64_t ends[OUTCOME_COUNT]; /* rounds, by what ended them */
	uint64_t won_side[SIDES + 1]; /* The Duel: games won by green, by blue, by both */
	uint64_t clan_out, cards_out; /* games that ended so [CAVE 5.I.38] */
	uint64_t clan[CLANS];         /* games won by each clan; by none: draws [CAVE 5.I.40] */
	uint64_t left;                /* dwarves out of the cave */
	uint64_t won[SEATS_MAX];      /* games, by seat; ties count for all */
};

struct run {
	const struct simulate *s;
	struct names names;
	struct totals totals;
	struct order *legal; /* LEGAL_MAX */
	struct buf out;
};

/* ---- output ---------------------------------------------------------------------------------- */

static int
write_out(struct run *r, size_t at_least, struct err *err)
{
	if (r->out.n < at_least || r->out.n == 0)
		return 0;
	if (r->s->write(r->s->arg, r->out.p, r->out.n, err) < 0)
		return -1;
	buf_clear(&r->out);
	return 0;
}

static int
write_line(struct run *r, json_t *line, struct err *err)
{
	position_text(line, &r->out);
	buf_chr(&r->out, '\n');
	json_decref(line);
	return write_out(r, CHUNK, err);
}

/* What all lines of a trace begin with; only the last of a game has no turn. */
static json_t *
trace_line(const struct run *r, const struct game *g, uint64_t number, bool going)
{
	json_t *line = json_object();
	struct view v;

	game_view(g, SEAT_REFEREE, &v);
	(void)json_object_set_new(line, "game", json_integer((json_int_t)number));
	if (going)
		(void)json_object_set_new(line, "turn", json_integer(g->turn));
	(void)json_object_set_new(line, "position", position_json(&v, &r->names, 0));
	return line;
}

/* ---- play ------------------------------------------------------------------------------------ */

/* The order chosen; all *n there are stand in r->legal, if somebody reads them. */
static struct order
choose(const struct run *r, const struct game *g, struct rng *choices, size_t *n)
{
	struct order o;
	struct view v;

	*n = 0;
	if (r->s->policy == POLICY_RANDOM && !r->s->trace)
		return policy_random_of(g, r->legal, choices);
	*n = game_legal(g, r->legal, LEGAL_MAX);
	if (*n == 0)
		BUG("a seat is to move and has no order");
	if (r->s->policy == POLICY_RANDOM)
		return r->legal[policy_random(r->legal, *n, choices)];
	game_view(g, g->to_move, &v);
	o = r->legal[policy_choose(r->s->policy, &v, r->legal, *n, choices)];
	policy_complete(r->s->policy, &v, &o);
	return o;
}

/* The roles that were shown at the end of a round; ROLE_NONE where there are none. */
static void
roles_shown(const struct rules *rules, const struct events *ev, enum role role[static SEATS_MAX])
{
	for (unsigned s = 0; s < SEATS_MAX; s++)
		role[s] = ROLE_NONE;
	for (uint32_t i = 0; i < ev->n; i++)
		if (ev->at[i].kind == EVENT_SHOWN && ev->at[i].seat < SEATS_MAX)
			role[ev->at[i].seat] = (enum role)rules->card[ev->at[i].card].role;
}

static bool
ends_round(const struct events *ev)
{
	for (uint32_t i = 0; i < ev->n; i++)
		if (ev->at[i].kind == EVENT_ROUND_END)
			return true;
	return false;
}

static enum role
role_at(const enum role role[static SEATS_MAX], uint8_t seat)
{
	return seat < SEATS_MAX ? role[seat] : ROLE_NONE;
}

/* Count the round that has ended, if one has. */
static void
count_events(struct totals *t, const struct rules *rules, const struct events *ev)
{
	enum role role[SEATS_MAX];
	unsigned winners = 0; /* bits 1 << role */

	if (!ends_round(ev))
		return;
	roles_shown(rules, ev, role);
	for (uint32_t i = 0; i < ev->n; i++) {
		const struct event *e = &ev->at[i];
		bool saboteur = false;

		if (e->kind == EVENT_ROUND_WINNER)
			winners |= 1u << role_at(role, e->seat);
		if (e->kind == EVENT_WAYS)
			t->ways[e->value % 4]++;
		if (e->kind != EVENT_ROUND_END)
			continue;
		t->rounds++;
		t->ends[e->value % OUTCOME_COUNT]++;
		if (e->value == OUTCOME_GOLD) {
			t->gold_by[role_at(role, e->seat)]++;
			continue;
		}
		t->no_gold++;
		for (uint8_t s = 0; s < SEATS_MAX; s++)
			saboteur |= role[s] == ROLE_SABOTEUR;
		t->no_gold_nobody += !saboteur;
	}
	for (unsigned i = 0; i < ROLE_COUNT; i++)
		t->won_by[i] += winners >> i & 1u;
}

static void
count_game(struct totals *t, const struct game *g)
{
	uint16_t gold[SEATS_MAX], winners = game_winners(g);

	game_score(g, gold);
	if (g->rules->id == RULES_DUEL)
		t->won_side[winners == (SEEN_BY(0) | SEEN_BY(1)) ?
			(unsigned)SIDES :
			duel_side(g, winners == SEEN_BY(0) ? 0 : 1)]++;
	if (g->rules->id == RULES_DARK_CAVE) {
		t->clan[cave_winner(g)]++;
		*(cave_clan_is_out(g) ? &t->clan_out : &t->cards_out) += 1;
		for (unsigned s = 0; s < g->n_seats; s++)
			t->left += cave_own(g)->seat[s].out;
	}
	t->games++;
	t->turns += g->turn - 1u;
	for (uint8_t s = 0; s < g->n_seats; s++) {
		t->gold += gold[s];
		t->won[s] += (winners & SEEN_BY(s)) != 0;
	}
}

/* What the trace says of a turn beside the position before it. */
static int
trace_turn(struct run *r, json_t *line, size_t n, const struct order *o, const struct events *ev,
    struct err *err)
{
	const struct rules *rules = r->s->rules;
	struct buf order = BUF_INIT;

	orderline_text(rules, &r->names, o, &order);
	(void)json_object_set_new(line, "legal", orders_json(rules, &r->names, r->legal, n));
	(void)json_object_set_new(line, "order", json_string(buf_cstr(&order)));
	(void)json_object_set_new(line, "events", events_json(rules, &r->names, ev, SEAT_REFEREE));
	buf_release(&order);
	return write_line(r, line, err);
}

static int
play_game(struct run *r, uint64_t number, struct err *err)
{
	struct rng_fast rng, choices;
	struct game g, before;
	struct events ev;

	rng_fast_init(&rng, r->s->seed, number);
	rng_fast_init(&choices, r->s->seed, number | CHOICES);
	rng_open(&choices.rng, 1, RNG_FIRST);
	game_init(&g, r->s->rules, (uint8_t)r->s->players, &r->s->options);
	game_deal(&g, &rng.rng, NULL);
	while (g.phase != PHASE_OVER) {
		size_t n;
		struct order o = choose(r, &g, &choices.rng, &n);

		/* Cards go to the discard pile as the words name them; only a trace can tell. */
		if (r->s->trace)
			orderline_sort(r->s->rules, &o);
		if (r->s->trace)
			before = g;
		ev.n = 0;
		game_play(&g, &o, &rng.rng, &ev);
		count_events(&r->totals, r->s->rules, &ev);
		if (r->s->trace) {
			json_t *line = trace_line(r, &before, number, true);

			if (trace_turn(r, line, n, &o, &ev, err) < 0)
				return -1;
		}
	}
	count_game(&r->totals, &g);
	if (r->s->trace) {
		json_t *line = trace_line(r, &g, number, false);

		(void)json_object_set_new(line, "final", score_json(&g, &r->names));
		return write_line(r, line, err);
	}
	return 0;
}

/* ---- totals ---------------------------------------------------------------------------------- */

static uint64_t
gold_rounds(const struct totals *t)
{
	uint64_t n = 0;

	for (unsigned role = 0; role < ROLE_COUNT; role++)
		n += t->gold_by[role];
	return n;
}

static json_t *
count_json(uint64_t n)
{
	return json_integer((json_int_t)n);
}

/* The roles of a game, each once, in the order of its card list; how many. */
static unsigned
roles_of(const struct rules *rules, enum role role[static ROLE_COUNT])
{
	unsigned n = 0;

	for (card_id c = 0; c < rules->n_cards; c++)
		if (rules->card[c].class == CARD_ROLE && n < ROLE_COUNT)
			role[n++] = (enum role)rules->card[c].role;
	return n;
}

static json_t *
wins_json(const struct rules *rules, const struct totals *t)
{
	json_t *wins = json_object();
	enum role role[ROLE_COUNT];
	unsigned n = roles_of(rules, role);

	if (rules->id == RULES_SABOTEUR2) {
		for (unsigned i = 0; i < n; i++)
			(void)json_object_set_new(
			    wins, role_name(role[i]), count_json(t->won_by[role[i]]));
		return wins;
	}
	if (rules->id == RULES_DUEL) {
		(void)json_object_set_new(wins, "green", count_json(t->won_side[SIDE_GREEN]));
		(void)json_object_set_new(wins, "blue", count_json(t->won_side[SIDE_BLUE]));
		(void)json_object_set_new(wins, "both", count_json(t->won_side[SIDES]));
		return wins;
	}
	(void)json_object_set_new(wins, "miners", count_json(gold_rounds(t)));
	(void)json_object_set_new(wins, "saboteurs", count_json(t->no_gold - t->no_gold_nobody));
	(void)json_object_set_new(wins, "nobody", count_json(t->no_gold_nobody));
	return wins;
}

static json_t *
ends_json(const struct rules *rules, const struct totals *t)
{
	json_t *ends = json_object();
	enum role role[ROLE_COUNT];
	unsigned n = roles_of(rules, role);
	char key[32];

	if (rules->id == RULES_DUEL) {
		for (enum outcome end = OUTCOME_GOALS; end < OUTCOME_COUNT; end++)
			(void)json_object_set_new(
			    ends, outcome_name(end), count_json(t->ends[end]));
		return ends;
	}
	for (unsigned i = 0; i < n; i++) {
		(void)snprintf(key, sizeof key, "gold_by_%s", role_name(role[i]));
		(void)json_object_set_new(ends, key, count_json(t->gold_by[role[i]]));
	}
	(void)json_object_set_new(ends, "no_gold", count_json(t->no_gold));
	for (unsigned ways = 0; ways < 4 && rules->id == RULES_SABOTEUR2; ways++) {
		(void)snprintf(key, sizeof key, "ways_%s", ways_name(ways));
		(void)json_object_set_new(ends, key, count_json(t->ways[ways]));
	}
	return ends;
}

/* How games of The Dark Cave went. */
static void
set_cave(json_t *out, const struct totals *t)
{
	json_t *wins = json_object(), *ends = json_object();

	(void)json_object_set_new(wins, clan_name(CLAN_YELLOW), count_json(t->clan[CLAN_YELLOW]));
	(void)json_object_set_new(wins, clan_name(CLAN_BLUE), count_json(t->clan[CLAN_BLUE]));
	(void)json_object_set_new(wins, "nobody", count_json(t->clan[CLAN_NONE]));
	(void)json_object_set_new(ends, "clan_out", count_json(t->clan_out));
	(void)json_object_set_new(ends, "cards_out", count_json(t->cards_out));
	(void)json_object_set_new(out, "wins", wins);
	(void)json_object_set_new(out, "ends", ends);
	(void)json_object_set_new(out, "dwarves_out", count_json(t->left));
}

static int
totals_json(struct run *r, double seconds, struct err *err)
{
	const struct totals *t = &r->totals;
	json_t *out = json_object(), *won = json_object();

	(void)json_object_set_new(out, "rules", json_string(r->s->rules->name));
	(void)json_object_set_new(out, "players", json_integer(r->s->players));
	(void)json_object_set_new(out, "policy", json_string(policy_word[r->s->policy]));
	(void)json_object_set_new(out, "games", count_json(t->games));
	(void)json_object_set_new(out, "rounds", count_json(t->rounds));
	(void)json_object_set_new(out, "turns", count_json(t->turns));
	(void)json_object_set_new(out, "wins", wins_json(r->s->rules, t));
	(void)json_object_set_new(out, "ends", ends_json(r->s->rules, t));
	if (r->s->rules->id == RULES_DARK_CAVE)
		set_cave(out, t);
	for (unsigned s = 0; s < r->s->players; s++)
		(void)json_object_set_new(won, r->names.seat[s], count_json(t->won[s]));
	(void)json_object_set_new(out, "won", won);
	(void)json_object_set_new(out, "gold", count_json(t->gold));
	(void)json_object_set_new(out, "seconds", json_real(seconds));
	if (seconds > 0) {
		(void)json_object_set_new(
		    out, "games_per_second", json_real((double)t->games / seconds));
		(void)json_object_set_new(
		    out, "rounds_per_second", json_real((double)t->rounds / seconds));
	}
	return write_line(r, out, err);
}

static void
row(struct buf *out, const char *what, uint64_t n, uint64_t of)
{
	buf_fmt(out, "%-26s %12llu", what, (unsigned long long)n);
	if (of > 0)
		buf_fmt(out, "  %5.1f%%", 100.0 * (double)n / (double)of);
	buf_chr(out, '\n');
}

static void
rows_by_clan(unsigned players, const struct totals *t, struct buf *out)
{
	row(out, "  won by yellow", t->clan[CLAN_YELLOW], t->games);
	row(out, "  won by blue", t->clan[CLAN_BLUE], t->games);
	row(out, "  won by nobody", t->clan[CLAN_NONE], t->games);
	row(out, "  ended by a clan out", t->clan_out, t->games);
	row(out, "  ended by cards out", t->cards_out, t->games);
	row(out, "dwarves out", t->left, t->games * players);
}

static void
rows_by_side(const struct totals *t, struct buf *out)
{
	row(out, "  won by the miners", gold_rounds(t), t->rounds);
	row(out, "    gold by a miner", t->gold_by[ROLE_MINER], t->rounds);
	row(out, "    gold by a saboteur", t->gold_by[ROLE_SABOTEUR], t->rounds);
	row(out, "  won by the saboteurs", t->no_gold - t->no_gold_nobody, t->rounds);
	row(out, "  won by nobody", t->no_gold_nobody, t->rounds);
}

/* [SB2 3.E.23] Who reached the gold, by which ways, and who won. */
static void
rows_by_role(const struct rules *rules, const struct totals *t, struct buf *out)
{
	enum role role[ROLE_COUNT];
	unsigned n = roles_of(rules, role);
	char what[48];

	row(out, "  gold reached", gold_rounds(t), t->rounds);
	for (unsigned i = 0; i < n; i++) {
		(void)snprintf(what, sizeof what, "    by a %s", role_name(role[i]));
		row(out, what, t->gold_by[role[i]], t->rounds);
	}
	for (unsigned ways = 0; ways < 4; ways++) {
		(void)snprintf(what, sizeof what, "    open for %s", ways_name(ways));
		row(out, what, t->ways[ways], t->rounds);
	}
	row(out, "  gold not reached", t->no_gold, t->rounds);
	for (unsigned i = 0; i < n; i++) {
		(void)snprintf(what, sizeof what, "  won by a %s", role_name(role[i]));
		row(out, what, t->won_by[role[i]], t->rounds);
	}
}

/* [DUEL 4.F.18] What ended the rounds, who won the games. */
static void
rows_of_duel(const struct totals *t, struct buf *out)
{
	row(out, "  all goals face up", t->ends[OUTCOME_GOALS], t->rounds);
	row(out, "  all tokens on the table", t->ends[OUTCOME_TOKENS], t->rounds);
	row(out, "  no cards left", t->ends[OUTCOME_CARDS], t->rounds);
	row(out, "games won by green", t->won_side[SIDE_GREEN], t->games);
	row(out, "games won by blue", t->won_side[SIDE_BLUE], t->games);
	row(out, "games won by both", t->won_side[SIDES], t->games);
}

static void
totals_table(const struct run *r, double seconds, struct buf *out)
{
	const struct totals *t = &r->totals;

	buf_fmt(out, "%s, %u players, policy %s\n", r->s->rules->name, r->s->players,
	    policy_word[r->s->policy]);
	row(out, "games", t->games, 0);
	row(out, "turns", t->turns, 0);
	row(out, "rounds", t->rounds, 0);
	if (r->s->rules->id == RULES_DARK_CAVE)
		rows_by_clan(r->s->players, t, out);
	else if (r->s->rules->id == RULES_SABOTEUR2)
		rows_by_role(r->s->rules, t, out);
	else if (r->s->rules->id == RULES_DUEL)
		rows_of_duel(t, out);
	else
		rows_by_side(t, out);
	row(out, "gold", t->gold, 0);
	for (unsigned s = 0; s < r->s->players; s++) {
		char what[48];

		(void)snprintf(what, sizeof what, "games won by %s", r->names.seat[s]);
		row(out, what, t->won[s], t->games);
	}
	buf_fmt(out, "%-26s %12.3f\n", "seconds", seconds);
	if (seconds > 0) {
		buf_fmt(out, "%-26s %12.0f\n", "games a second", (double)t->games / seconds);
		buf_fmt(out, "%-26s %12.0f\n", "rounds a second", (double)t->rounds / seconds);
	}
}

static int
play_all(struct run *r, struct err *err)
{
	double start = r->s->seconds(r->s->arg), seconds;

	for (uint64_t k = 0; k < r->s->games; k++) {
		if (play_game(r, k, err) < 0)
			return -1;
	}
	if (!r->s->trace) {
		seconds = r->s->seconds(r->s->arg) - start;
		if (r->s->json)
			return totals_json(r, seconds, err) < 0 ? -1 : write_out(r, 0, err);
		totals_table(r, seconds, &r->out);
	}
	return write_out(r, 0, err);
}

int
simulate_run(const struct simulate *s, struct err *err)
{
	struct run r = { .s = s, .legal = mem_new(LEGAL_MAX * sizeof r.legal[0]), .out = BUF_INIT };
	int rc;

	simulate_names(s->players, &r.names);
	rc = play_all(&r, err);
	free(r.legal);
	buf_release(&r.out);
	return rc;
}
