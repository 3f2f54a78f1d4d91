/*
 * Pages for several tables.
 *
 * (S1) Pages and feed are functions of the digests: they use no clock. Their order is that of the
 *      given tables and of the times in the digests.
 */
#include "show/html_site.h"

#include <inttypes.h>

#include "text/title.h"
#include "util/timestamp.h"
#include "util/xml.h"
#include "wire/report.h"

void
html_next(const struct digest *d, struct buf *out)
{
	const struct game *g = &d->pub.known;

	if (g->phase == PHASE_SETUP || g->phase == PHASE_OVER)
		report_next_words(d, out);
	else if (undo_request_blocks_play(&d->undo_request))
		buf_str(out, "the seats vote");
	else
		buf_fmt(out, "%s is to move", names_seat(&d->names, g->to_move));
}

/* ---- the front page ---------------------------------------------------------------------------------- */

static void
put_shown(const struct html_site_table *t, struct buf *out)
{
	const struct digest *d = t->d;
	struct buf next = BUF_INIT;

	html_next(d, &next);
	buf_fmt(out, "<th scope=\"row\"><a href=\"%s/index.html\">", t->folder);
	html_str(d->game, out);
	buf_str(out, "</a></th>\n<td>");
	html_title(d->names.title, out);
	html_str(rules_title(d->pub.known.rules), out);
	buf_str(out, "</td>\n<td>");
	html_escape(buf_cstr(&next), next.n, out);
	if (t->wrong[0] != '\0') {
		buf_str(out, " <strong class=\"wrong\">");
		html_str(t->wrong, out);
		buf_str(out, "</strong>");
	}
	buf_str(out, "</td>\n<td>");
	if (d->due >= 0 && d->pub.known.phase != PHASE_OVER)
		report_minute(d->due, out);
	buf_fmt(out, "</td>\n<td>%" PRId64 ", ", d->n);
	report_minute(d->time, out);
	buf_fmt(out, "</td>\n<td><a href=\"%s/replay.html\">replay<span class=\"unseen\"> of ",
	    t->folder);
	html_str(d->game, out);
	buf_str(out, "</span></a></td>\n");
	buf_release(&next);
}

static void
put_wrong(const struct html_site_table *t, struct buf *out)
{
	buf_str(out, "<th scope=\"row\">");
	if (t->folder[0] != '\0')
		buf_fmt(out, "<a href=\"%s/index.html\">", t->folder);
	html_str(t->name, out);
	buf_str(out, t->folder[0] != '\0' ? "</a>" : "");
	buf_str(out, "</th>\n<td colspan=\"5\" class=\"wrong\">");
	html_str(t->wrong, out);
	buf_str(out, "</td>\n");
}

void
html_tables(const struct html_site_table *table, size_t n,
    void (*hash)(const char *s, size_t n, struct buf *out), struct buf *out)
{
	const struct html_frame f = { .title = "Tables",
		.kind = "tables",
		.style = html_site_style,
		.script = HTML_STILL,
		.hash = hash };

	html_begin(&f, out);
	buf_str(out,
	    "<header>\n<h1>Tables</h1>\n<p class=\"soft\">What is new, for a reader of feeds: <a "
	    "href=\"feed.xml\">feed.xml</a></p>\n</header>\n<main "
	    "class=\"tables\">\n<table>\n<thead>\n"
	    "<tr>\n<th scope=\"col\">Table</th>\n<th scope=\"col\">Game</th>\n<th "
	    "scope=\"col\">Next</th>\n<th scope=\"col\">Due</th>\n<th scope=\"col\">Digest</th>\n"
	    "<th scope=\"col\">All of it</th>\n</tr>\n</thead>\n<tbody>\n");
	for (size_t i = 0; i < n; i++) {
		buf_str(out, "<tr>\n");
		if (table[i].d != NULL)
			put_shown(&table[i], out);
		else
			put_wrong(&table[i], out);
		buf_str(out, "</tr>\n");
	}
	buf_str(out,
	    "</tbody>\n</table>\n</main>\n<footer>\n<p>Made by <code>adit page --html "
	    "--site</code> from signed digests.</p>\n</footer>\n");
	html_end(&f, out);
}

/* ---- the feed ---------------------------------------------------------------------------------------- */

static void
put_stamp(const char *element, int64_t t, struct buf *out)
{
	char when[TIMESTAMP_LEN + 1];

	timestamp_text(t, when);
	buf_fmt(out, "<%s>%s</%s>\n", element, when, element);
}

static void
put_entry(const struct html_entry *e, struct buf *out)
{
	struct buf html = BUF_INIT;

	buf_fmt(out, "<entry>\n<id>urn:x-adit:%s</id>\n<title>", e->head);
	html_str(e->name, out);
	buf_str(out, e->name[0] != '\0' ? ": " : "");
	html_str(rules_title(e->rules), out);
	buf_str(out, ", ");
	html_str(e->game, out);
	buf_str(out, ", digest ");
	html_escape(buf_cstr(e->title), e->title->n, out);
	buf_str(out, "</title>\n");
	put_stamp("updated", e->time, out);
	buf_fmt(out, "<link href=\"%s/replay.html#%" PRId64 "\"/>\n<content type=\"html\">",
	    e->folder, e->n);
	html_lines(buf_cstr(e->news), e->news->n, HTML_PLACES_PLAIN, &html);
	xml_escape(buf_cstr(&html), html.n, out);
	buf_str(out, "</content>\n</entry>\n");
	buf_release(&html);
}

void
html_feed(const struct html_entry *entry, size_t n, const char *id, struct buf *out)
{
	buf_fmt(out,
	    "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
	    "<feed xmlns=\"http://www.w3.org/2005/Atom\">\n<id>urn:x-adit:tables:%s</id>\n"
	    "<title>Tables</title>\n<author><name>adit</name></author>\n",
	    id);
	put_stamp("updated", n > 0 ? entry[0].time : 0, out);
	buf_str(out, "<link href=\"index.html\"/>\n<link rel=\"self\" href=\"feed.xml\"/>\n");
	for (size_t i = 0; i < n; i++)
		put_entry(&entry[i], out);
	buf_str(out, "</feed>\n");
}
