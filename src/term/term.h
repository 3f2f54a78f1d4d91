#ifndef ADIT_TERM_TERM_H
#define ADIT_TERM_TERM_H

#include <stdbool.h>
#include <stddef.h>

#include "util/buf.h"
#include "util/err.h"

/*
 * A terminal, for who types lines and reads what is put above them.  No game in it.
 *
 * There are two line editors: libedit's, where adit was built with it and the terminal can move its cursor; else
 * a plain prompt, whose line is changed only at its end.  Keys are the same: those of a shell, up and down for
 * what was typed before, TAB to complete.  What was typed before is kept in memory alone, and wiped at the end.
 *
 * The terminal is in a mode of its own only inside term_read, term_ask and term_wait, and is as it was whenever they return,
 * also when they were ended by a signal, or stopped and continued.  So a program may end anywhere else.
 *
 * Text from a clipboard is typed by nobody: newlines in it are blanks, escapes and controls are dropped, and it
 * waits for the return key.  Terminals mark it (bracketed paste).  As long as more comes without a pause after the
 * mark of its end, it has not ended, so that such a mark inside the clipboard is of no use.
 */

struct term;

struct term_options {
	int in, out; /* descriptors; in < 0: /dev/tty; out that is no terminal: /dev/tty */
	bool ascii;  /* nothing above 7 bits is written or taken */
	bool plain;  /* the plain prompt, whatever the terminal can */
	const char
	    *type; /* $TERM, or NULL; unset, empty and "dumb": the plain prompt, no brackets */
};

/* ERR_USAGE: "no terminal". */
int term_open(struct term **out, const struct term_options *want, struct err *err);
void term_close(struct term *t); /* or NULL */

/* Which line editor was built in: "libedit 2.11", or NULL. */
const char *term_editor(void);

enum term_event {
	TERM_LINE, /* line: valid UTF-8 without controls, at most TERM_LINE_MAX bytes; the rest was dropped */
	TERM_END, /* ^D on an empty line; the terminal is lost; a signal, which term_signal tells */
	TERM_WOKEN, /* wake_fd is readable */
	TERM_TIME   /* nobody has typed for so many seconds */
};
enum { TERM_LINE_MAX = 4096 };

/* Read one line.  wake_fd: -1: none; seconds: 0: no end.  After TERM_WOKEN and TERM_TIME the prompt is gone from
 * the screen, and what was typed so far is there again at the next call.  ^C empties the line. */
enum term_event term_read(
    struct term *t, const char *prompt, int wake_fd, int seconds, struct buf *line);

/* Wait until fd is readable (TERM_WOKEN), or for so many seconds, 0: no end.  What is typed meanwhile is not shown, and
 * is there for the next call.  TERM_END: ^C, which drops what was typed; a signal, which term_signal tells; the
 * terminal is lost. */
enum term_event term_wait(struct term *t, int fd, int seconds);

/* The signal (SIGHUP, SIGTERM, SIGQUIT) that ended reading, or 0: who has put things in order may die of it. */
int term_signal(const struct term *t);

/* Write.  Only newlines, tabs and complete sequences for colours (ESC [ ... m) come through beside characters
 * that are shown; '?' for all else. */
void term_put(struct term *t, const char *text, size_t n);

/* Yes or no?  What was typed or pasted until the question is there is thrown away.  Yes is a line "y" or "yes"
 * that was typed; all else is no, also ^C, ^D and a terminal that is lost. */
bool term_ask(struct term *t, const char *question, ...) __attribute__((format(printf, 2, 3)));

void term_bell(struct term *t);
unsigned term_columns(const struct term *t), term_rows(const struct term *t); /* as of now */

/* What TAB completes: `each` adds every word that may stand behind `before`, which is empty or ends with a
 * blank; those that do not begin with what is typed there are left out.  Words have no blanks. */
typedef void term_add(void *to, const char *word);
typedef void term_words(void *arg, const char *before, term_add *add, void *to);
void term_complete(struct term *t, term_words *each, void *arg);

#endif
