/*
 * Saboteur 2: inference of roles [SB2 3.A.1, SB2 3.D.20].
 */
#include "core/knowledge.h"
#include "games/mine/mine.h"
#include "games/saboteur2/saboteur2.h"

/* Lists the roles that are not known to be discarded. */
static unsigned
roles(const struct game *known, card_id role[static ROLES_MAX])
{
	const struct sb2_state *sb2 = sb2_own(known);
	unsigned n = mine_copies(known->rules, MINE_CLASS(CARD_ROLE), role, ROLES_MAX);

	for (unsigned h = 0; h < sb2->n_hats; h++) {
		for (unsigned i = 0; i < n; i++) {
			if (role[i] == sb2->hat[h]) {
				role[i] = role[--n];
				break;
			}
		}
	}
	return n;
}

const struct knowledge_rules sb2_know = { .roles = roles };
