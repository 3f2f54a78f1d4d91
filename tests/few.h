#ifndef ADIT_TESTS_FEW_H
#define ADIT_TESTS_FEW_H

#include <stdbool.h>
#include <stdlib.h>

/* ADIT_FEW=N: the suite is to be quick, and of what is tried often each Nth is enough (HACKING.md). */

static inline unsigned
few_step(void)
{
	const char *n = getenv("ADIT_FEW");
	unsigned long every = n != NULL ? strtoul(n, NULL, 10) : 0;

	return every > 0 ? (unsigned)every : 1;
}

/* Is what other tests do as well, in other games, to be left out? */
static inline bool
is_few(void)
{
	return few_step() > 1;
}

/* So many instead of n. */
static inline unsigned
few(unsigned n)
{
	return (n + few_step() - 1) / few_step();
}

/* Of a short list, i of which takes long: is it left out? */
static inline bool
few_without(size_t i)
{
	return is_few() && i % 3 != 0;
}

#endif
