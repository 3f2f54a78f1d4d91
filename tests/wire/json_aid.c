#include <criterion/criterion.h>

#include "bot/policy.h"
#include "wire/json_aid.h"
#include "util/mem.h"
#include "games/games.h"
#include "wire/position.h"

const char *const json_aid_position =
    "{'rules':'saboteur','round':2,'turn':5,'to_move':'anna','deck':['map'],'discard':['rockfall'],"
    "'gold_pile':[1,2,3],'seats':["
    "{'name':'anna','hand':['nesw','map'],'role':'miner','gold':[3,1],'seen':['8,0']},"
    "{'name':'bob','hand':['ns'],'role':'saboteur','broken':['lamp']},"
    "{'name':'carl','role':'miner'}],"
    "'board':[{'x':0,'y':0,'kind':'start'},{'x':1,'y':0,'kind':'ew'},"
    "{'x':8,'y':0,'kind':'goal-gold','face':'down'},"
    "{'x':8,'y':-2,'kind':'goal-stone-ne','face':'down'}]}";

void
json_aid_text(const char *text, struct buf *out)
{
	for (; *text != '\0'; text++)
		buf_chr(out, *text == '\'' ? '"' : *text);
}

json_t *
json_aid(const char *text)
{
	struct buf quoted = BUF_INIT;
	json_error_t why;
	json_t *json;

	json_aid_text(text, &quoted);
	json = json_loadb(quoted.p, quoted.n, JSON_DECODE_ANY | JSON_REJECT_DUPLICATES, &why);
	cr_assert_neq(json, NULL, "%s: %s", text, why.text);
	buf_release(&quoted);
	return json;
}

void
json_aid_refused(const char *base, const struct json_refusal *row, bool hidden_ok)
{
	json_t *before = json_aid(base), *patch = json_aid(row->patch);
	json_t *json = position_apply_patch(before, patch);
	struct err err = ERR_INIT;
	struct names names;
	struct game g;
	int result;

	cr_assert_neq(json, NULL, "%s: the patch does not fit", row->name);
	result = position_parse(rules_all, NULL, json, hidden_ok, &g, &names, &err);
	if (row->want == NULL)
		cr_expect_eq(result, 0, "%s: %s", row->name, err.msg);
	else
		cr_expect(result < 0 && strncmp(err.msg, row->want, strlen(row->want)) == 0,
		    "%s: %s", row->name, result < 0 ? err.msg : "accepted");
	json_decref(json);
	json_decref(patch);
	json_decref(before);
}

void
play_positions(unsigned n, const struct options *options, uint8_t seed,
    void (*each)(void *arg, const struct game *g), void *arg)
{
	play_positions_of(&rules_saboteur, n, options, seed, each, arg);
}

void
play_positions_of(const struct rules *rules, unsigned n, const struct options *options,
    uint8_t seed, void (*each)(void *arg, const struct game *g), void *arg)
{
	struct order *legal = mem_new(LEGAL_MAX * sizeof legal[0]);
	uint8_t bytes[32] = { seed };
	struct rng_fast rng, choices;
	struct game g;

	rng_fast_init(&rng, bytes, 0);
	rng_fast_init(&choices, bytes, 1);
	rng_open(&choices.rng, 1, RNG_FIRST);
	game_init(&g, rules, (uint8_t)n, options);
	game_deal(&g, &rng.rng, NULL);
	while (g.phase != PHASE_OVER) {
		size_t n_legal = game_legal(&g, legal, LEGAL_MAX);

		each(arg, &g);
		game_play(&g, &legal[policy_random(legal, n_legal, &choices.rng)], &rng.rng, NULL);
	}
	each(arg, &g);
	free(legal);
}
