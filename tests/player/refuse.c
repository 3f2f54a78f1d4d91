/* What a player does not get signed: each refusal of an order, with its words. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "host/aid.h"

/* Two tables of three seats: at one the seats may be absent, and leave to those who wait. */
static struct test_table plain, people;
static uint8_t me, next; /* the seat to move at both, and the one after it */

enum { ABSENCE = 10 * 86400 };

static void
open_tables(void)
{
	struct host_table_params a = { .rules = rules_all[0],
		.clock = { .limit_s = 3600, .absence_s = ABSENCE, .standby_open = true },
		.seated = 7 };

	memset(a.s, 51, sizeof a.s);
	table_open(&plain, 3, 51);
	table_open_as(&people, &a, 3, "p");
	(void)table_play(&plain, 3, 1);
	(void)table_play(&people, 3, 1);
	me = table_to_move(&people);
	next = (uint8_t)((me + 1) % 3);
	cr_assert_eq(me, table_to_move(&plain));
}

/* ---- what is different in the digest ------------------------------------------------------ */

static void
is_over(struct player_read *r)
{
	r->d.pub.known.phase = r->v.view.known.phase = PHASE_OVER;
}

static void
is_anothers_turn(struct player_read *r)
{
	r->d.pub.known.to_move = r->v.view.known.to_move = next;
}

static void
has_no_view(struct player_read *r)
{
	r->has_view = false;
}

static void
is_not_dealt(struct player_read *r)
{
	r->has_view = false;
	r->d.dealing = DIGEST_DEALING_OPEN;
}

static void
has_resigned(struct player_read *r)
{
	r->d.pub.known.seat[me].resigned = true;
}

static void
leaves(struct player_read *r)
{
	r->d.people.leaving[me] = 2;
}

static void
others_leave(struct player_read *r)
{
	for (uint8_t s = 0; s < 3; s++)
		r->d.people.leaving[s] = s != me ? 2 : 0;
}

static void
was_absent(struct player_read *r)
{
	const struct absence a = { r->d.time + 86400, r->d.time + 3 * 86400 };

	people_add(&r->d.people, me, &a);
}

static void
is_asked(struct player_read *r)
{
	r->d.undo_request = (struct undo_request){ .n = 3, .to = 1, .is = UNDO_REQUEST_OPEN };
}

static void
is_asked_with_new_keys(struct player_read *r)
{
	is_asked(r);
	r->d.undo_request.none = (uint16_t)(1u << me);
}

static void
has_new_keys(struct player_read *r)
{
	r->d.new_keys.of[next].n = 2;
}

/* ---- the orders --------------------------------------------------------------------------- */

/* In lines and words: "{me}", "{next}": names of seats; "{legal}": a legal order of this turn. */
static const struct row {
	const char *name;
	bool at_plain; /* at the table without absences */
	void (*change)(struct player_read *r);
	const char *line[2], *say;
	int64_t turn, seq, until;
	enum err_code code; /* ERR_NONE: it is signed */
	const char *says;
} row[] = {
	{ "an order", .line = { "{legal}" } },
	{ "an order for this turn", .line = { "{legal}" }, .turn = 4 },
	{ "words alone", .say = "hi" },
	{ "words for any turn", .say = "hi", .turn = TURN_ANY },
	{ "nothing", .code = ERR_USAGE, .says = "nothing to sign: give an order" },
	{ "empty words", .say = "", .code = ERR_USAGE, .says = "nothing to sign: give an order" },
	{ "without a view", .change = has_no_view, .line = { "{legal}" }, .code = ERR_NOT_FOUND,
	    .says = "the digest holds no private view for this key" },
	{ "before the deal", .change = is_not_dealt, .line = { "{legal}" }, .code = ERR_STALE,
	    .says = "nothing is dealt yet" },

	{ "not an order", .line = { "fly" }, .code = ERR_SYNTAX, .says = "" },
	{ "the second is not an order", .line = { "{legal}", "fly" }, .code = ERR_SYNTAX,
	    .says = "" },
	{ "an illegal order", .line = { "place nesw at 30,30" }, .code = ERR_RULE,
	    .says = "\"place nesw at 30,30\": " },
	{ "the first is illegal", .line = { "place nesw at 30,30", "{legal}" } },
	{ "two are illegal", .line = { "place nesw at 30,30", "place ns at 30,30" },
	    .code = ERR_RULE, .says = "\"place nesw at 30,30\": " },
	{ "another's turn", .change = is_anothers_turn, .line = { "{legal}" }, .code = ERR_STALE,
	    .says = "it is {next}'s turn, not yours" },
	{ "another's turn, next", .change = is_anothers_turn, .line = { "{legal}" },
	    .turn = TURN_NEXT },
	{ "after the end", .change = is_over, .line = { "{legal}" }, .code = ERR_STALE,
	    .says = "the game is over" },
	{ "a past turn", .line = { "{legal}" }, .turn = 3, .code = ERR_STALE,
	    .says = "it is turn 4, not 3" },
	{ "words for a past turn", .say = "hi", .turn = 3, .code = ERR_STALE,
	    .says = "it is turn 4, not 3" },
	{ "an order for any turn", .line = { "{legal}" }, .turn = TURN_ANY, .code = ERR_USAGE,
	    .says = "\"{legal}\" belongs to a turn: --turn any is not for it" },
	{ "while a vote is open", .change = is_asked, .line = { "{legal}" }, .code = ERR_STALE,
	    .says = "nothing is played until the seats have voted on going back to digest 1" },

	{ "every turn", .line = { "discard map" }, .turn = TURN_EVERY },
	{ "every turn, and no order", .say = "hi", .turn = TURN_EVERY, .code = ERR_USAGE,
	    .says = "an order for every turn says what to do" },
	{ "every turn, with a place", .line = { "fly" }, .turn = TURN_EVERY, .code = ERR_SYNTAX,
	    .says = "" },
	{ "every turn, until before", .line = { "discard map" }, .turn = TURN_EVERY,
	    .until = TABLE_NOW, .code = ERR_STALE,
	    .says = "an order for every turn that is over already" },
	{ "every turn, until later", .line = { "discard map" }, .turn = TURN_EVERY,
	    .until = TABLE_NOW + 86400 },
	{ "cancel", .line = { "cancel" }, .turn = TURN_NEXT },
	{ "cancel every", .line = { "cancel every" }, .turn = TURN_NEXT },

	{ "a vote and an order", .line = { "vote end yes", "{legal}" }, .code = ERR_USAGE,
	    .says = "\"vote end yes\" stands alone: sign it without another order" },
	{ "a vote for the next turn", .line = { "vote end yes" }, .turn = TURN_NEXT,
	    .code = ERR_USAGE, .says = "\"vote end yes\" belongs to no turn: give it alone" },
	{ "a vote for any turn", .line = { "vote end yes" }, .turn = TURN_ANY },
	{ "a vote that is none", .line = { "vote bread yes" }, .code = ERR_NOT_FOUND, .says = "" },
	{ "a vote after the end", .change = is_over, .line = { "vote end yes" }, .code = ERR_STALE,
	    .says = "the game is over" },
	{ "a vote against nothing", .line = { "vote end no" }, .code = ERR_STALE,
	    .says = "nobody has proposed that in digest 3" },
	{ "a vote after resigning", .change = has_resigned, .line = { "vote end yes" },
	    .code = ERR_RULE, .says = "\"vote end yes\": you have resigned, and have no vote" },
	{ "a vote on the own turn", .line = { "vote skip {me} yes" }, .code = ERR_RULE,
	    .says = "\"vote skip {me} yes\": a seat has no vote on its own turn" },
	{ "a vote on who is not to move", .line = { "vote skip {next} yes" }, .code = ERR_STALE,
	    .says = "it is not {next}'s turn in digest 3" },
	{ "a vote on who is to move", .change = is_anothers_turn,
	    .line = { "vote skip {next} yes" } },
	{ "a vote to replace, nobody waits", .line = { "vote replace {next} yes" },
	    .code = ERR_STALE,
	    .says = "\"vote replace {next} yes\": nobody waits for a seat: adit join --standby, "
		    "by digest 3" },
	{ "a vote to replace, nobody can wait", true, .line = { "vote replace {next} yes" },
	    .code = ERR_RULE,
	    .says = "\"vote replace {next} yes\": nobody can wait for a seat at this table" },
	{ "a vote on keys", .change = has_new_keys, .line = { "vote {next} no" } },
	{ "a vote on no new keys", .line = { "vote {next} yes" }, .code = ERR_STALE,
	    .says = "there are no new keys of {next} to vote on in digest 3" },
	{ "a vote on going back", .change = is_asked, .line = { "vote undo 1 no" } },
	{ "a vote on another digest", .change = is_asked, .line = { "vote undo 2 yes" },
	    .code = ERR_STALE, .says = "the host asks to go back to digest 1, not 2" },
	{ "a vote with keys that are newer", .change = is_asked_with_new_keys,
	    .line = { "vote undo 1 yes" }, .code = ERR_RULE,
	    .says = "your seat got its keys after digest 1: it has no vote on that" },
	{ "a proposal to go back", .line = { "vote undo 1 yes" } },

	{ "absent", .line = { "absent 2026-01-05 to 2026-01-07" } },
	{ "absent from today on", .line = { "absent 2025-12-01 to 2026-01-07" } },
	{ "absent nowhere", true, .line = { "absent 2026-01-05 to 2026-01-07" }, .code = ERR_RULE,
	    .says = "\"absent 2026-01-05 to 2026-01-07\": nobody can be absent at this table" },
	{ "absent after the end", .change = is_over, .line = { "absent 2026-01-05 to 2026-01-07" },
	    .code = ERR_STALE, .says = "the game is over" },
	{ "absent backwards", .line = { "absent 2026-01-07 to 2026-01-05" }, .code = ERR_SYNTAX,
	    .says = "" },
	{ "absent in the past", .line = { "absent 2025-12-05 to 2025-12-07" }, .code = ERR_STALE,
	    .says = "\"absent 2025-12-05 to 2025-12-07\": that is past" },
	{ "absent twice", .change = was_absent, .line = { "absent 2026-01-01 to 2026-01-07" },
	    .code = ERR_RULE,
	    .says = "\"absent 2026-01-01 to 2026-01-07\": the seat is absent then already, at "
		    "least in part" },

	{ "leave", .line = { "leave" } },
	{ "stay again", .change = leaves, .line = { "leave no" } },
	{ "leave, where nobody waits", true, .line = { "leave" }, .code = ERR_RULE,
	    .says = "\"leave\": nobody can wait for a seat at this table" },
	{ "leave after the end", .change = is_over, .line = { "leave" }, .code = ERR_STALE,
	    .says = "the game is over" },
	{ "leave after resigning", .change = has_resigned, .line = { "leave" }, .code = ERR_RULE,
	    .says = "\"leave\": you have resigned: that stays so" },
	{ "leave twice", .change = leaves, .line = { "leave" }, .code = ERR_STALE,
	    .says = "\"leave\": you have said so, or not said otherwise" },
	{ "stay, and did not leave", .line = { "leave no" }, .code = ERR_STALE,
	    .says = "\"leave no\": you have said so, or not said otherwise" },
	{ "the last leaves", .change = others_leave, .line = { "leave" }, .code = ERR_RULE,
	    .says = "\"leave\": the last seat that plays and stays cannot leave" },

	{ "mail", .line = { "mail mine" }, .seq = 1 },
	{ "mail in some way", .line = { "mail loud" }, .seq = 1, .code = ERR_SYNTAX, .says = "" },
	{ "mail with words", .line = { "mail mine" }, .say = "hi", .seq = 1, .code = ERR_USAGE,
	    .says = "\"mail mine\" makes no digest: say that with another order" },
	{ "mail, and an order", .line = { "mail mine", "{legal}" }, .code = ERR_USAGE,
	    .says = "\"mail mine\" stands alone: sign it without another order" },
	{ "a digest that is not known", .line = { "resend 4" }, .seq = 1, .code = ERR_STALE,
	    .says = "digest 4 is not known here, only 3" },
	{ "a digest again", .line = { "resend 3" }, .seq = 1 },
	{ "mail without a number", .line = { "mail mine" }, .code = ERR_USAGE,
	    .says = "\"mail mine\" is signed by adit sign alone" },
	{ "resign", .line = { "resign" } },
	{ "resign on a turn", .line = { "resign" }, .turn = 4, .code = ERR_USAGE,
	    .says = "\"resign\" belongs to no turn: give it alone" },
};

static void
expand(const char *pattern, const char *legal, struct buf *out)
{
	for (const char *p = pattern; *p != '\0';) {
		const size_t n = *p == '{' ? strcspn(p, "}") + 1 : 1;

		if (strncmp(p, "{me}", n) == 0 && n > 1)
			buf_str(out, plain.names.seat[me]);
		else if (strncmp(p, "{next}", n) == 0 && n > 1)
			buf_str(out, plain.names.seat[next]);
		else if (n > 1)
			buf_str(out, legal);
		else
			buf_chr(out, *p);
		p += n;
	}
}

static void
try_row(const struct row *r, const char *legal)
{
	const struct test_table *t = r->at_plain ? &plain : &people;
	struct buf line[2] = { BUF_INIT, BUF_INIT }, says = BUF_INIT;
	struct player_order o = {
		.say = r->say, .turn = r->turn, .seq = r->seq, .until = r->until
	};
	struct player_read read;
	struct parsed_order out;
	struct err err = ERR_INIT;

	for (; o.n_lines < 2 && r->line[o.n_lines] != NULL; o.n_lines++) {
		expand(r->line[o.n_lines], legal, &line[o.n_lines]);
		o.line[o.n_lines] = line[o.n_lines].p;
	}
	expand(r->says != NULL ? r->says : "", legal, &says);
	table_read(t, me, &read);
	if (r->change != NULL)
		r->change(&read);
	cr_expect_eq(player_sign(&read, t->key[me], &o, &out, &err), r->code == ERR_NONE ? 0 : -1,
	    "%s: %s", r->name, err.msg);
	cr_expect_eq(err.code, r->code, "%s: %d: %s", r->name, err.code, err.msg);
	cr_expect(strncmp(err.msg, buf_cstr(&says), says.n) == 0, "%s: %s", r->name, err.msg);
	player_read_release(&read);
	buf_release(&line[0]);
	buf_release(&line[1]);
	buf_release(&says);
}

Test(refuse, each_order)
{
	struct buf legal = BUF_INIT;

	open_tables();
	table_legal(&people, 0, &legal);
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++)
		try_row(&row[i], legal.p);
	buf_release(&legal);
	table_close(&plain);
	table_close(&people);
}

/* Longer than an order block holds. */
Test(refuse, what_is_too_long)
{
	static const struct {
		const char *name;
		bool say;
		unsigned n_lines;
		enum err_code code;
	} big[] = {
		{ "a line", false, 1, ERR_SYNTAX },
		{ "words", true, 0, ERR_SYNTAX },
		{ "alternatives", false, ORDER_BLOCK_ALTERNATIVES + 1, ERR_USAGE },
	};
	char text[8 * ORDER_BLOCK_SAY_MAX];

	memset(text, 'a', sizeof text - 1);
	text[sizeof text - 1] = '\0';
	open_tables();
	for (size_t i = 0; i < sizeof big / sizeof big[0]; i++)
		for (unsigned forced = 0; forced < 2; forced++) {
			struct player_order o = { .n_lines = big[i].n_lines,
				.line = { text },
				.say = big[i].say ? text : NULL,
				.force = forced };
			struct player_read read;
			struct parsed_order out;
			struct err err = ERR_INIT;

			table_read(&people, me, &read);
			cr_expect_eq(player_sign(&read, people.key[me], &o, &out, &err), -1, "%s",
			    big[i].name);
			cr_expect_eq(err.code, big[i].code, "%s: %s", big[i].name, err.msg);
			player_read_release(&read);
		}
	table_close(&plain);
	table_close(&people);
}

Test(refuse, new_keys_that_are_the_old_ones)
{
	struct player_read read;
	struct parsed_order out;
	struct err err = ERR_INIT;

	open_tables();
	table_read(&people, me, &read);
	cr_expect_eq(player_rotate(&read, people.key[me], people.key[me], 0, &out, &err), -1);
	cr_expect_str_eq(err.msg, "the new key is the old one");
	err = (struct err)ERR_INIT;
	cr_expect_eq(
	    player_rotate(&read, people.key[me], people.host, 0, &out, &err), 0, "%s", err.msg);
	read.has_view = false;
	cr_expect_eq(player_rotate(&read, people.key[me], people.host, 0, &out, &err), -1);
	player_read_release(&read);
	table_close(&plain);
	table_close(&people);
}

/* ---- before the deal, and to the host ---------------------------------------------------------- */

static void
is_as_it_is(struct player_read *r)
{
	(void)r;
}

static void
all_have_joined(struct player_read *r)
{
	for (unsigned i = 0; i < 3; i++)
		r->d.has_commit[i] = true;
}

static void
has_joined(struct player_read *r)
{
	r->d.has_commit[0] = true;
}

static void
has_confirmed(struct player_read *r)
{
	all_have_joined(r);
	pubkey_sign_text(&plain.key[0]->pub, r->d.seat_sign[0]);
	pubkey_box_text(&plain.key[0]->pub, r->d.seat_age[0]);
	r->d.has_reveal[0] = true;
}

static void
lacks_the_start(struct player_read *r)
{
	r->opener.found = false;
}

static void
is_dealt(struct player_read *r)
{
	r->d.dealing = DIGEST_DEALING_AUDITED;
}

static const struct {
	const char *name;
	void (*change)(struct player_read *r);
	bool confirms;
	const char *seat;
	enum err_code code;
	const char *says;
} share_row[] = {
	{ "no seat of this key", is_as_it_is, false, NULL, ERR_NOT_FOUND,
	    "no seat of game k7q2m4xw is this key's" },
	{ "no such seat", is_as_it_is, false, "p9", ERR_NOT_FOUND, "no seat p9 in game k7q2m4xw" },
	{ "joined", has_joined, false, "p1", ERR_STALE, "p1 has joined already" },
	{ "another key", has_confirmed, false, "p1", ERR_AUTH, "seat p1 belongs to another key" },
	{ "dealt", is_dealt, false, "p1", ERR_STALE,
	    "the cards of game k7q2m4xw are dealt already (dealing: audited)" },
	{ "no digest 0", lacks_the_start, false, "p1", ERR_NOT_FOUND, "digests 0 to 0 of game" },
	{ "confirms before all joined", is_as_it_is, true, NULL, ERR_STALE,
	    "p1 has not joined yet" },
	{ "confirms for no seat", all_have_joined, true, NULL, ERR_NOT_FOUND,
	    "no seat of game k7q2m4xw has this key" },
	{ "confirms for another", has_confirmed, true, NULL, ERR_NOT_FOUND,
	    "no seat of game k7q2m4xw has this key" },
};

Test(refuse, shares)
{
	struct test_table t;

	table_open(&plain, 3, 51);
	table_open_as(&t,
	    &(struct host_table_params){
		.rules = rules_all[0], .audited = true, .clock.limit_s = 3600 },
	    3, "p");
	for (size_t i = 0; i < sizeof share_row / sizeof share_row[0]; i++) {
		struct player_read r;
		struct parsed_order in;
		struct err err = ERR_INIT;

		cr_assert_eq(player_read(&r, rules_all, t.all.p, t.all.n, NULL, NULL, &err), 0);
		share_row[i].change(&r);
		cr_expect_eq(share_row[i].confirms ?
			player_confirm(&r, t.key[0], &in, &err) :
			player_join(&r, t.key[0], share_row[i].seat, NULL, &in, &err),
		    -1, "%s", share_row[i].name);
		cr_expect_eq(err.code, share_row[i].code, "%s: %d", share_row[i].name, err.code);
		cr_expect(strncmp(err.msg, share_row[i].says, strlen(share_row[i].says)) == 0,
		    "%s: %s", share_row[i].name, err.msg);
		player_read_release(&r);
	}
	table_close(&t);
	table_close(&plain);
}

Test(refuse, a_host_without_a_key)
{
	struct order_block b;
	struct player_read r;
	struct buf out = BUF_INIT;
	struct err err = ERR_INIT;

	table_open(&plain, 3, 51);
	table_sign(&plain, 0, NULL, TURN_ANY, 0, &b);
	table_read(&plain, 0, &r);
	r.d.host_age[AGE_TEXT - 1] ^= 1;
	cr_expect_eq(player_seal(&r, &b, &out, &err), -1);
	cr_expect_eq(err.code, ERR_SYNTAX);
	cr_expect_str_eq(err.msg, "the digest names no usable age key of the host");
	cr_expect_eq(out.n, 0);
	player_read_release(&r);
	table_close(&plain);
}
