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
html_next(const struct digest *d, struct buf *out)
{
	const struct game *g = &d->pub.known;

	if (g->phase == PHASE_SETUP || g->phase == PHASE_OVER)
		report_next_words(NULL, d, out);
	else if (undo_request_blocks_play(&d->undo_request))
		buf_str(out, "the seats vote");
	else
		buf_fmt(out, "%s is to move", names_seat(&d->names, g->to_move));
}

/* ---- the front page ---------------------------------------------------------------------------------- */

/* The games of the tables, in the order of their first tables. The style has as many filters. */
enum { GAMES_MAX = 8 };
struct site_list {
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
	buf_fmt(out,
	    "<span><input type=\"radio\" name=\"%s\" id=\"%s\"%s><label for=\"%s\">%s, "
	    "%zu</label></span>\n",
	    filter, id, i < 0 ? " checked" : "", id, words, n);
}

/* Appends the filters that have a choice. */
static void
put_filters(const struct site_list *l, struct buf *out)
{
	static const char *const state[] = { "running", "over" };

	if (l->n_state[0] > 0 && l->n_state[1] > 0) {
		buf_str(out, "<fieldset>\n<legend>State</legend>\n");
		put_choice("state", -1, "all", l->n_state[0] + l->n_state[1], out);
		for (int i = 0; i < 2; i++)
			put_choice("state", i, state[i], l->n_state[i], out);
		buf_str(out, "</fieldset>\n");
	}
	if (l->n_games > 1) {
		buf_str(out, "<fieldset>\n<legend>Game</legend>\n");
		put_choice("game", -1, "all", l->n_state[0] + l->n_state[1], out);
		for (unsigned i = 0; i < l->n_games; i++)
			put_choice("game", (int)i, l->game[i], l->n_of[i], out);
		buf_str(out, "</fieldset>\n");
	}
}

/* Appends the two links of a table: the first one, its heading, to the replay if the game is over. */
static void
put_links(const struct html_site_table *t, struct buf *out)
{
	static const char *const page[] = { "index.html", "replay.html" };
	static const char *const words[] = { "replay", "last page" };
	const bool over = is_over(t);

	buf_fmt(out, "<h2><a href=\"%s/%s\">", t->folder, page[over]);
	html_title(t->d->names.title, out);
	html_str(rules_title(t->d->pub.known.rules), out);
	buf_fmt(out, "</a></h2>\n<p class=\"more\"><a href=\"%s/%s\">%s<span class=\"unseen\"> of ",
	    t->folder, page[!over], words[over]);
	html_str(t->d->game, out);
	buf_str(out, "</span></a></p>\n");
}

static void
put_shown(const struct site_list *l, const struct html_site_table *t, struct buf *out)
{
	const struct svg_options options = { .is_for = SVG_INLINE, .defs = l->defs };
	const struct digest *d = t->d;
	struct buf next = BUF_INIT;

	html_next(d, &next);
	buf_fmt(out, "<li class=\"card state-%d game-%u\">\n<div class=\"board\">", is_over(t),
	    game_number(l, t));
	if (d->pub.known.phase != PHASE_SETUP)
		svg_board(&d->pub, &d->names, &options, out);
	buf_str(out, "</div>\n");
	put_links(t, out);
	buf_str(out, "<p class=\"next\">");
	html_escape(buf_cstr(&next), next.n, out);
	if (d->due >= 0 && !is_over(t)) {
		buf_str(out, ", until ");
		report_minute(d->due, out);
	}
	buf_str(out, "</p>\n");
	if (t->wrong[0] != '\0') {
		buf_str(out, "<p class=\"wrong\">");
		html_str(t->wrong, out);
		buf_str(out, "</p>\n");
	}
	buf_str(out, "<p class=\"soft\">");
	html_element("code", d->game, out);
	buf_fmt(out, ", digest %" PRId64 " of ", d->n);
	report_minute(d->time, out);
	buf_str(out, "</p>\n</li>\n");
	buf_release(&next);
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

void
html_tables(const struct html_site_table *table, size_t n, const char *player,
    void (*hash)(const char *s, size_t n, struct buf *out), struct buf *out)
{
	struct site_list l = { .table = table, .n = n, .defs = svg_defs_new() };
	struct buf about = BUF_INIT, list = BUF_INIT;
	struct html_frame f = { .title = "Tables",
		.kind = "tables",
		.style = html_site_style,
		.script = HTML_STILL,
		.hash = hash };

	count_tables(&l);
	for (size_t i = 0; i < n; i++) {
		if (table[i].d != NULL)
			put_shown(&l, &table[i], &list);
		else
			put_wrong(&table[i], &list);
	}
	buf_fmt(
	    &about, "Games by mail and git: %zu running, %zu over.", l.n_state[0], l.n_state[1]);
	f.description = about.p;
	html_begin(&f, out);
	svg_shapes(out);
	svg_defs_cells(l.defs, out);
	buf_str(out,
	    "<header>\n<h1>Tables</h1>\n<p class=\"soft\">What is new, for a reader of feeds: <a "
	    "href=\"feed.xml\">feed.xml</a></p>\n");
	if (player != NULL)
		buf_fmt(out, "<p><a href=\"%s\">Play in this browser</a></p>\n", player);
	buf_str(out, "</header>\n<main class=\"tables\">\n");
	put_filters(&l, out);
	buf_str(out, "<ul class=\"cards\">\n");
	buf_add(out, buf_cstr(&list), list.n);
	buf_str(out,
	    "</ul>\n</main>\n<footer>\n<p>Made by <code>adit page --html --site</code> from signed "
	    "digests.</p>\n</footer>\n");
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
