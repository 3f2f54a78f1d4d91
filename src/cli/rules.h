#ifndef ADIT_CLI_RULES_H
#define ADIT_CLI_RULES_H

#include "cli/cmd.h"

struct house_deck;

/* The rules set an option names; NULL and ERR_USAGE listing all of them for a wrong name or none
 * (name NULL).  `option` is how the user gives it: "--rules". */
const struct rules *rules_arg(
    const struct ctx *ctx, const char *option, const char *name, struct err *err);

/* The rules set `base` with the cards of the list in `file` (--deck), kept in *deck; without a file
 * (NULL) base itself.  NULL and an error that names the file: it cannot be read, or is no such
 * list. */
const struct rules *rules_with_deck(
    const struct rules *base, const char *file, struct house_deck *deck, struct err *err);

/* Set *out as -o NAME=VALUE say, each option once. */
int rules_options(const struct opt_list *given, const struct rules *rules,
    const struct names *names, struct options *out, struct err *err);

#endif
