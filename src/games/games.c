/*
 * The rules sets, in the order of their ids.
 */
#include "games/games.h"

const struct rules *const rules_all[] = { &rules_saboteur, &rules_saboteur2, &rules_duel,
	&rules_dark_cave, NULL };
