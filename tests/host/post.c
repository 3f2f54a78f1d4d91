/* Orders that came by mail: their effect on addresses and on the mail queue, in one transaction. */
#include <criterion/criterion.h>

#include "host/aid.h"
#include "host/mail_order.h"
#include "host/table.h"
#include "store/mail_queue.h"

enum { SEATS = 3 };

static struct test_table t;
static struct err err;
static size_t digest_0; /* length of digest 0 */

static int
list_address(void *arg, const struct store_address *a, struct err *e)
{
	(void)e;
	buf_fmt(arg, "%d %s %s %lld;", a->seat, buf_cstr(&a->addr), buf_cstr(&a->how),
	    (long long)a->bounces);
	return 0;
}

static int
list_post(void *arg, struct store_mail *p, struct err *e)
{
	(void)e;
	if (strcmp(p->state, "queued") == 0)
		buf_fmt(arg, "%d:%lld%s;", p->seat, (long long)p->n, buf_cstr(&p->in_reply_to));
	return 0;
}

static void
expect(const char *what, const char *addresses, const char *post)
{
	struct buf list = BUF_INIT;

	cr_assert_eq(store_each_address(t.file->st, list_address, &list, &err), 0, "%s", err.msg);
	cr_expect_str_eq(buf_cstr(&list), addresses, "%s: %s", what, buf_cstr(&list));
	buf_clear(&list);
	cr_assert_eq(store_each_mail(t.file->st, STORE_ANY_SEAT, NULL, list_post, &list, &err), 0,
	    "%s", err.msg);
	cr_expect_str_eq(buf_cstr(&list), post, "%s: %s", what, buf_cstr(&list));
	buf_release(&list);
}

static struct parsed_order last; /* the last order given */

/* The order comes by mail. */
static int
give_last(const char *message_id, const char *from)
{
	const struct host_mail_origin came = { message_id, from, "" };
	struct host_result result;
	int rc;

	rc = host_apply(t.file, t.host, &last, t.now + 60, -1, &came, &result, &err);
	if (rc == 0 && !result.repeated)
		table_add(&t, &result);
	else
		host_result_release(&result);
	return rc;
}

/* Gives an order of a seat: joins: a join (taken: for this seat, on digest 0), else a
 * confirmation. */
static int
give_as(unsigned seat, const char *taken, bool joins, const char *message_id, const char *from)
{
	const char *name = taken != NULL ? taken : t.names.seat[seat];
	struct player_read r;

	cr_assert_eq(player_read(&r, rules_all, t.all.p, taken != NULL ? digest_0 : t.all.n, NULL,
			 t.key[seat], &err),
	    0, "%s", err.msg);
	cr_assert_eq(joins ? player_join(&r, t.key[seat], name, NULL, &last, &err) :
			     player_confirm(&r, t.key[seat], &last, &err),
	    0, "%s", err.msg);
	player_read_release(&r);
	return give_last(message_id, from);
}

static int
give(unsigned seat, bool joins, const char *message_id, const char *from)
{
	return give_as(seat, NULL, joins, message_id, from);
}

Test(post, join_brings_an_address)
{
	static const struct host_table_params open_table = {
		.rules = &rules_saboteur, .audited = true, .clock.limit_s = 3600, .s = "s"
	};
	struct store_address a;

	table_open_as(&t, &open_table, SEATS, "p");
	digest_0 = t.all.n;
	table_put_address(&t, STORE_TABLE, "cave@example.org", "host");
	table_put_address(&t, 1, "bob@example.net", "host");
	cr_assert_eq(give(0, true, "<a1@example.org>", "anna@example.org"), 0, "%s", err.msg);
	expect("anna joins",
	    "-1 cave@example.org host 0;0 anna@example.org join 0;1 bob@example.net host 0;",
	    "0:1<a1@example.org>;1:1;");
	cr_assert_eq(give(1, true, "<b1@example.org>", "other@example.org"), 0, "%s", err.msg);
	cr_assert_eq(give(2, true, "", ""), 0, "%s", err.msg);
	expect("what the host entered stays; no From, no address",
	    "-1 cave@example.org host 0;0 anna@example.org join 0;1 bob@example.net host 0;",
	    "0:1<a1@example.org>;1:1;0:2;1:2<b1@example.org>;0:3;1:3;");

	/* Mail to anna bounces until an order of anna comes by mail. */
	cr_assert_eq(store_begin(t.file->st, &err), 0, "%s", err.msg);
	cr_assert_eq(store_find_address(t.file->st, 0, &a, &err), 1, "%s", err.msg);
	a.bounces = 3;
	buf_str(&a.bounce, "5.1.1");
	cr_assert_eq(store_put_address(t.file->st, &a, &err), 0, "%s", err.msg);
	cr_assert_eq(store_commit(t.file->st, &err), 0, "%s", err.msg);
	store_address_release(&a);
	cr_expect_eq(give_as(2, "p1", true, "<a2@example.org>", "x@example.org"), -1, "not hers");
	expect("refused: nothing changes",
	    "-1 cave@example.org host 0;0 anna@example.org join 3;1 bob@example.net host 0;",
	    "0:1<a1@example.org>;1:1;0:2;1:2<b1@example.org>;0:3;1:3;");
	cr_assert_eq(give(0, false, "<a3@example.org>", "x@example.org"), 0, "%s", err.msg);
	expect("taken",
	    "-1 cave@example.org host 0;0 anna@example.org join 0;1 bob@example.net host 0;",
	    "0:1<a1@example.org>;1:1;0:2;1:2<b1@example.org>;0:3;1:3;0:4<a3@example.org>;1:4;");
	cr_assert_eq(give_last("<a4@example.org>", "x@example.org"), 0, "%s", err.msg);
	expect("repeated: nothing changes",
	    "-1 cave@example.org host 0;0 anna@example.org join 0;1 bob@example.net host 0;",
	    "0:1<a1@example.org>;1:1;0:2;1:2<b1@example.org>;0:3;1:3;0:4<a3@example.org>;1:4;");
	table_close(&t);
}

/* An order about mail changes where digests go: nobody signs it for another. */
Test(post, an_order_about_mail_needs_the_signature_of_its_seat)
{
	const struct host_mail_origin came = { "<m@example.org>", "mallory@example.org", "" };
	struct parsed_order in;
	struct order_block b;
	bool repeated;

	table_open(&t, SEATS, 1);
	table_put_address(&t, STORE_TABLE, "cave@example.org", "host");
	table_put_address(&t, 0, "p1@example.org", "host");
	table_sign(&t, 0, "mail mine", TURN_ANY, 1, &b);
	cr_assert_eq(parsed_order_from_fields(&in, &b, &err), 0, "%s", err.msg);
	in.o.b.sig[9] ^= 1;
	cr_expect_eq(mail_order_take(t.file, &in, t.now, &came, &repeated, &err), -1);
	cr_expect_eq(err.code, ERR_AUTH, "%s", err.msg);
	in.o.b.sig[9] ^= 1;
	err = (struct err)ERR_INIT;
	cr_expect_eq(mail_order_take(t.file, &in, t.now, &came, &repeated, &err), 0, "%s", err.msg);
	table_close(&t);
}
