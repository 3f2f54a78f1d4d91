/*
 * Drawings of The Duel: each side has its own reach, and its gold is open.
 */
#include "draw/picture.h"
#include "games/duel/duel.h"
#include "text/eventline.h"
#include "text/shown.h"

/* [DUEL 4.C.6] */
static void
reach(const struct view *v, const struct grid *grid, struct card_reach reached[static CELLS_MAX])
{
	const struct rules *rules = v->known.rules;
	const struct board *b = &v->known.board;
	uint8_t green[CELLS_MAX], blue[CELLS_MAX];

	duel_reach(rules, b, grid, SIDE_GREEN, green);
	duel_reach(rules, b, grid, SIDE_BLUE, blue);
	for (unsigned i = 0; i < b->n; i++)
		reached[i] = (struct card_reach){ green[i] | blue[i], green[i], blue[i] };
}

static void
seat(const struct view *v, uint8_t s, struct seat_notes *notes)
{
	enum side side = duel_side(&v->known, s);

	seat_notes_add(notes, side == SIDE_GREEN ? PAINT_GREEN : PAINT_BLUE, "%s",
	    shown_side(notes->pen->lang, side_name(side)));
	if (!notes->without_gold)
		seat_notes_add(notes, PAINT_GOLD, MSG("seat", "%u gold"), duel_gold(&v->known, s));
	seat_notes_broken(v, s, notes);
}

static void
piles(const struct view *v, const struct names *names, struct pen *pen)
{
	(void)names;
	pen_say(pen, PAINT_PLAIN, MSG("seat", ", tokens %u"), duel_own(&v->known)->tokens);
}

/* Adds tokens on trolls and on gold, and keys in doors. */
static void
lay(struct game *g, const struct event *e)
{
	unsigned i = board_find(&g->board, e->x, e->y);
	bool token = e->kind == EVENT_PAID || e->kind == EVENT_CLAIMED;
	bool key = e->kind == EVENT_PLAYED && e->card < g->rules->n_cards &&
	    game_card(g, e->card)->action == ACTION_KEY;

	if (i != CELL_NONE && token)
		g->board.cell[i].flags |= duel_token(duel_side(g, e->seat));
	if (i != CELL_NONE && key)
		g->board.cell[i].flags |= CELL_KEY;
}

static void
gold(const struct language *lang, const struct view *v, uint8_t s, struct buf *out)
{
	(void)lang;
	buf_fmt(out, "%u", duel_gold(&v->known, s));
}

static const struct seat_mark marks[] = {
	{ "green", MSG("mark", "green"), "home-green", NULL, true },
	{ "blue", MSG("mark", "blue"), "home-blue", NULL, true },
	{ NULL, NULL, NULL, NULL, false },
};

static bool
has_mark(const struct view *v, uint8_t s, unsigned i)
{
	return (duel_side(&v->known, s) == SIDE_GREEN) == (i == 0);
}

const struct picture_rules duel_picture = {
	.gold = gold,
	.marks = marks,
	.has_mark = has_mark,
	.lay = lay,
	.reach = reach,
	.seat = seat,
	.piles = piles,
};
