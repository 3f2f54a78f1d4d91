#ifndef ADIT_FUZZ_FUZZ_H
#define ADIT_FUZZ_FUZZ_H

#include <stddef.h>
#include <stdint.h>

#include "util/mem.h"

/*
 * What each fuzz/NAME.c defines: take one input, which may be anything; abort when what must hold
 * does not.  Returns 0.  With --enable-fuzz libFuzzer calls it, else fuzz/replay.c does with each
 * file of fuzz/corpus/NAME, as a part of make check.
 */
int LLVMFuzzerTestOneInput(const uint8_t *p, size_t n);

/* Like assert, but in every build. */
#define MUST(what) ((what) ? (void)0 : mem_bug(__FILE__, __LINE__, #what))

#endif
