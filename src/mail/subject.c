/*
 * Subjects.
 *
 * (T1) A title is clean text of bounded length (text/names.h). It is copied into a header only if
 *      all of it is ASCII without '"' and '\', and nothing in it looks like an encoded word.
 *      Everything else is base64.
 */
#include "mail/subject.h"

#include <string.h>

#include "util/base64.h"
#include "util/mem.h"
#include "util/utf8.h"
#include "wire/undo_request.h"

/* In an encoded word. A line "Subject: =?UTF-8?B?BASE64?=" has at most 76 columns (RFC 2047). */
enum { WORD_BYTES = 39 };

enum subject_wish
subject_wish_of(const struct digest *d, unsigned seat)
{
	const struct game *g = &d->pub.known;
	bool all_joined = true;

	if (seat >= d->names.n)
		return SUBJECT_NOTHING;
	if (undo_request_blocks_play(&d->undo_request))
		return d->undo_request.is == UNDO_REQUEST_OPEN &&
			(undo_request_awaited(&d->undo_request, g, d->bots) >> seat & 1) != 0 ?
		    SUBJECT_VOTE :
		    SUBJECT_NOTHING;
	if (g->phase != PHASE_SETUP)
		return g->to_move == seat ? SUBJECT_PLAY : SUBJECT_NOTHING;
	if (!d->has_commit[seat])
		return SUBJECT_JOIN;
	for (unsigned i = 0; i < d->names.n; i++)
		all_joined = all_joined && d->has_commit[i];
	return all_joined && !d->has_reveal[seat] ? SUBJECT_CONFIRM : SUBJECT_NOTHING;
}

bool
subject_needs_all(const struct digest *d, unsigned seat)
{
	const enum subject_wish wish = subject_wish_of(d, seat);

	return wish == SUBJECT_JOIN || wish == SUBJECT_CONFIRM;
}

bool
subject_invites(const struct compose *c)
{
	return c->kind[0] == '\0' && c->seat < c->newest->names.n &&
	    (c->digest[0].n == 0 ||
		(!c->was_invited && subject_wish_of(c->newest, c->seat) == SUBJECT_JOIN));
}

/* No text in a receipt begins a line, so this is its own. */
bool
subject_is_repeated(const struct compose *c)
{
	return strstr(c->answer, "\nresult: repeated ") != NULL;
}

const char *
subject_title(const struct digest *d)
{
	return d->names.title[0] != '\0' ? d->names.title : d->game;
}

/* (T1) */
static bool
is_plain(const char *s)
{
	for (const char *p = s; *p != '\0'; p++)
		if (*p < ' ' || *p > '~' || *p == '"' || *p == '\\')
			return false;
	return strstr(s, "=?") == NULL;
}

/* Appends encoded words, each of whole characters. */
static void
put_encoded(const char *s, struct buf *out)
{
	const char *between = "";

	for (size_t n = strlen(s), some; n > 0; s += some, n -= some) {
		char line[BASE64_SIZE(WORD_BYTES) + 1];

		for (some = 0; some < n;) {
			uint32_t c;
			const size_t len = utf8_next(s + some, n - some, &c);

			if (len == 0 || some + len > WORD_BYTES)
				break;
			some += len;
		}
		if (some == 0)
			BUG("a title that is not clean");
		base64_put(s, some, line);
		buf_fmt(out, "%s=?UTF-8?B?%.*s?=", between, (int)BASE64_SIZE(some), line);
		between = "\n ";
	}
}

bool
subject_put_title(const struct digest *d, bool quoted, bool words_precede, struct buf *out)
{
	const char *title = subject_title(d), *mark = quoted ? "\"" : "";

	if (is_plain(title)) {
		buf_fmt(out, " %s%s%s", mark, title, mark);
		return false;
	}
	buf_str(out, words_precede ? "\n " : " ");
	put_encoded(title, out);
	return true;
}

/* True of a digest after the end of the game, which says so. */
static bool
is_over(const struct compose *c)
{
	return c->kind[0] == '\0' && c->newest->pub.known.phase == PHASE_OVER;
}

/* Returns the words before the title, or "". */
static const char *
lead_of(const struct compose *c)
{
	enum subject_wish wish;

	switch (c->kind[0]) {
	case 'r':
		return subject_is_repeated(c) ? " Order repeated:" : " Order refused:";
	case 'h':
		if (c->plain == NULL || strncmp(c->answer, "No order", 8) == 0)
			return " No order taken:";
		return strncmp(c->answer, COMPOSE_QUESTION, strlen(COMPOSE_QUESTION)) == 0 ?
		    " Question:" :
		    " Answer:";
	case 'd':
		return " Reminder:";
	case 's':
		return " Your mail:";
	case 'a':
		return " Your address:";
	default:
		break;
	}
	if (subject_invites(c))
		return " You are invited:";
	wish = subject_wish_of(c->newest, c->seat);
	if (wish == SUBJECT_NOTHING)
		return is_over(c) ? " Over:" : "";
	return wish == SUBJECT_VOTE ? " Your vote:" : " Your turn:";
}

void
subject_put(const struct compose *c, struct buf *out)
{
	const struct digest *d = c->newest;
	const char *lead = lead_of(c);
	bool folds;

	buf_fmt(out, "Subject:%s", lead);
	folds = subject_put_title(d, false, lead[0] != '\0', out);
	if (!subject_invites(c) && !is_over(c)) {
		buf_str(out, folds ? "\n" : "");
		if (d->pub.known.phase != PHASE_SETUP)
			buf_fmt(out, " (round %u)", (unsigned)d->pub.known.round);
		else if (d->attempt > 1)
			buf_fmt(out, " (deal, attempt %u)", d->attempt);
		else
			buf_str(out, " (deal)");
	}
	buf_str(out, "\n");
}
