/*
 * Positions as JSON: reading.
 *
 * (R1) Any JSON of any shape ends in a game that passes game_is_ok or in an error that names the
 *      key; nothing is taken on trust because of where it came from.
 * (R2) A position is checked for what can lie on a table, not for how it came about: it may hold
 *      more or fewer cards than the box, so puzzles and tests are welcome.
 */
#include <stdarg.h>

#include "text/options.h"
#include "wire/position_rules.h"
#include "util/utf8.h"

/* No game is as long, and counting on from here stays in range. */

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
read_fail(const struct position_reader *r, const struct json_at *at, const char *fmt, ...)
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
read_shown(const json_t *json)
{
	size_t n = json_string_length(json);

	if (!json_is_string(json) || n > CARD_NAME_MAX ||
	    !utf8_is_clean(json_string_value(json), n))
		return "...";
	return json_string_value(json);
}

/* ---- values ---------------------------------------------------------------------------------- */

int
read_number(const struct position_reader *r, const struct json_at *at, const json_t *json, int min,
    int max, int *out)
{
	json_int_t value = json_integer_value(json);

	*out = min;
	if (!json_is_integer(json) || value < min || value > max)
		return read_fail(r, at, "a whole number from %d to %d expected", min, max);
	*out = (int)value;
	return 0;
}

int
read_flag(const struct position_reader *r, const struct json_at *at, const json_t *json, bool *out)
{
	*out = json_is_true(json);
	if (json != NULL && !json_is_boolean(json))
		return read_fail(r, at, "true or false expected");
	return 0;
}

int
read_seat_name(const struct position_reader *r, const struct json_at *at, const json_t *json,
    bool null_ok, uint8_t *out)
{
	*out = SEAT_NONE;
	if (null_ok && (json == NULL || json_is_null(json)))
		return 0;
	if (!json_is_string(json))
		return read_fail(r, at, "the name of a seat%s expected", null_ok ? " or null" : "");
	*out = names_find(r->names, json_string_value(json), json_string_length(json));
	if (*out == SEAT_NONE)
		return read_fail(r, at, "no seat \"%s\"", read_shown(json));
	return 0;
}

int
read_card(const struct position_reader *r, const struct json_at *at, const json_t *json,
    unsigned classes, card_id *out)
{
	const struct rules *rules = r->g->rules;

	if (!json_is_string(json))
		return read_fail(r, at, "a kind of card expected");
	if (json_string_length(json) == 1 && json_string_value(json)[0] == '?') {
		if (!r->hidden_ok)
			return read_fail(r, at,
			    "hidden cards cannot be played with: a referee's position expected");
		*out = CARD_HIDDEN;
		return 0;
	}
	*out = card_find(rules, json_string_value(json), json_string_length(json));
	if (*out == CARD_NONE)
		return read_fail(r, at, "no card \"%s\" in %s", read_shown(json), rules->name);
	if ((classes & CLASS_BIT(rules->card[*out].class)) == 0)
		return read_fail(r, at, "%s cards do not belong here",
		    class_name((enum card_class)rules->card[*out].class));
	return 0;
}

/* Is it a list that can be read, of at most max elements?  Sets how many. */
static int
read_length(const struct position_reader *r, const struct json_at *at, const json_t *json,
    size_t max, uint8_t *n)
{
	*n = 0;
	if (json != NULL && !json_is_array(json))
		return read_fail(r, at, "a list expected");
	if (json_array_size(json) > max)
		return read_fail(r, at, "at most %zu here, not %zu", max, json_array_size(json));
	*n = (uint8_t)json_array_size(json);
	return 0;
}

int
read_cards(const struct position_reader *r, const struct json_at *at, const json_t *json,
    unsigned classes, unsigned max, card_id *out, uint8_t *n)
{
	if (read_length(r, at, json, max, n) < 0)
		return -1;
	for (size_t i = 0; i < *n; i++) {
		if (read_card(r, AT_INDEX(at, i), json_array_get(json, i), classes, &out[i]) < 0)
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
		return read_fail(r, at, "the value of a gold card expected");
	for (unsigned i = 0; i < rules->n_cards; i++) {
		if (rules->card[i].class == CARD_GOLD &&
		    rules->card[i].value == json_integer_value(json)) {
			*out = (card_id)i;
			return 0;
		}
	}
	return read_fail(r, at, "no gold card of %" JSON_INTEGER_FORMAT " in %s",
	    json_integer_value(json), rules->name);
}

int
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

int
read_tools(
    const struct position_reader *r, const struct json_at *at, const json_t *json, uint8_t *out)
{
	uint8_t n;

	*out = 0;
	if (read_length(r, at, json, 3, &n) < 0)
		return -1;
	for (size_t i = 0; i < n; i++) {
		const json_t *name = json_array_get(json, i);
		unsigned tool = !json_is_string(name) ?
		    0 :
		    tool_find(json_string_value(name), json_string_length(name));

		if (tool == 0)
			return read_fail(
			    r, AT_INDEX(at, i), "a tool expected: cart, lamp or pickaxe");
		if ((*out & tool) != 0)
			return read_fail(r, AT_INDEX(at, i), "%s is there twice", tool_name(tool));
		*out = (uint8_t)(*out | tool);
	}
	return 0;
}

/* ---- who plays what -------------------------------------------------------------------------- */

static int
read_rules(const struct position_reader *r, const struct rules *const *games, const json_t *json,
    const struct rules *with, const struct rules **out)
{
	const struct json_at *at = AT_KEY(NULL, "rules");

	if (!json_is_string(json))
		return read_fail(r, at, "the name of a rules set expected");
	*out = rules_find(games, json_string_value(json), json_string_length(json));
	if (*out == NULL)
		return read_fail(r, at, "no rules set \"%s\"", read_shown(json));
	if (with != NULL && with->id != (*out)->id)
		return read_fail(r, at, "%s expected", with->name);
	if (with != NULL)
		*out = with;
	return 0;
}

static int
read_names(const struct position_reader *r, const struct rules *rules, const json_t *json)
{
	const struct json_at *at = AT_KEY(NULL, "seats");
	size_t n = json_array_size(json);

	if (!json_is_array(json))
		return read_fail(r, at, "a list of seats expected");
	if (n < rules->seats_min || n > rules->seats_max)
		return read_fail(r, at, "%s has %u to %u seats, not %zu", rules->name,
		    (unsigned)rules->seats_min, (unsigned)rules->seats_max, n);
	for (size_t i = 0; i < n; i++) {
		const json_t *name = json_object_get(json_array_get(json, i), "name");
		const struct json_at *at_name = AT_KEY(AT_INDEX(at, i), "name");
		const char *word = json_string_value(name);
		struct err err = ERR_INIT;

		if (word == NULL)
			return read_fail(r, at_name, "a name expected");
		if (names_add(r->names, word, json_string_length(name), &err) < 0)
			return read_fail(r, at_name, "%s", err.msg);
	}
	return 0;
}

int
options_parse(json_t *json, const struct rules *rules, const struct names *names,
    struct options *out, struct err *err)
{
	struct buf setting = BUF_INIT;
	const char *name;
	json_t *value;
	int rc = 0;

	if (json != NULL && !json_is_object(json))
		return err_set(err, ERR_SYNTAX, "options: an object of names and values expected");
	json_object_foreach(json, name, value)
	{
		if (!json_is_string(value)) {
			rc = err_set(
			    err, ERR_SYNTAX, "options: the value of an option is a string");
			break;
		}
		buf_clear(&setting);
		buf_fmt(&setting, "%s=%s", name, json_string_value(value));
		rc = options_set(out, rules, names, setting.p, setting.n, err);
		if (rc < 0) {
			err->code = ERR_SYNTAX;
			(void)err_wrap(err, "options");
			break;
		}
	}
	buf_release(&setting);
	return rc;
}

static int
read_phase(const struct position_reader *r, const json_t *json)
{
	const struct json_at *at = AT_KEY(NULL, "phase");

	if (json == NULL) {
		r->g->phase = PHASE_PLAY;
		return 0;
	}
	if (!json_is_string(json))
		return read_fail(r, at, "the name of a phase expected");
	for (unsigned p = PHASE_PLAY; p <= PHASE_OVER; p++) {
		if (strcmp(phase_name((enum phase)p), json_string_value(json)) != 0)
			continue;
		if ((r->g->rules->position->phases & 1u << p) == 0)
			break;
		r->g->phase = (uint8_t)p;
		return 0;
	}
	return read_fail(r, at, "no phase \"%s\" in %s", read_shown(json), r->g->rules->name);
}

/* round, rounds, turn, phase, to_move */
static int
read_clock(const struct position_reader *r, const json_t *json)
{
	const json_t *round = json_object_get(json, "round"), *turn = json_object_get(json, "turn");
	const json_t *rounds = json_object_get(json, "rounds");
	int n_rounds = r->g->rules->rounds, value;

	r->g->round = 1;
	r->g->turn = 1;
	if (round != NULL) {
		if (read_number(r, AT_KEY(NULL, "round"), round, 1, n_rounds, &value) < 0)
			return -1;
		r->g->round = (uint8_t)value;
	}
	if (rounds != NULL &&
	    read_number(r, AT_KEY(NULL, "rounds"), rounds, n_rounds, n_rounds, &value) < 0)
		return -1;
	if (turn != NULL) {
		if (read_number(r, AT_KEY(NULL, "turn"), turn, 1, POSITION_TURN_MAX, &value) < 0)
			return -1;
		r->g->turn = (uint16_t)value;
	}
	if (read_phase(r, json_object_get(json, "phase")) < 0)
		return -1;
	if (r->g->phase != PHASE_OVER)
		return read_seat_name(r, AT_KEY(NULL, "to_move"), json_object_get(json, "to_move"),
		    false, &r->g->to_move);
	r->g->to_move = SEAT_NONE;
	if (json_object_get(json, "to_move") != NULL &&
	    !json_is_null(json_object_get(json, "to_move")))
		return read_fail(
		    r, AT_KEY(NULL, "to_move"), "nobody is to move when the game is over");
	return 0;
}

/* ---- where the cards are --------------------------------------------------------------------- */

static int
read_piles(const struct position_reader *r, const json_t *json)
{
	struct game *g = r->g;

	if (read_cards(r, AT_KEY(NULL, "deck"), json_object_get(json, "deck"), CLASSES_DECK,
		DECK_MAX, g->deck, &g->n_deck) < 0)
		return -1;
	if (read_cards(r, AT_KEY(NULL, "discard"), json_object_get(json, "discard"), CLASSES_DECK,
		DECK_MAX, g->discard, &g->n_discard) < 0)
		return -1;
	return read_cards(r, AT_KEY(NULL, "set_aside"), json_object_get(json, "set_aside"),
	    CLASSES_DECK | CLASS_BIT(CARD_GOAL), ASIDE_MAX, g->aside, &g->n_aside);
}

static int
read_seats(const struct position_reader *r, const json_t *json)
{
	for (uint8_t i = 0; i < r->g->n_seats; i++) {
		const struct json_at *at = AT_INDEX(AT_KEY(NULL, "seats"), i);
		const json_t *in = json_array_get(json, i);
		struct seat *s = &r->g->seat[i];
		bool resigned;

		if (read_cards(r, AT_KEY(at, "hand"), json_object_get(in, "hand"), CLASSES_DECK,
			HAND_MAX, s->hand, &s->n_hand) < 0 ||
		    read_flag(
			r, AT_KEY(at, "resigned"), json_object_get(in, "resigned"), &resigned) < 0)
			return -1;
		if (resigned && s->n_hand > 0)
			return read_fail(r, AT_KEY(at, "hand"), "who has resigned holds no cards");
		s->resigned = resigned;
		if (r->g->rules->position->read_seat(r, at, in, i) < 0)
			return -1;
	}
	return 0;
}

/* Does what is said about the links agree with the card? */
static int
check_links(const struct position_reader *r, const struct json_at *at, const json_t *json,
    const struct cell *c)
{
	uint8_t tunnel = game_card(r->g, c->card)->tunnel;
	char links[8];

	if (json == NULL)
		return 0;
	links_text((c->flags & CELL_FLIPPED) != 0 ? tunnel_turned(tunnel) : tunnel, links);
	if (!json_is_string(json) || strcmp(json_string_value(json), links) != 0)
		return read_fail(r, at, "this card lies as \"%s\"", links);
	return 0;
}

static int
read_face(
    const struct position_reader *r, const struct json_at *at, const json_t *json, struct cell *c)
{
	bool goal = c->card == CARD_HIDDEN || game_card(r->g, c->card)->class == CARD_GOAL;
	bool up = json == NULL ||
	    (json_is_string(json) && strcmp(json_string_value(json), "up") == 0);
	bool down = json_is_string(json) && strcmp(json_string_value(json), "down") == 0;

	if (!up && !down)
		return read_fail(r, AT_KEY(at, "face"), "\"up\" or \"down\" expected");
	if (down && !goal)
		return read_fail(r, AT_KEY(at, "face"), "only a goal lies face down");
	if (up && c->card == CARD_HIDDEN)
		return read_fail(r, AT_KEY(at, "kind"), "a card face up is known");
	if (down)
		c->flags |= CELL_DOWN;
	return 0;
}

static int
read_cell(const struct position_reader *r, const struct json_at *at, const json_t *json)
{
	const unsigned classes = CLASS_BIT(CARD_START) | CLASS_BIT(CARD_GOAL) |
	    CLASS_BIT(CARD_PATH);
	const json_t *kind = json_object_get(json, "kind"),
		     *turned = json_object_get(json, "flipped");
	const json_t *at_x = json_object_get(json, "x"), *at_y = json_object_get(json, "y");
	struct cell c = { 0 };
	bool flipped;
	int x, y;

	if (!json_is_object(json))
		return read_fail(r, at, "an object expected: x, y, kind, flipped");
	if (read_number(r, AT_KEY(at, "x"), at_x, -COORD_MAX, COORD_MAX, &x) < 0 ||
	    read_number(r, AT_KEY(at, "y"), at_y, -COORD_MAX, COORD_MAX, &y) < 0 ||
	    read_card(r, AT_KEY(at, "kind"), kind, classes, &c.card) < 0 ||
	    read_flag(r, AT_KEY(at, "flipped"), turned, &flipped) < 0 ||
	    read_face(r, at, json_object_get(json, "face"), &c) < 0)
		return -1;
	c.x = (int8_t)x;
	c.y = (int8_t)y;
	if (flipped && (c.flags & CELL_DOWN) != 0)
		return read_fail(r, AT_KEY(at, "flipped"), "a goal face down is given as printed");
	/* What looks the same both ways is never flipped, whatever the words say. */
	if (flipped && !card_is_symmetric(game_card(r->g, c.card)))
		c.flags |= CELL_FLIPPED;
	if (c.card != CARD_HIDDEN &&
	    check_links(r, AT_KEY(at, "links"), json_object_get(json, "links"), &c) < 0)
		return -1;
	if (r->g->rules->position->read_cell(r, at, json, &c) < 0)
		return -1;
	if (board_find(&r->g->board, x, y) != CELL_NONE)
		return read_fail(r, at, "two cards at %d,%d", x, y);
	if (!board_put(&r->g->board, c))
		return read_fail(r, at, "no more than %d cards can lie on the table", CELLS_MAX);
	return 0;
}

static int
read_board(const struct position_reader *r, const json_t *json)
{
	const struct json_at *at = AT_KEY(NULL, "board");

	if (!json_is_array(json))
		return read_fail(r, at, "a list of cards expected");
	for (size_t i = 0; i < json_array_size(json); i++) {
		if (read_cell(r, AT_INDEX(at, i), json_array_get(json, i)) < 0)
			return -1;
	}
	return 0;
}

/* ---- the whole ------------------------------------------------------------------------------- */

/*
 * [C5] Tunnels of neighbours meet, walls stand against walls.  A goal may lie mismatched: turning
 * it up is allowed to [C6].
 */
static int
check_edges(const struct position_reader *r)
{
	static const char *const side[EDGES] = { "north", "east", "south", "west" };
	const struct board *b = &r->g->board;
	const struct card_def *card = r->g->rules->card;

	for (unsigned i = 0; i < b->n; i++) {
		const struct cell *c = &b->cell[i];

		for (unsigned e = EDGE_E; e <= EDGE_S; e++) {
			unsigned j = board_find(b, c->x + edge_dx[e], c->y + edge_dy[e]);
			const struct cell *d = &b->cell[j == CELL_NONE ? i : j];

			if (j == CELL_NONE || c->card == CARD_HIDDEN || d->card == CARD_HIDDEN ||
			    card[c->card].class == CARD_GOAL || card[d->card].class == CARD_GOAL)
				continue;
			if ((tunnel_side(cell_tunnel(card, c), e) != 0) !=
			    (tunnel_side(cell_tunnel(card, d), e ^ 2u) != 0))
				return read_fail(r, AT_KEY(NULL, "board"),
				    "the %s side of %d,%d does not fit the %s side of %d,%d",
				    side[e], c->x, c->y, side[e ^ 2u], d->x, d->y);
		}
	}
	return 0;
}

_Static_assert((int)DECK_MAX <= (int)CELLS_MAX, "what fits a pile fits the table");

/* What can come onto the table or the discard pile must have room there: core/game.c, (G5). */
static int
check_room(const struct position_reader *r)
{
	const struct game *g = r->g;
	unsigned n = game_deck_left(g) + g->n_discard + g->n_aside + g->board.n;

	for (unsigned s = 0; s < g->n_seats; s++) {
		n += g->seat[s].n_hand;
		for (unsigned tools = g->seat[s].broken; tools != 0; tools &= tools - 1)
			n++;
	}
	if (n > DECK_MAX) {
		(void)err_set(r->err, ERR_SYNTAX,
		    "%u cards are too many: deck, discard pile, hands and"
		    " table hold at most %d together",
		    n, DECK_MAX);
		return -1;
	}
	return 0;
}

static int
check_mover(const struct position_reader *r)
{
	const struct game *g = r->g;

	if (g->phase == PHASE_PLAY && g->seat[g->to_move].n_hand == 0)
		return read_fail(r, AT_KEY(NULL, "to_move"), "%s holds no card to play",
		    names_seat(r->names, g->to_move));
	return 0;
}

/* Some card of a class: what a hidden one could be. */
static card_id
any_card(const struct rules *rules, enum card_class class)
{
	for (unsigned i = 0; i < rules->n_cards; i++) {
		if (rules->card[i].class == class)
			return (card_id)i;
	}
	return CARD_NONE;
}

static void
unhide(card_id *card, unsigned n, card_id with)
{
	for (unsigned i = 0; i < n; i++)
		card[i] = card[i] == CARD_HIDDEN ? with : card[i];
}

/* game_is_ok, with some card put for each hidden one. */
static bool
is_ok_unhidden(const struct game *g)
{
	struct game open = *g;
	card_id action = any_card(g->rules, CARD_ACTION), role = any_card(g->rules, CARD_ROLE);

	unhide(open.deck, open.n_deck, action);
	unhide(open.discard, open.n_discard, action);
	unhide(open.aside, open.n_aside, action);
	for (unsigned s = 0; s < open.n_seats; s++) {
		unhide(open.seat[s].hand, open.seat[s].n_hand, action);
		unhide(&open.seat[s].role, 1, role);
	}
	for (unsigned i = 0; i < open.board.n; i++)
		unhide(&open.board.cell[i].card, 1, any_card(g->rules, CARD_GOAL));
	g->rules->position->unhide(&open, role, any_card(g->rules, CARD_GOLD));
	return game_is_ok(&open);
}

/* Nothing is dealt yet: there is nothing more to read.  Nobody can play such a position, so the
 * referee does not take one. */
static bool
is_setup(const json_t *json)
{
	return json_is_string(json) &&
	    strcmp(json_string_value(json), phase_name(PHASE_SETUP)) == 0;
}

int
position_parse(const struct rules *const *games, const json_t *json, bool hidden_ok, struct game *g,
    struct names *names, struct err *err)
{
	return position_parse_with(games, NULL, json, hidden_ok, g, names, err);
}

int
position_parse_with(const struct rules *const *games, const struct rules *with, const json_t *json,
    bool hidden_ok, struct game *g, struct names *names, struct err *err)
{
	struct position_reader r = { .g = g, .names = names, .hidden_ok = hidden_ok, .err = err };
	const json_t *seats = json_object_get(json, "seats");
	const struct rules *rules = NULL;
	struct options options = { 0 };

	*names = (struct names){ 0 };
	if (!json_is_object(json))
		return err_set(err, ERR_SYNTAX, "a position is an object");
	if (read_rules(&r, games, json_object_get(json, "rules"), with, &rules) < 0 ||
	    read_names(&r, rules, seats) < 0 ||
	    options_parse(json_object_get(json, "options"), rules, names, &options, err) < 0)
		return -1;
	game_init(g, rules, (uint8_t)names->n, &options);
	if (hidden_ok && is_setup(json_object_get(json, "phase")))
		return 0;
	if (read_clock(&r, json) < 0 || read_piles(&r, json) < 0 || read_seats(&r, seats) < 0 ||
	    read_board(&r, json_object_get(json, "board")) < 0 ||
	    rules->position->read(&r, json) < 0)
		return -1;
	if (check_mover(&r) < 0 || check_edges(&r) < 0 || check_room(&r) < 0)
		return -1;
	if (!(hidden_ok ? is_ok_unhidden(g) : game_is_ok(g)))
		return err_set(err, ERR_SYNTAX, "this position cannot arise in %s", rules->name);
	return 0;
}
