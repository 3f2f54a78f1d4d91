#ifndef ADIT_WIRE_POSITION_ROW_H
#define ADIT_WIRE_POSITION_ROW_H

#include "wire/position_rules.h"

/*
 * Inside position*.c: the walkers over rows, and the rows that every rules set has.  position.c joins
 * them; position_shared.c has the rows; position_write.c and position_read.c walk.
 */

static inline bool
row_is_there(const struct position_row *row)
{
	return row != NULL && (row->key != NULL || row->read != NULL);
}

/* Where a field is: behind the cell if the row is of one, else behind the game. */
static inline size_t
row_offset(const struct position_row *row, unsigned seat, size_t offset)
{
	switch ((enum row_in)row->in) {
	case ROW_IN_OWN:
		return offsetof(struct game, own) + offset + (size_t)row->step * seat;
	case ROW_IN_SEAT:
		return offsetof(struct game, seat) + offset + sizeof(struct seat) * seat;
	case ROW_IN_GAME:
	case ROW_IN_CELL:
		break;
	}
	return offset;
}

/* Set the keys of these rows (NULL: none). */
void position_write_rows(struct position_writer *w, const struct position_row *row, json_t *out);

/* Read them from r->in. */
int position_read_rows(const struct position_reader *r, const struct position_row *row);

/* Some card of one of these classes: what a hidden one could be.  Better an action card than a path. */
card_id position_any_card(const struct rules *rules, unsigned classes);

/* Put some card of its class for each hidden one in the fields of these rows, those of seat `seat`. */
void position_unhide(struct game *g, const struct position_row *row, unsigned seat);

/* The shared rows.  row_clock: all that there is before the deal; row_seat_last and row_cell_last stand
 * behind the rules set's own. */
extern const struct position_row row_clock[], row_piles[];
extern const struct position_row row_seat[], row_seat_last[], row_cell[], row_cell_last[];

#endif
