#ifndef ADIT_TESTS_GOLDEN_COMPARE_H
#define ADIT_TESTS_GOLDEN_COMPARE_H

#include "util/buf.h"

/* Is that what tests/golden/NAME.txt holds?  Tells the first line that differs.  With ADIT_REGOLD set the file
 * is written anew. */
void golden_compare(const char *name, const struct buf *is);

#endif
