/*
 * A replay, state by state.
 *
 * (R1) A state is drawn from its public view. Secrets are shown beside the drawing, never in it.
 * (R2) The style alone shows the state named by the fragment of the URL, or the last one.
 */
#include "show/html_replay.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "draw/draw.h"
#include "draw/mark.h"
#include "draw/svg.h"
#include "show/html_news.h"
#include "show/html_site.h"
#include "show/html_table.h"
#include "text/title.h"
#include "util/mem.h"
#include "wire/report.h"

enum { ROUND_TABLES = 256 };

struct html_replay {
	struct html_replay_info story;
	struct svg_extent extent[ROUND_TABLES];
	struct svg_defs *defs;
	struct buf body, rounds, next; /* next: who is to move after the last state */
	const struct rules *rules;
	char game[ORDER_BLOCK_GAME_MAX + 1];
	int64_t first, last, measured;    /* -1: none yet */
	struct view before;               /* of the last state */
	struct changes changes;           /* of the newest move */
	unsigned round, seen;             /* bit i: there is a state with what[i] */
	struct buf marks;                 /* pictures at seats */
	uint32_t has_mark[SEATS_MAX + 1]; /* by seat, bit i: mark i is in `marks` */
	bool has_secrets;
};

struct html_replay *
html_replay_new(const struct html_replay_info *story)
{
	struct html_replay *r = mem_zero(1, sizeof *r);

	r->story = *story;
	r->defs = svg_defs_new();
	r->first = r->last = r->measured = -1;
	return r;
}

void
html_replay_free(struct html_replay *r)
{
	if (r == NULL)
		return;
	svg_defs_free(r->defs);
	buf_release(&r->body);
	buf_release(&r->rounds);
	buf_release(&r->next);
	buf_release(&r->marks);
	free(r);
}

void
html_replay_measure(struct html_replay *r, const struct digest *d)
{
	svg_extent_add(&d->pub, r->story.names, &r->extent[d->pub.known.round]);
	r->measured = d->n;
}

/* ---- what happened ------------------------------------------------------------------------------------- */

/* What the reader can jump to. The names are words of the script. */
static const struct {
	const char *name, *words;
} what[] = { { "goal", "goal turned up" }, { "tool", "tool broken" }, { "over", "round over" } };

static unsigned
what_of(const struct rules *rules, const struct event *e)
{
	if (e->kind == EVENT_TURNED_UP)
		return 1u << 0;
	if (e->kind == EVENT_PLAYED && e->card < rules->n_cards &&
	    rules->card[e->card].action == ACTION_BREAK)
		return 1u << 1;
	return e->kind == EVENT_ROUND_END ? 1u << 2 : 0;
}

/* Appends the attribute of a state with what happened, for jumps. */
static void
put_what(struct html_replay *r, const struct rules *rules, const struct events *ev, struct buf *out)
{
	const char *before = " data-what=\"";
	unsigned seen = 0;

	for (uint32_t i = 0; i < ev->n; i++)
		seen |= what_of(rules, &ev->at[i]);
	for (unsigned i = 0; i < sizeof what / sizeof what[0]; i++) {
		if ((seen >> i & 1u) == 0)
			continue;
		buf_fmt(out, "%s%s", before, what[i].name);
		before = " ";
	}
	buf_str(out, seen != 0 ? "\"" : "");
	r->seen |= seen;
}

/* ---- one state --------------------------------------------------------------------------------------- */

static void
put_title(struct html_replay *r, const struct digest *d, struct buf *out)
{
	const struct game *g = &d->pub.known;

	buf_clear(&r->next);
	html_next(d, &r->next);
	buf_fmt(out, "<h2>%" PRId64 ": ", d->n);
	html_escape(buf_cstr(&r->next), r->next.n, out);
	buf_str(out, "</h2>\n<p class=\"soft\">");
	if (g->phase != PHASE_SETUP)
		buf_fmt(out, "Round %u, turn %u, ", (unsigned)g->round, (unsigned)g->turn);
	report_minute(d->time, out);
	buf_str(out, "</p>\n");
}

/* Appends links for readers without script. */
static void
put_links(const struct html_replay *r, int64_t n, struct buf *out)
{
	buf_str(out, "<p class=\"links\">");
	if (n > r->first)
		buf_fmt(out,
		    "<a href=\"#%" PRId64 "\">first</a> <a href=\"#%" PRId64 "\">before</a>",
		    r->first, n - 1);
	if (n < r->measured)
		buf_fmt(out,
		    "%s<a href=\"#%" PRId64 "\">next</a> <a href=\"#%" PRId64 "\">last</a>",
		    n > r->first ? " " : "", n + 1, r->measured);
	buf_str(out, "</p>\n");
}

/* Appends role and hand of a seat at that time. */
static void
put_secrets(const struct game *g, unsigned s, struct buf *out)
{
	const struct seat *seat = &g->seat[s];
	char kind[CARD_NAME_MAX];

	if (seat->role >= g->rules->n_cards && seat->n_hand == 0)
		return;
	buf_str(out, "<span class=\"secret\">");
	if (seat->role < g->rules->n_cards) {
		card_name(g->rules, seat->role, kind);
		html_str(kind, out);
		buf_str(out, seat->n_hand > 0 ? ": " : "");
	}
	for (unsigned i = 0; i < seat->n_hand; i++) {
		card_name(g->rules, seat->hand[i], kind);
		buf_str(out, i > 0 ? " " : "");
		html_str(kind, out);
	}
	buf_str(out, "</span>");
}

/* Appends a picture that is defined once in the page; those of dwarves have the letter of a seat. */
static void
put_mark(struct html_replay *r, const struct digest *d, uint8_t s, unsigned i, struct buf *out)
{
	const struct seat_mark *mark = mark_at(d->pub.known.rules, i);
	const bool is_dwarf = strncmp(mark->name, "dwarf", 5) == 0;
	const unsigned of = is_dwarf ? s : SEATS_MAX;
	char letter[SEATS_MAX];

	if ((r->has_mark[of] >> i & 1u) == 0) {
		r->has_mark[of] |= 1u << i;
		seat_letters(&d->names, d->pub.known.n_seats, letter);
		buf_fmt(&r->marks, "<symbol id=\"mark%u_%u\" viewBox=\"-50 -50 100 100\">", of, i);
		mark_shapes(mark, is_dwarf ? letter[s] : '\0', &r->marks);
		buf_str(&r->marks, "</symbol>\n");
	}
	buf_fmt(out, "<svg role=\"img\" aria-label=\"%s\"><use href=\"#mark%u_%u\"/></svg>",
	    language_english(mark->words), of, i);
}

/* Appends pictures of what sets the seat apart; tools that are whole do not. */
static void
put_marks(struct html_replay *r, const struct digest *d, uint8_t s, struct buf *out)
{
	const struct rules *rules = d->pub.known.rules;
	const struct seat_mark *mark, *next;

	for (unsigned i = 0; (mark = mark_at(rules, i)) != NULL; i++) {
		next = mark_at(rules, i + 1);
		if (mark_is(&d->pub, s, i) &&
		    (next == NULL || strstr(next->name, mark->name) == NULL))
			put_mark(r, d, s, i, out);
	}
}

static void
put_seats(struct html_replay *r, const struct digest *d, const struct game *shown, struct buf *out)
{
	const struct view *v = &d->pub;
	struct buf notes = BUF_INIT;

	buf_str(out, "<ul class=\"seats\">\n");
	for (unsigned s = 0; s < v->known.n_seats; s++) {
		bool moves = v->known.to_move == s && v->known.phase != PHASE_OVER;

		buf_str(out, moves ? "<li class=\"on\">" : "<li>");
		html_element("span", d->names.seat[s], out);
		put_marks(r, d, (uint8_t)s, out);
		buf_clear(&notes);
		buf_fmt(&notes, " %u card%s; ", (unsigned)v->known.seat[s].n_hand,
		    v->known.seat[s].n_hand == 1 ? "" : "s");
		draw_seat_notes(NULL, v, &d->names, s, &notes);
		notes.n -= notes.p[notes.n - 2] == ';' ? 2 : 0;
		html_escape(notes.p, notes.n, out);
		if (shown != NULL && s < shown->n_seats)
			put_secrets(shown, s, out);
		buf_str(out, "</li>\n");
	}
	buf_clear(&notes);
	draw_piles_notes(NULL, v, &d->names, &notes);
	buf_str(out, "</ul>\n<p class=\"soft\">");
	html_escape(buf_cstr(&notes), notes.n, out);
	buf_str(out, "</p>\n");
	buf_release(&notes);
}

/* Appends how the round ended, with its last board and what the last move changed there. */
static void
put_round_end(
    const struct html_replay *r, const struct digest *d, const struct events *ev, struct buf *out)
{
	const unsigned round = r->before.known.round;
	struct changes changes = r->changes;
	struct events *last = mem_new(sizeof *last);
	const struct svg_options options = { .is_for = SVG_INLINE,
		.changes = &changes,
		.extent = &r->extent[round],
		.defs = r->defs,
		.only_also = true };

	*last = *ev;
	for (last->n = 0; last->n < ev->n && ev->at[last->n].kind != EVENT_ROUND;)
		last->n++;
	changes_take(&changes, d->pub.known.rules, last);
	buf_fmt(out, "<h3>How round %u ended</h3>\n", round);
	html_round_end(&r->before, &d->pub, ev, &d->names, &options, out);
	free(last);
}

static void
put_state(struct html_replay *r, const struct digest *d, const struct digest_events *events,
    const struct buf *news, const struct game *shown)
{
	const struct events *ev = &events->ev;
	const struct game *g = &d->pub.known;
	const struct svg_options options = { .is_for = SVG_INLINE,
		.changes = &r->changes,
		.extent = &r->extent[g->round],
		.defs = r->defs };
	const bool ends = r->last >= 0 && events_end_round(ev),
		   deals = ends && g->phase == PHASE_PLAY;
	struct buf *out = &r->body;

	if (deals) {
		buf_str(out, "<div class=\"ended\">\n");
		put_round_end(r, d, ev, out);
		html_news(&d->names, buf_cstr(news), news->n, HTML_PLACES_MARKED, out);
		buf_fmt(out, "</div>\n<h3>Round %u</h3>\n", (unsigned)g->round);
	}
	digest_events_changes(&r->changes, g->rules, events);
	buf_str(out, "<div class=\"two\">\n<div class=\"board\">\n");
	if (g->phase != PHASE_SETUP)
		svg_board(&d->pub, &d->names, &options, out);
	buf_str(out, "</div>\n<div>\n");
	if (d->has_summary)
		html_summary(&d->summary, &d->pub, &d->names, out);
	if (ends && !deals)
		put_round_end(r, d, ev, out);
	if (!ends)
		html_news(&d->names, buf_cstr(news), news->n, HTML_PLACES_MARKED, out);
	if (g->phase != PHASE_SETUP)
		put_seats(r, d, shown, out);
	buf_str(out, "</div>\n</div>\n");
	if (!ends || deals)
		return;
	buf_str(out, "<div class=\"long\">\n");
	html_news(&d->names, buf_cstr(news), news->n, HTML_PLACES_MARKED, out);
	buf_str(out, "</div>\n");
}

void
html_replay_add(struct html_replay *r, const struct digest *d, const struct digest_events *events,
    const struct buf *news, const struct game *shown)
{
	const struct game *g = &d->pub.known;
	struct buf *out = &r->body;

	if (r->first < 0) {
		r->first = d->n;
		r->rules = g->rules->base != NULL ? g->rules->base : g->rules;
		memcpy(r->game, d->game, sizeof r->game);
	}
	if (g->phase != PHASE_SETUP && g->round != r->round)
		buf_fmt(&r->rounds, "<a href=\"#%" PRId64 "\">round %u</a>\n", d->n,
		    (unsigned)g->round);
	r->round = g->phase != PHASE_SETUP ? g->round : r->round;
	buf_fmt(out, "<article class=\"state%s\" id=\"%" PRId64 "\"",
	    d->n == r->measured ? " last" : "", d->n);
	put_what(r, g->rules, &events->ev, out);
	buf_str(out, ">\n");
	put_title(r, d, out);
	put_links(r, d->n, out);
	put_state(r, d, events, news, shown);
	buf_str(out, "</article>\n");
	r->last = d->n;
	r->before = d->pub;
	r->has_secrets = r->has_secrets || (shown != NULL && g->phase != PHASE_SETUP);
}

/* ---- the page ---------------------------------------------------------------------------------------- */

/* A button with a picture, 24 units wide and high. */
static void
put_button(const char *attributes, const char *label, const char *hint, const char *picture,
    struct buf *out)
{
	buf_fmt(out,
	    "<button type=\"button\" class=\"live\" %s aria-label=\"%s\" title=\"%s\"><svg "
	    "viewBox=\"0 0 24 "
	    "24\" "
	    "aria-hidden=\"true\">%s</svg></button>\n",
	    attributes, label, hint, picture);
}

/* Appends jumps to the next state of a kind, for kinds that the game has, and the speed. */
static void
put_jumps(const struct html_replay *r, struct buf *out)
{
	buf_str(out,
	    "<div class=\"live jumps\">\n"
	    "<button type=\"button\" class=\"live\" data-step=\"roundNext\">next round</button>\n");
	for (unsigned i = 0; i < sizeof what / sizeof what[0]; i++)
		if ((r->seen >> i & 1u) != 0)
			buf_fmt(out,
			    "<button type=\"button\" class=\"live\" data-step=\"%s\">%s</button>\n",
			    what[i].name, what[i].words);
	buf_str(out,
	    "<label for=\"speed\" class=\"unseen\">Speed</label><select id=\"speed\">\n"
	    "<option value=\"500\">0.5 s a step</option>\n"
	    "<option value=\"1000\" selected>1 s a step</option>\n"
	    "<option value=\"2000\">2 s a step</option>\n</select>\n</div>\n");
}

static void
put_option(const char *id, const char *label, struct buf *out)
{
	buf_fmt(out,
	    "<p class=\"option\"><input type=\"checkbox\" id=\"%s\"><label "
	    "for=\"%s\">%s</label></p>\n",
	    id, id, label);
}

static void
put_controls(const struct html_replay *r, struct buf *out)
{
	buf_str(out, "<nav id=\"states\" aria-label=\"States\">\n");
	put_button("data-step=\"first\"", "First state", "First state: Home",
	    "<path class=\"open\" d=\"M18 6l-7 6 7 6M11 6l-7 6 7 6\"/>", out);
	put_button("data-step=\"before\"", "One step back", "One step back: left arrow",
	    "<path class=\"open\" d=\"M15 6l-7 6 7 6\"/>", out);
	put_button("id=\"play\"", "Play", "Play or pause: space bar",
	    "<path class=\"start\" d=\"M8 5v14l11-7z\"/><path class=\"stop\" "
	    "d=\"M7 5h3v14H7zM14 5h3v14h-3z\"/>",
	    out);
	put_button("data-step=\"next\"", "One step on", "One step on: right arrow",
	    "<path class=\"open\" d=\"M9 6l7 6-7 6\"/>", out);
	put_button("data-step=\"last\"", "Last state", "Last state: End",
	    "<path class=\"open\" d=\"M6 6l7 6-7 6M13 6l7 6-7 6\"/>", out);
	buf_fmt(out,
	    "<input id=\"slider\" class=\"live\" aria-label=\"Digest\" type=\"range\" "
	    "min=\"%" PRId64 "\" max=\"%" PRId64 "\" value=\"%" PRId64 "\">\n",
	    r->first, r->last, r->last);
	put_jumps(r, out);
	put_button("id=\"more\" aria-expanded=\"false\" aria-controls=\"menu\"", "More",
	    "Rounds, hands, printing", "<path class=\"open\" d=\"M5 12h.1M12 12h.1M19 12h.1\"/>",
	    out);
	buf_fmt(out,
	    "<div id=\"menu\" class=\"menu\">\n<p class=\"rounds\"><a href=\"#%" PRId64
	    "\">beginning</a>\n%s<a href=\"#%" PRId64 "\">end</a></p>\n",
	    r->first, buf_cstr(&r->rounds), r->last);
	if (r->has_secrets)
		put_option(
		    "secrets", "Show hands and roles as they were, where they are revealed", out);
	put_option("all", "Print all states, not only this one", out);
	buf_str(out,
	    "</div>\n<output id=\"said\" class=\"unseen\" "
	    "aria-label=\"State\"></output>\n</nav>\n");
}

void
html_replay_put(struct html_replay *r, int64_t more, struct buf *out)
{
	struct buf title = BUF_INIT, about = BUF_INIT;
	const char *name = r->story.names->title;
	struct html_frame f = { .kind = "replay",
		.style = html_replay_style,
		.script = HTML_STEP,
		.hash = r->story.hash };

	buf_fmt(&title, "%s%s%s, table %s: replay", name, name[0] != '\0' ? ": " : "",
	    rules_title(r->rules), r->game);
	f.title = title.p;
	buf_fmt(&about, "The whole game, step by step: %" PRId64 " steps; %s.", r->last - r->first,
	    buf_cstr(&r->next));
	f.description = about.p;
	html_begin(&f, out);
	svg_shapes(out);
	svg_defs_cells(r->defs, out);
	buf_fmt(out,
	    "<svg class=\"adit adit-none\" width=\"0\" height=\"0\" aria-hidden=\"true\"><defs>\n%s"
	    "</defs></svg>\n",
	    buf_cstr(&r->marks));
	buf_str(out, "<header>\n<h1>");
	html_title(name, out);
	html_str(rules_title(r->rules), out);
	buf_str(out, ", table <code>");
	html_str(r->game, out);
	buf_str(out, "</code></h1>\n");
	if (more > 0)
		buf_fmt(out,
		    "<p>The game is long: its first %" PRId64 " digests are not shown.</p>\n",
		    more);
	buf_str(out, "</header>\n");
	put_controls(r, out);
	buf_str(out, "<main class=\"states\">\n");
	buf_add(out, r->body.p, r->body.n);
	buf_fmt(out,
	    "</main>\n<footer>\n<p>Host <code>%s</code>; digest %" PRId64
	    ", signature verified: <code>%s</code>. Made by <code>adit page --html --replay</code> "
	    "from signed digests.</p>\n</footer>\n",
	    r->story.fingerprint, r->last, r->story.head);
	html_end(&f, out);
	buf_release(&title);
	buf_release(&about);
}
