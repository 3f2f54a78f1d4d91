#ifndef ADIT_MAIL_PLAIN_HELP_H
#define ADIT_MAIL_PLAIN_HELP_H

#include "core/game.h"
#include "text/language.h"

/* Appends the answer to "help": what a player can write, and how path cards are named. */
void plain_help_text(const struct language *lang, const struct rules *rules, struct buf *out);

/* Appends the answer to "rules" (word NULL: those of the game) or "rules WORD". */
void plain_help_rules(
    const struct language *lang, const struct rules *rules, const char *word, struct buf *out);

#endif
