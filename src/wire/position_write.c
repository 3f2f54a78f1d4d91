/*
 * Positions as JSON: writing of values and rows. position_read.c reads them.
 *
 * (P1) Equal positions give equal bytes: keys in one order, lists in the order of struct game.
 * (P2) Only facts of the view are written: nothing here has access to the full game.
 */
#include "wire/position_row.h"

/* ---- values ---------------------------------------------------------------------------------- */

json_t *
position_write_card(struct position_writer *w, card_id card)
{
	char name[CARD_NAME_MAX];

	if (card >= w->g->rules->n_cards) {
		if (w->hidden == NULL)
			w->hidden = json_string("?");
		return json_incref(w->hidden);
	}
	if (w->kind[card] == NULL) {
		card_name(w->g->rules, card, name);
		w->kind[card] = json_string(name);
	}
	return json_incref(w->kind[card]);
}

static json_t *
write_cards(struct position_writer *w, const card_id *card, unsigned n)
{
	json_t *list = json_array();

	for (unsigned i = 0; i < n; i++)
		(void)json_array_append_new(list, position_write_card(w, card[i]));
	return list;
}

json_t *
position_write_values(const struct position_writer *w, const card_id *card, unsigned n)
{
	json_t *list = json_array();

	for (unsigned i = 0; i < n; i++)
		(void)json_array_append_new(list,
		    card[i] < w->g->rules->n_cards ? json_integer(game_card(w->g, card[i])->value) :
						     json_string("?"));
	return list;
}

json_t *
position_write_seat_name(const struct position_writer *w, uint8_t seat)
{
	return seat < w->g->n_seats ? json_string(names_seat(w->names, seat)) : json_null();
}

json_t *
position_write_seats(const struct position_writer *w, const uint8_t *seat, unsigned n)
{
	json_t *list = json_array();

	for (unsigned i = 0; i < n; i++)
		(void)json_array_append_new(list, position_write_seat_name(w, seat[i]));
	return list;
}

json_t *
position_write_seat_bits(const struct position_writer *w, unsigned seats)
{
	uint8_t seat[SEATS_MAX];
	unsigned n = 0;

	for (uint8_t s = 0; s < w->g->n_seats; s++)
		if ((seats & SEEN_BY(s)) != 0)
			seat[n++] = s;
	return position_write_seats(w, seat, n);
}

bool
position_write_is_open(const struct position_writer *w)
{
	return w->v->seat == w->seat || w->v->seat == SEAT_OMNISCIENT;
}

static json_t *
write_tools(uint8_t tools)
{
	json_t *list = json_array();

	/* The bits are in the order of the names (core/card.h), so the list is sorted. */
	for (unsigned tool = TOOL_CART; tool <= TOOL_PICKAXE; tool <<= 1) {
		if ((tools & tool) != 0)
			(void)json_array_append_new(list, json_string(tool_name(tool)));
	}
	return list;
}

static json_t *
write_seen(const struct seat *s)
{
	json_t *seen = json_array();
	struct buf place = BUF_INIT;

	for (unsigned i = 0; i < s->n_seen; i++) {
		buf_clear(&place);
		place_text(s->seen[i].x, s->seen[i].y, &place);
		(void)json_array_append_new(seen, json_string(buf_cstr(&place)));
	}
	buf_release(&place);
	return seen;
}

/* ---- rows ------------------------------------------------------------------------------------ */

static const void *
row_value(const struct position_writer *w, const struct position_row *row, size_t offset)
{
	const uint8_t *base = row->in == ROW_IN_CELL ? (const uint8_t *)w->cell :
						       (const uint8_t *)w->g;

	return base + row_offset(row, w->seat, offset);
}

static json_t *
write_field(struct position_writer *w, const struct position_row *row)
{
	const void *p = row_value(w, row, row->offset);
	const uint8_t *byte = p;

	switch ((enum row_kind)row->kind) {
	case ROW_OTHER:
		return NULL;
	case ROW_NUMBER:
		return json_integer(*byte);
	case ROW_COORD:
		return json_integer(*(const int8_t *)p);
	case ROW_WIDE:
		return json_integer(*(const uint16_t *)p);
	case ROW_U16:
		return json_integer(u16_get(p));
	case ROW_FLAG:
		return json_boolean(*byte != 0);
	case ROW_SEAT:
		return position_write_seat_name(w, *byte);
	case ROW_TOOLS:
		return write_tools(*byte);
	case ROW_SEEN:
		return write_seen(&w->g->seat[w->seat]);
	case ROW_CARD:
		return (row->flags & ROW_NONE) != 0 && *byte == CARD_NONE ?
		    json_null() :
		    position_write_card(w, *byte);
	case ROW_CARDS:
	case ROW_VALUES:
		break;
	}
	byte = row_value(w, row, row->count);
	return row->kind == ROW_CARDS ? write_cards(w, p, *byte) :
					position_write_values(w, p, *byte);
}

void
position_write_rows(struct position_writer *w, const struct position_row *row, json_t *out)
{
	for (; row_is_there(row); row++) {
		json_t *value = NULL;

		if (row->phases != 0 && (row->phases & 1u << w->g->phase) == 0)
			continue;
		if (row->write != NULL)
			value = row->write(w);
		else if ((row->flags & ROW_NO_WRITE) == 0)
			value = write_field(w, row);
		if (value != NULL)
			(void)json_object_set_new(out, row->key, value);
	}
}
