/*
 * The Dark Cave: inference of clan cards, whose backs are public, and of the clans' gold [CAVE
 * 5.A.2, CAVE 5.I.39].
 */
#include "core/knowledge.h"
#include "games/dark_cave/cave.h"

/* The clan cards left over are open for the seat that left first. */
static unsigned
roles(const struct game *known, card_id role[static ROLES_MAX])
{
	const struct cave_state *cave = cave_own(known);
	unsigned n = cave_role_cards(known, role);

	for (unsigned k = 0; k < cave->n_left; k++) {
		for (unsigned i = 0; i < n; i++) {
			if (role[i] == cave->left[k]) {
				role[i] = role[--n];
				break;
			}
		}
	}
	return n;
}

static bool
may_be(const struct view *v, uint8_t seat, card_id role)
{
	return seat == SEAT_NONE ||
	    cave_clan_of(v->known.rules, role) == cave_own(&v->known)->clan[seat];
}

/* [CAVE 5.E.25] A seat that has left has its clan card turned up. */
static unsigned
sides(const struct game *known, struct knowledge_side side[static KNOWLEDGE_SIDES_MAX])
{
	static const uint16_t works_for[CAVE_CLANS] = {
		[CAVE_CLAN_YELLOW] = 1u << ROLE_YELLOW_LOYAL | 1u << ROLE_BLUE_SABOTEUR,
		[CAVE_CLAN_BLUE] = 1u << ROLE_BLUE_LOYAL | 1u << ROLE_YELLOW_SABOTEUR,
	};

	for (unsigned i = 0; i < KNOWLEDGE_SIDES_MAX; i++) {
		uint8_t clan = (uint8_t)(CAVE_CLAN_YELLOW + i);

		side[i] = (struct knowledge_side){ .name = clan, .roles = works_for[clan] };
		for (uint8_t s = 0; s < known->n_seats; s++)
			if (cave_own(known)->seat[s].out && cave_works_for(known, s) == clan)
				side[i].gold = (uint16_t)(side[i].gold + known->seat[s].gold);
	}
	return KNOWLEDGE_SIDES_MAX;
}

const struct knowledge_rules cave_know = { .roles = roles, .may_be = may_be, .sides = sides };
