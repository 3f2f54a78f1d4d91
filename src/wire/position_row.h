#ifndef ADIT_WIRE_POSITION_ROW_H
#define ADIT_WIRE_POSITION_ROW_H

#include "wire/position_rules.h"

/*
 * Internal to position*.c: the functions that walk rows, and the rows shared by all rules sets.
 * position.c combines them; position_shared.c has the rows; position_write.c and position_read.c
 * walk.
 */

static inline bool
row_is_there(const struct position_row *row)
{
	return row != NULL && (row->key != NULL || row->read != NULL);
}

/* Returns the offset of a field: from the cell if the row is of a cell, else from the game. */
static inline size_t
row_offset(const struct position_row *row, unsigned seat, size_t offset)
{
	switch ((enum row_in)row->in) {
	case ROW_IN_OWN:
		return offsetof(struct game, ext) + offset + (size_t)row->step * seat;
	case ROW_IN_SEAT:
		return offsetof(struct game, seat) + offset + sizeof(struct seat) * seat;
	case ROW_IN_GAME:
	case ROW_IN_CELL:
		break;
	}
	return offset;
}

/* Sets the keys of these rows (NULL: none). */
void position_write_rows(struct position_writer *w, const struct position_row *row, json_t *out);

/* Reads the rows from r->in. */
int position_read_rows(const struct position_reader *r, const struct position_row *row);

/* Replaces each hidden card in the fields of these rows, for seat `seat`, by a card of its
 * class. */
void position_unhide(struct game *g, const struct position_row *row, unsigned seat);

/* The shared rows. row_clock: all rows before the deal. row_seat_last and row_cell_last follow
 * the rows of the rules set. */
extern const struct position_row row_clock[], row_piles[];
extern const struct position_row row_seat[], row_seat_last[], row_cell[], row_cell_last[];

#endif
