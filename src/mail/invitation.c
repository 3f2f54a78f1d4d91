/* Invitations. */
#include "mail/invitation.h"

#include <string.h>

#include "record/transcript.h"
#include "text/title.h"
#include "util/wrap.h"

void
invitation_host(const char *key, struct buf *name)
{
	const char *slash = strrchr(key, '/');

	buf_str(name, slash != NULL ? slash + 1 : key);
}

/* The usual name of the key says no more than "the host". */
static bool
has_name(const struct invitation *v)
{
	return v->host[0] != '\0' && strcmp(v->host, "host") != 0;
}

static void
put_paragraph(const struct buf *line, struct buf *out)
{
	wrap_text(buf_cstr(line), line->n, "", "", WRAP_COLUMNS, out);
}

void
invitation_lead(const struct invitation *v, struct buf *out)
{
	const struct digest *d = v->d;
	const struct language *lang = v->lang;

	if (d->names.title[0] != '\0' && has_name(v))
		language_fmt(lang, out, MSG("invitation", "%s invites you to \"%s\".\n"), v->host,
		    d->names.title);
	else if (d->names.title[0] != '\0')
		language_fmt(lang, out, MSG("invitation", "The host invites you to \"%s\".\n"),
		    d->names.title);
	else if (has_name(v))
		language_fmt(lang, out, MSG("invitation", "%s invites you to a game of %s.\n"),
		    v->host, rules_title(d->pub.known.rules));
	else
		language_fmt(lang, out,
		    MSG("invitation", "The host invites you to a game of %s.\n"),
		    rules_title(d->pub.known.rules));
}

static void
put_span(const struct language *lang, int64_t s, struct buf *out)
{
	enum { MINUTE = 60, HOUR = 60 * MINUTE, DAY = 24 * HOUR };
	const int64_t unit = s % DAY == 0 ? DAY :
	    s % HOUR == 0                 ? HOUR :
	    s % MINUTE == 0               ? MINUTE :
					    1;
	const int64_t n = s / unit;

	if (unit == DAY)
		language_fmt_n(
		    lang, out, (uint64_t)n, MSG_N("span", "%lld day", "%lld days"), (long long)n);
	else if (unit == HOUR)
		language_fmt_n(
		    lang, out, (uint64_t)n, MSG_N("span", "%lld hour", "%lld hours"), (long long)n);
	else if (unit == MINUTE)
		language_fmt_n(lang, out, (uint64_t)n, MSG_N("span", "%lld minute", "%lld minutes"),
		    (long long)n);
	else
		language_fmt_n(lang, out, (uint64_t)n, MSG_N("span", "%lld second", "%lld seconds"),
		    (long long)n);
}

/* Appends where a player finds the browser file, if the table names it. The address has a line of
 * its own, which nothing wraps. */
static void
put_client(const struct invitation *v, struct buf *out)
{
	const char *words = language_text(v->lang,
	    MSG("invitation",
		"If you cannot install anything, open the page below in a browser, and open this "
		"invitation there. It is the same program; it runs on your own device, and asks no "
		"other server for anything:"));

	if (v->d->names.client[0] == '\0')
		return;
	wrap_text(words, strlen(words), "", "", WRAP_COLUMNS, out);
	buf_fmt(out, "\n    %s\n\n", v->d->names.client);
}

/* Appends which game it is, and how long a turn may take. */
static void
put_game(const struct invitation *v, struct buf *out)
{
	const struct digest *d = v->d;
	struct buf line = BUF_INIT, span = BUF_INIT;

	language_fmt(v->lang, &line,
	    MSG("invitation", "The game is %s, for %u players; you are %s."),
	    rules_title(d->pub.known.rules), d->names.n, d->names.seat[v->seat]);
	buf_chr(&line, ' ');
	if (v->limit_s >= 0)
		put_span(v->lang, v->limit_s, &span);
	if (v->limit_s >= 0)
		language_fmt(
		    v->lang, &line, MSG("invitation", "A turn may take %s."), buf_cstr(&span));
	else
		buf_str(&line,
		    language_text(
			v->lang, MSG("invitation", "A turn may take as long as you like.")));
	put_paragraph(&line, out);
	buf_release(&line);
	buf_release(&span);
}

void
invitation_plain(const struct invitation *v, struct buf *out)
{
	struct buf line = BUF_INIT;

	put_game(v, out);
	buf_chr(out, '\n');
	language_fmt(v->lang, &line,
	    has_name(v) ?
		MSG("invitation",
		    "You need nothing but your mail program. When it is your turn you get a mail "
		    "like this one, with the table, your cards and a list of orders, and answer it "
		    "with one line. The program of %s keeps your cards and signs for you; the "
		    "other players see that. The line \"rules\" brings you the rules, now or "
		    "later.") :
		MSG("invitation",
		    "You need nothing but your mail program. When it is your turn you get a mail "
		    "like this one, with the table, your cards and a list of orders, and answer it "
		    "with one line. The program of the host keeps your cards and signs for you; "
		    "the other players see that. The line \"rules\" brings you the rules, now or "
		    "later."),
	    v->host);
	put_paragraph(&line, out);
	buf_release(&line);
}

void
invitation_words(const struct invitation *v, struct buf *out)
{
	char fingerprint[FINGERPRINT_TEXT + 1];
	struct buf line = BUF_INIT;

	put_game(v, out);
	buf_chr(out, '\n');
	language_fmt(v->lang, &line,
	    has_name(v) ?
		MSG("invitation",
		    "You play with adit, a program for a terminal that shows you the table and "
		    "your cards, checks your orders, and needs no server and no account. If you do "
		    "not have it, ask %s where to get it; README.md of its source says how to "
		    "build it.") :
		MSG("invitation",
		    "You play with adit, a program for a terminal that shows you the table and "
		    "your cards, checks your orders, and needs no server and no account. If you do "
		    "not have it, ask the host where to get it; README.md of its source says how "
		    "to build it."),
	    v->host);
	put_paragraph(&line, out);
	buf_chr(out, '\n');
	put_client(v, out);
	digest_fingerprint(v->d, fingerprint);
	buf_clear(&line);
	language_fmt(v->lang, &line,
	    has_name(v) ?
		MSG("invitation",
		    "adit asks you once for the fingerprint of the host. Compare it with %s, for "
		    "example on the telephone:") :
		MSG("invitation",
		    "adit asks you once for the fingerprint of the host. Compare it with the host, "
		    "for example on the telephone:"),
	    v->host);
	put_paragraph(&line, out);
	buf_fmt(out, "\n    %s\n", fingerprint);
	buf_release(&line);
}

void
invitation_join(const struct invitation *v, const char *save, const char *send, struct buf *out)
{
	const char *seat = v->d->names.seat[v->seat];
	const bool is_free = v->d->seat_sign[v->seat][0] == '\0';

	buf_fmt(out, "%s\n", save);
	if (is_free)
		buf_fmt(out, "    adit keygen %s\n    adit join --seat %s", seat, seat);
	else
		buf_str(out, "    adit join");
	buf_fmt(out, " %s > answer.txt\n\n%s%s\n", v->file, send,
	    language_text(v->lang,
		is_free ? MSG("invitation",
			      "The first command makes your keys; leave it out if you have keys.") :
			  MSG("invitation", "The host has your public key already.")));
}

void
invitation_commands(const struct invitation *v, const char *save, const char *send, struct buf *out)
{
	if (v->d->dealing == DIGEST_DEALING_OPEN) {
		invitation_join(v, save, send, out);
		buf_fmt(out, "\n%s\n\n",
		    language_text(v->lang,
			MSG("invitation",
			    "When all have joined you confirm, which deals the cards.  Then each "
			    "turn\n"
			    "is one command, which also shows the table at any time:")));
	} else {
		buf_fmt(out, "%s\n", save);
	}
	buf_fmt(out, "    adit play %s\n", v->file);
}
