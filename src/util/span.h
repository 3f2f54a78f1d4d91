#ifndef ADIT_UTIL_SPAN_H
#define ADIT_UTIL_SPAN_H

#include <stddef.h>

/* A part of a text in memory, by its offset. */
struct span {
	size_t at, n;
};

#endif
