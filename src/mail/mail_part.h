#ifndef ADIT_MAIL_MAIL_PART_H
#define ADIT_MAIL_MAIL_PART_H

#include "core/changes.h"
#include "text/language.h"
#include "text/names.h"

/* What is drawn again for narrow screens: the public view, its seats, and the changes to mark. */
struct mail_table {
	const struct language *lang; /* NULL: English */
	const struct view *pub;
	const struct names *names;
	const struct changes *changes;
};

#include <stddef.h>

/* The text of a mail is a sequence of parts. */
enum mail_part_kind {
	MAIL_PART_LEAD,  /* who is to move */
	MAIL_PART_WORDS, /* paragraphs; lines indented by four blanks are commands to type */
	MAIL_PART_NEWS,  /* sentences of one or more lines; continuation lines are indented */
	MAIL_PART_ROWS,  /* lines of columns */
	MAIL_PART_ENDED, /* the board at the end of a round; replaced by `narrow` */
	MAIL_PART_HAND,  /* a hand; replaced by `narrow` */
	MAIL_PART_BOARD  /* the board of the table; replaced by a new drawing */
};
struct mail_part {
	enum mail_part_kind kind;
	size_t at, n;
	char *narrow; /* a drawing of COMPOSE_HTML_COLUMNS, or NULL */
};

enum { MAIL_PARTS_MAX = 192 };

#endif
