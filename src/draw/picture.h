#ifndef ADIT_DRAW_PICTURE_H
#define ADIT_DRAW_PICTURE_H

#include "draw/card.h"
#include "text/names.h"

/*
 * What is drawn otherwise in one rules set: a row of functions that its games/NAME/picture.c fills
 * in.  All of them take views.  NULL, for a function or for the whole row: as the comment says.
 */

struct legend;
/* What a sign means, if it is on the board. */
void legend_add(struct legend *legend, const struct glyph *sign, const char *meaning);

/* Every sign on the board, as it is drawn; some more than once. */
void board_each_glyph(const struct view *v, const struct names *names,
    void (*see)(void *arg, const struct glyph *sign), void *arg);

/*
 * A letter for each of n seats: the first of its name that no seat before it has and that is no sign of its
 * own (H, O, S, X), initials before others.  names NULL: the numbers of the seats, from 1.
 */
void seat_letters(const struct names *names, unsigned n, char letter[static SEATS_MAX]);

/* The notes behind a seat's name; the line goes on below when it is full. */
struct seat_notes {
	struct pen *pen;
	const struct names *names;
	size_t left, col; /* where notes begin; where the line stands */
};

struct picture_rules {
	/* Which edges of the table's cards are reached.  NULL: picture_reach. */
	void (*reach)(const struct view *v, const struct grid *grid,
	    struct card_reach reached[static CELLS_MAX]);
	/* Cards may be laid to every tunnel, not only to those that are reached. */
	bool joins_all;
	/* Draw over the cards, picture[i] for cell i, what else lies and stands on the table.
	 * names may be NULL.  NULL: nothing. */
	void (*cover)(const struct view *v, const struct names *names, const struct grid *grid,
	    struct card_picture picture[static CELLS_MAX]);
	/* What the signs mean that cover draws, each by legend_add.  NULL: nothing. */
	void (*explain)(const struct view *v, const struct names *names, struct legend *legend);
	/* What is to be said of a seat behind its role.  NULL: seat_notes_broken. */
	void (*seat)(const struct view *v, uint8_t seat, struct seat_notes *notes);
	/* What an event of this game alone does to the table that everybody sees.  NULL: nothing. */
	void (*lay)(struct game *g, const struct event *e);
	/* The gold of a seat as far as everybody knows, in a few words.  NULL: nothing, until the end. */
	void (*gold)(const struct view *v, uint8_t seat, struct buf *out);
	/* How the end of the game was counted, each sentence by draw_sentence.  NULL: nothing. */
	void (*count)(const struct view *v, const struct names *names, struct pen *pen);
	/* Go on behind the numbers of cards in the piles, perhaps on lines of its own; the last one is
	 * ended by the caller.  NULL: nothing. */
	void (*piles)(const struct view *v, const struct names *names, struct pen *pen);
};

/* A line of its own, or more. */
void draw_sentence(struct pen *pen, const char *sentence);

/* ASCII, at most PEN_TEXT_MAX bytes. */
void seat_notes_add(struct seat_notes *notes, enum paint paint, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* Which tools of the seat are broken; nothing if none is. */
void seat_notes_broken(const struct view *v, uint8_t seat, struct seat_notes *notes);

#endif
