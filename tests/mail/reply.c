/* Results of messages at a table, and the limits of answers. */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "few.h"
#include "host/aid.h"
#include "mail/message_id.h"
#include "mail/reply.h"
#include "seal/age.h"
#include "store/query.h"
#include "util/mem.h"

/* Three seats; the first to move and the next have addresses: p1 and p2 below. */
static void
open_table(struct test_table *t, unsigned seat[static 3])
{
	table_open(t, 3, 7);
	for (unsigned i = 0; i < 3; i++)
		seat[i] = (table_to_move(t) + i) % 3;
	table_put_address(t, STORE_TABLE, "cave@example.org", "host");
	table_put_address(t, (int)seat[0], "p1@example.org", "host");
	table_put_address(t, (int)seat[1], "P2@example.org", "host");
}

/* ---- messages -------------------------------------------------------------------------------- */

static void
add_frame(struct buf *out, const char *kind, const struct buf *text)
{
	buf_fmt(out, "%s %zu\n", kind, text->n);
	buf_add(out, text->p, text->n);
}

struct delivered {
	char became[8]; /* a letter per order: Taken Kept Refused repeAted Nothing */
	const char *made;
	char code[RECEIPT_CODE_MAX + 1];
};

/* Delivers a message with these header fields and this text to the table. */
struct delivering {
	struct mail_reply a;
	struct delivered *d;
	size_t n;
};

static int
take(void *arg, const struct orders_candidate *c, struct err *err)
{
	static const char letter[] = { [ORDER_OUTCOME_NOTHING] = 'N',
		[ORDER_OUTCOME_REPEATED] = 'A',
		[ORDER_OUTCOME_REFUSED] = 'R',
		[ORDER_OUTCOME_QUEUED] = 'K',
		[ORDER_OUTCOME_TAKEN] = 'T' };
	struct delivering *x = arg;
	struct order_outcome b;

	if (mail_reply_take(&x->a, c, &b, err) < 0)
		return -1;
	if (x->n < sizeof x->d->became - 1)
		x->d->became[x->n++] = letter[b.is];
	return 0;
}

/* Returns 0, or -1 with the first error. */
static int
try_deliver(const struct test_table *t, const char *head, const struct buf *text,
    struct delivered *d, struct err *err)
{
	struct delivering *x = mem_zero(1, sizeof *x);
	struct mail_orders pick = { .key = t->host, .each = take, .arg = x };
	struct buf frames = BUF_INIT, h = BUF_INIT, none = BUF_INIT, help = BUF_INIT;
	struct mail_message l;
	int result;

	*d = (struct delivered){ .became = "" };
	buf_str(&h, head);
	add_frame(&frames, "head", &h);
	add_frame(&frames, "text", text);
	add_frame(&frames, "end", &none);
	mail_message_frames(&l, frames.p, frames.n);
	x->a = (struct mail_reply){ .h = t->file, .key = t->host, .message = &l, .now = t->now };
	x->d = d;
	result = mail_reply_begin(&x->a, err);
	if (result == 0)
		result = mail_orders_read(&pick, &l, err);
	if (result == 0)
		result = mail_reply_confirm(&x->a, err);
	if (result == 0) {
		mail_reply_help(NULL, &pick, &help);
		result = mail_reply_queue(&x->a, help.p, &d->made, err);
	}
	memcpy(d->code, x->a.receipt.code, sizeof d->code);
	mail_reply_free(&x->a);
	mail_message_free(&l);
	free(x);
	buf_release(&frames);
	buf_release(&h);
	buf_release(&help);
	return result;
}

static struct delivered
deliver(const struct test_table *t, const char *head, const struct buf *text)
{
	struct delivered d;
	struct err err = ERR_INIT;

	cr_assert_eq(try_deliver(t, head, text, &d, &err), 0, "%s", err.msg);
	return d;
}

/* Appends an order of the seat; n alternatives change its hash. */
static void
put_block(const struct test_table *t, unsigned seat, const char *line, int64_t turn, int64_t seq,
    const struct seckey *key, bool seal, struct buf *out)
{
	struct order_block b;
	struct parsed_order *order = mem_new(sizeof *order);
	struct buf text = BUF_INIT;
	struct err err = ERR_INIT;

	table_sign(t, seat, line, turn, seq, &b);
	cr_assert_eq(order_sign(order, &b, key, &err), 0, "%s", err.msg);
	order_block_text(&order->o.b, &text);
	if (seal)
		cr_assert_eq(age_encrypt(t->host->pub.box_pk, text.p, text.n, true, out, &err), 0);
	else
		buf_add(out, text.p, text.n);
	buf_release(&text);
	free(order);
}

/* ---- the table of results --------------------------------------------------------------------------- */

#define FROM(who) "From-Address: " who "\nMessage-ID: <m@example.org>\n"

static const struct row {
	const char *name, *head;
	const char
	    *orders; /* l legal, w for a past turn, n next of p3, 3 of p3, f forged, s sent twice */
	const char *became, *made;
	bool seal;
} row[] = {
	{ "taken", FROM("p1@example.org"), "l", "T", NULL, false },
	{ "taken, sealed", FROM("p1@example.org"), "l", "T", NULL, true },
	{ "taken, whoever wrote", FROM("x@example.com"), "l", "T", NULL, false },
	{ "taken from a machine", FROM("p1@example.org") "Auto-Submitted: auto-generated\n", "l",
	    "T", NULL, false },
	{ "taken from a list", FROM("p1@example.org") "List-Id: <l.example.org>\n", "l", "T", NULL,
	    false },
	{ "kept", FROM("p2@example.org"), "n", "K", NULL, false },
	{ "refused", FROM("p2@example.org"), "w", "R", "receipt", false },
	{ "refused, sealed", FROM("p2@example.org"), "w", "R", "receipt", true },
	{ "refused, whoever wrote", FROM("x@example.com"), "w", "R", "receipt", false },
	{ "refused without a From", "Message-ID: <m@example.org>\n", "w", "R", "receipt", false },
	{ "refused from a machine", FROM("p2@example.org") "Precedence: bulk\n", "w", "R", NULL,
	    false },
	{ "refused from the table's own address", FROM("cave@example.org"), "w", "R", NULL, false },
	{ "refused, of a seat without address", FROM("p1@example.org"), "3", "R", NULL, false },
	{ "repeated", FROM("p1@example.org"), "r", "A", "receipt", false },
	{ "repeated, other case", FROM("P1@Example.ORG"), "r", "A", "receipt", false },
	{ "repeated, sealed", FROM("p1@example.org"), "r", "A", "receipt", true },
	{ "repeated by another seat", FROM("p2@example.org"), "r", "A", NULL, false },
	{ "repeated by a stranger", FROM("x@example.com"), "r", "A", NULL, false },
	{ "repeated by a machine", FROM("p1@example.org") "Auto-Submitted: auto-replied\n", "r",
	    "A", NULL, false },
	{ "forged", FROM("p1@example.org"), "f", "N", "help", false },
	{ "forged by a stranger", FROM("x@example.com"), "f", "N", NULL, false },
	{ "nothing", FROM("p1@example.org"), "", "", "help", false },
	{ "nothing, from two", FROM("p1@example.org") FROM("p2@example.org"), "", "", NULL, false },
	{ "nothing from a machine", FROM("p1@example.org") "X-Autoreply: yes\n", "", "", NULL,
	    false },
	{ "nothing from a stranger", FROM("x@example.com"), "", "", NULL, false },
	{ "nothing from the table", FROM("cave@example.org"), "", "", NULL, false },
	{ "taken and refused", FROM("p1@example.org"), "lw", "TR", "receipt", false },
	{ "taken and repeated", FROM("p1@example.org"), "rl", "AT", NULL, false },
	{ "taken and forged", FROM("p1@example.org"), "fl", "NT", NULL, false },
	{ "repeated and refused", FROM("p1@example.org"), "rw", "AR", "receipt", false },
};

static void
put_orders(const struct row *r, const struct test_table *t, const unsigned seat[static 3],
    const struct buf *old, struct buf *out)
{
	struct buf line = BUF_INIT;

	table_legal(t, 0, &line);
	for (const char *p = r->orders; *p != '\0'; p++) {
		unsigned mover = table_to_move(t);

		unsigned late = seat[*p == '3' ? 2 : 1];

		if (*p == 'l')
			put_block(t, mover, line.p, 0, 0, t->key[mover], r->seal, out);
		else if (*p == 'f')
			put_block(t, mover, line.p, 0, 0, t->key[seat[2]], r->seal, out);
		else if (*p == 'w' || *p == '3')
			put_block(t, late, "pass", 1, 9, t->key[late], r->seal, out);
		else if (*p == 'n')
			put_block(t, seat[2], line.p, TURN_NEXT, 1, t->key[seat[2]], r->seal, out);
		else
			buf_add(out, old->p, old->n);
	}
	buf_release(&line);
}

Test(answer, every_row_of_the_table_of_results)
{
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		const struct row *r = &row[i];
		struct test_table t;
		struct buf old = BUF_INIT, text = BUF_INIT, line = BUF_INIT;
		struct delivered d;
		unsigned seat[3];

		open_table(&t, seat);
		/* Turn 1 was ended by p1's order. */
		table_legal(&t, 0, &line);
		put_block(&t, seat[0], line.p, 0, 0, t.key[seat[0]], r->seal, &old);
		d = deliver(&t, FROM("p1@example.org"), &old);
		cr_assert_str_eq(d.became, "T", "%s: %s", r->name, d.became);
		buf_clear(&t.digest);
		cr_assert_eq(
		    host_text(t.file, &(int64_t){ -1 }, &t.digest, &(struct err)ERR_INIT), 0);
		put_orders(r, &t, seat, &old, &text);
		d = deliver(&t, r->head, &text);
		cr_expect_str_eq(d.became, r->became, "%s: %s", r->name, d.became);
		cr_expect_str_eq(d.made != NULL ? d.made : "nothing",
		    r->made != NULL ? r->made : "nothing", "%s: %s", r->name, d.code);
		buf_release(&old);
		buf_release(&text);
		buf_release(&line);
		table_close(&t);
	}
}

/* ---- statements that fail --------------------------------------------------------------------- */

static int64_t
count(const struct test_table *t, const char *sql)
{
	int64_t n = -1;
	struct err err = ERR_INIT;

	cr_assert_eq(store_number(t->file->st, sql, &n, &err), 0, "%s", err.msg);
	return n;
}

/* Delivers the message, and again while a statement fails: the next one each time. Returns their
 * number. */
static int
deliver_failing(const struct row *r, const struct test_table *t, const struct buf *text)
{
	struct delivered d;
	struct err err;
	int at = 0, all = 0, result = -1;

	for (; result < 0; at++) {
		err = (struct err)ERR_INIT;
		(void)table_fault(t->file, at);
		result = try_deliver(t, r->head, text, &d, &err);
		all = table_fault(t->file, -1);
		cr_expect_eq(sqlite3_get_autocommit(t->file->st->db), 1,
		    "%s: statement %d: a transaction is open", r->name, at);
		cr_expect(result == 0 || strstr(err.msg, "interrupted") != NULL,
		    "%s: statement %d: %s", r->name, at, err.msg);
	}
	cr_expect_lt(all, at, "%s: statement %d failed, and nobody reports it", r->name, at - 1);
	return at;
}

/* Nothing is lost and nothing is doubled: one digest for an order, at most one answer. */
static void
fail_each(const struct row *r)
{
	static const char digests[] = "SELECT count(*) FROM digest";
	static const char answers[] = "SELECT count(*) FROM post WHERE kind <> 'digest'";
	struct test_table t;
	struct buf old = BUF_INIT, text = BUF_INIT, line = BUF_INIT;
	int64_t n_digests, n_answers;
	unsigned seat[3];

	open_table(&t, seat);
	table_legal(&t, 0, &line);
	put_block(&t, seat[0], line.p, 0, 0, t.key[seat[0]], r->seal, &old);
	(void)deliver(&t, FROM("p1@example.org"), &old);
	buf_clear(&t.digest);
	cr_assert_eq(host_text(t.file, &(int64_t){ -1 }, &t.digest, &(struct err)ERR_INIT), 0);
	put_orders(r, &t, seat, &old, &text);
	n_digests = count(&t, digests);
	n_answers = count(&t, answers);
	cr_expect_gt(deliver_failing(r, &t, &text), 3, "%s: few statements", r->name);
	cr_expect_eq(count(&t, digests), n_digests + (strpbrk(r->orders, "ln") != NULL),
	    "%s: digests", r->name);
	cr_expect_leq(count(&t, answers), n_answers + 1, "%s: answers", r->name);
	buf_release(&old);
	buf_release(&text);
	buf_release(&line);
	table_close(&t);
}

Test(answer, each_statement_fails_once)
{
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i += is_few() ? 3 : 1)
		fail_each(&row[i]);
}

/* ---- limits ----------------------------------------------------------------------------------------- */

/* Returns the number of answers to 20 messages from there, one a minute. */
static unsigned
answers(struct test_table *t, const char *from, const struct buf *text)
{
	struct buf head = BUF_INIT;
	unsigned made = 0;

	for (unsigned i = 0; i < 20; i++) {
		t->now += 60;
		buf_clear(&head);
		buf_fmt(&head, "From-Address: %s\nMessage-ID: <%lld@example.org>\n", from,
		    (long long)t->now);
		made += deliver(t, head.p, text).made != NULL;
	}
	buf_release(&head);
	return made;
}

Test(answer, what_anybody_can_cause_leaves_one_for_the_seat_itself)
{
	struct test_table t;
	struct buf none = BUF_INIT, order[10];
	unsigned seat[3];

	open_table(&t, seat);
	for (unsigned i = 0; i < 10; i++) {
		order[i] = (struct buf)BUF_INIT;
		put_block(&t, seat[1], "pass", 1, (int64_t)i + 1, t.key[seat[1]], false, &order[i]);
	}
	cr_expect_eq(answers(&t, "p2@example.org", &none), 2, "help by a forged From");
	for (unsigned i = 0; i < 8; i++)
		cr_expect_eq(
		    answers(&t, "x@example.com", &order[i]), 1, "order %u of the seat's, once", i);
	cr_expect_eq(answers(&t, "x@example.com", &order[8]), 0, "eight in a day");
	cr_expect_eq(answers(&t, "p1@example.org", &none), 2, "another seat has its own");
	t.now += 86400;
	cr_expect_eq(answers(&t, "x@example.com", &order[0]), 2, "the same again and again");
	cr_expect_eq(answers(&t, "p2@example.org", &none), 0, "... leaves no help");
	cr_expect_eq(answers(&t, "x@example.com", &order[9]), 1, "... and does not touch its own");
	for (unsigned i = 0; i < 10; i++)
		buf_release(&order[i]);
	table_close(&t);
}

/* ---- confirming addresses -------------------------------------------------------------------- */

static struct buf
how(const struct test_table *t, int seat)
{
	struct store_address a = { .seat = seat };
	struct err err = ERR_INIT;

	cr_assert_eq(store_find_address(t->file->st, seat, &a, &err), 1, "%s", err.msg);
	buf_release(&a.addr);
	buf_release(&a.bounce);
	return a.how;
}

Test(answer, who_joined_by_mail_is_confirmed_by_an_order_in_reply)
{
	static const struct {
		const char *name, *kind;
		bool ours, order, automatic, confirmed;
	} reply[] = {
		{ "an order in reply", "", true, true, false, true },
		{ "... to a receipt", "r7", true, true, false, true },
		{ "no order: it may be a complaint", "", true, false, false, false },
		{ "from a machine", "", true, true, true, false },
		{ "to an id that was guessed", "", false, true, false, false },
	};

	for (size_t i = 0; i < sizeof reply / sizeof reply[0]; i++) {
		struct test_table t;
		struct buf head = BUF_INIT, text = BUF_INIT, got;
		struct table host_s = { .game = "" };
		struct err err = ERR_INIT;
		unsigned seat[3];

		open_table(&t, seat);
		table_put_address(&t, (int)seat[1], "p2@example.org", "join");
		cr_assert_eq(table_load(&host_s, t.file, &err), 0);
		if (!reply[i].ours)
			host_s.s[0] ^= 1;
		buf_str(&head, FROM("p2@example.org") "In-Reply-To: ");
		message_id_make(host_s.s, host_s.game, host_s.names.seat[seat[1]], 0, reply[i].kind,
		    "example.org", &head);
		buf_str(&head, reply[i].automatic ? "\nAuto-Submitted: auto-replied\n" : "\n");
		if (reply[i].order)
			put_block(&t, seat[1], "pass", 1, 9, t.key[seat[1]], true, &text);
		(void)deliver(&t, head.p, &text);
		got = how(&t, (int)seat[1]);
		cr_expect_str_eq(
		    got.p, reply[i].confirmed ? "confirmed" : "join", "%s", reply[i].name);
		buf_release(&got);
		buf_release(&head);
		buf_release(&text);
		table_wipe(&host_s);
		table_close(&t);
	}
}

/* Another process sets the address as the transaction begins. */
static struct test_table other;

static int
set_other(unsigned kind, void *seat, void *stmt, void *sql)
{
	(void)kind, (void)stmt;
	if (strcmp(sql, "BEGIN IMMEDIATE") == 0)
		table_put_address(&other, *(const int *)seat, "new@example.org", "host");
	return 0;
}

Test(answer, an_address_that_the_host_sets_meanwhile_stays)
{
	struct test_table t;
	struct mail_message l;
	struct mail_reply a;
	struct buf head = BUF_INIT, frames = BUF_INIT, got;
	struct err err = ERR_INIT;
	unsigned seat[3];
	int bob;

	open_table(&t, seat);
	bob = (int)seat[1];
	table_put_address(&t, bob, "p2@example.org", "join");
	a = (struct mail_reply){ .h = t.file, .key = t.host, .message = &l, .now = t.now };
	mail_message_frames(&l, "", 0);
	cr_assert_eq(mail_reply_begin(&a, &err), 0);
	buf_str(&head, FROM("p2@example.org") "In-Reply-To: ");
	message_id_make(a.t.s, a.t.game, a.t.names.seat[seat[1]], 0, "", "example.org", &head);
	buf_chr(&head, '\n');
	add_frame(&frames, "head", &head);
	mail_message_free(&l);
	mail_message_frames(&l, frames.p, frames.n);
	a.automatic = false;
	a.proven = (uint16_t)(1u << seat[1]);
	cr_assert_eq(host_open(&other.file, t.path, true, rules_all, &err), 0, "%s", err.msg);
	(void)sqlite3_trace_v2(t.file->st->db, SQLITE_TRACE_STMT, set_other, &bob);
	cr_assert_eq(mail_reply_confirm(&a, &err), 0, "%s", err.msg);
	(void)sqlite3_trace_v2(t.file->st->db, 0, NULL, NULL);
	got = how(&t, bob);
	cr_expect_str_eq(got.p, "host");
	host_close(other.file);
	mail_reply_free(&a);
	mail_message_free(&l);
	buf_release(&got);
	buf_release(&head);
	buf_release(&frames);
	table_close(&t);
}
