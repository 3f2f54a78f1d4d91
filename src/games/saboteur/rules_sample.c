/*
 * Saboteur: roles and nuggets that a seat cannot see [SAB 2.A.1, Q-SAB-21, Q-SAB-22, Q-SAB-23].
 */
#include "core/sample.h"
#include "games/mine/mine.h"
#include "games/saboteur/saboteur.h"

/* ---- roles ----------------------------------------------------------------------------------- */

struct roles {
	uint8_t left[ROLE_COUNT]; /* so many nobody can see where */
	card_id card[ROLE_COUNT]; /* of those that there are */
	unsigned n_seats;         /* whose role is hidden */
	uint8_t seat[SAB_SEATS_MAX];
	bool spare; /* the one that is left over is hidden, too */
};

static bool
take_role(const struct game *g, struct roles *r, card_id card)
{
	uint8_t *left;

	if (card >= g->rules->n_cards)
		return false;
	left = &r->left[game_card(g, card)->role];
	if (*left == 0)
		return false;
	--*left;
	return true;
}

static bool
find_roles(const struct sample *s, struct roles *r)
{
	const struct game *g = s->g;
	const struct knowledge_rows *rows = &s->seen->rows[CARD_ROLE];
	card_id left = sab_own(g)->role_left;

	sab_role_counts(g, r->left);
	for (unsigned c = rows->to; c-- > rows->from;)
		r->card[game_card(g, (card_id)c)->role] = (card_id)c;
	r->n_seats = 0;
	r->spare = left == CARD_HIDDEN;
	for (uint8_t p = 0; p < g->n_seats; p++) {
		if (g->seat[p].role == CARD_HIDDEN)
			r->seat[r->n_seats++] = p;
		else if (!take_role(g, r, g->seat[p].role))
			return false;
	}
	return left == CARD_HIDDEN || left == CARD_NONE || take_role(g, r, left);
}

/* [Q-SAB-23] The selfish dwarf is somebody's, if he is not seen. */
static bool
give_selfish(struct sample *s, struct roles *r)
{
	unsigned at;

	if (r->left[ROLE_SELFISH] == 0)
		return true;
	if (r->n_seats == 0)
		return false;
	at = r->n_seats > 1 ? rng_draw(s->rng, r->n_seats) : 0;
	s->g->seat[r->seat[at]].role = r->card[ROLE_SELFISH];
	r->seat[at] = r->seat[--r->n_seats];
	return true;
}

/* [Q-SAB-22] A saboteur knows the others: if one is not seen, it is that which nobody has. */
static bool
leave_saboteur(struct sample *s, struct roles *r)
{
	const struct game *g = s->g;

	if (r->left[ROLE_SABOTEUR] == 0 || !g->options.at[SAB_KNOWN] || s->v->seat >= g->n_seats ||
	    game_card(g, g->seat[s->v->seat].role)->role != ROLE_SABOTEUR)
		return true;
	if (!r->spare)
		return false;
	sab_own(s->g)->role_left = r->card[ROLE_SABOTEUR];
	r->left[ROLE_SABOTEUR]--;
	r->spare = false;
	return true;
}

static bool
fill_roles(struct sample *s)
{
	struct game *g = s->g;
	struct sample_pool pool;
	struct roles r;

	if (!find_roles(s, &r) || !give_selfish(s, &r) || !leave_saboteur(s, &r))
		return false;
	pool.n = 0;
	(void)sample_add(
	    &pool, r.card[ROLE_MINER], r.left[ROLE_MINER]); /* has room for all of these */
	(void)sample_add(&pool, r.card[ROLE_SABOTEUR], r.left[ROLE_SABOTEUR]);
	if (pool.n < r.n_seats + r.spare)
		return false;
	sample_mix(s, &pool);
	for (unsigned i = 0; i < r.n_seats; i++)
		g->seat[r.seat[i]].role = pool.card[i];
	if (r.spare)
		sab_own(g)->role_left = pool.card[r.n_seats];
	return true;
}

/* ---- nuggets --------------------------------------------------------------------------------- */

/* If one of them is hidden, all are. */
static bool
less_nuggets(uint8_t left[static CARDS_MAX], const card_id *card, unsigned n)
{
	return n == 0 || card[0] == CARD_HIDDEN || sample_subtract(left, card, n);
}

/* All but those that are seen. */
static bool
find_nuggets(const struct sample *s, struct sample_pool *p)
{
	const struct game *g = s->g;
	uint8_t left[CARDS_MAX];

	sample_remaining(s, CARD_GOLD, left);
	for (unsigned i = 0; i < g->n_seats; i++)
		if (!less_nuggets(left, g->seat[i].gold_card, g->seat[i].n_gold))
			return false;
	return less_nuggets(left, sab_own(g)->draft, sab_own(g)->n_draft) &&
	    sample_fill(s, CARD_GOLD, left, p);
}

/* To a seat whose cards are hidden. */
static bool
own_nuggets(struct game *g, struct sample_pool *p, uint8_t seat)
{
	struct seat *to = &g->seat[seat];
	unsigned n = to->n_gold;
	card_id card[GOLD_MAX];

	if (n == 0 || to->gold_card[0] != CARD_HIDDEN)
		return true;
	if (!sample_take(p, card, n))
		return false;
	to->n_gold = 0;
	for (unsigned i = 0; i < n; i++)
		game_add_gold_card(g, seat, card[i]);
	return true;
}

/* What is on offer falls in value. */
static bool
offer_nuggets(struct game *g, struct sample_pool *p)
{
	struct sab_state *sab = sab_own(g);
	card_id card[NUGGETS_MAX];

	if (sab->n_draft == 0 || sab->draft[0] != CARD_HIDDEN)
		return true;
	if (!sample_take(p, card, sab->n_draft))
		return false;
	for (unsigned i = 0; i < sab->n_draft; i++) {
		unsigned to = i;

		for (; to > 0 &&
		     game_card(g, sab->draft[to - 1])->value < game_card(g, card[i])->value;
		     to--)
			sab->draft[to] = sab->draft[to - 1];
		sab->draft[to] = card[i];
	}
	return true;
}

static bool
fill(struct sample *s)
{
	struct sab_state *sab = sab_own(s->g);
	struct sample_pool nuggets;

	if (s->g->phase == PHASE_PLAY && sab_round_is_over(s->g))
		return false; /* at once: without a pile that is what mostly cannot be */
	if (!fill_roles(s) || !find_nuggets(s, &nuggets))
		return false;
	sample_mix(s, &nuggets);
	if (!offer_nuggets(s->g, &nuggets))
		return false;
	for (uint8_t seat = 0; seat < s->g->n_seats; seat++)
		if (!own_nuggets(s->g, &nuggets, seat))
			return false;
	return sample_take(&nuggets, sab->pile, sab->n_pile);
}

const struct sample_rules sab_sample = { .front = mine_sample_front, .fill = fill };
