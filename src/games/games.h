#ifndef ADIT_GAMES_GAMES_H
#define ADIT_GAMES_GAMES_H

#include "core/rules.h"

/* The rules sets, each in its own folder. Ids never change. */
extern const struct rules rules_saboteur, rules_saboteur2, rules_duel, rules_dark_cave;
extern const struct rules *const rules_all[]; /* ascending by id, NULL-terminated */

#endif
