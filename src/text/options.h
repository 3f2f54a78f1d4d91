#ifndef ADIT_TEXT_OPTIONS_H
#define ADIT_TEXT_OPTIONS_H

#include "text/names.h"

/*
 * One option of a rules set (rules->options, which a row without name ends).  Every rules set has
 * first=NAME too, before its own.  Help, digest 0, position JSON and adit(5) come from these rows.
 */
struct option_row {
	const char *name;
	uint8_t at;          /* its byte in struct options */
	const char *word[3]; /* values 0, 1 and perhaps 2; NULL: the value is a seat's name */
	bool begins;         /* it names who begins: first=NAME must name nobody else */
};

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
