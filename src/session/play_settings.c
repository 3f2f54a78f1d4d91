/*
 * Saved settings of a game.
 *
 * (M1) Settings are validated like typed input, so a damaged file cannot redirect orders.
 */
#include <string.h>

#include "session/play_internal.h"
#include "mail/message.h"
#include "util/file.h"
#include "util/lines.h"
#include "util/slice.h"
#include "util/utf8.h"

static const char heading[] = "adit-play v1";

enum { MEMORY_MAX = 16384 };

static const char *const word[] = { [SETTINGS_NONE] = "none",
	[SETTINGS_MAIL] = "mail",
	[SETTINGS_GIT] = "git",
	[SETTINGS_FILE] = "file" };

static void
memory_file(const char *dir, struct buf *out)
{
	buf_fmt(out, "%s/play", dir);
}

void
play_settings_release(struct play_settings *m)
{
	buf_release(&m->to);
	buf_release(&m->key);
	buf_release(&m->from);
	m->transport = SETTINGS_NONE;
}

void
play_settings_set(struct buf *value, const char *text)
{
	buf_clear(value);
	buf_str(value, text);
}

/* Parses "mail ADDRESS", "git /FOLDER" or "file /FILE". */
static bool
parse_road(struct play_settings *m, struct slice w)
{
	for (int i = SETTINGS_MAIL; i <= SETTINGS_FILE; i++) {
		size_t n = strlen(word[i]);

		if (m->transport != SETTINGS_NONE || w.n < n + 2 || w.s[n] != ' ' ||
		    memcmp(w.s, word[i], n) != 0)
			continue;
		if (i == SETTINGS_MAIL ? !mail_address_is_ok(w.s + n + 1, w.n - n - 1) :
					 w.s[n + 1] != '/')
			return false;
		m->transport = (enum settings_transport)i;
		buf_add(&m->to, w.s + n + 1, w.n - n - 1);
		return true;
	}
	return false;
}

/* (M1) */
static bool
parse(struct play_settings *m, const struct buf *text)
{
	struct lines l = { buf_cstr(text), text->n, 0, 1 };
	struct slice w;
	bool ok = text->n > 0 && text->p[text->n - 1] == '\n' && lines_next(&l, &w.s, &w.n) &&
	    slice_is(w, heading);

	while (ok && lines_next(&l, &w.s, &w.n)) {
		ok = utf8_is_clean(w.s, w.n);
		if (ok && slice_starts(w, "key ") && m->key.n == 0)
			buf_add(&m->key, w.s + 4, w.n - 4);
		else if (ok && slice_starts(w, "from /") && m->from.n == 0)
			buf_add(&m->from, w.s + 5, w.n - 5);
		else
			ok = ok && parse_road(m, w);
	}
	return ok;
}

int
play_settings_load(struct play_settings *m, const char *dir, struct err *err)
{
	struct buf file = BUF_INIT, text = BUF_INIT;
	struct err why = ERR_INIT;
	int result;

	*m = (struct play_settings){ .transport = SETTINGS_NONE };
	memory_file(dir, &file);
	result = file_read_nofollow(file.p, MEMORY_MAX, &text, &why);
	if (result < 0 && why.code == ERR_NOT_FOUND) {
		result = 0;
	} else if (result < 0) {
		*err = why;
	} else if (!parse(m, &text)) {
		play_settings_release(m);
		result = err_set(err, ERR_CORRUPT, "%s is damaged, and not used", file.p);
		(void)err_hint(err, "say again how orders leave: --send, --git or --out");
	}
	buf_release(&file);
	buf_release(&text);
	return result;
}

/* True if the value is empty or one line. */
static bool
is_line(const struct buf *value)
{
	return utf8_is_clean(buf_cstr(value), value->n);
}

int
play_settings_save(const struct play_settings *m, const char *dir, struct err *err)
{
	struct play_settings read = { .transport = SETTINGS_NONE };
	struct buf file = BUF_INIT, text = BUF_INIT;
	int result;

	memory_file(dir, &file);
	buf_fmt(&text, "%s\n", heading);
	if (m->transport != SETTINGS_NONE)
		buf_fmt(&text, "%s %s\n", word[m->transport], m->to.p);
	if (m->key.n > 0)
		buf_fmt(&text, "key %s\n", m->key.p);
	if (m->from.n > 0)
		buf_fmt(&text, "from %s\n", m->from.p);
	result = is_line(&m->to) && is_line(&m->key) && is_line(&m->from) && parse(&read, &text) ?
	    file_write(file.p, text.p, text.n, err) :
	    err_set(err, ERR_USAGE, "a path or an address that cannot be shown is not saved");
	play_settings_release(&read);
	buf_release(&file);
	buf_release(&text);
	return result;
}
