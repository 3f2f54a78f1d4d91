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
 * context are from catalogue_plain on; the head of a catalogue, "", is before. Each of the two
 * parts is in the order of strcmp. */
extern const char *const catalogue_english[];
extern const uint32_t catalogue_messages, catalogue_plain;

/* The messages of a context are packed together, those without one and the head, too. Block b begins
 * with message catalogue_first[b]; after the last is catalogue_messages. */
extern const uint32_t catalogue_first[];

/* Where a block of a language begins, among what is packed and in the text. */
struct catalogue_block {
	uint32_t packed, text;
};

/* The translation of message i, with the NUL of each form, ends before text + end[i], where the next of
 * its block begins; only a NUL: there is none. Most runs show few contexts: a block is unpacked when
 * one of its texts is looked up, and until then end[i] is 0. The last catalogue has no code. */
struct catalogue {
	const char *code;
	const unsigned char *packed;         /* by gzip; of each translation the last byte is 1 */
	const struct catalogue_block *block; /* and one more, where all ends */
	unsigned char *text;
	uint32_t *end;
};
extern const struct catalogue catalogues[];

/* Returns the translation of catalogue_english[i] and its length; 0 also if it cannot be unpacked.
 * Unpacking writes to a global: languages of the program have no owner who could keep it. */
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
