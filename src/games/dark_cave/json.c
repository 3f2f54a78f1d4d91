/*
 * The part of a position that only The Dark Cave has: spaces, dwarves, webs, creatures, the backs
 * of cards.
 *
 * (V1) The card list has an action card once per deck, but all have the same word. `hand_decks` and
 * `pile` have the decks, so that written positions can be read again.
 * (V2) The cards in front of a seat follow from axes, boots, webs and creatures. The reader uses
 * those, and `in_front` may not have more.
 */
#include "games/dark_cave/json.h"

enum { DECKS = 3, AXES_LIMIT = 100 };

static const char *const deck_word[DECKS + 1] = { "?", "I", "II", "III" };

/* Sorted by name, as in the output. */
static const uint8_t creature_order[CAVE_CREATURES] = { 2, 1, 0 };

/* The cards that can be in front of a seat, sorted by name. */
static const uint8_t front_order[] = { ACTION_BATTLE_AXE, ACTION_BOOTS, ACTION_GOBLIN,
	ACTION_LINDWORM, ACTION_RAT, ACTION_SPIDERWEB };
enum { FRONTS = sizeof front_order / sizeof front_order[0] };

static const struct feature_word {
	uint16_t feature;
	const char *word;
} feature_word[] = {
	{ FEATURE_LADDER, "ladder" },
	{ FEATURE_HOLE, "hole" },
	{ FEATURE_BRIDGE, "bridge" },
	{ FEATURE_TUNNEL, "tunnel" },
	{ FEATURE_VEIN, "vein" },
	{ FEATURE_EXIT, "exit" },
};

/* ---- writing ------------------------------------------------------------------------------- */

static json_t *
write_spot(struct spot spot)
{
	struct buf text = BUF_INIT;
	json_t *out;

	spot_text(spot, &text);
	out = json_string(buf_cstr(&text));
	buf_release(&text);
	return out;
}

static json_t *
write_webs(struct position_writer *w)
{
	const struct cave_state *cave = cave_own(w->g);
	json_t *list = json_array();

	for (unsigned i = 0; i < cave->n_web; i++) {
		const struct cave_web *web = &cave->web[i];
		struct spot at;

		(void)cave_edge_name(w->g, *web, &at);
		(void)json_array_append_new(list,
		    json_pack("{s:o, s:i, s:o}", "at", write_spot(at), "count", (int)web->count,
			"owner", position_write_seat_name(w, web->owner)));
	}
	return list;
}

static json_t *
write_creatures(struct position_writer *w)
{
	json_t *list = json_array();

	for (unsigned i = 0; i < CAVE_CREATURES; i++) {
		const struct cave_creature *c = &cave_own(w->g)->creature[creature_order[i]];
		enum action action = (enum action)cave_creature_action[creature_order[i]];

		if (c->owner != SEAT_NONE)
			(void)json_array_append_new(list,
			    json_pack("{s:s, s:o, s:o}", "kind", action_name(action), "at",
				write_spot(c->at), "owner", position_write_seat_name(w, c->owner)));
	}
	return list;
}

/* Writes the number of cards of each deck in the pile, because backs are public. The decks are in
 * this order; for a pile that was set up otherwise, or whose backs are not known, it writes
 * nothing. */
static json_t *
write_pile(struct position_writer *w)
{
	const struct game *g = w->g;
	unsigned n[DECKS + 1], last = 0, hidden = 0;
	json_t *out;

	for (unsigned d = 0; d <= DECKS; d++)
		hidden += n[d] = cave_own(g)->pile[d];
	for (unsigned i = g->deck_top; i < g->n_deck; i++) {
		unsigned deck = g->deck[i] < g->rules->n_cards ? game_card(g, g->deck[i])->deck :
								 last;

		if (deck < last)
			return NULL;
		n[g->deck[i] < g->rules->n_cards ? deck : 0]++;
		last = deck;
	}
	if (n[0] != hidden)
		return NULL;
	out = json_object();
	for (unsigned d = 1; d <= DECKS; d++)
		(void)json_object_set_new(out, deck_word[d], json_integer((json_int_t)n[d]));
	return out;
}

/* Written in a walk only. */
static json_t *
write_draw(struct position_writer *w)
{
	const struct cave_state *cave = cave_own(w->g);
	json_t *draw = json_object();

	if (cave->draw_n > 0)
		(void)json_object_set_new(
		    draw, names_seat(w->names, cave->draw_to), json_integer(cave->draw_n));
	return draw;
}

/* Returns the number of cards of that action in front of a seat. */
static unsigned
in_front(const struct game *g, uint8_t seat, enum action action)
{
	const struct cave_state *cave = cave_own(g);
	unsigned n = 0;

	if (action == ACTION_BATTLE_AXE)
		return cave->seat[seat].axes;
	if (action == ACTION_BOOTS)
		return cave->seat[seat].boots;
	if (action != ACTION_SPIDERWEB)
		return cave->creature[cave_creature_of(action)].owner == seat;
	for (unsigned i = 0; i < cave->n_web; i++)
		n += cave->web[i].owner == seat;
	return n;
}

static json_t *
write_in_front(struct position_writer *w)
{
	json_t *list = json_array();

	for (size_t i = 0; i < FRONTS; i++) {
		enum action action = (enum action)front_order[i];

		for (unsigned n = in_front(w->g, w->seat, action); n > 0; n--)
			(void)json_array_append_new(list, json_string(action_name(action)));
	}
	return list;
}

/* Standing orders and looks are private to the seat. */
static json_t *
write_axe(struct position_writer *w)
{
	const struct cave_seat *seat = &cave_own(w->g)->seat[w->seat];
	json_t *out = position_write_is_open(w) ? json_object() : NULL;

	for (unsigned i = 0; i < CAVE_CREATURES && out != NULL; i++) {
		unsigned k = creature_order[i];

		if (seat->axe[k] != 0)
			(void)json_object_set_new(out,
			    action_name((enum action)cave_creature_action[k]),
			    json_string(seat->axe[k] == ORDER_AXE_YES ? "use" : "keep"));
	}
	return out;
}

static json_t *
write_knows(struct position_writer *w)
{
	return position_write_is_open(w) ? position_write_seat_bits(w, w->g->seat[w->seat].knows) :
					   NULL;
}

static json_t *
write_hand_decks(struct position_writer *w)
{
	json_t *decks = json_array();

	for (unsigned i = 0; i < w->g->seat[w->seat].n_hand; i++)
		(void)json_array_append_new(
		    decks, json_string(deck_word[cave_back(w->g, w->seat, i) % 4]));
	return decks;
}

static json_t *
write_clan(struct position_writer *w)
{
	return json_string(cave_clan_name(cave_clan(w->g, w->seat)));
}

static json_t *
write_loyal(struct position_writer *w)
{
	enum cave_clan works_for = cave_works_for(w->g, w->seat);

	return works_for == CAVE_CLAN_NONE ? NULL :
					     json_boolean(works_for == cave_clan(w->g, w->seat));
}

static json_t *
write_at(struct position_writer *w)
{
	const struct cave_seat *own = &cave_own(w->g)->seat[w->seat];

	return own->out ? json_null() : write_spot(own->at);
}

static json_t *
write_parts(const struct cell *cell, unsigned parts)
{
	json_t *list = json_array();

	for (uint8_t part = 0; part < CAVE_PARTS; part++)
		if ((parts & CAVE_PART_BIT(part)) != 0)
			(void)json_array_append_new(
			    list, write_spot((struct spot){ cell->x, cell->y, part }));
	return list;
}

static json_t *
write_space(const struct cave_card *c, const struct cell *cell, uint8_t part)
{
	static const char letter[EDGES][2] = { "N", "E", "S", "W" };
	json_t *edges = json_array(), *has = json_array();

	for (unsigned e = 0; e < EDGES; e++)
		if ((c->edges[part] & EDGE_BIT(e)) != 0)
			(void)json_array_append_new(edges, json_string(letter[e]));
	for (size_t i = 0; i < sizeof feature_word / sizeof feature_word[0]; i++)
		if ((cave_card_has_at(c, part) & feature_word[i].feature) != 0)
			(void)json_array_append_new(has, json_string(feature_word[i].word));
	return json_pack("{s:o, s:o, s:o, s:o}", "name",
	    write_spot((struct spot){ cell->x, cell->y, part }), "to",
	    write_parts(cell, c->link[part]), "edge", edges, "has", has);
}

static json_t *
write_spaces(struct position_writer *w)
{
	json_t *spaces;
	struct cave_card c;

	if ((w->flags & POSITION_BRIEF) != 0)
		return NULL;
	spaces = json_array();
	cave_card_make(&c, w->g->rules, w->cell);
	for (uint8_t part = 0; part < CAVE_PARTS; part++)
		if ((c.parts & CAVE_PART_BIT(part)) != 0)
			(void)json_array_append_new(spaces, write_space(&c, w->cell, part));
	return spaces;
}

static json_t *
write_vein(struct position_writer *w)
{
	return json_integer((w->cell->flags & CELL_VEIN) != 0);
}

/* ---- reading: seats -------------------------------------------------------------------------- */

static int
read_spot(
    const struct position_reader *r, const struct json_at *at, const json_t *json, struct spot *out)
{
	if (!json_is_string(json) ||
	    spot_parse(json_string_value(json), json_string_length(json), out) < 0)
		return position_read_fail(r, at, "a space such as \"2,0/c\" expected");
	return 0;
}

/* Returns the number of "I", "II" or "III"; 0: another value. */
static unsigned
read_deck(const json_t *json)
{
	for (unsigned d = 1; d <= DECKS; d++)
		if (position_read_is(json, deck_word[d]))
			return d;
	return 0;
}

/* Returns the row of the same kind in that deck, or CARD_NONE. */
static card_id
card_in_deck(const struct game *g, card_id card, unsigned deck)
{
	for (card_id c = 0; c < g->rules->n_cards; c++)
		if (game_card(g, c)->deck == deck && cave_same_kind(g, c, card))
			return c;
	return CARD_NONE;
}

static int
read_hand_decks(const struct position_reader *r, const struct json_at *at, const json_t *json)
{
	struct seat *s = &r->g->seat[r->seat];

	if (json == NULL)
		return 0;
	if (json_typeof(json) != JSON_ARRAY || json_array_size(json) != s->n_hand)
		return position_read_fail(r, at, "a list as long as hand expected");
	for (size_t i = 0; i < s->n_hand; i++) {
		unsigned deck = read_deck(json_array_get(json, i));
		card_id card;

		if (s->hand[i] == CARD_HIDDEN &&
		    position_read_is(json_array_get(json, i), deck_word[0]))
			continue;
		if (deck == 0)
			return position_read_fail(r, AT_INDEX(at, i), "I, II or III expected");
		if (s->hand[i] == CARD_HIDDEN) {
			cave_own(r->g)->back[r->seat][i] = (uint8_t)deck;
			continue;
		}
		card = card_in_deck(r->g, s->hand[i], deck);
		if (card == CARD_NONE)
			return position_read_fail(
			    r, AT_INDEX(at, i), "deck %s has no such card", deck_word[deck]);
		s->hand[i] = card;
	}
	return 0;
}

/* Reads the clan and, with "loyal", the card. */
static int
read_clan(const struct position_reader *r, const struct json_at *at, const json_t *json)
{
	static const uint8_t role_of[CAVE_CLANS][2] = {
		[CAVE_CLAN_YELLOW] = { ROLE_YELLOW_SABOTEUR, ROLE_YELLOW_LOYAL },
		[CAVE_CLAN_BLUE] = { ROLE_BLUE_SABOTEUR, ROLE_BLUE_LOYAL },
	};
	const json_t *loyal = json_object_get(r->in, "loyal");
	unsigned which = CAVE_CLAN_YELLOW;
	card_id card = 0;

	while (which < CAVE_CLANS && !position_read_is(json, cave_clan_name(which)))
		which++;
	if (which == CAVE_CLANS)
		return position_read_fail(r, at, "yellow or blue expected");
	if (loyal == NULL && r->hidden_ok) {
		cave_own(r->g)->clan[r->seat] = (uint8_t)which;
		r->g->seat[r->seat].role = CARD_HIDDEN;
		return 0;
	}
	if (!json_is_boolean(loyal))
		return position_read_fail(r, AT_KEY(r->up, "loyal"), "true or false expected");
	while (game_card(r->g, card)->role != role_of[which][json_is_true(loyal)])
		card++; /* every deck has all clan cards */
	r->g->seat[r->seat].role = card;
	return 0;
}

/* Writes `fell` only where it matters: for the seat to move, in step two. */
static json_t *
write_fell(struct position_writer *w)
{
	bool is_moving = w->g->phase == PHASE_WALK && w->seat == w->g->to_move;

	return is_moving && cave_own(w->g)->seat[w->seat].fell ? json_true() : NULL;
}

static int
read_fell(const struct position_reader *r, const struct json_at *at, const json_t *json)
{
	struct cave_seat *own = &cave_own(r->g)->seat[r->seat];

	if (position_read_flag(r, at, json, &own->fell) < 0)
		return -1;
	return own->fell && !own->lying ? position_read_fail(r, at, "the dwarf does not lie") : 0;
}

/* Reads axes and boots. check_in_front checks the rest after webs and creatures are read (V2). */
static int
read_front_card(const struct position_reader *r, const struct json_at *at, const json_t *json)
{
	struct cave_seat *own = &cave_own(r->g)->seat[r->seat];
	card_id card;

	if (position_read_card(r, at, json, CLASS_BIT(CARD_ACTION), &card) < 0)
		return -1;
	if (card == CARD_HIDDEN)
		return position_read_fail(r, at, "what lies in front of a seat is public");
	if (game_card(r->g, card)->action == ACTION_BOOTS && own->boots++ > 0)
		return position_read_fail(r, at, "nobody has two pairs of boots");
	if (game_card(r->g, card)->action == ACTION_BATTLE_AXE && own->axes++ == AXES_LIMIT)
		return position_read_fail(r, at->up, "too many battle-axes");
	return 0;
}

static int
read_in_front(const struct position_reader *r, const struct json_at *at, const json_t *json)
{
	return position_read_each(r, at, json, "cards", 0, read_front_card);
}

static int
read_fresh_axes(const struct position_reader *r, const struct json_at *at, const json_t *json)
{
	struct cave_seat *own = &cave_own(r->g)->seat[r->seat];
	int fresh = 0;

	if (json != NULL && position_read_number(r, at, json, 0, own->axes, &fresh) < 0)
		return -1;
	own->fresh = (uint8_t)fresh;
	return 0;
}

static int
read_axe(const struct position_reader *r, const struct json_at *at, const json_t *json)
{
	json_t *axe = json_object_get(r->in, "axe"), *value;
	const char *key;

	if (json != NULL && json_typeof(json) != JSON_OBJECT)
		return position_read_fail(r, at, "an object of creatures and use or keep expected");
	json_object_foreach(axe, key, value)
	{
		unsigned k = 0;

		while (k < CAVE_CREATURES &&
		    strcmp(action_name((enum action)cave_creature_action[k]), key) != 0)
			k++;
		if (k == CAVE_CREATURES)
			return position_read_fail(r, at, "rat, lindworm or goblin expected");
		if (!position_read_is(value, "use") && !position_read_is(value, "keep"))
			return position_read_fail(r, AT_KEY(at, key), "use or keep expected");
		cave_own(r->g)->seat[r->seat].axe[k] = position_read_is(value, "use") ?
		    ORDER_AXE_YES :
		    ORDER_AXE_NO;
	}
	return 0;
}

static int
read_known(const struct position_reader *r, const struct json_at *at, const json_t *json)
{
	uint8_t of;

	if (position_read_seat_name(r, at, json, false, &of) < 0)
		return -1;
	r->g->seat[r->seat].knows |= SEEN_BY(of);
	return 0;
}

static int
read_knows(const struct position_reader *r, const struct json_at *at, const json_t *json)
{
	return position_read_each(r, at, json, "names", 0, read_known);
}

/* Reads the space of the dwarf, after its flags. */
static int
read_at(const struct position_reader *r, const struct json_at *at, const json_t *json)
{
	struct cave_seat *own = &cave_own(r->g)->seat[r->seat];

	if (json != NULL && (json_typeof(json) == JSON_NULL) != (own->out != 0))
		return position_read_fail(r, at, "null expected exactly if the dwarf is out");
	if (own->out && !own->revealed)
		return position_read_fail(
		    r, AT_KEY(r->up, "revealed"), "whose dwarf is out is known");
	if (own->out && own->lying)
		return position_read_fail(r, AT_KEY(r->up, "lying"), "the dwarf is out");
	return json == NULL || own->out ? 0 : read_spot(r, at, json, &own->at);
}

/* A field of the first seat's struct; `step` leads to the other seats. */
#define OF_SEAT(field)                                                                   \
	.offset = offsetof(struct cave_state, seat) + offsetof(struct cave_seat, field), \
	.step = sizeof(struct cave_seat)

static const struct position_row row_seat[] = {
	{ "hand_decks", .write = write_hand_decks, .read = read_hand_decks },
	{ "clan", .write = write_clan, .read = read_clan },
	{ "loyal", .write = write_loyal },
	{ "at", .write = write_at },
	{ "gold", ROW_WIDE, IN_SEAT(gold), .flags = ROW_NO_READ },
	{ "in_front", .write = write_in_front },
	{ "fresh_axes", ROW_NUMBER, OF_SEAT(fresh), .flags = ROW_NO_READ },
	{ "lying", ROW_FLAG, OF_SEAT(lying) },
	{ "fell", .write = write_fell, .read = read_fell },
	{ "out", ROW_FLAG, OF_SEAT(out) },
	{ "revealed", ROW_FLAG, OF_SEAT(revealed) },
	{ "agree", ROW_FLAG, OF_SEAT(agree) },
	{ "at", .read = read_at },
	{ "gold", ROW_WIDE, IN_SEAT(gold), .flags = ROW_NO_WRITE, .limit = CAVE_GOLD_MAX },
	{ "in_front", .read = read_in_front },
	{ "fresh_axes", .read = read_fresh_axes },
	{ "seen", ROW_SEEN, .flags = ROW_NO_READ },
	{ "axe", .write = write_axe, .read = read_axe },
	{ "knows", .write = write_knows, .read = read_knows },
	{ "seen", ROW_SEEN, .flags = ROW_NO_WRITE },
	{ 0 },
};

static int
read_vein(const struct position_reader *r, const struct json_at *at, const json_t *json)
{
	struct cell *cell = r->cell;
	int n = 0;

	if (json != NULL && position_read_number(r, at, json, 0, 1, &n) < 0)
		return -1;
	if (n == 0)
		return 0;
	if ((cell->flags & CELL_DOWN) != 0 ||
	    (game_card(r->g, cell->card)->feature & FEATURE_VEIN) == 0)
		return position_read_fail(r, at, "no gold vein lies open here");
	cell->flags |= CELL_VEIN;
	return 0;
}

static const struct position_row row_cell[] = {
	{ "gold", .write = write_vein, .read = read_vein },
	{ "spaces", .write = write_spaces },
	{ 0 },
};

/* ---- reading: the rest ----------------------------------------------------------------------- */

/* Changes the spot to the space's own name. */
static int
settle_spot(const struct position_reader *r, const struct json_at *at, struct spot *spot)
{
	uint16_t has;

	if (!cave_name(r->g, spot, &has))
		return position_read_fail(r, at, "no such space on the table");
	if ((has & FEATURE_EXIT) != 0)
		return position_read_fail(r, at, "nobody stands in the exit");
	return 0;
}

static int
read_web(const struct position_reader *r, const struct json_at *at, const json_t *json)
{
	struct cave_state *cave = cave_own(r->g);
	struct cave_web *web = &cave->web[cave->n_web];
	struct spot spot = { 0, 0, PART_WHOLE };
	uint8_t owner;
	int count;

	if (read_spot(r, AT_KEY(at, "at"), json_object_get(json, "at"), &spot) < 0 ||
	    position_read_number(
		r, AT_KEY(at, "count"), json_object_get(json, "count"), 1, 2, &count) < 0 ||
	    position_read_seat_name(
		r, AT_KEY(at, "owner"), json_object_get(json, "owner"), false, &owner) < 0)
		return -1;
	if (spot.part < PART_N || spot.part > PART_W)
		return position_read_fail(
		    r, AT_KEY(at, "at"), "an edge such as \"2,0/e\" expected");
	*web = cave_edge(spot.x, spot.y, spot.part - (unsigned)PART_N);
	web->count = (uint8_t)count;
	web->owner = owner;
	if (!cave_edge_name(r->g, *web, &spot))
		return position_read_fail(r, AT_KEY(at, "at"), "no card is open there");
	if (cave_web_at(r->g, web->x, web->y, web->edge) != CAVE_WEB_NONE)
		return position_read_fail(r, AT_KEY(at, "at"), "two webs on one edge");
	cave->n_web++;
	return 0;
}

static int
read_webs(const struct position_reader *r, const struct json_at *at, const json_t *json)
{
	return position_read_each(r, at, json, "webs", CAVE_WEBS_MAX, read_web);
}

static int
read_creature(const struct position_reader *r, const struct json_at *at, const json_t *json)
{
	struct cave_creature *c;
	struct spot spot = { 0, 0, PART_WHOLE };
	uint8_t owner;
	card_id card;
	unsigned k;

	if (position_read_card(r, AT_KEY(at, "kind"), json_object_get(json, "kind"),
		CLASS_BIT(CARD_ACTION), &card) < 0)
		return -1;
	k = card == CARD_HIDDEN ? (unsigned)CAVE_CREATURES :
				  cave_creature_of(game_card(r->g, card)->action);
	if (k == CAVE_CREATURES)
		return position_read_fail(
		    r, AT_KEY(at, "kind"), "rat, lindworm or goblin expected");
	c = &cave_own(r->g)->creature[k];
	if (c->owner != SEAT_NONE)
		return position_read_fail(r, at, "there is only one of each kind");
	if (read_spot(r, AT_KEY(at, "at"), json_object_get(json, "at"), &spot) < 0 ||
	    settle_spot(r, AT_KEY(at, "at"), &spot) < 0 ||
	    position_read_seat_name(
		r, AT_KEY(at, "owner"), json_object_get(json, "owner"), false, &owner) < 0)
		return -1;
	*c = (struct cave_creature){ owner, spot };
	return 0;
}

static int
read_creatures(const struct position_reader *r, const struct json_at *at, const json_t *json)
{
	for (unsigned k = 0; k < CAVE_CREATURES; k++)
		cave_own(r->g)->creature[k].owner = SEAT_NONE;
	return position_read_each(r, at, json, "creatures", 0, read_creature);
}

/* Reads {"p2": 1}, or nothing. */
static int
read_draw(const struct position_reader *r, const struct json_at *at, const json_t *json)
{
	struct cave_state *cave = cave_own(r->g);
	json_t *draw = json_object_get(r->in, "draw"), *value;
	const char *name;

	cave->draw_to = SEAT_NONE;
	if (json != NULL && (json_typeof(json) != JSON_OBJECT || json_object_size(json) > 1))
		return position_read_fail(r, at, "an object of at most one seat expected");
	json_object_foreach(draw, name, value)
	{
		const struct json_at *here = AT_KEY(at, name);
		int n;

		if (r->g->phase != PHASE_WALK)
			return position_read_fail(r, at, "only in phase walk");
		if (position_read_number(r, here, value, 0, 2, &n) < 0)
			return -1;
		if (n == 0)
			continue;
		cave->draw_to = names_find(r->names, name, strlen(name));
		cave->draw_n = (uint8_t)n;
		if (cave->draw_to == SEAT_NONE)
			return position_read_fail(r, at, "no such seat");
		if ((unsigned)n > game_deck_left(r->g))
			return position_read_fail(
			    r, here, "the pile has only %u", game_deck_left(r->g));
		if (r->g->seat[cave->draw_to].n_hand + n > HAND_MAX)
			return position_read_fail(r, here, "a hand has at most %d cards", HAND_MAX);
	}
	return 0;
}

/* Returns the deck of a card of the pile if its kind is in one deck only; else 0. */
static unsigned
deck_of(const struct game *g, card_id card)
{
	unsigned found = 0;

	for (unsigned d = 1; d <= DECKS; d++) {
		if (card_in_deck(g, card, d) == CARD_NONE)
			continue;
		if (found != 0)
			return 0;
		found = d;
	}
	return found;
}

/* Without `pile`: if a kind is in several decks, the nearest later card with a known deck decides,
 * else the nearest earlier one. */
static void
guess_decks(struct game *g)
{
	unsigned deck = 0;

	for (unsigned i = 0; i < g->n_deck; i++)
		if (deck_of(g, g->deck[i]) != 0)
			deck = deck_of(g, g->deck[i]);
	for (unsigned i = g->n_deck; i-- > 0;) {
		card_id card = deck_of(g, g->deck[i]) == 0 ? card_in_deck(g, g->deck[i], deck) :
							     CARD_NONE;

		if (deck_of(g, g->deck[i]) != 0)
			deck = deck_of(g, g->deck[i]);
		if (card != CARD_NONE)
			g->deck[i] = card;
	}
}

/* Reads {"I": 0, "II": 3, "III": 26}: the cards of the pile are in this order. */
static int
read_pile(const struct position_reader *r, const struct json_at *at, const json_t *json)
{
	struct game *g = r->g;
	unsigned i = g->deck_top;
	int n[DECKS + 1] = { 0 };

	if (json == NULL) {
		guess_decks(g);
		return 0;
	}
	for (unsigned d = 1; d <= DECKS; d++)
		if (position_read_number(r, AT_KEY(at, deck_word[d]),
			json_object_get(json, deck_word[d]), 0, DECK_MAX, &n[d]) < 0)
			return -1;
	if ((unsigned)(n[1] + n[2] + n[3]) != game_deck_left(g))
		return position_read_fail(r, at, "the deck has %u cards", game_deck_left(g));
	for (unsigned d = 1; d <= DECKS; d++) {
		for (int left = n[d]; left > 0; left--, i++) {
			card_id card = g->deck[i];

			if (card == CARD_HIDDEN) {
				cave_own(g)->pile[d]++;
				continue;
			}
			card = card_in_deck(g, card, d);
			if (card == CARD_NONE)
				return position_read_fail(r, AT_INDEX(AT_KEY(NULL, "deck"), i),
				    "deck %s has no such card", deck_word[d]);
			g->deck[i] = card;
		}
	}
	return 0;
}

/* (V2) */
static int
check_in_front(const struct position_reader *r, const struct json_at *at, const json_t *json)
{
	const json_t *seats = json_object_get(r->in, "seats");

	(void)at, (void)json;
	for (uint8_t s = 0; s < r->g->n_seats; s++) {
		const json_t *list = json_object_get(json_array_get(seats, s), "in_front");

		for (size_t f = 0; f < FRONTS; f++) {
			const char *word = action_name((enum action)front_order[f]);
			unsigned n = 0;

			for (size_t i = 0; i < json_array_size(list); i++)
				n += strcmp(json_string_value(json_array_get(list, i)), word) == 0;
			if (n > in_front(r->g, s, (enum action)front_order[f]))
				return position_read_fail(r, AT_KEY(AT_SEAT(s), "in_front"),
				    "%s lies here, but nothing on the table belongs to it", word);
		}
	}
	return 0;
}

static int
check_dwarves(const struct position_reader *r, const struct json_at *at, const json_t *json)
{
	const struct game *g = r->g;
	const struct cave_seat *mover = &cave_own(g)->seat[g->to_move % CAVE_SEATS_MAX];

	(void)json;
	for (uint8_t s = 0; s < g->n_seats; s++) {
		struct cave_seat *own = &cave_own(r->g)->seat[s];

		if (!own->out && settle_spot(r, AT_KEY(AT_SEAT(s), "at"), &own->at) < 0)
			return -1;
	}
	if (g->phase == PHASE_WALK &&
	    (mover->out || g->seat[g->to_move].resigned ||
		(mover->lying && !cave_can_cut(g, g->to_move))))
		return position_read_fail(r, AT_KEY(at, "phase"), "the dwarf of %s does not walk",
		    names_seat(r->names, g->to_move));
	return 0;
}

static int
check_gold(const struct position_reader *r, const struct json_at *at, const json_t *json)
{
	const struct cave_state *cave = cave_own(r->g);

	(void)json;
	if (cave->first_out != SEAT_NONE && !cave->seat[cave->first_out].out)
		return position_read_fail(r, AT_KEY(at, "first_out"),
		    "the dwarf of %s is in the cave", names_seat(r->names, cave->first_out));
	if (cave_gold(r->g) > CAVE_GOLD_MAX)
		return position_read_fail(r, AT_KEY(at, "pool"),
		    "with that of seats and veins more than %d gold", CAVE_GOLD_MAX);
	return 0;
}

static int
check_webs(const struct position_reader *r, const struct json_at *at, const json_t *json)
{
	(void)json;
	if (cave_webs(r->g) > CAVE_WEBS_MAX)
		return position_read_fail(r, AT_KEY(at, "webs"),
		    "with those in hands and deck more than %d webs: the box has no more",
		    CAVE_WEBS_MAX);
	return 0;
}

static const struct position_row row_position[] = {
	{ .read = position_read_mine },
	{ "clan_left", ROW_CARDS, LIST_OF(struct cave_state, left, n_left), .limit = CAVE_LEFT_MAX,
	    .classes = CLASS_BIT(CARD_ROLE) },
	{ "pool", ROW_U16, IN_OWN(struct cave_state, pool), .limit = CAVE_GOLD_MAX },
	{ "pile", .write = write_pile, .read = read_pile },
	{ "draw", .write = write_draw, .phases = 1 << PHASE_WALK },
	{ "webs", .write = write_webs, .read = read_webs },
	{ "creatures", .write = write_creatures, .read = read_creatures },
	{ "draw", .read = read_draw },
	{ .read = check_webs },
	{ .read = check_in_front },
	{ .read = check_dwarves },
	{ "first_out", ROW_SEAT, IN_OWN(struct cave_state, first_out) },
	{ .read = check_gold },
	{ 0 },
};

const struct position_rules cave_position = {
	.phases = 1 << PHASE_PLAY | 1 << PHASE_WALK | 1 << PHASE_OVER,
	.position = row_position,
	.seat = row_seat,
	.cell = row_cell,
	.score = dark_cave_score_json,
	.room = dark_cave_room,
	.deck = &dark_cave_deck,
};
