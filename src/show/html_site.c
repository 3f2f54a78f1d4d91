/*
 * Pages for several tables.
 *
 * (S1) Pages and feed are functions of the digests: they use no clock. Their order is that of the
 *      given tables and of the times in the digests.
 */
#include "show/html_site.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "draw/svg.h"
#include "text/title.h"
#include "util/timestamp.h"
#include "util/xml.h"
#include "wire/report.h"

void
html_next(const struct language *lang, const struct digest *d, struct buf *out)
{
	const struct game *g = &d->pub.known;

	if (g->phase == PHASE_SETUP || g->phase == PHASE_OVER)
		report_next_words(lang, d, out);
	else if (undo_request_blocks_play(&d->undo_request))
		buf_str(out, language_text(lang, MSG("turn", "the seats vote")));
	else
		language_fmt(
		    lang, out, MSG("turn", "%s is to move"), names_seat(&d->names, g->to_move));
}

const char *
html_language_code(const struct language *lang)
{
	return lang != NULL ? lang->code : "en";
}

void
html_languages(const struct language *const *lang, size_t n, size_t own, const char *folder,
    const char *page, struct buf *out)
{
	if (n < 2)
		return;
	buf_str(out, "<nav class=\"languages\" aria-label=\"");
	html_say(lang[own], MSG("page", "This page in other languages"), out);
	buf_str(out, "\">\n");
	for (size_t i = 0; i < n; i++) {
		const char *code = html_language_code(lang[i]);

		if (i == own)
			continue;
		buf_fmt(out, "<a lang=\"%s\" hreflang=\"%s\" href=\"%s%s%s%s%s%s\">", code, code,
		    own > 0 ? "../" : "", folder[0] != '\0' ? "../" : "", i > 0 ? code : "",
		    i > 0 ? "/" : "", folder, page);
		html_say(lang[i], MSG("language", "English"), out);
		buf_str(out, "</a>\n");
	}
	buf_str(out, "</nav>\n");
}

/* ---- the front page ---------------------------------------------------------------------------------- */

/* The games of the tables, in the order of their first tables. The style has as many filters. */
enum { GAMES_MAX = 8 };
struct site_list {
	const struct language *lang;
	const struct html_site_table *table;
	size_t n, n_state[2]; /* running, over */
	const char *game[GAMES_MAX];
	size_t n_of[GAMES_MAX];
	unsigned n_games;
	struct svg_defs *defs;
};

static bool
is_over(const struct html_site_table *t)
{
	return t->d->pub.known.phase == PHASE_OVER;
}

/* Returns the number of the game, GAMES_MAX: it has none. */
static unsigned
game_number(const struct site_list *l, const struct html_site_table *t)
{
	const char *title = rules_title(t->d->pub.known.rules);
	unsigned k = 0;

	while (k < l->n_games && strcmp(l->game[k], title) != 0)
		k++;
	return k < l->n_games ? k : GAMES_MAX;
}

static void
count_tables(struct site_list *l)
{
	for (size_t i = 0; i < l->n; i++) {
		const struct html_site_table *t = &l->table[i];
		unsigned k;

		if (t->d == NULL)
			continue;
		l->n_state[is_over(t)]++;
		k = game_number(l, t);
		if (k == GAMES_MAX && l->n_games < GAMES_MAX) {
			k = l->n_games++;
			l->game[k] = rules_title(t->d->pub.known.rules);
		}
		if (k < GAMES_MAX)
			l->n_of[k]++;
	}
}

/* Appends a choice of a filter; the first one is chosen. `i` < 0: it is that of all. */
static void
put_choice(const char *filter, int i, const char *words, size_t n, struct buf *out)
{
	char id[24];

	(void)snprintf(id, sizeof id, i < 0 ? "%s" : "%s-%d", filter, i);
	buf_fmt(out, "<span><input type=\"radio\" name=\"%s\" id=\"%s\"%s><label for=\"%s\">",
	    filter, id, i < 0 ? " checked" : "", id);
	html_str(words, out);
	buf_fmt(out, ", %zu</label></span>\n", n);
}

/* Appends the filters that have a choice. */
static void
put_filters(const struct site_list *l, struct buf *out)
{
	static const char *const state[] = { MSG("site", "running"), MSG("site", "over") };
	const char *all = language_text(l->lang, MSG("site", "all"));

	if (l->n_state[0] > 0 && l->n_state[1] > 0) {
		buf_str(out, "<fieldset>\n");
		html_element("legend", language_text(l->lang, MSG("site", "State")), out);
		buf_chr(out, '\n');
		put_choice("state", -1, all, l->n_state[0] + l->n_state[1], out);
		for (int i = 0; i < 2; i++)
			put_choice(
			    "state", i, language_text(l->lang, state[i]), l->n_state[i], out);
		buf_str(out, "</fieldset>\n");
	}
	if (l->n_games > 1) {
		buf_str(out, "<fieldset>\n");
		html_element("legend", language_text(l->lang, MSG("site", "Game")), out);
		buf_chr(out, '\n');
		put_choice("game", -1, all, l->n_state[0] + l->n_state[1], out);
		for (unsigned i = 0; i < l->n_games; i++)
			put_choice("game", (int)i, l->game[i], l->n_of[i], out);
		buf_str(out, "</fieldset>\n");
	}
}

/* Appends the two links of a table: the first one, its heading, to the replay if the game is over. */
static void
put_links(const struct language *lang, const struct html_site_table *t, struct buf *out)
{
	static const char *const page[] = { "index.html", "replay.html" };
	const bool over = is_over(t);
	struct buf more = BUF_INIT;
	static const char *const raw[] = { "<span class=\"unseen\">", "</span>" };

	buf_fmt(out, "<h2><a href=\"%s/%s\">", t->folder, page[over]);
	html_title(t->d->names.title, out);
	html_str(rules_title(t->d->pub.known.rules), out);
	buf_fmt(out, "</a></h2>\n<p class=\"more\"><a href=\"%s/%s\">", t->folder, page[!over]);
	/* What is between HTML_RAW_1 and HTML_RAW_2 is for screen readers. */
	language_fmt(lang, &more,
	    over ? MSG("site", "last page%s of %s%s") : MSG("site", "replay%s of %s%s"), HTML_RAW_1,
	    t->d->game, HTML_RAW_2);
	html_sentence(&more, raw, out);
	buf_str(out, "</a></p>\n");
	buf_release(&more);
}

/* Appends who is to move, and of which digest the table is. */
static void
put_state(const struct language *lang, const struct html_site_table *t, struct buf *out)
{
	const struct digest *d = t->d;
	struct buf next = BUF_INIT, when = BUF_INIT, line = BUF_INIT;

	html_next(lang, d, &next);
	if (d->due >= 0 && !is_over(t)) {
		report_minute(d->due, &when);
		language_fmt(
		    lang, &line, MSG("site", "%s, until %s"), buf_cstr(&next), buf_cstr(&when));
	}
	buf_str(out, "<p class=\"next\">");
	html_str(buf_cstr(line.n > 0 ? &line : &next), out);
	buf_str(out, "</p>\n");
	if (t->wrong[0] != '\0') {
		buf_str(out, "<p class=\"wrong\">");
		html_str(t->wrong, out);
		buf_str(out, "</p>\n");
	}
	buf_clear(&when);
	buf_clear(&line);
	report_minute(d->time, &when);
	language_fmt(lang, &line, MSG("site", "`%s`, digest %lld of %s"), d->game, (long long)d->n,
	    buf_cstr(&when));
	buf_str(out, "<p class=\"soft\">");
	html_sentence(&line, NULL, out);
	buf_str(out, "</p>\n");
	buf_release(&next);
	buf_release(&when);
	buf_release(&line);
}

static void
put_shown(const struct site_list *l, const struct html_site_table *t, struct buf *out)
{
	const struct svg_options options = {
		.is_for = SVG_INLINE, .defs = l->defs, .lang = l->lang
	};
	const struct digest *d = t->d;

	buf_fmt(out, "<li class=\"card state-%d game-%u\">\n<div class=\"board\">", is_over(t),
	    game_number(l, t));
	if (d->pub.known.phase != PHASE_SETUP)
		svg_board(&d->pub, &d->names, &options, out);
	buf_str(out, "</div>\n");
	put_links(l->lang, t, out);
	put_state(l->lang, t, out);
	buf_str(out, "</li>\n");
}

static void
put_wrong(const struct html_site_table *t, struct buf *out)
{
	buf_str(out, "<li class=\"card\">\n<h2>");
	if (t->folder[0] != '\0')
		buf_fmt(out, "<a href=\"%s/index.html\">", t->folder);
	html_str(t->name, out);
	buf_str(out, t->folder[0] != '\0' ? "</a>" : "");
	buf_str(out, "</h2>\n<p class=\"wrong\">");
	html_str(t->wrong, out);
	buf_str(out, "</p>\n</li>\n");
}

/* Appends the header of the page. */
static void
put_head(const struct html_site *site, struct buf *out)
{
	struct buf link = BUF_INIT, line = BUF_INIT;
	const char *raw[1];

	buf_fmt(&link, "<a href=\"%s\">feed.xml</a>", site->feed);
	raw[0] = link.p;
	language_fmt(
	    site->lang, &line, MSG("site", "What is new, for a reader of feeds: %s"), HTML_RAW_1);
	buf_str(out, "<header>\n");
	html_element("h1", language_text(site->lang, MSG("site", "Tables")), out);
	buf_str(out, "\n<p class=\"soft\">");
	html_sentence(&line, raw, out);
	buf_str(out, "</p>\n");
	if (site->player != NULL) {
		buf_fmt(out, "<p><a href=\"%s\">", site->player);
		html_say(site->lang, MSG("page", "Play in this browser"), out);
		buf_str(out, "</a></p>\n");
	}
	if (site->languages != NULL)
		buf_add(out, buf_cstr(site->languages), site->languages->n);
	buf_str(out, "</header>\n");
	buf_release(&link);
	buf_release(&line);
}

void
html_tables(const struct html_site *site, struct buf *out)
{
	struct site_list l = {
		.lang = site->lang, .table = site->table, .n = site->n, .defs = svg_defs_new()
	};
	struct buf about = BUF_INIT, list = BUF_INIT;
	struct html_frame f = { .title = language_text(site->lang, MSG("site", "Tables")),
		.lang = site->lang,
		.kind = "tables",
		.style = html_site_style,
		.script = HTML_STILL,
		.hash = site->hash };

	count_tables(&l);
	for (size_t i = 0; i < site->n; i++) {
		if (site->table[i].d != NULL)
			put_shown(&l, &site->table[i], &list);
		else
			put_wrong(&site->table[i], &list);
	}
	language_fmt(l.lang, &about, MSG("site", "Games by mail and git: %zu running, %zu over."),
	    l.n_state[0], l.n_state[1]);
	f.description = about.p;
	html_begin(&f, out);
	svg_shapes(out);
	svg_defs_cells(l.defs, out);
	put_head(site, out);
	buf_str(out, "<main class=\"tables\">\n");
	put_filters(&l, out);
	buf_str(out, "<ul class=\"cards\">\n");
	buf_add(out, buf_cstr(&list), list.n);
	buf_str(out, "</ul>\n</main>\n");
	buf_clear(&about);
	buf_str(&about,
	    language_text(
		l.lang, MSG("site", "Made by `adit page --html --site` from signed digests.")));
	html_footer(&about, out);
	html_end(&f, out);
	svg_defs_free(l.defs);
	buf_release(&about);
	buf_release(&list);
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
put_entry(const struct language *lang, const struct html_entry *e, struct buf *out)
{
	struct buf html = BUF_INIT, title = BUF_INIT;

	buf_fmt(out, "<entry>\n<id>urn:x-adit:%s</id>\n<title>", e->head);
	html_str(e->name, out);
	buf_str(out, e->name[0] != '\0' ? ": " : "");
	language_fmt(lang, &title, MSG("site", "%s, %s, digest %s"), rules_title(e->rules), e->game,
	    buf_cstr(e->title));
	html_str(buf_cstr(&title), out);
	buf_str(out, "</title>\n");
	put_stamp("updated", e->time, out);
	buf_fmt(out, "<link href=\"%s/replay.html#%" PRId64 "\"/>\n<content type=\"html\">",
	    e->folder, e->n);
	html_lines(buf_cstr(e->news), e->news->n, HTML_PLACES_PLAIN, &html);
	xml_escape(buf_cstr(&html), html.n, out);
	buf_str(out, "</content>\n</entry>\n");
	buf_release(&html);
	buf_release(&title);
}

void
html_feed(const struct language *lang, const struct html_entry *entry, size_t n, const char *id,
    struct buf *out)
{
	buf_fmt(out,
	    "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
	    "<feed xmlns=\"http://www.w3.org/2005/Atom\">\n<id>urn:x-adit:tables:%s</id>\n"
	    "<title>",
	    id);
	html_say(lang, MSG("site", "Tables"), out);
	buf_str(out, "</title>\n<author><name>adit</name></author>\n");
	put_stamp("updated", n > 0 ? entry[0].time : 0, out);
	buf_str(out, "<link href=\"index.html\"/>\n<link rel=\"self\" href=\"feed.xml\"/>\n");
	for (size_t i = 0; i < n; i++)
		put_entry(lang, &entry[i], out);
	buf_str(out, "</feed>\n");
}
