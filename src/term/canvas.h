#ifndef ADIT_TERM_CANVAS_H
#define ADIT_TERM_CANVAS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "term/term.h"

/*
 * The whole screen of a terminal as cells, and its keys and mouse, by ncursesw. This code knows
 * nothing about games.
 *
 * While a canvas is open, signals are noticed instead of ending the process, so that the settings
 * of the terminal are always restored. canvas_close, and a stop by ^Z, restore them and the screen
 * from before.
 *
 * Pasted text is not typed input, as in term/term.h. A key says whether it was pasted.
 */

struct canvas;

/* Sizes below this have no canvas. */
enum { CANVAS_COLUMNS_MIN = 80, CANVAS_ROWS_MIN = 24 };

/* Opens a canvas on a terminal of this type ($TERM, or NULL). t is borrowed: until canvas_close only
 * term_signal and term_complete of term.h may be used. Returns NULL if the terminal is too small or
 * of a type that cannot move its cursor. */
struct canvas *canvas_open(struct term *t, const char *type, bool colour);
void canvas_close(struct canvas *c); /* c may be NULL */

/* Returns the version of ncurses at run time: "ncurses 6.4.20221231". */
const char *canvas_version(void);

/* ---- drawing: nothing is visible before canvas_show ------------------------------------------- */

enum { /* struct canvas_look: flags */
	CANVAS_STRONG = 1 << 0,
	CANVAS_REVERSE = 1 << 1,
	CANVAS_DIM = 1 << 2
};
struct canvas_look {
	int16_t colour; /* of the 256 colours of xterm; -1: that of the terminal */
	uint8_t flags;
};

/* The current size, at most CANVAS_MAX each way. */
enum { CANVAS_MAX = 400 };
unsigned canvas_rows(const struct canvas *c), canvas_columns(const struct canvas *c);

void canvas_clear(struct canvas *c);
/*
 * Writes text from a cell on, at most `width` columns of it and nothing beyond the edge. Colour
 * sequences (ESC [ ... m) change the colour for the text after them, on top of the flags of `look`.
 * Characters that cannot be printed become '?'. Stops at a newline. Returns the columns written.
 */
unsigned canvas_text(struct canvas *c, unsigned row, unsigned column, unsigned width,
    const char *text, size_t n, struct canvas_look look);
/* Draws a line of n cells, to the right or down. */
void canvas_rule(struct canvas *c, unsigned row, unsigned column, unsigned n, bool down);
/* Shows what was drawn, with the cursor at this cell; row < 0: without a cursor. */
void canvas_show(struct canvas *c, int row, int column);
void canvas_bell(struct canvas *c);

/* ---- input ------------------------------------------------------------------------------------- */

enum canvas_event {
	CANVAS_KEY,       /* a key, a character or the mouse */
	CANVAS_RESIZED,   /* or continued after a stop, or drawing has waited: draw again */
	CANVAS_INTERRUPT, /* ^C; typed input was dropped */
	CANVAS_WOKEN,     /* wake_fd is readable */
	CANVAS_TIME,      /* nothing came for `seconds` */
	CANVAS_END        /* a signal (term_signal), or the terminal is lost */
};

enum canvas_key { /* keys that are not characters; characters are code points from U+0020 on */
	CANVAS_KEY_ENTER = 10,
	CANVAS_KEY_TAB = 9,
	CANVAS_KEY_ESCAPE = 27,
	CANVAS_KEY_UP = 0x110000,
	CANVAS_KEY_DOWN,
	CANVAS_KEY_LEFT,
	CANVAS_KEY_RIGHT,
	CANVAS_KEY_HOME,
	CANVAS_KEY_END,
	CANVAS_KEY_PAGE_UP,
	CANVAS_KEY_PAGE_DOWN,
	CANVAS_KEY_BACKSPACE,
	CANVAS_KEY_DELETE,
	CANVAS_KEY_MOUSE, /* a press of the left button */
	CANVAS_KEY_OTHER  /* ^A and the like: .control */
};

struct canvas_input {
	int key;
	char control;    /* of CANVAS_KEY_OTHER: 'A' for ^A */
	bool pasted;     /* only characters are pasted */
	int row, column; /* of the mouse */
};

/* True if more input can be read at once, so that drawing can wait: canvas_read returns
 * CANVAS_RESIZED when all of it was read. */
bool canvas_defers(struct canvas *c);
/* Waits for input. wake_fd -1: none; seconds 0: no limit. */
enum canvas_event canvas_read(
    struct canvas *c, int wake_fd, int seconds, struct canvas_input *input);
/* As term_wait: waits for a descriptor; typed input stays. */
enum canvas_event canvas_wait(struct canvas *c, int fd, int seconds);
/* Drops typed input until there is a pause, so that a key from before a question is no answer. */
void canvas_drain(struct canvas *c);

/* ---- the line being typed ------------------------------------------------------------------------- */

/* The line: valid UTF-8, borrowed until the next call. *cursor: a byte in it. */
const struct buf *canvas_line_text(const struct canvas *c, size_t *cursor);
/* Changes the line by a key. Returns false if the key means nothing to a line. `list` gets the
 * possible words after TAB, one a line. */
bool canvas_line_key(struct canvas *c, const struct canvas_input *input, struct buf *list);
/* Calls `add` for every word that may begin a line (term_complete). */
void canvas_line_words(const struct canvas *c, term_add *add, void *to);
/* Moves the line to `out` and into the history. */
void canvas_line_take(struct canvas *c, struct buf *out);
void canvas_line_clear(struct canvas *c);

#endif
