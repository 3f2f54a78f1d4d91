#ifndef ADIT_TEXT_SHOWN_H
#define ADIT_TEXT_SHOWN_H

#include "text/language.h"
#include "text/names.h"

/* Words that people see, in their language. Order words and codes of path cards have one language:
 * text/names.h has them. In English a word that people see is the order word. */

/* Appends the name of an action card or a role; of another card its kind. */
void shown_card(
    const struct language *lang, const struct rules *rules, card_id card, struct buf *out);

/* Appends the kind, and after it the name of the card if it is another word: "break-lamp (kaputte
 * Laterne)". */
void shown_card_both(
    const struct language *lang, const struct rules *rules, card_id card, struct buf *out);

/* Returns the card with this name, or whose name begins so, as an order or the language has it. Case,
 * accents, and blanks for "-" do not matter. CARD_NONE: there is none. */
card_id shown_card_like(const struct language *lang, const struct rules *rules, const char *name);

const char *shown_tool(const struct language *lang, unsigned tool); /* one TOOL_ bit */
const char *shown_edge(const struct language *lang, unsigned edge);
const char *shown_side(const struct language *lang, const char *side); /* "green" */

/* Returns the word of a card's name in this language ("break-lamp"), or the name itself. */
const char *shown_word(const struct language *lang, const char *name);

/* Returns what comes before item i of n in a list: "", ", ", or for the last " and ", " or ". */
const char *shown_and(const struct language *lang, unsigned i, unsigned n);
const char *shown_or(const struct language *lang, unsigned i, unsigned n);

/* Returns the separator before the name of a seat in a list of these seats (a bit each). */
const char *shown_separator(const struct language *lang, unsigned seats, uint8_t seat);

#endif
