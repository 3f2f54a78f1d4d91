#include <criterion/criterion.h>
#include <sqlite3.h>

#include "few.h"
#include "host/aid.h"
#include "record/digest_sig.h"
#include "seal/age.h"
#include "store/cksum_vfs.h"

/* Changes a game file without its triggers, and restores the triggers. */
static void
meddle(const char *path, const char *name, const char *sql)
{
	sqlite3 *db;
	sqlite3_stmt *q;
	struct buf back = BUF_INIT, drop = BUF_INIT;
	char *why = NULL;

	cr_assert_eq(sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE, sums_vfs), SQLITE_OK);
	cr_assert_eq(
	    sqlite3_prepare_v2(
		db, "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'", -1, &q, NULL),
	    SQLITE_OK);
	while (sqlite3_step(q) == SQLITE_ROW) {
		buf_fmt(&drop, "DROP TRIGGER %s;", (const char *)sqlite3_column_text(q, 0));
		buf_fmt(&back, "%s;", (const char *)sqlite3_column_text(q, 1));
	}
	(void)sqlite3_finalize(q);
	cr_assert_eq(sqlite3_exec(db, drop.p, NULL, NULL, &why), SQLITE_OK, "%s: %s", name, why);
	cr_assert_eq(sqlite3_exec(db, sql, NULL, NULL, &why), SQLITE_OK, "%s: %s", name, why);
	cr_assert_gt(sqlite3_changes(db), 0, "%s: nothing was changed", name);
	cr_assert_eq(sqlite3_exec(db, back.p, NULL, NULL, &why), SQLITE_OK, "%s: %s", name, why);
	(void)sqlite3_close(db);
	buf_release(&back);
	buf_release(&drop);
}

/* A game of some turns with a queued order. */
static void
some_game(struct test_table *t)
{
	(void)table_play(t, 5, 2);
	table_must_order(t, (table_to_move(t) + 1u) % 3, "discard map", TURN_NEXT);
}

Test(fsck, a_game_as_its_orders_make_it)
{
	static const struct {
		const char *name;
		bool with_key;
	} row[] = {
		{ "with the host's key", true },
		{ "without", false },
	};
	struct test_table t;

	table_open(&t, 3, 14);
	for (unsigned turn = 0; turn < 2; turn++) {
		for (unsigned i = 0; i < sizeof row / sizeof row[0]; i++) {
			struct audit_checked c;
			struct err err = ERR_INIT;

			cr_expect_eq(audit_fsck(t.file, row[i].with_key ? t.host : NULL, &c, &err),
			    0, "%s: %s", row[i].name, err.msg);
			cr_expect_eq(c.digests, turn == 0 ? 1 : 7, "%s", row[i].name);
			cr_expect_eq(c.orders, turn == 0 ? 0 : 6, "%s", row[i].name);
			cr_expect_eq(c.queued, turn == 0 ? 0 : 1, "%s", row[i].name);
			cr_expect_geq(c.undelivered, 1, "%s", row[i].name);
		}
		if (turn == 0)
			some_game(&t);
	}
	table_close(&t);
}

Test(fsck, a_whole_game_with_stored_orders)
{
	struct test_table t;
	struct audit_checked c;
	struct err err = ERR_INIT;

	if (is_few())
		return;
	table_open(&t, 5, 15);
	(void)table_play(&t, 400, 9);
	cr_assert_eq(table_to_move(&t), SEAT_NONE);
	cr_expect_eq(audit_fsck(t.file, NULL, &c, &err), 0, "%s", err.msg);
	cr_expect_eq(audit_fsck(t.file, t.host, &c, &err), 0, "%s", err.msg);
	table_close(&t);
}

static const struct {
	const char *name, *sql, *say;
} change[] = {
	{ "a fact in a digest",
	    "UPDATE digest SET text = CAST(replace(CAST(text AS TEXT), 'round: 1', "
	    "'round: 2') AS BLOB) WHERE n = 3",
	    "digest 3" },
	{ "a view in a digest",
	    "UPDATE digest SET text = CAST(substr(CAST(text AS TEXT), 1, "
	    "length(text) - 300) || 'AAAA' || substr(CAST(text AS TEXT), length(text) - "
	    "295) AS BLOB) "
	    "WHERE n = 2",
	    "digest 2: the private view for p3" },
	{ "the hash of a digest", "UPDATE digest SET hash = randomblob(32) WHERE n = 2",
	    "the row of digest 2" },
	{ "the time of a digest", "UPDATE digest SET time = time + 1 WHERE n = 4",
	    "the row of digest 4" },
	{ "the turn of a digest", "UPDATE digest SET turn = turn + 1 WHERE n = 4",
	    "the row of digest 4" },
	{ "the events of a digest", "UPDATE digest SET events = x'7b7d' WHERE n = 5",
	    "the row of digest 5" },
	{ "a digest of another number",
	    "UPDATE digest SET text = (SELECT text FROM digest WHERE n = 1) "
	    "WHERE n = 2",
	    "digest 2" },
	{ "the text of an order",
	    "UPDATE orders SET text = CAST(replace(CAST(text AS TEXT), 'seq: 1', "
	    "'seq: 2') AS BLOB) WHERE n = 3",
	    "its hash does not fit the order of digest 3" },
	{ "no canonical order", "UPDATE orders SET text = x'00' WHERE n = 3",
	    "the order of digest 3" },
	{ "the signature of an order", "UPDATE orders SET sig = zeroblob(138) WHERE n = 2",
	    "digest 2 cannot be made again" },
	{ "the order of another turn",
	    "UPDATE orders SET (text, sig) = (SELECT text, sig FROM orders WHERE "
	    "n = 1) WHERE n = 4",
	    "its hash does not fit the order of digest 4" },
	{ "the hash of an order", "UPDATE orders SET hash = randomblob(32) WHERE n = 4",
	    "its hash does not fit the order of digest 4" },
	{ "the seq of an order", "UPDATE orders SET seq = 99 WHERE n = 4",
	    "its hash does not fit the order of digest 4" },
	{ "an order is gone", "DELETE FROM orders WHERE n = 4", "no order caused digest 4" },
	{ "a stored order is gone", "DELETE FROM waiting", "the stored order of seat" },
	{ "a stored order changed", "UPDATE waiting SET seq = seq + 1",
	    "the stored order of seat" },
	{ "the state",
	    "UPDATE state SET bytes = CAST(substr(bytes, 1, length(bytes) - 1) || x'ff' AS "
	    "BLOB)",
	    "the state" },
	{ "a seat's keys",
	    "UPDATE seat SET card = (SELECT card FROM seat WHERE seat = 1) WHERE seat = 0",
	    "the table of seats" },
	{ "a seat's name", "UPDATE seat SET name = 'eve' WHERE seat = 2", "the table of seats" },
	{ "the secret", "UPDATE game SET secret = randomblob(32)", "digest 0 commits to" },
	{ "the time limit",
	    "UPDATE game SET config = CAST(replace(CAST(config AS TEXT), '3600', '7200') "
	    "AS BLOB)",
	    "the game row" },
	{ "the newest digest is gone", "DELETE FROM digest WHERE n = 6", "" },
};

Test(fsck, every_change_is_named)
{
	struct test_table t;

	table_open(&t, 3, 16);
	for (unsigned i = 0; i < sizeof change / sizeof change[0]; i++) {
		struct test_table u;
		struct audit_checked c;

		table_open_again(&u, &t, 16);
		some_game(&u);
		host_close(u.file);
		meddle(u.path, change[i].name, change[i].sql);
		for (unsigned with_key = 0; with_key < 2; with_key++) {
			struct err err = ERR_INIT;

			cr_assert_eq(host_open(&u.file, u.path, false, rules_all, &err), 0,
			    "%s: %s", change[i].name, err.msg);
			cr_expect_eq(audit_fsck(u.file, with_key ? u.host : NULL, &c, &err), -1,
			    "%s", change[i].name);
			cr_expect_eq(
			    err.code, ERR_AUTH, "%s: %d %s", change[i].name, err.code, err.msg);
			cr_expect(strstr(err.msg, change[i].say) != NULL, "%s: %s", change[i].name,
			    err.msg);
			cr_expect_str_neq(err.hint, TRANSCRIPT_AGAIN, "%s", change[i].name);
			host_close(u.file);
		}
		u.file = NULL;
		table_close(&u);
	}
	table_close(&t);
}

/* The board is right, but the host sends a wrong view to a seat. Only the host's key shows it. */
Test(fsck, a_view_that_lies_is_found_with_the_key)
{
	struct test_table t;
	struct audit_checked c;
	struct err err = ERR_INIT;
	struct digest_layout d;
	struct player_read r;
	struct buf text = BUF_INIT, out = BUF_INIT, file = BUF_INIT, sig64 = BUF_INIT,
		   comment = BUF_INIT;
	struct buf sql = BUF_INIT;
	struct minisign_sig sig;
	struct hash h;
	char hash[HASH_TEXT + 1], *at;
	size_t from = 0;

	table_open(&t, 3, 17);
	cr_assert_eq(digest_next(t.digest.p, t.digest.n, &from, &d, &err), 1);
	table_read(&t, 0, &r);
	cr_assert_eq(
	    age_encrypt(t.key[0]->pub.box_pk, r.plain.p, r.plain.n, false, &file, &err), 0);
	h = view_hash(file.p, file.n);
	hash_text(&h, hash);
	buf_add(&text, t.digest.p, d.signed_part.n);
	at = memmem(text.p, text.n, "view: p1\n  ", 11);
	memcpy(at + 11, hash, HASH_TEXT);
	h = digest_hash(text.p, text.n);
	digest_comment("k7q2m4xw", 0, &h, NULL, &comment);
	minisign_sign(t.host, text.p, text.n, comment.p, &sig);
	seal_base64(sig.b, sizeof sig.b, &sig64);
	digest_sig_text(sig64.p, &text);
	digest_head_text(h.b, NULL, &text);
	age_armor(file.p, file.n, &out);
	digest_for_text("p1", out.p, out.n, &text);
	buf_str(&sql, "UPDATE digest SET text = x'");
	for (size_t i = 0; i < text.n; i++)
		buf_fmt(&sql, "%02x", (unsigned char)text.p[i]);
	buf_str(&sql, "', hash = x'");
	for (size_t i = 0; i < HASH_BYTES; i++)
		buf_fmt(&sql, "%02x", h.b[i]);
	buf_str(&sql, "'");
	host_close(t.file);
	meddle(t.path, "a view", sql.p);
	cr_assert_eq(host_open(&t.file, t.path, false, rules_all, &err), 0, "%s", err.msg);
	cr_expect_eq(audit_fsck(t.file, t.host, &c, &err), -1);
	cr_expect(strstr(err.msg, "digest 0 is not what the orders make") != NULL, "%s", err.msg);
	player_read_release(&r);
	buf_release(&text);
	buf_release(&out);
	buf_release(&file);
	buf_release(&sig64);
	buf_release(&comment);
	buf_release(&sql);
	table_close(&t);
}
