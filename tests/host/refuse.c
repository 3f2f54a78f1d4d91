/* What the host refuses after the deal beside plays of cards: each refusal, with its words; and what it
 * does with orders about mail. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "host/aid.h"
#include "host/mail_order.h"
#include "host/operator.h"
#include "host/table.h"
#include "record/digest_sig.h"
#include "store/lost.h"
#include "store/mail_queue.h"
#include "store/mail_setting.h"
#include "store/query.h"

/* Tables of three seats, three turns old; PEOPLE has absences, a waiting list and mail. */
enum kind { PEOPLE, PLAIN, SILENT, UNLIMITED, OVER, KINDS };
static struct test_table table[KINDS];
static uint8_t me, next; /* the seat to move in the first three, and the one after it */

static void
open_tables(void)
{
	static const struct time_control clock[KINDS] = {
		[PEOPLE] = { .limit_s = 3600, .absence_s = 864000, .standby_open = true },
		[PLAIN] = { .limit_s = 3600 },
		[SILENT] = { .limit_s = 3600, .no_press = true },
		[UNLIMITED] = { .limit_s = -1 },
		[OVER] = { .limit_s = 3600, .absence_s = 864000, .standby_open = true },
	};
	struct err err = ERR_INIT;

	for (unsigned i = 0; i < KINDS; i++) {
		struct host_table_params a = {
			.rules = rules_all[0], .clock = clock[i], .seated = 7
		};

		memset(a.s, 51, sizeof a.s);
		table_open_as(&table[i], &a, 3, "p");
		(void)table_play(&table[i], 3, 1);
	}
	me = table_to_move(&table[PEOPLE]);
	next = (uint8_t)((me + 1) % 3);
	table_put_address(&table[PEOPLE], STORE_TABLE, "cave@example.org", "host");
	table_put_address(&table[PEOPLE], me, "me@example.org", "host");
	for (unsigned s = 0; s < 3; s++)
		cr_assert_eq(
		    table_order(&table[OVER], s, "resign", TURN_ANY, &err), 0, "%s", err.msg);
	(void)table_play(&table[OVER], 400, 1);
	cr_assert_eq(table_to_move(&table[OVER]), SEAT_NONE);
}

/* "{me}", "{next}": the names of the seats. is_next: the order is of that seat. */
static const struct row {
	const char *name;
	enum kind table;
	bool is_next;
	const char *line; /* NULL: words alone */
	int64_t turn, seq;
	enum err_code code;
	const char *says;
} row[] = {
	{ "words", SILENT, false, NULL, TURN_ANY, 0, ERR_RULE,
	    "nobody says anything at this table" },
	{ "a turn after the end", OVER, false, "discard map", 90, 0, ERR_STALE,
	    "the game is over" },
	{ "the next turn after the end", OVER, false, "discard map", TURN_NEXT, 0, ERR_STALE,
	    "the game is over" },
	{ "confirmed after the deal", PEOPLE, false, "confirm", TURN_ANY, 0, ERR_STALE,
	    "the cards are dealt already" },
	{ "keys that are not given", PEOPLE, false, "rotate-key", TURN_ANY, 0, ERR_SYNTAX,
	    "rotate-key needs sign:, age: and proof:" },

	{ "absent after the end", OVER, false, "absent 2026-01-05 to 2026-01-07", TURN_ANY, 0,
	    ERR_STALE, "the game is over" },
	{ "absent in the past", PEOPLE, false, "absent 2025-12-05 to 2025-12-07", TURN_ANY, 0,
	    ERR_STALE, "" },
	{ "absent for too long", PEOPLE, false, "absent 2026-01-05 to 2026-03-07", TURN_ANY, 0,
	    ERR_RULE, "" },
	{ "absent where nobody may be", PLAIN, false, "absent 2026-01-05 to 2026-01-07", TURN_ANY,
	    0, ERR_RULE, "" },

	{ "leave after the end", OVER, false, "leave", TURN_ANY, 0, ERR_STALE, "the game is over" },
	{ "leave where nobody waits", PLAIN, false, "leave", TURN_ANY, 0, ERR_RULE,
	    "nobody can wait for a seat at this table" },
	{ "stay, and did not leave", PEOPLE, false, "leave no", TURN_ANY, 0, ERR_STALE,
	    "{me} has not said that it leaves" },

	{ "a vote on no new keys", PEOPLE, false, "vote {next} yes", TURN_ANY, 0, ERR_STALE,
	    "no new keys of {next} wait to be confirmed" },
	{ "a vote after the end", OVER, false, "vote end yes", TURN_ANY, 0, ERR_STALE,
	    "the game is over" },
	{ "a vote against nothing", PEOPLE, false, "vote end no", TURN_ANY, 0, ERR_STALE, "" },
	{ "a vote on who does not move", PEOPLE, false, "vote skip {next} yes", TURN_ANY, 0,
	    ERR_STALE, "it is not {next}'s turn" },
	{ "a vote on who is not late", PEOPLE, true, "vote skip {me} yes", TURN_ANY, 0, ERR_STALE,
	    "{me} is not late before 2026-01-01T01:03:00Z" },
	{ "a vote on who is never late", UNLIMITED, true, "vote skip {me} yes", TURN_ANY, 0,
	    ERR_RULE, "this table has no limit for a turn: nobody is late" },
	{ "a vote on no limit", UNLIMITED, true, "vote extend 2d yes", TURN_ANY, 0, ERR_RULE,
	    "this table has no limit for a turn: there is nothing to extend" },
	{ "a vote on eleven years", PEOPLE, true, "vote extend 4000d yes", TURN_ANY, 0, ERR_SYNTAX,
	    "" },
	{ "a vote to replace", PLAIN, true, "vote replace {me} yes", TURN_ANY, 0, ERR_RULE,
	    "nobody can wait for a seat at this table" },
	{ "a vote to replace, nobody waits", PEOPLE, true, "vote replace {me} yes", TURN_ANY, 0,
	    ERR_STALE, "nobody waits for a seat" },
	{ "a vote to go back to what has not come", PEOPLE, false, "vote undo 9 yes", TURN_ANY, 0,
	    ERR_NOT_FOUND, "there is no digest 9" },

	{ "mail where there is none", PLAIN, false, "mail mine", TURN_ANY, 1, ERR_RULE,
	    "this table sends no mail" },
	{ "mail with a high number", PEOPLE, false, "mail mine", TURN_ANY,
	    INT64_C(1000000000000001), ERR_SYNTAX, "seq: above 1000000000000000" },
	{ "no way of mail", PEOPLE, false, "mail loud", TURN_ANY, 1, ERR_SYNTAX, "" },
	{ "again what has not come", PEOPLE, false, "resend 4", TURN_ANY, 1, ERR_NOT_FOUND,
	    "digest 3 is the newest of game k7q2m4xw" },
	{ "again without an address", PEOPLE, true, "resend 1", TURN_ANY, 1, ERR_RULE,
	    "the host knows no address of {next}" },
	{ "mail to the table", PEOPLE, false, "address cave@example.org", TURN_ANY, 1, ERR_RULE,
	    "that is the table's own address" },
	{ "mail to where it goes", PEOPLE, false, "address me@example.org", TURN_ANY, 1, ERR_RULE,
	    "mail for {me} goes to that address" },
};

static void
expand(const char *pattern, struct buf *out)
{
	for (const char *p = pattern; *p != '\0';) {
		const bool is_me = strncmp(p, "{me}", 4) == 0,
			   is_next = strncmp(p, "{next}", 6) == 0;

		if (is_me || is_next)
			buf_str(out, table[0].names.seat[is_me ? me : next]);
		else
			buf_chr(out, *p);
		p += is_me ? 4 : is_next ? 6 : 1;
	}
}

/* Gives the order to the host as it comes. */
static int
give(struct test_table *t, const struct order_block *b, struct err *err)
{
	struct parsed_order in;
	struct host_result r;
	bool repeated;

	if (parsed_order_from_fields(&in, b, err) < 0)
		return -1;
	if (order_is_mail(b))
		return mail_order_take(t->file, &in, t->now, NULL, &repeated, err);
	if (host_apply(t->file, t->host, &in, t->now, -1, NULL, &r, err) < 0)
		return -1;
	host_result_release(&r);
	return 0;
}

Test(host_refuse, each_order)
{
	open_tables();
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct test_table *t = &table[row[i].table];
		struct buf line = BUF_INIT, says = BUF_INIT;
		struct order_block b;
		struct err err = ERR_INIT;

		expand(row[i].says, &says);
		if (row[i].line != NULL)
			expand(row[i].line, &line);
		table_sign(t, row[i].is_next ? next : me, row[i].line != NULL ? line.p : NULL,
		    row[i].turn, row[i].seq, &b);
		cr_expect_eq(give(t, &b, &err), -1, "%s: taken", row[i].name);
		cr_expect_eq(err.code, row[i].code, "%s: %d: %s", row[i].name, err.code, err.msg);
		cr_expect(
		    strncmp(err.msg, buf_cstr(&says), says.n) == 0, "%s: %s", row[i].name, err.msg);
		buf_release(&line);
		buf_release(&says);
	}
	for (unsigned i = 0; i < KINDS; i++)
		table_close(&table[i]);
}

/* Returns the result of an order about mail of the seat to move. */
static int
mail(const char *line, int64_t seq, struct err *err)
{
	struct order_block b;

	*err = (struct err)ERR_INIT;
	table_sign(&table[PEOPLE], me, line, TURN_ANY, seq, &b);
	return give(&table[PEOPLE], &b, err);
}

/* Numbers rise; eight orders about mail in 24 hours, two of which may ask an address. */
Test(host_refuse, too_many_orders_about_mail)
{
	struct err err;
	int64_t seq = 5;

	open_tables();
	cr_expect_eq(mail("mail mine", seq, &err), 0, "%s", err.msg);
	cr_expect_eq(mail("mail all", seq, &err), -1);
	cr_expect_str_eq(err.msg, "seq 5 is not above 5, that of a newer order about mail");
	cr_expect_str_eq(err.hint, "sign it again with --seq=6");
	for (unsigned i = 0; i < MAIL_ORDER_QUESTIONS_A_DAY; i++)
		cr_expect_eq(
		    mail(i == 0 ? "address a@example.org" : "address b@example.org", ++seq, &err),
		    0, "%s", err.msg);
	cr_expect_eq(mail("address c@example.org", ++seq, &err), -1);
	cr_expect(err.code == ERR_RULE && strstr(err.msg, "2 addresses were asked for") != NULL,
	    "%s", err.msg);
	for (unsigned i = 1 + MAIL_ORDER_QUESTIONS_A_DAY; i < MAIL_ORDERS_A_DAY; i++)
		cr_expect_eq(mail("mail mine", ++seq, &err), 0, "%s", err.msg);
	cr_expect_eq(mail("mail mine", ++seq, &err), -1);
	cr_expect(err.code == ERR_RULE &&
		strstr(err.msg, "has given 8 orders about mail in 24 hours") != NULL,
	    "%s", err.msg);
	table[PEOPLE].now += 86401;
	cr_expect_eq(mail("address c@example.org", ++seq, &err), 0, "%s", err.msg);
	for (unsigned i = 0; i < KINDS; i++)
		table_close(&table[i]);
}

/* ---- what is taken ------------------------------------------------------------------------------ */

/* What an order about mail leaves. The seat has a digest that waits for another setting. */
static const struct {
	const char *line, *which;
	bool narrow, released;   /* the digest goes as soon as it can */
	const char *addr, *text; /* of the first mail that it makes; addr "": that of the seat */
	const char *second;      /* of the second mail, or NULL: none */
	bool custody;            /* of a seat in custody */
} taken[] = {
	{ "mail all", "all", false, true, "",
	    "Your order was taken: every digest is mailed to you.", NULL, false },
	{ "mail mine", "mine", false, true, "",
	    "Your order was taken: you get mail when you are to\n"
	    "move, join, confirm or vote, when a round begins, and at the end.",
	    NULL, false },
	{ "mail daily", "daily", false, true, "",
	    "Your order was taken: you get mail when you are to\n"
	    "move, join, confirm or vote, when a round begins, and at the end.  All",
	    NULL, false },
	{ "mail narrow", "all", true, true, "",
	    "Your order was taken: the text of your mails has 40 columns.", NULL, false },
	{ "mail wide", "all", false, true, "",
	    "Your order was taken: the text of your mails has 72 columns.", NULL, false },
	{ "resend 1", "all", false, false, "", "Your order was taken: digest 1 is attached.", NULL,
	    false },
	{ "address q@example.org", "all", false, false, "q@example.org",
	    "Mail for a player should go to this address.",
	    "Your order was taken: the new address gets a question.", false },
	{ "address q@example.org", "all", false, false, "q@example.org",
	    "Mail for a player should go to this address.",
	    "Mail for your seat should go to another address.", true },
};

enum { SEAT = 1 };

static void
open_mailed(struct test_table *t, bool custody)
{
	struct host_table_params a = { .rules = rules_all[0],
		.clock.limit_s = 3600,
		.seated = 7,
		.custody = custody ? 1u << SEAT : 0 };
	struct err err = ERR_INIT;

	memset(a.s, 51, sizeof a.s);
	table_open_as(t, &a, 3, "p");
	table_put_address(t, STORE_TABLE, "cave@example.org", "host");
	table_put_address(t, SEAT, "me@example.org", "host");
	(void)table_play(t, 1, 1);
	cr_assert_eq(store_begin(t->file->st, &err), 0);
	cr_assert_eq(store_run(t->file->st, "UPDATE post SET next = ?1", INT64_C(9000000000), &err),
	    0, "%s", err.msg);
	cr_assert_eq(store_commit(t->file->st, &err), 0);
}

/* The mails of the seat, the digest that waits first. */
struct mails {
	unsigned n;
	struct store_mail at[4];
};

static int
add_mail(void *arg, struct store_mail *p, struct err *err)
{
	struct mails *m = arg;

	(void)err;
	cr_assert_lt(m->n, 4);
	m->at[m->n++] = *p;
	p->in_reply_to = p->text = p->addr = p->error = (struct buf)BUF_INIT;
	return 0;
}

static bool
begins(const struct store_mail *m, const char *addr, const char *text)
{
	return strcmp(buf_cstr(&m->addr), addr) == 0 &&
	    strncmp(buf_cstr(&m->text), text, strlen(text)) == 0;
}

Test(host_refuse, what_orders_about_mail_do)
{
	for (size_t i = 0; i < sizeof taken / sizeof taken[0]; i++) {
		struct store_mail_setting set;
		struct mails m = { .n = 0 };
		struct test_table t;
		struct order_block b;
		struct err err = ERR_INIT;

		open_mailed(&t, taken[i].custody);
		table_sign(&t, SEAT, taken[i].line, TURN_ANY, 1, &b);
		cr_assert_eq(give(&t, &b, &err), 0, "%s: %s", taken[i].line, err.msg);
		cr_assert_eq(store_get_mail_setting(t.file->st, SEAT, &set, &err), 0);
		cr_expect(strcmp(set.which, taken[i].which) == 0 && set.narrow == taken[i].narrow &&
			set.seq == 1,
		    "%s: %s", taken[i].line, set.which);
		cr_assert_eq(store_each_mail(t.file->st, SEAT, "queued", add_mail, &m, &err), 0);
		cr_assert_eq(m.n, taken[i].second != NULL ? 3 : 2, "%s", taken[i].line);
		cr_expect_eq(m.at[0].next == STORE_MAIL_FRESH, taken[i].released, "%s: %lld",
		    taken[i].line, (long long)m.at[0].next);
		cr_expect(begins(&m.at[1], taken[i].addr, taken[i].text), "%s: %s: %s",
		    taken[i].line, buf_cstr(&m.at[1].addr), m.at[1].text.p);
		cr_expect_eq(m.at[1].has_old, strncmp(taken[i].line, "resend", 6) == 0);
		if (taken[i].second != NULL)
			cr_expect(begins(&m.at[2], "me@example.org", taken[i].second), "%s: %s",
			    taken[i].line, m.at[2].text.p);
		cr_expect_eq(set.ask_new, taken[i].second != NULL ? m.at[1].id : 0);
		cr_expect_eq(set.ask_old, taken[i].custody ? m.at[2].id : 0);
		while (m.n > 0)
			store_mail_release(&m.at[--m.n]);
		store_mail_setting_release(&set);
		table_close(&t);
	}
}

/* At a table where nobody has joined yet. */
Test(host_refuse, mail_of_a_seat_that_nobody_has)
{
	struct test_table t;
	struct parsed_order in;
	struct order_block b = { .turn = TURN_ANY, .seq = 1, .n_do = 1 };
	struct host_table_params a = {
		.rules = rules_all[0], .audited = true, .clock.limit_s = 3600
	};
	struct err err = ERR_INIT;

	table_open_as(&t, &a, 3, "p");
	memcpy(b.game, t.game, sizeof b.game);
	memcpy(b.seat, "p2", 3);
	memcpy(b.doing[0], "mail mine", 10);
	cr_assert_eq(order_sign(&in, &b, t.key[1], &err), 0, "%s", err.msg);
	cr_expect_eq(give(&t, &in.o.b, &err), -1);
	cr_expect_str_eq(err.msg, "nobody has joined as p2 yet");
	table_close(&t);
}

/* ---- fields ------------------------------------------------------------------------------------ */

static void
of_another_game(struct order_block *b)
{
	memcpy(b->game, "aaaaaaaa", 9);
}

static void
of_no_digest(struct order_block *b)
{
	b->head[0] ^= 1;
	b->has_head_sig = false;
}

/* Answers digest 1. */
static void
of_an_old_digest(struct order_block *b)
{
	struct store_digest d = { .n = 0 };
	struct err err = ERR_INIT;

	cr_assert_eq(store_get_digest(table[PEOPLE].file->st, 1, &d, &err), 0, "%s", err.msg);
	memcpy(b->head, d.hash, sizeof b->head);
	b->has_head_sig = false;
	store_digest_release(&d);
}

static void
with_keys(struct order_block *b)
{
	pubkey_sign_text(&table[PLAIN].key[0]->pub, b->sign);
	pubkey_box_text(&table[PLAIN].key[0]->pub, b->age);
	b->has_proof = true;
}

static void
with_no_signing_key(struct order_block *b)
{
	with_keys(b);
	memset(b->sign, 'A', SIGN_TEXT);
}

static void
with_no_box_key(struct order_block *b)
{
	with_keys(b);
	memset(b->age + 4, 'q', AGE_TEXT - 4);
}

static void
with_a_commitment(struct order_block *b)
{
	b->has_commit = true;
}

static void
until_yesterday(struct order_block *b)
{
	b->until = table[PLAIN].now - 86400;
}

static void
of_who_waits(struct order_block *b)
{
	memcpy(b->seat, STANDBY_SEAT, sizeof STANDBY_SEAT);
}

static void
of_the_operator(struct order_block *b)
{
	b->turn = TURN_COMMAND;
	memcpy(b->seat, ORDER_BLOCK_OPERATOR, sizeof ORDER_BLOCK_OPERATOR);
}

static const struct {
	const char *name;
	enum kind table;
	const char *line;
	int64_t turn, seq;
	void (*change)(struct order_block *b);
	enum err_code code;
	const char *says;
} field[] = {
	{ "mail of another game", PEOPLE, "mail mine", TURN_ANY, 1, of_another_game, ERR_NOT_FOUND,
	    "the order is for game aaaaaaaa, this is game k7q2m4xw" },
	{ "mail of no digest", PEOPLE, "mail mine", TURN_ANY, 1, of_no_digest, ERR_STALE,
	    "the order's head is no digest of game k7q2m4xw" },
	{ "mail of no seat", PEOPLE, "mail mine", TURN_ANY, 1, of_who_waits, ERR_NOT_FOUND,
	    "no seat any in game k7q2m4xw" },
	{ "a vote of an earlier turn", PEOPLE, "vote extend 2d yes", TURN_ANY, 0, of_an_old_digest,
	    ERR_STALE, "the vote acts on a digest of turn 2, the game is at turn 4" },
	{ "keys with a card", PLAIN, "discard map", 3, 0, with_keys, ERR_SYNTAX,
	    "sign:, age: and proof: go with rotate-key alone" },
	{ "a commitment with a card", PLAIN, "discard map", 3, 0, with_a_commitment, ERR_SYNTAX,
	    "commit: and reveal: go with join and confirm alone" },
	{ "no signing key", PLAIN, "rotate-key", TURN_ANY, 0, with_no_signing_key, ERR_SYNTAX,
	    "sign: not a public key of minisign" },
	{ "no key of age", PLAIN, "rotate-key", TURN_ANY, 0, with_no_box_key, ERR_SYNTAX,
	    "age: not a public key of age" },
	{ "a recurring order that has ended", PLAIN, "discard map", TURN_EVERY, 0, until_yesterday,
	    ERR_STALE, "the order's until: is over already" },
	{ "a card of who waits", PEOPLE, "standby", TURN_ANY, 0, of_who_waits, ERR_SYNTAX,
	    "standby takes seat: any, turn: any, sign:, age: and proof:, and nothing else" },
	{ "a command", PLAIN, "resign", TURN_ANY, 0, of_the_operator, ERR_RULE,
	    "a command of the operator is not an order" },
};

Test(host_refuse, each_field)
{
	open_tables();
	for (size_t i = 0; i < sizeof field / sizeof field[0]; i++) {
		struct test_table *t = &table[field[i].table];
		struct buf line = BUF_INIT;
		struct parsed_order in;
		struct order_block b;
		struct err err = ERR_INIT;

		expand(field[i].line, &line);
		table_sign(t, me, line.p, field[i].turn, field[i].seq, &b);
		field[i].change(&b);
		cr_assert_eq(
		    order_sign(&in, &b, t->key[me], &err), 0, "%s: %s", field[i].name, err.msg);
		cr_expect_eq(give(t, &in.o.b, &err), -1, "%s: taken", field[i].name);
		cr_expect_eq(err.code, field[i].code, "%s: %s", field[i].name, err.msg);
		cr_expect_str_eq(err.msg, field[i].says, "%s: %s", field[i].name, err.msg);
		buf_release(&line);
	}
	for (unsigned i = 0; i < KINDS; i++)
		table_close(&table[i]);
}

static void
of_who_waits_for_long(struct order_block *b)
{
	of_who_waits(b);
	of_an_old_digest(b);
}

/* Gives an order of the seat to move, signed again. */
static int
give_changed(struct test_table *t, const char *line, int64_t seq,
    void (*change)(struct order_block *b), struct err *err)
{
	struct parsed_order in;
	struct order_block b;

	*err = (struct err)ERR_INIT;
	table_sign(t, me, line, TURN_ANY, seq, &b);
	change(&b);
	cr_assert_eq(order_sign(&in, &b, t->key[me], err), 0, "%s", err->msg);
	return give(t, &in.o.b, err);
}

static void
as_it_is(struct order_block *b)
{
	(void)b;
}

/* A host could hold orders back until they serve it. */
Test(host_refuse, what_answers_a_digest_that_is_too_old)
{
	struct test_table *t = &table[PEOPLE];
	struct buf line = BUF_INIT, says = BUF_INIT;
	struct host_result r;
	struct err err = ERR_INIT;

	open_tables();
	cr_assert_eq(
	    host_undo(t->file, t->host, 1, "a slip", t->now, -1, &r, &err), 0, "%s", err.msg);
	table_add(t, &r);
	cr_expect_eq(give_changed(t, "vote end yes", 0, as_it_is, &err), -1);
	cr_expect_not_null(strstr(err.msg, ", as the host asks, first"), "%s", err.msg);
	cr_assert_eq(host_withdraw(t->file, t->host, NULL, t->now, -1, &r, &err), 0, "%s", err.msg);
	table_add(t, &r);
	(void)table_play(t, PROPOSAL_DIGESTS, 1);
	buf_fmt(&says, "the order acts on digest 1: %d have come since", (int)table_n(t) - 1);
	cr_expect_eq(give_changed(t, "mail mine", 1, of_an_old_digest, &err), -1);
	cr_expect_str_eq(err.msg, says.p);
	cr_expect_eq(give_changed(t, "standby", 0, of_who_waits_for_long, &err), -1);
	cr_expect_str_eq(err.msg, says.p);
	cr_expect_eq(give_changed(t, "vote end yes", 0, of_an_old_digest, &err), -1);
	cr_expect_str_eq(strstr(err.msg, "acts"), strstr(says.p, "acts"), "%s", err.msg);
	cr_assert_eq(host_replace(t->file, t->host, t->names.seat[next], &table[PLAIN].key[0]->pub,
			 "lost", t->now, -1, &r, &err),
	    0, "%s", err.msg);
	table_add(t, &r);
	expand("vote {next} yes", &line);
	cr_expect_eq(give_changed(t, line.p, 0, of_an_old_digest, &err), -1);
	cr_expect_not_null(strstr(err.msg, "acts on digest 1, but these keys of"), "%s", err.msg);
	t->key[next] = table[PLAIN].key[0];
	cr_expect_eq(table_order(t, next, "leave", TURN_ANY, &err), -1);
	cr_expect_str_eq(err.msg, "your own keys are not confirmed yet: nobody leaves");
	t->key[next] = table[PLAIN].key[next];
	buf_release(&line);
	buf_release(&says);
	for (unsigned i = 0; i < KINDS; i++)
		table_close(&table[i]);
}

/* ---- a table that cannot be made ------------------------------------------------------------- */

static void
names_a_word(struct host_table_params *a)
{
	memcpy(a->names.seat[1], "end", 4);
}

static void
names_the_operator(struct host_table_params *a)
{
	memcpy(a->names.seat[1], HOST_OPERATOR, sizeof HOST_OPERATOR);
}

static void
has_the_host_key(struct host_table_params *a)
{
	a->pub[1] = table[PLAIN].host->pub;
}

static void
has_one_key_twice(struct host_table_params *a)
{
	memcpy(a->pub[2].box_pk, a->pub[0].box_pk, BOX_PK_BYTES);
}

static const struct {
	void (*change)(struct host_table_params *a);
	const char *says;
} unmade[] = {
	{ names_a_word,
	    "\"end\" is a word of the order language or of adit, and cannot name a seat" },
	{ names_the_operator,
	    "\"host\" is a word of the order language or of adit, and cannot name a seat" },
	{ has_the_host_key, "seat p2 has the host's own key" },
	{ has_one_key_twice, "seats p1 and p3 have the same key" },
};

Test(host_refuse, tables)
{
	open_tables();
	for (size_t i = 0; i < sizeof unmade / sizeof unmade[0]; i++) {
		struct test_table *t = &table[PLAIN];
		struct host_table_params a = { .rules = rules_all[0],
			.game = "abc",
			.host_key = "host",
			.now = TABLE_NOW,
			.names = t->names,
			.clock.limit_s = -1,
			.seated = 7 };
		struct buf path = BUF_INIT, made = BUF_INIT;
		struct err err = ERR_INIT;
		struct host *file;

		for (unsigned s = 0; s < 3; s++)
			a.pub[s] = t->key[s]->pub;
		unmade[i].change(&a);
		buf_fmt(&path, "%s/%zu.db", t->folder, i);
		cr_assert_eq(host_create(&file, path.p, rules_all, &err), 0, "%s", err.msg);
		cr_expect_eq(host_new_game(file, t->host, &a, &made, &err), -1);
		cr_expect_eq(err.code, ERR_USAGE);
		cr_expect_str_eq(err.msg, unmade[i].says);
		cr_expect_eq(made.n, 0);
		host_close(file);
		buf_release(&path);
	}
	for (unsigned i = 0; i < KINDS; i++)
		table_close(&table[i]);
}

/* ---- what the host may not do ---------------------------------------------------------------- */

static const struct {
	enum kind table;
	const char *seat, *address;
	enum err_code code;
	const char *says;
} custody[] = {
	{ PLAIN, "p1", "a@example.org", ERR_USAGE, "the table has no address to answer to" },
	{ PEOPLE, "p1", "Cave@example.org", ERR_USAGE,
	    "Cave@example.org is the table's own address" },
	{ PLAIN, "p123456789012345678901234567890123", "a@example.org", ERR_NOT_FOUND,
	    "no seat has a name as long as that" },
	{ PLAIN, "p9", "a@example.org", ERR_NOT_FOUND, "no seat p9 in game k7q2m4xw" },
};

Test(host_refuse, custody)
{
	open_tables();
	for (size_t i = 0; i < sizeof custody / sizeof custody[0]; i++) {
		struct test_table *t = &table[custody[i].table];
		struct host_result r;
		struct err err = ERR_INIT;

		cr_expect_eq(host_give_custody(t->file, t->host, custody[i].seat,
				 custody[i].address, "she asked", t->now, -1, &r, &err),
		    -1, "%s", custody[i].says);
		cr_expect_eq(err.code, custody[i].code, "%s: %d", custody[i].says, err.code);
		cr_expect_str_eq(err.msg, custody[i].says);
	}
	for (unsigned i = 0; i < KINDS; i++)
		table_close(&table[i]);
}

static void
has_gone_back_often(struct host_state *hs)
{
	hs->n_undo = UNDO_REQUEST_UNDOS_MAX;
}

Test(host_refuse, to_go_back_without_end)
{
	struct test_table *t = &table[PLAIN];
	struct host_result r;
	struct err err = ERR_INIT;

	open_tables();
	table_tamper(t, has_gone_back_often);
	cr_expect_eq(host_undo(t->file, t->host, 2, "a slip", t->now, -1, &r, &err), -1);
	cr_expect_eq(err.code, ERR_RULE);
	cr_expect_str_eq(err.msg, "64 times digests were taken back: no more in this game");
	for (unsigned i = 0; i < KINDS; i++)
		table_close(&table[i]);
}

/* ---- a stopped table ------------------------------------------------------------------------- */

/* Makes the block answer a digest that the host has signed and the file lacks. */
static void
answer_lost(struct order_block *b)
{
	const struct test_table *t = &table[PEOPLE];
	struct store_digest d = { .n = 0 };
	struct hash head = { { 7 } }, zero;
	struct buf comment = BUF_INIT;
	struct minisign_sig sig;
	struct err err = ERR_INIT;

	cr_assert_eq(store_get_digest(t->file->st, 0, &d, &err), 0, "%s", err.msg);
	memcpy(zero.b, d.hash, sizeof zero.b);
	b->head_n = table_n(t) + 1;
	digest_comment(t->game, b->head_n, &head, &zero, &comment);
	minisign_sign(t->host, "", 0, comment.p, &sig);
	memcpy(b->head, head.b, sizeof b->head);
	memcpy(b->head_sig, sig.b, sizeof b->head_sig);
	b->has_head_sig = true;
	store_digest_release(&d);
	buf_release(&comment);
}

Test(host_refuse, what_a_stopped_table_does_not_hold)
{
	struct test_table *t = &table[PEOPLE];
	const struct hash none = { { 1 } };
	struct parsed_order held;
	struct order_block b;
	struct host_result r;
	struct err err = ERR_INIT;
	int64_t id = 0;

	open_tables();
	cr_expect_eq(host_accept(t->file, t->host, &none, NULL, t->now, -1, &r, &err), -1);
	cr_expect_str_eq(err.msg, "the table is not stopped: there is nothing to give up");
	for (int64_t i = 0; i < STORE_HELD_MAX; i++)
		cr_assert_eq(give_changed(t, NULL, 1 + i, answer_lost, &err), 0, "%s", err.msg);
	cr_expect_eq(give_changed(t, NULL, 1 + STORE_HELD_MAX, answer_lost, &err), -1);
	cr_expect_eq(err.code, ERR_STALE);
	cr_expect_not_null(strstr(err.msg, "64 orders of p"), "%s", err.msg);
	cr_expect_not_null(strstr(err.msg, "are kept: send this one again"), "%s", err.msg);
	table_sign(t, me, NULL, TURN_ANY, 99, &b);
	answer_lost(&b);
	cr_assert_eq(order_sign(&held, &b, t->key[next], &err), 0, "%s", err.msg);
	cr_expect_eq(give(t, &held.o.b, &err), -1);
	cr_expect_eq(err.code, ERR_AUTH, "%s", err.msg);
	cr_expect_str_eq(
	    err.hint, "the newest key of a seat counts; who has another signs with that");
	cr_expect_eq(give_changed(t, NULL, 0, of_another_game, &err), -1);
	cr_expect_str_eq(err.msg, "the order is for game aaaaaaaa, this is game k7q2m4xw");
	cr_expect_eq(give_changed(t, "standby", 0, of_who_waits, &err), -1);
	cr_expect_str_eq(err.msg, "the table is stopped: ask again when it goes on");
	cr_expect_eq(give_changed(t, "mail mine", 1, as_it_is, &err), -1);
	cr_expect_str_eq(err.msg, "the table is stopped: sign it again when it goes on");
	cr_expect_eq(host_accept(t->file, t->host, &none, NULL, t->now, -1, &r, &err), -1);
	cr_expect_str_eq(err.msg, "the table is stopped by another digest");
	cr_expect_eq(host_held(t->file, &id, &held, &err), 1, "%s", err.msg);
	cr_assert_eq(store_begin(t->file->st, &err), 0);
	cr_assert_eq(
	    store_run(t->file->st, "UPDATE held SET block = x'00' WHERE id > ?1", id, &err), 0);
	cr_assert_eq(store_commit(t->file->st, &err), 0);
	cr_expect_eq(host_held(t->file, &id, &held, &err), -1);
	cr_expect_str_eq(err.msg, "an order that is kept is damaged");
	for (unsigned i = 0; i < KINDS; i++)
		table_close(&table[i]);
}
