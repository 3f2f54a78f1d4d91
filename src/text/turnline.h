#ifndef ADIT_TEXT_TURNLINE_H
#define ADIT_TEXT_TURNLINE_H

#include "text/orderline.h"
#include "text/text_rules.h"

/*
 * A turn as one line: one order, or several steps joined by ';', which are all played or none: "cut
 * 0,0/n; place 1/ns at 0,-1; walk 0,-1".
 */
struct turn {
	unsigned n; /* at least 1 */
	struct order step[TURN_STEPS];
};

/* Like orderline_parse for each step. ERR_SYNTAX also: steps that cannot be joined. */
int turnline_parse(const struct rules *rules, const struct names *names, uint8_t seat,
    const char *s, size_t n, struct turn *out, struct err *err);

/*
 * Parses a recurring order: such a turn, or "suggest", the greedy policy (core/late_policy.h); then
 * *out is empty. ERR_SYNTAX also for an out-of-turn order, which would be played again and again.
 * ERR_SYNTAX for a nugget to take too: orders played turn by turn are revealed before it may be.
 */
int turnline_parse_every(const struct rules *rules, const struct names *names, uint8_t seat,
    const char *line, struct turn *out, struct err *err);

#endif
