#ifndef ADIT_CLI_RULES_H
#define ADIT_CLI_RULES_H

#include "cli/cmd.h"

struct house_deck;

/* Returns the rules set of that name. NULL and ERR_USAGE with a list of all names if it is
 * unknown or NULL. `option` is how the user gives it: "--rules". */
const struct rules *rules_arg(
    const struct ctx *ctx, const char *option, const char *name, struct err *err);

/*
 * Returns the rules set `base` with the cards of the list in `file` (--deck), stored in *deck.
 * A `file` of NULL returns `base`. NULL and an error with the file name: it cannot be read or
 * is invalid.
 */
const struct rules *rules_with_deck(
    const struct rules *base, const char *file, struct house_deck *deck, struct err *err);

#endif
