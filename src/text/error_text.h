#ifndef ADIT_TEXT_ERROR_TEXT_H
#define ADIT_TEXT_ERROR_TEXT_H

#include "text/language.h"
#include "util/err.h"

/* Appends what is wrong, or what to do, in a language. What has no translation is English. */
void error_text_message(const struct language *lang, const struct err *err, struct buf *out);
void error_text_hint(const struct language *lang, const struct err *err, struct buf *out);

/* Appends a text from a catalogue as one line: '?' for what a terminal should not get. */
void error_text_line(const struct buf *text, struct buf *out);

#endif
