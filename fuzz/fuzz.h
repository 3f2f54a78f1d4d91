#ifndef ADIT_FUZZ_FUZZ_H
#define ADIT_FUZZ_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/mem.h"

/*
 * Each fuzz/NAME.c defines this function. It tries n bytes of any input and aborts if an invariant
 * is broken. Returns true if the input is valid, so that all code after the checks of its format
 * has seen it. With --enable-fuzz libFuzzer calls it. Otherwise fuzz/replay.c calls it with each
 * file of fuzz/corpus/NAME in make check; there a file whose name begins with "good-" must be
 * valid.
 */
bool fuzz_try(const uint8_t *p, size_t n);

/* Like assert, but active in every build. */
#define MUST(what) ((what) ? (void)0 : mem_bug(__FILE__, __LINE__, #what))

#endif
