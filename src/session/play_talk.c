/*
 * Output of a session.
 *
 * (T1) No control byte from outside reaches the terminal: lines are cleaned here, and pages are
 *      made of verified data.
 */
#include <string.h>

#include "player/contact.h"
#include "session/play_internal.h"
#include "session/screen.h"
#include "show/show.h"
#include "draw/draw.h"
#include "text/error_text.h"
#include "util/utf8.h"
#include "util/wrap.h"
#include "wire/report.h"

void
play_screen_open(struct play *p)
{
	p->screen = screen_open(p);
}

void
play_screen_close(struct play *p)
{
	screen_close(p->screen);
	p->screen = NULL;
	play_put(p, &p->parting);
	buf_clear(&p->parting);
}

enum term_event
play_read(struct play *p, struct buf *line)
{
	const int fd = p->source.wake_fd, seconds = fd < 0 && p->is_looking ? 1 : p->source.seconds;

	if (p->screen != NULL && !screen_is_left(p->screen))
		return screen_read(p->screen, fd, seconds, line);
	if (p->screen != NULL) {
		play_screen_close(p);
		play_table(p, false);
	}
	return term_read(p->term, p->prompt.p, fd, seconds, line);
}

enum term_event
play_wait(struct play *p, int fd, int seconds)
{
	return p->screen != NULL ? screen_wait(p->screen, fd, seconds) :
				   term_wait(p->term, fd, seconds);
}

/* (T1) Formats one line. */
static void __attribute__((format(printf, 3, 0)))
clean_line(const struct language *lang, struct buf *text, const char *message, va_list ap)
{
	struct buf raw = BUF_INIT;

	language_vfmt(lang, &raw, message, ap);
	buf_grow_secret(text, raw.n);
	utf8_add_printable(buf_cstr(&raw), raw.n, text);
	for (size_t i = 0; i < text->n; i++)
		if (text->p[i] == '\n')
			text->p[i] = '?';
	buf_wipe(&raw);
}

bool
play_ask(struct play *p, const char *question, ...)
{
	struct buf text = BUF_INIT;
	va_list ap;
	bool yes;

	va_start(ap, question);
	clean_line(p->u->lang, &text, question, ap);
	va_end(ap);
	yes = p->screen != NULL ? screen_ask(p->screen, buf_cstr(&text)) :
				  term_ask(p->term, "%s", buf_cstr(&text));
	buf_wipe(&text);
	return yes;
}

void
play_say(struct play *p, const char *fmt, ...)
{
	struct buf text = BUF_INIT, out = BUF_INIT;
	va_list ap;

	va_start(ap, fmt);
	clean_line(p->u->lang, &text, fmt, ap);
	va_end(ap);
	buf_grow_secret(&out, 2 * text.n + 2);
	wrap_text(buf_cstr(&text), text.n, "", "", term_columns(p->term), &out);
	play_put(p, &out);
	buf_wipe(&text);
	buf_wipe(&out);
}

const char *
play_error_text(struct play *p, const struct err *why)
{
	buf_clear(&p->error_text);
	error_text_message(p->u->lang, why, &p->error_text);
	return buf_cstr(&p->error_text);
}

void
play_fail(struct play *p, const struct err *why)
{
	struct buf text = BUF_INIT;

	error_text_message(p->u->lang, why, &text);
	if (why->hint[0] != '\0')
		buf_str(&text, "; ");
	error_text_hint(p->u->lang, why, &text);
	play_say(p, "%s", buf_cstr(&text));
	buf_release(&text);
}

void
play_say_host(struct play *p)
{
	struct buf words = BUF_INIT;

	contact_words(p->u->lang, &p->r, &words);
	play_say(p,
	    MSG("play", "%s: compare it with your host on another way than this digest came."),
	    words.p);
	buf_release(&words);
}

void
play_bell(struct play *p)
{
	if (p->screen != NULL)
		screen_bell(p->screen);
	else
		term_bell(p->term);
}

void
play_note(struct play *p, const char *text)
{
	if (strcmp(buf_cstr(&p->note), text) == 0)
		return;
	buf_clear(&p->note);
	buf_str(&p->note, text);
	if (p->screen != NULL) {
		screen_note(p->screen);
		return;
	}
	play_say(p, "%s", "");
	for (size_t n; *text != '\0'; text += n + (text[n] == '\n')) {
		n = strcspn(text, "\n");
		play_say(p, "%.*s", (int)n, text);
	}
}

void
play_put(struct play *p, const struct buf *text)
{
	if (text->n > 0 && p->screen != NULL)
		screen_put(p->screen, text->p, text->n);
	else if (text->n > 0)
		term_put(p->term, text->p, text->n);
}

unsigned
play_style(const struct play *p)
{
	/* If the terminal is too narrow for drawings, use sentences. */
	return output_style(p->u->out) |
	    (p->plain || term_columns(p->term) < DRAW_COLUMNS_MIN ? DRAW_PLAIN : 0u);
}

unsigned
play_columns(const struct play *p)
{
	unsigned n = term_columns(p->term);

	return n < DRAW_COLUMNS_MIN ? DRAW_COLUMNS_MIN : n < 200 ? n : 200;
}

void
play_table(struct play *p, bool legend)
{
	struct buf out = BUF_INIT;
	struct err why = ERR_INIT;

	if (p->screen != NULL) {
		screen_table(p->screen);
		reading_shown(p->u, &p->r, &p->past.story);
		return;
	}
	/* One row is for the prompt. */
	if (show_screen(p->u->lang, &p->r, &p->past.story, &p->past.know, &p->past.changes,
		play_style(p), play_columns(p), term_rows(p->term) - 1, legend, &out, &why) < 0)
		play_fail(p, &why);
	play_put(p, &out);
	if (term_signal(p->term) == 0 && why.code == ERR_NONE)
		reading_shown(p->u, &p->r, &p->past.story);
	buf_wipe(&out);
	if (p->u->key != NULL && p->r.d.dealing == DIGEST_DEALING_OPEN)
		play_say(p, MSG("play", "Here `join` and `confirm` do it."));
}
