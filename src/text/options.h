#ifndef ADIT_TEXT_OPTIONS_H
#define ADIT_TEXT_OPTIONS_H

#include "text/names.h"

/*
 * The one table of options: name, rules sets that know it, values, where it is kept in
 * struct options.  Help, digest 0, position JSON and adit(5) come from it.
 */

/* Set one option from "name=value" (names needed for first=, green=).  ERR_USAGE naming the
 * options and values there are; *o is then untouched. */
int options_set(struct options *o, const struct rules *rules, const struct names *names,
    const char *s, size_t n, struct err *err);

/* Each option that differs from the default, in table order: name and value. */
void options_each(const struct options *o, const struct rules *rules, const struct names *names,
    void (*each)(void *arg, const char *name, const char *value), void *arg);

/* One line for help, without line end: what options a rules set has, with values, the default
 * first: "first=NAME gold=miners|players". */
void options_help(const struct rules *rules, struct buf *out);

#endif
