/*
 * The part of a position that only Saboteur 2 has: the role pile, hats, thieves, cards in front of
 * players, and whom they would rob.
 *
 * (S1) A theft card appears twice: in `thieves`, in order, and in `in_front`. A reader needs one of
 * them and refuses two that disagree.
 */
#include "wire/position_rules.h"

#include "draw/draw.h"
#include "games/saboteur2/saboteur2.h"
#include "util/wrap.h"
#include "wire/deck.h"
#include "wire/private_view.h"

/* In a round a seat gains less than a geologist with every possible crystal and a theft [SB2
 * 3.E.25, SB2 3.E.27]. So every position that play reaches can be read again. */
enum { GOLD_PIECES_MAX = 9999, ROUND_GOLD_MAX = CELLS_MAX + 1 };

/* ---- seats --------------------------------------------------------------------------------- */

static bool
is_thief(const struct game *g, uint8_t seat)
{
	return memchr(sb2_own(g)->thief, seat, sb2_own(g)->n_thieves) != NULL;
}

static bool
has_bit(const struct u16 *seats, unsigned seat)
{
	return (u16_get(seats) & SEEN_BY(seat)) != 0;
}

static void
set_bit(struct u16 *seats, unsigned seat)
{
	u16_set(seats, u16_get(seats) | SEEN_BY(seat));
}

static json_t *
write_in_front(struct position_writer *w)
{
	json_t *list = json_array();

	if (is_thief(w->g, w->seat))
		(void)json_array_append_new(list, json_string("theft"));
	if (has_bit(&sb2_own(w->g)->trapped, w->seat))
		(void)json_array_append_new(list, json_string("trapped"));
	return list;
}

/* [SB2 3.E.26] Whether a seat has gold is public; the amount is not. */
static json_t *
write_gold(struct position_writer *w)
{
	return position_write_is_open(w) || w->g->phase == PHASE_OVER ?
	    json_integer(w->g->seat[w->seat].gold) :
	    NULL;
}

static int
read_gold(const struct position_reader *r, const struct json_at *at, const json_t *json)
{
	const struct game *g = r->g;
	int rounds = g->phase == PHASE_OVER ? 0 : (int)game_rounds(g) - g->round + 1, pieces = 0;

	if (json != NULL &&
	    position_read_number(
		r, at, json, 0, GOLD_PIECES_MAX - rounds * ROUND_GOLD_MAX, &pieces) < 0)
		return -1;
	r->g->seat[r->seat].gold = (uint16_t)pieces;
	return 0;
}

static json_t *
write_has_gold(struct position_writer *w)
{
	if (w->v->seat == SEAT_OMNISCIENT)
		return NULL;
	return json_boolean(
	    w->g->seat[w->seat].gold > 0 || has_bit(&sb2_own(w->g)->has_gold, w->seat));
}

static int
read_has_gold(const struct position_reader *r, const struct json_at *at, const json_t *json)
{
	uint8_t has;

	if (position_read_flag(r, at, json, &has) < 0)
		return -1;
	if (has && json_object_get(r->in, "gold") == NULL && r->hidden_ok)
		set_bit(&sb2_own(r->g)->has_gold, r->seat);
	return 0;
}

/* Reads a list of different seats, which may be missing. */
static int
read_seats(const struct position_reader *r, const struct json_at *at, const json_t *json,
    uint8_t seat[static SEATS_MAX], uint8_t *n)
{
	*n = 0;
	if (json != NULL && json_typeof(json) != JSON_ARRAY)
		return position_read_fail(r, at, "a list of seats expected");
	for (size_t i = 0; i < json_array_size(json); i++) {
		uint8_t s;

		if (position_read_seat_name(
			r, AT_INDEX(at, i), json_array_get(json, i), false, &s) < 0)
			return -1;
		if (memchr(seat, s, *n) != NULL)
			return position_read_fail(
			    r, AT_INDEX(at, i), "%s is there twice", names_seat(r->names, s));
		seat[(*n)++] = s;
	}
	return 0;
}

/* The seats that this seat would rob; null or missing: the default rule. */
static json_t *
write_steal(struct position_writer *w)
{
	const struct sb2_state *own = sb2_own(w->g);

	if (!position_write_is_open(w))
		return NULL;
	return own->n_steal[w->seat] == STEAL_DEFAULT ?
	    json_null() :
	    position_write_seats(w, own->steal[w->seat], own->n_steal[w->seat]);
}

static int
read_steal(const struct position_reader *r, const struct json_at *at, const json_t *json)
{
	struct sb2_state *own = sb2_own(r->g);

	if (json != NULL && json_typeof(json) != JSON_NULL)
		return read_seats(r, at, json, own->steal[r->seat], &own->n_steal[r->seat]);
	own->n_steal[r->seat] = STEAL_DEFAULT;
	return 0;
}

static json_t *
write_knows(struct position_writer *w)
{
	return position_write_seat_bits(w, w->g->seat[w->seat].knows);
}

static int
read_knows(const struct position_reader *r, const struct json_at *at, const json_t *json)
{
	uint8_t seat[SEATS_MAX], n;

	if (read_seats(r, at, json, seat, &n) < 0)
		return -1;
	for (unsigned i = 0; i < n; i++)
		r->g->seat[r->seat].knows |= SEEN_BY(seat[i]);
	return 0;
}

static const struct position_row row_seat[] = {
	{ "role", ROW_CARD, IN_SEAT(role), .flags = ROW_SECRET, .classes = CLASS_BIT(CARD_ROLE) },
	{ "broken", ROW_TOOLS, IN_SEAT(broken) },
	{ "in_front", .write = write_in_front }, /* read_thieves reads it */
	{ "gold", .write = write_gold, .read = read_gold },
	{ "has_gold", .write = write_has_gold, .read = read_has_gold },
	{ "steal", .write = write_steal, .read = read_steal },
	{ "seen", .kind = ROW_SEEN },
	{ "knows", .write = write_knows, .read = read_knows },
	{ 0 },
};

/* ---- the position -------------------------------------------------------------------------- */

static json_t *
write_thieves(struct position_writer *w)
{
	return position_write_seats(w, sb2_own(w->g)->thief, sb2_own(w->g)->n_thieves);
}

static int
read_in_front(const struct position_reader *r, const struct json_at *at, const json_t *json,
    bool *theft, bool *trapped)
{
	*theft = *trapped = false;
	if (json != NULL && json_typeof(json) != JSON_ARRAY)
		return position_read_fail(r, at, "a list expected");
	for (size_t i = 0; i < json_array_size(json); i++) {
		const json_t *kind = json_array_get(json, i);
		bool *is = position_read_is(kind, "theft") ? theft :
		    position_read_is(kind, "trapped")      ? trapped :
							     NULL;

		if (is == NULL)
			return position_read_fail(r, AT_INDEX(at, i), "theft or trapped expected");
		if (*is)
			return position_read_fail(
			    r, AT_INDEX(at, i), "%s is there twice", json_string_value(kind));
		*is = true;
	}
	return 0;
}

/* Reads `thieves` of the position and `in_front` of the seats (S1). */
static int
read_thieves(const struct position_reader *r, const struct json_at *at, const json_t *json)
{
	struct sb2_state *own = sb2_own(r->g);
	const json_t *seats = json_object_get(r->in, "seats");

	if (read_seats(r, at, json, own->thief, &own->n_thieves) < 0)
		return -1;
	for (uint8_t s = 0; s < r->g->n_seats; s++) {
		const struct json_at *here = AT_KEY(AT_SEAT(s), "in_front");
		const json_t *in_front = json_object_get(json_array_get(seats, s), "in_front");
		bool theft, trapped;

		if (read_in_front(r, here, in_front, &theft, &trapped) < 0)
			return -1;
		if (trapped)
			set_bit(&own->trapped, s);
		if (json == NULL && theft)
			own->thief[own->n_thieves++] = s;
		else if (in_front != NULL && theft != is_thief(r->g, s))
			return position_read_fail(r, here, "it does not agree with thieves");
	}
	return 0;
}

static json_t *
write_hats_from(struct position_writer *w)
{
	return position_write_seats(w, sb2_own(w->g)->hat_from, sb2_own(w->g)->n_hats);
}

static int
read_hats_from(const struct position_reader *r, const struct json_at *at, const json_t *json)
{
	struct sb2_state *own = sb2_own(r->g);

	if (own->n_pile + own->n_hats > ROLES_MAX)
		return position_read_fail(r, AT_KEY(r->up, "hats"),
		    "role pile and hats are at most %d cards together", ROLES_MAX);
	if (json != NULL &&
	    (json_typeof(json) != JSON_ARRAY || json_array_size(json) != own->n_hats))
		return position_read_fail(r, at, "a list of as many seats as hats expected");
	for (size_t i = 0; i < own->n_hats; i++)
		if (position_read_seat_name(
			r, AT_INDEX(at, i), json_array_get(json, i), true, &own->hat_from[i]) < 0)
			return -1;
	return 0;
}

/* Checks that the discard pile has room for the cards in front of players too. */
static int
check_room(const struct position_reader *r, const struct json_at *at, const json_t *json)
{
	const struct game *g = r->g;
	unsigned n = game_cards_out(g) + sb2_own(g)->n_thieves;

	(void)json;
	for (unsigned s = 0; s < g->n_seats; s++)
		n += (u16_get(&sb2_own(g)->trapped) & SEEN_BY(s)) != 0;
	if (n > DECK_MAX)
		return position_read_fail(r, AT_KEY(at, "seats"),
		    "%u cards are too many: at most %d in all", n, DECK_MAX);
	return 0;
}

#define CARDS_OF(list, n) \
	LIST_OF(struct sb2_state, list, n), .limit = ROLES_MAX, .classes = CLASS_BIT(CARD_ROLE)

static const struct position_row row_position[] = {
	{ "role_pile", ROW_CARDS, .flags = ROW_NO_READ, CARDS_OF(pile, n_pile) },
	{ "thieves", .write = write_thieves, .read = read_thieves },
	{ "role_pile", ROW_CARDS, .flags = ROW_NO_WRITE, CARDS_OF(pile, n_pile) },
	{ "hats", ROW_CARDS, CARDS_OF(hat, n_hats) },
	{ "hats_from", .write = write_hats_from, .read = read_hats_from },
	{ "last_play", ROW_SEAT, IN_OWN(struct sb2_state, last_play) },
	{ .read = check_room },
	{ .read = position_read_mine },
	{ 0 },
};

static void
saboteur2_unhide(struct game *g)
{
	u16_set(&sb2_own(g)->has_gold, 0);
}

/* ---- private views ------------------------------------------------------------------------- */

/* Writes the seats that this seat would rob, if it has ordered so [Q-SB2-10]. */
static void
saboteur2_mine(const struct view *v, const struct names *names, struct buf *out)
{
	const struct sb2_state *own = sb2_own(&v->known);
	unsigned n = own->n_steal[v->seat];
	struct buf line = BUF_INIT;

	if (n == STEAL_DEFAULT)
		return;
	for (unsigned i = 0; i < n; i++)
		buf_fmt(&line, "%s%s", i > 0 ? " " : "", names_seat(names, own->steal[v->seat][i]));
	private_view_words("steal", n > 0 ? buf_cstr(&line) : "none", out);
	buf_release(&line);
}

/* Returns the bytes that a private view may need in addition: `steal` and discards. */
static size_t
saboteur2_room(const struct view *pub, const struct names *names, uint8_t seat)
{
	const struct game *g = &pub->known;
	size_t room = strlen("steal:\n\"steal\":{\"=\":[]},");

	for (uint8_t s = 0; s < g->n_seats; s++)
		room += strlen(" \"\",") + 2 * strlen(names_seat(names, s));
	if (g->to_move == seat) {
		unsigned front = (u16_get(&sb2_own(g)->trapped) & SEEN_BY(seat)) != 0;

		for (unsigned tools = g->seat[seat].broken; tools != 0; tools &= tools - 1)
			front++;
		for (unsigned i = 0; i < sb2_own(g)->n_thieves; i++)
			front += sb2_own(g)->thief[i] == seat;
		room += private_view_len_discards(g->rules, g->seat[seat].n_hand, front);
	}
	return room;
}

/* [SB2 3.A.2] Twelve seats have six cards each, and ten cards are out of play. */
static const struct deck_rules deck = { .hands = 12 * 6 + 10 };

const struct position_rules sb2_position = {
	.phases = 1 << PHASE_PLAY | 1 << PHASE_OVER,
	.position = row_position,
	.seat = row_seat,
	.unhide = saboteur2_unhide,
	.mine = saboteur2_mine,
	.room = saboteur2_room,
	.deck = &deck,
};
