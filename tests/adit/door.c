/* The functions of adit.h, called as another program calls them. Tables and keys come from the
 * tests of host. */
#include "adit.h"

#include <criterion/criterion.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/aid.h"
#include "util/file.h"

/* A table in t->folder with the secret keys host, p1, p2 ... in the folder `home`; the key of p1 has
 * the passphrase "secret". */
struct door {
	struct test_table t;
	char home[80], turns[80], path[96];
	struct adit *a;
	struct adit_key *key[3], *host;
};

static const char pass[] = "secret";

static void
write_key(const struct door *d, const char *name, const struct seckey *key, const char *phrase)
{
	const size_t n = phrase != NULL ? strlen(phrase) : 0;
	struct buf sign = BUF_INIT, box = BUF_INIT;
	struct err err = ERR_INIT;
	char file[120];

	cr_assert_eq(seckey_sign_text(key, phrase, n, 10, &sign, &err), 0, "%s", err.msg);
	cr_assert_eq(seckey_box_text(key, phrase, n, 10, &box, &err), 0, "%s", err.msg);
	(void)snprintf(file, sizeof file, "%s/%s.key", d->home, name);
	cr_assert_eq(keyfile_create(file, sign.p, sign.n, false, &err), 0, "%s", err.msg);
	(void)snprintf(file, sizeof file, "%s/%s.age", d->home, name);
	cr_assert_eq(keyfile_create(file, box.p, box.n, false, &err), 0, "%s", err.msg);
	buf_wipe(&sign);
	buf_wipe(&box);
}

/* Sets d->path to a file in the folder of the table. */
static const char *
path_of(struct door *d, const char *name)
{
	(void)snprintf(d->path, sizeof d->path, "%s/%s", d->t.folder, name);
	return d->path;
}

static void
open_door(struct door *d, bool late)
{
	memset(d, 0, sizeof *d);
	if (late)
		table_open_late(&d->t, rules_all[0], 3, false, "discard", 0);
	else
		table_open(&d->t, 3, 7);
	(void)snprintf(d->home, sizeof d->home, "%s/home", d->t.folder);
	(void)snprintf(d->turns, sizeof d->turns, "%s/out", d->t.folder);
	cr_assert_eq(mkdir(d->home, 0700), 0);
	write_key(d, "host", d->t.host, NULL);
	write_key(d, "p1", d->t.key[0], pass);
	write_key(d, "p2", d->t.key[1], NULL);
	write_key(d, "p3", d->t.key[2], NULL);
	d->a = adit_new(d->home);
	cr_assert_not_null(d->a);
	d->host = adit_key_load(d->a, "host", NULL, 0);
	d->key[0] = adit_key_load(d->a, "p1", pass, strlen(pass));
	d->key[1] = adit_key_load(d->a, "p2", NULL, 0);
	d->key[2] = adit_key_load(d->a, "p3", "not needed", 10);
	for (unsigned i = 0; i < 3; i++)
		cr_assert_not_null(d->key[i], "%s", adit_message(d->a));
	cr_assert_not_null(d->host, "%s", adit_message(d->a));
}

static void
close_door(struct door *d)
{
	for (unsigned i = 0; i < 3; i++)
		adit_key_free(d->key[i]);
	adit_key_free(d->host);
	adit_free(d->a);
	table_close(&d->t);
	seckey_free(d->t.host);
	for (unsigned i = 0; i < 3; i++)
		seckey_free(d->t.key[i]);
}

/* The outcomes of a message. */
struct heard {
	unsigned n;
	enum adit_outcome last;
	int64_t digest;
	char seat[40], why[400];
};

static void
hear(void *arg, const char *seat, enum adit_outcome outcome, int64_t n, const char *why)
{
	struct heard *h = arg;

	h->n++;
	h->last = outcome;
	h->digest = n;
	(void)snprintf(h->seat, sizeof h->seat, "%s", seat != NULL ? seat : "(none)");
	(void)snprintf(h->why, sizeof h->why, "%s", why);
}

/* Makes an order of this seat on the newest digest of d->turns. line: "#1" is the second order that the
 * view lists, NULL the first. */
static char *
sign(struct door *d, unsigned seat, const char *line, enum adit_turn turn, bool is_sealed)
{
	struct adit_transcript *t = adit_transcript_open(d->a, d->turns);
	struct adit_view *v;
	char *block;

	cr_assert_not_null(t, "%s", adit_message(d->a));
	v = adit_view_private(t, d->key[seat], -1);
	cr_assert_not_null(v, "%s", adit_message(d->a));
	if (line == NULL || line[0] == '#')
		line = adit_view_order(v, line == NULL ? 0 : (size_t)(line[1] - '0'));
	block = adit_order_make(v, &line, line != NULL, NULL, turn, is_sealed);
	adit_view_free(v);
	adit_transcript_free(t);
	return block;
}

static void
deliver(struct door *d, struct adit_table *table)
{
	cr_assert_eq(adit_table_deliver(table, d->turns), 0, "%s", adit_message(d->a));
}

static unsigned
to_move(struct door *d)
{
	struct adit_transcript *t = adit_transcript_open(d->a, d->turns);
	struct adit_view *v = adit_view_public(t, -1);
	unsigned seat = 0;

	cr_assert_not_null(v, "%s", adit_message(d->a));
	cr_assert_not_null(adit_view_to_move(v));
	while (strcmp(adit_view_seat(v, seat), adit_view_to_move(v)) != 0)
		seat++;
	adit_view_free(v);
	adit_transcript_free(t);
	return seat;
}

Test(door, an_order_goes_through)
{
	static const struct {
		const char *name;
		bool other, repeats; /* of another seat; the message of the row before */
		const char *line;
		enum adit_turn turn;
		bool is_sealed;
		enum adit_outcome want;
		int64_t n; /* digest */
	} row[] = {
		{ "sealed", false, false, NULL, ADIT_TURN_FITTING, true, ADIT_OUTCOME_TAKEN, 1 },
		{ "the same again", false, true, NULL, 0, true, ADIT_OUTCOME_REPEATED, 1 },
		{ "in clear", false, false, NULL, ADIT_TURN_FITTING, false, ADIT_OUTCOME_TAKEN, 2 },
		{ "queued", true, false, "place nesw at 2,0", ADIT_TURN_NEXT, true,
		    ADIT_OUTCOME_QUEUED, 3 },
		{ "open", true, false, "resign", ADIT_TURN_FITTING, false, ADIT_OUTCOME_TAKEN, 4 },
	};
	struct adit_table *table;
	struct heard heard;
	char *block = NULL;
	struct door d;

	open_door(&d, true);
	table = adit_table_open(d.a, d.t.path, d.host);
	cr_assert_not_null(table, "%s", adit_message(d.a));
	deliver(&d, table);
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		const unsigned seat = (to_move(&d) + row[i].other) % 3;

		memset(&heard, 0, sizeof heard);
		if (!row[i].repeats) {
			adit_string_free(block);
			block = sign(&d, seat, row[i].line, row[i].turn, row[i].is_sealed);
		}
		cr_assert_not_null(block, "%s: %s", row[i].name, adit_message(d.a));
		cr_expect_eq(strstr(block, "do: ") == NULL, row[i].is_sealed, "%s", row[i].name);
		cr_expect_eq(adit_table_apply(table, block, strlen(block),
				 TABLE_NOW + 60 + (int64_t)i, hear, &heard),
		    0, "%s: %s", row[i].name, adit_message(d.a));
		cr_expect_eq(heard.n, 1, "%s", row[i].name);
		cr_expect_eq(heard.last, row[i].want, "%s: %s", row[i].name, heard.why);
		cr_expect_eq(heard.digest, row[i].n, "%s", row[i].name);
		deliver(&d, table);
	}
	adit_string_free(block);
	block = adit_table_digest(table, -1);
	cr_expect_not_null(strstr(block, "\nn: 4\n"));
	adit_string_free(block);
	cr_expect_null(adit_table_digest(table, 99));
	cr_expect_eq(adit_error_code(d.a), ADIT_ERROR_NOT_FOUND);
	adit_table_free(table);
	close_door(&d);
}

Test(door, refused_orders)
{
	struct adit_table *table, *wrong;
	struct heard heard = { .n = 0 };
	struct door d;
	char *first, *second;
	unsigned seat;

	open_door(&d, false);
	table = adit_table_open(d.a, d.t.path, d.host);
	deliver(&d, table);
	seat = to_move(&d);
	cr_expect_null(sign(&d, (seat + 1) % 3, NULL, ADIT_TURN_FITTING, true));
	cr_expect_eq(adit_error_code(d.a), ADIT_ERROR_USAGE, "nothing to sign");
	cr_expect_null(sign(&d, seat, "place nesw at 30,30", ADIT_TURN_FITTING, true));
	cr_expect_eq(adit_error_code(d.a), ADIT_ERROR_RULE, "%s", adit_message(d.a));
	cr_expect_null(sign(&d, seat, "frobnicate", ADIT_TURN_FITTING, true));
	cr_expect_eq(adit_error_code(d.a), ADIT_ERROR_SYNTAX, "%s", adit_message(d.a));

	first = sign(&d, seat, NULL, ADIT_TURN_FITTING, false);
	second = sign(&d, seat, "#1", ADIT_TURN_FITTING, false);
	cr_assert(first != NULL && second != NULL, "%s", adit_message(d.a));
	wrong = adit_table_open(d.a, d.t.path, d.key[seat]);
	cr_expect_eq(adit_table_apply(wrong, first, strlen(first), TABLE_NOW + 60, NULL, NULL), -1);
	cr_expect_eq(adit_error_code(d.a), ADIT_ERROR_AUTH, "the key is not the host's");
	adit_table_free(wrong);
	cr_expect_eq(adit_table_apply(table, "hello", 5, TABLE_NOW + 60, hear, &heard), -1);
	cr_expect_eq(adit_error_code(d.a), ADIT_ERROR_SYNTAX, "no order: %s", adit_message(d.a));
	cr_expect_eq(adit_table_apply(table, first, strlen(first), -1, hear, &heard), -1);
	cr_expect_eq(adit_error_code(d.a), ADIT_ERROR_USAGE, "no time");
	cr_expect_eq(heard.n, 0);
	cr_expect_eq(adit_table_apply(table, first, strlen(first), TABLE_NOW + 60, NULL, NULL), 0);
	cr_expect_eq(
	    adit_table_apply(table, second, strlen(second), TABLE_NOW + 61, hear, &heard), 0);
	cr_expect(heard.last == ADIT_OUTCOME_REFUSED && heard.why[0] != '\0' && heard.n == 1);
	cr_expect_str_eq(heard.seat, d.t.names.seat[seat]);
	adit_string_free(first);
	adit_string_free(second);
	adit_table_free(table);
	close_door(&d);
}

Test(door, ticks)
{
	static const struct {
		int64_t after; /* TABLE_NOW */
		int want;
	} row[] = {
		{ 1, 0 },
		{ LATE_LIMIT - 60, ADIT_TICK_REMINDER },
		{ LATE_LIMIT - 50, 0 },
		{ LATE_LIMIT + LATE_GRACE + 1, ADIT_TICK_PLAYED },
		{ 2 * LATE_LIMIT + LATE_GRACE + 2, ADIT_TICK_REMINDER },
	};
	struct adit_table *table;
	struct door d;

	open_door(&d, true);
	table = adit_table_open(d.a, d.t.path, d.host);
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		int did = adit_table_tick(table, TABLE_NOW + row[i].after);

		cr_expect_eq(did, row[i].want, "row %zu: %d %s", i, did, adit_message(d.a));
	}
	cr_expect_eq(adit_table_tick(table, TABLE_NOW + 4000 * INT64_C(86400)), -1);
	cr_expect_eq(adit_error_code(d.a), ADIT_ERROR_BUSY, "a clock far ahead");
	adit_table_free(table);
	close_door(&d);
}

/* ---- transcripts and views ---------------------------------------------------------------------- */

/* Plays n orders and writes the digests to d->turns. */
static void
play(struct door *d, unsigned n)
{
	struct adit_table *table;

	cr_assert_eq(table_play(&d->t, n, 5), n);
	table = adit_table_open(d->a, d->t.path, d->host);
	deliver(d, table);
	adit_table_free(table);
}

Test(door, transcript)
{
	struct adit_transcript *t, *same;
	const char *text;
	struct door d;
	size_t len;

	open_door(&d, false);
	play(&d, 3);
	t = adit_transcript_open(d.a, d.turns);
	cr_assert_not_null(t, "%s", adit_message(d.a));
	cr_expect_not_null(strstr(adit_warnings(d.a), "fingerprint"), "an unknown host");
	cr_expect_str_eq(adit_transcript_game(t), "k7q2m4xw");
	cr_expect_eq(adit_transcript_count(t), 4);
	cr_expect_eq(adit_transcript_newest(t), 3);
	text = adit_transcript_digest(t, 0, &len);
	cr_assert(len > 20 && memcmp(text, "adit-digest v3\n", 15) == 0);
	same = adit_transcript_parse(d.a, text, len);
	cr_assert_not_null(same, "%s", adit_message(d.a));
	cr_expect_eq(adit_transcript_newest(same), 0);
	cr_expect_str_eq(adit_warnings(d.a), "", "the host is known now");
	cr_expect_null(adit_transcript_digest(same, 1, &len));
	cr_expect_eq(adit_error_code(d.a), ADIT_ERROR_NOT_FOUND);
	cr_expect_null(adit_view_public(same, 1));
	cr_expect_eq(adit_error_code(d.a), ADIT_ERROR_NOT_FOUND);
	adit_transcript_free(same);
	adit_transcript_free(t);
	close_door(&d);
}

Test(door, views)
{
	struct adit_transcript *t;
	struct adit_view *pub, *own, *old;
	const char *line = "discard 1";
	struct door d;
	unsigned seat;

	open_door(&d, false);
	play(&d, 3);
	seat = to_move(&d);
	t = adit_transcript_open(d.a, d.turns);
	pub = adit_view_public(t, -1);
	own = adit_view_private(t, d.key[seat], -1);
	old = adit_view_private(t, d.key[seat], 1);
	cr_assert(pub != NULL && own != NULL && old != NULL, "%s", adit_message(d.a));
	cr_expect_null(adit_view_private(t, d.host, -1));
	cr_expect_eq(adit_error_code(d.a), ADIT_ERROR_NOT_FOUND);
	cr_expect_eq(adit_view_digest(pub), 3);
	cr_expect_eq(adit_view_digest(old), 1);
	cr_expect_null(adit_view_own(pub));
	cr_expect_str_eq(adit_view_own(own), adit_view_to_move(own));
	cr_expect_str_eq(adit_view_seat(pub, 2), "p3");
	cr_expect_null(adit_view_seat(pub, 3));
	cr_expect_gt(adit_view_due(pub), TABLE_NOW);
	cr_expect_not(adit_view_is_over(pub));
	cr_expect_eq(adit_view_orders(pub), 0);
	cr_expect_gt(adit_view_orders(own), 0);
	cr_expect_not_null(adit_view_order(own, 0));
	cr_expect_null(adit_view_order(own, adit_view_orders(own)));
	cr_expect_null(adit_order_make(pub, &line, 1, NULL, ADIT_TURN_FITTING, true));
	cr_expect_eq(adit_error_code(d.a), ADIT_ERROR_USAGE, "a public view signs nothing");
	cr_expect_null(adit_order_make(old, &line, 1, NULL, ADIT_TURN_FITTING, true));
	cr_expect_eq(adit_error_code(d.a), ADIT_ERROR_STALE, "a newer digest was read");
	cr_expect_null(adit_order_make(own, &line, 99, NULL, ADIT_TURN_FITTING, true));
	cr_expect_eq(adit_error_code(d.a), ADIT_ERROR_USAGE, "alternatives");
	cr_expect_null(adit_order_make(own, &line, 1, NULL, (enum adit_turn)9, true));
	cr_expect_eq(adit_error_code(d.a), ADIT_ERROR_USAGE, "no such turn");
	adit_view_free(pub);
	adit_view_free(own);
	adit_view_free(old);
	adit_transcript_free(t);
	close_door(&d);
}

Test(door, forms)
{
	static const struct {
		enum adit_form form;
		const char *begins, *has;
		const char *own; /* in a private view alone; or NULL */
		bool is_ascii;
	} row[] = {
		{ ADIT_FORM_TEXT, "It is p", "p3", "your turn", false },
		{ ADIT_FORM_ASCII, "It is p", "p3", "your turn", true },
		{ ADIT_FORM_MARKDOWN, "# Saboteur, table `k7q2m4xw`", "```text", "your turn",
		    false },
		{ ADIT_FORM_SVG, "<svg", "</svg>", NULL, false },
		{ ADIT_FORM_HTML, "<!DOCTYPE html>", "<svg", "adit sign -k", false },
		{ ADIT_FORM_JSON, "{", "\"board\":", "\"gold\":[", false },
	};
	struct adit_transcript *t;
	struct adit_view *pub, *own;
	struct door d;

	open_door(&d, false);
	play(&d, 3);
	unsigned seat = to_move(&d);
	t = adit_transcript_open(d.a, d.turns);
	pub = adit_view_public(t, -1);
	own = adit_view_private(t, d.key[seat], -1);
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		char *all = adit_view_render(pub, row[i].form, 0);
		char *mine = adit_view_render(own, row[i].form, 0);

		cr_assert(all != NULL && mine != NULL, "row %zu: %s", i, adit_message(d.a));
		cr_expect_eq(
		    strncmp(all, row[i].begins, strlen(row[i].begins)), 0, "row %zu:\n%s", i, all);
		cr_expect_not_null(strstr(all, row[i].has), "row %zu:\n%s", i, all);
		cr_expect_not_null(strstr(mine, row[i].has), "row %zu:\n%s", i, mine);
		if (row[i].own != NULL)
			cr_expect(
			    strstr(all, row[i].own) == NULL && strstr(mine, row[i].own) != NULL,
			    "row %zu", i);
		for (const char *c = mine; row[i].is_ascii && *c != '\0'; c++)
			cr_assert_gt(*c, 0, "row %zu", i);
		adit_string_free(all);
		adit_string_free(mine);
	}
	cr_expect_null(adit_view_render(pub, (enum adit_form)17, 0));
	cr_expect_eq(adit_error_code(d.a), ADIT_ERROR_USAGE);
	adit_view_free(pub);
	adit_view_free(own);
	adit_transcript_free(t);
	close_door(&d);
}

/* Before the joint deal there are no private views. */
Test(door, an_open_table)
{
	static const enum adit_form form[] = { ADIT_FORM_TEXT, ADIT_FORM_MARKDOWN, ADIT_FORM_HTML,
		ADIT_FORM_JSON };
	struct adit_transcript *t;
	struct test_table open;
	struct adit_view *v;
	struct door d;

	open_door(&d, false);
	memset(&open, 0, sizeof open);
	table_open_audited(&open, rules_all[0], 3, 9, NULL);
	write_key(&d, "p4", open.key[0], NULL);
	t = adit_transcript_parse(d.a, open.digest.p, open.digest.n);
	cr_assert_not_null(t, "%s", adit_message(d.a));
	adit_key_free(d.key[1]);
	d.key[1] = adit_key_load(d.a, "p4", NULL, 0);
	v = adit_view_private(t, d.key[1], -1);
	if (v == NULL) {
		cr_expect_eq(adit_error_code(d.a), ADIT_ERROR_STALE, "%s", adit_message(d.a));
		v = adit_view_public(t, -1);
	}
	cr_assert_not_null(v, "%s", adit_message(d.a));
	cr_expect_eq(adit_view_orders(v), 0);
	cr_expect_null(adit_view_to_move(v));
	cr_expect_eq(adit_view_due(v), -1);
	for (unsigned i = 0; i < sizeof form / sizeof form[0]; i++) {
		char *text = adit_view_render(v, form[i], 0);

		cr_expect(text != NULL && text[0] != '\0', "%u: %s", i, adit_message(d.a));
		adit_string_free(text);
	}
	adit_view_free(v);
	adit_transcript_free(t);
	table_close(&open);
	close_door(&d);
}

/* ---- bad input --------------------------------------------------------------------------------- */

Test(door, bad_transcripts)
{
	static const char *const name[] = { "nothing", "no digest", "damaged", "forked", "half" };
	static const enum adit_error want[] = { ADIT_ERROR_SYNTAX, ADIT_ERROR_SYNTAX,
		ADIT_ERROR_AUTH, ADIT_ERROR_AUTH, ADIT_ERROR_SYNTAX };
	struct buf text[5] = { BUF_INIT, BUF_INIT, BUF_INIT, BUF_INIT, BUF_INIT };
	struct test_table other;
	struct door d;
	char *at;

	open_door(&d, false);
	table_open_again(&other, &d.t, 8);
	buf_str(&text[1], "hello\n");
	buf_add(&text[2], d.t.digest.p, d.t.digest.n);
	at = strstr(buf_cstr(&text[2]), "position:");
	cr_assert_not_null(at);
	at = strstr(at, "\"round\":1");
	cr_assert_not_null(at);
	at[8] = '2';
	buf_add(&text[3], d.t.digest.p, d.t.digest.n);
	buf_add(&text[3], other.digest.p, other.digest.n);
	buf_add(&text[4], d.t.digest.p, d.t.digest.n / 2);
	for (size_t i = 0; i < 5; i++) {
		struct adit *a = adit_new(NULL);

		cr_expect_null(adit_transcript_parse(a, buf_cstr(&text[i]), text[i].n));
		cr_expect_eq(adit_error_code(a), want[i], "%s: %d %s", name[i],
		    (int)adit_error_code(a), adit_message(a));
		cr_expect_str_neq(adit_message(a), "", "%s", name[i]);
		adit_free(a);
		buf_release(&text[i]);
	}
	/* With a home the fork is found in another run. */
	adit_transcript_free(adit_transcript_parse(d.a, d.t.digest.p, d.t.digest.n));
	cr_expect_eq(adit_error_code(d.a), ADIT_ERROR_NONE, "%s", adit_message(d.a));
	cr_expect_null(adit_transcript_parse(d.a, other.digest.p, other.digest.n));
	cr_expect_eq(adit_error_code(d.a), ADIT_ERROR_AUTH, "%s", adit_message(d.a));
	table_close(&other);
	close_door(&d);
}

Test(door, bad_files)
{
	struct err err = ERR_INIT;
	struct door d;

	open_door(&d, false);
	cr_assert_eq(file_write(path_of(&d, "junk.db"), "junk", 4, &err), 0, "%s", err.msg);
	cr_expect_null(adit_table_open(d.a, d.path, d.host));
	cr_expect_eq(adit_error_code(d.a), ADIT_ERROR_CORRUPT, "%s", adit_message(d.a));
	cr_expect_null(adit_table_open(d.a, path_of(&d, "gone.db"), d.host));
	cr_expect_eq(adit_error_code(d.a), ADIT_ERROR_NOT_FOUND, "%s", adit_message(d.a));
	cr_expect_null(adit_transcript_open(d.a, path_of(&d, "gone")));
	cr_expect_eq(adit_error_code(d.a), ADIT_ERROR_NOT_FOUND, "%s", adit_message(d.a));
	cr_expect_null(adit_transcript_open(d.a, d.home));
	cr_expect_eq(adit_error_code(d.a), ADIT_ERROR_NOT_FOUND, "%s", adit_message(d.a));
	cr_expect_null(adit_transcript_open(d.a, "-"));
	cr_expect_eq(adit_error_code(d.a), ADIT_ERROR_USAGE, "standard input is not read");
	close_door(&d);
}

Test(door, an_older_copy_of_the_game_file)
{
	struct buf old = BUF_INIT;
	struct err err = ERR_INIT;
	struct adit_table *table;
	struct door d;

	open_door(&d, false);
	cr_assert_eq(file_read(d.t.path, 1 << 24, &old, &err), 0, "%s", err.msg);
	play(&d, 1);
	cr_assert_eq(file_write(path_of(&d, "old.db"), old.p, old.n, &err), 0, "%s", err.msg);
	table = adit_table_open(d.a, d.path, d.host);
	cr_assert_not_null(table, "%s", adit_message(d.a));
	cr_expect_eq(adit_table_deliver(table, d.turns), -1);
	cr_expect_eq(adit_error_code(d.a), ADIT_ERROR_CORRUPT, "%s", adit_message(d.a));
	cr_expect_eq(adit_table_tick(table, TABLE_NOW + 8000), -1, "nothing is signed");
	cr_expect_eq(adit_error_code(d.a), ADIT_ERROR_CORRUPT, "%s", adit_message(d.a));
	adit_table_free(table);
	buf_release(&old);
	close_door(&d);
}

Test(door, bad_keys)
{
	static const struct {
		const char *key, *pass;
		enum adit_error want;
	} row[] = {
		{ "p1", "wrong", ADIT_ERROR_AUTH },
		{ "p1", NULL, ADIT_ERROR_USAGE },
		{ "p1", "", ADIT_ERROR_USAGE },
		{ "p9", NULL, ADIT_ERROR_NOT_FOUND },
		{ "../p1", NULL, ADIT_ERROR_NOT_FOUND },
		{ "P1", NULL, ADIT_ERROR_USAGE },
	};
	struct adit *none;
	struct adit_key *key;
	struct door d;

	open_door(&d, false);
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		const char *p = row[i].pass;

		cr_expect_null(adit_key_load(d.a, row[i].key, p, p != NULL ? strlen(p) : 0));
		cr_expect_eq(adit_error_code(d.a), row[i].want, "row %zu: %d %s", i,
		    (int)adit_error_code(d.a), adit_message(d.a));
	}
	none = adit_new(NULL);
	cr_expect_null(adit_key_load(none, "p2", NULL, 0));
	cr_expect_eq(adit_error_code(none), ADIT_ERROR_USAGE, "no home");
	cr_expect_str_neq(adit_message(none), "");
	key = adit_key_load(none, path_of(&d, "home/p2"), NULL, 0);
	cr_expect_not_null(key, "%s", adit_message(none));
	adit_key_free(key);
	adit_free(none);
	close_door(&d);
}

Test(door, contexts_are_independent)
{
	struct adit_transcript *t, *u;
	struct adit_view *v, *w;
	struct adit *b;
	struct door d;

	open_door(&d, false);
	play(&d, 1);
	b = adit_new(NULL);
	cr_expect_null(adit_transcript_open(d.a, path_of(&d, "gone")));
	u = adit_transcript_open(b, d.turns);
	cr_assert_not_null(u, "%s", adit_message(b));
	cr_expect_eq(adit_error_code(d.a), ADIT_ERROR_NOT_FOUND, "the error of a stays");
	cr_expect_eq(adit_error_code(b), ADIT_ERROR_NONE);
	cr_expect_str_eq(adit_hint(b), "");
	cr_expect_str_eq(adit_warnings(b), "", "without a home nothing is recorded");
	t = adit_transcript_open(d.a, d.turns);
	v = adit_view_public(t, 0);
	w = adit_view_public(u, -1);
	cr_assert(v != NULL && w != NULL);
	adit_transcript_free(t);
	cr_expect_eq(adit_view_digest(v), 0, "a view outlives its transcript");
	cr_expect_eq(adit_view_digest(w), 1);
	adit_view_free(v);
	adit_view_free(w);
	adit_transcript_free(u);
	adit_free(b);
	adit_free(NULL);
	adit_key_free(NULL);
	adit_view_free(NULL);
	adit_table_free(NULL);
	adit_transcript_free(NULL);
	adit_string_free(NULL);
	close_door(&d);
}
