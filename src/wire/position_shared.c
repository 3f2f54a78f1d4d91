/* Positions as JSON: the rows shared by all rules sets. A key has two rows if it is read in
 * another order than it is written, because a later key needs its value. */
#include "text/options.h"
#include "wire/position_row.h"

/* ---- the clock ------------------------------------------------------------------------------- */

static json_t *
write_rules(struct position_writer *w)
{
	return json_string(w->g->rules->name);
}

static void
add_option(void *arg, const char *name, const char *value)
{
	(void)json_object_set_new(arg, name, json_string(value));
}

static json_t *
write_options(struct position_writer *w)
{
	json_t *options = json_object();

	options_each(&w->g->options, w->g->rules, w->names, add_option, options);
	return options;
}

static int
read_round(const struct position_reader *r, const struct json_at *at, const json_t *json)
{
	int round = 1;

	if (json != NULL &&
	    position_read_number(r, at, json, 1, (int)game_rounds(r->g), &round) < 0)
		return -1;
	r->g->round = (uint8_t)round;
	r->g->turn = 1;
	return 0;
}

static json_t *
write_rounds(struct position_writer *w)
{
	return json_integer(game_rounds(w->g));
}

static int
read_rounds(const struct position_reader *r, const struct json_at *at, const json_t *json)
{
	int rounds = (int)game_rounds(r->g);

	return json == NULL ? 0 : position_read_number(r, at, json, rounds, rounds, &rounds);
}

static json_t *
write_phase(struct position_writer *w)
{
	return json_string(phase_name((enum phase)w->g->phase));
}

static int
read_phase(const struct position_reader *r, const struct json_at *at, const json_t *json)
{
	if (json == NULL) {
		r->g->phase = PHASE_PLAY;
		return 0;
	}
	if (!json_is_string(json))
		return position_read_fail(r, at, "the name of a phase expected");
	for (unsigned p = PHASE_PLAY; p <= PHASE_OVER; p++) {
		if (!position_read_is(json, phase_name((enum phase)p)))
			continue;
		if ((r->g->rules->position->phases & 1u << p) == 0)
			break;
		r->g->phase = (uint8_t)p;
		return 0;
	}
	return position_read_fail(
	    r, at, "no phase \"%s\" in %s", position_read_shown(json), r->g->rules->name);
}

static int
read_to_move(const struct position_reader *r, const struct json_at *at, const json_t *json)
{
	if (r->g->phase != PHASE_OVER)
		return position_read_seat_name(r, at, json, false, &r->g->to_move);
	r->g->to_move = SEAT_NONE;
	return json == NULL || json_is_null(json) ?
	    0 :
	    position_read_fail(r, at, "nobody is to move when the game is over");
}

const struct position_row row_clock[] = {
	{ "rules", .write = write_rules },
	{ "options", .write = write_options },
	{ "round", ROW_NUMBER, IN_GAME(round), .read = read_round },
	{ "rounds", .write = write_rounds, .read = read_rounds },
	{ "turn", ROW_WIDE, IN_GAME(turn), .least = 1, .limit = POSITION_TURN_MAX },
	{ "phase", .read = read_phase },
	{ "to_move", ROW_SEAT, IN_GAME(to_move), .read = read_to_move },
	{ "phase", .write = write_phase },
	{ 0 },
};

/* ---- piles and seats ------------------------------------------------------------------------- */

/* Drawn cards are not written: the pile that is read starts with the remaining ones. */
static json_t *
write_deck(struct position_writer *w)
{
	json_t *list = json_array();

	for (unsigned i = w->g->deck_top; i < w->g->n_deck; i++)
		(void)json_array_append_new(list, position_write_card(w, w->g->deck[i]));
	return list;
}

const struct position_row row_piles[] = {
	{ "deck", ROW_CARDS, IN_GAME(deck), .count = offsetof(struct game, n_deck),
	    .limit = DECK_MAX, .classes = CLASSES_DECK, .write = write_deck },
	{ "discard", ROW_CARDS, IN_GAME(discard), .count = offsetof(struct game, n_discard),
	    .limit = DECK_MAX, .classes = CLASSES_DECK },
	{ "set_aside", ROW_CARDS, IN_GAME(aside), .count = offsetof(struct game, n_aside),
	    .limit = ASIDE_MAX, .classes = CLASSES_DECK | CLASS_BIT(CARD_GOAL) },
	{ 0 },
};

static json_t *
write_name(struct position_writer *w)
{
	return position_write_seat_name(w, w->seat);
}

static int
check_resigned(const struct position_reader *r, const struct json_at *at, const json_t *json)
{
	const struct seat *s = &r->g->seat[r->seat];

	(void)json;
	return s->resigned && s->n_hand > 0 ?
	    position_read_fail(r, AT_KEY(at, "hand"), "who has resigned holds no cards") :
	    0;
}

static json_t *
write_resigned(struct position_writer *w)
{
	return w->g->seat[w->seat].resigned ? json_true() : NULL;
}

const struct position_row row_seat[] = {
	{ "name", .write = write_name },
	{ "hand", ROW_CARDS, IN_SEAT(hand), .count = offsetof(struct seat, n_hand),
	    .limit = HAND_MAX, .classes = CLASSES_DECK },
	{ "resigned", ROW_FLAG, IN_SEAT(resigned), .flags = ROW_NO_WRITE },
	{ .read = check_resigned },
	{ 0 },
};

const struct position_row row_seat_last[] = {
	{ "resigned", .write = write_resigned },
	{ 0 },
};

/* ---- the board ------------------------------------------------------------------------------- */

/* Returns the links of a card in its orientation, also of a known card face down. */
static void
lying_links(const struct game *g, const struct cell *c, char links[static 8])
{
	uint8_t tunnel = game_card(g, c->card)->tunnel;

	links_text((c->flags & CELL_FLIPPED) != 0 ? tunnel_rotated(tunnel) : tunnel, links);
}

static json_t *
write_links(struct position_writer *w)
{
	char links[8];

	if (w->cell->card >= w->g->rules->n_cards || (w->flags & POSITION_BRIEF) != 0)
		return NULL;
	lying_links(w->g, w->cell, links);
	return json_string(links);
}

/* Checks that the given links agree with the card. */
static int
check_links(const struct position_reader *r, const struct json_at *at, const json_t *json)
{
	char links[8];

	if (r->cell->card == CARD_HIDDEN || json == NULL)
		return 0;
	lying_links(r->g, r->cell, links);
	return position_read_is(json, links) ?
	    0 :
	    position_read_fail(r, at, "this card lies as \"%s\"", links);
}

static json_t *
write_flipped(struct position_writer *w)
{
	return json_boolean((w->cell->flags & CELL_FLIPPED) != 0);
}

static int
read_flipped(const struct position_reader *r, const struct json_at *at, const json_t *json)
{
	uint8_t flipped;

	if (position_read_flag(r, at, json, &flipped) < 0)
		return -1;
	r->cell->flags |= flipped ? CELL_FLIPPED : 0;
	return 0;
}

static json_t *
write_face(struct position_writer *w)
{
	return (w->cell->flags & CELL_DOWN) != 0 ? json_string("down") : NULL;
}

static int
read_face(const struct position_reader *r, const struct json_at *at, const json_t *json)
{
	struct cell *c = r->cell;
	bool goal = c->card == CARD_HIDDEN || game_card(r->g, c->card)->class == CARD_GOAL;
	bool up = json == NULL || position_read_is(json, "up"),
	     down = position_read_is(json, "down");

	if (!up && !down)
		return position_read_fail(r, at, "\"up\" or \"down\" expected");
	if (down && !goal)
		return position_read_fail(r, at, "only a goal lies face down");
	if (up && c->card == CARD_HIDDEN)
		return position_read_fail(r, AT_KEY(r->up, "kind"), "a card face up is known");
	if (down && (c->flags & CELL_FLIPPED) != 0)
		return position_read_fail(
		    r, AT_KEY(r->up, "flipped"), "a goal face down is given as printed");
	/* A symmetric card is never flipped, whatever the input says. */
	if (up && card_is_symmetric(game_card(r->g, c->card)))
		c->flags = 0;
	if (down)
		c->flags |= CELL_DOWN;
	return 0;
}

const struct position_row row_cell[] = {
	{ "x", ROW_COORD, IN_CELL(x), .flags = ROW_NEEDED, .least = -COORD_MAX,
	    .limit = COORD_MAX },
	{ "y", ROW_COORD, IN_CELL(y), .flags = ROW_NEEDED, .least = -COORD_MAX,
	    .limit = COORD_MAX },
	{ "kind", ROW_CARD, IN_CELL(card),
	    .classes = CLASS_BIT(CARD_START) | CLASS_BIT(CARD_GOAL) | CLASS_BIT(CARD_PATH) },
	{ "links", .write = write_links },
	{ "flipped", .write = write_flipped, .read = read_flipped },
	{ "face", .write = write_face, .read = read_face },
	{ "links", .read = check_links },
	{ 0 },
};

static int
add_cell(const struct position_reader *r, const struct json_at *at, const json_t *json)
{
	const struct cell *c = r->cell;

	(void)json;
	if (board_find(&r->g->board, c->x, c->y) != CELL_NONE)
		return position_read_fail(r, at, "two cards at %d,%d", c->x, c->y);
	if (board_put(&r->g->board, *c) == CELL_NONE)
		return position_read_fail(
		    r, at, "no more than %d cards can lie on the table", CELLS_MAX);
	return 0;
}

const struct position_row row_cell_last[] = {
	{ .read = add_cell },
	{ 0 },
};
