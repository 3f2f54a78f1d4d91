/*
 * Positions as JSON: reading of values and rows. position_write.c writes them.
 *
 * (R1) Any JSON gives either a game that passes game_is_ok or an error that names the key. No input
 *      is trusted.
 */
#include <stdarg.h>

#include "util/slice.h"
#include "util/utf8.h"
#include "wire/position_row.h"

/* ---- messages -------------------------------------------------------------------------------- */

static void
at_text(const struct json_at *at, struct buf *out)
{
	if (at == NULL)
		return;
	at_text(at->up, out);
	if (at->key == NULL)
		buf_fmt(out, "[%zu]", at->index);
	else
		buf_fmt(out, "%s%s", out->n > 0 ? "." : "", at->key);
}

int
position_read_fail(const struct position_reader *r, const struct json_at *at, const char *fmt, ...)
{
	struct buf text = BUF_INIT;
	va_list ap;

	at_text(at, &text);
	buf_str(&text, ": ");
	va_start(ap, fmt);
	buf_vfmt(&text, fmt, ap);
	va_end(ap);
	(void)err_set(r->err, ERR_SYNTAX, "%s", buf_cstr(&text));
	buf_release(&text);
	return -1;
}

const char *
position_read_shown(const json_t *json)
{
	size_t n = json_string_length(json);

	if (!json_is_string(json) || n > CARD_NAME_MAX ||
	    !utf8_is_clean(json_string_value(json), n))
		return "...";
	return json_string_value(json);
}

bool
position_read_is(const json_t *json, const char *word)
{
	return json_is_string(json) && strcmp(json_string_value(json), word) == 0;
}

/* ---- values ---------------------------------------------------------------------------------- */

int
position_read_number(const struct position_reader *r, const struct json_at *at, const json_t *json,
    int min, int max, int *out)
{
	json_int_t value = json_integer_value(json);

	*out = min;
	if (!json_is_integer(json) || value < min || value > max)
		return position_read_fail(r, at, "a whole number from %d to %d expected", min, max);
	*out = (int)value;
	return 0;
}

int
position_read_seat_name(const struct position_reader *r, const struct json_at *at,
    const json_t *json, bool null_ok, uint8_t *out)
{
	*out = SEAT_NONE;
	if (null_ok && (json == NULL || json_is_null(json)))
		return 0;
	if (!json_is_string(json))
		return position_read_fail(
		    r, at, "the name of a seat%s expected", null_ok ? " or null" : "");
	*out = names_find(r->names, json_string_value(json), json_string_length(json));
	if (*out == SEAT_NONE)
		return position_read_fail(r, at, "no seat \"%s\"", position_read_shown(json));
	return 0;
}

int
position_read_card(const struct position_reader *r, const struct json_at *at, const json_t *json,
    unsigned classes, card_id *out)
{
	const struct rules *rules = r->g->rules;

	if (!json_is_string(json))
		return position_read_fail(r, at, "a kind of card expected");
	if (json_string_length(json) == 1 && json_string_value(json)[0] == '?') {
		if (!r->hidden_ok)
			return position_read_fail(r, at,
			    "hidden cards cannot be played with: a referee's position expected");
		*out = CARD_HIDDEN;
		return 0;
	}
	*out = card_find(rules, json_string_value(json), json_string_length(json));
	if (*out == CARD_NONE) {
		(void)position_read_fail(
		    r, at, "no card \"%s\" in %s", position_read_shown(json), rules->name);
		r->err->code = ERR_NOT_FOUND;
		return -1;
	}
	if ((classes & CLASS_BIT(rules->card[*out].class)) == 0)
		return position_read_fail(r, at, "%s cards do not belong here",
		    class_name((enum card_class)rules->card[*out].class));
	return 0;
}

int
position_read_each(const struct position_reader *r, const struct json_at *at, const json_t *json,
    const char *what, unsigned max,
    int (*each)(const struct position_reader *r, const struct json_at *at, const json_t *json))
{
	if (json != NULL && !json_is_array(json))
		return position_read_fail(r, at, "a list of %s expected", what);
	if (max > 0 && json_array_size(json) > max)
		return position_read_fail(r, at, "at most %u %s", max, what);
	for (size_t i = 0; i < json_array_size(json); i++)
		if (each(r, AT_INDEX(at, i), json_array_get(json, i)) < 0)
			return -1;
	return 0;
}

/* Checks for a list of at most max elements, and returns its length. */
static int
read_length(const struct position_reader *r, const struct json_at *at, const json_t *json,
    size_t max, uint8_t *n)
{
	*n = 0;
	if (json != NULL && !json_is_array(json))
		return position_read_fail(r, at, "a list expected");
	if (json_array_size(json) > max)
		return position_read_fail(
		    r, at, "at most %zu here, not %zu", max, json_array_size(json));
	*n = (uint8_t)json_array_size(json);
	return 0;
}

/* Reads a list; a missing one (json NULL) is empty. */
static int
position_read_cards(const struct position_reader *r, const struct json_at *at, const json_t *json,
    unsigned classes, unsigned max, card_id *out, uint8_t *n)
{
	if (read_length(r, at, json, max, n) < 0)
		return -1;
	for (size_t i = 0; i < *n; i++) {
		if (position_read_card(
			r, AT_INDEX(at, i), json_array_get(json, i), classes, &out[i]) < 0)
			return -1;
	}
	return 0;
}

static int
read_value(
    const struct position_reader *r, const struct json_at *at, const json_t *json, card_id *out)
{
	const struct rules *rules = r->g->rules;

	if (r->hidden_ok && json_is_string(json) && strcmp(json_string_value(json), "?") == 0) {
		*out = CARD_HIDDEN;
		return 0;
	}
	if (!json_is_integer(json))
		return position_read_fail(r, at, "the value of a gold card expected");
	for (unsigned i = 0; i < rules->n_cards; i++) {
		if (rules->card[i].class == CARD_GOLD &&
		    rules->card[i].value == json_integer_value(json)) {
			*out = (card_id)i;
			return 0;
		}
	}
	return position_read_fail(r, at, "no gold card of %" JSON_INTEGER_FORMAT " in %s",
	    json_integer_value(json), rules->name);
}

static int
read_values(const struct position_reader *r, const struct json_at *at, const json_t *json,
    unsigned max, card_id *out, uint8_t *n)
{
	if (read_length(r, at, json, max, n) < 0)
		return -1;
	for (size_t i = 0; i < *n; i++) {
		if (read_value(r, AT_INDEX(at, i), json_array_get(json, i), &out[i]) < 0)
			return -1;
	}
	return 0;
}

static int
read_tools(
    const struct position_reader *r, const struct json_at *at, const json_t *json, uint8_t *out)
{
	uint8_t n;

	*out = 0;
	if (read_length(r, at, json, 3, &n) < 0)
		return -1;
	for (size_t i = 0; i < n; i++) {
		const json_t *name = json_array_get(json, i);
		unsigned tool = json_is_string(name) ?
		    tool_find(json_string_value(name), json_string_length(name)) :
		    0;

		if (tool == 0)
			return position_read_fail(
			    r, AT_INDEX(at, i), "a tool expected: cart, lamp or pickaxe");
		if ((*out & tool) != 0)
			return position_read_fail(
			    r, AT_INDEX(at, i), "%s is there twice", tool_name(tool));
		*out = (uint8_t)(*out | tool);
	}
	return 0;
}

/* Inserts p into the sorted list of goals seen; false if it is there already. */
static bool
add_seen(struct seat *s, struct place p)
{
	unsigned i = s->n_seen;

	for (; i > 0; i--) {
		const struct place *q = &s->seen[i - 1];

		if (q->x == p.x && q->y == p.y)
			return false;
		if (q->x < p.x || (q->x == p.x && q->y < p.y))
			break;
		s->seen[i] = *q;
	}
	s->seen[i] = p;
	s->n_seen++;
	return true;
}

static int
read_cell_seen(const struct position_reader *r, const struct json_at *at, const json_t *json)
{
	int x, y;

	if (!json_is_string(json) ||
	    place_parse(json_string_value(json), json_string_length(json), &x, &y) < 0)
		return position_read_fail(r, at, "a cell such as \"8,0\" expected");
	if (!add_seen(&r->g->seat[r->seat], (struct place){ (int8_t)x, (int8_t)y }))
		return position_read_fail(r, at, "%d,%d is there twice", x, y);
	return 0;
}

/* ---- rows ------------------------------------------------------------------------------------ */

static void *
row_field(const struct position_reader *r, const struct position_row *row, size_t offset)
{
	uint8_t *base = row->in == ROW_IN_CELL ? (uint8_t *)r->cell : (uint8_t *)r->g;

	return base + row_offset(row, r->seat, offset);
}

static int
read_integer(const struct position_reader *r, const struct json_at *at, const json_t *json,
    const struct position_row *row)
{
	void *p = row_field(r, row, row->offset);
	int value;

	if (json == NULL && (row->flags & ROW_NEEDED) == 0)
		return 0;
	if (position_read_number(r, at, json, row->least, row->limit, &value) < 0)
		return -1;
	if (row->kind == ROW_NUMBER)
		*(uint8_t *)p = (uint8_t)value;
	else if (row->kind == ROW_COORD)
		*(int8_t *)p = (int8_t)value;
	else if (row->kind == ROW_WIDE)
		*(uint16_t *)p = (uint16_t)value;
	else
		u16_set(p, (unsigned)value);
	return 0;
}

int
position_read_flag(
    const struct position_reader *r, const struct json_at *at, const json_t *json, uint8_t *out)
{
	*out = json_is_true(json);
	if (json != NULL && !json_is_boolean(json))
		return position_read_fail(r, at, "true or false expected");
	return 0;
}

static int
read_card_field(const struct position_reader *r, const struct json_at *at, const json_t *json,
    const struct position_row *row)
{
	card_id *card = row_field(r, row, row->offset);

	if (json == NULL && (row->flags & ROW_SECRET) != 0 && r->hidden_ok)
		*card = CARD_HIDDEN;
	else if ((json == NULL || json_is_null(json)) && (row->flags & ROW_NONE) != 0)
		*card = CARD_NONE;
	else
		return position_read_card(r, at, json, row->classes, card);
	return 0;
}

static int
read_field(const struct position_reader *r, const struct json_at *at, const json_t *json,
    const struct position_row *row)
{
	void *p = row_field(r, row, row->offset);

	switch ((enum row_kind)row->kind) {
	case ROW_OTHER:
		return 0;
	case ROW_NUMBER:
	case ROW_COORD:
	case ROW_WIDE:
	case ROW_U16:
		return read_integer(r, at, json, row);
	case ROW_FLAG:
		return position_read_flag(r, at, json, p);
	case ROW_SEAT:
		return position_read_seat_name(r, at, json, true, p);
	case ROW_TOOLS:
		return read_tools(r, at, json, p);
	case ROW_SEEN:
		return position_read_each(r, at, json, "cells", SEEN_MAX, read_cell_seen);
	case ROW_CARD:
		return read_card_field(r, at, json, row);
	case ROW_CARDS:
		return position_read_cards(r, at, json, row->classes, (unsigned)row->limit, p,
		    row_field(r, row, row->count));
	case ROW_VALUES:
		break;
	}
	return read_values(r, at, json, (unsigned)row->limit, p, row_field(r, row, row->count));
}

int
position_read_rows(const struct position_reader *r, const struct position_row *row)
{
	for (; row_is_there(row); row++) {
		const struct json_at *at = row->key == NULL ? r->up : AT_KEY(r->up, row->key);
		const json_t *json = row->key == NULL ? NULL : json_object_get(r->in, row->key);
		int result = 0;

		if (row->read != NULL)
			result = row->read(r, at, json);
		else if ((row->flags & ROW_NO_READ) == 0)
			result = read_field(r, at, json, row);
		if (result < 0)
			return -1;
	}
	return 0;
}

/* ---- hidden cards ---------------------------------------------------------------------------- */

void
position_unhide(struct game *g, const struct position_row *row, unsigned seat)
{
	for (; row_is_there(row); row++) {
		bool values = row->kind == ROW_VALUES, list = values || row->kind == ROW_CARDS;
		uint8_t *base = (uint8_t *)g;
		card_id *card = base + row_offset(row, seat, row->offset);
		unsigned n = list ? base[row_offset(row, seat, row->count)] : 1;

		for (unsigned i = 0; i < n && (list || row->kind == ROW_CARD); i++)
			if (card[i] == CARD_HIDDEN)
				card[i] = game_any_card(
				    g->rules, values ? CLASS_BIT(CARD_GOLD) : row->classes);
	}
}
