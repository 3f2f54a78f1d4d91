/*
 * The screen of a session: keys, mouse, pages, questions.
 *
 * (F1) A chosen order goes to the session as a typed line. So what is signed and asked does not
 *      depend on how the order was made.
 * (F2) A question is answered only by a key that was typed after the question was shown, never by
 *      pasted text, and only while the terminal is large enough to show it.
 * (F3) Messages that were not shown are printed when the screen is closed.
 */
#include "session/screen.h"

#include <stdlib.h>
#include <string.h>

#include "session/screen_internal.h"
#include "show/show.h"
#include "text/orderline.h"
#include "util/mem.h"
#include "util/wrap.h"
#include "wire/report.h"

enum { MESSAGE_LINES = 2, SAID_MAX = 1 << 20 };

/* Shows a message in place of the hints. */
static void
message(struct screen *s, const char *text)
{
	buf_clear(&s->message);
	buf_str(&s->message, language_text(s->p->u->lang, text));
	buf_chr(&s->message, '\n');
}

/* Goes from the item to its targets. Keeps the place of the last card if this one may go there. */
static void
to_board(struct screen *s)
{
	const struct pick_item *item = screen_item(s);
	struct pick_target was = { .kind = PICK_NOTHING };

	if (item == NULL)
		return;
	if (s->target < s->picks.n_targets)
		was = s->picks.target[s->target];
	s->stage = SCREEN_STAGE_BOARD;
	s->target = item->first;
	for (size_t i = item->first; i < item->first + item->n; i++)
		if (s->picks.target[i].kind == was.kind && s->picks.target[i].at.x == was.at.x &&
		    s->picks.target[i].at.y == was.at.y)
			s->target = i;
	screen_choose_variant(s);
	if (screen_order(s) != NULL)
		return;
	screen_take_back(s);
	if (item->is_discard)
		message(
		    s, MSG("screen", "Mark cards to discard with the space bar, then Enter here."));
	else if (s->picks.n_orders + s->picks.n_discards > 0)
		message(
		    s, MSG("screen", "This may go nowhere now.  Space marks a card to discard."));
	else
		message(s, MSG("screen", "It is not your turn."));
}

/* ---- the table ------------------------------------------------------------------------------- */

/* Appends a part of the news, each sentence as one line. */
static void
add_news(struct screen *s, enum show_part part)
{
	struct buf text = BUF_INIT;
	struct err none = ERR_INIT;

	(void)show_part(
	    s->p->u->lang, &s->p->r, &s->p->past.story, part, 0, WRAP_COLUMNS, &text, &none);
	for (const char *p = buf_cstr(&text), *end; *p != '\0'; p = *end != '\0' ? end + 1 : end) {
		const size_t indent = strspn(p, " ");

		end = p + strcspn(p, "\n");
		if (indent >= 4 && s->news.n > 0 && s->news.p[s->news.n - 1] == '\n' &&
		    p[indent] != '|')
			s->news.p[s->news.n - 1] = ' ';
		buf_add(&s->news, p + indent, (size_t)(end - p) - indent);
		buf_chr(&s->news, '\n');
	}
	buf_wipe(&text);
}

/* Shows the end of a round, or of the game, once. */
static void
show_end(struct screen *s)
{
	static const enum show_part part[] = { SHOW_ENDED, SHOW_SUMMARY };
	const bool is_over = screen_view(s)->known.phase == PHASE_OVER;
	struct buf text = BUF_INIT;
	struct err none = ERR_INIT;

	if (s->ended_n == s->p->r.d.n)
		return;
	if (is_over) {
		report_turn_words(s->p->u->lang, &s->p->r.d, s->p->r.seat, &text);
		buf_str(&text, ".\n\n");
	}
	for (size_t i = 0; i < sizeof part / sizeof part[0]; i++)
		(void)show_part(s->p->u->lang, &s->p->r, &s->p->past.story, part[i],
		    play_style(s->p), play_columns(s->p), &text, &none);
	if (text.n > 0) {
		s->ended_n = s->p->r.d.n;
		if (is_over)
			buf_str(&text,
			    language_text(s->p->u->lang,
				MSG("screen",
				    "\nn: a new game with the same seats.  ^D: leave.\n")));
		screen_put(s, text.p, text.n);
	}
	buf_wipe(&text);
}

void
screen_table(struct screen *s)
{
	const struct player_read *r = &s->p->r;
	bool is_new[HAND_MAX] = { false };

	if (r->has_view)
		history_new(&s->p->past.story, r, is_new);
	picks_release(&s->picks);
	s->n_hits = 0; /* they are numbers of the old picks */
	picks_make(&s->picks, screen_view(s), r->has_view && !r->v.holds, is_new, &r->d.names);
	memset(s->marked, 0, sizeof s->marked);
	if (screen_item(s) == NULL || !screen_item(s)->is_card)
		s->item = 0;
	s->target = s->picks.n_targets;
	screen_take_back(s);
	buf_clear(&s->news);
	add_news(s, SHOW_NEWS);
	add_news(s, SHOW_TALK);
	add_news(s, SHOW_FIRST);
	show_end(s);
}

void
screen_note(struct screen *s)
{
	struct buf text = BUF_INIT;

	if (screen_note_lines(s, &text) > screen_note_rows(s))
		screen_put(s, text.p, text.n);
	buf_release(&text);
}

void
screen_preview(struct screen *s, const struct view *after)
{
	if (s->preview == NULL)
		s->preview = mem_zero(1, sizeof *s->preview);
	*s->preview = *after;
}

static void
end_preview(struct screen *s)
{
	if (s->preview == NULL)
		return;
	mem_wipe(s->preview, sizeof *s->preview);
	free(s->preview);
	s->preview = NULL;
}

/* ---- what is said ---------------------------------------------------------------------------- */

void
screen_put(struct screen *s, const char *text, size_t n)
{
	if (s->said.n > SAID_MAX)
		return;
	buf_grow_secret(&s->said, s->said.n + n + 1);
	buf_add(&s->said, text, n);
}

void
screen_bell(struct screen *s)
{
	canvas_bell(s->c);
}

static void
clear(struct buf *text)
{
	mem_wipe(text->p, text->n);
	buf_clear(text);
}

static void
set_text(struct buf *text, const char *p, size_t n)
{
	clear(text);
	buf_grow_secret(text, n + 1);
	buf_add(text, p, n);
}

/* Shows what was said: a few lines below the board, more as a page over it. The end of a question
 * stays below the board. */
static void
show_said(struct screen *s)
{
	const size_t below = s->question.n > 0 ? MESSAGE_LINES : 0;
	size_t lines = 0, at = 0;

	if (s->said.n == 0)
		return;
	for (size_t i = 0; i < s->said.n; i++)
		lines += s->said.p[i] == '\n';
	if (lines > MESSAGE_LINES) {
		for (size_t line = 0; line < lines - below; at++)
			line += s->said.p[at] == '\n';
		set_text(&s->page.text, s->said.p, at);
		s->page.is_end = s->letter == 'l' || s->letter == SCREEN_LETTER_PAGE_UP;
		s->page.top = 0;
	}
	if (at < s->said.n)
		set_text(&s->message, s->said.p + at, s->said.n - at);
	clear(&s->said);
	s->page.key = s->letter;
	s->letter = '\0';
}

static void
close_page(struct screen *s)
{
	clear(&s->page.text);
	s->page.key = '\0';
}

static void
say(void *arg, const char *line)
{
	play_say(((struct screen *)arg)->p, "%s", line);
}

static void
fail(void *arg, const struct err *err)
{
	play_fail(((struct screen *)arg)->p, err);
}

static bool
flush(void *arg, bool syncs)
{
	const struct screen *s = arg;

	return s->old.flush(s->old.arg, syncs);
}

struct screen *
screen_open(struct play *p)
{
	struct canvas *c = canvas_open(p->term, p->u->out->terminal, p->u->out->color);
	struct screen *s;

	if (c == NULL)
		return NULL;
	s = mem_zero(1, sizeof *s);
	s->p = p;
	s->c = c;
	s->ended_n = -1;
	s->layout = mem_new(sizeof *s->layout);
	s->old = *p->u->out;
	p->u->out->arg = s;
	p->u->out->say = say;
	p->u->out->fail = fail;
	p->u->out->flush = flush;
	return s;
}

void
screen_close(struct screen *s)
{
	if (s == NULL)
		return;
	canvas_close(s->c);
	*s->p->u->out = s->old;
	if (s->said.n > 0) /* (F3) */
		term_put(s->p->term, s->said.p, s->said.n);
	else if (s->message.n > 0)
		term_put(s->p->term, s->message.p, s->message.n);
	end_preview(s);
	picks_release(&s->picks);
	buf_wipe(&s->said);
	buf_wipe(&s->page.text);
	buf_wipe(&s->message);
	buf_wipe(&s->question);
	buf_wipe(&s->news);
	mem_wipe(s->layout, sizeof *s->layout);
	free(s->layout);
	mem_wipe(s, sizeof *s);
	free(s);
}

/* ---- keys ------------------------------------------------------------------------------------ */

static const char help[] = MSG("screen",
    "Left, right    choose a card of your hand, or what else you can do\n"
    "Up, Enter      go to the board: the places, seats or goals where it may go\n"
    "Arrows         move among them; Tab: the next one\n"
    "f              turn the card; or another way to do the same\n"
    "Enter          preview it; Enter again signs and sends it (practice: at once)\n"
    "Esc            one step back\n"
    "Space, Del     mark the card to discard; Del discards what is marked\n"
    "Mouse          click a card, then a place\n"
    "\n"
    "?  these keys      r  rules of the card      h  a hint      o  all orders\n"
    "l  log             c  card count             n  a new game, after the end\n"
    "PgUp           the log\n"
    "\n"
    "At the right are the seats, with their number of cards and what is known of\n"
    "each, then the news. Bright rock: a card that came with the news.\n"
    "[ ]: where the chosen card may go.\n"
    "\n"
    "Any other letter begins an order or a command (`help` lists them).\n"
    "Tab completes it, up and down are older lines, Enter gives it, Esc drops it.\n"
    "To begin with one of the letters above, just type on: the page closes.\n"
    "^D leaves.\n");

/* Passes a command or an order to the session as if typed. */
static enum term_event
command(struct buf *line, const char *text)
{
	buf_clear(line);
	buf_str(line, text);
	return TERM_LINE;
}

enum { GO_ON = -1 }; /* no result for the caller yet */

/* Gives the chosen order. (F1) */
static int
give(struct screen *s, struct buf *line)
{
	const struct order *o = screen_order(s);

	if (o == NULL)
		return GO_ON;
	buf_clear(line);
	orderline_text(screen_view(s)->known.rules, &s->p->r.d.names, o, line);
	return TERM_LINE;
}

static void
mark(struct screen *s)
{
	const struct pick_item *item = screen_item(s);

	if (item != NULL && item->is_card && s->picks.n_discards > 0)
		s->marked[s->item] = (s->marked[s->item] + 1) % (item->copies + 1);
}

/* Goes to the discard of the marked cards, or of the chosen one if none is marked. */
static void
discard(struct screen *s)
{
	unsigned marked = 0, i = 0;

	for (unsigned k = 0; k < s->picks.n_items; k++)
		marked += s->marked[k];
	if (marked == 0)
		mark(s);
	while (i < s->picks.n_items && !s->picks.item[i].is_discard)
		i++;
	if (i == s->picks.n_items)
		return;
	s->item = i;
	to_board(s);
}

static void
step(struct screen *s, int dx, int dy)
{
	const struct pick_item *item = screen_item(s);

	if (s->stage == SCREEN_STAGE_BOARD && screen_target(s) != NULL) {
		const size_t next = picks_step(&s->picks, item, s->target, dx, dy);

		if (next == s->target)
			canvas_bell(s->c);
		screen_choose_target(s, next);
	} else if (s->stage == SCREEN_STAGE_HAND && dx != 0 && s->picks.n_items > 0) {
		s->item = (s->item + (dx > 0 ? 1 : s->picks.n_items - 1)) % s->picks.n_items;
	} else if (s->stage == SCREEN_STAGE_HAND && dy < 0) {
		to_board(s);
	}
}

static void
turn(struct screen *s)
{
	const struct order *variants[SCREEN_VARIANTS_MAX];
	const size_t n = screen_variants(s, variants);

	if (s->stage == SCREEN_STAGE_HAND || n < 2) {
		s->flipped = !s->flipped;
		return;
	}
	s->variant = (s->variant + 1) % n;
	s->flipped = (variants[s->variant]->flags & ORDER_FLIPPED) != 0;
}

/* Tab with nothing typed: the next target. */
static void
next_target(struct screen *s)
{
	const struct pick_item *item = screen_item(s);

	if (screen_target(s) == NULL)
		to_board(s);
	else
		screen_choose_target(s, item->first + (s->target - item->first + 1) % item->n);
}

/* The page of rules of what is chosen. */
static int
rules_command(struct screen *s, struct buf *line)
{
	const struct pick_item *item = screen_item(s);

	buf_clear(line);
	buf_str(line, "rules");
	if (item != NULL && item->is_card)
		buf_fmt(line, " %s", item->word);
	return TERM_LINE;
}

/* Letters that are commands while nothing is typed. */
static const struct {
	char letter;
	const char *line;
} letter_command[] = { { 'h', "suggest" }, { 'o', "moves" }, { 'l', "log" }, { 'c', "cards" } };

/* Returns TERM_LINE for a command, GO_ON if the letter was used; else -2. */
enum { NOT_USED = -2 };
static int
letter(struct screen *s, int key, struct buf *line)
{
	s->letter = key < 0x80 ? (char)key : '\0';
	for (size_t i = 0; i < sizeof letter_command / sizeof letter_command[0]; i++)
		if (letter_command[i].letter == key)
			return (int)command(line, letter_command[i].line);
	if (key == 'r')
		return rules_command(s, line);
	if (key == 'n' && screen_view(s)->known.phase == PHASE_OVER)
		return (int)command(line, "new");
	if (key == '?') {
		const char *words = language_text(s->p->u->lang, help);

		screen_put(s, words, strlen(words));
		return GO_ON;
	}
	s->letter = '\0';
	if (key == 'f' && s->picks.n_items > 0) {
		turn(s);
		s->page.key = 'f';
	} else if (key == ' ') {
		mark(s);
	} else {
		return NOT_USED;
	}
	return GO_ON;
}

/* A key while nothing is typed. */
static int
table_key(struct screen *s, const struct canvas_input *input, struct buf *line)
{
	switch (input->key) {
	case CANVAS_KEY_LEFT:
	case CANVAS_KEY_RIGHT:
		step(s, input->key == CANVAS_KEY_LEFT ? -1 : 1, 0);
		return GO_ON;
	case CANVAS_KEY_UP:
	case CANVAS_KEY_DOWN:
		step(s, 0, input->key == CANVAS_KEY_UP ? -1 : 1);
		return GO_ON;
	case CANVAS_KEY_TAB:
		next_target(s);
		return GO_ON;
	case CANVAS_KEY_ESCAPE:
		screen_take_back(s);
		return GO_ON;
	case CANVAS_KEY_DELETE:
		discard(s);
		return GO_ON;
	case CANVAS_KEY_PAGE_UP:
		s->letter = SCREEN_LETTER_PAGE_UP;
		return (int)command(line, "log");
	case CANVAS_KEY_ENTER:
		if (s->stage == SCREEN_STAGE_BOARD)
			return give(s, line);
		if (s->picks.n_orders + s->picks.n_discards == 0)
			return (int)command(line, "");
		to_board(s);
		return GO_ON;
	}
	return input->pasted || input->key >= CANVAS_KEY_UP ? NOT_USED :
							      letter(s, input->key, line);
}

/* A click on a target chooses it. The same target again is the Enter key. */
static int
click(struct screen *s, const struct canvas_input *input, struct buf *line)
{
	for (size_t i = s->n_hits; i-- > 0;) {
		const struct screen_hit *h = &s->hit[i];

		if (input->row < (int)h->row || input->row >= (int)(h->row + h->rows) ||
		    input->column < (int)h->column ||
		    input->column >= (int)(h->column + h->columns))
			continue;
		if (h->kind == SCREEN_HIT_PAGE)
			return GO_ON;
		if (h->kind == SCREEN_HIT_ITEM) {
			s->item = (unsigned)h->index;
			screen_take_back(s);
			to_board(s);
		} else if (s->stage == SCREEN_STAGE_BOARD && s->target == h->index) {
			return give(s, line);
		} else {
			s->stage = SCREEN_STAGE_BOARD;
			screen_choose_target(s, h->index);
		}
		return GO_ON;
	}
	return GO_ON;
}

/* Looks for words with these two first letters. */
struct beginning {
	char first, second;
	bool found;
};

static void
compare_word(void *to, const char *word)
{
	struct beginning *b = to;

	b->found = b->found || (word[0] == b->first && word[1] == b->second);
}

/* Compares commands, legal orders, and cards, whose names are words of orders, too. */
static void
add_words(const struct screen *s, struct beginning *b)
{
	const struct rules *rules = screen_view(s)->known.rules;
	char word[CARD_NAME_MAX];

	canvas_line_words(s->c, compare_word, b);
	for (unsigned i = 0; i < rules->n_cards; i++) {
		card_name(rules, (card_id)i, word);
		compare_word(b, word);
	}
}

/* If the letter that was a command and this key begin a word of a command or an order, puts both on
 * the line. Returns false if they do not. */
static bool
type_on(struct screen *s, const struct canvas_input *input)
{
	const struct canvas_input first = { .key = s->page.key };
	struct beginning b = { s->page.key, (char)input->key, false };
	struct buf none = BUF_INIT;

	if (first.key == '\0' || input->key <= ' ' || input->key > '~')
		return false;
	add_words(s, &b);
	if (!b.found)
		return false;
	if (first.key == 'f')
		s->flipped = !s->flipped;
	screen_take_back(s);
	(void)canvas_line_key(s->c, &first, &none);
	(void)canvas_line_key(s->c, input, &none);
	close_page(s);
	buf_release(&none);
	return true;
}

/* A key while a page is shown. Returns false if the table gets it. */
static bool
page_key(struct screen *s, const struct canvas_input *input)
{
	struct screen_page *page = &s->page;
	const size_t most = page->lines - page->rows;
	const size_t room = page->rows > 1 ? page->rows - 1 : 1;

	switch (input->key) {
	case CANVAS_KEY_PAGE_DOWN:
	case ' ':
		if (page->top == most && input->key == ' ')
			close_page(s);
		page->top = page->top + room < most ? page->top + room : most;
		return true;
	case CANVAS_KEY_PAGE_UP:
		page->top = page->top > room ? page->top - room : 0;
		return true;
	case CANVAS_KEY_DOWN:
		page->top += page->top < most;
		return true;
	case CANVAS_KEY_UP:
		page->top -= page->top > 0;
		return true;
	case CANVAS_KEY_HOME:
		page->top = 0;
		return true;
	case CANVAS_KEY_END:
		page->top = most;
		return true;
	case CANVAS_KEY_ESCAPE:
	case CANVAS_KEY_ENTER:
		close_page(s);
		return true;
	}
	if (type_on(s, input))
		return true;
	close_page(s);
	return false;
}

/* The key after a letter that showed no page. Returns true if both are typed. */
static bool
after_letter(struct screen *s, const struct canvas_input *input)
{
	const bool is_typed = type_on(s, input);

	s->page.key = '\0';
	return is_typed;
}

/* A key while something is typed. */
static int
line_key(struct screen *s, const struct canvas_input *input, struct buf *line)
{
	struct buf words = BUF_INIT;

	if (input->key == CANVAS_KEY_ENTER) {
		canvas_line_take(s->c, line);
		return TERM_LINE;
	}
	if (input->key == CANVAS_KEY_ESCAPE)
		canvas_line_clear(s->c);
	else
		(void)canvas_line_key(s->c, input, &words);
	if (words.n > 0)
		screen_put(s, words.p, words.n);
	buf_wipe(&words);
	return GO_ON;
}

static bool
is_end(const struct canvas_input *input)
{
	return input->key == CANVAS_KEY_OTHER && input->control == 'D';
}

/* A key while the terminal is too small. Returns true if it leaves the screen or the session. */
static bool
leave_small(struct screen *s, const struct canvas_input *input)
{
	s->is_left = input->key == 'q';
	s->is_ended = is_end(input);
	return s->is_left || s->is_ended;
}

static int
key(struct screen *s, const struct canvas_input *input, struct buf *line)
{
	size_t cursor;
	int result;

	if (s->is_small) {
		if (!leave_small(s, input))
			return GO_ON;
		return s->is_ended ? TERM_END : TERM_TIME;
	}
	clear(&s->message);
	if (s->page.text.n > 0 ? page_key(s, input) : after_letter(s, input))
		return GO_ON;
	if (input->key == CANVAS_KEY_MOUSE)
		return click(s, input, line);
	if (canvas_line_text(s->c, &cursor)->n > 0)
		return line_key(s, input, line);
	if (is_end(input))
		return TERM_END;
	result = table_key(s, input, line);
	return result == NOT_USED ? line_key(s, input, line) : result;
}

/* ---- reading ----------------------------------------------------------------------------------- */

enum term_event
screen_read(struct screen *s, int wake_fd, int seconds, struct buf *line)
{
	while (!s->is_ended) {
		struct canvas_input input;
		int result = GO_ON;

		show_said(s);
		if (!canvas_defers(s->c)) /* a paste is drawn once */
			screen_draw(s);
		switch (canvas_read(s->c, wake_fd, seconds, &input)) {
		case CANVAS_KEY:
			result = key(s, &input, line);
			break;
		case CANVAS_INTERRUPT:
			if (s->is_small)
				return TERM_END;
			canvas_line_clear(s->c);
			close_page(s);
			screen_take_back(s);
			break;
		case CANVAS_RESIZED:
			break;
		case CANVAS_WOKEN:
			return TERM_WOKEN;
		case CANVAS_TIME:
			return TERM_TIME;
		case CANVAS_END:
			return TERM_END;
		}
		if (result != GO_ON)
			return (enum term_event)result;
	}
	return TERM_END;
}

bool
screen_is_left(const struct screen *s)
{
	return s->is_left;
}

enum term_event
screen_wait(struct screen *s, int fd, int seconds)
{
	for (;;) {
		show_said(s);
		screen_draw(s);
		switch (canvas_wait(s->c, fd, seconds)) {
		case CANVAS_WOKEN:
			return TERM_WOKEN;
		case CANVAS_TIME:
			return TERM_TIME;
		case CANVAS_KEY:
		case CANVAS_RESIZED:
			break;
		case CANVAS_INTERRUPT:
		case CANVAS_END:
			return TERM_END;
		}
	}
}

/* Returns 1 for yes, 0 for no, -1 if the key is no answer. (F2) */
static int
answer(struct screen *s, const struct canvas_input *input)
{
	if (input->pasted)
		return -1;
	if (s->is_small) /* a question that nobody sees */
		return leave_small(s, input) ? 0 : -1;
	if (s->page.lines > s->page.rows &&
	    (input->key == CANVAS_KEY_PAGE_DOWN || input->key == CANVAS_KEY_PAGE_UP))
		return page_key(s, input) ? -1 : 0;
	switch (input->key) {
	case CANVAS_KEY_ENTER:
	case 'y':
	case 'Y':
		return 1;
	case CANVAS_KEY_ESCAPE:
	case 'n':
	case 'N':
		return 0;
	}
	canvas_bell(s->c);
	return -1;
}

bool
screen_ask(struct screen *s, const char *question)
{
	int yes = s->is_left || s->is_ended ? 0 : -1;

	wrap_text(question, strlen(question), "", "", canvas_columns(s->c), &s->said);
	buf_str(&s->question, question);
	close_page(s);
	clear(&s->message);
	show_said(s);
	canvas_drain(s->c);
	while (yes < 0) {
		struct canvas_input input;

		screen_draw(s);
		switch (canvas_read(s->c, -1, 0, &input)) {
		case CANVAS_KEY:
			yes = answer(s, &input);
			break;
		case CANVAS_RESIZED:
			break;
		case CANVAS_INTERRUPT:
			s->is_ended = s->is_small;
			yes = 0;
			break;
		case CANVAS_WOKEN:
		case CANVAS_TIME:
		case CANVAS_END:
			yes = 0;
			break;
		}
	}
	clear(&s->question);
	clear(&s->message);
	close_page(s);
	end_preview(s);
	return yes > 0;
}
