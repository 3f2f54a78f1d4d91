/*
 * Saboteur: roles and nuggets that a seat cannot see [SAB 2.A.1, Q-SAB-21, Q-SAB-22, Q-SAB-23].
 */
#include "core/sample.h"
#include "games/mine/mine.h"
#include "games/saboteur/saboteur.h"

/* ---- roles ----------------------------------------------------------------------------------- */

struct roles {
	struct sample_pool pool; /* nobody can see where */
	unsigned n_seats;        /* whose role is hidden */
	uint8_t seat[SAB_SEATS_MAX];
	bool spare; /* the one that is left over is hidden, too */
};

static bool
find_roles(const struct game *g, struct roles *r)
{
	card_id left = sab_own(g)->role_left;
	uint8_t count[ROLE_COUNT];

	sab_role_counts(g, count);
	r->pool.n = 0;
	for (unsigned c = 0; c < g->rules->n_cards; c++)
		for (uint8_t *n = &count[game_card(g, (card_id)c)->role]; *n > 0; (*n)--)
			r->pool.card[r->pool.n++] = (card_id)c;
	r->n_seats = 0;
	r->spare = left == CARD_HIDDEN;
	for (uint8_t s = 0; s < g->n_seats; s++) {
		if (g->seat[s].role == CARD_HIDDEN)
			r->seat[r->n_seats++] = s;
		else if (!sample_remove(&r->pool, g->seat[s].role))
			return false;
	}
	return left == CARD_HIDDEN || left == CARD_NONE || sample_remove(&r->pool, left);
}

/* The first card of this role to a hidden seat that is drawn. */
static bool
give_to_some(struct sample *s, struct roles *r, card_id card)
{
	unsigned at;

	if (r->n_seats == 0 || !sample_remove(&r->pool, card))
		return false;
	at = r->n_seats > 1 ? rng_draw(s->rng, r->n_seats) : 0;
	s->g->seat[r->seat[at]].role = card;
	r->seat[at] = r->seat[--r->n_seats];
	return true;
}

static card_id
find_role(const struct game *g, const struct sample_pool *p, enum role role)
{
	for (unsigned i = 0; i < p->n; i++)
		if (game_card(g, p->card[i])->role == role)
			return p->card[i];
	return CARD_NONE;
}

/* A saboteur who knows the others: if one is left, it is that which nobody has. */
static bool
knows_saboteurs(const struct sample *s)
{
	const struct game *g = s->g;

	return g->options.at[SAB_KNOWN] && s->v->seat < g->n_seats &&
	    game_card(g, g->seat[s->v->seat].role)->role == ROLE_SABOTEUR;
}

static bool
fill_roles(struct sample *s)
{
	struct game *g = s->g;
	struct roles r;
	card_id selfish, saboteur;

	if (!find_roles(g, &r))
		return false;
	selfish = g->options.at[SAB_SELFISH_DWARF] ? find_role(g, &r.pool, ROLE_SELFISH) :
						     CARD_NONE;
	saboteur = knows_saboteurs(s) ? find_role(g, &r.pool, ROLE_SABOTEUR) : CARD_NONE;
	if (selfish != CARD_NONE && !give_to_some(s, &r, selfish))
		return false;
	if (saboteur != CARD_NONE) {
		if (!r.spare || !sample_remove(&r.pool, saboteur))
			return false;
		sab_own(g)->role_left = saboteur;
		r.spare = false;
	}
	sample_shuffle(s, &r.pool);
	for (unsigned i = 0; i < r.n_seats; i++)
		if (!sample_take(&r.pool, &g->seat[r.seat[i]].role, 1))
			return false;
	return !r.spare || sample_take(&r.pool, &sab_own(g)->role_left, 1);
}

/* ---- nuggets --------------------------------------------------------------------------------- */

/* All but those that are seen. */
static bool
find_nuggets(const struct game *g, struct sample_pool *p)
{
	const struct sab_state *sab = sab_own(g);

	sample_class(p, g->rules, CARD_GOLD);
	for (unsigned s = 0; s < g->n_seats; s++)
		for (unsigned i = 0; i < g->seat[s].n_gold; i++)
			if (g->seat[s].gold_card[i] != CARD_HIDDEN &&
			    !sample_remove(p, g->seat[s].gold_card[i]))
				return false;
	for (unsigned i = 0; i < sab->n_draft; i++)
		if (sab->draft[i] != CARD_HIDDEN && !sample_remove(p, sab->draft[i]))
			return false;
	return true;
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
		game_own_gold(g, seat, card[i]);
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
	if (!fill_roles(s) || !find_nuggets(s->g, &nuggets))
		return false;
	sample_shuffle(s, &nuggets);
	if (!offer_nuggets(s->g, &nuggets))
		return false;
	for (uint8_t seat = 0; seat < s->g->n_seats; seat++)
		if (!own_nuggets(s->g, &nuggets, seat))
			return false;
	return sample_take(&nuggets, sab->pile, sab->n_pile);
}

const struct sample_rules sab_sample = { .front = mine_front, .fill = fill };
