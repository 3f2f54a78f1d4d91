/*
 * Complete games. The first bytes select rules set, seats and options. Each further byte gives an
 * order: a legal one, or one made of its bytes. The oracle: the invariants, redacted views, and
 * packing.
 */
#include <stdlib.h>
#include <string.h>

#include "core/pack.h"
#include "fuzz/fuzz.h"
#include "games/games.h"
#include "games/dark_cave/cave.h"
#include "games/duel/duel.h"
#include "games/saboteur/saboteur.h"

struct bytes {
	const uint8_t *p;
	size_t n;
};

static uint8_t
next(struct bytes *b)
{
	if (b->n == 0)
		return 0;
	b->n--;
	return *b->p++;
}

static void
start(struct bytes *b, struct game *g, struct rng *rng, struct events *ev)
{
	const struct rules *rules;
	struct options options = { 0 };
	unsigned n_rules = 0, seats;

	while (rules_all[n_rules] != NULL)
		n_rules++;
	rules = rules_all[next(b) % n_rules];
	seats = rules->seats_min + next(b) % (unsigned)(rules->seats_max - rules->seats_min + 1);
	options.at[OPTION_FIRST] = (uint8_t)(next(b) % (seats + 1));
	options.at[SAB_GOLD_PLAYERS] = next(b) & 1u;
	options.at[SAB_BROKEN_NO_SHARE] = next(b) & 1u;
	options.at[SAB_DRAFT_ASK] = next(b) & 1u;
	game_init(g, rules, (uint8_t)seats, &options);
	game_deal(g, rng, ev);
}

/* Checks that a packed and unpacked game is the same. Nothing else checks the packed bytes. */
static void
try_pack(const struct game *g)
{
	uint8_t one[PACK_MAX], two[PACK_MAX];
	size_t n = game_pack(g, one);
	struct game back;

	MUST(game_unpack(&back, g->rules, one, n) == 0);
	MUST(game_pack(&back, two) == n && memcmp(one, two, n) == 0);
}

/* Tries an order made of bytes: it is refused without a change, or played like any other. */
static void
try_any(struct bytes *b, struct game *g, struct rng *rng, struct events *ev)
{
	uint8_t before[PACK_MAX], after[PACK_MAX];
	struct order o;
	size_t n = game_pack(g, before), m;

	for (size_t i = 0; i < sizeof o; i++)
		((uint8_t *)&o)[i] = next(b);
	if (b->n % 2 == 0) { /* an order as far as bytes allow */
		o.seat = g->to_move;
		o.kind = (uint8_t)(o.kind % ORDER_KIND_COUNT);
		o.n_card = (uint8_t)(o.n_card % (ORDER_CARDS + 1));
		o.card[0] = g->to_move == SEAT_NONE ? 0 : g->seat[g->to_move].hand[0];
	}
	ev->n = 0;
	if (game_apply_all(g, &o, 1, rng, ev, &(unsigned){ 0 }) == VERDICT_OK)
		return;
	MUST(ev->n == 0);
	m = game_pack(g, after);
	MUST(m == n && memcmp(before, after, n) == 0);
}

bool
fuzz_try(const uint8_t *p, size_t n)
{
	static struct order legal[LEGAL_MAX];
	static struct events ev;
	static struct view v;
	struct bytes b = { p, n };
	struct rng_fast rng;
	uint8_t seed[32] = { 0 };
	struct game g;

	for (unsigned i = 0; i < 4; i++)
		seed[i] = next(&b);
	rng_fast_init(&rng, seed, 0);
	start(&b, &g, &rng.rng, &ev);
	while (b.n > 0 && g.phase != PHASE_OVER) {
		size_t n_legal = game_legal(&g, legal, LEGAL_MAX);
		uint8_t choice = next(&b);

		MUST(n_legal > 0);
		game_view(&g, g.to_move, &v);
		MUST(game_legal(&v.known, legal, LEGAL_MAX) == n_legal);
		if (choice == 0xff) {
			try_any(&b, &g, &rng.rng, &ev);
			continue;
		}
		ev.n = 0;
		MUST(game_check(&v.known, &legal[choice % n_legal]) == VERDICT_OK);
		MUST(game_apply_all(&g, &legal[choice % n_legal], 1, &rng.rng, &ev,
			 &(unsigned){ 0 }) == VERDICT_OK);
		try_pack(&g);
	}
	return true;
}
