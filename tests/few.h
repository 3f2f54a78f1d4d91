#ifndef ADIT_TESTS_FEW_H
#define ADIT_TESTS_FEW_H

#include <stdbool.h>
#include <stdlib.h>

/* ADIT_FEW=N: for a quick suite, repetitions try only every Nth case (tests/README.md). */

static inline unsigned
few_step(void)
{
	const char *n = getenv("ADIT_FEW");
	unsigned long every = n != NULL ? strtoul(n, NULL, 10) : 0;

	return every > 0 ? (unsigned)every : 1;
}

/* True if cases that other tests also cover should be skipped. */
static inline bool
is_few(void)
{
	return few_step() > 1;
}

/* True if lists of whole games should be shorter: ADIT_SOAK_QUICK, or ADIT_FEW. */
static inline bool
is_quick(void)
{
	return is_few() || getenv("ADIT_SOAK_QUICK") != NULL;
}

/* Returns the reduced number for n, of cases or of games; half of it if only is_quick. */
static inline unsigned
few(unsigned n)
{
	const unsigned step = !is_few() && is_quick() ? 2 : few_step();

	return (n + step - 1) / step;
}

/* True if case i of a short list of slow cases is skipped. */
static inline bool
few_without(size_t i)
{
	return is_few() && i % 3 != 0;
}

/* The same for whole games, of which a quick run skips every second one. */
static inline bool
quick_without(size_t i)
{
	return is_few() ? few_without(i) : is_quick() && i % 2 != 0;
}

#endif
