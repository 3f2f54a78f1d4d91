/* The front page of a table. Its sections answer, in this order: who is to move, the board, the
 * news, the seats, how to take part, the trust in the host. */
#include "show/front_page.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "draw/draw.h"
#include "draw/svg.h"
#include "text/markdown.h"
#include "text/since.h"
#include "text/title.h"
#include "util/mem.h"
#include "util/utf8.h"
#include "wire/custody.h"
#include "wire/host_action.h"
#include "wire/report.h"
#include "wire/report_people.h"

enum {
	COLUMNS = 96,    /* width of drawings that forges show without a scroll bar */
	SUBJECT_MAX = 72 /* columns */
};

struct front_page {
	unsigned style;
	struct digest *d;             /* the last one, or NULL */
	struct digest *two[2];        /* d alternates between these */
	struct digest_events *events; /* of the last one */
	struct hash head;
	struct names names; /* with title and display names, which only digest 0 has */
	int64_t since;      /* first digest of the turn */
	unsigned ended_round;
	struct buf ended; /* drawing of its end */
	struct buf whole; /* summary of the game */
	struct buf all;   /* all of the newest digest, as lines of since: */
	/* News of digest n: news[n % FRONT_PAGE_NEWS]. */
	struct buf news[FRONT_PAGE_NEWS];
};

struct front_page *
front_page_new(unsigned style)
{
	struct front_page *p = mem_zero(1, sizeof *p);

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
put_news(
    const struct digest *d, const struct digest_events *events, const char *reason, struct buf *out)
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
	since_for_reader(d->pub.known.rules, &d->names, ev, &events->notes, reason, SEAT_NONE, out);
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
		draw_round_end(
		    &before->pub, &d->pub, &events->ev, &d->names, p->style, COLUMNS, &p->ended);
	}
	if (d->has_summary)
		summary_words(&d->summary, &d->names, &p->whole);
	p->d = d;
	p->head = *head;
	buf_clear(line);
	put_news(d, events, act.reason, line);
	buf_clear(&p->all);
	digest_words(d, &events->ev, &events->notes, act.reason, SEAT_NONE, &p->all);
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

static void
put_turn(const struct front_page *p, struct buf *out)
{
	const struct digest *d = p->d;
	const struct game *g = &d->pub.known;
	struct buf words = BUF_INIT;

	buf_str(out, "**");
	report_turn_words(d, SEAT_NONE, &words);
	put_ours(p, &words, out);
	buf_str(out, "**, since ");
	report_minute(p->since, out);
	if (d->due >= 0 && g->phase != PHASE_OVER) {
		buf_str(out, ", until ");
		report_minute(d->due, out);
	}
	buf_str(out, ".\n");
	buf_release(&words);
}

static void
put_head(const struct front_page *p, struct buf *out)
{
	const struct game *g = &p->d->pub.known;

	buf_str(out, "# ");
	markdown_code(p->names.title, strlen(p->names.title), is_ascii(p), out);
	buf_fmt(out, "%s%s, table `%s`\n\n", p->names.title[0] != '\0' ? ": " : "",
	    rules_title(g->rules), p->d->game);
	put_turn(p, out);
	if (g->phase != PHASE_SETUP)
		buf_fmt(out, "Round %u of %u, turn %u, digest %" PRId64 ".\n", (unsigned)g->round,
		    game_rounds(g), (unsigned)g->turn, p->d->n);
	buf_chr(out, '\n');
}

static void
put_table(const struct front_page *p, struct buf *out)
{
	const struct view *v = &p->d->pub;
	struct buf drawing = BUF_INIT;

	if (v->known.phase == PHASE_SETUP)
		return;
	buf_str(out, "![The board, as below](" FRONT_PAGE_BOARD ")\n\n");
	draw_seats(v, &p->d->names, p->style, &drawing);
	buf_chr(&drawing, '\n');
	draw_board_named(v, &p->d->names, p->style, COLUMNS, &drawing);
	buf_chr(&drawing, '\n');
	draw_board_legend(v, &p->d->names, p->style, COLUMNS, &drawing);
	markdown_block("text", drawing.p, drawing.n, out);
	buf_chr(out, '\n');
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

/* Appends the newest digests first: one lap, at least six, as long as they fit. */
static void
put_story(const struct front_page *p, size_t room, struct buf *out)
{
	const struct digest *d = p->d;
	int64_t lap = d->names.n < 6 ? 6 : d->names.n;
	struct buf one = BUF_INIT;

	buf_str(out, "## What happened\n\n");
	for (int64_t n = d->n; n >= 0 && n > d->n - lap; n--) {
		buf_clear(&one);
		put_turn_news(p, n, &one);
		if (one.n > room)
			break;
		room -= one.n;
		buf_add(out, buf_cstr(&one), one.n);
	}
	buf_str(out, "\nThe whole story: `adit log turns`, or `git log`.\n\n");
	buf_release(&one);
}

static void
put_ended(const struct front_page *p, struct buf *out)
{
	if (p->ended.n == 0)
		return;
	buf_fmt(out, "## How round %u ended\n\n", p->ended_round);
	markdown_block("text", p->ended.p, p->ended.n, out);
	buf_chr(out, '\n');
}

static void
put_whole(const struct front_page *p, struct buf *out)
{
	if (p->whole.n == 0)
		return;
	buf_str(out, "## The whole game\n\n");
	markdown_block("text", p->whole.p, p->whole.n, out);
	buf_chr(out, '\n');
}

static void
put_seats(const struct front_page *p, struct buf *out)
{
	const struct digest *d = p->d;

	buf_str(out, "## Seats\n\n");
	for (unsigned i = 0; i < d->names.n; i++) {
		const char *name = p->names.display[i];

		buf_str(out, "- ");
		markdown_sentence(d->names.seat[i], strlen(d->names.seat[i]), is_ascii(p), out);
		if (name[0] != '\0') {
			buf_str(out, ", who is ");
			markdown_code(name, strlen(name), is_ascii(p), out);
		}
		if (d->pub.known.phase == PHASE_SETUP)
			buf_fmt(out, ", %s", report_joined(d, i));
		else if (d->pub.known.phase != PHASE_OVER && i == d->pub.known.to_move)
			buf_str(out, ", to move");
		if (d->pub.known.phase != PHASE_OVER)
			report_away(d, i, report_minute, out);
		buf_chr(out, '\n');
	}
	buf_chr(out, '\n');
}

static void
put_commands(const char *title, const char *lead, const char *commands, struct buf *out)
{
	buf_fmt(out, "## %s\n\n%s\n\n", title, lead);
	markdown_block("sh", commands, strlen(commands), out);
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
put_part_in(const struct front_page *p, const char *seat, struct buf *out)
{
	static const char clone[] = "git clone URL table && cd table\n";
	const struct game *g = &p->d->pub.known;
	struct buf first = BUF_INIT, then = BUF_INIT;

	buf_str(&first, clone);
	if (g->phase == PHASE_SETUP) {
		buf_fmt(&first, "adit keygen %s\nadit join -k %s --seat %s | git adit send -\n",
		    seat, seat, seat);
		put_commands("Join",
		    "URL is that of this repository; take the name of a seat that is free. The "
		    "rules: `man 6 adit`.",
		    first.p, out);
		buf_fmt(&then, "git pull\nadit confirm -k %s | git adit send -\n", seat);
		put_commands("Confirm",
		    "When all have joined; when all have confirmed, the cards are dealt.", then.p,
		    out);
	} else {
		buf_str(&first, "adit read --public turns\ngit pull\n");
		put_commands("Watch",
		    "All seats are taken; anybody may watch. URL is that of this repository. The "
		    "rules: `man 6 adit`.",
		    first.p, out);
		buf_fmt(&then, "git pull\nadit read -k %s turns\ngit adit send -k %s 'ORDER'\n",
		    seat, seat);
		if (g->phase != PHASE_OVER)
			put_commands("Send an order",
			    "With the name of your own key; `adit read` lists the orders you can "
			    "give.",
			    then.p, out);
	}
	buf_release(&first);
	buf_release(&then);
}

static void
put_how(const struct front_page *p, struct buf *out)
{
	const char *seat = example(p);
	struct buf commands = BUF_INIT;

	put_part_in(p, seat, out);
	buf_fmt(&commands,
	    "git pull\nadit read -k %s turns\ngit show origin/receipts:%s.txt | adit read -k %s\n",
	    seat, seat, seat);
	if (p->d->pub.known.phase != PHASE_OVER)
		put_commands("See the result",
		    "A digest reports what was done. A refused order gets a receipt. Only its "
		    "sender can read the reason.",
		    commands.p, out);
	put_commands("Audit the host",
	    "Every digest is signed, names the one before it, and is verified by every reader; "
	    "when a round is over its cards are revealed and compared.",
	    "git pull\nadit audit turns\nadit log turns\n", out);
	buf_release(&commands);
}

static void
put_trust(const struct front_page *p, struct buf *out)
{
	static const char *const dealing[] = {
		[DIGEST_DEALING_TRUSTED] = "trusted: the host alone has shuffled",
		[DIGEST_DEALING_OPEN] = "open: all seats will shuffle along",
		[DIGEST_DEALING_AUDITED] = "audited: all seats have shuffled along",
	};
	const struct digest *d = p->d;
	char fingerprint[FINGERPRINT_TEXT + 1], head[HASH_TEXT + 1];
	struct buf stands = BUF_INIT, piece = BUF_INIT;
	struct pubkey host;
	size_t at = 0;
	bool theirs = false;

	buf_str(out, "## The host\n\n");
	if (pubkey_sign_parse(d->host_sign, strlen(d->host_sign), &host) == 0 &&
	    pubkey_box_parse(d->host_age, strlen(d->host_age), &host) == 0) {
		pubkey_fingerprint(&host, fingerprint);
		buf_fmt(out, "- fingerprint: `%s`\n", fingerprint);
	}
	hash_text(&p->head, head);
	buf_fmt(out, "- digest %" PRId64 ": `%s`\n- dealing: %s", d->n, head, dealing[d->dealing]);
	if (d->attempt > 0)
		buf_fmt(out, ", attempt %u", d->attempt);
	custody_words(d->custody, &d->names, out);
	buf_chr(out, '\n');
	if (d->custody != 0)
		buf_str(out, "- " CUSTODY_MEANING "\n");
	if (d->host_seat)
		buf_str(out, "- a seat of this table uses the host's own key\n");
	if (deck_is_house(d->pub.known.rules))
		buf_str(out, "- the cards are those of a house deck, which the digests list\n");
	digest_pending_text(d, &stands);
	while (next_piece(&stands, &at, &theirs, &piece)) {
		buf_str(out, theirs ? "" : "- ");
		if (theirs)
			put_theirs(p, &piece, out);
		else
			put_ours(p, &piece, out);
		buf_chr(out, '\n');
	}
	buf_release(&stands);
	buf_release(&piece);
	buf_str(out,
	    "\nThis page is made by `adit page` from the digests in `turns/`, and says "
	    "nothing that they do not.\n");
}

bool
front_page_board(const struct front_page *p, struct buf *out)
{
	const struct svg_options mail_info = { .is_for = SVG_FILE };
	const struct view *v = &p->d->pub;

	if (v->known.phase == PHASE_SETUP)
		return false;
	svg_board(v, &p->d->names, &mail_info, out);
	return true;
}

void
front_page_readme(const struct front_page *p, struct buf *out)
{
	struct buf below = BUF_INIT;

	put_head(p, out);
	put_table(p, out);
	put_ended(p, &below);
	put_whole(p, &below);
	put_seats(p, &below);
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
		report_next_words(p->d, out);
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

/* Appends the news that fit beside the number and the next seat, without words of players. */
static void
put_subject(const struct front_page *p, struct buf *out)
{
	const struct buf *news = &p->news[p->d->n % FRONT_PAGE_NEWS];
	struct buf piece = BUF_INIT, tail = BUF_INIT;
	size_t from = out->n, at = 0, left;
	bool any = false, theirs = false;

	put_next(p, &tail);
	buf_fmt(out, "%" PRId64 ":", p->d->n);
	while (next_piece(news, &at, &theirs, &piece)) {
		size_t used = out->n - from + (any ? 2 : 1) + tail.n;

		if (theirs)
			continue;
		left = used < SUBJECT_MAX ? SUBJECT_MAX - used : 0;
		cut_lead(&piece);
		if (any && utf8_width(piece.p, piece.n) > left)
			break;
		buf_str(out, any ? ", " : " ");
		put_cut(&piece, left, out);
		any = true;
	}
	buf_add(out, tail.p + (any ? 0 : 1), tail.n - (any ? 0 : 1));
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
	if (g->phase != PHASE_SETUP)
		buf_fmt(out, "Round %u of %u, turn %u.\n", (unsigned)g->round, game_rounds(g),
		    (unsigned)g->turn);
	buf_fmt(out, "Digest %s\n", head);
	buf_release(&words);
	buf_release(&piece);
}

void
front_page_svg(const struct front_page *p, struct buf *out)
{
	static const struct svg_options mail_info = { .is_for = SVG_FILE };

	svg_board(&p->d->pub, &p->d->names, &mail_info, out);
}
