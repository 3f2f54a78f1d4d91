#ifndef ADIT_RECORD_RULES_CHOICE_H
#define ADIT_RECORD_RULES_CHOICE_H

#include "core/rules.h"
#include "util/err.h"

struct house_deck;

/* Returns the rules set of that name, one of `games`. NULL and ERR_USAGE with a list of all names
 * if it is unknown or NULL. `option` is how the user gives it: "--rules". */
const struct rules *rules_choice_named(
    const struct rules *const *games, const char *option, const char *name, struct err *err);

/*
 * Returns the rules set `base` with the cards of the list in `file` (--deck), stored in *deck.
 * A `file` of NULL returns `base`. NULL and an error with the file name: it cannot be read or
 * is invalid.
 */
const struct rules *rules_choice_with_deck(
    const struct rules *base, const char *file, struct house_deck *deck, struct err *err);

#endif
