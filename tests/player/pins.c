/* The file `pins` of a game (src/record/pins.h): what is written is read back, and each damaged line is
 * found and named. */
#include <criterion/criterion.h>

#include "games/games.h"
#include "host/aid.h"
#include "record/checked.h"
#include "record/folder.h"
#include "record/home.h"
#include "record/pins.h"
#include "record/saved_digest.h"
#include "util/file.h"

enum { DIGESTS = 5 }; /* after the heading, the host, a share and two lost digests */

static struct test_table t;
static struct transcript tr;
static struct err err;
static struct buf path, text;
static char home[TEST_FOLDER];
static const struct hash lost = { { 3 } };
static unsigned n_leaves; /* in the file `leaves` beside it */

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
	for (uint8_t i = 0; i < n_leaves; i++)
		leaves_add(&leaves, &(struct leaf){ .round = 1, .index = i, .hash = { i } });
	cr_assert_eq(pins_note_all(&pins, &tr, &leaves, NULL, &err), 0, "%s", err.msg);
	leaves_release(&leaves);
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

/* Stores a digest in the record of the game. */
static void
record(const struct transcript *of, const struct transcript_copy *c)
{
	struct buf dir = BUF_INIT;
	struct home_hold hold;

	cr_assert_eq(home_lock(home, tr.game, &hold, &err), 0, "%s", err.msg);
	cr_assert_eq(home_folder(home, tr.game, &dir, &err), 0, "%s", err.msg);
	cr_assert_eq(folder_make(dir.p, &err), 0, "%s", err.msg);
	cr_assert_geq(
	    saved_digest_add(dir.p, of, c, SAVED_DIGEST_NONE, NULL, &err), 0, "%s", err.msg);
	home_unlock(&hold);
	buf_release(&dir);
}

/* Expects that each pin is that of one digest of the game. What comes back is at the end. */
static void
expect_of_game(const struct pins *pins)
{
	for (size_t i = 0; i < pins->n; i++) {
		unsigned same = 0;

		for (size_t k = 0; k < DIGESTS; k++)
			same += tr.copy[k].n == pins->at[i].n &&
			    memcmp(tr.copy[k].hash.b, pins->at[i].hash.b, HASH_BYTES) == 0;
		cr_expect_eq(same, 1, "digest %lld", (long long)pins->at[i].n);
	}
}

/* Lines of digests that are damaged come back from the record, but not from a digest of another
 * game there. */
Test(pins, lines_come_back_from_the_record)
{
	static const char *const more[] = { "", ", as is 1 more", ", as are 2 more" };
	struct buf whole = BUF_INIT, other = BUF_INIT;
	struct transcript strange;
	struct test_table u;

	write_pins();
	table_open_as(&u,
	    &(struct host_table_params){ .rules = rules_all[0],
		.game = "other234",
		.clock = { .limit_s = -1 },
		.seated = 7 },
	    3, "p");
	buf_add(&other, u.digest.p, u.digest.n);
	transcript_load(&strange, rules_all, &other, NULL);
	cr_assert_eq(file_read(path.p, 1 << 20, &whole, &err), 0, "%s", err.msg);
	for (size_t i = 0; i < DIGESTS; i++)
		if (tr.copy[i].n != strange.copy[0].n)
			record(&tr, &tr.copy[i]);
	for (unsigned there = 0; there < 3; there++)
		for (unsigned lines = 1; lines <= 3; lines++) {
			/* The digest with the number of the strange one is in one of the lines. */
			const bool is_lost = there < 2;
			struct buf wrong = BUF_INIT, say = BUF_INIT;
			struct pins pins;

			if (there == 1 && lines == 1)
				record(&strange, &strange.copy[0]);
			if (there == 2 && lines == 1)
				for (size_t i = 0; i < DIGESTS; i++)
					if (tr.copy[i].n == strange.copy[0].n)
						record(&tr, &tr.copy[i]);
			buf_add(&wrong, whole.p, whole.n);
			for (unsigned k = 0; k < lines; k++)
				wrong.p[line_at(&whole, 6 + k) + 3] ^= 1;
			cr_assert_eq(file_write(path.p, wrong.p, wrong.n, &err), 0, "%s", err.msg);
			load(&pins);
			cr_expect_eq(pins.damage.lines, lines);
			cr_expect_eq(pins.n, is_lost ? DIGESTS - 1 : DIGESTS, "%u, %u lines: %zu",
			    there, lines, pins.n);
			expect_of_game(&pins);
			pins_damage_text(&pins, NULL, &say);
			cr_expect_not_null(
			    strstr(buf_cstr(&say), more[lines - 1]), "%s", buf_cstr(&say));
			cr_expect_eq(strstr(say.p, "nothing is lost") != NULL, !is_lost, "%u: %s",
			    there, say.p);
			pins_release(&pins);
			buf_release(&wrong);
			buf_release(&say);
		}
	transcript_release(&strange);
	table_close(&u);
	buf_release(&whole);
}

/* Sets *whole to the file of the leaves, and path to its name. */
static void
write_leaves(struct buf *whole)
{
	struct buf file = BUF_INIT;

	n_leaves = 3;
	write_pins();
	buf_add(&file, path.p, path.n - strlen("pins"));
	buf_str(&file, "leaves");
	buf_release(&path);
	path = file;
	cr_assert_eq(file_read(path.p, 1 << 20, whole, &err), 0, "%s", err.msg);
}

/* Expects that the file of the leaves has this damage: lines and the first of them. */
static void
expect_damage(const char *p, size_t n, unsigned lines, int first, const char *what)
{
	struct pins pins;

	cr_assert_eq(file_write(path.p, p, n, &err), 0, "%s", err.msg);
	load(&pins);
	cr_expect_eq(pins.damage.lines, 0, "%s", what);
	cr_expect_eq(
	    pins.leaves_damage.lines, lines, "%s: %u lines", what, pins.leaves_damage.lines);
	cr_expect_eq(
	    pins.leaves_damage.first, first, "%s: line %d", what, pins.leaves_damage.first);
	cr_expect_eq(pins.leaves.n, lines > 0 ? 0 : n_leaves, "%s", what);
	pins_release(&pins);
}

Test(pins, leaves_and_their_damage)
{
	struct buf whole = BUF_INIT, wrong = BUF_INIT;

	write_leaves(&whole);
	expect_damage(whole.p, whole.n, 0, 0, "whole");
	for (unsigned line = 1; line_at(&whole, line) < whole.n; line++) {
		buf_clear(&wrong);
		buf_add(&wrong, whole.p, whole.n);
		wrong.p[line_at(&whole, line) + 3] ^= 1;
		expect_damage(wrong.p, wrong.n, 1, (int)line, "a bit");
		if (line > 1)
			expect_damage(whole.p, line_at(&whole, line), 1, 0, "the end");
	}
	expect_damage("", 0, 1, 1, "nothing");
	buf_release(&whole);
	buf_release(&wrong);
}

/* Puts `wrong`, with its checksum, into the place of a line, and expects that it is damaged, and no other. */
static void
expect_damaged(const struct buf *whole, unsigned line, const char *wrong, size_t n)
{
	const size_t from = line_at(whole, line), to = line_at(whole, line + 1);
	const bool is_digest = line >= 6; /* each other fact has two lines */
	struct buf file = BUF_INIT;
	struct pins pins;

	buf_add(&file, whole->p, from);
	checked_line(wrong, n, &file);
	buf_add(&file, whole->p + to, whole->n - to);
	cr_assert_eq(file_write(path.p, file.p, file.n, &err), 0, "%s", err.msg);
	load(&pins);
	cr_expect(pins.damage.lines == 1 && pins.damage.first == (int)line,
	    "line %u as \"%.*s\": %u damaged, the first is %d", line, (int)n, wrong,
	    pins.damage.lines, pins.damage.first);
	cr_expect(pins.has_host && strcmp(pins.host_sign, tr.host_sign) == 0);
	cr_expect_eq(pins.n + pins.n_share + pins.n_lost, DIGESTS + (is_digest ? 2u : 3u),
	    "line %u as \"%.*s\"", line, (int)n, wrong);
	pins_release(&pins);
	buf_release(&file);
}

/* A checksum makes no line valid: a word that is missing, another or too long is damage. */
Test(pins, a_line_of_another_form_is_damaged)
{
	struct buf whole = BUF_INIT;

	write_pins();
	cr_assert_eq(file_read(path.p, 1 << 20, &whole, &err), 0, "%s", err.msg);
	for (unsigned line = 2; line <= 7; line++) {
		const size_t from = line_at(&whole, line);
		struct slice is;
		size_t at = 0;

		cr_assert(checked_read(whole.p + from, line_at(&whole, line + 1) - from - 1, &is));
		for (unsigned word = 0; at < is.n; word++) {
			const char *blank = memchr(is.s + at, ' ', is.n - at);
			const size_t end = blank != NULL ? (size_t)(blank - is.s) : is.n;
			/* The first line says the key; a share, for which seat. Any word will do. */
			const bool is_any = word == 1 && line <= 3;
			struct buf wrong = BUF_INIT;

			if (at > 0)
				expect_damaged(&whole, line, is.s, at - 1);
			buf_add(&wrong, is.s, at);
			if (is_any)
				buf_fill(&wrong, 'a', 200);
			else
				buf_str(&wrong, "?");
			buf_add(&wrong, is.s + end, is.n - end);
			expect_damaged(&whole, line, wrong.p, wrong.n);
			buf_release(&wrong);
			at = end + 1;
		}
	}
	buf_release(&whole);
}

static void
put(const struct buf *file)
{
	cr_assert_eq(file_write(path.p, file->p, file->n, &err), 0, "%s", err.msg);
	err = (struct err)ERR_INIT;
}

/* Appends the lines of the file, those of the host's key damaged, those of digests only if `digests`. */
static void
lose_host(const struct buf *whole, bool digests, struct buf *out)
{
	for (size_t at = 0, end; at < whole->n; at = end) {
		const char *line = whole->p + at;
		const bool is_host = strncmp(line, "host ", 5) == 0;

		end = (size_t)((char *)memchr(line, '\n', whole->n - at) - whole->p) + 1;
		if (!digests && at > 0 && !is_host)
			continue;
		buf_add(out, line, end - at);
		if (is_host)
			out->p[out->n - 2] ^= 1;
	}
}

/* The key of the host is in two lines. If both are lost, it is the key that has signed all digests. */
Test(pins, a_key_of_the_host_that_is_lost)
{
	static const struct {
		const char *name;
		bool lost, digests, same;
		int result;
		enum err_code code;
		const char *says;
	} row[] = {
		{ "the key that is pinned", false, true, true, 0, ERR_NONE, "" },
		{ "another key", false, true, false, -1, ERR_AUTH, "signed by another host" },
		{ "the key that has signed", true, true, true, 0, ERR_NONE, "" },
		{ "another key, nothing pinned", true, true, false, -1, ERR_AUTH,
		    "has not signed" },
		{ "nothing that it has signed", true, false, true, -1, ERR_CORRUPT,
		    "nothing is left in it" },
	};
	struct buf whole = BUF_INIT;
	struct seckey *other;
	char sign[SIGN_TEXT + 1];

	write_pins();
	cr_assert_eq(file_read(path.p, 1 << 20, &whole, &err), 0, "%s", err.msg);
	other = seckey_new(&err);
	cr_assert(other != NULL && seckey_make(other, &err) == 0, "%s", err.msg);
	pubkey_sign_text(&other->pub, sign);
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct buf file = BUF_INIT;
		struct pins pins;

		if (row[i].lost)
			lose_host(&whole, row[i].digests, &file);
		else
			buf_add(&file, whole.p, whole.n);
		put(&file);
		load(&pins);
		cr_expect_eq(pins.is_host_lost, row[i].lost, "%s", row[i].name);
		cr_expect_eq(pins_note_host(&pins, row[i].same ? tr.host_sign : sign, &err),
		    row[i].result, "%s: %s", row[i].name, err.msg);
		cr_expect_eq(err.code, row[i].code, "%s", row[i].name);
		cr_expect_not_null(strstr(err.msg, row[i].says), "%s: %s", row[i].name, err.msg);
		if (row[i].result == 0)
			cr_expect(pins.has_host && strcmp(pins.host_sign, tr.host_sign) == 0, "%s",
			    row[i].name);
		pins_release(&pins);
		buf_release(&file);
	}
	seckey_free(other);
	buf_release(&whole);
}

static int
gives_up(struct command *w, const void *what, struct err *why)
{
	const struct host_action *act = what;
	struct digest_cause cause = { .has_order = false };

	note_add(&cause.notes, (struct note){ .kind = NOTE_LOST, .n = act->to });
	return command_add_act(w, act, &cause, why);
}

/* Stores the last digest of this table in the record. */
static void
record_last(const struct test_table *of)
{
	struct buf last = BUF_INIT;
	struct transcript one;

	buf_add(&last, of->digest.p, of->digest.n);
	transcript_load(&one, rules_all, &last, NULL);
	cr_assert_eq(one.n_copy, 1);
	record(&one, &one.copy[0]);
	transcript_release(&one);
}

enum records { NONE, ALL, OTHER_HOST, BEGUN_AGAIN, GIVES_UP };

/* Stores in the record what a row of the test below names. */
static void
record_what(enum records what)
{
	struct host_action act = { .kind = HOST_ACTION_LOST, .to = DIGESTS - 1 };
	struct test_table u;

	for (size_t k = 0; what == ALL && k < DIGESTS; k++)
		record(&tr, &tr.copy[k]);
	if (what == OTHER_HOST)
		table_open(&u, 3, 45);
	else if (what == BEGUN_AGAIN)
		table_open_again(&u, &t, 46);
	if (what == OTHER_HOST || what == BEGUN_AGAIN) {
		(void)table_play(&u, DIGESTS - 1, 2);
		record_last(&u);
		table_close(&u);
	}
	if (what == GIVES_UP) {
		act.lost[0] = 9;
		table_run(&t, gives_up, &act, t.now + 60);
		record_last(&t);
	}
}

/* What another host has signed does not come back, nor what contradicts other lines. What the host has
 * given up does. */
Test(pins, what_other_records_give_back)
{
	static const struct {
		const char *name;
		enum records record;
		size_t n, n_lost;
	} row[] = {
		{ "nothing is recorded", NONE, DIGESTS - 1, 2 },
		{ "all, and the host's key is lost, too", ALL, DIGESTS, 0 },
		{ "the same game of another host", OTHER_HOST, DIGESTS - 1, 2 },
		{ "the same game, begun again", BEGUN_AGAIN, DIGESTS - 1, 2 },
		{ "the next digest, which gives up another", GIVES_UP, DIGESTS, 3 },
	};

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct buf whole = BUF_INIT, file = BUF_INIT;
		struct pins pins;

		buf_clear(&path);
		write_pins();
		cr_assert_eq(file_read(path.p, 1 << 20, &whole, &err), 0, "%s", err.msg);
		lose_host(&whole, row[i].record != ALL, &file);
		if (row[i].record != ALL) {
			buf_clear(&file);
			buf_add(&file, whole.p, whole.n);
			file.p[line_at(&file, 6 + DIGESTS - 1) + 3] ^= 1;
		}
		record_what(row[i].record);
		put(&file);
		load(&pins);
		cr_expect_eq(pins.n, row[i].n, "%s: %zu", row[i].name, pins.n);
		cr_expect_eq(pins.n_lost, row[i].n_lost, "%s: %zu", row[i].name, pins.n_lost);
		cr_expect(
		    pins.has_host && strcmp(pins.host_sign, tr.host_sign) == 0, "%s", row[i].name);
		pins_release(&pins);
		buf_release(&whole);
		buf_release(&file);
		transcript_release(&tr);
		table_close(&t);
	}
}

Test(pins, a_file_of_another_version)
{
	struct buf whole = BUF_INIT, file = BUF_INIT;
	struct pins pins;

	write_pins();
	cr_assert_eq(file_read(path.p, 1 << 20, &whole, &err), 0, "%s", err.msg);
	buf_add(&file, whole.p, line_at(&whole, 2));
	file.p[file.n - 2] = '9';
	buf_str(&file, "what this version does not know\n");
	put(&file);
	cr_expect_eq(pins_load(&pins, home, tr.game, rules_all, &err), -1);
	cr_expect_eq(err.code, ERR_CORRUPT, "%s", err.msg);
	cr_expect_not_null(strstr(err.msg, "another version"), "%s", err.msg);
	pins_release(&pins);
	/* With a line of this version it is a damaged heading. */
	buf_clear(&file);
	buf_add(&file, whole.p, whole.n);
	file.p[line_at(&whole, 2) - 2] = '9';
	put(&file);
	load(&pins);
	cr_expect(pins.damage.lines == 1 && pins.damage.first == 1);
	check_facts(&pins);
	pins_release(&pins);
	buf_release(&file);
	buf_release(&whole);
}

/* ---- contradictions ---------------------------------------------------------------------------- */

/* Digest 2 as the host says it now. */
enum other { AS_IT_WAS, OTHER_HASH, OTHER_PREV, OTHER_ZERO };

static struct transcript_copy
second(enum other what)
{
	struct transcript_copy c = tr.copy[2];

	if (what == OTHER_HASH)
		c.hash.b[0] ^= 1;
	if (what == OTHER_PREV)
		c.prev[0] ^= 1;
	if (what == OTHER_ZERO)
		c.zero.b[0] ^= 1;
	return c;
}

/* Pins of these digests, by the host of the table. */
static struct pins
pins_with(const char *numbers)
{
	struct pins pins = { .has_host = true };

	memcpy(pins.host_sign, tr.host_sign, sizeof pins.host_sign);
	memcpy(pins.game, tr.game, sizeof pins.game);
	for (const char *p = numbers; *p != '\0'; p++)
		cr_expect(pins_add(&pins, &tr.copy[*p - '0']), "%s", numbers);
	return pins;
}

static const struct {
	const char *name, *pinned;
	enum other is;
	const char *says; /* NULL: no fork */
	const char *proof;
} contrary[] = {
	{ "nothing is pinned", "", OTHER_HASH, NULL, NULL },
	{ "known", "01234", AS_IT_WAS, NULL, NULL },
	{ "no neighbour", "04", AS_IT_WAS, NULL, NULL },
	{ "between neighbours", "0134", AS_IT_WAS, NULL, NULL },
	{ "another of its number", "12", OTHER_HASH,
	    "two different digests 2 of game k7q2m4xw: see line 7 of ", "signed of digest 2 " },
	{ "another before it", "01", OTHER_PREV,
	    "digest 2 of game k7q2m4xw does not continue digest 1: one of them was seen "
	    "before, see line 7 of ",
	    "adit-digest" },
	{ "another after it", "3", OTHER_HASH,
	    "digest 3 of game k7q2m4xw does not continue digest 2: one of them was seen "
	    "before, see /",
	    "signed of digest 3 " },
	{ "another digest 0", "40", OTHER_ZERO,
	    "does not continue digest 0:", "signed of digest 0 " },
	{ "another digest 0, which is not pinned", "4", OTHER_ZERO,
	    "digest 4 of game k7q2m4xw does not continue digest 2:", "signed of digest 4 " },
};

/* (N1) (N2) Two signatures convict the host, of digests that cannot be in one history. */
Test(pins, what_contradicts_a_pin)
{
	write_pins();
	record(&tr, &tr.copy[1]);
	path.n -= strlen("/pins");
	for (size_t i = 0; i < sizeof contrary / sizeof contrary[0]; i++) {
		const size_t n = strlen(contrary[i].pinned);
		struct transcript_copy c = second(contrary[i].is);
		const bool known = strchr(contrary[i].pinned, '2') != NULL;
		struct pins pins = pins_with(contrary[i].pinned);
		struct transcript one = tr;
		struct leaves none = { .n = 0 };
		struct buf proof = BUF_INIT;

		one.n_copy = 1;
		one.copy = &c;
		buf_add(&pins.folder, path.p, path.n);
		for (size_t k = 0; k < n; k++)
			pins.at[k].line = 7 * (int)k;
		err = (struct err)ERR_INIT;
		cr_expect_eq(
		    pins_contradict(&pins, &c), contrary[i].says != NULL, "%s", contrary[i].name);
		cr_expect_eq(pins_note_all(&pins, &one, &none, &proof, &err),
		    contrary[i].says != NULL ? -1 : 0, "%s: %s", contrary[i].name, err.msg);
		cr_expect_eq(pins.n, n + (contrary[i].says == NULL && !known), "%s: %zu",
		    contrary[i].name, pins.n);
		if (contrary[i].says != NULL) {
			cr_expect(err.code == ERR_AUTH && strstr(err.msg, contrary[i].says) != NULL,
			    "%s: %s", contrary[i].name, err.msg);
			cr_expect_not_null(strstr(buf_cstr(&proof), contrary[i].proof), "%s: %s",
			    contrary[i].name, buf_cstr(&proof));
		}
		cr_expect_eq(proof.n > 0, contrary[i].says != NULL, "%s", contrary[i].name);
		pins_release(&pins);
		buf_release(&proof);
	}
}

/* (N2) What the host has not signed convicts nobody, and is forgotten. */
Test(pins, a_pin_that_the_host_has_not_signed)
{
	static const struct {
		const char *name, *pinned, *wrong; /* digests, those with a wrong signature */
		enum other is;
		bool no_host, no_key;
		size_t n; /* of pins that stay */
	} row[] = {
		{ "of its number", "12", "2", OTHER_HASH, false, false, 1 },
		{ "before it", "10", "1", OTHER_PREV, false, false, 1 },
		{ "after it", "03", "3", OTHER_HASH, false, false, 1 },
		{ "before it, and digest 0", "01", "01", OTHER_PREV, false, false, 1 },
		{ "its number, and after it", "23", "23", OTHER_HASH, false, false, 0 },
		{ "no host is known", "12", "", OTHER_HASH, true, false, 1 },
		{ "the host's key is none", "12", "", OTHER_HASH, false, true, 1 },
	};

	write_pins();
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct transcript_copy c = second(row[i].is);
		struct pins pins = pins_with(row[i].pinned);

		for (size_t k = 0; k < pins.n; k++) {
			pins.at[k].line = 6 + (int)k;
			if (strchr(row[i].wrong, '0' + (int)pins.at[k].n) != NULL)
				pins.at[k].sig.b[20] ^= 1;
		}
		pins.has_host = !row[i].no_host;
		if (row[i].no_key)
			pins.host_sign[0] = '\0';
		pins.is_new = false;
		cr_expect_not(pins_contradict(&pins, &c), "%s", row[i].name);
		cr_expect(pins.foreign > 0 && pins.is_new, "%s", row[i].name);
		cr_expect_eq(pins.n, row[i].n, "%s: %zu", row[i].name, pins.n);
		cr_expect(pins_add(&pins, &c), "%s", row[i].name);
		pins_release(&pins);
	}
}

/* What another host has signed, or what a terminal must not get, is not pinned. */
Test(pins, what_is_not_pinned)
{
	struct leaves none = { .n = 0 };
	struct pins pins;
	struct transcript one;
	char *at;

	write_pins();
	one = tr;
	pins = pins_with("0");
	buf_str(&pins.folder, home);
	one.host_sign[4] ^= 1;
	cr_expect_eq(pins_note_all(&pins, &one, &none, NULL, &err), -1);
	cr_expect(err.code == ERR_AUTH && pins.n == 1, "%s", err.msg);
	err = (struct err)ERR_INIT;
	at = tr.text.p + tr.copy[2].t.signed_part.at + 20;
	*at = '\033';
	one = tr;
	cr_expect_eq(pins_note_all(&pins, &one, &none, NULL, &err), -1);
	cr_expect(err.code == ERR_SYNTAX && pins.n == 2, "%d %s", err.code, err.msg);
	pins_release(&pins);
}

/* Leaves that are known already are not new, in whatever order they come. */
Test(pins, leaves_that_are_known)
{
	struct leaves leaves = { .n = 0 };
	struct pins pins;

	write_pins();
	pins = pins_with("01234");
	for (uint8_t i = 0; i < 3; i++)
		leaves_add(
		    &leaves, &(struct leaf){ .n = 2 + i, .round = 1, .index = i, .hash = { i } });
	cr_assert_eq(pins_note_all(&pins, &tr, &leaves, NULL, &err), 0, "%s", err.msg);
	cr_expect(pins.leaves.n == 3 && pins.is_new && pins.has_new_leaves);
	pins.leaves_kept = pins.leaves.n;
	for (unsigned i = 0; i < 2; i++) {
		pins.is_new = pins.has_new_leaves = false;
		cr_assert_eq(pins_note_all(&pins, &tr, &leaves, NULL, &err), 0, "%s", err.msg);
		cr_expect(pins.leaves.n == 3 && !pins.is_new && !pins.has_new_leaves);
		leaves.at[0] = leaves.at[1];
	}
	leaves_release(&leaves);
	pins_release(&pins);
}

/* The host gives up digest 4 for another: its pin and its leaves go, and it does not come back. */
Test(pins, what_is_given_up)
{
	struct transcript_copy c[2];
	struct transcript two, again;
	struct test_table u;
	struct buf all = BUF_INIT;
	struct pins pins;

	write_pins();
	table_open_again(&u, &t, 46);
	(void)table_play(&u, DIGESTS - 1, 2);
	buf_add(&all, u.all.p, u.all.n);
	transcript_load(&again, rules_all, &all, NULL);
	pins = pins_with("01234");
	two = tr;
	two.n_copy = 2;
	two.copy = c;
	c[0] = tr.copy[3];
	c[1] = again.copy[4];
	memcpy(c[1].prev, tr.copy[3].hash.b, HASH_BYTES);
	c[1].gives = (struct given_up){ 4, tr.copy[4].hash };
	for (uint8_t i = 0; i < 3; i++)
		leaves_add(&pins.leaves,
		    &(struct leaf){ .n = 2 + i, .round = 1, .index = i, .hash = { i } });
	pins.is_new = false;
	cr_expect_eq(pins_give_up(&pins, &two), 1);
	cr_expect(pins.n == 4 && pins.n_lost == 1 && pins.is_new && pins.has_new_leaves);
	cr_expect(pins.leaves.n == 2 && pins.leaves.at[1].n == 3);
	cr_expect_eq(pins_give_up(&pins, &two), 0, "once");
	cr_expect_not(pins_add(&pins, &tr.copy[4]), "it does not come back");
	pins.at[pins.n++] = pin_of(&c[1]); /* there is room where the other was */
	cr_expect_eq(pins_note_all(&pins, &tr, &(struct leaves){ .n = 0 }, NULL, &err), -1);
	cr_expect(
	    err.code == ERR_STALE && strstr(err.msg, "lost and given up") != NULL, "%s", err.msg);
	transcript_release(&again);
	table_close(&u);
	pins_release(&pins);
}

Test(pins, a_share_of_another_attempt)
{
	struct pinned_share share = { .seat = "p2", .opener = { { 1 } }, .head = { { 2 } } };
	const struct hash other = { { 7 } };
	struct pins pins = { .n = 0 };

	pins_note_share(&pins, &share);
	cr_expect_not_null(pins_share(&pins, "p2", &share.opener));
	cr_expect_null(pins_share(&pins, "p2", &other));
	cr_expect_null(pins_share(&pins, "p1", &share.opener));
	pins_release(&pins);
}
