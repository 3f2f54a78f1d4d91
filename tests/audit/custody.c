/* Hosts that lie about seats in custody (adit(5), PLAIN SEATS), and honest ones with gaps. */
#include <criterion/criterion.h>

#include "audit/forge.h"
#include "core/rng.h"
#include "few.h"
#include "games/games.h"
#include "games/saboteur/saboteur.h"
#include "host/command.h"

enum { SEATS = 5, PLAIN = 0x18, OWN = 3 };

/* Five seats, of which p4 and p5 are plain. */
static void
open_seats(struct test_table *t)
{
	struct host_table_params a = { .rules = &rules_saboteur,
		.custody = PLAIN,
		.audited = true,
		.table_address = "table@example.net",
		.address = { [3] = "dora@example.org", [4] = "erik@example.org" },
		.clock.limit_s = LATE_LIMIT,
		.seated = (1u << SEATS) - 1 };

	memset(a.s, 9, sizeof a.s);
	table_open_as(t, &a, SEATS, "p");
}

/* The same, dealt, with a program that plays p5. */
static void
open_bot(struct test_table *t)
{
	struct host_table_params a = { .rules = &rules_saboteur,
		.custody = PLAIN,
		.clock.limit_s = LATE_LIMIT,
		.seated = (1u << SEATS) - 1 };

	memset(a.s, 9, sizeof a.s);
	a.clock.bots.of[4] = (struct bot_seat){ .kind = BOT_GREEDY, .revision = 1 };
	table_open_as(t, &a, SEATS, "p");
	(void)table_play(t, 3, 1);
}

static void
deal(struct test_table *t)
{
	open_seats(t);
	table_join(t);
	table_confirm(t);
}

/* The join or confirmation of a seat, as it answers the newest digest. */
static void
answer(const struct test_table *t, unsigned seat, bool joins, struct parsed_order *in)
{
	struct player_read r;
	struct err err = ERR_INIT;

	cr_assert_eq(player_read(&r, rules_all, t->all.p, t->all.n, NULL, t->key[seat], &err), 0,
	    "%s", err.msg);
	cr_assert_eq(joins ? player_join(&r, t->key[seat], NULL, NULL, in, &err) :
			     player_confirm(&r, t->key[seat], in, &err),
	    0, "%s", err.msg);
	player_read_release(&r);
}

/* A host whose program does not answer for plain seats by itself takes one answer. */
static void
takes(struct test_table *t, unsigned seat, bool joins, int64_t after)
{
	struct parsed_order in;
	const struct command_order sent = { .in = &in };

	answer(t, seat, joins, &in);
	table_run(t, command_exec_order, &sent, t->now + after);
}

static void
give(struct test_table *t, unsigned seat)
{
	struct host_result r;
	struct err err = ERR_INIT;

	cr_assert_eq(host_give_custody(t->file, t->host, t->names.seat[seat], "carl@example.org",
			 "by mail", t->now + 60, -1, &r, &err),
	    0, "%s", err.msg);
	table_add(t, &r);
	t->key[seat] = table_custody_key(t, seat, 1);
}

static struct seckey *
new_key(void)
{
	struct err err = ERR_INIT;
	struct seckey *key = seckey_new(&err);

	cr_assert(key != NULL && seckey_make(key, &err) == 0, "%s", err.msg);
	return key;
}

static void
take(struct test_table *t, unsigned seat)
{
	struct seckey *key = new_key();
	struct host_result r;
	struct err err = ERR_INIT;

	cr_assert_eq(host_replace(t->file, t->host, t->names.seat[seat], &key->pub, "own keys",
			 t->now + 60, -1, &r, &err),
	    0, "%s", err.msg);
	table_add(t, &r);
	t->key[seat] = key;
}

static void
asks(struct test_table *t)
{
	const int64_t to = table_n(t);
	struct host_result r;
	struct err err = ERR_INIT;

	(void)table_play(t, 2, 1);
	cr_assert_eq(
	    host_undo(t->file, t->host, to, "why", t->now + 60, -1, &r, &err), 0, "%s", err.msg);
	table_add(t, &r);
}

/* Signs digest n again with another text. */
static void
forge(struct test_table *t, int64_t n, const char *after, const char *from, const char *to)
{
	forge_public(&t->all, t->host, n, after, from, to);
}

/* ---- lies -------------------------------------------------------------------------------------- */

/* Each makes a transcript whose last digest, or *n, is the lie. */

static void
restarts(struct test_table *t)
{
	const struct host_action act = { .kind = HOST_ACTION_RESTART, .reason = "again" };

	open_seats(t);
	table_run(t, command_exec_restart, &act, t->now + 60);
}

static void
joins_after_another(struct test_table *t, int64_t *n)
{
	restarts(t);
	*n = table_n(t) + 1;
	takes(t, 0, true, 0);
}

static void
joins_in_another_order(struct test_table *t, int64_t *n)
{
	restarts(t);
	*n = table_n(t) + 1;
	takes(t, 4, true, 0);
}

static void
joins_later(struct test_table *t, int64_t *n)
{
	restarts(t);
	takes(t, 3, true, 0);
	*n = table_n(t) + 1;
	takes(t, 4, true, 1);
}

/* All join; the host answers for nobody. */
static void
all_join(struct test_table *t)
{
	restarts(t);
	for (unsigned i = 0; i < SEATS; i++)
		takes(t, (i + OWN) % SEATS, true, 0);
}

static void
confirms_after_another(struct test_table *t, int64_t *n)
{
	all_join(t);
	*n = table_n(t) + 1;
	takes(t, 2, false, 0);
}

static void
confirms_in_another_order(struct test_table *t, int64_t *n)
{
	all_join(t);
	*n = table_n(t) + 1;
	takes(t, 4, false, 0);
}

static void
confirms_later(struct test_table *t, int64_t *n)
{
	all_join(t);
	takes(t, 3, false, 0);
	*n = table_n(t) + 1;
	takes(t, 4, false, 3600);
}

static void
restarts_first(struct test_table *t, int64_t *n)
{
	const struct host_action act = { .kind = HOST_ACTION_RESTART, .reason = "a better share" };

	restarts(t);
	*n = table_n(t) + 1;
	table_run(t, command_exec_restart, &act, t->now + 60);
}

static void
nobody(struct host_state *hs)
{
	hs->custody = 0;
}

static void
one_more(struct host_state *hs)
{
	hs->custody |= 1;
}

static void
line_is_gone(struct test_table *t, int64_t *n)
{
	deal(t);
	*n = table_n(t) + 1;
	table_tamper(t, nobody);
	(void)table_play(t, 1, 1);
}

static void
line_is_new(struct test_table *t, int64_t *n)
{
	deal(t);
	*n = table_n(t) + 1;
	table_tamper(t, one_more);
	(void)table_play(t, 1, 1);
}

static void
all_in_custody(struct test_table *t, int64_t *n)
{
	open_seats(t);
	*n = 0;
	forge(t, 0, NULL, "custody: p4\n", "custody: p1\ncustody: p2\ncustody: p3\ncustody: p4\n");
}

static void
rotates(struct test_table *t, int64_t *n)
{
	struct seckey *key = new_key();
	struct player_read r;
	struct parsed_order in;
	struct host_result made;
	struct err err = ERR_INIT;

	deal(t);
	*n = table_n(t) + 1;
	table_tamper(t, nobody);
	table_read(t, 3, &r);
	cr_assert_eq(player_rotate(&r, t->key[3], key, 0, &in, &err), 0, "%s", err.msg);
	player_read_release(&r);
	cr_assert_eq(table_apply(t, &in.o.b, &made, &err), 0, "%s", err.msg);
	host_result_release(&made);
	forge(t, *n, NULL, "attempt: 1\n", "attempt: 1\ncustody: p4\ncustody: p5\n");
}

static void
given_without_line(struct test_table *t, int64_t *n)
{
	deal(t);
	give(t, 1);
	*n = table_n(t);
	forge(t, *n, NULL, "custody: p2\n", "");
}

static void
given_with_line_alone(struct test_table *t, int64_t *n)
{
	deal(t);
	take(t, 1);
	*n = table_n(t);
	forge(t, *n, NULL, "custody: p4\n", "custody: p2\ncustody: p4\n");
}

static void
taken_and_kept(struct test_table *t, int64_t *n)
{
	deal(t);
	take(t, 3);
	*n = table_n(t);
	forge(t, *n, NULL, "custody: p5\n", "custody: p4\ncustody: p5\n");
}

static int
end(struct command *w, const void *what, struct err *err)
{
	const struct host_action host = { .kind = HOST_ACTION_END, .by = HOST_ACTION_TABLE };
	struct digest_cause cause = { .has_order = false };

	(void)what;
	note_add(&cause.notes, (struct note){ .kind = NOTE_VOTED_END });
	return command_add_act(w, &host, &cause, err);
}

static void
carried_by_the_host(struct test_table *t, int64_t *n)
{
	deal(t);
	table_must_order(t, 3, "vote end yes", TURN_ANY);
	table_must_order(t, 4, "vote end yes", TURN_ANY);
	table_must_order(t, 0, "vote end yes", TURN_ANY);
	*n = table_n(t) + 1;
	table_run(t, end, NULL, t->now);
}

static void
no_need(struct host_state *hs)
{
	hs->undo_request.own = 0;
}

static void
request_needs_fewer(struct test_table *t, int64_t *n)
{
	deal(t);
	asks(t);
	table_must_order(t, 3, "vote undo 10 yes", TURN_ANY);
	table_must_order(t, 4, "vote undo 10 yes", TURN_ANY);
	table_tamper(t, no_need);
	*n = table_n(t) + 1;
	table_must_order(t, 0, "vote undo 10 yes", TURN_ANY);
}

/* The request says from the beginning that it needs fewer. */
static void
asks_for_fewer(struct test_table *t, int64_t *n)
{
	deal(t);
	asks(t);
	*n = table_n(t);
	forge(t, *n, "\nasked:", "  need-own: 2\n", "  need-own: 1\n");
	forge(t, *n, "\nsince:", "0 of 2 of seats", "0 of 1 of seats");
}

static void
asks_for_no_own(struct test_table *t, int64_t *n)
{
	deal(t);
	asks(t);
	*n = table_n(t);
	forge(t, *n, "\nasked:", "  need-own: 2\n", "");
	forge(t, *n,
	    "\nsince:", ", and 0 of 2 of seats with their own keys\n    (vote undo 10 yes|no),",
	    " (vote undo 10 yes|no),\n   ");
}

static void
proposal_needs_fewer(struct test_table *t, int64_t *n)
{
	deal(t);
	table_must_order(t, 3, "vote end yes", TURN_ANY);
	*n = table_n(t);
	forge(t, *n, "\npeople:", "  need-own: 2\n", "  need-own: 1\n");
	forge(t, *n, "\nsince:", "0 of 2 of seats", "0 of 1 of seats");
}

static void
confirmed(struct host_state *hs)
{
	hs->replaced[1] = (struct replaced){ .n = 0 };
}

static void
keys_confirmed_by_the_host(struct test_table *t, int64_t *n)
{
	deal(t);
	take(t, 1);
	table_must_order(t, 3, "vote p2 yes", TURN_ANY);
	table_must_order(t, 4, "vote p2 yes", TURN_ANY);
	table_tamper(t, confirmed);
	*n = table_n(t) + 1;
	(void)table_play(t, 1, 1);
}

static void
old_votes(struct host_state *hs)
{
	hs->replaced[1].yes |= 1u << 3;
}

static void
vote_is_kept(struct test_table *t, int64_t *n)
{
	deal(t);
	take(t, 1);
	table_must_order(t, 3, "vote p2 yes", TURN_ANY);
	take(t, 3);
	table_tamper(t, old_votes);
	*n = table_n(t) + 1;
	(void)table_play(t, 1, 1);
}

static void
bot_with_its_own_keys(struct test_table *t, int64_t *n)
{
	open_bot(t);
	*n = table_n(t);
	forge(t, *n, NULL, "custody: p5\n", "");
}

static void
bot_that_is_not_set_up(struct test_table *t, int64_t *n)
{
	open_bot(t);
	*n = 0;
	forge(t, 0, NULL, "bot: p5\n", "");
}

static void
bot_is_gone(struct test_table *t, int64_t *n)
{
	open_bot(t);
	*n = table_n(t);
	forge(t, *n, NULL, "bot: p5\n", "");
}

static const struct {
	const char *name;
	void (*make)(struct test_table *t, int64_t *n);
	const char *says;
} lies[] = {
	{ "joins after another", joins_after_another, "a seat in custody does not join first" },
	{ "joins in another order", joins_in_another_order,
	    "a seat in custody does not join first" },
	{ "joins later", joins_later, "a seat in custody does not join or confirm at once" },
	{ "a restart before it joins", restarts_first, "a seat in custody does not join first" },
	{ "confirms after another", confirms_after_another,
	    "a seat in custody does not confirm first" },
	{ "confirms in another order", confirms_in_another_order,
	    "a seat in custody does not confirm first" },
	{ "confirms later", confirms_later, "a seat in custody does not join or confirm at once" },
	{ "the line is gone", line_is_gone, "other seats are in custody than before" },
	{ "the line is new", line_is_new, "other seats are in custody than before" },
	{ "all in custody", all_in_custody,
	    "no seat has keys of its own, and the dealing is said to be open" },
	{ "rotate-key", rotates, "a seat in custody changes its keys itself" },
	{ "given without the line", given_without_line, "other seats are in custody than before" },
	{ "a line for a seat with new keys", given_with_line_alone,
	    "other seats are in custody than before" },
	{ "a line after custody", taken_and_kept, "other seats are in custody than before" },
	{ "carried by the host", carried_by_the_host,
	    "the host does what the seats have not voted for" },
	{ "a request needs fewer", request_needs_fewer, "a request to go back is gone" },
	{ "asks for fewer", asks_for_fewer, "it asks for more or fewer votes than" },
	{ "asks for none", asks_for_no_own, "it asks for more or fewer votes than" },
	{ "a proposal needs fewer", proposal_needs_fewer,
	    "votes are left out, invented or counted wrongly" },
	{ "keys are confirmed by the host", keys_confirmed_by_the_host,
	    "keys are new, or votes on them counted" },
	{ "a vote on keys is kept", vote_is_kept, "keys are new, or votes on them counted" },
	{ "a bot with its own keys", bot_with_its_own_keys,
	    "a bot is said to have keys of its own" },
	{ "a bot that is not set up", bot_that_is_not_set_up,
	    "other seats are bots than it sets up" },
	{ "a bot is gone", bot_is_gone, "other seats are bots than before" },
};

Test(custody_audit, every_lie_is_found)
{
	for (size_t i = 0; i < sizeof lies / sizeof lies[0]; i += is_few() ? 3 : 1) {
		struct test_table t;
		struct buf two = BUF_INIT;
		struct player_read r;
		struct audit a;
		struct err err = ERR_INIT;
		int64_t n;

		lies[i].make(&t, &n);
		if (n > 0)
			forge_reads(lies[i].name, &t.all, n - 1, NULL);
		forge_reads(lies[i].name, &t.all, n, lies[i].says);
		cr_assert_eq(audit_text(&a, t.all.p, t.all.n, NULL, &err), 0, "%s: %s",
		    lies[i].name, err.msg);
		cr_expect_eq(a.worst, AUDIT_FAIL, "%s", lies[i].name);
		audit_release(&a);
		/* Both digests are enough, for most with digest 0. */
		forge_take(&t.all, 0, &two);
		if (n > 1)
			forge_take(&t.all, n - 1, &two);
		if (n > 0)
			forge_take(&t.all, n, &two);
		cr_expect_eq(player_read(&r, rules_all, two.p, two.n, NULL, NULL, &err), -1, "%s",
		    lies[i].name);
		cr_expect_not_null(strstr(err.msg, lies[i].says), "%s: %s", lies[i].name, err.msg);
		buf_release(&two);
		table_close(&t);
	}
}

/* ---- no lies ------------------------------------------------------------------------------------- */

/* A game with each change of custody, and votes. */
static void
play_honestly(struct test_table *t)
{
	struct host_result r;
	struct err err = ERR_INIT;
	int64_t to;

	open_seats(t);
	cr_assert_eq(
	    host_restart(t->file, t->host, "again", t->now + 60, -1, &r, &err), 0, "%s", err.msg);
	table_add(t, &r);
	give(t, 2);
	table_join(t);
	table_confirm(t);
	(void)table_play(t, 2, 1);
	take(t, 2);
	table_must_order(t, 4, "vote p3 yes", TURN_ANY);
	take(t, 4);
	table_must_order(t, 0, "vote p3 yes", TURN_ANY);
	table_must_order(t, 1, "vote p3 yes", TURN_ANY);
	table_must_order(t, 3, "vote p3 yes", TURN_ANY);
	table_must_order(t, 0, "vote p5 yes", TURN_ANY);
	give(t, 0);
	table_must_order(t, 3, "vote end yes", TURN_ANY);
	table_must_order(t, 3, "vote p5 yes", TURN_ANY);
	table_must_order(t, 1, "vote p5 no", TURN_ANY);
	to = table_n(t);
	(void)table_play(t, 2, 1);
	cr_assert_eq(table_undo(t, to - 1, "why", &err), -1, "three of five have new keys");
	cr_assert_eq(
	    host_withdraw(t->file, t->host, "no", t->now + 60, -1, &r, &err), 0, "%s", err.msg);
	table_add(t, &r);
	(void)table_play(t, 3, 1);
}

/* Copies of some digests, in any order, convict nobody. */
Test(custody_audit, honest_games_with_gaps)
{
	struct test_table t;
	struct rng_fast rng;
	uint8_t zero[32] = { 0 };
	int64_t last;

	play_honestly(&t);
	table_sound(&t, "complete");
	last = table_n(&t);
	rng_fast_init(&rng, zero, 5);
	rng_open(&rng.rng, 1, RNG_LOSS);
	for (unsigned i = 0; i < few(150); i++) {
		struct buf some = BUF_INIT;
		struct player_read r;
		struct audit a;
		struct err err = ERR_INIT;
		const unsigned part = 2 + rng_draw(&rng.rng, 8);

		for (int64_t k = 0; k <= 2 * last; k++) {
			const int64_t n = i % 2 == 0 ? k / 2 :
						       rng_draw(&rng.rng, (uint32_t)last + 1);

			if (rng_draw(&rng.rng, 10) < part)
				forge_take(&t.all, n, &some);
		}
		if (some.n == 0)
			continue;
		cr_assert_eq(
		    player_read(&r, rules_all, some.p, some.n, NULL, t.key[1 + i % 4], &err), 0,
		    "%u: %s", i, err.msg);
		player_read_release(&r);
		cr_assert_eq(audit_text(&a, some.p, some.n, NULL, &err), 0, "%u: %s", i, err.msg);
		for (size_t k = 0; k < a.n; k++)
			cr_expect_neq(a.at[k].result, AUDIT_FAIL, "%u: digest %d: %s", i,
			    (int)a.at[k].n, a.at[k].detail);
		audit_release(&a);
		buf_release(&some);
	}
	table_close(&t);
}
