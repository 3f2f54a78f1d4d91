/* The board and the seats of a view, as parts of pages. */
#include "show/html_table.h"

#include <stdlib.h>
#include <string.h>

#include "draw/draw.h"
#include "draw/mark.h"
#include "draw/svg.h"
#include "text/shown.h"
#include "util/lines.h"
#include "util/mem.h"

/* ---- the board --------------------------------------------------------------------------------------- */

static void
put_words(
    const struct language *lang, const struct view *v, const struct names *names, struct buf *out)
{
	struct buf words = BUF_INIT;
	struct lines l;
	const char *s;
	size_t n;

	svg_board_words(lang, v, names, &words);
	l = (struct lines){ buf_cstr(&words), words.n, 0, 1 };
	buf_str(out, "<details>\n");
	html_element("summary", language_text(lang, MSG("page", "The board in words")), out);
	buf_str(out, "\n<ul>\n");
	while (lines_next(&l, &s, &n)) {
		buf_str(out, "<li>");
		html_escape(s, n, out);
		buf_str(out, "</li>\n");
	}
	buf_str(out, "</ul>\n</details>\n");
	buf_wipe(&words);
}

enum { PLACES_MAX = 256 };

/* Sets `place` to the distinct places where the seat to move can place cards, and returns their
 * number. */
static size_t
places_of(const struct view *v, struct place place[static PLACES_MAX])
{
	struct order *legal = mem_new(LEGAL_MAX * sizeof *legal);
	const size_t n_legal = game_legal_plays(&v->known, legal, LEGAL_MAX);
	size_t n = 0;

	for (size_t i = 0; i < n_legal && n < PLACES_MAX; i++) {
		const struct place at = { legal[i].at[0].x, legal[i].at[0].y };
		size_t k = 0;

		if (legal[i].kind != ORDER_PLACE)
			continue;
		while (k < n && (place[k].x != at.x || place[k].y != at.y))
			k++;
		if (k == n)
			place[n++] = at;
	}
	free(legal);
	return n;
}

void
html_board(const struct html_table *t, struct buf *out)
{
	struct place place[PLACES_MAX];
	const struct svg_options options = { .is_for = SVG_INLINE,
		.targets = t->orders,
		.lang = t->about.lang,
		.anchors = true,
		.changes = t->changes,
		.also = place,
		.n_also = t->orders ? places_of(t->about.v, place) : 0,
		.only_also = t->orders };

	if (t->about.v->known.phase == PHASE_SETUP)
		return;
	html_section("board", language_text(t->about.lang, MSG("read", "Board")), out);
	buf_str(out, "<div class=\"board\">\n");
	svg_board(t->about.v, t->about.names, &options, out);
	buf_str(out,
	    "</div>\n<div class=\"under\">\n<p class=\"size\"><input type=\"checkbox\" "
	    "id=\"large\"><label for=\"large\" data-large=\"");
	html_say(t->about.lang, MSG("page", "scroll to see all"), out);
	buf_str(out, "\">");
	html_say(t->about.lang, MSG("page", "Enlarge"), out);
	buf_str(out, "</label></p>\n");
	put_words(t->about.lang, t->about.v, t->about.names, out);
	buf_str(out, "</div>\n");
	html_section_end(out);
}

/* ---- the seats --------------------------------------------------------------------------------------- */

/* Appends a picture with a number beside it, up to a comma: what follows is in the notes. */
static void
put_count(const struct language *lang, const struct seat_mark *mark, const struct buf *number,
    struct buf *out)
{
	buf_str(out, "<span>");
	mark_inline(lang, mark, '\0', out);
	html_escape(number->p, strcspn(number->p, ","), out);
	buf_str(out, "</span>\n");
}

/* Appends what a seat has as pictures: its figure or side, role, cards, gold, tools, and more. */
static void
put_marks(
    const struct html_table *t, uint8_t s, const struct description_seat *seat, struct buf *out)
{
	static const struct seat_mark cards = { "cards", MSG("mark", "cards in hand"), "cards",
		NULL, false };
	const struct language *lang = t->about.lang;
	const struct svg_options options = { .is_for = SVG_INLINE, .lang = lang };
	const struct game *g = &t->about.v->known;
	const struct seat_mark *mark;
	struct buf number = BUF_INIT;
	char letter[SEATS_MAX];

	seat_letters(t->about.names, g->n_seats, letter);
	buf_str(out, "<p class=\"marks\">");
	buf_fmt(&number, "%u", seat->cards);
	put_count(lang, &cards, &number, out);
	if (seat->gold.n > 0)
		put_count(lang, mark_at(g->rules, 0), &seat->gold, out);
	if (g->seat[s].role < g->rules->n_cards)
		svg_card(g->rules, g->seat[s].role, false, &options, out);
	buf_str(out, "<span>\n");
	for (unsigned i = 0; (mark = mark_at(g->rules, i)) != NULL; i++)
		if (mark_is(t->about.v, s, i))
			mark_inline(lang, mark,
			    strncmp(mark->name, "dwarf", 5) == 0 ? letter[s] : '\0', out);
	buf_str(out, "</span></p>\n");
	buf_release(&number);
}

static void
put_seat(
    const struct html_table *t, uint8_t s, const struct description_seat *seat, struct buf *out)
{
	const bool changed = t->changes != NULL && (t->changes->seats >> s & 1u) != 0;

	buf_fmt(out, "<li class=\"panel%s%s\">\n<p><span data-seat=\"", seat->moves ? " on" : "",
	    changed ? " new" : "");
	html_str(seat->name, out);
	buf_str(out, "\">");
	html_str(seat->name, out);
	buf_str(out, "</span>");
	if (seat->display[0] != '\0') {
		buf_str(out, " <span class=\"soft\">");
		html_element("bdi", seat->display, out);
		buf_str(out, "</span>");
	}
	if (seat->moves) {
		buf_chr(out, ' ');
		html_element("em", language_text(t->about.lang, MSG("page", "to move")), out);
	}
	if (changed) {
		buf_str(out, " <em class=\"new\">");
		html_say(t->about.lang, MSG("page", "just changed"), out);
		buf_str(out, "</em>");
	}
	buf_str(out, "</p>\n");
	put_marks(t, s, seat, out);
	if (seat->notes.n > 0) {
		buf_str(out, "<p class=\"soft\">");
		html_escape(seat->notes.p, seat->notes.n, out);
		buf_str(out, "</p>\n");
	}
	buf_str(out, "</li>\n");
}

void
html_seats(const struct html_table *t, struct buf *out)
{
	const bool is_dealt = t->about.v->known.phase != PHASE_SETUP;
	struct description_seat seat;
	struct buf piles = BUF_INIT;

	buf_str(out, is_dealt ? "<ul class=\"panels\">\n" : "<ul>\n");
	for (uint8_t s = 0; s < t->about.names->n; s++) {
		description_of_seat(&t->about, s, &seat);
		if (is_dealt) {
			put_seat(t, s, &seat, out);
		} else {
			buf_fmt(out, "<li>%s, ", seat.name);
			html_escape(seat.notes.p, seat.notes.n, out);
			buf_str(out, "</li>\n");
		}
		description_seat_release(&seat);
	}
	buf_str(out, "</ul>\n");
	if (is_dealt) {
		draw_piles_notes(t->about.lang, t->about.v, t->about.names, &piles);
		html_element("p", (buf_chr(&piles, '.'), piles.p), out);
	}
	buf_wipe(&piles);
}

/* ---- results ----------------------------------------------------------------------------------------- */

/* Appends the row of a seat, or the headings. Leaves out the columns that `seen` lacks. */
static void
put_row(const struct buf *cell, unsigned n, unsigned seen, bool is_head, struct buf *out)
{
	buf_str(out, "<tr>\n");
	for (unsigned c = 0; c < n; c++) {
		const char *tag = is_head || c == 0 ? "th" : "td";

		if ((seen >> c & 1u) == 0)
			continue;
		buf_fmt(out, "<%s%s>", tag,
		    is_head    ? " scope=\"col\"" :
			c == 0 ? " scope=\"row\"" :
				 "");
		html_str(buf_cstr(&cell[c]), out);
		buf_fmt(out, "</%s>\n", tag);
	}
	buf_str(out, "</tr>\n");
}

void
html_round_end(const struct view *before, const struct view *after, const struct events *ev,
    const struct names *names, const struct svg_options *options, struct buf *out)
{
	struct draw_ended *r = mem_new(sizeof *r);
	unsigned seen = 0;

	if (draw_ended_make(options->lang, before, after, ev, names, 0, r)) {
		for (unsigned i = 1; i < r->n; i++)
			for (unsigned c = 0; c < DRAW_ENDED_COLUMNS; c++)
				seen |= (unsigned)(r->at[i][c].n > 0) << c;
		if (r->is_gone) {
			buf_str(out, "<div class=\"board past\">\n");
			svg_board(&r->last, names, options, out);
			buf_str(out, "</div>\n");
		}
		buf_str(out, "<div class=\"wide\" tabindex=\"0\"><table>\n<thead>\n");
		put_row(r->at[0], DRAW_ENDED_COLUMNS, seen, true, out);
		buf_str(out, "</thead>\n<tbody>\n");
		for (unsigned i = 1; i < r->n; i++)
			put_row(r->at[i], DRAW_ENDED_COLUMNS, seen, false, out);
		buf_str(out, "</tbody>\n</table></div>\n");
		html_lines(buf_cstr(&r->words), r->words.n, HTML_PLACES_PLAIN, out);
	}
	draw_ended_release(r);
	free(r);
}

/* Appends how often this seat broke tools of others: "2 of bob, 1 of carl". */
static void
put_broke(const struct language *lang, const struct summary *s, unsigned seat,
    const struct names *names, struct buf *out)
{
	for (unsigned k = 0; k < names->n; k++) {
		if (s->broke[seat][k] == 0)
			continue;
		buf_str(out, out->n > 0 ? ", " : "");
		language_fmt(lang, out, MSG("score", "%u of %s"), (unsigned)s->broke[seat][k],
		    names->seat[k]);
	}
}

/* The columns of the result of a game. */
enum { SEAT, ROLE, ROUNDS, BROKE = ROUNDS + ROUNDS_MAX, MISSED, COLUMNS };

static void
head_summary(const struct language *lang, const struct summary *s, struct buf cell[static COLUMNS])
{
	buf_str(&cell[SEAT], language_text(lang, MSG("summary", "Seat")));
	buf_str(&cell[ROLE], language_text(lang, MSG("summary", "Role")));
	for (unsigned r = 0; r < s->rounds && s->rounds > 1; r++)
		language_fmt(lang, &cell[ROUNDS + r], MSG("summary", "Round %u"), r + 1);
	if (s->rounds == 1)
		buf_str(&cell[ROUNDS], language_text(lang, MSG("summary", "Gold")));
	buf_str(&cell[BROKE], language_text(lang, MSG("summary", "Broke tools")));
	buf_str(&cell[MISSED], language_text(lang, MSG("summary", "Turns missed")));
}

void
html_summary(const struct language *lang, const struct summary *s, const struct view *v,
    const struct names *names, struct buf *out)
{
	struct buf cell[1 + SEATS_MAX][COLUMNS] = { { BUF_INIT } };
	const struct game *g = &v->known;
	unsigned seen = 0;

	head_summary(lang, s, cell[0]);
	for (unsigned i = 0; i < names->n; i++) {
		struct buf *row = cell[1 + i];

		buf_str(&row[SEAT], names->seat[i]);
		if (g->phase == PHASE_OVER && g->seat[i].role < g->rules->n_cards)
			shown_card(lang, g->rules, g->seat[i].role, &row[ROLE]);
		for (unsigned r = 0; r < s->rounds; r++)
			buf_fmt(&row[ROUNDS + r], "%u", (unsigned)s->score[r][i]);
		put_broke(lang, s, i, names, &row[BROKE]);
		if (s->missed[i] > 0)
			buf_fmt(&row[MISSED], "%u", (unsigned)s->missed[i]);
		for (unsigned c = 0; c < COLUMNS; c++)
			seen |= (unsigned)(row[c].n > 0) << c;
	}
	buf_str(out, "<div class=\"wide\" tabindex=\"0\"><table>\n");
	html_element("caption", language_text(lang, MSG("summary", "Gold after each round")), out);
	buf_str(out, "\n<thead>\n");
	put_row(cell[0], COLUMNS, seen, true, out);
	buf_str(out, "</thead>\n<tbody>\n");
	for (unsigned i = 0; i < names->n; i++)
		put_row(cell[1 + i], COLUMNS, seen, false, out);
	buf_str(out, "</tbody>\n</table></div>\n");
	for (unsigned i = 0; i <= names->n; i++)
		for (unsigned c = 0; c < COLUMNS; c++)
			buf_release(&cell[i][c]);
}
