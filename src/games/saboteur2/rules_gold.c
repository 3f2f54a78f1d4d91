/*
 * Saboteur 2: the end of a round, its winners and their gold [SB2 3.E].
 */
#include <string.h>

#include "games/saboteur2/internal.h"
#include "core/unset.h"

/* [SB2 3.E.24] By number of winners; 1 for five or more. */
static const uint8_t share_for[] = { 0, 5, 4, 3, 2, 1 };
enum { SHARES = sizeof share_for / sizeof share_for[0] };

static enum role
role_of(const struct game *g, uint8_t seat)
{
	return (enum role)game_card(g, g->seat[seat].role)->role;
}

/* ---- winners ---- */

/* True if a route without these doors joins the treasure to the start. [Q-SB2-4] A door ends a
 * route. */
static bool
has_route(const struct game *g, unsigned doors)
{
	UNSET struct mine m;
	bool found = false;

	mine_survey_without(&m, g, doors);
	for (unsigned i = 0; i < g->board.n && !found; i++)
		found = m.reach[i] != 0 &&
		    (game_card(g, g->board.cell[i].card)->feature & FEATURE_TREASURE) != 0;
	return found;
}

unsigned
saboteur2_ways(const struct game *g)
{
	unsigned ways = has_route(g, FEATURE_DOOR_GREEN) ? WAY_BLUE : 0;

	return ways | (has_route(g, FEATURE_DOOR_BLUE) ? WAY_GREEN : 0u);
}

/*
 * [SB2 3.E.23] Returns the winning teams, by the role of the player who completed the tunnel. If it
 * is a digger whose own route is open, only the own team wins, else the other one. For any other
 * role, both teams win by their routes (WAY_ bits in and out).
 */
static unsigned
winning_teams(enum role completed_by, unsigned ways)
{
	unsigned own = completed_by == ROLE_BLUE ? WAY_BLUE :
	    completed_by == ROLE_GREEN           ? WAY_GREEN :
						   0;

	return (ways & own) != 0 ? own : ways;
}

/* True if the role wins, before trapped players are excluded. */
static bool
has_won(enum role role, bool gold, unsigned teams)
{
	switch (role) {
	case ROLE_BLUE:
		return gold && (teams & WAY_BLUE) != 0;
	case ROLE_GREEN:
		return gold && (teams & WAY_GREEN) != 0;
	case ROLE_BOSS: /* [Q-SB2-16] regardless of doors */
		return gold;
	case ROLE_PROFITEER:
		return true;
	case ROLE_SABOTEUR:
		return !gold;
	case ROLE_GEOLOGIST:
	case ROLE_NONE:
	case ROLE_MINER:
	case ROLE_YELLOW_LOYAL:
	case ROLE_YELLOW_SABOTEUR:
	case ROLE_BLUE_LOYAL:
	case ROLE_BLUE_SABOTEUR:
	case ROLE_SELFISH:
	case ROLE_COUNT:
		break;
	}
	return false;
}

/* ---- payment ---- */

static void
pay(struct game *g, uint8_t seat, enum event_kind kind, unsigned value, struct events *ev)
{
	if (value == 0)
		return;
	g->seat[seat].gold = (uint16_t)(g->seat[seat].gold + value);
	event_add_public(ev, kind, seat, value);
}

/* [SB2 3.E.24, Q-SB2-17] */
static void
pay_winners(struct game *g, uint16_t winners, unsigned n, struct events *ev)
{
	unsigned share = share_for[n < SHARES ? n : SHARES - 1];

	for (uint8_t s = 0; s < g->n_seats; s++) {
		unsigned less = role_of(g, s) == ROLE_BOSS ? 1 :
		    role_of(g, s) == ROLE_PROFITEER        ? 2 :
							     0;

		if ((winners & SEEN_BY(s)) == 0)
			continue;
		event_add_public(ev, EVENT_ROUND_WINNER, s, 0);
		pay(g, s, EVENT_GOLD, share > less ? share - less : 0, ev);
	}
}

/* [SB2 3.E.25, Q-SB2-5, Q-SB2-6, Q-SB2-7] Counts every crystal on the board, connected or not.
 * Independent of who has won. */
static void
pay_geologists(struct game *g, struct events *ev)
{
	unsigned crystals = 0, n = 0;

	for (unsigned i = 0; i < g->board.n; i++)
		crystals += (game_card(g, g->board.cell[i].card)->feature & FEATURE_CRYSTAL) != 0;
	for (uint8_t s = 0; s < g->n_seats; s++)
		n += role_of(g, s) == ROLE_GEOLOGIST && !sb2_is_trapped(g, s);
	for (uint8_t s = 0; s < g->n_seats; s++)
		if (role_of(g, s) == ROLE_GEOLOGIST && !sb2_is_trapped(g, s))
			pay(g, s, EVENT_CRYSTALS, crystals / n, ev);
}

/* ---- thieves ---- */

/* [Q-SB2-10] Returns the first seat with gold on the thief's list. Without one, the other seat with
 * gold that gained most in this round, of several the first clockwise. SEAT_NONE: nobody. */
static uint8_t
find_victim(const struct game *g, uint8_t thief, const uint16_t gained[static SEATS_MAX])
{
	const struct sb2_state *sb2 = sb2_own(g);
	uint8_t n = sb2->n_steal[thief], victim = SEAT_NONE;

	if (n == 0)
		return SEAT_NONE;
	for (unsigned i = 0; n != STEAL_DEFAULT && i < n; i++)
		if (sb2->steal[thief][i] != thief && g->seat[sb2->steal[thief][i]].gold > 0)
			return sb2->steal[thief][i];
	for (unsigned i = 1; i < g->n_seats; i++) {
		uint8_t s = (uint8_t)((thief + i) % g->n_seats);

		if (g->seat[s].gold > 0 && (victim == SEAT_NONE || gained[s] > gained[victim]))
			victim = s;
	}
	return victim;
}

/* [SB2 3.E.27, Q-SB2-11] Thieves steal one after the other. The thief who played their card last
 * begins, then clockwise. */
static void
steal(struct game *g, const uint16_t gained[static SEATS_MAX], struct events *ev)
{
	struct sb2_state *sb2 = sb2_own(g);
	unsigned i = sb2->n_thieves, first;

	while (i > 0 && sb2_is_trapped(g, sb2->thief[i - 1]))
		i--;
	if (i == 0)
		return;
	first = sb2->thief[i - 1];
	for (i = 0; i < g->n_seats; i++) {
		uint8_t s = (uint8_t)((first + i) % g->n_seats), victim;
		struct event e = event_make(EVENT_STOLE, s, CARD_NONE);

		if (!sb2_is_thief(g, s) || sb2_is_trapped(g, s))
			continue;
		victim = find_victim(g, s, gained);
		if (victim == SEAT_NONE)
			continue;
		g->seat[victim].gold--;
		g->seat[s].gold++;
		e.to = victim;
		e.value = 1;
		event_add(ev, e);
	}
}

/* ---- the end ---- */

static void
show_roles(const struct game *g, struct events *ev)
{
	for (uint8_t s = 0; s < g->n_seats; s++)
		event_add(ev, event_make(EVENT_SHOWN, s, g->seat[s].role));
}

/* Nobody has won, so nobody is robbed: the cards in front of the seats stay there. */
void
sb2_stop(struct game *g, struct events *ev)
{
	show_roles(g, ev);
}

void
sb2_end_round(struct game *g, enum outcome outcome, uint8_t reached_by, struct events *ev)
{
	bool gold = outcome == OUTCOME_GOLD;
	uint16_t winners = 0, gained[SEATS_MAX];
	unsigned teams = 0, n = 0;

	event_add_public(ev, EVENT_ROUND_END, reached_by, outcome);
	game_show_goals(g, ev);
	show_roles(g, ev);
	if (gold) {
		unsigned ways = saboteur2_ways(g);

		event_add_public(ev, EVENT_WAYS, SEAT_NONE, ways);
		teams = winning_teams(role_of(g, reached_by), ways);
	}
	for (uint8_t s = 0; s < g->n_seats; s++) {
		gained[s] = g->seat[s].gold;
		if (!has_won(role_of(g, s), gold, teams) || sb2_is_trapped(g, s))
			continue;
		winners |= SEEN_BY(s);
		n++;
	}
	pay_winners(g, winners, n, ev);
	pay_geologists(g, ev);
	for (unsigned s = 0; s < g->n_seats; s++)
		gained[s] = (uint16_t)(g->seat[s].gold - gained[s]);
	steal(g, gained, ev);
	for (; sb2_own(g)->n_thieves > 0; sb2_own(g)->n_thieves--)
		sb2_discard_front(g, ACTION_THEFT);
}
