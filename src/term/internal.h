#ifndef ADIT_TERM_INTERNAL_H
#define ADIT_TERM_INTERNAL_H

#include <stdbool.h>
#include <termios.h>

#include "term/keys.h"
#include "term/term.h"

/* What the files of src/term share. */

enum { HISTORY_MAX = 200 };

struct edit; /* libedit's side, src/term/edit.c */

struct term {
	int in, out;
	int own; /* /dev/tty, if it was opened here; -1 */
	bool ascii, brackets, lost;
	struct termios before; /* the settings outside term_read */
	struct edit *edit;     /* NULL: the plain prompt */
	struct keys keys;
	struct buf text; /* what was typed so far, */
	size_t cursor;   /* where in it the cursor is, */
	size_t shown;    /* and how much of it the plain prompt has on the screen */
	bool pasted;     /* some of it was pasted */
	bool dirty;      /* the screen does not have all of it yet */
	bool alone;      /* a question: no history, no completion */
	char prompt[256];
	int wake_fd, seconds;
	int signal;
	char *history[HISTORY_MAX];
	size_t n_history, at_history; /* n_history: a new line */
	term_words *each;
	void *each_arg;
};

/* Why an editor stopped. */
enum edit_stop {
	EDIT_STOP_KEY,  /* a key came */
	EDIT_STOP_IDLE, /* no key is left, and the screen is dirty */
	EDIT_STOP_LINE, /* t->text is a line */
	EDIT_STOP_END,  /* the terminal is lost or the input at its end */
	EDIT_STOP_WOKEN,
	EDIT_STOP_TIME,
	EDIT_STOP_INTERRUPT,
	EDIT_STOP_STOP, /* SIGTSTP */
	EDIT_STOP_DIE,  /* t->signal */
	EDIT_STOP_AGAIN /* draw again: resized or continued */
};

/* ---- tty.c: signals and the mode ----------------------------------------------------- */

void tty_enter(struct term *t); /* from here signals are noticed by tty_wait alone, */
void tty_leave(struct term *t); /* until here, where the terminal is as it was */
void tty_raw(struct term *t);   /* the plain prompt's mode */
void tty_stop(struct term *t);  /* after tty_leave: stop, as ^Z does, until continued */
enum edit_stop tty_wait(struct term *t, int *key);
enum edit_stop tty_watch(struct term *t); /* the same of all but keys */
void tty_drain(struct term *t); /* in raw mode: drop what was typed until there is a pause */
void tty_write(struct term *t, const void *p, size_t n);

/* ---- line.c: what both editors do with a line ---------------------------------------- */

/* Insert a character or drop it, if the line is full. */
bool line_insert(struct term *t, int key);
/* Replace the text by an older (-1) or newer (+1) line; false: there is none. */
bool line_history(struct term *t, int step);
void line_remember(struct term *t);
/* Complete at the cursor: what is to be inserted there, and what is to be listed, one word a line. */
void line_complete(struct term *t, struct buf *insert, struct buf *list);

/* ---- the editors ---------------------------------------------------------------------- */

/* Edit t->text until there is a reason to stop; then nothing of prompt and text is on the last line of the screen,
 * unless it is EDIT_STOP_LINE or EDIT_STOP_INTERRUPT: then the cursor is below. */
enum edit_stop plain_edit(struct term *t);
enum edit_stop edit_edit(struct term *t);

/* NULL: not built in, or the terminal is not one that it can drive. */
struct edit *edit_new(struct term *t);
void edit_free(struct edit *e);

#endif
