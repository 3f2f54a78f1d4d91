#ifndef ADIT_TEXT_OPTIONS_H
#define ADIT_TEXT_OPTIONS_H

#include "text/names.h"

/*
 * One option of a rules set (rules->options, which ends with a row without name). Every rules set
 * also has first=NAME, before its own options. Help, digest 0, position JSON and adit(5) use these
 * rows.
 */
struct option_row {
	const char *name;
	uint8_t at;          /* index in struct options */
	const char *word[3]; /* values 0, 1 and perhaps 2; NULL: the value is the name of a seat */
	bool begins;         /* it names the first seat: first=NAME must not name another one */
};

/* Sets one option from "name=value" (first= and green= need names). ERR_USAGE lists the valid
 * options and values; then *o is unchanged. */
int options_set(struct options *o, const struct rules *rules, const struct names *names,
    const char *s, size_t n, struct err *err);

/* Calls `each` with name and value of each option that differs from the default, in table order. */
void options_each(const struct options *o, const struct rules *rules, const struct names *names,
    void (*each)(void *arg, const char *name, const char *value), void *arg);

/* Writes a help line without line end: the options of a rules set with their values, the default
 * first: "first=NAME gold=miners|players". */
void options_help(const struct rules *rules, struct buf *out);

/* Sets *out to n_given texts NAME=VALUE, each option at most once. ERR_USAGE, and the errors of
 * options_set. */
int options_set_all(struct options *out, const struct rules *rules, const struct names *names,
    const char *const *given, unsigned n_given, struct err *err);

#endif
