#ifndef ADIT_TESTS_GOLDEN_COMPARE_H
#define ADIT_TESTS_GOLDEN_COMPARE_H

#include "util/buf.h"

/* Compares with tests/golden/NAME.txt and reports the first line that differs. With ADIT_REGOLD
 * set, rewrites the file. */
void golden_compare(const char *name, const struct buf *is);

/* Does the same with fuzz/corpus/FUZZER/NAME. */
void golden_compare_seed(const char *fuzzer, const char *name, const struct buf *is);

#endif
