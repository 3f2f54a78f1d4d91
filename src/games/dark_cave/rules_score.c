/*
 * Clans, the end of the game and its winner [CAVE 5.A.3, CAVE 5.I.38-40].
 */
#include "games/dark_cave/cave.h"

static const struct allegiance {
	uint8_t clan, works_for;
} allegiance[ROLE_COUNT] = {
	[ROLE_YELLOW_LOYAL] = { CAVE_CLAN_YELLOW, CAVE_CLAN_YELLOW },
	[ROLE_YELLOW_SABOTEUR] = { CAVE_CLAN_YELLOW, CAVE_CLAN_BLUE },
	[ROLE_BLUE_LOYAL] = { CAVE_CLAN_BLUE, CAVE_CLAN_BLUE },
	[ROLE_BLUE_SABOTEUR] = { CAVE_CLAN_BLUE, CAVE_CLAN_YELLOW },
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

	return (enum cave_clan)(clan != CAVE_CLAN_NONE ? clan : cave_own(g)->clan[seat]);
}

enum cave_clan
cave_works_for(const struct game *g, uint8_t seat)
{
	return (enum cave_clan)allegiance_of(g, seat).works_for;
}

bool
cave_clan_is_out(const struct game *g)
{
	unsigned n[CAVE_CLANS] = { 0 }, out[CAVE_CLANS] = { 0 };

	if (cave_own(g)->first_out == SEAT_NONE)
		return false;
	for (uint8_t s = 0; s < g->n_seats; s++) {
		n[cave_works_for(g, s)]++;
		out[cave_works_for(g, s)] += cave_own(g)->seat[s].out;
	}
	for (unsigned c = CAVE_CLAN_YELLOW; c < CAVE_CLANS; c++)
		if (n[c] > 0 && out[c] == n[c])
			return true;
	return false;
}

void
cave_treasure(const struct game *g, unsigned value[static CAVE_CLANS])
{
	unsigned gold[CAVE_CLANS] = { 0 }, n[CAVE_CLANS] = { 0 };

	for (uint8_t s = 0; s < g->n_seats; s++) {
		n[cave_works_for(g, s)]++;
		if (cave_own(g)->seat[s].out)
			gold[cave_works_for(g, s)] += g->seat[s].gold;
	}
	value[CAVE_CLAN_NONE] = 0;
	value[CAVE_CLAN_YELLOW] = gold[CAVE_CLAN_YELLOW] * n[CAVE_CLAN_BLUE];
	value[CAVE_CLAN_BLUE] = gold[CAVE_CLAN_BLUE] * n[CAVE_CLAN_YELLOW];
}

enum cave_clan
cave_winner(const struct game *g)
{
	unsigned value[CAVE_CLANS];

	cave_treasure(g, value);
	if (value[CAVE_CLAN_YELLOW] != value[CAVE_CLAN_BLUE])
		return value[CAVE_CLAN_YELLOW] > value[CAVE_CLAN_BLUE] ? CAVE_CLAN_YELLOW :
									 CAVE_CLAN_BLUE;
	/* [CAVE 5.I.40, Q-CAVE-36] */
	return cave_own(g)->first_out == SEAT_NONE ? CAVE_CLAN_NONE :
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
		if (clan == CAVE_CLAN_NONE || cave_works_for(g, s) == clan)
			winners = (uint16_t)(winners | SEEN_BY(s));
	return winners;
}
