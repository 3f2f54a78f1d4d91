/* Inputs for fuzzers that sign: what the tables of fuzz/table.c make. See seeds.c. */
#include <criterion/criterion.h>

#include "fuzz/table.h"
#include "golden/compare.h"
#include "host/user.h"
#include "audit/eventful.h"
#include "player/reading.h"
#include "player/verify.h"
#include "record/receipt.h"
#include "record/send_state.h"
#include "seal/age.h"
#include "util/file.h"

/* ---- transcripts --------------------------------------------------------------------------------- */

/* Appends the signed part of a digest and the view of p1, in clear and without its signature. */
static void
put_opened(const char *s, const struct digest_layout *t, struct buf *out)
{
	struct buf plain = BUF_INIT;
	struct private_view_spans sp;
	struct err err = ERR_INIT;

	buf_add(out, s + t->signed_part.at, t->signed_part.n);
	if (t->sealed[0].n > 0) {
		cr_assert_eq(age_decrypt(fuzz_key(FUZZ_SEAT), s + t->sealed[0].at, t->sealed[0].n,
				 DIGEST_MAX, &plain, &err),
		    0, "%s", err.msg);
		cr_assert_eq(private_view_split(plain.p, plain.n, &sp, &err), 0, "%s", err.msg);
		buf_add(out, plain.p + sp.signed_part.at, sp.signed_part.n);
	}
	buf_wipe(&plain);
}

/* The digests from n on, up to three. */
static void
compare_transcript(const struct buf *digests, int64_t n, const char *name)
{
	struct buf opened = BUF_INIT;
	struct digest_layout t;
	struct err err = ERR_INIT;
	size_t at = 0;

	for (int64_t i = 0; digest_next(digests->p, digests->n, &at, &t, &err) == 1; i++)
		if (i >= n && i < n + 3)
			put_opened(digests->p, &t, &opened);
	golden_compare_seed("transcript", name, &opened);
	buf_release(&opened);
}

Test(golden, seeds_of_transcripts)
{
	char folder[TEST_FOLDER], path[80], name[40];

	test_folder(folder);
	for (unsigned i = 0; rules_all[i] != NULL; i++) {
		struct buf digests = BUF_INIT;
		struct host *h;
		const int64_t dealt = i % 2 != 0 ? 2 * rules_all[i]->seats_min : 0;

		(void)snprintf(path, sizeof path, "%s/%u.db", folder, i);
		h = fuzz_table(path, rules_all[i], i % 2 != 0, &digests);
		fuzz_play(h, 12, &digests);
		for (int64_t n = dealt; n <= dealt + 8; n += 4) {
			(void)snprintf(name, sizeof name, "good-%s-%d", rules_all[i]->name, (int)n);
			compare_transcript(&digests, n, name);
		}
		host_close(h);
		buf_release(&digests);
	}
}

/* ---- orders --------------------------------------------------------------------------------------- */

/* Signs a line for p1 and appends its canonical text. */
static void
put_order(const struct player_read *r, const char *line, int64_t turn, struct buf *out)
{
	const struct player_order o = { .n_lines = line != NULL,
		.line = { line },
		.say = line == NULL ? "hello" : NULL,
		.turn = turn,
		.force = true,
		.nonces = &r->head };
	struct parsed_order order;
	struct err err = ERR_INIT;

	cr_assert_eq(player_sign(r, fuzz_key(FUZZ_SEAT + r->seat), &o, &order, &err), 0, "%s: %s",
	    line != NULL ? line : "", err.msg);
	buf_add(out, order.o.text, order.o.n);
}

static void
compare_order(unsigned rules, const struct player_read *r, bool is_legal, const char *name,
    const char *line, int64_t turn)
{
	struct buf is = BUF_INIT;
	char file[60];

	buf_chr(&is, (char)('0' + rules));
	put_order(r, line, turn, &is);
	(void)snprintf(file, sizeof file, "%s-%u-%s", is_legal ? "good" : "illegal", rules, name);
	golden_compare_seed("apply", file, &is);
	buf_release(&is);
}

/* A recurring order of another seat, which the order of the seat to move lets the host play. */
static void
compare_pair(
    unsigned rules, const struct buf *digests, const struct player_read *r, const char *line)
{
	struct player_read other;
	struct buf is = BUF_INIT;
	struct err err = ERR_INIT;
	const unsigned seat = (r->seat + 1u) % r->d.names.n;
	char file[60];

	cr_assert_eq(player_read(&other, rules_all, digests->p, digests->n, NULL,
			 fuzz_key(FUZZ_SEAT + seat), &err),
	    0, "%s", err.msg);
	buf_chr(&is, (char)('0' + rules));
	put_order(&other, "suggest", TURN_EVERY, &is);
	put_order(r, line, 0, &is);
	(void)snprintf(file, sizeof file, "good-%u-pair", rules);
	golden_compare_seed("apply", file, &is);
	buf_release(&is);
	player_read_release(&other);
}

static void
compare_orders(unsigned rules, const struct buf *digests)
{
	struct player_read r;
	struct buf line = BUF_INIT;
	struct err err = ERR_INIT;
	unsigned seat = 0;

	do {
		cr_assert_eq(player_read(&r, rules_all, digests->p, digests->n, NULL,
				 fuzz_key(FUZZ_SEAT + seat), &err),
		    0, "%s", err.msg);
		if (r.seat == r.d.pub.known.to_move)
			break;
		player_read_release(&r);
	} while (++seat < SEATS_MAX);
	cr_assert_eq(player_suggest(&r, &line, &err), 0, "%s", err.msg);
	compare_order(rules, &r, true, "turn", line.p, 0);
	compare_order(rules, &r, true, "every", "suggest", TURN_EVERY);
	compare_order(rules, &r, true, "say", NULL, TURN_ANY);
	compare_pair(rules, digests, &r, line.p);
	if (rules == 0) {
		compare_order(rules, &r, true, "resign", "resign", TURN_ANY);
		compare_order(rules, &r, true, "vote-end", "vote end yes", TURN_ANY);
		compare_order(rules, &r, false, "agree", "agree", TURN_ANY);
		compare_order(rules, &r, false, "vote", "vote skip p2 yes", TURN_ANY);
		compare_order(rules, &r, false, "cancel", "cancel every", TURN_NEXT);
	}
	player_read_release(&r);
	buf_release(&line);
}

Test(golden, seeds_of_orders)
{
	char folder[TEST_FOLDER], path[80];

	test_folder(folder);
	for (unsigned i = 0; rules_all[i] != NULL; i++) {
		struct buf digests = BUF_INIT;
		struct host *h;

		(void)snprintf(path, sizeof path, "%s/%u.db", folder, i);
		h = fuzz_table(path, rules_all[i], false, &digests);
		fuzz_play(h, 3, &digests);
		compare_orders(i, &digests);
		host_close(h);
		buf_release(&digests);
	}
}

/* ---- receipts ------------------------------------------------------------------------------------- */

Test(golden, seeds_of_receipts)
{
	static struct receipt r = { .game = "fuzz2345",
		.seat = "p1",
		.time = TABLE_NOW,
		.repeated = -1,
		.code = "stale",
		.why = "it is not your turn",
		.hint = "wait" };
	const struct order_block b = { .game = "fuzz2345",
		.seat = "p1",
		.turn = 3,
		.seq = 1,
		.n_do = 1,
		.doing = { "discard nsw" } };
	static struct parsed_order order;
	struct err err = ERR_INIT;
	struct buf is = BUF_INIT, none = BUF_INIT;

	receipt_text(&r, &none, &is);
	golden_compare_seed("receipt", "good-clear", &is);
	buf_clear(&is);
	r.is_sealed = true;
	cr_assert_eq(parsed_order_from_fields(&order, &b, &err), 0, "%s", err.msg);
	memcpy(r.text, order.o.text, order.o.n);
	r.text_n = order.o.n;
	receipt_text(&r, &none, &is);
	receipt_box_text(&r, &is);
	golden_compare_seed("receipt", "good-sealed", &is);
	buf_clear(&is);
	r.repeated = 7;
	r.is_sealed = false;
	receipt_text(&r, &none, &is);
	golden_compare_seed("receipt", "good-repeated", &is);
	buf_release(&is);
}

/* ---- the record of a player ------------------------------------------------------------------------ */

/* Appends a file of the record, if it is there. */
static void
put_file(const char *folder, const char *name, struct buf *out)
{
	struct buf path = BUF_INIT, text = BUF_INIT;
	struct err err = ERR_INIT;

	buf_fmt(&path, "%s/%s", folder, name);
	if (file_read(path.p, DIGEST_MAX, &text, &err) == 0)
		buf_fmt(out, "=== %s\n%s", name, buf_cstr(&text));
	buf_release(&path);
	buf_release(&text);
}

/* Signs an order as p1 and saves it. Appends its file and its state. */
static void
put_signed(const char *dir, const struct player_read *r, struct buf *out)
{
	const struct player_order o = { .n_lines = 1,
		.line = { "suggest" },
		.turn = TURN_EVERY,
		.force = true,
		.nonces = &r->head };
	struct parsed_order order;
	struct buf mailed = BUF_INIT, path = BUF_INIT;
	struct err err = ERR_INIT;
	struct signed_order s = { .n = r->d.n, .seat = "p1" };

	cr_assert_eq(player_sign(r, fuzz_key(FUZZ_SEAT), &o, &order, &err), 0, "%s", err.msg);
	order_block_text(&order.o.b, &mailed);
	s.hash = order.hash;
	cr_assert_eq(signed_order_save(dir, r->d.n, &order, &mailed, fuzz_key(FUZZ_SEAT), &err), 0,
	    "%s", err.msg);
	cr_assert_eq(send_state_set(dir, &s, SEND_STATE_SENT, &err), 0, "%s", err.msg);
	signed_order_path("", &s, &path);
	put_file(dir, path.p + 1, out);
	path.n = (size_t)(strrchr(path.p, '.') - path.p);
	buf_str(&path, ".mark");
	put_file(dir, path.p + 1, out);
	buf_release(&path);
	buf_release(&mailed);
}

Test(golden, seeds_of_records)
{
	struct test_user user;
	struct buf digests = BUF_INIT, some = BUF_INIT, is = BUF_INIT, dir = BUF_INIT;
	struct digest_layout t;
	struct player_read r;
	struct reading past;
	struct err err = ERR_INIT;
	char folder[TEST_FOLDER], path[80];
	size_t at = 0;

	eventful_chance(2);
	test_folder(folder);
	test_user_open(&user, folder);
	user.u.key = fuzz_key(FUZZ_SEAT);
	(void)snprintf(path, sizeof path, "%s/game.db", folder);
	host_close(fuzz_record_table(path, &digests));
	for (int64_t n = 0; n <= FUZZ_RECORD_N; n++)
		cr_assert_eq(digest_next(digests.p, digests.n, &at, &t, &err), 1);
	buf_add(&some, digests.p, at);
	cr_assert_eq(
	    verify_digests(&user.u, &some, NULL, user.u.key, NULL, &r, &err), 0, "%s", err.msg);
	cr_assert_eq(reading_begin(&past, &user.u, &r, &err), 0, "%s", err.msg);
	reading_shown(&user.u, &r, &past.story);
	buf_fmt(&dir, "%s", past.dir.p);
	put_file(dir.p, "pins", &is);
	put_file(dir.p, "leaves", &is);
	put_file(dir.p, "read-p1", &is);
	put_signed(dir.p, &r, &is);
	buf_str(&is, "=== config\nkey anna\ncolor never\nascii no\n");
	golden_compare_seed("record", "good-record", &is);
	put_file(dir.p, "turns/000001.txt", &is);
	put_file(dir.p, "turns/000006.txt", &is);
	golden_compare_seed("record", "good-digests", &is);
	reading_end(&past);
	player_read_release(&r);
	test_user_close(&user);
	buf_release(&some);
	buf_release(&digests);
	buf_release(&is);
	buf_release(&dir);
}
