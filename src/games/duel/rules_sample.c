/*
 * The Duel: the goals left, which nobody sees [DUEL 4.A.1, DUEL 4.F.20].
 */
#include "core/sample.h"
#include "games/duel/duel.h"

static bool
fill(struct sample *s)
{
	return sample_take(&s->goals, duel_own(s->g)->goals, duel_own(s->g)->n_goals);
}

const struct sample_rules duel_sample = {
	.front = mine_front, .fill = fill, .aside_is_goals = true
};
