#include "wire/late.h"

bool
late_is_away(const struct time_control *c, const struct people *p, uint8_t seat)
{
	return c->late[0] != '\0' && c->misses > 0 && p->missed[seat] >= (uint64_t)c->misses;
}

bool
late_plays_at_once(const struct time_control *c, const struct people *p, const struct game *g)
{
	if (g->to_move == SEAT_NONE || !late_is_away(c, p, g->to_move))
		return false;
	for (uint8_t s = 0; s < g->n_seats; s++)
		if (!g->seat[s].resigned && !late_is_away(c, p, s))
			return true;
	return false;
}
