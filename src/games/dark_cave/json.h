#ifndef ADIT_GAMES_DARK_CAVE_JSON_H
#define ADIT_GAMES_DARK_CAVE_JSON_H

#include "games/dark_cave/cave.h"
#include "wire/deck.h"
#include "wire/position_rules.h"

/* Members of json.c's struct position_rules that json_score.c defines. */
void dark_cave_score_json(const struct game *g, const struct names *names, bool open, json_t *out);
size_t dark_cave_room(const struct view *pub, const struct names *names, uint8_t seat);
extern const struct deck_rules dark_cave_deck;

#endif
