/*
 * Positions and requests. A valid position can be written and read again, redacted for any seat,
 * and played. The oracle is the asserts of core.
 */
#include <string.h>

#include "fuzz/fuzz.h"
#include "wire/position.h"
#include "bot/referee.h"
#include "util/mem.h"
#include "games/games.h"

enum { TURNS = 12, COLUMNS = 72 };

/* Checks that a position is the same after it is written and read again. */
static void
round_trip(const struct game *g, uint8_t seat, const struct names *names)
{
	struct view v, again;
	struct names names_again;
	struct err err = ERR_INIT;
	json_t *json, *second;

	game_view(g, seat, &v);
	json = position_json(&v, names, 0);
	MUST(position_parse(rules_all, NULL, json, seat != SEAT_OMNISCIENT, &again.known,
		 &names_again, &err) == 0);
	again.seat = seat;
	second = position_json(&again, &names_again, 0);
	MUST(json_equal(json, second));
	json_decref(json);
	json_decref(second);
}

static void
play_on(struct game *g, const struct names *names)
{
	struct order *legal = mem_new(LEGAL_MAX * sizeof legal[0]);
	uint8_t seed[32] = { (uint8_t)g->turn };
	struct rng_fast rng, choices;
	struct events ev;

	rng_fast_init(&rng, seed, 0);
	rng_fast_init(&choices, seed, 1);
	rng_open(&choices.rng, 1, RNG_FIRST);
	for (unsigned i = 0; i < TURNS && g->phase != PHASE_OVER && g->turn < POSITION_TURN_MAX;
	     i++) {
		size_t n = game_legal(g, legal, LEGAL_MAX);

		MUST(n > 0);
		ev.n = 0;
		MUST(game_apply_all(g, &legal[policy_random(legal, n, &choices.rng)], 1, &rng.rng,
			 &ev, &(unsigned){ 0 }) == VERDICT_OK);
		json_decref(position_events_json(g->rules, names, &ev, (uint8_t)(i % g->n_seats)));
		round_trip(g, SEAT_OMNISCIENT, names);
	}
	free(legal);
}

/* Returns true if it is a position. */
static bool
try_position(const json_t *json)
{
	struct names names;
	struct game g;
	struct err err = ERR_INIT;
	struct view v = { .seat = SEAT_NONE };
	bool valid = false;

	if (position_parse(rules_all, NULL, json, true, &v.known, &names, &err) == 0) {
		json_decref(position_json(&v, &names, POSITION_BRIEF));
		valid = true;
	} else {
		MUST((err.code == ERR_SYNTAX || err.code == ERR_NOT_FOUND) && err.msg[0] != '\0');
	}
	if (position_parse(rules_all, NULL, json, false, &g, &names, &err) < 0)
		return valid;
	MUST(game_is_ok(&g));
	round_trip(&g, SEAT_OMNISCIENT, &names);
	round_trip(&g, SEAT_NONE, &names);
	for (uint8_t s = 0; s < g.n_seats; s++)
		round_trip(&g, s, &names);
	play_on(&g, &names);
	return true;
}

static void
try_lines(json_t *json)
{
	struct buf text = BUF_INIT;
	json_error_t why;
	json_t *again;

	position_lines(json, COLUMNS, &text);
	again = json_loadb(text.p, text.n, JSON_DECODE_ANY, &why);
	MUST(again != NULL && json_equal(json, again));
	json_decref(again);
	buf_release(&text);
}

/* Tries two values of an array: the difference between them, and the second as a patch. */
static void
try_patches(const json_t *pair)
{
	json_t *a = json_array_get(pair, 0), *b = json_array_get(pair, 1), *patch, *patched;

	if (a == NULL || b == NULL)
		return;
	patch = position_patch(a, b);
	patched = position_apply_patch(a, patch);
	MUST(patched != NULL && json_equal(patched, b));
	json_decref(patched);
	json_decref(patch);
	json_decref(position_apply_patch(a, b));
}

bool
fuzz_try(const uint8_t *p, size_t n)
{
	static const char failed[] = "{\"error\":";
	struct buf answer = BUF_INIT;
	json_error_t why;
	json_t *json;
	bool valid;

	referee_line(rules_all, NULL, (const char *)p, n, &answer);
	MUST(answer.n > 0 && memchr(answer.p, '\n', answer.n) == answer.p + answer.n - 1);
	valid = strncmp(answer.p, failed, strlen(failed)) != 0;
	buf_release(&answer);
	json = json_loadb((const char *)p, n, JSON_DECODE_ANY, &why);
	if (json == NULL)
		return false;
	valid |= try_position(json);
	valid |= try_position(json_object_get(json, "position"));
	try_lines(json);
	try_patches(json);
	json_decref(json);
	return valid;
}
