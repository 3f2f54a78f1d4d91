/* Commands of a session. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "session/play_internal.h"
#include "player/suggest.h"
#include "show/show.h"
#include "show/show_known.h"
#include "draw/draw.h"
#include "record/saved_digest.h"
#include "text/orderline.h"
#include "text/rulebook.h"
#include "text/shown.h"
#include "util/name_match.h"
#include "util/number.h"
#include "util/slice.h"
#include "util/wrap.h"

/* ---- show commands --------------------------------------------------------------------------- */

static const struct view *
view_of(const struct player_read *r)
{
	return r->has_view ? &r->v.view : &r->d.pub;
}

static void
show_table(struct play *p, char *rest)
{
	(void)rest;
	buf_clear(&p->note); /* it follows the table again */
	play_table(p, true);
}

static void
show_cards_of(struct play *p, char *rest)
{
	struct buf out = BUF_INIT;

	(void)rest;
	show_cards(p->u->lang, &p->r, &p->past.know, play_columns(p), &out);
	play_put(p, &out);
	buf_wipe(&out);
}

static void
show_hand(struct play *p, char *rest)
{
	const struct player_read *r = &p->r;
	struct buf out = BUF_INIT;
	bool is_new[HAND_MAX] = { false };

	(void)rest;
	if (!r->has_view) {
		play_say(p, MSG("play", "You are a watcher and have no hand."));
		return;
	}
	history_new(&p->past.story, r, is_new);
	draw_hand(p->u->lang, r->d.pub.known.rules, r->v.view.known.seat[r->seat].hand, is_new,
	    r->v.view.known.seat[r->seat].n_hand, play_style(p), play_columns(p), &out);
	play_put(p, &out);
	buf_wipe(&out);
}

/* The newest digest has its changes marked; an earlier one is shown as it was. */
static struct draw_board_options
board_options(const struct play *p, const struct player_read *r)
{
	return (struct draw_board_options){ .style = play_style(p),
		.columns = play_columns(p),
		.changes = r == &p->r ? &p->past.changes : NULL };
}

static void
show_legend(struct play *p, char *rest)
{
	struct draw_board_options options;
	struct buf out = BUF_INIT;

	(void)rest;
	options = board_options(p, &p->r);
	draw_board_legend(p->u->lang, view_of(&p->r), &p->r.d.names, &options, &out);
	if (out.n == 0)
		play_say(p, MSG("play", "There are no symbols to explain."));
	play_put(p, &out);
	buf_release(&out);
}

static void
show_roles_of(struct play *p, char *rest)
{
	struct buf out = BUF_INIT;

	(void)rest;
	show_roles(
	    p->u->lang, &p->r, &p->past.story, &p->past.know, play_style(p), play_columns(p), &out);
	play_put(p, &out);
	buf_wipe(&out);
}

static void
show_moves(struct play *p, char *rest)
{
	struct buf out = BUF_INIT;

	(void)rest;
	if (!p->r.has_view)
		play_say(p, MSG("play", "You are a watcher and have no orders."));
	else
		reading_moves(p->u, &p->r, &out);
	play_put(p, &out);
	buf_wipe(&out);
}

static void
draw_one(struct play *p, const struct player_read *r)
{
	const struct draw_board_options options = board_options(p, r);
	struct buf out = BUF_INIT;

	draw_board(p->u->lang, view_of(r), &r->d.names, &options, &out);
	if (out.n == 0)
		play_say(p, MSG("play", "Nothing was dealt yet."));
	play_put(p, &out);
	buf_wipe(&out);
}

static void
show_board(struct play *p, char *rest)
{
	struct history whole;
	struct err why = ERR_INIT;
	int64_t n = p->r.d.n;
	bool found = false;

	if (rest[0] == '\0') {
		draw_one(p, &p->r);
		return;
	}
	if (number_parse(rest, strlen(rest), INT32_MAX, &n) < 0) {
		play_say(p, MSG("play", "board takes the number of a digest, not \"%s\""), rest);
		return;
	}
	if (history_whole(&whole, p->past.story.dir, &p->r, p->past.story.me, &why) < 0)
		play_fail(p, &why);
	for (size_t i = 0; i <= whole.n && !found; i++) {
		const struct player_read *r = i < whole.n ? whole.at[i] : &p->r;

		found = r->d.n == n;
		if (found)
			draw_one(p, r);
	}
	if (!found && why.code == ERR_NONE)
		play_say(p, MSG("play", "digest %lld is not in the record"), (long long)n);
	history_release(&whole);
}

static void
show_log(struct play *p, char *rest)
{
	const struct history *s = &p->past.story;
	struct buf out = BUF_INIT;
	struct history whole;
	struct err why = ERR_INIT;

	(void)rest;
	if (history_whole(&whole, s->dir, &p->r, s->me, &why) < 0)
		play_fail(p, &why);
	for (size_t i = 0; i <= whole.n; i++) {
		const struct player_read *r = i < whole.n ? whole.at[i] : &p->r;

		buf_fmt(&out, "%" PRId64 ":\n", r->d.n);
		show_digest_events(p->u->lang, r, &out);
	}
	play_put(p, &out);
	history_release(&whole);
	buf_wipe(&out);
}

static void
show_rules(struct play *p, char *rest)
{
	enum { WIDEST = 80 };
	const struct rules *rules = p->r.d.pub.known.rules;
	const unsigned columns = play_columns(p) < WIDEST ? play_columns(p) : WIDEST;
	struct buf out = BUF_INIT;

	if (rest[0] == '\0')
		rulebook_game(p->u->lang, rules, columns, &out);
	else if (!rulebook_rule(p->u->lang, rest, strlen(rest), columns, &out))
		rulebook_about(
		    p->u->lang, rules, shown_card_like(p->u->lang, rules, rest), columns, &out);
	if (out.n == 0)
		play_say(p,
		    MSG("play",
			"rules takes a card of this game or the number of a rule, such as C5, not "
			"\"%.40s\""),
		    rest);
	play_put(p, &out);
	buf_release(&out);
}

/* ---- order commands -------------------------------------------------------------------------- */

/* Gives an order: one line, or several alternatives separated by |. */
static void
give(struct play *p, const char *line, int64_t turn, const char *until)
{
	struct order_input w = { .text = BUF_INIT, .order = { .turn = turn } };
	struct err why = ERR_INIT;

	buf_grow_secret(&w.text, strlen(line) + 2);
	buf_fmt(&w.text, "%s\n", line);
	for (char *s = w.text.p; *s != '\0'; s++)
		*s = *s == '|' ? '\n' : *s;
	if (order_input_until(&w.order, until, &why) < 0 || order_input_lines(&w, &why) < 0)
		play_fail(p, &why);
	else if (w.order.n_lines == 0)
		play_say(p, MSG("play", "an order is missing"));
	else
		play_give(p, &w.order);
	buf_wipe(&w.text);
}

static void
give_say(struct play *p, char *rest)
{
	const struct player_order o = { .say = rest };

	play_give(p, &o);
}

static void
give_next(struct play *p, char *rest)
{
	give(p, rest, TURN_NEXT, NULL);
}

/* Parses "every ORDER until DATE". */
static void
give_every(struct play *p, char *rest)
{
	static const char word[] = " until ";
	char *until = strstr(rest, word);

	if (until != NULL) {
		*until = '\0';
		until += strlen(word);
	}
	give(p, rest, TURN_EVERY, until);
}

static void
give_cancel(struct play *p, char *rest)
{
	if (rest[0] != '\0' && strcmp(rest, "every") != 0)
		play_say(
		    p, MSG("play", "cancel is alone or before every, not before \"%s\""), rest);
	else
		give(p, rest[0] != '\0' ? "cancel every" : "cancel", TURN_NEXT, NULL);
}

static void
give_join(struct play *p, char *rest)
{
	play_deal(p, true, rest[0] != '\0' ? rest : NULL);
}

static void
give_confirm(struct play *p, char *rest)
{
	(void)rest;
	play_deal(p, false, NULL);
}

static void
send_again(struct play *p, char *rest)
{
	(void)rest;
	play_again(p);
}

static void
undo(struct play *p, char *rest)
{
	(void)rest;
	play_undo(p);
}

static void
suggest(struct play *p, char *rest)
{
	struct bot_policy policy = { .kind = POLICY_GREEDY };
	struct buf line = BUF_INIT, reasons = BUF_INIT;
	struct err why = ERR_INIT;

	if (!p->r.has_view) {
		play_say(p, MSG("play", "You are a watcher and have no orders."));
	} else if (rest[0] != '\0' && bot_policy_parse(rest, strlen(rest), &policy) < 0) {
		play_say(p,
		    MSG("play", "suggest takes greedy, greedy:2 or search:N, with N from 1 to %d."),
		    BOT_SEARCH_MAX);
	} else if (suggest_order(p->u->lang, &p->r, &p->past.story, policy, &line, &reasons, &why) <
	    0) {
		play_fail(p, &why);
	} else {
		play_say(p, "%s", line.p);
		if (policy.kind == POLICY_GREEDY)
			play_say(p,
			    MSG("play",
				"This is what the simple player %s would order with what you "
				"know."),
			    rest[0] != '\0' ? rest : "greedy");
		if (bot_policy_remembers(policy))
			play_put(p, &reasons);
	}
	buf_wipe(&line);
	buf_wipe(&reasons);
}

/* While a game is played, "new" may be the name of a card. */
static void
new_game(struct play *p, char *rest)
{
	(void)rest;
	if (p->r.d.pub.known.phase != PHASE_OVER &&
	    card_find(p->r.d.pub.known.rules, "new", strlen("new")) != CARD_NONE) {
		give(p, "new", 0, NULL);
	} else if (!play_is_practice(p)) {
		play_say(
		    p, MSG("play", "The host opens the next one with adit new --like GAME.db."));
	} else if (p->r.d.pub.known.phase != PHASE_OVER) {
		play_say(p,
		    MSG("play",
			"This game is not over: `undo` goes back in it, `quit` leaves it."));
	} else {
		p->transport.renew(p->transport.arg);
		p->is_over = true;
	}
}

static void
quit(struct play *p, char *rest)
{
	(void)rest;
	p->is_over = true;
}

/* ---- the table of commands ------------------------------------------------------------------- */

static void help(struct play *p, char *rest);

static const struct word_row {
	const char *name, *arg, *help;
	void (*run)(struct play *p, char *rest);
	bool needs_rest;
} row[] = {
	{ "help", "", MSG("command", "this list; ? does the same"), help, false },
	{ "show", "", MSG("command", "the table again"), show_table, false },
	{ "hand", "", MSG("command", "your cards"), show_hand, false },
	{ "cards", "",
	    MSG("command", "the cards of the round: played, in your hand, still to come"),
	    show_cards_of, false },
	{ "board", "[N]", MSG("command", "the board; as it was after digest N"), show_board,
	    false },
	{ "legend", "", MSG("command", "the meaning of the symbols on the board"), show_legend,
	    false },
	{ "roles", "", MSG("command", "the seats, and what you know of roles and goals"),
	    show_roles_of, false },
	{ "moves", "", MSG("command", "every order that you can give"), show_moves, false },
	{ "suggest", "[POLICY]",
	    MSG("command",
		"an order that the simple player greedy would give; hint does the same; "
		"greedy:2, or search:N with N tries of each order: the best, and why"),
	    suggest, false },
	{ "rules", "[CARD|NUMBER]",
	    MSG("command", "the rules of the game; those about a card; a rule"), show_rules,
	    false },
	{ "log", "", MSG("command", "list the digests of the game"), show_log, false },
	{ "say", "TEXT", MSG("command", "say this to the table"), give_say, true },
	{ "next", "ORDER", MSG("command", "queue an order for your next turn"), give_next, true },
	{ "every", "ORDER [until DATE]", MSG("command", "queue an order for all your turns"),
	    give_every, true },
	{ "cancel", "[every]", MSG("command", "drop the queued order"), give_cancel, false },
	{ "join", "[SEAT]", MSG("command", "take a seat, before the cards are dealt"), give_join,
	    false },
	{ "confirm", "", MSG("command", "reveal your share of the shuffle, when all have joined"),
	    give_confirm, false },
	{ "again", "", MSG("command", "send the signed order again: the same bytes"), send_again,
	    false },
	{ "undo", "",
	    MSG("command",
		"drop the signed order that was not sent; in a practice game, take back your "
		"last order"),
	    undo, false },
	{ "new", "", MSG("command", "in a practice game that is over: another one like it"),
	    new_game, false },
	{ "quit", "", MSG("command", "leave; so does the end of input"), quit, false },
};

enum { ROWS = sizeof row / sizeof row[0] };

static void
help(struct play *p, char *rest)
{
	enum { LEFT = 28, NAME = 26, WIDE = 60 };
	const unsigned columns = term_columns(p->term);
	const bool is_wide = columns >= WIDE;
	struct buf out = BUF_INIT;

	(void)rest;
	play_say(p,
	    MSG("play",
		"Anything else is an order, as `moves` lists them; A | B: B if A cannot be "
		"played."));
	play_say(p, MSG("play", "An empty line looks for news."));
	for (size_t i = 0; i < ROWS; i++) {
		const char *text = language_text(p->u->lang, row[i].help);
		char name[NAME], first[LEFT + 1], next[LEFT + 1];

		(void)snprintf(name, sizeof name, "%s %s", row[i].name, row[i].arg);
		(void)snprintf(first, sizeof first, "  %-25s ", name);
		(void)snprintf(next, sizeof next, "%*s", is_wide ? LEFT : 4, "");
		if (!is_wide)
			wrap_text(name, strlen(name), "  ", next, columns, &out);
		wrap_text(text, strlen(text), is_wide ? first : next, next, columns, &out);
	}
	play_put(p, &out);
	buf_release(&out);
}

static const struct word_row *
find(const char *word, size_t n)
{
	if (slice_equals("?", word, n))
		return &row[0];
	if (slice_equals("hint", word, n)) {
		word = "suggest";
		n = strlen(word);
	}
	for (size_t i = 0; i < ROWS; i++)
		if (slice_equals(row[i].name, word, n))
			return &row[i];
	return NULL;
}

/* Returns the command that the unknown word resembles, or NULL. with_rest: more words follow. */
static const char *
near(const struct play *p, const char *word, size_t n, bool with_rest)
{
	static const char *const leave[] = { "exit", "q", "bye" };
	struct name_match pick = name_match_of(word, n, "");
	struct err none = ERR_INIT;

	if (orderline_is_verb(p->r.d.pub.known.rules, word, n))
		return NULL;
	for (size_t i = 0; i < sizeof leave / sizeof leave[0] && !with_rest; i++)
		if (slice_equals(leave[i], word, n))
			return "quit";
	pick.edits = 2;
	for (size_t i = 0; i < ROWS; i++)
		if (!with_rest || row[i].arg[0] != '\0')
			name_match_try(&pick, row[i].name, &row[i]);
	(void)name_match_found(&pick, "", &none);
	return pick.near;
}

/* Adds the next word of each order that begins with the words before. */
struct completing {
	const char *before;
	size_t n;
	term_add *add;
	void *to;
};

static void
complete_order(void *arg, const char *line)
{
	const struct completing *c = arg;
	char word[ORDER_BLOCK_DO_MAX + 1];
	size_t n;

	if (strncmp(line, c->before, c->n) != 0)
		return;
	n = strcspn(line + c->n, " ");
	if (n > 0 && n < sizeof word) {
		memcpy(word, line + c->n, n);
		word[n] = '\0';
		c->add(c->to, word);
	}
}

/* Adds orders that are legal at any time and in no list. */
static void
complete_any_time(const struct player_read *r, struct completing *c)
{
	static const char *const line[] = { "vote end yes", "vote end no", "leave", "resign",
		"absent" };
	static const char *const verb[] = { "skip", "replace" }, *const answer[] = { "yes", "no" };
	char vote[NAME_MAX_LEN + 24];

	for (size_t i = 0; i < sizeof line / sizeof line[0]; i++)
		complete_order(c, line[i]);
	for (unsigned i = 0; i < 4 * r->d.names.n; i++) {
		(void)snprintf(vote, sizeof vote, "vote %s %s %s", verb[i / 2 % 2],
		    r->d.names.seat[i / 4], answer[i % 2]);
		if (i / 4 != r->seat)
			complete_order(c, vote);
	}
}

/* Skips what precedes an order: "next", "every" and earlier alternatives. */
static const char *
order_in(const char *before)
{
	static const char *const when[] = { "next ", "every " };
	const char *bar;

	for (size_t i = 0; i < sizeof when / sizeof when[0]; i++)
		if (strncmp(before, when[i], strlen(when[i])) == 0)
			before += strlen(when[i]);
	while ((bar = strstr(before, "| ")) != NULL)
		before = bar + 2;
	return before;
}

void
play_complete(void *arg, const char *before, term_add *add, void *to)
{
	struct play *p = arg;
	struct completing c = { order_in(before), 0, add, to };

	for (size_t i = 0; i < ROWS && before[0] == '\0'; i++)
		add(to, row[i].name);
	if (!p->r.has_view)
		return;
	c.n = strlen(c.before);
	(void)private_view_orders(&p->r.v, &p->r.d.names, false, complete_order, &c);
	complete_any_time(&p->r, &c);
}

void
play_command(struct play *p, const struct buf *typed)
{
	struct slice w = slice_trim((struct slice){ buf_cstr(typed), typed->n });
	struct buf line = BUF_INIT;
	const struct word_row *found;
	size_t n;
	char *rest;

	if (w.n == 0) {
		play_news_ask(p);
		return;
	}
	buf_grow_secret(&line, w.n + 1);
	buf_add(&line, w.s, w.n);
	n = strcspn(line.p, " \t");
	rest = line.p + n + strspn(line.p + n, " \t");
	found = find(line.p, n);
	if (found == NULL) {
		const char *meant = near(p, line.p, n, rest[0] != '\0');

		if (meant != NULL)
			play_say(p, MSG("play", "\"%.*s\": did you mean %s?"), n < 40 ? (int)n : 40,
			    line.p, meant);
		else
			give(p, line.p, 0, NULL);
	} else if (found->needs_rest && rest[0] == '\0') {
		play_say(p, MSG("play", "%s %s: that is missing"), found->name, found->arg);
	} else if (found->arg[0] == '\0' && rest[0] != '\0') {
		play_say(p, MSG("play", "%s takes no argument, not \"%.40s\""), found->name, rest);
	} else {
		found->run(p, rest);
	}
	buf_wipe(&line);
}
