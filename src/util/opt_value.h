#ifndef ADIT_UTIL_OPT_VALUE_H
#define ADIT_UTIL_OPT_VALUE_H

#include <stdbool.h>
#include <stdint.h>

#include "util/err.h"

/* Values of options, as a command line gives them. Texts are borrowed from it. */

enum { OPT_LIST_MAX = 64 };
struct opt_list {
	unsigned n;
	const char *at[OPT_LIST_MAX];
};
struct opt_number {
	bool given;
	int64_t value;
};

/* Sets *no if the value of option --name is "no". `value` may be NULL. ERR_USAGE: neither yes
 * nor no. */
int opt_parse_no(const char *name, const char *value, bool *no, struct err *err);
/* Sets *open to the value of --watchers. ERR_USAGE: neither open nor closed. */
int opt_parse_watchers(const char *value, bool *open, struct err *err);

#endif
