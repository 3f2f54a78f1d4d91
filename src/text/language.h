#ifndef ADIT_TEXT_LANGUAGE_H
#define ADIT_TEXT_LANGUAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/buf.h"

/*
 * Languages: what people read is English, or a translation of it from a catalogue. A catalogue is a
 * file of gettext (.mo, either byte order). Signed and canonical text, JSON and order words have
 * one language: their functions take no struct language.
 *
 * A message is MSG("context", "English"). The context names where it is shown, so that one English
 * word can have two translations. A message is either a format of printf (language_fmt), or a
 * pattern with tokens (text/template.h), or plain text.
 *
 * A catalogue is not trusted: a message that is missing or cannot be used is shown in English.
 */
#define MSG(context, english) context "\004" english
/* A message without a context: help, and the formats of err_set (util/err.h) and output_say. */
#define MSG_PLAIN(english) english
/* One and several: for language_fmt_n. */
#define MSG_N(context, one, several) MSG(context, one), MSG(context, several)

struct catalogue;

/* A pointer of this type may be NULL: English. */
struct language {
	char code[16];               /* "uk" */
	const struct catalogue *own; /* of the program (text/catalogues.h), or NULL: a file */
	const unsigned char *file;   /* borrowed */
	size_t size;
	uint32_t count;           /* messages */
	uint32_t original, other; /* offsets of the tables of English texts and of translations */
	bool swapped;             /* the file has the other byte order */
	const char *plural;       /* the expression of its plural rule, borrowed; ends with ';' */
	unsigned plural_forms;
};

/* Opens a catalogue, which must outlive *out. Returns false if it is damaged or has no plural rule
 * that can be used. */
bool language_open(struct language *out, const char *code, const void *file, size_t size);

/* Opens a catalogue of the program. Returns false if it has no plural rule that can be used. */
bool language_open_own(struct language *out, const struct catalogue *own);

/* Returns the text of a message: its translation, or English. Of a message with a plural: its first
 * form. */
const char *language_text(const struct language *lang, const char *message);

/* Returns the English text of a message. */
const char *language_english(const char *message) __attribute__((format_arg(1)));

/* Returns the form of the plural of the language for n, from 0. English: 0 for 1, else 1. */
unsigned language_plural(const struct language *lang, uint64_t n);

/*
 * Appends a message that is a format of printf. A translation has the conversions of the English
 * text in any order, as "%s" or with a position, "%2$s"; it may leave some out. Flags and widths
 * are those of the English text.
 */
void language_fmt(const struct language *lang, struct buf *out, const char *message, ...)
    __attribute__((format(printf, 3, 4)));
void language_vfmt(const struct language *lang, struct buf *out, const char *message, va_list ap)
    __attribute__((format(printf, 3, 0)));

/* Like language_fmt, with the form for n: MSG_N(context, one, several). Both formats get the same
 * arguments. */
void language_fmt_n(const struct language *lang, struct buf *out, uint64_t n, const char *one,
    const char *several, ...) __attribute__((format(printf, 4, 6), format(printf, 5, 6)));

/* Appends text, filled with blanks to `columns` columns of a terminal. */
void language_pad(const char *text, size_t columns, struct buf *out);

#endif
