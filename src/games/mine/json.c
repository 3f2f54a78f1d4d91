/*
 * What positions of Saboteur and Saboteur 2 have alike: one mine and the goals looked at.
 */
#include "wire/position_rules.h"

json_t *
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

/* Put p where it belongs among the goals seen so far; false if it is there already. */
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

int
read_seen(
    const struct position_reader *r, const struct json_at *at, const json_t *json, struct seat *s)
{
	size_t n = json_array_size(json);

	if (json != NULL && !json_is_array(json))
		return read_fail(r, at, "a list of cells expected");
	if (n > SEEN_MAX)
		return read_fail(r, at, "at most %d cells", SEEN_MAX);
	for (size_t i = 0; i < n; i++) {
		const json_t *cell = json_array_get(json, i);
		int x, y;

		if (!json_is_string(cell) ||
		    place_parse(json_string_value(cell), json_string_length(cell), &x, &y) < 0)
			return read_fail(r, AT_INDEX(at, i), "a cell such as \"8,0\" expected");
		if (!add_seen(s, (struct place){ (int8_t)x, (int8_t)y }))
			return read_fail(r, AT_INDEX(at, i), "%d,%d is there twice", x, y);
	}
	return 0;
}

/* [SAB 2.A.2] One start card, at 0,0; no more goals than a seat can have looked at. */
static int
check_table(const struct position_reader *r)
{
	const struct board *b = &r->g->board;
	unsigned goals = 0;
	bool found = false;

	for (size_t i = 0; i < b->n; i++) {
		const struct cell *c = &b->cell[i];

		if (c->card == CARD_HIDDEN || game_card(r->g, c->card)->class == CARD_GOAL)
			goals++;
		if (c->card == CARD_HIDDEN || game_card(r->g, c->card)->class != CARD_START)
			continue;
		if (c->x != 0 || c->y != 0)
			return read_fail(r, AT_KEY(NULL, "board"),
			    "the start lies at 0,0, not at %d,%d", c->x, c->y);
		found = true;
	}
	if (goals > SEEN_MAX)
		return read_fail(r, AT_KEY(NULL, "board"), "at most %d goals", SEEN_MAX);
	return found ? 0 : read_fail(r, AT_KEY(NULL, "board"), "no start at 0,0");
}

int
read_goals_seen(const struct position_reader *r)
{
	const struct game *g = r->g;

	for (size_t s = 0; s < g->n_seats; s++) {
		for (unsigned i = 0; i < g->seat[s].n_seen; i++) {
			const struct place *p = &g->seat[s].seen[i];
			unsigned at = board_find(&g->board, p->x, p->y);
			card_id card = at == CELL_NONE ? CARD_NONE : g->board.cell[at].card;

			if (card == CARD_HIDDEN) /* only a goal can be hidden */
				continue;
			if (card == CARD_NONE || game_card(g, card)->class != CARD_GOAL)
				return read_fail(r,
				    AT_KEY(AT_INDEX(AT_KEY(NULL, "seats"), s), "seen"),
				    "no goal at %d,%d", p->x, p->y);
		}
	}
	return 0;
}

int
read_mine(const struct position_reader *r)
{
	return check_table(r) < 0 ? -1 : read_goals_seen(r);
}
