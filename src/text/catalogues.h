#ifndef ADIT_TEXT_CATALOGUES_H
#define ADIT_TEXT_CATALOGUES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "text/language.h"
#include "util/buf.h"

/* The catalogues that are part of the program (catalogues.sh makes them from po/). They share the
 * English texts. Those are literals, of which the linker makes one with the literal of the code. */

/* What the translations are of: "context\004English", of a plural the first text, in the order of
 * strcmp. */
extern const char *const catalogue_english[];
extern const uint32_t catalogue_messages;

/* The translation of catalogue_english[i] is from text + at[i], with the NUL of each form, to
 * text + at[i + 1]; only a NUL: there is none. The last catalogue has no code. */
struct catalogue {
	const char *code;
	const unsigned char *text;
	const uint32_t *at;
};
extern const struct catalogue catalogues[];

/* Returns the catalogue of a language, or NULL. */
const struct catalogue *catalogue_find(const char *code);

/* True for "en" and for each language with a catalogue. */
bool catalogue_has(const char *code);

/* Opens the language of a code in *room. Returns `room`, or NULL for English, and for a language
 * without a catalogue. */
const struct language *catalogue_open(const char *code, struct language *room);

/* Appends the codes of all languages: "en, de, es, ru, uk". */
void catalogues_list(struct buf *out);

#endif
