/*
 * The Duel: the goals left, which nobody sees [DUEL 4.A.1, DUEL 4.F.20].
 */
#include "core/sample.h"
#include "games/duel/duel.h"

static unsigned
front(const struct game *known, card_id card[static SAMPLE_FRONT_MAX])
{
	return mine_front(known, card);
}

static bool
fill(struct sample *s)
{
	return sample_draw(s, &s->goals, duel_own(s->g)->goals, duel_own(s->g)->n_goals);
}

const struct sample_rules duel_sample = { .front = front, .fill = fill, .aside_is_goals = true };
