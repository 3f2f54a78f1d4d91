#ifndef ADIT_DRAW_DRAW_H
#define ADIT_DRAW_DRAW_H

#include <stdbool.h>

#include "core/changes.h"
#include "draw/style.h"
#include "text/language.h"
#include "text/names.h"

/*
 * Drawings for people: the board, and hands as small cards. The functions take views, so they
 * cannot show hidden information. Drawings have at most DRAW_COLUMNS columns, unless the caller
 * allows more for a board. Lines have no trailing blanks and end with \n.
 */

/*
 * Draws the board. A card is five columns by three rows. Tunnels of neighbours join; arms that end
 * inside a card visibly stop. In every game, heavy lines are reached from the start, light lines
 * are cut off. Start and goals have a frame; a face-down goal shows what this view knows of it. The
 * drawing has coordinates on all sides. It covers the used part and every empty place that a
 * reached tunnel leads to (in The Dark Cave: any tunnel). A card could be placed there, so these
 * places are marked. Before the deal nothing is drawn.
 *
 * From DRAW_WIDE_MIN columns on, cards of The Dark Cave are nine columns wide if the board then fits.
 * A board wider than `columns` is shrunk in this order. A dotted column with a number replaces empty
 * columns. Then cards become three columns wide. Then the board is cut into panels that share two
 * columns; a line of text separates them. Cards become one row high if the drawing would have more
 * rows than `rows`.
 *
 * names: of the seats, or NULL. In The Dark Cave dwarves are drawn as letters (seat_letters; NULL:
 * seat numbers), with crossings, creatures (r, l, g) and webs (their number). Each space that the
 * dwarf of the view's own seat can walk to in one turn is marked beside its line.
 */
enum { DRAW_COLUMNS_MIN = 40, DRAW_WIDE_MIN = 100 };
struct draw_board_options {
	unsigned style;                /* DRAW_ bits */
	unsigned columns;              /* maximum width, at least DRAW_COLUMNS_MIN */
	unsigned rows;                 /* maximum height if possible; 0: any */
	const struct changes *changes; /* to mark; NULL: none */
};
void draw_board(const struct language *lang, const struct view *v, const struct names *names,
    const struct draw_board_options *options, struct buf *out);

/* Writes the meaning of the glyphs on this board, in two columns if there is room. */
void draw_board_legend(const struct language *lang, const struct view *v, const struct names *names,
    const struct draw_board_options *options, struct buf *out);

/*
 * Draws the end of a round. First comes the last publicly visible board with all goals known by
 * then, unless it is still there. Then come roles, gold won and gold so far, and at the end of the
 * game how the gold was counted. before, after: public views (v->seat SEAT_NONE). ev: the events
 * between. Draws nothing if no round ends in ev.
 */
void draw_round_end(const struct language *lang, const struct view *before,
    const struct view *after, const struct events *ev, const struct names *names, unsigned style,
    unsigned columns, struct buf *out);

/* The parts of that drawing. `at`: the cells of a table; row 0 has its headings, and a column whose
 * other cells are all empty is not shown. `words`: lines with sentences, from the end of the game. */
enum { DRAW_ENDED_COLUMNS = 4 };
struct draw_ended {
	struct view last; /* the last board, with all goals known by then */
	bool is_gone;     /* the board has made room for that of the next round */
	struct buf at[1 + SEATS_MAX][DRAW_ENDED_COLUMNS];
	struct buf words;
	unsigned n; /* rows */
};
/* Returns false if no round ends in ev. Call draw_ended_release after every result. style: of the
 * words. */
bool draw_ended_make(const struct language *lang, const struct view *before,
    const struct view *after, const struct events *ev, const struct names *names, unsigned style,
    struct draw_ended *out);
void draw_ended_release(struct draw_ended *r);

/* Writes what everybody may know of the gold of a seat, "3" or "some"; nothing if that is nothing. */
void draw_gold(const struct language *lang, const struct view *v, uint8_t seat, struct buf *out);

/* Draws a hand as small cards side by side with their kinds below, in hand order, equal cards once
 * with their number. Asymmetric path cards are shown in both positions ("flipped"). With DRAW_BRIEF
 * pictures have one row, and no card is shown flipped. is_new: NULL, or which cards get a "*".
 * columns: as for the board, at most DRAW_COLUMNS. */
void draw_hand(const struct language *lang, const struct rules *rules, const card_id *card,
    const bool *is_new, unsigned n, unsigned style, unsigned columns, struct buf *out);

/* Writes the meaning of the glyphs that the cards of these rules can have: for read --help and
 * README. */
void draw_legend(
    const struct language *lang, const struct rules *rules, unsigned style, struct buf *out);

/* Writes the seats, one per line, with a mark at the seat to move. A line has name, number of
 * cards, whether it is the view's own, its role if known, broken tools, resigned. Then comes the
 * number of cards in the deck and the discard pile. */
void draw_seats(const struct language *lang, const struct view *v, const struct names *names,
    unsigned style, struct buf *out);

/* Parts of draw_seats for output without columns, in ASCII, separated by "; ": the notes after the
 * number of cards of a seat, without its gold if draw_gold shows that; the last line. */
void draw_seat_notes(const struct language *lang, const struct view *v, const struct names *names,
    unsigned seat, struct buf *out);
void draw_seat_notes_without_gold(const struct language *lang, const struct view *v,
    const struct names *names, unsigned seat, struct buf *out);
void draw_piles_notes(
    const struct language *lang, const struct view *v, const struct names *names, struct buf *out);

#endif
