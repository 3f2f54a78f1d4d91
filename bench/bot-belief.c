/*
 * Counts how saboteurs and others act, for the table of mine_bot_infer (src/games/mine/bot.c), and
 * measures what an observer then believes.
 *
 *   bot-belief RULES SEATS GAMES [POLICY]
 *
 * Plays rounds with the policy at all seats and prints, for each kind of act, how often each side
 * does it and the entry of the table: 4 * log2 of the ratio. Then it plays them again and prints
 * how likely the true roles of the others are to a miner after 20 turns, on average, by these
 * entries.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/policy.h"
#include "games/games.h"
#include "games/mine/bot.h"

enum { AFTER = 20, STATES = 200, DIGGERS = 0, SABOTEURS = 1 };

static const uint8_t seed[32] = { 0x38 };
static unsigned count[MINE_ACTS][2];
static int8_t lean[MINE_ACTS]; /* counted in the first pass */
static double likely;
static unsigned n_likely;
static struct bot_search *room;

static unsigned
is_saboteur(const struct game *g, uint8_t seat)
{
	return g->rules->card[g->seat[seat].role].role == ROLE_SABOTEUR ? SABOTEURS : DIGGERS;
}

/* Adds how likely the true saboteurs are. */
static void
measure(const struct game *g, const struct view *v, const struct bot_memory *m, struct rng *rng)
{
	static struct bot_sampler sampler;
	static struct game state;
	unsigned right = 0;

	if (!bot_sampler_init(&sampler, v, m))
		return;
	for (unsigned i = 0; i < STATES; i++) {
		bool same = bot_sampler_draw(&sampler, rng, &state);

		for (uint8_t s = 0; s < g->n_seats && same; s++)
			same = is_saboteur(g, s) == is_saboteur(&state, s);
		right += same;
	}
	likely += (double)right / STATES;
	n_likely++;
}

static void
play(const struct rules *rules, unsigned seats, uint64_t number, struct bot_policy policy,
    bool counts)
{
	static struct bot_memory memory[SEATS_MAX], own[SEATS_MAX];
	static struct events ev, mine;
	struct options options = { .at[OPTION_ROUNDS] = (uint8_t)(rules->rounds - 1) };
	struct rng_fast rng, choice;
	static struct view v;
	static struct game g;

	rng_fast_init(&rng, seed, 2 * number);
	rng_fast_init(&choice, seed, 2 * number + 1);
	rng_open(&choice.rng, 1, RNG_FIRST);
	game_init(&g, rules, (uint8_t)seats, &options);
	memset(memory, 0, sizeof memory);
	memset(own, 0, sizeof own);
	ev.n = 0;
	game_deal(&g, &rng.rng, &ev);
	for (int64_t turn = 0; !events_end_round(&ev) && g.phase != PHASE_OVER; turn++) {
		struct order o;

		for (uint8_t s = 0; s < seats; s++) {
			const int before = memory[s].belief.worth;
			const struct bot_belief was = memory[s].belief;
			enum mine_act act;
			uint8_t who;

			mine.n = ev.n;
			for (uint32_t i = 0; i < ev.n; i++)
				mine.at[i] = event_redact(&ev.at[i], s);
			game_view(&g, s, &v);
			bot_memory_learn(&memory[s], &v, &mine, turn);
			act = mine_bot_act(
			    &was, rules, &mine, before, memory[s].belief.worth, &who);
			own[s].seen = memory[s].seen;
			if (turn > 0 && who < seats && who != s) {
				count[act][is_saboteur(&g, who)] += counts;
				own[s].belief.lean[who] = (int16_t)(own[s].belief.lean[who] +
				    lean[act]);
			}
			if (turn == AFTER && is_saboteur(&g, s) == DIGGERS && !counts)
				measure(&g, &v, &own[s], &choice.rng);
		}
		game_view(&g, g.to_move, &v);
		o = policy_order(policy, &v, &memory[g.to_move], &choice.rng, room);
		ev.n = 0;
		game_play(&g, &o, &rng.rng, &ev);
	}
}

int
main(int argc, char **argv)
{
	static const char *const name[MINE_ACTS] = { "helps", "idle", "harms", "falls", "breaks",
		"accuses", "mends", "aside", "other" };
	const struct rules *const *r = rules_all;
	struct bot_policy policy = { .kind = POLICY_GREEDY };
	const unsigned seats = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 0;
	const unsigned games = argc > 3 ? (unsigned)strtoul(argv[3], NULL, 10) : 0;
	unsigned all[2] = { 0 };

	while (argc > 1 && *r != NULL && strcmp((*r)->name, argv[1]) != 0)
		r++;
	room = malloc(sizeof *room);
	if (argc < 4 || *r == NULL || (*r)->id > 2 || seats < 2 || seats > (*r)->seats_max ||
	    room == NULL || (argc > 4 && bot_policy_parse(argv[4], strlen(argv[4]), &policy) < 0)) {
		(void)fprintf(stderr, "bot-belief saboteur|saboteur2 SEATS GAMES [POLICY]\n");
		return 2;
	}
	for (unsigned k = 0; k < games; k++)
		play(*r, seats, k, policy, true);
	for (unsigned a = 0; a < MINE_ACTS; a++) {
		all[0] += count[a][0];
		all[1] += count[a][1];
	}
	for (unsigned a = 0; a < MINE_ACTS; a++) {
		lean[a] = (int8_t)lrint(
		    4 * log2((count[a][1] + 1.0) / all[1] / ((count[a][0] + 1.0) / all[0])));
		printf("%-8s %5.1f %%  %5.1f %%  %+3d\n", name[a], 100.0 * count[a][0] / all[0],
		    100.0 * count[a][1] / all[1], lean[a]);
	}
	for (unsigned k = 0; k < games; k++)
		play(*r, seats, k, policy, false);
	printf("true roles after %d turns: %.2f likely (%u)\n", AFTER, likely / n_likely, n_likely);
	free(room);
	return 0;
}
