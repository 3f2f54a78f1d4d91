#include <criterion/criterion.h>
#include <stdlib.h>

#include "audit/audit.h"
#include "audit/eventful.h"
#include "audit/forge.h"
#include "few.h"
#include "games/games.h"

/*
 * More lies than in cheat.c, in every rules set: about undo, seats, votes and restarts, about what
 * must be revealed at the end, and about every statement of a private view. The honest game has one
 * of each: a restart, joins, confirmations, words undone, cards undone, new keys, a vote, a queued
 * order.
 */
enum { SEATS = 3, ANY = AUDIT_CHECKS };

enum stage {
	AT_RESTART,
	AT_DEAL,
	AT_MOVE,
	AT_UNDO,
	AT_ASK,
	AT_YES,
	AT_CARRIED,
	AT_SHUFFLE,
	AT_REPLACE,
	AT_VOTE,
	AT_KEEP,
	AT_END_1,
	AT_LAST,
	PLACES
};

struct scene {
	struct test_table t;
	struct house_deck deck;
	const char *rules;
	struct seckey *first_key[SEATS]; /* before the replacement */
	int64_t at[PLACES];
};

/* ---- the honest game --------------------------------------------------------------------------------- */

static void
undo(struct scene *s, int64_t to, enum stage place)
{
	struct err err = ERR_INIT;

	cr_assert_eq(
	    table_undo(&s->t, to, "a slip of the pen", &err), 0, "%s: %s", s->rules, err.msg);
	s->at[place] = table_n(&s->t);
}

static void
order(struct scene *s, unsigned seat, const char *line, int64_t turn)
{
	struct host_result r;
	struct err err = ERR_INIT;
	struct order_block b;

	table_sign(&s->t, seat, line, turn, 0, &b);
	cr_assert_eq(table_apply(&s->t, &b, &r, &err), 0, "%s: %s: %s", s->rules, line, err.msg);
	host_result_release(&r);
}

/* A list with few paths, so that the game is short and all actions occur. */
static void
short_deck(struct scene *s, const struct rules *base)
{
	struct buf own = BUF_INIT, list = BUF_INIT;
	struct err err = ERR_INIT;
	unsigned by = 5;

	deck_text(base, "", &own);
	do {
		cr_assert_gt(--by, 0, "%s", err.msg);
		buf_clear(&list);
		for (const char *p = own.p, *next; *p != '\0'; p = next) {
			size_t word = strcspn(p, " ");
			unsigned long count = strtoul(p + word, NULL, 10);
			bool is_path = p[0] == 'n' || p[0] == 'e' || p[0] == 's' || p[0] == 'w' ||
			    p[1] == '/';

			next = p + strcspn(p, "\n") + 1;
			buf_fmt(&list, "%.*s %lu\n", (int)word, p,
			    is_path ? (count + by - 1) / by : count);
		}
	} while (deck_parse(&s->deck, base, list.p, list.n, &err) < 0);
	buf_release(&own);
	buf_release(&list);
}

static void
begin(struct scene *s, const struct rules *rules, uint64_t number)
{
	struct host_result r;
	struct err err = ERR_INIT;
	unsigned players = rules->seats_max < SEATS ? rules->seats_max : SEATS;

	memset(s, 0, sizeof *s);
	s->rules = rules->name;
	eventful_chance(number);
	short_deck(s, rules);
	table_open_audited(&s->t, &s->deck.rules, players, (unsigned char)number, NULL);
	cr_assert_eq(
	    host_restart(s->t.file, s->t.host, "p3 does not answer", s->t.now + 60, -1, &r, &err),
	    0, "%s", err.msg);
	table_add(&s->t, &r);
	s->at[AT_RESTART] = table_n(&s->t);
	table_join(&s->t);
	table_confirm(&s->t);
	s->at[AT_DEAL] = table_n(&s->t);
	memcpy(s->first_key, s->t.key, sizeof s->first_key);
}

static void
new_keys(struct scene *s)
{
	struct seckey *key = seckey_new(&(struct err)ERR_INIT);
	struct host_result r;
	struct err err = ERR_INIT;
	unsigned last = s->t.names.n - 1;

	cr_assert(key != NULL && seckey_make(key, &err) == 0);
	cr_assert_eq(host_replace(s->t.file, s->t.host, s->t.names.seat[last], &key->pub, "lost",
			 s->t.now + 60, -1, &r, &err),
	    0, "%s", err.msg);
	table_add(&s->t, &r);
	s->t.key[last] = key;
	s->at[AT_REPLACE] = table_n(&s->t);
}

/* An order for the next turn, with a card of the seat. */
static void
keep_order(struct scene *s, uint8_t seat)
{
	struct player_read r;
	char card[CARD_NAME_MAX], line[64];

	table_read(&s->t, seat, &r);
	card_name(&s->deck.rules, r.v.view.known.seat[seat].hand[0], card);
	(void)snprintf(line, sizeof line, "discard %s", card);
	player_read_release(&r);
	order(s, seat, line, TURN_NEXT);
}

static bool
has(const struct scene *s, int64_t n, const char *what)
{
	struct buf one = BUF_INIT;
	bool found;

	forge_take(&s->t.all, n, &one);
	found = strstr(buf_cstr(&one), what) != NULL;
	buf_release(&one);
	return found;
}

static void
play_scene(struct scene *s, const struct rules *rules, uint64_t number)
{
	char line[32];
	uint8_t idle;

	begin(s, rules, number);
	s->at[AT_MOVE] = s->at[AT_DEAL] + 3;
	(void)table_play(&s->t, 6, number);
	order(s, 0, NULL, TURN_ANY);
	undo(s, table_n(&s->t) - 1, AT_UNDO);
	(void)table_play(&s->t, 3, number + 1);
	undo(s, table_n(&s->t) - 2, AT_SHUFFLE);
	s->at[AT_CARRIED] = s->at[AT_SHUFFLE] - 1; /* two and three seats both need two votes */
	s->at[AT_YES] = s->at[AT_SHUFFLE] - 2;
	s->at[AT_ASK] = s->at[AT_SHUFFLE] - 3;
	(void)table_play(&s->t, 2, number + 2);
	new_keys(s);
	(void)snprintf(line, sizeof line, "vote %s %s", s->t.names.seat[s->t.names.n - 1],
	    s->t.names.n > 2 ? "yes" : "no");
	order(s, 0, line, TURN_ANY);
	s->at[AT_VOTE] = table_n(&s->t);
	idle = (uint8_t)((table_to_move(&s->t) + 1) % s->t.names.n);
	keep_order(s, idle);
	s->at[AT_KEEP] = table_n(&s->t);
	while (table_to_move(&s->t) != SEAT_NONE)
		(void)table_play(&s->t, 50, number + 3);
	s->at[AT_LAST] = table_n(&s->t);
	for (int64_t n = s->at[AT_DEAL] + 1; s->at[AT_END_1] == 0; n++)
		if (has(s, n, "\n  key 257 "))
			s->at[AT_END_1] = n;
}

static void
end_scene(struct scene *s)
{
	table_close(&s->t);
}

/* ---- detection ------------------------------------------------------------------------------- */

/* n -1: in any digest. */
static void
audit_finds(const struct scene *s, const char *lie, const struct buf *all, const struct seckey *me,
    int64_t n, int check)
{
	struct audit a;
	struct err err = ERR_INIT;
	bool found = false;

	cr_assert_eq(
	    audit_text(&a, all->p, all->n, me, &err), 0, "%s, %s: %s", s->rules, lie, err.msg);
	for (size_t i = 0; i < a.n; i++)
		found = found ||
		    (a.at[i].result == AUDIT_FAIL && (n < 0 || a.at[i].n == n) &&
			(check == ANY || (int)a.at[i].check == check));
	for (size_t i = 0; i < a.n && !found; i++)
		if (a.at[i].result != AUDIT_PASS)
			cr_log_error("%s, %s: only digest %d, %s: %s %s", s->rules, lie,
			    (int)a.at[i].n, audit_check_name(a.at[i].check),
			    audit_result_name(a.at[i].result), a.at[i].detail);
	cr_expect(found, "%s, %s: the audit does not find it in digest %d", s->rules, lie, (int)n);
	audit_release(&a);
}

/* Expects that a reader of all digests up to n finds the lie, and, if it is in a view, can prove
 * it. */
static void
read_finds(const struct scene *s, const char *lie, const struct buf *all, const struct seckey *me,
    int64_t n, bool in_view)
{
	struct buf text = BUF_INIT, proof = BUF_INIT;
	struct player_pins pins = { .proof = &proof };
	struct player_read r;
	struct err err = ERR_INIT;

	for (int64_t i = s->at[AT_DEAL]; i <= n; i++)
		forge_take(all, i, &text);
	cr_expect_eq(player_read(&r, rules_all, text.p, text.n, &pins, me, &err), -1,
	    "%s, %s: read does not find it", s->rules, lie);
	cr_expect_eq(err.code, ERR_AUTH, "%s, %s: %s", s->rules, lie, err.msg);
	if (in_view)
		audit_finds(s, lie, &proof, NULL, n, AUDIT_VIEW);
	buf_release(&proof);
	buf_release(&text);
}

/* Returns everything published up to digest `last`; some lies are found at the end of their
 * round. */
static struct buf
honest_to(const struct scene *s, int64_t last)
{
	struct buf all = BUF_INIT;
	struct digest_layout t;
	struct err err = ERR_INIT;
	size_t at = 0;

	for (int64_t n = 0; n <= last && digest_next(s->t.all.p, s->t.all.n, &at, &t, &err) == 1;
	     n++)
		buf_add(&all, s->t.all.p + t.whole.at, t.whole.n);
	return all;
}

static struct buf
honest(const struct scene *s)
{
	return honest_to(s, s->at[AT_LAST]);
}

/* Appends a section of digest n with its first line. */
static void
section(const struct scene *s, int64_t n, const char *first_line, struct buf *out)
{
	struct buf one = BUF_INIT;
	const char *p, *end;

	forge_take(&s->t.all, n, &one);
	p = strstr(buf_cstr(&one), first_line);
	cr_assert_not_null(p, "%s: digest %d has no \"%s\"", s->rules, (int)n, first_line);
	end = strstr(p, "\n\n");
	cr_assert_not_null(end);
	buf_add(out, p, (size_t)(end - p));
	buf_release(&one);
}

/* ---- public lies ----------------------------------------------------------------------------- */

/* from NULL: the whole section `after` is removed. */
struct lie {
	const char *name;
	enum stage place;
	const char *after, *from, *to;
	int check;       /* enum audit_check, or ANY */
	bool everywhere; /* in each rules set */
};

static const struct lie public_lie[] = {
	{ "since: says more", AT_MOVE, NULL, "\nsince:\n", "\nsince:\n  all is well\n",
	    AUDIT_REPLAY, true },
	{ "table: says more", AT_MOVE, NULL, "\ntable:\n", "\ntable:\n  all is well\n",
	    AUDIT_REPLAY, true },
	{ "board: says more", AT_MOVE, NULL, "\nboard:\n", "\nboard:\n 9\n", AUDIT_REPLAY, true },
	{ "another position", AT_MOVE, "\nposition:\n", "\"discard\":[", "\"discard\":[\"?\",",
	    AUDIT_REPLAY, true },
	{ "another turn", AT_MOVE, NULL, "\nturn: ", "\nturn: 1", ANY, false },
	{ "another deadline", AT_MOVE, NULL, "\ndue: 2026", "\ndue: 2027", AUDIT_REPLAY, false },
	{ "a restart hidden", AT_RESTART, "\nhost:\n", NULL, NULL, AUDIT_REPLAY, false },
	{ "an attempt less", AT_RESTART, NULL, "\nattempt: 2\n", "\nattempt: 1\n", AUDIT_REPLAY,
	    true },
	{ "an attempt less at the deal", AT_DEAL, NULL, "\nattempt: 2\n", "\nattempt: 1\n",
	    AUDIT_REPLAY, false },
	{ "an undo hidden", AT_UNDO, "\nhost:\n", NULL, NULL, AUDIT_REPLAY, false },
	{ "an undo to another digest", AT_SHUFFLE, NULL, "\n  undo: ", "\n  undo: 0", AUDIT_REPLAY,
	    false },
	{ "an undo that shuffles, it is said, and does not", AT_UNDO, "\nhost:\n",
	    "\n  reason:", "\n  shuffle: 1\n  reason:", AUDIT_REPLAY, false },
	{ "a request hidden", AT_ASK, "\nhost:\n", NULL, NULL, AUDIT_REPLAY, true },
	{ "a request not told", AT_ASK, "\nasked:\n", NULL, NULL, AUDIT_REPLAY, false },
	{ "a vote turned round", AT_YES, "\nasked:\n", "  vote: p1 yes\n", "  vote: p1 no\n",
	    AUDIT_REPLAY, true },
	{ "a vote given to another", AT_YES, "\nasked:\n", "  vote: p1 yes\n", "  vote: p2 yes\n",
	    AUDIT_REPLAY, false },
	{ "a vote suppressed", AT_YES, "\nasked:\n", "  vote: p1 yes\n", "", AUDIT_REPLAY, false },
	{ "votes not counted", AT_CARRIED, "\nasked:\n", "  is: carried\n", "  is: open\n",
	    AUDIT_REPLAY, true },
	{ "an undo without the leaves", AT_SHUFFLE, "\nleaves:\n", NULL, NULL, ANY, true },
	{ "an undo without the keys", AT_SHUFFLE, "\nkeys:\n", NULL, NULL, ANY, true },
	{ "a seat replaced in secret", AT_REPLACE, "\nhost:\n", NULL, NULL, AUDIT_REPLAY, true },
	{ "new keys not told", AT_REPLACE, "\nnew-keys:\n", NULL, NULL, AUDIT_REPLAY, false },
	{ "new keys forgotten", AT_VOTE, "\nnew-keys:\n", NULL, NULL, AUDIT_REPLAY, false },
	{ "another's vote", AT_VOTE, "\nnew-keys:\n", "  vote: p1 yes\n", "  vote: p2 yes\n",
	    AUDIT_REPLAY, false },
	{ "a vote more", AT_VOTE, "\nnew-keys:\n", "  vote: p1 yes\n",
	    "  vote: p1 yes\n  vote: p2 yes\n", AUDIT_REPLAY, false },
	{ "an order kept that is not said", AT_KEEP, "\nsince:\n", NULL, NULL, AUDIT_REPLAY,
	    false },
	{ "an order kept that is not told", AT_KEEP, "\nevents:\n", "  note kept\n", "",
	    AUDIT_REPLAY, false },
	{ "nothing revealed at the end of a round", AT_END_1, "\nreveal:\n", NULL, NULL, AUDIT_KEYS,
	    true },
	{ "nothing revealed at the end", AT_LAST, "\nreveal:\n", NULL, NULL, AUDIT_SECRET, true },
};

static void
tell_public(const struct scene *s, const struct lie *lie)
{
	int64_t n = s->at[lie->place], end = s->at[AT_END_1];
	struct buf all = honest_to(s, n <= end && lie->check != ANY ? end : s->at[AT_LAST]),
		   whole = BUF_INIT;

	if (lie->from == NULL)
		section(s, n, lie->after, &whole);
	forge_public(&all, s->t.host, n, lie->from == NULL ? NULL : lie->after,
	    lie->from == NULL ? whole.p : lie->from, lie->from == NULL ? "" : lie->to);
	audit_finds(s, lie->name, &all, NULL, n, lie->check);
	buf_release(&whole);
	buf_release(&all);
}

/* Appends the line of digest n that begins with `begin`, and the next one if `two`. */
static void
line_of(const struct scene *s, int64_t n, const char *after, const char *begin, struct buf *out)
{
	struct buf one = BUF_INIT;
	const char *p;

	forge_take(&s->t.all, n, &one);
	p = strstr(buf_cstr(&one), after);
	cr_assert_not_null(p, "%s: digest %d has no \"%s\"", s->rules, (int)n, after);
	p = strstr(p, begin);
	cr_assert_not_null(p, "%s: digest %d has no \"%s\"", s->rules, (int)n, begin);
	p += *p == '\n';
	buf_add(out, p, strcspn(p, "\n") + 1);
	buf_release(&one);
}

/* A host signs a title, also one that adit new refuses, and addresses. */
static void
titles(const struct scene *s)
{
	static const struct {
		const char *lines;
		bool good;
	} row[] = {
		{ "  title: Friday mine\n", true },
		{ "  title: P\u0430ypal\n", true }, /* only refused when it is chosen */
		{ "  title: \n", false },
		{ "  title:  Friday\n", false },
		{ "  title: Friday\r\n", false },
		{ "  title: Fri\u202eday\n", false },
		{ "  title: Fri\u200bday\n", false },
		{ "  title: Fri\377day\n", false },
		{ "  title: the \"mine\"\n", false },
		{ "  title: abcdefghijklmnopqrstuvwxyzabcdefghijklmno\n", false },
		{ "  title: a\n  title: b\n", false },
		{ "  title: a\nBcc: b\n", false },
		{ "  web: https://github.com/anna/cave\n", true },
		{ "  title: a\n  web: https://github.com/anna/cave\n", true },
		{ "  web: https://github.com/anna/cave\n  title: a\n", false },
		{ "  web: https://github.com/a\n  web: https://github.com/b\n", false },
		{ "  web: https://github.com/anna/cave.git\n", false },
		{ "  web: javascript:alert(1)\n", false },
		{ "  web: \n", false },
		{ "  client: https://anna.github.io/adit.html\n", true },
		{ "  client: http://localhost:8000\n", true },
		{ "  web: https://github.com/a\n  client: https://a.org/\n", true },
		{ "  client: https://a.org/\n  web: https://github.com/a\n", false },
		{ "  client: https://a.org\n  client: https://a.org\n", false },
		{ "  client: javascript:alert(1)\n", false },
		{ "  client: https://a.org/\"\n", false },
		{ "  client: \n", false },
	};

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct buf all = honest_to(s, 0), to = BUF_INIT;
		struct player_pins pins = { .proof = NULL };
		struct player_read r;
		struct err err = ERR_INIT;
		int result;

		buf_fmt(&to, "\n%s  commit: ", row[i].lines);
		forge_public(&all, s->t.host, 0, "\nsetup:\n", "\n  commit: ", to.p);
		result = player_read(&r, rules_all, all.p, all.n, &pins, NULL, &err);
		cr_expect_eq(result, row[i].good ? 0 : -1, "%s: %s", row[i].lines, err.msg);
		if (result == 0)
			player_read_release(&r);
		buf_release(&to);
		buf_release(&all);
	}
	struct buf all = honest(s);

	forge_public(&all, s->t.host, s->at[AT_MOVE], NULL, "\nsince:\n",
	    "\nsetup:\n  title: Friday mine\n\nsince:\n");
	audit_finds(s, "a title in a later digest", &all, NULL, s->at[AT_MOVE], ANY);
	buf_release(&all);
}

/* Changes the first letter of the last word of a line. */
static struct buf
spoiled(const struct buf *line)
{
	struct buf out = BUF_INIT;
	size_t at = (size_t)(strrchr(line->p, ' ') + 1 - line->p);

	buf_add(&out, line->p, line->n);
	out.p[at] = out.p[at] == 'a' ? 'b' : 'a';
	return out;
}

/* Changes or removes one line; the lie is found in digest `found` (-1: any). */
static void
tell_line(const struct scene *s, const char *name, enum stage place, const char *after,
    const char *begin, bool left_out, int64_t found, int check)
{
	struct buf all = honest_to(
	    s, check == AUDIT_KEYS && found <= s->at[AT_END_1] ? found : s->at[AT_LAST]);
	struct buf line = BUF_INIT, other;

	line_of(s, s->at[place], after, begin, &line);
	other = spoiled(&line);
	forge_public(&all, s->t.host, s->at[place], after, line.p, left_out ? "" : other.p);
	audit_finds(s, name, &all, NULL, found, check);
	buf_release(&other);
	buf_release(&line);
	buf_release(&all);
}

/* Lies about leaves and keys of the second epoch, and about revealed values. */
static void
lines_of_proof(const struct scene *s)
{
	int64_t shuffle = s->at[AT_SHUFFLE], end = s->at[AT_END_1], last = s->at[AT_LAST];
	struct buf all = honest(s), leaf = BUF_INIT, a = BUF_INIT, b = BUF_INIT;
	char order_line[40];
	const char *p;

	tell_line(s, "another leaf of what was shuffled", AT_SHUFFLE, "\nleaves:\n", "  1 deck ",
	    false, shuffle, AUDIT_LEAVES);
	tell_line(s, "a leaf of what was shuffled left out", AT_SHUFFLE, "\nleaves:\n", "  1 deck ",
	    true, shuffle, AUDIT_LEAVES);
	tell_line(s, "another key of the second epoch", AT_SHUFFLE, "\nkeys:\n", "  65793 ", false,
	    end, AUDIT_KEYS);
	tell_line(s, "a key of the second epoch not committed to", AT_SHUFFLE, "\nkeys:\n",
	    "  65793 ", true, end, AUDIT_KEYS);
	tell_line(s, "a key of the second epoch not revealed", AT_END_1, "\nreveal:\n",
	    "  key 65793 ", true, end, AUDIT_KEYS);
	tell_line(s, "salts not revealed at the end", AT_LAST, "\nreveal:\n", "  key 258 ", true,
	    last, AUDIT_KEYS);
	tell_line(s, "the secret not revealed", AT_LAST, "\nreveal:\n", "  secret ", true, last,
	    AUDIT_SECRET);

	/* Leaves are published again without an undo: a reader of the deal finds it at once. */
	line_of(s, s->at[AT_DEAL], "\nleaves:\n", "  1 deck ", &leaf);
	buf_fmt(&a, "\nleaves:\n%s\nhost-sign:", buf_cstr(&leaf));
	forge_public(&all, s->t.host, s->at[AT_MOVE], NULL, "\nhost-sign:", a.p);
	audit_finds(s, "leaves again", &all, NULL, s->at[AT_MOVE], ANY);
	read_finds(s, "leaves again", &all, s->first_key[0], s->at[AT_MOVE], false);
	buf_release(&all);

	/* The order of one digest is revealed as that of another. */
	all = honest(s);
	line_of(s, end, "\nreveal:\n", "\n  order ", &b);
	p = strchr(strstr(b.p, "order"), ' ');
	(void)snprintf(order_line, sizeof order_line, "  order %ld\n", strtol(p, NULL, 10) + 1);
	forge_public(&all, s->t.host, end, "\nreveal:\n", b.p, order_line);
	audit_finds(s, "the order of another digest", &all, NULL, -1, AUDIT_ORDER);
	buf_release(&all);
	buf_release(&leaf);
	buf_release(&a);
	buf_release(&b);
}

/* What is revealed at `from` is revealed at `place`, too, where it is not due. */
static void
reveals_too_early(const struct scene *s)
{
	static const struct {
		const char *begin, *end; /* of the lines that are copied */
		enum stage from, place;
	} row[] = {
		{ "\n  key 257 ", "\n", AT_END_1, AT_MOVE },
		{ "\n  order ", "-----END ADIT ORDER-----\n", AT_END_1, AT_MOVE },
		{ "\n  secret ", "\n", AT_LAST, AT_MOVE },
		{ "\n  secret ", "\n", AT_LAST, AT_END_1 },
		{ "\n  key 258 ", "\n", AT_LAST, AT_END_1 },
		{ "\n  key 513 ", "\n", AT_LAST, AT_END_1 },
	};

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		const int64_t n = s->at[row[i].place];
		const bool has_some = row[i].place == AT_END_1;
		struct buf all = honest_to(s, n), one = BUF_INIT, lines = BUF_INIT;
		const char *p, *end;

		/* In a game of one round both are the same digest. */
		forge_take(&s->t.all, s->at[row[i].from], &one);
		p = strstr(strstr(buf_cstr(&one), "\nreveal:\n"), row[i].begin);
		if (p != NULL && (!has_some || n < s->at[AT_LAST])) {
			end = strstr(++p, row[i].end) + strlen(row[i].end);
			buf_fmt(&lines, "%s%.*s%s", has_some ? "" : "\nreveal:\n", (int)(end - p),
			    p, has_some ? "" : "\nposition:\n");
			if (has_some)
				buf_str(&lines, "  key ");
			forge_public(&all, s->t.host, n, has_some ? "\nreveal:\n" : NULL,
			    has_some ? "  key " : "\nposition:\n", lines.p);
			audit_finds(s, row[i].begin, &all, NULL, n, AUDIT_KEYS);
			read_finds(s, row[i].begin, &all, s->first_key[0], n, false);
		}
		buf_release(&lines);
		buf_release(&one);
		buf_release(&all);
	}
}

/* ---- private views ----------------------------------------------------------------------------------- */

static struct buf
view_of(const struct scene *s, const struct seckey *key, int64_t n)
{
	struct buf one = BUF_INIT, plain = BUF_INIT;
	struct player_read r;
	struct err err = ERR_INIT;

	forge_take(&s->t.all, n, &one);
	cr_assert_eq(player_read(&r, rules_all, one.p, one.n, NULL, key, &err), 0, "%s: %s",
	    s->rules, err.msg);
	buf_add(&plain, r.plain.p, r.plain.n);
	player_read_release(&r);
	buf_release(&one);
	return plain;
}

static const struct {
	const char *name, *from, *to;
	bool read; /* found by reading; else only by an audit */
} view_lie[] = {
	{ "seq:", "\nseq: ", "\nseq: 1", false },
	{ "seq-any:", "\nseq-any: ", "\nseq-any: 1", false },
	{ "hand:", "\nhand: ", "\nhand: map ", true },
	{ "gold:", "\ngold: ", "\ngold: 1", true },
	{ "seen:", "\n\nevents:\n", "\nseen: 8,0 goal-gold\n\nevents:\n", true },
	{ "a section more", "\n\nevents:\n", "\n\nsince:\n  you feel lucky\n\nevents:\n", true },
	{ "a line more", "\n\nposition:\n", "\n\nposition:\n\n", true },
	{ "an order more", "\ncan:\n", "\ncan:\n  break-lamp p1\n", true },
	{ "another turn than the digest's", "\nposition:\n{", "\nposition:\n{\"turn\":{\"=\":999},",
	    true },
	{ "another phase", "\nposition:\n{", "\nposition:\n{\"phase\":{\"=\":\"over\"},", true },
	{ "another board", "\nposition:\n{", "\nposition:\n{\"board\":{\"=\":[]},", true },
	{ "a deck that is empty", "\nposition:\n{", "\nposition:\n{\"deck\":{\"=\":[]},", true },
	{ "another table", "\nposition:\n", "\nposition:\n{\"=\":{}}\n", true },
	{ "another digest before it", "\nprev: ", "\nprev: a", true },
};

/* Returns the step between the lies to try. A quick run tries all only in the game of Saboteur. */
static unsigned
step_of(const struct scene *s)
{
	return !is_few() && is_quick() && s->deck.rules.id != rules_saboteur.id ? 3 : few_step();
}

/* Lies to seat 1. */
static void
words_of_views(const struct scene *s)
{
	const struct seckey *key = s->first_key[0];
	int64_t n = s->at[AT_MOVE];

	for (size_t i = 0; i < sizeof view_lie / sizeof view_lie[0]; i += step_of(s)) {
		struct buf all = honest_to(s, i == 0 ? s->at[AT_LAST] : s->at[AT_END_1]);

		forge_view(&all, s->t.host, key, n, NULL, view_lie[i].from, view_lie[i].to);
		audit_finds(s, view_lie[i].name, &all, key, n, AUDIT_VIEW);
		if (view_lie[i].read)
			read_finds(s, view_lie[i].name, &all, key, n, true);
		buf_release(&all);
	}
}

/* After the game no key is needed. Each rules set has some of these lies. */
static void
without_a_key(const struct scene *s)
{
	for (size_t i = s->deck.rules.id % 4u; i < sizeof view_lie / sizeof view_lie[0];
	     i += 4 * few_step()) {
		struct buf all = honest(s);

		forge_view(&all, s->t.host, s->first_key[0], s->at[AT_MOVE], NULL, view_lie[i].from,
		    view_lie[i].to);
		audit_finds(s, view_lie[i].name, &all, NULL, s->at[AT_MOVE], AUDIT_VIEW);
		buf_release(&all);
	}
}

/* Lies about queued orders in the views of digest AT_KEEP: none, an order of another seat, and
 * an order of the seat to move, which would have been played. */
static void
kept_orders(const struct scene *s)
{
	static const char key[] = "\nwaiting: ";
	int64_t n = s->at[AT_KEEP];
	char keeps[sizeof key + HASH_TEXT + 1], other[sizeof keeps], order[200];

	forge_value(&s->t.all, s->at[AT_VOTE], "\n", "order: ", order);
	(void)snprintf(other, sizeof other, "%s%.52s\n", key, order);
	forge_value(&s->t.all, n, "\n", "order: ", order);
	(void)snprintf(keeps, sizeof keeps, "%s%.52s\n", key, order);
	for (unsigned seat = 0; seat < s->t.names.n; seat++) {
		const struct seckey *me = s->t.key[seat];
		struct buf view = view_of(s, me, n), hidden, another;
		bool is_his = strstr(view.p, keeps) != NULL;

		hidden = honest_to(s, s->at[AT_END_1]);
		another = honest_to(s, s->at[AT_END_1]);
		if (is_his) {
			forge_view(&hidden, s->t.host, me, n, NULL, keeps, "\nwaiting: -\n");
			audit_finds(s, "waiting: hidden", &hidden, me, n, AUDIT_VIEW);
		}
		forge_view(
		    &another, s->t.host, me, n, NULL, is_his ? keeps : "\nwaiting: -\n", other);
		audit_finds(s, "waiting: of another", &another, me, n, AUDIT_VIEW);
		if (strstr(view.p, "\ncan:\n  ") != NULL)
			read_finds(s, "waiting: though to move", &another, me, n, true);
		buf_release(&view);
		buf_release(&hidden);
		buf_release(&another);
	}
}

/* Lies in the host's own box. */
static void
boxes(const struct scene *s)
{
	static const char keep[] = "\nkeep:\n  ";
	struct buf all = honest(s), one = BUF_INIT;
	char from[20], to[20];
	const char *p;

	forge_take(&all, s->at[AT_MOVE], &one);
	p = strstr(one.p, keep) + strlen(keep) + 30;
	(void)snprintf(from, sizeof from, "%.12s", p);
	(void)snprintf(to, sizeof to, "%c%.11s", *p == 'A' ? 'B' : 'A', p + 1);
	forge_public(&all, s->t.host, s->at[AT_MOVE], keep, from, to);
	audit_finds(s, "another box", &all, NULL, s->at[AT_MOVE], AUDIT_REPLAY);
	buf_release(&one);
	buf_release(&all);
}

/* The list of the seat to move lacks its first order. */
static void
an_order_less(const struct scene *s)
{
	for (unsigned seat = 0; seat < s->t.names.n; seat++) {
		struct buf view = view_of(s, s->first_key[seat], s->at[AT_MOVE]), all = BUF_INIT;
		const char *p = strstr(view.p, "\ncan:\n") + 6;
		char line[120];

		if (*p == ' ') {
			all = honest(s);
			(void)snprintf(line, sizeof line, "%.*s\n", (int)strcspn(p, "\n"), p);
			forge_view(&all, s->t.host, s->first_key[seat], s->at[AT_MOVE],
			    "\ncan:", line, "");
			audit_finds(s, "an order less", &all, s->first_key[seat], s->at[AT_MOVE],
			    AUDIT_VIEW);
		}
		buf_release(&view);
		buf_release(&all);
	}
}

/* Sets `out` to another card of the same class. */
static void
other_kind(const struct scene *s, const char *kind, char out[static CARD_NAME_MAX])
{
	const struct rules *rules = &s->deck.rules;
	card_id card = card_find(rules, kind, strlen(kind));

	cr_assert_neq(card, CARD_NONE, "%s: %s is no card", s->rules, kind);
	for (card_id i = 0; i < rules->n_cards; i++) {
		card_name(rules, i, out);
		if (rules->card[i].class == rules->card[card].class && strcmp(out, kind) != 0)
			return;
	}
	cr_assert_fail("%s: only one %s", s->rules, kind);
}

/* In the view of the seat in digest n, after `after`, replaces the last word of the first line
 * with `word` by another card. */
static void
lie_of_card(const struct scene *s, const char *name, unsigned seat, int64_t n, const char *after,
    const char *word, bool read_too)
{
	const struct seckey *key = n < s->at[AT_REPLACE] ? s->first_key[seat] : s->t.key[seat];
	struct buf view = view_of(s, key, n), all = honest(s);
	char from[200], to[300], kind[CARD_NAME_MAX];
	const char *p = strstr(view.p, after), *end;

	p = p != NULL ? strstr(p, word) : NULL;
	cr_assert_not_null(p, "%s, %s: no \"%s\" in the view of seat %u in digest %d", s->rules,
	    name, word, seat, (int)n);
	end = p + strcspn(p, "\n");
	(void)snprintf(from, sizeof from, "%.*s", (int)(end - p), p);
	other_kind(s, strrchr(from, ' ') + 1, kind);
	(void)snprintf(to, sizeof to, "%.*s %s", (int)(strrchr(from, ' ') - from), from, kind);
	forge_view(&all, s->t.host, key, n, after, from, to);
	audit_finds(s, name, &all, key, n, AUDIT_VIEW);
	if (read_too)
		read_finds(s, name, &all, key, n, true);
	buf_release(&view);
	buf_release(&all);
}

/* Returns the first digest after the deal with this event, or -1; *seat is its seat. */
static int64_t
find_event(const struct scene *s, const char *event, unsigned *seat)
{
	char line[40];

	(void)snprintf(line, sizeof line, "\n  %s p", event);
	for (int64_t n = s->at[AT_DEAL] + 1; n <= s->at[AT_LAST]; n++) {
		struct buf one = BUF_INIT;
		const char *p;
		bool found;

		forge_take(&s->t.all, n, &one);
		p = strstr(buf_cstr(&one), line);
		found = p != NULL;
		if (found)
			*seat = (unsigned)(p[strlen(line)] - '1');
		buf_release(&one);
		if (found)
			return n;
	}
	return -1;
}

/* Private facts that are changed consistently in the opening and the sentences. */
static const struct quoted_word {
	const char *name, *rules, *event, *after, *word;
	bool read;
} shown[] = {
	{ "a card drawn", NULL, "drew", "\nopen:\n", " deck ", true },
	{ "an inspection", "saboteur2", "saw-role", "\nopen:\n", " roles ", true },
	{ "a received card", "saboteur2", "received", "\nopen:\n", " deck ", true },
	{ "a map", "duel", "saw-goal", "\nopen:\n", " goals ", true },
	{ "a map", "saboteur", "saw-goal", "\nopen:\n", " goals ", true },
	{ "a clan", "dark-cave", "saw-role", "\nopen:\n", " roles ", true },
	{ "a lost card", "dark-cave", "lost", "\nevents:\n", "  lost ", false },
};
enum { SHOWN = sizeof shown / sizeof shown[0] };

static bool
is_of(const struct quoted_word *w, const struct scene *s)
{
	return w->rules == NULL || strcmp(w->rules, s->rules) == 0;
}

static void
cards_of_views(const struct scene *s)
{
	for (size_t i = 0; i < SHOWN; i++) {
		const struct quoted_word *w = &shown[i];
		unsigned seat = 0;
		int64_t n;

		if (!is_of(w, s))
			continue;
		n = find_event(s, w->event, &seat);
		lie_of_card(s, w->name, seat, n, w->after, w->word, w->read);
	}
}

/* True if this game has everything that is lied about. */
static bool
has_all(const struct scene *s)
{
	unsigned seat;

	for (size_t i = 0; i < SHOWN; i++)
		if (is_of(&shown[i], s) && find_event(s, shown[i].event, &seat) < 0)
			return false;
	return true;
}

/* Opens a card of the second epoch by its leaf of the first. */
static void
old_leaves(const struct scene *s)
{
	unsigned seat = 0;
	int64_t n = s->at[AT_SHUFFLE] + 1;
	const struct seckey *key;
	struct buf view, all = honest(s);
	char from[40], to[40];

	while (!has(s, n, "\n  drew p"))
		n++;
	while (seat < s->t.names.n - 1) {
		char line[20];

		(void)snprintf(line, sizeof line, "\n  drew p%u", seat + 1);
		if (has(s, n, line))
			break;
		seat++;
	}
	key = n < s->at[AT_REPLACE] ? s->first_key[seat] : s->t.key[seat];
	view = view_of(s, key, n);
	(void)snprintf(from, sizeof from, "  %d 1 deck ", (int)s->at[AT_SHUFFLE]);
	(void)snprintf(to, sizeof to, "  %d 1 deck ", (int)s->at[AT_DEAL]);
	cr_assert_not_null(strstr(view.p, from), "%s", s->rules);
	forge_view(&all, s->t.host, key, n, "\nopen:\n", from, to);
	audit_finds(s, "a leaf of before the shuffle", &all, key, n, AUDIT_VIEW);
	read_finds(s, "a leaf of before the shuffle", &all, key, n, true);
	buf_release(&view);
	buf_release(&all);
}

/* All lies in one game of the rules set: the first one from this number on that has everything. */
static void
tell_all(const struct rules *rules, uint64_t number, bool all)
{
	static struct scene s;

	if (!all && few_step() > 1)
		return;
	for (play_scene(&s, rules, number); !has_all(&s); play_scene(&s, rules, ++number))
		end_scene(&s);
	for (size_t i = 0; i < sizeof public_lie / sizeof public_lie[0]; i++)
		if (i % step_of(&s) == 0 && (all || public_lie[i].everywhere))
			tell_public(&s, &public_lie[i]);
	titles(&s);
	lines_of_proof(&s);
	reveals_too_early(&s);
	words_of_views(&s);
	without_a_key(&s);
	kept_orders(&s);
	boxes(&s);
	an_order_less(&s);
	cards_of_views(&s);
	old_leaves(&s);
	end_scene(&s);
}

Test(lies, saboteur)
{
	tell_all(&rules_saboteur, 1, true);
}

Test(lies, saboteur2)
{
	tell_all(&rules_saboteur2, 6, false);
}

Test(lies, duel)
{
	tell_all(&rules_duel, 1, false);
}

Test(lies, dark_cave)
{
	tell_all(&rules_dark_cave, 2, false);
}
