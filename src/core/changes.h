#ifndef ADIT_CORE_CHANGES_H
#define ADIT_CORE_CHANGES_H

#include "core/event.h"
#include "core/rules.h"

/*
 * What the newest move changed on the board and at the seats, so that pictures can mark it. It is
 * made from public fields of events: `struct changes` holds no secret.
 */
enum change_kind {
	CHANGE_PLACED,    /* a card was placed */
	CHANGE_REMOVED,   /* a card left the board: the place may be empty now */
	CHANGE_TURNED_UP, /* a goal was turned up */
	CHANGE_PUT,       /* something was put on a card, or left it: a token, a web, a key */
	CHANGE_MOVED      /* a dwarf or creature stopped here */
};

struct change {
	int8_t x, y;
	uint8_t kind;       /* enum change_kind */
	uint8_t part;       /* of CHANGE_PUT and CHANGE_MOVED in The Dark Cave: PART_ */
	uint8_t from_index; /* of CHANGE_MOVED: the index of its first step in `step` */
	uint8_t n_steps;    /* of CHANGE_MOVED: number of steps */
};

enum { CHANGES_MAX = 24, CHANGE_STEPS_MAX = 48 };
struct changes {
	uint8_t n, n_steps;
	/* bit s: tools, gold or what lies in front of seat s changed by this move */
	uint16_t seats;
	struct change at[CHANGES_MAX];
	struct spot step[CHANGE_STEPS_MAX]; /* the spaces where dwarves and creatures walked */
};

/* Replaces *c by the changes of these events, which are those of one digest, if they change
 * anything. Else *c stays: a discarded card does not hide the newest card on the board. A new round
 * clears it. Changes that exceed the limits are left out. */
void changes_take(struct changes *c, const struct rules *rules, const struct events *ev);

/* Returns the newest change at this place, or NULL. */
const struct change *changes_at(const struct changes *c, int x, int y);

#endif
