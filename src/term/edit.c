/*
 * The line editor: libedit, or the editing of the terminal driver if libedit is not built in.
 *
 * libedit moves the cursor, inserts and draws. Key bindings, pastes, history, completion and
 * signals are handled by adit. libedit gets only the keys bound below, and characters are inserted
 * for it, many at once. Its signal handlers, its history and its settings file are disabled: input
 * must not bind keys or start programs.
 *
 * (E1) libedit returns from el_wgets after every stop reason and has restored the terminal then.
 *      t->text has the typed text.
 * (E2) libedit works in UTF-8 whatever the locale of the program is, or in ASCII if no UTF-8 locale
 *      exists.
 * (E3) On a flat terminal, which cannot move its cursor up, the cursor stays at the end of the
 *      line. Only characters, blanks, \r, \n, \b and \a are written. A line wider than the screen
 *      is never removed from the screen: after each change except at its end, it is written again
 *      below.
 */
#include "config.h"

#include "term/internal.h"

#include <string.h>

#include "util/utf8.h"

#ifdef HAVE_LIBEDIT

#include <histedit.h>
#include <locale.h>
#include <wchar.h>

#include "util/mem.h"

enum { KEY_DRAW = 26 };

struct edit {
	EditLine *el;
	FILE *in, *out, *err;
	locale_t locale;
	wchar_t prompt[sizeof((struct term *)0)->prompt];
	enum edit_stop why;
	unsigned columns;    /* width for which the screen is drawn */
	bool fresh;          /* libedit does not have t->text yet */
	bool full;           /* the last character did not fit */
	bool flat;           /* (E3) */
	bool muted;          /* libedit draws nothing; the line is drawn again later */
	enum edit_stop held; /* returned after the screen is drawn; EDIT_STOP_IDLE: nothing */
	int held_key;
};

static struct term *
owner(EditLine *el)
{
	void *t;

	(void)el_wget(el, EL_CLIENTDATA, &t);
	return t;
}

static wchar_t *
prompt(EditLine *el)
{
	return owner(el)->edit->prompt;
}

/* ---- conversion ------------------------------------------------------------------------------ */

/* Converts UTF-8 to wide characters. `to` must have n + 1 elements. */
static void
widen(const char *s, size_t n, wchar_t *to)
{
	for (size_t i = 0, k; i < n; i += k) {
		uint32_t c;

		k = utf8_next(s + i, n - i, &c);
		if (k == 0)
			BUG("the text of a line is no UTF-8");
		*to++ = (wchar_t)c;
	}
	*to = L'\0';
}

/* Copies the text of libedit to t->text. */
static void
copy_from_libedit(struct term *t)
{
	const LineInfoW *line = el_wline(t->edit->el);

	buf_clear(&t->text);
	t->cursor = 0;
	for (const wchar_t *p = line->buffer; p < line->lastchar; p++) {
		if (p == line->cursor)
			t->cursor = t->text.n;
		utf8_add((uint32_t)*p, &t->text);
	}
	if (line->cursor >= line->lastchar)
		t->cursor = t->text.n;
}

/* Inserts as much as fits. The screen is drawn later. */
static void
insert(struct term *t, const char *s, size_t n)
{
	wchar_t *wide = mem_zero(n + 1, sizeof *wide);

	widen(s, n, wide);
	if (n > 0)
		(void)el_winsertstr(t->edit->el, wide);
	mem_wipe(wide, (n + 1) * sizeof *wide);
	free(wide);
	t->dirty = true;
}

/* Copies t->text to libedit. */
static void
copy_to_libedit(struct term *t)
{
	const LineInfoW *line = el_wline(t->edit->el);
	size_t behind = 0;

	(void)el_cursor(t->edit->el, (int)(line->lastchar - line->cursor));
	line = el_wline(t->edit->el);
	el_deletestr(t->edit->el, (int)(line->cursor - line->buffer));
	insert(t, buf_cstr(&t->text), t->text.n);
	for (size_t i = t->cursor; i < t->text.n; i++)
		behind += ((unsigned char)t->text.p[i] & 0xc0) != 0x80;
	(void)el_cursor(t->edit->el, -(int)behind);
}

/* ---- the screen ----------------------------------------------------------------------- */

/* Bound to KEY_DRAW: libedit updates the screen with as few bytes as possible. */
static unsigned char
draw(EditLine *el, wint_t key)
{
	(void)el, (void)key;
	return CC_REFRESH;
}

/* Returns the number of columns of the prompt and the first n bytes of the text. */
static size_t
width(const struct term *t, size_t n)
{
	return utf8_width(t->prompt, strlen(t->prompt)) + utf8_width(buf_cstr(&t->text), n);
}

static bool
is_wide(const struct term *t)
{
	const unsigned now = term_columns(t), then = t->edit->columns;

	return width(t, t->text.n) >= (then < now ? then : now);
}

static void
mute(struct edit *e, bool on)
{
	e->muted = on;
	(void)el_wset(e->el, EL_SETFP, 1, on ? e->err : e->out);
}

/* Draws the line at the cursor, which is in the first column. */
static void
redraw(struct term *t)
{
	if (t->edit->muted)
		mute(t->edit, false);
	t->dirty = false;
	(void)el_wset(t->edit->el, EL_REFRESH);
}

/* Removes prompt and text from a flat screen, or goes below them. */
static void
erase_flat(struct term *t)
{
	struct buf out = BUF_INIT;

	if (is_wide(t)) {
		buf_chr(&out, '\n');
	} else {
		buf_chr(&out, '\r');
		buf_fill(&out, ' ', width(t, t->text.n));
		buf_chr(&out, '\r');
	}
	tty_write(t, out.p, out.n);
	buf_release(&out);
}

/* Removes prompt and text from the screen; the cursor is where they began. After a resize the
 * lines may be wrapped differently; then some may stay, but no line above is removed. */
static void
erase_moving(struct term *t)
{
	const size_t at = width(t, t->cursor);
	const size_t then = at / t->edit->columns, now = at / term_columns(t);
	size_t up = then < now ? then : now;
	struct buf out = BUF_INIT;

	if (up >= term_rows(t))
		up = term_rows(t) - 1;
	buf_chr(&out, '\r');
	if (up > 0)
		buf_fmt(&out, "\033[%zuA", up);
	buf_str(&out, "\033[J");
	tty_write(t, out.p, out.n);
	buf_release(&out);
}

static void
erase_line(struct term *t)
{
	if (t->edit->flat)
		erase_flat(t);
	else
		erase_moving(t);
}

/* ---- keys ------------------------------------------------------------------------------ */

static void
complete(struct term *t)
{
	struct buf more = BUF_INIT, list = BUF_INIT;

	copy_from_libedit(t);
	line_complete(t, &more, &list);
	if (list.n > 0) {
		erase_line(t);
		term_put(t, t->prompt, strlen(t->prompt));
		term_put(t, t->text.p, t->text.n);
		term_put(t, "\n", 1);
		term_put(t, list.p, list.n);
		redraw(t);
	} else if (more.n == 0 || t->text.n + more.n > TERM_LINE_MAX) {
		term_bell(t);
	} else {
		insert(t, more.p, more.n);
	}
	buf_release(&more);
	buf_release(&list);
}

static void
older_or_newer(struct term *t, int step)
{
	bool below;

	copy_from_libedit(t);
	below = t->edit->flat && is_wide(t);
	if (!line_history(t, step)) {
		term_bell(t);
		return;
	}
	copy_to_libedit(t);
	if (below) {
		tty_write(t, "\n", 1);
		redraw(t);
	}
}

static void
insert_key(struct term *t, int key)
{
	const wchar_t one[] = { (wchar_t)key, L'\0' };

	/* In a long paste, do not query libedit for each character. */
	if (t->edit->full)
		return;
	copy_from_libedit(t);
	t->edit->full = !line_insert(t, key);
	if (t->edit->full)
		return;
	t->pasted = t->pasted || t->keys.pasted;
	(void)el_winsertstr(t->edit->el, one);
	t->dirty = true;
}

/* Handles a key without libedit. Returns false for other keys. */
static bool
own_key(struct term *t, int key)
{
	if (key >= ' ')
		insert_key(t, key);
	else if (key == TERM_KEY_TAB)
		complete(t);
	else if (key == TERM_KEY_PREVIOUS || key == TERM_KEY_NEXT)
		older_or_newer(t, key == TERM_KEY_PREVIOUS ? -1 : 1);
	else if (t->edit->flat &&
	    (key == TERM_KEY_FIRST || key == TERM_KEY_LEFT || key == TERM_KEY_WORD_LEFT))
		term_bell(t);
	else
		return false;
	return true;
}

/* Returns the next key or stop reason that libedit must see. The screen is up to date then. */
static enum edit_stop
wait_key(struct term *t, int *key)
{
	struct edit *e = t->edit;

	if (e->held != EDIT_STOP_IDLE) {
		const enum edit_stop why = e->held;

		*key = e->held_key;
		e->held = EDIT_STOP_IDLE;
		return why;
	}
	for (;;) {
		const enum edit_stop why = tty_wait(t, key);

		e->full = e->full && why == EDIT_STOP_KEY && *key >= ' ';
		if (why == EDIT_STOP_KEY && own_key(t, *key))
			continue;
		if (!t->dirty)
			return why;
		t->dirty = false;
		e->held = why;
		e->held_key = *key;
		*key = KEY_DRAW;
		return EDIT_STOP_KEY;
	}
}

/* Gives libedit a screen high enough for the longest line: it must not scroll the line itself. */
static void
grow_rows(struct term *t)
{
	char rows[16];

	(void)snprintf(rows, sizeof rows, "%u",
	    (TERM_LINE_MAX + (unsigned)sizeof t->prompt) / (t->edit->columns - 1) + 2);
	(void)el_set(t->edit->el, EL_SETTC, "li", rows, NULL);
}

/* Callback of libedit: returns the next key for it, or -1 to stop because of t->edit->why. */
static int
next_key(EditLine *el, wchar_t *c)
{
	struct term *t = owner(el);
	struct edit *e = t->edit;
	int key = 0;

	if (e->fresh && t->text.n > 0)
		copy_to_libedit(t);
	if (e->fresh && e->flat)
		grow_rows(t);
	else if (e->muted)
		tty_write(t, "\n", 1);
	if (e->muted)
		redraw(t);
	e->fresh = false;
	e->why = wait_key(t, &key);
	copy_from_libedit(t);
	if (e->why != EDIT_STOP_KEY)
		return -1;
	if (key == TERM_KEY_INTERRUPT || (key == TERM_KEY_EOF && t->text.n == 0)) {
		e->why = key == TERM_KEY_EOF ? EDIT_STOP_END : EDIT_STOP_INTERRUPT;
		return -1;
	}
	if (key == TERM_KEY_ENTER)
		e->why = EDIT_STOP_LINE;
	else if (e->flat && key != KEY_DRAW && is_wide(t))
		mute(e, true);
	*c = (wchar_t)(key == TERM_KEY_EOF ? TERM_KEY_DELETE : key);
	return 1;
}

static void
bind(EditLine *el)
{
	static const struct {
		const wchar_t *key, *does;
	} bound[] = { { L"^A", L"ed-move-to-beg" }, { L"^B", L"ed-prev-char" },
		{ L"^E", L"ed-move-to-end" }, { L"^F", L"ed-next-char" },
		{ L"^H", L"ed-delete-prev-char" }, { L"^J", L"ed-newline" },
		{ L"^K", L"ed-kill-line" }, { L"^L", L"ed-clear-screen" },
		{ L"^O", L"ed-prev-word" }, { L"^Q", L"em-next-word" },
		{ L"^T", L"ed-transpose-chars" }, { L"^U", L"em-kill-line" },
		{ L"^W", L"ed-delete-prev-word" }, { L"^X", L"ed-delete-next-char" },
		{ L"^Y", L"em-yank" }, { L"^Z", L"adit-draw" } };

	(void)el_wset(el, EL_ADDFN, L"adit-draw", L"bring the screen up to date", draw);
	for (size_t i = 0; i < sizeof bound / sizeof *bound; i++)
		(void)el_wset(el, EL_BIND, bound[i].key, bound[i].does, NULL);
}

/* ---- one line -------------------------------------------------------------------------- */

enum edit_stop
edit_edit(struct term *t)
{
	struct edit *e = t->edit;
	const locale_t old = uselocale(e->locale);
	int n;

	widen(t->prompt, strlen(t->prompt), e->prompt);
	e->columns = term_columns(t) > 2 ? term_columns(t) : 2;
	e->why = EDIT_STOP_END;
	e->full = false;
	e->fresh = true;
	e->held = EDIT_STOP_IDLE;
	el_resize(e->el);
	/* libedit shows the prompt before it sets its mode. Until then the kernel would echo
	 * typed characters. */
	tty_raw(t);
	if (e->flat)
		mute(e, true); /* until the screen is high enough */
	(void)el_wgets(e->el, &n);
	(void)uselocale(old);
	if (e->why == EDIT_STOP_INTERRUPT || e->why == EDIT_STOP_END)
		tty_write(t, e->why == EDIT_STOP_INTERRUPT ? "^C\n" : "\n",
		    e->why == EDIT_STOP_END ? 1 : 3);
	else if (e->why != EDIT_STOP_LINE)
		erase_line(t);
	return e->why;
}

void
edit_close(struct term *t)
{
	struct edit *e = t->edit;

	if (e == NULL)
		return;
	t->edit = NULL;
	if (e->el != NULL)
		el_end(e->el);
	if (e->in != NULL)
		(void)fclose(e->in);
	if (e->out != NULL)
		(void)fclose(e->out);
	if (e->err != NULL)
		(void)fclose(e->err);
	if (e->locale != (locale_t)0)
		freelocale(e->locale);
	free(e);
	/* libedit has restored the settings from its start, which may be outdated. */
	(void)tcsetattr(t->in, TCSADRAIN, &t->before);
}

/* True if the terminal can move its cursor up by the sequences used here. */
static bool
moves(EditLine *el)
{
	char *up = NULL;

	return el_get(el, EL_GETTC, "up", &up, NULL) == 0 && up != NULL &&
	    strncmp(up, "\033[", 2) == 0;
}

/* Starts libedit, in the locale of t->edit. */
static void
start(struct term *t, bool flat)
{
	struct edit *e = t->edit;
	EditLine *el = el_init("adit", e->in, e->out, e->err);

	e->el = el;
	if (el == NULL)
		return;
	if (flat)
		(void)el_set(el, EL_TERMINAL, "dumb");
	(void)el_wset(el, EL_CLIENTDATA, t);
	(void)el_wset(el, EL_EDITOR, L"emacs");
	(void)el_wset(el, EL_SIGNAL, 0);
	(void)el_wset(el, EL_PROMPT, prompt);
	(void)el_wset(el, EL_SETTY, L"-d", L"+noflsh", NULL); /* the same as tty_raw */
	(void)el_wset(el, EL_GETCFN, next_key);
	bind(el);
	e->flat = !moves(el);
	t->brackets = t->brackets && (flat || !e->flat);
}

bool
edit_open(struct term *t, bool flat)
{
	struct edit *e = t->edit = mem_zero(1, sizeof *e);

	e->locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
	if (e->locale == (locale_t)0)
		e->locale = newlocale(LC_CTYPE_MASK, "C", (locale_t)0);
	e->in = tty_stream(t->in, "r");
	e->out = tty_stream(t->out, "w");
	e->err = fopen("/dev/null", "we"); /* libedit reports unknown terminals there */
	if (e->locale != (locale_t)0 && e->in != NULL && e->out != NULL && e->err != NULL) {
		const locale_t old = uselocale(e->locale);

		start(t, flat);
		(void)uselocale(old);
	}
	if (e->el == NULL)
		edit_close(t);
	return t->edit != NULL;
}

#define STRING(x)           #x
#define NAMED(major, minor) "libedit " STRING(major) "." STRING(minor)

const char *
term_editor(void)
{
	return NAMED(LIBEDIT_MAJOR, LIBEDIT_MINOR);
}

#else

bool
edit_open(struct term *t, bool flat)
{
	(void)t, (void)flat;
	return true;
}

void
edit_close(struct term *t)
{
	(void)t;
}

static void
erase_prompt(struct term *t)
{
	struct buf out = BUF_INIT;

	buf_chr(&out, '\r');
	buf_fill(&out, ' ', utf8_width(t->prompt, strlen(t->prompt)));
	buf_chr(&out, '\r');
	tty_write(t, out.p, out.n);
	buf_release(&out);
}

/* The driver echoes, edits and hands over whole lines. It keeps an incomplete line while this is
 * not running. */
enum edit_stop
edit_edit(struct term *t)
{
	enum edit_stop why;
	int key;

	tty_lines(t);
	tty_write(t, t->prompt, strlen(t->prompt));
	do {
		why = tty_wait(t, &key);
		if (why == EDIT_STOP_KEY && key == TERM_KEY_ENTER)
			return EDIT_STOP_LINE;
		if (why == EDIT_STOP_KEY && key >= ' ') {
			t->pasted = t->pasted || t->keys.pasted;
			(void)line_insert(t, key);
		}
	} while (why == EDIT_STOP_KEY || why == EDIT_STOP_AGAIN);
	if (why == EDIT_STOP_STOP)
		(void)tcflush(t->in, TCIFLUSH); /* or else the shell reads it */
	if (why == EDIT_STOP_TIME)
		erase_prompt(t);
	else
		tty_write(t, "\n", 1);
	return why;
}

const char *
term_editor(void)
{
	return NULL;
}

#endif
