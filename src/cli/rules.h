#ifndef ADIT_CLI_RULES_H
#define ADIT_CLI_RULES_H

#include "util/err.h"

struct rules;

/* The rules set an option names; NULL and ERR_USAGE listing all of them for a wrong name or none
 * (name NULL).  `option` is how the user gives it: "--rules". */
const struct rules *rules_arg(const char *option, const char *name, struct err *err);

#endif
