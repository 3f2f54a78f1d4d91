/*
 * The Duel: samples the hidden goals left [DUEL 4.A.1, DUEL 4.F.20].
 */
#include "core/sample.h"
#include "games/duel/duel.h"

static bool
fill(struct sample *s)
{
	return sample_take(&s->goals, duel_own(s->g)->goals, duel_own(s->g)->n_goals);
}

/* [DUEL 4.E.15] A key token shows that a key card was played and discarded. */
static void
spent(const struct sample *s, uint8_t *least)
{
	const struct game *known = &s->v->known;
	const struct knowledge_rows *rows = &s->seen->rows[CARD_ACTION];
	unsigned n = 0;

	for (unsigned i = 0; i < known->board.n; i++)
		n += (known->board.cell[i].flags & CELL_KEY) != 0;
	for (unsigned c = rows->from; c < rows->to; c++)
		if (known->rules->card[c].action == ACTION_KEY)
			least[c] = (uint8_t)n;
}

const struct sample_rules duel_sample = {
	.front = mine_sample_front, .spent = spent, .fill = fill, .aside_is_goals = true
};
