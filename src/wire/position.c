/*
 * Positions as JSON: writing.  Reading is position_read.c; keys that only one rules set has are
 * in games/saboteur/json.c and its sisters.
 *
 * (P1) Same position, same bytes: keys in one order, lists in the order of struct game.
 * (P2) Only what the view holds is written: nothing here knows the game behind it.
 */
#include "wire/position.h"

#include "text/options.h"
#include "wire/position_rules.h"
#include "util/mem.h"

/* ---- tools for every rules set --------------------------------------------------------------- */

json_t *
write_card(struct position_writer *w, card_id card)
{
	char name[CARD_NAME_MAX];

	if (card >= w->g->rules->n_cards)
		return json_string("?");
	if (w->kind[card] == NULL) {
		card_name(w->g->rules, card, name);
		w->kind[card] = json_string(name);
	}
	return json_incref(w->kind[card]);
}

json_t *
write_cards(struct position_writer *w, const card_id *card, unsigned n)
{
	json_t *list = json_array();

	for (unsigned i = 0; i < n; i++)
		(void)json_array_append_new(list, write_card(w, card[i]));
	return list;
}

json_t *
write_values(const struct position_writer *w, const card_id *card, unsigned n)
{
	json_t *list = json_array();

	for (unsigned i = 0; i < n; i++) {
		if (card[i] < w->g->rules->n_cards)
			(void)json_array_append_new(
			    list, json_integer(game_card(w->g, card[i])->value));
		else
			(void)json_array_append_new(list, json_string("?"));
	}
	return list;
}

json_t *
write_seat_name(const struct position_writer *w, uint8_t seat)
{
	return seat < w->g->n_seats ? json_string(names_seat(w->names, seat)) : json_null();
}

json_t *
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

/* ---- the position ---------------------------------------------------------------------------- */

static void
add_option(void *arg, const char *name, const char *value)
{
	json_t *options = arg;

	(void)json_object_set_new(options, name, json_string(value));
}

static json_t *
write_options(const struct position_writer *w)
{
	json_t *options = json_object();

	options_each(&w->g->options, w->g->rules, w->names, add_option, options);
	return options;
}

static json_t *
write_seat(struct position_writer *w, uint8_t seat)
{
	const struct seat *s = &w->g->seat[seat];
	json_t *out = json_object();

	(void)json_object_set_new(out, "name", write_seat_name(w, seat));
	(void)json_object_set_new(out, "hand", write_cards(w, s->hand, s->n_hand));
	w->g->rules->position->write_seat(w, seat, out);
	if (s->resigned)
		(void)json_object_set_new(out, "resigned", json_true());
	return out;
}

static json_t *
write_links(const struct card_def *card, uint8_t flags)
{
	char links[8];

	links_text((flags & CELL_FLIPPED) != 0 ? tunnel_turned(card->tunnel) : card->tunnel, links);
	return json_string(links);
}

static json_t *
write_cell(struct position_writer *w, const struct cell *cell)
{
	json_t *out = json_object();

	(void)json_object_set_new(out, "x", json_integer(cell->x));
	(void)json_object_set_new(out, "y", json_integer(cell->y));
	(void)json_object_set_new(out, "kind", write_card(w, cell->card));
	if (cell->card < w->g->rules->n_cards && (w->flags & POSITION_BRIEF) == 0)
		(void)json_object_set_new(
		    out, "links", write_links(game_card(w->g, cell->card), cell->flags));
	(void)json_object_set_new(out, "flipped", json_boolean((cell->flags & CELL_FLIPPED) != 0));
	if ((cell->flags & CELL_DOWN) != 0)
		(void)json_object_set_new(out, "face", json_string("down"));
	w->g->rules->position->write_cell(w, cell, out);
	return out;
}

/* Before the deal nothing is there but the seats. */
static json_t *
write_setup(const struct position_writer *w, json_t *out)
{
	json_t *seats = json_array();

	(void)json_object_set_new(out, "phase", json_string(phase_name(PHASE_SETUP)));
	for (uint8_t s = 0; s < w->g->n_seats; s++) {
		json_t *seat = json_object();

		(void)json_object_set_new(seat, "name", write_seat_name(w, s));
		(void)json_array_append_new(seats, seat);
	}
	(void)json_object_set_new(out, "seats", seats);
	return out;
}

json_t *
position_json(const struct view *v, const struct names *names, unsigned flags)
{
	const struct game *g = &v->known;
	struct position_writer w = { .v = v, .g = g, .names = names, .flags = flags };
	json_t *out = json_object(), *seats, *board;

	(void)json_object_set_new(out, "rules", json_string(g->rules->name));
	(void)json_object_set_new(out, "options", write_options(&w));
	(void)json_object_set_new(out, "round", json_integer(g->round));
	(void)json_object_set_new(out, "rounds", json_integer(g->rules->rounds));
	(void)json_object_set_new(out, "turn", json_integer(g->turn));
	(void)json_object_set_new(out, "to_move", write_seat_name(&w, g->to_move));
	if (g->phase == PHASE_SETUP)
		return write_setup(&w, out);
	seats = json_array();
	board = json_array();
	(void)json_object_set_new(out, "phase", json_string(phase_name((enum phase)g->phase)));
	(void)json_object_set_new(
	    out, "deck", write_cards(&w, g->deck + g->deck_top, game_deck_left(g)));
	(void)json_object_set_new(out, "discard", write_cards(&w, g->discard, g->n_discard));
	(void)json_object_set_new(out, "set_aside", write_cards(&w, g->aside, g->n_aside));
	g->rules->position->write(&w, out);
	for (uint8_t s = 0; s < g->n_seats; s++)
		(void)json_array_append_new(seats, write_seat(&w, s));
	(void)json_object_set_new(out, "seats", seats);
	for (unsigned i = 0; i < g->board.n; i++)
		(void)json_array_append_new(board, write_cell(&w, &g->board.cell[i]));
	(void)json_object_set_new(out, "board", board);
	for (unsigned i = 0; i < CARDS_MAX; i++)
		json_decref(w.kind[i]);
	return out;
}
