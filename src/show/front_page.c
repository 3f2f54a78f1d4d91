/* The front page of a table. Its sections answer, in this order: who is to move, what this is, the
 * board, the seats, the news, the scores, how to take part, the trust in the host. */
#include "show/front_page_internal.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "draw/draw.h"
#include "draw/mark.h"
#include "draw/svg.h"
#include "text/markdown.h"
#include "text/since.h"
#include "text/title.h"
#include "text/web.h"
#include "util/mem.h"
#include "util/slice.h"
#include "wire/host_action.h"
#include "wire/report.h"

enum { COLUMNS = 96 }; /* width of drawings that forges show without a scroll bar */

struct front_page *
front_page_new(const struct language *lang, unsigned style)
{
	struct front_page *p = mem_zero(1, sizeof *p);

	p->lang = lang;
	p->style = style;
	p->two[0] = mem_new(sizeof *p->two[0]);
	p->two[1] = mem_new(sizeof *p->two[1]);
	p->events = mem_new(sizeof *p->events);
	return p;
}

void
front_page_free(struct front_page *p)
{
	if (p == NULL)
		return;
	buf_release(&p->ended);
	buf_release(&p->whole);
	buf_release(&p->all);
	for (unsigned i = 0; i < FRONT_PAGE_NEWS; i++)
		buf_release(&p->news[i]);
	free(p->two[0]);
	free(p->two[1]);
	free(p->events);
	free(p);
}

bool
front_page_is_ascii(const struct front_page *p)
{
	return (p->style & DRAW_ASCII) != 0;
}

/* ---- news ------------------------------------------------------------------------------------ */

/* True if the turn continues. */
static bool
goes_on(const struct game *a, const struct game *b)
{
	return a->phase == b->phase && a->round == b->round && a->turn == b->turn &&
	    a->to_move == b->to_move;
}

/* Appends the news without draws and without what draw_round_end shows. */
static void
put_news(const struct language *lang, const struct digest *d, const struct digest_events *events,
    const char *reason, struct buf *out)
{
	static const bool is_left_out[EVENT_KIND_COUNT] = {
		[EVENT_DREW] = true,
		[EVENT_SHOWN] = true,
		[EVENT_GOAL_WAS] = true,
		[EVENT_GOLD] = true,
		[EVENT_SCORE] = true,
	};
	struct events *ev = mem_zero(1, sizeof *ev);

	for (uint32_t i = 0; i < events->ev.n; i++)
		if (!is_left_out[events->ev.at[i].kind])
			ev->at[ev->n++] = events->ev.at[i];
	since_for_reader(
	    lang, d->pub.known.rules, &d->names, ev, &events->notes, reason, SEAT_NONE, out);
	free(ev);
}

const struct digest *
front_page_last(const struct front_page *p)
{
	return p->d;
}

int
front_page_add(struct front_page *p, const struct rules *const *games, const char *text,
    const struct digest_layout *t, const struct hash *head, struct err *err)
{
	const struct digest *before = p->d;
	struct digest *d = p->two[before == p->two[0]];
	struct digest_events *events = p->events;
	struct host_action act = { .reason = "" };
	struct buf *line;

	if (digest_parse(games, text, t, d, err) < 0 ||
	    digest_parse_events(text, t, d, events, err) < 0 ||
	    host_action_find(text, t, &act, err) < 0)
		return -1;
	line = &p->news[d->n % FRONT_PAGE_NEWS];
	if (before == NULL)
		p->names = d->names;
	if (before == NULL || !goes_on(&before->pub.known, &d->pub.known))
		p->since = d->time;
	if (before != NULL && events_end_round(&events->ev)) {
		p->ended_round = before->pub.known.round;
		buf_clear(&p->ended);
		draw_round_end(p->lang, &before->pub, &d->pub, &events->ev, &d->names, p->style,
		    COLUMNS, &p->ended);
	}
	if (d->has_summary)
		summary_words(p->lang, &d->summary, &d->names, &p->whole);
	digest_events_changes(&p->changes, d->pub.known.rules, events);
	p->d = d;
	p->head = *head;
	buf_clear(line);
	put_news(p->lang, d, events, act.reason, line);
	buf_clear(&p->all);
	digest_words(NULL, d, &events->ev, &events->notes, act.reason, SEAT_NONE, &p->all);
	return 0;
}

/* Replaces "anna draws a card, 6 times", the form in digests, by "anna draws 6 cards". */
static void
count_cards(struct buf *sentence)
{
	static const char one[] = " draws a card, ", times[] = " times";
	char *at = strstr(sentence->p, one);
	size_t n = at != NULL ? strspn(at + sizeof one - 1, "0123456789") : 0;

	if (n == 0 || strcmp(at + sizeof one - 1 + n, times) != 0)
		return;
	memmove(at + sizeof " draws " - 1, at + sizeof one - 1, n);
	sentence->n = (size_t)(at - sentence->p) + sizeof " draws " - 1 + n;
	buf_str(sentence, " cards");
}

bool
front_page_next_piece(const struct buf *lines, size_t *at, bool *theirs, struct buf *out)
{
	if (!since_next(buf_cstr(lines), lines->n, at, theirs, out))
		return false;
	if (!*theirs)
		count_cards(out);
	return true;
}

/* ---- README.md ------------------------------------------------------------------------------------- */

static void
put_ours(const struct front_page *p, const struct buf *words, struct buf *out)
{
	markdown_sentence(buf_cstr(words), words->n, front_page_is_ascii(p), out);
}

/* Appends words of players to a list entry, as a code span in a quotation. */
static void
put_theirs(const struct front_page *p, const struct buf *words, struct buf *out)
{
	buf_str(out, "\n\n  > ");
	markdown_code(buf_cstr(words), words->n, front_page_is_ascii(p), out);
}

void
front_page_put_heading(
    const struct front_page *p, const char *level, const char *message, struct buf *out)
{
	buf_fmt(out, "%s %s\n\n", level, language_text(p->lang, message));
}

static void
put_turn(const struct front_page *p, struct buf *out)
{
	const struct digest *d = p->d;
	struct buf words = BUF_INIT, shown = BUF_INIT, since = BUF_INIT, due = BUF_INIT;

	report_turn_words(p->lang, d, SEAT_NONE, &words);
	put_ours(p, &words, &shown);
	report_minute(p->since, &since);
	if (d->due >= 0 && d->pub.known.phase != PHASE_OVER) {
		report_minute(d->due, &due);
		language_fmt(p->lang, out, MSG("readme", "**%s**, since %s, until %s.\n"),
		    buf_cstr(&shown), since.p, due.p);
	} else {
		language_fmt(
		    p->lang, out, MSG("readme", "**%s**, since %s.\n"), buf_cstr(&shown), since.p);
	}
	buf_release(&words);
	buf_release(&shown);
	buf_release(&since);
	buf_release(&due);
}

/* Appends what the table waits for besides the turn: votes, new keys, people who wait. */
static void
put_pending(const struct front_page *p, struct buf *out)
{
	struct buf stands = BUF_INIT, piece = BUF_INIT;
	size_t at = 0;
	bool theirs = false;

	digest_pending_text(p->lang, p->d, &stands);
	while (front_page_next_piece(&stands, &at, &theirs, &piece)) {
		buf_str(out, theirs ? "" : "- ");
		if (theirs)
			put_theirs(p, &piece, out);
		else
			put_ours(p, &piece, out);
		buf_chr(out, '\n');
	}
	buf_str(out, stands.n > 0 ? "\n" : "");
	buf_release(&stands);
	buf_release(&piece);
}

static void
put_head(const struct front_page *p, struct buf *out)
{
	const struct game *g = &p->d->pub.known;
	struct buf where = BUF_INIT;

	buf_str(out, "# ");
	markdown_code(p->names.title, strlen(p->names.title), front_page_is_ascii(p), out);
	buf_str(out, p->names.title[0] != '\0' ? ": " : "");
	language_fmt(
	    p->lang, out, MSG("page", "%s, table `%s`"), rules_title(g->rules), p->d->game);
	buf_str(out, "\n\n");
	put_turn(p, out);
	description_where(p->lang, g, &where);
	if (g->phase != PHASE_SETUP)
		language_fmt(p->lang, out, MSG("readme", "%s, digest %lld.\n"), buf_cstr(&where),
		    (long long)p->d->n);
	buf_chr(out, '\n');
	put_pending(p, out);
	language_fmt(p->lang, out,
	    MSG("readme",
		"> %s It is played here by signed messages, which reach a host through git, a "
		"browser or mail; each commit is what one of them did."),
	    language_text(p->lang, rules_about(g->rules)));
	buf_str(out, "\n\n");
	buf_release(&where);
}

/* Appends the board as a picture, and folded as text. */
static void
put_table(const struct front_page *p, struct buf *out)
{
	const struct draw_board_options options = {
		.style = p->style, .columns = COLUMNS, .changes = &p->changes
	};
	const struct view *v = &p->d->pub;
	struct buf drawing = BUF_INIT;

	if (v->known.phase == PHASE_SETUP)
		return;
	buf_fmt(out, "![%s](" FRONT_PAGE_BOARD ")\n\n",
	    language_text(p->lang, MSG("readme", "The board")));
	draw_board(p->lang, v, &p->d->names, &options, &drawing);
	buf_chr(&drawing, '\n');
	draw_board_legend(p->lang, v, &p->d->names, &options, &drawing);
	buf_fmt(out, "<details><summary>%s</summary>\n\n",
	    language_text(p->lang, MSG("readme", "The board as text")));
	markdown_block("text", drawing.p, drawing.n, out);
	buf_str(out, "\n</details>\n\n");
	buf_release(&drawing);
}

/* Appends the news of one digest. */
static void
put_turn_news(const struct front_page *p, int64_t n, struct buf *out)
{
	struct buf piece = BUF_INIT;
	size_t at = 0;
	bool any = false, theirs = false, was_theirs = false;

	while (front_page_next_piece(&p->news[n % FRONT_PAGE_NEWS], &at, &theirs, &piece)) {
		if (!any)
			buf_fmt(out, "- **%" PRId64 "** ", n);
		else if (!theirs)
			buf_str(out, was_theirs ? "\n\n  " : "; ");
		if (theirs)
			put_theirs(p, &piece, out);
		else
			put_ours(p, &piece, out);
		any = true;
		was_theirs = theirs;
	}
	buf_str(out, any ? "\n" : "");
	buf_release(&piece);
}

/* Appends where all of the story is. Nobody knows whether the host has switched pages on. */
static void
put_replay(const struct front_page *p, struct buf *out)
{
	struct buf pages = BUF_INIT;

	if (p->names.web[0] != '\0' && web_pages(p->names.web, &pages))
		language_fmt(p->lang, out,
		    MSG("readme",
			"The whole story: the [replay](%s%s/replay.html), if the host publishes "
			"pages, `adit log turns`, or `git log`."),
		    pages.p, p->d->game);
	else
		buf_str(out,
		    language_text(p->lang,
			MSG("readme", "The whole story: `adit log turns`, or `git log`.")));
	buf_str(out, "\n\n");
	buf_release(&pages);
}

/* Appends the newest digests first, as long as they fit, and where the others are. */
static void
put_story(const struct front_page *p, size_t room, struct buf *out)
{
	const struct digest *d = p->d;
	struct buf one = BUF_INIT;

	front_page_put_heading(p, "##", MSG("read", "What happened"), out);
	for (int64_t n = d->n; n >= 0 && n > d->n - FRONT_PAGE_NEWS; n--) {
		buf_clear(&one);
		put_turn_news(p, n, &one);
		if (one.n > room)
			break;
		room -= one.n;
		buf_add(out, buf_cstr(&one), one.n);
	}
	buf_chr(out, '\n');
	put_replay(p, out);
	buf_release(&one);
}

static void
put_ended(const struct front_page *p, struct buf *out)
{
	if (p->ended.n == 0)
		return;
	buf_str(out, "## ");
	language_fmt(p->lang, out, MSG("page", "How round %u ended"), p->ended_round);
	buf_str(out, "\n\n");
	markdown_block("text", p->ended.p, p->ended.n, out);
	buf_chr(out, '\n');
}

static void
put_whole(const struct front_page *p, struct buf *out)
{
	if (p->whole.n == 0)
		return;
	front_page_put_heading(p, "##", MSG("read", "The whole game"), out);
	markdown_block("text", p->whole.p, p->whole.n, out);
	buf_chr(out, '\n');
}

struct description
front_page_describe(const struct front_page *p)
{
	return (struct description){ .d = p->d,
		.v = &p->d->pub,
		.names = &p->names,
		.lang = p->lang,
		.put_time = report_minute };
}

/* Appends the name of a seat, and the display name. */
static void
put_name(const struct front_page *p, const struct description_seat *s, struct buf *out)
{
	buf_str(out, "**");
	markdown_sentence(s->name, strlen(s->name), front_page_is_ascii(p), out);
	buf_str(out, "**");
	if (s->display[0] == '\0')
		return;
	buf_chr(out, ' ');
	markdown_cell(s->display, strlen(s->display), front_page_is_ascii(p), out);
}

/* Appends what is known of a seat, in words. */
static void
put_notes(const struct front_page *p, const struct description_seat *s, struct buf *out)
{
	if (s->moves)
		buf_fmt(out, "**%s**%s", language_text(p->lang, MSG("page", "to move")),
		    s->notes.n > 0 ? "; " : "");
	put_ours(p, &s->notes, out);
}

static void
put_mark(const struct language *lang, const struct seat_mark *mark, struct buf *out)
{
	buf_fmt(out, "![%s](" FRONT_PAGE_PICTURES "/%s.svg)", language_text(lang, mark->words),
	    mark->name);
}

/* Appends the pictures of a seat after the deal. They are below its name: a column of their own would
 * be too narrow on a small screen. */
static void
put_marks(const struct language *lang, const struct view *v, uint8_t seat, struct buf *out)
{
	const struct seat_mark *mark;
	const char *before = "<br>";

	for (unsigned i = 0; (mark = mark_at(v->known.rules, i)) != NULL; i++) {
		if (!mark_is(v, seat, i))
			continue;
		buf_str(out, before);
		put_mark(lang, mark, out);
		before = "";
	}
}

/* Appends what is known of the gold of a seat. */
static void
put_gold(
    const struct language *lang, const struct rules *rules, const struct buf *gold, struct buf *out)
{
	if (gold->n > 0 && !slice_equals("0", gold->p, gold->n)) {
		put_mark(lang, mark_at(rules, 0), out);
		buf_chr(out, ' ');
	}
	buf_str(out, buf_cstr(gold));
}

/* Appends the rows of the seats. Nothing but notes is known of them before the deal. */
static void
put_rows(const struct front_page *p, bool is_dealt, bool with_gold, struct buf *out)
{
	const struct description table = front_page_describe(p);
	struct description_seat s;

	for (uint8_t i = 0; i < p->d->names.n; i++) {
		description_of_seat(&table, i, &s);
		buf_str(out, "| ");
		put_name(p, &s, out);
		if (is_dealt) {
			put_marks(p->lang, table.v, i, out);
			buf_fmt(out, " | %u", s.cards);
		}
		buf_str(out, " | ");
		if (with_gold) {
			put_gold(p->lang, table.v->known.rules, &s.gold, out);
			buf_str(out, " | ");
		}
		put_notes(p, &s, out);
		buf_str(out, " |\n");
		description_seat_release(&s);
	}
}

/* Appends the headings of the table of seats. */
static void
put_columns(const struct front_page *p, bool is_dealt, bool with_gold, struct buf *out)
{
	buf_fmt(out, "| %s | ", language_text(p->lang, MSG("summary", "Seat")));
	if (is_dealt)
		buf_fmt(out, "%s | ", language_text(p->lang, MSG("readme", "Cards")));
	if (with_gold)
		buf_fmt(out, "%s | ", language_text(p->lang, MSG("summary", "Gold")));
	buf_fmt(out, "|\n|---|%s%s---|\n", is_dealt ? "---|" : "", with_gold ? "---|" : "");
}

static void
put_seats(const struct front_page *p, struct buf *out)
{
	const struct view *v = &p->d->pub;
	const bool is_dealt = v->known.phase != PHASE_SETUP;
	struct buf gold = BUF_INIT, piles = BUF_INIT;

	for (unsigned i = 0; is_dealt && i < p->d->names.n; i++)
		draw_gold(p->lang, v, (uint8_t)i, &gold);
	front_page_put_heading(p, "##", MSG("readme", "Who is who"), out);
	put_columns(p, is_dealt, gold.n > 0, out);
	put_rows(p, is_dealt, gold.n > 0, out);
	buf_chr(out, '\n');
	if (is_dealt) {
		draw_piles_notes(p->lang, v, &p->d->names, &piles);
		put_ours(p, &piles, out);
		buf_str(out, ".\n\n");
	}
	buf_release(&gold);
	buf_release(&piles);
}

void
front_page_pictures(const struct front_page *p,
    void (*put)(void *arg, const char *path, const struct buf *text), void *arg)
{
	const struct rules *rules = p->d->pub.known.rules;
	const struct seat_mark *mark;
	struct buf path = BUF_INIT, text = BUF_INIT;

	for (unsigned i = 0; (mark = mark_at(rules, i)) != NULL; i++) {
		buf_clear(&path);
		buf_clear(&text);
		buf_fmt(&path, FRONT_PAGE_PICTURES "/%s.svg", mark->name);
		mark_svg(mark, &text);
		put(arg, path.p, &text);
	}
	buf_release(&path);
	buf_release(&text);
}

bool
front_page_board(const struct front_page *p, struct buf *out)
{
	const struct view *v = &p->d->pub;

	if (v->known.phase == PHASE_SETUP)
		return false;
	front_page_svg(p, out);
	return true;
}

void
front_page_readme(const struct front_page *p, struct buf *out)
{
	struct buf below = BUF_INIT;

	put_head(p, out);
	put_table(p, out);
	put_seats(p, out);
	put_whole(p, &below);
	put_ended(p, &below);
	front_page_put_how(p, &below);
	front_page_put_trust(p, &below);
	put_story(p,
	    out->n + below.n + 1024 < FRONT_PAGE_MAX ? FRONT_PAGE_MAX - 1024 - out->n - below.n : 0,
	    out);
	buf_add(out, below.p, below.n);
	buf_release(&below);
}

void
front_page_svg(const struct front_page *p, struct buf *out)
{
	const struct svg_options options = {
		.is_for = SVG_FILE, .changes = &p->changes, .lang = p->lang
	};

	svg_board(&p->d->pub, &p->d->names, &options, out);
}
