/*
 * Cards: what follows from a row of the table.
 */
#include "core/card.h"

bool
card_is_symmetric(const struct card_def *c)
{
	return tunnel_turned(c->tunnel) == c->tunnel && edges_turned(c->door_at) == c->door_at
	    && edges_turned(c->gold_at) == c->gold_at;
}
