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
#include "text/shown.h"
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
} what[] = { { "goal", MSG("replay", "goal turned up") }, { "tool", MSG("replay", "tool broken") },
	{ "over", MSG("replay", "round over") } };

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
	const struct language *lang = r->story.lang;
	const struct game *g = &d->pub.known;
	struct buf when = BUF_INIT, line = BUF_INIT;

	buf_clear(&r->next);
	html_next(lang, d, &r->next);
	buf_fmt(out, "<h2>%" PRId64 ": ", d->n);
	html_escape(buf_cstr(&r->next), r->next.n, out);
	buf_str(out, "</h2>\n<p class=\"soft\">");
	report_minute(d->time, &when);
	if (g->phase != PHASE_SETUP)
		language_fmt(lang, &line, MSG("replay", "Round %u, turn %u, %s"),
		    (unsigned)g->round, (unsigned)g->turn, buf_cstr(&when));
	html_str(buf_cstr(g->phase != PHASE_SETUP ? &line : &when), out);
	buf_str(out, "</p>\n");
	buf_release(&when);
	buf_release(&line);
}

static void
put_link(const struct language *lang, int64_t n, const char *message, struct buf *out)
{
	buf_fmt(out, "<a href=\"#%" PRId64 "\">", n);
	html_say(lang, message, out);
	buf_str(out, "</a>");
}

/* Appends links for readers without script. */
static void
put_links(const struct html_replay *r, int64_t n, struct buf *out)
{
	const struct language *lang = r->story.lang;

	buf_str(out, "<p class=\"links\">");
	if (n > r->first) {
		put_link(lang, r->first, MSG("replay", "first"), out);
		buf_chr(out, ' ');
		put_link(lang, n - 1, MSG("replay", "before"), out);
	}
	buf_str(out, n > r->first && n < r->measured ? " " : "");
	if (n < r->measured) {
		put_link(lang, n + 1, MSG("replay", "next"), out);
		buf_chr(out, ' ');
		put_link(lang, r->measured, MSG("replay", "last"), out);
	}
	buf_str(out, "</p>\n");
}

/* Appends role and hand of a seat at that time. */
static void
put_secrets(const struct language *lang, const struct game *g, unsigned s, struct buf *out)
{
	const struct seat *seat = &g->seat[s];
	char kind[CARD_NAME_MAX];
	struct buf role = BUF_INIT;

	if (seat->role >= g->rules->n_cards && seat->n_hand == 0)
		return;
	buf_str(out, "<span class=\"secret\">");
	if (seat->role < g->rules->n_cards) {
		shown_card(lang, g->rules, seat->role, &role);
		html_str(buf_cstr(&role), out);
		buf_str(out, seat->n_hand > 0 ? ": " : "");
		buf_release(&role);
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
	buf_str(out, "<svg role=\"img\" aria-label=\"");
	html_say(r->story.lang, mark->words, out);
	buf_fmt(out, "\"><use href=\"#mark%u_%u\"/></svg>", of, i);
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
	const struct language *lang = r->story.lang;
	const struct view *v = &d->pub;
	struct buf notes = BUF_INIT, more = BUF_INIT;

	buf_str(out, "<ul class=\"seats\">\n");
	for (unsigned s = 0; s < v->known.n_seats; s++) {
		bool moves = v->known.to_move == s && v->known.phase != PHASE_OVER;

		buf_str(out, moves ? "<li class=\"on\">" : "<li>");
		html_element("span", d->names.seat[s], out);
		put_marks(r, d, (uint8_t)s, out);
		buf_clear(&notes);
		language_fmt_n(lang, &notes, v->known.seat[s].n_hand,
		    MSG_N("replay", " %u card", " %u cards"), (unsigned)v->known.seat[s].n_hand);
		draw_seat_notes(lang, v, &d->names, s, &more);
		html_escape(notes.p, notes.n, out);
		if (more.n > 0) {
			buf_str(out, "; ");
			html_escape(more.p, more.n, out);
		}
		buf_clear(&more);
		if (shown != NULL && s < shown->n_seats)
			put_secrets(r->story.lang, shown, s, out);
		buf_str(out, "</li>\n");
	}
	buf_clear(&notes);
	draw_piles_notes(lang, v, &d->names, &notes);
	buf_str(out, "</ul>\n<p class=\"soft\">");
	html_escape(buf_cstr(&notes), notes.n, out);
	buf_str(out, "</p>\n");
	buf_release(&notes);
	buf_release(&more);
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
		.only_also = true,
		.lang = r->story.lang };
	struct buf title = BUF_INIT;

	*last = *ev;
	for (last->n = 0; last->n < ev->n && ev->at[last->n].kind != EVENT_ROUND;)
		last->n++;
	changes_take(&changes, d->pub.known.rules, last);
	language_fmt(r->story.lang, &title, MSG("page", "How round %u ended"), round);
	html_element("h3", buf_cstr(&title), out);
	buf_chr(out, '\n');
	html_round_end(&r->before, &d->pub, ev, &d->names, &options, out);
	buf_release(&title);
	free(last);
}

static void
put_state(struct html_replay *r, const struct digest *d, const struct digest_events *events,
    const struct buf *news, const struct game *shown)
{
	const struct language *lang = r->story.lang;
	const struct events *ev = &events->ev;
	const struct game *g = &d->pub.known;
	const struct svg_options options = { .is_for = SVG_INLINE,
		.changes = &r->changes,
		.extent = &r->extent[g->round],
		.defs = r->defs,
		.lang = lang };
	const bool ends = r->last >= 0 && events_end_round(ev),
		   deals = ends && g->phase == PHASE_PLAY;
	struct buf *out = &r->body, title = BUF_INIT;

	if (deals) {
		buf_str(out, "<div class=\"ended\">\n");
		put_round_end(r, d, ev, out);
		html_news(lang, &d->names, buf_cstr(news), news->n, HTML_PLACES_MARKED, out);
		buf_str(out, "</div>\n");
		language_fmt(lang, &title, MSG("summary", "Round %u"), (unsigned)g->round);
		html_element("h3", buf_cstr(&title), out);
		buf_chr(out, '\n');
		buf_release(&title);
	}
	digest_events_changes(&r->changes, g->rules, events);
	buf_str(out, "<div class=\"two\">\n<div class=\"board\">\n");
	if (g->phase != PHASE_SETUP)
		svg_board(&d->pub, &d->names, &options, out);
	buf_str(out, "</div>\n<div>\n");
	if (d->has_summary)
		html_summary(lang, &d->summary, &d->pub, &d->names, out);
	if (ends && !deals)
		put_round_end(r, d, ev, out);
	if (!ends)
		html_news(lang, &d->names, buf_cstr(news), news->n, HTML_PLACES_MARKED, out);
	if (g->phase != PHASE_SETUP)
		put_seats(r, d, shown, out);
	buf_str(out, "</div>\n</div>\n");
	if (!ends || deals)
		return;
	buf_str(out, "<div class=\"long\">\n");
	html_news(lang, &d->names, buf_cstr(news), news->n, HTML_PLACES_MARKED, out);
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
	if (g->phase != PHASE_SETUP && g->round != r->round) {
		struct buf round = BUF_INIT;

		language_fmt(r->story.lang, &round, MSG("replay", "round %u"), (unsigned)g->round);
		buf_fmt(&r->rounds, "<a href=\"#%" PRId64 "\">", d->n);
		html_str(buf_cstr(&round), &r->rounds);
		buf_str(&r->rounds, "</a>\n");
		buf_release(&round);
	}
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

/* A button with a picture, 24 units wide and high. label, hint: messages. */
static void
put_button(const struct language *lang, const char *attributes, const char *label, const char *hint,
    const char *picture, struct buf *out)
{
	buf_fmt(out, "<button type=\"button\" class=\"live\" %s aria-label=\"", attributes);
	html_say(lang, label, out);
	buf_str(out, "\" title=\"");
	html_say(lang, hint, out);
	buf_fmt(
	    out, "\"><svg viewBox=\"0 0 24 24\" aria-hidden=\"true\">%s</svg></button>\n", picture);
}

/* Appends a button that jumps to another state. */
static void
put_jump(const struct language *lang, const char *step, const char *message, struct buf *out)
{
	buf_fmt(out, "<button type=\"button\" class=\"live\" data-step=\"%s\">", step);
	html_say(lang, message, out);
	buf_str(out, "</button>\n");
}

/* Appends jumps to the next state of a kind, for kinds that the game has, and the speed. */
static void
put_jumps(const struct html_replay *r, struct buf *out)
{
	static const struct {
		const char *value, *words;
	} speed[] = { { "\"500\"", MSG("replay", "0.5 s a step") },
		{ "\"1000\" selected", MSG("replay", "1 s a step") },
		{ "\"2000\"", MSG("replay", "2 s a step") } };
	const struct language *lang = r->story.lang;

	buf_str(out, "<div class=\"live jumps\">\n");
	put_jump(lang, "roundNext", MSG("replay", "next round"), out);
	for (unsigned i = 0; i < sizeof what / sizeof what[0]; i++)
		if ((r->seen >> i & 1u) != 0)
			put_jump(lang, what[i].name, what[i].words, out);
	buf_str(out, "<label for=\"speed\" class=\"unseen\">");
	html_say(lang, MSG("replay", "Speed"), out);
	buf_str(out, "</label><select id=\"speed\">\n");
	for (unsigned i = 0; i < sizeof speed / sizeof speed[0]; i++) {
		buf_fmt(out, "<option value=%s>", speed[i].value);
		html_say(lang, speed[i].words, out);
		buf_str(out, "</option>\n");
	}
	buf_str(out, "</select>\n</div>\n");
}

static void
put_option(const struct language *lang, const char *id, const char *label, struct buf *out)
{
	buf_fmt(out, "<p class=\"option\"><input type=\"checkbox\" id=\"%s\"><label for=\"%s\">",
	    id, id);
	html_say(lang, label, out);
	buf_str(out, "</label></p>\n");
}

/* Appends the buttons that step, and the slider. */
static void
put_steps(const struct html_replay *r, struct buf *out)
{
	const struct language *lang = r->story.lang;
	struct buf play = BUF_INIT;

	put_button(lang, "data-step=\"first\"", MSG("replay", "First state"),
	    MSG("replay", "First state: Home"),
	    "<path class=\"open\" d=\"M18 6l-7 6 7 6M11 6l-7 6 7 6\"/>", out);
	put_button(lang, "data-step=\"before\"", MSG("replay", "One step back"),
	    MSG("replay", "One step back: left arrow"),
	    "<path class=\"open\" d=\"M15 6l-7 6 7 6\"/>", out);
	buf_str(&play, "id=\"play\" data-play=\"");
	html_say(lang, MSG("replay", "Play"), &play);
	buf_str(&play, "\" data-pause=\"");
	html_say(lang, MSG("replay", "Pause"), &play);
	buf_chr(&play, '"');
	put_button(lang, play.p, MSG("replay", "Play"), MSG("replay", "Play or pause: space bar"),
	    "<path class=\"start\" d=\"M8 5v14l11-7z\"/><path class=\"stop\" "
	    "d=\"M7 5h3v14H7zM14 5h3v14h-3z\"/>",
	    out);
	put_button(lang, "data-step=\"next\"", MSG("replay", "One step on"),
	    MSG("replay", "One step on: right arrow"), "<path class=\"open\" d=\"M9 6l7 6-7 6\"/>",
	    out);
	put_button(lang, "data-step=\"last\"", MSG("replay", "Last state"),
	    MSG("replay", "Last state: End"),
	    "<path class=\"open\" d=\"M6 6l7 6-7 6M13 6l7 6-7 6\"/>", out);
	buf_str(out, "<input id=\"slider\" class=\"live\" aria-label=\"");
	html_say(lang, MSG("replay", "Digest"), out);
	buf_fmt(out,
	    "\" type=\"range\" min=\"%" PRId64 "\" max=\"%" PRId64 "\" value=\"%" PRId64 "\">\n",
	    r->first, r->last, r->last);
	buf_release(&play);
}

static void
put_controls(const struct html_replay *r, struct buf *out)
{
	const struct language *lang = r->story.lang;

	buf_str(out, "<nav id=\"states\" aria-label=\"");
	html_say(lang, MSG("replay", "States"), out);
	buf_str(out, "\">\n");
	put_steps(r, out);
	put_jumps(r, out);
	put_button(lang, "id=\"more\" aria-expanded=\"false\" aria-controls=\"menu\"",
	    MSG("replay", "More"), MSG("replay", "Rounds, hands, printing"),
	    "<path class=\"open\" d=\"M5 12h.1M12 12h.1M19 12h.1\"/>", out);
	buf_str(out, "<div id=\"menu\" class=\"menu\">\n<p class=\"rounds\">");
	put_link(lang, r->first, MSG("replay", "beginning"), out);
	buf_fmt(out, "\n%s", buf_cstr(&r->rounds));
	put_link(lang, r->last, MSG("replay", "end"), out);
	buf_str(out, "</p>\n");
	if (r->has_secrets)
		put_option(lang, "secrets",
		    MSG("replay", "Show hands and roles as they were, where they are revealed"),
		    out);
	put_option(lang, "all", MSG("replay", "Print all states, not only this one"), out);
	buf_str(out, "</div>\n<output id=\"said\" class=\"unseen\" aria-label=\"");
	html_say(lang, MSG("replay", "State"), out);
	buf_str(out, "\"></output>\n</nav>\n");
}

/* Appends the header of the page. more: as for html_replay_put. */
static void
put_head(const struct html_replay *r, int64_t more, struct buf *out)
{
	const struct language *lang = r->story.lang;
	struct buf line = BUF_INIT;

	buf_str(out, "<header>\n<h1>");
	html_title(r->story.names->title, out);
	language_fmt(lang, &line, MSG("page", "%s, table `%s`"), rules_title(r->rules), r->game);
	html_sentence(&line, NULL, out);
	buf_str(out, "</h1>\n");
	if (more > 0) {
		buf_clear(&line);
		language_fmt_n(lang, &line, (uint64_t)more,
		    MSG_N("replay", "The game is long: its first %lld digest is not shown.",
			"The game is long: its first %lld digests are not shown."),
		    (long long)more);
		html_element("p", line.p, out);
		buf_chr(out, '\n');
	}
	if (r->story.languages != NULL)
		buf_add(out, buf_cstr(r->story.languages), r->story.languages->n);
	buf_str(out, "</header>\n");
	buf_release(&line);
}

/* Sets title and description of the page. */
static void
describe(const struct html_replay *r, struct buf *title, struct buf *about)
{
	const char *name = r->story.names->title;
	const int64_t steps = r->last - r->first;

	buf_fmt(title, "%s%s", name, name[0] != '\0' ? ": " : "");
	language_fmt(r->story.lang, title, MSG("replay", "%s, table %s: replay"),
	    rules_title(r->rules), r->game);
	language_fmt_n(r->story.lang, about, (uint64_t)steps,
	    MSG_N("replay", "The whole game, step by step: %lld step; %s.",
		"The whole game, step by step: %lld steps; %s."),
	    (long long)steps, buf_cstr(&r->next));
}

void
html_replay_put(struct html_replay *r, int64_t more, struct buf *out)
{
	struct buf title = BUF_INIT, about = BUF_INIT, end = BUF_INIT;
	struct html_frame f = { .lang = r->story.lang,
		.kind = "replay",
		.style = html_replay_style,
		.script = HTML_STEP,
		.hash = r->story.hash };

	describe(r, &title, &about);
	f.title = title.p;
	f.description = about.p;
	html_begin(&f, out);
	svg_shapes(out);
	svg_defs_cells(r->defs, out);
	buf_fmt(out,
	    "<svg class=\"adit adit-none\" width=\"0\" height=\"0\" aria-hidden=\"true\"><defs>\n%s"
	    "</defs></svg>\n",
	    buf_cstr(&r->marks));
	put_head(r, more, out);
	put_controls(r, out);
	buf_str(out, "<main class=\"states\">\n");
	buf_add(out, r->body.p, r->body.n);
	buf_str(out, "</main>\n");
	language_fmt(r->story.lang, &end,
	    MSG("replay",
		"Host `%s`; digest %lld, signature verified: `%s`. Made by `adit page --html "
		"--replay` from signed digests."),
	    r->story.fingerprint, (long long)r->last, r->story.head);
	html_footer(&end, out);
	html_end(&f, out);
	buf_release(&title);
	buf_release(&about);
	buf_release(&end);
}
