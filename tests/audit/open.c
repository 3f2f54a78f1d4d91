/* Hosts that act in the name of a seat with open orders: everybody finds it at once. */
#include <criterion/criterion.h>
#include <sys/stat.h>

#include "audit/forge.h"
#include "host/aid.h"
#include "host/keys.h"
#include "record/folder.h"
#include "record/saved_digest.h"
#include "util/file.h"
#include "util/mem.h"

static struct test_table t;
static int64_t newest; /* of a table that is not read any more */

/* A host action in the name of a seat. */
struct plot {
	const char *name;
	struct note note; /* NOTE_NONE: only words */
	const char *say;  /* may be NULL */
	bool resigns;
	const struct order_block *prints; /* NULL: no order is printed */
	const struct pubkey *keys;        /* NOTE_ROTATED: the new keys of the seat */
};

static int
put_row(const struct command *w, const struct parsed_order *in, struct err *err)
{
	struct store_order row = {
		.n = w->hs.n + 1, .seat = w->seat, .turn = -1, .seq = in->o.b.seq
	};
	int result;

	memcpy(row.hash, in->hash.b, HASH_BYTES);
	memcpy(row.sig, in->o.b.sig, sizeof row.sig);
	buf_add(&row.text, in->o.text, in->o.n);
	result = store_put_order(w->h->st, &row, err);
	store_order_release(&row);
	return result;
}

/* Changes the state as an order with this note does, without its checks. */
static void
take(struct command *w, const struct note *note, const struct pubkey *keys)
{
	struct absence a = { .from = note->n, .until = note->to };
	const uint16_t bit = (uint16_t)(1u << note->seat);
	struct err err = ERR_INIT;

	if (note->kind == NOTE_ABSENT)
		people_add(&w->hs.people, note->seat, &a);
	else if (note->kind == NOTE_VOTED_KEYS)
		w->hs.replaced[note->of].yes |= bit;
	else if (note->kind == NOTE_VOTED_UNDO)
		w->hs.undo_request.yes |= bit;
	else if (note->kind == NOTE_ROTATED)
		cr_assert_eq(command_put_card(w, note->seat, keys, &err), 0, "%s", err.msg);
}

static int
invents(struct command *w, const void *what, struct err *err)
{
	const struct plot *p = what;
	struct digest_cause cause = { .has_order = true, .keep = "" };
	struct turn turn = { .n = 1, .step = { { .kind = ORDER_RESIGN, .to = SEAT_NONE } } };
	struct parsed_order *in = mem_zero(1, sizeof *in);
	struct note note = p->note;

	seal_random(cause.order.b, sizeof cause.order.b);
	w->seat = turn.step[0].seat = 1;
	if (p->prints != NULL) {
		cr_assert_eq(parsed_order_from_fields(in, p->prints, err), 0, "%s", err->msg);
		memcpy(in->o.b.sig, p->prints->sig, sizeof in->o.b.sig);
		in->o.b.has_sig = true;
		cause.order = in->hash;
		cr_assert_eq(put_row(w, in, err), 0, "%s: %s", p->name, err->msg);
	}
	free(in);
	if (p->say != NULL)
		note_add(&cause.notes,
		    (struct note){
			.kind = NOTE_SAID, .seat = 1, .text = { p->say, strlen(p->say) } });
	if (note.kind == NOTE_ABSENT) {
		note.n = w->now;
		note.to = time_control_day_begins(&w->t.clock, w->now / 86400 + 1);
	}
	if (note.kind != NOTE_NONE) {
		take(w, &note, p->keys);
		note_add(&cause.notes, note);
	}
	return command_play(w, p->resigns ? &turn : NULL, &cause, err);
}

/* Expects that every reader finds the lie in the newest digest, and so does the audit. */
static void
is_found(const char *name, const char *says)
{
	struct audit a;
	struct player_read r;
	struct err err = ERR_INIT;
	bool fails = false;

	cr_expect_eq(
	    player_read(&r, rules_all, t.all.p, t.all.n, NULL, NULL, &err), -1, "%s", name);
	cr_expect_eq(err.code, ERR_AUTH, "%s: %s", name, err.msg);
	cr_expect(strstr(err.msg, says) != NULL, "%s: %s", name, err.msg);
	err = (struct err)ERR_INIT;
	cr_assert_eq(audit_text(&a, t.all.p, t.all.n, NULL, &err), 0, "%s", err.msg);
	for (size_t i = 0; i < a.n; i++)
		fails = fails || (a.at[i].result == AUDIT_FAIL && a.at[i].n == newest);
	cr_expect(fails, "%s: the audit does not find it", name);
	audit_release(&a);
}

static void
open_table(bool audited)
{
	struct host_table_params a = { .rules = &rules_saboteur,
		.audited = audited,
		.clock = { .limit_s = LATE_LIMIT, .absence_s = 86400 * 9, .standby_open = true },
		.seated = 7 };

	memset(a.s, 9, sizeof a.s);
	table_open_as(&t, &a, 3, "p");
	if (audited) {
		table_join(&t);
		table_confirm(&t);
	}
	(void)table_play(&t, 1, 4);
}

static void
run(const struct plot *p, const char *says)
{
	newest = table_n(&t) + 1;
	table_run(&t, invents, p, t.now + 60);
	is_found(p->name, says);
	table_close(&t);
}

static const struct plot plots[] = {
	{ .name = "a vote",
	    .note = { .kind = NOTE_VOTED, .seat = 1, .yes = true, .text = { "end", 3 } } },
	{ .name = "words", .say = "I am a saboteur" },
	{ .name = "an absence", .note = { .kind = NOTE_ABSENT, .seat = 1 } },
	{ .name = "leaving", .note = { .kind = NOTE_LEAVES, .seat = 1 } },
	{ .name = "resigning", .resigns = true },
	{ .name = "a vote on more time",
	    .note = { .kind = NOTE_VOTED, .seat = 1, .yes = true, .text = { "extend 2d", 9 } } },
};

Test(open, what_is_invented_and_not_printed)
{
	for (size_t i = 0; i < sizeof plots / sizeof plots[0]; i++) {
		open_table(i % 2 == 0);
		run(&plots[i], "does not print the order that it applies");
	}
}

/* An order that adit sign would not make. */
struct signed_as {
	const struct seckey *key;
	const char *seat, *game; /* game NULL: of this table */
	const char *line, *say;  /* or NULL */
};

static void
sign_as(const struct signed_as *as, struct order_block *out)
{
	struct player_read r;
	struct parsed_order in;
	struct err err = ERR_INIT;
	const char *game;

	table_read(&t, 1, &r);
	memset(&in, 0, sizeof in);
	game = as->game != NULL ? as->game : r.d.game;
	memcpy(in.o.b.game, game, strlen(game) + 1);
	memcpy(in.o.b.seat, as->seat, strlen(as->seat) + 1);
	memcpy(in.o.b.head, r.head.b, sizeof in.o.b.head);
	in.o.b.turn = TURN_ANY;
	in.o.b.seq = r.v.seq_open;
	in.o.b.n_do = as->line != NULL;
	if (as->line != NULL)
		memcpy(in.o.b.doing[0], as->line, strlen(as->line) + 1);
	if (as->say != NULL)
		memcpy(in.o.b.say, as->say, strlen(as->say) + 1);
	cr_assert_eq(order_sign(&in, &in.o.b, as->key, &err), 0, "%s", err.msg);
	*out = in.o.b;
	player_read_release(&r);
}

/* The host signs the order itself. */
static void
sign_by_host(const char *line, const char *say, struct order_block *out)
{
	sign_as(&(struct signed_as){ t.host, "p2", NULL, line, say }, out);
}

Test(open, what_is_signed_by_somebody_else)
{
	static const char *const line[] = { "vote end yes", NULL, NULL, "leave", "resign",
		"vote extend 2d yes" };

	for (size_t i = 0; i < sizeof plots / sizeof plots[0]; i++) {
		struct plot p = plots[i];
		struct order_block b;

		if (p.note.kind == NOTE_ABSENT)
			continue; /* with other words */
		open_table(i % 2 == 0);
		sign_by_host(line[i], p.say, &b);
		p.prints = &b;
		run(&p, "is not signed by its seat");
	}
}

/* The order that p2 signed has other content. */
Test(open, what_is_printed_says_something_else)
{
	static const struct {
		const char *line;
		size_t plot;
	} row[] = { { "vote end no", 0 }, { "vote undo 0 yes", 0 }, { NULL, 1 },
		{ "vote end yes", 1 }, { "absent 2026-02-01 to 2026-02-02", 2 }, { "leave", 0 },
		{ "leave no", 3 }, { "leave", 4 }, { "resign", 3 } };

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct plot p = plots[row[i].plot];
		struct order_block b;

		open_table(i % 2 == 0);
		table_sign(&t, 1, row[i].line, TURN_ANY, 0, &b);
		p.prints = &b;
		run(&p, "says something else than it tells");
	}
}

/* p2 has signed it, at another table or with lines that no host takes; or nobody of the table has. */
Test(open, what_is_printed_was_not_sent)
{
	static const char other[] = "says something else than it tells";
	static const struct {
		const char *seat, *game, *line, *say;
		size_t plot;
		const char *with, *says; /* what the digest says */
	} row[] = {
		{ "p2", "zzzzzzzz", NULL, "hi", 1, "hi", "is not the one that it names" },
		{ "p2", NULL, NULL, "hi", 1, "ho", other },
		{ "p2", NULL, NULL, "hi", 0, "hi", other },
		{ "p2", NULL, "vote extend 3d yes", NULL, 5, NULL, other },
		{ "p2", NULL, "vote extend 2d no", NULL, 5, NULL, other },
		{ "p2", NULL, "vote nobody", NULL, 0, NULL, other },
		{ "p2", NULL, "absent for ever", NULL, 2, NULL, other },
		{ "p2", NULL, "absent 2026-01-01 to 2026-01-03", NULL, 2, NULL, other },
		{ "p9", NULL, NULL, "hi", 1, "hi", other },
	};

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct plot p = plots[row[i].plot];
		struct order_block b;

		open_table(i % 2 == 0);
		sign_as(&(struct signed_as){ t.key[1], row[i].seat, row[i].game, row[i].line,
			    row[i].say },
		    &b);
		p.prints = &b;
		p.say = row[i].with;
		run(&p, row[i].says);
	}
}

/* Reads digests from this one on, with or without a record of the earlier ones. */
static int
reads_from(int64_t from, const char *dir, struct player_read *r, struct err *err)
{
	struct player_pins pins = { .dir = dir };
	struct buf some = BUF_INIT;
	int result;

	for (int64_t n = from; n <= newest; n++)
		forge_take(&t.all, n, &some);
	*err = (struct err)ERR_INIT;
	result = player_read(r, rules_all, some.p, some.n, &pins, NULL, err);
	buf_release(&some);
	return result;
}

static void
keep_record(char dir[static 128])
{
	struct player_read r;
	struct err err = ERR_INIT;

	cr_assert_eq(
	    player_read(&r, rules_all, t.all.p, t.all.n, NULL, NULL, &err), 0, "%s", err.msg);
	(void)snprintf(dir, 128, "%s/record", t.folder);
	cr_assert_eq(folder_make(dir, &err), 0, "%s", err.msg);
	for (size_t i = 0; i < r.tr.n_copy; i++)
		cr_assert_geq(
		    saved_digest_add(dir, &r.tr, &r.tr.copy[i], SAVED_DIGEST_NONE, NULL, &err), 0,
		    "%s", err.msg);
	player_read_release(&r);
}

static void
replace(unsigned seat)
{
	struct seckey *key = seckey_new(&(struct err)ERR_INIT);
	struct host_result r;
	struct err err = ERR_INIT;

	cr_assert(key != NULL && seckey_make(key, &err) == 0);
	cr_assert_eq(host_replace(t.file, t.host, t.names.seat[seat], &key->pub, "lost", t.now + 60,
			 -1, &r, &err),
	    0, "%s", err.msg);
	table_add(&t, &r);
	seckey_free(t.key[seat]);
	t.key[seat] = key;
}

static void
ask(int64_t to)
{
	struct host_result r;
	struct err err = ERR_INIT;

	cr_assert_eq(
	    host_undo(t.file, t.host, to, "a slip", t.now + 60, -1, &r, &err), 0, "%s", err.msg);
	table_add(&t, &r);
}

static void
withdraw(void)
{
	struct host_result r;
	struct err err = ERR_INIT;

	cr_assert_eq(
	    host_withdraw(t.file, t.host, NULL, t.now + 60, -1, &r, &err), 0, "%s", err.msg);
	table_add(&t, &r);
}

/* A vote of p2 on the keys of p3, or on going back to digest 6, that is counted as another. */
Test(open, votes_that_p2_has_not_given)
{
	static const struct {
		const char *line;
		struct note note;
	} row[] = {
		{ "vote p1 yes", { .kind = NOTE_VOTED_KEYS, .seat = 1, .of = 2, .yes = true } },
		{ "vote end yes", { .kind = NOTE_VOTED_KEYS, .seat = 1, .of = 2, .yes = true } },
		{ "vote undo 5 yes", { .kind = NOTE_VOTED_UNDO, .seat = 1, .n = 6, .yes = true } },
		{ "vote end yes", { .kind = NOTE_VOTED_UNDO, .seat = 1, .n = 6, .yes = true } },
	};

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct plot p = { .name = row[i].line, .note = row[i].note };
		struct order_block b;

		open_table(true);
		if (p.note.kind == NOTE_VOTED_KEYS)
			replace(2);
		else
			ask(6);
		sign_as(&(struct signed_as){ t.key[1], "p2", NULL, row[i].line, NULL }, &b);
		p.prints = &b;
		run(&p, "says something else than it tells");
	}
}

/* The host has given p2 and p3 keys that it has itself, and votes with them. */
Test(open, votes_of_seats_that_have_none)
{
	static const struct {
		const char *line;
		struct note note;
	} row[] = {
		{ "vote p2 yes", { .kind = NOTE_VOTED_KEYS, .seat = 1, .of = 1, .yes = true } },
		{ "vote p3 yes", { .kind = NOTE_VOTED_KEYS, .seat = 1, .of = 2, .yes = true } },
		{ "vote undo 9 yes", { .kind = NOTE_VOTED_UNDO, .seat = 1, .n = 9, .yes = true } },
		{ "vote end yes",
		    { .kind = NOTE_VOTED, .seat = 1, .yes = true, .text = { "end", 3 } } },
		{ "leave", { .kind = NOTE_LEAVES, .seat = 1 } },
	};

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct plot p = { .name = row[i].line, .note = row[i].note };
		struct order_block b;

		open_table(true);
		replace(1);
		replace(2);
		if (p.note.kind == NOTE_VOTED_UNDO) {
			(void)table_play(&t, 2, 5);
			ask(9);
		}
		sign_as(&(struct signed_as){ t.key[1], "p2", NULL, row[i].line, NULL }, &b);
		p.prints = &b;
		run(&p, "a seat votes or leaves before its keys are confirmed");
	}
}

/* What no seat can vote on, or not this one. */
Test(open, votes_that_no_table_counts)
{
	static const struct {
		const char *line, *on;
		bool yes, resigned;
		const char *says;
	} row[] = {
		{ "vote skip p2 yes", "skip p2", true, false,
		    "a seat votes on what no table votes on" },
		{ "vote end no", "end", false, false,
		    "a seat votes no on what nobody has proposed" },
		{ "vote end yes", "end", true, true, "a seat votes that has no vote on that" },
	};

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct plot p = { .name = row[i].line,
			.note = { .kind = NOTE_VOTED,
			    .seat = 1,
			    .yes = row[i].yes,
			    .text = { row[i].on, strlen(row[i].on) } } };
		struct order_block b;
		struct err err = ERR_INIT;

		open_table(true);
		if (row[i].resigned)
			cr_assert_eq(
			    table_order(&t, 1, "resign", TURN_ANY, &err), 0, "%s", err.msg);
		sign_as(&(struct signed_as){ t.key[1], "p2", NULL, row[i].line, NULL }, &b);
		p.prints = &b;
		run(&p, row[i].says);
	}
}

/* A vote on an end of the game, which the host holds back for 50 digests. */
Test(open, a_vote_that_is_held_back)
{
	for (unsigned more = 0; more < 2; more++) {
		struct plot p = plots[0];
		struct order_block b;
		struct player_read r;
		struct err err = ERR_INIT;

		open_table(false);
		table_sign(&t, 1, "vote end yes", TURN_ANY, 0, &b);
		for (unsigned i = 0; i < PROPOSAL_DIGESTS - 1 + more; i++) {
			t.now += 10000; /* not too much on a day */
			cr_assert_eq(table_order(&t, 0, NULL, TURN_ANY, &err), 0, "%s", err.msg);
		}
		p.prints = &b;
		if (more) {
			run(&p, "the vote that it prints is too old");
			continue;
		}
		table_run(&t, invents, &p, t.now + 60);
		cr_expect_eq(player_read(&r, rules_all, t.all.p, t.all.n, NULL, NULL, &err), 0,
		    "%s", err.msg);
		player_read_release(&r);
		table_close(&t);
	}
}

/* p2 votes for keys of p3, or for going back. The host holds the vote back until p3 has other keys,
 * or until it asks again. With a gap the digest that the vote answers comes from a record. */
Test(open, votes_on_what_was_before)
{
	static const char old[] = "the vote that it prints is too old";

	for (unsigned i = 0; i < 4; i++) {
		const bool undo = i % 2 == 1, gap = i > 1;
		struct plot p = { .name = "held back",
			.note = { .kind = undo ? NOTE_VOTED_UNDO : NOTE_VOTED_KEYS,
			    .seat = 1,
			    .of = undo ? 0 : 2,
			    .n = undo ? 6 : 0,
			    .yes = true } };
		struct order_block b;
		struct player_read r;
		struct err err = ERR_INIT;
		char dir[128];

		open_table(true);
		if (undo)
			ask(6);
		else
			replace(2);
		sign_as(&(struct signed_as){ t.key[1], "p2", NULL,
			    undo ? "vote undo 6 yes" : "vote p3 yes", NULL },
		    &b);
		p.prints = &b;
		if (undo) {
			withdraw();
			ask(6);
		} else {
			replace(2);
		}
		keep_record(dir);
		if (!gap) {
			run(&p, old);
			continue;
		}
		newest = table_n(&t) + 1;
		table_run(&t, invents, &p, t.now + 60);
		cr_expect_eq(reads_from(newest, dir, &r, &err), -1);
		cr_expect(strstr(err.msg, old) != NULL, "%s", err.msg);
		table_close(&t);
	}
}

static void
wait_for_seat(void)
{
	struct err err = ERR_INIT;
	struct seckey *key = seckey_new(&err);
	struct parsed_order in;
	struct host_result made;
	struct player_read r;

	cr_assert(key != NULL && seckey_make(key, &err) == 0);
	table_read(&t, 1, &r);
	cr_assert_eq(player_standby(&r, key, true, &in, &err), 0, "%s", err.msg);
	player_read_release(&r);
	cr_assert_eq(table_apply(&t, &in.o.b, &made, &err), 0, "%s", err.msg);
	host_result_release(&made);
	seckey_free(key);
}

/* p2 votes while p3 is to move. The host uses the vote in that turn, or in the next turn of p3. The
 * last of three is read with a gap. */
Test(open, votes_on_another_turn)
{
	static const char *const on[] = { "extend 2d", "skip p3", "replace p3" };

	for (unsigned i = 0; i < 9; i++) {
		const unsigned kind = i / 3;
		const bool same = i % 3 == 0, gap = i % 3 == 2;
		struct plot p = { .name = on[kind],
			.note = { .kind = NOTE_VOTED,
			    .seat = 1,
			    .yes = true,
			    .text = { on[kind], strlen(on[kind]) } } };
		struct order_block b;
		struct player_read r;
		struct err err = ERR_INIT;
		char line[32], dir[128];

		open_table(true);
		while (table_to_move(&t) != 2)
			(void)table_play(&t, 1, 3);
		wait_for_seat();
		(void)snprintf(line, sizeof line, "vote %s yes", on[kind]);
		sign_as(&(struct signed_as){ t.key[1], "p2", NULL, line, NULL }, &b);
		p.prints = &b;
		(void)table_play(&t, same ? 0 : 3, 3);
		cr_assert_eq(table_to_move(&t), 2);
		t.now += LATE_LIMIT;
		if (!same && !gap) {
			run(&p, "the vote that it prints is on another turn");
			continue;
		}
		keep_record(dir);
		newest = table_n(&t) + 1;
		table_run(&t, invents, &p, t.now + 60);
		cr_expect_eq(
		    reads_from(newest, dir, &r, &err), same ? 0 : -1, "%s: %s", p.name, err.msg);
		if (same)
			player_read_release(&r);
		else
			cr_expect_not_null(strstr(err.msg, "is on another turn"), "%s", err.msg);
		table_close(&t);
	}
}

/* p2 says something. The host goes back, and lets p2 say it then. */
Test(open, an_order_of_before_an_undo)
{
	struct plot p = plots[1];
	struct order_block b;
	struct err err = ERR_INIT;

	open_table(true);
	sign_as(&(struct signed_as){ t.key[1], "p2", NULL, NULL, p.say }, &b);
	p.prints = &b;
	cr_assert_eq(table_order(&t, 0, NULL, TURN_ANY, &err), 0, "%s", err.msg);
	ask(table_n(&t) - 1);
	cr_assert_not_null(strstr(t.digest.p, "\nhost:\n  undo: "), "%s", t.digest.p);
	run(&p, "the order that it prints was signed before digests were taken back");
}

/* p2 changes its keys, and the host gives the seat others. */
Test(open, other_keys_than_those_of_the_order)
{
	for (unsigned i = 0; i < 3; i++) {
		struct plot p = { .name = "rotates", .note = { .kind = NOTE_ROTATED, .seat = 1 } };
		struct seckey *fresh;
		struct pubkey keys;
		struct player_read r;
		struct parsed_order in;
		struct err err = ERR_INIT;

		open_table(true);
		fresh = seckey_new(&err);
		cr_assert(fresh != NULL && seckey_make(fresh, &err) == 0);
		keys = fresh->pub;
		table_read(&t, 1, &r);
		cr_assert_eq(player_rotate(&r, t.key[1], fresh, 0, &in, &err), 0, "%s", err.msg);
		player_read_release(&r);
		if (i == 0)
			keys = t.host->pub;
		else if (i == 1)
			memcpy(keys.box_pk, t.host->pub.box_pk, sizeof keys.box_pk);
		else
			sign_as(
			    &(struct signed_as){ t.key[1], "p2", NULL, "leave", NULL }, &in.o.b);
		p.prints = &in.o.b;
		p.keys = &keys;
		run(&p, "says something else than it tells");
		seckey_free(fresh);
	}
}

/* Uses the order of p1 for that of p2, and an order other than the one named in the digest. */
Test(open, orders_are_exchanged)
{
	struct plot p = plots[1];
	struct order_block b;
	struct buf all = BUF_INIT, line = BUF_INIT;
	struct err err = ERR_INIT;
	char sig[200];

	open_table(false);
	p.say = "hi";
	table_sign(&t, 0, NULL, TURN_ANY, 0, &b);
	p.prints = &b;
	run(&p, "says something else than it tells");

	open_table(true);
	cr_assert_eq(table_order(&t, 1, NULL, TURN_ANY, &err), 0, "%s", err.msg);
	forge_value(&t.all, table_n(&t), "\nreveal:\n", "  nonce: ", sig);
	buf_fmt(&line, "  nonce: %s", sig);
	line.p[line.n - 3] = line.p[line.n - 3] == 'a' ? 'b' : 'a';
	buf_add(&all, t.all.p, t.all.n);
	sig[strcspn(sig, "\n")] = '\0';
	{
		struct buf was = BUF_INIT;

		buf_fmt(&was, "  nonce: %s", sig);
		line.p[strcspn(line.p, "\n")] = '\0';
		forge_public(&all, t.host, table_n(&t), "\nreveal:\n", was.p, line.p);
		buf_release(&was);
	}
	forge_reads("another nonce", &all, table_n(&t),
	    "the order that it prints is not the one that it names");
	buf_release(&all);
	buf_release(&line);
	table_close(&t);
}

/* Appends the entry of reveal: with the open order of digest n, which is said to be of `as`. */
static void
entry_of(int64_t n, int64_t as, struct buf *out)
{
	struct buf one = BUF_INIT, title = BUF_INIT;
	const char *from, *to;

	forge_take(&t.all, n, &one);
	buf_fmt(&title, "\n  order %d\n", (int)n);
	from = strstr(one.p, title.p);
	cr_assert_not_null(from);
	from += title.n;
	to = strstr(from, "  -----END ADIT ORDER-----\n");
	buf_fmt(out, "  order %d\n", (int)as);
	buf_add(out, from, (size_t)(strchr(to, '\n') + 1 - from));
	buf_release(&one);
	buf_release(&title);
}

/* The order of p2 in other bytes, or as if it belonged to another digest. */
Test(open, what_is_printed_in_another_place_or_form)
{
	static const char none[] = "does not print the order that it applies",
			  names[] = "the order that it prints is not the one that it names";
	struct err err = ERR_INIT;
	int64_t n;

	open_table(true);
	cr_assert_eq(table_order(&t, 1, NULL, TURN_ANY, &err), 0, "%s", err.msg);
	n = table_n(&t);
	(void)table_play(&t, 1, 6);
	for (unsigned i = 0; i < 5; i++) {
		struct buf all = BUF_INIT, was = BUF_INIT, is = BUF_INIT;
		const bool later = i == 3;

		buf_add(&all, t.all.p, t.all.n);
		entry_of(n, n, &was);
		if (i == 0) {
			buf_str(&is, "  turn:  any\n");
			forge_public(&all, t.host, n, "\nreveal:\n", "  turn: any\n", is.p);
		} else if (i == 1) {
			entry_of(n, n - 1, &is);
			forge_public(&all, t.host, n, NULL, was.p, is.p);
		} else if (i == 4) {
			buf_add(&is, was.p, was.n);
			entry_of(n, n - 1, &is);
			forge_public(&all, t.host, n, NULL, was.p, is.p);
		} else if (i == 2) {
			forge_public(
			    &all, t.host, n, "\nreveal:\n", "  turn: any\n", "  turn: 5\n");
		} else {
			buf_str(&is, "\nreveal:\n");
			entry_of(n, n + 1, &is);
			buf_str(&is, "\nposition:\n");
			forge_public(&all, t.host, n + 1, NULL, "\nposition:\n", is.p);
		}
		forge_reads("another form", &all, n + later,
		    i == 0     ? names :
			later  ? "it prints an open order, and tells nothing of it" :
			i == 4 ? "it reveals an order before the round is over" :
				 none);
		buf_release(&all);
		buf_release(&was);
		buf_release(&is);
	}
	table_close(&t);
}

/* Everybody joins again, and the host uses the join of p1 from before. */
Test(open, a_join_of_another_attempt)
{
	enum { BEFORE = 1, AGAIN = 5 };
	struct host_table_params a = { .rules = &rules_saboteur, .audited = true, .seated = 7 };
	struct buf was = BUF_INIT, is = BUF_INIT;
	static const struct {
		const char *after, *key;
	} value[] = { { "", "\norder: " }, { "\n  seat: p1\n", "  commit: " } };
	struct host_result r;
	struct err err = ERR_INIT;

	table_open_as(&t, &a, 3, "p");
	table_join(&t);
	cr_assert_eq(
	    host_restart(t.file, t.host, "p3 is away", t.now + 60, -1, &r, &err), 0, "%s", err.msg);
	table_add(&t, &r);
	table_join(&t);
	entry_of(AGAIN, AGAIN, &was);
	entry_of(BEFORE, AGAIN, &is);
	for (unsigned i = 0; i < sizeof value / sizeof value[0]; i++) {
		char from[200], to[200];

		forge_value(&t.all, AGAIN, value[i].after, value[i].key, from);
		forge_value(&t.all, BEFORE, value[i].after, value[i].key, to);
		if (strcmp(from, to) != 0)
			forge_public(&t.all, t.host, AGAIN, value[i].after, from, to);
	}
	forge_public(&t.all, t.host, AGAIN, NULL, was.p, is.p);
	forge_reads("an old join", &t.all, AGAIN, "the order that it prints is of another attempt");
	buf_release(&was);
	buf_release(&is);
	table_close(&t);
}

/* An order is applied a second time. */
Test(open, an_old_order_comes_again)
{
	struct order_block old;
	struct err err = ERR_INIT;
	struct host_result made;

	for (unsigned audited = 0; audited < 2; audited++) {
		struct buf all = BUF_INIT, first = BUF_INIT, second = BUF_INIT;
		char hash[2][200], one[2][64];

		open_table(audited != 0);
		table_sign(&t, 1, NULL, TURN_ANY, 0, &old);
		cr_assert_eq(table_apply(&t, &old, &made, &err), 0, "%s", err.msg);
		host_result_release(&made);
		(void)table_play(&t, 1, 5);
		/* The store accepts no order twice, so another order is replaced by it. */
		cr_assert_eq(table_order(&t, 1, NULL, TURN_ANY, &err), 0, "%s", err.msg);
		buf_add(&all, t.all.p, t.all.n);
		for (unsigned i = 0; i < 2; i++) {
			struct buf text = BUF_INIT;
			const char *from, *to;

			forge_take(&t.all, table_n(&t) - 2 * !i, &text);
			forge_value(&t.all, table_n(&t) - 2 * !i, "\n", "order: ", hash[i]);
			(void)snprintf(one[i], sizeof one[i], "\norder: %.52s", hash[i]);
			from = strstr(text.p, "  -----BEGIN ADIT ORDER");
			to = strstr(from, "  -----END");
			buf_add(i == 0 ? &first : &second, from, (size_t)(to - from));
			buf_release(&text);
		}
		forge_public(&all, t.host, table_n(&t), "\nreveal:\n", second.p, first.p);
		forge_public(&all, t.host, table_n(&t), NULL, one[1], one[0]);
		forge_reads("again", &all, table_n(&t), "was applied before");
		buf_release(&all);
		buf_release(&first);
		buf_release(&second);
		table_close(&t);
	}
}

/* An order signed before the seat changed its keys. */
Test(open, an_order_of_before_a_rotation)
{
	struct plot p = plots[1];
	struct order_block old;
	struct err err = ERR_INIT;
	struct host_result made;
	struct player_read r;
	struct parsed_order in;
	struct seckey *fresh;

	open_table(false);
	fresh = seckey_new(&err);
	cr_assert(fresh != NULL && seckey_make(fresh, &err) == 0);
	table_sign(&t, 1, NULL, TURN_ANY, 2, &old);
	table_read(&t, 1, &r);
	cr_assert_eq(player_rotate(&r, t.key[1], fresh, 0, &in, &err), 0, "%s", err.msg);
	player_read_release(&r);
	cr_assert_eq(table_apply(&t, &in.o.b, &made, &err), 0, "%s", err.msg);
	host_result_release(&made);
	cr_expect(strstr(t.digest.p, "\n  do: rotate-key\n") != NULL, "%s", t.digest.p);
	cr_expect_eq(
	    player_read(&r, rules_all, t.all.p, t.all.n, NULL, NULL, &err), 0, "%s", err.msg);
	cr_expect_eq(r.unchecked, 0);
	player_read_release(&r);
	p.say = "hi";
	p.prints = &old;
	run(&p, "is not signed by its seat");
	seckey_free(fresh);
}

/* ---- missing digests ------------------------------------------------------------------------- */

Test(open, with_a_gap_nothing_is_said_and_with_a_record_all)
{
	for (unsigned audited = 0; audited < 2; audited++) {
		struct plot p = plots[0];
		struct player_read r;
		struct order_block b;
		struct err err = ERR_INIT;
		char dir[128], command[160];

		open_table(audited != 0);
		cr_assert_eq(table_order(&t, 1, NULL, TURN_ANY, &err), 0, "%s", err.msg);
		(void)table_play(&t, 2, 5);
		keep_record(dir);
		cr_assert_eq(table_order(&t, 1, NULL, TURN_ANY, &err), 0, "%s", err.msg);
		newest = table_n(&t);
		cr_expect_eq(reads_from(newest, NULL, &r, &err), 0, "%s", err.msg);
		cr_expect_eq(r.unchecked, 1);
		cr_expect_eq(r.unchecked_n[0], newest);
		player_read_release(&r);
		cr_expect_eq(reads_from(newest, dir, &r, &err), 0, "%s", err.msg);
		cr_expect_eq(r.unchecked, 0);
		player_read_release(&r);

		sign_by_host("vote end yes", NULL, &b);
		p.prints = &b;
		newest = table_n(&t) + 1;
		table_run(&t, invents, &p, t.now + 60);
		cr_expect_eq(reads_from(newest, NULL, &r, &err), 0, "%s", err.msg);
		cr_expect_eq(r.unchecked, 1);
		player_read_release(&r);
		cr_expect_eq(reads_from(newest - 1, dir, &r, &err), -1);
		cr_expect(strstr(err.msg, "is not signed by its seat") != NULL, "%s", err.msg);
		(void)snprintf(command, sizeof command, "rm -rf '%s'", dir);
		cr_expect_eq(system(command), 0);
		table_close(&t);
	}
}

/* The record has other digests where it should have those that the reader lacks. */
Test(open, a_record_that_does_not_continue_says_nothing)
{
	static const struct {
		const char *name;
		int64_t changed, by; /* digests before the newest; by 0: a text that is none */
	} row[] = {
		{ "the digest before is another", 1, 3 },
		{ "the digest before is none", 1, 0 },
		{ "an older one is another", 2, 3 },
		{ "an older one is none", 2, 0 },
	};
	struct player_read r;
	struct err err = ERR_INIT;
	char dir[128];

	open_table(false);
	cr_assert_eq(table_order(&t, 1, NULL, TURN_ANY, &err), 0, "%s", err.msg);
	(void)table_play(&t, 2, 5);
	keep_record(dir);
	cr_assert_eq(table_order(&t, 1, NULL, TURN_ANY, &err), 0, "%s", err.msg);
	newest = table_n(&t);
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct buf file = BUF_INIT, was = BUF_INIT, text = BUF_INIT;

		folder_file(dir, newest - row[i].changed, &file);
		cr_assert_eq(file_read(file.p, 1 << 20, &was, &err), 0, "%s", err.msg);
		if (row[i].by > 0)
			forge_take(&t.all, newest - row[i].by, &text);
		else
			buf_str(&text, "nothing\n");
		cr_assert_eq(file_write(file.p, text.p, text.n, &err), 0, "%s", err.msg);
		cr_expect_eq(reads_from(newest, dir, &r, &err), 0, "%s: %s", row[i].name, err.msg);
		cr_expect_eq(r.unchecked, 1, "%s", row[i].name);
		player_read_release(&r);
		cr_assert_eq(file_write(file.p, was.p, was.n, &err), 0, "%s", err.msg);
		cr_expect_eq(reads_from(newest, dir, &r, &err), 0, "%s: %s", row[i].name, err.msg);
		cr_expect_eq(r.unchecked, 0, "%s", row[i].name);
		player_read_release(&r);
		buf_release(&file);
		buf_release(&was);
		buf_release(&text);
	}
	table_close(&t);
}

static void
forget_asked(struct host_state *hs)
{
	hs->undo_request = (struct undo_request){ .n = 0 };
}

/* The host plays on while the seats vote on going back. A reader of that digest alone has the one
 * before in the record. */
Test(open, what_is_played_during_a_vote_is_found_with_a_record)
{
	struct player_read r;
	struct err err = ERR_INIT;
	char dir[128];

	open_table(true);
	ask(6);
	keep_record(dir);
	table_tamper(&t, forget_asked);
	(void)table_play(&t, 1, 6);
	newest = table_n(&t);
	for (int64_t from = newest - 1; from <= newest; from++) {
		cr_expect_eq(reads_from(from, dir, &r, &err), -1);
		cr_expect_not_null(strstr(err.msg,
				       "something is played, though the seats have not "
				       "voted on going back"),
		    "%s", err.msg);
	}
	table_close(&t);
}

static void
forget_shown(struct host_state *hs)
{
	hs->shown_n = 0;
}

static void
forget_round(struct host_state *hs)
{
	hs->round_n = hs->shown_n = 0;
}

static void
forget_undos(struct host_state *hs)
{
	hs->n_undo = 0;
}

static void
go_back(int64_t to)
{
	struct err err = ERR_INIT;

	cr_assert_eq(table_undo(&t, to, "a slip", &err), 0, "%s", err.msg);
}

/* The host goes back too far. A reader of the last digest alone has the others in the record. */
Test(open, a_host_that_goes_back_is_found_with_a_record)
{
	static const struct {
		const char *says; /* NULL: honest */
		void (*forget)(struct host_state *hs);
		int64_t back, first; /* digests; first: gone back before, 0: not */
	} row[] = {
		{ NULL, NULL, 2, 0 },
		{ NULL, NULL, 8, 3 },
		{ "it goes back without a shuffle", forget_shown, 2, 0 },
		{ "it goes back to before a round began or ended", forget_round, 9, 0 },
		{ "to a digest that was itself taken back", forget_undos, 6, 5 },
	};

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct player_read r;
		struct err err = ERR_INIT;
		char dir[128];

		open_table(true);
		(void)table_play(&t, 6, 6);
		if (row[i].first > 0)
			go_back(table_n(&t) - row[i].first);
		keep_record(dir);
		if (row[i].forget != NULL)
			table_tamper(&t, row[i].forget);
		if (row[i].says == NULL) {
			go_back(table_n(&t) - row[i].back);
			keep_record(dir);
		} else {
			ask(table_n(&t) - row[i].back);
		}
		newest = table_n(&t);
		cr_expect_eq(reads_from(newest, dir, &r, &err), row[i].says == NULL ? 0 : -1,
		    "row %zu: %s", i, err.msg);
		if (row[i].says == NULL)
			player_read_release(&r);
		else
			cr_expect_not_null(strstr(err.msg, row[i].says), "%s", err.msg);
		table_close(&t);
	}
}

/* The host takes back that p2 resigns, and says that it takes back only what came afterwards. */
Test(open, a_position_that_is_not_restored_is_found_with_a_record)
{
	struct player_read r;
	struct err err = ERR_INIT;
	char dir[128], from[80], to[80];
	int64_t n;

	open_table(true);
	while (table_to_move(&t) == 1)
		(void)table_play(&t, 1, 3);
	n = table_n(&t);
	cr_assert_eq(table_order(&t, 1, "resign", TURN_ANY, &err), 0, "%s", err.msg);
	cr_assert_eq(table_order(&t, 0, NULL, TURN_ANY, &err), 0, "%s", err.msg);
	cr_assert_eq(table_order(&t, 0, NULL, TURN_ANY, &err), 0, "%s", err.msg);
	keep_record(dir);
	ask(n);
	newest = table_n(&t);
	cr_assert_eq(newest, n + 4);
	for (unsigned i = 0; i < 2; i++)
		(void)snprintf(i == 0 ? from : to, 80, "takes back digests %d to %d",
		    (int)n + 1 + (int)i, (int)n + 3);
	forge_public(&t.all, t.host, newest, NULL, from, to);
	for (unsigned i = 0; i < 2; i++)
		(void)snprintf(i == 0 ? from : to, 80, "  note undone %d %d\n", (int)n + 1 + (int)i,
		    (int)n + 3);
	forge_public(&t.all, t.host, newest, NULL, from, to);
	for (unsigned i = 0; i < 2; i++)
		(void)snprintf(i == 0 ? from : to, 80, "  undo: %d\n", (int)n + (int)i);
	forge_public(&t.all, t.host, newest, NULL, from, to);
	cr_expect_eq(reads_from(newest, dir, &r, &err), -1);
	cr_expect_not_null(strstr(err.msg, "it does not take back to digest"), "%s", err.msg);
	table_close(&t);
}

static int
end_game(struct command *w, const void *what, struct err *err)
{
	const struct host_action act = { .kind = HOST_ACTION_END, .by = HOST_ACTION_TABLE };
	struct digest_cause cause = { .has_order = false };

	(void)what;
	note_add(&cause.notes, (struct note){ .kind = NOTE_VOTED_END });
	return command_add_act(w, &act, &cause, err);
}

/* The host ends the game with one vote of three. A reader of that digest alone has the others in
 * the record. */
Test(open, an_end_without_votes_is_found_with_a_record)
{
	struct player_read r;
	struct err err = ERR_INIT;
	char dir[128];

	open_table(true);
	cr_assert_eq(table_order(&t, 1, "vote end yes", TURN_ANY, &err), 0, "%s", err.msg);
	keep_record(dir);
	table_run(&t, end_game, NULL, t.now + 60);
	newest = table_n(&t);
	cr_expect_eq(reads_from(newest, dir, &r, &err), -1);
	cr_expect_not_null(
	    strstr(err.msg, "the host does what the seats have not voted for"), "%s", err.msg);
	table_close(&t);
}

/* All have left but p2, who would leave nobody. */
Test(open, the_last_seat_leaves)
{
	struct plot p = plots[3];
	struct order_block b;
	struct err err = ERR_INIT;

	open_table(true);
	cr_assert_eq(table_order(&t, 0, "leave", TURN_ANY, &err), 0, "%s", err.msg);
	cr_assert_eq(table_order(&t, 2, "leave", TURN_ANY, &err), 0, "%s", err.msg);
	sign_as(&(struct signed_as){ t.key[1], "p2", NULL, "leave", NULL }, &b);
	p.prints = &b;
	run(&p, "a seat leaves or stays that cannot");
}

/* Printed at the end of the round, which is too late, although all digests are otherwise honest. */
Test(open, what_is_printed_late)
{
	struct buf all = BUF_INIT, text = BUF_INIT, entry = BUF_INIT;
	struct err err = ERR_INIT;
	struct audit a;
	bool fails = false;
	int64_t said;
	const char *from, *to;

	open_table(false);
	cr_assert_eq(table_order(&t, 1, NULL, TURN_ANY, &err), 0, "%s", err.msg);
	said = table_n(&t);
	forge_take(&t.all, said, &text);
	from = strstr(text.p, "\nreveal:\n");
	to = strstr(from, "\nposition:\n");
	to = to != NULL ? to : strstr(from, "\nhost-sign:");
	buf_add(&entry, from, (size_t)(to - from));
	buf_add(&all, t.all.p, t.all.n);
	forge_public(&all, t.host, said, NULL, entry.p, "");
	forge_reads("left out", &all, said, "does not print the order that it applies");
	cr_assert_eq(audit_text(&a, all.p, all.n, NULL, &err), 0, "%s", err.msg);
	for (size_t i = 0; i < a.n; i++)
		fails = fails || (a.at[i].result == AUDIT_FAIL && a.at[i].n == said);
	cr_expect(fails);
	audit_release(&a);
	buf_release(&all);
	buf_release(&text);
	buf_release(&entry);
	table_close(&t);
}
