#ifndef ADIT_TEXT_TURNLINE_H
#define ADIT_TEXT_TURNLINE_H

#include "text/orderline.h"
#include "text/words.h"

/*
 * A turn as one line: one order, or, where turns have two, its steps joined by ';', which are
 * carried out both or not at all: "place 1/ns at 0,-1; walk 0,-1".
 */
struct turn {
	unsigned n; /* 1 or 2 */
	struct order step[TURN_STEPS];
};

/* As orderline_parse, step by step.  ERR_SYNTAX too for steps that cannot be joined. */
int turnline_parse(const struct rules *rules, const struct names *names, uint8_t seat,
    const char *s, size_t n, struct turn *out, struct err *err);

#endif
