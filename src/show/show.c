/* A digest for people. Its sections answer, in this order: state of the game, news, the board,
 * the own hand, the own orders. */
#include "show/show.h"

#include <inttypes.h>
#include <string.h>

#include "show/description.h"
#include "show/show_internal.h"
#include "show/show_known.h"
#include "core/bits.h"
#include "draw/draw.h"
#include "text/since.h"
#include "util/wrap.h"
#include "wire/custody.h"
#include "wire/report.h"
#include "wire/report_people.h"
#include "util/timestamp.h"
#include "util/utf8.h"

/* Prints a heading, with the text `beside`. */
static void
heading(const struct show *s, const char *title, const char *beside)
{
	show_heading(title, beside, s->style, s->out);
}

static bool
is_me(const struct show *s, uint8_t seat)
{
	return s->r->has_view && seat == s->r->seat;
}

/* Prints the undo request, its meaning, and how to vote. */
static void
put_undo_request(const struct show *s)
{
	const struct digest *d = &s->r->d;
	const struct undo_request *a = &d->undo_request;
	const char *on = s->style & DRAW_COLOR ? "\x1b[1m" : "";
	const char *off = s->style & DRAW_COLOR ? "\x1b[0m" : "";
	struct buf text = BUF_INIT;

	buf_fmt(s->out, "%sThe host asks to go back to digest %" PRId64 "%s:\n", on, a->to, off);
	since_quote(a->reason, strlen(a->reason), s->out);
	buf_fmt(&text,
	    "What came after it would not count, and cards that nobody has seen would be shuffled "
	    "again; the host knows how, so ask yourself why.  Nothing is played until %u seats "
	    "have voted for it (%u have), or too many against it (%u have); at the latest until ",
	    a->need, bits_count(a->yes), bits_count(a->no));
	timestamp_put_local(a->until, &text);
	buf_str(&text, ", when it is refused.");
	wrap_text(text.p, text.n, "", "", DRAW_COLUMNS, s->out);
	buf_release(&text);
	if (s->r->has_view && (a->none >> s->r->seat & 1u) != 0)
		buf_fmt(s->out,
		    "Your seat got its keys after digest %" PRId64
		    ": it counts, but has no vote on that.\n",
		    a->to);
	else if (s->r->has_view && (undo_request_seats(s->g) >> s->r->seat & 1u) != 0)
		buf_fmt(s->out,
		    "%sYou have %s.%s  To vote, give the order: vote undo %" PRId64
		    " yes  (or no)\n",
		    on,
		    (a->yes >> s->r->seat & 1u) != 0    ? "voted yes" :
			(a->no >> s->r->seat & 1u) != 0 ? "voted no" :
							  "not voted yet",
		    off, a->to);
}

/* Prints the display names: anna "Anna Müller", bob. The digest itself uses only the names of
 * seats. */
static void
put_names(const struct show *s)
{
	const struct names *names = &s->r->d.names;
	struct buf text = BUF_INIT;
	bool has = false;

	buf_str(&text, "Seats: ");
	for (uint8_t i = 0; i < names->n; i++) {
		buf_str(&text, i > 0 ? ", " : "");
		names_full(names, i, &text);
		has = has || names->display[i][0] != '\0';
	}
	buf_chr(&text, '.');
	if (has)
		wrap_text(text.p, text.n, "", "  ", DRAW_COLUMNS, s->out);
	buf_release(&text);
}

/* Sentences of another version cannot be compared, so they are not shown: show_words. */
static void
put_wording(const struct show *s)
{
	const struct history *story = s->story;

	for (size_t i = story->n + 1; i-- > story->from;) {
		const struct digest *d = i < story->n ? &story->at[i]->d : &s->r->d;

		if (d->text == DIGEST_WORDING)
			continue;
		buf_fmt(s->out,
		    "The host's own sentences in digest %" PRId64
		    " are of another version of adit, not compared, not shown.\n",
		    d->n);
		break;
	}
}

static void
put_head(const struct show *s)
{
	const struct digest *d = &s->r->d;
	const char *caution;
	const char *on = s->style & DRAW_COLOR ? "\x1b[1m" : "";
	const char *off = s->style & DRAW_COLOR ? "\x1b[0m" : "";

	buf_str(s->out, on);
	if (d->names.title[0] != '\0')
		buf_fmt(s->out, "\"%s\", ", d->names.title);
	buf_fmt(s->out, "%s, game %s: round %u of %u, turn %u%s\n", s->g->rules->name, d->game,
	    (unsigned)s->g->round, game_rounds(s->g), (unsigned)s->g->turn, off);
	buf_fmt(s->out, "Digest %" PRId64 " of ", d->n);
	timestamp_put_local(d->time, s->out);
	buf_fmt(s->out, ", signature verified, dealing: %s", digest_dealing_name(d->dealing));
	custody_words(d->custody, &d->names, s->out);
	buf_str(s->out, ".\n");
	put_wording(s);
	for (unsigned i = 0; (caution = description_caution(d, i)) != NULL; i++)
		buf_fmt(s->out, "%s.\n", caution);
	put_names(s);
	if (s->g->phase == PHASE_OVER) {
		report_turn_words(d, s->r->has_view ? s->r->seat : SEAT_NONE, s->out);
		buf_str(s->out, ".\n");
		return;
	}
	if (s->g->phase == PHASE_SETUP) {
		buf_fmt(s->out, "Nothing is dealt yet: attempt %u.\n", d->attempt);
		return;
	}
	if (undo_request_blocks_play(&d->undo_request)) {
		put_undo_request(s);
		return;
	}
	if (is_me(s, s->g->to_move))
		buf_fmt(s->out, "%sIt is your turn%s, %s", on, off,
		    names_seat(&d->names, s->g->to_move));
	else
		buf_fmt(s->out, "It is %s's turn", names_seat(&d->names, s->g->to_move));
	if (d->due >= 0) {
		buf_str(s->out, ", until ");
		timestamp_put_local(d->due, s->out);
	}
	buf_str(s->out, ".\n");
}

/* Prints the hand; cards that came with the news are marked. */
static void
put_hand(const struct show *s, const struct seat *me)
{
	bool is_new[HAND_MAX] = { false };
	bool any = false;

	history_new(s->story, s->r, is_new);
	for (unsigned i = 0; i < me->n_hand; i++)
		any = any || is_new[i];
	draw_hand(s->g->rules, me->hand, is_new, me->n_hand, s->style, s->columns, s->out);
	if (any)
		buf_fmt(s->out, "* new since %s\n",
		    s->story->is_turn ? "your last turn" : "you last read");
}

static void
put_mine(const struct show *s)
{
	const struct seat *me = &s->g->seat[s->r->seat];
	struct buf beside = BUF_INIT;
	char name[CARD_NAME_MAX];

	names_full(&s->r->d.names, s->r->seat, &beside);
	if (me->role != CARD_NONE && me->role != CARD_HIDDEN) {
		card_name(s->g->rules, me->role, name);
		buf_fmt(&beside, ", a %s", name);
	}
	if (s->g->rules->gold_in_pieces && me->gold > 0)
		buf_fmt(&beside, ", gold %u", (unsigned)me->gold);
	for (unsigned i = 0; i < me->n_gold; i++)
		buf_fmt(&beside, "%s%u", i == 0 ? ", gold " : " + ",
		    (unsigned)game_card(s->g, me->gold_card[i])->value);
	heading(s, "You are", beside.p);
	buf_release(&beside);
	if (me->n_hand > 0)
		put_hand(s, me);
	else
		buf_str(s->out, "  your hand is empty\n");
}

/* Lists the seats that are away. */
static void
put_away(const struct show *s)
{
	const struct names *names = &s->r->d.names;
	struct buf away = BUF_INIT, line = BUF_INIT;

	for (uint8_t i = 0; i < names->n; i++) {
		buf_clear(&away);
		buf_clear(&line);
		report_away(&s->r->d, i, timestamp_put_local, &away);
		if (away.n == 0)
			continue;
		buf_fmt(&line, "%s: %s", names_seat(names, i), away.p + strlen(", "));
		wrap_text(line.p, line.n, "  ", "    ", DRAW_COLUMNS, s->out);
	}
	buf_release(&away);
	buf_release(&line);
}

/* Lists the seats that have joined, and the next step. */
static void
put_seats(const struct show *s)
{
	const struct digest *d = &s->r->d;
	unsigned joined = 0;

	heading(s, "Seats", "");
	for (unsigned i = 0; i < d->names.n; i++) {
		buf_fmt(
		    s->out, "  %-*s  %s\n", NAME_MAX_LEN, d->names.seat[i], report_joined(d, i));
		joined += d->has_commit[i];
	}
	buf_fmt(s->out, "\nWho has not %s yet answers with: adit %s -d DIGEST -k KEY\n",
	    joined < d->names.n ? "joined" : "confirmed", joined < d->names.n ? "join" : "confirm");
}

static const char *(*const put_part[])(const struct show *s) = {
	[SHOW_FIRST] = show_put_first,
	[SHOW_NEWS] = show_put_news,
	[SHOW_TALK] = show_put_talk,
	[SHOW_ENDED] = show_put_ended,
	[SHOW_SUMMARY] = show_put_summary,
	[SHOW_SIGNED] = show_put_signed,
	[SHOW_WAITING] = show_put_waiting,
	[SHOW_EVERY] = show_put_every,
};

static struct show
show_of(const struct player_read *r, const struct history *story, unsigned style, unsigned columns,
    struct buf *out, struct err *err)
{
	const struct view *view = r->has_view ? &r->v.view : &r->d.pub;

	return (struct show){ .r = r,
		.story = story,
		.view = view,
		.g = &view->known,
		.style = style,
		.columns = columns,
		.out = out,
		.err = err };
}

const char *
show_part(const struct player_read *r, const struct history *story, enum show_part part,
    unsigned style, unsigned columns, struct buf *out, struct err *err)
{
	const struct show s = show_of(r, story, style, columns, out, err);

	return put_part[part](&s);
}

/* Prints a part with its heading unless it is empty. */
static void
put_titled(const struct show *s, enum show_part part)
{
	struct buf lines = BUF_INIT;
	const char *title = show_part(s->r, s->story, part, s->style, s->columns, &lines, s->err);

	if (lines.n > 0) {
		heading(s, title, "");
		buf_add(s->out, lines.p, lines.n);
	}
	buf_wipe(&lines);
}

/* Prints what is above the table. */
static void
put_top(const struct show *s, bool with_news)
{
	put_head(s);
	for (unsigned part = 0; part <= SHOW_SIGNED; part++)
		if (part != SHOW_NEWS || with_news)
			put_titled(s, (enum show_part)part);
}

static void
put_table(const struct show *s)
{
	heading(s, "Table", "");
	draw_seats(s->view, &s->r->d.names, s->style, s->out);
	put_away(s);
}

static struct draw_board_options
board_options(const struct show *s, unsigned rows)
{
	return (struct draw_board_options){
		.style = s->style, .columns = s->columns, .rows = rows, .changes = s->changes
	};
}

static void
put_legend(const struct show *s)
{
	const struct draw_board_options options = board_options(s, 0);

	buf_chr(s->out, '\n');
	draw_board_legend(s->view, &s->r->d.names, &options, s->out);
}

static void
put_hand_and_queue(const struct show *s)
{
	if (!s->r->has_view)
		return;
	put_mine(s);
	put_titled(s, SHOW_WAITING);
	put_titled(s, SHOW_EVERY);
}

int
show_read(const struct player_read *r, const struct history *story, const struct knowledge *know,
    const struct changes *changes, unsigned style, unsigned columns, bool legend, struct buf *out,
    struct err *err)
{
	struct show s = show_of(r, story, style, columns, out, err);
	struct draw_board_options options;

	put_top(&s, true);
	if (err->code != ERR_NONE)
		return -1;
	if (s.g->phase == PHASE_SETUP) {
		put_seats(&s);
		return 0;
	}
	s.changes = changes;
	put_table(&s);
	heading(&s, "Board", "");
	options = board_options(&s, 0);
	draw_board(s.view, &r->d.names, &options, out);
	if (legend)
		put_legend(&s);
	show_known(r, know, style, out);
	put_hand_and_queue(&s);
	if (r->has_view)
		show_put_orders(&s);
	return 0;
}

void
show_roles(const struct player_read *r, const struct history *story, const struct knowledge *know,
    unsigned style, unsigned columns, struct buf *out)
{
	struct err none = ERR_INIT;
	const struct show s = show_of(r, story, style, columns, out, &none);

	put_table(&s);
	show_known(r, know, style, out);
}

/* ---- a table for a low screen ---------------------------------------------------------------- */

/* The parts that are left out if there is no room, the most important first. */
enum part { PART_TABLE, PART_KNOWN, PART_ORDERS, PART_LEGEND, PARTS };

struct low {
	struct buf top, news, board, hand, part[PARTS];
	bool is_out[PARTS], is_news_cut;
};

/* Returns the number of rows of a screen that the text fills. */
static size_t
count_rows(const struct buf *text, unsigned columns)
{
	size_t rows = 0, width = 0;

	for (const char *p = buf_cstr(text); *p != '\0'; p += *p != '\0') {
		const size_t n = strcspn(p, "\033\n");

		width += utf8_width(p, n);
		p += n;
		if (*p == '\033') {
			p += strcspn(p, "m");
		} else if (*p == '\n') {
			rows += width > columns ? (width + columns - 1) / columns : 1;
			width = 0;
		}
	}
	return rows;
}

/* Takes the rows of a text from those that are left. Returns false if they are too few. */
static bool
take_rows(size_t *left, const struct buf *text, unsigned columns)
{
	const size_t rows = count_rows(text, columns);
	const bool fits = rows <= *left;

	*left -= fits ? rows : *left;
	return fits;
}

static size_t
count_lines(const char *s, size_t n)
{
	size_t lines = 0;

	for (size_t i = 0; i < n; i++)
		lines += s[i] == '\n';
	return lines;
}

/* Keeps the heading of the news and as many of the last lines as fit into `rows`, at least one. */
static void
cut_news(struct buf *news, size_t rows)
{
	enum { HEAD = 2 }; /* an empty line and the heading */
	const size_t keep = rows > HEAD ? rows - HEAD : 1;
	const size_t head = strcspn(news->p + 1, "\n") + 1;
	const size_t all = count_lines(news->p + head + 1, news->n - head - 1);
	struct buf out = BUF_INIT;
	size_t from = news->n;

	if (all <= keep)
		return;
	for (size_t n = 0; n <= keep; from--)
		n += news->p[from - 1] == '\n';
	buf_add(&out, news->p, head);
	buf_fmt(&out, " (the last %zu of %zu lines)", keep, all);
	buf_add(&out, news->p + from, news->n - from);
	buf_wipe(news);
	*news = out;
}

/* Prints whose turn it is, and the commands that print what was left out. */
static void
put_last(const struct show *s, const struct low *low)
{
	const struct {
		const char *command;
		bool is_out;
	} row[] = {
		{ "roles", low->is_out[PART_TABLE] || low->is_out[PART_KNOWN] },
		{ "moves", low->is_out[PART_ORDERS] },
		{ "legend", low->is_out[PART_LEGEND] },
		{ "log", low->is_news_cut },
	};
	const char *before = ".  To see the rest: ";
	struct buf line = BUF_INIT;

	report_turn_words(&s->r->d, show_reader(s->r), &line);
	for (unsigned i = 0; i < sizeof row / sizeof row[0]; i++) {
		if (!row[i].is_out)
			continue;
		buf_fmt(&line, "%s%s", before, row[i].command);
		before = ", ";
	}
	buf_chr(&line, '.');
	wrap_text(line.p, line.n, "", "", s->columns, s->out);
	buf_release(&line);
}

/* Makes the hand, in this style, and the board, as low as the rows that are left need. Returns false
 * if there is no room for both. */
static bool
make_hand_and_board(struct low *low, struct show s, unsigned style, size_t *left)
{
	enum { NEWS_MIN = 4 };
	struct draw_board_options options;
	size_t news = count_rows(&low->news, s.columns);

	buf_wipe(&low->hand);
	buf_wipe(&low->board);
	news = news < NEWS_MIN ? news : NEWS_MIN;
	s.style |= style;
	s.out = &low->hand;
	put_hand_and_queue(&s);
	(void)take_rows(left, &low->hand, s.columns);
	options = board_options(&s, (unsigned)(*left > news ? *left - news : 1));
	draw_board(s.view, &s.r->d.names, &options, &low->board);
	return take_rows(left, &low->board, s.columns);
}

/* Makes all parts, and decides what a screen of so many rows has room for. */
static void
make_low(struct low *low, struct show s, const struct knowledge *know, size_t rows, bool has_legend)
{
	static const struct low longest = { .is_out = { true, true, true, true },
		.is_news_cut = true };
	struct buf last = BUF_INIT;
	size_t left = rows, full;

	s.out = &last;
	put_last(&s, &longest);
	(void)take_rows(&left, &last, s.columns);
	buf_release(&last);
	s.out = &low->news;
	put_titled(&s, SHOW_NEWS);
	full = left;
	if (!make_hand_and_board(low, s, 0, &left)) {
		left = full;
		(void)make_hand_and_board(low, s, DRAW_BRIEF, &left);
	}
	low->is_news_cut = count_rows(&low->news, s.columns) > left;
	if (low->is_news_cut)
		cut_news(&low->news, left);
	(void)take_rows(&left, &low->news, s.columns);
	s.out = &low->top;
	put_top(&s, false);
	(void)take_rows(&left, &low->top, s.columns);
	s.out = &low->part[PART_TABLE];
	put_table(&s);
	show_known(s.r, know, s.style, &low->part[PART_KNOWN]);
	s.out = &low->part[PART_ORDERS];
	if (s.r->has_view)
		show_put_orders(&s);
	s.out = &low->part[PART_LEGEND];
	if (has_legend)
		put_legend(&s);
	for (unsigned i = 0; i < PARTS; i++)
		low->is_out[i] = !take_rows(&left, &low->part[i], s.columns);
}

/* Prints the table so that board, hand, news and the seat to move are the last lines. */
static void
put_low(const struct show *s, const struct knowledge *know, size_t rows, bool has_legend)
{
	struct low low = { .top = BUF_INIT };
	struct buf *const part[] = { &low.top, &low.part[PART_TABLE], &low.part[PART_KNOWN],
		&low.part[PART_ORDERS], &low.news, &low.board, &low.part[PART_LEGEND], &low.hand };

	make_low(&low, *s, know, rows, has_legend);
	for (unsigned i = 0; i < PARTS; i++)
		if (low.is_out[i])
			buf_wipe(&low.part[i]);
	for (size_t i = 0; i < sizeof part / sizeof *part; i++) {
		buf_add(s->out, buf_cstr(part[i]), part[i]->n);
		buf_wipe(part[i]);
	}
	put_last(s, &low);
}

int
show_screen(const struct player_read *r, const struct history *story, const struct knowledge *know,
    const struct changes *changes, unsigned style, unsigned columns, unsigned rows, bool legend,
    struct buf *out, struct err *err)
{
	struct show s = show_of(r, story, style, columns, out, err);
	const bool has_turn = s.g->phase != PHASE_SETUP && s.g->phase != PHASE_OVER;
	const struct low none = { .is_news_cut = false };
	struct buf whole = BUF_INIT;
	bool fits;

	if (show_read(r, story, know, changes, style, columns, legend, &whole, err) < 0) {
		buf_wipe(&whole);
		return -1;
	}
	fits = count_rows(&whole, columns) <= rows;
	s.changes = changes;
	if (fits || !has_turn)
		buf_add(out, whole.p, whole.n);
	if (!fits && has_turn)
		put_low(&s, know, rows, legend);
	else if (!fits)
		put_last(&s, &none);
	buf_wipe(&whole);
	return 0;
}
