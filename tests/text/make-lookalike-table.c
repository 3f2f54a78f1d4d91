/*
 * Makes src/text/lookalike_table.c from the data of ICU (Debian: libicu-dev), which follow one
 * Unicode version. This program is not part of the build. The table is committed, and changes only
 * with that version.
 *
 *	cc make-lookalike-table.c $(pkg-config --cflags --libs icu-i18n) -o make && ./make > text/lookalike_table.c
 */
#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/uscript.h>
#include <unicode/uspoof.h>

enum { CODES = 0x110000, SETS = 512, SCRIPTS = 256 };

static void
check(UErrorCode e)
{
	if (U_FAILURE(e)) {
		(void)fprintf(stderr, "%s\n", u_errorName(e));
		exit(1);
	}
}

static bool
is_letter_or_digit(UChar32 c)
{
	int type = u_charType(c);

	return (type >= U_UPPERCASE_LETTER && type <= U_OTHER_LETTER) ||
	    type == U_DECIMAL_DIGIT_NUMBER;
}

/* ---- lookalikes ---------- */

/* Letters that UTS 39 distinguishes, but that readers confuse in a name. */
static const struct {
	UChar32 c;
	char like;
} more[] = {
	{ 'i', 'l' },
	{ 0x417, '3' },
	{ 0x437, '3' },
	{ 0x138, 'k' },
	{ 0x3ba, 'k' },
	{ 0x43a, 'k' },
	{ 0x43c, 'm' },
	{ 0x3b7, 'n' },
	{ 0x43f, 'n' },
	{ 0x438, 'u' },
	{ 0x3bc, 'u' },
	{ 0x3c4, 't' },
	{ 0x3c9, 'w' },
	{ 0x3c7, 'x' },
	{ 0x3b5, 'e' },
	{ 0x3b2, 'b' },
	{ 0x44c, 'b' },
	{ 0x501, 'd' },
};

static UChar32
in_more(UChar32 c)
{
	for (size_t i = 0; i < sizeof more / sizeof more[0]; i++)
		if (more[i].c == c)
			return more[i].like;
	return 0;
}

/* Returns b for LATIN LETTER SMALL CAPITAL B, and so on; 0 for other characters. */
static UChar32
small_capital(UChar32 c)
{
	static const char name[] = "LATIN LETTER SMALL CAPITAL ";
	char is[128];
	UErrorCode e = U_ZERO_ERROR;

	(void)u_charName(c, U_UNICODE_CHAR_NAME, is, sizeof is, &e);
	check(e);
	if (strncmp(is, name, strlen(name)) != 0 || is[strlen(name) + 1] != '\0')
		return 0;
	return tolower((unsigned char)is[strlen(name)]);
}

/* Returns the single letter or digit without marks to which UTS 39 maps c, or c if there is
 * none. */
static UChar32
prototype(const USpoofChecker *checker, UChar32 c)
{
	UChar in[2], out[64];
	UErrorCode e = U_ZERO_ERROR;
	int32_t n = 0, n_out;
	UChar32 found = 0, next;

	U16_APPEND_UNSAFE(in, n, c);
	n_out = uspoof_getSkeleton(checker, 0, in, n, out, 64, &e);
	check(e);
	for (int32_t i = 0; i < n_out;) {
		int type;

		U16_NEXT(out, i, n_out, next);
		type = u_charType(next);
		if (type == U_NON_SPACING_MARK || type == U_ENCLOSING_MARK)
			continue;
		if (found != 0 || !is_letter_or_digit(next))
			return c;
		found = next;
	}
	return found != 0 ? found : c;
}

/* Returns the final lookalike in lower case, in ASCII if possible, or c if there is none. */
static UChar32
resolve(const USpoofChecker *checker, UChar32 c)
{
	UChar32 is = c;

	for (int i = 0; i < 8; i++) {
		UChar32 next = in_more(is);

		if (next == 0)
			next = small_capital(is);
		if (next == 0)
			next = prototype(checker, is);
		if (next < 0x80)
			next = tolower(next);
		if (next == is)
			break;
		is = next;
	}
	return is;
}

/* True if normal form KD does not decompose c. Other characters are never looked up. */
static bool
is_whole(const UNormalizer2 *nfkd, UChar32 c)
{
	UChar out[64];
	UErrorCode e = U_ZERO_ERROR;

	return unorm2_getDecomposition(nfkd, c, out, 64, &e) < 0;
}

static void
put_alike(void)
{
	UErrorCode e = U_ZERO_ERROR;
	USpoofChecker *checker = uspoof_open(&e);
	const UNormalizer2 *nfkd = unorm2_getNFKDInstance(&e);
	unsigned n = 0;

	check(e);
	printf("const uint32_t lookalike_pair[][2] = {\n\t/* clang-format off */");
	for (UChar32 c = 0; c < CODES; c++) {
		UChar32 is;

		if (!is_letter_or_digit(c) || !is_whole(nfkd, c))
			continue;
		is = resolve(checker, c);
		if (is == c || (c < 0x80 && tolower(c) == is))
			continue;
		printf("%s{0x%x,0x%x},", n++ % 7 == 0 ? "\n\t" : " ", (unsigned)c, (unsigned)is);
	}
	printf("\n\t/* clang-format on */\n};\n");
	printf(
	    "const size_t lookalike_pairs = sizeof lookalike_pair / sizeof lookalike_pair[0];\n");
	uspoof_close(checker);
}

/* ---- scripts ---- */

/* Numbers as in text/lookalike_table.h: those with a meaning first, all others in any order. */
static unsigned number[SCRIPTS], n_numbers = 10;

static unsigned
script_number(UScriptCode script)
{
	switch ((int)script) {
	case USCRIPT_LATIN:
		return 1;
	case USCRIPT_HAN:
		return 2;
	case USCRIPT_HIRAGANA:
		return 3;
	case USCRIPT_KATAKANA:
		return 4;
	case USCRIPT_BOPOMOFO:
		return 5;
	case USCRIPT_HANGUL:
		return 6;
	default:
		if (number[script] == 0)
			number[script] = n_numbers++;
		return number[script];
	}
}

static char set[SETS][256];
static unsigned n_sets;

/* Returns the number of the set of scripts of c, stored as octal escapes. "": any script. */
static unsigned
set_number(UChar32 c)
{
	UScriptCode script[64];
	UErrorCode e = U_ZERO_ERROR;
	int n = uscript_getScriptExtensions(c, script, 64, &e);
	char is[256] = "";

	check(e);
	for (int i = 0; i < n; i++)
		if (script[i] != USCRIPT_COMMON && script[i] != USCRIPT_INHERITED)
			(void)sprintf(is + strlen(is), "\\%03o", script_number(script[i]));
	for (unsigned i = 0; i < n_sets; i++)
		if (strcmp(set[i], is) == 0)
			return i;
	(void)strcpy(set[n_sets], is);
	return n_sets++;
}

static void
put_scripts(void)
{
	unsigned n = 0, last = SETS;

	printf("const uint32_t lookalike_range[] = {\n\t/* clang-format off */");
	for (UChar32 c = 0; c < CODES; c++) {
		int type = u_charType(c);
		unsigned is;

		if (type == U_UNASSIGNED || type == U_PRIVATE_USE_CHAR || type == U_SURROGATE ||
		    type == U_CONTROL_CHAR)
			continue;
		is = set_number(c);
		if (is == last)
			continue;
		printf("%s0x%x,", n++ % 10 == 0 ? "\n\t" : " ", (unsigned)c << 11 | is);
		last = is;
	}
	printf("\n\t/* clang-format on */\n};\n");
	printf("const size_t lookalike_ranges = sizeof lookalike_range / sizeof "
	       "lookalike_range[0];\n\n");
	printf("const char *const lookalike_set[] = {\n\t/* clang-format off */");
	for (unsigned i = 0, column = 100; i < n_sets; i++) {
		column += (unsigned)strlen(set[i]) + 4;
		if (column > 100) {
			printf("\n\t");
			column = (unsigned)strlen(set[i]) + 12;
		} else {
			printf(" ");
		}
		printf("\"%s\",", set[i]);
	}
	printf("\n\t/* clang-format on */\n};\n");
	if (n_numbers > SCRIPTS) {
		(void)fprintf(stderr, "too many scripts\n");
		exit(1);
	}
}

int
main(void)
{
	UVersionInfo version;
	char text[U_MAX_VERSION_STRING_LENGTH];

	u_getUnicodeVersion(version);
	u_versionToString(version, text);
	printf("/*\n * Which letters look alike, and which scripts a character belongs to, in "
	       "Unicode %s.\n",
	    text);
	printf(" * Made by tests/text/make-lookalike-table.c: do not edit.  LICENSE has the "
	       "licence of the data.\n */\n");
	printf("#include \"text/lookalike_table.h\"\n\n");
	put_alike();
	printf("\n");
	put_scripts();
	return 0;
}
