#ifndef ADIT_TEXT_TURNLINE_H
#define ADIT_TEXT_TURNLINE_H

#include "text/orderline.h"
#include "text/text_rules.h"

/*
 * A turn as one line: one order, or, where turns have steps, several joined by ';', which are
 * carried out all or not at all: "cut 0,0/n; place 1/ns at 0,-1; walk 0,-1".
 */
struct turn {
	unsigned n; /* at least 1 */
	struct order step[TURN_STEPS];
};

/* As orderline_parse, step by step.  ERR_SYNTAX too for steps that cannot be joined. */
int turnline_parse(const struct rules *rules, const struct names *names, uint8_t seat,
    const char *s, size_t n, struct turn *out, struct err *err);

/*
 * A line of an order for every turn: such a turn, or "suggest", what the simple player does (core/late_policy.h), and
 * *out is then empty.  ERR_SYNTAX too for what would be played again and again, since it is of no turn, and for
 * a nugget to take: what is played turn by turn is revealed before that may be.
 */
int turnline_parse_every(const struct rules *rules, const struct names *names, uint8_t seat,
    const char *line, struct turn *out, struct err *err);

#endif
