/*
 * Saboteur: samples hidden roles and nuggets [SAB 2.A.1, Q-SAB-21, Q-SAB-22, Q-SAB-23].
 */
#include "core/sample.h"
#include "games/mine/mine.h"
#include "games/saboteur/saboteur.h"

/* ---- roles ----------------------------------------------------------------------------------- */

struct roles {
	uint8_t left[ROLE_COUNT]; /* number of hidden cards of each role */
	card_id card[ROLE_COUNT]; /* the card of each role */
	unsigned n_seats;         /* seats with hidden roles */
	uint8_t seat[SAB_SEATS_MAX];
	bool spare; /* the role left over is hidden too */
};

static bool
remove_role(const struct game *g, struct roles *r, card_id card)
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
		else if (!remove_role(g, r, g->seat[p].role))
			return false;
	}
	return left == CARD_HIDDEN || left == CARD_NONE || remove_role(g, r, left);
}

/* [Q-SAB-23] Gives the selfish dwarf, if it is hidden, to a random seat. */
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

/* [Q-SAB-22] A saboteur knows the others. So if a saboteur is hidden, it is the role left over. */
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
	    &pool, r.card[ROLE_MINER], r.left[ROLE_MINER]); /* the pool has room for all of these */
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

/* Either all of the cards are hidden or none. */
static bool
subtract_nuggets(uint8_t left[static CARDS_MAX], const card_id *card, unsigned n)
{
	return n == 0 || card[0] == CARD_HIDDEN || sample_subtract(left, card, n);
}

/* Collects all nuggets that are not seen. */
static bool
find_nuggets(const struct sample *s, struct sample_pool *p)
{
	const struct game *g = s->g;
	uint8_t left[CARDS_MAX];

	sample_remaining(s, CARD_GOLD, left);
	for (unsigned i = 0; i < g->n_seats; i++)
		if (!subtract_nuggets(left, g->seat[i].gold_card, g->seat[i].n_gold))
			return false;
	return subtract_nuggets(left, sab_own(g)->draft, sab_own(g)->n_draft) &&
	    sample_fill(s, CARD_GOLD, left, p);
}

/* Gives nuggets to a seat if its cards are hidden. */
static bool
give_nuggets(struct game *g, struct sample_pool *p, uint8_t seat)
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

/* Fills the draft by falling value. */
static bool
fill_draft(struct game *g, struct sample_pool *p)
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

	/* tested first: without a pile this is the usual reason for a failure */
	if (s->g->phase == PHASE_PLAY && sab_round_is_over(s->g))
		return false;
	if (!fill_roles(s) || !find_nuggets(s, &nuggets))
		return false;
	sample_mix(s, &nuggets);
	if (!fill_draft(s->g, &nuggets))
		return false;
	for (uint8_t seat = 0; seat < s->g->n_seats; seat++)
		if (!give_nuggets(s->g, &nuggets, seat))
			return false;
	return sample_take(&nuggets, sab->pile, sab->n_pile);
}

const struct sample_rules sab_sample = { .front = mine_sample_front, .fill = fill };
