#ifndef ADIT_TESTS_DRAW_TABLES_H
#define ADIT_TESTS_DRAW_TABLES_H

#include "core/game.h"
#include "util/buf.h"

/* Tables of Saboteur to draw, laid card by card; the rules are those of table_rules. */

extern struct card_def table_card[CARDS_MAX];
extern struct rules table_rules; /* has table_card */

enum { WIDE = 200 }; /* columns for any table drawn here */

void table_init(struct view *v); /* nothing on it */
card_id table_kind(const char *name);
void lay(struct view *v, int x, int y, const char *name, unsigned flags); /* "?": hidden */

void lay_start(struct view *v);
void lay_three(struct view *v);
void lay_cut_off(struct view *v); /* a rockfall took 2,0; goals of every state */
void lay_wide(struct view *v);
void lay_sixty(struct view *v); /* laid by chance, then one taken away */

/* Lay path cards by the rules until n lie there, or no more will go. */
void grow(struct view *v, unsigned n, uint32_t seed);

/* Rockfalls, and goals turned up in any position, matching or not. */
void shake(struct view *v, uint32_t seed);

struct known_reach {
	struct grid grid;
	uint8_t tunnel[CELLS_MAX], reach[CELLS_MAX];
};
void find_reach(const struct view *v, struct known_reach *k);

/* The edges of a place where a reached tunnel comes in. */
uint8_t ways_in(const struct view *v, const struct known_reach *k, int x, int y);

/* What every drawing keeps to: UTF-8 or ASCII, no line too wide, no trailing blank. */
void check_lines(const char *name, unsigned style, const struct buf *text);

#endif
