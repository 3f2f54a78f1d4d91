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
#include "text/shown.h"
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
	show_heading(language_text(s->lang, title), beside, s->style, s->out);
}

static bool
is_me(const struct show *s, uint8_t seat)
{
	return s->r->has_view && seat == s->r->seat;
}

/* Prints how the own seat has voted, and how it votes. */
static void
put_own_vote(const struct show *s, const struct undo_request *a, const char *on, const char *off)
{
	const char *voted = language_text(s->lang, MSG("read", "You have not voted yet."));

	if ((a->yes >> s->r->seat & 1u) != 0)
		voted = language_text(s->lang, MSG("read", "You have voted yes."));
	else if ((a->no >> s->r->seat & 1u) != 0)
		voted = language_text(s->lang, MSG("read", "You have voted no."));
	language_fmt(s->lang, s->out,
	    MSG("read", "%s%s%s  To vote, give the order: vote undo %lld yes  (or no)\n"), on,
	    voted, off, (long long)a->to);
}

/* Prints the undo request, its meaning, and how to vote. */
static void
put_undo_request(const struct show *s)
{
	const struct digest *d = &s->r->d;
	const struct undo_request *a = &d->undo_request;
	const char *on = s->style & DRAW_COLOR ? "\x1b[1m" : "";
	const char *off = s->style & DRAW_COLOR ? "\x1b[0m" : "";
	struct buf text = BUF_INIT, until = BUF_INIT;

	language_fmt(s->lang, s->out, MSG("read", "%sThe host asks to go back to digest %lld%s:\n"),
	    on, (long long)a->to, off);
	since_quote(a->reason, strlen(a->reason), s->out);
	timestamp_put_local(a->until, &until);
	language_fmt(s->lang, &text,
	    MSG("read",
		"What came after it would not count, and cards that nobody has seen would be "
		"shuffled again; the host knows how, so ask yourself why.  Nothing is played until "
		"%u seats have voted for it (%u have), or too many against it (%u have); at the "
		"latest until %s, when it is refused."),
	    a->need, bits_count(a->yes), bits_count(a->no), buf_cstr(&until));
	buf_release(&until);
	wrap_text(text.p, text.n, "", "", DRAW_COLUMNS, s->out);
	buf_release(&text);
	if (s->r->has_view && (a->none >> s->r->seat & 1u) != 0)
		language_fmt(s->lang, s->out,
		    MSG("read",
			"Your seat got its keys after digest %lld: it counts, but has no vote on "
			"that.\n"),
		    (long long)a->to);
	else if (s->r->has_view &&
	    ((unsigned)undo_request_seats(s->g, s->r->d.bots) >> s->r->seat & 1u) != 0)
		put_own_vote(s, a, on, off);
}

/* Prints the display names: anna "Anna Müller", bob. The digest itself uses only the names of
 * seats. */
static void
put_names(const struct show *s)
{
	const struct names *names = &s->r->d.names;
	struct buf list = BUF_INIT, text = BUF_INIT;
	bool has = false;

	for (uint8_t i = 0; i < names->n; i++) {
		buf_str(&list, i > 0 ? ", " : "");
		names_full(names, i, &list);
		has = has || names->display[i][0] != '\0';
	}
	language_fmt(s->lang, &text, MSG("read", "Seats: %s."), buf_cstr(&list));
	buf_release(&list);
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
		language_fmt(s->lang, s->out,
		    MSG("read",
			"The host's own sentences in digest %lld are of another version of adit, "
			"not compared, not shown.\n"),
		    (long long)d->n);
		break;
	}
}

/* Prints whose turn it is, and until when. */
static void
put_turn(const struct show *s, const char *on, const char *off)
{
	const struct digest *d = &s->r->d;
	const char *name = names_seat(&d->names, s->g->to_move);
	struct buf until = BUF_INIT;

	if (d->due >= 0)
		timestamp_put_local(d->due, &until);
	if (is_me(s, s->g->to_move) && d->due >= 0)
		language_fmt(s->lang, s->out, MSG("read", "%sIt is your turn%s, %s, until %s.\n"),
		    on, off, name, buf_cstr(&until));
	else if (is_me(s, s->g->to_move))
		language_fmt(
		    s->lang, s->out, MSG("read", "%sIt is your turn%s, %s.\n"), on, off, name);
	else if (d->due >= 0)
		language_fmt(s->lang, s->out, MSG("read", "It is %s's turn, until %s.\n"), name,
		    buf_cstr(&until));
	else
		language_fmt(s->lang, s->out, MSG("read", "It is %s's turn.\n"), name);
	buf_release(&until);
}

static void
put_wrapped(const struct buf *line, struct buf *out)
{
	wrap_text(buf_cstr(line), line->n, "", "  ", WRAP_COLUMNS, out);
}

static void
put_cautions(const struct show *s)
{
	const char *caution;

	for (unsigned i = 0; (caution = description_caution(&s->r->d, i)) != NULL; i++) {
		struct buf line = BUF_INIT;

		buf_fmt(&line, "%s.", language_text(s->lang, caution));
		put_wrapped(&line, s->out);
		buf_release(&line);
	}
}

static void
put_winners(const struct show *s)
{
	struct buf line = BUF_INIT;

	report_turn_words(s->lang, &s->r->d, s->r->has_view ? s->r->seat : SEAT_NONE, &line);
	buf_chr(&line, '.');
	put_wrapped(&line, s->out);
	buf_release(&line);
}

static void
put_head(const struct show *s)
{
	const struct digest *d = &s->r->d;
	struct buf when = BUF_INIT, custody = BUF_INIT, line = BUF_INIT;
	const char *on = s->style & DRAW_COLOR ? "\x1b[1m" : "";
	const char *off = s->style & DRAW_COLOR ? "\x1b[0m" : "";

	buf_str(s->out, on);
	if (d->names.title[0] != '\0')
		buf_fmt(s->out, "\"%s\", ", d->names.title);
	language_fmt(s->lang, s->out, MSG("read", "%s, game %s: round %u of %u, turn %u%s\n"),
	    s->g->rules->name, d->game, (unsigned)s->g->round, game_rounds(s->g),
	    (unsigned)s->g->turn, off);
	timestamp_put_local(d->time, &when);
	custody_words(s->lang, d->custody, &d->names, &custody);
	bots_words(s->lang, d->bots, &d->names, &custody);
	language_fmt(s->lang, &line,
	    MSG("read", "Digest %lld of %s, signature verified, dealing: %s%s.\n"), (long long)d->n,
	    buf_cstr(&when), digest_dealing_shown(s->lang, d->dealing), buf_cstr(&custody));
	/* Scripts find the English line whole, unless it lists seats. */
	if (s->lang == NULL && custody.n == 0)
		buf_add(s->out, buf_cstr(&line), line.n);
	else
		wrap_text(buf_cstr(&line), line.n - 1, "", "  ", WRAP_COLUMNS, s->out);
	buf_release(&line);
	buf_release(&when);
	buf_release(&custody);
	put_wording(s);
	put_cautions(s);
	put_names(s);
	if (s->g->phase == PHASE_OVER) {
		put_winners(s);
		return;
	}
	if (s->g->phase == PHASE_SETUP) {
		language_fmt(s->lang, s->out, MSG("read", "Nothing is dealt yet: attempt %u.\n"),
		    d->attempt);
		return;
	}
	if (undo_request_blocks_play(&d->undo_request)) {
		put_undo_request(s);
		return;
	}
	put_turn(s, on, off);
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
	draw_hand(s->lang, s->g->rules, me->hand, is_new, me->n_hand, s->style, s->columns, s->out);
	if (any)
		buf_str(s->out,
		    language_text(s->lang,
			s->story->is_turn ? MSG("read", "* new since your last turn\n") :
					    MSG("read", "* new since you last read\n")));
}

static void
put_mine(const struct show *s)
{
	const struct seat *me = &s->g->seat[s->r->seat];
	struct buf beside = BUF_INIT;
	struct buf role = BUF_INIT, gold = BUF_INIT;

	names_full(&s->r->d.names, s->r->seat, &beside);
	if (me->role != CARD_NONE && me->role != CARD_HIDDEN) {
		shown_card(s->lang, s->g->rules, me->role, &role);
		language_fmt(s->lang, &beside, MSG("read", ", a %s"), buf_cstr(&role));
	}
	if (s->g->rules->gold_in_pieces && me->gold > 0)
		buf_fmt(&gold, "%u", (unsigned)me->gold);
	for (unsigned i = 0; i < me->n_gold; i++)
		buf_fmt(&gold, "%s%u", i == 0 ? "" : " + ",
		    (unsigned)game_card(s->g, me->gold_card[i])->value);
	if (gold.n > 0)
		language_fmt(s->lang, &beside, MSG("read", ", gold %s"), buf_cstr(&gold));
	heading(s, MSG("read", "You are"), beside.p);
	buf_release(&beside);
	buf_wipe(&role);
	buf_release(&gold);
	if (me->n_hand > 0)
		put_hand(s, me);
	else
		buf_str(s->out, language_text(s->lang, MSG("read", "  your hand is empty\n")));
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
		report_away(s->lang, &s->r->d, i, timestamp_put_local, &away);
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

	heading(s, MSG("read", "Seats"), "");
	for (unsigned i = 0; i < d->names.n; i++) {
		buf_fmt(s->out, "  %-*s  %s\n", NAME_MAX_LEN, d->names.seat[i],
		    report_joined(s->lang, d, i));
		joined += d->has_commit[i];
	}
	buf_str(s->out,
	    language_text(s->lang,
		joined < d->names.n ?
		    MSG("read",
			"\nWho has not joined yet answers with: adit join -d DIGEST -k KEY\n") :
		    MSG("read",
			"\nWho has not confirmed yet answers with: adit confirm -d DIGEST -k "
			"KEY\n")));
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
show_of(const struct language *lang, const struct player_read *r, const struct history *story,
    unsigned style, unsigned columns, struct buf *out, struct err *err)
{
	const struct view *view = r->has_view ? &r->v.view : &r->d.pub;

	return (struct show){ .r = r,
		.story = story,
		.view = view,
		.g = &view->known,
		.style = style,
		.columns = columns,
		.out = out,
		.lang = lang,
		.err = err };
}

const char *
show_part(const struct language *lang, const struct player_read *r, const struct history *story,
    enum show_part part, unsigned style, unsigned columns, struct buf *out, struct err *err)
{
	const struct show s = show_of(lang, r, story, style, columns, out, err);

	return language_text(lang, put_part[part](&s));
}

/* Prints a part with its heading unless it is empty. */
static void
put_titled(const struct show *s, enum show_part part)
{
	struct buf lines = BUF_INIT;
	const char *title = show_part(
	    s->lang, s->r, s->story, part, s->style, s->columns, &lines, s->err);

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
	heading(s, MSG("read", "Table"), "");
	draw_seats(s->lang, s->view, &s->r->d.names, s->style, s->out);
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
	draw_board_legend(s->lang, s->view, &s->r->d.names, &options, s->out);
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
show_read(const struct language *lang, const struct player_read *r, const struct history *story,
    const struct knowledge *know, const struct changes *changes, unsigned style, unsigned columns,
    bool legend, struct buf *out, struct err *err)
{
	struct show s = show_of(lang, r, story, style, columns, out, err);
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
	heading(&s, MSG("read", "Board"), "");
	options = board_options(&s, 0);
	draw_board(s.lang, s.view, &r->d.names, &options, out);
	if (legend)
		put_legend(&s);
	show_known(lang, r, know, style, out);
	put_hand_and_queue(&s);
	if (r->has_view)
		show_put_orders(&s);
	return 0;
}

void
show_roles(const struct language *lang, const struct player_read *r, const struct history *story,
    const struct knowledge *know, unsigned style, unsigned columns, struct buf *out)
{
	struct err none = ERR_INIT;
	const struct show s = show_of(lang, r, story, style, columns, out, &none);

	put_table(&s);
	show_known(lang, r, know, style, out);
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
cut_news(const struct language *lang, struct buf *news, size_t rows)
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
	language_fmt(lang, &out, MSG("read", " (the last %zu of %zu lines)"), keep, all);
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
	struct buf line = BUF_INIT, rest = BUF_INIT;

	report_turn_words(s->lang, &s->r->d, show_reader(s->r), &line);
	for (unsigned i = 0; i < sizeof row / sizeof row[0]; i++) {
		if (!row[i].is_out)
			continue;
		buf_fmt(&rest, "%s%s", rest.n > 0 ? ", " : "", row[i].command);
	}
	buf_chr(&line, '.');
	if (rest.n > 0)
		language_fmt(
		    s->lang, &line, MSG("read", "  To see the rest: %s."), buf_cstr(&rest));
	buf_release(&rest);
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
	draw_board(s.lang, s.view, &s.r->d.names, &options, &low->board);
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
		cut_news(s.lang, &low->news, left);
	(void)take_rows(&left, &low->news, s.columns);
	s.out = &low->top;
	put_top(&s, false);
	(void)take_rows(&left, &low->top, s.columns);
	s.out = &low->part[PART_TABLE];
	put_table(&s);
	show_known(s.lang, s.r, know, s.style, &low->part[PART_KNOWN]);
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
show_screen(const struct language *lang, const struct player_read *r, const struct history *story,
    const struct knowledge *know, const struct changes *changes, unsigned style, unsigned columns,
    unsigned rows, bool legend, struct buf *out, struct err *err)
{
	struct show s = show_of(lang, r, story, style, columns, out, err);
	const bool has_turn = s.g->phase != PHASE_SETUP && s.g->phase != PHASE_OVER;
	const struct low none = { .is_news_cut = false };
	struct buf whole = BUF_INIT;
	bool fits;

	if (show_read(lang, r, story, know, changes, style, columns, legend, &whole, err) < 0) {
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
