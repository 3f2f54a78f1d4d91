/*
 * The layout of the screen and its texts.
 *
 * From the top: the status line; the board and, at its right, the seats and the news; the hand; two
 * lines of messages; the prompt. A page of text covers the lower part of the board.
 */
#include <inttypes.h>
#include <string.h>

#include "draw/draw.h"
#include "session/screen_internal.h"
#include "text/orderline.h"
#include "util/timestamp.h"
#include "util/utf8.h"
#include "util/wrap.h"
#include "wire/report.h"
#include "wire/report_people.h"

enum {
	PANEL_MIN = 26,
	PANEL_WIDE = 42, /* for seats that need it, beside a smaller board */
	PANEL_MAX = 56,
	HAND_GAP = 2,
	MESSAGE_ROWS = 2,
	NEWS_ROWS_MIN = 4
};

struct canvas_look
screen_look(enum paint paint, unsigned flags)
{
	const struct paint_colour colour = paint_colour_of(paint);

	return (struct canvas_look){ colour.number,
		(uint8_t)(flags | (colour.is_strong ? CANVAS_STRONG : 0u)) };
}

void
screen_glyph(
    struct screen *s, unsigned row, unsigned column, const struct glyph *glyph, unsigned flags)
{
	const struct canvas_look look = screen_look((enum paint)glyph->paint, flags);
	const char *text = s->old.ascii ? &glyph->ascii : glyph->utf8;

	(void)canvas_text(
	    s->c, row, column, 1, text, s->old.ascii ? 1 : strnlen(text, sizeof glyph->utf8), look);
}

void
screen_add_hit(struct screen *s, struct screen_area area, enum screen_hit_kind kind, size_t index)
{
	if (s->n_hits < SCREEN_HITS_MAX)
		s->hit[s->n_hits++] = (struct screen_hit){ area.row, area.column, area.rows,
			area.columns, kind, index };
}

/* Draws the lines of a text from line `top` on. Returns the number of rows used. */
static unsigned
draw_lines(
    struct screen *s, struct screen_area area, const struct buf *text, size_t top, unsigned flags)
{
	const char *p = buf_cstr(text), *end = p + text->n;
	unsigned row = 0;

	for (size_t line = 0; p < end && row < area.rows; line++) {
		const char *stop = memchr(p, '\n', (size_t)(end - p));

		stop = stop != NULL ? stop : end;
		if (line >= top)
			(void)canvas_text(s->c, area.row + row++, area.column, area.columns, p,
			    (size_t)(stop - p), (struct canvas_look){ -1, (uint8_t)flags });
		p = stop < end ? stop + 1 : end;
	}
	return row;
}

static size_t
count_lines(const struct buf *text)
{
	size_t n = 0;

	for (size_t i = 0; i < text->n; i++)
		n += text->p[i] == '\n';
	return n;
}

/* ---- the status line --------------------------------------------------------------------------- */

/* Whose turn it is, and until when; round, turn and deck. */
static void
state_words(const struct screen *s, struct buf *out)
{
	enum { WINNERS_MAX = 40 }; /* columns; the news and the last page name them, too */
	const struct digest *d = &s->p->r.d;
	const struct game *g = &screen_view(s)->known;
	char when[PRINTER_TIME];

	if (g->phase != PHASE_PLAY || undo_request_blocks_play(&d->undo_request))
		report_turn_words(
		    s->p->u->lang, d, s->p->r.has_view ? s->p->r.seat : SEAT_NONE, out);
	else if (s->p->r.has_view && g->to_move == s->p->r.seat)
		language_fmt(s->p->u->lang, out, MSG("screen", "your turn, %s"),
		    names_seat(&d->names, g->to_move));
	else
		language_fmt(s->p->u->lang, out, MSG("screen", "%s's turn"),
		    names_seat(&d->names, g->to_move));
	if (g->phase == PHASE_OVER && out->n > WINNERS_MAX) {
		buf_clear(out);
		buf_str(out, language_text(s->p->u->lang, MSG("screen", "The game is over")));
	}
	if (d->due >= 0 && g->phase == PHASE_PLAY) {
		timestamp_local(d->due, when);
		language_fmt(
		    s->p->u->lang, out, MSG("screen", ", until %s"), when + strlen("2026-"));
	}
	if (g->phase != PHASE_SETUP)
		language_fmt(s->p->u->lang, out, MSG("screen", "; round %u/%u, turn %u, deck %u"),
		    (unsigned)g->round, game_rounds(g), (unsigned)g->turn,
		    (unsigned)game_deck_left(g));
	buf_chr(out, ' ');
}

/* Cuts the name to this width if it is wider, so that a mark shows that it goes on. */
static void
cut_name(const struct screen *s, unsigned columns, struct buf *name)
{
	const char *mark = s->old.ascii ? ".." : "\xe2\x80\xa6";
	const size_t room = columns - utf8_width(mark, strlen(mark));

	if (utf8_width(name->p, name->n) <= columns)
		return;
	while (utf8_width(name->p, name->n) > room || name->p[name->n - 1] == ' ') {
		do
			name->n--;
		while (((unsigned char)name->p[name->n] & 0xc0) == 0x80);
	}
	buf_str(name, mark);
}

/* The state is at the right. The name of the game gets what is left, at least STATUS_NAME. */
static void
draw_status(struct screen *s, unsigned columns)
{
	enum { STATUS_NAME = 10 };
	const struct canvas_look look = { -1, CANVAS_REVERSE };
	const struct digest *d = &s->p->r.d;
	struct buf name = BUF_INIT, state = BUF_INIT, blank = BUF_INIT;
	unsigned room, w;

	state_words(s, &state);
	w = (unsigned)utf8_width(state.p, state.n);
	room = w + STATUS_NAME + 2 < columns ? columns - w - 2 : STATUS_NAME;
	if (d->names.title[0] != '\0')
		buf_str(&name, d->names.title);
	else
		buf_fmt(&name, "%s %s", screen_view(s)->known.rules->name, d->game);
	if (utf8_width(name.p, name.n) > room && d->names.title[0] == '\0') {
		buf_clear(&name);
		buf_str(&name, d->game);
	}
	cut_name(s, room, &name);
	buf_fill(&blank, ' ', columns);
	(void)canvas_text(s->c, 0, 0, columns, blank.p, blank.n, look);
	(void)canvas_text(s->c, 0, 1, room, name.p, name.n, look);
	(void)canvas_text(s->c, 0, room + 2, columns, state.p, state.n, look);
	buf_release(&name);
	buf_release(&state);
	buf_release(&blank);
}

/* ---- seats and news ------------------------------------------------------------------------------ */

static bool
is_late(const struct screen *s, unsigned seat)
{
	const struct digest *d = &s->p->r.d;
	const struct user *u = s->p->u;

	return d->due >= 0 && u->has_now && u->now > d->due && d->pub.known.to_move == seat;
}

/* Returns the width of the longest name, within limits. */
static int
names_width(const struct names *names)
{
	enum { NAME_WIDTH_MAX = 10 };
	size_t w = 0;

	for (unsigned i = 0; i < names->n; i++)
		w = strlen(names->seat[i]) > w ? strlen(names->seat[i]) : w;
	return w < NAME_WIDTH_MAX ? (int)w : NAME_WIDTH_MAX;
}

/* Appends one seat: its number of cards and what is known of it. */
static void
seat_words(const struct screen *s, unsigned seat, struct buf *out)
{
	const struct view *v = screen_view(s);
	const struct names *names = &s->p->r.d.names;
	struct buf notes = BUF_INIT;

	buf_fmt(out, "%-*s %u", names_width(names), names_seat(names, (uint8_t)seat),
	    (unsigned)v->known.seat[seat].n_hand);
	draw_seat_notes(s->p->u->lang, v, names, seat, &notes);
	if (notes.n > 0)
		buf_fmt(out, " %s", notes.p);
	if (is_late(s, seat))
		buf_str(out, language_text(s->p->u->lang, MSG("screen", "; late")));
	report_away(s->p->u->lang, &s->p->r.d, (uint8_t)seat, timestamp_put_local, out);
	buf_wipe(&notes);
}

/* The lines of a seat, wrapped, or cut to one. */
static void
seat_lines(const struct screen *s, unsigned seat, unsigned columns, bool is_cut, struct buf *out)
{
	struct buf words = BUF_INIT;
	const struct glyph *mark =
	    &draw_sign[screen_view(s)->known.to_move == seat ? GLYPH_TO_MOVE : GLYPH_BLANK];

	seat_words(s, seat, &words);
	buf_str(out, s->old.ascii ? "" : mark->utf8);
	if (s->old.ascii)
		buf_chr(out, mark->ascii);
	if (is_cut) {
		buf_add(out, words.p, words.n);
		buf_chr(out, '\n');
	} else {
		wrap_text(words.p, words.n, "", "    ", columns - 1, out);
	}
	buf_wipe(&words);
}

/* Draws the seats. Returns the number of rows used. */
static unsigned
draw_seats_of(struct screen *s, struct screen_area area, bool is_cut, struct screen_area *cursor)
{
	const struct pick_target *target = screen_target(s);
	const struct view *v = screen_view(s);
	const unsigned rows = area.rows;

	for (unsigned i = 0; i < v->known.n_seats && area.rows > 0; i++) {
		const struct pick_item *item = screen_item(s);
		const bool chosen = s->stage == SCREEN_STAGE_BOARD && target != NULL &&
		    target->kind == PICK_SEAT && target->seat == i;
		struct buf text = BUF_INIT;
		unsigned used;

		seat_lines(s, i, area.columns, is_cut, &text);
		used = draw_lines(s, area, &text, 0,
		    (chosen ? CANVAS_REVERSE : 0u) | (v->seat == i ? CANVAS_STRONG : 0u));
		if (chosen)
			*cursor = (struct screen_area){ area.row, area.column, 1, 1 };
		for (size_t k = 0; item != NULL && k < item->n; k++)
			if (s->picks.target[item->first + k].kind == PICK_SEAT &&
			    s->picks.target[item->first + k].seat == i)
				screen_add_hit(s,
				    (struct screen_area){
					area.row, area.column, used, area.columns },
				    SCREEN_HIT_TARGET, item->first + k);
		area.row += used;
		area.rows -= used;
		buf_wipe(&text);
	}
	return rows - area.rows;
}

static size_t
seats_height(const struct screen *s, unsigned columns)
{
	struct buf text = BUF_INIT;
	size_t n;

	for (unsigned i = 0; i < screen_view(s)->known.n_seats; i++)
		seat_lines(s, i, columns, false, &text);
	n = count_lines(&text);
	buf_wipe(&text);
	return n;
}

static unsigned
draw_piles(struct screen *s, struct screen_area area)
{
	struct buf words = BUF_INIT, text = BUF_INIT;
	unsigned used;

	draw_piles_notes(s->p->u->lang, screen_view(s), &s->p->r.d.names, &words);
	if (words.n > 0)
		wrap_text(words.p, words.n, " ", "  ", area.columns, &text);
	used = draw_lines(s, area, &text, 0, CANVAS_DIM);
	buf_release(&words);
	buf_release(&text);
	return used;
}

/* Returns the first of the last `rows` of the lines that begins a sentence of the news, or, of one that is longer, the
 * first of these lines. */
static size_t
news_begin(const struct buf *text, size_t rows)
{
	const size_t lines = count_lines(text), first = lines > rows ? lines - rows : 0;
	size_t line = 0;

	for (const char *p = buf_cstr(text); *p != '\0'; line++) {
		if (line >= first && *p != ' ')
			return line;
		p += strcspn(p, "\n");
		p += *p == '\n';
	}
	return first;
}

/* Draws the end of the news. */
static void
draw_news(struct screen *s, struct screen_area area)
{
	struct buf text = BUF_INIT;
	size_t begin;
	unsigned used;

	for (const char *p = buf_cstr(&s->news), *end; *p != '\0';
	     p = *end != '\0' ? end + 1 : end) {
		end = p + strcspn(p, "\n");
		wrap_text(p, (size_t)(end - p), "", "  ", area.columns, &text);
	}
	begin = news_begin(&text, area.rows);
	used = (unsigned)(count_lines(&text) - begin);
	area.row += area.rows - used;
	area.rows = used;
	(void)draw_lines(s, area, &text, begin, 0);
	buf_wipe(&text);
}

static bool
seats_fit(const struct screen *s, unsigned rows, unsigned columns)
{
	return seats_height(s, columns) + 2 + NEWS_ROWS_MIN <= rows;
}

static void
draw_panel(struct screen *s, struct screen_area area, struct screen_area *cursor)
{
	const bool is_cut = !seats_fit(s, area.rows, area.columns);
	unsigned used = draw_seats_of(s, area, is_cut, cursor);

	area.row += used;
	area.rows -= used;
	used = draw_piles(s, area);
	area.row += used;
	area.rows -= used;
	if (area.rows < 2)
		return;
	canvas_rule(s->c, area.row, area.column, area.columns, false);
	area.row++;
	area.rows--;
	draw_news(s, area);
}

/* ---- the hand -------------------------------------------------------------------------------------- */

static unsigned
item_word(const struct screen *s, unsigned i, char out[static CARD_NAME_MAX + 16])
{
	const struct pick_item *item = &s->picks.item[i];
	char copies[8] = "", marked[8] = "";

	if (item->copies > 1)
		(void)snprintf(copies, sizeof copies, " (%u)", item->copies % 100);
	if (s->marked[i] > 0)
		(void)snprintf(marked, sizeof marked, " -%u", s->marked[i] % 100);
	return (unsigned)snprintf(out, CARD_NAME_MAX + 16, "%s%s%s%s", item->word, copies,
	    item->is_new ? "*" : "", marked);
}

static unsigned
item_width(const struct screen *s, unsigned i)
{
	char word[CARD_NAME_MAX + 16];
	const unsigned n = item_word(s, i, word);

	return n > PICTURE_W ? n : PICTURE_W;
}

/* Places the items from `from` on, with their words in one line or alternating in two. Returns the
 * first item that has no room. */
static unsigned
place_items(const struct screen *s, unsigned from, unsigned lines, unsigned columns,
    unsigned left[static PICK_ITEMS_MAX])
{
	unsigned free[2] = { 1, 1 }, i;

	for (i = from; i < s->picks.n_items; i++) {
		const unsigned w = item_width(s, i);

		left[i] = free[i % lines];
		if (i > from && left[i] < left[i - 1] + PICTURE_W + HAND_GAP)
			left[i] = left[i - 1] + PICTURE_W + HAND_GAP;
		if (left[i] + w >= columns)
			break;
		free[i % lines] = left[i] + w + HAND_GAP;
	}
	return i;
}

/* Returns the number of lines for the words of the hand. */
static unsigned
hand_lines(const struct screen *s, unsigned columns)
{
	unsigned left[PICK_ITEMS_MAX];

	return place_items(s, 0, 1, columns, left) == s->picks.n_items ? 1 : 2;
}

/* Draws an item with its word in one of the lines below the picture. Returns where the word is. */
static struct screen_area
draw_item(struct screen *s, unsigned i, struct screen_area area, unsigned lines)
{
	const struct pick_item *item = &s->picks.item[i];
	char text[CARD_NAME_MAX + 16];
	const unsigned n = item_word(s, i, text);
	const unsigned left = lines == 1 ? (area.columns - PICTURE_W) / 2 : 0;
	const struct screen_area word = { area.row + PICTURE_H + i % lines,
		area.column + (area.columns - n) / 2, 1, n },
				 card = { area.row, area.column + left, PICTURE_H, PICTURE_W };
	const bool chosen = i == s->item;
	struct card_picture picture;

	if (item->is_card) {
		picture_hand(
		    &picture, screen_view(s)->known.rules, item->card, chosen && s->flipped);
		for (unsigned row = 0; row < PICTURE_H; row++)
			for (unsigned k = 0; k < PICTURE_W; k++)
				screen_glyph(
				    s, card.row + row, card.column + k, &picture.at[row][k], 0);
		screen_add_hit(s, card, SCREEN_HIT_ITEM, i);
	}
	(void)canvas_text(s->c, word.row, word.column, n, text, n,
	    (struct canvas_look){ -1,
		(uint8_t)((chosen ? CANVAS_REVERSE : 0u) | (item->n > 0 ? CANVAS_STRONG : 0u)) });
	screen_add_hit(s, word, SCREEN_HIT_ITEM, i);
	return word;
}

/* Draws the items; if they do not fit, those up to the chosen one. */
static void
draw_items(struct screen *s, struct screen_area area, unsigned lines, struct screen_area *cursor)
{
	unsigned left[PICK_ITEMS_MAX], from = 0, end;

	while ((end = place_items(s, from, lines, area.columns, left)) <= s->item)
		from++;
	for (unsigned i = from; i < end; i++) {
		const struct screen_area at = { area.row, left[i], PICTURE_H, item_width(s, i) };
		const struct screen_area word = draw_item(s, i, at, lines);

		if (i == s->item)
			*cursor = (struct screen_area){ word.row, word.column, 1, 1 };
	}
}

/* ---- messages, prompt -------------------------------------------------------------------------- */

/* What the keys do now. */
static void
hint_words(struct screen *s, struct buf *out)
{
	const struct order *o = screen_order(s);
	const struct order *variants[SCREEN_VARIANTS_MAX];
	const struct language *lang = s->p->u->lang;

	if (s->question.n > 0)
		buf_str(
		    out, language_text(lang, MSG("screen", "Enter or y: yes.  Esc or n: no. ")));
	else if (s->stage == SCREEN_STAGE_BOARD && o != NULL) {
		orderline_text(screen_view(s)->known.rules, &s->p->r.d.names, o, out);
		buf_str(out, language_text(lang, MSG("screen", "\nArrows: elsewhere.  ")));
		if (screen_variants(s, variants) > 1)
			buf_str(out, language_text(lang, MSG("screen", "f: another way.  ")));
		buf_str(out, language_text(lang, MSG("screen", "Enter: this.  Esc: back.")));
	} else if (s->picks.n_orders + s->picks.n_discards > 0) {
		buf_str(out,
		    language_text(lang,
			MSG("screen",
			    "Left, right: a card.  Up or Enter: where it may go.  Space: mark "
			    "it to discard.\nOr type an order.  ?: help, r: rules, o: all orders, "
			    "l: log, c: cards, h: hint.")));
	} else {
		if (s->p->r.d.dealing == DIGEST_DEALING_OPEN && s->p->u->key != NULL)
			buf_str(out,
			    language_text(lang,
				MSG("screen",
				    "Type join to take a seat, and confirm when all have "
				    "joined.\n")));
		buf_str(out,
		    language_text(lang,
			MSG("screen",
			    "?: help, r: rules, l: log, c: cards.  Enter: look for news.")));
	}
}

static void
draw_messages(struct screen *s, struct screen_area area)
{
	struct buf text = BUF_INIT;

	if (s->message.n > 0) {
		(void)draw_lines(s, area, &s->message, 0, CANVAS_STRONG);
		return;
	}
	hint_words(s, &text);
	(void)draw_lines(s, area, &text, 0, 0);
	buf_wipe(&text);
}

/* Draws the prompt and what is typed. Returns the column of its cursor. */
static unsigned
draw_prompt(struct screen *s, unsigned row, unsigned columns)
{
	size_t at;
	const struct buf *line = canvas_line_text(s->c, &at);
	const char *text = buf_cstr(line);
	const char *prompt = s->question.n > 0 ?
	    language_text(s->p->u->lang, MSG("screen", "Enter or y: yes.  Esc or n: no. ")) :
	    buf_cstr(&s->p->prompt);
	unsigned column = canvas_text(
	    s->c, row, 0, columns / 2, prompt, strlen(prompt), (struct canvas_look){ -1, 0 });
	size_t from = 0, w = utf8_width(text, at);

	if (s->question.n > 0)
		return column;
	for (uint32_t c; w + 1 > columns - column;) {
		const size_t n = utf8_next(text + from, at - from, &c);

		if (n == 0)
			break;
		w -= utf8_width(text + from, n);
		from += n;
	}
	(void)canvas_text(s->c, row, column, columns - column, text + from, line->n - from,
	    (struct canvas_look){ -1, 0 });
	return column + (unsigned)w;
}

/* ---- pages ----------------------------------------------------------------------------------------- */

/* Draws the page over the lower part of an area. */
static void
draw_page(struct screen *s, struct screen_area area)
{
	struct screen_page *page = &s->page;
	struct buf title = BUF_INIT;
	const unsigned room = area.rows - 1;
	size_t width;

	page->lines = count_lines(&page->text);
	page->rows = page->lines < room ? page->lines : room;
	if (page->is_end || page->top > page->lines - page->rows)
		page->top = page->lines - page->rows;
	page->is_end = false;
	area.row += room - (unsigned)page->rows;
	area.rows = (unsigned)page->rows + 1;
	screen_add_hit(s, area, SCREEN_HIT_PAGE, 0);
	if (page->rows < page->lines)
		language_fmt(s->p->u->lang, &title,
		    MSG("screen", " Lines %zu to %zu of %zu.  PgUp, PgDn: more."), page->top + 1,
		    page->top + page->rows, page->lines);
	if (s->question.n == 0)
		buf_str(&title,
		    language_text(s->p->u->lang, MSG("screen", "  Esc: back to the board. ")));
	width = utf8_width(buf_cstr(&title), title.n);
	buf_fill(&title, ' ', width < area.columns ? area.columns - width : 0);
	(void)canvas_text(s->c, area.row, area.column, area.columns, title.p, title.n,
	    (struct canvas_look){ -1, CANVAS_REVERSE });
	for (unsigned i = 0; i < page->rows; i++) {
		struct buf blank = BUF_INIT;

		buf_fill(&blank, ' ', area.columns);
		(void)canvas_text(s->c, area.row + 1 + i, area.column, area.columns, blank.p,
		    blank.n, (struct canvas_look){ -1, 0 });
		buf_release(&blank);
	}
	area.row++;
	area.rows--;
	(void)draw_lines(s, area, &page->text, page->top, 0);
	buf_release(&title);
}

/* ---- the note --------------------------------------------------------------------------------------- */

unsigned
screen_note_rows(const struct screen *s)
{
	return (canvas_rows(s->c) - 3) / 3;
}

size_t
screen_note_lines(const struct screen *s, struct buf *out)
{
	const char *end;

	for (const char *p = buf_cstr(&s->p->note); *p != '\0'; p = *end != '\0' ? end + 1 : end) {
		end = p + strcspn(p, "\n");
		wrap_text(p, (size_t)(end - p), "", "", canvas_columns(s->c), out);
	}
	return count_lines(out);
}

/* Draws the end of the note at the end of an area. Returns the number of rows used. */
static unsigned
draw_note(struct screen *s, struct screen_area area)
{
	struct buf text = BUF_INIT;
	const size_t lines = screen_note_lines(s, &text);
	const unsigned most = screen_note_rows(s), rows = lines < most ? (unsigned)lines : most;

	area.row += area.rows - rows;
	area.rows = rows;
	(void)draw_lines(s, area, &text, lines - rows, 0);
	buf_release(&text);
	return rows;
}

/* ---- all of it --------------------------------------------------------------------------------------- */

static void
draw_small(struct screen *s, unsigned rows, unsigned columns)
{
	struct buf words = BUF_INIT, text = BUF_INIT;

	language_fmt(s->p->u->lang, &words,
	    MSG("screen",
		"The table needs %d columns and %d rows; this terminal has %u and %u.  Enlarge it, "
		"or press q to go on line by line."),
	    CANVAS_COLUMNS_MIN, CANVAS_ROWS_MIN, columns, rows);
	wrap_text(words.p, words.n, "", "", columns, &text);
	(void)draw_lines(s, (struct screen_area){ 0, 0, rows, columns }, &text, 0, 0);
	canvas_show(s->c, -1, 0);
	buf_release(&words);
	buf_release(&text);
}

static unsigned
panel_width(unsigned columns)
{
	const unsigned w = columns * 3 / 10;

	return w < PANEL_MIN ? PANEL_MIN : w < PANEL_MAX ? w : PANEL_MAX;
}

/* Returns the rows that the page leaves of an area, or all if few are left. */
static unsigned
rows_above(const struct screen *s, unsigned rows)
{
	const size_t lines = count_lines(&s->page.text);

	return lines > 0 && lines + 1 <= rows / 2 ? rows - 1 - (unsigned)lines : rows;
}

/* Before the deal: who has joined. */
static void
draw_setup(struct screen *s, struct screen_area area)
{
	const struct digest *d = &s->p->r.d;
	const int width = names_width(&d->names);
	struct buf text = BUF_INIT;

	for (unsigned i = 0; i < d->names.n; i++)
		buf_fmt(&text, "  %-*s  %s\n", width, d->names.seat[i],
		    report_joined(s->p->u->lang, d, i));
	area.row++;
	area.rows--;
	(void)draw_lines(s, area, &text, 0, 0);
	buf_release(&text);
}

/* Draws board, seats and hand. *cursor: what is chosen. */
static void
draw_table(struct screen *s, struct screen_area area, struct screen_area *cursor)
{
	const unsigned panel = panel_width(area.columns);
	const unsigned lines = hand_lines(s, area.columns),
		       hand = s->picks.n_items > 0 ? PICTURE_H + lines : 0;
	struct screen_area board = area, seats = area, page;

	board.rows = area.rows - hand;
	board.rows -= draw_note(s, board);
	seats.rows = board.rows;
	board.columns = area.columns - panel - 1;
	if (!seats_fit(s, seats.rows, panel) && panel < PANEL_WIDE) {
		board.columns = area.columns - PANEL_WIDE - 1;
		if (!screen_board_fits(s, board))
			board.columns = area.columns - panel - 1;
	}
	seats.column = board.columns + 1;
	seats.columns = area.columns - seats.column;
	if (hand > 0)
		draw_items(s,
		    (struct screen_area){ area.row + area.rows - hand, 0, hand, area.columns },
		    lines, cursor);
	page = area;
	page.rows = area.rows - hand;
	/* The page of a question hides neither the preview nor the news. */
	if (s->question.n > 0 && rows_above(s, page.rows) < board.rows)
		board.rows = seats.rows = rows_above(s, page.rows);
	if (s->p->r.d.dealing == DIGEST_DEALING_OPEN)
		draw_setup(s, board);
	else
		screen_draw_board(s, board, cursor);
	canvas_rule(s->c, seats.row, seats.column - 1, seats.rows, true);
	draw_panel(s, seats, cursor);
	if (s->page.text.n > 0)
		draw_page(s, page);
}

void
screen_draw(struct screen *s)
{
	const struct buf *line;
	struct screen_area cursor = { 0, 0, 0, 0 };
	unsigned rows, columns, column;
	size_t at;

	canvas_clear(s->c); /* may find another size */
	rows = canvas_rows(s->c);
	columns = canvas_columns(s->c);
	s->n_hits = 0;
	s->is_small = rows < CANVAS_ROWS_MIN || columns < CANVAS_COLUMNS_MIN;
	if (s->is_small) {
		draw_small(s, rows, columns);
		return;
	}
	if (s->p->r.d.n >= 0) {
		draw_status(s, columns);
		draw_table(
		    s, (struct screen_area){ 1, 0, rows - 2 - MESSAGE_ROWS, columns }, &cursor);
	}
	draw_messages(s, (struct screen_area){ rows - 1 - MESSAGE_ROWS, 0, MESSAGE_ROWS, columns });
	column = draw_prompt(s, rows - 1, columns);
	line = canvas_line_text(s->c, &at);
	if (line->n > 0 || cursor.rows == 0 || s->page.text.n > 0 || s->question.n > 0)
		canvas_show(s->c, (int)(rows - 1), (int)column);
	else
		canvas_show(s->c, (int)(cursor.row + cursor.rows / 2),
		    (int)(cursor.column + cursor.columns / 2));
}
