#ifndef ADIT_TEXT_CATALOGUES_H
#define ADIT_TEXT_CATALOGUES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "text/language.h"
#include "util/buf.h"

/* The catalogues that are part of the program (catalogues.sh makes them from po/). They share the
 * English texts. Those are literals, of which the linker makes one with the literal of the code. */

/* What the translations are of: "context\004English", of a plural the first text. Messages without a
 * context are from catalogue_packed on; the head of a catalogue, "", is before. Each of the two
 * parts is in the order of strcmp. */
extern const char *const catalogue_english[];
extern const uint32_t catalogue_messages, catalogue_packed;

/* The translation of catalogue_english[i] is from text + at[i], with the NUL of each form, to
 * text + at[i + 1]; only a NUL: there is none. The texts from at[catalogue_packed] on are packed:
 * help and errors, which most runs do not show. The last catalogue has no code. */
struct catalogue {
	const char *code;
	const unsigned char *text;
	const uint32_t *at;
	const unsigned char *packed; /* by gzip */
	size_t packed_n;
	unsigned char *rest; /* where they are unpacked; its last byte is 0 until then */
};
extern const struct catalogue catalogues[];

/* Returns the translation of catalogue_english[i] and its length. Unpacks what is packed when it is
 * first looked up, which writes to a global: languages of the program have no owner who could keep it. */
const char *catalogue_text(const struct catalogue *c, uint32_t i, size_t *n);

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
