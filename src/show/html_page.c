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

/* Appends a paragraph of this class. raw: as for html_sentence. */
static void
put_line(const char *class, const struct buf *line, const char *const *raw, struct buf *out)
{
	buf_fmt(out, "<p class=\"%s\">", class);
	html_sentence(line, raw, out);
	buf_str(out, "</p>\n");
}

/* ---- header ---------------------------------------------------------------------------------- */

static void
put_turn(const struct html_page *p, struct buf *out)
{
	const struct digest *d = p->d;
	struct buf words = BUF_INIT, line = BUF_INIT, due = BUF_INIT;
	const char *raw[1];

	report_turn_words(p->lang, d, p->own != NULL ? p->view->seat : SEAT_NONE, &words);
	if (d->due >= 0 && p->view->known.phase != PHASE_OVER) {
		put_time(d->due, &due);
		language_fmt(
		    p->lang, &line, MSG("page", "%s, until %s."), buf_cstr(&words), HTML_RAW_1);
	} else {
		buf_fmt(&line, "%s.", buf_cstr(&words));
	}
	raw[0] = buf_cstr(&due);
	put_line("turn", &line, raw, out);
	buf_release(&words);
	buf_release(&line);
	buf_release(&due);
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
	buf_str(out, "\">");
	html_say(p->lang,
	    p->view->known.phase == PHASE_OVER ? MSG("page", "Check the game in this browser") :
						 MSG("page", "Play in this browser"),
	    out);
	buf_str(out, "</a></p>\n");
}

/* Appends the pages of this table in other languages. */
static void
put_languages(const struct html_page *p, struct buf *out)
{
	if (p->languages != NULL)
		buf_add(out, buf_cstr(p->languages), p->languages->n);
}

/* Appends where the table stands, and of which digest that is. */
static void
put_where(const struct html_page *p, struct buf *out)
{
	struct buf where = BUF_INIT, line = BUF_INIT, when = BUF_INIT;
	const char *raw[1];

	put_time(p->d->time, &when);
	raw[0] = when.p;
	description_where(p->lang, &p->view->known, &where);
	if (where.n > 0)
		language_fmt(p->lang, &line, MSG("page", "%s, digest %lld of %s."), where.p,
		    (long long)p->d->n, HTML_RAW_1);
	else
		language_fmt(p->lang, &line,
		    MSG("page", "Nothing is dealt yet; digest %lld of %s."), (long long)p->d->n,
		    HTML_RAW_1);
	put_line("soft", &line, raw, out);
	buf_release(&where);
	buf_release(&line);
	buf_release(&when);
}

/* Appends the warnings of the page. */
static void
put_warnings(const struct html_page *p, struct buf *out)
{
	struct buf line = BUF_INIT;

	if (p->wrong[0] != '\0') {
		language_fmt(p->lang, &line, MSG("page", "Not to be trusted: %s."), p->wrong);
		buf_str(out, "<p class=\"wrong\" role=\"alert\">");
		html_escape(line.p, line.n, out);
		buf_str(out, "</p>\n");
	}
	if (p->missing[0] != '\0')
		html_element("p", p->missing, out);
	buf_release(&line);
}

static void
put_head(const struct html_page *p, struct buf *out)
{
	const struct game *g = &p->view->known;
	struct buf line = BUF_INIT;

	buf_str(out, "<a class=\"skip\" href=\"#table\">");
	html_say(p->lang, MSG("page", "To the table"), out);
	buf_str(out, "</a>\n<header>\n<h1>");
	html_title(p->names->title, out);
	language_fmt(
	    p->lang, &line, MSG("page", "%s, table `%s`"), rules_title(g->rules), p->d->game);
	html_sentence(&line, NULL, out);
	buf_str(out, "</h1>\n");
	if (p->own != NULL) {
		buf_clear(&line);
		language_fmt(p->lang, &line,
		    MSG("page",
			"Private: this page shows the hand of %s. Show it to nobody, and delete it "
			"when you have played."),
		    p->own->seat);
		put_line("mark", &line, NULL, out);
	}
	put_turn(p, out);
	put_where(p, out);
	put_player(p, out);
	put_languages(p, out);
	put_warnings(p, out);
	buf_str(out, "</header>\n");
	buf_release(&line);
}

/* ---- seats ----------------------------------------------------------------------------------- */

static void
put_seats(const struct html_table *t, struct buf *out)
{
	html_section("seats", language_text(t->about.lang, MSG("read", "Seats")), out);
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
		html_news(p->lang, &p->d->names, t->lines.p, t->lines.n, HTML_PLACES_LINKED, out);
	else
		html_lines(t->lines.p, t->lines.n,
		    t->kind == HTML_BLOCK_PAST ? HTML_PLACES_PLAIN : HTML_PLACES_LINKED, out);
	html_section_end(out);
}

static void
put_trust(const struct html_page *p, const struct description *t, struct buf *out)
{
	const struct digest *d = p->d;
	struct buf line[3] = { BUF_INIT, BUF_INIT, BUF_INIT }, dealing = BUF_INIT;
	const char *caution;

	html_section("host", language_text(p->lang, MSG("page", "The host")), out);
	language_fmt(p->lang, &line[0], MSG("page", "fingerprint: `%s`"), p->fingerprint);
	language_fmt(p->lang, &line[1], MSG("page", "digest %lld, signature verified: `%s`"),
	    (long long)d->n, p->head);
	description_dealing(t, &dealing);
	language_fmt(p->lang, &line[2], MSG("page", "dealing: %s"), buf_cstr(&dealing));
	buf_str(out, "<ul>\n");
	for (unsigned i = 0; i < 3; i++) {
		buf_str(out, "<li>");
		html_sentence(&line[i], NULL, out);
		buf_str(out, "</li>\n");
		buf_release(&line[i]);
	}
	buf_release(&dealing);
	for (unsigned i = 0; (caution = description_caution(d, i)) != NULL; i++)
		html_element("li", language_text(p->lang, caution), out);
	buf_str(out, "</ul>\n");
	html_section_end(out);
}

static void
put_main(const struct html_page *p, const char *subject, struct buf *out)
{
	const bool plays = p->own != NULL &&
	    private_view_orders(p->own, &p->d->names, false, NULL, NULL) > 0;
	const struct html_table table = { .about = { p->d, p->view, p->names, p->lang,
					      report_minute },
		.changes = p->changes,
		.orders = plays };

	buf_str(out, "<main>\n<div class=\"wide\" id=\"table\">\n");
	html_board(&table, out);
	buf_str(out, "</div>\n<div class=\"rest\">\n<div class=\"side\">\n");
	if (p->own != NULL)
		html_orders(p, subject, out);
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

	report_turn_words(p->lang, p->d, SEAT_NONE, out);
	buf_str(out, g->phase != PHASE_SETUP ? ". " : "");
	description_where(p->lang, g, out);
	buf_chr(out, '.');
}

/* Appends the title of the page without the mark of a private one. */
static void
put_subject(const struct html_page *p, struct buf *out)
{
	const char *title = p->names->title;

	buf_fmt(out, "%s%s", title, title[0] != '\0' ? ": " : "");
	language_fmt(p->lang, out, MSG("page", "%s, table %s, digest %lld"),
	    rules_title(p->view->known.rules), p->d->game, (long long)p->d->n);
}

void
html_page(const struct html_page *p, struct buf *out)
{
	struct buf subject = BUF_INIT, title = BUF_INIT, about = BUF_INIT;
	struct html_frame f = {
		.lang = p->lang,
		.kind = p->own != NULL ? "private" : "public",
		.style = html_table_style,
		.script = p->own != NULL ? HTML_COMPOSE : HTML_MARK,
		.hash = p->hash,
	};

	put_subject(p, &subject);
	if (p->own != NULL) {
		language_fmt(p->lang, &title, MSG("page", "PRIVATE: %s"), buf_cstr(&subject));
	} else {
		buf_str(&title, buf_cstr(&subject));
		put_about(p, &about);
		f.description = about.p;
	}
	f.title = title.p;
	html_begin(&f, out);
	if (p->view->known.phase != PHASE_SETUP)
		svg_shapes(out);
	put_head(p, out);
	put_main(p, buf_cstr(&subject), out);
	buf_clear(&about);
	buf_str(&about,
	    language_text(p->lang,
		MSG("page",
		    "Made by `adit page --html` from signed digests; it says nothing that they do "
		    "not, and loads nothing.")));
	html_footer(&about, out);
	html_end(&f, out);
	buf_wipe(&subject);
	buf_wipe(&title);
	buf_release(&about);
}

void
html_error_page(const struct html_error *w, struct buf *out)
{
	const char *title = language_text(w->lang, MSG("page", "Not to be trusted"));
	const struct html_frame f = { .title = title,
		.lang = w->lang,
		.kind = "wrong",
		.script = HTML_STILL,
		.hash = w->hash };

	html_begin(&f, out);
	buf_str(out, "<header>\n");
	html_element("h1", title, out);
	buf_str(out, "\n</header>\n<main>\n<div class=\"wrong\" role=\"alert\">\n");
	html_element("p", w->what, out);
	if (w->hint[0] != '\0')
		html_element("p", w->hint, out);
	buf_str(out, "</div>\n");
	html_element("p",
	    language_text(w->lang,
		MSG("page", "Nothing of this table is shown, since it cannot be believed.")),
	    out);
	buf_str(out, "\n</main>\n");
	html_end(&f, out);
}
