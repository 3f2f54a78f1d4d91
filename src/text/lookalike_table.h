#ifndef ADIT_TEXT_LOOKALIKE_TABLE_H
#define ADIT_TEXT_LOOKALIKE_TABLE_H

#include <stddef.h>
#include <stdint.h>

/* Data of lookalike.c for one Unicode version, which adit(5) names. */

/* { letter or digit, what it looks like }, ascending; a lower-case ASCII letter if there is one. An
 * unlisted letter looks like no other. */
extern const uint32_t lookalike_pair[][2];
extern const size_t lookalike_pairs;

/* From this character on (the upper bits) characters have the scripts of this set (the lower
 * LOOKALIKE_SET bits). */
enum { LOOKALIKE_SET = 11 };
extern const uint32_t lookalike_range[];
extern const size_t lookalike_ranges;

/* The scripts of a set, a byte each; "": any script. */
extern const char *const lookalike_set[];

/* Scripts with a special rule. Japanese, Chinese with Bopomofo, and Korean combine several. */
enum {
	SCRIPT_LATIN = 1,
	SCRIPT_HAN,
	SCRIPT_HIRAGANA,
	SCRIPT_KATAKANA,
	SCRIPT_BOPOMOFO,
	SCRIPT_HANGUL,
	SCRIPT_JAPANESE, /* not in the table */
	SCRIPT_CHINESE,
	SCRIPT_KOREAN
};

#endif
