/*
 * Positions as JSON: the whole object. position_write.c and position_read.c have values and rows.
 * The rows are in position_shared.c and, for one rules set, in games/NAME/json.c.
 *
 * (R2) A position is checked for what is possible on a table, not for how it arose. It may have
 *      more or fewer cards than the box, so that puzzles and tests can use it.
 */
#include "wire/position.h"

#include "text/options.h"
#include "wire/position_row.h"

/* ---- writing --------------------------------------------------------------------------------- */

/* Writes the shared keys, with those of the rules set between them. */
static json_t *
write_object(struct position_writer *w, const struct position_row *shared,
    const struct position_row *own, const struct position_row *last)
{
	json_t *out = json_object();

	position_write_rows(w, shared, out);
	position_write_rows(w, own, out);
	position_write_rows(w, last, out);
	return out;
}

/* True if the JSON of this seat can be shared with `there`. For a seat that is not the viewer,
 * it depends only on the seat and on the data of the rules set. */
static bool
is_alike(const struct position_writer *w, const struct view *there)
{
	return there != NULL && there->seat == SEAT_NONE && w->v->seat < w->g->n_seats &&
	    w->v->seat != w->seat &&
	    memcmp(&w->g->seat[w->seat], &there->known.seat[w->seat], sizeof w->g->seat[0]) == 0 &&
	    memcmp(w->g->ext, there->known.ext, sizeof w->g->ext) == 0;
}

/* Before the deal, only the names of the seats are written. */
static json_t *
write_seat_list(struct position_writer *w, const struct view *there, const json_t *position)
{
	const struct position_row *own = w->g->rules->position->seat;
	const json_t *shared = json_object_get(position, "seats");
	json_t *seats = json_array();

	for (w->seat = 0; w->seat < w->g->n_seats; w->seat++) {
		json_t *seat;

		if (w->g->phase == PHASE_SETUP)
			seat = json_pack("{s:o}", "name", position_write_seat_name(w, w->seat));
		else if (w->seat < json_array_size(shared) && is_alike(w, there))
			seat = json_incref(json_array_get(shared, w->seat));
		else
			seat = write_object(w, row_seat, own, row_seat_last);
		(void)json_array_append_new(seats, seat);
	}
	return seats;
}

/* The rows of a cell depend only on the cell, so the JSON of an equal cell is shared. */
static json_t *
write_board(struct position_writer *w, const struct view *there, const json_t *position)
{
	const struct board *b = &w->g->board;
	const json_t *shared = json_object_get(position, "board");
	json_t *board = json_array();

	for (unsigned i = 0; i < b->n; i++) {
		w->cell = &b->cell[i];
		(void)json_array_append_new(board,
		    i < json_array_size(shared) &&
			    memcmp(w->cell, &there->known.board.cell[i], sizeof *w->cell) == 0 ?
			json_incref(json_array_get(shared, i)) :
			write_object(w, row_cell, w->g->rules->position->cell, row_cell_last));
	}
	return board;
}

json_t *
position_json(const struct view *v, const struct names *names, unsigned flags)
{
	return position_json_shared(v, names, flags, NULL, NULL);
}

json_t *
position_json_shared(const struct view *v, const struct names *names, unsigned flags,
    const struct view *there, json_t *position)
{
	const struct game *g = &v->known;
	struct position_writer w = { .v = v, .g = g, .names = names, .flags = flags };
	bool setup = g->phase == PHASE_SETUP;
	json_t *out = json_object();

	position_write_rows(&w, row_clock, out);
	position_write_rows(&w, setup ? NULL : row_piles, out);
	position_write_rows(&w, setup ? NULL : g->rules->position->position, out);
	(void)json_object_set_new(out, "seats", write_seat_list(&w, there, position));
	if (!setup)
		(void)json_object_set_new(out, "board", write_board(&w, there, position));
	for (unsigned i = 0; i < CARDS_MAX; i++)
		json_decref(w.kind[i]);
	json_decref(w.hidden);
	return out;
}

/* ---- reading --------------------------------------------------------------------------------- */

static int
read_rules(const struct position_reader *r, const struct rules *const *games, const json_t *json,
    const struct rules *with, const struct rules **out)
{
	const struct json_at *at = AT_KEY(NULL, "rules");

	if (!json_is_string(json))
		return position_read_fail(r, at, "the name of a rules set expected");
	*out = rules_find(games, json_string_value(json), json_string_length(json));
	if (*out == NULL)
		return position_read_fail(r, at, "no rules set \"%s\"", position_read_shown(json));
	if (with != NULL && strcmp(with->name, (*out)->name) != 0)
		return position_read_fail(r, at, "%s expected", with->name);
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
		return position_read_fail(r, at, "a list of seats expected");
	if (n < rules->seats_min || n > rules->seats_max)
		return position_read_fail(
		    r, at, "%s has %s, not %zu", rules->name, seats_text(rules).s, n);
	for (size_t i = 0; i < n; i++) {
		const json_t *name = json_object_get(json_array_get(json, i), "name");
		const struct json_at *at_name = AT_KEY(AT_INDEX(at, i), "name");
		const char *word = json_string_value(name);
		struct err err = ERR_INIT;

		if (word == NULL)
			return position_read_fail(r, at_name, "a name expected");
		if (names_add(r->names, word, json_string_length(name), &err) < 0)
			return position_read_fail(r, at_name, "%s", err.msg);
	}
	return 0;
}

int
position_parse_options(json_t *json, const struct rules *rules, const struct names *names,
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

/* Reads the rows of one object: shared keys, those of the rules set, the last ones. */
static int
read_object(struct position_reader *r, const struct json_at *at, const json_t *json,
    const struct position_row *shared, const struct position_row *own,
    const struct position_row *last)
{
	r->up = at;
	r->in = json;
	return position_read_rows(r, shared) < 0 || position_read_rows(r, own) < 0 ||
		position_read_rows(r, last) < 0 ?
	    -1 :
	    0;
}

static int
read_seats(struct position_reader *r, const json_t *json)
{
	for (r->seat = 0; r->seat < r->g->n_seats; r->seat++)
		if (read_object(r, AT_SEAT(r->seat), json_array_get(json, r->seat), row_seat,
			r->g->rules->position->seat, row_seat_last) < 0)
			return -1;
	r->seat = 0;
	return 0;
}

static int
read_board(struct position_reader *r, const json_t *json)
{
	const struct json_at *at = AT_KEY(NULL, "board");

	if (!json_is_array(json))
		return position_read_fail(r, at, "a list of cards expected");
	for (size_t i = 0; i < json_array_size(json); i++) {
		const json_t *in = json_array_get(json, i);
		struct cell cell = { 0 };

		if (!json_is_object(in))
			return position_read_fail(
			    r, AT_INDEX(at, i), "an object expected: x, y, kind, flipped");
		r->cell = &cell;
		if (read_object(r, AT_INDEX(at, i), in, row_cell, r->g->rules->position->cell,
			row_cell_last) < 0)
			return -1;
	}
	return 0;
}

/* ---- the whole ------------------------------------------------------------------------------- */

/* [C5] Tunnels of neighbours must connect. A goal may be mismatched, because turning it face up
 * can cause that [C6]. */
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
				return position_read_fail(r, AT_KEY(NULL, "board"),
				    "the %s side of %d,%d does not fit the %s side of %d,%d",
				    side[e], c->x, c->y, side[e ^ 2u], d->x, d->y);
		}
	}
	return 0;
}

_Static_assert((int)DECK_MAX <= (int)CELLS_MAX, "what fits a pile fits the table");

/* Everything that can go to the board or the discard pile must have room there: core/game.c,
 * (G5). */
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
		return position_read_fail(r, AT_KEY(NULL, "to_move"), "%s holds no card to play",
		    names_seat(r->names, g->to_move));
	return 0;
}

static void
unhide(card_id *card, card_id with)
{
	*card = *card == CARD_HIDDEN ? with : *card;
}

/* Runs game_is_ok with a possible card for each hidden one. */
static bool
is_ok_unhidden(const struct game *g)
{
	const struct position_rules *rules = g->rules->position;
	struct game open = *g;

	position_unhide(&open, row_piles, 0);
	position_unhide(&open, rules->position, 0);
	for (unsigned s = 0; s < open.n_seats; s++) {
		position_unhide(&open, row_seat, s);
		unhide(&open.seat[s].role, game_any_card(g->rules, CLASS_BIT(CARD_ROLE)));
	}
	for (unsigned i = 0; i < open.board.n; i++)
		unhide(&open.board.cell[i].card, game_any_card(g->rules, CLASS_BIT(CARD_GOAL)));
	if (rules->unhide != NULL)
		rules->unhide(&open);
	return game_is_ok(&open);
}

/* Before the deal there is nothing else to read. The referee does not accept such a position: it
 * cannot be played. */
static bool
is_setup(const json_t *json)
{
	return position_read_is(json, phase_name(PHASE_SETUP));
}

int
position_parse(const struct rules *const *games, const struct rules *with, const json_t *json,
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
	    read_names(&r, rules, seats) < 0)
		return -1;
	if (position_parse_options(json_object_get(json, "options"), rules, names, &options, err) <
	    0) {
		err->code = ERR_NOT_FOUND;
		return -1;
	}
	game_init(g, rules, (uint8_t)names->n, &options);
	if (hidden_ok && is_setup(json_object_get(json, "phase")))
		return 0;
	if (read_object(&r, NULL, json, row_clock, row_piles, NULL) < 0 ||
	    read_seats(&r, seats) < 0 || read_board(&r, json_object_get(json, "board")) < 0 ||
	    read_object(&r, NULL, json, rules->position->position, NULL, NULL) < 0)
		return -1;
	if (check_mover(&r) < 0 || check_edges(&r) < 0 || check_room(&r) < 0)
		return -1;
	if (!(hidden_ok ? is_ok_unhidden(g) : game_is_ok(g)))
		return err_set(err, ERR_SYNTAX, "this position cannot arise in %s", rules->name);
	return 0;
}

/* ---- the box --------------------------------------------------------------------------------- */

/* Several rows of a card list may have one kind, for example in several decks. */
static unsigned
box_count(const struct rules *rules, card_id card)
{
	char kind[CARD_NAME_MAX], other[CARD_NAME_MAX];
	unsigned n = 0;

	card_name(rules, card, kind);
	for (card_id c = 0; c < rules->n_cards; c++) {
		card_name(rules, c, other);
		n += strcmp(kind, other) == 0 ? rules->card[c].copies : 0;
	}
	return n;
}

bool
position_fits_box(const struct game *g)
{
	const struct rules *rules = g->rules;
	unsigned seen[UINT8_MAX + 1] = { 0 }, out = game_cards_out(g), box = 0;

	for (unsigned s = 0; s < g->n_seats; s++)
		for (unsigned i = 0; i < g->seat[s].n_hand; i++)
			seen[g->seat[s].hand[i]]++;
	for (unsigned i = 0; i < g->board.n; i++)
		seen[g->board.cell[i].card]++;
	for (unsigned c = 0; c < rules->n_cards; c++) {
		const struct card_def *def = &rules->card[c];

		/* Counting the whole kind is slow and rarely needed. */
		if (seen[c] > def->copies && seen[c] > box_count(rules, (card_id)c))
			return false;
		if (def->class != CARD_ROLE && def->class != CARD_GOLD)
			box += def->copies;
	}
	return out <= box;
}
