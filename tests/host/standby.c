#include <criterion/criterion.h>

#include "few.h"
#include "games/saboteur/saboteur.h"
#include "host/aid.h"

/* The waiting list, leaving a seat, and seating: decided by digests alone, and verified by
 * everybody. */

enum { LATE = LATE_LIMIT + LATE_GRACE, DAY = 86400 };

static bool
says(const struct test_table *t, const char *what)
{
	return strstr(t->digest.p, what) != NULL;
}

static struct seckey *
new_key(void)
{
	struct err err = ERR_INIT;
	struct seckey *key;

	cr_assert_eq(seal_init(&err), 0, "%s", err.msg);
	key = seckey_new(&err);
	cr_assert_not_null(key);
	cr_assert_eq(seckey_make(key, &err), 0, "%s", err.msg);
	return key;
}

static void
open_table(struct test_table *t, const struct rules *rules, unsigned players, bool audited)
{
	struct host_table_params a = { .rules = rules,
		.audited = audited,
		.clock = { .limit_s = LATE_LIMIT,
		    .grace_s = LATE_GRACE,
		    .late = "discard",
		    .misses = 2,
		    .absence_s = 30 * DAY,
		    .standby_open = true,
		    .replace_s = DAY },
		.seated = (uint16_t)((1u << players) - 1) };

	memset(a.s, 7, sizeof a.s);
	table_open_as(t, &a, players, "p");
	if (audited) {
		table_join(t);
		table_confirm(t);
	}
}

/* Makes the order by which the holder of this key joins or leaves the waiting list. */
static int
ask_or_not(const struct test_table *t, const struct seckey *key, bool asks, struct parsed_order *in,
    struct err *err)
{
	struct player_read r;
	int result;

	cr_assert_eq(player_read(&r, rules_all, t->digest.p, t->digest.n, NULL, NULL, err), 0, "%s",
	    err->msg);
	result = player_standby(&r, key, asks, in, err);
	player_read_release(&r);
	return result;
}

static int
ask(const struct test_table *t, const struct seckey *key, struct parsed_order *in, struct err *err)
{
	return ask_or_not(t, key, true, in, err);
}

/* Makes and applies that order. */
static int
waits_or_not(struct test_table *t, const struct seckey *key, bool asks, struct err *err)
{
	struct parsed_order in;
	struct host_result made;
	int result = ask_or_not(t, key, asks, &in, err);

	if (result == 0)
		result = table_apply(t, &in.o.b, &made, err);
	if (result == 0)
		host_result_release(&made);
	return result;
}

static int
waits(struct test_table *t, const struct seckey *key, struct err *err)
{
	return waits_or_not(t, key, true, err);
}

/* From now on this key is the seat's. */
static void
sits(struct test_table *t, unsigned seat, struct seckey *key)
{
	char sign[SIGN_TEXT + 1];
	struct player_read r;

	pubkey_sign_text(&key->pub, sign);
	cr_expect(says(t, "\nhost:\n  replace: "), "%s", t->digest.p);
	cr_expect(says(t, "\n  by: table\n"));
	cr_expect(says(t, sign));
	seckey_free(t->key[seat]);
	t->key[seat] = key;
	table_read(t, seat, &r);
	cr_expect(r.has_view);
	player_read_release(&r);
}

/* Nobody waits before the deal, nor is the order made; the host refuses one that is. */
Test(standby, before_the_deal)
{
	struct seckey *zoe = new_key();
	struct test_table dealt, t;
	struct store_digest d = { .n = 0 };
	struct order_block b;
	struct parsed_order in;
	struct host_result r;
	struct err err = ERR_INIT;
	struct host_table_params a = { .rules = rules_all[0],
		.audited = true,
		.clock = { .limit_s = LATE_LIMIT, .standby_open = true } };

	open_table(&dealt, rules_all[0], 3, false);
	table_open_as(&t, &a, 3, "p");
	cr_expect_eq(waits(&t, zoe, &err), -1);
	cr_expect_str_eq(err.msg, "nothing is dealt yet: nobody waits for a seat");
	cr_expect_str_eq(err.hint, "take one with adit join, without --standby");
	cr_assert_eq(ask(&dealt, zoe, &in, &err), 0, "%s", err.msg);
	cr_assert_eq(store_get_digest(t.file->st, 0, &d, &err), 0, "%s", err.msg);
	memcpy(in.o.b.head, d.hash, sizeof in.o.b.head);
	store_digest_release(&d);
	in.o.b.has_head_sig = false;
	b = in.o.b;
	cr_assert_eq(order_sign(&in, &b, zoe, &err), 0, "%s", err.msg);
	cr_expect_eq(table_apply(&t, &in.o.b, &r, &err), -1);
	cr_expect_str_eq(err.msg, "nothing is dealt yet: nobody waits for a seat");
	cr_expect_str_eq(err.hint, "a seat that is free is taken by adit join");
	seckey_free(zoe);
	table_close(&dealt);
	table_close(&t);
}

Test(standby, who_leaves_is_replaced)
{
	for (unsigned audited = 0; audited < 2; audited++) {
		struct seckey *zoe = new_key(), *yan = new_key();
		struct test_table t;
		struct err err = ERR_INIT;
		uint32_t other;
		int64_t n;

		open_table(&t, &rules_saboteur, 4, audited != 0);
		(void)table_play(&t, 2, 5);
		cr_assert_eq(waits(&t, zoe, &err), 0, "%s", err.msg);
		cr_expect(says(&t, "\nhost:\n  standby: RW"), "%s", t.digest.p);
		cr_expect(says(&t, "  note standby\n"));
		cr_expect(says(&t, "  1 waits for a seat that becomes free\n"));
		cr_expect(says(&t, "  standby: "));
		cr_expect_eq(waits(&t, zoe, &err), -1);
		n = table_n(&t);
		other = (table_to_move(&t) + 1u) % 4;
		table_must_order(&t, other, "leave", TURN_ANY);
		cr_expect_eq(table_n(&t), n + 2, "the next digest of the same run");
		sits(&t, other, zoe);
		cr_expect_not(says(&t, "  standby: "));
		cr_expect_not(says(&t, "  leaving: "));
		/* A seat leaves, then a standby comes. */
		other = table_to_move(&t);
		table_must_order(&t, other, "leave", TURN_ANY);
		cr_expect(says(&t, "  leaving: p"));
		cr_expect(says(&t, " is for whoever waits for one (adit join --standby)\n"));
		table_must_order(&t, other, "leave no", TURN_ANY);
		cr_expect_not(says(&t, "  leaving: p"));
		table_must_order(&t, other, "leave", TURN_ANY);
		t.now += LATE_LIMIT / 2;
		cr_assert_eq(waits(&t, yan, &err), 0, "%s", err.msg);
		sits(&t, other, yan);
		(void)table_play(&t, 4, 6);
		table_sound(&t, audited ? "audited" : "trusted");
		table_close(&t);
	}
}

/* An old order sent by somebody else does not bring a player back who lost the seat; a new one
 * of the player does. */
Test(standby, an_old_order_brings_nobody_back)
{
	struct seckey *zoe = new_key(), *yan = new_key();
	struct test_table t;
	struct parsed_order old;
	struct host_result made;
	struct err err = ERR_INIT;

	open_table(&t, &rules_saboteur, 3, false);
	cr_assert_eq(ask(&t, zoe, &old, &err), 0, "%s", err.msg);
	table_must_order(&t, 1, "leave", TURN_ANY);
	cr_assert_eq(table_apply(&t, &old.o.b, &made, &err), 0, "%s", err.msg);
	host_result_release(&made);
	sits(&t, 1, zoe);
	table_must_order(&t, 1, "leave", TURN_ANY);
	cr_assert_eq(waits(&t, yan, &err), 0, "%s", err.msg);
	t.key[1] = yan;
	cr_expect_eq(table_apply(&t, &old.o.b, &made, &err), -1);
	cr_expect_not_null(strstr(err.msg, "was taken as digest 2"), "%s", err.msg);
	cr_expect_eq(waits(&t, zoe, &err), 0, "%s", err.msg);
	table_sound(&t, "an old order");
	seckey_free(zoe);
	table_close(&t);
}

/* A standby leaves the list only by a withdrawal that the player signed, for this entry alone. */
Test(standby, who_waits_no_more)
{
	struct seckey *zoe = new_key(), *yan = new_key();
	struct test_table t;
	struct parsed_order first, in, no;
	struct host_result made;
	struct err err = ERR_INIT;
	char line[60];
	unsigned late;

	open_table(&t, &rules_saboteur, 3, true);
	cr_expect_eq(ask_or_not(&t, zoe, false, &no, &err), -1);
	cr_expect_not_null(strstr(err.msg, "does not wait"), "%s", err.msg);
	cr_assert_eq(ask(&t, zoe, &first, &err), 0, "%s", err.msg);
	cr_assert_eq(table_apply(&t, &first.o.b, &made, &err), 0, "%s", err.msg);
	host_result_release(&made);
	cr_assert_eq(waits(&t, yan, &err), 0, "%s", err.msg);
	cr_assert_eq(ask_or_not(&t, zoe, false, &no, &err), 0, "%s", err.msg);
	/* The player's own, with any sender: not with the keys or the proof of another. */
	in = no;
	cr_assert_eq(ask_or_not(&t, yan, false, &in, &err), 0, "%s", err.msg);
	memcpy(in.o.b.sign, no.o.b.sign, sizeof in.o.b.sign);
	cr_expect_eq(table_apply(&t, &in.o.b, &made, &err), -1);
	cr_assert_eq(table_apply(&t, &no.o.b, &made, &err), 0, "%s", err.msg);
	host_result_release(&made);
	cr_expect(says(&t, "\nhost:\n  standby-no: "), "%s", t.digest.p);
	cr_expect(says(&t, "  note standby-no\n"));
	cr_expect(says(&t, "  1 waits for a seat that becomes free\n"));
	/* Not twice. The first order does not add the player again. A new one does, and the old
	 * withdrawal does not end it. */
	cr_expect_eq(table_apply(&t, &no.o.b, &made, &err), -1);
	cr_expect_not_null(strstr(err.msg, "do not wait"), "%s", err.msg);
	cr_expect_eq(table_apply(&t, &first.o.b, &made, &err), -1);
	cr_expect_not_null(strstr(err.msg, "was taken as digest"), "%s", err.msg);
	cr_assert_eq(waits(&t, zoe, &err), 0, "%s", err.msg);
	cr_expect_eq(table_apply(&t, &no.o.b, &made, &err), -1);
	cr_expect_not_null(strstr(err.msg, "since which this key waits"), "%s", err.msg);
	/* A vote to replace a seat lapses with the last standby. */
	late = table_to_move(&t);
	(void)snprintf(line, sizeof line, "vote replace %s yes", t.names.seat[late]);
	t.now += LATE;
	table_must_order(&t, (late + 1) % 3, line, TURN_ANY);
	cr_expect(says(&t, "  open: replace p"));
	for (unsigned i = 0; i < 2; i++) {
		cr_assert_eq(
		    ask_or_not(&t, i == 0 ? zoe : yan, false, &no, &err), 0, "%s", err.msg);
		cr_assert_eq(table_apply(&t, &no.o.b, &made, &err), 0, "%s", err.msg);
		host_result_release(&made);
		cr_expect_eq(says(&t, "  open: replace p"), i == 0);
	}
	(void)table_play(&t, 3, 5);
	table_sound(&t, "no more");
	seckey_free(zoe);
	seckey_free(yan);
	table_close(&t);
}

Test(standby, who_is_late_is_voted_out)
{
	struct seckey *zoe = new_key();
	struct test_table t;
	struct err err = ERR_INIT;
	char line[60];
	unsigned late;

	open_table(&t, &rules_saboteur2, 4, true);
	(void)table_play(&t, 1, 5);
	late = table_to_move(&t);
	(void)snprintf(line, sizeof line, "vote replace %s yes", t.names.seat[late]);
	t.now += LATE;
	cr_expect_eq(table_order(&t, (late + 1) % 4, line, TURN_ANY, &err), -1);
	cr_expect_not_null(strstr(err.msg, "nobody waits for a seat"), "%s", err.msg);
	t.now -= LATE;
	cr_assert_eq(waits(&t, zoe, &err), 0, "%s", err.msg);
	cr_expect_eq(table_order(&t, (late + 1) % 4, line, TURN_ANY, &err), -1);
	cr_expect_not_null(strstr(err.msg, "neither late nor away"), "%s", err.msg);
	t.now += LATE;
	table_must_order(&t, (late + 1) % 4, line, TURN_ANY);
	cr_expect(says(&t, "  open: replace p"));
	cr_expect(says(&t, "  need: 2\n"));
	table_must_order(&t, (late + 2) % 4, line, TURN_ANY);
	sits(&t, late, zoe);
	cr_expect_not(says(&t, "  open: "));
	cr_expect_eq(table_late(&t, 60, &err), -1, "the limit has begun anew");
	(void)table_play(&t, 3, 6);
	table_sound(&t, "voted out");
	table_close(&t);
}

Test(standby, who_is_away_for_long)
{
	struct seckey *zoe = new_key(), *yan = new_key();
	struct test_table t;
	struct err err = ERR_INIT;
	unsigned away;

	open_table(&t, &rules_saboteur, 3, true);
	away = table_to_move(&t);
	cr_assert_eq(table_late(&t, LATE, &err), 0, "%s", err.msg);
	(void)table_play(&t, 2, 5);
	cr_assert_eq(table_to_move(&t), away);
	cr_assert_eq(table_late(&t, LATE, &err), 0, "%s", err.msg);
	cr_expect(says(&t, "  gone: p"), "%s", t.digest.p);
	cr_assert_eq(waits(&t, zoe, &err), 0, "%s", err.msg);
	cr_expect_eq(table_late(&t, 60, &err), -1, "not yet");
	t.now += DAY;
	cr_assert_eq(table_late(&t, 60, &err), 0, "%s", err.msg);
	sits(&t, away, zoe);
	cr_expect_not(says(&t, "  gone: p"));
	cr_assert_eq(waits(&t, yan, &err), 0, "%s", err.msg);
	(void)table_play(&t, 3, 5);
	table_sound(&t, "away");
	seckey_free(yan);
	table_close(&t);
}

/* In the middle of a turn, or of choosing nuggets: a new player continues, in their own turn or
 * another's. */
Test(standby, between_two_steps)
{
	static const struct {
		const struct rules *rules;
		unsigned phase, first; /* orders that lead there */
		struct options options;
	} row[] = {
		{ &rules_dark_cave, PHASE_WALK, 1, { .at = { 0 } } },
		{ &rules_saboteur, PHASE_DRAFT, 0,
		    { .at = { [SAB_DRAFT_ASK] = 1, [SAB_GOLD_PLAYERS] = 1 } } },
	};

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct host_table_params a = { .rules = row[i].rules,
			.options = row[i].options,
			.clock = { .limit_s = LATE_LIMIT,
			    .grace_s = LATE_GRACE,
			    .late = "suggest greedy 1",
			    .sums_up = true,
			    .standby_open = true },
			.seated = 7 };
		struct test_table t;
		struct err err = ERR_INIT;
		unsigned mover;

		table_open_at(&t, &a, row[i].first > 0 ? PHASE_PLAY : row[i].phase);
		(void)table_play(&t, row[i].first, 1);
		cr_assert_eq(table_phase(&t), row[i].phase);
		mover = table_to_move(&t);
		for (unsigned k = 0; k < 2; k++) {
			struct seckey *comes = new_key();
			const unsigned seat = (mover + k) % 3;

			cr_assert_eq(waits(&t, comes, &err), 0, "%s", err.msg);
			table_must_order(&t, seat, "leave", TURN_ANY);
			sits(&t, seat, comes);
			cr_expect_eq(table_to_move(&t), mover);
			cr_expect_eq(table_phase(&t), row[i].phase, "%s", t.digest.p);
		}
		(void)table_play(&t, 4, 3);
		table_sound(&t, row[i].rules->name);
		table_close(&t);
	}
}

Test(standby, what_is_refused)
{
	struct seckey *zoe = new_key(), *more[PEOPLE_STANDBY_MAX];
	struct test_table t, closed;
	struct err err = ERR_INIT;
	char line[60];

	table_open_late(&closed, &rules_saboteur, 3, false, "discard", 2);
	cr_expect_eq(waits(&closed, zoe, &err), -1);
	cr_expect_not_null(strstr(err.msg, "nobody can wait for a seat"), "%s", err.msg);
	cr_expect_eq(table_order(&closed, 1, "leave", TURN_ANY, &err), -1);
	cr_expect_not_null(strstr(err.msg, "nobody can wait for a seat"), "%s", err.msg);
	table_sound(&closed, "closed");
	table_close(&closed);

	open_table(&t, &rules_saboteur, 3, false);
	cr_expect_eq(waits(&t, t.key[1], &err), -1);
	cr_expect_not_null(strstr(err.msg, "has one of these keys"), "%s", err.msg);
	cr_expect_eq(waits(&t, t.host, &err), -1);
	cr_expect_not_null(strstr(err.msg, "the host's"), "%s", err.msg);
	cr_expect_eq(table_order(&t, 1, "leave no", TURN_ANY, &err), -1);
	cr_expect_not_null(strstr(err.msg, "has not said"), "%s", err.msg);
	table_must_order(&t, 0, "leave", TURN_ANY);
	cr_expect_eq(table_order(&t, 0, "leave", TURN_ANY, &err), -1);
	cr_expect_not_null(strstr(err.msg, "leaves already"), "%s", err.msg);
	table_must_order(&t, 1, "leave", TURN_ANY);
	cr_expect_eq(table_order(&t, 2, "leave", TURN_ANY, &err), -1);
	cr_expect_not_null(strstr(err.msg, "the last seat"), "%s", err.msg);
	table_must_order(&t, 0, "leave no", TURN_ANY);
	table_must_order(&t, 1, "leave no", TURN_ANY);
	for (unsigned i = 0; i < PEOPLE_STANDBY_MAX; i++) {
		more[i] = new_key();
		t.now += i == 4 ? DAY : 0; /* four a day */
		cr_assert_eq(waits(&t, more[i], &err), 0, "%u: %s", i, err.msg);
	}
	cr_expect_eq(waits(&t, zoe, &err), -1);
	cr_expect_not_null(strstr(err.msg, "8 wait"), "%s", err.msg);
	(void)snprintf(line, sizeof line, "vote replace %s yes", t.names.seat[2]);
	cr_expect_eq(table_order(&t, 2, line, TURN_ANY, &err), -1, "oneself");
	table_must_order(&t, 1, "resign", TURN_ANY);
	cr_expect_eq(table_order(&t, 1, "leave", TURN_ANY, &err), -1);
	cr_expect_not_null(strstr(err.msg, "has resigned"), "%s", err.msg);
	table_sound(&t, "refused");
	for (unsigned i = 0; i < PEOPLE_STANDBY_MAX; i++)
		seckey_free(more[i]);
	seckey_free(zoe);
	table_close(&t);
}

static void
drops(struct test_table *t, int64_t since)
{
	struct host_result r;
	struct err err = ERR_INIT;

	cr_assert_eq(
	    host_drop(t->file, t->host, since, "nobody knows them", t->now + 60, -1, &r, &err), 0,
	    "%s", err.msg);
	table_add(t, &r);
}

/* One stranger with many keys cannot fill the list: at most four a day, and a place is reserved
 * for each key pair that the host has named. */
Test(standby, a_stranger_with_many_keys)
{
	struct host_table_params a = { .rules = &rules_saboteur,
		.clock = { .limit_s = LATE_LIMIT, .standby_open = true, .n_standby = 2 },
		.seated = 7 };
	struct seckey *named[2], *key[PEOPLE_STANDBY_MAX + 1];
	struct test_table t;
	struct err err = ERR_INIT;
	struct host_result r;
	int64_t first;

	for (unsigned i = 0; i < 2; i++) {
		named[i] = new_key();
		pubkey_sign_text(&named[i]->pub, a.clock.standby[i].sign);
		pubkey_box_text(&named[i]->pub, a.clock.standby[i].age);
	}
	for (unsigned i = 0; i <= PEOPLE_STANDBY_MAX; i++)
		key[i] = new_key();
	table_open_as(&t, &a, 3, "p");
	cr_assert_eq(waits(&t, key[0], &err), 0, "%s", err.msg);
	first = table_n(&t);
	/* A key that the host has named is none of the four. */
	cr_assert_eq(waits(&t, named[0], &err), 0, "%s", err.msg);
	for (unsigned i = 1; i < 4; i++)
		cr_assert_eq(waits(&t, key[i], &err), 0, "%s", err.msg);
	/* Dropped and withdrawn entries count all the same. */
	cr_assert_eq(waits_or_not(&t, key[1], false, &err), 0, "%s", err.msg);
	drops(&t, first);
	cr_expect(says(&t, "\nhost:\n  standby-dropped: "), "%s", t.digest.p);
	cr_expect(says(&t, "  reason: nobody knows them\n"));
	cr_expect_eq(host_drop(t.file, t.host, first, "again", t.now + 60, -1, &r, &err), -1);
	cr_expect_eq(err.code, ERR_STALE, "%s", err.msg);
	cr_expect_eq(waits(&t, key[4], &err), -1, "a fifth");
	cr_expect_not_null(strstr(err.msg, "taken from 2026-01-02T00:00:00Z on"), "%s", err.msg);
	cr_assert_eq(waits_or_not(&t, named[0], false, &err), 0, "%s", err.msg);
	cr_assert_eq(waits(&t, named[0], &err), 0, "a named key comes back: %s", err.msg);
	t.now += DAY;
	for (unsigned i = 4; i < PEOPLE_STANDBY_MAX; i++)
		cr_assert_eq(waits(&t, key[i], &err), 0, "%u: %s", i, err.msg);
	/* Seven wait, and the eighth place is reserved for the other named key. */
	t.now += DAY;
	cr_expect_eq(waits(&t, key[PEOPLE_STANDBY_MAX], &err), -1, "the last place");
	cr_expect_not_null(strstr(err.msg, "kept for keys"), "%s", err.msg);
	cr_assert_eq(waits(&t, named[1], &err), 0, "%s", err.msg);
	cr_expect_eq(waits(&t, key[PEOPLE_STANDBY_MAX], &err), -1, "none is left");
	cr_expect_not_null(strstr(err.msg, "8 wait"), "%s", err.msg);
	table_sound(&t, "strangers");
	for (unsigned i = 0; i <= PEOPLE_STANDBY_MAX; i++)
		seckey_free(key[i]);
	for (unsigned i = 0; i < 2; i++)
		seckey_free(named[i]);
	table_close(&t);
}

/* Substitutes have no vote on an undo to a digest before they came. */
Test(standby, who_takes_a_seat_has_no_vote_on_what_was_before)
{
	struct seckey *zoe = new_key();
	struct test_table t;
	struct err err = ERR_INIT;
	unsigned seat;

	open_table(&t, &rules_saboteur, 3, true);
	(void)table_play(&t, 2, 3);
	seat = table_to_move(&t);
	cr_assert_eq(waits(&t, zoe, &err), 0, "%s", err.msg);
	table_must_order(&t, seat, "leave", TURN_ANY);
	sits(&t, seat, zoe);
	cr_expect_eq(table_order(&t, seat, "vote undo 7 yes", TURN_ANY, &err), -1);
	cr_expect_not_null(strstr(err.msg, "got its keys in digest"), "%s", err.msg);
	table_must_order(&t, (seat + 1) % 3, "vote undo 7 yes", TURN_ANY);
	cr_expect(says(&t, "\n  need: 2\n"), "the seat counts: %s", t.digest.p);
	(void)table_play(&t, 2, 3);
	table_sound(&t, "a substitute");
	table_close(&t);
}

/* ---- whole games ------------------------------------------------------------------------------------------- */

enum { POOL = 24 };
struct pool {
	struct seckey *key[POOL]; /* NULL: the player has a seat */
	size_t seen;              /* bytes of t->all read so far */
	unsigned seated;
};

/* Updates which key has which seat. */
static void
follow(struct test_table *t, struct pool *p)
{
	static const char replace[] = "\nhost:\n  replace: p";
	const char *at = t->all.p + p->seen;

	while ((at = strstr(at, replace)) != NULL) {
		const unsigned seat = (unsigned)strtoul(at += sizeof replace - 1, NULL, 10) - 1;
		char sign[SIGN_TEXT + 1];

		for (unsigned i = 0; i < POOL; i++) {
			if (p->key[i] == NULL)
				continue;
			pubkey_sign_text(&p->key[i]->pub, sign);
			if (strncmp(strstr(at, "sign: ") + 6, sign, SIGN_TEXT) != 0)
				continue;
			seckey_free(t->key[seat]);
			t->key[seat] = p->key[i];
			p->key[i] = NULL;
			p->seated++;
		}
	}
	p->seen = t->all.n;
}

/* Gives a random order: join the list, leave, stay, time passes, a vote. It may be refused. */
static void
at_random(struct test_table *t, struct rng *rng, const struct pool *p)
{
	static const char *const lines[] = { "leave", "leave no", "vote undo 4 yes" };
	const uint32_t kind = rng_draw(rng, 6), seat = rng_draw(rng, t->names.n);
	const uint32_t key = rng_draw(rng, POOL), line = rng_draw(rng, 3), days = rng_draw(rng, 9);
	struct err none = ERR_INIT;
	char vote[60];

	if (kind < 2) {
		if (p->key[key] != NULL && waits(t, p->key[key], &none) < 0 && line == 0)
			(void)waits_or_not(t, p->key[key], false, &none);
	} else if (kind == 2) {
		t->now += LATE;
		(void)snprintf(
		    vote, sizeof vote, "vote replace %s yes", t->names.seat[table_to_move(t)]);
		(void)table_order(t, seat, vote, TURN_ANY, &none);
	} else if (kind == 3) {
		(void)table_late(t, days == 0 ? DAY : LATE, &none);
	} else {
		(void)table_order(t, seat, lines[line], TURN_ANY, &none);
	}
}

static unsigned
play_game(struct test_table *t, uint64_t number)
{
	const uint8_t seed[32] = { 17 };
	const int64_t most = getenv("ADIT_LONG") != NULL ? 400 : 90;
	struct pool p = { .seen = 0 };
	struct rng_fast rng;

	for (unsigned i = 0; i < POOL; i++)
		p.key[i] = new_key();
	rng_fast_init(&rng, seed, number);
	rng_open(&rng.rng, 1, RNG_LOSS);
	while (table_to_move(t) != SEAT_NONE && table_n(t) < most) {
		if (rng_draw(&rng.rng, 2) == 0)
			(void)table_play(t, 1, number + t->all.n);
		else
			at_random(t, &rng.rng, &p);
		follow(t, &p);
	}
	for (unsigned i = 0; i < POOL; i++)
		seckey_free(p.key[i]);
	return p.seated;
}

Test(standby, whole_games_of_every_rules_set)
{
	const unsigned step = is_few() ? 4 : 1;
	unsigned game = 0;

	for (const struct rules *const *r = rules_all; *r != NULL; r++, game++) {
		struct test_table t;

		if (game % step != 0)
			continue;
		open_table(&t, *r, (*r)->seats_max < 4 ? (*r)->seats_max : 4, (game & 1) == 0);
		cr_expect_gt(play_game(&t, game), 1, "%s", (*r)->name);
		table_sound(&t, (*r)->name);
		table_close(&t);
	}
}

/* The game ends with a standby, or with a seat that wants to leave: nobody is seated any more. */
Test(standby, when_the_game_ends)
{
	for (unsigned i = 0; i < 2; i++) {
		struct seckey *zoe = new_key();
		struct test_table t;
		struct err err = ERR_INIT;

		open_table(&t, &rules_duel, 2, true);
		(void)table_play(&t, 3, 5);
		if (i == 0)
			cr_assert_eq(waits(&t, zoe, &err), 0, "%s", err.msg);
		else
			table_must_order(&t, 1, "leave", TURN_ANY);
		table_must_order(&t, 0, "vote end yes", TURN_ANY);
		table_must_order(&t, 1, "vote end yes", TURN_ANY);
		cr_expect(says(&t, "\nhost:\n  end: yes\n"), "%s", t.digest.p);
		cr_expect(says(&t, i == 0 ? "  standby: " : "  leaving: p2"), "%s", t.digest.p);
		cr_expect_eq(waits(&t, zoe, &err), -1);
		cr_expect_not_null(strstr(err.msg, "the game is over"), "%s", err.msg);
		t.now += 2 * DAY;
		table_must_order(&t, 1, NULL, TURN_ANY);
		cr_expect_not(says(&t, "\nhost:\n"), "%s", t.digest.p);
		table_sound(&t, "ended");
		seckey_free(zoe);
		table_close(&t);
	}
}
