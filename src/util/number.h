#ifndef ADIT_UTIL_NUMBER_H
#define ADIT_UTIL_NUMBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A whole number from 0 to max without sign or leading zeros.  0, or -1. */
int number_parse(const char *s, size_t n, int64_t max, int64_t *value);

/* The same from min on, and with a sign (no -0) where min is below 0. */
int number_parse_range(const char *s, size_t n, int64_t min, int64_t max, int64_t *value);

#endif
