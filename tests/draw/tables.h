#ifndef ADIT_TESTS_DRAW_TABLES_H
#define ADIT_TESTS_DRAW_TABLES_H

#include "core/game.h"
#include "util/buf.h"

/* Boards of Saboteur to draw, laid card by card, with table_rules. */

extern struct card_def table_card[CARDS_MAX];
extern struct rules table_rules; /* uses table_card */

enum { WIDE = 200 }; /* columns that suffice for every board here */

void table_init(struct view *v); /* an empty board */
card_id table_kind(const char *name);
void lay(struct view *v, int x, int y, const char *name, unsigned flags); /* "?": hidden */

void lay_start(struct view *v);
void lay_three(struct view *v);
void lay_cut_off(struct view *v); /* 2,0 was removed; goals of every state */
void lay_wide(struct view *v);
void lay_sixty(struct view *v); /* laid at random, then one card removed */

/* Lays path cards by the rules until there are n, or no more fit. */
void grow(struct view *v, unsigned n, uint32_t seed);

/* Removes cards, and turns goals up in any orientation, matching or not. */
void shake(struct view *v, uint32_t seed);

struct known_reach {
	struct grid grid;
	uint8_t tunnel[CELLS_MAX], reach[CELLS_MAX];
};
void find_reach(const struct view *v, struct known_reach *k);

/* Returns the edges of a place to which a reached tunnel leads. */
uint8_t ways_in(const struct view *v, const struct known_reach *k, int x, int y);

/* Checks of every drawing: UTF-8 or ASCII, no line too wide, no trailing blank. */
void check_lines(const char *name, unsigned style, const struct buf *text);

#endif
