#ifndef ADIT_SESSION_SCREEN_H
#define ADIT_SESSION_SCREEN_H

#include "core/game.h"
#include "term/term.h"

/*
 * The full screen of a session: a status line, the board, the seats with the news, the hand,
 * messages and a prompt. It stands in for the lines of term/term.h (play_talk.c chooses). It knows how
 * to choose an order with keys or mouse; the session then treats the order as if it was typed.
 */
struct screen;
struct play;

/* Returns the screen of a session whose terminal is open, or NULL if the terminal has none. The
 * messages of p->u go to it until screen_close. */
struct screen *screen_open(struct play *p);
/* Restores the terminal, and prints messages that were not shown. s may be NULL. */
void screen_close(struct screen *s);

/* Reads a line, typed or chosen: as term_read. */
enum term_event screen_read(struct screen *s, int wake_fd, int seconds, struct buf *line);
/* True if the terminal became too small and the player goes on line by line. */
bool screen_is_left(const struct screen *s);
/* As term_wait. */
enum term_event screen_wait(struct screen *s, int fd, int seconds);
/* Asks a question of one clean line: as term_ask. */
bool screen_ask(struct screen *s, const char *question);

/* Adds text to what the next screen shows: one or two lines below the board, more over it. */
void screen_put(struct screen *s, const char *text, size_t n);
void screen_bell(struct screen *s);
/* Another note of the session is shown between board and hand; first as a page if it is long. */
void screen_note(struct screen *s);
/* The table has changed. */
void screen_table(struct screen *s);
/* Shows the board of this view until the next question is answered. */
void screen_preview(struct screen *s, const struct view *after);

#endif
