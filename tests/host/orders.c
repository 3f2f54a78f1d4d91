#include <criterion/criterion.h>

#include "host/aid.h"
#include "util/base32.h"
#include "games/games.h"
#include "host/table.h"

/* Appends everything of the game file that an order could change. */
static void
snapshot(const struct test_table *t, struct buf *out)
{
	struct err err = ERR_INIT;
	struct store_state state = { .n = 0 };
	struct digest *d = malloc(sizeof *d);
	struct hash head;
	char text[HASH_TEXT + 1];

	cr_assert_not_null(d);
	buf_clear(out);
	cr_assert_eq(store_begin(t->file->st, &err), 0, "%s", err.msg);
	cr_assert_eq(store_get_state(t->file->st, &state, &err), 0, "%s", err.msg);
	cr_assert_eq(host_digest(t->file, -1, d, out, &head, &err), 0, "%s", err.msg);
	store_rollback(t->file->st);
	hash_text(&head, text);
	buf_fmt(out, "%lld %s", (long long)state.n, text);
	buf_add(out, state.bytes.p, state.bytes.n);
	store_state_release(&state);
	free(d);
}

static void
expect_refused(struct test_table *t, const struct order_block *b, enum err_code code,
    const char *part, const char *name)
{
	struct buf before = BUF_INIT, after = BUF_INIT;
	struct host_result r;
	struct err err = ERR_INIT;

	snapshot(t, &before);
	cr_expect_eq(table_apply(t, b, &r, &err), -1, "%s: accepted", name);
	cr_expect_eq(err.code, code, "%s: code %d, %s", name, err.code, err.msg);
	cr_expect(
	    strstr(err.msg, part) != NULL, "%s: \"%s\" does not say \"%s\"", name, err.msg, part);
	snapshot(t, &after);
	cr_expect(before.n == after.n && memcmp(before.p, after.p, before.n) == 0,
	    "%s: state changed", name);
	buf_release(&before);
	buf_release(&after);
}

static void
resign_block(const struct test_table *t, unsigned seat, struct order_block *b)
{
	struct parsed_order in;
	struct err err = ERR_INIT;

	cr_assert_eq(order_sign(&in, b, t->key[seat], &err), 0, "%s", err.msg);
	*b = in.o.b;
}

/* A table of four, and a legal order of the seat to move. */
static uint8_t
open_with_good(struct test_table *t, struct order_block *good)
{
	struct buf line = BUF_INIT;
	uint8_t me;

	table_open(t, 4, 7);
	(void)table_play(t, 3, 1);
	me = table_to_move(t);
	table_legal(t, 0, &line);
	table_sign(t, me, line.p, 0, 0, good);
	buf_release(&line);
	return me;
}

Test(orders, of_a_stranger_change_nothing)
{
	struct test_table t;
	struct order_block good, b;
	const uint8_t me = open_with_good(&t, &good), other = (uint8_t)((me + 1) % 4);

	b = good;
	b.has_sig = false;
	expect_refused(&t, &b, ERR_AUTH, "not signed", "no signature");
	b = good;
	b.sig[100] ^= 1;
	expect_refused(&t, &b, ERR_AUTH, "", "damaged signature");
	b = good;
	resign_block(&t, other, &b);
	expect_refused(&t, &b, ERR_AUTH, "", "another seat's key");
	b = good;
	b.seq++;
	expect_refused(&t, &b, ERR_AUTH, "", "changed after signing");
	b = good;
	memcpy(b.game, "aaaaaaaa", 9);
	resign_block(&t, me, &b);
	expect_refused(&t, &b, ERR_NOT_FOUND, "aaaaaaaa", "another game");
	b = good;
	memcpy(b.seat, "zoe", 4);
	resign_block(&t, me, &b);
	expect_refused(&t, &b, ERR_NOT_FOUND, "zoe", "unknown seat");
	table_close(&t);
}

Test(orders, refused_orders_change_nothing)
{
	struct test_table t;
	struct order_block good, b;
	const uint8_t me = open_with_good(&t, &good), other = (uint8_t)((me + 1) % 4);

	b = good;
	b.head[0] ^= 1;
	resign_block(&t, me, &b);
	expect_refused(&t, &b, ERR_STALE, "head", "a head of no digest");
	b = good;
	b.turn--;
	resign_block(&t, me, &b);
	expect_refused(&t, &b, ERR_STALE, "is over", "an old turn");
	b = good;
	b.turn++;
	resign_block(&t, me, &b);
	expect_refused(&t, &b, ERR_STALE, "has not come", "a turn to come");
	b = good;
	b.turn = TURN_ANY;
	resign_block(&t, me, &b);
	expect_refused(&t, &b, ERR_SYNTAX, "turn: any", "an order that must name its turn");
	b = good;
	memcpy(b.doing[0], "dance", 6);
	resign_block(&t, me, &b);
	expect_refused(&t, &b, ERR_SYNTAX, "dance", "unknown words");
	b = good;
	memcpy(b.doing[0], "place nesw at 40,40", 20);
	resign_block(&t, me, &b);
	expect_refused(&t, &b, ERR_RULE, "place nesw at 40,40", "against the rules");
	table_sign(&t, other, "discard map", 0, 0, &b);
	expect_refused(&t, &b, ERR_STALE, "not your turn", "not his turn");
	table_sign(&t, other, "cancel", TURN_NEXT, 0, &b);
	expect_refused(&t, &b, ERR_STALE, "no stored order", "nothing to cancel");

	table_close(&t);
}

Test(orders, an_older_head_of_the_same_turn_is_fine)
{
	struct test_table t;
	struct buf line = BUF_INIT;
	struct host_result r;
	struct err err = ERR_INIT;
	struct order_block order, chat, late;
	uint8_t me;

	table_open(&t, 3, 9);
	me = table_to_move(&t);
	table_legal(&t, 2, &line);
	table_sign(&t, me, line.p, 0, 0, &order);
	table_sign(&t, (unsigned)(me + 1) % 3, NULL, 0, 0, &chat);
	cr_assert_eq(table_apply(&t, &chat, &r, &err), 0, "%s", err.msg);
	host_result_release(&r);
	cr_expect_eq(
	    table_apply(&t, &order, &r, &err), 0, "talk between made the order stale: %s", err.msg);
	host_result_release(&r);

	late = order;
	late.turn++;
	late.seq = 9;
	memcpy(late.seat, t.names.seat[table_to_move(&t)], sizeof late.seat);
	resign_block(&t, table_to_move(&t), &late);
	expect_refused(
	    &t, &late, ERR_STALE, "acts on a digest of turn", "a head of the turn before");
	buf_release(&line);
	table_close(&t);
}

Test(orders, a_hundred_times_changes_nothing_after_the_first)
{
	struct test_table t;
	struct buf line = BUF_INIT, first = BUF_INIT, state = BUF_INIT, again = BUF_INIT;
	struct host_result r;
	struct err err = ERR_INIT;
	struct order_block b;

	table_open(&t, 5, 3);
	table_legal(&t, 1, &line);
	table_sign(&t, table_to_move(&t), line.p, 0, 0, &b);
	cr_assert_eq(table_apply(&t, &b, &r, &err), 0, "%s", err.msg);
	cr_expect_not(r.repeated);
	buf_add(&first, r.digest.p, r.digest.n);
	host_result_release(&r);
	snapshot(&t, &state);
	for (unsigned i = 0; i < 100; i++) {
		if (i == 50)
			(void)table_play(&t, 2, 5);
		cr_assert_eq(table_apply(&t, &b, &r, &err), 0, "repeat %u: %s", i, err.msg);
		cr_expect(r.repeated, "repeat %u", i);
		cr_expect_eq(r.n, 1, "repeat %u", i);
		cr_expect(r.digest.n == first.n && memcmp(r.digest.p, first.p, first.n) == 0,
		    "repeat %u: another digest", i);
		cr_expect(
		    strstr(r.json.p, "\"repeated\":true") != NULL, "repeat %u: %s", i, r.json.p);
		host_result_release(&r);
		if (i == 49) {
			snapshot(&t, &again);
			cr_expect(state.n == again.n && memcmp(state.p, again.p, state.n) == 0,
			    "state changed");
		}
	}
	buf_release(&line);
	buf_release(&first);
	buf_release(&state);
	buf_release(&again);
	table_close(&t);
}

/* Appends a discard that the seat could make now. */
static void
any_discard(const struct test_table *t, unsigned seat, struct buf *line)
{
	struct player_read r;
	char name[CARD_NAME_MAX];

	table_read(t, seat, &r);
	card_name(&rules_saboteur, r.v.view.known.seat[seat].hand[0], name);
	buf_clear(line);
	buf_fmt(line, "discard %s", name);
	player_read_release(&r);
}

Test(orders, stored_orders_wait_are_replaced_and_played)
{
	struct test_table t;
	struct buf line = BUF_INIT, kept = BUF_INIT;
	struct host_result r;
	struct player_read read;
	struct err err = ERR_INIT;
	struct order_block b;
	unsigned me, second, third;

	table_open(&t, 3, 21);
	me = table_to_move(&t);
	second = (me + 1) % 3;
	third = (me + 2) % 3;

	table_sign(&t, second, "rockfall 40,40", TURN_NEXT, 0, &b);
	cr_assert_eq(table_apply(&t, &b, &r, &err), 0, "%s", err.msg);
	host_result_release(&r);
	any_discard(&t, second, &kept);
	table_sign(&t, second, kept.p, TURN_NEXT, 0, &b);
	cr_expect_eq(b.seq, 2, "the view tells the next seq");
	cr_assert_eq(table_apply(&t, &b, &r, &err), 0, "replacing: %s", err.msg);
	host_result_release(&r);
	table_read(&t, second, &read);
	cr_expect(
	    read.v.has_queued_next && memcmp(read.v.queued_next, read.d.order, HASH_BYTES) == 0,
	    "the seat sees which of the two waits");
	player_read_release(&read);
	table_read(&t, third, &read);
	cr_expect(!read.v.has_queued_next, "nobody else does");
	player_read_release(&read);
	b.seq = 1;
	resign_block(&t, second, &b);
	expect_refused(&t, &b, ERR_STALE, "seq 1", "an older stored order");

	any_discard(&t, third, &kept);
	table_sign(&t, third, kept.p, TURN_NEXT, 0, &b);
	cr_assert_eq(table_apply(&t, &b, &r, &err), 0, "%s", err.msg);
	host_result_release(&r);

	table_legal(&t, 0, &line);
	table_sign(&t, me, line.p, 0, 0, &b);
	cr_assert_eq(table_apply(&t, &b, &r, &err), 0, "%s", err.msg);
	cr_expect_eq(r.n - r.first_n, 2, "one order, then the two stored ones: %lld digests",
	    (long long)(r.n - r.first_n + 1));
	host_result_release(&r);
	cr_expect_eq(table_to_move(&t), me, "the turn is back");
	cr_assert_eq(player_read(&read, rules_all, t.all.p, t.all.n, NULL, t.key[me], &err), 0,
	    "the chain holds: %s", err.msg);
	player_read_release(&read);
	buf_release(&line);
	buf_release(&kept);
	table_close(&t);
}

Test(orders, a_stored_order_that_cannot_be_played_is_dropped_and_told)
{
	struct test_table t;
	struct buf line = BUF_INIT;
	struct host_result r;
	struct player_read read;
	struct err err = ERR_INIT;
	struct order_block b;
	unsigned me, second;

	table_open(&t, 3, 22);
	me = table_to_move(&t);
	second = (me + 1) % 3;
	table_sign(&t, second, "rockfall 40,40", TURN_NEXT, 0, &b);
	cr_assert_eq(table_apply(&t, &b, &r, &err), 0, "%s", err.msg);
	host_result_release(&r);
	table_legal(&t, 0, &line);
	table_sign(&t, me, line.p, 0, 0, &b);
	cr_assert_eq(table_apply(&t, &b, &r, &err), 0, "%s", err.msg);
	host_result_release(&r);
	cr_expect_eq(table_to_move(&t), second);
	table_read(&t, second, &read);
	cr_expect(strstr(read.plain.p, "\n  note unplayable\n") != NULL, "told");
	cr_expect(!read.v.has_queued_next, "nothing waits");
	player_read_release(&read);
	table_read(&t, me, &read);
	cr_expect(strstr(read.plain.p, "\n  note unplayable\n") == NULL, "nobody else is told");
	player_read_release(&read);
	buf_release(&line);
	table_close(&t);
}

Test(orders, the_first_alternative_that_is_legal_is_played)
{
	struct test_table t;
	struct buf line = BUF_INIT;
	struct host_result r;
	struct player_read read;
	struct err err = ERR_INIT;
	struct parsed_order in;
	unsigned me;

	table_open(&t, 3, 30);
	me = table_to_move(&t);
	any_discard(&t, me, &line);
	table_read(&t, me, &read);
	struct player_order o = { .line = { "rockfall 40,40", line.p, "rockfall 41,41" },
		.n_lines = 3 };
	cr_assert_eq(player_sign(&read, t.key[me], &o, &in, &err), 0, "%s", err.msg);
	o.n_lines = 1;
	cr_expect_eq(
	    player_sign(&read, t.key[me], &o, &in, &err), -1, "an impossible order is not signed");
	cr_expect_eq(err.code, ERR_RULE, "%s", err.msg);
	o.n_lines = 3;
	cr_assert_eq(player_sign(&read, t.key[me], &o, &in, &err), 0, "%s", err.msg);
	player_read_release(&read);
	cr_assert_eq(table_apply(&t, &in.o.b, &r, &err), 0, "%s", err.msg);
	cr_expect(strstr(r.json.p, "\"discarded\"") != NULL, "%s", r.json.p);
	host_result_release(&r);
	buf_release(&line);
	table_close(&t);
}

/* ---- press ----------------------------------------------------------------------------------- */

static void
says(struct test_table *t, unsigned seat, int64_t now, const char *name, const char *refused)
{
	struct err err = ERR_INIT;
	int result;

	t->now = now - 60; /* table_order adds 60 */
	result = table_order(t, seat, NULL, TURN_ANY, &err);
	cr_expect_eq(result, refused == NULL ? 0 : -1, "%s: %s", name, err.msg);
	if (refused == NULL)
		return;
	cr_expect_eq(err.code, ERR_RULE, "%s: %d", name, err.code);
	cr_expect_not_null(strstr(err.msg, refused), "%s: %s", name, err.msg);
}

/* A seat may say ten things on each day of UTC, whatever else it does; older hosts accepted
 * more. */
Test(orders, what_a_seat_says_in_a_day)
{
	static const char tomorrow[] =
	    "p1 has said 10 things today, which is all: the next is taken "
	    "from 2026-01-02T00:00:00Z on",
			  later[] = "taken from 2026-01-03T00:00:00Z on";
	const int64_t midnight = TABLE_NOW + 86400;
	struct parsed_order in;
	struct command_order sent = { .in = &in };
	struct host_result r;
	struct test_table t;
	struct err err = ERR_INIT;
	struct order_block tenth;

	table_open_rules(&t, &rules_duel, 2, 7);
	for (unsigned i = 0; i < HOST_SAYS_A_DAY - 1; i++)
		says(&t, 0, t.now + 60, "the first nine", NULL);
	table_sign(&t, 0, NULL, TURN_ANY, 0, &tenth);
	cr_expect_eq(table_apply(&t, &tenth, &r, &err), 0, "%s", err.msg);
	host_result_release(&r);
	says(&t, 0, t.now + 60, "an eleventh", tomorrow);
	cr_expect_eq(table_apply(&t, &tenth, &r, &err), 0, "the tenth comes twice: %s", err.msg);
	cr_expect(r.repeated);
	host_result_release(&r);
	says(&t, 1, t.now + 60, "another seat", NULL);
	(void)table_play(&t, 2, 3);
	cr_expect_eq(table_order(&t, 0, "resign", TURN_ANY, &err), 0, "it is over: %s", err.msg);
	says(&t, 0, midnight - 1, "a second before midnight", tomorrow);
	says(&t, 0, midnight, "midnight", NULL);
	for (unsigned i = 1; i < HOST_SAYS_A_DAY; i++)
		says(&t, 0, midnight + 1, "the next day", NULL);
	says(&t, 0, midnight + 2, "too much, again", later);
	table_sign(&t, 0, NULL, TURN_ANY, 0, &tenth);
	cr_assert_eq(parsed_order_from_fields(&in, &tenth, &err), 0, "%s", err.msg);
	table_run(&t, command_exec_order, &sent, midnight + 3);
	table_sound(&t, "what an older host took");
	says(&t, 0, TABLE_NOW, "by a clock that was put back", later);
	table_close(&t);
}
