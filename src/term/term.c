/* Opens a terminal, reads lines with the editor, writes text. */
#include "term/term.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "term/internal.h"
#include "util/mem.h"
#include "util/utf8.h"
#include "util/wrap.h"

/* ---- opening and closing --------------------------------------------------------------------- */

int
term_open(struct term **out, const struct term_options *want, struct err *err)
{
	struct term *t = mem_zero(1, sizeof *t);
	const bool dumb = want->type == NULL || *want->type == '\0' ||
	    strcmp(want->type, "dumb") == 0;

	t->own = -1;
	t->in = want->in;
	t->out = want->out;
	t->ascii = want->ascii;
	if (want->in < 0 || !isatty(want->out))
		t->own = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY);
	if (want->in < 0)
		t->in = t->own;
	if (!isatty(want->out))
		t->out = t->own;
	if (t->in < 0 || t->out < 0 || tcgetattr(t->in, &t->before) < 0) {
		term_close(t);
		return err_set(err, ERR_USAGE, "no terminal");
	}
	t->brackets = !dumb;
	t->flat = dumb || want->plain;
	*out = t;
	return 0;
}

void
term_close(struct term *t)
{
	if (t == NULL)
		return;
	edit_close(t);
	if (t->own >= 0)
		(void)close(t->own);
	for (size_t i = 0; i < t->n_history; i++) {
		mem_wipe(t->history[i], strlen(t->history[i]));
		free(t->history[i]);
	}
	buf_wipe(&t->text);
	mem_wipe(t, sizeof *t);
	free(t);
}

int
term_signal(const struct term *t)
{
	return t->signal;
}

/* ---- writing --------------------------------------------------------------------------------- */

/* Returns the length of a colour sequence at s, or 0. */
static size_t
colour(const char *s, size_t n)
{
	size_t i = 2;

	if (n < 3 || s[0] != '\033' || s[1] != '[')
		return 0;
	while (i < n && i < 32 && ((s[i] >= '0' && s[i] <= '9') || s[i] == ';'))
		i++;
	return i < n && s[i] == 'm' ? i + 1 : 0;
}

/* Appends the printable form of the text. */
static void
add_shown(const char *s, size_t n, bool ascii, struct buf *out)
{
	for (size_t i = 0, k; i < n; i += k) {
		uint32_t c = 0;

		k = colour(s + i, n - i);
		if (k == 0 && (s[i] == '\n' || s[i] == '\t'))
			k = 1;
		if (k > 0) {
			buf_add(out, s + i, k);
			continue;
		}
		k = utf8_next(s + i, n - i, &c);
		if (k > 0 && utf8_is_printable(c) && (!ascii || c < 0x80))
			buf_add(out, s + i, k);
		else
			buf_chr(out, '?');
		k = k > 0 ? k : 1;
	}
}

void
term_put(struct term *t, const char *text, size_t n)
{
	struct buf out = BUF_INIT;

	add_shown(text, n, t->ascii, &out);
	tty_write(t, buf_cstr(&out), out.n);
	buf_release(&out);
}

void
term_bell(struct term *t)
{
	tty_write(t, "\a", 1);
}

static unsigned
tty_size(const struct term *t, bool rows)
{
	struct winsize w;
	unsigned n;

	if (ioctl(t->out, TIOCGWINSZ, &w) < 0)
		w.ws_col = w.ws_row = 0;
	n = rows ? w.ws_row : w.ws_col;
	return n > 0 ? n : rows ? 24 : 80;
}

unsigned
term_columns(const struct term *t)
{
	return tty_size(t, false);
}

unsigned
term_rows(const struct term *t)
{
	return tty_size(t, true);
}

void
term_complete(struct term *t, term_words *each, void *arg)
{
	t->each = each;
	t->each_arg = arg;
}

/* ---- reading --------------------------------------------------------------------------------- */

/* Sets t->prompt to the printable characters of `prompt` that fit. */
static void
take_prompt(struct term *t, const char *prompt)
{
	struct buf shown = BUF_INIT;
	size_t n = 0, k;
	uint32_t c;

	add_shown(prompt, strlen(prompt), t->ascii, &shown);
	for (char *p = shown.p; p != NULL && *p != '\0'; p++)
		if ((unsigned char)*p < ' ')
			*p = '?';
	while (n < shown.n && (k = utf8_next(shown.p + n, shown.n - n, &c)) > 0 &&
	    n + k < sizeof t->prompt)
		n += k;
	memcpy(t->prompt, buf_cstr(&shown), n);
	t->prompt[n] = '\0';
	buf_release(&shown);
}

/* Between tty_enter and tty_leave: edits until there is a result for the caller. */
static enum edit_stop
edit_line(struct term *t)
{
	for (;;) {
		const enum edit_stop why = t->lost ? EDIT_STOP_END : edit_edit(t);

		if (why == EDIT_STOP_STOP) {
			tty_leave(t);
			tty_stop(t);
			tty_enter(t);
		} else if (why == EDIT_STOP_INTERRUPT) {
			line_forget(t);
			keys_forget(&t->keys);
			(void)tcflush(t->in, TCIFLUSH);
			if (t->alone)
				return why;
		} else if (why != EDIT_STOP_AGAIN) {
			return why;
		}
	}
}

static enum term_event
got(struct term *t, enum edit_stop why, struct buf *line)
{
	if (why == EDIT_STOP_WOKEN)
		return TERM_WOKEN;
	if (why == EDIT_STOP_TIME)
		return TERM_TIME;
	if (why != EDIT_STOP_LINE)
		return TERM_END;
	line_take(t, line);
	return TERM_LINE;
}

/* Starts the editor with the first line: a terminal with a canvas has none. */
static void
enter(struct term *t)
{
	if (!t->is_ready && !edit_open(t, t->flat))
		t->lost = true;
	t->is_ready = true;
	tty_enter(t);
}

enum term_event
term_read(struct term *t, const char *prompt, int wake_fd, int seconds, struct buf *line)
{
	enum edit_stop why;

	if (t->signal != 0 || t->lost)
		return TERM_END;
	take_prompt(t, prompt);
	t->wake_fd = wake_fd;
	t->seconds = seconds;
	t->alone = false;
	enter(t);
	why = edit_line(t);
	tty_leave(t);
	return got(t, why, line);
}

enum term_event
term_wait(struct term *t, int fd, int seconds)
{
	enum edit_stop why;

	if (t->signal != 0 || t->lost)
		return TERM_END;
	t->wake_fd = fd;
	t->seconds = seconds;
	do {
		tty_enter(t);
		tty_raw(t);
		why = tty_watch(t);
		if (why == EDIT_STOP_INTERRUPT) {
			keys_forget(&t->keys);
			(void)tcflush(t->in, TCIFLUSH);
			tty_write(t, "^C\n", 3);
		}
		tty_leave(t);
		if (why == EDIT_STOP_STOP)
			tty_stop(t);
	} while (why == EDIT_STOP_STOP);
	return why == EDIT_STOP_WOKEN ? TERM_WOKEN : why == EDIT_STOP_TIME ? TERM_TIME : TERM_END;
}

bool
term_ask(struct term *t, const char *question, ...)
{
	struct buf text = BUF_INIT, lines = BUF_INIT;
	bool yes = false;
	va_list ap;

	if (t->signal != 0 || t->lost)
		return false;
	va_start(ap, question);
	buf_vfmt(&text, question, ap);
	va_end(ap);
	buf_grow_secret(&lines, 2 * text.n + 2);
	wrap_text(buf_cstr(&text), text.n, "", "", term_columns(t), &lines);
	line_forget(t);
	t->wake_fd = -1;
	t->seconds = 0;
	t->alone = true;
	enter(t);
	tty_raw(t);
	tty_drain(t);
	term_put(t, lines.p, lines.n);
	take_prompt(t, "[y/N] ");
	if (edit_line(t) == EDIT_STOP_LINE)
		yes = !t->pasted &&
		    (strcasecmp(buf_cstr(&t->text), "y") == 0 ||
			strcasecmp(buf_cstr(&t->text), "yes") == 0);
	tty_leave(t);
	line_forget(t);
	buf_wipe(&text);
	buf_wipe(&lines);
	return yes;
}
