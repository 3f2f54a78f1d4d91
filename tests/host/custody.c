/* Seats in custody (adit(5), PLAIN SEATS): the deal, votes, changes of custody,
 * whole games. */
#include <criterion/criterion.h>

#include "core/bits.h"
#include "few.h"
#include "games/games.h"
#include "games/saboteur/saboteur.h"
#include "host/aid.h"
#include "host/intake.h"

enum { LATE = LATE_LIMIT + LATE_GRACE, DAY = 86400 };

/* ---- tables
 * ----------------------------------------------------------------------------------
 */

static void
open_seats(struct test_table *t, const struct rules *rules, unsigned players, unsigned custody)
{
	struct host_table_params a = { .rules = rules,
		.custody = (uint16_t)custody,
		.audited = custody + 1 != 1u << players,
		.table_address = "table@example.net",
		.clock = { .limit_s = LATE_LIMIT,
		    .grace_s = LATE_GRACE,
		    .late = "discard",
		    .misses = 2,
		    .standby_open = true,
		    .replace_s = DAY },
		.seated = (uint16_t)((1u << players) - 1) };

	for (unsigned i = 0; i < players; i++)
		if ((custody >> i & 1u) != 0)
			a.address[i] = "dora@example.org";
	memset(a.s, (int)(1 + custody), sizeof a.s);
	table_open_as(t, &a, players, "p");
}

/* The same, dealt. */
static void
deal_seats(struct test_table *t, const struct rules *rules, unsigned players, unsigned custody)
{
	open_seats(t, rules, players, custody);
	if (custody + 1 != 1u << players) {
		table_join(t);
		table_confirm(t);
	}
}

static int
try_give(struct test_table *t, unsigned seat, unsigned number, struct err *err)
{
	struct host_result r;

	if (host_give_custody(t->file, t->host, t->names.seat[seat], "erik@example.org", "by mail",
		t->now + 60, -1, &r, err) < 0)
		return -1;
	table_add(t, &r);
	t->key[seat] = table_custody_key(t, seat, number);
	return 0;
}

/* The host gives the seat into custody for the number-th time. */
static void
give(struct test_table *t, unsigned seat, unsigned number)
{
	struct err err = ERR_INIT;

	cr_assert_eq(try_give(t, seat, number, &err), 0, "p%u: %s", seat + 1, err.msg);
}

static struct seckey *
new_key(void)
{
	struct err err = ERR_INIT;
	struct seckey *key;

	cr_assert_eq(seal_init(&err), 0, "%s", err.msg);
	key = seckey_new(&err);
	cr_assert(key != NULL && seckey_make(key, &err) == 0, "%s", err.msg);
	return key;
}

/* The host gives the seat to a key of its own. */
static void
take(struct test_table *t, unsigned seat)
{
	struct err err = ERR_INIT;
	struct seckey *key = new_key();
	struct host_result r;

	cr_assert_eq(host_replace(t->file, t->host, t->names.seat[seat], &key->pub, "own keys",
			 t->now + 60, -1, &r, &err),
	    0, "p%u: %s", seat + 1, err.msg);
	table_add(t, &r);
	t->key[seat] = key;
}

/* Gives votes on this subject: "0+" is a yes of the first seat, "1-" a no of
 * the second. */
static void
votes(struct test_table *t, const char *on, const char *by)
{
	for (; *by != '\0'; by += 2) {
		char line[80];

		(void)snprintf(line, sizeof line, "vote %s %s", on, by[1] == '+' ? "yes" : "no");
		table_must_order(t, (unsigned)(by[0] - '0'), line, TURN_ANY);
	}
}

static bool
says(const struct test_table *t, const char *what)
{
	return strstr(t->digest.p, what) != NULL;
}

/* Expects these notes of shares in all digests: "j0" joins, "c0" confirms. */
static void
expect_shares(const struct test_table *t, const char *want, const char *where)
{
	struct buf got = BUF_INIT;
	const char *at = t->all.p, *joined, *confirmed;

	for (;; at++) {
		joined = strstr(at, "\n  note joined p");
		confirmed = strstr(at, "\n  note confirmed p");
		if (joined == NULL && confirmed == NULL)
			break;
		at = joined != NULL && (confirmed == NULL || joined < confirmed) ? joined :
										   confirmed;
		buf_fmt(&got, "%s%lu", at == joined ? "j" : "c",
		    strtoul(strstr(at, " p") + 2, NULL, 10) - 1);
	}
	cr_expect_str_eq(buf_cstr(&got), want, "%s", where);
	buf_release(&got);
}

/* ---- whole games
 * -----------------------------------------------------------------------------
 */

/* All seats sign, those in custody with the keys of the host. */
static void
play_whole(const struct rules *rules, unsigned players, unsigned custody)
{
	struct test_table t;
	struct buf want = BUF_INIT;
	char where[80];

	(void)snprintf(
	    where, sizeof where, "%s, %u seats, custody %#x", rules->name, players, custody);
	deal_seats(&t, rules, players, custody);
	for (unsigned kind = 0; kind < 2 && custody + 1 != 1u << players; kind++)
		for (unsigned pass = 0; pass < 2; pass++)
			for (unsigned i = 0; i < players; i++)
				if ((custody >> i & 1u) != pass)
					buf_fmt(&want, "%s%u", kind == 0 ? "j" : "c", i);
	expect_shares(&t, buf_cstr(&want), where);
	while (table_to_move(&t) != SEAT_NONE)
		(void)table_play(&t, 50, players + custody);
	table_sound(&t, where);
	buf_release(&want);
	table_close(&t);
}

static void
whole_games(const struct rules *rules)
{
	const unsigned many = is_quick() && rules->seats_max > 9 ? 9 : rules->seats_max;
	const unsigned most = is_few() ? rules->seats_min : many;
	const unsigned step = is_quick() ? 4 : 2;
	unsigned table = rules->seats_max; /* not the same custody first in each rules set */

	for (unsigned n = rules->seats_min; n <= most; n += n < 4 ? 1 : 4) {
		const unsigned all = (1u << n) - 1;
		const unsigned custody[] = { 1, all - 1, all & 10, all };

		for (unsigned k = table++ % step; k < 4; k += step)
			play_whole(rules, n, custody[k]);
	}
}

Test(custody_host, whole_games_of_saboteur)
{
	whole_games(&rules_saboteur);
}

Test(custody_host, whole_games_of_saboteur2)
{
	whole_games(&rules_saboteur2);
}

Test(custody_host, whole_games_of_the_duel)
{
	whole_games(&rules_duel);
}

Test(custody_host, whole_games_of_the_dark_cave)
{
	whole_games(&rules_dark_cave);
}

/* ---- before the deal
 * ------------------------------------------------------------------------- */

static void
answers(struct test_table *t, unsigned seat, bool joins)
{
	struct player_read r;
	struct host_result made;
	struct parsed_order in;
	struct err err = ERR_INIT;

	cr_assert_eq(player_read(&r, rules_all, t->all.p, t->all.n, NULL, t->key[seat], &err), 0,
	    "%s", err.msg);
	cr_assert_eq(joins ? player_join(&r, t->key[seat], NULL, NULL, &in, &err) :
			     player_confirm(&r, t->key[seat], &in, &err),
	    0, "%s", err.msg);
	player_read_release(&r);
	cr_assert_eq(table_apply(t, &in.o.b, &made, &err), 0, "%s", err.msg);
	host_result_release(&made);
}

static void
restarts(struct test_table *t)
{
	struct host_result r;
	struct err err = ERR_INIT;

	cr_assert_eq(
	    host_restart(t->file, t->host, "again", t->now + 60, -1, &r, &err), 0, "%s", err.msg);
	table_add(t, &r);
}

/* Of four seats p2 and p4 are plain. `do`: "j0" joins, "c0" confirms, "g0" into
 * custody, "G0" for the second time, "t1" out of it, "r" restart. want: joins
 * and confirmations. */
static const struct {
	const char *name, *what, *want;
} before[] = {
	{ "given before any join", "g0j2c2", "j1j3j0j2c0c1c3c2" },
	{ "given after its join", "j0g0j2c2", "j1j3j0j0j1j3j2c0c1c3c2" },
	{ "given after another's join", "j2g0c2", "j1j3j2j0c0c1c3c2" },
	{ "given after all joins", "j0j2g0j2c2", "j1j3j0j2c1c3j0j1j3j2c0c1c3c2" },
	{ "given after a confirmation", "j0j2c0g2j0c0", "j1j3j0j2c1c3c0j1j2j3j0c1c2c3c0" },
	{ "restart", "rj0j2c0c2", "j1j3j1j3j0j2c1c3c0c2" },
	{ "restart after all joins", "j0j2rj2j0c0c2", "j1j3j0j2c1c3j1j3j2j0c1c3c0c2" },
	{ "restart after a confirmation", "j0j2c2rj2j0c0c2", "j1j3j0j2c1c3c2j1j3j2j0c1c3c0c2" },
	{ "taken before other joins", "t1j0j1j2c0c1c2", "j1j3j3j0j1j2c3c0c1c2" },
	{ "taken after a confirmation", "j0j2c0t3j0j2j3c2c3c0", "j1j3j0j2c1c3c0j1j0j2j3c1c2c3c0" },
	{ "given twice", "g0t0G0j2c2", "j1j3j0j1j3j0j2c0c1c3c2" },
};

static void
script(struct test_table *t, const char *what)
{
	for (; *what != '\0'; what += *what == 'r' ? 1 : 2) {
		const unsigned seat = (unsigned)(what[1] - '0');

		switch (*what) {
		case 'j':
		case 'c':
			answers(t, seat, *what == 'j');
			break;
		case 'g':
		case 'G':
			give(t, seat, *what == 'g' ? 1 : 2);
			break;
		case 't':
			take(t, seat);
			break;
		default:
			restarts(t);
		}
	}
}

Test(custody_host, changes_before_the_deal)
{
	for (size_t i = 0; i < sizeof before / sizeof before[0]; i++) {
		struct test_table t;

		if (few_without(i))
			continue;
		open_seats(&t, rules_all[0], 4, 10);
		script(&t, before[i].what);
		expect_shares(&t, before[i].want, before[i].name);
		cr_expect_neq(table_to_move(&t), SEAT_NONE, "%s: dealt", before[i].name);
		(void)table_play(&t, 3, 1);
		table_sound(&t, before[i].name);
		table_close(&t);
	}
}

/* ---- votes
 * -----------------------------------------------------------------------------------
 */

/* Of these seats the custody ones are plain. need, own: of the vote. */
static const struct {
	const char *name;
	unsigned players, custody;
	int resigned;
	const char *votes;
	const char *open; /* line of the section, or NULL: carried */
} polled[] = {
	{ "custody alone has the majority", 5, 0x1c, -1, "2+3+4+", "  need: 3\n  need-own: 2\n" },
	{ "and one of two", 5, 0x1c, -1, "2+3+4+0+", "  need: 3\n  need-own: 2\n" },
	{ "and both", 5, 0x1c, -1, "2+3+0+4+1+", NULL },
	{ "own keys alone are too few", 5, 0x1c, -1, "0+1+", "  need: 3\n  need-own: 2\n" },
	{ "and one in custody", 5, 0x1c, -1, "0+1+4+", NULL },
	{ "the own seat has resigned", 4, 0x0c, 0, "2+3+", "  need: 2\n  need-own: 1\n" },
	{ "and the other votes", 4, 0x0c, 0, "2+1+", NULL },
	{ "a plain seat has resigned", 4, 0x08, 3, "0+", "  need: 2\n  vote: p1 yes\n" },
	{ "one plain of three", 3, 0x04, -1, "2+0+", "  need: 2\n  need-own: 2\n" },
	{ "both others of three", 3, 0x04, -1, "0+1+", NULL },
	{ "all in custody", 3, 0x07, -1, "0+2+", NULL },
};

Test(custody_host, ends_by_votes)
{
	for (size_t i = 0; i < sizeof polled / sizeof polled[0]; i++) {
		struct test_table t;

		if (few_without(i))
			continue;
		deal_seats(&t, rules_all[0], polled[i].players, polled[i].custody);
		(void)table_play(&t, 3, 1);
		if (polled[i].resigned >= 0)
			table_must_order(&t, (unsigned)polled[i].resigned, "resign", TURN_ANY);
		votes(&t, "end", polled[i].votes);
		cr_expect_eq(
		    table_to_move(&t) == SEAT_NONE, polled[i].open == NULL, "%s", polled[i].name);
		if (polled[i].open != NULL)
			cr_expect(says(&t, polled[i].open), "%s", polled[i].name);
		table_sound(&t, polled[i].name);
		table_close(&t);
	}
}

static void
asks(struct test_table *t, int64_t to)
{
	struct host_result r;
	struct err err = ERR_INIT;

	cr_assert_eq(host_undo(t->file, t->host, to, "a wrong card", t->now + 60, -1, &r, &err), 0,
	    "%s", err.msg);
	table_add(t, &r);
}

Test(custody_host, undo_by_votes)
{
	for (size_t i = 0; i < sizeof polled / sizeof polled[0]; i++) {
		struct undo_request request;
		struct test_table t;
		char on[32];
		int64_t to;
		bool open;

		if (few_without(i))
			continue;
		deal_seats(&t, rules_all[0], polled[i].players, polled[i].custody);
		(void)table_play(&t, 3, 1);
		if (polled[i].resigned >= 0)
			table_must_order(&t, (unsigned)polled[i].resigned, "resign", TURN_ANY);
		to = table_n(&t);
		(void)table_play(&t, 2, 2);
		asks(&t, to);
		(void)snprintf(on, sizeof on, "undo %lld", (long long)to);
		votes(&t, on, polled[i].votes);
		open = table_asked(&t, &request);
		cr_expect_eq(open, polled[i].open != NULL, "%s", polled[i].name);
		cr_expect(!open || request.is == UNDO_REQUEST_OPEN, "%s", polled[i].name);
		if (!open)
			cr_expect(says(&t, "\n  shuffle: 1\n"), "%s", polled[i].name);
		table_sound(&t, polled[i].name);
		if (open) {
			struct host_result r;
			struct err err = ERR_INIT;

			/* The time is over. */
			t.now = request.until;
			cr_expect_eq(
			    host_late(t.file, t.host, t.now, -1, &r, &err), 0, "%s", err.msg);
			table_add(&t, &r);
			(void)table_play(&t, 1, 3);
			table_sound(&t, polled[i].name);
		}
		table_close(&t);
	}
}

/* The last seat of p1 and p2 with their own keys, p3 to p5 in custody, is late.
 */
Test(custody_host, skips_extends_and_replaces_by_votes)
{
	static const struct {
		const char *on, *open, *done; /* on: with the late seat after a blank */
	} row[] = {
		{ "skip ", "  open: skip ", "\nhost:\n  skip: " },
		{ "extend 2d", "  open: extend 2d\n", "\nhost:\n  extend: " },
		{ "replace ", "  open: replace ", "\nhost:\n  replace: " },
	};

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++)
		for (unsigned is_own = is_few() && i > 0; is_own < 2; is_own++) {
			struct test_table t;
			struct seckey *zoe = new_key();
			struct player_read r;
			struct parsed_order in;
			struct host_result made;
			struct err err = ERR_INIT;
			char on[64];
			unsigned late;

			deal_seats(&t, rules_all[0], 5, 0x1c);
			while ((table_to_move(&t) < 2) != (is_own == 1))
				(void)table_play(&t, 1, 1);
			late = table_to_move(&t);
			cr_assert_eq(
			    player_read(&r, rules_all, t.digest.p, t.digest.n, NULL, NULL, &err), 0,
			    "%s", err.msg);
			cr_assert_eq(player_standby(&r, zoe, true, &in, &err), 0, "%s", err.msg);
			player_read_release(&r);
			cr_assert_eq(table_apply(&t, &in.o.b, &made, &err), 0, "%s", err.msg);
			host_result_release(&made);
			t.now += LATE;
			(void)snprintf(
			    on, sizeof on, "%s%s", row[i].on, i != 1 ? t.names.seat[late] : "");
			for (unsigned s = 2; s < 5; s++)
				if (s != late || i == 1)
					votes(&t, on, (char[3]){ (char)('0' + s), '+', '\0' });
			cr_expect(says(&t, row[i].open), "%s", on);
			votes(&t, on, late == 0 && i != 1 ? "1+" : "0+");
			if (is_own == 0 || i == 1) { /* two of two */
				cr_expect(says(&t, row[i].open), "%s", on);
				votes(&t, on, "1+");
			}
			cr_expect(says(&t, row[i].done), "%s", on);
			if (i == 2) {
				t.key[late] = zoe;
				if (is_own == 0) {
					char line[32];

					(void)snprintf(
					    line, sizeof line, "\ncustody: p%u\n", late + 1);
					cr_expect_not(says(&t, line), "into no custody");
				}
			}
			(void)table_play(&t, 2, 3);
			table_sound(&t, on);
			table_close(&t);
		}
}

/* The host must not skip the only player with keys of their own. */
Test(custody_host, skips_nobody_with_custody_alone)
{
	struct test_table t;

	deal_seats(&t, rules_all[0], 3, 0x6);
	while (table_to_move(&t) != 0)
		(void)table_play(&t, 1, 1);
	t.now += LATE;
	votes(&t, "skip p1", "1+");
	votes(&t, "skip p1", "2+");
	cr_expect(says(&t, "  open: skip p1\n"), "%s", t.digest.p);
	cr_expect(says(&t, "  need: 2\n  need-own: 1\n"), "%s", t.digest.p);
	table_sound(&t, "skip p1");
	table_close(&t);
}

/* ---- changes of custody
 * ------------------------------------------------------------------------ */

Test(custody_host, new_keys_by_votes)
{
	struct test_table t;

	deal_seats(&t, rules_all[0], 5, 0x1c);
	give(&t, 1, 1);
	votes(&t, "p2", "2+3+4+");
	cr_expect(says(&t, "p2's new keys, from the host in digest 11, are not confirmed: 3 of 3"));
	table_sound(&t, "custody alone");
	votes(&t, "p2", "0+");
	cr_expect(says(&t, "p2's new keys are confirmed"));
	table_sound(&t, "and the other");
	take(&t, 1);
	give(&t, 1, 2);
	(void)table_play(&t, 10, 1);
	table_sound(&t, "number 2");
	table_close(&t);
}

/* A host must not gain votes by taking one seat after the other into custody.
 */
Test(custody_host, unconfirmed_custody_does_not_lower_what_a_vote_needs)
{
	struct test_table t;

	deal_seats(&t, rules_all[0], 5, 0x1c);
	votes(&t, "end", "2+3+4+");
	give(&t, 1, 1);
	cr_expect(says(&t, "  open: end\n"));
	cr_expect(says(&t, "  need: 3\n  need-own: 2\n"));
	give(&t, 0, 1);
	cr_expect(says(&t, "  open: end\n"));
	votes(&t, "p1", "2+3+4+");
	cr_expect_not(says(&t, "p1's new keys are confirmed"), "the host alone");
	votes(&t, "p2", "2+3+4+");
	cr_expect_not(says(&t, "p2's new keys are confirmed"), "the host alone");
	table_sound(&t, "both taken");
	table_close(&t);
}

/* A vote that the host gave for a plain seat must not become one of a seat with
 * its own keys. */
Test(custody_host, votes_on_keys_end_with_custody)
{
	struct test_table t;

	deal_seats(&t, rules_all[0], 5, 0x18);
	take(&t, 0); /* not confirmed */
	votes(&t, "p1", "3+4+");
	cr_expect(says(&t, "  vote: p4 yes\n  vote: p5 yes\n"));
	take(&t, 4);
	cr_expect(says(&t, "  vote: p4 yes\n  seat: p5\n"));
	votes(&t, "p5", "1+2+");
	cr_expect_not(says(&t, "p5's new keys are confirmed"));
	votes(&t, "p5", "3+");
	cr_expect(says(&t, "p5's new keys are confirmed"));
	votes(&t, "p1", "1+");
	cr_expect_not(says(&t, "p1's new keys are confirmed"));
	give(&t, 1, 1);
	cr_expect_not(says(&t, "  vote: p2 yes\n"));
	table_sound(&t, "votes of other keys");
	table_close(&t);
}

/* Votes and an undo request, open while seats go into custody and out of it. */
Test(custody_host, changes_while_the_seats_vote)
{
	struct test_table t;
	struct undo_request request;
	int64_t to;
	char on[32];

	deal_seats(&t, rules_all[0], 5, 0x18);
	(void)table_play(&t, 2, 1);
	to = table_n(&t);
	(void)table_play(&t, 2, 1);
	votes(&t, "end", "0+4+");
	give(&t, 0, 1);
	cr_expect_not(says(&t, "  vote: p1 yes\n"));
	cr_expect(says(&t, "  open: end\n"));
	votes(&t, "end", "4-");
	cr_expect_not(says(&t, "  open: end\n"), "nobody votes for it");
	asks(&t, to);
	cr_assert(table_asked(&t, &request));
	cr_expect(request.none == 1 && request.own == 2);
	(void)snprintf(on, sizeof on, "undo %lld", (long long)to);
	votes(&t, on, "3+1+");
	take(&t, 3);
	cr_assert(table_asked(&t, &request));
	cr_expect(request.is == UNDO_REQUEST_OPEN && request.yes == 2 && request.none == 9);
	take(&t, 4);
	cr_assert(table_asked(&t, &request));
	cr_expect_eq(request.is, UNDO_REQUEST_REFUSED, "two of three votes are left");
	(void)table_play(&t, 3, 1);
	table_sound(&t, "refused by that");
	table_close(&t);

	deal_seats(&t, rules_all[0], 5, 0x18);
	(void)table_play(&t, 2, 1);
	to = table_n(&t);
	(void)table_play(&t, 2, 1);
	asks(&t, to);
	(void)snprintf(on, sizeof on, "undo %lld", (long long)to);
	votes(&t, on, "0+3+4+");
	give(&t, 1, 1);
	cr_assert(table_asked(&t, &request));
	cr_expect(request.is == UNDO_REQUEST_OPEN && request.own == 2 && request.need == 3);
	votes(&t, "p2", "0+2+3+");
	cr_expect(says(&t, "p2's new keys are confirmed"));
	votes(&t, on, "2+");
	cr_expect_not(table_asked(&t, &request));
	(void)table_play(&t, 3, 1);
	table_sound(&t, "carried");
	table_close(&t);
}

/* Custody is no part of the game that an undo goes back to. */
Test(custody_host, undo_keeps_custody)
{
	struct test_table t;
	struct err err = ERR_INIT;
	int64_t to;

	deal_seats(&t, rules_all[0], 4, 8);
	(void)table_play(&t, 1, 1);
	to = table_n(&t);
	table_must_order(&t, 0, NULL, TURN_ANY);
	give(&t, 1, 1);
	take(&t, 3);
	cr_assert_eq(table_undo(&t, to, "words", &err), 0, "%s", err.msg);
	cr_expect(says(&t, "\ncustody: p2\n"));
	cr_expect_not(says(&t, "\ncustody: p4\n"));
	take(&t, 1);
	give(&t, 1, 2);
	(void)table_play(&t, 5, 1);
	table_sound(&t, "undo");
	table_close(&t);
}

Test(custody_host, leaves_for_a_standby)
{
	for (unsigned custody = 4; custody <= 6; custody += 2) {
		struct test_table t;
		struct seckey *zoe = new_key();
		struct player_read r;
		struct parsed_order in;
		struct host_result made;
		struct err err = ERR_INIT;

		deal_seats(&t, rules_all[0], 4, custody);
		cr_assert_eq(
		    player_read(&r, rules_all, t.digest.p, t.digest.n, NULL, NULL, &err), 0);
		cr_assert_eq(player_standby(&r, zoe, true, &in, &err), 0, "%s", err.msg);
		player_read_release(&r);
		cr_assert_eq(table_apply(&t, &in.o.b, &made, &err), 0, "%s", err.msg);
		host_result_release(&made);
		table_must_order(&t, 1, "leave", TURN_ANY);
		t.key[1] = zoe;
		cr_expect(says(&t, "\nhost:\n  replace: p2\n"));
		cr_expect_not(says(&t, "\ncustody: p2\n"));
		cr_expect(says(&t, "\ncustody: p3\n"));
		(void)table_play(&t, 6, 1);
		give(&t, 1, custody == 6 ? 2 : 1);
		(void)table_play(&t, 2, 1);
		table_sound(&t, "a standby");
		table_close(&t);
	}
}

/* ---- what is refused
 * ---------------------------------------------------------------------------
 */

static void
wears_out(struct host_state *hs)
{
	hs->n_custody[1] = UINT8_MAX;
}

Test(custody_host, what_is_refused)
{
	struct test_table t;
	struct player_read r;
	struct parsed_order in;
	struct host_result made;
	struct err err = ERR_INIT;
	struct seckey *key = new_key();

	open_seats(&t, rules_all[0], 3, 4);
	give(&t, 1, 1);
	cr_expect_eq(try_give(&t, 0, 1, &err), -1);
	cr_expect_str_eq(err.msg, "no seat would have keys of its own");
	cr_expect_eq(try_give(&t, 1, 2, &err), -1);
	cr_expect_str_eq(err.msg, "p2 is in custody already");
	cr_expect_eq(host_give_custody(
			 t.file, t.host, "zoe", "a@example.org", "why", t.now, -1, &made, &err),
	    -1);
	cr_expect_eq(err.code, ERR_NOT_FOUND);
	cr_expect_eq(host_give_custody(
			 t.file, t.host, "p1", "Table@example.net", "why", t.now, -1, &made, &err),
	    -1);
	cr_expect_eq(err.code, ERR_USAGE);
	answers(&t, 0, true);
	answers(&t, 0, false);
	table_read(&t, 1, &r);
	cr_assert_eq(player_rotate(&r, t.key[1], key, 0, &in, &err), 0, "%s", err.msg);
	player_read_release(&r);
	cr_expect_eq(table_apply(&t, &in.o.b, &made, &err), -1);
	cr_expect_str_eq(err.msg, "p2 is in custody: the host gives it other keys");
	take(&t, 1);
	table_sound(&t, "refused");
	table_tamper(&t, wears_out);
	cr_expect_eq(try_give(&t, 1, 2, &err), -1, "the number of the keys would begin again");
	cr_expect_eq(err.code, ERR_RULE);
	table_close(&t);
}

/* ---- a file that is made again
 * ------------------------------------------------------------------ */

/* Opens a file that is made again from digests 0 to `upto` of t. */
static void
open_rebuilt(struct test_table *again, const struct test_table *t, unsigned upto)
{
	struct audit_rebuilt made;
	struct digest_layout one;
	struct err err = ERR_INIT;
	size_t at = 0;

	*again = *t;
	again->all = again->digest = (struct buf)BUF_INIT;
	test_folder(again->folder);
	(void)snprintf(again->path, sizeof again->path, "%s/game.db", again->folder);
	for (unsigned n = 0; n <= upto; n++) {
		cr_assert_eq(digest_next(t->all.p, t->all.n, &at, &one, &err), 1);
		buf_clear(&again->digest);
		buf_add(&again->digest, t->all.p + one.whole.at, one.whole.n);
		buf_add(&again->all, again->digest.p, again->digest.n);
	}
	cr_assert_eq(host_create(&again->file, again->path, rules_all, &err), 0, "%s", err.msg);
	cr_assert_eq(
	    audit_rebuild(again->file, t->host, "host", again->all.p, again->all.n, &made, &err), 0,
	    "%s", err.msg);
	host_close(again->file);
	cr_assert_eq(host_open(&again->file, again->path, true, rules_all, &err), 0, "%s", err.msg);
	again->now += DAY;
}

/* The file is lost, and of the digests of one transaction only some were delivered. The joins and
 * confirmations that are missing come first, at the time of the last digest. */
Test(custody_host, rebuilt_within_the_shares)
{
	static const unsigned upto[] = { 0, 1, 4, 5 };

	for (size_t i = 0; i < sizeof upto / sizeof upto[0]; i++) {
		struct test_table t, again;

		open_seats(&t, rules_all[0], 4, 10);
		answers(&t, 0, true);
		answers(&t, 2, true);
		open_rebuilt(&again, &t, upto[i]);
		if (upto[i] < 3) {
			answers(&again, 0, true);
			answers(&again, 2, true);
		}
		answers(&again, 2, false);
		answers(&again, 0, false);
		(void)table_play(&again, 3, 1);
		table_sound(&again, "rebuilt");
		table_close(&again);
		table_close(&t);
	}
}

static int
apply_proof(struct test_table *t, const void *what, struct host_result *r, struct err *err)
{
	struct order_outcome x;
	const int result = intake_take(t->file, t->host, what, t->now, -1, NULL, &x, r, err);

	cr_expect(result < 0 ||
		(x.is == ORDER_OUTCOME_HELD && x.why.code == ERR_PENDING &&
		    strstr(x.why.msg, "the table is stopped: digest 2") != NULL),
	    "%s", x.why.msg);
	return result;
}

static int
accept_loss(struct test_table *t, const void *what, struct host_result *r, struct err *err)
{
	return host_accept(t->file, t->host, what, "a backup", t->now + 60, -1, r, err);
}

/* Each statement of the command fails once, which it reports, until none fails. */
static void
run_failing(struct test_table *t,
    int (*run)(struct test_table *t, const void *what, struct host_result *r, struct err *err),
    const void *what, struct host_result *r)
{
	int at = 0, all = 0, result = -1;

	for (; result < 0; at++) {
		struct err err = ERR_INIT;

		(void)table_fault(t->file, at);
		result = run(t, what, r, &err);
		all = table_fault(t->file, -1);
		cr_assert(result == 0 || strstr(err.msg, "interrupted") != NULL, "statement %d: %s",
		    at, err.msg);
	}
	/* Less is left to do after a failure that follows the commit. */
	cr_expect_lt(all, at, "statement %d failed, and nobody reports it", at - 1);
}

/* An order proves that the next digest, with a join, is lost. The table stops before it makes
 * another one, until the host gives up the lost one. */
Test(custody_host, a_lost_share)
{
	struct test_table t, again;
	struct player_read r;
	struct parsed_order in;
	struct host_result made;
	struct hash lost;
	struct err err = ERR_INIT;

	open_seats(&t, rules_all[0], 4, 10);
	cr_expect_null(strstr(t.all.p, "\n  seat: \n"), "a seat too many");
	cr_assert_eq(player_read(&r, rules_all, t.all.p, t.all.n, NULL, t.key[0], &err), 0);
	cr_assert_eq(player_join(&r, t.key[0], NULL, NULL, &in, &err), 0, "%s", err.msg);
	lost = r.head;
	player_read_release(&r);
	open_rebuilt(&again, &t, 0);
	run_failing(&again, apply_proof, &in, &made);
	cr_expect(made.held);
	cr_expect_eq(made.digest.n, 0, "another digest");
	host_result_release(&made);
	cr_expect_eq(host_restart(again.file, t.host, "why", again.now, -1, &made, &err), -1);
	cr_expect_eq(err.code, ERR_CORRUPT, "%s", err.msg);
	run_failing(&again, accept_loss, &lost, &made);
	table_add(&again, &made);
	cr_expect_eq(table_give(again.file, t.host, &in.o.b, again.now, &made, &err), -1,
	    "it acts on what was given up");
	cr_expect_eq(err.code, ERR_STALE, "%s", err.msg);
	cr_expect_eq(host_go_on(again.file, &err), 0, "%s", err.msg);
	cr_expect_not_null(strstr(again.all.p, "\nhost:\n  lost: 2 "));
	expect_shares(&again, "j1j3", "after a lost one");
	answers(&again, 0, true);
	answers(&again, 2, true);
	answers(&again, 2, false);
	answers(&again, 0, false);
	(void)table_play(&again, 3, 1);
	table_sound(&again, "a lost share");
	table_close(&again);
	table_close(&t);
}

/* ---- bots ------------------------------------------------------------------------------------ */

/* The keys of a bot are the host's: an order that these have signed elsewhere counts for nothing. */
Test(custody_host, nobody_orders_for_a_bot)
{
	static const char *const line[] = { "resign", "absent 2026-02-01", "vote end yes",
		"cancel" };
	struct host_table_params a = { .rules = rules_all[0],
		.custody = 2,
		.table_address = "table@example.net",
		.clock = { .limit_s = LATE_LIMIT, .grace_s = LATE_GRACE, .late = "discard" },
		.seated = 7 };
	struct test_table t;

	a.clock.bots.of[1] = (struct bot_seat){ .kind = BOT_GREEDY, .revision = 1 };
	table_open_as(&t, &a, 3, "p");
	for (size_t i = 0; i < sizeof line / sizeof line[0]; i++) {
		struct err err = ERR_INIT;

		cr_expect_eq(table_order(&t, 1, line[i], TURN_ANY, &err), -1, "%s", line[i]);
		cr_expect_str_eq(err.msg, "p2 is a bot: nobody else gives its orders");
		cr_expect_eq(err.code, ERR_RULE);
	}
	give(&t, 1, 2);
	table_must_order(&t, 1, "resign", TURN_ANY);
	table_sound(&t, "no bot any more");
	table_close(&t);
}
