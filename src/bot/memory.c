/*
 * Memory of a seat, and the states that it imagines.
 *
 * (I1) Integers only, so that every machine imagines the same states.
 */
#include "bot/memory.h"

/* Rejected states before the last one is taken; the weight of a state is rarely so low. */
enum { TRIES = 256, ONE = 1 << 16 };

void
bot_memory_believe(
    struct bot_memory *m, const struct view *after, const struct events *ev, struct bot_board *last)
{
	const struct bot *bot = after->known.rules->bot;

	if (after->known.phase != PHASE_SETUP && bot != NULL && bot->infer != NULL)
		bot->infer(&m->belief, after, ev, last);
}

void
bot_memory_learn(struct bot_memory *m, const struct view *after, const struct events *ev, int64_t n)
{
	struct bot_board none = { .n = 0 };

	knowledge_learn(&m->seen, after, ev, n);
	bot_memory_believe(m, after, ev, &none);
}

void
bot_memory_begin(struct bot_memory *m, const struct view *v)
{
	const struct events none = { 0 };

	memset(m, 0, sizeof *m);
	bot_memory_learn(m, v, &none, v->known.turn);
}

/* Returns how many hidden seats can have a suspected role at most. */
static unsigned
count_suspects(const struct bot *bot, const struct view *v, const struct knowledge_roles *roles)
{
	unsigned most = 0;

	for (unsigned i = 0; i < roles->n_kinds; i++)
		if ((bot->suspected >> game_card(&v->known, roles->kind[i].role)->role & 1u) != 0)
			most += roles->kind[i].max;
	return most;
}

/* Sets the bound: the sum of the greatest leans, as many as there can be suspected roles. */
static void
bound(struct bot_sampler *s, unsigned n)
{
	unsigned left = s->hidden;

	s->most = 0;
	for (; n > 0 && left != 0; n--) {
		unsigned best = SEATS_MAX;

		for (unsigned i = 0; i < SEATS_MAX; i++)
			if ((left >> i & 1u) != 0 &&
			    (best == SEATS_MAX ||
				s->memory->belief.lean[i] > s->memory->belief.lean[best]))
				best = i;
		if (best == SEATS_MAX || s->memory->belief.lean[best] <= 0)
			return;
		s->most += s->memory->belief.lean[best];
		left &= ~(1u << best);
	}
}

bool
bot_sampler_init(struct bot_sampler *s, const struct view *v, const struct bot_memory *m)
{
	const struct bot *bot = v->known.rules->bot;
	struct knowledge_roles roles;

	s->memory = m;
	s->hidden = 0;
	s->most = 0;
	if (!sampler_init(&s->sampler, v, &m->seen))
		return false;
	if (bot == NULL || bot->suspected == 0 || v->known.phase == PHASE_SETUP)
		return true;
	for (unsigned i = 0; i < v->known.n_seats; i++)
		if (v->known.seat[i].role == CARD_HIDDEN)
			s->hidden = (uint16_t)(s->hidden | SEEN_BY(i));
	knowledge_roles(&m->seen, v, &roles);
	bound(s, count_suspects(bot, v, &roles));
	return true;
}

/* Returns true with the probability of this state, relative to the most likely one. */
static bool
is_accepted(const struct bot_sampler *s, const struct game *g, struct rng *rng)
{
	static const uint32_t quarter[4] = { ONE, 55109, 46341, 38968 }; /* ONE / 2^(i / 4) */
	int less = s->most;

	for (unsigned i = 0; i < g->n_seats; i++)
		if ((s->hidden >> i & 1u) != 0 && g->seat[i].role < g->rules->n_cards &&
		    (g->rules->bot->suspected >> game_card(g, g->seat[i].role)->role & 1u) != 0)
			less -= s->memory->belief.lean[i];
	if (less <= 0)
		return true;
	return less < 64 && rng_draw(rng, ONE) < quarter[less % 4] >> less / 4;
}

bool
bot_sampler_draw(const struct bot_sampler *s, struct rng *rng, struct game *out)
{
	for (unsigned i = 0; i < TRIES; i++) {
		if (!sampler_draw(&s->sampler, rng, out))
			return false;
		if (s->hidden == 0 || is_accepted(s, out, rng))
			return true;
	}
	return true;
}
