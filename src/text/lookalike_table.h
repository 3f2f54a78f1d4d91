#ifndef ADIT_TEXT_LOOKALIKE_TABLE_H
#define ADIT_TEXT_LOOKALIKE_TABLE_H

#include <stddef.h>
#include <stdint.h>

/* The data of lookalike.c, of one Unicode version, which adit(5) names. */

/* { letter or digit, what it looks like }, rising; small ASCII letters wherever there is one.  A letter that is not
 * listed looks like none. */
extern const uint32_t lookalike_pair[][2];
extern const size_t lookalike_pairs;

/* From this character on (the upper bits) all belong to the scripts of this set (the lower LOOKALIKE_SET bits). */
enum { LOOKALIKE_SET = 11 };
extern const uint32_t lookalike_range[];
extern const size_t lookalike_ranges;

/* The scripts of a set, a byte each; "": any script. */
extern const char *const lookalike_set[];

/* Those with a meaning of their own.  Japanese, Chinese with Bopomofo and Korean are written in several. */
enum {
	SCRIPT_LATIN = 1,
	SCRIPT_HAN,
	SCRIPT_HIRAGANA,
	SCRIPT_KATAKANA,
	SCRIPT_BOPOMOFO,
	SCRIPT_HANGUL,
	SCRIPT_JAPANESE, /* in no set of the table */
	SCRIPT_CHINESE,
	SCRIPT_KOREAN
};

#endif
