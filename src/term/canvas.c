/*
 * The screen as cells, with ncursesw.
 *
 * (C1) Signal handlers are installed from canvas_open to canvas_close. ncurses installs none: it
 *      does so only for signals that have their default action.
 * (C2) ncurses works in UTF-8 whatever the locale of the program is, or in ASCII.
 * (C3) In a paste only characters and blanks are returned. The paste ends after its end mark and a
 *      pause, so an end mark inside the clipboard has no effect.
 */
#define NCURSES_WIDECHAR 1

#include "term/canvas.h"

#include <curses.h>
#include <errno.h>
#include <locale.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "term/canvas_internal.h"
#include "util/mem.h"
#include "util/utf8.h"

enum {
	PAUSE_MS = 100,     /* input is quiet */
	ESCAPE_MS = 100,    /* the rest of a key's sequence follows ESC within this time */
	DRAIN_MAX = 100000, /* characters */
	KEY_PASTE_BEGINS = KEY_MAX + 1,
	KEY_PASTE_ENDS,
	COLOURS = 256,
	CELL_TEXT = CCHARW_MAX
};

/* ---- opening and closing --------------------------------------------------------------------- */

/* The program uses the C locale, in which ncurses would show only ASCII. (C2) */
static void
set_locale(struct canvas *c)
{
	c->locale = newlocale(LC_CTYPE_MASK, c->t->ascii ? "C" : "C.UTF-8", (locale_t)0);
	c->old_locale = c->locale != (locale_t)0 ? uselocale(c->locale) : (locale_t)0;
	if (c->locale == (locale_t)0)
		c->t->ascii = true;
}

static void
reset_locale(struct canvas *c)
{
	if (c->locale == (locale_t)0)
		return;
	(void)uselocale(c->old_locale);
	freelocale(c->locale);
}

/* Converts one of the 256 colours of xterm to one of 8; -1: none of them. */
static short
basic_colour(int colour)
{
	const int level[3] = { (colour - 16) / 36, (colour - 16) / 6 % 6, (colour - 16) % 6 };
	int most = 0;
	short basic = 0;

	if (colour < 16 || colour >= 232)
		return -1;
	for (int i = 0; i < 3; i++)
		most = level[i] > most ? level[i] : most;
	for (int i = 0; i < 3; i++)
		if (most > 0 && level[i] * 5 >= most * 3)
			basic = (short)(basic | 1 << i);
	return basic;
}

static void
set_modes(struct canvas *c)
{
	struct termios mode;

	(void)cbreak();
	(void)noecho();
	/* Without NOFLSH the kernel drops pending output at ^C. ^S must not stop the screen. */
	if (tcgetattr(c->t->in, &mode) == 0) {
		mode.c_iflag &= ~(tcflag_t)(IXON | ISTRIP | INLCR | IGNCR);
		mode.c_iflag |= ICRNL;
		mode.c_lflag |= ISIG | NOFLSH;
		(void)tcsetattr(c->t->in, TCSADRAIN, &mode);
	}
	(void)def_prog_mode();
	/* On the console of Linux ncurses would load a library for the mouse. */
	if (strncmp(termname(), "linux", strlen("linux")) != 0)
		(void)mousemask(BUTTON1_PRESSED, NULL);
	(void)mouseinterval(0);
	tty_write(c->t, "\033[?2004h", 8);
}

/* Keys as most terminals send them, also those whose type says nothing or something else of them. */
static const struct {
	const char *text;
	int key;
} sequence[] = {
	{ "\033[A", KEY_UP },
	{ "\033[B", KEY_DOWN },
	{ "\033[C", KEY_RIGHT },
	{ "\033[D", KEY_LEFT },
	{ "\033[H", KEY_HOME },
	{ "\033[F", KEY_END },
	{ "\033[1~", KEY_HOME },
	{ "\033[3~", KEY_DC },
	{ "\033[4~", KEY_END },
	{ "\033[5~", KEY_PPAGE },
	{ "\033[6~", KEY_NPAGE },
	{ "\033[200~", KEY_PASTE_BEGINS },
	{ "\033[201~", KEY_PASTE_ENDS },
};

/* Prepares the screen of ncurses. */
static void
set_up(struct canvas *c, bool colour)
{
	(void)set_escdelay(ESCAPE_MS);
	c->colour = colour && has_colors();
	if (c->colour) {
		(void)start_color();
		(void)use_default_colors();
	}
	/* Reading from a pad draws nothing. */
	c->keys = newpad(1, 1);
	(void)keypad(c->keys, TRUE);
	(void)nodelay(c->keys, TRUE);
	(void)leaveok(stdscr, FALSE);
	for (size_t i = 0; i < sizeof sequence / sizeof sequence[0]; i++)
		(void)define_key(sequence[i].text, sequence[i].key);
	set_modes(c);
}

/* True if the type of the terminal has what the canvas needs. */
static bool
can_draw(void)
{
	const char *move = tigetstr("cup");

	return move != NULL && move != (const char *)-1;
}

static bool
fits(const struct term *t)
{
	return term_columns(t) >= CANVAS_COLUMNS_MIN && term_rows(t) >= CANVAS_ROWS_MIN;
}

struct canvas *
canvas_open(struct term *t, const char *type, bool colour)
{
	struct canvas *c;

	if (type == NULL || *type == '\0' || strcmp(type, "dumb") == 0 || !fits(t) || t->lost)
		return NULL;
	c = mem_zero(1, sizeof *c);
	c->t = t;
	c->out = tty_stream(t->out, "w");
	c->in = tty_stream(t->in, "r");
	set_locale(c);
	/* ncurses reserves memory for the size of the terminal, which is too much for 65535x65535.
	 * Types such as linux have no size of their own to begin with. */
	use_env(FALSE);
	use_tioctl(term_rows(t) <= CANVAS_MAX && term_columns(t) <= CANVAS_MAX);
	tty_catch(t);
	c->screen = c->out != NULL && c->in != NULL ? newterm(type, c->out, c->in) : NULL;
	if (c->screen == NULL || !can_draw()) {
		canvas_close(c);
		return NULL;
	}
	set_up(c, colour);
	canvas_resize(c);
	return c;
}

void
canvas_close(struct canvas *c)
{
	if (c == NULL)
		return;
	if (c->keys != NULL) {
		tty_write(c->t, "\033[?2004l", 8);
		(void)mousemask(0, NULL);
		(void)delwin(c->keys);
	}
	if (c->screen != NULL) {
		(void)erase();
		(void)endwin();
		delscreen(c->screen);
	}
	(void)tcsetattr(c->t->in, TCSADRAIN, &c->t->before);
	tty_release(c->t);
	if (c->out != NULL)
		(void)fclose(c->out);
	if (c->in != NULL)
		(void)fclose(c->in);
	reset_locale(c);
	mem_wipe(c, sizeof *c);
	free(c);
}

const char *
canvas_version(void)
{
	return curses_version();
}

/* ---- size -------------------------------------------------------------------------------------- */

static unsigned
at_most(unsigned n)
{
	return n < CANVAS_MAX ? n : CANVAS_MAX;
}

unsigned
canvas_rows(const struct canvas *c)
{
	return c->rows;
}

unsigned
canvas_columns(const struct canvas *c)
{
	return c->columns;
}

void
canvas_resize(struct canvas *c)
{
	c->rows = at_most(term_rows(c->t));
	c->columns = at_most(term_columns(c->t));
	if ((int)c->rows != LINES || (int)c->columns != COLS)
		(void)resizeterm((int)c->rows, (int)c->columns);
	(void)clearok(curscr, TRUE);
}

/* ---- drawing ----------------------------------------------------------------------------------- */

void
canvas_clear(struct canvas *c)
{
	/* The terminal may have another size before its signal is read. */
	if (c->rows != at_most(term_rows(c->t)) || c->columns != at_most(term_columns(c->t)))
		canvas_resize(c);
	(void)erase();
}

/* Returns the number of the colour pair for one of 256 colours on the background of the terminal. */
static short
pair_of(struct canvas *c, int colour)
{
	short basic;

	if (!c->colour || colour < 0 || colour >= COLOURS)
		return 0;
	basic = COLORS >= COLOURS ? (short)colour : basic_colour(colour);
	if (basic < 0)
		return 0;
	if (c->pair[colour] == 0 && c->n_pairs + 1 < COLOR_PAIRS) {
		c->pair[colour] = ++c->n_pairs;
		(void)init_pair(c->pair[colour], basic, -1);
	}
	return c->pair[colour];
}

static attr_t
attributes(unsigned flags)
{
	return ((flags & CANVAS_STRONG) != 0 ? A_BOLD : 0) |
	    ((flags & CANVAS_REVERSE) != 0 ? A_REVERSE : 0) |
	    ((flags & CANVAS_DIM) != 0 ? A_DIM : 0);
}

/* Applies one number of a colour sequence. Returns how many numbers it used. */
static size_t
apply_colour(const int *number, size_t n, struct canvas_look base, struct canvas_look *look)
{
	if (number[0] == 0)
		*look = base;
	else if (number[0] == 1)
		look->flags |= CANVAS_STRONG;
	else if (number[0] == 38 && n >= 3 && number[1] == 5) {
		look->colour = (int16_t)(number[2] < COLOURS ? number[2] : -1);
		return 3;
	}
	return 1;
}

/* Reads a colour sequence. Returns its length, or 0. */
static size_t
read_colour(const char *s, size_t n, struct canvas_look base, struct canvas_look *look)
{
	enum { NUMBERS = 8 };
	int number[NUMBERS] = { 0 };
	size_t count = 1;

	if (n < 3 || s[0] != '\033' || s[1] != '[')
		return 0;
	for (size_t i = 2; i < n; i++) {
		if (s[i] == 'm') {
			for (size_t k = 0; k < count;)
				k += apply_colour(number + k, count - k, base, look);
			return i + 1;
		}
		if (s[i] == ';' && count < NUMBERS)
			count++;
		else if (s[i] >= '0' && s[i] <= '9' && number[count - 1] < 1000)
			number[count - 1] = 10 * number[count - 1] + (s[i] - '0');
		else
			return 0;
	}
	return 0;
}

/* A cell being composed: a character and its combining marks. */
struct composed {
	wchar_t text[CELL_TEXT + 1];
	unsigned n, w;
};

static void
put_cell(struct canvas *c, unsigned row, unsigned column, const struct composed *cell,
    struct canvas_look look)
{
	cchar_t out;

	if (setcchar(&out, cell->text, attributes(look.flags), pair_of(c, look.colour), NULL) == OK)
		(void)mvadd_wch((int)row, (int)column, &out);
}

/* Reads the next character that can be shown, as it is or as '?'. Returns its length. */
static size_t
next_shown(const struct canvas *c, const char *s, size_t n, uint32_t *code)
{
	const size_t k = utf8_next(s, n, code);

	if (k == 0 || !utf8_is_printable(*code) || (c->t->ascii && *code >= 0x80))
		*code = '?';
	return k > 0 ? k : 1;
}

/* Reads a character with its combining marks into *cell. Returns its length. */
static size_t
compose(const struct canvas *c, const char *s, size_t n, struct composed *cell)
{
	uint32_t code;
	size_t used = next_shown(c, s, n, &code);

	*cell = (struct composed){ { (wchar_t)code }, 1, 0 };
	cell->w = code == '?' ? 1 : (unsigned)utf8_width(s, used);
	for (size_t k; used < n && cell->n < CELL_TEXT; used += k) {
		k = utf8_next(s + used, n - used, &code);
		if (k == 0 || !utf8_is_printable(code) || utf8_width(s + used, k) != 0)
			break;
		cell->text[cell->n++] = (wchar_t)code;
	}
	cell->text[cell->n] = L'\0';
	return used;
}

unsigned
canvas_text(struct canvas *c, unsigned row, unsigned column, unsigned width, const char *text,
    size_t n, struct canvas_look look)
{
	const struct canvas_look base = look;
	const unsigned columns = canvas_columns(c);
	unsigned w = 0;

	if (column >= columns || row >= canvas_rows(c))
		return 0;
	width = width < columns - column ? width : columns - column;
	for (size_t i = 0, k; i < n && text[i] != '\n'; i += k) {
		struct composed cell;

		k = read_colour(text + i, n - i, base, &look);
		if (k > 0)
			continue;
		k = compose(c, text + i, n - i, &cell);
		if (w + cell.w > width)
			break;
		if (cell.w > 0)
			put_cell(c, row, column + w, &cell, look);
		w += cell.w;
	}
	return w;
}

void
canvas_rule(struct canvas *c, unsigned row, unsigned column, unsigned n, bool down)
{
	const char *sign = c->t->ascii ? (down ? "|" : "-") : down ? "│" : "─";
	const struct canvas_look look = { -1, CANVAS_DIM };

	for (unsigned i = 0; i < n; i++)
		(void)canvas_text(
		    c, row + (down ? i : 0), column + (down ? 0 : i), 1, sign, strlen(sign), look);
}

void
canvas_show(struct canvas *c, int row, int column)
{
	(void)c;
	(void)curs_set(row >= 0);
	if (row >= 0)
		(void)move(row, column);
	(void)refresh();
}

void
canvas_bell(struct canvas *c)
{
	(void)c;
	(void)beep();
}

/* ---- input ------------------------------------------------------------------------------------- */

static void
forget_input(struct canvas *c)
{
	(void)flushinp();
	c->pasting = c->closing = c->blank = false;
	c->n_bytes = 0;
}

/* Stops the process as ^Z does, with the screen from before, until it is continued. */
static void
stop(struct canvas *c)
{
	forget_input(c); /* or else the shell reads the rest of a paste */
	tty_write(c->t, "\033[?2004l", 8);
	(void)endwin();
	(void)tcsetattr(c->t->in, TCSADRAIN, &c->t->before);
	tty_release(c->t);
	tty_stop(c->t);
	tty_catch(c->t);
	(void)refresh();
	set_modes(c);
	canvas_resize(c);
}

/* Collects the bytes of a character. Returns it, or 0 if it is incomplete or cannot be shown. */
static int
character(struct canvas *c, int byte)
{
	unsigned char first;
	size_t whole, n;
	uint32_t code = 0;

	if (c->n_bytes > 0 && (byte & 0xc0) != 0x80)
		c->n_bytes = 0;
	c->bytes[c->n_bytes++] = (char)byte;
	first = (unsigned char)c->bytes[0];
	whole = first < 0xc2 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 1;
	if (c->n_bytes < whole)
		return 0;
	n = utf8_next(c->bytes, c->n_bytes, &code);
	c->n_bytes = 0;
	return n > 0 && utf8_is_printable(code) && (!c->t->ascii || code < 0x80) ? (int)code : 0;
}

/* (C3) Returns a character, a blank or 0. */
static int
pasted_key(struct canvas *c, int key)
{
	const bool blank = c->blank;

	if (key == '\r' || key == '\n' || key == '\t') {
		c->blank = true;
		return blank ? 0 : ' ';
	}
	if (key < ' ' || key > 0xff || key == 0x7f)
		return 0;
	c->blank = false;
	return character(c, key);
}

static const struct {
	int curses, key;
} known_key[] = {
	{ KEY_UP, CANVAS_KEY_UP },
	{ KEY_DOWN, CANVAS_KEY_DOWN },
	{ KEY_LEFT, CANVAS_KEY_LEFT },
	{ KEY_RIGHT, CANVAS_KEY_RIGHT },
	{ KEY_HOME, CANVAS_KEY_HOME },
	{ KEY_END, CANVAS_KEY_END },
	{ KEY_PPAGE, CANVAS_KEY_PAGE_UP },
	{ KEY_NPAGE, CANVAS_KEY_PAGE_DOWN },
	{ KEY_BACKSPACE, CANVAS_KEY_BACKSPACE },
	{ 0x7f, CANVAS_KEY_BACKSPACE },
	{ '\b', CANVAS_KEY_BACKSPACE },
	{ KEY_DC, CANVAS_KEY_DELETE },
	{ KEY_ENTER, CANVAS_KEY_ENTER },
	{ '\r', CANVAS_KEY_ENTER },
	{ '\n', CANVAS_KEY_ENTER },
	{ '\t', CANVAS_KEY_TAB },
	{ 27, CANVAS_KEY_ESCAPE },
};

static bool
mouse(struct canvas_input *input)
{
	MEVENT event;

	if (getmouse(&event) != OK || (event.bstate & BUTTON1_PRESSED) == 0)
		return false;
	input->key = CANVAS_KEY_MOUSE;
	input->row = event.y;
	input->column = event.x;
	return true;
}

/* Converts a key of ncurses. Returns false if it means nothing. */
static bool
convert(struct canvas *c, int key, struct canvas_input *input)
{
	*input = (struct canvas_input){ .key = 0, .pasted = c->pasting };
	if (key == KEY_PASTE_BEGINS)
		c->pasting = true;
	else if (key == KEY_PASTE_ENDS)
		c->closing = c->pasting;
	if (key == KEY_MOUSE)
		return mouse(input) && !c->pasting;
	if (c->pasting) {
		input->key = pasted_key(c, key);
		return input->key > 0;
	}
	for (size_t i = 0; i < sizeof known_key / sizeof known_key[0]; i++)
		if (known_key[i].curses == key) {
			input->key = known_key[i].key;
			return true;
		}
	if (key < ' ') {
		input->key = CANVAS_KEY_OTHER;
		input->control = (char)(key + '@');
	} else if (key <= 0xff) {
		input->key = character(c, key);
	}
	return input->key > 0;
}

/* Returns true if a key was read. */
static bool
next_key(struct canvas *c, struct canvas_input *input)
{
	int key;

	while ((key = wgetch(c->keys)) != ERR)
		if (convert(c, key, input))
			return true;
	if (c->closing)
		c->pasting = c->closing = c->blank = false;
	return false;
}

/* Returns false if the caller must go on waiting. */
static bool
decide(struct canvas *c, enum edit_stop why, enum canvas_event *event)
{
	switch (why) {
	case EDIT_STOP_STOP:
		stop(c);
		*event = CANVAS_RESIZED;
		return true;
	case EDIT_STOP_AGAIN:
		canvas_resize(c);
		*event = CANVAS_RESIZED;
		return true;
	case EDIT_STOP_INTERRUPT:
		forget_input(c);
		*event = CANVAS_INTERRUPT;
		return true;
	case EDIT_STOP_WOKEN:
		*event = CANVAS_WOKEN;
		return true;
	case EDIT_STOP_TIME:
		*event = CANVAS_TIME;
		return true;
	case EDIT_STOP_KEY:
	case EDIT_STOP_IDLE:
	case EDIT_STOP_LINE:
		return false;
	case EDIT_STOP_END:
	case EDIT_STOP_DIE:
		break;
	}
	*event = CANVAS_END;
	return true;
}

bool
canvas_defers(struct canvas *c)
{
	struct pollfd fd = { c->t->in, POLLIN, 0 };

	c->is_deferred = poll(&fd, 1, 0) > 0 && fd.revents == POLLIN;
	return c->is_deferred;
}

enum canvas_event
canvas_read(struct canvas *c, int wake_fd, int seconds, struct canvas_input *input)
{
	enum canvas_event event;

	c->t->wake_fd = wake_fd;
	c->t->seconds = seconds;
	if (c->t->signal != 0 || c->t->lost)
		return CANVAS_END;
	while (!next_key(c, input)) {
		if (c->is_deferred) {
			c->is_deferred = false;
			return CANVAS_RESIZED;
		}
		if (decide(c, tty_ready(c->t, true), &event))
			return event;
	}
	return CANVAS_KEY;
}

enum canvas_event
canvas_wait(struct canvas *c, int fd, int seconds)
{
	enum canvas_event event;

	c->t->wake_fd = fd;
	c->t->seconds = seconds;
	if (c->t->signal != 0 || c->t->lost)
		return CANVAS_END;
	while (!decide(c, tty_ready(c->t, false), &event))
		;
	return event;
}

void
canvas_drain(struct canvas *c)
{
	struct pollfd fd = { c->t->in, POLLIN, 0 };

	forget_input(c);
	for (int i = 0; i < DRAIN_MAX && poll(&fd, 1, PAUSE_MS) > 0 && fd.revents == POLLIN; i++)
		(void)wgetch(c->keys);
	forget_input(c);
}
