#include <criterion/criterion.h>
#include <unistd.h>

#include "few.h"
#include "host/aid.h"

/*
 * [adit(5), Taking back] A host that knows what a shuffle will deal must not choose by it, so the
 * seats vote. Tables of Saboteur have played 4 turns, so that digest 4 is the newest, and go back
 * to digest 2.
 */
enum { TO = 2, ASKS = 5 };

static const char why[] = "the wrong mail was taken";

static void
open_table(struct test_table *t, unsigned players, unsigned char secret)
{
	table_open(t, players, secret);
	(void)table_play(t, 4, 1);
}

static int
ask(struct test_table *t, int64_t to, struct err *err)
{
	struct host_result r;

	if (host_undo(t->file, t->host, to, why, t->now + 60, -1, &r, err) < 0)
		return -1;
	table_add(t, &r);
	return 0;
}

static void
must_ask(struct test_table *t, int64_t to)
{
	struct err err = ERR_INIT;

	cr_assert_eq(ask(t, to, &err), 0, "%s", err.msg);
}

static int
withdraw(struct test_table *t, const char *reason, struct err *err)
{
	struct host_result r;

	if (host_withdraw(t->file, t->host, reason, t->now + 60, -1, &r, err) < 0)
		return -1;
	table_add(t, &r);
	return 0;
}

static int
vote(struct test_table *t, unsigned seat, bool yes, struct err *err)
{
	return table_order(t, seat, yes ? "vote undo 2 yes" : "vote undo 2 no", TURN_ANY, err);
}

static void
must_vote(struct test_table *t, unsigned seat, bool yes)
{
	struct err err = ERR_INIT;

	cr_assert_eq(vote(t, seat, yes, &err), 0, "seat %u: %s", seat, err.msg);
}

/* The host gives the seat new keys. */
static void
replace(struct test_table *t, unsigned seat)
{
	struct err err = ERR_INIT;
	struct seckey *key = seckey_new(&err);
	struct host_result r;

	cr_assert(key != NULL && seckey_make(key, &err) == 0);
	cr_assert_eq(host_replace(t->file, t->host, t->names.seat[seat], &key->pub, "lost",
			 t->now + 60, -1, &r, &err),
	    0, "%s", err.msg);
	table_add(t, &r);
	t->key[seat] = key;
}

static bool
tells(const struct test_table *t, const char *what)
{
	return memmem(t->digest.p, t->digest.n, what, strlen(what)) != NULL;
}

static bool
told(const struct test_table *t, const char *what)
{
	return memmem(t->all.p, t->all.n, what, strlen(what)) != NULL;
}

static const struct {
	const char *name;
	unsigned players;
	int resigned; /* this seat has resigned before; -1: none */
	const char *votes;
	enum undo_request_state is;
	unsigned need;
} polled[] = {
	{ "nobody", 3, -1, "", UNDO_REQUEST_OPEN, 2 },
	{ "one of three", 3, -1, "0+", UNDO_REQUEST_OPEN, 2 },
	{ "two of three", 3, -1, "0+2+", UNDO_REQUEST_CARRIED, 2 },
	{ "the last of three", 3, -1, "0+1-2+", UNDO_REQUEST_CARRIED, 2 },
	{ "one against of three", 3, -1, "1-", UNDO_REQUEST_OPEN, 2 },
	{ "two against of three", 3, -1, "0+1-2-", UNDO_REQUEST_REFUSED, 2 },
	{ "half of four", 4, -1, "0+1+", UNDO_REQUEST_OPEN, 3 },
	{ "three of four", 4, -1, "0+1+2-3+", UNDO_REQUEST_CARRIED, 3 },
	{ "half of four against", 4, -1, "0-1-", UNDO_REQUEST_REFUSED, 3 },
	{ "one seat twice", 3, -1, "0+0+", UNDO_REQUEST_OPEN, 2 },
	{ "no, then yes", 3, -1, "0-1+0+", UNDO_REQUEST_CARRIED, 2 },
	{ "yes, then no", 3, -1, "0+0-1-", UNDO_REQUEST_REFUSED, 2 },
	{ "one has resigned", 4, 3, "0+", UNDO_REQUEST_OPEN, 2 },
	{ "one has resigned, two of three", 4, 3, "3?0+1+", UNDO_REQUEST_CARRIED, 2 },
	{ "one has resigned, two against", 4, 3, "0-3?1-", UNDO_REQUEST_REFUSED, 2 },
	{ "new keys have no vote, but count", 3, -1, "2*2?0+", UNDO_REQUEST_OPEN, 2 },
	{ "new keys, all others", 3, -1, "2*0+1+", UNDO_REQUEST_CARRIED, 2 },
	{ "new keys, one other against", 3, -1, "2*0-", UNDO_REQUEST_REFUSED, 2 },
	{ "new keys take a yes away", 3, -1, "2+2*0+", UNDO_REQUEST_OPEN, 2 },
	{ "new keys take a no away", 3, -1, "2-2*0-", UNDO_REQUEST_REFUSED, 2 },
	{ "too many new keys", 3, -1, "1*2*", UNDO_REQUEST_REFUSED, 2 },
};

/* Results of votes. votes: seats, "0+" yes, "0-" no, "0*" new keys from the host, "0?" a vote
 * that the seat does not have. */
Test(undo_request, more_than_half_of_the_seats)
{
	for (size_t i = 0; i < sizeof polled / sizeof polled[0]; i += is_few() ? 3 : 1) {
		struct test_table t;
		struct err err = ERR_INIT;
		struct undo_request request;
		char need[40];

		open_table(&t, polled[i].players, (unsigned char)(100 + i));
		if (polled[i].resigned >= 0)
			cr_assert_eq(
			    table_order(&t, (unsigned)polled[i].resigned, "resign", TURN_ANY, &err),
			    0);
		must_ask(&t, TO);
		for (const char *p = polled[i].votes; *p != '\0'; p += 2) {
			unsigned seat = (unsigned)(p[0] - '0');

			err = (struct err)ERR_INIT;
			if (p[1] == '*') {
				replace(&t, seat);
			} else if (p[1] == '?') {
				cr_expect_eq(vote(&t, seat, true, &err), -1, "%s", polled[i].name);
				cr_expect_eq(err.code, ERR_RULE, "%s: %s", polled[i].name, err.msg);
			} else {
				cr_expect_eq(vote(&t, seat, p[1] == '+', &err), 0, "%s: %s",
				    polled[i].name, err.msg);
			}
		}
		(void)snprintf(need, sizeof need, "\n  need: %u\n", polled[i].need);
		cr_expect(told(&t, need), "%s:%s", polled[i].name, need);
		cr_expect_eq(table_asked(&t, &request),
		    polled[i].is == UNDO_REQUEST_OPEN || polled[i].is == UNDO_REQUEST_REFUSED, "%s",
		    polled[i].name);
		cr_expect_eq(request.n == 0 ? UNDO_REQUEST_CARRIED : request.is, polled[i].is, "%s",
		    polled[i].name);
		cr_expect_eq(told(&t, "\n  is: carried\n"), polled[i].is == UNDO_REQUEST_CARRIED,
		    "%s", polled[i].name);
		cr_expect_eq(tells(&t, "\n  undo: 2\n"), polled[i].is == UNDO_REQUEST_CARRIED, "%s",
		    polled[i].name);
		table_hold(&t, polled[i].name);
		if (polled[i].is != UNDO_REQUEST_OPEN)
			cr_expect_eq(table_play(&t, 2, 3), 2, "%s", polled[i].name);
		table_close(&t);
	}
}

Test(undo_request, what_shuffles_nothing_is_done_at_once)
{
	struct test_table t;
	struct undo_request request;
	struct err err = ERR_INIT;

	open_table(&t, 3, 121);
	cr_assert_eq(table_order(&t, 0, NULL, TURN_ANY, &err), 0);
	must_ask(&t, 4);
	cr_expect_not(table_asked(&t, &request));
	cr_expect(tells(&t, "\nhost:\n  undo: 4\n  reason: "));
	table_close(&t);
}

/* Every digest reports it, and no time limit runs. */
Test(undo_request, what_digests_say)
{
	struct test_table t;
	struct err err = ERR_INIT;
	struct host_table_params a = {
		.rules = &rules_saboteur, .clock.limit_s = 3600, .seated = 7
	};
	struct player_read r;
	int64_t due;

	table_open_as(&t, &a, 3, "p");
	(void)table_play(&t, 4, 1);
	/* The turn is timed from the digest that began it, whatever is said meanwhile. */
	table_read(&t, table_to_move(&t), &r);
	due = r.d.due;
	cr_expect_eq(due, r.d.time + 3600);
	player_read_release(&r);
	cr_assert_eq(table_order(&t, 0, NULL, TURN_ANY, &err), 0, "%s", err.msg);
	table_read(&t, table_to_move(&t), &r);
	cr_expect_eq(r.d.due, due);
	cr_expect_gt(r.d.time + 3600, due);
	player_read_release(&r);
	must_ask(&t, TO);
	cr_expect(tells(&t, "\nhost:\n  undo-asked: 2\n  reason: the wrong mail was taken\n"));
	cr_expect(tells(&t, "\nasked:\n  digest: 6\n  to: 2\n  is: open\n  until: 2026-"));
	cr_expect(tells(&t, "Z\n  need: 2\n  reason: the wrong mail"));
	cr_expect(tells(&t, "\ndue: -\n"));
	cr_assert_eq(table_order(&t, 1, NULL, TURN_ANY, &err), 0, "%s", err.msg);
	must_vote(&t, 2, false);
	cr_expect(tells(&t, "\n  need: 2\n  vote: p3 no\n  reason: "));
	cr_expect(tells(&t, "0 of 2 votes for it (vote undo 2"));
	cr_expect(tells(&t, "\ndue: -\n"));
	/* The seat to move can give no order now, and its view says so. */
	table_read(&t, table_to_move(&t), &r);
	cr_expect(r.v.holds);
	cr_expect_eq(r.sp.can.n, 0);
	player_read_release(&r);
	must_vote(&t, 0, false);
	cr_expect(tells(&t, "\n  is: refused\n"));
	table_read(&t, table_to_move(&t), &r);
	cr_expect_eq(r.d.due, r.d.time + 3600);
	cr_expect_gt(r.sp.can.n, 0);
	player_read_release(&r);
	(void)table_play(&t, 1, 1);
	cr_expect_not(tells(&t, "\nasked:\n"));
	table_hold(&t, "refused");
	table_close(&t);
}

Test(undo_request, what_waits_while_it_is_open)
{
	static const struct {
		const char *name;
		bool mover; /* by the seat to move, else by the next one */
		const char *line;
		int64_t turn;
		enum err_code code;
		const char *say;
	} row[] = {
		{ "the turn that was open", true, "LEGAL", 0, ERR_STALE, "have voted" },
		{ "a standing order", false, "resign", TURN_ANY, ERR_STALE, "have voted" },
		{ "the same with a number", true, "resign", 5, ERR_SYNTAX, "turn: any" },
		{ "a vote on another digest", false, "vote undo 3 yes", TURN_ANY, ERR_STALE,
		    "go back to digest 2, not 3" },
		{ "a vote bound to a turn", true, "vote undo 2 yes", 5, ERR_SYNTAX, "turn: any" },
		{ "no vote", false, "vote undo 2 perhaps", TURN_ANY, ERR_SYNTAX, "a vote is" },
		{ "words", false, NULL, TURN_ANY, ERR_NONE, "" },
		{ "an order to keep", false, "discard map", TURN_NEXT, ERR_NONE, "" },
		{ "the next turn, of who is to move", true, "LEGAL", TURN_NEXT, ERR_NONE, "" },
		{ "to resign later", false, "resign", TURN_NEXT, ERR_SYNTAX, "turn: any" },
		{ "what is kept, taken back", false, "cancel", TURN_NEXT, ERR_NONE, "" },
		{ "a vote", true, "vote undo 2 yes", TURN_ANY, ERR_NONE, "" },
	};
	struct test_table t;
	struct buf legal = BUF_INIT;
	unsigned mover;

	open_table(&t, 4, 122);
	mover = table_to_move(&t);
	table_legal(&t, 0, &legal);
	must_ask(&t, TO);
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct err err = ERR_INIT;
		unsigned seat = row[i].mover ? mover : (mover + 1) % 4;
		const char *line = row[i].line;

		if (line != NULL && strcmp(line, "LEGAL") == 0)
			line = legal.p;
		cr_expect_eq(table_order(&t, seat, line, row[i].turn, &err),
		    row[i].code == ERR_NONE ? 0 : -1, "%s: %s", row[i].name, err.msg);
		cr_expect_eq(err.code, row[i].code, "%s: %d %s", row[i].name, err.code, err.msg);
		cr_expect(strstr(err.msg, row[i].say) != NULL, "%s: %s", row[i].name, err.msg);
		cr_expect(tells(&t, "\n  is: open\n"), "%s", row[i].name);
	}
	cr_expect_eq(table_to_move(&t), mover, "something was played");
	table_hold(&t, "all of this");
	buf_release(&legal);
	table_close(&t);
}

/* Keys can be changed and confirmed. A seat that got them after the digest to go back to has no
 * vote on it. */
Test(undo_request, keys_go_on)
{
	struct test_table t;
	struct err err = ERR_INIT;

	open_table(&t, 3, 123);
	replace(&t, 1);
	must_ask(&t, TO);
	cr_expect(tells(&t, "\n  need: 2\n  no-vote: p2\n  reason: "));
	cr_expect_eq(vote(&t, 1, true, &err), -1);
	cr_expect(strstr(err.hint, "vote p2 yes") != NULL, "%s; %s", err.msg, err.hint);
	cr_assert_eq(table_order(&t, 0, "vote p2 yes", TURN_ANY, &err), 0, "%s", err.msg);
	cr_assert_eq(table_order(&t, 2, "vote p2 yes", TURN_ANY, &err), 0, "%s", err.msg);
	cr_expect(tells(&t, "keys are confirmed"));
	err = (struct err)ERR_INIT;
	cr_expect_eq(vote(&t, 1, true, &err), -1, "confirmed, and newer than digest 2");
	cr_expect_eq(err.code, ERR_RULE);
	cr_expect(strstr(err.msg, "got its keys in digest 5") != NULL, "%s", err.msg);
	must_vote(&t, 2, true);
	must_vote(&t, 0, true);
	cr_expect(tells(&t, "\n  undo: 2\n"));
	/* That seat has a vote on digests after its keys; the undo did not make the keys older. */
	(void)table_play(&t, 3, 1);
	must_ask(&t, table_n(&t) - 2);
	cr_expect_not(tells(&t, "no-vote:"));
	cr_assert_eq(withdraw(&t, NULL, &err), 0);
	table_hold(&t, "confirmed keys");
	table_close(&t);
}

/* A host that has replaced more than half of the seats cannot make the request. */
Test(undo_request, by_seats_that_got_their_keys_since)
{
	struct test_table t;
	struct err err = ERR_INIT;

	open_table(&t, 5, 129);
	for (unsigned i = 1; i < 4; i++)
		replace(&t, i);
	cr_expect_eq(ask(&t, TO, &err), -1);
	cr_expect_eq(err.code, ERR_RULE, "%s", err.msg);
	cr_expect(strstr(err.msg, "too few seats have a vote") != NULL, "%s", err.msg);
	table_hold(&t, "replaced");
	table_close(&t);
}

/* Adds the newest digests of the file to the table. */
static void
fetch(struct test_table *t)
{
	struct host_result r = { .n = 0 };

	table_fetch(t->file, table_n(t) + 1, &r.digest);
	table_add(t, &r);
}

static int64_t
until(const struct test_table *t)
{
	struct undo_request request;

	cr_assert(table_asked(t, &request));
	return request.until;
}

/* What comes first when the time to vote is over. */
enum late { LATE_VOTE, LATE_ORDER, LATE_TICK, LATE_WITHDRAWAL };

/* The order of the seat to move is accepted, anything else is not, and the request has ended. */
static void
come_late(struct test_table *t, enum late late, unsigned mover, const char *legal, const char *name)
{
	const int64_t n = table_n(t);
	struct err err = ERR_INIT;
	struct host_result r;

	switch (late) {
	case LATE_VOTE:
	case LATE_WITHDRAWAL:
		cr_expect_eq(late == LATE_VOTE ? vote(t, 1, true, &err) : withdraw(t, NULL, &err),
		    -1, "%s", name);
		cr_expect_eq(err.code, ERR_STALE, "%s", err.msg);
		fetch(t);
		break;
	case LATE_ORDER:
		cr_assert_eq(table_order(t, mover, legal, 0, &err), 0, "%s", err.msg);
		cr_expect_neq(table_to_move(t), mover);
		cr_expect_eq(table_n(t), n + 2);
		return;
	case LATE_TICK:
		cr_assert_eq(
		    host_late(t->file, t->host, t->now + 60, -1, &r, &err), 0, "%s", err.msg);
		table_add(t, &r);
		break;
	}
	cr_expect_eq(table_n(t), n + 1, "%s", name);
	cr_expect(tells(t, "\nhost:\n  undo-refused: 2\n\nasked:\n"), "%s: %s", name, t->digest.p);
	cr_expect(tells(t, "\n  is: refused\n"), "%s", name);
	cr_expect_eq(ask(t, TO, &err), -1, "%s: asked until they give in", name);
	(void)table_play(t, 1, 2);
}

/* An undecided request ends, and the next command finds it ended. */
Test(undo_request, the_time_to_vote_is_over)
{
	static const struct {
		const char *name;
		int64_t limit_s, span;
		enum late late;
	} row[] = {
		{ "a vote, too late", 3600, 3600, LATE_VOTE },
		{ "an order", 3600, 3600, LATE_ORDER },
		{ "tick", 3600, 3600, LATE_TICK },
		{ "no limit: seven days", -1, 604800, LATE_TICK },
		{ "what is withdrawn too late", -1, 604800, LATE_WITHDRAWAL },
	};

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct test_table t;
		struct host_table_params a = {
			.rules = &rules_saboteur, .clock.limit_s = row[i].limit_s, .seated = 7
		};
		struct buf legal = BUF_INIT;
		unsigned mover;
		int64_t end;

		table_open_as(&t, &a, 3, "p");
		(void)table_play(&t, 4, 1);
		mover = table_to_move(&t);
		table_legal(&t, 0, &legal);
		must_ask(&t, TO);
		end = until(&t);
		cr_expect_eq(end, t.now + row[i].span, "%s", row[i].name);
		t.now = end - 61;
		must_vote(&t, 0, true); /* a second before */
		cr_expect(tells(&t, "\n  is: open\n"), "%s", row[i].name);
		t.now = end - 60;
		come_late(&t, row[i].late, mover, legal.p, row[i].name);
		cr_expect_not(tells(&t, "\nasked:\n"), "%s", row[i].name);
		table_hold(&t, row[i].name);
		table_sound(&t, row[i].name);
		buf_release(&legal);
		table_close(&t);
	}
}

/* An expired request cannot be repeated in the same turn, even if nobody has voted. */
Test(undo_request, again_when_nobody_has_voted)
{
	struct test_table t;
	struct err err = ERR_INIT;
	struct host_result r;

	open_table(&t, 3, 130);
	must_ask(&t, TO);
	t.now = until(&t);
	cr_assert_eq(host_late(t.file, t.host, t.now, -1, &r, &err), 0, "%s", err.msg);
	table_add(&t, &r);
	cr_expect_eq(ask(&t, TO, &err), -1, "no time is left to play");
	cr_expect(strstr(err.msg, "have not played since") != NULL, "%s", err.msg);
	(void)table_play(&t, 1, 2);
	must_ask(&t, TO);
	table_close(&t);
}

/* Orders queued while the request was open are handled after it: played in the same run, or
 * dropped. */
Test(undo_request, what_was_kept_comes_when_it_has_ended)
{
	static const struct {
		const char *name;
		char how; /* + carried, - refused, w withdrawn */
	} row[] = { { "carried", '+' }, { "refused", '-' }, { "withdrawn", 'w' } };

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct test_table t;
		struct buf legal = BUF_INIT;
		struct player_read r;
		struct err err = ERR_INIT;
		unsigned mover;
		int64_t n;

		open_table(&t, 3, 124);
		mover = table_to_move(&t);
		table_legal(&t, 3, &legal);
		must_ask(&t, TO);
		cr_assert_eq(table_order(&t, mover, legal.p, TURN_NEXT, &err), 0, "%s", err.msg);
		n = table_n(&t);
		table_hold(&t, "kept by the seat to move");
		if (row[i].how == 'w') {
			cr_assert_eq(withdraw(&t, NULL, &err), 0, "%s", err.msg);
		} else {
			must_vote(&t, 0, row[i].how == '+');
			must_vote(&t, 1, row[i].how == '+');
		}
		/* The digest that ended it, and one more. */
		cr_expect_eq(table_n(&t), n + (row[i].how == 'w' ? 2 : 3), "%s", row[i].name);
		if (row[i].how == '+') {
			table_read(&t, mover, &r);
			cr_expect(strstr(r.plain.p, "\n  note dropped\n") != NULL);
			player_read_release(&r);
		} else {
			cr_expect_neq(table_to_move(&t), mover, "%s: not played", row[i].name);
		}
		table_hold(&t, row[i].name);
		(void)table_play(&t, 2, 2);
		table_hold(&t, "played on");
		buf_release(&legal);
		table_close(&t);
	}
}

/* A vote given for something else: without a request, or for an earlier one. */
Test(undo_request, votes_count_once_and_for_what_they_are_given)
{
	struct test_table t;
	struct order_block held, early;
	struct host_result r;
	struct err err = ERR_INIT;

	open_table(&t, 3, 125);
	cr_expect_eq(vote(&t, 0, false, &err), -1, "nobody asks");
	cr_expect_eq(err.code, ERR_STALE, "%s", err.msg);
	table_sign(&t, 1, "vote undo 2 yes", TURN_ANY, 0, &early);
	must_ask(&t, TO);
	cr_expect_eq(table_apply(&t, &early, &r, &err), -1, "signed before it was asked");
	cr_expect_eq(err.code, ERR_STALE, "%s", err.msg);
	/* The host withholds a vote and repeats the request. */
	table_sign(&t, 1, "vote undo 2 yes", TURN_ANY, 0, &held);
	cr_assert_eq(withdraw(&t, "never mind", &err), 0, "%s", err.msg);
	cr_expect(tells(&t, "\nhost:\n  undo-withdrawn: 2\n  reason: never mind\n"));
	cr_expect(tells(&t, "\n  is: withdrawn\n"));
	must_ask(&t, TO);
	cr_expect_eq(table_apply(&t, &held, &r, &err), -1, "a vote on the request before");
	cr_expect_eq(err.code, ERR_STALE, "%s", err.msg);
	table_hold(&t, "asked twice");
	table_close(&t);
}

Test(undo_request, a_vote_may_change)
{
	struct test_table t;

	open_table(&t, 3, 125);
	must_ask(&t, TO);
	must_vote(&t, 0, false);
	must_vote(&t, 0, true);
	must_vote(&t, 1, false);
	cr_expect(!tells(&t, "\n  is: refused\n"), "%s", t.digest.p);
	must_vote(&t, 2, true);
	cr_expect(tells(&t, "\n  undo: 2\n"), "%s", t.digest.p);
	table_close(&t);
}

Test(undo_request, asking_again)
{
	struct test_table t;
	struct err err = ERR_INIT;

	open_table(&t, 3, 126);
	cr_expect_eq(withdraw(&t, NULL, &err), -1);
	cr_expect_eq(err.code, ERR_STALE, "%s", err.msg);
	must_ask(&t, 3);
	/* Only one request at a time, even one without a reshuffle. */
	cr_expect_eq(ask(&t, TO, &err), -1);
	cr_expect_eq(err.code, ERR_STALE, "%s", err.msg);
	cr_expect(strstr(err.hint, "--withdraw") != NULL, "%s", err.hint);
	cr_expect_eq(ask(&t, 4, &err), -1);
	/* A mistaken request can be withdrawn before any vote, but not when it is likely to
	 * fail. */
	cr_assert_eq(withdraw(&t, NULL, &err), 0, "%s", err.msg);
	must_ask(&t, TO);
	must_vote(&t, 0, false);
	cr_assert_eq(withdraw(&t, NULL, &err), 0, "%s", err.msg);
	cr_expect_eq(ask(&t, TO, &err), -1, "asked until they give in");
	cr_expect_eq(err.code, ERR_STALE, "%s", err.msg);
	cr_expect(strstr(err.msg, "have not played since") != NULL, "%s", err.msg);
	cr_expect_eq(ask(&t, 3, &err), -1, "another digest instead");
	(void)table_play(&t, 1, 4);
	must_ask(&t, TO);
	must_vote(&t, 0, true);
	must_vote(&t, 1, true);
	cr_expect(tells(&t, "\n  undo: 2\n"));
	cr_expect(tells(&t, "\n  shuffle: 1\n"));
	/* The events that led to it were undone with it, and no request is open. */
	(void)table_play(&t, 2, 5);
	table_hold(&t, "asked four times");
	table_close(&t);
}

/* Requests do not change the cards: a reshuffle depends only on epoch and digest. */
Test(undo_request, the_cards_are_the_same_however_often_it_is_asked)
{
	struct test_table t, u;
	struct err err = ERR_INIT;

	open_table(&t, 3, 127);
	table_open_again(&u, &t, 127);
	(void)table_play(&u, 4, 1);
	for (unsigned i = 0; i < 3; i++) {
		must_ask(&u, 3);
		cr_assert_eq(withdraw(&u, NULL, &err), 0, "%s", err.msg);
	}
	must_ask(&t, TO);
	must_ask(&u, TO);
	for (unsigned i = 0; i < 2; i++) {
		must_vote(&t, i, true);
		must_vote(&u, i, true);
	}
	(void)table_play(&t, 8, 9);
	(void)table_play(&u, 8, 9);
	for (unsigned s = 0; s < 3; s++) {
		struct player_read a, b;

		table_read(&t, s, &a);
		table_read(&u, s, &b);
		cr_expect_eq(memcmp(a.v.view.known.seat[s].hand, b.v.view.known.seat[s].hand,
				 a.v.view.known.seat[s].n_hand),
		    0, "seat %u", s);
		player_read_release(&a);
		player_read_release(&b);
	}
	table_close(&u);
	table_close(&t);
}

Test(undo_request, as_often_as_a_game_may_be_asked)
{
	struct test_table t;
	struct err err = ERR_INIT;

	open_table(&t, 3, 128);
	for (unsigned i = 0; i < 64; i++) {
		must_ask(&t, TO);
		cr_assert_eq(withdraw(&t, NULL, &err), 0, "%s", err.msg);
	}
	cr_expect_eq(ask(&t, TO, &err), -1);
	cr_expect_eq(err.code, ERR_RULE, "%s", err.msg);
	table_hold(&t, "64 times");
	table_close(&t);
}
