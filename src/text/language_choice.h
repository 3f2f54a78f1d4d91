#ifndef ADIT_TEXT_LANGUAGE_CHOICE_H
#define ADIT_TEXT_LANGUAGE_CHOICE_H

#include <stdbool.h>
#include <stddef.h>

#include "util/buf.h"

/*
 * Which language somebody reads: the first of --lang, the setting, ADIT_LANG, and the variables of
 * gettext. NULL or "": not given; but --lang= names no language. No locale has to be installed.
 */
struct language_wish {
	const char *option, *setting, *adit_lang;
	const char *lc_all, *lc_messages, *lang; /* the first that is given is the locale */
	const char *language; /* a list, "de:es", which counts unless the locale is C */
};

enum { LANGUAGE_CODE_MAX = 15 };

/* True if `code` can be that of a language: 2 to 8 lower-case letters. */
bool language_code_is_ok(const char *code);

/*
 * Sets `code` to the language, "" for English. has: true if there is a catalogue of the
 * code; the last code for which it was is the result. A
 * locale "uk_UA.UTF-8" is uk. Another charset than UTF-8 is English, as are C, POSIX and every
 * language without a catalogue. Returns false if --lang names a language without a catalogue.
 */
bool language_choose(const struct language_wish *wish, bool (*has)(void *arg, const char *code),
    void *arg, char code[static LANGUAGE_CODE_MAX + 1]);

#endif
