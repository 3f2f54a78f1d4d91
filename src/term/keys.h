#ifndef ADIT_TERM_KEYS_H
#define ADIT_TERM_KEYS_H

#include <stdbool.h>
#include <stddef.h>

/*
 * What a terminal sends, taken apart into keys.  Only characters that may be shown and the keys below come out;
 * every other byte, control or sequence is dropped.
 */
enum key {
	TERM_KEY_MORE = -1, /* nothing that is whole is left */
	TERM_KEY_FIRST = 1, /* ^A: to the beginning of the line; and so on, as in shells */
	TERM_KEY_LEFT = 2,
	TERM_KEY_INTERRUPT = 3,
	TERM_KEY_EOF = 4, /* on an empty line; else as TERM_KEY_DELETE */
	TERM_KEY_LAST = 5,
	TERM_KEY_RIGHT = 6,
	TERM_KEY_BACKSPACE = 8,
	TERM_KEY_TAB = 9,
	TERM_KEY_ENTER = 10,
	TERM_KEY_KILL = 11,
	TERM_KEY_CLEAR = 12,
	TERM_KEY_NEXT = 14,
	TERM_KEY_WORD_LEFT = 15,
	TERM_KEY_PREVIOUS = 16,
	TERM_KEY_WORD_RIGHT = 17,
	TERM_KEY_SWAP = 20,
	TERM_KEY_KILL_LINE = 21,
	TERM_KEY_KILL_WORD = 23,
	TERM_KEY_DELETE = 24,
	TERM_KEY_YANK = 25
};

struct keys {
	unsigned char byte[4096];
	size_t at, n;
	bool pasting; /* inside a paste */
	bool closing; /* its end mark was there, but more may follow without a pause */
	bool blank;   /* the last of the paste was a newline */
	bool pasted;  /* what keys_next gave last came out of a paste */
};

/* Room for bytes to be read: where, and how many; then n of them were added. */
unsigned char *keys_room(struct keys *k, size_t *room);
void keys_added(struct keys *k, size_t n);

/* The next enum key, or a character from U+0020; never one above U+007F with ascii. */
int keys_next(struct keys *k, bool ascii);

void keys_quiet(struct keys *k);  /* nothing more is there to be read just now */
void keys_forget(struct keys *k); /* all that is left, and that something is pasted */

#endif
