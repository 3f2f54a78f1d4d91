#include <criterion/criterion.h>
#include <unistd.h>

#include "host/aid.h"
#include "host/keys.h"

static struct seckey *
new_key(void)
{
	struct err err = ERR_INIT;
	struct seckey *s;

	cr_assert_eq(seal_init(&err), 0, "%s", err.msg);
	s = seckey_new(&err);
	cr_assert_not_null(s, "%s", err.msg);
	cr_assert_eq(seckey_make(s, &err), 0, "%s", err.msg);
	return s;
}

static bool
tells(const struct test_table *t, const char *what)
{
	return memmem(t->digest.p, t->digest.n, what, strlen(what)) != NULL;
}

static void
rotate_block(
    const struct test_table *t, unsigned seat, const struct seckey *to, struct order_block *b)
{
	struct player_read r;
	struct parsed_order in;
	struct err err = ERR_INIT;

	table_read(t, seat, &r);
	cr_assert_eq(player_rotate(&r, t->key[seat], to, 0, &in, &err), 0, "%s", err.msg);
	*b = in.o.b;
	player_read_release(&r);
}

static int
replace(struct test_table *t, const char *seat, const struct seckey *to, const char *reason,
    struct err *err)
{
	struct host_result r;

	if (host_replace(t->file, t->host, seat, &to->pub, reason, t->now + 60, -1, &r, err) < 0)
		return -1;
	table_add(t, &r);
	return 0;
}

Test(keys, a_seat_changes_its_own)
{
	struct test_table t;
	struct seckey *old, *to = new_key();
	struct order_block b, stale;
	struct host_result r;
	struct err err = ERR_INIT;
	struct player_read read;

	table_open(&t, 3, 61);
	(void)table_play(&t, 2, 1);
	table_sign(&t, 1, NULL, TURN_ANY, 50, &stale);
	rotate_block(&t, 1, to, &b);
	cr_assert_eq(table_apply(&t, &b, &r, &err), 0, "%s", err.msg);
	host_result_release(&r);
	cr_expect(tells(&t, "\nnew-keys:\n  seat: p2\n  sign: "));
	cr_expect(tells(&t, "\n  by: seat\n"));
	old = t.key[1];
	cr_expect_eq(player_read(&read, rules_all, t.digest.p, t.digest.n, NULL, old, &err), -1,
	    "the old key opens the view");
	cr_expect_eq(table_apply(&t, &stale, &r, &err), -1, "an order of the old key");
	cr_expect_eq(err.code, ERR_AUTH, "%s", err.msg);
	cr_expect_str_eq(
	    err.msg, "the order is signed with a key of p2 that was replaced in digest 3");
	/* The same order again, although its key is no longer that of the seat. */
	cr_expect_eq(table_apply(&t, &b, &r, &err), 0, "%s", err.msg);
	cr_expect(r.repeated);
	host_result_release(&r);
	t.key[1] = to;
	(void)table_play(&t, 7, 2);
	cr_expect_not(tells(&t, "new-keys:"), "told again");
	table_hold(&t, "played on with the new key");
	table_close(&t);
}

Test(keys, what_a_seat_cannot_change_to)
{
	static const struct {
		const char *name;
		int what;
		enum err_code code;
		const char *say;
	} row[] = {
		{ "another seat's key", 0, ERR_RULE, "p1 has one of these keys" },
		{ "the host's key", 1, ERR_RULE, "the host's" },
		{ "its signing key kept", 2, ERR_RULE, "already" },
		{ "a proof by another key", 3, ERR_AUTH, "the proof of the new key" },
		{ "no proof", 4, ERR_SYNTAX, "proof" },
		{ "no age key", 5, ERR_SYNTAX, "age" },
		{ "something else as well", 6, ERR_SYNTAX, "alone" },
		{ "bound to a turn", 7, ERR_SYNTAX, "turn: any" },
		{ "keys with another order", 8, ERR_SYNTAX, "rotate-key alone" },
	};
	struct test_table t;
	struct seckey *fresh = new_key(), *mixed = new_key();

	table_open(&t, 3, 62);
	for (unsigned i = 0; i < sizeof row / sizeof row[0]; i++) {
		const struct seckey *to = row[i].what == 0 ? t.key[0] :
		    row[i].what == 1                       ? t.host :
		    row[i].what == 2                       ? mixed :
							     fresh;
		struct host_result r;
		struct err err = ERR_INIT;
		struct parsed_order in;
		struct order_block b;

		memcpy(mixed->pub.sign_pk, t.key[1]->pub.sign_pk, SIGN_PK_BYTES);
		rotate_block(&t, 1, to, &b);
		if (row[i].what == 3)
			b.proof[100] ^= 1;
		if (row[i].what == 4)
			b.has_proof = false;
		if (row[i].what == 5)
			b.age[0] = '\0';
		if (row[i].what == 6) {
			b.n_do = 2;
			memcpy(b.doing[1], "discard map", sizeof "discard map");
		}
		if (row[i].what == 7)
			b.turn = 1;
		if (row[i].what == 8)
			memcpy(b.doing[0], "resign", sizeof "resign");
		cr_assert_eq(order_sign(&in, &b, t.key[1], &err), 0);
		cr_expect_eq(table_apply(&t, &in.o.b, &r, &err), -1, "%s", row[i].name);
		cr_expect_eq(err.code, row[i].code, "%s: %d %s", row[i].name, err.code, err.msg);
		cr_expect(strstr(err.msg, row[i].say) != NULL, "%s: %s", row[i].name, err.msg);
	}
	table_hold(&t, "nothing happened");
	table_close(&t);
}

/* With five seats there are four others: three of them are a majority. */
Test(keys, the_host_replaces_and_the_others_vote)
{
	struct test_table t;
	struct err err = ERR_INIT;
	struct seckey *to = new_key();

	table_open(&t, 5, 63);
	(void)table_play(&t, 2, 1);
	cr_assert_eq(replace(&t, "p4", to, "carl's disk broke", &err), 0, "%s", err.msg);
	t.key[3] = to;
	cr_expect(
	    tells(&t, "the host gives p4 new keys, for this reason:\n    | carl's disk broke\n"));
	(void)table_play(&t, 6, 2);
	cr_expect(tells(&t, "p4's new keys, from the host in digest 3, are not confirmed: 0 of 3"),
	    "not in each digest");
	cr_expect(tells(&t, "\n  by: host\n  digest: 3\n\ntable:\n"));
	cr_assert_eq(table_order(&t, 0, "vote p4 yes", TURN_ANY, &err), 0, "%s", err.msg);
	cr_assert_eq(table_order(&t, 0, "vote p4 yes", TURN_ANY, &err), 0, "%s", err.msg);
	cr_expect(tells(&t, ": 1 of 3"), "one seat counted twice");
	cr_assert_eq(table_order(&t, 1, "vote p4 yes", TURN_ANY, &err), 0, "%s", err.msg);
	cr_assert_eq(table_order(&t, 2, "vote p4 no", TURN_ANY, &err), 0, "%s", err.msg);
	cr_expect(tells(&t, "\n  vote: p1 yes\n  vote: p2 yes\n  vote: p3 no\n"));
	table_hold(&t, "in the middle of the vote");
	cr_assert_eq(table_order(&t, 2, "vote p4 yes", TURN_ANY, &err), 0, "%s", err.msg);
	cr_expect(tells(&t, "p4's new keys are confirmed"));
	cr_expect_not(tells(&t, "new-keys:"));
	cr_expect_eq(table_order(&t, 4, "vote p4 no", TURN_ANY, &err), -1);
	cr_expect_eq(err.code, ERR_STALE, "%s", err.msg);
	(void)table_play(&t, 3, 3);
	table_hold(&t, "played on");
	table_close(&t);
}

Test(keys, what_is_no_vote)
{
	static const struct {
		const char *name;
		unsigned seat;
		const char *line;
		enum err_code code;
	} row[] = {
		{ "on one's own keys", 1, "vote p2 yes", ERR_RULE },
		{ "while one's own are not confirmed", 1, "vote p3 yes", ERR_RULE },
		{ "on keys that nobody replaced", 0, "vote p1 yes", ERR_STALE },
		{ "on a seat that is not there", 0, "vote eve yes", ERR_NOT_FOUND },
		{ "neither yes nor no", 0, "vote p2 maybe", ERR_SYNTAX },
		{ "without a word", 0, "vote p2", ERR_SYNTAX },
		{ "with a word too many", 0, "vote p2 yes please", ERR_SYNTAX },
	};
	struct test_table t;
	struct err err = ERR_INIT;
	struct seckey *to = new_key(), *other = new_key();

	table_open(&t, 3, 64);
	cr_assert_eq(replace(&t, "p2", to, "lost", &err), 0, "%s", err.msg);
	t.key[1] = to;
	cr_assert_eq(replace(&t, "p3", other, "lost", &err), 0, "%s", err.msg);
	t.key[2] = other;
	for (unsigned i = 0; i < sizeof row / sizeof row[0]; i++) {
		err = (struct err)ERR_INIT;
		cr_expect_eq(table_order(&t, row[i].seat, row[i].line, TURN_ANY, &err), -1, "%s",
		    row[i].name);
		cr_expect_eq(err.code, row[i].code, "%s: %d %s", row[i].name, err.code, err.msg);
	}
	table_hold(&t, "two replaced");
	table_close(&t);
}

Test(keys, what_the_host_cannot_replace)
{
	struct test_table t;
	struct seckey *to = new_key();
	struct err err = ERR_INIT;
	struct audit_checked c;

	table_open(&t, 3, 65);
	cr_expect_eq(replace(&t, "eve", to, "lost", &err), -1);
	cr_expect_eq(err.code, ERR_NOT_FOUND, "%s", err.msg);
	cr_expect_eq(replace(&t, "a-name-that-is-longer-than-any", to, "lost", &err), -1);
	cr_expect_eq(err.code, ERR_NOT_FOUND, "%s", err.msg);
	cr_expect_eq(replace(&t, "p1", t.key[1], "lost", &err), -1);
	cr_expect_eq(err.code, ERR_RULE, "%s", err.msg);
	cr_expect_eq(replace(&t, "p1", t.host, "lost", &err), -1);
	cr_expect_eq(err.code, ERR_RULE, "%s", err.msg);
	cr_expect_eq(replace(&t, "p1", to, "", &err), -1);
	cr_expect_eq(err.code, ERR_USAGE, "%s", err.msg);
	cr_expect_eq(audit_fsck(t.file, t.host, &c, &err), 0, "%s", err.msg);
	cr_expect_eq(c.digests, 1);
	table_close(&t);
}

/* Keys are not part of the game: an undo keeps them, and also unconfirmed ones. */
Test(keys, an_undo_leaves_keys_alone)
{
	struct test_table t;
	struct seckey *to = new_key();
	struct err err = ERR_INIT;

	table_open(&t, 4, 66);
	(void)table_play(&t, 2, 1);
	cr_assert_eq(replace(&t, "p1", to, "lost", &err), 0, "%s", err.msg);
	t.key[0] = to;
	(void)table_play(&t, 2, 1);
	cr_assert_eq(table_undo(&t, 1, "why not", &err), 0, "%s", err.msg);
	cr_expect(tells(&t, "\n  by: host\n  digest: 3\n"));
	(void)table_play(&t, 5, 4);
	table_hold(&t, "an undo behind new keys");
	table_close(&t);
}
