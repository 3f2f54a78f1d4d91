#ifndef ADIT_DRAW_PICTURE_H
#define ADIT_DRAW_PICTURE_H

#include "draw/card.h"
#include "text/names.h"

/*
 * Drawings that depend on the rules set: functions in its games/NAME/picture.c. All of them take
 * views. Each may be NULL, and so may the pointer to the struct; the comments say what NULL means.
 */

struct legend;
/* Adds the meaning of a glyph, if it is on the board. */
void legend_add(struct legend *legend, const struct glyph *sign, const char *meaning);

/* Calls `see` for every glyph on the board; for some of them more than once. */
void board_each_glyph(const struct view *v, const struct names *names,
    void (*see)(void *arg, const struct glyph *sign), void *arg);

/*
 * Chooses a letter for each of n seats, initials first. It is a letter of its name that no seat
 * before it has and that has no other meaning (H, O, S, X). names NULL: seat numbers, from 1.
 */
void seat_letters(const struct names *names, unsigned n, char letter[static SEATS_MAX]);

/* The notes after a seat's name; when the line is full, they continue on the next. */
struct seat_notes {
	struct pen *pen;
	const struct names *names;
	size_t left, col; /* column where notes begin; current column */
	bool without_gold;
};

/* A small picture for what everybody may know of a seat (draw/mark.h). */
struct seat_mark {
	const char *name;  /* of its file: "lamp-broken" */
	const char *words; /* a message instead of the picture: "broken lamp" */
	const char *glyph; /* a symbol of svg_glyph */
	const char *over;  /* one more, drawn over it, or NULL */
	bool grows;        /* the symbol is small */
};

struct picture_rules {
	/* Computes the reached edges of the cards. NULL: picture_reach. */
	void (*reach)(const struct view *v, const struct grid *grid,
	    struct card_reach reached[static CELLS_MAX]);
	/* Cards may be placed at every tunnel, not only at reached ones. */
	bool joins_all;
	/* Cards are drawn in the widest size if there is room: DRAW_WIDE_MIN columns. */
	bool is_wide;
	/* Draws other objects on the board over the cards, picture[i] for cell i. names may be
	 * NULL. NULL: nothing. */
	void (*cover)(const struct view *v, const struct names *names, const struct grid *grid,
	    struct card_picture picture[static CELLS_MAX]);
	/* Explains the glyphs that `cover` draws, each by legend_add. NULL: nothing. */
	void (*explain)(const struct view *v, const struct names *names, struct legend *legend);
	/* Adds the notes of a seat after its role. NULL: seat_notes_broken. */
	void (*seat)(const struct view *v, uint8_t seat, struct seat_notes *notes);
	/* The marks that a seat of this rules set can have besides its tools, up to one without
	 * name, and whether it has mark i. NULL: none. */
	const struct seat_mark *marks;
	bool (*has_mark)(const struct view *v, uint8_t seat, unsigned i);
	/* Sets `way` to the spaces that the figure of the view's own seat walks through on its way
	 * to a space, with the one where it is. Returns their number; 0: it cannot. NULL: nothing
	 * walks. */
	unsigned (*walk)(
	    const struct view *v, struct spot to, struct spot way[static ORDER_SPOTS + 1]);
	/* Applies an event of this rules set to the public board. NULL: nothing. */
	void (*lay)(struct game *g, const struct event *e);
	/* Writes the publicly known gold of a seat in a few words. NULL: nothing, until the end. */
	void (*gold)(
	    const struct language *lang, const struct view *v, uint8_t seat, struct buf *out);
	/* Writes how the end of the game was counted, each sentence by draw_sentence. NULL:
	 * nothing. */
	void (*count)(const struct view *v, const struct names *names, struct pen *pen);
	/* Continues after the numbers of cards in the piles, perhaps on more lines. The caller ends
	 * the last line. NULL: nothing. */
	void (*piles)(const struct view *v, const struct names *names, struct pen *pen);
};

/* Writes one or more separate lines. */
void draw_sentence(struct pen *pen, const char *sentence);

/* Adds a note: a message (text/language.h). */
void seat_notes_add(struct seat_notes *notes, enum paint paint, const char *message, ...)
    __attribute__((format(printf, 3, 4)));
/* Adds the broken tools of the seat; nothing if there are none. */
void seat_notes_broken(const struct view *v, uint8_t seat, struct seat_notes *notes);

#endif
