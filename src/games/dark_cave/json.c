/*
 * What The Dark Cave adds to a position: spaces, dwarves, webs, creatures, the backs of cards.
 *
 * (V1) The card lists know an action card once for each deck it is in, the words do not:
 *      `hand_decks` and `pile` say which, so that what is written can be read again.
 * (V2) What lies in front of a seat follows from axes, boots, webs and creatures: these are what is
 *      read, and `in_front` may not say more.
 */
#include "games/dark_cave/cave.h"
#include "wire/position_rules.h"

enum { DECKS = 3, AXES_LIMIT = 100 };

static const char *const deck_word[DECKS + 1] = { "?", "I", "II", "III" };

/* By name, as they are written. */
static const uint8_t creature_order[CREATURES] = { 2, 1, 0 };

/* What can lie in front of a seat, by name. */
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
write_webs(const struct position_writer *w)
{
	const struct cave_state *cave = cave_own(w->g);
	json_t *list = json_array();

	for (unsigned i = 0; i < cave->n_web; i++) {
		json_t *web = json_object();
		struct spot at;

		(void)cave_edge_name(w->g, cave->web[i], &at);
		(void)json_object_set_new(web, "at", write_spot(at));
		(void)json_object_set_new(web, "count", json_integer(cave->web[i].count));
		(void)json_object_set_new(web, "owner", write_seat_name(w, cave->web[i].owner));
		(void)json_array_append_new(list, web);
	}
	return list;
}

static json_t *
write_creatures(const struct position_writer *w)
{
	json_t *list = json_array();

	for (unsigned i = 0; i < CREATURES; i++) {
		const struct cave_creature *c = &cave_own(w->g)->creature[creature_order[i]];
		enum action action = (enum action)cave_creature_action[creature_order[i]];
		json_t *out;

		if (c->owner == SEAT_NONE)
			continue;
		out = json_object();
		(void)json_object_set_new(out, "kind", json_string(action_name(action)));
		(void)json_object_set_new(out, "at", write_spot(c->at));
		(void)json_object_set_new(out, "owner", write_seat_name(w, c->owner));
		(void)json_array_append_new(list, out);
	}
	return list;
}

/* How many cards of each deck the pile has: the backs are public.  They lie in this order; only a
 * pile set up by hand may not, and goes without. */
static void
write_pile(const struct position_writer *w, json_t *position)
{
	const struct game *g = w->g;
	unsigned n[DECKS + 1], last = 0;
	json_t *out = json_object();

	for (unsigned d = 0; d <= DECKS; d++)
		n[d] = cave_own(g)->pile[d];
	for (unsigned i = g->deck_top; i < g->n_deck; i++) {
		unsigned deck = g->deck[i] < g->rules->n_cards ? game_card(g, g->deck[i])->deck :
								 last;

		if (deck < last) {
			json_decref(out);
			return;
		}
		n[g->deck[i] < g->rules->n_cards ? deck : 0]++;
		last = deck;
	}
	for (unsigned d = 1; d <= DECKS; d++)
		(void)json_object_set_new(out, deck_word[d], json_integer((json_int_t)n[d]));
	(void)json_object_set_new(position, "pile", out);
}

static void
cave_write(struct position_writer *w, json_t *out)
{
	const struct cave_state *cave = cave_own(w->g);

	(void)json_object_set_new(out, "clan_left", write_cards(w, cave->left, cave->n_left));
	(void)json_object_set_new(out, "pool", json_integer(u16_get(&cave->pool)));
	write_pile(w, out);
	if (w->g->phase == PHASE_WALK) {
		json_t *draw = json_object();

		if (cave->draw_n > 0)
			(void)json_object_set_new(
			    draw, names_seat(w->names, cave->draw_to), json_integer(cave->draw_n));
		(void)json_object_set_new(out, "draw", draw);
	}
	(void)json_object_set_new(out, "webs", write_webs(w));
	(void)json_object_set_new(out, "creatures", write_creatures(w));
	(void)json_object_set_new(out, "first_out", write_seat_name(w, cave->first_out));
}

/* How many cards of that action lie in front of a seat. */
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
write_in_front(const struct position_writer *w, uint8_t seat)
{
	json_t *list = json_array();

	for (size_t i = 0; i < FRONTS; i++) {
		enum action action = (enum action)front_order[i];

		for (unsigned n = in_front(w->g, seat, action); n > 0; n--)
			(void)json_array_append_new(list, json_string(action_name(action)));
	}
	return list;
}

static json_t *
write_axe(const struct cave_seat *seat)
{
	json_t *out = json_object();

	for (unsigned i = 0; i < CREATURES; i++) {
		unsigned k = creature_order[i];

		if (seat->axe[k] != 0)
			(void)json_object_set_new(out,
			    action_name((enum action)cave_creature_action[k]),
			    json_string(seat->axe[k] == ORDER_AXE_YES ? "use" : "keep"));
	}
	return out;
}

static json_t *
write_knows(const struct position_writer *w, uint8_t seat)
{
	json_t *list = json_array();

	for (uint8_t s = 0; s < w->g->n_seats; s++)
		if ((w->g->seat[seat].knows & SEEN_BY(s)) != 0)
			(void)json_array_append_new(list, write_seat_name(w, s));
	return list;
}

static void
cave_write_seat(struct position_writer *w, uint8_t seat, json_t *out)
{
	const struct seat *s = &w->g->seat[seat];
	const struct cave_seat *own = &cave_own(w->g)->seat[seat];
	enum cave_clan clan = cave_clan(w->g, seat), works_for = cave_works_for(w->g, seat);
	json_t *decks = json_array();

	for (unsigned i = 0; i < s->n_hand; i++)
		(void)json_array_append_new(
		    decks, json_string(deck_word[cave_back(w->g, seat, i) % 4]));
	(void)json_object_set_new(out, "hand_decks", decks);
	(void)json_object_set_new(out, "clan", json_string(clan_name(clan)));
	if (works_for != CLAN_NONE)
		(void)json_object_set_new(out, "loyal", json_boolean(works_for == clan));
	(void)json_object_set_new(out, "at", own->out ? json_null() : write_spot(own->at));
	(void)json_object_set_new(out, "gold", json_integer(s->gold));
	(void)json_object_set_new(out, "in_front", write_in_front(w, seat));
	(void)json_object_set_new(out, "fresh_axes", json_integer(own->fresh));
	(void)json_object_set_new(out, "lying", json_boolean(own->lying));
	(void)json_object_set_new(out, "out", json_boolean(own->out));
	(void)json_object_set_new(out, "revealed", json_boolean(own->revealed));
	(void)json_object_set_new(out, "agree", json_boolean(own->agree));
	(void)json_object_set_new(out, "seen", write_seen(s));
	/* Standing orders and what was looked at are the seat's own business. */
	if (w->v->seat != seat && w->v->seat != SEAT_REFEREE)
		return;
	(void)json_object_set_new(out, "axe", write_axe(own));
	(void)json_object_set_new(out, "knows", write_knows(w, seat));
}

static json_t *
write_parts(const struct cell *cell, unsigned parts)
{
	json_t *list = json_array();

	for (uint8_t part = 0; part < PARTS; part++)
		if ((parts & PART_BIT(part)) != 0)
			(void)json_array_append_new(
			    list, write_spot((struct spot){ cell->x, cell->y, part }));
	return list;
}

static json_t *
write_space(const struct cave_card *c, const struct cell *cell, uint8_t part)
{
	static const char letter[EDGES][2] = { "N", "E", "S", "W" };
	json_t *out = json_object(), *edges = json_array(), *has = json_array();

	for (unsigned e = 0; e < EDGES; e++)
		if ((c->edges[part] & EDGE_BIT(e)) != 0)
			(void)json_array_append_new(edges, json_string(letter[e]));
	for (size_t i = 0; i < sizeof feature_word / sizeof feature_word[0]; i++)
		if ((c->has[part] & feature_word[i].feature) != 0)
			(void)json_array_append_new(has, json_string(feature_word[i].word));
	(void)json_object_set_new(out, "name", write_spot((struct spot){ cell->x, cell->y, part }));
	(void)json_object_set_new(out, "to", write_parts(cell, c->link[part]));
	(void)json_object_set_new(out, "edge", edges);
	(void)json_object_set_new(out, "has", has);
	return out;
}

static void
cave_write_cell(struct position_writer *w, const struct cell *cell, json_t *out)
{
	json_t *spaces = json_array();
	struct cave_card c;

	(void)json_object_set_new(out, "gold", json_integer((cell->flags & CELL_VEIN) != 0));
	if ((w->flags & POSITION_BRIEF) != 0) {
		json_decref(spaces);
		return;
	}
	cave_card_make(&c, w->g->rules, cell);
	for (uint8_t part = 0; part < PARTS; part++)
		if ((c.parts & PART_BIT(part)) != 0)
			(void)json_array_append_new(spaces, write_space(&c, cell, part));
	(void)json_object_set_new(out, "spaces", spaces);
}

/* ---- reading: seats -------------------------------------------------------------------------- */

static int
read_spot(
    const struct position_reader *r, const struct json_at *at, const json_t *json, struct spot *out)
{
	if (!json_is_string(json) ||
	    spot_parse(json_string_value(json), json_string_length(json), out) < 0)
		return read_fail(r, at, "a space such as \"2,0/c\" expected");
	return 0;
}

/* "I", "II" or "III"; 0: something else. */
static unsigned
read_deck(const json_t *json)
{
	for (unsigned d = 1; d <= DECKS; d++)
		if (json_is_string(json) && strcmp(json_string_value(json), deck_word[d]) == 0)
			return d;
	return 0;
}

/* The row of the same kind that is in that deck; CARD_NONE: there is none. */
static card_id
card_in_deck(const struct game *g, card_id card, unsigned deck)
{
	for (card_id c = 0; c < g->rules->n_cards; c++)
		if (game_card(g, c)->deck == deck && cave_same_kind(g, c, card))
			return c;
	return CARD_NONE;
}

static int
read_hand_decks(
    const struct position_reader *r, const struct json_at *at, const json_t *json, uint8_t seat)
{
	struct seat *s = &r->g->seat[seat];

	if (json == NULL)
		return 0;
	if (!json_is_array(json) || json_array_size(json) != s->n_hand)
		return read_fail(r, at, "a list as long as hand expected");
	for (size_t i = 0; i < s->n_hand; i++) {
		unsigned deck = read_deck(json_array_get(json, i));
		card_id card;

		if (deck == 0)
			return read_fail(r, AT_INDEX(at, i), "I, II or III expected");
		if (s->hand[i] == CARD_HIDDEN) {
			cave_own(r->g)->back[seat][i] = (uint8_t)deck;
			continue;
		}
		card = card_in_deck(r->g, s->hand[i], deck);
		if (card == CARD_NONE)
			return read_fail(
			    r, AT_INDEX(at, i), "deck %s has no such card", deck_word[deck]);
		s->hand[i] = card;
	}
	return 0;
}

static int
read_clan(
    const struct position_reader *r, const struct json_at *at, const json_t *json, uint8_t seat)
{
	static const uint8_t role_of[CLANS][2] = {
		[CLAN_YELLOW] = { ROLE_YELLOW_SABOTEUR, ROLE_YELLOW_LOYAL },
		[CLAN_BLUE] = { ROLE_BLUE_SABOTEUR, ROLE_BLUE_LOYAL },
	};
	const json_t *clan = json_object_get(json, "clan"), *loyal = json_object_get(json, "loyal");
	unsigned which = CLAN_YELLOW;
	card_id card = 0;

	while (which < CLANS &&
	    !(json_is_string(clan) && strcmp(json_string_value(clan), clan_name(which)) == 0))
		which++;
	if (which == CLANS)
		return read_fail(r, AT_KEY(at, "clan"), "yellow or blue expected");
	if (loyal == NULL && r->hidden_ok) {
		cave_own(r->g)->clan[seat] = (uint8_t)which;
		r->g->seat[seat].role = CARD_HIDDEN;
		return 0;
	}
	if (!json_is_boolean(loyal))
		return read_fail(r, AT_KEY(at, "loyal"), "true or false expected");
	while (card < r->g->rules->n_cards &&
	    game_card(r->g, card)->role != role_of[which][json_is_true(loyal)])
		card++;
	if (card == r->g->rules->n_cards)
		return read_fail(r, AT_KEY(at, "clan"), "the deck has no such clan card");
	r->g->seat[seat].role = card;
	return 0;
}

/* Axes and boots; the rest is looked at when webs and creatures are there (V2). */
static int
read_in_front(const struct position_reader *r, const struct json_at *at, const json_t *json,
    struct cave_seat *own)
{
	if (json != NULL && !json_is_array(json))
		return read_fail(r, at, "a list of cards expected");
	for (size_t i = 0; i < json_array_size(json); i++) {
		const json_t *kind = json_array_get(json, i);
		card_id card;

		if (read_card(r, AT_INDEX(at, i), kind, CLASS_BIT(CARD_ACTION), &card) < 0)
			return -1;
		if (card == CARD_HIDDEN)
			return read_fail(
			    r, AT_INDEX(at, i), "what lies in front of a seat is public");
		if (game_card(r->g, card)->action == ACTION_BOOTS && own->boots++ > 0)
			return read_fail(r, AT_INDEX(at, i), "nobody has two pairs of boots");
		if (game_card(r->g, card)->action == ACTION_BATTLE_AXE && own->axes++ == AXES_LIMIT)
			return read_fail(r, at, "too many battle-axes");
	}
	return 0;
}

static int
read_axe(
    const struct position_reader *r, const struct json_at *at, json_t *json, struct cave_seat *own)
{
	const char *key;
	json_t *value;

	if (json != NULL && !json_is_object(json))
		return read_fail(r, at, "an object of creatures and use or keep expected");
	json_object_foreach(json, key, value)
	{
		const char *word = json_is_string(value) ? json_string_value(value) : "";
		unsigned k = 0;

		while (k < CREATURES &&
		    strcmp(action_name((enum action)cave_creature_action[k]), key) != 0)
			k++;
		if (k == CREATURES)
			return read_fail(r, at, "rat, lindworm or goblin expected");
		if (strcmp(word, "use") != 0 && strcmp(word, "keep") != 0)
			return read_fail(r, AT_KEY(at, key), "use or keep expected");
		own->axe[k] = strcmp(word, "use") == 0 ? ORDER_AXE_YES : ORDER_AXE_NO;
	}
	return 0;
}

static int
read_knows(
    const struct position_reader *r, const struct json_at *at, const json_t *json, struct seat *s)
{
	if (json != NULL && !json_is_array(json))
		return read_fail(r, at, "a list of names expected");
	for (size_t i = 0; i < json_array_size(json); i++) {
		uint8_t of;

		if (read_seat_name(r, AT_INDEX(at, i), json_array_get(json, i), false, &of) < 0)
			return -1;
		s->knows |= SEEN_BY(of);
	}
	return 0;
}

/* The flags of a seat, and where its dwarf is. */
static int
read_dwarf(const struct position_reader *r, const struct json_at *at, const json_t *json,
    struct cave_seat *own)
{
	const struct flag {
		const char *key;
		uint8_t *to;
	} flag[] = { { "lying", &own->lying }, { "out", &own->out }, { "revealed", &own->revealed },
		{ "agree", &own->agree } };
	const json_t *where = json_object_get(json, "at");

	for (size_t i = 0; i < sizeof flag / sizeof flag[0]; i++) {
		bool on;

		if (read_flag(r, AT_KEY(at, flag[i].key), json_object_get(json, flag[i].key), &on) <
		    0)
			return -1;
		*flag[i].to = on;
	}
	if (where != NULL && json_is_null(where) != (own->out != 0))
		return read_fail(r, AT_KEY(at, "at"), "null expected exactly if the dwarf is out");
	if (own->out && !own->revealed)
		return read_fail(r, AT_KEY(at, "revealed"), "whose dwarf is out is known");
	if (own->out && own->lying)
		return read_fail(r, AT_KEY(at, "lying"), "the dwarf is out");
	return where == NULL || own->out ? 0 : read_spot(r, AT_KEY(at, "at"), where, &own->at);
}

static int
cave_read_seat(
    const struct position_reader *r, const struct json_at *at, const json_t *json, uint8_t seat)
{
	struct seat *s = &r->g->seat[seat];
	struct cave_seat *own = &cave_own(r->g)->seat[seat];
	const json_t *gold = json_object_get(json, "gold"),
		     *fresh = json_object_get(json, "fresh_axes");
	int n = 0, n_fresh = 0;

	if (read_hand_decks(
		r, AT_KEY(at, "hand_decks"), json_object_get(json, "hand_decks"), seat) < 0 ||
	    read_clan(r, at, json, seat) < 0 || read_dwarf(r, at, json, own) < 0 ||
	    (gold != NULL && read_number(r, AT_KEY(at, "gold"), gold, 0, CAVE_GOLD_MAX, &n) < 0) ||
	    read_in_front(r, AT_KEY(at, "in_front"), json_object_get(json, "in_front"), own) < 0 ||
	    (fresh != NULL &&
		read_number(r, AT_KEY(at, "fresh_axes"), fresh, 0, own->axes, &n_fresh) < 0) ||
	    read_axe(r, AT_KEY(at, "axe"), json_object_get(json, "axe"), own) < 0 ||
	    read_knows(r, AT_KEY(at, "knows"), json_object_get(json, "knows"), s) < 0 ||
	    read_seen(r, AT_KEY(at, "seen"), json_object_get(json, "seen"), s) < 0)
		return -1;
	s->gold = (uint16_t)n;
	own->fresh = (uint8_t)n_fresh;
	return 0;
}

static int
cave_read_cell(const struct position_reader *r, const struct json_at *at, const json_t *json,
    struct cell *cell)
{
	const json_t *gold = json_object_get(json, "gold");
	int n = 0;

	if (gold != NULL && read_number(r, AT_KEY(at, "gold"), gold, 0, 1, &n) < 0)
		return -1;
	if (n > 0 &&
	    ((cell->flags & CELL_DOWN) != 0 ||
		(game_card(r->g, cell->card)->feature & FEATURE_VEIN) == 0))
		return read_fail(r, AT_KEY(at, "gold"), "no gold vein lies open here");
	cell->flags = (uint8_t)(cell->flags | (n > 0 ? CELL_VEIN : 0));
	return 0;
}

/* ---- reading: the rest ----------------------------------------------------------------------- */

/* Bring a space to its own name. */
static int
settle_spot(const struct position_reader *r, const struct json_at *at, struct spot *spot)
{
	uint16_t has;

	if (!cave_name(r->g, spot, &has))
		return read_fail(r, at, "no such space on the table");
	if ((has & FEATURE_EXIT) != 0)
		return read_fail(r, at, "nobody stands in the exit");
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
	    read_number(r, AT_KEY(at, "count"), json_object_get(json, "count"), 1, 2, &count) < 0 ||
	    read_seat_name(r, AT_KEY(at, "owner"), json_object_get(json, "owner"), false, &owner) <
		0)
		return -1;
	if (spot.part < PART_N || spot.part > PART_W)
		return read_fail(r, AT_KEY(at, "at"), "an edge such as \"2,0/e\" expected");
	*web = cave_edge(spot.x, spot.y, spot.part - (unsigned)PART_N);
	web->count = (uint8_t)count;
	web->owner = owner;
	if (!cave_edge_name(r->g, *web, &spot))
		return read_fail(r, AT_KEY(at, "at"), "no card is open there");
	if (cave_web_at(r->g, web->x, web->y, web->edge) != WEB_NONE)
		return read_fail(r, AT_KEY(at, "at"), "two webs on one edge");
	cave->n_web++;
	return 0;
}

static int
read_webs(const struct position_reader *r, const json_t *json)
{
	const struct json_at *at = AT_KEY(NULL, "webs");

	if (json != NULL && !json_is_array(json))
		return read_fail(r, at, "a list of webs expected");
	if (json_array_size(json) > WEBS_MAX)
		return read_fail(r, at, "at most %d webs", WEBS_MAX);
	for (size_t i = 0; i < json_array_size(json); i++)
		if (read_web(r, AT_INDEX(at, i), json_array_get(json, i)) < 0)
			return -1;
	return 0;
}

static int
read_creature(const struct position_reader *r, const struct json_at *at, const json_t *json)
{
	struct cave_creature *c;
	struct spot spot = { 0, 0, PART_WHOLE };
	uint8_t owner;
	card_id card;
	unsigned k;

	if (read_card(r, AT_KEY(at, "kind"), json_object_get(json, "kind"), CLASS_BIT(CARD_ACTION),
		&card) < 0)
		return -1;
	k = card == CARD_HIDDEN ? (unsigned)CREATURES :
				  cave_creature_of(game_card(r->g, card)->action);
	if (k == CREATURES)
		return read_fail(r, AT_KEY(at, "kind"), "rat, lindworm or goblin expected");
	c = &cave_own(r->g)->creature[k];
	if (c->owner != SEAT_NONE)
		return read_fail(r, at, "there is only one of each kind");
	if (read_spot(r, AT_KEY(at, "at"), json_object_get(json, "at"), &spot) < 0 ||
	    settle_spot(r, AT_KEY(at, "at"), &spot) < 0 ||
	    read_seat_name(r, AT_KEY(at, "owner"), json_object_get(json, "owner"), false, &owner) <
		0)
		return -1;
	*c = (struct cave_creature){ owner, spot };
	return 0;
}

static int
read_creatures(const struct position_reader *r, const json_t *json)
{
	const struct json_at *at = AT_KEY(NULL, "creatures");

	for (unsigned k = 0; k < CREATURES; k++)
		cave_own(r->g)->creature[k].owner = SEAT_NONE;
	if (json != NULL && !json_is_array(json))
		return read_fail(r, at, "a list of creatures expected");
	for (size_t i = 0; i < json_array_size(json); i++)
		if (read_creature(r, AT_INDEX(at, i), json_array_get(json, i)) < 0)
			return -1;
	return 0;
}

/* {"p2": 1}, or nothing. */
static int
read_draw(const struct position_reader *r, json_t *json)
{
	const struct json_at *at = AT_KEY(NULL, "draw");
	struct cave_state *cave = cave_own(r->g);
	const char *name;
	json_t *value;

	cave->draw_to = SEAT_NONE;
	if (json != NULL && (!json_is_object(json) || json_object_size(json) > 1))
		return read_fail(r, at, "an object of at most one seat expected");
	json_object_foreach(json, name, value)
	{
		const struct json_at *here = AT_KEY(at, name);
		int n;

		if (r->g->phase != PHASE_WALK)
			return read_fail(r, at, "only in phase walk");
		if (read_number(r, here, value, 0, 2, &n) < 0)
			return -1;
		if (n == 0)
			continue;
		cave->draw_to = names_find(r->names, name, strlen(name));
		cave->draw_n = (uint8_t)n;
		if (cave->draw_to == SEAT_NONE)
			return read_fail(r, at, "no such seat");
		if ((unsigned)n > game_deck_left(r->g))
			return read_fail(r, here, "the pile has only %u", game_deck_left(r->g));
		if (r->g->seat[cave->draw_to].n_hand + n > HAND_MAX)
			return read_fail(r, here, "a hand has at most %d cards", HAND_MAX);
	}
	return 0;
}

/* The deck of a card of the pile, if its kind tells; else 0. */
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

/* Without `pile`: where a kind is in several decks, the nearest below that tells decides, else the
 * nearest above. */
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

/* {"I": 0, "II": 3, "III": 26}: the cards of the pile lie in this order. */
static int
read_pile(const struct position_reader *r, const json_t *json)
{
	const struct json_at *at = AT_KEY(NULL, "pile");
	struct game *g = r->g;
	unsigned i = g->deck_top;
	int n[DECKS + 1] = { 0 };

	if (json == NULL) {
		guess_decks(g);
		return 0;
	}
	for (unsigned d = 1; d <= DECKS; d++)
		if (read_number(r, AT_KEY(at, deck_word[d]), json_object_get(json, deck_word[d]), 0,
			DECK_MAX, &n[d]) < 0)
			return -1;
	if ((unsigned)(n[1] + n[2] + n[3]) != game_deck_left(g))
		return read_fail(r, at, "the deck has %u cards", game_deck_left(g));
	for (unsigned d = 1; d <= DECKS; d++) {
		for (int left = n[d]; left > 0; left--, i++) {
			card_id card = g->deck[i];

			if (card == CARD_HIDDEN) {
				cave_own(g)->pile[d]++;
				continue;
			}
			card = card_in_deck(g, card, d);
			if (card == CARD_NONE)
				return read_fail(r, AT_INDEX(AT_KEY(NULL, "deck"), i),
				    "deck %s has no such card", deck_word[d]);
			g->deck[i] = card;
		}
	}
	return 0;
}

/* (V2) */
static int
check_in_front(const struct position_reader *r, const json_t *seats)
{
	for (uint8_t s = 0; s < r->g->n_seats; s++) {
		const json_t *list = json_object_get(json_array_get(seats, s), "in_front");

		for (size_t f = 0; f < FRONTS; f++) {
			const char *word = action_name((enum action)front_order[f]);
			unsigned n = 0;

			for (size_t i = 0; i < json_array_size(list); i++)
				n += strcmp(json_string_value(json_array_get(list, i)), word) == 0;
			if (n > in_front(r->g, s, (enum action)front_order[f]))
				return read_fail(r,
				    AT_KEY(AT_INDEX(AT_KEY(NULL, "seats"), s), "in_front"),
				    "%s lies here, but nothing on the table belongs to it", word);
		}
	}
	return 0;
}

static int
check_dwarves(const struct position_reader *r)
{
	const struct game *g = r->g;
	const struct cave_seat *mover = &cave_own(g)->seat[g->to_move % CAVE_SEATS_MAX];

	for (uint8_t s = 0; s < g->n_seats; s++) {
		struct cave_seat *own = &cave_own(r->g)->seat[s];

		if (!own->out &&
		    settle_spot(r, AT_KEY(AT_INDEX(AT_KEY(NULL, "seats"), s), "at"), &own->at) < 0)
			return -1;
	}
	if (g->phase == PHASE_WALK && (mover->out || mover->lying || g->seat[g->to_move].resigned))
		return read_fail(r, AT_KEY(NULL, "phase"), "the dwarf of %s does not walk",
		    names_seat(r->names, g->to_move));
	return 0;
}

static int
cave_read(const struct position_reader *r, const json_t *json)
{
	struct cave_state *cave = cave_own(r->g);
	const json_t *pool = json_object_get(json, "pool");
	int n = 0;

	if (read_mine(r) < 0 ||
	    read_cards(r, AT_KEY(NULL, "clan_left"), json_object_get(json, "clan_left"),
		CLASS_BIT(CARD_ROLE), CAVE_LEFT_MAX, cave->left, &cave->n_left) < 0 ||
	    (pool != NULL &&
		read_number(r, AT_KEY(NULL, "pool"), pool, 0, CAVE_GOLD_MAX, &n) < 0) ||
	    read_pile(r, json_object_get(json, "pile")) < 0 ||
	    read_webs(r, json_object_get(json, "webs")) < 0 ||
	    read_creatures(r, json_object_get(json, "creatures")) < 0 ||
	    read_draw(r, json_object_get(json, "draw")) < 0 ||
	    check_in_front(r, json_object_get(json, "seats")) < 0 || check_dwarves(r) < 0 ||
	    read_seat_name(r, AT_KEY(NULL, "first_out"), json_object_get(json, "first_out"), true,
		&cave->first_out) < 0)
		return -1;
	if (cave->first_out != SEAT_NONE && !cave->seat[cave->first_out].out)
		return read_fail(r, AT_KEY(NULL, "first_out"), "the dwarf of %s is in the cave",
		    names_seat(r->names, cave->first_out));
	u16_set(&cave->pool, (unsigned)n);
	if (cave_gold(r->g) > CAVE_GOLD_MAX)
		return read_fail(r, AT_KEY(NULL, "pool"),
		    "with that of seats and veins more than %d gold", CAVE_GOLD_MAX);
	return 0;
}

static void
cave_unhide(struct game *g, card_id role, card_id gold)
{
	(void)gold;
	for (unsigned i = 0; i < cave_own(g)->n_left; i++)
		cave_own(g)->left[i] = cave_own(g)->left[i] == CARD_HIDDEN ? role :
									     cave_own(g)->left[i];
}

const struct position_rules cave_position = {
	.phases = 1 << PHASE_PLAY | 1 << PHASE_WALK | 1 << PHASE_OVER,
	.write = cave_write,
	.write_seat = cave_write_seat,
	.write_cell = cave_write_cell,
	.read_seat = cave_read_seat,
	.read_cell = cave_read_cell,
	.read = cave_read,
	.unhide = cave_unhide,
};
