#ifndef ADIT_TERM_INTERNAL_H
#define ADIT_TERM_INTERNAL_H

#include <stdbool.h>
#include <stdio.h>
#include <termios.h>

#include "term/keys.h"
#include "term/term.h"

/* Declarations shared by the files of src/term. */

enum { HISTORY_MAX = 200 };

struct edit; /* state of libedit, src/term/edit.c */

struct term {
	int in, out;
	int own; /* /dev/tty, if term_open opened it; else -1 */
	bool ascii, brackets, lost;
	bool flat, is_ready;   /* arguments of edit_open; it was called */
	struct termios before; /* settings outside of term_read */
	struct edit *edit;     /* NULL: without libedit */
	struct keys keys;
	struct buf text; /* typed so far */
	size_t cursor;   /* cursor position in `text` */
	bool pasted;     /* part of it was pasted */
	bool dirty;      /* the screen does not show all of it yet */
	bool alone;      /* term_ask: no history, no completion */
	char prompt[256];
	int wake_fd, seconds;
	int signal;
	char *history[HISTORY_MAX];
	size_t n_history, at_history; /* at_history == n_history: a new line */
	term_words *each;
	void *each_arg;
};

/* Reason for which an editor returned. */
enum edit_stop {
	EDIT_STOP_KEY,  /* a key was read */
	EDIT_STOP_IDLE, /* no key is pending, and the screen is dirty */
	EDIT_STOP_LINE, /* t->text is complete */
	EDIT_STOP_END,  /* the terminal is lost, or the input has ended */
	EDIT_STOP_WOKEN,
	EDIT_STOP_TIME,
	EDIT_STOP_INTERRUPT,
	EDIT_STOP_STOP, /* SIGTSTP */
	EDIT_STOP_DIE,  /* by the signal t->signal */
	EDIT_STOP_AGAIN /* redraw: resized or continued */
};

/* ---- tty.c: signals and the mode ------------------------------------------------------------- */

/* Signals are noticed instead of acting, until tty_release. */
void tty_catch(struct term *t);
void tty_release(struct term *t);
void tty_enter(struct term *t); /* begin: only tty_wait notices signals from here on */
void tty_leave(struct term *t); /* end: restores the terminal and the signals */
void tty_raw(struct term *t);   /* the mode for keys */
void tty_lines(struct term *t); /* the mode for whole lines, edited by the driver */
/* after tty_leave: stops the process, as ^Z does, until it is continued */
void tty_stop(struct term *t);
enum edit_stop tty_wait(struct term *t, int *key);
/* Waits until a key can be read (only if `keys`: EDIT_STOP_KEY), or for what disturbs. */
enum edit_stop tty_ready(struct term *t, bool keys);
enum edit_stop tty_watch(struct term *t); /* tty_wait without keys */
void tty_drain(struct term *t); /* in raw mode: drops typed input until there is a pause */
void tty_write(struct term *t, const void *p, size_t n);
/* Opens a stream of its own on a copy of a descriptor. Returns NULL on failure. */
FILE *tty_stream(int fd, const char *mode);

/* ---- line.c: line operations ------------------------------------------------- */

/* Inserts a character. Returns false and drops the character if the line is full. */
bool line_insert(struct term *t, int key);
/* Replaces the text by an older (-1) or newer (+1) line. Returns false if there is none. */
bool line_history(struct term *t, int step);
/* Drops the text: a new line begins. */
void line_forget(struct term *t);
/* Sets *out to the text, and adds it to the history unless t->alone. A new line begins. */
void line_take(struct term *t, struct buf *out);
/* Completes the word at the cursor: `insert` gets the text to insert, `list` the candidates,
 * one word a line. */
void line_complete(struct term *t, struct buf *insert, struct buf *list);

/* ---- edit.c: the editor ---------------------------------------------------------------------- */

/*
 * Edits t->text until there is a reason to stop. Then the last line of the screen contains
 * neither prompt nor text, except after EDIT_STOP_LINE and EDIT_STOP_INTERRUPT, where the
 * cursor is on the line below.
 */
enum edit_stop edit_edit(struct term *t);

/* flat: use only characters, blanks, \r, \n, \b and \a. Clears t->brackets if the terminal is
 * unknown. Returns false if libedit cannot start. */
bool edit_open(struct term *t, bool flat);
void edit_close(struct term *t);

#endif
