#include "plain_aid.h"

#include <criterion/criterion.h>

#include "core/bot.h"

void
plain_game_deal(struct plain_game *p, const struct rules *rules, unsigned players, unsigned number)
{
	static const uint8_t seed[32] = "games of plain seats";
	const struct options options = { 0 };

	p->names = (struct names){ 0 };
	for (unsigned i = 1; i <= players; i++) {
		char name[8];
		struct err err = ERR_INIT;

		(void)snprintf(name, sizeof name, "p%u", i);
		cr_assert_eq(names_add(&p->names, name, strlen(name), &err), 0);
	}
	rng_fast_init(&p->rng, seed, number);
	rng_fast_init(&p->choice, seed, ~(uint64_t)number);
	rng_open(&p->choice.rng, 1, RNG_FIRST);
	game_init(&p->g, rules, (uint8_t)players, &options);
	game_deal(&p->g, &p->rng.rng, NULL);
}

void
plain_game_step(struct plain_game *p, bool greedy)
{
	static struct order legal[LEGAL_MAX];
	const struct rules *rules = p->g.rules;
	const size_t n = game_legal(&p->g, legal, LEGAL_MAX);
	size_t k = rng_draw(&p->choice.rng, (uint32_t)n);
	struct view v;

	if (greedy && rules->bot != NULL) {
		game_view(&p->g, p->g.to_move, &v);
		k = rules->bot->greedy(&v, 1, NULL, legal, n, &p->choice.rng);
	}
	game_play(&p->g, &legal[k], &p->rng.rng, NULL);
}

void
plain_game_view(const struct plain_game *p, uint8_t seat, struct private_view *v)
{
	*v = (struct private_view){ .n = 7, .seq = 1, .seq_any = 1, .seq_open = 1 };
	(void)snprintf(v->seat, sizeof v->seat, "%s", names_seat(&p->names, seat));
	game_view(&p->g, seat, &v->view);
}
