/*
 * Clans, the end of the game and its winner [CAVE 5.A.3, CAVE 5.I.38-40].
 */
#include "games/dark_cave/cave.h"

static const struct allegiance {
	uint8_t clan, works_for;
} allegiance[ROLE_COUNT] = {
	[ROLE_YELLOW_LOYAL] = { CLAN_YELLOW, CLAN_YELLOW },
	[ROLE_YELLOW_SABOTEUR] = { CLAN_YELLOW, CLAN_BLUE },
	[ROLE_BLUE_LOYAL] = { CLAN_BLUE, CLAN_BLUE },
	[ROLE_BLUE_SABOTEUR] = { CLAN_BLUE, CLAN_YELLOW },
};

static struct allegiance
allegiance_of(const struct game *g, uint8_t seat)
{
	card_id role = g->seat[seat].role;

	return allegiance[role < g->rules->n_cards ? game_card(g, role)->role : ROLE_NONE];
}

enum cave_clan
cave_clan_of(const struct rules *rules, card_id role)
{
	return (enum cave_clan)allegiance[rules->card[role].role].clan;
}

enum cave_clan
cave_clan(const struct game *g, uint8_t seat)
{
	unsigned clan = allegiance_of(g, seat).clan;

	return (enum cave_clan)(clan != CLAN_NONE ? clan : cave_own(g)->clan[seat]);
}

enum cave_clan
cave_works_for(const struct game *g, uint8_t seat)
{
	return (enum cave_clan)allegiance_of(g, seat).works_for;
}

bool
cave_clan_is_out(const struct game *g)
{
	unsigned n[CLANS] = { 0 }, out[CLANS] = { 0 };

	if (cave_own(g)->first_out == SEAT_NONE)
		return false;
	for (uint8_t s = 0; s < g->n_seats; s++) {
		n[cave_works_for(g, s)]++;
		out[cave_works_for(g, s)] += cave_own(g)->seat[s].out;
	}
	for (unsigned c = CLAN_YELLOW; c < CLANS; c++)
		if (n[c] > 0 && out[c] == n[c])
			return true;
	return false;
}

void
cave_treasure(const struct game *g, unsigned value[static CLANS])
{
	unsigned gold[CLANS] = { 0 }, n[CLANS] = { 0 };

	for (uint8_t s = 0; s < g->n_seats; s++) {
		n[cave_works_for(g, s)]++;
		if (cave_own(g)->seat[s].out)
			gold[cave_works_for(g, s)] += g->seat[s].gold;
	}
	value[CLAN_NONE] = 0;
	value[CLAN_YELLOW] = gold[CLAN_YELLOW] * n[CLAN_BLUE];
	value[CLAN_BLUE] = gold[CLAN_BLUE] * n[CLAN_YELLOW];
}

enum cave_clan
cave_winner(const struct game *g)
{
	unsigned value[CLANS];

	cave_treasure(g, value);
	if (value[CLAN_YELLOW] != value[CLAN_BLUE])
		return value[CLAN_YELLOW] > value[CLAN_BLUE] ? CLAN_YELLOW : CLAN_BLUE;
	/* [CAVE 5.I.40, Q-CAVE-36] */
	return cave_own(g)->first_out == SEAT_NONE ? CLAN_NONE :
						     cave_works_for(g, cave_own(g)->first_out);
}

void
cave_score(const struct game *g, uint16_t gold[static SEATS_MAX])
{
	for (unsigned s = 0; s < g->n_seats; s++)
		gold[s] = cave_own(g)->seat[s].out ? g->seat[s].gold : 0;
}

uint16_t
cave_winners(const struct game *g)
{
	enum cave_clan clan = cave_winner(g);
	uint16_t winners = 0;

	for (uint8_t s = 0; s < g->n_seats; s++)
		if (clan == CLAN_NONE || cave_works_for(g, s) == clan)
			winners = (uint16_t)(winners | SEEN_BY(s));
	return winners;
}
