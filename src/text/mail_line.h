#ifndef ADIT_TEXT_MAIL_LINE_H
#define ADIT_TEXT_MAIL_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/buf.h"
#include "util/err.h"

/*
 * A line of do: about the mail of the own seat: "mail all", "mail mine", "mail daily", "mail
 * narrow", "mail wide", "address ADDR" or "resend N". It is not an order of any rules set, and no
 * digest has it.
 *
 * do: has no capital letters, no "=" and "|", and no two "-" in a row. In ADDR these characters
 * and "%" are %XX, two digits of lower-case hexadecimal; of several "-" in a row all but the first.
 * No other character is, so each address has one form.
 */
enum { MAIL_ADDRESS_MAX = 254 };

enum mail_line_kind {
	MAIL_LINE_ALL,    /* every digest */
	MAIL_LINE_MINE,   /* digests that want something of the seat, or begin a round */
	MAIL_LINE_DAILY,  /* these, and the others once a day */
	MAIL_LINE_NARROW, /* text of 40 columns */
	MAIL_LINE_WIDE,   /* text of 72 columns */
	MAIL_LINE_ADDRESS,
	MAIL_LINE_RESEND
};

struct mail_line {
	enum mail_line_kind kind;
	char addr[MAIL_ADDRESS_MAX + 1]; /* of MAIL_LINE_ADDRESS */
	int64_t n;                       /* of MAIL_LINE_RESEND */
};

/* True if the first word of a line in normal form is one of these, valid or not. */
bool mail_line_is(const char *line);

/* Parses such a line. ERR_SYNTAX. */
int mail_line_parse(const char *line, struct mail_line *out, struct err *err);

/* Appends what a player has typed in the form above, with the address as people write it. A line
 * that is no line of this kind, or is wrong, is appended as it is. */
void mail_line_typed(const char *typed, struct buf *out);

/* Appends an address in the form above. */
void mail_address_write(const char *addr, struct buf *out);

/* Sets addr, and returns false if s is not the one form of an address. */
bool mail_address_read(const char *s, char addr[static MAIL_ADDRESS_MAX + 1]);

/* True for local@domain of two dot-atoms, at most MAIL_ADDRESS_MAX bytes, not beginning with "-". */
bool mail_address_is_ok(const char *s, size_t n);

#endif
