/* The board and the seats of a view, as parts of pages. */
#include "show/html_table.h"

#include <stdlib.h>

#include "draw/draw.h"
#include "draw/svg.h"
#include "util/lines.h"
#include "util/mem.h"

/* ---- the board --------------------------------------------------------------------------------------- */

static void
put_words(const struct view *v, const struct names *names, struct buf *out)
{
	struct buf words = BUF_INIT;
	struct lines l;
	const char *s;
	size_t n;

	svg_board_words(v, names, &words);
	l = (struct lines){ buf_cstr(&words), words.n, 0, 1 };
	buf_str(out, "<details>\n<summary>The board in words</summary>\n<ul>\n");
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
html_board(const struct view *v, const struct names *names, bool targets, struct buf *out)
{
	struct place place[PLACES_MAX];
	const struct svg_options options = { .is_for = SVG_INLINE,
		.targets = targets,
		.anchors = true,
		.also = place,
		.n_also = targets ? places_of(v, place) : 0 };

	if (v->known.phase == PHASE_SETUP)
		return;
	html_section("board", "Board", out);
	buf_str(out, "<div class=\"board\">\n");
	svg_board(v, names, &options, out);
	buf_str(out, "</div>\n");
	put_words(v, names, out);
	html_section_end(out);
}

/* ---- the seats --------------------------------------------------------------------------------------- */

static void
put_seat(const struct view *v, const struct names *names, uint8_t s, struct buf *out)
{
	const struct game *g = &v->known;
	struct buf notes = BUF_INIT;
	bool moves = g->to_move == s && g->phase != PHASE_OVER;

	buf_fmt(out, "<tr%s>\n<th scope=\"row\"><span data-seat=\"", moves ? " class=\"on\"" : "");
	html_str(names_seat(names, s), out);
	buf_str(out, "\">");
	html_str(names_seat(names, s), out);
	buf_str(out, "</span>");
	if (names->display[s][0] != '\0') {
		buf_str(out, " <span class=\"soft\">");
		html_element("bdi", names->display[s], out);
		buf_str(out, "</span>");
	}
	buf_fmt(
	    out, "</th>\n<td>%u</td>\n<td>%s", (unsigned)g->seat[s].n_hand, moves ? "to move" : "");
	draw_seat_notes(v, names, s, &notes);
	buf_str(out, moves && notes.n > 0 ? "; " : "");
	html_escape(buf_cstr(&notes), notes.n, out);
	buf_str(out, "</td>\n</tr>\n");
	buf_wipe(&notes);
}

void
html_seats(const struct view *v, const struct names *names, struct buf *out)
{
	struct buf piles = BUF_INIT;

	if (v->known.phase == PHASE_SETUP)
		return;
	buf_str(out,
	    "<table>\n<thead>\n<tr>\n<th scope=\"col\">Seat</th>\n<th scope=\"col\">Cards</th>\n"
	    "<th scope=\"col\">Known</th>\n</tr>\n</thead>\n<tbody>\n");
	for (uint8_t s = 0; s < v->known.n_seats; s++)
		put_seat(v, names, s, out);
	buf_str(out, "</tbody>\n</table>\n<p>");
	draw_piles_notes(v, names, &piles);
	html_escape(buf_cstr(&piles), piles.n, out);
	buf_str(out, ".</p>\n");
	buf_wipe(&piles);
}
