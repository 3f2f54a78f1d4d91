/*
 * Subjects.
 *
 * (T1) A title is clean text of bounded length (text/names.h). It is copied into a header only if
 *      all of it is ASCII without '"' and '\', and nothing in it looks like an encoded word.
 *      Everything else is base64, and so is the whole subject if the words of its language are not
 *      ASCII.
 */
#include "mail/subject.h"

#include <string.h>

#include "util/base64.h"
#include "util/mem.h"
#include "util/utf8.h"
#include "wire/undo_request.h"

const char subject_refusal[] = MSG("mail", "No order was taken");

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

bool
subject_is_question(const char *answer)
{
	return strstr(answer, "\n\n    resign yes\n\n") != NULL ||
	    strstr(answer, "\n\n    leave yes\n\n") != NULL;
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

/* True if the answer says that no order was taken. */
static bool
is_refusal(const struct compose *c)
{
	const char *words = language_text(c->lang, subject_refusal);

	return strncmp(c->answer, words, strlen(words)) == 0 ||
	    strncmp(c->answer, "No order", 8) == 0;
}

/* Returns the message before the title, or NULL. */
static const char *
lead_of(const struct compose *c)
{
	enum subject_wish wish;

	switch (c->kind[0]) {
	case 'r':
		return subject_is_repeated(c) ? MSG("subject", " Order repeated:") :
						MSG("subject", " Order refused:");
	case 'h':
		if (c->seat == STORE_ASKED)
			return MSG("subject", " Question:");
		if (c->seat != STORE_OPERATOR && (c->plain == NULL || is_refusal(c)))
			return MSG("subject", " No order taken:");
		return subject_is_question(c->answer) ? MSG("subject", " Question:") :
							MSG("subject", " Answer:");
	case 'd':
		return MSG("subject", " Reminder:");
	case 's':
		return MSG("subject", " Your mail:");
	case 'a':
		return MSG("subject", " Your address:");
	default:
		break;
	}
	if (subject_invites(c))
		return MSG("subject", " You are invited:");
	wish = subject_wish_of(c->newest, c->seat);
	if (wish == SUBJECT_NOTHING)
		return is_over(c) ? MSG("subject", " Over:") : NULL;
	return wish == SUBJECT_VOTE ? MSG("subject", " Your vote:") : MSG("subject", " Your turn:");
}

/* Appends the round or the deal, after the title. */
static void
put_round(const struct compose *c, struct buf *out)
{
	const struct digest *d = c->newest;

	if (subject_invites(c) || is_over(c))
		return;
	if (d->pub.known.phase != PHASE_SETUP)
		language_fmt(
		    c->lang, out, MSG("subject", " (round %u)"), (unsigned)d->pub.known.round);
	else if (d->attempt > 1)
		language_fmt(c->lang, out, MSG("subject", " (deal, attempt %u)"), d->attempt);
	else
		buf_str(out, language_text(c->lang, MSG("subject", " (deal)")));
}

void
subject_put(const struct compose *c, struct buf *out)
{
	const struct digest *d = c->newest;
	const char *message = lead_of(c),
		   *lead = message != NULL ? language_text(c->lang, message) : "";
	struct buf after = BUF_INIT, all = BUF_INIT;

	put_round(c, &after);
	buf_fmt(&all, "%s %s%s", lead, subject_title(d), buf_cstr(&after));
	buf_str(out, "Subject:");
	if (is_plain(lead) && is_plain(buf_cstr(&after))) {
		buf_str(out, lead);
		if (subject_put_title(d, false, lead[0] != '\0', out) && after.n > 0)
			buf_chr(out, '\n');
		buf_str(out, buf_cstr(&after));
	} else {
		buf_chr(out, ' ');
		put_encoded(all.p + 1, out);
	}
	buf_str(out, "\n");
	buf_release(&after);
	buf_release(&all);
}
