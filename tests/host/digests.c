#include <criterion/criterion.h>

#include "host/aid.h"
#include "few.h"
#include "draw/draw.h"
#include "seal/age.h"
#include "util/mem.h"
#include "util/utf8.h"
#include "games/games.h"

/* Returns the layout of the only digest in a text. */
static struct digest_layout
spans(const struct buf *text)
{
	struct digest_layout t;
	struct err err = ERR_INIT;
	size_t at = 0;

	cr_assert_eq(digest_next(text->p, text->n, &at, &t, &err), 1, "%s", err.msg);
	return t;
}

/* The newest digest has one view for each seat, of the length that follows from public facts. */
static void
check_lengths(const struct test_table *t, unsigned players)
{
	struct digest_layout d = spans(&t->digest);
	struct player_read r;
	struct digest_events *events = mem_new(sizeof *events);
	struct buf again = BUF_INIT;
	struct err err = ERR_INIT;

	cr_assert_eq(player_read(&r, rules_all, t->digest.p, t->digest.n, NULL, NULL, &err), 0,
	    "%s", err.msg);
	cr_assert_eq(digest_rewrite(t->digest.p, &d, &r.d, events, &again, &err), 0, "%s", err.msg);
	for (uint8_t s = 0; s < players; s++) {
		const struct private_view_public p = { .d = &r.d,
			.seat = s,
			.roles = r.d.pub.known.seat[s].knows,
			.ev = &events->ev };
		size_t room = private_view_max_len(&p);

		/* The last line end is not part of it. */
		cr_assert_eq(d.sealed[s].n + 1, age_size(room, true),
		    "%u players, digest %d: seat %u: a view of %zu bytes", players, (int)r.d.n, s,
		    d.sealed[s].n);
	}
	player_read_release(&r);
	buf_release(&again);
	free(events);
}

/* Plays a whole game. */
static void
check_game(const struct rules *rules, unsigned players, unsigned char secret)
{
	struct test_table t;
	struct player_read r;
	struct err err = ERR_INIT;
	unsigned played = 0;

	table_open_rules(&t, rules, players, secret);
	while (table_to_move(&t) != SEAT_NONE) {
		check_lengths(&t, players);
		played += table_play(&t, 1, played);
	}
	for (unsigned s = 0; s < players; s++) {
		cr_assert_eq(player_read(&r, rules_all, t.all.p, t.all.n, NULL, t.key[s], &err), 0,
		    "%u players, seat %u: %s", players, s, err.msg);
		cr_expect_eq(r.d.n, played, "%u players: one digest an order", players);
		cr_expect_eq(r.v.view.known.phase, PHASE_OVER);
		player_read_release(&r);
	}
	table_close(&t);
}

Test(digests, whole_games_verify_and_lengths_tell_nothing)
{
	static const unsigned players[] = { 3, 5, 10 };

	for (unsigned i = 0; i < few(sizeof players / sizeof players[0]); i++)
		check_game(&rules_saboteur, players[i], (unsigned char)(50 + i));
}

Test(digests, whole_games_of_saboteur2)
{
	static const unsigned players[] = { 2, 7 };

	for (unsigned i = 0; i < few(sizeof players / sizeof players[0]); i++)
		check_game(&rules_saboteur2, players[i], (unsigned char)(60 + i));
}

Test(digests, a_whole_game_of_the_duel)
{
	check_game(&rules_duel, 2, 70);
}

Test(digests, lines_are_at_most_72_columns_and_clean)
{
	struct test_table t;

	table_open(&t, 10, 4);
	(void)table_play(&t, 25, 8);
	for (size_t at = 0; at < t.all.n;) {
		const char *line = t.all.p + at, *end = memchr(line, '\n', t.all.n - at);
		size_t n;

		cr_assert_not_null(end, "the last line has no end");
		n = (size_t)(end - line);
		cr_assert(utf8_is_clean(line, n), "not clean: %.*s", (int)n, line);
		cr_expect_leq(utf8_width(line, n), DRAW_COLUMNS, "too wide: %.*s", (int)n, line);
		cr_expect(n == 0 || line[n - 1] != ' ', "trailing blank: %.*s", (int)n, line);
		at += n + 1;
	}
	table_close(&t);
}

Test(digests, the_same_transcript_gives_the_same_bytes)
{
	struct test_table a, b;
	struct buf line = BUF_INIT;

	table_open(&a, 4, 11);
	table_open_again(&b, &a, 11);
	cr_expect(a.all.n == b.all.n && memcmp(a.all.p, b.all.p, a.all.n) == 0, "digest 0 differs");
	for (unsigned i = 0; i < 12; i++) {
		struct host_result r;
		struct err err = ERR_INIT;
		struct order_block block;

		table_legal(&a, i * 7, &line);
		table_sign(&a, table_to_move(&a), line.p, 0, 0, &block);
		cr_assert_eq(table_apply(&a, &block, &r, &err), 0, "%s", err.msg);
		host_result_release(&r);
		cr_assert_eq(table_apply(&b, &block, &r, &err), 0, "%s", err.msg);
		host_result_release(&r);
		cr_assert(a.all.n == b.all.n && memcmp(a.all.p, b.all.p, a.all.n) == 0, "after %s",
		    line.p);
	}
	buf_release(&line);
	table_close(&b);
	table_close(&a);
}

/* Copies the public part without the lines that may differ: order, keep, view hashes. */
static void
public_facts(const struct buf *text, struct buf *out)
{
	struct digest_layout t = spans(text);
	const char *p = text->p + t.signed_part.at;
	const char *keep = memmem(p, t.signed_part.n, "\nkeep:\n", 7);
	const char *order = memmem(p, t.signed_part.n, "\norder: ", 8);
	const char *behind;

	cr_assert_not_null(keep);
	cr_assert_not_null(order);
	behind = strchr(order + 1, '\n');
	buf_clear(out);
	buf_add(out, p, (size_t)(order - p));
	buf_add(out, behind, (size_t)(keep - behind));
	buf_fmt(out, "length %zu", text->n);
}

Test(digests, what_was_discarded_shows_nowhere)
{
	struct test_table a, b;
	struct player_read r;
	struct buf one = BUF_INIT, other = BUF_INIT, first = BUF_INIT, line = BUF_INIT;
	unsigned me, pairs = 0;

	table_open(&a, 5, 77);
	me = table_to_move(&a);
	table_read(&a, me, &r);
	for (unsigned i = 0; i < r.v.view.known.seat[me].n_hand; i++) {
		struct host_result result;
		struct err err = ERR_INIT;
		struct order_block block;
		char name[CARD_NAME_MAX];

		card_name(&rules_saboteur, r.v.view.known.seat[me].hand[i], name);
		buf_clear(&line);
		buf_fmt(&line, "discard %s", name);
		table_open_again(&b, &a, 77);
		table_sign(&b, me, line.p, 0, 0, &block);
		cr_assert_eq(table_apply(&b, &block, &result, &err), 0, "%s", err.msg);
		host_result_release(&result);
		public_facts(&b.digest, i == 0 ? &first : &other);
		cr_expect(memmem(b.digest.p, b.digest.n, line.p, line.n) == NULL,
		    "%s is in the open", line.p);
		if (i > 0) {
			pairs++;
			cr_expect(first.n == other.n && memcmp(first.p, other.p, first.n) == 0,
			    "%s and the first card of the hand can be told apart", name);
		}
		table_close(&b);
	}
	cr_expect_geq(pairs, 2);
	player_read_release(&r);
	buf_release(&one);
	buf_release(&other);
	buf_release(&first);
	buf_release(&line);
	table_close(&a);
}

Test(digests, every_changed_byte_is_noticed)
{
	struct test_table t;
	struct buf bad = BUF_INIT;
	struct digest_layout d;
	unsigned noticed = 0;

	table_open(&t, 3, 5);
	(void)table_play(&t, 4, 2);
	d = spans(&t.digest);
	for (size_t i = 0; i < t.digest.n; i += i < 600 ? 1 : 13) {
		struct player_read r;
		struct err err = ERR_INIT;
		bool others = i >= d.sealed[1].at && i < d.sealed[2].at + d.sealed[2].n;

		buf_clear(&bad);
		buf_add(&bad, t.digest.p, t.digest.n);
		bad.p[i] = (char)(bad.p[i] ^ (bad.p[i] == '\n' ? 0x20 : 0x01));
		if (player_read(&r, rules_all, bad.p, bad.n, NULL, t.key[0], &err) < 0) {
			noticed++;
			cr_expect(err.code == ERR_AUTH || err.code == ERR_SYNTAX ||
				err.code == ERR_NOT_FOUND,
			    "byte %zu: %d %s", i, err.code, err.msg);
			continue;
		}
		cr_expect(others || (size_t)(i - d.signed_part.at) >= d.signed_part.n,
		    "byte %zu of the signed part: not noticed", i);
		cr_expect(others || i < d.sealed[0].at || i >= d.sealed[0].at + d.sealed[0].n,
		    "byte %zu of one's own view: not noticed", i);
		player_read_release(&r);
	}
	cr_expect_gt(noticed, 600);
	buf_release(&bad);
	table_close(&t);
}

Test(digests, mail_may_add_carriage_returns_and_text_around)
{
	struct test_table t;
	struct player_read r;
	struct err err = ERR_INIT;
	struct buf mail = BUF_INIT;

	table_open(&t, 3, 6);
	buf_str(&mail, "\xef\xbb\xbfHello,\r\nhere is your turn.\r\n\r\n");
	for (size_t i = 0; i < t.digest.n; i++)
		buf_str(&mail, t.digest.p[i] == '\n' ? "\r\n" : (char[]){ t.digest.p[i], '\0' });
	buf_str(&mail, "\r\n-- \r\nthe host\r\n");
	cr_expect_eq(
	    player_read(&r, rules_all, mail.p, mail.n, NULL, t.key[1], &err), 0, "%s", err.msg);
	player_read_release(&r);
	buf_release(&mail);
	table_close(&t);
}

Test(digests, only_ones_own_view_opens_and_only_from_the_host)
{
	struct test_table t, u;
	struct player_read r;
	struct player_pins pins = { .has_host = true };
	struct err err = ERR_INIT;
	struct buf mixed = BUF_INIT;
	struct digest_layout d, e;

	table_open(&t, 3, 8);
	table_open(&u, 3, 9);
	cr_expect_eq(player_read(&r, rules_all, t.digest.p, t.digest.n, NULL, u.key[0], &err), -1,
	    "a stranger's key");
	cr_expect_eq(err.code, ERR_NOT_FOUND, "%s", err.msg);

	pubkey_sign_text(&u.host->pub, pins.host_sign);
	cr_expect_eq(player_read(&r, rules_all, t.digest.p, t.digest.n, &pins, t.key[0], &err), -1,
	    "another host");
	cr_expect_eq(err.code, ERR_AUTH, "%s", err.msg);

	d = spans(&t.digest);
	(void)table_play(&t, 1, 3);
	e = spans(&t.digest);
	buf_add(&mixed, t.digest.p, e.sealed[0].at);
	buf_add(&mixed, t.all.p + d.sealed[0].at, d.sealed[0].n);
	buf_add(&mixed, t.digest.p + e.sealed[0].at + e.sealed[0].n,
	    t.digest.n - e.sealed[0].at - e.sealed[0].n);
	cr_expect_eq(player_read(&r, rules_all, mixed.p, mixed.n, NULL, t.key[0], &err), -1,
	    "an old view in a new digest");
	cr_expect_eq(err.code, ERR_AUTH, "%s", err.msg);
	buf_release(&mixed);
	table_close(&t);
	table_close(&u);
}

/* Appends digest n; copy 1 has no private views. */
static void
add_digest(const struct test_table *t, int64_t n, unsigned copy, struct buf *out)
{
	struct digest_layout d;
	struct err err = ERR_INIT;
	size_t at = 0;

	for (int64_t i = 0; i <= n; i++)
		cr_assert_eq(digest_next(t->all.p, t->all.n, &at, &d, &err), 1, "%s", err.msg);
	buf_add(out, t->all.p + d.whole.at,
	    copy == 1 ? d.sealed[0].at - strlen("for p0:\n") - d.whole.at : d.whole.n);
	buf_chr(out, '\n');
}

Test(digests, are_read_in_any_order)
{
	enum { DIGESTS = 7, SHUFFLES = 60 };
	struct test_table t;
	struct player_read want, r;
	struct err err = ERR_INIT;
	static const unsigned char seed[32] = { 11 };
	struct rng_fast rng;
	struct buf text = BUF_INIT;

	rng_fast_init(&rng, seed, 0);
	table_open(&t, 3, 40);
	(void)table_play(&t, DIGESTS - 1, 1);
	cr_assert_eq(player_read(&want, rules_all, t.all.p, t.all.n, NULL, t.key[0], &err), 0);
	for (unsigned k = 0; k < SHUFFLES; k++) {
		unsigned order[2 * DIGESTS], left = k % 2 == 0 ? 0 : DIGESTS / 2;

		for (unsigned i = 0; i < 2 * DIGESTS; i++) {
			unsigned other = rng_draw(&rng.rng, i + 1);

			order[i] = order[other];
			order[other] = i;
		}
		buf_clear(&text);
		for (unsigned i = 0; i < 2 * DIGESTS; i++)
			if (left == 0 || order[i] % DIGESTS != left)
				add_digest(&t, order[i] % DIGESTS, order[i] / DIGESTS, &text);
		cr_assert_eq(player_read(&r, rules_all, text.p, text.n, NULL, t.key[0], &err), 0,
		    "shuffle %u: %s", k, err.msg);
		cr_expect_eq(r.d.n, want.d.n, "shuffle %u", k);
		cr_expect(seal_equal(r.head.b, want.head.b, HASH_BYTES), "shuffle %u", k);
		cr_expect_eq(r.has_gap, left > 0, "shuffle %u", k);
		cr_expect_str_eq(
		    buf_cstr(&r.plain), buf_cstr(&want.plain), "shuffle %u: the own view", k);
		player_read_release(&r);
	}
	player_read_release(&want);
	buf_release(&text);
	table_close(&t);
}

Test(digests, a_gap_a_fork_and_a_swap_in_the_chain)
{
	struct test_table a, b;
	struct player_read r;
	struct err err = ERR_INIT;
	struct buf two = BUF_INIT;

	table_open(&a, 3, 40);
	table_open_again(&b, &a, 40);
	(void)table_play(&a, 1, 1);
	(void)table_play(&b, 1, 2);
	buf_add(&two, a.digest.p, a.digest.n);
	buf_add(&two, b.digest.p, b.digest.n);
	cr_expect_eq(
	    player_read(&r, rules_all, two.p, two.n, NULL, a.key[0], &err), -1, "two histories");
	cr_expect(strstr(err.msg, "two different digests 1") != NULL, "%s", err.msg);
	add_digest(&a, 0, 0, &two);
	cr_expect_eq(player_read(&r, rules_all, two.p, two.n, NULL, a.key[0], &err), -1,
	    "two histories, and their beginning behind them");
	cr_expect(strstr(err.msg, "two different digests 1") != NULL, "%s", err.msg);

	(void)table_play(&a, 1, 1);
	buf_clear(&two);
	buf_add(&two, b.digest.p, b.digest.n);
	buf_add(&two, a.digest.p, a.digest.n);
	cr_expect_eq(player_read(&r, rules_all, two.p, two.n, NULL, a.key[0], &err), -1,
	    "2 of one upon 1 of the other");
	cr_expect(strstr(err.msg, "does not continue") != NULL, "%s", err.msg);
	buf_release(&two);
	table_close(&a);
	table_close(&b);
}
