#ifndef ADIT_PLAYER_SUGGEST_H
#define ADIT_PLAYER_SUGGEST_H

#include "bot/policy.h"
#include "player/history.h"
#include "text/language.h"

/*
 * Like player_suggest, with any policy, and with what the seat has seen of this round. Appends to
 * `why`, unless NULL, the best orders that a search has tried and what it believes about roles, as
 * lines in the language.
 */
int suggest_order(const struct language *lang, const struct player_read *r,
    const struct history *story, struct bot_policy policy, struct buf *line, struct buf *why,
    struct err *err);

/* Like suggest_order, with a random stream that follows from `seed`. memory: NULL unless the policy
 * searches or there is `why`. */
int suggest_with_seed(const struct language *lang, const struct player_read *r,
    struct bot_policy policy, const struct bot_memory *memory, const struct hash *seed,
    struct buf *line, struct buf *why, struct err *err);

#endif
