/* The digests that a home stores (src/record/saved_digest.h): what replaces a file, and what is read of it. */
#include <criterion/criterion.h>

#include <unistd.h>

#include "record/folder.h"
#include "record/saved_digest.h"
#include "service/aid.h"
#include "util/file.h"

enum { N = 2, LAST = 3 };

static struct service s;
static struct transcript tr;
static struct buf file;
static struct err err;

static void
set_up(void)
{
	struct buf all = BUF_INIT;

	service_open(&s);
	service_play(&s, LAST);
	buf_add(&all, s.t.all.p, s.t.all.n);
	transcript_load(&tr, s.user.u.games, &all, NULL);
	cr_assert_eq(tr.n_copy, LAST + 1);
	cr_assert_eq(folder_make(s.dir, &err), 0, "%s", err.msg);
	folder_file(s.dir, N, &file);
}

static void
tear_down(void)
{
	transcript_release(&tr);
	buf_release(&file);
	service_close(&s);
}

static void
read_file(struct buf *out)
{
	buf_clear(out);
	cr_assert_eq(file_read(file.p, 1 << 20, out, &err), 0, "%s", err.msg);
}

/* Appends the private view of a seat in digest n, as a file has it. */
static void
add_view(int64_t n, unsigned seat, unsigned of, struct buf *out)
{
	const struct span *sp = &tr.copy[n].t.sealed[of];

	buf_fmt(out, "\nfor p%u:\n", seat + 1);
	buf_add(out, tr.text.p + sp->at, sp->n);
	buf_chr(out, '\n');
}

/* ---- writing --------------------------------------------------------------------------------------- */

enum stored {
	NOTHING,
	NO_VIEW,
	ONE_VIEW,
	OTHER_VIEW,
	FALSE_VIEW,
	DAMAGED_VIEW,
	BAD_SIGNATURE,
	WORDS_AFTER,
	GARBAGE,
	NOT_SIGNED,
	FORK
};

static void
put_stored(enum stored what)
{
	const struct transcript_copy *c = &tr.copy[N];
	struct buf text = BUF_INIT;
	struct test_table fork;

	saved_digest_put(tr.text.p, &c->t, &text);
	if (what == ONE_VIEW || what == WORDS_AFTER)
		add_view(N, 0, 0, &text);
	if (what == OTHER_VIEW)
		add_view(N, 1, 1, &text);
	if (what == FALSE_VIEW)
		add_view(N + 1, 1, 1, &text);
	if (what == DAMAGED_VIEW) {
		add_view(N, 1, 1, &text);
		strstr(buf_cstr(&text), "-----BEGIN")[60] = '?';
	}
	if (what == BAD_SIGNATURE)
		strstr(buf_cstr(&text), "\nhead: ")[-20] ^= 1;
	if (what == NOT_SIGNED)
		strstr(buf_cstr(&text), "\ntime: ")[10] ^= 1;
	if (what == WORDS_AFTER)
		buf_str(&text, "words\n");
	if (what == GARBAGE || what == FORK)
		buf_clear(&text);
	if (what == GARBAGE)
		buf_str(&text, "garbage\n");
	if (what == FORK) {
		table_open_again(&fork, &s.t, 51);
		cr_assert_eq(table_play(&fork, N, 77), N);
		buf_add(&text, fork.digest.p, fork.digest.n);
		table_close(&fork);
	}
	if (what == NOTHING)
		(void)unlink(file.p);
	else
		service_put(file.p, text.p, text.n);
	buf_release(&text);
}

/* (K1) (K2) A file is what the digest and the views with its hashes are; only another digest of the host
 * stays. */
Test(saved_digest, what_replaces_a_file)
{
	static const struct {
		const char *name;
		enum stored is;
		uint8_t seat; /* its view is stored */
		int result;
		bool keeps; /* the view of p2 that was there */
	} row[] = {
		{ "nothing", NOTHING, 0, 1, false },
		{ "nothing, and no seat", NOTHING, SAVED_DIGEST_NONE, 1, false },
		{ "a digest without a view", NO_VIEW, 0, 1, false },
		{ "the same, and no seat", NO_VIEW, SAVED_DIGEST_NONE, 0, false },
		{ "the same", ONE_VIEW, 0, 0, false },
		{ "another seat's view", OTHER_VIEW, 0, 1, true },
		{ "another seat's view, and no seat", OTHER_VIEW, SAVED_DIGEST_NONE, 0, true },
		{ "the view of another digest", FALSE_VIEW, 0, 1, false },
		{ "a view that is no age file", DAMAGED_VIEW, 0, 1, false },
		{ "a signature that is not valid", BAD_SIGNATURE, SAVED_DIGEST_NONE, 1, false },
		{ "words after it", WORDS_AFTER, 0, 1, false },
		{ "garbage", GARBAGE, 0, 1, false },
		{ "what nobody has signed", NOT_SIGNED, 0, 1, false },
		{ "another digest of the host", FORK, 0, -1, false },
	};

	set_up();
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct buf want = BUF_INIT, is = BUF_INIT;

		put_stored(row[i].is);
		if (row[i].result < 0) {
			read_file(&want);
		} else {
			saved_digest_put(tr.text.p, &tr.copy[N].t, &want);
			if (row[i].seat == 0)
				add_view(N, 0, 0, &want);
			if (row[i].keeps)
				add_view(N, 1, 1, &want);
		}
		err = (struct err)ERR_INIT;
		cr_expect_eq(saved_digest_add(s.dir, &tr, &tr.copy[N], row[i].seat, NULL, &err),
		    row[i].result, "%s: %s", row[i].name, err.msg);
		cr_expect_eq(err.code, row[i].result < 0 ? ERR_AUTH : ERR_NONE, "%s", row[i].name);
		read_file(&is);
		cr_expect_str_eq(is.p, want.p, "%s", row[i].name);
		buf_release(&want);
		buf_release(&is);
	}
	tear_down();
}

/* (K1) A view is stored only if the digest names its hash. */
Test(saved_digest, a_view_of_another_digest_is_not_stored)
{
	struct buf text = BUF_INIT, is = BUF_INIT;
	struct transcript mixed;

	set_up();
	saved_digest_put(tr.text.p, &tr.copy[N].t, &text);
	add_view(N, 0, 0, &text);
	add_view(N + 1, 1, 1, &text);
	transcript_load(&mixed, s.user.u.games, &text, NULL);
	cr_assert_eq(mixed.n_copy, 1);
	for (uint8_t seat = 0; seat < 2; seat++) {
		(void)unlink(file.p);
		cr_expect_eq(saved_digest_add(s.dir, &mixed, &mixed.copy[0], seat, NULL, &err), 1);
		read_file(&is);
		cr_expect_eq(strstr(buf_cstr(&is), "\nfor p1:\n") != NULL, seat == 0);
		cr_expect_null(strstr(buf_cstr(&is), "\nfor p2:\n"));
	}
	transcript_release(&mixed);
	buf_release(&is);
	tear_down();
}

/* ---- reading --------------------------------------------------------------------------------------- */

static unsigned heard[2]; /* left out: digests, views */

static void
hear(void *arg, const char *line)
{
	cr_expect_eq(arg, &s);
	heard[0] += strstr(line, "is damaged, and left out: read digest ") != NULL;
	heard[1] += strstr(line, "a private view in it left out: read digest ") != NULL;
}

enum wrong { WHOLE, OTHER_NUMBER, TWO, CUT, CHANGED, WRONG_VIEW, WRONGS };

/* Writes all files, that of digest N as named. */
static void
put_files(enum wrong what)
{
	for (int64_t n = 0; n <= LAST; n++) {
		struct buf text = BUF_INIT, name = BUF_INIT;

		folder_file(s.dir, n, &name);
		saved_digest_put(
		    tr.text.p, &tr.copy[n == N && what == OTHER_NUMBER ? N - 1 : n].t, &text);
		if (n == N && what == TWO)
			saved_digest_put(tr.text.p, &tr.copy[N - 1].t, &text);
		add_view(n == N && what == WRONG_VIEW ? N - 1 : n, 0, 0, &text);
		if (n == N && what == CHANGED)
			strstr(buf_cstr(&text), "\ntime: ")[10] ^= 1;
		service_put(name.p, text.p, n == N && what == CUT ? text.n / 3 : text.n);
		buf_release(&name);
		buf_release(&text);
	}
}

/* Returns how many digests there are in the text, and counts their views. */
static unsigned
count(const struct buf *text, unsigned *views)
{
	struct digest_layout t;
	struct err none = ERR_INIT;
	size_t at = 0;
	unsigned n = 0;

	*views = 0;
	for (; digest_next(buf_cstr(text), text->n, &at, &t, &none) == 1; n++)
		*views += t.sealed[0].n > 0;
	return n;
}

/* What is damaged is left out and reported; all else is read. */
Test(saved_digest, damaged_files)
{
	set_up();
	for (int i = 0; i < WRONGS; i++) {
		const unsigned lost = i != WHOLE && i != WRONG_VIEW, unseen = i == WRONG_VIEW;
		struct buf out = BUF_INIT;
		struct transcript newest;
		unsigned views;

		put_files((enum wrong)i);
		heard[0] = heard[1] = 0;
		cr_expect_eq(
		    saved_digest_collect(s.dir, rules_all, false, hear, &s, &out, &err), 0);
		cr_expect_eq(count(&out, &views), LAST + 1 - lost, "%d", i);
		cr_expect_eq(views, LAST + 1 - lost - unseen, "%d: %u views", i, views);
		cr_expect(heard[0] == lost && heard[1] == unseen, "%d", i);
		buf_clear(&out);
		cr_expect_eq(
		    saved_digest_collect(s.dir, rules_all, false, NULL, NULL, &out, &err), 0);
		cr_expect_eq(count(&out, &views), LAST + 1 - lost, "%d, nobody hears it", i);
		/* The newest file is gone: this one is the newest. */
		buf_clear(&out);
		folder_file(s.dir, LAST, &out);
		cr_assert_eq(unlink(out.p), 0);
		buf_clear(&out);
		heard[0] = 0;
		cr_expect_eq(saved_digest_newest(s.dir, rules_all, hear, &s, &newest, &err), 0);
		cr_expect(newest.n_copy == 1 && newest.copy[0].n == N - (int64_t)lost, "%d", i);
		cr_expect_eq(heard[0], lost, "%d", i);
		transcript_release(&newest);
		cr_expect_eq(saved_digest_collect(s.dir, rules_all, true, hear, &s, &out, &err), 0);
		cr_expect_eq(count(&out, &views), 1, "%d", i);
		cr_expect_eq(saved_digest_has(s.dir, N, tr.text.p + tr.copy[N].t.signed_part.at,
				 tr.copy[N].t.signed_part.n, "p1"),
		    i == WHOLE || i == TWO || i == WRONG_VIEW, "%d", i);
		buf_release(&out);
	}
	cr_expect_not(saved_digest_has(s.dir, N, tr.text.p + tr.copy[N].t.signed_part.at,
			  tr.copy[N].t.signed_part.n, "p2"),
	    "no view of p2 is stored");
	tear_down();
}

Test(saved_digest, nothing_is_stored)
{
	struct transcript newest;
	struct buf out = BUF_INIT;

	set_up();
	cr_expect_eq(saved_digest_collect(s.dir, rules_all, false, hear, &s, &out, &err), -1);
	cr_expect(err.code == ERR_NOT_FOUND && out.n == 0, "%s", err.msg);
	err = (struct err)ERR_INIT;
	cr_expect_eq(saved_digest_newest(s.dir, rules_all, hear, &s, &newest, &err), -1);
	cr_expect(err.code == ERR_NOT_FOUND && newest.n_copy == 0, "%s", err.msg);
	transcript_release(&newest);
	service_put(file.p, "garbage\n", 8);
	err = (struct err)ERR_INIT;
	cr_expect_eq(saved_digest_newest(s.dir, rules_all, NULL, NULL, &newest, &err), -1);
	cr_expect(err.code == ERR_CORRUPT && newest.n_copy == 0, "%s", err.msg);
	transcript_release(&newest);
	tear_down();
}

/* ---- gaps ------------------------------------------------------------------------------------------ */

Test(saved_digest, missing_numbers)
{
	static const struct {
		const char *stored, *missing;
		int64_t n;
	} row[] = {
		{ "", "", 0 },
		{ "7", "", 0 },
		{ "0123", "", 0 },
		{ "02", "1", 1 },
		{ "03", "1 and 2", 2 },
		{ "04", "1 to 3", 3 },
		{ "0259", "1, 3, 4 and 6 to 8", 6 },
	};

	set_up();
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct buf out = BUF_INIT, name = BUF_INIT;
		int64_t n;

		for (char c = '0'; c <= '9'; c++) {
			buf_clear(&name);
			folder_file(s.dir, c - '0', &name);
			(void)unlink(name.p);
			if (strchr(row[i].stored, c) != NULL)
				service_put(name.p, "", 0);
		}
		cr_expect_eq(saved_digest_missing(s.user.u.lang, s.dir, &out, &n, &err), 0);
		cr_expect_str_eq(buf_cstr(&out), row[i].missing, "of %s", row[i].stored);
		cr_expect_eq(n, row[i].n, "of %s", row[i].stored);
		buf_release(&out);
		buf_release(&name);
	}
	tear_down();
}

/* Only the digest that the host has given up is renamed, and not read again. */
Test(saved_digest, what_is_given_up_is_set_aside)
{
	static const struct {
		const char *name;
		bool other, garbage, aside;
	} row[] = {
		{ "garbage", false, true, false },
		{ "another digest of this number", true, false, false },
		{ "it", false, false, true },
		{ "it is gone already", false, false, true },
	};

	set_up();
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		const struct given_up lost = { N, tr.copy[row[i].other ? N - 1 : N].hash };
		struct buf text = BUF_INIT;

		saved_digest_put(tr.text.p, &tr.copy[N].t, &text);
		if (i + 1 < sizeof row / sizeof row[0])
			service_put(file.p, row[i].garbage ? "garbage\n" : text.p,
			    row[i].garbage ? 8 : text.n);
		saved_digest_set_aside(s.dir, &lost, 1);
		cr_expect_eq(access(file.p, F_OK) != 0, row[i].aside, "%s", row[i].name);
		cr_expect_eq(
		    saved_digest_is_aside(s.dir, N, &lost.hash), row[i].aside, "%s", row[i].name);
		buf_release(&text);
	}
	tear_down();
}
