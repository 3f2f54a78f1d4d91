#ifndef ADIT_DRAW_DRAW_H
#define ADIT_DRAW_DRAW_H

#include <stdbool.h>

#include "text/names.h"
#include "util/wrap.h"

/*
 * Drawings for people: the table, hands as little cards.  They take views, so they cannot show what
 * a seat may not know.  At most DRAW_COLUMNS columns, but for a table that is given more.  Lines have no trailing blanks and end with \n.
 */
enum { DRAW_COLUMNS = WRAP_COLUMNS };

enum {                       /* style bits */
	DRAW_ASCII = 1 << 0, /* 7-bit */
	DRAW_COLOR = 1 << 1, /* SGR colours; never in digests */
	DRAW_PLAIN = 1 << 2, /* no drawings: sentences that say the same (plain.h) */
	DRAW_HTML = 1 << 3   /* what stands in a <pre>: colours as spans, signs as text of a page */
};

/*
 * The table.  A card is five columns by three rows; tunnels of neighbours join, arms that end
 * inside a card visibly stop.  Heavy is what is reached from the start, in every game; what is cut off is
 * light.  Start and goals have a frame; a goal face down is marked by what this view knows of it.
 * Shown, with coordinates on all sides, is the part in use and every empty place that a reached
 * tunnel leads to, which is where a card could be laid (in The Dark Cave: any tunnel); such places are
 * marked.  Before the deal: nothing.
 *
 * Columns: how wide it may be, at least DRAW_COLUMNS_MIN.  What is wider is squeezed, where columns are
 * empty, to a dotted one with their number; then cards are three columns wide; then the table is cut into
 * panels that share two columns, parted by a line that says so.
 *
 * names: of the seats, or NULL.  In The Dark Cave dwarves are drawn by letters (seat_letters; NULL: by the
 * numbers of their seats), besides rooms, creatures (r, l, g) and webs (what they show), and marked is each
 * room that the dwarf of the view's own seat can walk to in one turn.
 */
enum { DRAW_COLUMNS_MIN = 40 };
void draw_board_named(const struct view *v, const struct names *names, unsigned style,
    unsigned columns, struct buf *out);

/* The same without names, in DRAW_COLUMNS. */
void draw_board(const struct view *v, unsigned style, struct buf *out);

/* What the signs mean that are on this board, in two columns where there is room. */
void draw_board_legend(const struct view *v, const struct names *names, unsigned style,
    unsigned columns, struct buf *out);

/*
 * A round is over: the table as everybody saw it last, with all goals that are known by then, unless it
 * lies there still; then roles, gold won and gold so far, and at the end of the game how that was counted.
 * before, after: what everybody knew and knows (v->seat SEAT_NONE); ev: what has happened between.  No
 * round ends in ev: nothing.
 */
void draw_round_end(const struct view *before, const struct view *after, const struct events *ev,
    const struct names *names, unsigned style, unsigned columns, struct buf *out);

/* A hand as little cards side by side with their kinds below, in the order held, equal cards once
 * with their number; path cards that are not symmetric in both positions ("flipped").  is_new: NULL, or
 * which of them get a "*".  Columns: as for the board; more than DRAW_COLUMNS are not used. */
void draw_hand(const struct rules *rules, const card_id *card, const bool *is_new, unsigned n,
    unsigned style, unsigned columns, struct buf *out);

/* What the signs mean that the cards of these rules can show: for read --help and README. */
void draw_legend(const struct rules *rules, unsigned style, struct buf *out);

/* The seats, one a line: a mark at the one to move, name, number of cards, whether it is the view's
 * own, its role if known, broken tools, resigned; then how many cards the deck and the discard pile
 * have. */
void draw_seats(const struct view *v, const struct names *names, unsigned style, struct buf *out);

/* Pieces of that for where there are no columns, in ASCII, parted by "; ": what stands behind the number of cards of a
 * seat; the last line. */
void draw_seat_notes(
    const struct view *v, const struct names *names, unsigned seat, struct buf *out);
void draw_piles_notes(const struct view *v, const struct names *names, struct buf *out);

#endif
