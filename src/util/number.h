#ifndef ADIT_UTIL_NUMBER_H
#define ADIT_UTIL_NUMBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Parses an integer from 0 to max without sign or leading zeros. Returns 0, or -1. */
int number_parse(const char *s, size_t n, int64_t max, int64_t *value);

/* Like number_parse, from min to max. Allows a minus sign (no -0) if min is below 0. */
int number_parse_range(const char *s, size_t n, int64_t min, int64_t max, int64_t *value);

#endif
