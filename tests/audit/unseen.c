/* Lies about the form of what a host publishes: sections that cannot be read, openings that do not
 * fit what is shown, boxes without an order. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <unistd.h>

#include "audit/audit.h"
#include "audit/eventful.h"
#include "audit/forge.h"
#include "few.h"
#include "games/games.h"
#include "record/digest_sig.h"
#include "seal/age.h"

enum { SEATS = 3, DEAL = 6, MOVE = 9 };

/* A joint deal of two rounds, played to its end. */
static struct scene {
	struct test_table t;
	int64_t end, last; /* the end of round 1, and of the game */
} s;

static bool
has(int64_t n, const char *what)
{
	struct buf one = BUF_INIT;
	bool found;

	forge_take(&s.t.all, n, &one);
	found = strstr(buf_cstr(&one), what) != NULL;
	buf_release(&one);
	return found;
}

static void
open_scene(void)
{
	struct options options = { { 0 } };

	eventful_chance(61);
	options.at[OPTION_ROUNDS] = 1;
	table_open_audited(&s.t, rules_all[0], SEATS, 61, &options);
	table_join(&s.t);
	table_confirm(&s.t);
	cr_assert_eq(table_n(&s.t), DEAL);
	(void)table_play(&s.t, 400, 1);
	s.last = table_n(&s.t);
	for (s.end = DEAL + 1; !has(s.end, "\n  key 257 "); s.end++)
		;
}

static void
close_scene(void)
{
	table_close(&s.t);
}

TestSuite(unseen, .init = open_scene, .fini = close_scene);

/* Returns the digests up to `last`. */
static struct buf
honest_to(int64_t last)
{
	struct buf all = BUF_INIT;

	for (int64_t n = 0; n <= last; n++)
		forge_take(&s.t.all, n, &all);
	return all;
}

/* Expects that an audit finds this result at digest n, with this text. */
static void
audit_finds(const char *name, const struct buf *all, const struct seckey *me, int64_t n,
    enum audit_result result, const char *says)
{
	struct audit a;
	struct err err = ERR_INIT;
	bool found = false;

	cr_assert_eq(audit_text(&a, all->p, all->n, me, &err), 0, "%s: %s", name, err.msg);
	for (size_t i = 0; i < a.n; i++)
		found = found ||
		    (a.at[i].result == result && a.at[i].n == n &&
			strstr(a.at[i].detail, says) != NULL);
	for (size_t i = 0; i < a.n && !found; i++)
		if (a.at[i].result != AUDIT_PASS && a.at[i].n == n)
			cr_log_error("%s: only digest %d, %s: %s %s", name, (int)a.at[i].n,
			    audit_check_name(a.at[i].check), audit_result_name(a.at[i].result),
			    a.at[i].detail);
	cr_expect(found, "%s: no \"%s\"", name, says);
	audit_release(&a);
}

/* ---- public sections ------------------------------------------------------------------------- */

#define HASH "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"

static const struct {
	const char *name;
	int64_t n;
	const char *after, *from, *to;
	int64_t found; /* the digest in which it is found */
	const char *says;
} public_lie[] = {
	{ "a key committed to twice", MOVE, NULL, "\nposition:\n",
	    "\nkeys:\n  257 " HASH "\n\nposition:\n", MOVE, "key 257 is committed to twice" },
	{ "keys that are none", DEAL, "\nkeys:\n", "  257 ", "  x257 ", DEAL,
	    "keys: a line is not a number and a hash" },
	{ "leaves that are none", DEAL, "\nleaves:\n", "  1 deck 0 ", "  1 deck x ", DEAL,
	    "leaves: a line is not round, pile, number and hash" },
	{ "a leaf twice", DEAL, "\nleaves:\n", "\n  1 deck 1 ",
	    "\n  1 deck 0 " HASH "\n  1 deck 1 ", DEAL,
	    "leaf deck 0 of round 1 in digest 6: it was another before" },
	{ "an order that is revealed for no digest", DEAL, "\nreveal:\n", "  order 6\n",
	    "  order x\n", DEAL, "reveal: a line is neither key, secret nor order" },
	{ "an open order that is revealed for another digest", DEAL, "\nreveal:\n", "  order 6\n",
	    "  order 5\n", 5, "its order belongs into it, and digest 6 reveals it" },
	{ "an order that is revealed for another game", DEAL, "\nreveal:\n", "  game: k7q2m4xw\n",
	    "  game: k7q2m4xx\n", DEAL, "is for game k7q2m4xx" },
	{ "an order that orders nothing", DEAL, "\nreveal:\n", "  do: confirm\n", "", DEAL,
	    "do: is missing" },
	{ "the number of an order, and no order", DEAL, NULL, "\nreveal:\n",
	    "\nreveal:\n  order 5\n  -----END ADIT ORDER-----\n", DEAL,
	    "no order follows \"order 5\"" },
	{ "a key of a round that is none", DEAL, "\nkeys:\n", "  257 ", "  99999999999 ", DEAL,
	    "keys: a line is not a number and a hash" },
};

Test(unseen, public_sections)
{
	for (size_t i = 0; i < sizeof public_lie / sizeof public_lie[0]; i += is_few() ? 3 : 1) {
		struct buf all = honest_to(s.last);

		forge_public(&all, s.t.host, public_lie[i].n, public_lie[i].after,
		    public_lie[i].from, public_lie[i].to);
		audit_finds(public_lie[i].name, &all, NULL, public_lie[i].found, AUDIT_FAIL,
		    public_lie[i].says);
		buf_release(&all);
	}
}

Test(unseen, a_digest_that_nobody_ordered)
{
	struct buf all = honest_to(s.last);
	char order[200];

	forge_value(&all, MOVE, "\nn: ", "\norder: ", order);
	forge_public(&all, s.t.host, MOVE, NULL, order, "-");
	audit_finds("nobody", &all, NULL, MOVE, AUDIT_FAIL, "nobody ordered it");
	buf_release(&all);
}

/* Removes the first order that the end of round 1 reveals. */
Test(unseen, an_order_that_is_not_revealed)
{
	static const char head[] = "\n  order ", tail[] = "\n  -----END ADIT ORDER-----";
	struct buf all = honest_to(s.end), one = BUF_INIT, cut = BUF_INIT;
	char says[80];
	const char *p, *end;

	forge_take(&all, s.end, &one);
	p = strstr(strstr(one.p, "\nreveal:\n"), head);
	end = strstr(p, tail) + strlen(tail);
	buf_add(&cut, p, (size_t)(end - p));
	forge_public(&all, s.t.host, s.end, "\nreveal:\n", buf_cstr(&cut), "");
	(void)snprintf(says, sizeof says,
	    "digest %lld ends the round, but does not reveal its order", (long long)s.end);
	audit_finds("an order is not revealed", &all, NULL, strtoll(p + strlen(head), NULL, 10),
	    AUDIT_FAIL, says);
	buf_release(&cut);
	buf_release(&one);
	buf_release(&all);
}

/* ---- private views --------------------------------------------------------------------------- */

static struct buf
view_of(const struct buf *all, unsigned seat, int64_t n)
{
	struct buf one = BUF_INIT, plain = BUF_INIT;
	struct player_read r;
	struct err err = ERR_INIT;

	forge_take(all, n, &one);
	cr_assert_eq(
	    player_read(&r, rules_all, one.p, one.n, NULL, s.t.key[seat], &err), 0, "%s", err.msg);
	buf_add(&plain, r.plain.p, r.plain.n);
	player_read_release(&r);
	buf_release(&one);
	return plain;
}

/* Expects that the seat, which reads this text, finds the lie. */
static void
text_shows(
    const char *name, const struct buf *text, unsigned seat, enum err_code code, const char *says)
{
	struct player_read r;
	struct err err = ERR_INIT;

	cr_expect_eq(player_read(&r, rules_all, text->p, text->n, NULL, s.t.key[seat], &err), -1,
	    "%s: read does not find it", name);
	cr_expect_eq(err.code, code, "%s: %s", name, err.msg);
	cr_expect_not_null(strstr(err.msg, says), "%s: %s", name, err.msg);
}

/* Expects that the seat, which reads everything up to digest n, finds the lie. */
static void
read_finds(const char *name, const struct buf *all, unsigned seat, int64_t n, enum err_code code,
    const char *says)
{
	struct buf text = BUF_INIT;

	for (int64_t i = 0; i <= n; i++)
		forge_take(all, i, &text);
	text_shows(name, &text, seat, code, says);
	buf_release(&text);
}

/* Appends `n` lines of the view from the one that begins with `begin`. */
static void
lines_of(const struct buf *view, const char *begin, unsigned n, struct buf *out)
{
	const char *p = strstr(buf_cstr(view), begin);

	cr_assert_not_null(p, "no \"%s\"", begin);
	for (p++; n > 0; n--) {
		buf_add(out, p, strcspn(p, "\n") + 1);
		p += strcspn(p, "\n") + 1;
	}
}

#define ROLE "\"role\":{\"=\":\""

/* In the view of seat 0, lines are replaced. */
static const struct {
	const char *name;
	int64_t n;
	/* "\n", then the beginning of the first line; lines 0: the text itself */
	const char *begin;
	unsigned lines;
	const char *to;
	enum err_code code;
	const char *says;
} view_lie[] = {
	{ "an opening less", DEAL, "\n  6 1 deck 5 ", 2, "", ERR_AUTH,
	    "the private view does not open everything it shows" },
	{ "the opening of a card, not of a role", DEAL, "\n  6 1 roles 0 ", 2, "", ERR_AUTH,
	    "what is opened is not what was shown: " },
	{ "a role that is not opened", MOVE, "\n  6 1 roles 0 ", 2, "", ERR_AUTH,
	    "a role that is not opened: " },
	{ "a leaf of a digest that has none", MOVE, "\n  6 1 roles 0 ", 0, "\n  8 1 roles 0 ",
	    ERR_AUTH, "this is not what it committed to when it dealt: " },
	{ "a leaf of a later digest", MOVE, "\n  6 1 roles 0 ", 0, "\n  10 1 roles 0 ", ERR_AUTH,
	    "this was shuffled again since it was committed to: " },
	{ "an opening without a number", MOVE, "\n  6 1 roles 0 ", 0, "\n  6 1 roles ", ERR_AUTH,
	    "open: a line is not digest, round, pile, number, card, salt" },
	{ "an opening of no pile", MOVE, "\n  6 1 roles 0 ", 0, "\n  6 1 rolls 0 ", ERR_AUTH,
	    "open: a line is not digest, round, pile, number, card, salt" },
	{ "an opening of a card that nobody knows", MOVE, "\n  6 1 roles 0 ", 0,
	    "\n  6 1 roles 0 x", ERR_AUTH, "open: no such card" },
	{ "for another key", MOVE, "\nto: ", 1,
	    "to: age1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq\n", ERR_AUTH,
	    "the private view of digest 9 was made for another key" },
	{ "for nobody", MOVE, "\nseat: ", 1, "seat: p9\n", ERR_AUTH,
	    "the private view is for nobody at this table" },
	{ "another hand", MOVE, "\nhand: ", 1, "hand: -\n", ERR_AUTH,
	    "the private view says something else after role, hand, gold or seen than its "
	    "position" },
	{ "a role that nobody knows", MOVE, ROLE, 0, ROLE "x", ERR_SYNTAX,
	    "seats[0].role: no card \"x" },
};

Test(unseen, lines_of_views)
{
	for (size_t i = 0; i < sizeof view_lie / sizeof view_lie[0]; i++) {
		struct buf all = honest_to(s.end), view = view_of(&all, 0, view_lie[i].n);
		struct buf from = BUF_INIT;

		if (view_lie[i].lines > 0)
			lines_of(&view, view_lie[i].begin, view_lie[i].lines, &from);
		else
			buf_str(&from, view_lie[i].begin);
		forge_view(&all, s.t.host, s.t.key[0], view_lie[i].n, NULL, from.p, view_lie[i].to);
		read_finds(
		    view_lie[i].name, &all, 0, view_lie[i].n, view_lie[i].code, view_lie[i].says);
		buf_release(&from);
		buf_release(&view);
		buf_release(&all);
	}
}

#define GOLD "\"gold\":{\"=\":["

/* A goal that nobody has shown to the seat. */
Test(unseen, a_goal_that_is_not_opened)
{
	struct buf all = honest_to(MOVE), one = BUF_INIT, to = BUF_INIT;
	struct player_read r;
	struct err err = ERR_INIT;

	forge_take(&all, MOVE, &one);
	cr_assert_eq(player_read(&r, rules_all, one.p, one.n, NULL, NULL, &err), 0, "%s", err.msg);
	buf_fmt(&to, GOLD "]}}},\n \"board\":{\"%u\":{\"kind\":{\"=\":\"goal-gold\"}}}",
	    r.d.pub.known.board.n - 3u);
	player_read_release(&r);
	forge_view(&all, s.t.host, s.t.key[0], MOVE, "\nposition:", GOLD "]}}}", buf_cstr(&to));
	forge_view(&all, s.t.host, s.t.key[0], MOVE, NULL, "\ngold: -\n",
	    "\ngold: -\nseen: 8,-2 goal-gold\n");
	read_finds("a goal", &all, 0, MOVE, ERR_AUTH, "a goal that is not opened: goal-gold");
	buf_release(&one);
	buf_release(&to);
	buf_release(&all);
}

/* The index of the card that the seat draws in digest n, or -1; *kind: its name. */
static int
drawn(const struct buf *all, unsigned seat, int64_t n, char kind[static CARD_NAME_MAX])
{
	char line[64];
	struct buf view;
	const char *p;
	int index = -1;

	(void)snprintf(line, sizeof line, "\n  drew p%u ?\n", seat + 1);
	if (!has(n, line))
		return -1;
	view = view_of(all, seat, n);
	(void)snprintf(line, sizeof line, "\n  drew p%u ", seat + 1);
	p = strstr(view.p, line) + strlen(line);
	(void)snprintf(kind, CARD_NAME_MAX, "%.*s", (int)strcspn(p, "\n"), p);
	/* What was shown is opened first. */
	p = strstr(view.p, "\n  6 1 deck ");
	index = (int)strtol(p + strlen("\n  6 1 deck "), NULL, 10);
	buf_release(&view);
	return index;
}

/* Two draws of one kind: the first is of the card that the second should be. */
Test(unseen, a_card_from_within_the_pile)
{
	struct buf all = honest_to(s.end), a, b, from = BUF_INIT, to = BUF_INIT;
	char kind[CARD_NAME_MAX], next[CARD_NAME_MAX], line[40];
	int64_t n = DEAL, m = 0;
	int first = -1, second = -1;

	while (second < 0 && ++n < s.end) {
		first = drawn(&all, 0, n, kind);
		for (m = n + 1; first >= 0 && second < 0 && m < s.end; m++)
			if ((second = drawn(&all, 1, m, next)) >= 0 && strcmp(kind, next) != 0)
				second = -1;
	}
	cr_assert(first >= 0 && second > first, "no such draws");
	a = view_of(&all, 0, n);
	b = view_of(&all, 1, m - 1);
	(void)snprintf(line, sizeof line, "\n  6 1 deck %d ", first);
	lines_of(&a, line, 2, &from);
	(void)snprintf(line, sizeof line, "\n  6 1 deck %d ", second);
	lines_of(&b, line, 2, &to);
	forge_view(&all, s.t.host, s.t.key[0], n, NULL, from.p, to.p);
	read_finds("a card from within the pile", &all, 0, n, ERR_AUTH,
	    "a card that was not the next one of the pile: ");
	buf_release(&a);
	buf_release(&b);
	buf_release(&from);
	buf_release(&to);
	buf_release(&all);
}

/* ---- shares ---------------------------------------------------------------------------------- */

static const struct {
	const char *name, *line, *to; /* to: NULL: as p1 has it */
	bool alone;                   /* without the digests before it */
	const char *says;
} share_lie[] = {
	{ "a commitment twice", "  commit: ", NULL, false,
	    "the host cheats in digest 6: one commitment for two seats, the second is p2" },
	{ "a key twice", "  sign: ", NULL, false,
	    "the host cheats in digest 6: one key for two seats, the second is p2" },
	{ "no commitment", "  commit: ", "-", false,
	    "another seat joins or confirms than it says" },
	{ "a share without a commitment", "  commit: ", "-", true,
	    "the host cheats in digest 6: what is revealed is not what was committed to by p2" },
};

/* The host changes a line of p2. */
Test(unseen, shares_that_no_seats_have)
{
	for (size_t i = 0; i < sizeof share_lie / sizeof share_lie[0]; i++) {
		struct buf all = honest_to(DEAL), text = BUF_INIT;
		char one[200], two[200];

		forge_value(&all, DEAL, "  seat: p1\n", share_lie[i].line, one);
		forge_value(&all, DEAL, "  seat: p2\n", share_lie[i].line, two);
		forge_public(&all, s.t.host, DEAL, "  seat: p2\n", two,
		    share_lie[i].to != NULL ? share_lie[i].to : one);
		for (int64_t n = share_lie[i].alone ? DEAL : 0; n <= DEAL; n++)
			forge_take(&all, n, &text);
		text_shows(share_lie[i].name, &text, 2, ERR_AUTH, share_lie[i].says);
		buf_release(&text);
		buf_release(&all);
	}
}

/* A later digest commits to a card again. */
Test(unseen, a_leaf_again)
{
	struct buf all = honest_to(MOVE);

	forge_public(&all, s.t.host, MOVE, NULL, "\nposition:\n",
	    "\nleaves:\n  1 deck 0 " HASH "\n\nposition:\n");
	read_finds("a leaf again", &all, 0, MOVE, ERR_AUTH,
	    "the host cheats: it commits to deck 0 of round 1 again, though nothing was taken "
	    "back");
	buf_release(&all);
}

/* A leaf that the record has from another digest 6. */
Test(unseen, another_leaf_than_before)
{
	struct buf all = honest_to(DEAL), other = honest_to(DEAL);
	struct player_pins pins = { .has_host = false };
	struct player_read before, r;
	struct err err = ERR_INIT;
	char was[200];

	forge_value(&all, DEAL, "\nleaves:\n", "  1 deck 0 ", was);
	forge_public(&other, s.t.host, DEAL, "\nleaves:\n", was, HASH);
	cr_assert_eq(
	    player_read(&before, rules_all, other.p, other.n, NULL, NULL, &err), 0, "%s", err.msg);
	pins.leaves = &before.leaves;
	cr_expect_eq(player_read(&r, rules_all, all.p, all.n, &pins, NULL, &err), -1);
	cr_expect_eq(err.code, ERR_AUTH);
	cr_expect_str_eq(err.msg, "digest 6: another leaf deck 0 of round 1 than was read before");
	player_read_release(&before);
	buf_release(&all);
	buf_release(&other);
}

/* Plays well for all seats until one has gold in round 2. Returns the seat. */
static unsigned
play_for_gold(struct test_table *t)
{
	struct host_table_params a = { .rules = rules_all[0],
		.audited = true,
		.clock = { .limit_s = LATE_LIMIT, .late = "suggest greedy 1" },
		.seated = (1u << SEATS) - 1 };

	for (;; table_close(t)) {
		unsigned round = 1, seat = SEATS;
		struct err err = ERR_INIT;

		a.s[0]++;
		table_open_as(t, &a, SEATS, "p");
		table_join(t);
		table_confirm(t);
		while (round == 1) {
			cr_assert_eq(table_late(t, LATE_LIMIT, &err), 0, "%s", err.msg);
			for (unsigned i = 0; i < SEATS; i++) {
				struct player_read r;

				table_read(t, i, &r);
				round = r.v.view.known.round;
				if (r.v.view.known.seat[i].n_gold > 0)
					seat = i;
				player_read_release(&r);
			}
		}
		cr_assert_eq(table_late(t, LATE_LIMIT, &err), 0, "%s", err.msg);
		if (seat < SEATS)
			return seat;
	}
}

Test(unseen, less_gold_than_is_opened)
{
	struct test_table t;
	const unsigned seat = play_for_gold(&t);
	const int64_t n = table_n(&t);
	struct player_read r;
	struct buf words = BUF_INIT, position = BUF_INIT;
	struct err err = ERR_INIT;
	const char *at;

	table_read(&t, seat, &r);
	lines_of(&r.plain, "\ngold: ", 1, &words);
	at = strstr(r.plain.p, GOLD);
	cr_assert_not_null(at);
	buf_add(&position, at, strcspn(at, "]"));
	player_read_release(&r);
	forge_view(&t.all, t.host, t.key[seat], n, NULL, words.p, "gold: -\n");
	forge_view(&t.all, t.host, t.key[seat], n, NULL, position.p, GOLD);
	cr_expect_eq(player_read(&r, rules_all, t.all.p, t.all.n, NULL, t.key[seat], &err), -1);
	cr_expect_eq(err.code, ERR_AUTH);
	cr_expect_not_null(strstr(err.msg, "the private view shows less gold than it opens: gold-"),
	    "%s", err.msg);
	buf_release(&words);
	buf_release(&position);
	table_close(&t);
}

/* The lines after the signed part, which nobody signs. */
Test(unseen, another_line_below_the_signature)
{
	static const struct {
		const char *name;
		int64_t n;
		const char *line, *to, *says;
	} row[] = {
		{ "no digest 0", MOVE, "\nzero: ", "\nzero: -\n",
		    "does not hold for its trusted comment" },
		{ "another hash", MOVE, "\nhead: ", "\nhead: " HASH "\n",
		    "its line head: is not its hash: somebody else has changed that line" },
	};

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct buf all = honest_to(row[i].n - 1), one = BUF_INIT;
		const char *at, *end;

		forge_take(&s.t.all, row[i].n, &one);
		at = strstr(strstr(one.p, "\nsig:\n"), row[i].line);
		cr_assert_not_null(at, "%s", row[i].name);
		end = strchr(at + 1, '\n');
		buf_add(&all, one.p, (size_t)(at - one.p));
		buf_str(&all, row[i].to);
		buf_str(&all, end + 1);
		text_shows(row[i].name, &all, 0, ERR_AUTH, row[i].says);
		buf_release(&all);
		buf_release(&one);
	}
}

/* The host signs digest n with a hash of digest 0 that it must not have, or without one. */
Test(unseen, a_signature_with_another_digest_0)
{
	static const struct {
		const char *name;
		int64_t n;
		bool has_zero;
		const char *says;
	} row[] = {
		{ "none", MOVE, false, "it names no digest 0" },
		{ "one in digest 0", 0, true, "digest 0 names another before it" },
	};

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct buf all = honest_to(row[i].n - 1), one = BUF_INIT, comment = BUF_INIT;
		struct buf sig64 = BUF_INIT;
		struct hash head, zero = { { 1 } };
		struct minisign_sig sig;
		size_t n;

		forge_take(&s.t.all, row[i].n, &one);
		n = (size_t)(strstr(one.p, "\nsig:\n") + 1 - one.p);
		head = digest_hash(one.p, n);
		digest_comment(s.t.game, row[i].n, &head, row[i].has_zero ? &zero : NULL, &comment);
		minisign_sign(s.t.host, one.p, n, comment.p, &sig);
		seal_base64(sig.b, sizeof sig.b, &sig64);
		buf_add(&all, one.p, n);
		digest_sig_text(sig64.p, &all);
		digest_head_text(head.b, row[i].has_zero ? zero.b : NULL, &all);
		text_shows(row[i].name, &all, 0, ERR_AUTH, row[i].says);
		buf_release(&all);
		buf_release(&one);
		buf_release(&comment);
		buf_release(&sig64);
	}
}

/* ---- how views are sealed -------------------------------------------------------------------- */

/* Longer than it was, and not filled up. */
Test(unseen, a_view_that_is_not_filled_up)
{
	struct buf all = honest_to(s.last), to = BUF_INIT;

	buf_fill(&to, '\n', 16 * VIEW_UNIT + 1);
	buf_str(&to, "\nopen:\n");
	forge_view(&all, s.t.host, s.t.key[0], MOVE, NULL, "\nopen:\n", buf_cstr(&to));
	audit_finds("not filled up", &all, NULL, MOVE, AUDIT_FAIL,
	    "that of p1: it is not filled up with line ends to a multiple of");
	buf_release(&all);
	all = honest_to(s.last);
	forge_seal(&all, s.t.host, s.t.key[0], MOVE, NULL, "\n");
	read_finds(
	    "a line end more", &all, 0, MOVE, ERR_AUTH, "of p1 is not filled up with line ends");
	buf_release(&to);
	buf_release(&all);
}

static void
hash_of_view(const struct buf *file, char out[static HASH_TEXT + 1])
{
	struct hash h = view_hash(file->p, file->n);

	hash_text(&h, out);
}

/* In the age file of p1 in digest MOVE one byte before the payload is another. named: the digest
 * names that file. */
static struct buf
forge_file(bool named)
{
	static const char begin[] = "\nfor p1:\n";
	struct buf all = honest_to(s.last), one = BUF_INIT, file = BUF_INIT, armor = BUF_INIT;
	struct buf out = BUF_INIT;
	struct err err = ERR_INIT;
	char was[HASH_TEXT + 1], is[HASH_TEXT + 1];
	const char *p, *end, *at;
	char *stanza;

	forge_take(&all, MOVE, &one);
	p = strstr(one.p, begin) + strlen(begin);
	end = strstr(p, "\nfor p2:\n");
	cr_assert_eq(age_dearmor(p, (size_t)(end - p), &file, &err), 0, "%s", err.msg);
	hash_of_view(&file, was);
	/* in the body of the stanza */
	stanza = strchr(strchr(file.p, '\n') + 1, '\n') + 1;
	*stanza = *stanza == 'A' ? 'B' : 'A';
	hash_of_view(&file, is);
	age_armor((const unsigned char *)file.p, file.n, &armor);
	if (named)
		forge_public(&all, s.t.host, MOVE, "\nview: p1\n", was, is);
	at = memmem(all.p, all.n, p, (size_t)(end - p));
	cr_assert_not_null(at);
	buf_add(&out, all.p, (size_t)(at - all.p));
	buf_add(&out, armor.p, armor.n);
	buf_str(&out, at + (end - p));
	buf_release(&all);
	buf_release(&one);
	buf_release(&file);
	buf_release(&armor);
	return out;
}

Test(unseen, a_file_that_is_sealed_otherwise)
{
	struct buf all = forge_file(true);

	audit_finds("sealed otherwise", &all, NULL, MOVE, AUDIT_FAIL,
	    "that of p1: it is not sealed by the host's secret");
	buf_release(&all);
	all = forge_file(false);
	audit_finds("not named", &all, NULL, MOVE, AUDIT_FAIL,
	    "that of p1: it is not the one that the digest names");
	buf_release(&all);
}

/* Its own key opens none, though the seat has this key. */
Test(unseen, sealed_to_another_key)
{
	struct buf all = honest_to(s.end);

	forge_seal(&all, s.t.host, s.t.key[0], MOVE, s.t.host, NULL);
	audit_finds("to another key", &all, s.t.key[0], MOVE, AUDIT_FAIL,
	    "the private view of p1 does not open with its key");
	read_finds("to another key", &all, 0, MOVE, ERR_AUTH,
	    "does not open with their key, which opens that of digest 8");
	buf_release(&all);
}

/* A proof whose view has words of another version. */
Test(unseen, a_view_in_clear_that_nobody_can_read)
{
	struct buf all = honest_to(MOVE), one = BUF_INIT;
	struct player_read r;
	struct err err = ERR_INIT;

	forge_view(&all, s.t.host, s.t.key[0], MOVE, "\nposition:", ROLE, ROLE "x");
	forge_take(&all, MOVE, &one);
	cr_assert_eq(player_read(&r, rules_all, one.p, one.n, NULL, NULL, &err), 0, "%s", err.msg);
	cr_assert_eq(player_open(&r, &s.t.host->pub, s.t.key[0], 0, &err), -1);
	buf_chr(&all, '\n');
	buf_add(&all, r.plain.p, strlen(r.plain.p));
	player_read_release(&r);
	audit_finds(
	    "another version", &all, NULL, MOVE, AUDIT_PENDING, "seats[0].role: no card \"x");
	buf_release(&one);
	buf_release(&all);
}

/* ---- two texts of one game ------------------------------------------------------------------- */

Test(unseen, texts_that_cannot_be_compared)
{
	struct buf a = honest_to(DEAL), spoiled = honest_to(DEAL), later = BUF_INIT,
		   none = BUF_INIT;
	struct test_table other, again;
	struct err err = ERR_INIT;
	int64_t n;
	char *p = strstr(spoiled.p, "\nsig:\n") + strlen("\nsig:\n") + 30;

	*p = *p == 'A' ? 'B' : 'A';
	forge_take(&s.t.all, DEAL + 1, &later);
	buf_str(&none, "hello\n");
	table_open(&other, SEATS, 62);
	table_open(&again, SEATS, 63);
	const struct {
		const char *name;
		const struct buf *b;
		enum err_code code;
		const char *says;
	} row[] = {
		{ "no digest", &none, ERR_SYNTAX, "" },
		{ "not signed", &spoiled, ERR_AUTH, "a digest is not signed by the host" },
		{ "nothing in common", &later, ERR_PENDING, "no digest in common" },
		{ "another host", &other.all, ERR_AUTH, "has another host here than there" },
	};

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		err = (struct err)ERR_INIT;
		cr_expect_eq(audit_compare(rules_all, a.p, a.n, row[i].b->p, row[i].b->n, &n, &err),
		    -1, "%s", row[i].name);
		cr_expect_eq(err.code, row[i].code, "%s: %s", row[i].name, err.msg);
		cr_expect_not_null(strstr(err.msg, row[i].says), "%s: %s", row[i].name, err.msg);
		cr_expect_eq(audit_compare(rules_all, row[i].b->p, row[i].b->n, a.p, a.n, &n, &err),
		    -1, "%s, the other way round", row[i].name);
	}
	forge_public(&a, s.t.host, DEAL, public_lie[1].after, public_lie[1].from, public_lie[1].to);
	forge_take(&s.t.all, DEAL, &none);
	cr_expect_eq(audit_compare(rules_all, a.p, a.n, none.p, none.n, &n, &err), 1);
	cr_expect_eq(n, DEAL);
	table_close(&other);
	table_close(&again);
	buf_release(&a);
	buf_release(&spoiled);
	buf_release(&later);
	buf_release(&none);
}

/* ---- boxes of the host ----------------------------------------------------------------------- */

#define SIG HASH HASH HASH HASH /* longer than any */
#define ORDER                                                                                  \
	"adit-order v1\ngame: k7q2m4xw\nseat: p1\nturn: 9\nseq: 1\nhead: " HASH "\ndo: stay\n" \
	"nonce: aaaaaaaaaaaaaaaaaaaaaaaaaa\n"

static const struct {
	const char *name;
	int64_t n;
	const char *text; /* NULL: no base64 */
	const char *says;
} box[] = {
	{ "no base64", MOVE, NULL, "digest 9: the host's box: it is not base64" },
	{ "nothing", MOVE, "", "digest 9: the host's box: it holds no order" },
	{ "another heading", MOVE, "adit-order v1\ngame: k7q2m4xw\n\nsig: x\n",
	    "digest 9: the host's box: it holds no order" },
	{ "no signature", MOVE, DIGEST_KEEP_HEADING "\nadit-order v1\ngame: k7q2m4xw\n",
	    "digest 9: the host's box: it holds no order" },
	{ "half a signature", MOVE, DIGEST_KEEP_HEADING "\nadit-order v1\n\nsig: RW",
	    "digest 9: the host's box: it holds no order" },
	{ "an order that is none", MOVE, DIGEST_KEEP_HEADING "\nadit-order v9\n\nsig: " SIG,
	    "digest 9: the host's box: " },
	{ "a signature that is none", MOVE, DIGEST_KEEP_HEADING "\n" ORDER "sig: ?" SIG,
	    "digest 9: the host's box: the order's signature is damaged" },
	{ "no secret", 0, DIGEST_KEEP_HEADING "\nsecret: none\n",
	    "digest 0: the host's box holds no secret" },
	{ "no heading", 0, "secret: none\n", "digest 0: the host's box holds no secret" },
};

static void
forge_box(struct buf *all, int64_t n, const char *text)
{
	struct buf one = BUF_INIT, file = BUF_INIT, base64 = BUF_INIT, from = BUF_INIT,
		   to = BUF_INIT;
	struct err err = ERR_INIT;
	const char *p, *end;

	forge_take(all, n, &one);
	p = strstr(one.p, "\nkeep:\n");
	cr_assert_not_null(p);
	end = strstr(p + 1, "\nview: ");
	if (end == NULL)
		end = strstr(p + 1, "\nsig:");
	buf_add(&from, p, (size_t)(end - p));
	buf_str(&to, "\nkeep:");
	if (text != NULL) {
		cr_assert_eq(
		    age_encrypt(s.t.host->pub.box_pk, text, strlen(text), false, &file, &err), 0,
		    "%s", err.msg);
		seal_base64((const unsigned char *)file.p, file.n, &base64);
	} else {
		buf_str(&base64, "****");
	}
	for (size_t at = 0; at < base64.n; at += 64)
		buf_fmt(
		    &to, "\n  %.*s", (int)(base64.n - at < 64 ? base64.n - at : 64), base64.p + at);
	forge_public(all, s.t.host, n, NULL, buf_cstr(&from), buf_cstr(&to));
	buf_release(&one);
	buf_release(&file);
	buf_release(&base64);
	buf_release(&from);
	buf_release(&to);
}

Test(unseen, boxes_that_hold_nothing)
{
	for (size_t i = 0; i < sizeof box / sizeof box[0]; i++) {
		struct buf all = honest_to(s.end);
		struct audit_rebuilt made;
		struct host *file;
		struct err err = ERR_INIT;
		char path[96];

		forge_box(&all, box[i].n, box[i].text);
		(void)snprintf(path, sizeof path, "%s/again.db", s.t.folder);
		cr_assert_eq(host_create(&file, path, rules_all, &err), 0, "%s", err.msg);
		cr_expect_eq(audit_rebuild(file, s.t.host, "host", all.p, all.n, &made, &err), -1,
		    "%s", box[i].name);
		cr_expect_not_null(strstr(err.msg, box[i].says), "%s: %s", box[i].name, err.msg);
		host_close(file);
		(void)unlink(path);
		buf_release(&all);
	}
}
