/* The page of a table, section by section, and the page of an error. */
#include "show/html_page.h"

#include <inttypes.h>
#include <stdio.h>

#include "draw/svg.h"
#include "show/html_news.h"
#include "show/html_orders.h"
#include "show/html_table.h"
#include "text/title.h"
#include "util/timestamp.h"
#include "wire/report.h"

static void
put_time(int64_t t, struct buf *out)
{
	char when[TIMESTAMP_LEN + 1];

	timestamp_text(t, when);
	buf_fmt(out, "<time datetime=\"%s\">", when);
	report_minute(t, out);
	buf_str(out, "</time>");
}

/* ---- header ---------------------------------------------------------------------------------- */

static void
put_turn(const struct html_page *p, struct buf *out)
{
	const struct digest *d = p->d;
	const struct game *g = &p->view->known;
	struct buf words = BUF_INIT;

	report_turn_words(NULL, d, p->own != NULL ? p->view->seat : SEAT_NONE, &words);
	buf_str(out, "<p class=\"turn\">");
	html_escape(words.p, words.n, out);
	if (d->due >= 0 && g->phase != PHASE_OVER) {
		buf_str(out, ", until ");
		put_time(d->due, out);
	}
	buf_str(out, ".</p>\n");
	buf_release(&words);
}

/* Appends a link to the browser file, if there is one. The page of a seat has its own ways. */
static void
put_player(const struct html_page *p, struct buf *out)
{
	const char *player = p->player != NULL ? p->player : p->names->client;

	if (p->own != NULL || player[0] == '\0')
		return;
	buf_str(out, "<p class=\"soft\"><a rel=\"noreferrer\" href=\"");
	html_str(player, out);
	buf_fmt(out, "\">%s in this browser</a></p>\n",
	    p->view->known.phase == PHASE_OVER ? "Check the game" : "Play");
}

static void
put_head(const struct html_page *p, struct buf *out)
{
	const struct game *g = &p->view->known;

	buf_str(out, "<a class=\"skip\" href=\"#table\">To the table</a>\n<header>\n<h1>");
	html_title(p->names->title, out);
	html_str(rules_title(g->rules), out);
	buf_str(out, ", table <code>");
	html_str(p->d->game, out);
	buf_str(out, "</code></h1>\n");
	if (p->own != NULL) {
		buf_str(out, "<p class=\"mark\">Private: this page shows the hand of ");
		html_str(p->own->seat, out);
		buf_str(out, ". Show it to nobody, and delete it when you have played.</p>\n");
	}
	put_turn(p, out);
	buf_str(out, "<p class=\"soft\">");
	description_where(NULL, g, out);
	buf_fmt(out, "%s digest %" PRId64 " of ",
	    g->phase != PHASE_SETUP ? "," : "Nothing is dealt yet;", p->d->n);
	put_time(p->d->time, out);
	buf_str(out, ".</p>\n");
	put_player(p, out);
	if (p->wrong[0] != '\0') {
		buf_str(out, "<p class=\"wrong\" role=\"alert\">Not to be trusted: ");
		html_str(p->wrong, out);
		buf_str(out, ".</p>\n");
	}
	if (p->missing[0] != '\0')
		html_element("p", p->missing, out);
	buf_str(out, "</header>\n");
}

/* ---- seats ----------------------------------------------------------------------------------- */

static void
put_seats(const struct html_table *t, struct buf *out)
{
	html_section("seats", "Seats", out);
	html_seats(t, out);
	html_section_end(out);
}

/* ---- other sections -------------------------------------------------------------------------- */

static void
put_block(const struct html_page *p, unsigned i, struct buf *out)
{
	const struct html_block *t = &p->blocks[i];
	char id[16];

	if (t->lines.n == 0)
		return;
	(void)snprintf(id, sizeof id, "told-%u", i);
	html_section(id, t->title, out);
	if (t->kind == HTML_BLOCK_MARKUP)
		buf_add(out, t->lines.p, t->lines.n);
	else if (t->kind == HTML_BLOCK_NEWS)
		html_news(&p->d->names, t->lines.p, t->lines.n, HTML_PLACES_LINKED, out);
	else
		html_lines(t->lines.p, t->lines.n,
		    t->kind == HTML_BLOCK_PAST ? HTML_PLACES_PLAIN : HTML_PLACES_LINKED, out);
	html_section_end(out);
}

static void
put_trust(const struct html_page *p, const struct description *t, struct buf *out)
{
	const struct digest *d = p->d;
	const char *caution;

	html_section("host", "The host", out);
	buf_fmt(out,
	    "<ul>\n<li>fingerprint: <code>%s</code></li>\n"
	    "<li>digest %" PRId64 ", signature verified: <code>%s</code></li>\n"
	    "<li>dealing: ",
	    p->fingerprint, d->n, p->head);
	description_dealing(t, out);
	buf_str(out, "</li>\n");
	for (unsigned i = 0; (caution = description_caution(d, i)) != NULL; i++)
		html_element("li", language_english(caution), out);
	buf_str(out, "</ul>\n");
	html_section_end(out);
}

static void
put_main(const struct html_page *p, struct buf *out)
{
	const bool plays = p->own != NULL &&
	    private_view_orders(p->own, &p->d->names, false, NULL, NULL) > 0;
	const struct html_table table = { .about = { p->d, p->view, p->names, NULL, report_minute },
		.changes = p->changes,
		.orders = plays };

	buf_str(out, "<main>\n<div class=\"wide\" id=\"table\">\n");
	html_board(&table, out);
	buf_str(out, "</div>\n<div class=\"rest\">\n<div class=\"side\">\n");
	if (p->own != NULL)
		html_orders(p, out);
	put_seats(&table, out);
	buf_str(out, "</div>\n<div class=\"told\">\n");
	for (unsigned i = 0; i < p->n_blocks; i++)
		put_block(p, i, out);
	put_trust(p, &table.about, out);
	buf_str(out, "</div>\n</div>\n</main>\n");
}

/* Appends what a preview of the public page says. */
static void
put_about(const struct html_page *p, struct buf *out)
{
	const struct game *g = &p->view->known;

	report_turn_words(NULL, p->d, SEAT_NONE, out);
	buf_str(out, g->phase != PHASE_SETUP ? ". " : "");
	description_where(NULL, g, out);
	buf_chr(out, '.');
}

void
html_page(const struct html_page *p, struct buf *out)
{
	struct buf title = BUF_INIT, about = BUF_INIT;
	const struct html_frame f = {
		.title = (buf_fmt(&title, "%s%s%s%s, table %s, digest %" PRId64,
			      p->own != NULL ? "PRIVATE: " : "", p->names->title,
			      p->names->title[0] != '\0' ? ": " : "",
			      rules_title(p->view->known.rules), p->d->game, p->d->n),
		    title.p),
		.description = p->own != NULL ? NULL : (put_about(p, &about), about.p),
		.kind = p->own != NULL ? "private" : "public",
		.style = html_table_style,
		.script = p->own != NULL ? HTML_COMPOSE : HTML_MARK,
		.hash = p->hash,
	};

	html_begin(&f, out);
	if (p->view->known.phase != PHASE_SETUP)
		svg_shapes(out);
	put_head(p, out);
	put_main(p, out);
	buf_str(out,
	    "<footer>\n<p>Made by <code>adit page --html</code> from signed digests; it says "
	    "nothing that they do not, and loads nothing.</p>\n</footer>\n");
	html_end(&f, out);
	buf_wipe(&title);
	buf_release(&about);
}

void
html_error_page(const struct html_error *w, struct buf *out)
{
	static const char title[] = "Not to be trusted";
	const struct html_frame f = {
		.title = title, .kind = "wrong", .script = HTML_STILL, .hash = w->hash
	};

	html_begin(&f, out);
	buf_fmt(out,
	    "<header>\n<h1>%s</h1>\n</header>\n<main>\n<div class=\"wrong\" role=\"alert\">\n",
	    title);
	html_element("p", w->what, out);
	if (w->hint[0] != '\0')
		html_element("p", w->hint, out);
	buf_str(out,
	    "</div>\n<p>Nothing of this table is shown, since it cannot be believed.</p>\n"
	    "</main>\n");
	html_end(&f, out);
}
