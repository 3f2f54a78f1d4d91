/* The file `pins` of a game (src/record/pins.h): what is written is read back, and each damaged line is
 * found and named. */
#include <criterion/criterion.h>

#include "games/games.h"
#include "host/aid.h"
#include "record/home.h"
#include "record/pins.h"
#include "util/file.h"

enum { DIGESTS = 5 }; /* after the heading, the host, a share and two lost digests */

static struct test_table t;
static struct transcript tr;
static struct err err;
static struct buf path, text;
static char home[TEST_FOLDER];
static const struct hash lost = { { 3 } };

static void
load(struct pins *pins)
{
	cr_assert_eq(pins_load(pins, home, tr.game, rules_all, &err), 0, "%s", err.msg);
}

/* Writes the pins of a table that has lost two digests and dealt with one share. */
static void
write_pins(void)
{
	struct pinned_share share = { .seat = "p2", .opener = { { 1 } }, .head = { { 2 } } };
	struct leaves leaves = { .n = 0 };
	struct home_hold hold;
	struct pins pins;

	table_open(&t, 3, 44);
	(void)table_play(&t, DIGESTS - 1, 1);
	buf_add(&text, t.all.p, t.all.n);
	transcript_load(&tr, rules_all, &text, NULL);
	cr_assert_eq(tr.n_copy, DIGESTS);
	test_folder(home);
	cr_assert_eq(home_lock(home, tr.game, &hold, &err), 0, "%s", err.msg);
	load(&pins);
	cr_assert_eq(pins_note_all(&pins, &tr, &leaves, NULL, &err), 0, "%s", err.msg);
	pins_note_share(&pins, &share);
	cr_expect(pins_add_lost(&pins, 7, &lost));
	cr_expect_not(pins_add_lost(&pins, 7, &lost), "known");
	cr_expect(pins_add_lost(&pins, 8, &lost));
	cr_assert_eq(pins_save(&pins, &err), 0, "%s", err.msg);
	pins_release(&pins);
	home_unlock(&hold);
	cr_assert_eq(home_folder(home, tr.game, &path, &err), 0, "%s", err.msg);
	buf_str(&path, "/pins");
}

static void
check_facts(const struct pins *pins)
{
	cr_assert_eq(pins->n, DIGESTS);
	for (size_t i = 0; i < pins->n; i++) {
		const struct pin *is = &pins->at[i], want = pin_of(&tr.copy[i]);

		cr_expect_eq(is->n, want.n);
		cr_expect_arr_eq(is->hash.b, want.hash.b, HASH_BYTES);
		cr_expect_arr_eq(is->prev, want.prev, HASH_BYTES);
		cr_expect_arr_eq(is->zero.b, tr.copy[0].hash.b, HASH_BYTES);
		cr_expect_eq(is->opens, want.opens);
		cr_expect(pins_attested(pins, is), "digest %zu", i);
	}
	cr_assert_eq(pins->n_lost, 2);
	cr_expect(given_up_has(pins->lost, pins->n_lost, 7, &lost));
	cr_expect(given_up_has(pins->lost, pins->n_lost, 8, &lost));
	cr_assert_eq(pins->n_share, 1);
	cr_expect_str_eq(pins->share[0].seat, "p2");
	cr_expect(pins->share[0].opener.b[0] == 1 && pins->share[0].head.b[0] == 2);
}

Test(pins, are_read_as_written)
{
	struct pins pins;
	struct buf say = BUF_INIT;

	write_pins();
	load(&pins);
	cr_expect(pins.has_host && strcmp(pins.host_sign, tr.host_sign) == 0);
	cr_expect_eq(pins.facts, DIGESTS + 3);
	cr_expect_eq(pins.damage.lines, 0);
	check_facts(&pins);
	pins_damage_text(&pins, &tr, &say);
	cr_expect_eq(say.n, 0);
	pins_release(&pins);
}

/* The offset of a line, from 1. */
static size_t
line_at(const struct buf *file, unsigned number)
{
	size_t at = 0;

	while (--number > 0)
		at = (size_t)((char *)memchr(file->p + at, '\n', file->n - at) - file->p) + 1;
	return at;
}

Test(pins, a_damaged_line_is_named)
{
	struct buf whole = BUF_INIT;

	write_pins();
	cr_assert_eq(file_read(path.p, 1 << 20, &whole, &err), 0, "%s", err.msg);
	for (unsigned line = 2; line_at(&whole, line) < whole.n; line++) {
		struct buf wrong = BUF_INIT, say = BUF_INIT, want = BUF_INIT;
		const bool is_digest = line >= 6 && line < 6 + DIGESTS;
		struct pins pins;

		buf_add(&wrong, whole.p, whole.n);
		wrong.p[line_at(&whole, line) + 3] ^= 1;
		cr_assert_eq(file_write(path.p, wrong.p, wrong.n, &err), 0, "%s", err.msg);
		load(&pins);
		cr_expect_eq(pins.damage.lines, 1, "line %u", line);
		cr_expect_eq(pins.damage.first, (int)line, "line %u", line);
		cr_expect_eq(pins.n, is_digest ? DIGESTS - 1 : DIGESTS, "line %u", line);
		pins_damage_text(&pins, NULL, &say);
		buf_fmt(&want, "%s: line %u is damaged; %s", path.p, line,
		    is_digest ?
			"what was written there is lost: read the digests of the game again" :
			"nothing is lost, digests say the same");
		cr_expect_str_eq(buf_cstr(&say), buf_cstr(&want));
		buf_clear(&say);
		pins_damage_text(&pins, &tr, &say);
		cr_expect(strstr(buf_cstr(&say), "nothing is lost") != NULL, "line %u", line);
		if (!is_digest)
			check_facts(&pins);
		pins_release(&pins);
		buf_release(&wrong);
		buf_release(&say);
		buf_release(&want);
	}
	buf_release(&whole);
}

Test(pins, lines_that_are_missing_at_the_end)
{
	struct buf whole = BUF_INIT;

	write_pins();
	cr_assert_eq(file_read(path.p, 1 << 20, &whole, &err), 0, "%s", err.msg);
	for (unsigned line = 2; line_at(&whole, line) < whole.n; line++) {
		struct buf say = BUF_INIT;
		struct pins pins;

		cr_assert_eq(
		    file_write(path.p, whole.p, line_at(&whole, line), &err), 0, "%s", err.msg);
		load(&pins);
		cr_expect_eq(pins.damage.lines, 1, "line %u", line);
		cr_expect_eq(pins.damage.first, 0, "line %u", line);
		pins_damage_text(&pins, NULL, &say);
		cr_expect(strstr(buf_cstr(&say), "lines are missing at its end") != NULL);
		cr_expect_eq(strstr(say.p, "nothing is lost") != NULL, line >= 6 + DIGESTS,
		    "line %u: %s", line, say.p);
		pins_release(&pins);
		buf_release(&say);
	}
	buf_release(&whole);
}
