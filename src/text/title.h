#ifndef ADIT_TEXT_TITLE_H
#define ADIT_TEXT_TITLE_H

#include "core/rules.h"

/* What a rules set is called on its box: "Saboteur: The Duel"; its name, if it has none. */
const char *rules_title(const struct rules *rules);

#endif
