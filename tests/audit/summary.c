#include <criterion/criterion.h>

#include "audit/forge.h"
#include "record/player_stats.h"

/* The summary of a game is in its last digest. Readers of the other digests verify it. soak.c
 * covers whole games of every rules set, with undo and late seats. */

enum { SEATS = 3, LATE = LATE_LIMIT + LATE_GRACE };

static struct test_table t;

/* Reads all digests, and expects an error with `says` (NULL: none). */
static void
finds(const char *name, const struct buf *all, const char *says)
{
	struct player_read r;
	struct err err = ERR_INIT;
	int result = player_read(&r, rules_all, all->p, all->n, NULL, NULL, &err);

	if (says == NULL) {
		cr_expect_eq(result, 0, "%s: %s", name, err.msg);
		player_read_release(&r);
		return;
	}
	cr_expect_eq(result, -1, "%s: not found", name);
	cr_expect_eq(err.code, strstr(says, "summary: ") != NULL ? ERR_SYNTAX : ERR_AUTH, "%s: %s",
	    name, err.msg);
	cr_expect_not_null(strstr(err.msg, says), "%s: %s", name, err.msg);
}

static void
lie(const char *name, int64_t n, const char *from, const char *to, const char *says)
{
	struct buf all = BUF_INIT;

	buf_add(&all, t.all.p, t.all.n);
	forge_public(&all, t.host, n, NULL, from, to);
	finds(name, &all, says);
	buf_release(&all);
}

static bool
says(const char *what)
{
	return strstr(t.digest.p, what) != NULL;
}

static void
opens(const struct rules *rules, bool sums_up, uint8_t fewer)
{
	struct host_table_params a = { .rules = rules,
		.clock = { .limit_s = LATE_LIMIT,
		    .grace_s = LATE_GRACE,
		    .late = "discard",
		    .sums_up = sums_up },
		.options.at[OPTION_ROUNDS] = fewer,
		.seated = 7 };

	memset(a.s, 7, sizeof a.s);
	table_open_as(&t, &a, SEATS, "p");
}

static void
is_late(void)
{
	struct err err = ERR_INIT;

	cr_assert_eq(table_late(&t, LATE, &err), 0, "%s", err.msg);
}

static void
all_resign(void)
{
	struct err err = ERR_INIT;

	for (unsigned i = 0; i < SEATS && table_to_move(&t) != SEAT_NONE; i++)
		cr_assert_eq(table_order(&t, i, "resign", TURN_ANY, &err), 0, "%s", err.msg);
	cr_assert_eq(table_to_move(&t), SEAT_NONE);
}

/* ---- players over many tables: adit(1), stats ---------------------------------------------------- */

static int
count(struct player_stats *stats, const struct buf *all, struct err *err)
{
	struct transcript tr;
	int result;

	cr_assert_eq(transcript_read(&tr, rules_all, all->p, all->n, NULL, err), 0, "%s", err->msg);
	result = player_stats_add(stats, &tr, err);
	transcript_release(&tr);
	return result;
}

/* What the text of the digests says about the seats. */
struct told {
	unsigned turns, missed, rounds, won;
};

/* Adds the rounds that end in this digest. All miners win by gold, all saboteurs without it. */
static void
add_rounds(const char *digest, struct told told[static SEATS])
{
	static const char begins[] = "\n  round-end ", who[] = "\n  shown p";

	for (const char *p = digest; (p = strstr(p, begins)) != NULL;) {
		const char *end = p + strlen(begins), *line = strchr(end, '\n');
		const bool gold = strncmp(line - 5, " gold", 5) == 0;

		p = end;
		if (strncmp(end, "stopped\n", 8) == 0)
			continue;
		for (unsigned i = 0; i < SEATS; i++) {
			p = strstr(p, who);
			cr_assert_not_null(p);
			p += strlen(who);
			told[*p - '1'].rounds++;
			told[*p - '1'].won += gold == (strncmp(p + 2, "miner", 5) == 0);
		}
	}
}

static void
read_told(struct told told[static SEATS])
{
	unsigned long turn = 0;
	char next = '0';

	for (int64_t n = 0; n <= table_n(&t); n++) {
		struct buf one = BUF_INIT;
		unsigned long now;

		forge_take(&t.all, n, &one);
		now = strtoul(strstr(one.p, "\nturn: ") + strlen("\nturn: "), NULL, 10);
		if (n > 0 && now > turn) {
			told[next - '1'].turns++;
			told[next - '1'].missed += strstr(one.p, "\n  note late ") != NULL;
		}
		turn = now;
		next = strstr(one.p, "\nnext: ")[strlen("\nnext: p")];
		add_rounds(one.p, told);
		buf_release(&one);
	}
}

/* Expects that the players of the table are counted as its digests say, and once. */
static void
counts(const char *name)
{
	struct told told[SEATS] = { { 0 } };
	struct player_stats stats = { .n = 0 };
	struct err err = ERR_INIT;
	char key[FINGERPRINT_TEXT + 1], won[20];

	read_told(told);
	cr_assert_eq(count(&stats, &t.all, &err), 0, "%s: %s", name, err.msg);
	cr_assert_eq(stats.n, SEATS, "%s: %zu", name, stats.n);
	for (unsigned i = 0; i < SEATS; i++) {
		const struct player_stats_row *r = stats.row;
		unsigned rounds = 0, rounds_won = 0;

		pubkey_fingerprint(&t.key[i]->pub, key);
		while (r < stats.row + SEATS - 1 && strcmp(r->key, key) != 0)
			r++;
		for (unsigned k = 0; k < ROLE_COUNT; k++) {
			rounds += r->role[k].rounds;
			rounds_won += r->role[k].won;
		}
		(void)snprintf(won, sizeof won, "\n  winner p%u\n", i + 1);
		cr_expect_str_eq(r->key, key, "%s, p%u", name, i + 1);
		cr_expect_str_eq(r->name, t.names.seat[i], "%s", name);
		cr_expect(
		    r->games == 1 && r->over == 1 && r->won == says(won), "%s, p%u", name, i + 1);
		cr_expect(r->turns == told[i].turns && r->missed == told[i].missed,
		    "%s, p%u: %u %u, told %u %u", name, i + 1, r->turns, r->missed, told[i].turns,
		    told[i].missed);
		cr_expect(rounds == told[i].rounds && rounds_won == told[i].won, "%s, p%u: %u %u",
		    name, i + 1, rounds, rounds_won);
	}
	cr_expect_eq(count(&stats, &t.all, &err), -1, "%s: counted twice", name);
	cr_expect(err.code == ERR_CREATE && stats.row[0].games == 1, "%s: %s", name, err.msg);
	player_stats_release(&stats);
}

/* ---- tables -------------------------------------------------------------------------------------- */

/* The host leaves out the summary. */
static void
lie_without(void)
{
	const char *begin = strstr(t.digest.p, "\nsummary:\n"), *end;
	struct buf text = BUF_INIT;

	cr_assert_not_null(begin);
	end = strstr(begin, "\ntable:\n");
	buf_add(&text, begin, (size_t)(end - begin));
	lie("left out", table_n(&t), buf_cstr(&text), "", "against digest 0");
	buf_release(&text);
}

/* The last number of each score is left out. */
static void
a_round_less(int64_t n)
{
	struct buf from = BUF_INIT, to = BUF_INIT;

	for (unsigned i = 0; i < SEATS; i++) {
		char key[] = "  score: p1 ", score[200];

		key[sizeof key - 3] = (char)('1' + i);
		forge_value(&t.all, n, "\nsummary:\n", key, score);
		buf_fmt(&from, "%s%s\n", key, score);
		*strrchr(score, ' ') = '\0';
		buf_fmt(&to, "%s%s\n", key, score);
	}
	lie("a round less", n, from.p, to.p, "it sums up other rounds than were played");
	buf_release(&from);
	buf_release(&to);
}

/* Two turns are missed, and one of them is undone. */
Test(summary, what_is_told_and_what_is_a_lie)
{
	static const struct {
		const char *name, *from, *to, *says;
	} row[] = {
		{ "more turns", "  missed: ", "  broke: p1 p2 1\n  missed: ", "other tools" },
		{ "one more in a row", " 1\n\ntable:", " 2\n\ntable:", "other turns" },
		{ "somebody else, too", "\ntable:", "  missed: p3 1\n\ntable:", "other turns" },
		{ "more gold", "  score: p1 0", "  score: p1 1", "other gold than the seats had" },
		{ "more gold at the end", "  score: p1 0 0 0\n", "  score: p1 0 0 1\n",
		    "other gold than the seats have" },
		{ "fewer rounds", "score: p1 0 0 ", "score: p1 0 ",
		    "summary: not the gold of each seat" },
		{ "not in turn order", "  score: p2 ", "  score: p1 ",
		    "summary: not the gold of each seat" },
		{ "a line too many",
		    "\ntable:", "  praise: p1 1\n\ntable:", "summary: neither broken" },
		{ "no number", " 1\n\ntable:", " many\n\ntable:", "summary: neither broken" },
		{ "as before", "summary:\n", "since:\n", "" },
	};
	struct err err = ERR_INIT;
	int64_t n;

	opens(&rules_saboteur, true, 0);
	cr_expect(says("\n  summary: yes\n"), "%s", t.digest.p);
	(void)table_play(&t, 1, 5);
	is_late();
	n = table_n(&t);
	is_late();
	cr_assert_eq(table_undo(&t, n, "he was there", &err), 0, "%s", err.msg);
	cr_expect_not(says("\nsummary:\n"));
	all_resign();
	cr_expect(says("\nsummary:\n  score: p1 "), "%s", t.digest.p);
	cr_expect(says(" 1\n\ntable:\n"), "one is missed: %s", t.digest.p);
	table_sound(&t, "summed up");
	counts("all resign");
	n = table_n(&t);
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++)
		lie(row[i].name, n, row[i].from, row[i].to, row[i].says);
	lie_without();
	a_round_less(n);
	lie("before the end", 1, "\ntable:\n",
	    "\nsummary:\n  score: p1 0\n  score: p2 0\n  score: p3 0\n\ntable:\n",
	    "against digest 0");
	lie("digest 0 wants none", 0, "  summary: yes\n", "", "answers a digest of another table");
	cr_expect_eq(table_order(&t, 0, NULL, TURN_ANY, &err), 0, "%s", err.msg);
	cr_expect_not(says("\nsummary:\n"), "once");
	table_sound(&t, "afterwards");
	table_close(&t);
}

Test(summary, where_digest_0_wants_none)
{
	opens(&rules_saboteur, false, 0);
	all_resign();
	cr_expect_not(says("summary"));
	lie("invented", table_n(&t), "\ntable:\n",
	    "\nsummary:\n  score: p1 0 0 0\n  score: p2 0 0 0\n  score: p3 0 0 0\n\ntable:\n",
	    "against digest 0");
	table_close(&t);
}

/* The last digest is that of the end, whatever the cause. */
Test(summary, where_the_seats_end_the_game)
{
	struct err err = ERR_INIT;

	opens(&rules_saboteur, true, 0);
	(void)table_play(&t, 2, 5);
	is_late();
	for (unsigned i = 0; i < 2; i++)
		cr_assert_eq(table_order(&t, i, "vote end yes", TURN_ANY, &err), 0, "%s", err.msg);
	cr_assert_eq(table_to_move(&t), SEAT_NONE);
	cr_expect(
	    says("\nsummary:\n  score: p1 0\n  score: p2 0\n  score: p3 0\n"), "%s", t.digest.p);
	cr_expect(says(" 1\n\ntable:\n"), "%s", t.digest.p);
	table_sound(&t, "ended by a vote");
	counts("ended by a vote");
	table_close(&t);
}

/* Gold of a seat after the first round is hidden from others, but within the possible values of
 * its nuggets. */
Test(summary, gold_that_was_hidden)
{
	char key[] = "  score: p1 ", was[200], line[260], other[260];

	opens(&rules_saboteur, true, 1);
	(void)table_play(&t, 500, 5);
	cr_assert(says("\nsummary:\n"), "%s", t.digest.p);
	table_sound(&t, "two rounds");
	counts("two rounds");
	forge_value(&t.all, table_n(&t), "\nsummary:\n", key, was);
	(void)snprintf(line, sizeof line, "%s%s\n", key, was);
	(void)snprintf(other, sizeof other, "%s100%s\n", key, strchr(was, ' '));
	lie("more than nuggets are worth", table_n(&t), line, other,
	    "other gold than the seats had");
	table_close(&t);
}

/* A seat counts for the key that it had then, one without a key for nobody. */
Test(summary, players_whose_keys_change)
{
	const struct host_table_params open = {
		.rules = &rules_saboteur, .audited = true, .clock.limit_s = 3600
	};
	struct player_stats stats = { .n = 0 };
	struct seckey *new;
	struct host_result r;
	struct buf wrong = BUF_INIT;
	struct err err = ERR_INIT;
	char key[2][FINGERPRINT_TEXT + 1];
	unsigned games = 0, turns = 0;

	opens(&rules_saboteur, true, 2);
	(void)table_play(&t, SEATS, 5);
	new = seckey_new(&err);
	cr_assert(new != NULL &&seckey_make(new, &err) == 0, "%s", err.msg);
	pubkey_fingerprint(&t.key[0]->pub, key[0]);
	pubkey_fingerprint(&new->pub, key[1]);
	cr_assert_eq(
	    host_replace(t.file, t.host, "p1", &new->pub, "lost", t.now + 60, -1, &r, &err), 0,
	    "%s", err.msg);
	table_add(&t, &r);
	t.key[0] = new;
	all_resign();
	cr_assert_eq(count(&stats, &t.all, &err), 0, "%s", err.msg);
	cr_expect_eq(stats.n, SEATS + 1);
	for (size_t i = 0; i < stats.n; i++) {
		const struct player_stats_row *row = &stats.row[i];

		if (strcmp(row->key, key[0]) == 0)
			cr_expect(row->games == 0 && row->turns == 1, "its turn: %u", row->turns);
		if (strcmp(row->key, key[1]) == 0)
			cr_expect(row->games == 1 && row->over == 1, "the end: %u", row->games);
		cr_expect(i == 0 || strcmp(row[-1].key, row->key) < 0, "sorted");
		games += row->games;
		turns += row->turns;
	}
	cr_expect(games == SEATS && turns >= SEATS, "%u, %u", games, turns);
	buf_add(&wrong, t.all.p, t.all.n);
	forge_public(&wrong, t.host, 1, NULL, "\nevents:\n", "\nevents:\n  unheard p1\n");
	player_stats_release(&stats);
	cr_expect_eq(count(&stats, &wrong, &err), -1);
	cr_expect_not_null(strstr(err.msg, "line 1 of its events is none"), "%s", err.msg);
	player_stats_release(&stats);
	forge_public(&wrong, t.host, 1, NULL, "\nposition:\n{", "\nposition:\n[");
	cr_expect_eq(count(&stats, &wrong, &err), -1);
	cr_expect(strncmp(err.msg, "digest 1: ", 10) == 0, "%s", err.msg);
	player_stats_release(&stats);
	err = (struct err)ERR_INIT;
	table_close(&t);
	table_open_as(&t, &open, SEATS, "p");
	cr_expect_eq(count(&stats, &t.all, &err), 0, "%s", err.msg);
	cr_expect_eq(stats.n, 0, "nobody has joined");
	player_stats_release(&stats);
	buf_release(&wrong);
	table_close(&t);
}

/* A game of one round, and one whose seats have joined. */
Test(summary, players_of_other_games)
{
	static const struct {
		const struct rules *rules;
		unsigned seats;
		bool audited;
		unsigned roles; /* that a seat has had: in The Duel there are none */
	} row[] = { { &rules_dark_cave, 3, false, 1 }, { &rules_duel, 2, true, 0 } };

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct player_stats stats = { .n = 0 };
		struct err err = ERR_INIT;
		unsigned missed = 0;
		char won[40];

		table_open_late(&t, row[i].rules, row[i].seats, row[i].audited, "discard", 1);
		(void)table_play(&t, 2, 5);
		is_late();
		for (unsigned s = 0; s < row[i].seats && table_to_move(&t) != SEAT_NONE; s++)
			cr_assert_eq(
			    table_order(&t, s, "resign", TURN_ANY, &err), 0, "%s", err.msg);
		cr_assert_eq(table_to_move(&t), SEAT_NONE);
		cr_assert_eq(count(&stats, &t.all, &err), 0, "%s", err.msg);
		cr_expect_eq(stats.n, row[i].seats);
		for (size_t k = 0; k < stats.n; k++) {
			const struct player_stats_row *r = &stats.row[k];
			unsigned rounds = 0, rounds_won = 0;

			for (unsigned j = 0; j < ROLE_COUNT; j++) {
				rounds += r->role[j].rounds;
				rounds_won += r->role[j].won;
			}
			(void)snprintf(won, sizeof won, "\n  winner %s\n", r->name);
			cr_expect(
			    r->games == 1 && r->over == 1 && r->won == says(won), "%s", r->name);
			cr_expect(rounds == row[i].roles && rounds_won == row[i].roles * r->won,
			    "%s: %u %u", r->name, rounds, rounds_won);
			missed += r->missed;
		}
		cr_expect_eq(missed, 1, "%s", row[i].rules->name);
		player_stats_release(&stats);
		table_close(&t);
	}
}

Test(summary, players_of_two_rules_sets)
{
	struct test_table other;
	struct player_stats stats = { .n = 0 };
	struct err err = ERR_INIT;

	table_open_late(&t, &rules_dark_cave, SEATS, false, "discard", 1);
	table_open_again(&other, &t, 7);
	cr_assert_eq(count(&stats, &t.all, &err), 0, "%s", err.msg);
	cr_assert_eq(count(&stats, &other.all, &err), 0, "%s", err.msg);
	cr_assert_eq(stats.n, 2 * SEATS);
	for (size_t i = 0; i < stats.n; i += 2) {
		const struct player_stats_row *row = &stats.row[i];

		cr_expect_str_eq(row[0].key, row[1].key);
		cr_expect_eq(row[0].rules, &rules_dark_cave);
		cr_expect_eq(row[1].rules, &rules_saboteur);
		cr_expect(row[0].games == 1 && row[1].games == 1);
	}
	player_stats_release(&stats);
	table_close(&other);
	table_close(&t);
}

/* The host says in a digest that it goes back to that very digest, which would account for any
 * change. */
Test(summary, a_digest_that_goes_back_to_itself)
{
	struct buf all = BUF_INIT;
	struct audit a;
	struct err err = ERR_INIT;
	char from[80], to[80];
	int64_t n;

	opens(&rules_saboteur, false, 2);
	(void)table_play(&t, 3, 5);
	n = table_n(&t) + 2;
	cr_assert_eq(table_order(&t, 1, NULL, TURN_ANY, &err), 0, "%s", err.msg);
	cr_assert_eq(table_undo(&t, n - 2, "a slip", &err), 0, "%s", err.msg);
	all_resign();
	buf_add(&all, t.all.p, t.all.n);
	(void)snprintf(from, sizeof from, "  undo: %d\n", (int)n - 2);
	(void)snprintf(to, sizeof to, "  undo: %d\n", (int)n);
	forge_public(&all, t.host, n, "\nhost:\n", from, to);
	(void)snprintf(from, sizeof from, "  note undone %d %d\n", (int)n - 1, (int)n - 1);
	(void)snprintf(to, sizeof to, "  note undone %d %d\n", (int)n + 1, (int)n - 1);
	forge_public(&all, t.host, n, NULL, from, to);
	(void)snprintf(from, sizeof from, "takes back digest %d,", (int)n - 1);
	(void)snprintf(to, sizeof to, "takes back digests %d to %d,", (int)n + 1, (int)n - 1);
	forge_public(&all, t.host, n, NULL, from, to);
	forge_reads("to itself", &all, n, "it goes back to a digest that has not come");
	cr_assert_eq(audit_text(&a, all.p, all.n, NULL, &err), 0, "%s", err.msg);
	cr_expect_eq(a.worst, AUDIT_FAIL);
	audit_release(&a);
	buf_release(&all);
	table_close(&t);
}
