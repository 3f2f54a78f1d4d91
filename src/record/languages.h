#ifndef ADIT_RECORD_LANGUAGES_H
#define ADIT_RECORD_LANGUAGES_H

#include <stddef.h>

#include "text/language.h"
#include "util/buf.h"
#include "util/err.h"

/*
 * Languages that somebody names by their codes. A catalogue is a file of `folder`
 * ($ADIT_CATALOGUES, for translators and tests; NULL: none), else that of the program.
 */

/* A language with the file of its catalogue, if that was read. The caller releases the buffer after
 * the last use. */
struct languages_room {
	struct language lang;
	struct buf catalogue;
};

/* Opens the language of a code. Returns false if it has no catalogue, or a damaged one. */
bool languages_read(const char *folder, const char *code, struct languages_room *room);

/* Sets the error: --lang names no language. The hint has those that there are. Returns -1. */
int languages_refuse(const char *code, struct err *err);

/* Several languages; NULL: English. */
struct languages {
	size_t n;
	const struct language **lang;
	struct languages_room *room;
};

/* Opens the languages of a list, "de,uk". The caller calls languages_release after every result.
 * ERR_USAGE: one does not exist, or is named twice. */
int languages_open(struct languages *l, const char *folder, const char *list, struct err *err);
void languages_release(struct languages *l);

#endif
