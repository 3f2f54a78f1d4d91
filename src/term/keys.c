/*
 * Splits terminal input into keys.
 *
 * (Y1) Only values of enum key and printable characters are returned.
 * (Y2) No sequence blocks later input: if one is too long or broken, its first byte is dropped.
 * (Y3) In a paste only characters and blanks are returned.
 */
#include "term/keys.h"

#include <string.h>

#include "util/mem.h"
#include "util/utf8.h"

enum { ESC = 27, DEL = 127, SEQUENCE_MAX = 32 };

#define PASTE_BEGINS "200~"
#define PASTE_ENDS   "201~"

unsigned char *
keys_room(struct keys *k, size_t *room)
{
	memmove(k->byte, k->byte + k->at, k->n - k->at);
	k->n -= k->at;
	k->at = 0;
	*room = sizeof k->byte - k->n;
	return k->byte + k->n;
}

void
keys_added(struct keys *k, size_t n)
{
	k->n += n;
}

void
keys_quiet(struct keys *k)
{
	if (k->closing)
		k->pasting = k->closing = k->blank = false;
}

void
keys_forget(struct keys *k)
{
	mem_wipe(k, sizeof *k);
}

/* Returns the key of a control character, or 0. */
static int
control(unsigned char c)
{
	static const unsigned char known[32] = { [1] = TERM_KEY_FIRST,
		[2] = TERM_KEY_LEFT,
		[3] = TERM_KEY_INTERRUPT,
		[4] = TERM_KEY_EOF,
		[5] = TERM_KEY_LAST,
		[6] = TERM_KEY_RIGHT,
		[8] = TERM_KEY_BACKSPACE,
		[9] = TERM_KEY_TAB,
		['\n'] = TERM_KEY_ENTER,
		[11] = TERM_KEY_KILL,
		[12] = TERM_KEY_CLEAR,
		['\r'] = TERM_KEY_ENTER,
		[14] = TERM_KEY_NEXT,
		[16] = TERM_KEY_PREVIOUS,
		[20] = TERM_KEY_SWAP,
		[21] = TERM_KEY_KILL_LINE,
		[23] = TERM_KEY_KILL_WORD,
		[25] = TERM_KEY_YANK };

	return c == DEL ? TERM_KEY_BACKSPACE : known[c];
}

/* Returns the key of a sequence without its ESC [ or ESC O, or 0. */
static int
sequence(const char *s, size_t n)
{
	static const struct {
		const char *text;
		int key;
	} known[] = { { "A", TERM_KEY_PREVIOUS }, { "B", TERM_KEY_NEXT }, { "C", TERM_KEY_RIGHT },
		{ "D", TERM_KEY_LEFT }, { "H", TERM_KEY_FIRST }, { "F", TERM_KEY_LAST },
		{ "1~", TERM_KEY_FIRST }, { "4~", TERM_KEY_LAST }, { "7~", TERM_KEY_FIRST },
		{ "8~", TERM_KEY_LAST }, { "3~", TERM_KEY_DELETE }, { "1;5C", TERM_KEY_WORD_RIGHT },
		{ "1;5D", TERM_KEY_WORD_LEFT }, { "1;3C", TERM_KEY_WORD_RIGHT },
		{ "1;3D", TERM_KEY_WORD_LEFT } };

	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (strlen(known[i].text) == n && memcmp(known[i].text, s, n) == 0)
			return known[i].key;
	return 0;
}

/* Returns the length of the sequence ESC [ ... at s. 0: incomplete; 1: invalid or too long. */
static size_t
sequence_length(const unsigned char *s, size_t n)
{
	for (size_t i = 2; i < n; i++) {
		if (s[i] >= 0x40 && s[i] <= 0x7e)
			return i + 1;
		if (s[i] < 0x20 || s[i] > 0x7e || i == SEQUENCE_MAX)
			return 1;
	}
	return 0;
}

/* Handles ESC: returns its key or 0, and sets *length; or returns TERM_KEY_MORE. */
static int
escape(struct keys *k, size_t *length)
{
	const unsigned char *s = k->byte + k->at;
	const size_t n = k->n - k->at;

	*length = 1;
	if (n < 2)
		return TERM_KEY_MORE;
	if (s[1] == 'O') {
		*length = n < 3 ? 0 : 3;
		return n < 3 ? TERM_KEY_MORE : sequence((const char *)s + 2, 1);
	}
	if (s[1] == '[') {
		*length = sequence_length(s, n);
		if (*length == 0)
			return TERM_KEY_MORE;
		if (*length == 2 + strlen(PASTE_BEGINS) && memcmp(s + 2, PASTE_BEGINS, 4) == 0)
			k->pasting = true;
		return *length == 1 ? 0 : sequence((const char *)s + 2, *length - 2);
	}
	if (s[1] == 'b' || s[1] == 'f' || s[1] == DEL) {
		*length = 2;
		return s[1] == 'b' ? TERM_KEY_WORD_LEFT :
		    s[1] == 'f'    ? TERM_KEY_WORD_RIGHT :
				     TERM_KEY_KILL_WORD;
	}
	return 0;
}

/* Returns the character at s and sets *length. TERM_KEY_MORE: incomplete; 0: invalid or not
 * printable. */
static int
character(const unsigned char *s, size_t n, bool ascii, size_t *length)
{
	const size_t whole = *s < 0xc2 ? 1 : *s < 0xe0 ? 2 : *s < 0xf0 ? 3 : *s < 0xf5 ? 4 : 1;
	uint32_t c;

	*length = utf8_next((const char *)s, n, &c);
	if (*length > 0)
		return utf8_is_printable(c) && (!ascii || c < 0x80) ? (int)c : 0;
	*length = 1;
	for (size_t i = 1; i < n && i < whole; i++)
		if ((s[i] & 0xc0) != 0x80)
			return 0;
	return n < whole ? TERM_KEY_MORE : 0;
}

/* In a paste: returns a character, a blank or 0. */
static int
pasted(struct keys *k, bool ascii, size_t *length)
{
	const unsigned char *s = k->byte + k->at;
	const size_t n = k->n - k->at;
	const size_t mark = 2 + strlen(PASTE_ENDS);

	*length = 1;
	if (*s == ESC) {
		if (memcmp(s, "\033[" PASTE_ENDS, n < mark ? n : mark) != 0)
			return 0;
		if (n < mark)
			return TERM_KEY_MORE;
		k->closing = true;
		*length = mark;
		return 0;
	}
	if (*s == '\r' || *s == '\n' || *s == '\t') {
		const bool again = k->blank;

		k->blank = true;
		return again ? 0 : ' ';
	}
	if (*s < ' ' || *s == DEL)
		return 0;
	k->blank = false;
	return character(s, n, ascii, length);
}

int
keys_next(struct keys *k, bool ascii)
{
	while (k->at < k->n) {
		const unsigned char *s = k->byte + k->at;
		size_t length = 1;
		int key;

		k->pasted = k->pasting;
		if (k->pasting)
			key = pasted(k, ascii, &length);
		else if (*s == ESC)
			key = escape(k, &length);
		else if (*s < ' ' || *s == DEL)
			key = control(*s);
		else
			key = character(s, k->n - k->at, ascii, &length);
		if (key == TERM_KEY_MORE)
			return TERM_KEY_MORE;
		k->at += length;
		if (key > 0)
			return key;
	}
	return TERM_KEY_MORE;
}
