#ifndef ADIT_TEXT_TITLE_H
#define ADIT_TEXT_TITLE_H

#include "core/rules.h"

/* Returns the title of a rules set: "Saboteur: The Duel"; its name if it has no title. */
const char *rules_title(const struct rules *rules);

/* Returns what kind of game it is, in one sentence: a message (text/language.h). */
const char *rules_about(const struct rules *rules);

#endif
