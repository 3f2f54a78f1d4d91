#ifndef ADIT_TEXT_RULEBOOK_ROW_H
#define ADIT_TEXT_RULEBOOK_ROW_H

#include <stddef.h>

/* The rules of adit(6) as rows. The build makes them with rulebook.awk. */

enum rulebook_kind {
	RULEBOOK_SECTION, /* "COMMON RULES", "SABOTEUR" */
	RULEBOOK_PART,    /* number "2.C", "Laying a path card" */
	RULEBOOK_RULINGS, /* the part with the rulings */
	RULEBOOK_TEXT,    /* a paragraph of a part */
	RULEBOOK_ITEM,    /* a rule: number "2.C.11" */
	RULEBOOK_MORE,    /* another paragraph of the item */
	RULEBOOK_POINT,   /* a point of the item */
	RULEBOOK_LINE     /* a line of a table or a drawing */
};

struct rulebook_row {
	enum rulebook_kind kind;
	const char *game;   /* name of the rules set; "": all */
	const char *number; /* of the part or the rule that the row belongs to, or "" */
};

extern const struct rulebook_row rulebook_row[];
extern const size_t rulebook_rows;

/* The texts of all rows in a language, as gzip packs them: each ends with \n. The first language is
 * English, the last has no code. The build makes them from man/adit.6 and man/LL/adit.6
 * (rulebooks.sh). */
struct rulebook_texts {
	const char *code;
	const unsigned char *packed;
	size_t packed_n, size;
};
extern const struct rulebook_texts rulebook_languages[];

#endif
