/*
 * What Saboteur 2 adds to a position: the role pile, hats, thieves, what lies in front of players,
 * and whom they would rob.
 *
 * (S1) A theft card stands twice, in `thieves` with its place in the order and in `in_front`: a
 *      reader needs one of them, and refuses two that disagree.
 */
#include "wire/position_rules.h"

#include "games/saboteur2/saboteur2.h"

/* In a round a seat gains less than a geologist with every crystal there could be and a theft
 * [SB2 3.E.25, SB2 3.E.27]: what play makes of a position can be read again. */
enum { GOLD_PIECES_MAX = 9999, ROUND_GOLD_MAX = CELLS_MAX + 1 };

/* ---- writing ------------------------------------------------------------------------------- */

static json_t *
write_seats(const struct position_writer *w, const uint8_t *seat, unsigned n)
{
	json_t *list = json_array();

	for (unsigned i = 0; i < n; i++)
		(void)json_array_append_new(list, write_seat_name(w, seat[i]));
	return list;
}

static void
saboteur2_write(struct position_writer *w, json_t *out)
{
	const struct sb2_state *own = sb2_own(w->g);

	(void)json_object_set_new(out, "role_pile", write_cards(w, own->pile, own->n_pile));
	(void)json_object_set_new(out, "thieves", write_seats(w, own->thief, own->n_thieves));
	(void)json_object_set_new(out, "hats", write_cards(w, own->hat, own->n_hats));
	(void)json_object_set_new(out, "hats_from", write_seats(w, own->hat_from, own->n_hats));
	(void)json_object_set_new(out, "last_play", write_seat_name(w, own->last_play));
}

static bool
is_thief(const struct sb2_state *own, uint8_t seat)
{
	return memchr(own->thief, seat, own->n_thieves) != NULL;
}

static void
saboteur2_write_seat(struct position_writer *w, uint8_t seat, json_t *out)
{
	const struct sb2_state *own = sb2_own(w->g);
	const struct seat *s = &w->g->seat[seat];
	json_t *in_front = json_array(), *knows = json_array();
	bool open = w->v->seat == seat || w->v->seat == SEAT_REFEREE;

	(void)json_object_set_new(out, "role", write_card(w, s->role));
	(void)json_object_set_new(out, "broken", write_tools(s->broken));
	if (is_thief(own, seat))
		(void)json_array_append_new(in_front, json_string("theft"));
	if ((u16_get(&own->trapped) & SEEN_BY(seat)) != 0)
		(void)json_array_append_new(in_front, json_string("trapped"));
	(void)json_object_set_new(out, "in_front", in_front);
	/* [SB2 3.E.26] That he has some is public, how much is not. */
	if (open || w->g->phase == PHASE_OVER)
		(void)json_object_set_new(out, "gold", json_integer(s->gold));
	if (w->v->seat != SEAT_REFEREE)
		(void)json_object_set_new(out, "has_gold",
		    json_boolean(s->gold > 0 || (u16_get(&own->has_gold) & SEEN_BY(seat)) != 0));
	if (open)
		(void)json_object_set_new(out, "steal",
		    own->n_steal[seat] == STEAL_DEFAULT ?
			json_null() :
			write_seats(w, own->steal[seat], own->n_steal[seat]));
	(void)json_object_set_new(out, "seen", write_seen(s));
	for (uint8_t t = 0; t < w->g->n_seats; t++)
		if ((s->knows & SEEN_BY(t)) != 0)
			(void)json_array_append_new(knows, write_seat_name(w, t));
	(void)json_object_set_new(out, "knows", knows);
}

static void
saboteur2_write_cell(struct position_writer *w, const struct cell *cell, json_t *out)
{
	(void)w, (void)cell, (void)out; /* doors, crystals and ladders are in the kind */
}

/* ---- reading ------------------------------------------------------------------------------- */

/* A list of different seats; it may be missing. */
static int
read_seats(const struct position_reader *r, const struct json_at *at, const json_t *json,
    uint8_t seat[static SEATS_MAX], uint8_t *n)
{
	uint16_t found = 0;

	*n = 0;
	if (json != NULL && !json_is_array(json))
		return read_fail(r, at, "a list of seats expected");
	for (size_t i = 0; i < json_array_size(json); i++) {
		uint8_t s;

		if (read_seat_name(r, AT_INDEX(at, i), json_array_get(json, i), false, &s) < 0)
			return -1;
		if ((found & SEEN_BY(s)) != 0)
			return read_fail(
			    r, AT_INDEX(at, i), "%s is there twice", names_seat(r->names, s));
		found |= SEEN_BY(s);
		seat[(*n)++] = s;
	}
	return 0;
}

static int
read_knows(
    const struct position_reader *r, const struct json_at *at, const json_t *json, struct seat *s)
{
	uint8_t seat[SEATS_MAX], n;

	if (read_seats(r, at, json, seat, &n) < 0)
		return -1;
	for (unsigned i = 0; i < n; i++)
		s->knows |= SEEN_BY(seat[i]);
	return 0;
}

/* null or missing: the default rule */
static int
read_steal(
    const struct position_reader *r, const struct json_at *at, const json_t *json, uint8_t seat)
{
	struct sb2_state *own = sb2_own(r->g);

	if (json == NULL || json_is_null(json)) {
		own->n_steal[seat] = STEAL_DEFAULT;
		return 0;
	}
	return read_seats(r, at, json, own->steal[seat], &own->n_steal[seat]);
}

static int
read_gold(
    const struct position_reader *r, const struct json_at *at, const json_t *json, uint8_t seat)
{
	const json_t *gold = json_object_get(json, "gold");
	const struct game *g = r->g;
	int rounds = g->phase == PHASE_OVER ? 0 : g->rules->rounds - g->round + 1, pieces = 0;
	bool has_gold;

	if (gold != NULL &&
	    read_number(r, AT_KEY(at, "gold"), gold, 0, GOLD_PIECES_MAX - rounds * ROUND_GOLD_MAX,
		&pieces) < 0)
		return -1;
	r->g->seat[seat].gold = (uint16_t)pieces;
	if (read_flag(r, AT_KEY(at, "has_gold"), json_object_get(json, "has_gold"), &has_gold) < 0)
		return -1;
	if (has_gold && gold == NULL && r->hidden_ok)
		u16_set(
		    &sb2_own(r->g)->has_gold, u16_get(&sb2_own(r->g)->has_gold) | SEEN_BY(seat));
	return 0;
}

static int
saboteur2_read_seat(
    const struct position_reader *r, const struct json_at *at, const json_t *json, uint8_t seat)
{
	struct seat *s = &r->g->seat[seat];
	const json_t *role = json_object_get(json, "role");

	if (role == NULL && r->hidden_ok)
		s->role = CARD_HIDDEN;
	else if (read_card(r, AT_KEY(at, "role"), role, CLASS_BIT(CARD_ROLE), &s->role) < 0)
		return -1;
	if (read_tools(r, AT_KEY(at, "broken"), json_object_get(json, "broken"), &s->broken) < 0 ||
	    read_gold(r, at, json, seat) < 0 ||
	    read_steal(r, AT_KEY(at, "steal"), json_object_get(json, "steal"), seat) < 0 ||
	    read_seen(r, AT_KEY(at, "seen"), json_object_get(json, "seen"), s) < 0)
		return -1;
	return read_knows(r, AT_KEY(at, "knows"), json_object_get(json, "knows"), s);
}

static int
saboteur2_read_cell(const struct position_reader *r, const struct json_at *at, const json_t *json,
    struct cell *cell)
{
	(void)r, (void)at, (void)json, (void)cell;
	return 0;
}

enum { IN_FRONT_THEFT = 1, IN_FRONT_TRAPPED = 2 };

static int
read_in_front(const struct position_reader *r, const struct json_at *at, const json_t *json,
    unsigned *in_front)
{
	*in_front = 0;
	if (json != NULL && !json_is_array(json))
		return read_fail(r, at, "a list expected");
	for (size_t i = 0; i < json_array_size(json); i++) {
		const char *kind = json_string_value(json_array_get(json, i));
		unsigned bit = 0;

		if (kind != NULL && strcmp(kind, "theft") == 0)
			bit = IN_FRONT_THEFT;
		else if (kind != NULL && strcmp(kind, "trapped") == 0)
			bit = IN_FRONT_TRAPPED;
		if (bit == 0)
			return read_fail(r, AT_INDEX(at, i), "theft or trapped expected");
		if ((*in_front & bit) != 0)
			return read_fail(r, AT_INDEX(at, i), "%s is there twice", kind);
		*in_front |= bit;
	}
	return 0;
}

/* thieves of the position, in_front of the seats (S1) */
static int
read_thieves(const struct position_reader *r, const json_t *position)
{
	struct sb2_state *own = sb2_own(r->g);
	const json_t *thieves = json_object_get(position, "thieves");
	const json_t *seats = json_object_get(position, "seats");

	if (read_seats(r, AT_KEY(NULL, "thieves"), thieves, own->thief, &own->n_thieves) < 0)
		return -1;
	for (uint8_t s = 0; s < r->g->n_seats; s++) {
		const struct json_at *at = AT_KEY(AT_INDEX(AT_KEY(NULL, "seats"), s), "in_front");
		const json_t *json = json_object_get(json_array_get(seats, s), "in_front");
		unsigned in_front;

		if (read_in_front(r, at, json, &in_front) < 0)
			return -1;
		if ((in_front & IN_FRONT_TRAPPED) != 0)
			u16_set(&own->trapped, u16_get(&own->trapped) | SEEN_BY(s));
		if (thieves == NULL && (in_front & IN_FRONT_THEFT) != 0)
			own->thief[own->n_thieves++] = s;
		else if (json != NULL && ((in_front & IN_FRONT_THEFT) != 0) != is_thief(own, s))
			return read_fail(r, at, "it does not agree with thieves");
	}
	return 0;
}

static int
read_hats(const struct position_reader *r, const json_t *position)
{
	struct sb2_state *own = sb2_own(r->g);
	const json_t *from = json_object_get(position, "hats_from");

	if (read_cards(r, AT_KEY(NULL, "role_pile"), json_object_get(position, "role_pile"),
		CLASS_BIT(CARD_ROLE), ROLES_MAX, own->pile, &own->n_pile) < 0 ||
	    read_cards(r, AT_KEY(NULL, "hats"), json_object_get(position, "hats"),
		CLASS_BIT(CARD_ROLE), ROLES_MAX, own->hat, &own->n_hats) < 0)
		return -1;
	if (own->n_pile + own->n_hats > ROLES_MAX)
		return read_fail(r, AT_KEY(NULL, "hats"),
		    "role pile and hats are at most %d cards together", ROLES_MAX);
	if (from != NULL && (!json_is_array(from) || json_array_size(from) != own->n_hats))
		return read_fail(
		    r, AT_KEY(NULL, "hats_from"), "a list of as many seats as hats expected");
	for (size_t i = 0; i < own->n_hats; i++)
		if (read_seat_name(r, AT_INDEX(AT_KEY(NULL, "hats_from"), i),
			json_array_get(from, i), true, &own->hat_from[i]) < 0)
			return -1;
	return 0;
}

/* Cards in front of players may come to the discard pile as well: there must be room. */
static int
check_room(const struct position_reader *r)
{
	const struct game *g = r->g;
	unsigned n = game_cards_out(g) + sb2_own(g)->n_thieves;

	for (unsigned s = 0; s < g->n_seats; s++)
		n += (u16_get(&sb2_own(g)->trapped) & SEEN_BY(s)) != 0;
	if (n > DECK_MAX)
		return read_fail(r, AT_KEY(NULL, "seats"),
		    "%u cards are too many: at most %d in all", n, DECK_MAX);
	return 0;
}

static int
saboteur2_read(const struct position_reader *r, const json_t *position)
{
	struct sb2_state *own = sb2_own(r->g);

	if (read_thieves(r, position) < 0 || read_hats(r, position) < 0 ||
	    read_seat_name(r, AT_KEY(NULL, "last_play"), json_object_get(position, "last_play"),
		true, &own->last_play) < 0 ||
	    check_room(r) < 0)
		return -1;
	return read_mine(r);
}

static void
saboteur2_unhide(struct game *g, card_id role, card_id gold)
{
	struct sb2_state *own = sb2_own(g);

	(void)gold;
	for (unsigned i = 0; i < own->n_pile; i++)
		own->pile[i] = own->pile[i] == CARD_HIDDEN ? role : own->pile[i];
	for (unsigned i = 0; i < own->n_hats; i++)
		own->hat[i] = own->hat[i] == CARD_HIDDEN ? role : own->hat[i];
	u16_set(&own->has_gold, 0);
}

const struct position_rules sb2_position = {
	.phases = 1 << PHASE_PLAY | 1 << PHASE_OVER,
	.write = saboteur2_write,
	.write_seat = saboteur2_write_seat,
	.write_cell = saboteur2_write_cell,
	.read_seat = saboteur2_read_seat,
	.read_cell = saboteur2_read_cell,
	.read = saboteur2_read,
	.unhide = saboteur2_unhide,
};
