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
static const char *
host_of(const struct invitation *v)
{
	return v->host[0] != '\0' && strcmp(v->host, "host") != 0 ? v->host : "the host";
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
	const char *host = host_of(v);
	const bool has_name = strcmp(host, "the host") != 0;

	buf_fmt(out, "%s invites you to ", has_name ? host : "The host");
	if (d->names.title[0] != '\0')
		buf_fmt(out, "\"%s\".\n", d->names.title);
	else
		buf_fmt(out, "a game of %s.\n", rules_title(d->pub.known.rules));
}

static void
put_span(int64_t s, struct buf *out)
{
	static const struct {
		int64_t s;
		const char *name;
	} unit[] = { { 86400, "day" }, { 3600, "hour" }, { 60, "minute" }, { 1, "second" } };
	unsigned i = 0;

	while (s % unit[i].s != 0)
		i++;
	buf_fmt(
	    out, "%lld %s%s", (long long)(s / unit[i].s), unit[i].name, s == unit[i].s ? "" : "s");
}

/* Appends where a player finds the browser file, if the table names it. The address has a line of
 * its own, which nothing wraps. */
static void
put_client(const struct invitation *v, struct buf *out)
{
	static const char words[] =
	    "If you cannot install anything, open the page below in a browser, and open this "
	    "invitation there. It is the same program; it runs on your own device, and asks no "
	    "other server for anything:";

	if (v->d->names.client[0] == '\0')
		return;
	wrap_text(words, sizeof words - 1, "", "", WRAP_COLUMNS, out);
	buf_fmt(out, "\n    %s\n\n", v->d->names.client);
}

/* Appends which game it is, and how long a turn may take. */
static void
put_game(const struct invitation *v, struct buf *out)
{
	const struct digest *d = v->d;
	struct buf line = BUF_INIT;

	buf_fmt(&line, "The game is %s, for %u players; you are %s. ",
	    rules_title(d->pub.known.rules), d->names.n, d->names.seat[v->seat]);
	if (v->limit_s >= 0) {
		buf_str(&line, "A turn may take ");
		put_span(v->limit_s, &line);
		buf_str(&line, ".");
	} else {
		buf_str(&line, "A turn may take as long as you like.");
	}
	put_paragraph(&line, out);
	buf_release(&line);
}

void
invitation_plain(const struct invitation *v, struct buf *out)
{
	struct buf line = BUF_INIT;

	put_game(v, out);
	buf_chr(out, '\n');
	buf_fmt(&line,
	    "You need nothing but your mail program. When it is your turn you get a mail like this "
	    "one, with the table, your cards and a list of orders, and answer it with one line. "
	    "The program of %s keeps your cards and signs for you; the other players see that. The "
	    "line \"rules\" brings you the rules, now or later.",
	    host_of(v));
	put_paragraph(&line, out);
	buf_release(&line);
}

void
invitation_words(const struct invitation *v, struct buf *out)
{
	const struct digest *d = v->d;
	char fingerprint[FINGERPRINT_TEXT + 1];
	struct buf line = BUF_INIT;

	put_game(v, out);
	buf_chr(out, '\n');
	buf_fmt(&line,
	    "You play with adit, a program for a terminal that shows you the table and your "
	    "cards, checks your orders, and needs no server and no account. If you do not have "
	    "it, ask %s where to get it; README.md of its source says how to build it.",
	    host_of(v));
	put_paragraph(&line, out);
	buf_chr(out, '\n');
	put_client(v, out);
	digest_fingerprint(d, fingerprint);
	buf_clear(&line);
	buf_fmt(&line,
	    "adit asks you once for the fingerprint of the host. Compare it with %s, for example "
	    "on the telephone:",
	    host_of(v));
	put_paragraph(&line, out);
	buf_fmt(out, "\n    %s\n", fingerprint);
	buf_release(&line);
}

static void
put_save(const char *save, struct buf *out)
{
	buf_fmt(out, "\n%s, then type in its folder:\n\n", save);
}

void
invitation_join(const struct invitation *v, const char *save, const char *send, struct buf *out)
{
	const char *seat = v->d->names.seat[v->seat];
	const bool is_free = v->d->seat_sign[v->seat][0] == '\0';

	put_save(save, out);
	if (is_free)
		buf_fmt(out, "    adit keygen %s\n    adit join --seat %s", seat, seat);
	else
		buf_str(out, "    adit join");
	buf_fmt(out,
	    " %s > answer.txt\n\n"
	    "%s with answer.txt, in the text or attached.\n"
	    "%s\n",
	    v->file, send,
	    is_free ? "The first command makes your keys; leave it out if you have keys." :
		      "The host has your public key already.");
}

void
invitation_commands(const struct invitation *v, const char *save, const char *send, struct buf *out)
{
	if (v->d->dealing == DIGEST_DEALING_OPEN) {
		invitation_join(v, save, send, out);
		buf_str(out,
		    "\nWhen all have joined you confirm, which deals the cards.  Then each turn\n"
		    "is one command, which also shows the table at any time:\n\n");
	} else {
		put_save(save, out);
	}
	buf_fmt(out, "    adit play %s\n", v->file);
}
