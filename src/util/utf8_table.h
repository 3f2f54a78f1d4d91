#ifndef ADIT_UTIL_UTF8_TABLE_H
#define ADIT_UTIL_UTF8_TABLE_H

#include <stddef.h>
#include <stdint.h>

/* Data of utf8.c for one Unicode version, which adit(5) names. Digests depend on it, so it must not
 * be that of the library, which has other characters in each version. */

enum utf8_class {
	UTF8_HIDDEN, /* not printable */
	UTF8_NARROW,
	UTF8_WIDE, /* two columns */
	UTF8_MARK, /* a combining mark, which has no column of its own */
	UTF8_ZERO, /* something else without a column */
	UTF8_CLASSES
};

/* From this character on (the upper bits) characters are of this class (the lower UTF8_CLASS_BITS
 * bits), ascending from U+0000. */
enum { UTF8_CLASS_BITS = 3 };
extern const uint32_t utf8_run[];
extern const size_t utf8_runs;

#endif
