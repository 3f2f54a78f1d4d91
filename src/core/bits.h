#ifndef ADIT_CORE_BITS_H
#define ADIT_CORE_BITS_H

#include <stdint.h>

/* Sets of up to 64 elements, one bit each, in plain C. No loop visits absent elements. */

/* Returns the number of elements of the set. */
static inline unsigned
bits_count(uint64_t set)
{
	set -= set >> 1 & UINT64_C(0x5555555555555555);
	set = (set & UINT64_C(0x3333333333333333)) + (set >> 2 & UINT64_C(0x3333333333333333));
	set = (set + (set >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
	return (unsigned)(set * UINT64_C(0x0101010101010101) >> 56);
}

/* Returns the number of elements of a set that uses only the lowest bit of each nibble. */
static inline unsigned
bits_count_nibbles(uint64_t set)
{
	return (unsigned)(((set + (set >> 4)) & UINT64_C(0x0303030303030303)) *
		UINT64_C(0x0101010101010101) >>
	    56);
}

/* Returns the sum of 16 nibbles. The sum must be below 256. */
static inline unsigned
bits_sum_nibbles(uint64_t nibbles)
{
	const uint64_t low = UINT64_C(0x0f0f0f0f0f0f0f0f);

	return (unsigned)(((nibbles & low) + (nibbles >> 4 & low)) * UINT64_C(0x0101010101010101) >>
	    56);
}

/* Returns the lowest element of a non-empty set. The factor is a de Bruijn sequence: each shift by
 * 0 to 63 puts a different number into its highest six bits. */
static inline unsigned
bits_first(uint64_t set)
{
	static const uint8_t place[64] = { 0, 1, 48, 2, 57, 49, 28, 3, 61, 58, 50, 42, 38, 29, 17,
		4, 62, 55, 59, 36, 53, 51, 43, 22, 45, 39, 33, 30, 24, 18, 12, 5, 63, 47, 56, 27,
		60, 41, 37, 16, 54, 35, 52, 21, 44, 32, 23, 11, 46, 26, 40, 15, 34, 20, 31, 10, 25,
		14, 19, 9, 13, 8, 7, 6 };

	return place[(set & (~set + 1)) * UINT64_C(0x03f79d71b4cb0a89) >> 58];
}

/* Returns element number k, from 0 and ascending, of a set with more than k elements. */
static inline unsigned
bits_nth(uint64_t set, unsigned k)
{
	for (; k > 0; k--)
		set &= set - 1;
	return bits_first(set);
}

#endif
