/*
 * Makes src/util/utf8_table.c from utf8proc 2.8, which has Unicode 15.0. This program is not part of
 * the build. The table is committed and stays, since signed text depends on it.
 *
 *	cc -I../../src make-utf8-table.c -lutf8proc -o make && ./make > ../../src/util/utf8_table.c
 */
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <utf8proc.h>

#include "util/utf8_table.h"

static enum utf8_class
class_of(utf8proc_int32_t c)
{
	const utf8proc_property_t *p = utf8proc_get_property(c);

	switch (p->category) {
	case UTF8PROC_CATEGORY_CN:
	case UTF8PROC_CATEGORY_CC:
	case UTF8PROC_CATEGORY_CF: /* bidi controls, joiners, the byte order mark, tags */
	case UTF8PROC_CATEGORY_CS:
	case UTF8PROC_CATEGORY_CO: /* private use: appearance unknown */
	case UTF8PROC_CATEGORY_ZL:
	case UTF8PROC_CATEGORY_ZP:
		return UTF8_HIDDEN;
	case UTF8PROC_CATEGORY_MN:
	case UTF8PROC_CATEGORY_ME:
		/* Fillers and variation selectors are letters and marks without appearance. */
		return p->ignorable ? UTF8_HIDDEN : UTF8_MARK;
	default:
		break;
	}
	return p->ignorable            ? UTF8_HIDDEN :
	    utf8proc_charwidth(c) == 2 ? UTF8_WIDE :
	    utf8proc_charwidth(c) == 1 ? UTF8_NARROW :
					 UTF8_ZERO;
}

int
main(void)
{
	enum utf8_class was = UTF8_CLASSES;
	int column = 0;

	if (strcmp(utf8proc_unicode_version(), "15.0.0") != 0)
		return 1;
	(void)printf("/*\n * How characters look in Unicode 15.0.\n * Made by "
		     "tests/util/make-utf8-table.c: do not edit.  LICENSE has the licence of the "
		     "data.\n */\n#include \"util/utf8_table.h\"\n\nconst uint32_t utf8_run[] = "
		     "{\n\t/* clang-format off */\n");
	for (utf8proc_int32_t c = 0; c < 0x110000; c++) {
		const enum utf8_class is = class_of(c);

		if (is == was)
			continue;
		if (column == 0)
			(void)printf("\t");
		column += printf("%s0x%x,", column > 0 ? " " : "",
		    (unsigned)c << UTF8_CLASS_BITS | (unsigned)is);
		if (column > 84) {
			(void)printf("\n");
			column = 0;
		}
		was = is;
	}
	(void)printf("%s\t/* clang-format on */\n};\nconst size_t utf8_runs = sizeof utf8_run / "
		     "sizeof utf8_run[0];\n",
	    column > 0 ? "\n" : "");
	return 0;
}
