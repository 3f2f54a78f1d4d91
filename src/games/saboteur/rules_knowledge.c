/*
 * Saboteur: inference of roles [SAB 2.A.1, Q-SAB-21, Q-SAB-22, Q-SAB-23].
 */
#include "core/knowledge.h"
#include "games/saboteur/saboteur.h"

static unsigned
roles(const struct game *known, card_id role[static ROLES_MAX])
{
	unsigned n = sab_role_cards(known, role);

	for (unsigned i = 0; i < n; i++) {
		if (role[i] == sab_own(known)->role_left) {
			role[i] = role[n - 1];
			return n - 1;
		}
	}
	return n;
}

/* The selfish dwarf is always dealt. With known saboteurs, a saboteur sees all others. */
static bool
may_be(const struct view *v, uint8_t seat, card_id role)
{
	const struct game *g = &v->known;
	unsigned is = g->rules->card[role].role;
	card_id mine = v->seat < g->n_seats ? g->seat[v->seat].role : CARD_NONE;

	if (seat == SEAT_NONE)
		return is != ROLE_SELFISH;
	return is != ROLE_SABOTEUR || !g->options.at[SAB_KNOWN] || mine >= g->rules->n_cards ||
	    g->rules->card[mine].role != ROLE_SABOTEUR;
}

const struct knowledge_rules sab_know = { .roles = roles, .may_be = may_be };
