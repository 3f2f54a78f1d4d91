/* Joins and confirmations that must be refused. */
#include <criterion/criterion.h>

#include "host/aid.h"
#include "record/order.h"

enum { SEATS = 3 };

/* Makes the join of a seat with this key, on the newest digest. */
static struct order_block
join_of(const struct test_table *t, unsigned seat, const struct seckey *key)
{
	struct parsed_order in;
	struct player_read r;
	struct err err = ERR_INIT;

	cr_assert_eq(
	    player_read(&r, rules_all, t->all.p, t->all.n, NULL, NULL, &err), 0, "%s", err.msg);
	cr_assert_eq(player_join(&r, key, t->names.seat[seat], NULL, &in, &err), 0, "%s", err.msg);
	player_read_release(&r);
	return in.o.b;
}

/* Puts other keys into a join. */
static struct order_block
with_key(const struct order_block *join, const struct seckey *key)
{
	struct order_block b = *join;

	pubkey_sign_text(&key->pub, b.sign);
	pubkey_box_text(&key->pub, b.age);
	return b;
}

/* Puts the same age key with its top bit set into a join: X25519 ignores that bit. */
static struct order_block
with_other_form(const struct order_block *join, const struct seckey *key)
{
	struct order_block b = *join;
	struct pubkey other = key->pub;

	other.box_pk[BOX_PK_BYTES - 1] |= 0x80;
	pubkey_box_text(&other, b.age);
	return b;
}

/* Makes a confirmation out of a join: it reveals nothing that was committed to. */
static struct order_block
confirm_of(const struct order_block *join)
{
	struct order_block b = *join;

	memcpy(b.doing[0], "confirm", 8);
	b.has_commit = false;
	b.sign[0] = b.age[0] = '\0';
	b.has_reveal = true;
	memset(b.reveal, 7, sizeof b.reveal);
	return b;
}

/* Signs it with the key, under another nonce than before. */
static int
give(struct test_table *t, const struct order_block *b, const struct seckey *key, struct err *err)
{
	static unsigned char count;
	struct order_block own = *b;
	struct parsed_order in;
	struct host_result r;

	own.nonce[0] = ++count;
	*err = (struct err)ERR_INIT;
	cr_assert_eq(order_sign(&in, &own, key, err), 0, "%s", err->msg);
	if (table_apply(t, &in.o.b, &r, err) < 0)
		return -1;
	host_result_release(&r);
	return 0;
}

static void
refused(struct test_table *t, const char *name, const struct order_block *b,
    const struct seckey *key, enum err_code code, const char *says)
{
	struct err err;
	int64_t n = table_n(t);

	cr_expect_eq(give(t, b, key, &err), -1, "%s: accepted", name);
	cr_expect_eq(err.code, code, "%s: %d: %s", name, err.code, err.msg);
	cr_expect_not_null(strstr(err.msg, says), "%s: %s", name, err.msg);
	cr_expect_eq(table_n(t), n, "%s: a digest", name);
}

static void
accepted(struct test_table *t, const struct order_block *b, const struct seckey *key)
{
	struct err err;

	cr_assert_eq(give(t, b, key, &err), 0, "%s", err.msg);
}

/* Seat p1 is kept for its key, the others are free. */
static void
open_table(struct test_table *t)
{
	struct host_table_params a = {
		.rules = rules_all[0], .audited = true, .clock.limit_s = -1, .seated = 1
	};

	memset(a.s, 5, sizeof a.s);
	table_open_as(t, &a, SEATS, "p");
}

Test(joins, that_are_wrong)
{
	struct test_table t;
	struct order_block one, two, b;

	open_table(&t);
	one = join_of(&t, 0, t.key[0]);
	two = join_of(&t, 1, t.key[1]);
	b = with_key(&one, t.key[1]);
	refused(&t, "another key", &b, t.key[1], ERR_AUTH, "seat p1 is kept for another key");
	b = with_key(&two, t.host);
	refused(&t, "the host", &b, t.host, ERR_AUTH, "p2 joins with the host's own key");
	b = two;
	b.has_commit = false;
	refused(&t, "no commitment", &b, t.key[1], ERR_SYNTAX,
	    "a join has the fields sign, age and commit");
	b = two;
	b.has_reveal = true;
	refused(
	    &t, "a reveal", &b, t.key[1], ERR_SYNTAX, "a join has the fields sign, age and commit");
	b = two;
	b.age[0] = '\0';
	refused(&t, "no key of age", &b, t.key[1], ERR_SYNTAX,
	    "a join has the fields sign, age and commit");
	b = two;
	memcpy(b.age, "age1", 5);
	refused(&t, "no such key of age", &b, t.key[1], ERR_SYNTAX, "the keys that p2 joins with");
	b = with_other_form(&two, t.key[1]);
	refused(&t, "a form of the key that age does not make", &b, t.key[1], ERR_SYNTAX,
	    "age: age makes no such public key");
	b = two;
	refused(&t, "signed by another", &b, t.key[2], ERR_AUTH, "signature");
	b = two;
	b.seq++;
	refused(&t, "a later attempt", &b, t.key[1], ERR_STALE, "this is for attempt 2 at dealing");
	accepted(&t, &one, t.key[0]);
	b = two;
	memcpy(b.commit, one.commit, sizeof b.commit);
	refused(
	    &t, "a commitment again", &b, t.key[1], ERR_AUTH, "p2 joins with the commitment of p1");
	b = with_key(&two, t.key[0]);
	refused(&t, "a key again", &b, t.key[0], ERR_AUTH, "p2 joins with the key of p1");
	refused(&t, "a join again", &one, t.key[0], ERR_STALE, "p1 has joined already");
	table_close(&t);
}

/* Older versions took such a key. Their games are checked as before. */
Test(joins, a_key_that_would_be_refused_today)
{
	struct test_table t;
	struct parsed_order in;
	struct order_block b;
	struct audit a;
	struct err err = ERR_INIT;
	struct command_order sent = { .in = &in };
	struct host_result r;

	open_table(&t);
	b = join_of(&t, 1, t.key[1]);
	b = with_other_form(&b, t.key[1]);
	cr_assert_eq(order_sign(&in, &b, t.key[1], &err), 0, "%s", err.msg);
	table_run(&t, command_exec_order, &sent, t.now + 60);
	cr_assert_eq(table_apply(&t, &in.o.b, &r, &err), 0, "it comes again: %s", err.msg);
	cr_expect(r.repeated);
	host_result_release(&r);
	table_hold(&t, "a key in another form");
	cr_assert_eq(audit_text(&a, t.all.p, t.all.n, NULL, &err), 0, "%s", err.msg);
	cr_expect_neq(a.worst, AUDIT_FAIL);
	audit_release(&a);
	table_close(&t);
}

Test(joins, confirmations_that_are_wrong)
{
	struct test_table t;
	struct player_read r;
	struct parsed_order in;
	struct err err = ERR_INIT;
	struct order_block join[SEATS], b;

	open_table(&t);
	for (unsigned i = 0; i < SEATS; i++) {
		join[i] = join_of(&t, i, t.key[i]);
		b = confirm_of(&join[0]);
		if (i > 0)
			refused(&t, "too early", &b, t.key[0], ERR_STALE,
			    "not all seats have joined yet");
		accepted(&t, &join[i], t.key[i]);
	}
	b = confirm_of(&join[0]);
	refused(&t, "an older digest", &b, t.key[0], ERR_STALE,
	    "which does not list everybody's commitment");
	b.has_reveal = false;
	refused(&t, "nothing revealed", &b, t.key[0], ERR_SYNTAX,
	    "a confirmation has the field reveal");
	b = confirm_of(&join[0]);
	memcpy(b.doing[0], "resign", 7);
	b.has_reveal = false;
	refused(&t, "an order", &b, t.key[0], ERR_STALE, "nothing is dealt yet");
	cr_assert_eq(
	    player_read(&r, rules_all, t.all.p, t.all.n, NULL, NULL, &err), 0, "%s", err.msg);
	cr_assert_eq(player_confirm(&r, t.key[0], &in, &err), 0, "%s", err.msg);
	player_read_release(&r);
	b = in.o.b;
	b.reveal[0] ^= 1;
	refused(&t, "another share", &b, t.key[0], ERR_AUTH,
	    "p1 does not reveal what it has committed to");
	accepted(&t, &in.o.b, t.key[0]);
	refused(
	    &t, "a confirmation again", &in.o.b, t.key[0], ERR_STALE, "p1 has confirmed already");
	table_close(&t);
}

Test(joins, of_the_attempt_before)
{
	struct test_table t;
	struct host_result r;
	struct order_block b;
	struct err err = ERR_INIT;

	open_table(&t);
	b = join_of(&t, 1, t.key[1]);
	cr_assert_eq(host_restart(t.file, t.host, "p3 does not answer", t.now + 60, -1, &r, &err),
	    0, "%s", err.msg);
	table_add(&t, &r);
	refused(&t, "the attempt before", &b, t.key[1], ERR_STALE, "this is for attempt 1");
	b.seq = 2;
	refused(&t, "its digest", &b, t.key[1], ERR_STALE,
	    "the join answers digest 0, attempt 2 began with digest 1");
	table_close(&t);
}
