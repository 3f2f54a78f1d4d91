#ifndef ADIT_TEXT_ORDERLINE_H
#define ADIT_TEXT_ORDERLINE_H

#include "text/names.h"

/* The order language: one order, one line of lower-case words (adit(5)).  The same words in do:
 * lines, can: lists, referee and digests. */
enum { ORDERLINE_MAX = 400 };

/*
 * Parse one order given by `seat`.  Blanks are one space each (the canonical form); leading and
 * trailing ones and runs are forgiven, letter case too.  The result is what the words say: whether
 * it is legal is game_check's business.  ERR_SYNTAX says which word is wrong and what is
 * expected instead, with the nearest word if one is close.
 */
int orderline_parse(const struct rules *rules, const struct names *names, uint8_t seat, const char *s,
    size_t n, struct order *out, struct err *err);

/* The canonical line, without line end. */
void orderline_text(const struct rules *rules, const struct names *names, const struct order *o,
    struct buf *out);

#endif
