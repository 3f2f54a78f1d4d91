/* The front page of a table: how to take part, and the trust in the host. */
#include "show/front_page_internal.h"

#include <string.h>

#include "text/markdown.h"
#include "text/web.h"

static void
put_commands(
    const struct front_page *p, const char *message, const struct buf *commands, struct buf *out)
{
	buf_fmt(out, "%s\n\n", language_text(p->lang, message));
	markdown_block("sh", commands->p, commands->n, out);
	buf_chr(out, '\n');
}

/* Returns a seat for examples: the first missing one, or the seat to move. Names of seats need
 * no quoting. */
static const char *
example(const struct front_page *p)
{
	const struct digest *d = p->d;
	const struct game *g = &d->pub.known;

	if (g->phase == PHASE_PLAY || g->phase == PHASE_WALK || g->phase == PHASE_DRAFT)
		return names_seat(&d->names, g->to_move);
	for (unsigned i = 0; i < d->names.n; i++)
		if (g->phase == PHASE_SETUP && !d->has_commit[i])
			return d->names.seat[i];
	return d->names.seat[0];
}

/* Appends commands: join and confirm before the deal, read and order after it. */
static void
put_git(const struct front_page *p, const char *seat, struct buf *out)
{
	const struct game *g = &p->d->pub.known;
	struct buf first = BUF_INIT, then = BUF_INIT;

	buf_fmt(&first, "git clone %s table && cd table\n",
	    p->names.web[0] != '\0' ? web_url(p->names.web) : "URL");
	front_page_put_heading(p, "###", MSG("readme", "With git"), out);
	if (g->phase == PHASE_SETUP) {
		buf_fmt(&first, "adit keygen %s\nadit join -k %s --seat %s | git adit send -\n",
		    seat, seat, seat);
		put_commands(
		    p, MSG("readme", "Join with the name of a seat that is free:"), &first, out);
		buf_fmt(&then, "git pull\nadit confirm -k %s | git adit send -\n", seat);
		put_commands(p,
		    MSG("readme", "Confirm when all have joined; then the cards are dealt:"), &then,
		    out);
	} else {
		buf_str(&first, "adit read --public turns\n");
		put_commands(p, MSG("readme", "Watch:"), &first, out);
		buf_fmt(
		    &then, "git pull\nadit read -k %s\ngit adit send -k %s 'ORDER'\n", seat, seat);
		if (g->phase != PHASE_OVER)
			put_commands(p,
			    MSG("readme",
				"Play, with the name of your key instead of the one here; `adit "
				"read` lists your orders:"),
			    &then, out);
	}
	buf_release(&first);
	buf_release(&then);
}

/* Appends how to send an order as a file in a pull request. */
static void
put_browser(const struct front_page *p, const char *seat, struct buf *out)
{
	static const char file[] = "inbox/order.txt";
	const char *web = p->names.web, *pull = web_pull_words(web);
	const bool joins = p->d->pub.known.phase == PHASE_SETUP, known = web[0] != '\0';
	struct buf link = BUF_INIT, pulls = BUF_INIT;

	front_page_put_heading(p, "###", MSG("readme", "In the browser"), out);
	language_fmt(p->lang, out,
	    joins ? MSG("readme", "Without the right to push: `adit join -k %s` prints a block. ") :
		    MSG("readme",
			"Without the right to push: `adit sign -k %s 'ORDER'` prints a block. "),
	    seat);
	if (!known || !web_new_file(web, file, NULL, &link) || !web_pulls(web, &pulls))
		language_fmt(p->lang, out,
		    MSG("readme",
			"At a forge, paste it into a new file named `%s` in a fork of this "
			"repository, and propose it as a pull request. Nothing is merged: a host "
			"that reads pull requests takes the order from there."),
		    file);
	else if (web_forge(web) == WEB_GITHUB)
		language_fmt(p->lang, out,
		    MSG("readme",
			"Paste it into a [new file](%s) named `%s`, and propose it as a %s. "
			"Nothing is merged: the host reads it among the [%ss](%s) and closes it."),
		    link.p, file, pull, pull, pulls.p);
	else
		language_fmt(p->lang, out,
		    MSG("readme",
			"Paste it into a [new file](%s) named `%s` (in a fork of yours if this one "
			"is not open to you), and propose it as a %s. Nothing is merged: the host "
			"reads it among the [%ss](%s) and closes it."),
		    link.p, file, pull, pull, pulls.p);
	buf_str(out, "\n\n");
	buf_release(&link);
	buf_release(&pulls);
}

/* Appends how to play without a program, if the table names the browser file. The address needs no
 * escape (text/web.h). */
static void
put_client(const struct front_page *p, struct buf *out)
{
	if (p->names.client[0] == '\0')
		return;
	front_page_put_heading(p, "###", MSG("readme", "Without installing anything"), out);
	language_fmt(p->lang, out,
	    MSG("readme",
		"Open [`adit` as a page](%s) in a browser, and open a digest of `turns/` there. It "
		"is the same program; it runs on your own device, and asks no other server for "
		"anything."),
	    p->names.client);
	buf_str(out, "\n\n");
}

void
front_page_put_how(const struct front_page *p, struct buf *out)
{
	const char *seat = example(p);
	const enum phase phase = (enum phase)p->d->pub.known.phase;
	struct buf commands = BUF_INIT;

	front_page_put_heading(p, "##", MSG("readme", "Take part"), out);
	put_git(p, seat, out);
	if (phase != PHASE_OVER) {
		put_browser(p, seat, out);
		put_client(p, out);
		front_page_put_heading(p, "###", MSG("readme", "By mail"), out);
		buf_fmt(out, "%s\n\n",
		    language_text(p->lang,
			MSG("readme",
			    "If the host has told you an address of this table: mail the block "
			    "there, or answer the mails that you get.")));
		buf_fmt(&commands,
		    "git pull && adit read -k %s\ngit show "
		    "origin/receipts:%s.txt | adit read -k %s\n",
		    seat, seat, seat);
		front_page_put_heading(p, "###", MSG("readme", "The result"), out);
		put_commands(p,
		    MSG("readme",
			"A digest reports what was done. A refused order gets a receipt, whose "
			"reason only its sender can read."),
		    &commands, out);
	}
	buf_clear(&commands);
	buf_str(&commands, "git pull && adit audit turns\n");
	front_page_put_heading(p, "###", MSG("readme", "Trust"), out);
	put_commands(p,
	    MSG("readme",
		"Every digest is signed and names the one before it, and `adit` verifies it. When "
		"a round is over its cards are revealed and compared. The rules: `man 6 adit`."),
	    &commands, out);
	buf_release(&commands);
}

void
front_page_put_trust(const struct front_page *p, struct buf *out)
{
	const struct description table = front_page_describe(p);
	const char *caution;
	const struct digest *d = p->d;
	char fingerprint[FINGERPRINT_TEXT + 1], head[HASH_TEXT + 1];
	struct pubkey host;
	struct buf dealing = BUF_INIT;

	front_page_put_heading(p, "##", MSG("page", "The host"), out);
	if (pubkey_sign_parse(d->host_sign, strlen(d->host_sign), &host) == 0 &&
	    pubkey_box_parse(d->host_age, strlen(d->host_age), &host) == 0) {
		pubkey_fingerprint(&host, fingerprint);
		buf_str(out, "- ");
		language_fmt(p->lang, out, MSG("page", "fingerprint: `%s`"), fingerprint);
		buf_chr(out, '\n');
	}
	hash_text(&p->head, head);
	buf_str(out, "- ");
	language_fmt(p->lang, out, MSG("readme", "digest %lld: `%s`"), (long long)d->n, head);
	description_dealing(&table, &dealing);
	buf_str(out, "\n- ");
	language_fmt(p->lang, out, MSG("page", "dealing: %s"), buf_cstr(&dealing));
	buf_chr(out, '\n');
	buf_release(&dealing);
	for (unsigned i = 0; (caution = description_caution(d, i)) != NULL; i++)
		buf_fmt(out, "- %s\n", language_text(p->lang, caution));
	buf_fmt(out, "\n%s\n",
	    language_text(p->lang,
		MSG("readme",
		    "This page is made by `adit page` from the digests in `turns/`, and says "
		    "nothing that they do not.")));
}
