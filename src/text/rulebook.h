#ifndef ADIT_TEXT_RULEBOOK_H
#define ADIT_TEXT_RULEBOOK_H

#include "text/language.h"
#include "text/names.h"

/* The rules of adit(6), wrapped to `columns`. A game that the page does not have gets the common
 * rules. A language without a page has the English one. */

/* Appends the common rules and those of the game, without the rulings. */
void rulebook_game(
    const struct language *lang, const struct rules *rules, unsigned columns, struct buf *out);

/* Appends the rules that matter for a card. CARD_HIDDEN and CARD_NONE have none. */
void rulebook_about(const struct language *lang, const struct rules *rules, card_id card,
    unsigned columns, struct buf *out);

/* Appends a rule or a ruling of any game, or a part: "2.C.11", "SAB 2.C.11", "C5", "Q-SAB-9",
 * "2.C". Returns false if there is none. */
bool rulebook_rule(
    const struct language *lang, const char *number, size_t n, unsigned columns, struct buf *out);

#endif
