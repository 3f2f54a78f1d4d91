#ifndef ADIT_TERM_KEYS_H
#define ADIT_TERM_KEYS_H

#include <stdbool.h>
#include <stddef.h>

/* Splits the input of a terminal into keys. Only printable characters and the keys below are
 * returned. Other bytes, controls and sequences are dropped. */
enum key {
	TERM_KEY_MORE = -1, /* no complete key is left */
	TERM_KEY_FIRST = 1, /* ^A, beginning of the line; the others are named as in shells */
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
	bool closing; /* the end mark was read, but bytes may follow without a pause */
	bool blank;   /* the last character of the paste was a newline */
	bool pasted;  /* the last result of keys_next was pasted */
};

/* keys_room returns free space in the buffer and its size. After reading n bytes into it call
 * keys_added. */
unsigned char *keys_room(struct keys *k, size_t *room);
void keys_added(struct keys *k, size_t n);

/* Returns the next enum key, or a character from U+0020 on; none above U+007F if `ascii`. */
int keys_next(struct keys *k, bool ascii);

void keys_quiet(struct keys *k);  /* input has paused: no byte is readable now */
void keys_forget(struct keys *k); /* drops all pending input and ends a paste */

#endif
