#ifndef ADIT_TERM_TERM_H
#define ADIT_TERM_TERM_H

#include <stdbool.h>
#include <stddef.h>

#include "util/buf.h"
#include "util/err.h"

/*
 * A terminal with a line editor and output above the edited line. This code knows nothing about
 * games.
 *
 * Lines are edited with libedit: keys as in a shell, up and down for the history, TAB for
 * completion. The history is kept in memory only, and wiped by term_close. On a terminal that
 * cannot move its cursor, or if the caller wants a plain prompt, a line is edited only at its end.
 * If libedit is not built in, the terminal driver edits: no history, no completion, a line that is
 * interrupted by news is not shown again (but kept), ^Z drops it, and control characters in a
 * paste act.
 *
 * The mode of the terminal is changed only inside term_read, term_ask and term_wait. They
 * restore it before they return, also after a signal or after stop and continue. So a program
 * may exit anywhere else.
 *
 * Pasted text is not typed input: its newlines become blanks, escapes and controls are dropped,
 * and it is entered only by the return key. Terminals mark pastes (bracketed paste). A paste
 * ends after its end mark and a pause, so an end mark inside the clipboard has no effect.
 */

struct term;

struct term_options {
	int in, out; /* descriptors; in < 0: /dev/tty; if `out` is not a terminal: /dev/tty */
	bool ascii;  /* read and write only 7-bit characters */
	bool plain;  /* use the plain prompt on every terminal: no cursor movement */
	const char
	    *type; /* $TERM, or NULL; NULL, "" and "dumb": the plain prompt, no bracketed paste */
};

/* ERR_USAGE: "no terminal". */
int term_open(struct term **out, const struct term_options *want, struct err *err);
void term_close(struct term *t); /* t may be NULL */

/* Returns the name of the built-in line editor: "libedit 2.11", or NULL. */
const char *term_editor(void);

enum term_event {
	TERM_LINE,  /* a line of valid UTF-8 without controls, truncated to TERM_LINE_MAX bytes */
	TERM_END,   /* ^D on an empty line; the terminal is lost; a signal (term_signal) */
	TERM_WOKEN, /* wake_fd is readable */
	TERM_TIME   /* no key was typed for `seconds` */
};
enum { TERM_LINE_MAX = 4096 };

/*
 * Reads one line. wake_fd -1: none; seconds 0: no limit. After TERM_WOKEN and TERM_TIME the
 * prompt is removed from the screen; the next call restores what was typed so far. ^C empties
 * the line.
 */
enum term_event term_read(
    struct term *t, const char *prompt, int wake_fd, int seconds, struct buf *line);

/*
 * Waits until fd is readable (TERM_WOKEN) or the time is up (seconds 0: no limit). Typed input
 * is not shown and stays for the next call. TERM_END: ^C, which drops typed input; a signal
 * (term_signal); or the terminal is lost.
 */
enum term_event term_wait(struct term *t, int fd, int seconds);

/* Returns the signal (SIGHUP, SIGTERM, SIGQUIT) that ended reading, or 0. After its cleanup the
 * caller may raise it. */
int term_signal(const struct term *t);

/* Writes text. Newlines, tabs, complete colour sequences (ESC [ ... m) and printable characters
 * are written. Other characters become '?'. */
void term_put(struct term *t, const char *text, size_t n);

/* Asks a yes/no question. Input from before the question is dropped. Returns true only for a
 * typed line "y" or "yes". Any other line, ^C, ^D and a lost terminal return false. */
bool term_ask(struct term *t, const char *question, ...) __attribute__((format(printf, 2, 3)));

void term_bell(struct term *t);
unsigned term_columns(const struct term *t), term_rows(const struct term *t); /* current size */

/*
 * Sets the callback for completion by TAB. `each` adds every word that may follow `before`,
 * which is empty or ends with a blank. Words that do not begin with the typed text are ignored.
 * Words contain no blanks.
 */
typedef void term_add(void *to, const char *word);
typedef void term_words(void *arg, const char *before, term_add *add, void *to);
void term_complete(struct term *t, term_words *each, void *arg);

#endif
