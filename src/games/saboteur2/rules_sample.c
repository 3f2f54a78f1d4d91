/*
 * Saboteur 2: samples hidden roles, hats and gold [SB2 3.A.1, SB2 3.D.20].
 */
#include "core/bits.h"
#include "core/sample.h"
#include "games/saboteur2/internal.h"

/* Counts theft and trapped cards in front of seats. Each action has one kind of card. */
static void
front(const struct sample *s, uint8_t open[static CARDS_MAX])
{
	const struct sb2_state *sb2 = sb2_own(&s->v->known);
	const struct knowledge_rows *rows = &s->seen->rows[CARD_ACTION];
	unsigned thieves = sb2->n_thieves, trapped = bits_count(u16_get(&sb2->trapped));

	mine_sample_front(s, open);
	for (unsigned c = rows->from; (thieves | trapped) != 0 && c < rows->to; c++) {
		const struct card_def *def = game_card(&s->v->known, (card_id)c);

		if (def->action == ACTION_THEFT) {
			open[c] = (uint8_t)(open[c] + thieves);
			thieves = 0;
		} else if (def->action == ACTION_TRAPPED) {
			open[c] = (uint8_t)(open[c] + trapped);
			trapped = 0;
		}
	}
}

/* Places hats of others that were seen before they were swapped. */
static bool
find_seen_hats(const struct sample *s, uint8_t left[static CARDS_MAX])
{
	struct sb2_state *sb2 = sb2_own(s->g);
	const struct knowledge *k = s->seen;

	for (unsigned i = 0; i < k->n_hat; i++) {
		unsigned at = (unsigned)sb2->n_hats + k->hat_at[i] - k->n_swaps;

		if (at >= sb2->n_hats || !sample_subtract(left, &k->hat[i], 1))
			return false;
		sb2->hat[at] = k->hat[i];
	}
	return true;
}

static bool
find_roles(const struct sample *s, struct sample_pool *p)
{
	const struct game *g = s->g;
	const struct sb2_state *sb2 = sb2_own(g);
	uint8_t left[CARDS_MAX];

	sample_remaining(s, CARD_ROLE, left);
	for (unsigned i = 0; i < g->n_seats; i++)
		if (g->seat[i].role != CARD_HIDDEN && !sample_subtract(left, &g->seat[i].role, 1))
			return false;
	for (unsigned i = 0; i < sb2->n_hats; i++)
		if (sb2->hat[i] != CARD_HIDDEN && !sample_subtract(left, &sb2->hat[i], 1))
			return false;
	return find_seen_hats(s, left) && sample_fill(s, CARD_ROLE, left, p);
}

static bool
fill_roles(struct sample *s)
{
	struct game *g = s->g;
	struct sb2_state *sb2 = sb2_own(g);
	struct sample_pool roles;

	if (!find_roles(s, &roles))
		return false;
	sample_mix(s, &roles);
	for (unsigned i = 0; i < g->n_seats; i++)
		if (g->seat[i].role == CARD_HIDDEN && !sample_take(&roles, &g->seat[i].role, 1))
			return false;
	for (unsigned i = 0; i < sb2->n_hats; i++)
		if (sb2->hat[i] == CARD_HIDDEN && !sample_take(&roles, &sb2->hat[i], 1))
			return false;
	return sample_take(&roles, sb2->pile, sb2->n_pile);
}

/* True if the public payments determine the gold of every seat with hidden gold. */
static bool
is_gold_known(const struct sample *s, unsigned has)
{
	unsigned paid = 0;

	for (unsigned i = 0; i < s->g->n_seats; i++)
		if (i != s->v->seat && s->seen->gold[i] > 0)
			paid |= SEEN_BY(i);
	return s->seen->gold_whole && paid == has;
}

static bool
fill(struct sample *s)
{
	struct game *g = s->g;
	unsigned has = u16_get(&sb2_own(g)->has_gold);
	bool known = is_gold_known(s, has);

	/* tested first: without a pile this is the usual reason for a failure */
	if (g->phase == PHASE_PLAY && sb2_round_is_over(g))
		return false;
	for (unsigned i = 0; i < g->n_seats; i++) {
		if ((has & SEEN_BY(i)) == 0)
			continue;
		g->seat[i].gold = known ? s->seen->gold[i] :
					  (uint16_t)(1 + rng_draw(s->rng, SAMPLE_GOLD_MAX));
	}
	u16_set(&sb2_own(g)->has_gold, 0);
	return fill_roles(s);
}

const struct sample_rules sb2_sample = { .front = front, .fill = fill };
