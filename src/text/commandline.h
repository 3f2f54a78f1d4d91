#ifndef ADIT_TEXT_COMMANDLINE_H
#define ADIT_TEXT_COMMANDLINE_H

#include "text/mail_line.h"
#include "text/names.h"
#include "util/err.h"

/*
 * A command of the operator as a line of do:, in normal form: "status", "tick", "pause off",
 * "pause 2026-12-24" (to the end of that day in UTC, or a time), "undo 17", "seat bob" (whose new
 * keys are fields of the block) or "seat bob mail:bob@example.org", with the address in the form of
 * text/mail_line.h. The reason of undo and seat is the text of say:.
 */
enum commandline_kind {
	COMMANDLINE_STATUS,
	COMMANDLINE_TICK,
	COMMANDLINE_PAUSE,
	COMMANDLINE_UNDO,
	COMMANDLINE_SEAT,
	COMMANDLINE_KINDS
};

/* Returns the address of a seat that plays by plain mail, which is the rest of "mail:ADDR", or NULL. */
const char *commandline_plain_seat(const char *s);

struct commandline {
	enum commandline_kind kind;
	int64_t n;                   /* undo: back to this digest; pause: until then, 0: off */
	char seat[NAME_MAX_LEN + 1]; /* seat */
	char address[MAIL_ADDRESS_MAX + 1]; /* of a seat by mail; "": it gets keys */
};

/* ERR_SYNTAX: it is none. */
int commandline_parse(const char *line, struct commandline *out, struct err *err);

#endif
