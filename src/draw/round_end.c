/*
 * The end of a round as publicly visible: the last board, and who has won what.
 *
 * (E1) The input is only what was publicly known before and learned since, so anyone can draw it
 * again.
 */
#include <stdlib.h>
#include <string.h>

#include "draw/draw.h"
#include "draw/plain.h"
#include "util/mem.h"
#include "text/shown.h"
#include "util/utf8.h"

struct tally { /* gold that a seat gets when a round ends */
	int gold;
	unsigned nuggets; /* cards whose value only the seat knows */
};

/* ---- the table ---------------------------------------------------------------------------------- */

static void
apply_event(struct game *g, const struct event *e)
{
	struct cell cell = { e->x, e->y, e->card, e->value != 0 ? CELL_FLIPPED : 0 };
	unsigned i = board_find(&g->board, e->x, e->y);

	if (e->kind == EVENT_PLACED && i == CELL_NONE && place_in_range(e->x, e->y))
		(void)board_put(&g->board, cell);
	else if (e->kind == EVENT_REMOVED && i != CELL_NONE)
		board_remove(&g->board, i);
	else if (e->kind == EVENT_TURNED_UP && i != CELL_NONE)
		g->board.cell[i] = cell;
	else if (e->kind == EVENT_GOAL_WAS && i != CELL_NONE)
		g->board.cell[i].card = e->card;
	else if (e->kind == EVENT_SHOWN && e->seat < g->n_seats)
		g->seat[e->seat].role = e->card;
}

/* Applies the events up to the end of the round. Returns false if no round has ended. */
static bool
play_events(struct game *g, const struct events *ev)
{
	const struct picture_rules *own = g->rules->picture;
	bool ended = false;

	for (uint32_t i = 0; i < ev->n && (!ended || ev->at[i].kind != EVENT_ROUND); i++) {
		struct event e = event_redact(&ev->at[i], SEAT_NONE);

		ended |= e.kind == EVENT_ROUND_END;
		if (e.card < g->rules->n_cards)
			apply_event(g, &e);
		if (own != NULL && own->lay != NULL)
			own->lay(g, &e);
	}
	return ended;
}

/* ---- gold --------------------------------------------------------------------------------------- */

static void
add_gold(struct tally tally[static SEATS_MAX], const struct rules *rules, const struct event *e)
{
	struct tally *t = &tally[e->seat % SEATS_MAX];
	int worth = e->card < rules->n_cards ? rules->card[e->card].value : 0;

	if (e->kind == EVENT_GOLD || e->kind == EVENT_CRYSTALS || e->kind == EVENT_STOLE)
		t->gold += e->value;
	if (e->kind == EVENT_STOLE)
		tally[e->to % SEATS_MAX].gold -= e->value;
	if (e->kind == EVENT_NUGGET)
		t->nuggets++;
	if (e->kind == EVENT_TOOK || e->kind == EVENT_TOLL)
		t->gold += e->kind == EVENT_TOOK ? worth : -worth;
}

static void
tally_text(const struct language *lang, const struct tally *t, struct buf *out)
{
	if (t->nuggets > 0)
		language_fmt_n(
		    lang, out, t->nuggets, MSG_N("score", "%u nugget", "%u nuggets"), t->nuggets);
	if (t->nuggets > 0 && t->gold != 0)
		buf_str(out, " + ");
	if (t->nuggets == 0 || t->gold != 0)
		buf_fmt(out, "%d", t->gold);
}

void
draw_sentence(struct pen *pen, const char *sentence)
{
	wrap_text(sentence, strlen(sentence), "  ", "    ", DRAW_COLUMNS, pen->out);
}

/* True if all gold is open: after the game, unless the view lacks some. */
static bool
is_gold_known(const struct game *g)
{
	for (unsigned s = 0; s < g->n_seats; s++)
		for (unsigned i = 0; i < g->seat[s].n_gold; i++)
			if (g->seat[s].gold_card[i] >= g->rules->n_cards)
				return false;
	return g->phase == PHASE_OVER;
}

void
draw_gold(const struct language *lang, const struct view *v, uint8_t seat, struct buf *out)
{
	const struct picture_rules *own = v->known.rules->picture;
	uint16_t gold[SEATS_MAX];

	if (own != NULL && own->gold != NULL) {
		own->gold(lang, v, seat, out);
	} else if (is_gold_known(&v->known)) {
		game_score(&v->known, gold);
		buf_fmt(out, "%u", (unsigned)gold[seat]);
	}
}

/* ---- the scores --------------------------------------------------------------------------------- */

static size_t
columns_of(const struct buf *cell)
{
	return utf8_width(buf_cstr(cell), cell->n);
}

/* Draws the table. */
static void
draw_scores(const struct draw_ended *t, struct pen *pen)
{
	size_t w[DRAW_ENDED_COLUMNS] = { 0 };

	for (unsigned r = 1; (pen->style & DRAW_PLAIN) != 0 && r < t->n; r++)
		plain_row(t->at[0], t->at[r], DRAW_ENDED_COLUMNS, pen->out);
	if (pen->style & DRAW_PLAIN)
		return;
	for (unsigned r = 1; r < t->n; r++)
		for (unsigned c = 0; c < DRAW_ENDED_COLUMNS; c++)
			if (columns_of(&t->at[r][c]) > w[c])
				w[c] = columns_of(&t->at[r][c]);
	for (unsigned r = 0; r < t->n; r++) {
		for (unsigned c = 0; c < DRAW_ENDED_COLUMNS; c++) {
			const size_t title = columns_of(&t->at[0][c]);
			const size_t width = title > w[c] ? title : w[c];

			if (w[c] == 0)
				continue;
			pen_blanks(pen, 2);
			pen_text(pen, r == 0 ? PAINT_AXIS : PAINT_PLAIN, buf_cstr(&t->at[r][c]));
			pen_blanks(pen, width - columns_of(&t->at[r][c]));
		}
		pen_end_line(pen);
	}
}

static void
fill_scores(const struct language *lang, struct draw_ended *t, const struct view *after,
    const struct tally tally[static SEATS_MAX], const struct names *names)
{
	static const char *const heading[DRAW_ENDED_COLUMNS] = { MSG("score", "seat"),
		MSG("score", "role"), MSG("score", "won"), MSG("score", "gold") };
	const struct game *g = &t->last.known;

	t->n = 1 + g->n_seats;
	for (unsigned c = 0; c < DRAW_ENDED_COLUMNS; c++)
		buf_str(&t->at[0][c], language_text(lang, heading[c]));
	for (uint8_t s = 0; s < g->n_seats; s++) {
		struct buf *row = t->at[1 + s];

		buf_str(&row[0], names_seat(names, s));
		if (g->seat[s].role != CARD_NONE)
			shown_card(lang, g->rules, g->seat[s].role, &row[1]);
		if (g->rules->rounds > 1)
			tally_text(lang, &tally[s], &row[2]);
		draw_gold(lang, after, s, &row[3]);
	}
}

/* Writes the reason for a tie. */
static void
draw_tie(const struct view *v, const struct names *names, struct pen *pen)
{
	uint16_t winners = game_winners(&v->known);
	struct buf line = BUF_INIT, sentence = BUF_INIT;

	if (v->known.rules->winners != NULL || (winners & (winners - 1)) == 0)
		return;
	for (uint8_t s = 0; s < v->known.n_seats; s++) {
		if ((winners & SEEN_BY(s)) == 0)
			continue;
		buf_fmt(&line, "%s%s", line.n > 0 ? ", " : "", names_seat(names, s));
	}
	language_fmt(pen->lang, &sentence, MSG("score", "equal: %s have most gold and all win"),
	    buf_cstr(&line));
	draw_sentence(pen, buf_cstr(&sentence));
	buf_release(&sentence);
	buf_release(&line);
}

bool
draw_ended_make(const struct language *lang, const struct view *before, const struct view *after,
    const struct events *ev, const struct names *names, unsigned style, struct draw_ended *out)
{
	const struct picture_rules *own = before->known.rules->picture;
	struct pen pen = pen_for(lang, &out->words, style);
	struct tally tally[SEATS_MAX] = { { 0, 0 } };

	memset(out, 0, sizeof *out);
	out->last = *before;
	if (!play_events(&out->last.known, ev))
		return false;
	out->is_gone = after->known.phase == PHASE_PLAY;
	for (uint32_t i = 0; i < ev->n; i++) {
		struct event e = event_redact(&ev->at[i], SEAT_NONE);

		add_gold(tally, out->last.known.rules, &e);
	}
	fill_scores(lang, out, after, tally, names);
	if (after->known.phase != PHASE_OVER)
		return true;
	if (own != NULL && own->count != NULL)
		own->count(after, names, &pen);
	draw_tie(after, names, &pen);
	return true;
}

void
draw_ended_release(struct draw_ended *r)
{
	for (unsigned i = 0; i < r->n; i++)
		for (unsigned c = 0; c < DRAW_ENDED_COLUMNS; c++)
			buf_release(&r->at[i][c]);
	buf_release(&r->words);
}

void
draw_round_end(const struct language *lang, const struct view *before, const struct view *after,
    const struct events *ev, const struct names *names, unsigned style, unsigned columns,
    struct buf *out)
{
	struct draw_ended *r = mem_new(sizeof *r);
	struct pen pen = pen_for(lang, out, style);

	if (draw_ended_make(lang, before, after, ev, names, style, r)) {
		if (r->is_gone)
			draw_board(lang, &r->last, names,
			    &(struct draw_board_options){ .style = style, .columns = columns },
			    out);
		draw_scores(r, &pen);
		buf_add(out, r->words.p, r->words.n);
	}
	draw_ended_release(r);
	free(r);
}
