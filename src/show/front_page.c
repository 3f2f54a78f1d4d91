/* The front page of a table. Its sections answer, in this order: who is to move, what this is, the
 * board, the seats, the news, the scores, how to take part, the trust in the host. */
#include "show/front_page.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "draw/draw.h"
#include "draw/mark.h"
#include "draw/svg.h"
#include "show/description.h"
#include "text/markdown.h"
#include "text/since.h"
#include "text/title.h"
#include "text/web.h"
#include "util/mem.h"
#include "util/slice.h"
#include "util/utf8.h"
#include "wire/host_action.h"
#include "wire/report.h"
#include "wire/report_people.h"

enum {
	COLUMNS = 96,     /* width of drawings that forges show without a scroll bar */
	SUBJECT_MAX = 72, /* columns */
	SAID_MIN = 24     /* of them at least for what a player says, if that is as long */
};

struct front_page {
	const struct language *lang; /* of README.md and drawings; commits are in English */
	unsigned style;
	struct digest *d;             /* the last one, or NULL */
	struct digest *two[2];        /* d alternates between these */
	struct digest_events *events; /* of the last one */
	struct hash head;
	struct names names;     /* with title and display names, which only digest 0 has */
	int64_t since;          /* first digest of the turn */
	struct changes changes; /* of the newest move */
	unsigned ended_round;
	struct buf ended; /* drawing of its end */
	struct buf whole; /* summary of the game */
	struct buf all;   /* all of the newest digest, as lines of since: */
	/* News of digest n: news[n % FRONT_PAGE_NEWS]. */
	struct buf news[FRONT_PAGE_NEWS];
};

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

static bool
is_ascii(const struct front_page *p)
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

/* Reads the next sentence or quotation (text/since.h). */
static bool
next_piece(const struct buf *lines, size_t *at, bool *theirs, struct buf *out)
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
	markdown_sentence(buf_cstr(words), words->n, is_ascii(p), out);
}

/* Appends words of players to a list entry, as a code span in a quotation. */
static void
put_theirs(const struct front_page *p, const struct buf *words, struct buf *out)
{
	buf_str(out, "\n\n  > ");
	markdown_code(buf_cstr(words), words->n, is_ascii(p), out);
}

/* Appends a heading of this level. */
static void
put_heading(const struct front_page *p, const char *level, const char *message, struct buf *out)
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
	while (next_piece(&stands, &at, &theirs, &piece)) {
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
	markdown_code(p->names.title, strlen(p->names.title), is_ascii(p), out);
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

	while (next_piece(&p->news[n % FRONT_PAGE_NEWS], &at, &theirs, &piece)) {
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

	put_heading(p, "##", MSG("read", "What happened"), out);
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
	put_heading(p, "##", MSG("read", "The whole game"), out);
	markdown_block("text", p->whole.p, p->whole.n, out);
	buf_chr(out, '\n');
}

static struct description
describe(const struct front_page *p)
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
	markdown_sentence(s->name, strlen(s->name), is_ascii(p), out);
	buf_str(out, "**");
	if (s->display[0] == '\0')
		return;
	buf_chr(out, ' ');
	markdown_cell(s->display, strlen(s->display), is_ascii(p), out);
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
	const struct description table = describe(p);
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
	put_heading(p, "##", MSG("readme", "Who is who"), out);
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

/* ---- how to take part ------------------------------------------------------------------------ */

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
	put_heading(p, "###", MSG("readme", "With git"), out);
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

	put_heading(p, "###", MSG("readme", "In the browser"), out);
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
	put_heading(p, "###", MSG("readme", "Without installing anything"), out);
	language_fmt(p->lang, out,
	    MSG("readme",
		"Open [`adit` as a page](%s) in a browser, and open a digest of `turns/` there. It "
		"is the same program; it runs on your own device, and asks no other server for "
		"anything."),
	    p->names.client);
	buf_str(out, "\n\n");
}

static void
put_how(const struct front_page *p, struct buf *out)
{
	const char *seat = example(p);
	const enum phase phase = (enum phase)p->d->pub.known.phase;
	struct buf commands = BUF_INIT;

	put_heading(p, "##", MSG("readme", "Take part"), out);
	put_git(p, seat, out);
	if (phase != PHASE_OVER) {
		put_browser(p, seat, out);
		put_client(p, out);
		put_heading(p, "###", MSG("readme", "By mail"), out);
		buf_fmt(out, "%s\n\n",
		    language_text(p->lang,
			MSG("readme",
			    "If the host has told you an address of this table: mail the block "
			    "there, or answer the mails that you get.")));
		buf_fmt(&commands,
		    "git pull && adit read -k %s\ngit show "
		    "origin/receipts:%s.txt | adit read -k %s\n",
		    seat, seat, seat);
		put_heading(p, "###", MSG("readme", "The result"), out);
		put_commands(p,
		    MSG("readme",
			"A digest reports what was done. A refused order gets a receipt, whose "
			"reason only its sender can read."),
		    &commands, out);
	}
	buf_clear(&commands);
	buf_str(&commands, "git pull && adit audit turns\n");
	put_heading(p, "###", MSG("readme", "Trust"), out);
	put_commands(p,
	    MSG("readme",
		"Every digest is signed and names the one before it, and `adit` verifies it. When "
		"a round is over its cards are revealed and compared. The rules: `man 6 adit`."),
	    &commands, out);
	buf_release(&commands);
}

static void
put_trust(const struct front_page *p, struct buf *out)
{
	const struct description table = describe(p);
	const char *caution;
	const struct digest *d = p->d;
	char fingerprint[FINGERPRINT_TEXT + 1], head[HASH_TEXT + 1];
	struct pubkey host;
	struct buf dealing = BUF_INIT;

	put_heading(p, "##", MSG("page", "The host"), out);
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
	put_how(p, &below);
	put_trust(p, &below);
	put_story(p,
	    out->n + below.n + 1024 < FRONT_PAGE_MAX ? FRONT_PAGE_MAX - 1024 - out->n - below.n : 0,
	    out);
	buf_add(out, below.p, below.n);
	buf_release(&below);
}

/* ---- the message of a commit ---------------------------------------------------------------------- */

/* Appends the words that fit into `columns`, and closes an open quotation. */
static void
put_cut(const struct buf *s, size_t columns, struct buf *out)
{
	size_t end = 0;

	if (utf8_width(buf_cstr(s), s->n) <= columns) {
		buf_add(out, buf_cstr(s), s->n);
		return;
	}
	for (size_t i = 0; i < s->n; i++)
		if (s->p[i] == ' ' && utf8_width(s->p, i) + sizeof " ...\"" - 1 <= columns)
			end = i;
	if (end > 0)
		buf_fmt(
		    out, "%.*s ...%s", (int)end, s->p, memchr(s->p, '"', end) != NULL ? "\"" : "");
}

/* Appends how many seats have joined or confirmed. */
static void
put_joined(const struct digest *d, struct buf *out)
{
	unsigned joined = 0, confirmed = 0, n = d->names.n;

	for (unsigned i = 0; i < n; i++) {
		joined += d->has_commit[i];
		confirmed += d->has_reveal[i];
	}
	buf_fmt(out, "%u of %u have %s", joined < n ? joined : confirmed, n,
	    joined < n ? "joined" : "confirmed");
}

static void
put_next(const struct front_page *p, struct buf *out)
{
	const struct game *g = &p->d->pub.known;

	buf_str(out, "; ");
	if (g->phase == PHASE_SETUP)
		put_joined(p->d, out);
	else if (g->phase == PHASE_OVER)
		report_next_words(NULL, p->d, out);
	else if (undo_request_blocks_play(&p->d->undo_request))
		buf_str(out, "the seats vote");
	else
		buf_fmt(out, "%s is to move", names_seat(&p->d->names, g->to_move));
}

/* Removes the end of a sentence that introduces words of players: "anna says:". */
static void
cut_lead(struct buf *sentence)
{
	static const char lead[] = ", for this reason:";
	size_t n = sizeof lead - 1;

	if (sentence->n >= n && memcmp(sentence->p + sentence->n - n, lead, n) == 0)
		sentence->n -= n;
	else if (sentence->p[sentence->n - 1] == ':')
		sentence->n--;
}

/* Appends a blank and as much as fits of what a player says, in quotation marks. */
static void
put_said(const struct front_page *p, const struct buf *words, size_t columns, struct buf *out)
{
	struct buf said = BUF_INIT, cut = BUF_INIT;

	buf_chr(&said, '"');
	markdown_words(buf_cstr(words), words->n, is_ascii(p), &said);
	buf_chr(&said, '"');
	put_cut(&said, columns, &cut);
	buf_fmt(out, "%s%s", cut.n > 0 ? " " : "", buf_cstr(&cut));
	buf_release(&said);
	buf_release(&cut);
}

/* Finds the sentence that introduces the first words of a player, and the columns for both. Returns
 * SIZE_MAX if nobody says anything. */
static size_t
find_said(const struct buf *news, size_t *columns)
{
	struct buf piece = BUF_INIT;
	size_t at = 0, i = 0, n = SIZE_MAX, width;
	bool theirs = false;

	*columns = 0;
	for (; n == SIZE_MAX && next_piece(news, &at, &theirs, &piece); i++) {
		width = utf8_width(piece.p, piece.n);
		if (theirs) {
			n = i - 1;
			*columns += 3 + (width < SAID_MIN ? width : SAID_MIN);
		} else {
			*columns = 2 + width;
		}
	}
	if (n == SIZE_MAX)
		*columns = 0;
	buf_release(&piece);
	return n;
}

/* Appends a sentence of the subject, after others if `any`, if it fits; the first one is cut. */
static bool
put_event(struct buf *piece, bool any, size_t columns, struct buf *out)
{
	struct buf cut = BUF_INIT;
	bool fits;

	cut_lead(piece);
	if (!any || utf8_width(piece->p, piece->n) <= columns)
		put_cut(piece, columns, &cut);
	fits = cut.n > 0;
	if (fits)
		buf_fmt(out, "%s%s", any ? ", " : " ", cut.p);
	buf_release(&cut);
	return fits;
}

/* Appends the news that fit beside the number: with words of players, or else with the next seat. */
static void
put_subject(const struct front_page *p, struct buf *out)
{
	const struct buf *news = &p->news[p->d->n % FRONT_PAGE_NEWS];
	struct buf piece = BUF_INIT, tail = BUF_INIT;
	size_t from = out->n, at = 0, room, lead = find_said(news, &room);
	bool any = false, theirs = false, fits = true;

	if (lead == SIZE_MAX)
		put_next(p, &tail);
	buf_fmt(out, "%" PRId64 ":", p->d->n);
	for (size_t i = 0; !theirs && next_piece(news, &at, &theirs, &piece); i++) {
		size_t used = utf8_width(out->p + from, out->n - from) + 2 + tail.n +
		    (i < lead ? room : 0);
		size_t left = used < SUBJECT_MAX ? SUBJECT_MAX - used : 0;

		if (theirs)
			put_said(p, &piece, left + 1, out);
		else if (fits || i == lead)
			fits = put_event(&piece, any, left + !any, out);
		any |= fits;
	}
	buf_add(out, tail.p + (any ? 0 : 1), tail.n > 0 ? tail.n - (any ? 0 : 1) : 0);
	buf_chr(out, '\n');
	buf_release(&tail);
	buf_release(&piece);
}

void
front_page_message(const struct front_page *p, struct buf *out)
{
	const struct game *g = &p->d->pub.known;
	struct buf piece = BUF_INIT, words = BUF_INIT;
	char head[HASH_TEXT + 1];
	size_t at = 0;
	bool theirs = false;

	put_subject(p, out);
	buf_chr(out, '\n');
	while (next_piece(&p->all, &at, &theirs, &piece)) {
		buf_clear(&words);
		if (theirs) {
			markdown_words(piece.p, piece.n, is_ascii(p), &words);
			since_quote(buf_cstr(&words), words.n, out);
		} else {
			since_line(piece.p, out);
		}
	}
	hash_text(&p->head, head);
	buf_chr(out, '\n');
	description_where(NULL, g, out);
	buf_str(out, g->phase != PHASE_SETUP ? ".\n" : "");
	buf_fmt(out, "Digest %s\n", head);
	buf_release(&words);
	buf_release(&piece);
}

void
front_page_svg(const struct front_page *p, struct buf *out)
{
	const struct svg_options options = {
		.is_for = SVG_FILE, .changes = &p->changes, .lang = p->lang
	};

	svg_board(&p->d->pub, &p->d->names, &options, out);
}
