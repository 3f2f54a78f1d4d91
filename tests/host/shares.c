/* Shares of the joint deal: those revealed at one table are useless at another. */
#include <criterion/criterion.h>

#include "core/rng.h"
#include "host/aid.h"

enum { SEATS = 3, TRIES = 10000, HAND = 6 };

struct revealed {
	char game[ORDER_BLOCK_GAME_MAX + 1];
	unsigned char commit[SEATS][HASH_BYTES], r[SEATS][SECRET_BYTES];
};

/* Copies the shares from the newest digest, which deals. */
static void
take_shares(const struct test_table *t, struct revealed *out)
{
	struct player_read r;
	struct err err = ERR_INIT;

	cr_assert_eq(player_read(&r, rules_all, t->all.p, t->all.n, NULL, t->key[0], &err), 0, "%s",
	    err.msg);
	cr_assert_eq(r.d.dealing, DIGEST_DEALING_AUDITED);
	memcpy(out->game, r.d.game, sizeof out->game);
	for (unsigned i = 0; i < SEATS; i++) {
		cr_assert(r.d.has_commit[i] && r.d.has_reveal[i]);
		memcpy(out->commit[i], r.d.seat_commit[i], HASH_BYTES);
		memcpy(out->r[i], r.d.seat_reveal[i], SECRET_BYTES);
	}
	player_read_release(&r);
}

/* Computes the hand that a secret and shares deal to the first seat. */
static void
predict(const struct revealed *shares, unsigned char secret[static SECRET_BYTES],
    card_id hand[static HAND])
{
	static struct game g;
	static struct events ev;
	const struct options options = { 0 };
	unsigned char master[SECRET_BYTES];
	struct drbg dice;

	derive_master(
	    shares->game, secret, (const unsigned char(*)[SECRET_BYTES])shares->r, SEATS, master);
	drbg_init(&dice, master, 0);
	ev.n = 0;
	game_init(&g, rules_all[0], SEATS, &options);
	game_deal(&g, &dice.rng, &ev);
	cr_assert_eq(g.seat[0].n_hand, HAND);
	memcpy(hand, g.seat[0].hand, HAND * sizeof *hand);
}

static void
dealt_hand(const struct test_table *t, card_id hand[static HAND])
{
	struct player_read r;

	table_read(t, 0, &r);
	memcpy(hand, r.v.view.known.seat[0].hand, HAND * sizeof *hand);
	player_read_release(&r);
}

static unsigned
actions(const card_id hand[static HAND])
{
	unsigned n = 0;

	for (unsigned i = 0; i < HAND; i++)
		n += rules_all[0]->card[hand[i]].class == CARD_ACTION;
	return n;
}

/* All seats join and confirm. Sets *out to the shares. */
static void
deal(struct test_table *t, struct revealed *out)
{
	table_join(t);
	table_confirm(t);
	take_shares(t, out);
}

/* A host who knows the shares of an old table opens one with the same name and keys on the same
 * seats, also at its first attempt, and uses the best of 10,000 secrets for the hand of p1. */
Test(shares, of_an_earlier_table_gain_nothing)
{
	struct test_table old, new;
	struct revealed before, after;
	unsigned char secret[SECRET_BYTES] = { 0 }, best[SECRET_BYTES] = { 0 };
	card_id hand[HAND], wanted[HAND];
	unsigned most = 0;

	table_open_audited(&old, rules_all[0], SEATS, 1, NULL);
	deal(&old, &before);
	memset(secret, 1, sizeof secret);
	predict(&before, secret, wanted);
	dealt_hand(&old, hand);
	cr_assert_eq(memcmp(hand, wanted, sizeof hand), 0, "who has the shares knows the deal");

	for (unsigned i = 0; i < TRIES; i++) {
		memcpy(secret, &i, sizeof i);
		predict(&before, secret, hand);
		if (actions(hand) > most) {
			most = actions(hand);
			memcpy(wanted, hand, sizeof wanted);
			memcpy(best, secret, sizeof best);
		}
	}
	cr_assert_eq(most, HAND, "10,000 secrets are enough to choose a hand");

	table_open_audited_again(&new, &old, best);
	deal(&new, &after);
	dealt_hand(&new, hand);
	cr_expect_str_eq(after.game, before.game);
	cr_expect_neq(memcmp(hand, wanted, sizeof hand), 0, "the host has chosen p1's hand");
	for (unsigned i = 0; i < SEATS; i++)
		for (unsigned k = 0; k < SEATS; k++) {
			cr_expect_neq(memcmp(after.r[i], before.r[k], SECRET_BYTES), 0,
			    "p%u reveals what p%u revealed before", i + 1, k + 1);
			cr_expect_neq(memcmp(after.commit[i], before.commit[k], HASH_BYTES), 0,
			    "p%u commits to what p%u had committed to", i + 1, k + 1);
		}
	predict(&after, best, wanted);
	cr_expect_eq(memcmp(hand, wanted, sizeof hand), 0, "only the new shares tell the deal");
	table_close(&new);
	table_close(&old);
}

/* Gives the old answers to the new table: an old join, and an old share. */
Test(shares, an_old_share_does_not_open_a_new_commitment)
{
	struct test_table old, new;
	struct revealed before;
	struct player_read r;
	struct host_result result;
	struct parsed_order in;
	struct err err = ERR_INIT;
	unsigned char secret[SECRET_BYTES] = { 7 };

	table_open_audited(&old, rules_all[0], SEATS, 1, NULL);
	deal(&old, &before);
	table_open_audited_again(&new, &old, secret);
	table_join(&new);
	cr_assert_eq(player_read(&r, rules_all, new.all.p, new.all.n, NULL, new.key[0], &err), 0);
	cr_assert_eq(player_confirm(&r, new.key[0], &in, &err), 0, "%s", err.msg);
	memcpy(in.o.b.reveal, before.r[0], sizeof in.o.b.reveal);
	cr_assert_eq(order_sign(&in, &in.o.b, new.key[0], &err), 0);
	cr_expect_eq(table_apply(&new, &in.o.b, &result, &err), -1);
	cr_expect_eq(err.code, ERR_AUTH);
	cr_expect_str_eq(err.msg, "p1 does not reveal what it has committed to");
	player_read_release(&r);
	table_close(&new);
	table_close(&old);
}

static const struct {
	const char *name;
	unsigned digests; /* bit set of the digests given; the newest is 3 */
	bool is_enough;
} given[] = {
	{ "only the newest", 1u << 3, false },
	{ "digest 0 and the newest", 1u << 0 | 1u << 3, false },
	{ "the one that began anew and the newest", 1u << 2 | 1u << 3, false },
	{ "digest 0 and the one that began anew", 1u << 0 | 1u << 2 | 1u << 3, false },
	{ "not digest 0", 1u << 1 | 1u << 2 | 1u << 3, false },
	{ "all", 15, true },
};

/* Two seats join, with a restart between them: digests 0 to 3; to[n] is the end of digest n. */
static void
begin_anew(struct test_table *t, size_t to[4])
{
	struct host_result result;
	struct err err = ERR_INIT;
	struct digest_layout d;
	size_t at = 0, n = 0;

	table_open_audited(t, rules_all[0], SEATS, 1, NULL);
	for (unsigned i = 0; i < 3; i++) {
		struct player_read r;
		struct parsed_order in;

		if (i == 1) {
			cr_assert_eq(host_restart(t->file, t->host, "somebody is away", t->now + 60,
					 -1, &result, &err),
			    0);
			t->now += 60;
			buf_add(&t->all, result.digest.p, result.digest.n);
			host_result_release(&result);
			continue;
		}
		cr_assert_eq(
		    player_read(&r, rules_all, t->all.p, t->all.n, NULL, t->key[i], &err), 0);
		cr_assert_eq(player_join(&r, t->key[i], NULL, NULL, &in, &err), 0, "%s", err.msg);
		cr_assert_eq(table_apply(t, &in.o.b, &result, &err), 0, "%s", err.msg);
		host_result_release(&result);
		player_read_release(&r);
	}
	while (n < 4 && digest_next(t->all.p, t->all.n, &at, &d, &err) > 0)
		to[n++] = d.whole.at + d.whole.n;
	cr_assert_eq(n, 4);
	cr_assert_eq(to[3], t->all.n);
}

/* What a player must have before signing an answer. */
Test(shares, an_answer_wants_the_opener_itself)
{
	struct test_table t;
	size_t to[4];

	begin_anew(&t, to);
	for (size_t i = 0; i < sizeof given / sizeof given[0]; i++) {
		struct buf text = BUF_INIT;
		struct player_read r;
		struct parsed_order in;
		struct err err = ERR_INIT;

		for (unsigned k = 0; k < 4; k++) {
			size_t from = k > 0 ? to[k - 1] : 0;

			if ((given[i].digests >> k & 1u) != 0)
				buf_add(&text, t.all.p + from, to[k] - from);
		}
		cr_assert_eq(player_read(&r, rules_all, text.p, text.n, NULL, t.key[1], &err), 0,
		    "%s: %s", given[i].name, err.msg);
		cr_expect_eq(player_join(&r, t.key[1], NULL, NULL, &in, &err),
		    given[i].is_enough ? 0 : -1, "%s", given[i].name);
		if (!given[i].is_enough)
			cr_expect_eq(err.code, ERR_NOT_FOUND, "%s: %s", given[i].name, err.msg);
		player_read_release(&r);
		buf_release(&text);
	}
	table_close(&t);
}
