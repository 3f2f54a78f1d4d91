#include <criterion/criterion.h>

#include "few.h"
#include "aid.h"

/* Sizes of digests: medians over a whole game of greedy players with a joint deal, in bytes. */
static const struct {
	const char *name;
	unsigned rules, players;
	size_t digest, mail; /* with all private views; with one */
} row[] = {
	{ "saboteur, 5", 0, 5, 23000, 11000 },
	{ "saboteur, 10", 0, 10, 35000, 13000 },
	{ "saboteur2, 12", 1, 12, 46000, 13000 },
	{ "dark-cave, 8", 3, 8, 34000, 13000 },
};

static int
compare(const void *a, const void *b)
{
	const size_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

static size_t
median(size_t *at, size_t n)
{
	cr_assert_gt(n, 0);
	qsort(at, n, sizeof *at, compare);
	return at[n / 2];
}

/* Plays one turn as `adit read --suggest` does. */
static void
play_well(struct test_table *t)
{
	struct host_result result;
	struct player_read r;
	struct buf line = BUF_INIT;
	struct order_block b;
	struct err err = ERR_INIT;
	uint8_t seat = table_to_move(t);

	table_read(t, seat, &r);
	cr_assert_eq(player_suggest(&r, &line, &err), 0, "%s", err.msg);
	player_read_release(&r);
	table_sign(t, seat, buf_cstr(&line), 0, 0, &b);
	cr_assert_eq(table_apply(t, &b, &result, &err), 0, "%s: %s", line.p, err.msg);
	host_result_release(&result);
	buf_release(&line);
}

Test(sizes, medians_of_whole_games)
{
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct test_table t;
		struct digest_layout d;
		struct err err = ERR_INIT;
		static size_t whole[2000], mail[2000];
		size_t at = 0, n = 0;

		if (quick_without(i))
			continue;
		table_open_audited(&t, rules_all[row[i].rules], row[i].players, 77, NULL);
		table_join(&t);
		table_confirm(&t);
		while (table_to_move(&t) != SEAT_NONE)
			play_well(&t);
		for (; digest_next(t.all.p, t.all.n, &at, &d, &err) > 0; n++) {
			cr_assert_lt(n, sizeof whole / sizeof whole[0]);
			whole[n] = mail[n] = d.whole.n;
			for (unsigned s = 1; s < row[i].players; s++)
				mail[n] -= d.sealed[s].n;
		}
		cr_expect_leq(median(whole, n), row[i].digest, "%s", row[i].name);
		cr_expect_leq(median(mail, n), row[i].mail, "%s", row[i].name);
		table_close(&t);
	}
}
